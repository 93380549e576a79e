//! Devices for tests: they fail, not skip, where there is no adapter.

use crate::limits;
use std::sync::OnceLock;

/// Where this variable is set, the adapter's name must contain it: nothing else may answer.
const ADAPTER: &str = "MORPH_TEST_ADAPTER";

/// A device whose uncaptured errors fail the test that causes them.
#[derive(Debug, Clone)]
pub struct Gpu {
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// Name of the adapter.
    pub adapter: String,
}

impl Gpu {
    /// Destroys the device, as if it were lost, and sees to it that its callback tells.
    ///
    /// # Panics
    /// Where the callback does not.
    pub fn lose(&self) {
        let (sender, receiver) = std::sync::mpsc::channel();
        self.device.set_device_lost_callback(move |reason, _| {
            let _ = sender.send(reason);
        });
        self.device.destroy();
        let _ = self.device.poll(wgpu::PollType::wait_indefinitely());
        assert_eq!(receiver.try_recv(), Ok(wgpu::DeviceLostReason::Destroyed));
    }
}

/// The device that tests share: with the adapter's own limits, or with those that
/// `MORPH_TEST_LIMITS` names (see [`limits::named`]).
///
/// # Panics
/// Without an adapter, naming what to install.
#[must_use]
pub fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(another_gpu)
}

/// Another device with the limits of the one that tests share.
///
/// # Panics
/// As [`gpu`].
#[must_use]
pub fn another_gpu() -> Gpu {
    gpu_with(limits::of_the_run)
}

/// A device of its own, with the limits that the closure picks.
///
/// # Panics
/// Without an adapter, or where it has not these limits.
#[must_use]
pub fn gpu_with(limits: impl FnOnce(&wgpu::Adapter) -> wgpu::Limits) -> Gpu {
    gpu_of(|adapter| wgpu::DeviceDescriptor {
        required_limits: limits(adapter),
        ..Default::default()
    })
}

/// A device of its own, as the closure asks for it: the one way to a device that tests have, so
/// that an error that nobody captures fails the test that causes it. wgpu tells it in the thread
/// that made the call.
///
/// # Panics
/// Without an adapter, where it is another one than `MORPH_TEST_ADAPTER` says, or where it has not
/// what is asked for.
#[must_use]
pub fn gpu_of<'a>(ask: impl FnOnce(&wgpu::Adapter) -> wgpu::DeviceDescriptor<'a>) -> Gpu {
    // One for all: wgpu itself panics where things of two instances meet.
    static INSTANCE: OnceLock<wgpu::Instance> = OnceLock::new();
    let instance = INSTANCE.get_or_init(|| {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN;
        wgpu::Instance::new(descriptor)
    });
    let adapter =
        pollster::block_on(instance.request_adapter(&Default::default())).unwrap_or_else(|error| {
            panic!("{error}\ninstall a Vulkan driver: apt-get install mesa-vulkan-drivers")
        });
    let name = adapter.get_info().name;
    let wanted = std::env::var(ADAPTER).unwrap_or_default();
    assert!(name.contains(&wanted), "{ADAPTER}: expected {wanted}, got {name}");
    let asked = pollster::block_on(adapter.request_device(&ask(&adapter)));
    let (device, queue) = asked.unwrap_or_else(|error| panic!("{error}"));
    device.on_uncaptured_error(std::sync::Arc::new(|error| panic!("uncaptured: {error}")));
    Gpu { device, queue, adapter: name }
}
