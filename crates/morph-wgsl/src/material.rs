//! Bindings of materials that users compose, with morph targets as one opt-in among others.

use crate::{Binding, BindingKind, Permutation, Slots, Stage, bindings, compose};

/// What a material that a user composes needs, in this order of bindings.
///
/// | bindings | with |
/// | --- | --- |
/// | a texture and its sampler, each | `textures` |
/// | morph deltas, morph weights: storage buffers that are read | `uses_morph` |
/// | environment cube texture, sampler | `environment` |
/// | shadow depth texture, comparison sampler | `shadow` |
///
/// Without a flag its bindings are not there and the following ones move up.
///
/// # Example
/// ```
/// use morph_wgsl::{MaterialPlan, Slots};
/// let plan = MaterialPlan { textures: 1, uses_morph: true, environment: true, shadow: false };
/// let at = plan.bindings(1, 1);
/// assert_eq!(at.textures, [(1, 2)]);
/// assert_eq!(at.morph, Some(Slots { group: 1, first_binding: 3 }));
/// assert_eq!((at.environment, at.shadow, at.count), (Some((5, 6)), None, 6));
/// let wgsl = plan.morph_wgsl(1, 1, true).unwrap();
/// assert!(wgsl.contains("const MORPH_BINDING: u32 = 3u;"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MaterialPlan {
    /// Number of declared textures.
    pub textures: u32,
    /// Whether the material's vertex shader calls `morph_vertex`.
    pub uses_morph: bool,
    /// Whether it reads the environment.
    pub environment: bool,
    /// Whether it receives shadows.
    pub shadow: bool,
}

/// Numbers of a material's bindings.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct MaterialBindings {
    /// Texture and sampler of each declared texture.
    pub textures: Vec<(u32, u32)>,
    /// Slots of deltas and weights.
    pub morph: Option<Slots>,
    /// Cube texture and sampler.
    pub environment: Option<(u32, u32)>,
    /// Depth texture and comparison sampler.
    pub shadow: Option<(u32, u32)>,
    /// Number of bindings.
    pub count: u32,
}

/// What kind of resource a material's binding takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MaterialBindingKind {
    /// A 2D float texture that can be filtered, in the fragment stage.
    Texture,
    /// A filtering sampler, in the fragment stage.
    Sampler,
    /// A cube texture that can be filtered, in the fragment stage.
    CubeTexture,
    /// A 2D depth texture, in the fragment stage.
    DepthTexture,
    /// A comparison sampler, in the fragment stage.
    ComparisonSampler,
    /// One of the morph bindings, in the vertex stage.
    Morph(BindingKind),
}

/// One binding of a material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MaterialBinding {
    /// The bind group.
    pub group: u32,
    /// Its number there.
    pub binding: u32,
    /// What it takes.
    pub kind: MaterialBindingKind,
}

impl MaterialPlan {
    /// Numbers of the bindings, from `first` on.
    #[must_use]
    pub fn bindings(&self, group: u32, first: u32) -> MaterialBindings {
        let mut next = first;
        let mut pair = || {
            next += 2;
            (next - 2, next - 1)
        };
        let textures = (0..self.textures).map(|_| pair()).collect();
        let morph = self
            .uses_morph
            .then(&mut pair)
            .map(|(first_binding, _)| Slots { group, first_binding });
        let environment = self.environment.then(&mut pair);
        let shadow = self.shadow.then(&mut pair);
        MaterialBindings { textures, morph, environment, shadow, count: next - first }
    }

    /// All bindings with their kinds, ascending.
    #[must_use]
    pub fn entries(&self, group: u32, first: u32) -> Vec<MaterialBinding> {
        use MaterialBindingKind as Kind;
        let at = self.bindings(group, first);
        let textures = at.textures.iter().map(|&pair| (pair, [Kind::Texture, Kind::Sampler]));
        let environment = at.environment.map(|pair| (pair, [Kind::CubeTexture, Kind::Sampler]));
        let shadow = at.shadow.map(|pair| (pair, [Kind::DepthTexture, Kind::ComparisonSampler]));
        let pairs = textures.chain(environment).chain(shadow);
        let mut entries: Vec<_> = pairs
            .flat_map(|((a, b), [first, second])| [(a, first), (b, second)])
            .map(|(binding, kind)| MaterialBinding { group, binding, kind })
            .collect();
        let morph = at.morph.map(|slots| bindings(&Self::permutation(false), &slots));
        entries.extend(morph.into_iter().flatten().map(
            |Binding { group, binding, kind, .. }| MaterialBinding {
                group,
                binding,
                kind: Kind::Morph(kind),
            },
        ));
        entries.sort_by_key(|entry| entry.binding);
        entries
    }

    /// The morph functions for these bindings: the compat profile in the vertex stage. `None`
    /// without `uses_morph`.
    #[must_use]
    pub fn morph_wgsl(&self, group: u32, first: u32, normalize: bool) -> Option<String> {
        let slots = self.bindings(group, first).morph?;
        Some(compose(&Self::permutation(normalize), &slots, None))
    }

    /// The permutation that materials use: the compat profile in the vertex stage.
    #[must_use]
    pub const fn permutation(normalize: bool) -> Permutation {
        Permutation::compat(Stage::Vertex, normalize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_consecutive_and_morph_is_between_textures_and_environment() {
        for bits in 0..8 {
            let plan = MaterialPlan {
                textures: 2,
                uses_morph: bits & 1 == 1,
                environment: bits & 2 == 2,
                shadow: bits & 4 == 4,
            };
            let at = plan.bindings(2, 5);
            let entries = plan.entries(2, 5);
            let numbers: Vec<_> = entries.iter().map(|entry| entry.binding).collect();
            assert_eq!(numbers, (5..5 + at.count).collect::<Vec<_>>());
            let morph = |e: &&MaterialBinding| matches!(e.kind, MaterialBindingKind::Morph(_));
            assert_eq!(entries.iter().filter(morph).count(), 2 * usize::from(plan.uses_morph));
            if let Some(slots) = at.morph {
                assert_eq!(slots, Slots { group: 2, first_binding: 9 });
            }
            assert_eq!(plan.morph_wgsl(2, 5, true).is_some(), plan.uses_morph);
        }
    }

    #[test]
    fn an_empty_plan_binds_nothing() {
        let plan = MaterialPlan::default();
        assert_eq!(plan.bindings(0, 0), MaterialBindings::default());
        assert!(plan.entries(0, 0).is_empty());
    }
}
