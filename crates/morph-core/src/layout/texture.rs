//! Deltas in a tiled rgba32float texture: the seed profile and its extension.
//!
//! ```text
//! column = vertex % width              band b of target t starts at row (t * bands + b) * rows_per_band
//! row    = start + vertex / width      layer = row / height, line = row % height
//! ```
//! The fourth component of three-component bands, components past two of texture coordinates, and
//! texels past the last vertex are 0.

use crate::{Attribute, AttributeSet, Deltas, LayoutError, MorphTargets, TargetDeltas};
use crate::{TargetsError, limits::DeviceLimits};
use alloc::vec;
use alloc::vec::Vec;

/// Most targets of the seed profile; the first four are kept.
pub const SEED_MAX_TARGETS: u32 = 4;

/// Widest texture of the seed profile.
pub const SEED_MAX_WIDTH: u32 = 2048;

/// Place of one delta in a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texel {
    /// Column, below the width.
    pub column: u32,
    /// Line within the layer, below the height.
    pub row: u32,
    /// Array layer.
    pub layer: u32,
}

/// Layout of deltas in a tiled texture of four floats a texel.
///
/// # Example
/// ```
/// use morph_core::{Attribute, TextureLayout};
/// let layout = TextureLayout::seed(5000, 2).expect("vertices and targets");
/// assert_eq!((layout.width(), layout.rows_per_band(), layout.height()), (2048, 3, 12));
/// let texel = layout.address(1, Attribute::Normal, 4097).unwrap();
/// assert_eq!((texel.column, texel.row), (1, 9 + 2));
/// ```
///
/// # Source
/// The seed profile is that of Babylon Lite, architecture page "Morph Targets (Blend Shapes)".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextureLayout {
    vertex_count: u32,
    target_count: u32,
    attributes: AttributeSet,
    width: u32,
    rows_per_band: u32,
    height: u32,
    layers: u32,
}

impl TextureLayout {
    /// The seed profile: at most four targets, bands POSITION and NORMAL, width at most 2048.
    ///
    /// `None` without vertices or targets.
    #[must_use]
    pub fn seed(vertex_count: u32, target_count: u32) -> Option<Self> {
        // spec L6, L10, L12, L13, L15, W8, B18
        if vertex_count == 0 || target_count == 0 {
            return None;
        }
        let target_count = target_count.min(SEED_MAX_TARGETS);
        let width = vertex_count.min(SEED_MAX_WIDTH);
        let rows_per_band = vertex_count.div_ceil(width);
        // 8 bands of at most 2^21 rows.
        let height = target_count * 2 * rows_per_band;
        let attributes = AttributeSet::PN;
        Some(Self {
            vertex_count,
            target_count,
            attributes,
            width,
            rows_per_band,
            height,
            layers: 1,
        })
    }

    /// The extension: any number of targets, any bands, as wide as the device allows, in as many
    /// array layers as needed.
    ///
    /// # Errors
    /// [`LayoutError::NoBands`] where nothing is moved, [`LayoutError::Texture`] with all numbers
    /// where it does not fit.
    pub fn new(
        vertex_count: u32,
        target_count: u32,
        attributes: AttributeSet,
        limits: &DeviceLimits,
    ) -> Result<Self, LayoutError> {
        // spec L6, L12, L13, L16, L18
        if vertex_count == 0 || target_count == 0 || attributes.is_empty() {
            return Err(LayoutError::NoBands);
        }
        let width = vertex_count.min(limits.max_texture_dimension_2d).max(1);
        let rows_per_band = vertex_count.div_ceil(width);
        let bands = u64::from(target_count) * u64::from(attributes.band_count());
        // Bands that are a row high each may be beyond 64 bits; that many fit nowhere.
        let rows = bands.saturating_mul(u64::from(rows_per_band));
        let max_height = limits.max_texture_dimension_2d;
        let max_layers = limits.max_texture_array_layers;
        let layers = rows.div_ceil(u64::from(max_height).max(1));
        // Row numbers are u32 in the shader.
        if layers > u64::from(max_layers) || u32::try_from(rows).is_err() {
            return Err(LayoutError::Texture {
                vertex_count: vertex_count as usize,
                target_count: target_count as usize,
                width,
                rows,
                max_height,
                max_layers,
            });
        }
        // Both fit: layers <= max_layers and height <= max_height.
        let height = rows.div_ceil(layers) as u32;
        let layers = layers as u32;
        Ok(Self { vertex_count, target_count, attributes, width, rows_per_band, height, layers })
    }

    /// Number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> u32 {
        self.vertex_count
    }

    /// Number of targets that are stored.
    #[must_use]
    pub const fn target_count(&self) -> u32 {
        self.target_count
    }

    /// The bands.
    #[must_use]
    pub const fn attributes(&self) -> AttributeSet {
        self.attributes
    }

    /// Width in texels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows that one band of one target takes.
    #[must_use]
    pub const fn rows_per_band(&self) -> u32 {
        self.rows_per_band
    }

    /// Height of each layer in texels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Number of array layers; the seed profile has one and is no array.
    #[must_use]
    pub const fn layers(&self) -> u32 {
        self.layers
    }

    /// Number of texels of all layers, `u64::MAX` where it is larger.
    #[must_use]
    pub const fn texel_count(&self) -> u64 {
        // Two factors of 32 bits fit 64, the third may not.
        (self.height as u64 * self.layers as u64).saturating_mul(self.width as u64)
    }

    /// Bytes of all layers, 16 a texel; `u64::MAX` where there are more.
    #[must_use]
    pub const fn byte_count(&self) -> u64 {
        self.texel_count().saturating_mul(16)
    }

    /// First row of a band, counted over all layers. `None` where there is no such band.
    #[must_use]
    pub fn band_start(&self, target: u32, attribute: Attribute) -> Option<u32> {
        // spec L14, E5
        let band = self.attributes.band_index(attribute)?;
        (target < self.target_count)
            .then(|| (target * self.attributes.band_count() + band) * self.rows_per_band)
    }

    /// Where a delta lies, `None` where there is no such band or vertex.
    #[must_use]
    pub fn address(&self, target: u32, attribute: Attribute, vertex: u32) -> Option<Texel> {
        let start = self.band_start(target, attribute)?;
        (vertex < self.vertex_count).then(|| {
            let row = start + vertex / self.width;
            Texel { column: vertex % self.width, row: row % self.height, layer: row / self.height }
        })
    }

    /// Writes all texels, layer after layer, row after row.
    ///
    /// # Shapes
    /// `texels` has [`TextureLayout::texel_count`] elements. `targets` may have more targets than
    /// the layout (the seed profile keeps the first four) and any attributes.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length.
    pub fn encode_into(
        &self,
        targets: &MorphTargets,
        texels: &mut [[f32; 4]],
    ) -> Result<(), LayoutError> {
        if texels.len() as u64 != self.texel_count() {
            let (expected, found) = (self.texel_count(), texels.len() as u64);
            return Err(LayoutError::Destination { expected, found });
        }
        texels.fill([0.0; 4]);
        for target in 0..self.target_count {
            for attribute in self.attributes.bands() {
                let Some(start) = self.band_start(target, attribute) else {
                    continue;
                };
                // Rows of all layers follow one another, so a band is one run of texels.
                let first = start as usize * self.width as usize;
                let texels = &mut texels[first..first + self.band_texels()];
                self.encode_texels(targets, target, attribute, texels);
            }
        }
        Ok(())
    }

    /// Writes the texels of one band of one target, which begin at its [`Self::band_start`]: what
    /// changes where this target does.
    ///
    /// # Shapes
    /// `texels` has `rows_per_band * width` elements.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length.
    pub fn encode_band_into(
        &self,
        targets: &MorphTargets,
        target: u32,
        attribute: Attribute,
        texels: &mut [[f32; 4]],
    ) -> Result<(), LayoutError> {
        if texels.len() != self.band_texels() {
            let (expected, found) = (self.band_texels() as u64, texels.len() as u64);
            return Err(LayoutError::Destination { expected, found });
        }
        texels.fill([0.0; 4]);
        self.encode_texels(targets, target, attribute, texels);
        Ok(())
    }

    /// Texels of one band.
    const fn band_texels(&self) -> usize {
        self.rows_per_band as usize * self.width as usize
    }

    /// Writes what moves into zeros.
    fn encode_texels(
        &self,
        targets: &MorphTargets,
        target: u32,
        attribute: Attribute,
        texels: &mut [[f32; 4]],
    ) {
        // spec L4, L11, L17
        let Some(deltas) = targets.deltas(target as usize, attribute) else { return };
        for (vertex, delta) in deltas.iter(attribute.delta_components()) {
            if vertex < self.vertex_count as usize {
                texels[vertex][..delta.len()].copy_from_slice(delta);
            }
        }
    }

    /// All texels, as [`TextureLayout::encode_into`] writes them.
    #[must_use]
    pub fn encode(&self, targets: &MorphTargets) -> Vec<[f32; 4]> {
        let mut texels = vec![[0.0; 4]; self.texel_count() as usize];
        // The length is right by construction.
        let _ = self.encode_into(targets, &mut texels);
        texels
    }

    /// The targets that texels hold: dense, every band for every target.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length. The inner result is that
    /// of [`MorphTargets::new`] and fails on texels that are not finite.
    pub fn decode(
        &self,
        texels: &[[f32; 4]],
    ) -> Result<Result<Option<MorphTargets>, TargetsError>, LayoutError> {
        if texels.len() as u64 != self.texel_count() {
            let (expected, found) = (self.texel_count(), texels.len() as u64);
            return Err(LayoutError::Destination { expected, found });
        }
        let mut targets = Vec::new();
        for target in 0..self.target_count {
            let mut deltas = TargetDeltas::new();
            for attribute in self.attributes.bands() {
                let Some(start) = self.band_start(target, attribute) else {
                    continue;
                };
                let first = start as usize * self.width as usize;
                let band = &texels[first..first + self.vertex_count as usize];
                let values = band
                    .iter()
                    .flat_map(|texel| &texel[..attribute.delta_components()])
                    .copied()
                    .collect();
                deltas = deltas.with(attribute, Deltas::Dense(values));
            }
            targets.push(deltas);
        }
        Ok(MorphTargets::new(self.vertex_count as usize, targets))
    }
}

#[cfg(test)]
mod tests;
