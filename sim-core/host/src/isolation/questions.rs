//! One lane as used by a thread in the process of a library: messages, and requests of a component within its call.

use super::lane::{CAPACITY, Lane, Memory, SpinWait};
use super::wire::{In, Out, kind};
use sim_abi::ffi::types::HostContext;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The memory shared with the parent process.
static MEMORY: OnceLock<Memory> = OnceLock::new();

/// Instances that have called the host outside of their calls, to be reported with the next response, and whether there are any.
static STRAYS: Mutex<Vec<u64>> = Mutex::new(Vec::new());
static ANY_STRAYS: AtomicBool = AtomicBool::new(false);

/// The lane of a thread, and the call running on it.
struct Thread {
    lane: Cell<usize>,
    /// Number of the last message read.
    turn: Cell<u32>,
    patience: Cell<SpinWait>,
    /// Instance being called; 0 for none.
    called: Cell<u64>,
    /// Body of the component being stepped, of several.
    body: Cell<Option<u32>>,
    /// Buffer for requests and responses within a call.
    buffer: RefCell<Vec<u64>>,
}

thread_local! {
    static THREAD: Thread = const {
        Thread {
            lane: Cell::new(usize::MAX),
            turn: Cell::new(0),
            patience: Cell::new(SpinWait::LEAST),
            called: Cell::new(0),
            body: Cell::new(None),
            buffer: RefCell::new(Vec::new()),
        }
    };
}

/// Exits: the program is gone or violates the protocol, so errors cannot be reported.
pub(super) fn leave() -> ! {
    std::process::exit(1)
}

/// Sets the shared memory of this process.
pub(super) fn begin(memory: Memory) {
    if MEMORY.set(memory).is_err() {
        leave();
    }
}

pub(super) fn memory() -> &'static Memory {
    MEMORY.get().unwrap_or_else(|| leave())
}

/// Assigns a lane to this thread. `turn` is the number of the last message already read on it.
pub(super) fn take_lane(lane: usize, turn: u32) {
    THREAD.with(|thread| {
        thread.lane.set(lane);
        thread.turn.set(turn);
    });
}

/// Number of the last message read by this thread.
pub(super) fn turn() -> u32 {
    THREAD.with(|thread| thread.turn.get())
}

fn lane() -> &'static Lane {
    let number = THREAD.with(|thread| thread.lane.get());
    memory().shared().lanes.get(number).unwrap_or_else(|| leave())
}

/// Waits for a message, assembles its parts, and returns its kind.
pub(super) fn receive(to: &mut Vec<u64>) -> u32 {
    loop {
        let kind = await_message(to);
        if kind != kind::PART {
            return kind;
        }
        post(kind::PART_READ, &[]);
    }
}

/// Sets the instance being stepped by this thread, of several, and its body.
pub(super) fn step_of(instance: u32, body: u32) {
    lane().set_stepping(instance);
    THREAD.with(|thread| thread.body.set(Some(body)));
}

/// Marks the end of batched steps on this thread.
pub(super) fn steps_are_made() {
    THREAD.with(|thread| thread.body.set(None));
}

/// State of the solids lent by the program for the step on this thread, and the body of the component; `None` if none are lent.
pub(super) fn solids_of_step() -> Option<(u64, u32)> {
    let body = THREAD.with(|thread| thread.body.get())?;
    Some((leased_solids(), body)).filter(|(number, _)| *number != 0)
}

/// State of the solids lent by the program for the steps on this lane; 0 if none are lent.
pub(super) fn leased_solids() -> u64 {
    lane().solids()
}

fn await_message(to: &mut Vec<u64>) -> u32 {
    let (lane, last) = (lane(), turn());
    let mut patience = THREAD.with(|thread| thread.patience.get());
    if !patience.wait(|| !lane.down.has(last)) {
        while lane.down.has(last) {
            lane.down.sleep(last, Some(Duration::from_secs(60)));
        }
    }
    THREAD.with(|thread| thread.patience.set(patience));
    THREAD.with(|thread| thread.turn.set(lane.down.turn()));
    lane.read(to).unwrap_or_else(|| leave())
}

fn post(kind: u32, words: &[u64]) {
    let lane = lane();
    lane.write(kind, words);
    lane.up.give(turn());
}

/// Sends a message to the program.
pub(super) fn send(kind: u32, mut words: &[u64]) {
    while words.len() > CAPACITY {
        let (piece, rest) = words.split_at(CAPACITY);
        post(kind::PART, piece);
        words = rest;
        if await_message(&mut Vec::new()) != kind::PART_READ {
            leave();
        }
    }
    post(kind, words);
}

/// Sends a request to the program within the current call of this thread. The program is trusted to answer in the expected
/// form.
pub(super) fn ask<T>(kind: u32, fill: impl FnOnce(&mut Out<'_>), read: impl FnOnce(&mut In<'_>) -> Option<T>) -> T {
    THREAD.with(|thread| {
        let Ok(mut buffer) = thread.buffer.try_borrow_mut() else { leave() };
        buffer.clear();
        fill(&mut Out(&mut buffer));
        send(kind, &buffer);
        buffer.clear();
        if receive(&mut buffer) != kind::ANSWER {
            leave();
        }
        read(&mut In(&mut buffer)).unwrap_or_else(|| leave())
    })
}

/// Token that identifies the current call's thread in [`HostContext`].
pub(super) fn thread_token() -> *const c_void {
    THREAD.with(|thread| std::ptr::from_ref(thread).cast())
}

/// Calls an instance; it may make requests within the call.
pub(super) fn in_call<T>(instance: u64, call: impl FnOnce() -> T) -> T {
    THREAD.with(|thread| thread.called.set(instance));
    let result = call();
    THREAD.with(|thread| thread.called.set(0));
    result
}

/// Whether a component makes its request on the thread of its call, during the call. If not, records the violation.
pub(super) fn asks_in_own_call(context: HostContext) -> bool {
    let called = THREAD.with(|thread| thread.called.get());
    let own_call = context.caller != 0 && context.thread_token == thread_token() && called == context.caller;
    if !own_call {
        note_stray_call(context.caller);
    }
    own_call
}

#[cold]
fn note_stray_call(caller: u64) {
    /// Maximum number recorded for the next response.
    const MAX_STRAYS: usize = 1000;
    let mut strays = STRAYS.lock().unwrap_or_else(PoisonError::into_inner);
    if strays.len() < MAX_STRAYS && !strays.contains(&caller) {
        strays.push(caller);
        ANY_STRAYS.store(true, Release);
    }
}

/// Writes the instances that have called the host outside of their calls since the last response.
#[inline]
pub(super) fn write_strays(out: &mut Out<'_>) {
    if !ANY_STRAYS.load(Acquire) {
        return out.list::<u64>(&[]);
    }
    let mut strays = STRAYS.lock().unwrap_or_else(PoisonError::into_inner);
    out.list(&strays);
    strays.clear();
    ANY_STRAYS.store(false, Release);
}
