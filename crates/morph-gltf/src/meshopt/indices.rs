//! Mode INDICES: each index is a delta from one of two before it.

use super::stream::{Stream, push_index, unzigzag};
use crate::error::MeshoptError;

const TAIL: usize = 4;

/// Bytes of the shortest stream: one for each index.
pub(super) const fn least_bytes(count: usize) -> u64 {
    count as u64 + 1 + TAIL as u64
}

/// Decodes a stream; `stride` is 2 or 4.
///
/// # Source
/// `KHR_meshopt_compression`, appendix A, "Mode 2: indices".
pub(super) fn decode(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, MeshoptError> {
    let (mut stream, _) = Stream::new(bytes, &[0xd1], "0xd1", TAIL)?;
    let mut last = [0_u32; 2];
    let mut out = Vec::with_capacity(count * stride);
    for _ in 0..count {
        let value = stream.varint()?;
        let last = &mut last[(value & 1) as usize];
        *last = last.wrapping_add(unzigzag(value >> 1));
        push_index(&mut out, *last, stride);
    }
    stream.end()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_go_from_one_of_two_bases() {
        // +1 of the first, +3 of the second, -1 of the first, +0 of the second.
        let bytes = [0xd1, 0b100, 0b1101, 0b010, 0b001, 0, 0, 0, 0];
        assert_eq!(decode(&bytes, 4, 2).unwrap(), [1, 0, 3, 0, 0, 0, 3, 0]);
        for count in [3, 5] {
            assert!(decode(&bytes, count, 2).is_err(), "{count}");
        }
    }
}
