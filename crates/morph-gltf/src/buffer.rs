//! The bytes of buffers and of their views.

use crate::error::{BufferError, ViewError};
use crate::finding::{Code, Finding, Findings};
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
    /// Bytes of all files that were read, each once.
    pub(crate) external_bytes: usize,
}

impl Buffers {
    /// Reads all buffers; `bin` is the GLB's own data.
    ///
    /// # Errors
    /// A finding under strict reading.
    pub(crate) fn load(
        root: &Root,
        bin: Option<Vec<u8>>,
        resolver: &dyn Resolver,
        findings: &mut Findings,
    ) -> Result<Self, Finding> {
        let mut files = Files::new(&root.buffers, resolver);
        let mut bin = bin;
        let mut buffers = Vec::with_capacity(root.buffers.len());
        for (index, buffer) in root.buffers.iter().enumerate() {
            let data = match &buffer.uri {
                Some(uri) => match decode_data(uri) {
                    Some(data) => data.map(|d| Arc::new(d.bytes)),
                    None => files.read(uri),
                }
                .map_err(|reason| BufferError::Uri { buffer: index, reason }),
                None if index == 0 => {
                    bin.take().map(Arc::new).ok_or(BufferError::NoSource { buffer: 0 })
                }
                None => Err(BufferError::NoSource { buffer: index }),
            };
            let length = buffer.byte_length;
            let bytes = data.and_then(|data| {
                if data.len() < length {
                    let found = data.len();
                    return Err(BufferError::TooShort { buffer: index, expected: length, found });
                }
                Ok(Bytes { data, length })
            });
            match &bytes {
                Ok(_) => {}
                Err(error @ BufferError::NoSource { .. }) => {
                    findings.add_text(Code::BufferPlaceholder, error)?;
                }
                Err(error) => findings.add_text(Code::BufferUnusable, error)?,
            }
            buffers.push(bytes);
        }
        let lengths = files.read.values().map(|f| f.len());
        let external_bytes = lengths.fold(0_usize, usize::saturating_add);
        Ok(Self { list: buffers, external_bytes })
    }

    pub(crate) fn get(&self, buffer: usize) -> Result<&[u8], BufferError> {
        match self.list.get(buffer) {
            Some(Ok(bytes)) => Ok(bytes.as_slice()),
            Some(Err(error)) => Err(error.clone()),
            None => Err(BufferError::NoSuchBuffer { buffer, buffer_count: self.list.len() }),
        }
    }

    /// The bytes of a view.
    pub(crate) fn view(&self, views: &[BufferView], view: usize) -> Result<&[u8], ViewError> {
        let Some(range) = views.get(view) else {
            return Err(ViewError::NoSuchView { view, view_count: views.len() });
        };
        let bytes = self.get(range.buffer).map_err(|reason| ViewError::Buffer { view, reason })?;
        let end = range.byte_offset.checked_add(range.byte_length);
        end.and_then(|end| bytes.get(range.byte_offset..end)).ok_or(ViewError::OutOfRange {
            view,
            offset: range.byte_offset,
            length: range.byte_length,
            buffer: range.buffer,
            available: bytes.len(),
        })
    }
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
