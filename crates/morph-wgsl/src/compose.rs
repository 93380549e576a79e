//! Joining prelude and files to one text, with a map back to them.

use crate::bounds::bounds_prelude;
use crate::deform::deform_prelude;
use crate::permutation::IDENTITY_HOOK;
use crate::prelude::{PRELUDE, prelude};
use crate::tracks::prelude as tracks_prelude;
use crate::{Bounds, Deform, Permutation, Slots, Stage, TrackSampler, source};

/// The text of a permutation: prelude, then whole files.
///
/// A vertex permutation gives functions to call: `morph_vertex(v, vertex, instance)` and
/// `morph_local(vertex_index)`. A compute permutation has the entry point `morph_main`.
///
/// `hook` is WGSL text that defines
/// `fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex` and whatever it needs; the deform
/// pass calls it after morphing, with `struct MorphAt { vertex: u32, mesh: u32, instance: u32 }`.
/// Without one, the identity stands in. Vertex permutations have no hook and leave the text out:
/// the caller's own shader goes on from `morph_vertex`.
///
/// # Example
/// ```
/// use morph_wgsl::{Permutation, Slots, Stage, compose};
/// let hook = "fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
///     var moved = v;
///     moved.position.y += f32(at.instance);
///     return moved;
/// }";
/// let text = compose(&Permutation::seed(Stage::Compute, true), &Slots::default(), Some(hook));
/// assert!(text.ends_with("}\n") && text.contains("f32(at.instance)"));
/// ```
#[must_use]
pub fn compose(permutation: &Permutation, slots: &Slots, hook: Option<&str>) -> String {
    Composition::new(permutation, slots, hook).text
}

/// The text of a kernel of the deform pass, whose entry point is `morph_main`.
///
/// Its bindings are 0 to 3 of group 0 ([`crate::deform_bindings`]); a hook's own are in other
/// groups. The hook is that of [`compose()`], with the numbers that the frame gives the mesh and the
/// instance. [`Composition::deform`] puts the bindings elsewhere.
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, Deform, DeformLayout, compose_deform};
/// let text = compose_deform(&Deform::new(DeformLayout::Linear, AttributeSet::P, true), None);
/// assert!(text.contains("const MORPH_BASE_STRIDE: u32 = 4u;"));
/// ```
#[must_use]
pub fn compose_deform(kernel: &Deform, hook: Option<&str>) -> String {
    Composition::deform(kernel, &Slots::default(), hook).text
}

/// The text of a kernel that samples tracks, whose entry point is `morph_main`.
///
/// Its bindings are 0 to 3 of group 0 ([`crate::track_bindings`]); [`Composition::tracks`] puts them
/// elsewhere.
///
/// # Example
/// ```
/// use morph_wgsl::{TrackSampler, compose_tracks};
/// let text = compose_tracks(&TrackSampler::DENSE);
/// assert!(text.contains("const MORPH_MODE_LINEAR: u32 = 1u;"));
/// ```
#[must_use]
pub fn compose_tracks(kernel: &TrackSampler) -> String {
    Composition::tracks(kernel, &Slots::default()).text
}

/// Name of a hook in source maps.
const HOOK: &str = "hook";

/// Composed text that knows which file each line is from.
///
/// # Example
/// ```
/// use morph_wgsl::{Composition, Permutation, Slots, Stage};
/// let mut composition =
///     Composition::new(&Permutation::seed(Stage::Vertex, true), &Slots::default(), None);
/// let lines = composition.text.lines().count();
/// composition.append("mine.wgsl", "// my shader\nfn mine() {}");
/// assert_eq!(composition.locate(lines as u32 + 3), ("mine.wgsl", 2));
/// assert_eq!(composition.locate(1), ("prelude", 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composition {
    /// Name of the permutation.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Where each file begins, ascending.
    pub parts: Vec<Part>,
}

/// Whose text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A file of this crate, or the prelude.
    Library,
    /// A hook, or text that was appended.
    Caller,
}

/// A file inside composed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Whose text it is.
    pub origin: Origin,
    /// Path inside `shaders`, `prelude`, `hook`, or the name given to [`Composition::append`].
    pub file: String,
    /// Its first line in the composed text, from 1.
    pub first_line: u32,
}

impl Composition {
    /// Composes a permutation as [`compose()`] does.
    #[must_use]
    pub fn new(permutation: &Permutation, slots: &Slots, hook: Option<&str>) -> Self {
        let hook = hook.filter(|_| permutation.stage == Stage::Compute);
        Self::of(permutation.name(), &prelude(permutation, slots), &permutation.files(), hook)
    }

    /// Composes a kernel of the deform pass, its bindings where the slots say.
    #[must_use]
    pub fn deform(kernel: &Deform, slots: &Slots, hook: Option<&str>) -> Self {
        Self::of(kernel.name(), &deform_prelude(kernel, slots), &kernel.files(), hook)
    }

    /// Composes a kernel that samples tracks, its bindings where the slots say.
    #[must_use]
    pub fn tracks(kernel: &TrackSampler, slots: &Slots) -> Self {
        Self::of(kernel.name(), &tracks_prelude(kernel, slots), &kernel.files(), None)
    }

    /// Composes a kernel of bounds, its bindings where the slots say. It has no hook.
    #[must_use]
    pub fn bounds(kernel: Bounds, slots: &Slots) -> Self {
        Self::of(kernel.to_string(), &bounds_prelude(kernel, slots), &kernel.files(), None)
    }

    fn of(name: String, prelude: &str, files: &[&str], hook: Option<&str>) -> Self {
        let mut composition = Self { name, text: String::new(), parts: Vec::new() };
        composition.add(Origin::Library, PRELUDE, prelude);
        for path in files {
            match hook {
                Some(text) if *path == IDENTITY_HOOK => composition.add(Origin::Caller, HOOK, text),
                _ => composition.add_source(path),
            }
        }
        composition
    }

    /// Adds text at the end under a name, such as the shader that calls `morph_vertex`.
    pub fn append(&mut self, file: &str, text: &str) {
        self.add(Origin::Caller, file, text);
    }

    /// Adds one of this crate's files.
    pub(crate) fn add_source(&mut self, path: &str) {
        // A test holds that every path is in the table.
        self.add(Origin::Library, path, source::text(path).unwrap_or_default());
    }

    /// Adds text under a name.
    fn add(&mut self, origin: Origin, file: &str, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let first_line = self.text.matches('\n').count() as u32 + 1;
        self.parts.push(Part { origin, file: file.to_owned(), first_line });
        self.text.push_str(text);
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// File and line there of a line of the composed text, both lines from 1.
    #[must_use]
    pub fn locate(&self, line: u32) -> (&str, u32) {
        match self.part(line) {
            Some(part) => (&part.file, line - part.first_line + 1),
            None => (PRELUDE, line),
        }
    }

    /// Whose text a line of the composed text is, from 1.
    #[must_use]
    pub fn origin(&self, line: u32) -> Origin {
        self.part(line).map_or(Origin::Library, |part| part.origin)
    }

    fn part(&self, line: u32) -> Option<&Part> {
        let after = self.parts.partition_point(|part| part.first_line <= line);
        self.parts[..after].last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_in_its_file() {
        for permutation in Permutation::all() {
            let slots = Slots::default();
            let composition = Composition::new(&permutation, &slots, None);
            let mut found = 0;
            for (line, text) in (1..).zip(composition.text.lines()) {
                let (file, at) = composition.locate(line);
                let Some(source) = source::text(file) else {
                    continue;
                };
                assert_eq!(source.lines().nth(at as usize - 1).unwrap_or(""), text, "{file}:{at}");
                found += 1;
            }
            assert!(found > 100, "{permutation}: {found} lines");
            assert_eq!(composition.text, compose(&permutation, &slots, None));
        }
    }

    #[test]
    fn a_hook_takes_the_place_of_the_identity_and_only_in_compute() {
        let hook = Some("// mine");
        let compute = compose(&Permutation::compat(Stage::Compute, true), &Slots::default(), hook);
        assert!(compute.contains("// mine") && !compute.contains("The hook where there is none"));
        let vertex = compose(&Permutation::compat(Stage::Vertex, true), &Slots::default(), hook);
        assert!(!vertex.contains("// mine"));
    }
}
