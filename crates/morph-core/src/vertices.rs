//! A primitive's base attributes.

use crate::{Attribute, AttributesError};
use alloc::vec::Vec;

/// The base attributes of one primitive: what targets are added to.
///
/// Also the shape of blended results: same attributes, same components.
///
/// # Shapes
/// Each array is flat, `vertex_count * components` floats: POSITION 3, NORMAL 3, TANGENT 4,
/// `TEXCOORD_n` 2, `COLOR_n` 3 or 4.
///
/// # Example
/// ```
/// use morph_core::{Attribute, VertexAttributes};
/// let base = VertexAttributes::new(2)
///     .with_positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])?
///     .with_normals(&[[0.0, 0.0, 1.0]; 2])?;
/// assert_eq!(base.positions().unwrap()[1], [1.0, 0.0, 0.0]);
/// assert_eq!(base.components(Attribute::Tangent), None);
/// # Ok::<(), morph_core::AttributesError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VertexAttributes {
    vertex_count: usize,
    arrays: Vec<VertexArray>,
}

#[derive(Debug, Clone, PartialEq)]
struct VertexArray {
    attribute: Attribute,
    components: usize,
    values: Vec<f32>,
}

impl VertexAttributes {
    /// No attributes yet, for `vertex_count` vertices.
    #[must_use]
    pub const fn new(vertex_count: usize) -> Self {
        Self { vertex_count, arrays: Vec::new() }
    }

    /// Puts an attribute in, in place of an earlier one.
    ///
    /// # Errors
    /// [`AttributesError`] where the components or the length do not fit.
    pub fn insert(
        &mut self,
        attribute: Attribute,
        components: usize,
        values: Vec<f32>,
    ) -> Result<(), AttributesError> {
        if !attribute.accepts_base_components(components) {
            return Err(AttributesError::Components { attribute, found: components });
        }
        let expected = self.vertex_count.saturating_mul(components);
        if values.len() != expected {
            return Err(AttributesError::Length { attribute, expected, found: values.len() });
        }
        let array = VertexArray { attribute, components, values };
        match self.arrays.binary_search_by_key(&attribute, |a| a.attribute) {
            Ok(at) => self.arrays[at] = array,
            Err(at) => self.arrays.insert(at, array),
        }
        Ok(())
    }

    /// With POSITION.
    ///
    /// # Errors
    /// [`AttributesError::Length`] unless there is one a vertex.
    pub fn with_positions(mut self, positions: &[[f32; 3]]) -> Result<Self, AttributesError> {
        self.insert(Attribute::Position, 3, bytemuck::cast_slice(positions).to_vec())?;
        Ok(self)
    }

    /// With NORMAL.
    ///
    /// # Errors
    /// [`AttributesError::Length`] unless there is one a vertex.
    pub fn with_normals(mut self, normals: &[[f32; 3]]) -> Result<Self, AttributesError> {
        self.insert(Attribute::Normal, 3, bytemuck::cast_slice(normals).to_vec())?;
        Ok(self)
    }

    /// With TANGENT, handedness in the fourth component.
    ///
    /// # Errors
    /// [`AttributesError::Length`] unless there is one a vertex.
    pub fn with_tangents(mut self, tangents: &[[f32; 4]]) -> Result<Self, AttributesError> {
        self.insert(Attribute::Tangent, 4, bytemuck::cast_slice(tangents).to_vec())?;
        Ok(self)
    }

    /// With `TEXCOORD_{set}`.
    ///
    /// # Errors
    /// [`AttributesError::Length`] unless there is one a vertex.
    pub fn with_texcoords(
        mut self,
        set: u32,
        texcoords: &[[f32; 2]],
    ) -> Result<Self, AttributesError> {
        self.insert(Attribute::TexCoord(set), 2, bytemuck::cast_slice(texcoords).to_vec())?;
        Ok(self)
    }

    /// With `COLOR_{set}` as RGBA.
    ///
    /// # Errors
    /// [`AttributesError::Length`] unless there is one a vertex.
    pub fn with_colors(mut self, set: u32, colors: &[[f32; 4]]) -> Result<Self, AttributesError> {
        self.insert(Attribute::Color(set), 4, bytemuck::cast_slice(colors).to_vec())?;
        Ok(self)
    }

    /// Number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// The attributes, ascending.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute> + '_ {
        // spec B6
        self.arrays.iter().map(|a| a.attribute)
    }

    /// Whether the attribute is there.
    #[must_use]
    pub fn has(&self, attribute: Attribute) -> bool {
        self.find(attribute).is_some()
    }

    /// Floats a vertex of the attribute, `None` where it is absent.
    #[must_use]
    pub fn components(&self, attribute: Attribute) -> Option<usize> {
        self.find(attribute).map(|a| a.components)
    }

    /// All floats of the attribute, `None` where it is absent.
    #[must_use]
    pub fn values(&self, attribute: Attribute) -> Option<&[f32]> {
        self.find(attribute).map(|a| a.values.as_slice())
    }

    /// All floats of the attribute for writing, `None` where it is absent.
    #[must_use]
    pub fn values_mut(&mut self, attribute: Attribute) -> Option<&mut [f32]> {
        let at = self.arrays.binary_search_by_key(&attribute, |a| a.attribute).ok()?;
        Some(&mut self.arrays[at].values)
    }

    /// POSITION, one a vertex.
    #[must_use]
    pub fn positions(&self) -> Option<&[[f32; 3]]> {
        self.values(Attribute::Position).map(bytemuck::cast_slice)
    }

    /// NORMAL, one a vertex.
    #[must_use]
    pub fn normals(&self) -> Option<&[[f32; 3]]> {
        self.values(Attribute::Normal).map(bytemuck::cast_slice)
    }

    /// TANGENT, one a vertex.
    #[must_use]
    pub fn tangents(&self) -> Option<&[[f32; 4]]> {
        self.values(Attribute::Tangent).map(bytemuck::cast_slice)
    }

    /// `TEXCOORD_{set}`, one a vertex.
    #[must_use]
    pub fn texcoords(&self, set: u32) -> Option<&[[f32; 2]]> {
        self.values(Attribute::TexCoord(set)).map(bytemuck::cast_slice)
    }

    /// `COLOR_{set}`, one a vertex, where it is RGBA. RGB sets are read by
    /// [`VertexAttributes::values`].
    #[must_use]
    pub fn colors(&self, set: u32) -> Option<&[[f32; 4]]> {
        let attribute = Attribute::Color(set);
        let rgba = self.components(attribute) == Some(4);
        self.values(attribute).filter(|_| rgba).map(bytemuck::cast_slice)
    }

    fn find(&self, attribute: Attribute) -> Option<&VertexArray> {
        let at = self.arrays.binary_search_by_key(&attribute, |a| a.attribute).ok()?;
        Some(&self.arrays[at])
    }
}
