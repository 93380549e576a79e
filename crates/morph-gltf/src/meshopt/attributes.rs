//! Mode ATTRIBUTES: deltas of bytes, 16 elements a group, up to 256 a block.

use super::stream::{Stream, unzigzag};
use crate::error::MeshoptError;

/// Elements of a group.
const GROUP: usize = 16;

/// Bits of a delta, by the two bits in front of a group: of version 0, then of version 1 with
/// control 0 and 1.
const BITS: [[u32; 4]; 3] = [[0, 2, 4, 8], [0, 1, 2, 4], [1, 2, 4, 8]];

/// Which codecs a stream may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Codec {
    V0,
    V0OrV1,
}

impl Codec {
    const fn headers(self) -> (&'static [u8], &'static str) {
        match self {
            Self::V0 => (&[0xa0], "0xa0"),
            Self::V0OrV1 => (&[0xa0, 0xa1], "0xa0 or 0xa1"),
        }
    }
}

/// Elements of a full block.
const fn block_elements(stride: usize) -> usize {
    let elements = (8192 / stride) & !(GROUP - 1);
    if elements < 256 { elements } else { 256 }
}

/// Bytes at the end: the element before the first, the modes of the channels, and padding.
fn tail_bytes(stride: usize, v1: bool) -> (usize, usize) {
    let (tail, least) = if v1 { (stride + stride / 4, 24) } else { (stride, 32) };
    (tail, tail.max(least))
}

/// Bytes of the shortest stream: all deltas zero.
pub(super) fn least_bytes(count: usize, stride: usize, codec: Codec) -> u64 {
    let block = block_elements(stride);
    let (full, rest) = ((count / block) as u64, count % block);
    let (_, tail) = tail_bytes(stride, codec == Codec::V0OrV1);
    let of_block = |elements: usize| match codec {
        // A byte of headers for each four groups, or a control of two bits instead.
        Codec::V0 => (stride * elements.div_ceil(GROUP).div_ceil(4)) as u64,
        Codec::V0OrV1 if elements == 0 => 0,
        Codec::V0OrV1 => (stride / 4) as u64,
    };
    full.saturating_mul(of_block(block)).saturating_add(of_block(rest) + 1 + tail as u64)
}

/// Decodes a stream; `stride` is a multiple of 4 up to 256.
///
/// # Source
/// `KHR_meshopt_compression`, appendix A, "Mode 0: attributes".
pub(super) fn decode(
    bytes: &[u8],
    count: usize,
    stride: usize,
    codec: Codec,
) -> Result<Vec<u8>, MeshoptError> {
    let v1 = bytes.first() == Some(&0xa1);
    let (tail, padded) = tail_bytes(stride, v1);
    let (headers, expected) = codec.headers();
    let (mut stream, end) = Stream::new(bytes, headers, expected, padded)?;
    let (element, modes) = end[padded - tail..].split_at(stride);
    check_modes(&stream, modes)?;
    let mut before = element.to_vec();
    let mut planes = vec![0; block_elements(stride) * stride];
    let mut out = Vec::with_capacity(count * stride);
    while out.len() < count * stride {
        let elements = block_elements(stride).min(count - out.len() / stride);
        let controls = stream.take(if v1 { stride / 4 } else { 0 })?;
        for (byte, plane) in planes.chunks_exact_mut(block_elements(stride)).enumerate() {
            let control = controls.get(byte / 4).map(|c| c >> (byte % 4 * 2) & 3);
            read_plane(&mut stream, control, elements, plane)?;
        }
        for at in 0..elements {
            for (channel, value) in before.chunks_exact_mut(4).enumerate() {
                let plane =
                    |byte: usize| planes[(channel * 4 + byte) * block_elements(stride) + at];
                let delta = [plane(0), plane(1), plane(2), plane(3)];
                step(modes.get(channel).copied().unwrap_or(0), delta, value);
            }
            out.extend_from_slice(&before);
        }
    }
    stream.end()?;
    Ok(out)
}

fn check_modes(stream: &Stream<'_>, modes: &[u8]) -> Result<(), MeshoptError> {
    let valid = |mode: u8| mode <= 1 || mode & 15 == 2;
    if modes.iter().all(|&mode| valid(mode)) {
        Ok(())
    } else {
        Err(stream.error("a channel has an unknown mode"))
    }
}

/// The deltas of one byte of all elements of a block.
fn read_plane(
    stream: &mut Stream<'_>,
    control: Option<u8>,
    elements: usize,
    plane: &mut [u8],
) -> Result<(), MeshoptError> {
    let bits = match control {
        None => BITS[0],
        Some(0) => BITS[1],
        Some(1) => BITS[2],
        Some(2) => {
            plane.fill(0);
            return Ok(());
        }
        Some(_) => {
            plane[..elements].copy_from_slice(stream.take(elements)?);
            return Ok(());
        }
    };
    let groups = elements.div_ceil(GROUP);
    let headers = stream.take(groups.div_ceil(4))?;
    for (group, deltas) in plane.chunks_exact_mut(GROUP).take(groups).enumerate() {
        let header = headers[group / 4] >> (group % 4 * 2) & 3;
        read_group(stream, bits[usize::from(header)], deltas)?;
    }
    Ok(())
}

fn read_group(stream: &mut Stream<'_>, bits: u32, deltas: &mut [u8]) -> Result<(), MeshoptError> {
    if bits == 0 {
        deltas.fill(0);
        return Ok(());
    }
    let packed = stream.take(GROUP * bits as usize / 8)?;
    if bits == 8 {
        deltas.copy_from_slice(packed);
        return Ok(());
    }
    let (per_byte, sentinel) = (8 / bits as usize, (1 << bits) - 1);
    for (at, delta) in deltas.iter_mut().enumerate() {
        let place = (at % per_byte) as u32;
        // One bit goes from the lowest on, more from the highest.
        let shift = if bits == 1 { place } else { 8 - bits * (place + 1) };
        let value = packed[at / per_byte] >> shift & sentinel;
        *delta = if value == sentinel { stream.byte()? } else { value };
    }
    Ok(())
}

/// From the element before to this one, four bytes of it.
fn step(mode: u8, delta: [u8; 4], value: &mut [u8]) {
    match mode & 15 {
        0 => {
            for (value, delta) in value.iter_mut().zip(delta) {
                *value = value.wrapping_add(unzigzag(u32::from(delta)) as u8);
            }
        }
        1 => {
            for (value, delta) in value.chunks_exact_mut(2).zip(delta.chunks_exact(2)) {
                let delta = u16::from_le_bytes([delta[0], delta[1]]);
                let before = u16::from_le_bytes([value[0], value[1]]);
                let sum = before.wrapping_add(unzigzag(u32::from(delta)) as u16);
                value.copy_from_slice(&sum.to_le_bytes());
            }
        }
        _ => {
            let before = u32::from_le_bytes([value[0], value[1], value[2], value[3]]);
            let turned = u32::from_le_bytes(delta).rotate_right(u32::from(mode >> 4));
            value.copy_from_slice(&(turned ^ before).to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The specification's own example: sixteen deltas in four bits each, two of them apart.
    #[test]
    fn deltas_in_four_bits_are_those_of_the_specification() {
        let bytes = [0, 0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
        let (mut stream, _) = Stream::new(&bytes, &[0], "", 0).unwrap();
        let mut deltas = [0; GROUP];
        read_group(&mut stream, 4, &mut deltas).unwrap();
        stream.end().unwrap();
        let signed = deltas.map(|d| unzigzag(u32::from(d)) as i8);
        assert_eq!(signed, [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0]);
    }

    #[test]
    fn the_shortest_stream_is_all_zeros() {
        for (count, stride) in [(1, 4), (16, 4), (256, 4), (257, 4), (40, 256), (1000, 12)] {
            for codec in [Codec::V0, Codec::V0OrV1] {
                let least = least_bytes(count, stride, codec) as usize;
                let mut bytes = vec![0; least];
                let v1 = codec == Codec::V0OrV1;
                bytes[0] = if v1 { 0xa1 } else { 0xa0 };
                if v1 {
                    let blocks = count.div_ceil(block_elements(stride));
                    // All controls say that every delta is zero.
                    bytes[1..=blocks * stride / 4].fill(0b1010_1010);
                }
                assert_eq!(decode(&bytes, count, stride, codec), Ok(vec![0; count * stride]));
                bytes.remove(1);
                assert!(decode(&bytes, count, stride, codec).is_err(), "{count} {stride}");
            }
        }
    }

    #[test]
    fn version_one_belongs_to_one_extension_only() {
        let error = decode(&[0xa1; 64], 1, 4, Codec::V0).unwrap_err();
        assert_eq!(error, MeshoptError::Header { expected: "0xa0", found: 0xa1 });
    }

    #[test]
    fn unknown_modes_of_channels_are_refused() {
        for mode in [3, 0x10, 0x11, 0x0f] {
            let mut bytes = vec![0; 26];
            (bytes[0], bytes[1], bytes[25]) = (0xa1, 0b1010_1010, mode);
            let error = decode(&bytes, 1, 4, Codec::V0OrV1).unwrap_err();
            assert_eq!(error.to_string(), "byte 1: a channel has an unknown mode", "{mode}");
        }
    }
}
