//! Devices for tests: they fail, not skip, where there is no adapter.

use std::sync::OnceLock;

/// A device whose uncaptured errors fail the test that meets them.
#[derive(Debug, Clone)]
pub struct Gpu {
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// Name of the adapter.
    pub adapter: String,
}

/// The device that tests share, with the adapter's own limits.
///
/// # Panics
/// Without an adapter, naming what to install.
#[must_use]
pub fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| gpu_with(|adapter| adapter.limits()))
}

/// A device of its own, with the limits that the closure picks.
///
/// # Panics
/// Without an adapter, or where it has not these limits.
#[must_use]
pub fn gpu_with(limits: impl FnOnce(&wgpu::Adapter) -> wgpu::Limits) -> Gpu {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN;
    let instance = wgpu::Instance::new(descriptor);
    let adapter =
        pollster::block_on(instance.request_adapter(&Default::default())).unwrap_or_else(|error| {
            panic!("{error}\ninstall a Vulkan driver: apt-get install mesa-vulkan-drivers")
        });
    let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
        label: Some("morph tests"),
        required_limits: limits(&adapter),
        ..Default::default()
    }))
    .unwrap_or_else(|error| panic!("{error}"));
    device.on_uncaptured_error(std::sync::Arc::new(|error| panic!("uncaptured: {error}")));
    Gpu { device, queue, adapter: adapter.get_info().name }
}
