//! Long-running work: progress and cancellation.

use sim_core::diagnostic::{Code, Diagnostic};
use std::io::{BufRead, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes per read.
const PART: usize = 1 << 16;

/// Work in progress. One thread does it; others can watch and cancel it.
#[derive(Debug, Default)]
pub struct Work {
    is_canceled: AtomicBool,
    done: AtomicU64,
    whole: AtomicU64,
    what: Mutex<String>,
}

impl Work {
    /// Ends the work as soon as possible, without side effects. Anything already in place stays.
    pub fn cancel(&self) {
        self.is_canceled.store(true, Ordering::Relaxed);
    }

    /// Whether it has been canceled.
    pub fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::Relaxed)
    }

    /// The current item: a file, or a pack with its version; empty at the beginning.
    pub fn what(&self) -> String {
        self.text().clone()
    }

    /// Progress of the current item, from 0 to 1.
    pub fn part(&self) -> f32 {
        let (done, whole) = (self.done.load(Ordering::Relaxed), self.whole.load(Ordering::Relaxed));
        if whole == 0 { 0.0 } else { (done as f32 / whole as f32).min(1.0) }
    }

    fn text(&self) -> MutexGuard<'_, String> {
        self.what.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an item of `whole` bytes.
    ///
    /// # Errors
    /// As [`Work::go_on`].
    pub(crate) fn begin(&self, what: String, whole: usize) -> Result<(), Diagnostic> {
        *self.text() = what;
        self.done.store(0, Ordering::Relaxed);
        self.whole.store(whole as u64, Ordering::Relaxed);
        self.go_on()
    }

    /// Sets the progress of an item: bytes so far, and in total if known.
    pub(crate) fn come_to(&self, what: &str, done: u64, whole: Option<u64>) {
        let mut text = self.text();
        if *text != what {
            what.clone_into(&mut text);
        }
        self.done.store(done, Ordering::Relaxed);
        self.whole.store(whole.unwrap_or(0), Ordering::Relaxed);
    }

    /// Checks whether to continue.
    ///
    /// # Errors
    /// The work has been canceled.
    pub(crate) fn go_on(&self) -> Result<(), Diagnostic> {
        match self.is_canceled() {
            false => Ok(()),
            true => Err(Diagnostic::error(Code::PackStore, "canceled")),
        }
    }
}

/// A reader over bytes that counts progress and fails when the work is canceled.
pub(crate) struct Watched<'a> {
    bytes: &'a [u8],
    work: &'a Work,
}

impl<'a> Watched<'a> {
    pub fn new(bytes: &'a [u8], work: &'a Work) -> Self {
        Self { bytes, work }
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        match self.work.is_canceled() {
            true => Err(std::io::Error::other("canceled")),
            false => Ok(&self.bytes[..self.bytes.len().min(PART)]),
        }
    }

    fn consume(&mut self, count: usize) {
        self.bytes = &self.bytes[count..];
        self.work.done.fetch_add(count as u64, Ordering::Relaxed);
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_counts_and_a_canceled_work_reads_no_more() {
        let (work, bytes) = (Work::default(), [7; 3 * PART]);
        work.begin("a file".to_owned(), bytes.len()).unwrap();
        let mut watched = Watched::new(&bytes, &work);
        let mut taken = vec![0; PART + PART / 2];
        watched.read_exact(&mut taken).unwrap();
        assert_eq!((work.what().as_str(), work.part()), ("a file", 0.5));
        work.cancel();
        assert!(watched.read(&mut taken).is_err() && work.go_on().is_err());
        assert_eq!(work.part(), 0.5);
    }
}
