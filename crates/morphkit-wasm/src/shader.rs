//! Shader text of permutations, and what to bind for it.

use crate::value::{count, object};
use js_sys::Object;
use morphkit::wgsl::{BindingKind, bindings};
use morphkit::{Permutation, Slots, compose};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The WGSL text of a permutation, named as in `vertex-tiled-uniform64-pnt-normalized`.
///
/// `hook` is WGSL that defines `morph_hook`; only compute permutations call it.
///
/// # Errors
/// The name is no permutation's.
#[wasm_bindgen]
pub fn wgsl(
    permutation: &str,
    group: Option<f64>,
    #[wasm_bindgen(js_name = firstBinding)] first_binding: Option<f64>,
    hook: Option<String>,
) -> Result<String, JsError> {
    let permutation: Permutation = permutation.parse()?;
    Ok(compose(&permutation, &slots(group, first_binding)?, hook.as_deref()))
}

/// What the shader of a permutation binds.
///
/// # Errors
/// The name is no permutation's.
#[wasm_bindgen(js_name = shaderBindings, unchecked_return_type = "ShaderBinding[]")]
pub fn shader_bindings(
    permutation: &str,
    group: Option<f64>,
    #[wasm_bindgen(js_name = firstBinding)] first_binding: Option<f64>,
) -> Result<Vec<Object>, JsError> {
    let permutation: Permutation = permutation.parse()?;
    let plain = bindings(&permutation, &slots(group, first_binding)?).into_iter().map(|binding| {
        let (kind, size) = match binding.kind {
            BindingKind::UnfilterableTexture { array: false } => ("texture-2d", None),
            BindingKind::UnfilterableTexture { array: true } => ("texture-2d-array", None),
            BindingKind::Uniform { size } => ("uniform", Some(size)),
            BindingKind::ReadStorage { min_size } => ("read-only-storage", Some(min_size)),
            BindingKind::ReadWriteStorage { min_size } => ("storage", Some(min_size)),
        };
        let mut fields = vec![
            ("group", binding.group.into()),
            ("binding", binding.binding.into()),
            ("name", binding.name.into()),
            ("kind", kind.into()),
            ("hasDynamicOffset", binding.dynamic_offset.into()),
        ];
        fields.extend(size.map(|size| ("minBindingSize", (size as f64).into())));
        object(fields)
    });
    Ok(plain.collect())
}

/// Names of the permutations that the library's tests go through; other sets of attributes follow
/// the same pattern.
#[wasm_bindgen(js_name = permutationNames)]
#[must_use]
pub fn permutation_names() -> Vec<String> {
    Permutation::all().iter().map(Permutation::name).collect()
}

fn slots(group: Option<f64>, first_binding: Option<f64>) -> Result<Slots, JsError> {
    Ok(Slots {
        group: count("group", group.unwrap_or(0.0))?,
        first_binding: count("firstBinding", first_binding.unwrap_or(0.0))?,
    })
}
