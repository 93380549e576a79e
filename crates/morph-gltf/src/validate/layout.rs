//! Rules about how data is laid out and declared that change no decoded value.
//!
//! Nothing that loads depends on them, so only [`Document::findings`] tells.

use crate::Document;
use crate::finding::{Code, Finding, Findings};
use crate::model::{Animation, Primitive};
use std::collections::{BTreeMap, BTreeSet};

/// Attributes that are numbered from 0 without a gap.
const NUMBERED: [&str; 4] = ["COLOR_", "JOINTS_", "TEXCOORD_", "WEIGHTS_"];

impl Document {
    /// Checks all of them; linear in the JSON.
    pub(super) fn check_layout(&self, findings: &mut Findings) {
        let mut report = Report(findings);
        let root = self.root();
        let quantization = "KHR_mesh_quantization";
        let lists = |list: &[String]| list.iter().any(|name| name == quantization);
        if lists(&root.extensions_used) && !lists(&root.extensions_required) {
            let message = format!("{quantization} is used, so it has to be required");
            report.add(Code::NonRequiredExtension, "extensionsRequired", message);
        }
        for (at, accessor) in root.accessors.iter().enumerate() {
            if accessor.buffer_view.is_none() && accessor.byte_offset > 0 {
                let message =
                    format!("{} without a bufferView means nothing", accessor.byte_offset);
                report.add(
                    Code::UnsatisfiedDependency,
                    format!("accessors[{at}].byteOffset"),
                    message,
                );
            }
        }
        let mut vertex_views = BTreeMap::new();
        let mut told = BTreeSet::new();
        for (mesh, model) in root.meshes.iter().enumerate() {
            for (at, primitive) in model.primitives.iter().enumerate() {
                let place = format!("meshes[{mesh}].primitives[{at}]");
                check_numbers(&place, primitive, &mut report);
                self.check_shared_views(primitive, &mut vertex_views, &mut told, &mut report);
                if let Some(indices) = primitive.indices {
                    let place = format!("{place}.indices");
                    self.check_packed(Code::IndicesWithStride, place, indices, &mut report);
                }
            }
        }
        for (at, animation) in root.animations.iter().enumerate() {
            self.check_samplers(at, animation, &mut report);
        }
    }

    /// Several vertex accessors in one view need a byteStride, since nothing else says where the
    /// elements of one end. They are read tightly packed.
    fn check_shared_views(
        &self,
        primitive: &Primitive,
        vertex_views: &mut BTreeMap<usize, usize>,
        told: &mut BTreeSet<usize>,
        report: &mut Report<'_>,
    ) {
        let targets = primitive.targets.iter().flatten().flat_map(|target| target.values());
        for &accessor in primitive.attributes.values().chain(targets) {
            let Some(view) = self.root().accessors.get(accessor).and_then(|a| a.buffer_view) else {
                continue;
            };
            let first = *vertex_views.entry(view).or_insert(accessor);
            let stride = self.root().buffer_views.get(view).map(|model| model.byte_stride);
            if first != accessor && stride == Some(None) && told.insert(view) {
                let (first, second) = (first.min(accessor), first.max(accessor));
                let message = format!(
                    "accessors[{first}] and accessors[{second}] share it, so it needs a byteStride"
                );
                report.add(Code::AccessorWithoutStride, format!("bufferViews[{view}]"), message);
            }
        }
    }

    /// Accessors of other data than vertices have no stride.
    fn check_packed(&self, code: Code, place: String, accessor: usize, report: &mut Report<'_>) {
        let view = self.root().accessors.get(accessor).and_then(|a| a.buffer_view);
        let stride = view.and_then(|view| self.root().buffer_views.get(view)?.byte_stride);
        if let Some(stride) = stride {
            let message = format!("accessors[{accessor}] has a byteStride of {stride}");
            report.add(code, place, message);
        }
    }

    fn check_samplers(&self, animation: usize, model: &Animation, report: &mut Report<'_>) {
        for (at, sampler) in model.samplers.iter().enumerate() {
            let place = |part| format!("animations[{animation}].samplers[{at}].{part}");
            for (part, accessor) in [("input", sampler.input), ("output", sampler.output)] {
                self.check_packed(Code::SamplerWithStride, place(part), accessor, report);
            }
            let Some(input) = self.root().accessors.get(sampler.input) else { continue };
            if input.min.is_none() || input.max.is_none() {
                let message = format!("accessors[{}]: min and max are missing", sampler.input);
                report.add(Code::SamplerInputWithoutBounds, place("input"), message);
            }
            if sampler.interpolation.as_deref() == Some("CUBICSPLINE") && input.count == 1 {
                let message = "a spline needs 2 keys, got 1: it is constant".to_owned();
                report.add(Code::SamplerTooFewKeys, place("input"), message);
            }
        }
    }
}

/// `TEXCOORD_1` without `TEXCOORD_0` is no way to count.
fn check_numbers(place: &str, primitive: &Primitive, report: &mut Report<'_>) {
    for prefix in NUMBERED {
        let numbers = primitive.attributes.keys().filter_map(|name| name.strip_prefix(prefix));
        let mut numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
        numbers.sort_unstable();
        let gap = (0..).zip(&numbers).find(|(expected, number)| expected != *number);
        if let Some((expected, found)) = gap {
            let message = format!("expected {prefix}{expected} before it; it is read all the same");
            report.add(
                Code::SemanticContinuity,
                format!("{place}.attributes.{prefix}{found}"),
                message,
            );
        }
    }
}

/// Adds findings whatever their severity; under strict reading `validate` refuses them.
struct Report<'a>(&'a mut Findings);

impl Report<'_> {
    fn add(&mut self, code: Code, place: impl Into<String>, message: String) {
        let (place, severity) = (place.into(), code.severity());
        self.0.push(Finding { code, place, severity, message });
    }
}
