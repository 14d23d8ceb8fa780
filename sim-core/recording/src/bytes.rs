//! Little-endian fields of MCAP records; lengths are not trusted.

use std::collections::BTreeMap;

/// The rest of a record. Each method consumes its field, or returns `None` if there are not enough bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let len = self.u32()?;
        std::str::from_utf8(self.take(len.into())?).ok()
    }

    pub(super) fn map(&mut self) -> Option<BTreeMap<&'a str, &'a str>> {
        let len = self.u32()?;
        let mut rest = Bytes(self.take(len.into())?);
        let mut map = BTreeMap::new();
        while !rest.0.is_empty() {
            map.insert(rest.text()?, rest.text()?);
        }
        Some(map)
    }

    /// Opcode and body of the next record.
    pub(super) fn record(&mut self) -> Option<(u8, Bytes<'a>)> {
        let op = self.u8()?;
        let len = self.u64()?;
        Some((op, Bytes(self.take(len)?)))
    }
}
