//! Error scopes: the device's refusals become typed errors instead of panics.

use crate::GpuError;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Makes something under error scopes for validation, memory and internal errors.
///
/// On native back ends the answer is there at once. On the web it comes later: then the device's
/// own uncaptured-error handler is the witness, and this returns what was made.
pub(crate) fn scoped<T>(
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
        Some(error) => Err(GpuError::Refused { what, message: error.to_string() }),
    }
}

fn now(future: impl Future<Output = Option<wgpu::Error>>) -> Option<wgpu::Error> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(error) => error,
        Poll::Pending => None,
    }
}
