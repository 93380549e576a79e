//! Error scopes: the device's refusals become typed errors instead of panics.

use crate::{GpuError, is_lost};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Makes something under error scopes for validation, memory and internal errors.
///
/// On native back ends the answer is there at once. On the web it comes later: then the device's
/// own uncaptured-error handler is the witness, and this returns what was made. The same goes for a
/// lost device: on native back ends it is [`GpuError::DeviceLost`].
pub(crate) fn scoped<T>(
    device: &wgpu::Device,
    what: &'static str,
    make: impl FnOnce() -> T,
) -> Result<T, GpuError> {
    let made = caught(device, what, make)?;
    if is_lost(device) { Err(GpuError::DeviceLost { what }) } else { Ok(made) }
}

/// As [`scoped`], for frames: what a lost device made is taken for good.
pub(crate) fn caught<T>(
    device: &wgpu::Device,
    what: &'static str,
    make: impl FnOnce() -> T,
) -> Result<T, GpuError> {
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let made = make();
    let validation = now(validation.pop());
    let internal = now(internal.pop());
    let memory = now(memory.pop());
    match memory.or(validation).or(internal) {
        None => Ok(made),
        Some(error @ wgpu::Error::OutOfMemory { .. }) => {
            Err(GpuError::OutOfMemory { what, message: error.to_string() })
        }
        // What a lost device made is invalid: that is what it says of it.
        Some(_) if is_lost(device) => Err(GpuError::DeviceLost { what }),
        Some(error) => Err(GpuError::Refused { what, message: error.to_string() }),
    }
}

/// Writes under error scopes: in a frame, so a device that is there is not asked whether it is.
pub(crate) fn written(
    device: &wgpu::Device,
    what: &'static str,
    write: impl FnOnce() -> bool,
) -> Result<(), GpuError> {
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let written = write();
    match now(memory.pop()) {
        Some(error) => Err(GpuError::OutOfMemory { what, message: error.to_string() }),
        None if written => Ok(()),
        None => Err(GpuError::DeviceLost { what }),
    }
}

pub(crate) fn now(future: impl Future<Output = Option<wgpu::Error>>) -> Option<wgpu::Error> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(error) => error,
        Poll::Pending => None,
    }
}
