//! What each thread of this program is calling in its libraries, in memory that another process can share: when a library ends
//! the program, or does not return, a supervising process can say which one it was.

use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Threads that are looked at; those beyond work unseen.
const THREADS: usize = 128;

/// Set in the number of a call outside of steps, in which nothing of what a step lends may be used.
const OUTSIDE: u64 = 1 << 63;

/// What the threads of a program are doing. All bytes zero are a valid value: nothing.
#[repr(C)]
pub struct Activity {
    /// Step that is computed.
    step: AtomicU64,
    /// Calls of services between steps, so far.
    waits: AtomicU64,
    /// What the thread was calling that ended the program.
    ended_by: AtomicU64,
    /// Services that are being told that the run ends.
    stops: AtomicU64,
    lines: [Line; THREADS],
}

/// Number of what one thread is calling; 0 for nothing. It has a part of the processor's cache for itself.
#[repr(C, align(64))]
struct Line(AtomicU64);

/// What an [`Activity`] is at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Step that is computed.
    pub step: u64,
    waits: u64,
    /// Of each thread the number of what it is calling; 0 for nothing.
    calls: Vec<u64>,
    ended_by: u64,
    stops: u64,
}

impl Seen {
    /// Numbers of the calls that run.
    pub fn calls(&self) -> impl Iterator<Item = u64> + '_ {
        self.calls.iter().map(|call| call & !OUTSIDE).filter(|call| *call != 0)
    }

    /// Number of the call that ended the program, where that is known.
    pub fn ended_by(&self) -> Option<u64> {
        Some(self.ended_by & !OUTSIDE).filter(|call| *call != 0)
    }

    /// Whether a service is being told that the run ends: it may have to wait for something outside of the program.
    pub fn is_stopping(&self) -> bool {
        self.stops > 0
    }

    /// Numbers of the calls that ran already at an earlier moment, if no step and no call between steps has ended since.
    pub fn standing<'a>(&'a self, before: &'a Seen) -> impl Iterator<Item = u64> + 'a {
        let same = (self.step, self.waits) == (before.step, before.waits);
        let pairs = self.calls.iter().zip(&before.calls);
        pairs.filter(move |(now, then)| same && **now != 0 && now == then).map(|(now, _)| now & !OUTSIDE)
    }
}

impl Activity {
    /// Nothing.
    pub const fn new() -> Self {
        Self {
            step: AtomicU64::new(0),
            waits: AtomicU64::new(0),
            ended_by: AtomicU64::new(0),
            stops: AtomicU64::new(0),
            lines: [const { Line(AtomicU64::new(0)) }; THREADS],
        }
    }

    /// What it is now.
    pub fn see(&self) -> Seen {
        Seen {
            step: self.step.load(Relaxed),
            waits: self.waits.load(Relaxed),
            calls: self.lines.iter().map(|line| line.0.load(Relaxed)).collect(),
            ended_by: self.ended_by.load(Relaxed),
            stops: self.stops.load(Relaxed),
        }
    }
}

impl Default for Activity {
    fn default() -> Self {
        Self::new()
    }
}

/// What another process shares.
struct Shared {
    activity: &'static Activity,
    /// What the numbers mean: lines of a number, a tabulator and words.
    names: Mutex<File>,
}

static SHARED: OnceLock<Shared> = OnceLock::new();
static OWN: Activity = Activity::new();

/// Lets another process see what this one does from now on, in memory that both share; `names` gets what the numbers of calls
/// mean, as [`name_of`] reads it. To be called once, before the first library is opened.
pub fn share(activity: &'static Activity, names: File) {
    let _ = SHARED.set(Shared { activity, names: Mutex::new(names) });
}

fn activity() -> &'static Activity {
    SHARED.get().map_or(&OWN, |shared| shared.activity)
}

/// The words for a number, in what was written to `names`.
pub fn name_of(names: &str, number: u64) -> Option<&str> {
    let mut lines = names.lines().filter_map(|line| line.split_once('\t'));
    lines.find_map(|(known, name)| (known.parse() == Ok(number)).then_some(name))
}

/// Recordings that were begun, in what was written to `names`.
pub fn recordings_of(names: &str) -> impl Iterator<Item = &str> {
    names.lines().filter_map(|line| line.strip_prefix("recording\t"))
}

/// A number for calls that this text describes.
pub(crate) fn announce(what: impl FnOnce() -> String) -> u64 {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let number = NUMBER.fetch_add(1, Relaxed);
    tell(|| format!("{number}\t{}", what()));
    number
}

/// Says where a recording is written that is not complete yet.
pub(crate) fn recording(file: &Path) {
    tell(|| format!("recording\t{}", std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf()).display()));
}

fn tell(line: impl FnOnce() -> String) {
    if let Some(shared) = SHARED.get() {
        let line = line().replace(['\n', '\r'], " ") + "\n";
        let mut names = shared.names.lock().unwrap_or_else(PoisonError::into_inner);
        // Without the words the number stands for itself.
        let _ = names.write_all(line.as_bytes());
    }
}

/// Makes a call outside of steps, under a number of [`announce`].
pub(crate) fn during<T>(number: u64, call: impl FnOnce() -> T) -> T {
    let line = line();
    let outer = line.swap(number | OUTSIDE, Relaxed);
    let result = call();
    line.store(outer, Relaxed);
    result
}

/// A step begins.
#[inline]
pub(crate) fn step(number: u64) {
    activity().step.store(number, Relaxed);
}

/// A service is called between steps.
#[inline]
pub(crate) fn wait() {
    activity().waits.fetch_add(1, Relaxed);
}

/// A service is being told that the run ends, until what is returned is dropped.
pub(crate) fn stop() -> Stopping {
    activity().stops.fetch_add(1, Relaxed);
    Stopping(())
}

/// Says that a service is being told that the run ends.
pub(crate) struct Stopping(());

impl Drop for Stopping {
    fn drop(&mut self) {
        activity().stops.fetch_sub(1, Relaxed);
    }
}

/// Number of what this thread is calling; 0 for nothing.
#[inline]
pub(crate) fn called() -> u64 {
    LINE.get().load(Relaxed)
}

/// Notes that what this thread is calling ends the program. It may be called in the handler of a signal: it waits for nothing
/// and takes no memory.
pub fn end() {
    if let Some(number) = LINE.try_with(|line| line.get().load(Relaxed)).ok().filter(|number| *number != 0) {
        let _ = activity().ended_by.compare_exchange(0, number, Relaxed, Relaxed);
    }
}

/// The line of threads that have not called anything yet.
static NOTHING: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static LINE: Cell<&'static AtomicU64> = const { Cell::new(&NOTHING) };
    static TAKEN: Cell<Option<Taken>> = const { Cell::new(None) };
}

/// A line that is given back when its thread ends.
struct Taken(usize);

static LINES: Mutex<Lines> = Mutex::new(Lines { given_back: Vec::new(), used: 0 });

/// Which lines are free.
struct Lines {
    given_back: Vec<usize>,
    /// Those before this one have been taken, some of them given back.
    used: usize,
}

impl Drop for Taken {
    fn drop(&mut self) {
        // A thread that ends within a call has been ended by it, and perhaps all others with it.
        end();
        LINE.set(&NOTHING);
        activity().lines[self.0].0.store(0, Relaxed);
        LINES.lock().unwrap_or_else(PoisonError::into_inner).given_back.push(self.0);
    }
}

/// Where this thread says what it is calling.
#[inline]
pub(crate) fn line() -> &'static AtomicU64 {
    let line = LINE.get();
    if std::ptr::eq(line, &NOTHING) { take_line() } else { line }
}

#[cold]
fn take_line() -> &'static AtomicU64 {
    let free = || {
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        lines.given_back.pop().or_else(|| {
            let next = Some(lines.used).filter(|line| *line < THREADS)?;
            lines.used += 1;
            Some(next)
        })
    };
    let line = match free() {
        Some(number) => {
            TAKEN.set(Some(Taken(number)));
            &activity().lines[number].0
        }
        None => Box::leak(Box::new(AtomicU64::new(0))),
    };
    LINE.set(line);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_seen_while_it_runs() {
        let (outer, inner) = (announce(String::new), announce(String::new));
        let seen = || activity().see().calls().filter(|call| [outer, inner].contains(call)).collect::<Vec<_>>();
        let work = || {
            during(outer, || {
                assert_eq!(seen(), [outer]);
                during(inner, || assert_eq!(seen(), [inner]));
                assert_eq!(seen(), [outer]);
            });
            assert!(seen().is_empty());
        };
        std::thread::scope(|scope| scope.spawn(work).join().unwrap());
    }

    #[test]
    fn a_call_stands_while_nothing_else_happens() {
        let seen = |step, calls: &[u64]| Seen { step, calls: calls.to_vec(), ..Seen::default() };
        let before = seen(1, &[0, 7, 8]);
        let standing = |now: Seen| now.standing(&before).collect::<Vec<_>>();
        assert_eq!(standing(seen(1, &[0, 7, 9])), [7]);
        assert_eq!(standing(seen(1, &[0, 7 | OUTSIDE, 8])), [8]);
        assert!(standing(seen(2, &[0, 7, 9])).is_empty(), "another step");
        assert!(standing(seen(1, &[0, 8, 9])).is_empty(), "other calls");
        assert!(standing(Seen { waits: 1, ..before.clone() }).is_empty(), "a service was called in between");
    }

    #[test]
    fn names_are_found_by_number() {
        let names = "1\tthe controller `a/b`\nrecording\t/tmp/a\n12\tthe sensor `c/d`\n";
        assert_eq!(name_of(names, 12), Some("the sensor `c/d`"));
        assert_eq!(name_of(names, 2), None);
        assert_eq!(recordings_of(names).collect::<Vec<_>>(), ["/tmp/a"]);
    }
}
