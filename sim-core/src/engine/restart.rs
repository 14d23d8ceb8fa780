//! Components of robots whose process has ended, made anew with the state that they have saved last.
//!
//! Whoever asks for it with [`Isolation::restarts`](crate::plugins::Isolation::restarts) gets it: the fault stays a fault, the robot is made
//! safe for the rest of the tick, and goes on with the next one. Services are not made anew, since what they have told others outside
//! cannot be taken back.

use super::mover::{Drive, Mover, Slot};
use super::reload::settle;
use super::{LogLine, Simulation};
use crate::diagnostic::{Code, Sentence};
use crate::plugins::{Instance, Table};
use crate::words;
use sim_abi::declare::Kind;
use sim_abi::ffi::types::LogLevel;
use std::collections::BTreeMap;

/// Time from one saving to the next, s.
const PERIOD: f64 = 1.0;

/// What is kept to make components anew.
pub(super) struct Restarts {
    /// How often each of them may be made anew.
    most: u32,
    /// Ticks from one saving to the next.
    every: u64,
    /// Faults that have been looked at.
    seen: usize,
    kept: BTreeMap<Key, Kept>,
}

/// A component: the number of its robot, its kind, and its name.
type Key = (usize, u32, String);

/// What is kept of a component.
#[derive(Default)]
struct Kept {
    /// What it has saved last, and when, s.
    saved: Option<(Vec<u8>, f64)>,
    restarts: u32,
}

impl Restarts {
    /// Makes components anew up to so many times, in a simulation with this time step, s.
    pub(super) fn new(most: u32, dt: f64) -> Self {
        Self { most, every: ((PERIOD / dt).round() as u64).max(1), seen: 0, kept: BTreeMap::new() }
    }
}

impl Simulation {
    /// Makes components anew whose process has ended in this tick, and lets others save their state when it is time for it.
    pub(super) fn restart_components(&mut self) {
        let restarts = &mut self.restarts;
        if restarts.most == 0 {
            return;
        }
        let faults = self.faults.get(restarts.seen..).unwrap_or_default();
        restarts.seen = self.faults.len();
        let time = self.tick as f64 * self.dt;
        for fault in faults.iter().filter(|fault| fault.code == Code::EngineProcess.to_string()) {
            let Some(robot) = self.movers.iter().position(|mover| *mover.name == *fault.robot) else { continue };
            let kept = restarts.kept.entry((robot, fault.kind as u32, fault.component.clone())).or_default();
            if kept.restarts >= restarts.most {
                continue;
            }
            kept.restarts += 1;
            let mover = &mut self.movers[robot];
            let (name, mut again) = (mover.name.clone(), Err(Sentence::default()));
            mover.visit(&mut Restart {
                robot: &name,
                component: (fault.kind, &fault.component),
                kept,
                result: &mut again,
            });
            let id = fault.id.clone();
            let (level, text) = match again {
                Ok(Some(since)) => {
                    let since = format!("{since:.3}");
                    (
                        LogLevel::Warn,
                        say!("engine-restarted-with", "{id} made anew, with its state of {since} s", id, since),
                    )
                }
                Ok(None) => (LogLevel::Warn, say!("engine-restarted", "{id} made anew, without a state", id)),
                Err(reason) => {
                    (LogLevel::Error, say!("engine-not-restarted", "{id} cannot be made anew: {reason}", id, reason))
                }
            };
            mover.halted = mover.any_stopped();
            mover.wake_sensors();
            let component = fault.component.as_str().into();
            self.log.push(LogLine { time, robot: name, component, level, text });
        }
        if self.tick.is_multiple_of(restarts.every) {
            for (robot, mover) in self.movers.iter_mut().enumerate() {
                mover.visit(&mut Save { robot, kept: &mut restarts.kept, time });
            }
        }
    }
}

/// Something to be done with each component of a robot.
trait Visitor {
    fn visit<T: Table>(&mut self, slot: &mut Slot<T>);
}

impl Mover {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        self.sensors.iter_mut().for_each(|sensor| visitor.visit(&mut sensor.slot));
        self.actuators.iter_mut().for_each(|actuator| visitor.visit(&mut actuator.slot));
        self.controller.iter_mut().for_each(|slot| visitor.visit(slot));
        if let Drive::Plugin(slot) = &mut self.drive {
            visitor.visit(slot);
        }
    }
}

/// Keeps what components in other processes save.
struct Save<'a> {
    robot: usize,
    kept: &'a mut BTreeMap<Key, Kept>,
    time: f64,
}

impl Visitor for Save<'_> {
    fn visit<T: Table>(&mut self, slot: &mut Slot<T>) {
        if slot.stopped || !slot.instance.is_isolated() {
            return;
        }
        // One that fails to save is found out by its next step, and what it has saved before is kept.
        if let Ok(Some(state)) = slot.instance.save() {
            let kept = self.kept.entry((self.robot, T::KIND as u32, slot.origin.name.to_string())).or_default();
            kept.saved = Some((state, self.time));
        }
    }
}

/// Makes one component anew.
struct Restart<'a> {
    robot: &'a str,
    component: (Kind, &'a str),
    kept: &'a Kept,
    /// When its state was saved, if it had any, or why it cannot be made.
    result: &'a mut Result<Option<f64>, Sentence>,
}

impl Visitor for Restart<'_> {
    fn visit<T: Table>(&mut self, slot: &mut Slot<T>) {
        if slot.stopped && (T::KIND, &*slot.origin.name) == self.component {
            *self.result = self.make(slot);
        }
    }
}

impl Restart<'_> {
    fn make<T: Table>(&self, slot: &mut Slot<T>) -> Result<Option<f64>, Sentence> {
        let offer = slot.origin.offer.clone();
        let made = Instance::<T>::create(&offer, &slot.origin.request(self.robot));
        let mut instance = made.map_err(|diagnostic| diagnostic.message)?;
        let since = match &self.kept.saved {
            Some((state, since)) => {
                instance.restore(state).map_err(|fault| words::whole(&fault))?;
                Some(*since)
            }
            None => None,
        };
        settle(slot, instance, &offer);
        Ok(since)
    }
}
