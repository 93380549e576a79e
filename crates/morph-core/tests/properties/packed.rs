//! What holds for every packed set.

use crate::mesh::{Mesh, mesh};
use morph_core::packed::{
    BlockEncoding, BlockedSet, BlockedTargets, DenseEncoding, DenseSet, DenseTargets,
    EncodingReport, ErrorBound, PackError, PackOptions, RowSparseSet, RowSparseTargets,
};
use morph_core::seam::Seams;
use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
use proptest::prelude::*;

/// The forms of packed sets.
#[derive(Debug, Clone, Copy)]
enum Form {
    Blocked(BlockEncoding),
    Rows,
    Dense(DenseEncoding),
}

fn form() -> impl Strategy<Value = Form> {
    let blocked = prop::sample::select(BlockEncoding::ALL.to_vec()).prop_map(Form::Blocked);
    let dense = [Form::Dense(DenseEncoding::Bits16), Form::Dense(DenseEncoding::F16)];
    prop_oneof![5 => blocked, 2 => Just(Form::Rows), 2 => prop::sample::select(dense.to_vec())]
}

/// Bounds from none to large ones, for numbers of about ten.
fn bound() -> impl Strategy<Value = Option<ErrorBound>> {
    prop::option::of((-4..4_i32).prop_map(|power| {
        let size = 10_f32.powi(power);
        ErrorBound { position: size, direction_degrees: size * 5.0, texcoord: size, color: size }
    }))
}

/// A mesh in which some vertices are twins of earlier ones: at their place, with their deltas.
fn sewn() -> impl Strategy<Value = Mesh> {
    mesh().prop_flat_map(|mesh| {
        let count = mesh.base.vertex_count();
        let place = move |v: usize| prop_oneof![2 => Just(v), 1 => 0..=v];
        let places: Vec<_> = (0..count).map(place).collect();
        places.prop_map(move |places| sew(&mesh, &places))
    })
}

fn sew(mesh: &Mesh, places: &[usize]) -> Mesh {
    let follow = |values: &[f32], n: usize| -> Vec<f32> {
        places.iter().flat_map(|p| &values[p * n..(p + 1) * n]).copied().collect()
    };
    let mut base = mesh.base.clone();
    let positions = follow(base.values(Attribute::Position).unwrap(), 3);
    base.insert(Attribute::Position, 3, positions).unwrap();
    let dense = mesh.dense_targets();
    let target = |target| {
        let of = |attribute: &Attribute| {
            let values = dense.deltas(target, *attribute)?.values();
            let values = follow(values, attribute.delta_components());
            Some((*attribute, Deltas::Dense(values)))
        };
        TargetDeltas { attributes: dense.attributes().iter().filter_map(of).collect() }
    };
    Mesh { base, targets: (0..dense.target_count()).map(target).collect() }
}

fn encode(
    targets: &MorphTargets,
    form: Form,
    options: &PackOptions<'_>,
) -> Result<(Vec<u32>, EncodingReport), PackError> {
    Ok(match form {
        Form::Blocked(encoding) => {
            let packed = BlockedTargets::new(targets, encoding, options)?;
            (packed.encode(), packed.report().clone())
        }
        Form::Rows => {
            let packed = RowSparseTargets::new(targets, options)?;
            (packed.encode(), packed.report().clone())
        }
        Form::Dense(encoding) => {
            let packed = DenseTargets::new(targets, encoding, options)?;
            (packed.encode(), packed.report().clone())
        }
    })
}

fn decode(words: &[u32], form: Form) -> Result<MorphTargets, PackError> {
    match form {
        Form::Blocked(_) => BlockedSet::new(words)?.decode(),
        Form::Rows => RowSparseSet::new(words)?.decode(),
        Form::Dense(_) => DenseSet::new(words)?.decode(),
    }
}

/// The deltas of every vertex, zeros where it has none.
fn values(targets: &MorphTargets, target: usize, attribute: Attribute) -> Vec<f32> {
    let components = attribute.delta_components();
    let mut values = vec![0.0; targets.vertex_count() * components];
    for (vertex, delta) in
        targets.deltas(target, attribute).into_iter().flat_map(|d| d.iter(components))
    {
        values[vertex * components..][..delta.len()].copy_from_slice(delta);
    }
    values
}

proptest! {
    #![proptest_config(crate::config())]

    #[test]
    fn decoded_deltas_are_within_what_is_reported_and_bounds_are_kept_or_refused(
        mesh in sewn(), form in form(), bound in bound(), strict in any::<bool>(),
    ) {
        let targets = mesh.targets();
        let options = PackOptions { base: Some(&mesh.base), bound, strict };
        let (words, report) = match encode(&targets, form, &options) {
            Ok(encoded) => encoded,
            Err(error) => {
                // Binary16 ends at 65504; deltas go up to a million.
                let refused = match error {
                    PackError::Missed { .. } => {
                        strict || matches!(form, Form::Blocked(BlockEncoding::Bounded))
                    }
                    PackError::Range { .. } => matches!(form, Form::Dense(DenseEncoding::F16)),
                    PackError::Layout(_) => targets.attributes().is_empty(),
                    _ => false,
                };
                prop_assert!(refused, "{form:?}: {error}");
                return Ok(());
            }
        };
        prop_assert_eq!(words.len() as u64 * 4, report.bytes);
        let decoded = decode(&words, form).unwrap();
        prop_assert_eq!(decoded.attributes(), targets.attributes());
        let promised = strict || matches!(form, Form::Blocked(BlockEncoding::Bounded));
        for (target, errors) in report.targets.iter().enumerate() {
            for error in errors {
                let exact = values(&targets, target, error.attribute);
                let stored = values(&decoded, target, error.attribute);
                let n = error.attribute.delta_components();
                for (exact, stored) in exact.chunks_exact(n).zip(stored.chunks_exact(n)) {
                    let off = exact.iter().zip(stored).map(|(e, s)| (f64::from(*e) - f64::from(*s)).abs());
                    prop_assert!(off.fold(0.0, f64::max) <= f64::from(error.component), "{form:?}");
                    let zero = |delta: &[f32]| delta.iter().all(|d| *d == 0.0);
                    prop_assert!(!zero(exact) || zero(stored), "{form:?}: {stored:?}");
                }
                if let (true, Some(bound)) = (promised, bound) {
                    prop_assert!(f64::from(error.worst) <= f64::from(bound.of(error.attribute)) * (1.0 + 1e-6));
                }
            }
        }
    }

    #[test]
    fn twins_with_equal_deltas_decode_to_equal_deltas(
        mesh in sewn(), form in form(), bound in bound(),
    ) {
        let targets = mesh.targets();
        let options = PackOptions { base: Some(&mesh.base), bound, strict: false };
        let Ok((words, _)) = encode(&targets, form, &options) else { return Ok(()) };
        let decoded = decode(&words, form).unwrap();
        let seams = Seams::new(mesh.base.positions().unwrap());
        for (target, attribute) in
            (0..targets.target_count()).flat_map(|t| targets.attributes().iter().map(move |a| (t, *a)))
        {
            let n = attribute.delta_components();
            let (exact, stored) = (values(&targets, target, attribute), values(&decoded, target, attribute));
            let of = |values: &[f32], v: u32| values[v as usize * n..][..n].to_vec();
            for group in seams.twins() {
                for vertex in group {
                    if of(&exact, *vertex) == of(&exact, group[0]) {
                        prop_assert_eq!(of(&stored, *vertex), of(&stored, group[0]), "{:?}", form);
                    }
                }
            }
        }
    }

    #[test]
    fn words_that_were_changed_are_refused_or_read_but_never_panic(
        mesh in mesh(), form in form(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>(), 0..32_u32), 1..6),
    ) {
        let targets = mesh.targets();
        let Ok((mut words, _)) = encode(&targets, form, &PackOptions::default()) else { return Ok(()) };
        for (at, value, kept) in changes {
            // Mostly in the tables, sometimes a small change.
            let at = at.index(words.len().min(200));
            words[at] = if kept % 2 == 0 { value } else { words[at] ^ 1 << kept };
        }
        for form in [form, Form::Rows, Form::Blocked(BlockEncoding::Bounded), Form::Dense(DenseEncoding::F16)] {
            if let Ok(decoded) = decode(&words, form) {
                prop_assert!(decoded.vertex_count() > 0);
            }
        }
    }
}
