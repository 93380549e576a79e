//! What computes: the CPU, or a graphics device with the file's deltas on it.

use super::device::Device;
use super::error_bound::ErrorBounds;
use super::source::Source;
use crate::args::BlendArgs;
use crate::failure::Failure;
use anyhow::Context;
use morphkit::core::{MorphMesh, MorphPrimitive, MorphTargets, Normalize, VertexAttributes, blend};
use morphkit_scene::Backend;
use std::rc::Rc;

/// The CPU or a device.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) backend: Backend,
    device: Option<Device>,
}

/// Blended primitives of one instance; `None` where nothing morphs.
#[derive(Debug)]
pub(super) struct Blended {
    pub(super) primitives: Vec<Option<VertexAttributes>>,
    /// Active weights that the device's uniform had no room for.
    pub(super) dropped: usize,
    /// For each primitive the backend whose layout was taken, where it was chosen.
    pub(super) chosen: Vec<Option<Backend>>,
    /// How far sums may be off; `None` where deltas are used as they are.
    pub(super) bounds: Option<ErrorBounds>,
}

impl Engine {
    pub(super) fn open(args: &BlendArgs) -> Result<Self, Failure> {
        let device = match args.backend.way() {
            None => None,
            Some(way) => Some(Device::open(args, way)?),
        };
        Ok(Self { backend: args.backend, device })
    }

    /// The device's name, `None` for the CPU.
    pub(super) fn adapter(&self) -> Option<&str> {
        self.device.as_ref().map(Device::name)
    }

    /// Blends all primitives of an instance.
    pub(super) fn blend(
        &mut self,
        source: &Rc<Source>,
        instance: usize,
        weights: &[f32],
        raw: bool,
    ) -> Result<Blended, Failure> {
        let mesh = source.instances[instance].mesh;
        match &mut self.device {
            None => on_cpu(mesh, &source.meshes[mesh], weights, raw),
            Some(device) => device.blend(source, mesh, weights, raw),
        }
    }
}

impl Blended {
    /// What exact deltas in a layout that was asked for give.
    pub(super) fn new(primitives: Vec<Option<VertexAttributes>>, dropped: usize) -> Self {
        let chosen = vec![None; primitives.len()];
        Self { primitives, dropped, chosen, bounds: None }
    }
}

fn on_cpu(place: usize, mesh: &MorphMesh, weights: &[f32], raw: bool) -> Result<Blended, Failure> {
    let normalize = if raw { Normalize::No } else { Normalize::Yes };
    let primitives = mesh.primitives.iter().enumerate().map(|(at, primitive)| {
        let Some(targets) = moving(primitive) else { return Ok(None) };
        let blended = blend(&primitive.base, targets, weights, normalize);
        blended.map(Some).with_context(|| format!("meshes[{place}].primitives[{at}]"))
    });
    let primitives = primitives.collect::<Result<Vec<_>, _>>().map_err(Failure::File)?;
    Ok(Blended::new(primitives, 0))
}

/// The targets of a primitive, if they move anything.
pub(super) fn moving(primitive: &MorphPrimitive) -> Option<&MorphTargets> {
    primitive.targets.as_ref().filter(|targets| !targets.attributes().is_empty())
}
