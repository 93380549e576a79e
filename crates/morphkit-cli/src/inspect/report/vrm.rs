//! Expressions of a VRM avatar in a report.

use super::MeshReport;
use morphkit::gltf::Document;
use morphkit::gltf::vrm::{Bind, Expression, Kind, Owner};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(crate) struct VrmReport {
    /// `0.x` or `1.0`.
    pub(crate) version: String,
    pub(crate) expressions: Vec<ExpressionReport>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ExpressionReport {
    pub(crate) name: String,
    /// The preset's name in VRM 1.0; `None` for a custom expression.
    pub(crate) preset: Option<&'static str>,
    pub(crate) place: String,
    pub(crate) binary: bool,
    /// `none`, `block` or `blend`.
    pub(crate) override_blink: &'static str,
    pub(crate) override_look_at: &'static str,
    pub(crate) override_mouth: &'static str,
    pub(crate) binds: Vec<BindReport>,
    /// Binds to colours and textures.
    pub(crate) material_binds: usize,
}

/// A target that it moves: of a node in VRM 1.0, of a mesh in VRM 0.x.
#[derive(Debug, Serialize)]
pub(crate) struct BindReport {
    pub(crate) node: Option<usize>,
    pub(crate) mesh: Option<usize>,
    pub(crate) target: usize,
    pub(crate) name: Option<String>,
    pub(crate) weight: f32,
}

impl VrmReport {
    /// `None` where the file is no avatar, or has no expressions. Meshes with errors have no names.
    pub(super) fn new(document: &Document, meshes: &[MeshReport]) -> Option<Self> {
        let vrm = document.vrm().ok()??;
        let names: BTreeMap<usize, &[String]> = meshes
            .iter()
            .filter_map(|mesh| Some((mesh.index, mesh.target_names.as_deref()?)))
            .collect();
        let name_of = |mesh: usize, target: usize| names.get(&mesh)?.get(target).cloned();
        let bind = |bind: &Bind| {
            let (node, mesh) = match bind.owner {
                Owner::Node(node) => {
                    (Some(node), document.root().nodes.get(node).and_then(|node| node.mesh))
                }
                Owner::Mesh(mesh) => (None, Some(mesh)),
            };
            BindReport {
                node,
                mesh,
                target: bind.target,
                name: mesh.and_then(|mesh| name_of(mesh, bind.target)),
                weight: bind.weight,
            }
        };
        let expression = |of: &Expression| ExpressionReport {
            name: of.name.clone(),
            preset: of.preset.map(|preset| preset.name()),
            place: of.place(),
            binary: of.is_binary,
            override_blink: of.overrides(Kind::Blink).name(),
            override_look_at: of.overrides(Kind::LookAt).name(),
            override_mouth: of.overrides(Kind::Mouth).name(),
            binds: of.binds.iter().map(bind).collect(),
            material_binds: of.material_binds,
        };
        let expressions = vrm.expressions.iter().map(expression).collect();
        Some(Self { version: vrm.version.to_string(), expressions })
    }
}
