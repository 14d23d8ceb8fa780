//! Restarts components of robots whose process has ended, with the state that they saved last.
//!
//! Enabled by [`Isolation::restarts`](sim_host::Isolation::restarts): the fault is still recorded, the robot is halted for the rest
//! of the tick and continues with the next one. Services are not restarted, because their external communication cannot be undone.

use super::mover::{Slot, Visitor};
use super::session::settle;
use super::{LogLine, Simulation};
use sim_abi::declare::Kind;
use sim_abi::ffi::types::LogLevel;
use sim_diagnostics::Code;
use sim_diagnostics::words;
use sim_diagnostics::words::counted;
use sim_host::{Instance, PluginLibrary, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Interval between saves, s.
const PERIOD: f64 = 1.0;

/// Maximum size of all saved states of a simulation, bytes.
const MAX_SAVED: usize = 256 << 20;

/// Saved states and counters for restarting components.
pub(super) struct Restarts {
    /// Maximum number of restarts per component.
    most: u32,
    /// Interval between saves, ticks.
    every: u64,
    data: BTreeMap<Key, RestartData>,
    /// Total size of all saved states, bytes.
    bytes: usize,
    /// Whether the warning that not all states are saved has been reported.
    warned: bool,
}

/// A component: the index of its robot, its kind, and its name.
type Key = (usize, u32, String);

/// Restart data of a component.
#[derive(Default)]
struct RestartData {
    saved: Option<Saved>,
    restarts: u32,
}

/// Last saved state of a component.
struct Saved {
    /// Number of the instance that it belongs to.
    instance: u64,
    state: Vec<u8>,
    /// Time of the save, s.
    time: f64,
}

/// A library that could not restart a component, and the reason.
type Refused = (*const PluginLibrary, String);

impl Restarts {
    /// Restarts components up to `most` times each, in a simulation with time step `dt`, s.
    pub(super) fn new(most: u32, dt: f64) -> Self {
        let every = ((PERIOD / dt).round() as u64).max(1);
        Self { most, every, data: BTreeMap::new(), bytes: 0, warned: false }
    }

    /// Discards the states, which belong to a different time.
    pub(super) fn forget_states(&mut self) {
        self.data.values_mut().for_each(|data| data.saved = None);
        self.bytes = 0;
    }
}

impl Simulation {
    /// Restarts components whose process ended in the last tick, and saves the states of the others when due.
    pub(super) fn restart_components(&mut self) {
        if self.restarts.most == 0 {
            return;
        }
        let time = self.time();
        let is_new = |fault: &&super::Fault| fault.tick + 1 >= self.clock.number;
        let first = self.report.faults.len() - self.report.faults.iter().rev().take_while(is_new).count();
        let mut refused = Vec::new();
        for fault in &mut self.report.faults[first..] {
            let Some(robot) = self.movers.iter().position(|mover| *mover.identity.name == *fault.robot) else {
                continue;
            };
            if fault.code != Code::EngineProcess.to_string() {
                continue;
            }
            let data = self.restarts.data.entry((robot, fault.kind as u32, fault.component.clone())).or_default();
            if data.restarts >= self.restarts.most {
                fault.outcome = used_up(fault.kind, data.restarts);
                continue;
            }
            let mover = &mut self.movers[robot];
            let (name, component) = (mover.identity.name.clone(), (fault.kind, fault.component.as_str()));
            let mut restart = Restart { robot: &name, component, data, refused: &mut refused, result: None };
            mover.components.visit(&mut restart);
            // Something else may have restarted it already.
            let Some(result) = restart.result else { continue };
            let id = fault.id.clone();
            let (level, text, outcome) = match result {
                Ok(Some(since)) => {
                    let since = format!("{since:.3}");
                    let outcome =
                        format!("the component was restarted with its state from {since} s; the robot continues");
                    let text = format!("{id} restarted with its state from {since} s");
                    (LogLevel::Warn, text, outcome)
                }
                Ok(None) => (
                    LogLevel::Warn,
                    format!("{id} restarted without a saved state"),
                    "the component was restarted in its initial state, since it had not saved any; the \
                     robot continues"
                        .to_string(),
                ),
                // It stays stopped, like a component that is not restarted.
                Err(reason) => (LogLevel::Error, format!("cannot restart {id}: {reason}"), String::new()),
            };
            fault.outcome = outcome;
            mover.commands.halted = mover.must_halt();
            mover.wake_sensors();
            let component = fault.component.as_str().into();
            self.report.log.push(LogLine { time, robot: name, component, level, text });
        }
        if self.clock.number.is_multiple_of(self.restarts.every) {
            self.save_components(time);
        }
    }

    fn save_components(&mut self, time: f64) {
        let (restarts, mut all) = (&mut self.restarts, true);
        for (robot, mover) in self.movers.iter_mut().enumerate() {
            mover.components.visit(&mut Save { robot, restarts, time, all: &mut all });
        }
        if !all && !std::mem::replace(&mut self.restarts.warned, true) {
            let most = MAX_SAVED >> 20;
            let text = format!(
                "saved states of components exceed {most} MiB; some components cannot be restarted with their state"
            );
            self.report.log.push(LogLine::of_engine(time, LogLevel::Warn, text));
        }
    }
}

/// Reports that a component has used up its restarts.
fn used_up(kind: Kind, count: u32) -> String {
    match kind {
        Kind::Dynamics => format!(
            "the robot was frozen in place: its dynamics had already been restarted {count}; the run \
             continues",
            count = counted(count, "time")
        ),
        _ => format!(
            "the component was stopped and its robot halted: it had already been restarted {count}; \
             the run continues",
            count = counted(count, "time")
        ),
    }
}

/// Saves the states of components in separate processes.
struct Save<'a> {
    robot: usize,
    restarts: &'a mut Restarts,
    time: f64,
    /// Whether all states fit.
    all: &'a mut bool,
}

impl Visitor for Save<'_> {
    fn visit<T: Table>(&mut self, slot: &mut Slot<T>) {
        if slot.stopped || !slot.instance.is_isolated() {
            return;
        }
        // A component that fails to save is detected by its next step, and its previous state is kept.
        let Ok(Some(state)) = slot.instance.save() else { return };
        let Restarts { data, bytes, .. } = &mut *self.restarts;
        let data = data.entry((self.robot, T::KIND as u32, slot.origin.name.to_string())).or_default();
        *bytes -= data.saved.take().map_or(0, |before| before.state.len());
        if *bytes + state.len() > MAX_SAVED {
            *self.all = false;
            return;
        }
        *bytes += state.len();
        data.saved = Some(Saved { instance: slot.instance.number(), state, time: self.time });
    }
}

/// Restarts one component.
struct Restart<'a> {
    robot: &'a str,
    component: (Kind, &'a str),
    data: &'a mut RestartData,
    /// Libraries that could not restart a component in this tick: each attempt may take as long as a call may.
    refused: &'a mut Vec<Refused>,
    /// When its state was saved, if it had any, or why it cannot be restarted; `None` if it has not stopped.
    result: Option<Result<Option<f64>, String>>,
}

impl Visitor for Restart<'_> {
    fn visit<T: Table>(&mut self, slot: &mut Slot<T>) {
        if !slot.stopped || (T::KIND, &*slot.origin.name) != self.component {
            return;
        }
        self.data.restarts += 1;
        let library = Arc::as_ptr(&slot.origin.offer.library);
        let result = match self.refused.iter().find(|(refused, _)| std::ptr::eq(*refused, library)) {
            Some((_, reason)) => Err(reason.clone()),
            None => self.make(slot).inspect_err(|reason| self.refused.push((library, reason.clone()))),
        };
        self.result = Some(result);
    }
}

impl Restart<'_> {
    fn make<T: Table>(&mut self, slot: &mut Slot<T>) -> Result<Option<f64>, String> {
        let offer = slot.origin.offer.clone();
        let made = Instance::<T>::create(&offer, &slot.origin.request(self.robot));
        let mut instance = made.map_err(|diagnostic| diagnostic.message)?;
        // A conforming library declares the same for the same parameters.
        if instance.declaration() != slot.instance.declaration() {
            return Err("its declaration has changed".to_string());
        }
        let ended = slot.instance.number();
        let saved = self.data.saved.as_mut().filter(|saved| saved.instance == ended);
        let mut since = None;
        if let Some(Saved { instance: of, state, time }) = saved {
            instance.restore(state).map_err(|fault| words::whole(&fault))?;
            (*of, since) = (instance.number(), Some(*time));
        }
        settle(slot, instance, &offer);
        Ok(since)
    }
}
