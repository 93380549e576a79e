//! Live edits of a mesh of the model.

use super::world::{Instance, Kind, Mesh, World};
use crate::pool::edit::one;
use morph_core::{Attribute, AttributeSet, Deltas, MorphTargets, TargetDeltas};
use morph_gpu::{EditStats, GpuError};
use morph_tests::random_mesh;
use std::sync::Arc;

/// New deltas for each primitive of a mesh.
fn deltas(mesh: &Mesh, seed: u32) -> Vec<TargetDeltas> {
    let sets = [AttributeSet::P, AttributeSet::PN, AttributeSet::PN, AttributeSet::PNT];
    let attributes = sets[seed as usize % 4];
    let of = |(at, vertices)| one(seed ^ at, vertices, attributes);
    (0..).zip(mesh.sets.iter().map(|set| set.base.vertex_count())).map(of).collect()
}

impl World {
    pub(super) fn edit(&mut self, a: u32, b: u32) {
        let Some(at) = self.any_mesh(a) else { return };
        let (mesh, pool) = (&self.meshes[at], &mut self.pool);
        let (ids, count) = (mesh.ids(), mesh.target_count());
        let index = b as usize / 8 % count;
        let new = deltas(mesh, a ^ b);
        let edit = |change: &dyn Fn(&MorphTargets, usize) -> MorphTargets| {
            let sets = mesh.sets.iter().enumerate();
            sets.map(|(at, set)| change(&set.targets, at)).collect::<Vec<MorphTargets>>()
        };
        let name = |index: usize| mesh.names.as_ref().map(|names| names[index].clone());
        // What the targets become, and where each weight comes from.
        let kept: Vec<Option<usize>> = (0..count).map(Some).collect();
        let expected;
        let (mut sources, mut names) = (kept, mesh.names.clone());
        let done = match b % 8 {
            0..=2 => {
                let replaced =
                    |t: &MorphTargets, at: usize| t.with_replaced(index, new[at].clone());
                expected = edit(&|targets, at| replaced(targets, at).unwrap());
                match name(index).filter(|_| b.is_multiple_of(2)) {
                    Some(name) => pool.replace_target(&ids, name.as_str(), new.clone()),
                    None => pool.replace_target(&ids, index, new.clone()),
                }
            }
            3 | 4 if count < 9 => {
                let index = if b % 8 == 3 { count } else { index };
                expected =
                    edit(&|targets, at| targets.with_target(index, new[at].clone()).unwrap());
                sources.insert(index, None);
                let name = names.as_ref().map(|_| format!("{a}.{b}"));
                names.iter_mut().for_each(|names| names.insert(index, name.clone().unwrap()));
                if b % 8 == 3 {
                    pool.add_target(&ids, new, name.as_deref())
                } else {
                    pool.insert_target(&ids, index, new, name.as_deref())
                }
            }
            5 => {
                let count = 1 + a as usize / 4 % 8;
                expected = edit(&|targets, at| {
                    let seed = a ^ b ^ at as u32;
                    random_mesh(seed, targets.vertex_count(), count, AttributeSet::PN).1
                });
                sources =
                    (0..count).map(|at| Some(at).filter(|at| *at < mesh.target_count())).collect();
                if let Some(old) = &mesh.names {
                    // The old names backwards, and new ones.
                    let name = |at: usize| old.iter().rev().nth(at).cloned();
                    names = Some(
                        (0..count).map(|at| name(at).unwrap_or(format!("{b}.{at}"))).collect(),
                    );
                    sources = (0..count).map(|at| old.len().checked_sub(at + 1)).collect();
                }
                let shared: Option<Arc<[String]>> =
                    names.as_ref().map(|names| names.iter().cloned().collect());
                pool.replace_targets(&ids, &expected, shared)
            }
            _ if count == 1 => {
                let refused = pool.remove_target(&ids, 0);
                let id = ids[0];
                let no = if mesh.is_there() {
                    GpuError::LastTarget(id)
                } else {
                    GpuError::NoSuchTargets(id)
                };
                assert_eq!(refused, Err(no));
                return;
            }
            _ => {
                let without = |t: &MorphTargets| t.without_target(index).unwrap().unwrap();
                expected = edit(&|targets, _| without(targets));
                sources.remove(index);
                names.iter_mut().for_each(|names| drop(names.remove(index)));
                match name(index).filter(|_| b % 16 > 8) {
                    Some(name) => pool.remove_target(&ids, name.as_str()),
                    None => pool.remove_target(&ids, index),
                }
            }
        };
        if mesh.destroyed {
            assert_eq!(done, Err(GpuError::NoSuchTargets(ids[0])));
        } else if expected.iter().any(|targets| targets.attributes().is_empty()) {
            let no_bands = matches!(
                done,
                Err(GpuError::Layout(_) | GpuError::Pack(_) | GpuError::Kernel { .. })
            );
            assert!(no_bands, "{done:?}");
        } else {
            self.edited(at, done, expected, &sources, names);
        }
    }

    fn edited(
        &mut self,
        at: usize,
        done: Result<EditStats, GpuError>,
        expected: Vec<MorphTargets>,
        sources: &[Option<usize>],
        names: Option<Vec<String>>,
    ) {
        let done = done.unwrap();
        let mesh = &mut self.meshes[at];
        let mut is_other = false;
        for (set, expected) in mesh.sets.iter_mut().zip(expected) {
            let found = self.pool.targets(set.id).unwrap();
            assert_eq!(*found, expected);
            is_other |= found.attributes() != set.targets.attributes();
            set.targets = found.clone();
            set.bytes = set.delta_bytes();
            if matches!(set.kind, Kind::Deform(_)) {
                assert_eq!(self.pool.deform_info(set.id).unwrap().mesh, set.number);
            }
        }
        assert!(!is_other || done.is_other_interface, "{done:?}");
        mesh.names = names;
        let shared = mesh.shared_names();
        let ids = mesh.ids();
        ids.iter().for_each(|id| assert_eq!(self.pool.target_names(*id), Ok(shared.as_ref())));
        let instances = self.instances.iter_mut().flatten().filter(|i| i.mesh == at);
        for Instance { weights, deformed, .. } in instances {
            let old = std::mem::take(weights);
            *weights = sources.iter().map(|from| from.map_or(0.0, |from| old[from])).collect();
            // What was shown had other targets.
            (deformed.is_due, deformed.is_cut) = (true, true);
        }
    }

    pub(super) fn edit_that_is_refused(&mut self, a: u32, b: u32) {
        let Some(at) = self.any_mesh(a) else { return };
        let (mesh, pool) = (&self.meshes[at], &mut self.pool);
        let (ids, count) = (mesh.ids(), mesh.target_count());
        if mesh.destroyed {
            return;
        }
        let new = deltas(mesh, b);
        let mut wrong = new.clone();
        let vertices = mesh.sets.last().unwrap().base.vertex_count();
        let long = Deltas::from_vec3(&vec![[1.0, 0.0, 2.0]; vertices + 1]);
        *wrong.last_mut().unwrap() = TargetDeltas::new().with(Attribute::Position, long);
        match b % 5 {
            0 => drop(pool.add_target(&ids, wrong, None).unwrap_err()),
            1 => drop(pool.replace_target(&ids, count, new).unwrap_err()),
            2 => {
                let twice = [ids[0], ids[0]];
                let new = vec![new[0].clone(), new[0].clone()];
                assert_eq!(pool.replace_target(&twice, 0, new), Err(GpuError::EditedTwice(ids[0])));
            }
            3 if ids.len() > 1 && mesh.uses > 0 && count > 1 => {
                let alone = pool.remove_target(&ids[..1], b as usize / 8 % count).unwrap_err();
                let other = ids[1];
                assert_eq!(alone, GpuError::EditedAlone { targets: ids[0], other });
            }
            _ => {
                let mut all: Vec<MorphTargets> =
                    mesh.sets.iter().map(|set| set.targets.clone()).collect();
                let (_, wrong) = random_mesh(b, vertices + 1, count, AttributeSet::P);
                *all.last_mut().unwrap() = wrong;
                let (targets, expected, found) = (*ids.last().unwrap(), vertices, vertices + 1);
                let refused = Err(GpuError::VertexCount { targets, expected, found });
                assert_eq!(pool.replace_targets(&ids, &all, None), refused);
            }
        }
    }
}
