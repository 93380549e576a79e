//! Rows of weights that are looked up by target: for row sparse deltas in the vertex stage.

use crate::{HEADER_WORDS, LayoutError, RowHeader};

/// Words of a row with one weight for each target, up to a multiple of the alignment.
///
/// # Example
/// ```
/// use morph_core::dense_row_words;
/// assert_eq!(dense_row_words(52, 64), 64);
/// assert_eq!(dense_row_words(61, 64), 128);
/// ```
#[must_use]
pub fn dense_row_words(target_count: u32, alignment: u32) -> u64 {
    let words = u64::from(HEADER_WORDS) + u64::from(target_count);
    words.next_multiple_of(u64::from(alignment.max(1)))
}

/// Writes a row with one weight for each target: the header of [`RowHeader`], then the weights.
///
/// # Shapes
/// `row`: the row's stride in words. Omitted weights are 0; those beyond the row are ignored.
///
/// # Errors
/// [`LayoutError::Destination`] where the row is shorter than a header.
///
/// # Example
/// ```
/// use morph_core::encode_dense_row;
/// let mut row = [9; 8];
/// encode_dense_row(&[0.0, 0.5], 24, 0, &mut row)?;
/// assert_eq!(row, [1, 24, 0, 8, 0, 0.5_f32.to_bits(), 0, 0]);
/// # Ok::<(), morph_core::LayoutError>(())
/// ```
pub fn encode_dense_row(
    weights: &[f32],
    vertex_count: u32,
    first_vertex: u32,
    row: &mut [u32],
) -> Result<(), LayoutError> {
    // spec F15
    let (row_stride, length) = (row.len() as u32, row.len());
    let Some((start, rest)) = row.split_at_mut_checked(HEADER_WORDS as usize) else {
        return Err(LayoutError::Destination {
            expected: HEADER_WORDS.into(),
            found: length as u64,
        });
    };
    let active = weights.iter().take(rest.len()).filter(|weight| **weight != 0.0);
    let active_count = active.count() as u32;
    let header = RowHeader { active_count, vertex_count, first_vertex, row_stride };
    start.copy_from_slice(bytemuck::cast_slice(&[header]));
    rest.fill(0);
    for (word, weight) in rest.iter_mut().zip(weights) {
        *word = weight.to_bits();
    }
    Ok(())
}
