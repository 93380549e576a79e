//! The base attributes of a primitive.

use super::format::{Role, Semantic, expected, is_declared, is_possible};
use crate::Document;
use crate::accessor::AccessorData;
use crate::error::MeshError;
use crate::finding::{Code, Finding, Findings};
use crate::model::Primitive;
use morph_core::{Attribute, VertexAttributes};

impl Document {
    /// The number of vertices: POSITION's, else that of the first attribute there is.
    pub(super) fn vertex_count(&self, place: &str, model: &Primitive) -> Result<usize, MeshError> {
        let attributes = &model.attributes;
        let first = attributes.get_key_value("POSITION").or_else(|| {
            attributes.iter().find(|(name, _)| Semantic::of(name) != Semantic::Unknown)
        });
        let Some((name, &accessor)) = first else {
            return Ok(0);
        };
        // What is not decoded, as custom attributes are not, may count as it likes.
        let counted = self.accessor_model(accessor).and_then(|model| {
            if model.count > self.most_elements() {
                self.accessor(accessor)?;
            }
            Ok(model.count)
        });
        counted.map_err(|reason| MeshError::Accessor {
            place: format!("{place}.attributes.{name}"),
            reason,
        })
    }

    pub(super) fn load_base(
        &self,
        place: &str,
        model: &Primitive,
        vertex_count: usize,
        findings: &mut Findings,
    ) -> Result<VertexAttributes, MeshError> {
        let mut base = VertexAttributes::new(vertex_count);
        for (name, &accessor) in &model.attributes {
            let place = format!("{place}.attributes.{name}");
            let semantic = Semantic::of(name);
            if semantic == Semantic::Unknown {
                let message = "is no attribute of the specification and is ignored";
                findings.add(Code::InvalidAttribute, &place, message)?;
                continue;
            }
            let found = match self.accessor_model(accessor) {
                Ok(model) => model.count,
                Err(reason) => return Err(MeshError::Accessor { place, reason }),
            };
            if found != vertex_count {
                return Err(MeshError::VertexCount { place, expected: vertex_count, found });
            }
            let Semantic::Morphable(attribute) = semantic else {
                continue;
            };
            let place = self.check_draco(place, model, accessor)?;
            let data = self.attribute(&place, accessor, attribute, Role::Base, findings)?;
            let values = data.to_f32();
            let finite = values.iter().fold(true, |finite, v| finite & v.is_finite());
            if let Some(at) = values.iter().position(|v| !finite && !v.is_finite()) {
                let (vertex, value) = (at / data.components(), values[at]);
                let message = format!("value of vertex {vertex} is not finite ({value})");
                findings.add(Code::AccessorNonFiniteBase, &place, message)?;
            }
            if attribute == Attribute::Position {
                self.check_bounds(&place, accessor, &values, false, findings)?;
            }
            base.insert(attribute, data.components(), values)
                .map_err(|reason| MeshError::Attributes { place, reason })?;
        }
        Ok(base)
    }

    /// Decodes an attribute's accessor and checks its type.
    pub(super) fn attribute(
        &self,
        place: &str,
        accessor: usize,
        attribute: Attribute,
        role: Role,
        findings: &mut Findings,
    ) -> Result<AccessorData<'_>, MeshError> {
        let data = self
            .accessor(accessor)
            .map_err(|reason| MeshError::Accessor { place: place.to_owned(), reason })?;
        if !is_possible(attribute, role, &data) {
            return Err(MeshError::Format {
                place: place.to_owned(),
                accessor,
                expected: expected(attribute, role),
                found: data.describe(),
            });
        }
        let (component, normalized) = (data.component_type(), data.is_normalized());
        if !is_declared(attribute, role, component, normalized, self.is_quantized()) {
            let found = data.describe();
            let message = format!("accessors[{accessor}]: {found} is undeclared, and decoded");
            findings.add(Code::AccessorUndeclaredFormat, place, message)?;
        }
        self.check_alignment(place, accessor, findings)?;
        Ok(data)
    }

    fn is_quantized(&self) -> bool {
        let root = self.root();
        let mut names = root.extensions_used.iter().chain(&root.extensions_required);
        names.any(|name| name == "KHR_mesh_quantization")
    }

    /// Vertex data starts at multiples of 4, and its stride is one.
    fn check_alignment(
        &self,
        place: &str,
        accessor: usize,
        findings: &mut Findings,
    ) -> Result<(), Finding> {
        let model = &self.root().accessors[accessor];
        let Some(view) = model.buffer_view else {
            return Ok(());
        };
        let view_model = &self.root().buffer_views[view];
        let bytes = crate::accessor::element_of(accessor, model)
            .map_or(4, |(element, component)| element.stored_bytes(component));
        let stride = view_model.byte_stride.unwrap_or(bytes);
        let start = view_model.byte_offset.wrapping_add(model.byte_offset);
        for (what, number) in [("byteStride", stride), ("first byte", start)] {
            // A single element has no stride to speak of.
            let concerns = what != "byteStride" || model.count > 1;
            if concerns && !number.is_multiple_of(4) {
                let message = format!(
                    "accessors[{accessor}]: {what} {number} of bufferViews[{view}] is not a multiple of 4"
                );
                return findings.add(Code::AccessorUnaligned, place, message);
            }
        }
        Ok(())
    }

    /// POSITION accessors state the bounds of their data.
    ///
    /// `values` are the stored ones; `unmoved` where the others are zero.
    pub(super) fn check_bounds(
        &self,
        place: &str,
        accessor: usize,
        values: &[f32],
        unmoved: bool,
        findings: &mut Findings,
    ) -> Result<(), Finding> {
        let model = &self.root().accessors[accessor];
        let (Some(min), Some(max)) = (&model.min, &model.max) else {
            let message = format!("accessors[{accessor}]: min and max are missing");
            return findings.add(Code::PositionWithoutBounds, place, message);
        };
        if (min.len(), max.len()) != (3, 3) {
            let message = format!(
                "accessors[{accessor}]: expected 3 components of min and max, got {} and {}",
                min.len(),
                max.len()
            );
            return findings.add(Code::BoundsMismatch, place, message);
        }
        // Bounds are in stored numbers; only where those are the values is there a plain answer.
        if model.normalized || (model.buffer_view.is_none() && model.sparse.is_none()) {
            return Ok(());
        }
        // A filter's numbers are near those that the bounds were made from.
        if model.buffer_view.is_some_and(|view| self.buffers().is_filtered(view)) {
            return Ok(());
        }
        let found = range_of(values, unmoved);
        for (component, (&min, &max)) in min.iter().zip(max).enumerate().take(3) {
            let (low, high) = found[component];
            // As the data has them, so that equal ones read alike.
            let stated = [("min", min as f32, low), ("max", max as f32, high)];
            let wrong = stated.iter().filter(|(_, stated, found)| stated != found);
            let wrong: Vec<_> = wrong
                .map(|(bound, stated, found)| format!("{bound} {stated}, the data has {found}"))
                .collect();
            if !wrong.is_empty() {
                let wrong = wrong.join("; ");
                let message = format!("accessors[{accessor}]: component {component}: {wrong}");
                return findings.add(Code::BoundsMismatch, place, message);
            }
        }
        Ok(())
    }
}

/// Least and greatest number of each of three components, of zero as well where one is `unmoved`.
fn range_of(values: &[f32], unmoved: bool) -> [(f32, f32); 3] {
    // Twelve lanes are whole vectors and whole elements.
    const LANES: usize = 12;
    let (mut low, mut high) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
    let mut take = |values: &[f32; LANES]| {
        for lane in 0..LANES {
            let value = values[lane];
            low[lane] = if value < low[lane] { value } else { low[lane] };
            high[lane] = if value > high[lane] { value } else { high[lane] };
        }
    };
    let chunks = values.chunks_exact(LANES);
    // NaN is neither less nor more.
    let mut last = [f32::NAN; LANES];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    chunks.filter_map(|chunk| chunk.try_into().ok()).for_each(&mut take);
    take(&last);
    if unmoved {
        take(&[0.0; LANES]);
    }
    [0, 1, 2].map(|component| {
        let of = |lanes: &[f32; LANES], pick: fn(f32, f32) -> f32| {
            lanes[component..].iter().copied().step_by(3).reduce(pick).unwrap_or(0.0)
        };
        (of(&low, f32::min), of(&high, f32::max))
    })
}
