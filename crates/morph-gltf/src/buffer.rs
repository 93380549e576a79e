//! The bytes of buffers and of their views.

use crate::error::{BufferError, ViewError};
use crate::finding::{Code, Finding, Findings};
use crate::meshopt::Compressed;
use crate::model::{Buffer, BufferView, Root};
use crate::resolver::{Resolver, relative_path};
use crate::uri::decode_data;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// One buffer's bytes, exactly `byteLength` of them, or why they are not there.
#[derive(Debug)]
pub(crate) struct Bytes {
    data: Arc<Vec<u8>>,
    length: usize,
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        &self.data[..self.length]
    }
}

/// All buffers of a document. A buffer that cannot be read is an error only where it is used.
#[derive(Debug)]
pub(crate) struct Buffers {
    list: Vec<Result<Bytes, BufferError>>,
    compressed: Compressed,
    /// Bytes of all files that were read, each once.
    pub(crate) external_bytes: usize,
}

impl Buffers {
    /// Reads all buffers; `bin` is the GLB's own data, `file_bytes` the size of the file itself.
    ///
    /// # Errors
    /// A finding under strict reading.
    pub(crate) fn load(
        root: &Root,
        bin: Option<Vec<u8>>,
        file_bytes: usize,
        resolver: &dyn Resolver,
        findings: &mut Findings,
    ) -> Result<Self, Finding> {
        let mut files = Files::new(&root.buffers, resolver);
        let mut bin = bin;
        let list = all(root, findings, |index, buffer| match &buffer.uri {
            Some(uri) => match decode_data(uri) {
                Some(data) => data.map(|d| Arc::new(d.bytes)),
                None => files.read(uri),
            }
            .map_err(|reason| BufferError::Uri { buffer: index, reason }),
            None if index == 0 => {
                bin.take().map(Arc::new).ok_or(BufferError::NoSource { buffer: 0 })
            }
            None => Err(BufferError::NoSource { buffer: index }),
        })?;
        let lengths = files.read.values().map(|f| f.len());
        let external_bytes = lengths.fold(0_usize, usize::saturating_add);
        let compressed = Compressed::new(root, file_bytes.saturating_add(external_bytes));
        Ok(Self { list, compressed, external_bytes })
    }

    /// Takes buffers that somebody else has read.
    ///
    /// # Errors
    /// A finding under strict reading.
    #[cfg(feature = "gltf")]
    pub(crate) fn from_data(
        root: &Root,
        data: Vec<Vec<u8>>,
        file_bytes: usize,
        findings: &mut Findings,
    ) -> Result<Self, Finding> {
        let given = data.len();
        let external_bytes = data.iter().map(Vec::len).fold(0, usize::saturating_add);
        let mut data = data.into_iter();
        let list = all(root, findings, |buffer, _| {
            data.next().map(Arc::new).ok_or(BufferError::NotGiven { buffer, given })
        })?;
        let compressed = Compressed::new(root, file_bytes.saturating_add(external_bytes));
        Ok(Self { list, compressed, external_bytes })
    }

    pub(crate) fn get(&self, buffer: usize) -> Result<&[u8], BufferError> {
        match self.list.get(buffer) {
            Some(Ok(bytes)) => Ok(bytes.as_slice()),
            Some(Err(error)) => Err(error.clone()),
            None => Err(BufferError::NoSuchBuffer { buffer, buffer_count: self.list.len() }),
        }
    }

    /// The bytes of a view, decoded where it is compressed.
    pub(crate) fn view(&self, views: &[BufferView], view: usize) -> Result<&[u8], ViewError> {
        let Some(range) = views.get(view) else {
            return Err(ViewError::NoSuchView { view, view_count: views.len() });
        };
        let slice = |buffer, offset, length| self.range(view, buffer, offset, length);
        match self.compressed.bytes(view, slice) {
            Some(decoded) => decoded,
            None => slice(range.buffer, range.byte_offset, range.byte_length),
        }
    }

    /// A range of a buffer, for a view.
    fn range(
        &self,
        view: usize,
        buffer: usize,
        offset: usize,
        length: usize,
    ) -> Result<&[u8], ViewError> {
        let bytes = self.get(buffer).map_err(|reason| ViewError::Buffer { view, reason })?;
        let end = offset.checked_add(length);
        let available = bytes.len();
        end.and_then(|end| bytes.get(offset..end)).ok_or(ViewError::OutOfRange {
            view,
            offset,
            length,
            buffer,
            available,
        })
    }

    /// Whether views are compressed, so that little data may decode to much.
    pub(crate) fn is_compressed(&self) -> bool {
        self.compressed.is_any()
    }

    /// Whether the numbers of a view went through a filter, and so are not exact.
    pub(crate) fn is_filtered(&self, view: usize) -> bool {
        self.compressed.is_filtered(view)
    }
}

/// Checks the bytes that `read` gives for each buffer; one that is not there is a finding.
fn all(
    root: &Root,
    findings: &mut Findings,
    mut read: impl FnMut(usize, &Buffer) -> Result<Arc<Vec<u8>>, BufferError>,
) -> Result<Vec<Result<Bytes, BufferError>>, Finding> {
    let mut buffers = Vec::with_capacity(root.buffers.len());
    for (index, buffer) in root.buffers.iter().enumerate() {
        let length = buffer.byte_length;
        let bytes = read(index, buffer).and_then(|data| {
            if data.len() < length {
                let found = data.len();
                return Err(BufferError::TooShort { buffer: index, expected: length, found });
            }
            Ok(Bytes { data, length })
        });
        match &bytes {
            Ok(_) => {}
            // The views over it are compressed, and their bytes are elsewhere.
            Err(BufferError::NoSource { .. }) if is_fallback(buffer) => {}
            Err(error) if is_fallback(buffer) => {
                findings.add_text(Code::BufferPlaceholder, error)?;
            }
            Err(error @ BufferError::NoSource { .. }) => {
                findings.add_text(Code::BufferPlaceholder, error)?;
            }
            Err(error) => findings.add_text(Code::BufferUnusable, error)?,
        }
        buffers.push(bytes);
    }
    Ok(buffers)
}

/// Whether a buffer says that it only stands in for compressed data.
fn is_fallback(buffer: &Buffer) -> bool {
    let says = |name: &str| buffer.extensions.get(name).is_some_and(|e| e["fallback"] == true);
    cfg!(feature = "meshopt")
        && (says("EXT_meshopt_compression") || says("KHR_meshopt_compression"))
}

/// Reads each file once, however many buffers name it and however they spell it.
struct Files<'a> {
    resolver: &'a dyn Resolver,
    longest: BTreeMap<PathBuf, usize>,
    read: BTreeMap<PathBuf, Arc<Vec<u8>>>,
}

impl<'a> Files<'a> {
    fn new(buffers: &[Buffer], resolver: &'a dyn Resolver) -> Self {
        let mut longest = BTreeMap::new();
        for buffer in buffers {
            let uri = buffer.uri.as_deref().filter(|u| !u.starts_with("data:"));
            if let Some(Ok(path)) = uri.map(relative_path) {
                let length = longest.entry(path).or_insert(0);
                *length = buffer.byte_length.max(*length);
            }
        }
        Self { resolver, longest, read: BTreeMap::new() }
    }

    fn read(&mut self, uri: &str) -> Result<Arc<Vec<u8>>, crate::ResolveError> {
        let path = relative_path(uri)?;
        if let Some(bytes) = self.read.get(&path) {
            return Ok(bytes.clone());
        }
        let max_bytes = self.longest.get(&path).map_or(0, |&l| l as u64);
        let bytes = Arc::new(self.resolver.read(uri, max_bytes)?);
        self.read.insert(path, bytes.clone());
        Ok(bytes)
    }
}
