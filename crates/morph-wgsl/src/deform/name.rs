//! Names of kernels: snapshot names, debug labels and filters.

use super::{Deform, DeformLayout, Interleaved, Output};
use crate::ParsePermutationError;
use crate::permutation::parse_attributes;
use morph_core::deform::GroupSize;
use std::fmt;
use std::str::FromStr;

use morph_core::packed::{BlockEncoding, DenseEncoding};

impl DeformLayout {
    /// Its part of a kernel's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Dense(DenseEncoding::Bits16) => "dense16",
            Self::Dense(DenseEncoding::F16) => "densehalf",
            Self::Blocked(BlockEncoding::EightBytes) => "blocked8",
            Self::Blocked(BlockEncoding::SixBytes) => "blocked6",
            Self::Blocked(BlockEncoding::Bounded) => "bounded",
            Self::Blocked(BlockEncoding::Bits16) => "blocked16",
            Self::Blocked(BlockEncoding::F32) => "blocked32",
            Self::RowSparse => "rowsparse",
        }
    }
}

impl Deform {
    /// `deform-<layout>-<s slices or g instances>-<output>-<attributes>-<normalized or raw>`.
    ///
    /// A vertex buffer of the caller is its stride and the words of its attributes, `stride14_0_3_6`,
    /// or `padded12_0_4_8` where padding may be written.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Deform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deform-{}-", self.layout.name())?;
        match self.group {
            GroupSize::One => write!(f, "s{}-", self.slices)?,
            group => write!(f, "g{}-", group.instances())?,
        }
        match &self.output {
            Output::Arena => f.write_str("arena")?,
            Output::Compact => f.write_str("compact")?,
            Output::Interleaved(vertex) => {
                let kind = if vertex.has_free_padding() { "padded" } else { "stride" };
                write!(f, "{kind}{}", vertex.stride())?;
                for offset in vertex.offsets() {
                    write!(f, "_{offset}")?;
                }
            }
        }
        let length = if self.normalize { "normalized" } else { "raw" };
        write!(f, "-{}-{length}", self.attributes)
    }
}

impl FromStr for Deform {
    type Err = ParsePermutationError;

    fn from_str(text: &str) -> Result<Self, ParsePermutationError> {
        parse(text)
            .filter(|kernel| kernel.is_valid() && kernel.to_string() == text)
            .ok_or_else(|| ParsePermutationError { text: text.to_owned() })
    }
}

fn parse(text: &str) -> Option<Deform> {
    let (rest, length) = text.strip_prefix("deform-")?.rsplit_once('-')?;
    let mut words = rest.splitn(4, '-');
    let layout = words.next()?;
    let layout = DeformLayout::ALL.into_iter().find(|of| of.name() == layout)?;
    let shape = words.next()?;
    let (slices, group) = match (shape.strip_prefix('s'), shape.strip_prefix('g')) {
        (Some(slices), _) => (slices.parse().ok()?, GroupSize::One),
        (_, Some(instances)) => {
            let instances: u32 = instances.parse().ok()?;
            (1, GroupSize::ALL.into_iter().find(|size| size.instances() == instances)?)
        }
        _ => return None,
    };
    let output = match words.next()? {
        "arena" => Output::Arena,
        "compact" => Output::Compact,
        other => Output::Interleaved(parse_vertex(other)?),
    };
    let attributes = parse_attributes(words.next()?)?;
    let normalize = match length {
        "normalized" => true,
        "raw" => false,
        _ => return None,
    };
    Some(Deform { layout, attributes, normalize, slices, group, output })
}

fn parse_vertex(text: &str) -> Option<Interleaved> {
    let padded = text.strip_prefix("padded");
    let mut numbers = padded.or_else(|| text.strip_prefix("stride"))?.split('_');
    let stride = numbers.next()?.parse().ok()?;
    let offsets = numbers.map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>()?;
    let vertex = Interleaved::new(stride, &offsets);
    Some(if padded.is_some() { vertex.with_free_padding() } else { vertex })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttributeSet;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_parse_back() {
        let all = Deform::all();
        let names: BTreeSet<_> = all.iter().map(Deform::name).collect();
        assert_eq!(names.len(), all.len());
        assert!((60..120).contains(&all.len()), "{}", all.len());
        for kernel in all {
            assert!(kernel.is_valid(), "{kernel}");
            assert_eq!(kernel.name().parse(), Ok(kernel));
        }
        let odd = AttributeSet { texcoords: 0b10, ..AttributeSet::EMPTY };
        let kernel = Deform::new(DeformLayout::RowSparse, odd, false);
        assert_eq!(kernel.name().parse(), Ok(kernel));
    }

    #[test]
    fn what_is_no_name_of_a_kernel_is_refused_with_the_text() {
        for text in [
            "",
            "deform",
            "deform-blocked8-s1-arena-pn",
            "deform-blocked9-s1-arena-pn-raw",
            "deform-blocked8-s3-arena-pn-raw",
            "deform-blocked8-g4-arena-pn-raw",
            "deform-blocked8-g1-arena-pn-raw",
            "deform-linear-g8-arena-pn-raw",
            "deform-rowsparse-s2-arena-pn-raw",
            "deform-blocked8-s2-arena-pn-u0-raw",
            "deform-blocked8-s1-compact-pn-raw",
            "deform-blocked8-s1-compact-pnt-normalized",
            "deform-blocked8-s1-stride6_0-pn-raw",
            "deform-blocked8-s1-stride6_0_4-pn-raw",
            "deform-blocked8-s1-stride6_0_2-pn-raw",
            "deform-blocked8-s1-stride_0_3-pn-raw",
            "vertex-seed-uniform-pn-raw",
        ] {
            assert_eq!(text.parse::<Deform>().unwrap_err().text, text);
        }
    }
}
