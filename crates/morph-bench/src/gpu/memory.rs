//! Bytes of two heads beside what others take for them.

use crate::results::{Fact, Results, Wanted};
use Wanted::{AtLeast, AtMost};
use anyhow::{Context as _, Result};
use morph_bench::patched_head;
use morph_core::packed::{BlockEncoding, BlockedTargets, EncodingReport, ErrorBound, PackOptions};
use morph_core::{Attribute, MorphTargets, VertexAttributes, VertexOrder};

const VERTICES: usize = 20_000;

/// Bytes of a vertex and target in the tiled texture: two texels.
const TEXTURE: u64 = 32;

/// Bytes of a moved vertex in Unity's list: index, and position, normal and tangent.
const UNITY: u64 = 40;

/// Radii and degrees that a target may be off by in the default encoding, and in the small one.
const EIGHT_ERRORS: (f64, f64) = (3e-4, 0.1);
const SIX_ERRORS: (f64, f64) = (4e-4, 1.3);

/// Adds the bytes of both heads in both encodings.
pub(crate) fn measure(results: &mut Results) -> Result<()> {
    let sample = morph_sample::head(VERTICES);
    let primitive = &sample.mesh.primitives[0];
    let targets = primitive.targets.as_ref().context("the head has targets")?;
    let base = without_tangents(&primitive.base)?;
    // The base lacks them, so the targets' go as well.
    one(results, "our head", &base, &targets.for_base(&base), [30.0, 2.5, 30.0])?;
    let (base, targets) = patched_head(VERTICES, 52);
    one(results, "patched head", &base, &targets, [14.0, 3.7, 18.0])
}

fn one(
    results: &mut Results,
    name: &str,
    base: &VertexAttributes,
    targets: &MorphTargets,
    [texture, unity, small]: [f64; 3],
) -> Result<()> {
    let remap = VertexOrder::Signature.remap(base, targets);
    let (base, targets) = (remap.base(base)?, remap.targets(targets)?);
    let bound = ErrorBound::for_base(&base).context("the head has positions")?;
    let pairs = (targets.vertex_count() * targets.target_count()) as u64;
    let moved = above(&base, &targets, &bound);
    let mut fact = |what: String, value: f64, unit, wanted| {
        let what = format!("{name}, {what}");
        results.facts.push(Fact { what, value, unit, wanted: Some(wanted) });
    };
    let eight = pack(&base, &targets, BlockEncoding::EightBytes)?;
    let six = pack(&base, &targets, BlockEncoding::SixBytes)?;
    let over = |bytes: u64, report: &EncodingReport| bytes as f64 / report.bytes as f64;
    fact("texture / 8 bytes".into(), over(pairs * TEXTURE, &eight), "x", AtLeast(texture));
    fact("Unity's list / 8 bytes".into(), over(moved * UNITY, &eight), "x", AtLeast(unity));
    fact("texture / 6 bytes".into(), over(pairs * TEXTURE, &six), "x", AtLeast(small));
    let radius = f64::from(bound.position) / f64::from(ErrorBound::of_radius(1.0).position);
    for (of, report, (radii, degrees)) in
        [("8 bytes", &eight, EIGHT_ERRORS), ("6 bytes", &six, SIX_ERRORS)]
    {
        for error in &report.attributes {
            let (worst, unit, most) = match error.attribute {
                Attribute::Position => (f64::from(error.worst) / radius, " radii", radii),
                // What is dropped turns a normal by the bound at most.
                _ => (f64::from(error.worst), " degrees", degrees.max(0.5)),
            };
            let what = format!("{} of a target in {of}", error.attribute);
            fact(what, worst, unit, AtMost(most));
        }
    }
    Ok(())
}

/// POSITION and NORMAL: what the others take their bytes for.
fn without_tangents(base: &VertexAttributes) -> Result<VertexAttributes> {
    let mut fewer = VertexAttributes::new(base.vertex_count());
    for attribute in [Attribute::Position, Attribute::Normal] {
        let values = base.values(attribute).context("the head has both")?;
        fewer.insert(attribute, 3, values.to_vec())?;
    }
    Ok(fewer)
}

fn pack(
    base: &VertexAttributes,
    targets: &MorphTargets,
    encoding: BlockEncoding,
) -> Result<EncodingReport> {
    let options = PackOptions::for_base(base);
    Ok(BlockedTargets::new(targets, encoding, &options)?.report().clone())
}

/// Pairs of vertex and target that move by more than the bound.
fn above(base: &VertexAttributes, targets: &MorphTargets, bound: &ErrorBound) -> u64 {
    let length = |v: &[f32]| v.iter().map(|c| c * c).sum::<f32>().sqrt();
    let normals = base.normals().unwrap_or_default();
    let mut count = 0;
    for target in 0..targets.target_count() {
        let get = |attribute, vertex| targets.deltas(target, attribute)?.get(vertex, 3);
        for vertex in 0..targets.vertex_count() {
            let moved = get(Attribute::Position, vertex).map_or(0.0, length) > bound.position;
            let turned = || {
                let (Some(n), Some(d)) = (normals.get(vertex), get(Attribute::Normal, vertex))
                else {
                    return false;
                };
                let to = [0, 1, 2].map(|c| n[c] + d[c]);
                let dot: f32 = n.iter().zip(to).map(|(a, b)| a * b).sum();
                let cosine = dot / (length(n) * length(&to)).max(1e-30);
                cosine.clamp(-1.0, 1.0).acos().to_degrees() > bound.direction_degrees
            };
            count += u64::from(moved || turned());
        }
    }
    count
}
