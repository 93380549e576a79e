//! The numbers that a model has of its pool.

use super::world::{Instance, Kind, Set, World};
use crate::pool::CHOICES;
use crate::pool_deform::EXACT;
use morph_core::packed::{
    BlockEncoding, BlockedTargets, ErrorBound, PackOptions, RowSparseTargets,
};
use morph_core::{
    AttributeSet, Deltas, LinearLayout, MorphTargets, TextureLayout, UniformCapacity,
    VertexAttributes, dense_row_words, row_words,
};
use morph_gpu::{Choice, PoolStats, device_limits};
use morph_tests::gpu;
use morph_wgsl::{DeformLayout, arena_stride_words};
use std::collections::BTreeMap;

/// Rows begin at multiples of so many words.
const ROW_WORDS: u32 = 64;

impl Set {
    fn attributes(&self) -> AttributeSet {
        AttributeSet::from_attributes(self.targets.attributes().iter().copied()).unwrap()
    }

    /// Bytes of its deltas.
    pub(super) fn delta_bytes(&self) -> u64 {
        let targets = &self.targets;
        let limits = device_limits(&gpu().device.limits());
        let (vertices, count) = (targets.vertex_count() as u32, targets.target_count() as u32);
        let attributes = self.attributes();
        let linear = || LinearLayout::new(vertices, count, attributes, &limits).unwrap();
        match self.kind {
            Kind::Shader(at) => match CHOICES[at] {
                Choice::Texture(_) => {
                    TextureLayout::new(vertices, count, attributes, &limits).unwrap().byte_count()
                }
                Choice::RowSparse(_) => {
                    let packed = RowSparseTargets::new(targets, &PackOptions::default());
                    packed.unwrap().layout().byte_count()
                }
                _ => linear().byte_count(),
            },
            Kind::Deform(at) => match EXACT[at] {
                DeformLayout::Linear => linear().byte_count(),
                _ => {
                    let bound = ErrorBound::for_base(&self.base);
                    let options = PackOptions { base: Some(&self.base), bound, strict: false };
                    let packed = BlockedTargets::new(targets, BlockEncoding::F32, &options);
                    packed.unwrap().encode().len() as u64 * 4
                }
            },
        }
    }

    /// Bytes of a row of weights.
    fn row_bytes(&self, choice: Choice) -> u64 {
        let count = self.targets.target_count() as u32;
        match choice {
            Choice::Texture(_) => {
                let bytes = UniformCapacity::for_targets(count).byte_count();
                bytes.next_multiple_of(u64::from(ROW_WORDS) * 4)
            }
            Choice::RowSparse(_) => dense_row_words(count, ROW_WORDS) * 4,
            _ => row_words(count, ROW_WORDS) * 4,
        }
    }

    /// Bytes of vertices of the deform pass.
    fn vertex_bytes(&self) -> u64 {
        u64::from(arena_stride_words(&self.attributes())) * 4 * self.base.vertex_count() as u64
    }
}

/// Bytes of deltas in the CPU's memory.
fn kept_bytes(targets: &MorphTargets) -> u64 {
    let all = (0..targets.target_count())
        .flat_map(|target| targets.attributes().iter().map(move |a| (target, *a)));
    let bytes = all.map(|(target, attribute)| match targets.deltas(target, attribute) {
        Some(Deltas::Dense(values)) => values.len() as u64 * 4,
        Some(Deltas::Sparse { indices, values }) => (indices.len() + values.len()) as u64 * 4,
        None => 0,
    });
    bytes.sum()
}

fn base_bytes(base: &VertexAttributes) -> u64 {
    base.attributes().map(|a| base.values(a).unwrap().len() as u64 * 4).sum()
}

impl World {
    /// What the pool has to tell, but for the bytes of its buffers.
    fn stats(&self) -> PoolStats {
        let mut stats = PoolStats::default();
        let mut deltas: BTreeMap<(Kind, usize, usize, u32), &Set> = BTreeMap::new();
        let mut kept: BTreeMap<usize, &MorphTargets> = BTreeMap::new();
        for set in self.meshes.iter().filter(|mesh| mesh.is_there()).flat_map(|mesh| &mesh.sets) {
            stats.targets += 1;
            let identity = set.targets.identity();
            kept.insert(identity, &set.targets);
            let base = match set.kind {
                Kind::Shader(_) => 0,
                Kind::Deform(_) => std::rc::Rc::as_ptr(&set.base) as usize,
            };
            deltas.insert((set.kind, identity, base, set.number), set);
        }
        stats.kept_bytes = kept.values().map(|targets| kept_bytes(targets)).sum();
        for set in deltas.values() {
            let bytes = set.bytes;
            stats.delta_sets += 1;
            stats.delta_bytes += bytes;
            match set.kind {
                Kind::Deform(_) => {
                    stats.base_bytes += set.vertex_bytes();
                    stats.kept_bytes += base_bytes(&set.base);
                }
                Kind::Shader(at) if matches!(CHOICES[at], Choice::RowSparse(_)) => {
                    stats.kept_bytes += bytes;
                }
                Kind::Shader(_) => {}
            }
        }
        let places = if self.options.keep_previous { 2 } else { 1 };
        for Instance { mesh, handles, .. } in self.instances.iter().flatten() {
            stats.instances += 1;
            stats.handles += handles;
            for set in &self.meshes[*mesh].sets {
                match set.kind {
                    Kind::Shader(at) => {
                        stats.rows += 1;
                        stats.row_bytes += set.row_bytes(CHOICES[at]);
                    }
                    Kind::Deform(_) => {
                        stats.deformed += 1;
                        stats.output_bytes += places * set.vertex_bytes();
                    }
                }
            }
        }
        stats
    }

    /// The pool's numbers are the model's.
    pub(super) fn check(&self) {
        let found = self.pool.stats();
        let PoolStats { reserved_bytes, .. } = found;
        assert_eq!(found, PoolStats { reserved_bytes, ..self.stats() });
        let used = found.delta_bytes + found.base_bytes + found.row_bytes + found.output_bytes;
        assert!(reserved_bytes >= used, "{found:?}");
        assert_eq!(self.pool.instance_count(), found.instances);
        assert_eq!(self.pool.delta_bytes(), found.delta_bytes);
        for &(id, at) in &self.handles {
            let weights = self.pool.weights(id).ok().map(|weights| weights.as_slice());
            let instance = at.and_then(|at| self.instances[at].as_ref());
            assert_eq!(weights, instance.map(|instance| instance.weights.as_slice()), "{id}");
        }
    }
}
