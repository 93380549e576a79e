//! A compressed stream, read byte after byte.

use crate::error::MeshoptError;

/// What is left of a stream, without its tail.
#[derive(Debug)]
pub(super) struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Stream<'a> {
    /// Checks the first byte, and cuts the tail off.
    ///
    /// # Errors
    /// [`MeshoptError::Header`]; [`MeshoptError::Stream`] where the tail does not fit.
    pub(super) fn new(
        bytes: &'a [u8],
        headers: &[u8],
        expected: &'static str,
        tail: usize,
    ) -> Result<(Self, &'a [u8]), MeshoptError> {
        let short = MeshoptError::Stream { at: bytes.len(), what: "the stream ends too early" };
        let Some(&found) = bytes.first() else {
            return Err(short);
        };
        if !headers.contains(&found) {
            return Err(MeshoptError::Header { expected, found });
        }
        match bytes.len().checked_sub(tail).filter(|&end| end >= 1) {
            Some(end) => Ok((Self { bytes: &bytes[..end], at: 1 }, &bytes[end..])),
            None => Err(short),
        }
    }

    pub(super) const fn error(&self, what: &'static str) -> MeshoptError {
        MeshoptError::Stream { at: self.at, what }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], MeshoptError> {
        let end = self.at.checked_add(count);
        match end.and_then(|end| self.bytes.get(self.at..end)) {
            Some(taken) => {
                self.at += count;
                Ok(taken)
            }
            None => Err(self.error("the stream ends too early")),
        }
    }

    pub(super) fn byte(&mut self) -> Result<u8, MeshoptError> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// An unsigned LEB128 of at most five bytes, cut to 32 bits.
    pub(super) fn varint(&mut self) -> Result<u32, MeshoptError> {
        let mut value = 0_u64;
        for group in 0..5 {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                return Ok(value as u32);
            }
        }
        Err(self.error("a number has more than five bytes"))
    }

    /// Everything has been read.
    pub(super) fn end(&self) -> Result<(), MeshoptError> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.error("data is left over")) }
    }
}

/// The signed number that is stored with its sign in the lowest bit.
pub(super) const fn unzigzag(value: u32) -> u32 {
    (value >> 1) ^ 0_u32.wrapping_sub(value & 1)
}

/// Appends an index of 2 or 4 bytes, cut to them.
pub(super) fn push_index(out: &mut Vec<u8>, index: u32, stride: usize) {
    out.extend_from_slice(&index.to_le_bytes()[..stride]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_leb128_of_at_most_five_bytes() {
        for (bytes, value) in [
            (&[0x7f][..], Some(0x7f)),
            (&[0x81, 0x04], Some(0x201)),
            (&[0xff, 0xa0, 0x05], Some(0x1_507f)),
            (&[0xff, 0xff, 0xff, 0xff, 0x7f], Some(u32::MAX)),
            (&[0x80, 0x80, 0x80, 0x80, 0x80, 0x00], None),
            (&[0x80], None),
        ] {
            let mut stream = Stream { bytes, at: 0 };
            assert_eq!(stream.varint().ok(), value, "{bytes:x?}");
        }
    }

    #[test]
    fn the_sign_is_in_the_lowest_bit() {
        let signed: Vec<i32> = (0..5).map(|v| unzigzag(v) as i32).collect();
        assert_eq!(signed, [0, -1, 1, -2, 2]);
    }
}
