//! Messages between two processes, as 64-bit words: values without padding, and lists prefixed with their length.

use sim_abi::ffi::types::*;
use sim_abi::ffi::views::Growing;

/// A malformed message: truncated, or written by a peer that violates the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// Plain data that occupies a whole number of words.
///
/// # Safety
/// The type is `repr(C)` without padding, its size is a multiple of eight bytes, its alignment is at most eight, and all bit
/// patterns are valid.
pub(super) unsafe trait Words: Copy + 'static {
    /// Number of words.
    const COUNT: usize = size_of::<Self>() / 8;
}

macro_rules! words {
    ($($name:ident)*) => {
        $(
            // SAFETY: numbers without padding between them, as the next line and the definition guarantee.
            unsafe impl Words for $name {}
            const _: () = assert!(size_of::<$name>().is_multiple_of(8) && align_of::<$name>() <= 8);
        )*
    };
}
words! {
    u64 f64 Vec3 Pose BodyState JointState RandomState Ray Hit Ground Contact Beacon Light Message
    Environment MountMotion Filter ProbeShape Medium ImageRequest
}

/// A message being written.
pub(super) struct Out<'a>(pub(super) &'a mut Vec<u64>);

impl Out<'_> {
    /// Writes an integer.
    pub(super) fn word(&mut self, value: u64) {
        self.0.push(value);
    }

    /// Writes a floating-point number.
    pub(super) fn float(&mut self, value: f64) {
        self.0.push(value.to_bits());
    }

    /// Writes a value.
    pub(super) fn value<T: Words>(&mut self, value: &T) {
        self.0.extend_from_slice(as_words(std::slice::from_ref(value)));
    }

    /// Writes a list.
    pub(super) fn list<T: Words>(&mut self, values: &[T]) {
        self.word(values.len() as u64);
        self.0.extend_from_slice(as_words(values));
    }

    /// Reserves a list of `count` values, to be written in place.
    pub(super) fn room<T: Words>(&mut self, count: usize) -> &mut [T] {
        self.word(count as u64);
        let start = self.0.len();
        self.0.resize(start + count * T::COUNT, 0);
        values(&mut self.0[start..])
    }

    /// Reserves `count` bytes, to be written in place.
    pub(super) fn room_for_bytes(&mut self, count: usize) -> &mut [u8] {
        self.word(count as u64);
        let start = self.0.len();
        self.0.resize(start + count.div_ceil(8), 0);
        let words = &mut self.0[start..];
        // SAFETY: a word is eight bytes, and all bit patterns are valid words.
        let bytes = unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast::<u8>(), words.len() * 8) };
        &mut bytes[..count]
    }

    /// Truncates the most recent list of `made` values to `count` values.
    pub(super) fn keep<T: Words>(&mut self, made: usize, count: usize) {
        let start = self.0.len() - made * T::COUNT;
        self.0[start - 1] = count as u64;
        self.0.truncate(start + count * T::COUNT);
    }

    /// Writes a nested message, prefixed with its length.
    pub(super) fn part(&mut self, write: impl FnOnce(&mut Out<'_>)) {
        let start = self.0.len();
        self.0.push(0);
        write(&mut Out(self.0));
        self.0[start] = (self.0.len() - start - 1) as u64;
    }

    /// Writes text or other bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.0.push(u64::from_ne_bytes(chunk.try_into().expect("invariant: chunks of eight")));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.0.push(u64::from_ne_bytes(last));
        }
    }
}

/// A message being read. Its content is not trusted: anything malformed is [`Malformed`].
pub(super) struct In<'a>(pub(super) &'a mut [u64]);

impl<'a> In<'a> {
    fn take(&mut self, words: usize) -> Result<&'a mut [u64], Malformed> {
        if words > self.0.len() {
            return Err(Malformed);
        }
        let (taken, rest) = std::mem::take(&mut self.0).split_at_mut(words);
        self.0 = rest;
        Ok(taken)
    }

    /// Reads an integer.
    pub(super) fn word(&mut self) -> Result<u64, Malformed> {
        self.take(1).map(|words| words[0])
    }

    /// Reads an integer that fits into a `u32`.
    pub(super) fn small(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.word()?).map_err(|_| Malformed)
    }

    /// Reads a count or an index.
    pub(super) fn count(&mut self) -> Result<usize, Malformed> {
        usize::try_from(self.word()?).map_err(|_| Malformed)
    }

    /// Reads a floating-point number, which need not be finite.
    pub(super) fn float(&mut self) -> Result<f64, Malformed> {
        self.word().map(f64::from_bits)
    }

    /// Reads a value.
    pub(super) fn value<T: Words>(&mut self) -> Result<T, Malformed> {
        self.take(T::COUNT).map(|words| values::<T>(words)[0])
    }

    /// Reads a value that declares its size; the declared size is not trusted.
    pub(super) fn growing<T: Words + Growing>(&mut self) -> Result<T, Malformed> {
        let words = self.take(T::COUNT)?;
        words[0] = size_of::<T>() as u64;
        Ok(values::<T>(words)[0])
    }

    /// Reads a list.
    pub(super) fn list<T: Words>(&mut self) -> Result<&'a mut [T], Malformed> {
        let count = self.count()?;
        let words = count.checked_mul(T::COUNT).ok_or(Malformed)?;
        self.take(words).map(values)
    }

    /// Reads a list of exactly `to.len()` values into `to`.
    pub(super) fn fill<T: Words>(&mut self, to: &mut [T]) -> Result<(), Malformed> {
        let from = self.list::<T>()?;
        if from.len() != to.len() {
            return Err(Malformed);
        }
        to.copy_from_slice(from);
        Ok(())
    }

    /// Reads a nested message.
    pub(super) fn part(&mut self) -> Result<In<'a>, Malformed> {
        let count = self.count()?;
        self.take(count).map(In)
    }

    /// Reads text or other bytes.
    pub(super) fn bytes(&mut self) -> Result<&'a [u8], Malformed> {
        let count = self.count()?;
        let words = self.take(count.div_ceil(8))?;
        Ok(&as_bytes(words)[..count])
    }

    /// Checks that nothing follows.
    pub(super) fn end(self) -> Result<(), Malformed> {
        if self.0.is_empty() { Ok(()) } else { Err(Malformed) }
    }
}

fn as_words<T: Words>(values: &[T]) -> &[u64] {
    // SAFETY: `Words` values have no padding and occupy whole words; their alignment is at most that of a word.
    unsafe { unaligned_words(values) }
}

/// # Safety
/// The values have no padding.
unsafe fn unaligned_words<T: Words>(values: &[T]) -> &[u64] {
    const { assert!(align_of::<T>() == 8) };
    // SAFETY: the memory of the values is initialized, aligned to eight bytes, and of this length.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len() * T::COUNT) }
}

/// The words as values, without an incomplete one at the end.
fn values<T: Words>(words: &mut [u64]) -> &mut [T] {
    const { assert!(align_of::<T>() <= 8) };
    // SAFETY: all bit patterns are valid (`Words`), and the words hold this many values.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len() / T::COUNT) }
}

fn as_bytes(words: &[u64]) -> &[u8] {
    // SAFETY: a word is eight bytes.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) }
}

/// Kinds of messages and their content.
pub(super) mod kind {
    /// A part of a message that exceeds the shared memory.
    pub(crate) const PART: u32 = 1;
    /// The part has been read.
    pub(crate) const PART_READ: u32 = 2;
    /// The call is done: status, instances with stray calls, and the values changed by the call.
    pub(crate) const DONE: u32 = 3;
    /// The response to a request.
    pub(crate) const ANSWER: u32 = 4;

    // From the program to the process of a library.
    /// The library to open, and its limits.
    pub(crate) const START: u32 = 16;
    /// Create a component: kind, id, request.
    pub(crate) const CREATE: u32 = 17;
    /// A step of a controller, sensor, actuator or dynamics.
    pub(crate) const CONTROLLER: u32 = 18;
    /// See [`CONTROLLER`].
    pub(crate) const SENSOR: u32 = 19;
    /// See [`CONTROLLER`].
    pub(crate) const ACTUATOR: u32 = 20;
    /// See [`CONTROLLER`].
    pub(crate) const DYNAMICS: u32 = 21;
    /// A function of a service, by its number in the table.
    pub(crate) const SERVICE: u32 = 22;
    /// The common functions of all components.
    pub(crate) const SAVE: u32 = 23;
    /// See [`SAVE`].
    pub(crate) const RESTORE: u32 = 24;
    /// See [`SAVE`].
    pub(crate) const CALL: u32 = 25;
    /// See [`SAVE`].
    pub(crate) const DROP: u32 = 26;

    /// Several steps in sequence, each with its kind, body and message; the response contains their results in the same order.
    pub(crate) const STEPS: u32 = 27;

    // Requests of a component, from its process to the program, in the order of the host's tables.
    /// Bytes of a reply.
    pub(crate) const REPLY_BYTES: u32 = 64;
    /// A fault as the reply.
    pub(crate) const REPLY_FAULT: u32 = 65;
    /// `sim_host_api`.
    pub(crate) const LOG: u32 = 70;
    pub(crate) const KEYS: u32 = 71;
    pub(crate) const AXIS: u32 = 72;
    pub(crate) const FAIL: u32 = 73;
    /// `sim_world_api`.
    pub(crate) const CAST_FAN: u32 = 80;
    pub(crate) const CAST_RAYS: u32 = 81;
    pub(crate) const CAST_SHAPE: u32 = 82;
    pub(crate) const NEAREST: u32 = 83;
    pub(crate) const OBJECT_AT: u32 = 84;
    pub(crate) const OBJECT_NAME: u32 = 85;
    pub(crate) const CONTACTS: u32 = 86;
    pub(crate) const MEDIUM: u32 = 87;
    pub(crate) const GROUND: u32 = 88;
    pub(crate) const GROUND_COLOR: u32 = 89;
    pub(crate) const BEACONS: u32 = 90;
    pub(crate) const LIGHTS: u32 = 91;
    pub(crate) const MESSAGES: u32 = 92;
    pub(crate) const MESSAGE_WORDS: u32 = 93;
    pub(crate) const IMAGE: u32 = 94;
    /// `sim_service_api`.
    pub(crate) const ROBOT_COUNT: u32 = 100;
    pub(crate) const ROBOT_STATE: u32 = 101;
    pub(crate) const TELEMETRY: u32 = 102;
    pub(crate) const SET_ROBOT_STATE: u32 = 103;
    pub(crate) const APPLY_WRENCH: u32 = 104;
    pub(crate) const SET_COMMAND: u32 = 105;
    pub(crate) const CALL_COMPONENT: u32 = 106;
    pub(crate) const REQUEST: u32 = 107;
    pub(crate) const ROBOT_CONTACTS: u32 = 108;

    /// Whether a request can be answered from the world's solids alone.
    pub(crate) fn asks_about_solids(kind: u32) -> bool {
        matches!(kind, CAST_FAN | CAST_RAYS | CAST_SHAPE | NEAREST | OBJECT_AT | GROUND)
    }
}

/// Maximum number of records in one response; longer lists take several requests.
pub(super) const MAX_RECORDS: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut words = Vec::new();
        let mut out = Out(&mut words);
        let joint = JointState { position: 1.0, velocity: -2.0, effort: f64::NEG_INFINITY };
        out.word(7);
        out.list(&[joint; 3]);
        out.bytes("längs".as_bytes());
        out.bytes(b"");
        let room = out.room::<Vec3>(4);
        room[1].y = 5.0;
        out.keep::<Vec3>(4, 2);
        out.value(&Filter { categories: 3, ..Filter::default() });
        out.part(|out| out.bytes(b"within"));
        let mut message = In(&mut words);
        assert_eq!(message.small(), Ok(7));
        assert_eq!(message.list::<JointState>().unwrap(), [joint; 3]);
        assert_eq!(message.bytes().unwrap(), "längs".as_bytes());
        assert_eq!(message.bytes().unwrap(), b"");
        assert_eq!(message.list::<Vec3>().unwrap()[1].y, 5.0);
        assert_eq!(message.growing::<Filter>().unwrap().categories, 3);
        let mut within = message.part().unwrap();
        assert_eq!(within.bytes().unwrap(), b"within");
        assert!(within.end().is_ok());
        assert!(message.end().is_ok());
    }

    #[test]
    fn lengths_that_are_not_true_are_noticed() {
        for count in [2, 3, u64::MAX, u64::MAX / 8, 1 << 61] {
            let mut words = [count, 1];
            assert_eq!(In(&mut words).list::<f64>().err(), Some(Malformed), "{count}");
            assert_eq!(In(&mut words).list::<Vec3>().err(), Some(Malformed), "{count}");
        }
        assert_eq!(In(&mut [9, 1]).bytes(), Err(Malformed));
        assert_eq!(In(&mut [1, 1]).fill(&mut [0.0, 0.0]), Err(Malformed));
        assert_eq!(In(&mut [1 << 32]).small(), Err(Malformed));
        assert_eq!(In(&mut [0]).end(), Err(Malformed));
    }

    #[test]
    fn the_size_that_a_struct_gives_itself_is_not_believed() {
        let mut words = Vec::new();
        Out(&mut words).value(&Medium { size: 1 << 40, ..Medium::default() });
        assert_eq!(In(&mut words).growing::<Medium>().unwrap().size, size_of::<Medium>());
    }
}
