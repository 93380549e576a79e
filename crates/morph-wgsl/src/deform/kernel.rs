//! Which deform pass: the layout of the deltas, how the work is shared, where vertices go.

use super::Output;
use super::prelude::{BALLOTS, CACHE, direct_bands};
use crate::{AttributeSet, Interleaved, WORKGROUP_SIZE};
use morph_core::deform::{GroupSize, WeightForm};
use morph_core::packed::{BlockEncoding, DenseEncoding, Header};

/// How the deltas of a deform pass lie in its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeformLayout {
    /// [`morph_core::LinearLayout`]: f32, target after target.
    Linear,
    /// [`morph_core::packed::DenseTargets`]: 16 bits, target after target.
    Dense(DenseEncoding),
    /// [`morph_core::packed::BlockedTargets`]: 64 vertices and a target an entry.
    Blocked(BlockEncoding),
    /// [`morph_core::packed::RowSparseTargets`]: a list of targets for each vertex.
    RowSparse,
}

impl DeformLayout {
    /// All layouts.
    pub const ALL: [Self; 9] = [
        Self::Linear,
        Self::Dense(DenseEncoding::Bits16),
        Self::Dense(DenseEncoding::F16),
        Self::Blocked(BlockEncoding::EightBytes),
        Self::Blocked(BlockEncoding::SixBytes),
        Self::Blocked(BlockEncoding::Bounded),
        Self::Blocked(BlockEncoding::Bits16),
        Self::Blocked(BlockEncoding::F32),
        Self::RowSparse,
    ];

    /// How the frame holds the weights.
    #[must_use]
    pub const fn weight_form(self) -> WeightForm {
        match self {
            Self::Linear | Self::Dense(_) => WeightForm::Pairs,
            Self::Blocked(_) | Self::RowSparse => WeightForm::ByTarget,
        }
    }

    /// The word that [`morph_core::deform::DeformMesh::extra`] takes for a set with this header.
    #[must_use]
    pub const fn extra(self, header: &Header) -> u32 {
        match self {
            Self::Dense(_) | Self::RowSparse => header.values,
            Self::Linear | Self::Blocked(_) => 0,
        }
    }
}

/// One kernel of the deform pass.
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, Deform, DeformLayout, compose_deform};
/// let kernel = Deform::new(DeformLayout::Blocked(Default::default()), AttributeSet::PN, true);
/// assert_eq!(kernel.name(), "deform-blocked8-s1-arena-pn-normalized");
/// let faster_for_few_vertices = Deform { slices: 4, ..kernel };
/// assert_eq!(faster_for_few_vertices.workgroup_size(), 256);
/// assert!(compose_deform(&kernel, None).contains("fn morph_main("));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deform {
    /// How the deltas lie.
    pub layout: DeformLayout,
    /// What is morphed: the bands of the layout.
    pub attributes: AttributeSet,
    /// Whether NORMAL and TANGENT get unit length after the sum.
    pub normalize: bool,
    /// Shares of the targets that a workgroup adds side by side: 1, 2 or 4. More are faster for
    /// meshes of few vertices.
    pub slices: u32,
    /// Instances that share a workgroup.
    pub group: GroupSize,
    /// Where vertices go.
    pub output: Output,
}

impl Deform {
    /// A kernel into the arena, without slices, for one instance a workgroup.
    #[must_use]
    pub const fn new(layout: DeformLayout, attributes: AttributeSet, normalize: bool) -> Self {
        let (slices, group, output) = (1, GroupSize::One, Output::Arena);
        Self { layout, attributes, normalize, slices, group, output }
    }

    /// Whether the parts fit together.
    ///
    /// | part | goes with |
    /// | --- | --- |
    /// | 2 or 4 slices | all layouts but row sparse; POSITION, NORMAL and TANGENT only |
    /// | 8 or 16 instances | blocked layouts without slices; the same attributes |
    /// | interleaved output | a place for each attribute |
    /// | compact output | POSITION with or without NORMAL, which is normalised |
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let pnt = self.attributes.is_pnt();
        let slices = match self.slices {
            1 => true,
            2 | 4 => pnt && self.layout != DeformLayout::RowSparse,
            _ => false,
        };
        let blocked = matches!(self.layout, DeformLayout::Blocked(_));
        let group = self.group == GroupSize::One || (blocked && pnt && self.slices == 1);
        let output = match &self.output {
            Output::Arena => true,
            Output::Interleaved(vertex) => vertex.is_valid(&self.attributes),
            Output::Compact => match self.attributes {
                AttributeSet::P => true,
                AttributeSet::PN => self.normalize,
                _ => false,
            },
        };
        !self.attributes.is_empty() && slices && group && output
    }

    /// Invocations of a workgroup.
    #[must_use]
    pub const fn workgroup_size(&self) -> u32 {
        WORKGROUP_SIZE * self.slices
    }

    /// Bytes of workgroup memory: each variable up to a multiple of 16, as WebGPU counts
    /// `maxComputeWorkgroupStorageSize`.
    ///
    /// # Example
    /// ```
    /// use morph_wgsl::{AttributeSet, Deform, DeformLayout};
    /// let rows = Deform::new(DeformLayout::RowSparse, AttributeSet::PN, true);
    /// assert_eq!(rows.workgroup_bytes(), 0);
    /// let linear = Deform::new(DeformLayout::Linear, AttributeSet::PN, true);
    /// assert_eq!(linear.workgroup_bytes(), 64 * 16);
    /// ```
    #[must_use]
    pub fn workgroup_bytes(&self) -> u32 {
        if self.layout == DeformLayout::RowSparse || self.group != GroupSize::One {
            return 0;
        }
        let shares = WORKGROUP_SIZE * (self.slices - 1) * 3 * direct_bands(&self.attributes);
        let blocked = matches!(self.layout, DeformLayout::Blocked(_));
        let sets = self.attributes.band_count() - direct_bands(&self.attributes);
        let of_blocks = [CACHE, BALLOTS, self.workgroup_size() * sets];
        let list = 4 * self.workgroup_size();
        let words = of_blocks.into_iter().filter(|_| blocked).chain([list, shares]);
        words.map(|words| (4 * words).next_multiple_of(16)).sum()
    }

    /// Whether the device must read binary16 in shaders (`SHADER_F16_IN_F32` of wgpu's downlevel
    /// flags): all kernels but those of dense f16 sets need no optional feature.
    #[must_use]
    pub const fn needs_half_floats(&self) -> bool {
        matches!(self.layout, DeformLayout::Dense(DenseEncoding::F16))
    }

    /// The table that tests and translations go through: every layout with every kind of
    /// attributes, and each other choice beside some of them.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let sets = [AttributeSet::P, AttributeSet::PN, AttributeSet::PNT, ALL_KINDS];
        let mut all: Vec<_> = DeformLayout::ALL
            .into_iter()
            .flat_map(|layout| sets.map(|set| Self::new(layout, set, true)))
            .collect();
        for layout in DeformLayout::ALL {
            let kernel = Self::new(layout, AttributeSet::PN, true);
            if layout != DeformLayout::RowSparse {
                all.extend([2, 4].map(|slices| Self { slices, ..kernel }));
            }
            if matches!(layout, DeformLayout::Blocked(_)) {
                let crowds = [GroupSize::Eight, GroupSize::Sixteen];
                all.extend(crowds.map(|group| Self { group, ..kernel }));
            }
            all.push(Self { output: Output::Compact, ..kernel });
        }
        let eight = DeformLayout::Blocked(BlockEncoding::EightBytes);
        for group in GroupSize::ALL {
            let kernel = |set, output| Self { group, output, ..Self::new(eight, set, true) };
            let to = |stride, offsets: &[u32]| Interleaved::new(stride, offsets);
            let outputs = [
                (AttributeSet::PNT, to(12, &[0, 4, 8]).with_free_padding()),
                (AttributeSet::PNT, to(14, &[0, 3, 6])),
                (AttributeSet::PN, to(9, &[5, 1])),
            ];
            all.extend(outputs.map(|(set, vertex)| kernel(set, Output::Interleaved(vertex))));
            all.push(kernel(AttributeSet::P, Output::Compact));
            if group != GroupSize::One {
                let sets = [AttributeSet::P, AttributeSet::PNT];
                all.extend(sets.map(|set| kernel(set, Output::Arena)));
                all.push(kernel(AttributeSet::PN, Output::Compact));
            }
        }
        for vertex in [
            Interleaved::new(18, &[0, 3, 6, 10, 12, 14]),
            Interleaved::new(24, &[0, 4, 8, 12, 16, 20]).with_free_padding(),
        ] {
            let output = Output::Interleaved(vertex);
            all.push(Self { output, ..Self::new(eight, ALL_KINDS, true) });
        }
        all.push(Self { slices: 4, ..Self::new(eight, AttributeSet::PNT, true) });
        for layout in [eight, DeformLayout::Dense(DenseEncoding::Bits16), DeformLayout::RowSparse] {
            all.push(Self::new(layout, AttributeSet::PN, false));
        }
        all
    }
}

/// POSITION, NORMAL, TANGENT, two sets of texture coordinates and a colour.
const ALL_KINDS: AttributeSet = AttributeSet { texcoords: 0b11, colors: 0b1, ..AttributeSet::PNT };

#[cfg(all(test, feature = "validate"))]
mod tests {
    use super::*;
    use crate::Slots;
    use crate::validate::validate_deform;

    #[test]
    fn workgroup_memory_is_what_the_shader_declares() {
        let many = AttributeSet { texcoords: !0, colors: !0, ..AttributeSet::PNT };
        let more = DeformLayout::ALL.map(|layout| Deform::new(layout, many, true));
        let mut most = 0;
        for kernel in Deform::all().into_iter().chain(more) {
            let shader = validate_deform(&kernel, &Slots::default(), None).unwrap();
            let module = &shader.module;
            let variables = module.global_variables.iter().map(|(_, variable)| variable);
            let shared = variables.filter(|v| v.space == naga::AddressSpace::WorkGroup);
            let bytes = |v: &naga::GlobalVariable| {
                module.types[v.ty].inner.size(module.to_ctx()).next_multiple_of(16)
            };
            assert_eq!(shared.map(bytes).sum::<u32>(), kernel.workgroup_bytes(), "{kernel}");
            most = most.max(kernel.workgroup_bytes());
        }
        assert!(most > 16384, "{most}");
    }
}
