//! The C header: numbers that Rust owns as macros, then functions that use nothing else.

use crate::deform::base_words;
use crate::{DISPATCH_ROW, MSH_HAS_MORPH_TARGETS, UniformCapacity, WORKGROUP_SIZE};
use morph_core::{
    Attribute, COMPAT_FALLBACK, HEADER_WORDS, MIN_SQUARED_LENGTH, RowHeader, SEED_FRAME_BYTES,
    SEED_MAX_TARGETS, SEED_MAX_WIDTH, SeedUniform, UniformHeader, WeightPair,
};
use std::fmt::{Display, Write as _};
use std::mem::offset_of;

/// Version of the header, its macro `MORPH_LAYOUT_VERSION`: raised by what breaks a caller.
pub const LAYOUT_HEADER_VERSION: u32 = 1;

const HEAD: &str = "\
/*
 * morph_layout.h: where morph targets (blend shapes) lie in textures, buffers and uniforms.
 *
 * C99 and C++11, no dependency. Generated from morphkit's Rust constants: do not edit. The pages
 * docs/layouts.md and docs/shaders.md of morphkit say what the layouts mean. All numbers are
 * little-endian on the device. Sizes are 64-bit numbers.
 *
 * MIT or Apache-2.0, at your choice.
 */
#ifndef MORPH_LAYOUT_H
#define MORPH_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

";

const FUNCTIONS: &str = include_str!("../header/functions.h");

const FOOT: &str = "\n#endif\n";

/// The C header `morph_layout.h`: constants, struct offsets and address functions of every layout.
///
/// C99, no dependency, all functions `static inline`. The repository has it in
/// `docs/morph_layout.h`.
///
/// # Example
/// ```
/// let header = morph_wgsl::layout_header();
/// assert!(header.contains("#define MORPH_SEED_MAX_WIDTH 2048u\n"));
/// assert!(header.contains("static inline uint64_t morph_row_words("));
/// ```
#[must_use]
pub fn layout_header() -> String {
    let mut text = HEAD.to_owned();
    define(&mut text, "LAYOUT_VERSION", unsigned(LAYOUT_HEADER_VERSION));
    comment(&mut text, "The seed profile.");
    define(&mut text, "SEED_MAX_TARGETS", unsigned(SEED_MAX_TARGETS));
    define(&mut text, "SEED_MAX_WIDTH", unsigned(SEED_MAX_WIDTH));
    define(&mut text, "SEED_FRAME_BYTES", unsigned(SEED_FRAME_BYTES));
    define(&mut text, "SEED_UNIFORM_BYTES", unsigned(size_of::<SeedUniform>()));
    define(&mut text, "SEED_UNIFORM_COUNT", unsigned(offset_of!(SeedUniform, count)));
    define(&mut text, "SEED_UNIFORM_TEX_WIDTH", unsigned(offset_of!(SeedUniform, tex_width)));
    let rows = offset_of!(SeedUniform, rows_per_band);
    define(&mut text, "SEED_UNIFORM_ROWS_PER_BAND", unsigned(rows));
    define(&mut text, "MSH_HAS_MORPH_TARGETS", unsigned(MSH_HAS_MORPH_TARGETS));
    words(&mut text);
    headers(&mut text);
    comment(&mut text, "What is bound where a mesh of the compat profile has no targets.");
    define(&mut text, "COMPAT_FALLBACK", list(&COMPAT_FALLBACK));
    define(&mut text, "COMPAT_FALLBACK_BYTES", unsigned(size_of_val(&COMPAT_FALLBACK)));
    comment(&mut text, "The compute stage.");
    define(&mut text, "WORKGROUP_SIZE", unsigned(WORKGROUP_SIZE));
    define(&mut text, "DISPATCH_ROW", unsigned(DISPATCH_ROW));
    comment(&mut text, "Sums whose squared length is not above this have no direction.");
    define(&mut text, "MIN_SQUARED_LENGTH", format_args!("{MIN_SQUARED_LENGTH:e}f"));
    text + FUNCTIONS + FOOT
}

fn words(text: &mut String) {
    comment(text, "Floats of a texel, of deltas, and of base attributes.");
    define(text, "TEXEL_BYTES", unsigned(size_of::<[f32; 4]>()));
    define(text, "DELTA_WORDS_PNT", unsigned(Attribute::Position.delta_components()));
    define(text, "DELTA_WORDS_TEXCOORD", unsigned(Attribute::TexCoord(0).delta_components()));
    define(text, "DELTA_WORDS_COLOR", unsigned(Attribute::Color(0).delta_components()));
    define(text, "BASE_WORDS_POSITION", unsigned(base_words(Attribute::Position)));
    define(text, "BASE_WORDS_TANGENT", unsigned(base_words(Attribute::Tangent)));
    define(text, "BASE_WORDS_TEXCOORD", unsigned(base_words(Attribute::TexCoord(0))));
    define(text, "BASE_WORDS_COLOR", unsigned(base_words(Attribute::Color(0))));
}

fn headers(text: &mut String) {
    comment(text, "Uniforms and rows: bytes of their parts.");
    define(text, "HEADER_BYTES", unsigned(HEADER_WORDS * 4));
    define(text, "PAIR_BYTES", unsigned(size_of::<WeightPair>()));
    define(text, "PAIR_WEIGHT", unsigned(offset_of!(WeightPair, weight)));
    define(text, "UNIFORM_TEX_WIDTH", unsigned(offset_of!(UniformHeader, tex_width)));
    define(text, "UNIFORM_ROWS_PER_BAND", unsigned(offset_of!(UniformHeader, rows_per_band)));
    define(text, "UNIFORM_FIRST_VERTEX", unsigned(offset_of!(UniformHeader, first_vertex)));
    define(text, "ROW_VERTEX_COUNT", unsigned(offset_of!(RowHeader, vertex_count)));
    define(text, "ROW_FIRST_VERTEX", unsigned(offset_of!(RowHeader, first_vertex)));
    define(text, "ROW_STRIDE", unsigned(offset_of!(RowHeader, row_stride)));
    comment(text, "Pairs of the uniforms that shaders come in.");
    let capacities = UniformCapacity::ALL.map(UniformCapacity::pairs);
    define(text, "CAPACITY_COUNT", unsigned(capacities.len()));
    define(text, "CAPACITIES", list(&capacities));
}

fn unsigned(value: impl Display) -> String {
    format!("{value}u")
}

fn list(values: &[u32]) -> String {
    let values: Vec<_> = values.iter().map(unsigned).collect();
    format!("{{ {} }}", values.join(", "))
}

fn comment(text: &mut String, line: &str) {
    // Writing to a String does not fail.
    let _ = writeln!(text, "\n/* {line} */");
}

fn define(text: &mut String, name: &str, value: impl Display) {
    let _ = writeln!(text, "#define MORPH_{name} {value}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_of_position_normal_and_tangent_are_equally_long() {
        let attributes = [Attribute::Position, Attribute::Normal, Attribute::Tangent];
        assert_eq!(attributes.map(Attribute::delta_components), [3; 3]);
        assert_eq!(base_words(Attribute::Position), base_words(Attribute::Normal));
    }

    /// What callers need and our functions do not.
    const FACTS: [&str; 7] = [
        "LAYOUT_VERSION",
        "SEED_FRAME_BYTES",
        "MSH_HAS_MORPH_TARGETS",
        "COMPAT_FALLBACK",
        "COMPAT_FALLBACK_BYTES",
        "MIN_SQUARED_LENGTH",
        "CAPACITIES",
    ];

    #[test]
    fn every_generated_number_is_used_or_a_fact_for_callers() {
        let header = layout_header();
        let (generated, _) = header.split_once(FUNCTIONS).unwrap();
        let names: Vec<_> = generated
            .lines()
            .filter_map(|line| line.strip_prefix("#define MORPH_"))
            .filter_map(|rest| rest.split_once(' '))
            .collect();
        assert!(names.len() > 30, "{names:?}");
        for (name, _) in names {
            let used = FUNCTIONS.contains(&format!("MORPH_{name}"));
            assert!(used || FACTS.contains(&name), "MORPH_{name} is used by nobody");
        }
    }

    #[test]
    fn functions_have_no_number_of_a_layout() {
        for number in ["2048", "2046", "64u", "65535", "24u", "32u", "16u"] {
            assert!(!FUNCTIONS.contains(number), "{number}");
        }
    }
}
