//! Accessors of one attribute that belong together: bases, and the deltas that are added to them.

use crate::optimize::OptimizeError;
use crate::optimize::deltas::StoredDeltas;
use crate::optimize::elements::Elements;
use crate::optimize::survey::{Part, Survey};
use std::collections::{BTreeMap, BTreeSet};

/// Number of a float's component type.
const F32: usize = 5126;

/// Bases, and deltas with the bases that they are added to.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) name: &'static str,
    pub(super) bases: BTreeMap<usize, Vec<f32>>,
    /// Deltas without data are in no list: there is nothing to store.
    pub(super) deltas: BTreeMap<usize, BTreeSet<usize>>,
    /// Meshes with targets, ascending.
    pub(super) meshes: Vec<usize>,
}

/// Why there is no unit.
#[derive(Debug)]
pub(super) enum NoUnit {
    /// There is nothing to do.
    Nothing,
    /// Something stands against it.
    Because(String),
}

/// The accessors of one attribute, those without data left out.
pub(super) fn accessors(survey: &Survey<'_>, part: &Part<'_>, name: &str) -> Vec<usize> {
    let deltas = part.delta_accessors().filter(|(_, of, _)| *of == name).map(|(_, _, a)| a);
    let all = part.model.attributes.get(name).copied().into_iter().chain(deltas);
    all.filter(|&accessor| !survey.is_void(accessor)).collect()
}

impl Unit {
    /// Collects a group of parts.
    pub(super) fn new(
        survey: &Survey<'_>,
        parts: &[usize],
        name: &'static str,
    ) -> Result<Result<Self, NoUnit>, OptimizeError> {
        let parts = || parts.iter().map(|&at| &survey.primitives[at]);
        let because = |part: &Part<'_>, why: &str| {
            Ok(Err(NoUnit::Because(format!("{}: {name} stays as it is: {why}", part.place()))))
        };
        let mut unit =
            Self { name, bases: BTreeMap::new(), deltas: BTreeMap::new(), meshes: Vec::new() };
        let morphed = parts().filter(|part| part.model.target_count() > 0);
        unit.meshes = morphed.map(|part| part.mesh).collect::<BTreeSet<_>>().into_iter().collect();
        let there = parts().any(|part| part.model.attributes.contains_key(name));
        if unit.meshes.is_empty() || !there {
            return Ok(Err(NoUnit::Nothing));
        }
        for part in parts() {
            let Some(&base) = part.model.attributes.get(name) else {
                if accessors(survey, part, name).is_empty() {
                    continue;
                }
                return because(part, "a target moves what the base lacks");
            };
            if let Some(why) = &part.fixed {
                return because(part, why);
            }
            for accessor in accessors(survey, part, name) {
                if survey.document.root().accessors[accessor].component_type != F32 {
                    return because(part, "it holds integers already");
                }
                if survey.has_other_use(accessor, name, accessor == base) {
                    return because(
                        part,
                        &format!("accessors[{accessor}] has another use as well"),
                    );
                }
                if accessor != base {
                    unit.deltas.entry(accessor).or_default().insert(base);
                }
            }
            if unit.bases.contains_key(&base) {
                continue;
            }
            match survey.elements(base)? {
                Elements::F32(values) if values.iter().all(|v| v.is_finite()) => {
                    unit.bases.insert(base, values);
                }
                _ => return because(part, "a value of the base is not finite, or no float"),
            }
        }
        Ok(Ok(unit))
    }

    /// Bytes of all bases, `bytes` for each element.
    pub(super) fn base_bytes(&self, components: usize, bytes: usize) -> usize {
        self.bases.values().map(|values| values.len() / components * bytes).sum()
    }

    /// Each accessor of deltas, decoded, with its bases.
    pub(super) fn each_delta(
        &self,
        survey: &Survey<'_>,
        mut each: impl FnMut(usize, StoredDeltas, Vec<&[f32]>),
    ) -> Result<(), OptimizeError> {
        for (&accessor, bases) in &self.deltas {
            let bases = bases.iter().filter_map(|base| self.bases.get(base)).map(Vec::as_slice);
            each(accessor, survey.deltas(accessor)?, bases.collect());
        }
        Ok(())
    }
}
