use super::*;
use crate::packed::samples::{BANDS, random};
use alloc::collections::BTreeSet;
use alloc::vec;

const CODINGS: [Coding; 5] =
    [Coding::Floats, Coding::Integers, Coding::HalfFloats, Coding::EightBytes, Coding::SixBytes];

#[test]
fn every_bit_of_every_plane_belongs_to_one_component_of_one_vertex() {
    for (bands, coding) in BANDS.iter().flat_map(|b| CODINGS.map(|c| (*b, c))) {
        // Blocks, and the planes of a dense set.
        let all_lanes: &[u32] = if bands == AttributeSet::PN { &[64, 192] } else { &[64] };
        for &lanes in all_lanes {
            let form = Form::new(bands, coding, lanes);
            let mut seen = BTreeSet::new();
            for (component, lane) in
                (0..form.stride).flat_map(|c| (0..lanes as usize).map(move |l| (c, l)))
            {
                for bits in form.bits(component, lane) {
                    for bit in bits.first..bits.first + bits.count {
                        assert!(seen.insert((bits.word, bit)), "{bands} {coding:?} {bits:?}");
                    }
                }
            }
            assert_eq!(seen.len(), form.words() * 32, "{bands} {coding:?}");
            assert!(seen.iter().all(|(word, bit)| (*word as usize) < form.words() && *bit < 32));
        }
    }
}

#[test]
fn the_sizes_are_those_of_the_page() {
    let words = |bands, coding| Form::new(bands, coding, 64).words();
    let sizes = |bands| CODINGS.map(|coding| words(bands, coding) / 32);
    // In half planes: floats, integers, binary16, eight bytes, six bytes.
    assert_eq!(sizes(AttributeSet::PN), [12, 6, 6, 4, 3]);
    assert_eq!(sizes(AttributeSet::P), [6, 3, 3, 2, 2]);
    assert_eq!(sizes(AttributeSet::PNT), [18, 9, 9, 6, 5]);
    let all = AttributeSet { texcoords: 1, colors: 1, ..AttributeSet::PNT };
    assert_eq!(sizes(all), [30, 15, 15, 12, 11]);
}

/// Half a step of each component, in steps.
fn half_step(form: &Form, coding: Coding, component: usize) -> f64 {
    match coding {
        Coding::Floats => 0.0,
        Coding::Integers | Coding::SixBytes | Coding::EightBytes => {
            let bits = form.bits(component, 0).iter().map(|b| b.count).sum();
            let steps = f64::from(form.steps[component]);
            match (bits, steps as u64) {
                (11, _) => 0.5 / 1022.0,
                (10, 511) | (10, _) => 0.5 / 511.0,
                _ => 0.5 / steps,
            }
        }
        Coding::HalfFloats => 0.0,
    }
}

#[test]
fn what_is_decoded_is_half_a_step_off_at_most_and_zero_is_exact() {
    for (bands, coding) in BANDS.iter().flat_map(|b| CODINGS.map(|c| (*b, c))) {
        let form = Form::new(bands, coding, 64);
        let scale = 0.37_f32;
        let factors: Vec<f32> = (0..form.stride).map(|c| scale * form.unit(c)).collect();
        let value = |i: usize| if i.is_multiple_of(5) { 0.0 } else { scale * random(i as u32, 9) };
        let values: Vec<f32> = (0..50 * form.stride).map(value).collect();
        let mut words = vec![!0; form.words()];
        form.encode(&values, &factors, &mut words);
        let mut decoded = vec![f32::NAN; 64 * form.stride];
        form.decode(&words, &factors, &mut decoded);
        let mut worst = 0.0_f64;
        for (at, (exact, stored)) in values.iter().zip(&decoded).enumerate() {
            let error = (f64::from(*exact) - f64::from(*stored)).abs();
            let half = f64::from(scale) * half_step(&form, coding, at % form.stride);
            let rounding = f64::from(exact.abs()) * f64::from(f32::EPSILON);
            let of_binary16 = if coding == Coding::HalfFloats { 2f64.powi(-11) } else { 0.0 };
            let bound = half + rounding + of_binary16 * f64::from(exact.abs()) + 1e-12;
            assert!(error <= bound, "{bands} {coding:?}: {exact} became {stored}");
            worst = worst.max(error / bound);
            // In 11 bits the fields below make a zero beside other components almost zero only.
            let shared = form.bits(at % form.stride, 0)[0].count == 11;
            assert!(*exact != 0.0 || shared || *stored == 0.0, "{bands} {coding:?}: {stored}");
        }
        assert!(worst > 0.9 || coding == Coding::Floats, "{bands} {coding:?}: {worst}");
        assert!(decoded[50 * form.stride..].iter().all(|v| *v == 0.0));
    }
}
