//! Descriptions of views and accessors: mostly sensible, sometimes at the edges.

use crate::mutation::EDGES;
use arbitrary::{Arbitrary, Unstructured};
use serde_json::{Map, Value, json};

/// A count, an offset, a length or an index.
#[derive(Debug, Clone)]
pub struct Number(Value);

impl<'a> Arbitrary<'a> for Number {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self(match u.arbitrary::<u8>()? {
            0..200 => json!(u.arbitrary::<u8>()? % 32),
            200..230 => json!(u.arbitrary::<u16>()?),
            edge => EDGES[edge as usize % EDGES.len()].clone(),
        }))
    }
}

impl Number {
    /// As JSON has it.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// So many times as much, where it is a sensible number.
    #[must_use]
    pub fn times(&self, factor: usize) -> Self {
        let product = self.0.as_u64().and_then(|n| n.checked_mul(factor as u64));
        product.map_or_else(|| self.clone(), |n| Self(json!(n)))
    }
}

/// A bufferView of buffer 0.
#[derive(Debug, Clone, Arbitrary)]
pub struct View {
    offset: Option<Number>,
    /// The rest of the buffer where there is none.
    length: Option<Number>,
    stride: Option<Number>,
}

impl View {
    fn value(&self, buffer_bytes: usize) -> Value {
        let offset = self.offset.as_ref().and_then(|n| n.0.as_u64()).unwrap_or(0);
        let rest = (buffer_bytes as u64).saturating_sub(offset);
        let mut view = Map::new();
        view.insert("buffer".into(), json!(0));
        view.insert("byteLength".into(), self.length.as_ref().map_or(json!(rest), |n| n.0.clone()));
        insert(&mut view, "byteOffset", &self.offset);
        insert(&mut view, "byteStride", &self.stride);
        Value::Object(view)
    }
}

/// An accessor of any type.
#[derive(Debug, Clone, Arbitrary)]
pub struct Accessor {
    view: Option<u8>,
    offset: Option<Number>,
    component: u8,
    kind: u8,
    count: Number,
    normalized: bool,
    sparse: Option<Sparse>,
    bounds: Option<[f32; 3]>,
}

#[derive(Debug, Clone, Arbitrary)]
struct Sparse {
    count: Number,
    index_view: u8,
    index_offset: Option<Number>,
    index_component: u8,
    value_view: u8,
    value_offset: Option<Number>,
}

/// Component types, the one that glTF left out and one that never was.
const COMPONENTS: [u32; 8] = [5120, 5121, 5122, 5123, 5124, 5125, 5126, 0];
const KINDS: [&str; 8] = ["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4", "VEC5"];
/// Views that a file of these descriptions has.
const VIEWS: usize = 4;

impl Accessor {
    /// With a type and a count that fit the place, so that more of what follows is reached.
    #[must_use]
    pub fn typed(mut self, component: u32, kind: &str, count: &Number) -> Self {
        let at = |found: Option<usize>| found.unwrap_or(0) as u8;
        self.component = at(COMPONENTS.iter().position(|&c| c == component));
        self.kind = at(KINDS.iter().position(|&k| k == kind));
        self.count = count.clone();
        self
    }

    /// Number of elements.
    #[must_use]
    pub fn count(&self) -> &Number {
        &self.count
    }

    /// The number that stands for the component type.
    #[must_use]
    pub fn component(&self) -> u32 {
        COMPONENTS[self.component as usize % COMPONENTS.len()]
    }

    fn value(&self) -> Value {
        let mut accessor = Map::new();
        let kind = KINDS[self.kind as usize % KINDS.len()];
        accessor.insert("componentType".into(), component(self.component));
        accessor.insert("type".into(), json!(kind));
        accessor.insert("count".into(), self.count.0.clone());
        accessor.insert("normalized".into(), json!(self.normalized));
        if let Some(view) = self.view {
            accessor.insert("bufferView".into(), index(view));
        }
        insert(&mut accessor, "byteOffset", &self.offset);
        if let Some(sparse) = &self.sparse {
            accessor.insert("sparse".into(), sparse.value());
        }
        if let Some(bounds) = self.bounds {
            accessor.insert("min".into(), json!(bounds));
            accessor.insert("max".into(), json!(bounds));
        }
        Value::Object(accessor)
    }
}

impl Sparse {
    fn value(&self) -> Value {
        let mut indices = Map::new();
        indices.insert("bufferView".into(), index(self.index_view));
        indices.insert("componentType".into(), component(self.index_component));
        insert(&mut indices, "byteOffset", &self.index_offset);
        let mut values = Map::new();
        values.insert("bufferView".into(), index(self.value_view));
        insert(&mut values, "byteOffset", &self.value_offset);
        json!({ "count": self.count.0, "indices": indices, "values": values })
    }
}

fn component(at: u8) -> Value {
    json!(COMPONENTS[at as usize % COMPONENTS.len()])
}

/// One more than there are, so that some name none.
fn index(view: u8) -> Value {
    json!(view as usize % (VIEWS + 1))
}

fn insert(object: &mut Map<String, Value>, name: &str, number: &Option<Number>) {
    if let Some(number) = number {
        object.insert(name.into(), number.0.clone());
    }
}

/// A file with these views and accessors, and `more` beside them.
#[must_use]
pub fn file(views: &[View; VIEWS], accessors: &[Accessor], mut more: Value, bin: &[u8]) -> Vec<u8> {
    more["asset"] = json!({ "version": "2.0" });
    more["buffers"] = json!([{ "byteLength": bin.len() }]);
    more["bufferViews"] = views.iter().map(|view| view.value(bin.len())).collect();
    more["accessors"] = accessors.iter().map(Accessor::value).collect();
    crate::sample::join(more.to_string().as_bytes(), bin)
}
