//! Random questions about layouts, the same on every machine, with Rust's answers.

use morph_core::{
    Attribute, AttributeSet, COMPAT_FALLBACK, DeviceLimits, LinearLayout, MIN_SQUARED_LENGTH,
    SEED_FRAME_BYTES, TextureLayout, UniformCapacity, compat_words, row_words,
};
use morph_wgsl::{
    LAYOUT_HEADER_VERSION, MSH_HAS_MORPH_TARGETS, base_stride_words, base_word_offset, dispatch,
};
use std::fmt;

/// A question to the C program; its text is a line of the program's input.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Question {
    Seed { vertices: u32, targets: u32, at: At },
    Tiled { set: AttributeSet, vertices: u32, targets: u32, dimension: u32, layers: u32, at: At },
    Linear { set: AttributeSet, vertices: u32, targets: u32, bytes: u64, at: At },
    Attributes { set: AttributeSet, attribute: u32 },
    Weights { targets: u32, align: u32, vertices: u32, instances: u32 },
    Constants,
}

/// Which delta's address is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At {
    target: u32,
    attribute: u32,
    vertex: u32,
}

/// The header's number of an attribute; 67 has no attribute.
fn attribute(number: u32) -> Attribute {
    match number {
        0 => Attribute::Position,
        1 => Attribute::Normal,
        2 => Attribute::Tangent,
        3..35 => Attribute::TexCoord(number - 3),
        _ => Attribute::Color(number - 35),
    }
}

fn set_text(set: &AttributeSet) -> String {
    let pnt = u32::from(set.position) | u32::from(set.normal) << 1 | u32::from(set.tangent) << 2;
    format!("{pnt} {} {}", set.texcoords, set.colors)
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.target, self.attribute, self.vertex)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed { vertices, targets, at } => write!(f, "S {vertices} {targets} {at}"),
            Self::Tiled { set, vertices, targets, dimension, layers, at } => {
                let set = set_text(set);
                write!(f, "T {set} {vertices} {targets} {dimension} {layers} {at}")
            }
            Self::Linear { set, vertices, targets, bytes, at } => {
                write!(f, "L {} {vertices} {targets} {bytes} {at}", set_text(set))
            }
            Self::Attributes { set, attribute } => {
                write!(f, "A {} {attribute}", set_text(set))
            }
            Self::Weights { targets, align, vertices, instances } => {
                write!(f, "W {targets} {align} {vertices} {instances}")
            }
            Self::Constants => f.write_str("C"),
        }
    }
}

impl Question {
    /// What Rust's functions give, as the C program prints it.
    pub(crate) fn answer(&self) -> String {
        match *self {
            Self::Seed { vertices, targets, at } => {
                texture(TextureLayout::seed(vertices, targets), at)
            }
            Self::Tiled { set, vertices, targets, dimension, layers, at } => {
                let limits = DeviceLimits {
                    max_texture_dimension_2d: dimension,
                    max_texture_array_layers: layers,
                    ..DeviceLimits::WEBGPU_DEFAULT
                };
                texture(TextureLayout::new(vertices, targets, set, &limits).ok(), at)
            }
            Self::Linear { set, vertices, targets, bytes, at } => {
                let limits = DeviceLimits {
                    max_storage_buffer_binding_size: bytes,
                    ..DeviceLimits::WEBGPU_DEFAULT
                };
                linear(LinearLayout::new(vertices, targets, set, &limits).ok(), at)
            }
            Self::Attributes { set, attribute: number } => attributes(&set, attribute(number)),
            Self::Weights { targets, align, vertices, instances } => {
                let capacity = UniformCapacity::for_targets(targets);
                let [x, y, z] = dispatch(vertices, instances);
                format!(
                    "{} {} {} {} {x} {y} {z}",
                    row_words(targets, align),
                    compat_words(targets),
                    capacity.pairs(),
                    capacity.byte_count(),
                )
            }
            Self::Constants => {
                let mut numbers = vec![
                    LAYOUT_HEADER_VERSION,
                    SEED_FRAME_BYTES as u32,
                    MSH_HAS_MORPH_TARGETS,
                    size_of_val(&COMPAT_FALLBACK) as u32,
                    MIN_SQUARED_LENGTH.to_bits(),
                ];
                numbers.extend(COMPAT_FALLBACK);
                numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Whether the answer ends in an address.
    pub(crate) fn finds_an_address(&self) -> bool {
        let words = self.answer().split(' ').count();
        match self {
            Self::Seed { .. } | Self::Tiled { .. } => words == 10,
            Self::Linear { .. } => words == 3,
            _ => false,
        }
    }
}

fn texture(layout: Option<TextureLayout>, at: At) -> String {
    let Some(layout) = layout else {
        return "none".into();
    };
    let start = layout.band_start(at.target, attribute(at.attribute)).unwrap_or(u32::MAX);
    let mut text = format!(
        "{} {} {} {} {} {} {start}",
        layout.width(),
        layout.rows_per_band(),
        layout.height(),
        layout.layers(),
        layout.texel_count(),
        layout.byte_count(),
    );
    if let Some(texel) = layout.address(at.target, attribute(at.attribute), at.vertex) {
        text += &format!(" {} {} {}", texel.column, texel.row, texel.layer);
    }
    text
}

fn linear(layout: Option<LinearLayout>, at: At) -> String {
    let Some(layout) = layout else {
        return "none".into();
    };
    let mut text = format!("{} {}", layout.word_count(), layout.byte_count());
    if let Some(word) = layout.address(at.target, attribute(at.attribute), at.vertex) {
        text += &format!(" {word}");
    }
    text
}

fn attributes(set: &AttributeSet, attribute: Attribute) -> String {
    let or_none = |number: Option<u32>| number.unwrap_or(u32::MAX);
    format!(
        "{} {} {} {} {} {} {}",
        u32::from(set.has(attribute)),
        set.band_count(),
        set.stride_words(),
        base_stride_words(set),
        or_none(set.band_index(attribute)),
        or_none(set.word_offset(attribute)),
        or_none(base_word_offset(set, attribute)),
    )
}

/// A fixed sequence of numbers (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u32 {
        (self.next() % end) as u32
    }

    /// Of any size: as many bits as chance gives, near a power of two at times, 0 and the largest.
    fn number(&mut self) -> u32 {
        match self.below(8) {
            0 => self.below(5),
            1 => (1u32 << self.below(32)).wrapping_add(self.below(3)).wrapping_sub(1),
            2 => u32::MAX - self.below(3),
            _ => (self.next() as u32) >> self.below(32),
        }
    }

    /// As large as meshes and limits are.
    fn usual(&mut self) -> u32 {
        if self.below(4) == 0 { self.number() } else { self.below(20_000) }
    }

    fn set(&mut self) -> AttributeSet {
        let bits = self.below(8);
        let (texcoords, colors) = match self.below(4) {
            0 => (self.number(), self.number()),
            1 => (self.below(4), self.below(4)),
            _ => (0, 0),
        };
        AttributeSet {
            position: bits & 1 == 1,
            normal: bits & 2 == 2,
            tangent: bits & 4 == 4,
            texcoords,
            colors,
        }
    }

    fn at(&mut self, vertices: u32, targets: u32) -> At {
        // Mostly inside, at times one past the end.
        let target = self.below(u64::from(targets) + 1);
        let attribute = if self.below(3) == 0 { self.below(67) } else { self.below(3) };
        At { target, attribute, vertex: self.below(u64::from(vertices) + 1) }
    }
}

/// So many questions of each kind.
pub(crate) fn all(count: usize) -> Vec<Question> {
    let mut random = Random(7);
    let mut all = vec![Question::Constants];
    for _ in 0..count {
        let (vertices, targets) = (random.usual(), random.usual());
        all.push(Question::Seed { vertices, targets, at: random.at(vertices, targets.min(5)) });
        let (vertices, targets) = (random.usual(), random.usual());
        let at = random.at(vertices, targets);
        let (dimension, layers) = (random.usual(), random.usual());
        let set = random.set();
        all.push(Question::Tiled { set, vertices, targets, dimension, layers, at });
        // Rows near and beyond 2^64, in textures that are too narrow.
        let [vertices, targets, layers] = [(); 3].map(|()| u32::MAX - (random.number() >> 1));
        let (set, dimension, at) = (random.set(), random.below(17), random.at(4, 4));
        all.push(Question::Tiled { set, vertices, targets, dimension, layers, at });
        let bytes = random.next() >> random.below(40);
        all.push(Question::Linear { set, vertices, targets, bytes, at });
        all.push(Question::Attributes { set: random.set(), attribute: random.below(67) });
        let [targets, vertices, instances] = [random.number(), random.number(), random.number()];
        all.push(Question::Weights { targets, align: random.usual(), vertices, instances });
    }
    all
}
