//! The graphics device.

use crate::Backend;
use anyhow::{Context, Result, anyhow};
use morphkit::gpu::PoolOptions;
use std::sync::{Arc, Mutex};

const NO_DEVICE: &str = "no graphics device found: install a Vulkan driver \
    (mesa-vulkan-drivers on Debian, Ubuntu and Fedora, vulkan-swrast on Arch Linux; \
    it brings one for the processor, too)";

/// Where devices are looked for, one group after the other. OpenGL mostly offers the same devices
/// once more, and loading its driver takes time and memory, so it is asked last.
const GROUPS: [wgpu::Backends; 2] = [wgpu::Backends::GL.complement(), wgpu::Backends::GL];

/// What passes are timed with.
const TIMED: wgpu::Features = wgpu::Features::TIMESTAMP_QUERY;

/// An opened device and its queue. Clones are the same device.
#[derive(Debug, Clone)]
pub struct Gpu {
    /// The device, with all limits of its adapter.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// The adapter's name.
    pub name: String,
    /// Whether vertex shaders may read storage buffers.
    vertex_storage: bool,
    /// Whether shaders may read 16-bit floats.
    half_floats: bool,
    /// Nanoseconds of a step of the device's clock, where passes can be timed.
    pub(crate) timestamp_period: Option<f32>,
    errors: Arc<Mutex<Vec<String>>>,
}

impl Gpu {
    /// Opens the adapter whose name contains `wanted` in any case, or the fastest there is, for a
    /// backend that it has to be able to run.
    ///
    /// # Errors
    /// Where there is no such device, or it cannot be opened or cannot run the backend.
    pub fn open(wanted: Option<&str>, backend: Backend) -> Result<Self> {
        let gpu = pollster::block_on(open(wanted))?;
        gpu.check_backend(backend)?;
        Ok(gpu)
    }

    /// Takes a device that was made by [`Self::descriptor`]; its errors are told by
    /// [`Self::check`] from now on.
    #[must_use]
    pub fn from_wgpu(adapter: &wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        // Without this wgpu's own handler would panic.
        let errors = Arc::new(Mutex::new(Vec::new()));
        let sink = errors.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            if let Ok(mut errors) = sink.lock() {
                // Their texts have several lines.
                let text = error.to_string();
                errors.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }));
        let downlevel = adapter.get_downlevel_capabilities();
        let has = |flag| downlevel.flags.contains(flag);
        let timed = device.features().contains(TIMED);
        Self {
            name: adapter.get_info().name,
            vertex_storage: has(wgpu::DownlevelFlags::VERTEX_STORAGE),
            half_floats: has(wgpu::DownlevelFlags::SHADER_F16_IN_F32),
            timestamp_period: timed.then(|| queue.get_timestamp_period()),
            device,
            queue,
            errors,
        }
    }

    /// What to ask of an adapter: all its limits, and a clock where it has one.
    #[must_use]
    pub fn descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
        wgpu::DeviceDescriptor {
            label: Some("morphkit"),
            required_features: adapter.features() & TIMED,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        }
    }

    /// Whether the device can run a backend.
    ///
    /// # Errors
    /// What it lacks.
    pub fn check_backend(&self, backend: Backend) -> Result<()> {
        check_backend(backend, &self.name, self.half_floats)
    }

    /// What a pool on this device has to know.
    #[must_use]
    pub fn pool_options(&self) -> PoolOptions {
        PoolOptions { vertex_storage: self.vertex_storage, ..PoolOptions::default() }
    }

    /// The first thing that went wrong on the device since the last call, outside of all error
    /// scopes: others mostly follow from it.
    ///
    /// # Errors
    /// That, with the device's name.
    pub fn check(&self) -> Result<()> {
        let errors = match self.errors.lock() {
            Ok(mut errors) => std::mem::take(&mut *errors),
            Err(poisoned) => std::mem::take(&mut *poisoned.into_inner()),
        };
        match errors.first() {
            None => Ok(()),
            Some(first) => Err(anyhow!("{}: {first}", self.name)),
        }
    }
}

/// Whether a device can run a backend.
fn check_backend(backend: Backend, name: &str, half_floats: bool) -> Result<()> {
    if backend.needs_half_floats() && !half_floats {
        return Err(anyhow!(
            "{name}: --backend {backend} needs shaders that read 16-bit floats, which this device \
             has not (SHADER_F16_IN_F32); --backend deform-16bit does not"
        ));
    }
    Ok(())
}

async fn open(wanted: Option<&str>) -> Result<Gpu> {
    let wanted = wanted.unwrap_or_default().to_lowercase();
    let mut others = Vec::new();
    for backends in GROUPS {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
        descriptor.backends &= backends;
        if descriptor.backends.is_empty() {
            continue;
        }
        let instance = wgpu::Instance::new(descriptor);
        let mut adapters = instance.enumerate_adapters(backends).await;
        adapters.sort_by_key(|adapter| preference(adapter.get_info().device_type));
        for adapter in adapters {
            let name = adapter.get_info().name;
            if name.to_lowercase().contains(&wanted) {
                return request(&adapter, name).await;
            }
            // The same device may be there once more, by another interface.
            if !others.contains(&name) {
                others.push(name);
            }
        }
    }
    if others.is_empty() {
        return Err(anyhow!("{NO_DEVICE}{}", restriction()));
    }
    let others = others.join(", ");
    Err(anyhow!("no graphics device is called {wanted:?}; there are: {others}"))
}

/// What the environment leaves out, where it does.
fn restriction() -> String {
    match std::env::var("WGPU_BACKEND") {
        Ok(backends) => format!("; WGPU_BACKEND={backends} restricts where devices are looked for"),
        Err(_) => String::new(),
    }
}

async fn request(adapter: &wgpu::Adapter, name: String) -> Result<Gpu> {
    let (device, queue) = adapter
        .request_device(&Gpu::descriptor(adapter))
        .await
        .with_context(|| format!("{name}: cannot be opened"))?;
    Ok(Gpu::from_wgpu(adapter, device, queue))
}

/// Lower is better: real devices before those that the processor plays.
const fn preference(kind: wgpu::DeviceType) -> u8 {
    match kind {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Cpu => 3,
        wgpu::DeviceType::Other => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_without_half_floats_runs_all_backends_but_one() {
        let error = check_backend(Backend::DeformHalf, "toy", false).unwrap_err().to_string();
        assert!(error.starts_with("toy: --backend deform-half needs shaders that"), "{error}");
        assert!(check_backend(Backend::DeformHalf, "toy", true).is_ok());
        assert!(check_backend(Backend::Deform16Bit, "toy", false).is_ok());
    }
}
