//! Current library call of each thread, in memory shared with another process: if a library terminates the program, or a call
//! does not return, a supervising process can report which library it was.

use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Maximum number of tracked threads; further ones are not tracked.
const THREADS: usize = 128;

/// Flag in the number of a call outside of steps, where nothing that a step lends may be used.
const OUTSIDE: u64 = 1 << 63;

/// Activity of the threads of a program. All-zero bytes are valid and mean idle.
#[repr(C)]
pub struct Activity {
    /// Current step.
    step: AtomicU64,
    /// Number of service calls between steps so far.
    waits: AtomicU64,
    /// Number of the call that terminated the program.
    ended_by: AtomicU64,
    /// Number of services that are being stopped.
    stops: AtomicU64,
    lines: [Line; THREADS],
}

/// Number of the current call of one thread; 0 for none. Has its own cache line.
#[repr(C, align(64))]
struct Line(AtomicU64);

/// Snapshot of an [`Activity`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActivitySnapshot {
    /// Current step.
    pub step: u64,
    waits: u64,
    /// Number of each thread's current call; 0 for none.
    calls: Vec<u64>,
    ended_by: u64,
    stops: u64,
}

impl ActivitySnapshot {
    /// Numbers of the running calls.
    pub fn calls(&self) -> impl Iterator<Item = u64> + '_ {
        self.calls.iter().map(|call| call & !OUTSIDE).filter(|call| *call != 0)
    }

    /// Number of the call that terminated the program, if known.
    pub fn ended_by(&self) -> Option<u64> {
        Some(self.ended_by & !OUTSIDE).filter(|call| *call != 0)
    }

    /// Whether a service is being stopped: it may wait for something outside of the program.
    pub fn is_stopping(&self) -> bool {
        self.stops > 0
    }

    /// Numbers of the calls that have been running since `before`, if no step and no call between steps has ended since then.
    pub fn unchanged_calls<'a>(&'a self, before: &'a ActivitySnapshot) -> impl Iterator<Item = u64> + 'a {
        let same = (self.step, self.waits) == (before.step, before.waits);
        let pairs = self.calls.iter().zip(&before.calls);
        pairs.filter(move |(now, then)| same && **now != 0 && now == then).map(|(now, _)| now & !OUTSIDE)
    }
}

impl Activity {
    /// Idle.
    pub const fn new() -> Self {
        Self {
            step: AtomicU64::new(0),
            waits: AtomicU64::new(0),
            ended_by: AtomicU64::new(0),
            stops: AtomicU64::new(0),
            lines: [const { Line(AtomicU64::new(0)) }; THREADS],
        }
    }

    /// Takes a snapshot.
    pub fn snapshot(&self) -> ActivitySnapshot {
        ActivitySnapshot {
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

/// Data shared with another process.
struct Shared {
    activity: &'static Activity,
    /// Descriptions of the numbers: one line each with the number, a tab and the text.
    names: Mutex<File>,
}

static SHARED: OnceLock<Shared> = OnceLock::new();
static OWN: Activity = Activity::new();

/// Shares this process's activity with another process from now on; `names` receives the descriptions of the call numbers in
/// the format that [`name_of`] reads. Call it once, before the first library is opened.
pub fn share(activity: &'static Activity, names: File) {
    let _ = SHARED.set(Shared { activity, names: Mutex::new(names) });
}

fn activity() -> &'static Activity {
    SHARED.get().map_or(&OWN, |shared| shared.activity)
}

/// Description of a number, from the contents of `names`.
pub fn name_of(names: &str, number: u64) -> Option<&str> {
    let mut lines = names.lines().filter_map(|line| line.split_once('\t'));
    lines.find_map(|(known, name)| (known.parse() == Ok(number)).then_some(name))
}

/// Recordings that were started, from the contents of `names`.
pub fn recordings_of(names: &str) -> impl Iterator<Item = &str> {
    names.lines().filter_map(|line| line.strip_prefix("recording\t"))
}

/// Returns a number for calls with this description.
pub fn announce(what: impl FnOnce() -> String) -> u64 {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let number = NUMBER.fetch_add(1, Relaxed);
    write_line(|| format!("{number}\t{}", what()));
    number
}

/// Announces the path of an incomplete recording.
pub fn recording(file: &Path) {
    write_line(|| format!("recording\t{}", std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf()).display()));
}

fn write_line(line: impl FnOnce() -> String) {
    if let Some(shared) = SHARED.get() {
        let line = line().replace(['\n', '\r'], " ") + "\n";
        let mut names = shared.names.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a description, the number is shown.
        let _ = names.write_all(line.as_bytes());
    }
}

/// Makes a call outside of steps, with a number from [`announce`].
pub fn during<T>(number: u64, call: impl FnOnce() -> T) -> T {
    let line = line();
    let outer = line.swap(number | OUTSIDE, Relaxed);
    let result = call();
    line.store(outer, Relaxed);
    result
}

/// Marks the start of a step.
#[inline]
pub fn step(number: u64) {
    activity().step.store(number, Relaxed);
}

/// Counts a call of a service between steps.
#[inline]
pub fn wait() {
    activity().waits.fetch_add(1, Relaxed);
}

/// Marks that a service is being stopped, until the returned guard is dropped.
pub fn stop() -> Stopping {
    activity().stops.fetch_add(1, Relaxed);
    Stopping(())
}

/// Guard of a service that is being stopped.
pub struct Stopping(());

impl Drop for Stopping {
    fn drop(&mut self) {
        activity().stops.fetch_sub(1, Relaxed);
    }
}

/// Number of this thread's current call; 0 for none.
#[inline]
pub fn called() -> u64 {
    LINE.get().load(Relaxed)
}

/// Marks this thread's current call as the one that terminates the program. Async-signal-safe: does not block or allocate.
pub fn end() {
    if let Some(number) = LINE.try_with(|line| line.get().load(Relaxed)).ok().filter(|number| *number != 0) {
        let _ = activity().ended_by.compare_exchange(0, number, Relaxed, Relaxed);
    }
}

/// Slot of threads that have not made a call yet.
static NOTHING: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static LINE: Cell<&'static AtomicU64> = const { Cell::new(&NOTHING) };
    static TAKEN: Cell<Option<LineGuard>> = const { Cell::new(None) };
}

/// A slot that is released when its thread ends.
struct LineGuard(usize);

static LINES: Mutex<Lines> = Mutex::new(Lines { given_back: Vec::new(), used: 0 });

/// Allocation of the slots.
struct Lines {
    given_back: Vec<usize>,
    /// Slots below this index have been allocated; some may have been released.
    used: usize,
}

impl Drop for LineGuard {
    fn drop(&mut self) {
        // A thread that ends within a call was terminated by it, possibly along with all others.
        end();
        LINE.set(&NOTHING);
        activity().lines[self.0].0.store(0, Relaxed);
        LINES.lock().unwrap_or_else(PoisonError::into_inner).given_back.push(self.0);
    }
}

/// Slot of this thread's current call.
#[inline]
pub fn line() -> &'static AtomicU64 {
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
            TAKEN.set(Some(LineGuard(number)));
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
        let seen = || activity().snapshot().calls().filter(|call| [outer, inner].contains(call)).collect::<Vec<_>>();
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
    fn a_call_is_unchanged_until_another_step_or_call() {
        let seen =
            |step, calls: &[u64]| ActivitySnapshot { step, calls: calls.to_vec(), ..ActivitySnapshot::default() };
        let before = seen(1, &[0, 7, 8]);
        let unchanged_calls = |now: ActivitySnapshot| now.unchanged_calls(&before).collect::<Vec<_>>();
        assert_eq!(unchanged_calls(seen(1, &[0, 7, 9])), [7]);
        assert_eq!(unchanged_calls(seen(1, &[0, 7 | OUTSIDE, 8])), [8]);
        assert!(unchanged_calls(seen(2, &[0, 7, 9])).is_empty(), "another step");
        assert!(unchanged_calls(seen(1, &[0, 8, 9])).is_empty(), "other calls");
        assert!(
            unchanged_calls(ActivitySnapshot { waits: 1, ..before.clone() }).is_empty(),
            "a service was called in between"
        );
    }

    #[test]
    fn names_are_found_by_number() {
        let names = "1\tthe controller `a/b`\nrecording\t/tmp/a\n12\tthe sensor `c/d`\n";
        assert_eq!(name_of(names, 12), Some("the sensor `c/d`"));
        assert_eq!(name_of(names, 2), None);
        assert_eq!(recordings_of(names).collect::<Vec<_>>(), ["/tmp/a"]);
    }
}
