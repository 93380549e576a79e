//! Writing accessors anew, in their new format and order, each once.

use super::OptimizeError;
use super::bundle::{Bundle, IndexViews};
use super::deltas::StoredDeltas;
use super::elements::Elements;
use super::order::Orders;
use super::quantize::Plan;
use super::survey::{Part, Survey};
use crate::component::ElementType;
use crate::write::{NewAccessor, Patch};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// New accessors in place of old ones.
pub(super) struct Rewrite<'a> {
    survey: &'a Survey<'a>,
    quantized: &'a Plan,
    orders: &'a Orders,
    /// Accessors of deltas that are written anew.
    changed: &'a BTreeSet<usize>,
    bases: BTreeMap<usize, usize>,
    deltas: BTreeMap<usize, usize>,
    indices: BTreeMap<(usize, usize), usize>,
    views: IndexViews,
    /// Accessors that were dense and are sparse.
    made_sparse: BTreeSet<usize>,
}

impl<'a> Rewrite<'a> {
    pub(super) fn new(
        survey: &'a Survey<'a>,
        quantized: &'a Plan,
        orders: &'a Orders,
        changed: &'a BTreeSet<usize>,
    ) -> Self {
        Self {
            survey,
            quantized,
            orders,
            changed,
            bases: BTreeMap::new(),
            deltas: BTreeMap::new(),
            indices: BTreeMap::new(),
            views: IndexViews::new(),
            made_sparse: BTreeSet::new(),
        }
    }

    /// Writes what a part needs anew, and lets the part refer to it.
    pub(super) fn part(&mut self, patch: &mut Patch<'_>, at: usize) -> Result<(), OptimizeError> {
        let survey = self.survey;
        let part = &survey.primitives[at];
        for (name, &accessor) in &part.model.attributes {
            if let Some(new) = self.base(patch, name, accessor)? {
                patch.set_attribute(part.mesh, part.primitive, name, new)?;
            }
        }
        for (target, attributes) in part.model.targets.iter().flatten().enumerate() {
            self.target(patch, attributes)?;
            for (name, accessor) in attributes {
                if let Some(&new) = self.deltas.get(accessor) {
                    patch.set_delta(part.mesh, part.primitive, target, name, Some(new))?;
                }
            }
        }
        if let (Some(remap), Some(indices)) = (self.orders.of_indices.get(&at), part.model.indices)
        {
            let new = self.indices(patch, part, remap, indices)?;
            let (mesh, primitive) = (part.mesh, part.primitive);
            patch.json_mut()["meshes"][mesh]["primitives"][primitive]["indices"] = new.into();
        }
        Ok(())
    }

    /// Accessors of a part's deltas that became sparse.
    pub(super) fn made_sparse(&self, part: &Part<'_>) -> impl Iterator<Item = usize> + '_ {
        let accessors: BTreeSet<usize> = part.delta_accessors().map(|(_, _, a)| a).collect();
        accessors.into_iter().filter(|accessor| self.made_sparse.contains(accessor))
    }

    /// Accessors that others took the place of.
    pub(super) fn replaced(&self) -> impl Iterator<Item = usize> + '_ {
        let indices = self.indices.keys().map(|(accessor, _)| accessor);
        self.bases.keys().chain(self.deltas.keys()).chain(indices).copied()
    }

    fn base(
        &mut self,
        patch: &mut Patch<'_>,
        name: &str,
        accessor: usize,
    ) -> Result<Option<usize>, OptimizeError> {
        if let Some(&new) = self.bases.get(&accessor) {
            return Ok(Some(new));
        }
        let format = self.quantized.formats.get(&accessor);
        let remap = self.orders.of_vertices.get(&accessor);
        if self.survey.is_void(accessor) || (format.is_none() && remap.is_none()) {
            return Ok(None);
        }
        let data = self.survey.document.accessor(accessor)?;
        let components = data.components();
        let mut elements = Elements::of(&data);
        if let (Some(format), Elements::F32(values)) = (format, &elements) {
            elements = format.encode(values, components);
        }
        if let Some(remap) = remap {
            let places: Vec<usize> = remap.old_vertices().iter().map(|&old| old as usize).collect();
            elements = elements.pick(&places, components);
        }
        let normalized = format.map_or(data.is_normalized(), |format| format.is_normalized());
        let new = NewAccessor::new(data.element_type(), elements.numbers()).vertex().like(accessor);
        let new = if normalized { new.normalized() } else { new };
        let new = if self.bounds(name, accessor) { new.bounds() } else { new };
        let new = patch.add_accessor(&new)?;
        self.bases.insert(accessor, new);
        Ok(Some(new))
    }

    /// Writes the deltas of a target that are not written yet.
    fn target(
        &mut self,
        patch: &mut Patch<'_>,
        attributes: &BTreeMap<String, usize>,
    ) -> Result<(), OptimizeError> {
        let mut members: Vec<(&str, usize, StoredDeltas)> = Vec::new();
        for (name, &accessor) in attributes {
            let known = self.deltas.contains_key(&accessor)
                || members.iter().any(|(_, other, _)| *other == accessor);
            if known || !self.changed.contains(&accessor) {
                continue;
            }
            let deltas = self.survey.deltas(accessor)?;
            let deltas = deltas.with_format(self.quantized.formats.get(&accessor));
            let remap = self.orders.of_vertices.get(&accessor).map(Arc::as_ref);
            members.push((name, accessor, deltas.with_order(remap)));
        }
        let bundle = Bundle::new(members.iter().map(|(_, _, deltas)| deltas).collect());
        for (name, accessor, deltas) in &members {
            let bounds = self.bounds(name, *accessor);
            let new = bundle.write(deltas, patch, *accessor, bounds, &mut self.views)?;
            self.deltas.insert(*accessor, new);
            let was_dense = self.survey.document.root().accessors[*accessor].buffer_view.is_some();
            if was_dense && deltas.is_sparse() {
                self.made_sparse.insert(*accessor);
            }
        }
        Ok(())
    }

    fn indices(
        &mut self,
        patch: &mut Patch<'_>,
        part: &Part<'_>,
        remap: &Arc<morph_core::Remap>,
        accessor: usize,
    ) -> Result<usize, OptimizeError> {
        // Parts that share vertices have the same order.
        let key = (accessor, Arc::as_ptr(remap) as usize);
        if let Some(&new) = self.indices.get(&key) {
            return Ok(new);
        }
        let old = self.survey.document.indices(part.mesh, part.primitive)?.unwrap_or_default();
        let new: Vec<u32> = old.iter().map(|&index| remap.new_vertices()[index as usize]).collect();
        let component = self.survey.document.accessor(accessor)?.component_type();
        let elements = Elements::of_unsigned(component, &new);
        let numbers = NewAccessor::new(ElementType::Scalar, elements.numbers()).index();
        let bounds = self.survey.document.root().accessors[accessor].min.is_some();
        let numbers = if bounds { numbers.bounds() } else { numbers };
        let new = patch.add_accessor(&numbers.like(accessor))?;
        self.indices.insert(key, new);
        Ok(new)
    }

    /// Whether the accessor has bounds: POSITION must, others may.
    fn bounds(&self, name: &str, accessor: usize) -> bool {
        name == "POSITION" || self.survey.document.root().accessors[accessor].min.is_some()
    }
}
