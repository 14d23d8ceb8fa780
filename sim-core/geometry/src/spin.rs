//! Serial parts of a tick between parallel ones. An idle thread of the pool would fall asleep within the duration of a serial
//! part and would have to be woken by the system for the next parallel one; so the other threads spin meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};

/// Number of polls before a thread may fall asleep: some hundred microseconds, so that a long serial part does not waste
/// processor time.
const MAX_POLLS: u32 = 400;

/// Does serial work on this thread while the other threads of its pool spin. With `parallel`, this must be a thread of a pool.
pub fn serially<T: Send>(parallel: bool, work: impl FnOnce() -> T + Send) -> T {
    if !parallel {
        return work();
    }
    let done = AtomicBool::new(false);
    let others = rayon::current_num_threads() - 1;
    let work = || {
        let _end = SetAtEnd(&done);
        work()
    };
    rayon::join(work, || wait(others, &done)).0
}

/// Keeps this many threads spinning until the work is done.
fn wait(threads: usize, done: &AtomicBool) {
    let spin = || {
        for _ in 0..MAX_POLLS {
            if done.load(Ordering::Acquire) {
                return;
            }
            std::thread::yield_now();
        }
    };
    match threads {
        0 | 1 => spin(),
        _ => _ = rayon::join(spin, || wait(threads - 1, done)),
    }
}

/// Marks the work as done, even if it panics.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serial_work_gives_its_result_on_any_number_of_threads_and_may_be_parallel_itself() {
        assert_eq!(serially(false, || 7), 7);
        for threads in 1..=4 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let sum = || (0..100).map(|round| serially(true, || rayon::join(|| round, || round).1)).sum::<i32>();
            assert_eq!(pool.install(sum), 4950, "{threads} threads");
        }
    }

    #[test]
    fn a_panic_of_serial_work_reaches_the_caller() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
        let work = || pool.install(|| serially(true, || panic!("it does")));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err());
    }
}
