//! The generated text: numbers that Rust owns, as WGSL constants.

use crate::deform::{components, direct_bands};
use crate::{DISPATCH_ROW, DeltaSource, Permutation, Slots, Stage, WORKGROUP_SIZE, WeightsFormat};
use crate::{base_stride_words, base_word_offset};
use morph_core::packed::Header;
use morph_core::{Attribute, AttributeSet, HEADER_WORDS, MIN_SQUARED_LENGTH, RowHeader};
use std::fmt::Write as _;
use std::mem::offset_of;

/// File name of the prelude in source maps.
pub(crate) const PRELUDE: &str = "prelude";

/// The constants of a permutation, one a line.
pub(crate) fn prelude(permutation: &Permutation, slots: &Slots) -> String {
    let mut text = format!("// morph targets: {permutation}\n");
    let set = &permutation.attributes;
    uint(&mut text, "GROUP", slots.group);
    uint(&mut text, "BINDING", slots.first_binding);
    boolean(&mut text, "NORMALIZE", permutation.normalize);
    float(&mut text, "MIN_LENGTH_SQUARED", MIN_SQUARED_LENGTH);
    attributes(&mut text, set);
    if permutation.deltas == DeltaSource::RowSparse {
        row_sparse(&mut text, set);
    } else {
        deltas(&mut text, permutation.deltas, set);
    }
    weights(&mut text, permutation);
    if permutation.stage == Stage::Compute {
        compute(&mut text, set);
    }
    text
}

pub(crate) fn attributes(text: &mut String, set: &AttributeSet) {
    boolean(text, "HAS_POSITION", set.position);
    boolean(text, "HAS_NORMAL", set.normal);
    boolean(text, "HAS_TANGENT", set.tangent);
    if !set.is_pnt() {
        uint(text, "TEXCOORD_MASK", set.texcoords);
        uint(text, "TEXCOORD_SLOTS", set.texcoord_slots().max(1));
        uint(text, "COLOR_MASK", set.colors);
        uint(text, "COLOR_SLOTS", set.color_slots().max(1));
    }
}

/// Places of attributes: bands in textures, words in buffers. 0 where an attribute is absent.
fn deltas(text: &mut String, source: DeltaSource, set: &AttributeSet) {
    let textured = matches!(source, DeltaSource::SeedTexture | DeltaSource::TiledTexture);
    let place = |attribute| {
        let place = if textured { set.band_index(attribute) } else { set.word_offset(attribute) };
        place.unwrap_or(0)
    };
    let step = |attribute: Attribute| {
        if textured { 1 } else { attribute.delta_components() as u32 }
    };
    if textured {
        uint(text, "BANDS", set.band_count());
    } else {
        uint(text, "STRIDE", set.stride_words());
    }
    uint(text, "AT_POSITION", place(Attribute::Position));
    uint(text, "AT_NORMAL", place(Attribute::Normal));
    uint(text, "AT_TANGENT", place(Attribute::Tangent));
    if !set.is_pnt() {
        let (texcoord, color) = first_sets(set);
        uint(text, "AT_TEXCOORD", place(texcoord));
        uint(text, "TEXCOORD_STEP", step(texcoord));
        uint(text, "AT_COLOR", place(color));
        uint(text, "COLOR_STEP", step(color));
    }
}

/// Places of components in entries, and the words of a set's header that say where tables are.
fn row_sparse(text: &mut String, set: &AttributeSet) {
    let word = |bytes: usize| (bytes / 4) as u32;
    uint(text, "SET_TABLE", word(offset_of!(Header, table)));
    uint(text, "SET_RECORDS", word(offset_of!(Header, records)));
    uint(text, "SET_VALUES", word(offset_of!(Header, values)));
    uint(text, "ENTRY_WORDS", (1 + set.stride_words()).div_ceil(2));
    components(text, set);
    if !set.is_pnt() {
        let (texcoord, color) = first_sets(set);
        uint(text, "BAND_SETS", direct_bands(set));
        uint(text, "TEXCOORD_PLACE", set.word_offset(texcoord).unwrap_or(0));
        uint(text, "COLOR_PLACE", set.word_offset(color).unwrap_or(0));
    }
}

fn weights(text: &mut String, permutation: &Permutation) {
    match permutation.weights {
        WeightsFormat::SeedUniform | WeightsFormat::CompatStorage => {}
        WeightsFormat::Uniform(capacity) => {
            let pairs = if permutation.motion { capacity.motion_pairs() } else { capacity.pairs() };
            uint(text, "CAPACITY", pairs);
        }
        WeightsFormat::Rows | WeightsFormat::DenseRows => row_header(text),
    }
}

/// Words of a row's header.
pub(crate) fn row_header(text: &mut String) {
    let word = |bytes: usize| (bytes / 4) as u32;
    uint(text, "ROW_ACTIVE_COUNT", word(offset_of!(RowHeader, active_count)));
    uint(text, "ROW_VERTEX_COUNT", word(offset_of!(RowHeader, vertex_count)));
    uint(text, "ROW_FIRST_VERTEX", word(offset_of!(RowHeader, first_vertex)));
    uint(text, "ROW_STRIDE", word(offset_of!(RowHeader, row_stride)));
    uint(text, "ROW_HEADER", HEADER_WORDS);
}

fn compute(text: &mut String, set: &AttributeSet) {
    let offset = |attribute| base_word_offset(set, attribute).unwrap_or(0);
    uint(text, "WORKGROUP", WORKGROUP_SIZE);
    uint(text, "DISPATCH_ROW", DISPATCH_ROW);
    uint(text, "BASE_STRIDE", base_stride_words(set));
    uint(text, "BASE_POSITION", offset(Attribute::Position));
    uint(text, "BASE_NORMAL", offset(Attribute::Normal));
    uint(text, "BASE_TANGENT", offset(Attribute::Tangent));
    if !set.is_pnt() {
        let (texcoord, color) = first_sets(set);
        uint(text, "BASE_TEXCOORD", offset(texcoord));
        uint(text, "BASE_COLOR", offset(color));
    }
}

/// The lowest sets that are morphed; the others lie behind them, in order.
fn first_sets(set: &AttributeSet) -> (Attribute, Attribute) {
    (
        Attribute::TexCoord(set.texcoords.trailing_zeros()),
        Attribute::Color(set.colors.trailing_zeros()),
    )
}

pub(crate) fn uint(text: &mut String, name: &str, value: u32) {
    line(text, name, "u32", format_args!("{value}u"));
}

pub(crate) fn float(text: &mut String, name: &str, value: f32) {
    line(text, name, "f32", format_args!("{value:e}f"));
}

pub(crate) fn boolean(text: &mut String, name: &str, value: bool) {
    line(text, name, "bool", format_args!("{value}"));
}

pub(crate) fn line(text: &mut String, name: &str, kind: &str, value: std::fmt::Arguments<'_>) {
    // Writing to a String does not fail.
    let _ = writeln!(text, "const MORPH_{name}: {kind} = {value};");
}
