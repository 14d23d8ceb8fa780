//! A checksum of the name and the fields of a metadata record, which MCAP does not protect.

use std::collections::BTreeMap;

type Fields = BTreeMap<String, String>;

/// Name of the field that holds the checksum.
const CHECKSUM: &str = "crc32";

/// Adds the checksum to a record with this name.
pub(super) fn add(name: &str, fields: &mut Fields) {
    fields.insert(CHECKSUM.into(), of(name, fields));
}

/// Removes and verifies the checksum; false if name or fields have changed. Older recordings have no checksum.
pub(super) fn take(name: &str, fields: &mut Fields) -> bool {
    fields.remove(CHECKSUM).is_none_or(|sum| sum == of(name, fields))
}

/// CRC-32 of the name and the keys and values in order, each after its length.
fn of(name: &str, fields: &Fields) -> String {
    let mut sum = crc32fast::Hasher::new();
    let texts = fields.iter().flat_map(|(key, value)| [key.as_str(), value]);
    for text in std::iter::once(name).chain(texts) {
        sum.update(&(text.len() as u64).to_le_bytes());
        sum.update(text.as_bytes());
    }
    format!("{:08x}", sum.finalize())
}
