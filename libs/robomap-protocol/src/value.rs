//! MessagePack values in a datagram. Lengths announced by a datagram are never allocated.

use crate::Fault;
use rmp::Marker;

/// A value, limited to the kinds that packets use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// An integer in any encoding.
    Integer(i128),
    /// A floating-point number in either encoding.
    Real(f64),
    /// The header of an array with this number of values.
    Array(u32),
    /// Any other well-formed value.
    Other,
}

/// Reads consecutive values.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Returns the number of unread bytes.
    pub(crate) fn rest(&self) -> usize {
        self.bytes.len()
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or(Fault::Truncated)?;
        self.bytes = rest;
        Ok(*taken)
    }

    fn skip(&mut self, count: u32) -> Result<(), Fault> {
        // A length that does not fit is longer than any datagram.
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        self.bytes = self.bytes.get(count..).ok_or(Fault::Truncated)?;
        Ok(())
    }

    fn byte(&mut self) -> Result<u32, Fault> {
        Ok(u8::from_be_bytes(self.take()?).into())
    }

    fn word(&mut self) -> Result<u32, Fault> {
        Ok(u16::from_be_bytes(self.take()?).into())
    }

    fn long(&mut self) -> Result<u32, Fault> {
        Ok(u32::from_be_bytes(self.take()?))
    }

    /// Reads a value up to its contents: a string including them, the header of an array or a map. Also returns the
    /// number of values that follow as its contents.
    fn head(&mut self) -> Result<(Value, u64), Fault> {
        let integer = |value: i128| (Value::Integer(value), 0);
        let list = |count: u32| (Value::Array(count), u64::from(count));
        let pairs = |count: u32| (Value::Other, 2 * u64::from(count));
        let other = (Value::Other, 0);
        let [marker] = self.take()?;
        Ok(match Marker::from_u8(marker) {
            Marker::FixPos(value) => integer(value.into()),
            Marker::FixNeg(value) => integer(value.into()),
            Marker::U8 => integer(u8::from_be_bytes(self.take()?).into()),
            Marker::U16 => integer(u16::from_be_bytes(self.take()?).into()),
            Marker::U32 => integer(u32::from_be_bytes(self.take()?).into()),
            Marker::U64 => integer(u64::from_be_bytes(self.take()?).into()),
            Marker::I8 => integer(i8::from_be_bytes(self.take()?).into()),
            Marker::I16 => integer(i16::from_be_bytes(self.take()?).into()),
            Marker::I32 => integer(i32::from_be_bytes(self.take()?).into()),
            Marker::I64 => integer(i64::from_be_bytes(self.take()?).into()),
            Marker::F32 => (Value::Real(f32::from_be_bytes(self.take()?).into()), 0),
            Marker::F64 => (Value::Real(f64::from_be_bytes(self.take()?)), 0),
            Marker::FixArray(count) => list(count.into()),
            Marker::Array16 => list(self.word()?),
            Marker::Array32 => list(self.long()?),
            Marker::FixMap(count) => pairs(count.into()),
            Marker::Map16 => pairs(self.word()?),
            Marker::Map32 => pairs(self.long()?),
            Marker::Null | Marker::True | Marker::False => other,
            Marker::Reserved => return Err(Fault::Reserved),
            marker => {
                let count = match marker {
                    Marker::FixStr(count) => count.into(),
                    Marker::Str8 | Marker::Bin8 => self.byte()?,
                    Marker::Str16 | Marker::Bin16 => self.word()?,
                    Marker::Str32 | Marker::Bin32 => self.long()?,
                    // The type of an extension is one more byte.
                    Marker::FixExt1 => 2,
                    Marker::FixExt2 => 3,
                    Marker::FixExt4 => 5,
                    Marker::FixExt8 => 9,
                    Marker::FixExt16 => 17,
                    Marker::Ext8 => self.byte()?.saturating_add(1),
                    Marker::Ext16 => self.word()?.saturating_add(1),
                    _ => self.long()?.saturating_add(1),
                };
                self.skip(count)?;
                other
            }
        })
    }

    /// Returns the length of the array that starts here.
    pub(crate) fn array(&mut self) -> Result<u32, Fault> {
        match self.head()?.0 {
            Value::Array(count) => Ok(count),
            _ => Err(Fault::NoArray),
        }
    }

    /// Returns the next value, including its contents.
    pub(crate) fn value(&mut self) -> Result<Value, Fault> {
        let (value, mut following) = self.head()?;
        // Each value takes at least one byte, so the loop ends with the datagram.
        while following > 0 {
            following = following - 1 + self.head()?.1;
        }
        Ok(value)
    }
}
