//! A graphics device and the deltas of one file.

use super::engine::Blended;
use super::error_bound::{ErrorBounds, widen};
use super::source::Source;
use super::upload::Upload;
use crate::args::BlendArgs;
use crate::failure::Failure;
use crate::packing::Packed;
use anyhow::Context;
use morphkit::core::MorphTargets;
use morphkit::core::packed::PackOptions;
use morphkit::gpu::ComputeBlend;
use morphkit_scene::{Allowed, Gpu, Way};
use std::collections::HashMap;
use std::rc::Rc;

/// A graphics device and the deltas of one file.
#[derive(Debug)]
pub(super) struct Device {
    gpu: Gpu,
    way: Way,
    allowed: Option<Allowed>,
    compute: ComputeBlend,
    /// The file whose deltas are there; held, so that no other can get its address.
    source: Option<Rc<Source>>,
    /// Normalising and raw, made when they are needed.
    uploads: [Option<Upload>; 2],
    /// By mesh and primitive, what a packed layout keeps of the targets; `None` for all of it.
    kept: HashMap<(usize, usize), Option<MorphTargets>>,
}

impl Device {
    pub(super) fn open(args: &BlendArgs, way: Way) -> Result<Self, Failure> {
        let gpu = Gpu::open(args.adapter.as_deref(), args.backend).map_err(Failure::Environment)?;
        let compute = ComputeBlend::new(&gpu.device, &gpu.queue);
        Ok(Self {
            gpu,
            way,
            allowed: args.allowed(),
            compute,
            source: None,
            uploads: [None, None],
            kept: HashMap::new(),
        })
    }

    /// The adapter's name.
    pub(super) fn name(&self) -> &str {
        &self.gpu.name
    }

    /// Blends all primitives of a mesh.
    pub(super) fn blend(
        &mut self,
        source: &Rc<Source>,
        mesh: usize,
        weights: &[f32],
        raw: bool,
    ) -> Result<Blended, Failure> {
        if !self.source.as_ref().is_some_and(|held| Rc::ptr_eq(held, source)) {
            self.uploads = [None, None];
            self.kept.clear();
            self.source = Some(source.clone());
        }
        let slot = &mut self.uploads[usize::from(raw)];
        let upload = match slot {
            Some(upload) => upload,
            None => slot.insert(Upload::new(&self.gpu, self.way, self.allowed, source, raw)?),
        };
        let blended = upload.blend(&self.gpu, &mut self.compute, source, mesh, weights);
        let name = &self.gpu.name;
        let blended = blended.with_context(|| format!("{name}: meshes[{mesh}]"));
        self.gpu.check().map_err(Failure::Environment)?;
        let blended = blended.map_err(Failure::Environment)?;
        let bounds = self.bounds(source, mesh, weights, raw)?;
        Ok(Blended { bounds, ..blended })
    }

    /// How far the sums of a mesh may be off; `None` where all deltas are used as they are.
    fn bounds(
        &mut self,
        source: &Source,
        mesh: usize,
        weights: &[f32],
        raw: bool,
    ) -> Result<Option<ErrorBounds>, Failure> {
        let Some(upload) = &self.uploads[usize::from(raw)] else { return Ok(None) };
        let mut bounds = None;
        for (at, primitive) in source.meshes[mesh].primitives.iter().enumerate() {
            let (Some(layout), Some(targets)) =
                (upload.packed_layout(mesh, at), &primitive.targets)
            else {
                continue;
            };
            if !self.kept.contains_key(&(mesh, at)) {
                let base = &primitive.base;
                let bound = Some(Allowed::bound(self.allowed, base));
                let options = PackOptions { base: Some(base), bound, strict: false };
                let packed = Packed::new(layout, targets, &options);
                let kept = packed.and_then(|packed| packed.map(|p| p.decode()).transpose());
                let kept = kept.with_context(|| format!("meshes[{mesh}].primitives[{at}]"));
                self.kept.insert((mesh, at), kept.map_err(Failure::Environment)?);
            }
            if let Some(Some(kept)) = self.kept.get(&(mesh, at)) {
                widen(bounds.get_or_insert_default(), targets, kept, weights);
            }
        }
        Ok(bounds)
    }
}
