//! Kernels that compute boxes.

use crate::prelude::{line, row_header, uint};
use crate::{Binding, BindingKind, DISPATCH_ROW, ParsePermutationError, Slots, WORKGROUP_SIZE};
use morph_core::{BoxRecord, CLUSTER_BOX_FLOATS, ClusterUniform};
use std::fmt;
use std::str::FromStr;

/// A kernel that computes a conservative box for each row of weights, from a
/// [`morph_core::ClusterBounds`].
///
/// | binding | what |
/// | --- | --- |
/// | `morph_boxes` | [`morph_core::ClusterBounds::encode_into`] |
/// | `morph_rows` | rows of weights, as vertex shaders read them |
/// | `morph_set` | [`ClusterUniform`] |
/// | `morph_bounds` | a [`BoxRecord`] for each row |
///
/// A box is never smaller than that of the blended positions, whatever a device rounds: each side
/// lies outwards of the exact sum of N2 of the rules, over what moves the cluster, by at most
/// `(active + 2) * (2^-20 * magnitude + 2^-119)`, with the letters of N5 (rule N15). Where the magnitude
/// exceeds 2^125 it is the largest finite box. Where no target takes part it is that of the base,
/// exactly, but for sides that are subnormal, which go outwards to the next number that is not.
///
/// # Example
/// ```
/// use morph_wgsl::{Bounds, Shader, Slots};
/// let names = Bounds::Pairs.bindings(&Slots::default()).map(|binding| binding.name);
/// assert_eq!(names, ["morph_boxes", "morph_rows", "morph_set", "morph_bounds"]);
/// let kernel: Shader = "bounds-dense".parse()?;
/// assert_eq!(kernel, Shader::Bounds(Bounds::Dense));
/// # Ok::<(), morph_wgsl::ParsePermutationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bounds {
    /// Rows of pairs, as linear deltas have them ([`morph_core::encode_row`]).
    Pairs,
    /// Rows of a weight a target, as row sparse deltas have them ([`morph_core::encode_dense_row`]).
    Dense,
}

impl Bounds {
    /// All kernels.
    pub const ALL: [Self; 2] = [Self::Pairs, Self::Dense];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pairs => "bounds-pairs",
            Self::Dense => "bounds-dense",
        }
    }

    /// The files after the prelude, in order.
    #[must_use]
    pub const fn files(self) -> [&'static str; 5] {
        let rows = match self {
            Self::Pairs => "bounds/pairs.wgsl",
            Self::Dense => "bounds/dense.wgsl",
        };
        ["bounds/box.wgsl", "bounds/grow.wgsl", rows, "bounds/join.wgsl", "bounds/main.wgsl"]
    }

    /// What it binds, ascending.
    #[must_use]
    pub fn bindings(self, slots: &Slots) -> [Binding; 4] {
        let word = BindingKind::ReadStorage { min_size: 4 };
        let set = BindingKind::Uniform { size: size_of::<ClusterUniform>() as u64 };
        let boxes = BindingKind::ReadWriteStorage { min_size: size_of::<BoxRecord>() as u64 };
        let list = [word, word, set, boxes];
        let names = ["morph_boxes", "morph_rows", "morph_set", "morph_bounds"];
        std::array::from_fn(|at| Binding {
            group: slots.group,
            binding: slots.first_binding + at as u32,
            name: names[at],
            kind: list[at],
            vertex: false,
            dynamic_offset: false,
        })
    }

    /// Bytes of workgroup memory: two corners an invocation.
    #[must_use]
    pub const fn workgroup_bytes(self) -> u32 {
        2 * 16 * WORKGROUP_SIZE
    }
}

/// Workgroups to dispatch, `[columns, lines, 1]`.
///
/// # Example
/// ```
/// use morph_core::ClusterUniform;
/// use morph_wgsl::bounds_dispatch;
/// let uniform = |lane_count, row_count| ClusterUniform { lane_count, row_count, ..Default::default() };
/// assert_eq!(bounds_dispatch(&uniform(64, 70_000)), [65535, 2, 1]);
/// assert_eq!(bounds_dispatch(&uniform(1, 65)), [2, 1, 1]);
/// ```
#[must_use]
pub fn bounds_dispatch(uniform: &ClusterUniform) -> [u32; 3] {
    let instances = WORKGROUP_SIZE / uniform.lane_count.clamp(1, WORKGROUP_SIZE);
    crate::deform_dispatch(uniform.row_count.div_ceil(instances))
}

const _: () = assert!(morph_core::ClusterBounds::MAX_CLUSTERS as u32 == WORKGROUP_SIZE);

/// What a device may take for 0 lies below it.
const LEAST: f32 = f32::MIN_POSITIVE;

/// Each of (active + 2) steps may lose so much of the largest partial sum: a product and a sum, of a
/// unit in the last place each, here and in the blend, and as much again for what the magnitude lost.
const SLACK: f32 = 4.0 * f32::EPSILON;

/// The same of what is lost below the least number.
const LEAST_SLACK: f32 = 64.0 * LEAST;

/// Bits of 2^125: sums of a larger magnitude may be beyond f32.
const MOST_MAGNITUDE: u32 = (125 + 127) << 23;

/// The constants of a kernel.
pub(crate) fn bounds_prelude(kernel: Bounds, slots: &Slots) -> String {
    let mut text = format!("// morph targets: {kernel}\n");
    let hex = |text: &mut String, name, value: f32| {
        let exponent = (value.to_bits() >> 23) as i32 - 127;
        line(text, name, "f32", format_args!("0x1p{exponent:+}f"));
    };
    uint(&mut text, "GROUP", slots.group);
    uint(&mut text, "BINDING", slots.first_binding);
    uint(&mut text, "WORKGROUP", WORKGROUP_SIZE);
    uint(&mut text, "DISPATCH_ROW", DISPATCH_ROW);
    uint(&mut text, "BOX_FLOATS", CLUSTER_BOX_FLOATS as u32);
    row_header(&mut text);
    hex(&mut text, "LEAST", LEAST);
    hex(&mut text, "SLACK", SLACK);
    hex(&mut text, "LEAST_SLACK", LEAST_SLACK);
    uint(&mut text, "MOST_MAGNITUDE", MOST_MAGNITUDE);
    line(&mut text, "MOST", "f32", format_args!("0x1.fffffep+127f"));
    text
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Bounds {
    type Err = ParsePermutationError;

    fn from_str(text: &str) -> Result<Self, ParsePermutationError> {
        let named = Self::ALL.into_iter().find(|kernel| kernel.name() == text);
        named.ok_or_else(|| ParsePermutationError { text: text.to_owned() })
    }
}
