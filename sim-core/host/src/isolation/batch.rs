//! Batched steps: the steps of many components in one exchange with each process.
//!
//! A step in another process costs an exchange of messages and often a context switch. So the engine calls the components of many
//! robots twice: first each step is only queued ([`collect`]), then all steps are made ([`send`] and [`receive`]), and then each
//! component is called again to deliver the result of its step ([`deliver`]). All of this happens on one thread, which may work on one
//! batch while the processes make the steps of another. Steps that were not collected are made individually, within the engine's call.

use super::answers::HostTables;
use super::process::{Process, ProcessEnded, Sent};
use super::wire::{In, Malformed, Out, kind};
use sim_abi::ffi::frames::CallFrame;
use sim_abi::ffi::host::{HostApi, WorldApi};
use sim_abi::ffi::types::HostContext;
use sim_abi::ffi::views::ViewMut;
use sim_files::activity;
use sim_geometry::BodyId;
use sim_geometry::surroundings::Surroundings;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};

/// Batches per thread.
pub const BATCHES: usize = 2;

/// Words of queued steps for a process at which no more are queued.
const MAX_QUEUED: usize = 1 << 20;

/// Words of capacity to retain for the next steps.
const MAX_CAPACITY: usize = 4 * MAX_QUEUED;

/// Purpose of a call of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Make the step now.
    Direct,
    /// Queue the step.
    Collect,
    /// Deliver the result of the step.
    Deliver,
}

/// Current stage of this thread. It is set for every step, so each field is a separate cell: reading several fields at once right after
/// they were written one by one stalls the processor.
struct CallState {
    stage: Cell<Stage>,
    /// Number of the batch, if the step is not made now.
    batch: Cell<usize>,
    /// The other fields of the [`Place`] of the queued step.
    entry: Cell<usize>,
    body: Cell<BodyId>,
}

/// Where a step is queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the batch.
    pub batch: usize,
    /// Number assigned by the engine to the step.
    pub entry: usize,
    /// The body to exclude from its filters.
    pub body: BodyId,
}

/// A queued step.
struct Step {
    /// Number of the instance in its process.
    instance: u32,
    /// Number assigned by the engine to the step.
    entry: usize,
    /// The host tables and context for the component's requests.
    host: *const HostApi,
    context: HostContext,
    world: *const WorldApi,
    /// Range of the result in the words of all results.
    answer: Range<usize>,
}

impl Step {
    /// A frame with the fields needed to answer requests.
    fn frame(&self) -> CallFrame {
        let (random, published) = (ViewMut::EMPTY, ViewMut::EMPTY);
        let (host, context, size) = (self.host, self.context, size_of::<CallFrame>());
        CallFrame { size, host, context, tick: 0, time: 0.0, period: 0.0, random, published }
    }
}

/// Steps of one process.
struct Part {
    process: Weak<Process>,
    steps: Vec<Step>,
    /// Whether any of them may query the world.
    asks: bool,
    /// The steps as messages, and later their results.
    words: Vec<u64>,
    /// Index of the step expected to be delivered next.
    next: usize,
    /// The steps in progress.
    sent: Option<Sent>,
    /// The process has ended, so the steps have no results.
    lost: bool,
}

/// Steps that are made together.
#[derive(Default)]
struct Batch {
    collected: Vec<Part>,
    delivered: Vec<Part>,
}

thread_local! {
    static NOW: CallState = const {
        CallState { stage: Cell::new(Stage::Direct), batch: Cell::new(0), entry: Cell::new(0), body: Cell::new(BodyId(0)) }
    };
    static BATCH: [RefCell<Batch>; BATCHES] = Default::default();
}

/// Number of messages with queries about solids during batched steps, in all processes.
static ASKED_ABOUT_SOLIDS: AtomicU64 = AtomicU64::new(0);

/// Number of queries about solids that isolated components have sent to the program during batched steps, since the program started. Most
/// queries are answered in the isolated process, from a copy of the solids.
pub fn messages_about_solids() -> u64 {
    ASKED_ABOUT_SOLIDS.load(Relaxed)
}

/// Sets the stage and batch of this thread while `call` runs.
#[inline]
fn during<T>(now: &CallState, stage: Stage, batch: usize, call: impl FnOnce() -> T) -> T {
    struct Reset<'a>(&'a CallState);
    impl Drop for Reset<'_> {
        fn drop(&mut self) {
            self.0.stage.set(Stage::Direct);
        }
    }
    now.stage.set(stage);
    now.batch.set(batch);
    let _reset = Reset(now);
    call()
}

/// Discards queued steps of a batch of this thread that were never made.
pub fn begin(batch: usize) {
    BATCH.with(|batches| forget(&mut batches[batch].borrow_mut().collected));
}

/// Runs a call of an isolated component that only queues its step, for [`send`]. Data lent by the frame must remain valid until
/// [`receive`] returns.
#[inline]
pub fn collect<T>(place: Place, call: impl FnOnce() -> T) -> T {
    NOW.with(|now| {
        now.entry.set(place.entry);
        now.body.set(place.body);
        during(now, Stage::Collect, place.batch, call)
    })
}

/// Runs a call of an isolated component that receives the result of its step, if the step was in the last exchange of the batch.
#[inline]
pub fn deliver<T>(batch: usize, call: impl FnOnce() -> T) -> T {
    NOW.with(|now| during(now, Stage::Deliver, batch, call))
}

/// Sends all collected steps of a batch of this thread to the processes, with the geometry `around` them.
pub fn send(batch: usize, around: &dyn Surroundings) {
    BATCH.with(|batches| {
        let Batch { collected, delivered } = &mut *batches[batch].borrow_mut();
        std::mem::swap(collected, delivered);
        forget(collected);
        delivered.iter_mut().filter(|part| !part.steps.is_empty()).for_each(|part| part.send(around));
    });
}

/// Waits until the sent steps of a batch are done. Requests of components are answered within `answering`, which receives the number of
/// the step and must call the function passed to it.
pub fn receive(batch: usize, answering: &mut dyn FnMut(usize, &mut dyn FnMut())) {
    // Answering a request may make other steps on this thread.
    let mut parts = BATCH.with(|batches| std::mem::take(&mut batches[batch].borrow_mut().delivered));
    parts.iter_mut().for_each(|part| part.receive(answering));
    BATCH.with(|batches| batches[batch].borrow_mut().delivered = parts);
}

/// Clears parts, and drops those of processes not used elsewhere.
fn forget(parts: &mut Vec<Part>) {
    parts.retain(|part| part.process.strong_count() > 0);
    for part in parts {
        part.steps.clear();
        part.words.clear();
        part.words.shrink_to(MAX_CAPACITY);
        (part.next, part.asks, part.sent, part.lost) = (0, false, None, false);
    }
}

impl Part {
    #[inline]
    fn is_of(&self, process: &Arc<Process>) -> bool {
        std::ptr::eq(self.process.as_ptr(), Arc::as_ptr(process))
    }

    fn send(&mut self, around: &dyn Surroundings) {
        let Some(process) = self.process.upgrade() else { return };
        let around = self.asks.then_some(around);
        let send = || process.send_steps(self.steps.len(), &mut self.words, around);
        match activity::during(process.activity(), send) {
            Ok(sent) => self.sent = Some(sent),
            Err(ProcessEnded) => self.lost = true,
        }
    }

    fn receive(&mut self, answering: &mut dyn FnMut(usize, &mut dyn FnMut())) {
        let Part { process, steps, words, sent, lost, .. } = self;
        let (Some(sent), Some(process)) = (sent.take(), process.upgrade()) else { return };
        let mut at = 0;
        let answer = |instance: u32, kind: u32, message: &mut In<'_>, out: &mut Out<'_>| {
            // Steps are made in order.
            at += steps[at..].iter().position(|step| step.instance == instance).ok_or(Malformed)?;
            if kind::asks_about_solids(kind) {
                ASKED_ABOUT_SOLIDS.fetch_add(1, Relaxed);
                process.want_solids();
            }
            let step = &steps[at];
            let call = step.frame();
            let asked = HostTables { call: &raw const call, world: step.world, ..HostTables::NOTHING };
            let mut answered = Err(Malformed);
            let (line, waiting) = (activity::line(), activity::called());
            answering(step.entry, &mut || answered = asked.answer(kind, message, out));
            line.store(waiting, Relaxed);
            answered
        };
        *lost = activity::during(process.activity(), || sent.receive(words, answer)).is_err();
        if !*lost && self.find_answers().is_err() {
            self.lost = true;
            process.broke(self.steps.first().map_or(0, |step| step.instance));
        }
    }

    /// Finds the range of each step's result.
    fn find_answers(&mut self) -> Result<(), Malformed> {
        let mut start = 0;
        for step in &mut self.steps {
            let length = self.words.get(start).and_then(|length| usize::try_from(*length).ok()).ok_or(Malformed)?;
            start += 1;
            let end = start.checked_add(length).filter(|end| *end <= self.words.len()).ok_or(Malformed)?;
            step.answer = start..end;
            start = end;
        }
        if start == self.words.len() { Ok(()) } else { Err(Malformed) }
    }
}

/// Where to queue the current step; `None` to make it now.
#[inline]
pub(super) fn collecting() -> Option<Place> {
    NOW.with(|now| match now.stage.get() {
        Stage::Collect => Some(Place { batch: now.batch.get(), entry: now.entry.get(), body: now.body.get() }),
        Stage::Direct | Stage::Deliver => None,
    })
}

/// Queues a step of an instance, unless there are already enough for one exchange.
pub(super) fn write_down(
    place: Place,
    process: &Arc<Process>,
    (instance, kind): (u32, u32),
    (frame, world): (&CallFrame, *const WorldApi),
    fill: impl FnOnce(&mut Out<'_>),
) {
    let Place { batch, entry, body } = place;
    BATCH.with(|batches| {
        let parts = &mut batches[batch].borrow_mut().collected;
        let known = parts.iter().position(|part| part.is_of(process));
        let number = known.unwrap_or_else(|| {
            let (process, steps, words) = (Arc::downgrade(process), Vec::new(), Vec::new());
            parts.push(Part { process, steps, asks: false, words, next: 0, sent: None, lost: false });
            parts.len() - 1
        });
        let part = &mut parts[number];
        if part.words.len() < MAX_QUEUED {
            part.asks |= !world.is_null();
            part.steps.push(Step { instance, entry, host: frame.host, context: frame.context, world, answer: 0..0 });
            let mut out = Out(&mut part.words);
            out.word(kind.into());
            out.word(body.0.into());
            out.part(fill);
        }
    });
}

/// The result of the instance's step in the last exchange, as read by `read`. Returns `read` as the error if the step must be
/// made now.
pub(super) fn delivered<T, R>(process: &Arc<Process>, instance: u32, read: R) -> Result<Result<T, ProcessEnded>, R>
where
    R: FnOnce(&mut In<'_>) -> Result<T, Malformed>,
{
    let delivering = NOW.with(|now| (now.stage.get() == Stage::Deliver).then(|| now.batch.get()));
    let Some(batch) = delivering else { return Err(read) };
    BATCH.with(|batches| {
        let delivered = &mut batches[batch].borrow_mut().delivered;
        let part = delivered.iter_mut().find(|part| part.is_of(process));
        let Some(Part { steps, words, next, lost, .. }) = part else { return Err(read) };
        let Some(further) = steps[*next..].iter().position(|step| step.instance == instance) else { return Err(read) };
        let step = &steps[*next + further];
        *next += further + 1;
        if *lost {
            return Ok(Err(ProcessEnded));
        }
        let mut message = In(&mut words[step.answer.clone()]);
        let result = read(&mut message).and_then(|result| message.end().map(|()| result));
        Ok(result.map_err(|Malformed| {
            process.broke(instance);
            ProcessEnded
        }))
    })
}
