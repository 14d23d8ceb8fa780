//! A checksum over the fields of a metadata record, which MCAP does not protect.

use std::collections::BTreeMap;

type Fields = BTreeMap<String, String>;

/// Name of the field that holds it.
const CHECKSUM: &str = "crc32";

/// Adds the checksum.
pub(super) fn add(fields: &mut Fields) {
    fields.insert(CHECKSUM.into(), of(fields));
}

/// Takes the checksum out; false if the fields are not those that were written. Older recordings have none.
pub(super) fn take(fields: &mut Fields) -> bool {
    fields.remove(CHECKSUM).is_none_or(|sum| sum == of(fields))
}

/// CRC-32 over keys and values in their order, each after its length.
fn of(fields: &Fields) -> String {
    let mut sum = crc32fast::Hasher::new();
    for text in fields.iter().flat_map(|(key, value)| [key, value]) {
        sum.update(&(text.len() as u64).to_le_bytes());
        sum.update(text.as_bytes());
    }
    format!("{:08x}", sum.finalize())
}
