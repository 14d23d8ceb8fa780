//! An MCAP file being written.

use super::sink::{CHUNK_BYTES, Compression, RecorderOptions, incomplete, is_incomplete_name, make_folder};
use super::{RecordingError, Result};
use mcap::records::{MessageHeader, Metadata};
use mcap::{Attachment, McapError};
use serde_json::Value;
use sim_files::output_lock::{Existing, create_locked, open_locked, publish};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The file. Chunks are built in memory and written whole at the end of a frame, so that a truncated file contains
/// whole chunks of whole frames and at most one incomplete record after them.
pub(super) struct McapFile {
    /// Current path.
    path: PathBuf,
    /// Path of the complete file; `None` if it cannot be renamed or already has been.
    complete: Option<PathBuf>,
    /// Action if a file with this name exists by then.
    existing: Existing,
    /// `None` once closed.
    writer: Option<mcap::Writer<BufWriter<File>>>,
    unflushed: usize,
}

impl McapFile {
    pub(super) fn create(path: &Path, options: &RecorderOptions) -> Result<Self> {
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            make_folder(parent)?;
        }
        // A special file, such as a pipe, cannot be renamed.
        let special = std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
        if !special && is_incomplete_name(path) {
            return Err(RecordingError::Reserved { file: path.to_owned() });
        }
        if !special && options.existing == Existing::Kept && std::fs::symlink_metadata(path).is_ok() {
            return Err(RecordingError::io(path, "create the file")(ErrorKind::AlreadyExists.into()));
        }
        let complete = (!special).then(|| path.to_owned());
        let existing = options.existing;
        let path = if special { path.to_owned() } else { incomplete(path) };
        let file = if special { open_locked(&path) } else { create_locked(&path, existing) };
        let file = file.map_err(RecordingError::io(&path, "create the file"))?;
        sim_files::activity::recording(&path);
        let writer = mcap::WriteOptions::new()
            .library(concat!("sim-core/", env!("CARGO_PKG_VERSION")))
            .compression((options.compression == Compression::Lz4).then_some(mcap::Compression::Lz4))
            .chunk_size(None)
            .disable_seeking(true)
            .create(BufWriter::new(file))
            .map_err(|error| failed(&path, error))?;
        Ok(Self { path, complete, existing, writer: Some(writer), unflushed: 0 })
    }

    /// Makes a call to the MCAP writer.
    fn with<T>(&mut self, call: impl FnOnce(&mut mcap::Writer<BufWriter<File>>) -> mcap::McapResult<T>) -> Result<T> {
        let writer = self.writer.as_mut().ok_or_else(|| RecordingError::Stopped { file: self.path.clone() })?;
        call(writer).map_err(|error| failed(&self.path, error))
    }

    pub(super) fn metadata(&mut self, name: &str, metadata: BTreeMap<String, String>) -> Result {
        self.with(|writer| writer.write_metadata(&Metadata { name: name.into(), metadata }))
    }

    pub(super) fn attach(&mut self, name: &str, media_type: &str, data: &[u8]) -> Result {
        let (name, media_type, data) = (name.into(), media_type.into(), Cow::Borrowed(data));
        self.with(|writer| writer.attach(&Attachment { log_time: 0, create_time: 0, name, media_type, data }))
    }

    /// Adds a JSON schema.
    pub(super) fn add_schema(&mut self, name: &str, schema: &Value) -> Result<u16> {
        self.with(|writer| writer.add_schema(name, "jsonschema", schema.to_string().as_bytes()))
    }

    /// Adds a topic of JSON messages. The fields are those by which this program identifies it.
    pub(super) fn add_channel(&mut self, schema: u16, topic: &str, fields: &[(&str, String)]) -> Result<u16> {
        let fields = fields.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        self.with(|writer| writer.add_channel(schema, topic, "json", &fields))
    }

    /// Adds a topic for viewers, with messages in Protocol Buffers encoding; the schema is its name and its descriptors.
    pub(super) fn add_viewer_topic(&mut self, topic: &str, (schema, descriptors): (&str, &[u8])) -> Result<u16> {
        let fields = [("part".to_owned(), "viewer".to_owned())].into();
        self.with(|writer| {
            let schema = writer.add_schema(schema, "protobuf", descriptors)?;
            writer.add_channel(schema, topic, "protobuf", &fields)
        })
    }

    /// Adds a message; its time is in ns.
    pub(super) fn message(&mut self, topic: u16, sequence: u32, log_time: u64, message: &[u8]) -> Result {
        let header = MessageHeader { channel_id: topic, sequence, log_time, publish_time: log_time };
        self.unflushed += message.len();
        self.with(|writer| writer.write_to_known_channel(&header, message))
    }

    /// Whether enough data is buffered to be flushed.
    pub(super) fn is_full(&self) -> bool {
        self.unflushed >= CHUNK_BYTES
    }

    /// Ends the chunk and passes it to the operating system.
    pub(super) fn flush(&mut self) -> Result {
        self.unflushed = 0;
        self.with(mcap::Writer::flush)
    }

    /// Closes the file, and renames it if it is `complete`.
    pub(super) fn finish(&mut self, complete: bool) -> Result {
        self.with(|writer| writer.finish().map(drop))?;
        let Some(writer) = self.writer.take() else { return Ok(()) };
        // The file stays open, and so locked, until it is renamed.
        let mut open = writer.into_inner();
        open.flush().map_err(RecordingError::io(&self.path, "write"))?;
        let Some(path) = self.complete.take().filter(|_| complete) else { return Ok(()) };
        publish(open.get_ref(), &self.path, &path, self.existing).map_err(|error| match error.kind() {
            ErrorKind::NotFound => RecordingError::Moved { file: self.path.clone() },
            ErrorKind::AlreadyExists => RecordingError::Occupied { file: path, finished: self.path.clone() },
            _ => RecordingError::io(&path, "rename to")(error),
        })
    }
}

fn failed(path: &Path, error: McapError) -> RecordingError {
    let cause = match error {
        McapError::Io(cause) => cause,
        other => std::io::Error::other(other),
    };
    RecordingError::Io { file: path.to_owned(), doing: "write", cause }
}
