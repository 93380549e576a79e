use super::*;
use crate::Strictness;

fn glb(version: u32, chunks: &[(u32, &[u8])]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let length = HEADER_BYTES + chunks.iter().map(|c| c.1.len() + 8).sum::<usize>();
    for word in [version, length as u32] {
        bytes.extend(word.to_le_bytes());
    }
    for (kind, data) in chunks {
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(*data);
    }
    bytes
}

fn read(bytes: &[u8], strictness: Strictness) -> Result<(Container, Vec<Code>), String> {
    let mut findings = Findings::new(strictness);
    let container = split(bytes, &mut findings).map_err(|e| e.to_string())?;
    Ok((container, findings.list.iter().map(|f| f.code).collect()))
}

#[track_caller]
fn refused(bytes: &[u8], text: &str) {
    assert_eq!(read(bytes, Strictness::Lenient), Err(text.to_owned()));
}

#[test]
fn json_without_a_container_is_all_json() {
    let (container, codes) = read(b"{}", Strictness::Strict).unwrap();
    assert_eq!(container, Container { is_glb: false, json: 0..2, bin: None });
    assert!(codes.is_empty());
}

#[test]
fn objects_and_arrays_look_like_json() {
    for text in ["{", " \n{\"a\"", "[]", "\u{feff}{}"] {
        assert!(looks_like_json(text.as_bytes()), "{text:?}");
    }
    for text in ["hello", "", "<html>", "PK\u{3}\u{4}"] {
        assert!(!looks_like_json(text.as_bytes()), "{text:?}");
    }
}

#[test]
fn json_and_bin_are_found() {
    let bytes = glb(2, &[(JSON, b"{}  "), (BIN, &[1, 2, 3, 4])]);
    let (container, codes) = read(&bytes, Strictness::Strict).unwrap();
    assert_eq!(container, Container { is_glb: true, json: 20..24, bin: Some(32..36) });
    assert!(codes.is_empty());
}

#[test]
fn damaged_headers_are_refused_with_their_numbers() {
    refused(b"glTF\x02", "glb: header: expected 12 bytes, got 5");
    refused(&glb(1, &[(JSON, b"{}  ")]), "glb: header: expected version 2, got 1");
    refused(
        &glb(2, &[(JSON, b"{}  ")])[..22],
        "glb: header: the length is 24 bytes, the file has 22: it is cut off",
    );
    let mut short = glb(2, &[(JSON, b"{}  ")]);
    short[8] = 5;
    refused(&short, "glb: header: expected a length of 12 to 24 bytes, got 5");
    refused(b"", "empty file: expected JSON or GLB");
    refused(&glb(2, &[]), "glb: first chunk: expected JSON, got none");
    refused(
        &glb(2, &[(BIN, &[0; 4]), (JSON, b"{}  ")]),
        "glb: first chunk: expected JSON, got type 0x004e4942",
    );
}

#[test]
fn chunks_that_leave_the_file_are_refused() {
    let mut huge = glb(2, &[(JSON, b"{}  ")]);
    huge[12..16].copy_from_slice(&0xffff_fff0_u32.to_le_bytes());
    refused(&huge, "glb: chunk at byte 12: expected 4294967280 bytes, got 4");
    let mut cut = glb(2, &[(JSON, b"{}  "), (BIN, &[0; 8])]);
    cut.truncate(cut.len() - 12);
    let length = cut.len() as u32;
    cut[8..12].copy_from_slice(&length.to_le_bytes());
    refused(&cut, "glb: chunk at byte 24: expected 8 bytes, got 4");
}

#[test]
fn misplaced_and_repeated_chunks_load_leniently_only() {
    for (chunks, code) in [
        (
            vec![(JSON, &b"{}  "[..]), (7, &b""[..]), (BIN, &b"abcd"[..])],
            Code::GlbUnexpectedBinChunk,
        ),
        (vec![(JSON, b"{}  "), (JSON, b"{}  ")], Code::GlbDuplicateChunk),
        (vec![(JSON, b"{}  "), (BIN, b"abcd"), (BIN, b"efgh")], Code::GlbDuplicateChunk),
        (vec![(JSON, b"{} ")], Code::GlbChunkLengthUnaligned),
    ] {
        let bytes = glb(2, &chunks);
        let (container, codes) = read(&bytes, Strictness::Lenient).unwrap();
        assert!(codes.contains(&code), "{codes:?}");
        if let Some(bin) = container.bin {
            assert_eq!(&bytes[bin], b"abcd");
        }
        assert!(read(&bytes, Strictness::Strict).is_err(), "{code}");
    }
}

#[test]
fn extra_chunks_and_bytes_are_notes() {
    let mut bytes = glb(2, &[(JSON, b"{}  "), (BIN, b"abcd"), (7, b"1234")]);
    bytes.push(0);
    let (_, codes) = read(&bytes, Strictness::Strict).unwrap();
    assert_eq!(codes, [Code::GlbExtraData, Code::GlbUnknownChunkType]);
}
