//! The process of a library, as seen by the program: startup, calls, and exit.
//!
//! Each call takes its own lane, so threads do not wait for each other: on each lane, one thread of the program waits for one
//! thread of the process. A nested call made by a service takes another lane. Meanwhile, the calling thread answers the component's
//! requests, as the host does for in-process libraries.

use super::bounds::{Bounds, Permissions};
use super::ended::{Ended, ExitReason, ExitReport};
use super::lane::{CAPACITY, LANES, Memory, SpinWait};
use super::output::{MAX_WRITTEN, Output};
use super::solids_lease::{SolidsLease, Written};
use super::system::{self, End};
use super::wait::Wait;
use super::wire::{In, Malformed, Out, kind};
use super::{COMMAND, Isolation};
use sim_files::activity;
use sim_geometry::surroundings::Surroundings;
use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::*};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// Maximum length of a message, words: more than the longest reply of a component.
const MAX_WORDS: usize = 9 << 20;

/// Placeholder for the instance while several are called in sequence.
const SEVERAL: u32 = u32::MAX;

/// The process of a library.
pub(crate) struct Process {
    state: Arc<ProcessState>,
    /// Buffers of each free lane.
    lanes: Vec<Mutex<Option<Buffers>>>,
    /// Instances, indexed by their number minus one.
    names: Mutex<Vec<Instance>>,
    deadline: Duration,
    /// Number of the process in [`activity::announce`] while it makes batched steps.
    activity: u64,
    solids: Written,
}

/// An instance created in a process.
struct Instance {
    /// Number assigned by the engine; 0 before its first step.
    caller: u64,
    /// Display name.
    name: String,
}

/// State shared by the thread that waits for the process to exit and the threads that make calls.
struct ProcessState {
    memory: Memory,
    /// Instance being called on each lane; 0 for none, [`SEVERAL`] if the process reports which.
    calls: [AtomicU32; LANES],
    /// Set when the process has ended. Read in every call.
    has_ended: AtomicBool,
    ended: OnceLock<Ended>,
    /// Set when there are lines to log.
    has_output: AtomicBool,
    output: Mutex<Output>,
    end: OnceLock<End>,
    /// Process ID; 0 before the process is started.
    number: AtomicU32,
}

/// Message buffers of a lane.
struct Buffers {
    turn: u32,
    patience: SpinWait,
    out: Vec<u64>,
    input: Vec<u64>,
}

impl Default for Buffers {
    fn default() -> Self {
        Self { turn: 0, patience: SpinWait::LEAST, out: Vec::new(), input: Vec::new() }
    }
}

impl Buffers {
    /// Frees buffers enlarged by an unusually long message, such as an image of several megapixels.
    fn shrink(&mut self) {
        /// Maximum capacity to retain, words.
        const KEPT: usize = 4 << 20;
        for buffer in [&mut self.out, &mut self.input] {
            if buffer.capacity() > KEPT {
                *buffer = Vec::new();
            }
        }
    }
}

/// The process has ended, so the call has no result.
pub(super) struct ProcessEnded;

/// Purpose of a process.
pub(super) struct Purpose<'a> {
    /// Copy of the library.
    pub(super) copy: &'a Path,
    /// File of the library.
    pub(super) file: &'a Path,
    pub(super) permissions: Permissions,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ProcessState {
    /// Records the end of the process; the first reason wins.
    fn end(&self, why: ExitReason, called: impl FnOnce() -> Vec<u32>) {
        self.ended.get_or_init(|| Ended { why, called: called() });
        self.has_ended.store(true, SeqCst);
        if let Some(end) = self.end.get() {
            end.now();
        }
        self.memory.shared().lanes.iter().for_each(|lane| lane.up.disturb());
    }

    /// Numbers of the instances being called.
    fn called(&self) -> Vec<u32> {
        (0..LANES).filter_map(|lane| self.called_on(lane)).collect()
    }

    /// Number of the instance being called on a lane.
    fn called_on(&self, lane: usize) -> Option<u32> {
        let called = match self.calls[lane].load(SeqCst) {
            SEVERAL => self.memory.shared().lanes[lane].stepping(),
            only => only,
        };
        (called != 0).then_some(called)
    }
}

/// Environment variables passed to a process; all others are withheld because they may be private.
pub(super) fn variables(permissions: Permissions) -> Vec<(String, String)> {
    let common = ["LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ"];
    let granted = ["PATH", "HOME", "USER", "TMPDIR", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"];
    let granted = granted.into_iter().filter(|_| permissions.files || permissions.programs);
    common.into_iter().chain(granted).filter_map(|name| Some((name.to_string(), std::env::var(name).ok()?))).collect()
}

impl Process {
    /// Starts the process of a library and has it open the library.
    ///
    /// # Errors
    /// The process's report on the library as JSON, or the reason why it could not be started.
    pub(super) fn start(isolation: &Isolation, purpose: &Purpose<'_>) -> Result<Arc<Self>, Refused> {
        let system = |error: std::io::Error| Refused::System(error.to_string());
        let (memory, file) = Memory::new().map_err(system)?;
        let state = Arc::new(ProcessState {
            memory,
            calls: Default::default(),
            has_ended: AtomicBool::new(false),
            ended: OnceLock::new(),
            has_output: AtomicBool::new(false),
            output: Mutex::default(),
            end: OnceLock::new(),
            number: AtomicU32::new(0),
        });
        let (sender, started) = mpsc::channel();
        let (own, program) = (state.clone(), isolation.program.clone());
        let permissions = purpose.permissions;
        let keep = move || {
            let variables = variables(permissions);
            match system::start(&program, COMMAND, file, &variables, permissions.files || permissions.programs) {
                Ok((process, end)) => {
                    own.number.store(process.number(), SeqCst);
                    let _ = own.end.set(end);
                    // The send fails if the program has given up in the meantime; the process is ended then.
                    let _ = sender.send(Ok(()));
                    attend(process, &own);
                }
                Err(error) => _ = sender.send(Err(error)),
            }
        };
        std::thread::Builder::new().name("isolated".into()).spawn(keep).map_err(system)?;
        started.recv().unwrap_or_else(|_| Err(std::io::ErrorKind::Other.into())).map_err(system)?;
        let lanes = (0..LANES).map(|_| Mutex::new(Some(Buffers::default()))).collect();
        let activity = activity::announce(|| format!("components of the library {}", purpose.file.display()));
        let deadline = isolation.deadline;
        let process = Self { state, lanes, names: Mutex::default(), deadline, activity, solids: Written::default() };
        process.open(isolation, purpose)?;
        Ok(Arc::new(process))
    }

    /// Has the process open its library.
    fn open(&self, isolation: &Isolation, purpose: &Purpose<'_>) -> Result<(), Refused> {
        let bounds = Bounds::of_library(purpose.file, purpose.copy, isolation.memory, purpose.permissions);
        let bounds = serde_json::to_vec(&bounds).map_err(|error| Refused::System(error.to_string()))?;
        let no_requests = |_: u32, _: &mut In<'_>, _: &mut Out<'_>| Err(Malformed);
        let read = |message: &mut In<'_>| match message.word()? {
            0 => Ok(None),
            _ => Ok(Some(message.bytes()?.to_vec())),
        };
        match self.call(0, kind::START, |out| out.bytes(&bounds), no_requests, read) {
            Ok(None) => Ok(()),
            Ok(Some(refusal)) => Err(Refused::Library(refusal)),
            Err(ProcessEnded) => Err(Refused::Ended(self.exit_report(0))),
        }
    }

    /// Calls an instance and answers its requests until the call returns; `read` parses the result.
    pub(super) fn call<T>(
        &self,
        instance: u32,
        kind: u32,
        fill: impl FnOnce(&mut Out<'_>),
        mut answer: impl FnMut(u32, &mut In<'_>, &mut Out<'_>) -> Result<(), Malformed>,
        read: impl FnOnce(&mut In<'_>) -> Result<T, Malformed>,
    ) -> Result<T, ProcessEnded> {
        let mut taken = self.take_lane(instance, 1, None)?;
        fill(&mut Out(&mut taken.buffers.out));
        let mut exchange = Exchange { process: self, taken: &mut taken };
        let result = exchange
            .send(kind)
            .and_then(|()| exchange.finish(&mut |_, kind, message, out| answer(kind, message, out), read));
        self.give_back(taken, result)
    }

    /// Notes that components of the process query solids.
    pub(super) fn want_solids(&self) {
        self.solids.want();
    }

    /// Sends `steps` steps to the process, with their messages in `words`. While they run, the process has shared access to the solids
    /// `around` them if it may query them.
    pub(super) fn send_steps(
        self: &Arc<Self>,
        steps: usize,
        words: &mut Vec<u64>,
        around: Option<&dyn Surroundings>,
    ) -> Result<Sent, ProcessEnded> {
        let solids = around.and_then(|around| self.solids.lend(&self.state.memory.shared().solids, around));
        let mut taken = self.take_lane(SEVERAL, u32::try_from(steps).unwrap_or(u32::MAX), solids)?;
        std::mem::swap(&mut taken.buffers.out, words);
        match (Exchange { process: self, taken: &mut taken }).send(kind::STEPS) {
            Ok(()) => Ok(Sent { process: self.clone(), taken }),
            Err(failure) => self.give_back(taken, Err(failure)),
        }
    }

    /// Takes a lane for `calls` calls.
    fn take_lane(&self, called: u32, calls: u32, solids: Option<SolidsLease>) -> Result<ClaimedLane, ProcessEnded> {
        if self.state.has_ended.load(Acquire) {
            return Err(ProcessEnded);
        }
        let (lane, mut buffers) = self.free_lane();
        buffers.out.clear();
        if called == SEVERAL {
            let lane = &self.state.memory.shared().lanes[lane];
            lane.set_stepping(0);
            lane.set_solids(solids.as_ref().map_or(0, SolidsLease::number));
        }
        self.state.calls[lane].store(called, SeqCst);
        Ok(ClaimedLane { lane, buffers, _solids: solids, since: None, questions: 0, calls, stepping: 0 })
    }

    /// Returns a lane after its calls; ends the process if they failed.
    fn give_back<T>(&self, taken: ClaimedLane, result: Result<T, Failure>) -> Result<T, ProcessEnded> {
        let ClaimedLane { lane, mut buffers, .. } = taken;
        let result = result.map_err(|failure| {
            let called = || self.state.called_on(lane).into_iter().collect();
            match failure {
                Failure::Gone => {}
                Failure::Late => self.state.end(ExitReason::Late(self.deadline), called),
                Failure::Broken(what) => self.state.end(ExitReason::Broken(what), called),
            }
            ProcessEnded
        });
        buffers.shrink();
        self.state.calls[lane].store(0, SeqCst);
        *lock(&self.lanes[lane]) = Some(buffers);
        result
    }

    /// Ends the process because its data about an instance is malformed.
    pub(super) fn broke(&self, instance: u32) {
        self.state.end(ExitReason::Broken(CUT_OFF), || vec![instance]);
    }

    /// A free lane and its buffers.
    fn free_lane(&self) -> (usize, Buffers) {
        thread_local! {
            static FIRST: Cell<usize> = const { Cell::new(usize::MAX) };
        }
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        let mut first = FIRST.get();
        if first == usize::MAX {
            first = THREADS.fetch_add(1, Relaxed) % LANES;
            FIRST.set(first);
        }
        loop {
            for lane in (0..LANES).map(|step| (first + step) % LANES) {
                let Some(buffers) = lock(&self.lanes[lane]).take() else { continue };
                let wanted = &self.state.memory.shared().wanted;
                let lanes = lane as u32 + 1;
                if wanted.load(Relaxed) < lanes && wanted.fetch_max(lanes, SeqCst) < lanes {
                    system::wake(wanted);
                }
                return (lane, buffers);
            }
            // More threads than lanes: wait until a call returns and frees its lane.
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    /// Assigns a number to an instance with this display name.
    pub(super) fn announce(&self, name: String) -> u32 {
        let mut names = lock(&self.names);
        names.push(Instance { caller: 0, name });
        names.len() as u32
    }

    /// Numbers of the instances.
    fn announced(&self) -> std::ops::RangeInclusive<u32> {
        1..=lock(&self.names).len() as u32
    }

    /// Records the engine's number for an instance.
    pub(super) fn known_as(&self, instance: u32, caller: u64) {
        let mut names = lock(&self.names);
        if let Some(known) = (instance as usize).checked_sub(1).and_then(|place| names.get_mut(place)) {
            known.caller = caller;
        }
    }

    /// The engine's number for an instance of this process.
    pub(super) fn caller(&self, instance: u32) -> Option<u64> {
        let place = (instance as usize).checked_sub(1)?;
        lock(&self.names).get(place).map(|known| known.caller).filter(|caller| *caller != 0)
    }

    /// Number of the process in [`activity::announce`] while it makes batched steps.
    pub(super) fn activity(&self) -> u64 {
        self.activity
    }

    /// Whether the process has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.state.has_ended.load(Acquire)
    }

    /// Why it has ended, as an error text for an instance.
    pub(super) fn exit_report(&self, instance: u32) -> ExitReport {
        let unknown = || Ended { why: ExitReason::Unused, called: Vec::new() };
        let mut ended = self.state.ended.get().cloned().unwrap_or_else(unknown);
        // Some of these numbers come from the process and may be invalid.
        ended.called.retain(|number| *number == instance || self.announced().contains(number));
        let name = |number: u32| {
            let names = lock(&self.names);
            names.get((number as usize).wrapping_sub(1)).map(|known| known.name.clone()).unwrap_or_default()
        };
        let last = lock(&self.state.output).last().to_string();
        ended.report(instance, name, &last)
    }

    /// Takes the lines written by the process, if there are any.
    pub(super) fn output(&self) -> Option<(impl Iterator<Item = String>, u64)> {
        if !self.state.has_output.load(Relaxed) {
            return None;
        }
        self.state.has_output.store(false, SeqCst);
        let (lines, left_out) = lock(&self.state.output).take();
        Some((lines.into_iter(), left_out))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.state.end(ExitReason::Unused, Vec::new);
    }
}

/// Failure to start the process of a library.
pub(super) enum Refused {
    /// The process's report on the library, as JSON.
    Library(Vec<u8>),
    /// The process has ended in the meantime.
    Ended(ExitReport),
    /// The operating system refused.
    System(String),
}

/// Collects the output of a process until it exits, then notifies the waiting threads.
fn attend(process: system::Started, state: &ProcessState) {
    let how = process.attend(|bytes| {
        if lock(&state.output).receive(bytes) {
            state.end(ExitReason::Flood(MAX_WRITTEN), || state.called());
        }
        state.has_output.store(true, Relaxed);
    });
    lock(&state.output).end_line();
    state.has_output.store(true, Relaxed);
    state.end(ExitReason::Itself(how), || state.called());
}

/// Failure of a call.
enum Failure {
    /// The process has ended.
    Gone,
    /// The call exceeded its deadline.
    Late,
    /// The data is not a valid message.
    Broken(&'static str),
}

/// Reason for a message that is [`Malformed`].
const CUT_OFF: &str = "a truncated message";

impl From<Malformed> for Failure {
    fn from(Malformed: Malformed) -> Self {
        Failure::Broken(CUT_OFF)
    }
}

/// Answers a request: takes the calling instance (if there are several), the kind of request, the request, and the buffer for the
/// answer.
type Answering<'a> = dyn FnMut(u32, u32, &mut In<'_>, &mut Out<'_>) -> Result<(), Malformed> + 'a;

/// A lane taken for one call, or for the steps of several components in sequence.
struct ClaimedLane {
    lane: usize,
    buffers: Buffers,
    /// Geometry lent to the process for the duration of the calls.
    _solids: Option<SolidsLease>,
    /// Time of the first clock check.
    since: Option<Instant>,
    questions: u32,
    /// Number of calls.
    calls: u32,
    /// For several calls: the instance being stepped at the last check.
    stepping: u32,
}

/// Steps being made by a process. If dropped without receiving the results, their lane is not reused.
pub(super) struct Sent {
    process: Arc<Process>,
    taken: ClaimedLane,
}

impl Sent {
    /// Waits until the steps are done and puts the results into `words`. `answer` receives each request and the instance that made it,
    /// as reported by the process.
    pub(super) fn receive(
        self,
        words: &mut Vec<u64>,
        mut answer: impl FnMut(u32, u32, &mut In<'_>, &mut Out<'_>) -> Result<(), Malformed>,
    ) -> Result<(), ProcessEnded> {
        let Self { process, mut taken } = self;
        let read = |message: &mut In<'_>| {
            message.0 = &mut [];
            Ok(())
        };
        let result = Exchange { process: &process, taken: &mut taken }.finish(&mut answer, read);
        std::mem::swap(&mut taken.buffers.input, words);
        process.give_back(taken, result)
    }
}

/// Message exchange of calls.
struct Exchange<'a> {
    process: &'a Process,
    taken: &'a mut ClaimedLane,
}

impl Exchange<'_> {
    /// Handles requests of the process until the calls are done and `read` parses their results.
    fn finish<T>(
        &mut self,
        answer: &mut Answering<'_>,
        read: impl FnOnce(&mut In<'_>) -> Result<T, Malformed>,
    ) -> Result<T, Failure> {
        loop {
            let kind = self.receive()?;
            let Buffers { out, input, .. } = &mut self.taken.buffers;
            let mut message = In(input);
            if kind == kind::DONE {
                let result = read(&mut message)?;
                message.end()?;
                return Ok(result);
            }
            out.clear();
            let asks = self.process.state.memory.shared().lanes[self.taken.lane].stepping();
            answer(asks, kind, &mut message, &mut Out(out))?;
            self.count()?;
            self.send(kind::ANSWER)?;
        }
    }

    /// Counts a request: a process that makes requests endlessly exceeds its deadline like one that hangs.
    fn count(&mut self) -> Result<(), Failure> {
        /// Requests between two clock checks.
        const BETWEEN: u32 = 1024;
        self.taken.questions = self.taken.questions.wrapping_add(1);
        if self.taken.questions.is_multiple_of(BETWEEN) { self.left().map(drop) } else { Ok(()) }
    }

    /// Time left for the calls; answering their requests may take longer than the calls themselves.
    fn left(&mut self) -> Result<Duration, Failure> {
        /// Total time for a call with requests, in deadlines.
        const WITH_QUESTIONS: u32 = 12;
        let since = *self.taken.since.get_or_insert_with(Instant::now);
        let most = self.process.deadline.saturating_mul(WITH_QUESTIONS.saturating_mul(self.taken.calls));
        most.checked_sub(since.elapsed()).filter(|left| !left.is_zero()).ok_or(Failure::Late)
    }

    /// Sends the message in the buffer to the process.
    fn send(&mut self, kind: u32) -> Result<(), Failure> {
        let mut done = 0;
        while self.taken.buffers.out.len() - done > CAPACITY {
            self.post(kind::PART, done..done + CAPACITY);
            done += CAPACITY;
            if self.await_message()? != kind::PART_READ {
                return Err(Failure::Broken("a wrong reply to a part of a message"));
            }
        }
        self.post(kind, done..self.taken.buffers.out.len());
        Ok(())
    }

    fn post(&mut self, kind: u32, words: std::ops::Range<usize>) {
        let lane = &self.process.state.memory.shared().lanes[self.taken.lane];
        lane.write(kind, &self.taken.buffers.out[words]);
        // The highest bit is reserved for `disturb`.
        self.taken.buffers.turn = (self.taken.buffers.turn + 1) & (u32::MAX >> 1);
        lane.down.give(self.taken.buffers.turn);
    }

    /// Waits for a message and assembles its parts in the buffer.
    fn receive(&mut self) -> Result<u32, Failure> {
        self.taken.buffers.input.clear();
        loop {
            let kind = self.await_message()?;
            if kind != kind::PART {
                return Ok(kind);
            }
            if self.taken.buffers.input.len() > MAX_WORDS {
                return Err(Failure::Broken("a message that is too long"));
            }
            self.post(kind::PART_READ, 0..0);
        }
    }

    /// Waits for the next part on the lane and appends it to the buffer.
    fn await_message(&mut self) -> Result<u32, Failure> {
        let process = self.process;
        let lane = &process.state.memory.shared().lanes[self.taken.lane];
        let turn = self.taken.buffers.turn;
        if !self.taken.buffers.patience.wait(|| lane.up.has(turn)) {
            self.wait(&process.state, turn)?;
        }
        lane.read(&mut self.taken.buffers.input).ok_or(Failure::Broken("a message longer than its memory"))
    }

    /// Sleeps until a message arrives.
    #[cold]
    fn wait(&mut self, state: &ProcessState, turn: u32) -> Result<(), Failure> {
        let deadline = self.process.deadline;
        let most = self.left()?;
        let lane = &state.memory.shared().lanes[self.taken.lane];
        let mut wait = Wait::new(state.number.load(Relaxed), deadline.min(most));
        loop {
            let seen = lane.up.turn();
            if seen == turn {
                return Ok(());
            }
            if state.has_ended.load(SeqCst) {
                return Err(Failure::Gone);
            }
            let stepping = lane.stepping();
            if self.taken.calls > 1 && stepping != self.taken.stepping {
                // A different step than at the last check.
                self.taken.stepping = stepping;
                wait = Wait::new(state.number.load(Relaxed), deadline.min(self.left()?));
            }
            let left = wait.left().ok_or(Failure::Late)?;
            lane.up.sleep(seen, Some(left));
        }
    }
}
