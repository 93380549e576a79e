//! One attribute of one primitive, baked.

use morph_core::{Attribute, Deltas, MIN_SQUARED_LENGTH, MorphTargets, VertexAttributes};

/// The new base of an attribute, and the deltas that have to change with it.
#[derive(Debug)]
pub(super) struct Sum {
    pub(super) components: usize,
    pub(super) values: Vec<f32>,
    /// By target. Only of directions: those of others stay as they are.
    pub(super) deltas: Vec<(usize, Deltas)>,
}

impl Sum {
    /// Adds the active targets to the base; `kept` are those that stay.
    pub(super) fn new(
        base: &VertexAttributes,
        targets: &MorphTargets,
        attribute: Attribute,
        active: &[(usize, f32)],
        kept: &[usize],
    ) -> Self {
        let components = base.components(attribute).unwrap_or(1);
        let mut values = base.values(attribute).unwrap_or_default().to_vec();
        // spec B1: what comes after the sum depends on the targets that stay, so it is the plain sum.
        for &(target, weight) in active {
            let of_delta = attribute.delta_components();
            for (vertex, delta) in
                targets.deltas(target, attribute).into_iter().flat_map(|d| d.iter(of_delta))
            {
                let value = &mut values[vertex * components..(vertex + 1) * components];
                value.iter_mut().zip(delta).for_each(|(value, delta)| *value += weight * delta);
            }
        }
        let mut of_kept = kept
            .iter()
            .filter_map(|&target| Some((target, targets.deltas(target, attribute)?)))
            .peekable();
        let mut deltas = Vec::new();
        if attribute.is_direction() {
            let lengths = unit(&mut values, components, of_kept.peek().is_some());
            deltas = of_kept.map(|(target, deltas)| (target, divided(deltas, &lengths))).collect();
        } else if attribute == Attribute::Color(0) && of_kept.peek().is_none() {
            values.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
        }
        Self { components, values, deltas }
    }
}

/// Gives directions unit length, and says what each was divided by. One that is too short has none:
/// it is left as it is where more will be added, else it is the zero vector, as a blend gives it.
fn unit(values: &mut [f32], components: usize, more: bool) -> Vec<f32> {
    let lengths = values.chunks_exact_mut(components).map(|value| {
        let squared = value[..3].iter().map(|v| v * v).sum::<f32>();
        if squared > MIN_SQUARED_LENGTH && squared.is_finite() {
            let length = squared.sqrt();
            value[..3].iter_mut().for_each(|v| *v /= length);
            return length;
        }
        if !more {
            value[..3].fill(0.0);
        }
        1.0
    });
    lengths.collect()
}

fn divided(deltas: &Deltas, lengths: &[f32]) -> Deltas {
    let values = deltas.iter(3).flat_map(|(vertex, delta)| {
        let length = lengths[vertex];
        [delta[0] / length, delta[1] / length, delta[2] / length]
    });
    let values = values.collect();
    match deltas {
        Deltas::Dense(_) => Deltas::Dense(values),
        Deltas::Sparse { indices, .. } => Deltas::Sparse { indices: indices.clone(), values },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_core::{Normalize, TargetDeltas, blend};

    fn one_vertex() -> (VertexAttributes, MorphTargets) {
        let base = VertexAttributes::new(1)
            .with_normals(&[[0.0, 0.0, 1.0]])
            .and_then(|base| base.with_colors(0, &[[0.5, 0.5, 0.5, 1.0]]))
            .unwrap();
        let target = |normal, red| {
            TargetDeltas::new()
                .with(Attribute::Normal, Deltas::from_vec3(&[normal]))
                .with(Attribute::Color(0), Deltas::from_rgb(&[[red, 0.0, 0.0]]))
        };
        let targets = vec![target([3.0, 0.0, 3.0], 1.0), target([0.0, 2.0, 0.0], -0.75)];
        (base, MorphTargets::new(1, targets).unwrap().unwrap())
    }

    #[test]
    fn with_no_target_left_it_is_the_blend() {
        let (base, targets) = one_vertex();
        let blended = blend(&base, &targets, &[1.0, 0.5], Normalize::Yes).unwrap();
        for attribute in [Attribute::Normal, Attribute::Color(0)] {
            let sum = Sum::new(&base, &targets, attribute, &[(0, 1.0), (1, 0.5)], &[]);
            assert_eq!(Some(&sum.values[..]), blended.values(attribute));
            assert!(sum.deltas.is_empty());
        }
    }

    #[test]
    fn deltas_that_stay_are_divided_like_their_base() {
        let (base, targets) = one_vertex();
        let sum = Sum::new(&base, &targets, Attribute::Normal, &[(0, 1.0)], &[1]);
        assert_eq!(sum.values, [0.6, 0.0, 0.8]);
        assert_eq!(sum.deltas, [(1, Deltas::Dense(vec![0.0, 0.4, 0.0]))]);
    }

    #[test]
    fn a_colour_beyond_one_waits_for_the_targets_that_stay() {
        let (base, targets) = one_vertex();
        let sum = Sum::new(&base, &targets, Attribute::Color(0), &[(0, 1.0)], &[1]);
        assert_eq!(sum.values, [1.5, 0.5, 0.5, 1.0]);
    }

    #[test]
    fn a_direction_without_length_stays_until_nothing_is_added() {
        let (base, targets) = one_vertex();
        let almost: [(usize, f32); 1] = [(0, -1.0 / 3.0)];
        let kept = Sum::new(&base, &targets, Attribute::Normal, &[(1, 0.0)], &[0]);
        assert_eq!(kept.values, [0.0, 0.0, 1.0]);
        let mut values = vec![0.0, 1e-20, 0.0];
        assert_eq!(unit(&mut values, 3, true), [1.0]);
        assert_eq!(values, [0.0, 1e-20, 0.0]);
        assert_eq!(unit(&mut values, 3, false), [1.0]);
        assert_eq!(values, [0.0; 3]);
        let sum = Sum::new(&base, &targets, Attribute::Normal, &almost, &[]);
        assert_eq!(sum.values, [-1.0, 0.0, 0.0]);
    }
}
