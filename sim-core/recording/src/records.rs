//! The relevant records of MCAP files (<https://mcap.dev/spec>), and how to distinguish them from other bytes.

use super::bytes::Bytes;
use super::describe::Fields;
use mcap::records::op;

/// Length of the opcode and the length of a record.
pub(super) const RECORD_HEAD: u64 = 1 + 8;
/// Lengths of fixed-length records.
pub(super) const FOOTER: u64 = 8 + 8 + 4;
pub(super) const DATA_END: u64 = 4;
/// Upper bound of the length of the fields before the data of a chunk.
pub(super) const CHUNK_HEAD: u64 = 8 + 8 + 8 + 4 + 4 + 16 + 8;
/// Length of an empty message index.
pub(super) const EMPTY_INDEX: u64 = 2 + 4;
/// Maximum number of bytes of a metadata or other record that is examined in a search.
const METADATA: u64 = 1 << 16;
const OTHER: u64 = 1 << 10;

/// Whether a record with this opcode may be here: as the first one, in the data, or in the summary after the data.
pub(super) fn belongs(code: u8, first: bool, in_summary: bool) -> bool {
    match code {
        op::HEADER => first,
        op::CHUNK | op::MESSAGE_INDEX | op::ATTACHMENT | op::METADATA | op::DATA_END => !in_summary,
        // In the data section, the recorder writes these within chunks.
        op::SCHEMA | op::CHANNEL | op::STATISTICS | op::SUMMARY_OFFSET => in_summary,
        op::CHUNK_INDEX | op::ATTACHMENT_INDEX | op::METADATA_INDEX => in_summary,
        op::FOOTER => true,
        _ => false,
    }
}

/// A possible record, judged by its first bytes.
#[derive(Clone, Copy)]
pub(super) struct Plausible {
    pub code: u8,
    /// Length of the rest of the record.
    pub len: u64,
}

impl Plausible {
    /// Number of bytes of the record that have to be examined.
    pub(super) fn examined(self) -> u64 {
        self.len.min(if self.code == op::METADATA { METADATA } else { OTHER })
    }
}

/// Whether a recognizable record may start with these bytes, with `left` bytes from its start to the end of the file.
pub(super) fn plausible(bytes: &[u8], left: u64) -> Option<Plausible> {
    let mut bytes = Bytes(bytes);
    let (code, len) = (bytes.u8()?, bytes.u64()?);
    let known = matches!(code, op::CHUNK | op::ATTACHMENT | op::METADATA | op::FOOTER);
    (known && len <= left.checked_sub(RECORD_HEAD)?).then_some(Plausible { code, len })
}

/// Times of a chunk, ns.
pub(super) struct ChunkHead {
    pub start_ns: u64,
    pub end_ns: u64,
}

impl ChunkHead {
    /// Reads the start of a chunk of this length; `None` if its lengths contradict that.
    pub(super) fn of(head: &[u8], len: u64) -> Option<Self> {
        let mut rest = Bytes(head);
        let (start_ns, end_ns, _size, _crc) = (rest.u64()?, rest.u64()?, rest.u64()?, rest.u32()?);
        let _compression = rest.text()?;
        let packed = rest.u64()?;
        let before = (head.len() - rest.0.len()) as u64;
        (before.checked_add(packed) == Some(len)).then_some(Self { start_ns, end_ns })
    }
}

/// Whether this is the first record of a file: profile and library.
pub(super) fn is_header(body: &[u8]) -> bool {
    let mut rest = Bytes(body);
    rest.text().is_some() && rest.text().is_some() && rest.0.is_empty()
}

/// Name and fields of a metadata record.
pub(super) fn metadata(body: &[u8]) -> Option<(&str, Fields)> {
    let mut rest = Bytes(body);
    let name = rest.text()?;
    let fields = rest.map()?;
    let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    rest.0.is_empty().then_some((name, fields))
}

/// Name and data of an attachment, and whether its checksum is correct.
pub(super) fn attachment(body: &[u8]) -> Option<(&str, &[u8], bool)> {
    let mut rest = Bytes(body);
    let (_log_time, _create_time, name, _media_type) = (rest.u64()?, rest.u64()?, rest.text()?, rest.text()?);
    let len = rest.u64()?;
    let data = rest.take(len)?;
    let summed = &body[..body.len() - rest.0.len()];
    let crc = rest.u32()?;
    rest.0.is_empty().then(|| (name, data, crc == 0 || crc32fast::hash(summed) == crc))
}

/// Whether an attachment of this length may start like this.
pub(super) fn is_attachment(head: &[u8], len: u64) -> bool {
    let lengths = || {
        let mut rest = Bytes(head);
        let (_log_time, _create_time, _name, _media_type) = (rest.u64()?, rest.u64()?, rest.text()?, rest.text()?);
        let data = rest.u64()?;
        let before = (head.len() - rest.0.len()) as u64;
        before.checked_add(data)?.checked_add(4)
    };
    lengths() == Some(len)
}

/// Whether a message index of this length may start like this.
pub(super) fn message_index(head: &[u8], len: u64) -> bool {
    let lengths = || {
        let mut rest = Bytes(head);
        let (_channel, list) = (rest.u16()?, rest.u32()?);
        Some(u64::from(list) + 6)
    };
    lengths() == Some(len)
}
