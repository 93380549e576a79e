//! Which primitives there are, what they are made of, and which of them must stay as they are.

use super::OptimizeError;
use super::deltas::StoredDeltas;
use super::elements::Elements;
use crate::Document;
use crate::component::ComponentType;
use crate::model::Primitive;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Extensions of meshes and primitives that name no vertex by its number. A name that ends in `_`
/// is a prefix.
const HARMLESS: &[&str] = &[
    "KHR_materials_",
    "KHR_xmp",
    "EXT_structural_metadata",
    "FB_ngon_encoding",
    "EXT_mesh_features",
];

/// A document's primitives.
pub(super) struct Survey<'a> {
    pub(super) document: &'a Document,
    pub(super) primitives: Vec<Part<'a>>,
    /// Accessors without data: any number of primitives may share one, and nothing follows from it.
    void: BTreeSet<usize>,
    /// What each accessor is to primitives: an attribute, of the base or not.
    uses: BTreeMap<usize, BTreeSet<(&'a str, bool)>>,
}

/// One primitive.
pub(super) struct Part<'a> {
    pub(super) mesh: usize,
    pub(super) primitive: usize,
    pub(super) model: &'a Primitive,
    /// Why its vertices must stay as they are.
    pub(super) fixed: Option<String>,
}

impl<'a> Survey<'a> {
    /// Looks at all meshes; those with targets must be free of errors.
    pub(super) fn new(document: &'a Document) -> Result<Self, OptimizeError> {
        let mut primitives = Vec::new();
        let mut unwritable = BTreeMap::new();
        let mut uses: BTreeMap<usize, BTreeSet<(&str, bool)>> = BTreeMap::new();
        for (mesh, model) in document.root().meshes.iter().enumerate() {
            document.morph_mesh(mesh)?;
            for (primitive, part) in model.primitives.iter().enumerate() {
                let fixed = fixed(document, mesh, part, &mut unwritable);
                let mut uses = |attributes: &'a BTreeMap<String, usize>, of_base: bool| {
                    for (name, &accessor) in attributes {
                        uses.entry(accessor).or_default().insert((name, of_base));
                    }
                };
                uses(&part.attributes, true);
                part.targets.iter().flatten().for_each(|target| uses(target, false));
                primitives.push(Part { mesh, primitive, model: part, fixed });
            }
        }
        let accessors = document.root().accessors.iter().enumerate();
        let void = accessors.filter(|(_, a)| a.buffer_view.is_none() && a.sparse.is_none());
        Ok(Self { document, primitives, void: void.map(|(at, _)| at).collect(), uses })
    }

    /// Whether an accessor has no data at all.
    pub(super) fn is_void(&self, accessor: usize) -> bool {
        self.void.contains(&accessor)
    }

    /// Whether an accessor is anything but this attribute, of the base or of targets.
    pub(super) fn has_other_use(&self, accessor: usize, name: &str, of_base: bool) -> bool {
        let mut uses = self.uses.get(&accessor).into_iter().flatten();
        uses.any(|&found| found != (name, of_base))
    }

    /// Parts in groups: those of one group share what `shares` names, directly or by others.
    pub(super) fn groups<K: Ord>(&self, shares: impl Fn(&Part<'a>) -> Vec<K>) -> Vec<Vec<usize>> {
        let mut group_of: Vec<usize> = (0..self.primitives.len()).collect();
        let mut first: BTreeMap<K, usize> = BTreeMap::new();
        for (at, part) in self.primitives.iter().enumerate() {
            for key in shares(part) {
                let other = *first.entry(key).or_insert(at);
                let (a, b) = (root(&group_of, at), root(&group_of, other));
                group_of[a.max(b)] = a.min(b);
            }
        }
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in 0..self.primitives.len() {
            groups.entry(root(&group_of, at)).or_default().push(at);
        }
        groups.into_values().collect()
    }

    /// The numbers of a base attribute.
    pub(super) fn elements(&self, accessor: usize) -> Result<Elements, OptimizeError> {
        Ok(Elements::of(&self.document.accessor(accessor)?))
    }

    /// The deltas of an accessor.
    pub(super) fn deltas(&self, accessor: usize) -> Result<StoredDeltas, OptimizeError> {
        Ok(StoredDeltas::of(&self.document.accessor(accessor)?))
    }
}

fn root(group_of: &[usize], mut at: usize) -> usize {
    while group_of[at] != at {
        at = group_of[at];
    }
    at
}

impl Part<'_> {
    /// For messages.
    pub(super) fn place(&self) -> String {
        format!("meshes[{}].primitives[{}]", self.mesh, self.primitive)
    }

    /// Accessors with one element a vertex: base attributes, then deltas.
    pub(super) fn vertex_accessors(&self) -> impl Iterator<Item = usize> + '_ {
        self.model.attributes.values().copied().chain(self.delta_accessors().map(|(_, _, a)| a))
    }

    /// Target, attribute and accessor of all deltas.
    pub(super) fn delta_accessors(&self) -> impl Iterator<Item = (usize, &str, usize)> + '_ {
        let targets = self.model.targets.iter().flatten().enumerate();
        targets.flat_map(|(target, attributes)| {
            attributes.iter().map(move |(name, &accessor)| (target, name.as_str(), accessor))
        })
    }
}

/// Why accessors cannot be written anew, of those that were looked at: primitives may share them.
type Unwritable = BTreeMap<usize, Option<String>>;

/// Why the vertices of a primitive must stay as they are.
fn fixed(
    document: &Document,
    mesh: usize,
    part: &Primitive,
    known: &mut Unwritable,
) -> Option<String> {
    if let Some(name) = part.extensions.keys().find(|name| !is_harmless(name)) {
        return Some(format!("{name} may name vertices"));
    }
    let of_mesh = &document.json()["meshes"][mesh]["extensions"];
    let of_mesh = of_mesh.as_object().into_iter().flat_map(Map::keys);
    if let Some(name) = of_mesh.into_iter().find(|name| !is_harmless(name)) {
        return Some(format!("{name} of the mesh may name vertices"));
    }
    if part.extensions.get("EXT_mesh_features").is_some_and(counts_vertices) {
        return Some("EXT_mesh_features numbers the vertices".into());
    }
    let accessors = &document.root().accessors;
    let count = |accessor: &usize| accessors.get(*accessor).map(|a| a.count);
    let mut counts = part.attributes.values().map(count);
    let expected = counts.next()?;
    let same = counts.all(|found| found == expected)
        && part.targets.iter().flatten().flat_map(|t| t.values()).all(|a| count(a) == expected);
    if !same {
        return Some("its attributes count different vertices".into());
    }
    let deltas = part.targets.iter().flatten().flat_map(|target| target.values());
    let mut accessors = part.attributes.values().chain(deltas);
    accessors.find_map(|&accessor| {
        known.entry(accessor).or_insert_with(|| unwritable(document, accessor)).clone()
    })
}

/// Why the elements of an accessor cannot be written anew.
fn unwritable(document: &Document, accessor: usize) -> Option<String> {
    let why = match document.accessor(accessor) {
        Err(error) => return Some(error.to_string()),
        Ok(data) if data.component_type() == ComponentType::F32 => {
            let finite = data.to_f32().iter().all(|value| value.is_finite());
            (!finite).then_some("a value is not finite")?
        }
        Ok(data) => {
            (data.element_type().columns() > 1).then_some("it holds matrices of integers")?
        }
    };
    Some(format!("accessors[{accessor}]: {why}"))
}

fn is_harmless(name: &str) -> bool {
    HARMLESS.iter().any(|&known| match known.ends_with('_') {
        true => name.starts_with(known),
        false => name == known,
    })
}

/// Feature ids without an attribute and a texture are the numbers of the vertices.
fn counts_vertices(features: &Value) -> bool {
    let ids = features["featureIds"].as_array();
    ids.is_none_or(|ids| {
        ids.iter().any(|id| id.get("attribute").is_none() && id.get("texture").is_none())
    })
}
