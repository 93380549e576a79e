//! Limits of a device.

use crate::value::{bytes, count, error, number, property};
use morphkit::core::DeviceLimits;
use wasm_bindgen::{JsError, JsValue};

/// The limits of an object; those that it lacks are WebGPU's defaults.
///
/// A `GPUSupportedLimits` keeps its properties in its prototype, so they are asked for by name.
pub(crate) fn limits(value: &JsValue) -> Result<DeviceLimits, JsError> {
    let mut limits = DeviceLimits::WEBGPU_DEFAULT;
    if value.is_undefined() {
        return Ok(limits);
    }
    if !value.is_object() {
        return Err(error("limits: expected an object"));
    }
    let places = [
        ("maxTextureDimension2D", &mut limits.max_texture_dimension_2d),
        ("maxTextureArrayLayers", &mut limits.max_texture_array_layers),
        ("maxStorageBuffersPerShaderStage", &mut limits.max_storage_buffers_per_shader_stage),
    ];
    for (name, limit) in places {
        if let Some(number) = limit_of(value, name)? {
            *limit = count(&format!("limits.{name}"), number)?;
        }
    }
    let name = "maxStorageBufferBindingSize";
    if let Some(number) = limit_of(value, name)? {
        limits.max_storage_buffer_binding_size = bytes(&format!("limits.{name}"), number)?;
    }
    Ok(limits)
}

fn limit_of(limits: &JsValue, name: &str) -> Result<Option<f64>, JsError> {
    number(&format!("limits.{name}"), &property(limits, name))
}
