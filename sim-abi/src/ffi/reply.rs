//! Long answers: bytes and faults that one side gives and the other keeps, without memory that changes its owner.

use super::types::{DONE, FAILED, FaultRecord, Status};
use super::views::{Text, View, read};
use crate::fault::{Fault, Result};
use abi_stable::StableAbi;
use std::ffi::c_void;

/// Takes an answer. Whoever calls passes one; whoever answers calls its functions during the call, on the same thread.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ReplyLayout)))]
#[sabi(missing_field(panic))]
pub struct Reply {
    /// Size of this struct, bytes.
    pub size: usize,
    /// First argument of the functions.
    pub owner: *mut c_void,
    /// Adds bytes to the answer.
    pub bytes: unsafe extern "C" fn(owner: *mut c_void, bytes: View<u8>),
    /// Says why there is no answer.
    #[sabi(last_prefix_field)]
    pub fault: unsafe extern "C" fn(owner: *mut c_void, fault: *const FaultRecord),
}

super::views::may_grow! {
    Reply ReplyLayout: Growing up_to fault: usize;
}

/// What a [`Reply`] has taken.
#[derive(Debug, Default)]
pub struct Answer {
    bytes: Vec<u8>,
    fault: Option<Fault>,
    /// Bytes that were given, kept or not.
    given: usize,
    too_long: bool,
    limit: usize,
}

/// Longest answer that is taken unless somebody says otherwise, bytes.
pub const MAX_REPLY_BYTES: usize = 64 << 20;

impl Answer {
    /// Takes an answer of at most `limit` bytes.
    pub fn with_limit(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Makes a call that answers through a reply. Gives the bytes, or nothing where the answer was
    /// [`NOTHING`](super::types::NOTHING).
    ///
    /// # Errors
    /// The fault that was told, or that the answer is too long.
    pub fn of(call: impl FnOnce(*const Reply) -> Status) -> Result<Option<Vec<u8>>> {
        Self::with_limit(MAX_REPLY_BYTES).take(call)
    }

    /// As [`Answer::of`], for an answer that is text.
    ///
    /// # Errors
    /// As [`Answer::of`]; or the answer is not UTF-8.
    pub fn text_of(call: impl FnOnce(*const Reply) -> Status) -> Result<String> {
        Self::with_limit(MAX_REPLY_BYTES).text(call)
    }

    /// As [`Answer::text_of`] with the limit of this answer.
    ///
    /// # Errors
    /// As [`Answer::text_of`].
    pub fn text(self, call: impl FnOnce(*const Reply) -> Status) -> Result<String> {
        let bytes = self.take(call)?.unwrap_or_default();
        String::from_utf8(bytes).map_err(|error| Fault::new(format!("the answer is no text: {error}")))
    }

    /// As [`Answer::of`] with the limit of this answer.
    ///
    /// # Errors
    /// As [`Answer::of`].
    pub fn take(mut self, call: impl FnOnce(*const Reply) -> Status) -> Result<Option<Vec<u8>>> {
        let reply = Reply { size: size_of::<Reply>(), owner: (&raw mut self).cast(), bytes: add, fault: tell };
        let status = call(&raw const reply);
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        match status {
            _ if self.given > self.limit => {
                let (given, limit) = (self.given, self.limit);
                Err(host_fault(format!("the answer has {given} bytes, more than the limit of {limit}")))
            }
            _ if self.too_long => Err(host_fault(format!("there is no memory for an answer of {} bytes", self.given))),
            DONE => Ok(Some(self.bytes)),
            super::types::NOTHING => Ok(None),
            _ => Err(Fault::new("it failed without saying why")),
        }
    }
}

/// A fault that this side finds: it has no place in the source of the other.
fn host_fault(message: String) -> Fault {
    Fault::told(message, String::new(), String::new(), crate::fault::Cause::Reported.number())
}

/// Adds to an [`Answer`]. A panic (no memory) must not reach the other side.
unsafe extern "C" fn add(owner: *mut c_void, bytes: View<u8>) {
    // SAFETY: `take` lends the answer for the length of the call, which is on one thread.
    let answer = unsafe { &mut *owner.cast::<Answer>() };
    // SAFETY: the other side lends the bytes for the length of this call.
    let bytes = unsafe { bytes.as_slice() };
    answer.given = answer.given.saturating_add(bytes.len());
    if answer.too_long || answer.given > answer.limit || answer.bytes.try_reserve(bytes.len()).is_err() {
        answer.too_long = true;
        return;
    }
    answer.bytes.extend_from_slice(bytes);
}

unsafe extern "C" fn tell(owner: *mut c_void, fault: *const FaultRecord) {
    // SAFETY: as in `add`.
    let answer = unsafe { &mut *owner.cast::<Answer>() };
    // SAFETY: the other side lends the record and its texts for the length of this call.
    answer.fault = Some(unsafe { Fault::from_record(fault) });
}

/// Answers with bytes.
///
/// # Safety
/// `reply` is null or a reply of the call that runs.
pub unsafe fn give(reply: *const Reply, bytes: &[u8]) {
    if !reply.is_null() {
        // SAFETY: the caller's promise; the first version of the struct has these fields.
        unsafe { ((*reply).bytes)((*reply).owner, View::of(bytes)) };
    }
}

/// Answers with a fault.
///
/// # Safety
/// As [`give`].
pub unsafe fn refuse(reply: *const Reply, fault: &Fault) -> Status {
    if !reply.is_null() {
        // SAFETY: as in `give`.
        fault.with_record(|record| unsafe { ((*reply).fault)((*reply).owner, record) });
    }
    FAILED
}

impl Fault {
    /// Runs `tell` with the fault as it crosses the boundary.
    pub fn with_record<T>(&self, tell: impl FnOnce(*const FaultRecord) -> T) -> T {
        let record = FaultRecord {
            message: Text::text(self.message()),
            help: Text::text(self.advice()),
            place: Text::text(self.place()),
            cause: self.cause().number(),
            ..FaultRecord::default()
        };
        tell(&raw const record)
    }

    /// The fault that the other side has told.
    ///
    /// # Safety
    /// `record` is null or a record lies there whose texts may be read.
    pub unsafe fn from_record(record: *const FaultRecord) -> Self {
        /// Longer texts are cut, bytes.
        const LONGEST: usize = 16 << 10;
        // SAFETY: the caller's promise.
        let record = unsafe { read(record) };
        // SAFETY: the caller's promise.
        let text = |text: Text| unsafe { Text { len: text.len.min(LONGEST), ..text }.read() }.into_owned();
        let message =
            if record.message.len == 0 { "it failed without saying why".into() } else { text(record.message) };
        Fault::told(message, text(record.help), text(record.place), record.cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Cause;

    #[test]
    fn bytes_come_together_and_a_fault_comes_whole() {
        // SAFETY: `of` makes a reply for the length of the call.
        let bytes = Answer::of(|reply| unsafe {
            give(reply, b"ab");
            give(reply, b"c");
            DONE
        });
        assert_eq!(bytes.unwrap().unwrap(), b"abc");
        let fault = Fault::new("no wheel").help("mount one").because(Cause::Binding);
        // SAFETY: as above.
        let told = Answer::of(|reply| unsafe { refuse(reply, &fault) }).unwrap_err();
        assert_eq!(told, fault);
        assert!(Answer::of(|_| FAILED).unwrap_err().message().contains("without saying why"));
        assert_eq!(Answer::of(|_| super::super::types::NOTHING).unwrap(), None);
    }

    #[test]
    fn an_answer_beyond_its_limit_is_refused_with_the_limit() {
        // SAFETY: `take` makes a reply for the length of the call.
        let long = Answer::with_limit(4).take(|reply| unsafe {
            give(reply, b"abc");
            give(reply, b"de");
            DONE
        });
        assert_eq!(long.unwrap_err().message(), "the answer has 5 bytes, more than the limit of 4");
    }
}
