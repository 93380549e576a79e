//! Mode TRIANGLES: edges and vertices that were seen lately, and few indices besides.

use super::stream::{Stream, push_index, unzigzag};
use crate::error::MeshoptError;

const TAIL: usize = 16;

/// Bytes of the shortest stream: one for each triangle.
pub(super) const fn least_bytes(count: usize) -> u64 {
    (count / 3) as u64 + 1 + TAIL as u64
}

/// Decodes a stream; `count` is a multiple of 3, `stride` 2 or 4.
///
/// # Source
/// `KHR_meshopt_compression`, appendix A, "Mode 1: triangles".
pub(super) fn decode(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, MeshoptError> {
    let (mut data, table) = Stream::new(bytes, &[0xe1], "0xe1", TAIL)?;
    let codes = data.take(count / 3)?;
    let within = |byte: u8| byte >> 4 != 15 && byte & 15 != 15;
    if table[14..] != [0, 0] || !table.iter().all(|&byte| within(byte)) {
        return Err(MeshoptError::Stream {
            at: bytes.len() - TAIL,
            what: "the table of codes is damaged",
        });
    }
    let mut decoder = Decoder { data, next: 0, last: 0, edges: Fifo::new(), vertices: Fifo::new() };
    let mut out = Vec::with_capacity(count * stride);
    for &code in codes {
        let triangle = match (code >> 4, code & 15) {
            (15, low) => decoder.free(low, table)?,
            (edge, low) => decoder.beside(edge, low)?,
        };
        for index in triangle {
            push_index(&mut out, index, stride);
        }
    }
    decoder.data.end()?;
    Ok(out)
}

/// The last sixteen of something, 0 being the latest.
#[derive(Debug)]
struct Fifo<T> {
    entries: [Option<T>; 16],
    next: usize,
}

impl<T: Copy> Fifo<T> {
    const fn new() -> Self {
        Self { entries: [None; 16], next: 0 }
    }

    const fn push(&mut self, entry: T) {
        self.entries[self.next] = Some(entry);
        self.next = (self.next + 1) % 16;
    }

    fn get(&self, back: u8) -> Option<T> {
        self.entries[(self.next + 15 - usize::from(back)) % 16]
    }
}

#[derive(Debug)]
struct Decoder<'a> {
    data: Stream<'a>,
    /// The index that no triangle has had yet.
    next: u32,
    /// The index that was last stored in full.
    last: u32,
    edges: Fifo<[u32; 2]>,
    vertices: Fifo<u32>,
}

impl Decoder<'_> {
    /// A triangle at an edge that was seen lately.
    fn beside(&mut self, edge: u8, code: u8) -> Result<[u32; 3], MeshoptError> {
        let edge = self.edges.get(edge);
        let [a, b] = edge.ok_or_else(|| self.data.error("an edge is named that never was"))?;
        let c = match code {
            0 => self.fresh(),
            1..=12 => self.vertex(code)?,
            13 => self.near(self.last.wrapping_sub(1)),
            14 => self.near(self.last.wrapping_add(1)),
            _ => self.stored()?,
        };
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        if !(1..=12).contains(&code) {
            self.vertices.push(c);
        }
        Ok([a, b, c])
    }

    /// A triangle of its own.
    fn free(&mut self, code: u8, table: &[u8]) -> Result<[u32; 3], MeshoptError> {
        let explicit = code >= 14;
        let codes = if explicit { self.data.byte()? } else { table[usize::from(code)] };
        if explicit && codes == 0 {
            self.next = 0;
        }
        let (second, third) = (codes >> 4, codes & 15);
        let a = if code == 15 { self.stored()? } else { self.fresh() };
        let b = self.corner(second)?;
        let c = self.corner(third)?;
        self.edges.push([b, a]);
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        self.vertices.push(a);
        for (code, vertex) in [(second, b), (third, c)] {
            if matches!(code, 0 | 15) {
                self.vertices.push(vertex);
            }
        }
        Ok([a, b, c])
    }

    fn corner(&mut self, code: u8) -> Result<u32, MeshoptError> {
        match code {
            0 => Ok(self.fresh()),
            15 => self.stored(),
            back => self.vertex(back - 1),
        }
    }

    const fn fresh(&mut self) -> u32 {
        let index = self.next;
        self.next = self.next.wrapping_add(1);
        index
    }

    fn vertex(&self, back: u8) -> Result<u32, MeshoptError> {
        let vertex = self.vertices.get(back);
        vertex.ok_or_else(|| self.data.error("a vertex is named that never was"))
    }

    const fn near(&mut self, index: u32) -> u32 {
        self.last = index;
        index
    }

    fn stored(&mut self) -> Result<u32, MeshoptError> {
        let delta = unzigzag(self.data.varint()?);
        Ok(self.near(self.last.wrapping_add(delta)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(codes: &[u8], data: &[u8]) -> Vec<u8> {
        [&[0xe1], codes, data, &[0; TAIL]].concat()
    }

    #[test]
    fn a_strip_is_a_triangle_and_its_edges() {
        let bytes = stream(&[0xf0, 0x00, 0x10], &[]);
        let indices = decode(&bytes, 9, 2).unwrap();
        let indices: Vec<u8> = indices.chunks(2).map(|i| i[0]).collect();
        assert_eq!(indices, [0, 1, 2, 0, 2, 3, 3, 2, 4]);
    }

    #[test]
    fn what_was_never_seen_cannot_be_named() {
        for (codes, text) in [
            (&[0x00][..], "byte 2: an edge is named that never was"),
            (&[0xf0, 0x03], "byte 3: a vertex is named that never was"),
        ] {
            let error = decode(&stream(codes, &[]), codes.len() * 3, 4).unwrap_err();
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn data_that_is_missing_or_left_over_and_a_damaged_table_are_refused() {
        assert!(decode(&stream(&[0xff], &[0xff, 2]), 3, 4).is_err());
        assert!(decode(&stream(&[0xf0], &[1]), 3, 4).is_err());
        for (at, byte) in [(14, 1), (3, 0xf0), (3, 0x0f)] {
            let mut bytes = stream(&[0xf0], &[]);
            let table = bytes.len() - TAIL;
            bytes[table + at] = byte;
            let error = decode(&bytes, 3, 4).unwrap_err().to_string();
            assert_eq!(error, "byte 2: the table of codes is damaged");
        }
    }
}
