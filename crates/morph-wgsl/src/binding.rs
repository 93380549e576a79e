//! What a permutation binds, and where.

use crate::{Deform, DeltaSource, Permutation, Stage, WeightsFormat};
use morph_core::deform::ELEMENT_WORDS;
use morph_core::{HEADER_WORDS, SeedUniform};

/// Where a permutation's bindings go: a group, and the first of consecutive bindings in it.
///
/// Deltas are at `first_binding`, weights at `first_binding + 1`; in compute permutations the base
/// is at `first_binding + 2` and the output at `first_binding + 3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Slots {
    /// The bind group.
    pub group: u32,
    /// The first binding.
    pub first_binding: u32,
}

/// What kind of resource a binding takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BindingKind {
    /// A float texture that is read with `textureLoad` only.
    UnfilterableTexture {
        /// Whether it is a 2D array.
        array: bool,
    },
    /// A uniform buffer.
    Uniform {
        /// Bytes.
        size: u64,
    },
    /// A storage buffer that is read.
    ReadStorage {
        /// Fewest bytes that a binding may have.
        min_size: u64,
    },
    /// A storage buffer that is written.
    ReadWriteStorage {
        /// Fewest bytes that a binding may have.
        min_size: u64,
    },
}

/// One binding of a permutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Binding {
    /// The bind group.
    pub group: u32,
    /// Its number there.
    pub binding: u32,
    /// Name of the WGSL variable.
    pub name: &'static str,
    /// What it takes.
    pub kind: BindingKind,
    /// Whether the vertex stage sees it, else the compute stage does.
    pub vertex: bool,
    /// Whether the instance's weights are picked by a dynamic offset.
    pub dynamic_offset: bool,
}

/// The bindings of a permutation, ascending.
///
/// They equal what naga reflects from the composed text; a test holds that.
///
/// # Example
/// ```
/// use morph_wgsl::{BindingKind, Permutation, Slots, Stage, bindings};
/// let slots = Slots { group: 1, first_binding: 2 };
/// let [texture, uniform] = bindings(&Permutation::seed(Stage::Vertex, false), &slots)[..] else {
///     panic!("two bindings");
/// };
/// assert_eq!((texture.binding, texture.name), (2, "morph_deltas"));
/// assert_eq!(uniform.kind, BindingKind::Uniform { size: 32 });
/// ```
#[must_use]
pub fn bindings(permutation: &Permutation, slots: &Slots) -> Vec<Binding> {
    let words = BindingKind::ReadStorage { min_size: WORD };
    let deltas = match permutation.deltas {
        DeltaSource::SeedTexture => BindingKind::UnfilterableTexture { array: false },
        DeltaSource::TiledTexture => BindingKind::UnfilterableTexture { array: true },
        DeltaSource::CompatStorage | DeltaSource::LinearStorage | DeltaSource::RowSparse => words,
    };
    let (weights, name, dynamic_offset) = match permutation.weights {
        WeightsFormat::SeedUniform => {
            let size = size_of::<SeedUniform>() as u64;
            (BindingKind::Uniform { size }, "morph_weights", false)
        }
        WeightsFormat::Uniform(capacity) => {
            let size = if permutation.motion {
                capacity.motion_byte_count()
            } else {
                capacity.byte_count()
            };
            (BindingKind::Uniform { size }, "morph_weights", true)
        }
        WeightsFormat::CompatStorage => {
            (BindingKind::ReadStorage { min_size: COMPAT_MIN_BYTES }, "morph_weights", false)
        }
        WeightsFormat::Rows | WeightsFormat::DenseRows => (words, "morph_rows", true),
    };
    let mut list = vec![("morph_deltas", deltas, false), (name, weights, dynamic_offset)];
    if permutation.stage == Stage::Compute {
        let output = BindingKind::ReadWriteStorage { min_size: WORD };
        list.extend([("morph_base", words, false), ("morph_output", output, false)]);
    }
    (slots.first_binding..)
        .zip(list)
        .map(|(binding, (name, kind, dynamic_offset))| Binding {
            group: slots.group,
            binding,
            name,
            kind,
            vertex: permutation.stage == Stage::Vertex,
            dynamic_offset,
        })
        .collect()
}

/// The bindings of a kernel of the deform pass, ascending: words, frame, base, output.
///
/// They equal what naga reflects from the composed text; a test holds that.
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, Deform, DeformLayout, Slots, deform_bindings};
/// let kernel = Deform::new(DeformLayout::RowSparse, AttributeSet::PN, true);
/// let names = deform_bindings(&kernel, &Slots::default()).map(|binding| binding.name);
/// assert_eq!(names, ["morph_words", "morph_frame", "morph_base", "morph_output"]);
/// ```
#[must_use]
pub fn deform_bindings(kernel: &Deform, slots: &Slots) -> [Binding; 4] {
    let of_words = |words: u32| WORD * u64::from(words);
    let output = BindingKind::ReadWriteStorage { min_size: of_words(kernel.output.store_words()) };
    let read = |words| BindingKind::ReadStorage { min_size: of_words(words) };
    let list = [
        ("morph_words", read(1)),
        ("morph_frame", read(ELEMENT_WORDS)),
        ("morph_base", read(2)),
        ("morph_output", output),
    ];
    let mut binding = slots.first_binding;
    list.map(|(name, kind)| {
        let at = binding;
        binding += 1;
        let (group, vertex, dynamic_offset) = (slots.group, false, false);
        Binding { group, binding: at, name, kind, vertex, dynamic_offset }
    })
}

/// Bytes of a word: a runtime array has one element at least.
const WORD: u64 = 4;

/// Header and one weight, rounded up to the alignment of the header's vec2.
const COMPAT_MIN_BYTES: u64 = (HEADER_WORDS as u64 * WORD + WORD).next_multiple_of(8);

const _: () = assert!(COMPAT_MIN_BYTES == size_of_val(&morph_core::COMPAT_FALLBACK) as u64);
