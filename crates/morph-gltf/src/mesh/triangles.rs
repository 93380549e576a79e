//! Triangles, strips and fans, all as lists.

use crate::Document;
use crate::error::MeshError;
use crate::model::Primitive;

impl Document {
    /// The triangles of a primitive, anticlockwise seen from the front; `None` where it draws points
    /// or lines.
    ///
    /// Strips and fans come as lists, and a primitive without indices as one. Indices that complete
    /// no triangle are left out.
    ///
    /// # Errors
    /// As [`Document::indices`].
    ///
    /// # Example
    /// ```
    /// use morph_gltf::{Document, NoFiles};
    /// let strip = br#"{ "asset": { "version": "2.0" },
    ///     "accessors": [{ "count": 4, "type": "VEC3", "componentType": 5126 }],
    ///     "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "mode": 5 }] }] }"#;
    /// let document = Document::from_slice(strip, NoFiles)?;
    /// assert_eq!(document.triangles(0, 0)?, Some(vec![[0, 1, 2], [1, 3, 2]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Source
    /// glTF 2.0, section 3.7.2.1 "Overview" (topology types).
    pub fn triangles(
        &self,
        mesh: usize,
        primitive: usize,
    ) -> Result<Option<Vec<[u32; 3]>>, MeshError> {
        let (place, model) = self.primitive_model(mesh, primitive)?;
        let vertex_count = self.vertex_count(&place, model)?;
        self.read_triangles(&place, model, vertex_count)
    }

    pub(super) fn read_triangles(
        &self,
        place: &str,
        model: &Primitive,
        vertex_count: usize,
    ) -> Result<Option<Vec<[u32; 3]>>, MeshError> {
        if !matches!(model.mode, 4..=6) {
            return Ok(None);
        }
        let indices = match self.read_indices(place, model, vertex_count)? {
            Some(indices) => indices,
            None => (0..u32::MAX).take(vertex_count).collect(),
        };
        Ok(to_list(model.mode, &indices))
    }
}

/// `None` for modes that are no triangles.
fn to_list(mode: usize, indices: &[u32]) -> Option<Vec<[u32; 3]>> {
    let triangles = match mode {
        4 => indices.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect(),
        5 => {
            let triangle = |(at, three): (usize, &[u32])| match at % 2 {
                0 => [three[0], three[1], three[2]],
                _ => [three[0], three[2], three[1]],
            };
            indices.windows(3).enumerate().map(triangle).collect()
        }
        6 => {
            let rim = indices.get(1..).unwrap_or_default().windows(2);
            rim.map(|two| [two[0], two[1], indices[0]]).collect()
        }
        _ => return None,
    };
    Some(triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_become_lists() {
        let list = |mode, n: u32| to_list(mode, &(0..n).collect::<Vec<_>>());
        assert_eq!(list(4, 8), Some(vec![[0, 1, 2], [3, 4, 5]]));
        assert_eq!(list(5, 5), Some(vec![[0, 1, 2], [1, 3, 2], [2, 3, 4]]));
        assert_eq!(list(6, 4), Some(vec![[1, 2, 0], [2, 3, 0]]));
        for mode in 4..7 {
            for n in 0..3 {
                assert_eq!(list(mode, n), Some(vec![]), "{mode} {n}");
            }
        }
        assert_eq!((list(0, 3), list(3, 3), list(7, 3)), (None, None, None));
    }
}
