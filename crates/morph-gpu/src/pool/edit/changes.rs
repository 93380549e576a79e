//! What differs between targets before and after an edit, as the bytes that have to be written.

use crate::pool::waiting::{Over, over};
use morph_core::{LinearLayout, MorphTargets, TextureLayout};

/// Words that are others now, and the first of them.
#[derive(Debug)]
pub(in crate::pool) struct Words {
    pub(in crate::pool) first: u64,
    pub(in crate::pool) words: Vec<u32>,
}

impl Over for Words {
    fn over(self, earlier: Self) -> Result<Self, (Self, Self)> {
        let new = |(first, words)| Self { first, words };
        over((self.first, self.words), (earlier.first, earlier.words))
            .map(new)
            .map_err(|(later, earlier)| (new(later), new(earlier)))
    }
}

/// Texels of whole rows, or a part of one row; rows of all layers follow one another.
#[derive(Debug)]
pub(in crate::pool) struct Texels {
    pub(in crate::pool) row: u32,
    pub(in crate::pool) column: u32,
    pub(in crate::pool) width: u32,
    pub(in crate::pool) texels: Vec<[f32; 4]>,
}

impl Texels {
    /// Texels over earlier ones of the same texture, whose rows have so many.
    pub(in crate::pool) fn over(self, earlier: Self, row: u32) -> Result<Self, (Self, Self)> {
        let row = u64::from(row);
        let run = |of: Self| (u64::from(of.row) * row + u64::from(of.column), of.texels);
        // Parts of a row overlap within it, and whole rows hold all that overlaps them.
        let new = |(first, texels): (u64, Vec<[f32; 4]>)| Self {
            row: (first / row) as u32,
            column: (first % row) as u32,
            width: row.min(texels.len() as u64) as u32,
            texels,
        };
        over(run(self), run(earlier))
            .map(new)
            .map_err(|(later, earlier)| (new(later), new(earlier)))
    }
}

/// What changes in a linear buffer, ascending: where targets of both layouts differ, from the first
/// word that does to the last. Both layouts have the same vertices and bands.
pub(in crate::pool) fn linear(
    (old_layout, old): (&LinearLayout, &MorphTargets),
    (new_layout, new): (&LinearLayout, &MorphTargets),
) -> Vec<Words> {
    let count = new_layout.word_count() / u64::from(new_layout.target_count());
    let mut changes: Vec<Words> = Vec::new();
    let (mut before, mut after) = (vec![0.0; count as usize], vec![0.0; count as usize]);
    for target in 0..new_layout.target_count() {
        let known = target < old_layout.target_count();
        if known && new.same_deltas(target as usize, old, target as usize) {
            continue;
        }
        // The lengths are right by construction.
        let _ = new_layout.encode_target_into(new, target, &mut after);
        let (mut from, mut to) = (0, after.len());
        if known {
            let _ = old_layout.encode_target_into(old, target, &mut before);
            let Some(range) = differing(&before, &after, |a, b| a.to_bits() == b.to_bits()) else {
                continue;
            };
            (from, to) = range;
        }
        let first = u64::from(target) * count + from as u64;
        let words = after[from..to].iter().map(|word| word.to_bits());
        match changes.last_mut() {
            Some(last) if last.first + last.words.len() as u64 == first => last.words.extend(words),
            _ => changes.push(Words { first, words: words.collect() }),
        }
    }
    changes
}

/// What changes in a texture of one layout, band by band.
pub(in crate::pool) fn texture(
    layout: &TextureLayout,
    old: &MorphTargets,
    new: &MorphTargets,
) -> Vec<Texels> {
    let (width, rows) = (layout.width() as usize, layout.rows_per_band() as usize);
    let mut changes = Vec::new();
    let (mut before, mut after) = (vec![[0.0; 4]; width * rows], vec![[0.0; 4]; width * rows]);
    for target in 0..layout.target_count() {
        if new.same_deltas(target as usize, old, target as usize) {
            continue;
        }
        for attribute in layout.attributes().bands() {
            let Some(start) = layout.band_start(target, attribute) else { continue };
            // The lengths are right by construction.
            let _ = layout.encode_band_into(old, target, attribute, &mut before);
            let _ = layout.encode_band_into(new, target, attribute, &mut after);
            let same = |a: &[f32; 4], b: &[f32; 4]| a.map(f32::to_bits) == b.map(f32::to_bits);
            let Some((from, to)) = differing(&before, &after, same) else { continue };
            let (first, last) = (from / width, (to - 1) / width);
            let (column, of_row) =
                if first == last { (from % width, to - from) } else { (0, width) };
            let texels = &after[first * width + column..last * width + column + of_row];
            changes.push(Texels {
                row: start + first as u32,
                column: column as u32,
                width: of_row as u32,
                texels: texels.to_vec(),
            });
        }
    }
    changes
}

/// From the first element that differs to behind the last.
fn differing<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> Option<(usize, usize)> {
    let differ = |(a, b): (&T, &T)| !same(a, b);
    let from = a.iter().zip(b).position(differ)?;
    let to = a.iter().zip(b).rposition(differ)? + 1;
    Some((from, to))
}
