//! What the fuzz tests of the readers have in common: random numbers, changes to inputs, and a run that watches the reader.
//!
//! Input number N is a function of N alone. So a run can begin anywhere, and one input can be tried by itself:
//! `SIM_FUZZ_FIRST=N SIM_FUZZ_INPUTS=1 cargo test …`.

mod memory;
mod text;

pub use text::mutate;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Stack of the thread that reads, bytes: what threads in Rust have where nobody says otherwise.
const STACK: usize = 2 << 20;

/// Memory that the reading of one input may take at a time, bytes.
const MEMORY: usize = 256 << 20;

/// How long the reading of one input may take; machines are busy, and inputs are small.
const PATIENCE: Duration = Duration::from_secs(20);

/// Time between two lines about how far a long run has come.
const REPORT: Duration = Duration::from_secs(30);

/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
pub struct Random(u64);

impl Random {
    /// A stream of its own for each number.
    pub fn new(number: u64) -> Self {
        let mut mixed = Self(number);
        Self(mixed.bits())
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end.max(1) as u64) as usize
    }

    /// One of a list.
    ///
    /// # Panics
    /// When the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// How far a reader came with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// It is not of the format at all.
    Form,
    /// It is of the format, and says what cannot be.
    Meaning,
    /// It was accepted.
    Accepted,
}

/// What a run has found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Inputs that were read.
    pub inputs: u64,
    /// How many of them came how far, in the order of [`Depth`].
    pub reached: [u64; 3],
    /// Longest time of an input, and its number.
    pub slowest: (Duration, u64),
    /// Most memory that an input took at a time, bytes, and its number.
    pub largest: (usize, u64),
}

impl Tally {
    /// Share of the inputs that came at least so far.
    pub fn share(&self, depth: Depth) -> f64 {
        let reached: u64 = self.reached[depth as usize..].iter().sum();
        reached as f64 / self.inputs.max(1) as f64
    }
}

/// A whole number from the environment.
fn number(variable: &str, default: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no whole number")))
}

/// Reads inputs that `make` makes, as many as `SIM_FUZZ_INPUTS` says or else `sample`.
///
/// A reader that panics, or wants more memory than any small input may cost, fails the test with the input's number. One that
/// does not return, or overflows its stack, ends the program.
///
/// # Panics
/// When the reader fails, and when fewer than the `deep` shares of the inputs reach [`Depth::Meaning`] and
/// [`Depth::Accepted`]: then the changes to the inputs are such that little is tested.
pub fn fuzz(
    name: &str,
    sample: u64,
    deep: [f64; 2],
    make: impl Fn(&mut Random) -> Vec<u8> + Sync,
    read: impl Fn(&[u8]) -> Depth + Sync,
) -> Tally {
    let (first, inputs) = (number("SIM_FUZZ_FIRST", 0), number("SIM_FUZZ_INPUTS", sample));
    let current = AtomicU64::new(first);
    let start = Instant::now();
    let tally = std::thread::scope(|scope| {
        let (done, ended) = channel::<()>();
        let work = || {
            // Dropped when the work ends, however it does.
            let _done = done;
            read_all(first..first + inputs, &current, &make, &read)
        };
        let thread = std::thread::Builder::new().name(name.into()).stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work).expect("a thread can be started");
        watch(name, first, &current, &ended, &make);
        thread.join()
    });
    let tally = tally.unwrap_or_else(|_| panic!("{name}: see above"));
    let seconds = start.elapsed().as_secs_f64();
    let [form, meaning, accepted] = tally.reached;
    println!(
        "{name}: {inputs} inputs in {seconds:.1} s, {:.0}/s; {form} not of the form, {meaning} without a meaning, {accepted} \
         accepted; slowest {:.1} ms (number {}), largest {:.1} MB (number {})",
        inputs as f64 / seconds,
        tally.slowest.0.as_secs_f64() * 1e3,
        tally.slowest.1,
        tally.largest.0 as f64 / 1e6,
        tally.largest.1
    );
    let shares = [tally.share(Depth::Meaning), tally.share(Depth::Accepted)];
    // Of a few inputs nothing follows.
    assert!(
        inputs < 100 || (shares[0] >= deep[0] && shares[1] >= deep[1]),
        "{name}: only {shares:.3?} of the inputs reach the meaning and are accepted, fewer than {deep:?}"
    );
    tally
}

fn read_all(
    numbers: std::ops::Range<u64>,
    current: &AtomicU64,
    make: &(impl Fn(&mut Random) -> Vec<u8> + Sync),
    read: &(impl Fn(&[u8]) -> Depth + Sync),
) -> Tally {
    let mut tally = Tally::default();
    for number in numbers {
        current.store(number, Ordering::Relaxed);
        let input = make(&mut Random::new(number));
        memory::begin();
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| read(&input)));
        let (took, memory) = (start.elapsed(), memory::most());
        let depth = outcome.unwrap_or_else(|_| panic!("a panic with {}", shown(number, &input)));
        assert!(memory <= MEMORY, "{memory} bytes of memory for {}", shown(number, &input));
        tally.inputs += 1;
        tally.reached[depth as usize] += 1;
        tally.slowest = tally.slowest.max((took, number));
        tally.largest = tally.largest.max((memory, number));
    }
    tally
}

/// An input for people, and how to try it by itself.
fn shown(number: u64, input: &[u8]) -> String {
    let cut = &input[..input.len().min(20_000)];
    format!("input {number} (SIM_FUZZ_FIRST={number} SIM_FUZZ_INPUTS=1):\n{}", cut.escape_ascii())
}

/// Waits until the reading ends, tells how far it has come, and ends the program when one input takes too long: a thread that
/// does not return cannot be stopped in another way.
fn watch(
    name: &str,
    first: u64,
    current: &AtomicU64,
    ended: &Receiver<()>,
    make: &(impl Fn(&mut Random) -> Vec<u8> + Sync),
) {
    // The test program would keep what is printed to itself until the test ends.
    let tell = |text: String| _ = std::io::stderr().write_all(text.as_bytes());
    let (mut seen, mut since, mut told) = (first, Instant::now(), Instant::now());
    while ended.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
        let now = current.load(Ordering::Relaxed);
        if now != seen {
            (seen, since) = (now, Instant::now());
        }
        if since.elapsed() > PATIENCE {
            let limit = PATIENCE.as_secs();
            let shown = shown(now, &make(&mut Random::new(now)));
            tell(format!("{name}: longer than {limit} s for {shown}\n"));
            std::process::abort();
        }
        if told.elapsed() > REPORT {
            told = Instant::now();
            tell(format!("{name}: {} inputs so far, number {now} is next\n", now - first));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(random: &mut Random) -> Vec<u8> {
        random.bits().to_le_bytes().to_vec()
    }

    #[test]
    fn the_same_number_gives_the_same_input_and_others_give_others() {
        let of = |number| make(&mut Random::new(number));
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }

    #[test]
    fn a_panic_is_told_with_the_number_of_the_input() {
        let bad = make(&mut Random::new(3));
        let read = |input: &[u8]| if input == bad { panic!("as meant") } else { Depth::Accepted };
        let failed = catch_unwind(|| read_all(0..10, &AtomicU64::new(0), &make, &read)).unwrap_err();
        let told = failed.downcast_ref::<String>().unwrap();
        assert!(told.starts_with("a panic with input 3 (SIM_FUZZ_FIRST=3 "), "{told}");
    }

    #[test]
    fn memory_is_counted_while_it_is_held_and_too_much_of_it_fails() {
        let read = |bytes: usize| {
            move |_: &[u8]| {
                (0..10).for_each(|_| drop(std::hint::black_box(vec![0u8; bytes])));
                Depth::Accepted
            }
        };
        let number = &AtomicU64::new(0);
        let (most, _) = read_all(0..2, number, &make, &read(1_000_000)).largest;
        assert!((1_000_000..1_100_000).contains(&most), "{most}");
        assert!(catch_unwind(|| read_all(0..2, number, &make, &read(MEMORY + 1))).is_err());
    }

    #[test]
    fn inputs_that_reach_nothing_fail() {
        let fuzz = |depth| catch_unwind(|| fuzz("reaches", 200, [0.5, 0.1], make, move |_| depth));
        assert!(fuzz(Depth::Accepted).is_ok());
        assert!(fuzz(Depth::Meaning).is_err() && fuzz(Depth::Form).is_err());
    }
}
