//! What a rule's test asks of a file.

use crate::asset::{Asset, triangle};
use morph_core::{Attribute, Deltas, MorphMesh, Normalize, VertexAttributes, blend};
use morph_gltf::{Code, Severity};
use serde_json::Value;

/// The first primitive of the first mesh.
pub(crate) fn primitive(asset: &mut Asset) -> &mut Value {
    &mut asset.json["meshes"][0]["primitives"][0]
}

/// A triangle with these targets.
pub(crate) fn with_targets(mut asset: Asset, targets: Value) -> Asset {
    primitive(&mut asset)["targets"] = targets;
    asset
}

/// A triangle with another base.
pub(crate) fn with_attribute(name: &str, accessor: impl FnOnce(&mut Asset) -> usize) -> Asset {
    let mut asset = triangle();
    let accessor = accessor(&mut asset);
    primitive(&mut asset)["attributes"][name] = accessor.into();
    asset
}

/// The file loads, and there is nothing to find, strictly read or not.
#[track_caller]
pub(crate) fn is_right(asset: &Asset) -> MorphMesh {
    assert_eq!(asset.found(), [""; 0]);
    let strict = asset.strict().expect("it opens");
    assert_eq!(strict.validate(), Ok(()));
    strict.mesh(0).expect("it loads")
}

/// The file breaks the rule and has one meaning all the same: it loads, a finding tells, and strict
/// reading refuses it.
#[track_caller]
pub(crate) fn is_recoverable(asset: &Asset, code: Code) -> MorphMesh {
    assert_eq!(code.severity(), Severity::Recoverable);
    let document = asset.document();
    assert!(document.findings().iter().any(|f| f.code == code), "{code}: {:?}", asset.found());
    assert_eq!(document.validate(), Ok(()), "{code}");
    let strict = asset.strict().map(|document| document.validate());
    assert!(!matches!(strict, Ok(Ok(()))), "{code}");
    document.mesh(0).expect("it loads")
}

/// The file is refused, by this code.
#[track_caller]
pub(crate) fn is_fatal(asset: &Asset, code: Code) {
    assert_eq!(code.severity(), Severity::Fatal);
    let found = asset.document().findings();
    assert!(found.iter().any(|f| f.code == code), "{code}: {found:?}");
    assert!(asset.document().validate().is_err(), "{code}");
}

/// Deltas of a target of the mesh's first primitive.
pub(crate) fn deltas(mesh: &MorphMesh, target: usize, attribute: Attribute) -> Option<Deltas> {
    let targets = mesh.primitives[0].targets.as_ref()?;
    targets.deltas(target, attribute).cloned()
}

/// The first primitive with weights.
pub(crate) fn blended(mesh: &MorphMesh, weights: &[f32], normalize: Normalize) -> VertexAttributes {
    let primitive = &mesh.primitives[0];
    let targets = primitive.targets.as_ref().expect("it has targets");
    blend(&primitive.base, targets, weights, normalize).expect("weights are finite")
}
