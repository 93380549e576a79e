//! The constants of a kernel.

use super::{Deform, DeformLayout, Interleaved, Output, arena_stride_words};
use crate::prelude::{attributes, boolean, float, line, uint};
use crate::{DISPATCH_ROW, Slots, WORKGROUP_SIZE, base_word_offset};
use morph_core::deform::{
    ABSENT, ChunkRecord, ELEMENT_WORDS, FrameHeader, GROUP_ELEMENTS, GROUP_FIRST_ELEMENT,
    GroupRecord,
};
use morph_core::packed::{BLOCK_RECORD_WORDS, BlockEncoding, BlockedLayout, HEADER_WORDS};
use morph_core::{Attribute, AttributeSet, MIN_SQUARED_LENGTH};
use std::mem::offset_of;

/// Weights that a workgroup of a blocked kernel keeps.
pub(super) const CACHE: u32 = 256;

/// Words of the ballot: a bit for each of 256 invocations.
pub(super) const BALLOTS: u32 = 8;

pub(crate) fn prelude(kernel: &Deform, slots: &Slots) -> String {
    let mut text = format!("// morph targets: {kernel}\n");
    let set = &kernel.attributes;
    uint(&mut text, "GROUP", slots.group);
    uint(&mut text, "BINDING", slots.first_binding);
    boolean(&mut text, "NORMALIZE", kernel.normalize);
    float(&mut text, "MIN_LENGTH_SQUARED", MIN_SQUARED_LENGTH);
    attributes(&mut text, set);
    uint(&mut text, "LANES", WORKGROUP_SIZE);
    uint(&mut text, "SLICES", kernel.slices);
    uint(&mut text, "WORKGROUP", kernel.workgroup_size());
    uint(&mut text, "DISPATCH_ROW", DISPATCH_ROW);
    frame(&mut text, kernel);
    base(&mut text, set);
    output(&mut text, kernel);
    bands(&mut text, kernel);
    text
}

/// Places in a frame. Members of records are components of its elements.
fn frame(text: &mut String, kernel: &Deform) {
    let component = |bytes: usize| bytes as u32 / 4 % ELEMENT_WORDS;
    uint(text, "FRAME_GROUPS", GROUP_FIRST_ELEMENT);
    uint(text, "FRAME_GROUP_COUNT", component(offset_of!(FrameHeader, group_count)));
    uint(text, "FRAME_WORKGROUP_COUNT", component(offset_of!(FrameHeader, workgroup_count)));
    uint(text, "GROUP_ELEMENTS", GROUP_ELEMENTS);
    uint(text, "GROUP_FIRST_WORKGROUP", component(offset_of!(GroupRecord, first_workgroup)));
    uint(text, "GROUP_BLOCK_COUNT", component(offset_of!(GroupRecord, block_count)));
    uint(text, "GROUP_SET_WORD", component(offset_of!(GroupRecord, set_word)));
    uint(text, "GROUP_BASE_WORD", component(offset_of!(GroupRecord, base_word)));
    uint(text, "GROUP_VERTEX_COUNT", component(offset_of!(GroupRecord, vertex_count)));
    uint(text, "GROUP_FIRST_CHUNK", component(offset_of!(GroupRecord, first_chunk)));
    uint(text, "GROUP_MESH", component(offset_of!(GroupRecord, mesh)));
    uint(text, "GROUP_EXTRA", component(offset_of!(GroupRecord, extra)));
    uint(text, "CHUNK_ELEMENTS", kernel.group.chunk_elements());
    uint(text, "CHUNK_WEIGHTS", component(offset_of!(ChunkRecord, weights)));
    uint(text, "CHUNK_WEIGHT_COUNT", component(offset_of!(ChunkRecord, weight_count)));
    uint(text, "CHUNK_OUTPUT", component(offset_of!(ChunkRecord, output)));
    uint(text, "CHUNK_INSTANCE", component(offset_of!(ChunkRecord, instance)));
    uint(text, "ABSENT", ABSENT);
}

/// The shader knows which members share an element.
const _: () = {
    assert!(offset_of!(GroupRecord, base_word) < 16 && offset_of!(GroupRecord, vertex_count) == 16);
    assert!(offset_of!(GroupRecord, first_workgroup) < 16);
    assert!(offset_of!(GroupRecord, block_count) < 16 && offset_of!(GroupRecord, set_word) < 16);
};

fn base(text: &mut String, set: &AttributeSet) {
    let offset = |attribute| base_word_offset(set, attribute).unwrap_or(0);
    uint(text, "BASE_STRIDE", arena_stride_words(set));
    uint(text, "BASE_POSITION", offset(Attribute::Position));
    uint(text, "BASE_NORMAL", offset(Attribute::Normal));
    uint(text, "BASE_TANGENT", offset(Attribute::Tangent));
    if !set.is_pnt() {
        uint(text, "BASE_TEXCOORD", offset(first_texcoord(set)));
        uint(text, "BASE_COLOR", offset(first_color(set)));
    }
}

/// What follows the last word of an attribute that begins a pair: the next attribute (0), padding
/// that may be written, or what is not ours.
const TAIL_FREE: u32 = 1;
const TAIL_ALONE: u32 = 2;

fn output(text: &mut String, kernel: &Deform) {
    let set = &kernel.attributes;
    let place = |attribute| kernel.output.word_offset(set, attribute);
    uint(text, "OUT_STRIDE", kernel.output.stride_words(set));
    if kernel.output == Output::Compact {
        uint(text, "NO_DIRECTION", 0x8000_8000);
        return;
    }
    for (name, attribute) in DIRECT {
        uint(text, &format!("OUT_{name}"), place(attribute).unwrap_or(0));
    }
    if kernel.output.store_words() == 2 {
        uint(text, "TAIL_FREE", TAIL_FREE);
        uint(text, "TAIL_ALONE", TAIL_ALONE);
        let free = kernel.output.has_free_padding(set);
        let end = |attribute| Some(place(attribute)? + super::base_words(attribute));
        for (at, (name, attribute)) in DIRECT.into_iter().enumerate() {
            let next = DIRECT[at + 1..].iter().find(|(_, next)| set.has(*next));
            let continued = next.is_some_and(|(_, next)| place(*next) == end(attribute));
            let taken = set.bands().any(|band| place(band) == end(attribute));
            let tail = if continued && end(attribute).is_some_and(|end| end % 2 == 1) {
                0
            } else if free && !taken {
                TAIL_FREE
            } else {
                TAIL_ALONE
            };
            uint(text, &format!("TAIL_{name}"), tail);
            let before = DIRECT[..at].iter().rev().find(|(_, before)| set.has(*before));
            let joins = before.is_some_and(|(_, before)| end(*before) == place(attribute));
            boolean(text, &format!("JOIN_{name}"), joins);
        }
    }
    if !set.is_pnt() {
        numbered(text, kernel);
    }
}

/// Places of numbered sets in the output: in vertex buffers there are at most eight bands.
fn numbered(text: &mut String, kernel: &Deform) {
    let set = &kernel.attributes;
    let place = |attribute| kernel.output.word_offset(set, attribute).unwrap_or(0);
    if let Output::Interleaved(_) = kernel.output {
        let direct = direct_bands(set) as usize;
        let mut words: Vec<_> = set.bands().skip(direct).map(place).collect();
        words.resize(Interleaved::MAX_BANDS, 0);
        for (name, words) in ["OUT_SETS", "OUT_MORE_SETS"].into_iter().zip(words.chunks_exact(4)) {
            let list: Vec<_> = words.iter().map(|word| format!("{word}u")).collect();
            let value = format!("vec4<u32>({})", list.join(", "));
            line(text, name, "vec4<u32>", format_args!("{value}"));
        }
        uint(text, "TEXCOORD_BANDS", set.texcoords.count_ones());
    } else {
        uint(text, "OUT_TEXCOORD", place(first_texcoord(set)));
        uint(text, "OUT_COLOR", place(first_color(set)));
    }
}

const DIRECT: [(&str, Attribute); 3] = [
    ("POSITION", Attribute::Position),
    ("NORMAL", Attribute::Normal),
    ("TANGENT", Attribute::Tangent),
];

/// Where the components of a delta lie, and what they are multiplied by.
fn bands(text: &mut String, kernel: &Deform) {
    let set = &kernel.attributes;
    components(text, set);
    uint(text, "COMPONENTS", set.stride_words());
    uint(text, "SET_HEADER", HEADER_WORDS);
    uint(
        text,
        "LANE_STRIDE",
        if kernel.layout == DeformLayout::Linear { set.stride_words() } else { 1 },
    );
    if kernel.layout == DeformLayout::RowSparse {
        uint(text, "ENTRY_WORDS", (1 + set.stride_words()).div_ceil(2));
    }
    if let DeformLayout::Blocked(encoding) = kernel.layout {
        entries(text, kernel, encoding);
    }
    if kernel.slices > 1 {
        uint(text, "SHARE_LANES", WORKGROUP_SIZE * (kernel.slices - 1));
    }
    if !set.is_pnt() {
        sets(text, kernel);
    }
}

/// Places of bands and of their components, in the order of bands.
pub(crate) fn components(text: &mut String, set: &AttributeSet) {
    let band = |attribute| set.band_index(attribute).unwrap_or(0);
    let component = |attribute| set.word_offset(attribute).unwrap_or(0);
    uint(text, "BANDS", set.band_count());
    uint(text, "BAND_NORMAL", band(Attribute::Normal));
    uint(text, "BAND_TANGENT", band(Attribute::Tangent));
    uint(text, "AT_NORMAL", component(Attribute::Normal));
    uint(text, "AT_TANGENT", component(Attribute::Tangent));
    uint(text, "DIRECT_COMPONENTS", 3 * direct_bands(set));
}

/// Number of bands among POSITION, NORMAL and TANGENT.
pub(crate) fn direct_bands(set: &AttributeSet) -> u32 {
    u32::from(set.position) + u32::from(set.normal) + u32::from(set.tangent)
}

fn entries(text: &mut String, kernel: &Deform, encoding: BlockEncoding) {
    let set = &kernel.attributes;
    // A valid kernel has bands, so there is a layout.
    let layout = BlockedLayout::new(1, 1, *set, encoding, 0, 0).ok();
    let words = |wide| layout.map_or(0, |layout| layout.entry_words(wide));
    uint(text, "CACHE", CACHE);
    uint(text, "BALLOTS", BALLOTS);
    uint(text, "BALLOT_WORDS", kernel.workgroup_size() / 32);
    uint(text, "BLOCK_WORDS", BLOCK_RECORD_WORDS);
    uint(text, "RECORD_WORDS", layout.map_or(0, |layout| layout.entry_record_words()));
    uint(text, "NARROW_WORDS", words(false));
    uint(text, "WIDE_WORDS", words(true));
    boolean(text, "WIDE", kernel.is_bounded());
    boolean(text, "SCALED", encoding != BlockEncoding::F32);
    let step = |steps: f32| 1.0 / steps;
    let (eleven, sixteen) = (step(1022.0 * 2_097_152.0), step(32767.0));
    let [position, normal, tangent] = match encoding {
        BlockEncoding::F32 => [1.0; 3],
        BlockEncoding::Bits16 => [sixteen; 3],
        _ if kernel.is_paired() => [step(511.0), step(31.0), eleven],
        _ => [eleven; 3],
    };
    float(text, "STEP_POSITION", position);
    float(text, "STEP_NORMAL", normal);
    float(text, "STEP_TANGENT", tangent);
    float(text, "STEP_WIDE", sixteen);
    float(text, "STEP_SETS", sixteen);
    if kernel.is_paired() {
        // The half plane lies last, behind whole planes.
        uint(text, "HALF_PLANE", words(false) / WORKGROUP_SIZE);
    }
}

/// Places of numbered sets, in halves of words, or in words of f32.
fn sets(text: &mut String, kernel: &Deform) {
    let set = &kernel.attributes;
    let direct = direct_bands(set);
    let component = |attribute| set.word_offset(attribute).unwrap_or(0);
    let odd = |is: bool| if is && set.stride_words() % 2 == 1 { set.stride_words() } else { 0 };
    let wide = [component(first_texcoord(set)), component(first_color(set))];
    let planar = match kernel.layout {
        DeformLayout::Blocked(encoding) => {
            !matches!(encoding, BlockEncoding::F32 | BlockEncoding::Bits16)
        }
        _ => false,
    };
    // Whole words for position, normal and tangent; then one for each texture coordinate.
    let before = 2 * if kernel.is_paired() { direct - 1 } else { direct };
    let planes = [before, before + 2 * set.texcoords.count_ones()];
    let [texcoord, color] = if planar { planes } else { wide };
    uint(text, "BAND_SETS", direct);
    uint(text, "SET_BANDS", set.band_count() - direct);
    uint(text, "TEXCOORD_PLACE", texcoord);
    uint(text, "COLOR_PLACE", color);
    uint(text, "ODD_PLACES", odd(!planar && !kernel.is_float()));
    uint(text, "WIDE_TEXCOORD_PLACE", wide[0]);
    uint(text, "WIDE_COLOR_PLACE", wide[1]);
    uint(text, "WIDE_ODD_PLACES", odd(true));
}

pub(crate) fn first_texcoord(set: &AttributeSet) -> Attribute {
    Attribute::TexCoord(set.texcoords.trailing_zeros())
}

pub(crate) fn first_color(set: &AttributeSet) -> Attribute {
    Attribute::Color(set.colors.trailing_zeros())
}
