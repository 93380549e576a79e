//! Steps: what a 16-bit integer of a target and attribute is to be multiplied by.

use super::field::{STEPS_16, nearest};
use crate::{AttributeSet, MorphTargets};
use alloc::vec::Vec;

/// The step of each target and band, at `target * bands + place`; 0 where all deltas are zero.
pub(super) fn steps(targets: &MorphTargets, attributes: AttributeSet) -> Vec<f32> {
    let step = |(target, attribute)| match targets.deltas(target, attribute) {
        None => 0.0,
        Some(deltas) => {
            let largest = deltas.values().iter().fold(0.0_f32, |most, v| most.max(v.abs()));
            step_of(largest)
        }
    };
    (0..targets.target_count())
        .flat_map(|target| attributes.bands().map(move |attribute| (target, attribute)))
        .map(step)
        .collect()
}

fn step_of(largest: f32) -> f32 {
    // spec L34
    if largest == 0.0 {
        return 0.0;
    }
    // Of normal size, so that quotients are exact enough, and with finite multiples.
    let step = (largest / STEPS_16).max(f32::MIN_POSITIVE);
    if (step * STEPS_16).is_finite() { step } else { step.next_down() }
}

/// The steps of a target, one for each component.
pub(super) fn factors(steps: &[f32], target: usize, attributes: AttributeSet) -> Vec<f32> {
    let bands = attributes.band_count() as usize;
    attributes
        .bands()
        .zip(&steps[target * bands..])
        .flat_map(|(attribute, step)| core::iter::repeat_n(*step, attribute.delta_components()))
        .collect()
}

/// The integer nearest to a component, in steps.
pub(super) fn code(value: f32, step: f32) -> u16 {
    if step == 0.0 {
        return 0;
    }
    nearest(f64::from(value) / f64::from(step), STEPS_16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_reach_the_largest_component_and_stay_finite() {
        for largest in [1.0, 0.3, 1e-30, f32::MIN_POSITIVE, f32::MAX, 3.3e38] {
            let step = step_of(largest);
            let stored = f32::from(code(largest, step) as i16) * step;
            assert!(stored.is_finite() && (largest - stored).abs() <= step * 0.51, "{largest:e}");
        }
        assert_eq!((step_of(0.0), code(5.0, 0.0), code(-2.0, 1.0)), (0.0, 0, 0xfffe));
    }
}
