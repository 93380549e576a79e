//! The two containers: plain JSON, and GLB with its chunks.

use crate::error::{GlbError, OpenError};
use crate::finding::{Code, Findings};
use std::ops::Range;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;
const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;

/// Where JSON and binary data lie in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Container {
    pub(crate) is_glb: bool,
    pub(crate) json: Range<usize>,
    pub(crate) bin: Option<Range<usize>>,
}

/// Finds the parts of a file.
///
/// # Errors
/// [`OpenError::Empty`]; [`GlbError`] for a damaged GLB; a recoverable finding under strict reading.
///
/// # Source
/// glTF 2.0, section 4 "GLB File Format Specification".
pub(crate) fn split(bytes: &[u8], findings: &mut Findings) -> Result<Container, OpenError> {
    if bytes.is_empty() {
        return Err(OpenError::Empty);
    }
    let magic = bytes.len().min(MAGIC.len());
    if bytes[..magic] != MAGIC[..magic] {
        return Ok(Container { is_glb: false, json: 0..bytes.len(), bin: None });
    }
    if bytes.len() < HEADER_BYTES {
        return Err(GlbError::Header { found: bytes.len() }.into());
    }
    let version = u32_at(bytes, 4).unwrap_or(0);
    if version != 2 {
        return Err(GlbError::Version { found: version }.into());
    }
    let length = u32_at(bytes, 8).unwrap_or(0) as usize;
    if length < HEADER_BYTES || length > bytes.len() {
        return Err(GlbError::Length { length: length as u64, available: bytes.len() }.into());
    }
    if length < bytes.len() {
        let extra = bytes.len() - length;
        findings.add(
            Code::GlbExtraData,
            "glb",
            format_args!("{extra} bytes after the length {length} are ignored"),
        )?;
    }
    chunks(&bytes[..length], findings)
}

fn chunks(bytes: &[u8], findings: &mut Findings) -> Result<Container, OpenError> {
    let (mut json, mut bin) = (None, None);
    let mut offset = HEADER_BYTES;
    let mut chunk = 0_usize;
    while offset < bytes.len() {
        let start = offset.saturating_add(CHUNK_HEADER_BYTES);
        let (Some(length), Some(kind)) = (u32_at(bytes, offset), u32_at(bytes, offset + 4)) else {
            let (expected, found) = (CHUNK_HEADER_BYTES as u64, bytes.len() - offset);
            return Err(GlbError::Chunk { offset, expected, found }.into());
        };
        let end = start as u64 + u64::from(length);
        let end = match usize::try_from(end) {
            Ok(end) if end <= bytes.len() => end,
            _ => {
                let (expected, found) = (u64::from(length), bytes.len() - start);
                return Err(GlbError::Chunk { offset, expected, found }.into());
            }
        };
        let place = format!("glb: chunk {chunk}");
        if !length.is_multiple_of(4) {
            let message = format!("length {length} is not a multiple of 4");
            findings.add(Code::GlbChunkLengthUnaligned, &place, message)?;
        }
        match kind {
            JSON if chunk == 0 => json = Some(start..end),
            found if chunk == 0 => {
                return Err(GlbError::NoJson { found: Some(found) }.into());
            }
            JSON => {
                findings.add(Code::GlbDuplicateChunk, place, "a second JSON chunk is ignored")?;
            }
            BIN if bin.is_some() => {
                findings.add(Code::GlbDuplicateChunk, place, "a second BIN chunk is ignored")?;
            }
            BIN => {
                if chunk != 1 {
                    let message = "the BIN chunk is not the second chunk";
                    findings.add(Code::GlbUnexpectedBinChunk, place, message)?;
                }
                bin = Some(start..end);
            }
            other => findings.add(
                Code::GlbUnknownChunkType,
                place,
                format_args!("type {other:#010x} is ignored"),
            )?,
        }
        offset = end;
        chunk += 1;
    }
    let Some(json) = json else {
        return Err(GlbError::NoJson { found: None }.into());
    };
    Ok(Container { is_glb: true, json, bin })
}

/// Whether bytes could be JSON that holds something: an object or an array, also a broken one.
pub(crate) fn looks_like_json(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'['))
}

fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    let end = offset.checked_add(4)?;
    let four = bytes.get(offset..end)?.try_into().ok()?;
    Some(u32::from_le_bytes(four))
}

#[cfg(test)]
mod tests;
