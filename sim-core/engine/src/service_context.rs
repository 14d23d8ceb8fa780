//! The context of a service call: its permissions, and its effects for the engine.

use super::between_ticks::Placement;
use super::command_limits::{CommandSource, LimitedCommand};
use super::component_call::CallContext;
use super::external_input::ExternalInputs;
use super::mover::Mover;
use super::tick::Tick;
use serde_json::Value;
use sim_abi::declare::Function;
use sim_abi::panel::Panel;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// A request of a service that the engine executes after the services have run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deferred {
    /// Add an object, given in scene format, for a service.
    AddObject(Arc<str>, Value),
    /// Remove an object.
    RemoveObject(Arc<str>, String),
    /// End the run.
    Stop(String),
    /// Restart the controller of a robot.
    RestartController(u32),
}

/// Effects of services for the engine.
#[derive(Default)]
pub(super) struct ServiceEffects {
    /// Requests executed after the services have run.
    pub(super) deferred: Vec<Deferred>,
    /// Robots that were moved during the last tick and since then.
    pub(super) placements: Vec<Placement>,
    /// External input, and its replacement in a replay.
    pub(super) external_inputs: ExternalInputs,
}

impl ServiceEffects {
    /// Discards the effects that are older than the last tick; `tick` is the coming one.
    pub(super) fn forget_old(&mut self, tick: Tick) {
        self.placements.retain(|placement| placement.tick > tick.number);
        self.external_inputs.received.retain(|lines| lines.tick > tick.number);
    }
}

/// The kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Start,
    Step,
    Stop,
    Idle,
}

/// The context of a service call; it begins with the context of a query, so that both kinds of functions find theirs.
#[repr(C)]
pub(super) struct ServiceContext<'a> {
    pub(super) query: CallContext<'a>,
    pub(super) movers: RefCell<&'a mut [Mover]>,
    pub(super) effects: RefCell<&'a mut ServiceEffects>,
    /// Receives the first clamped command of each robot.
    pub(super) limited: RefCell<&'a mut Vec<LimitedCommand>>,
    pub(super) operator: RefCell<super::world::Operator>,
    pub(super) grants: &'a [&'static str],
    pub(super) service: &'a Arc<str>,
    /// Functions that it exposes.
    pub(super) functions: &'a [Function],
    /// Its panel.
    pub(super) panel: &'a RefCell<Option<Arc<Panel>>>,
    /// It has requested something that the scene does not grant.
    pub(super) overstepped: Cell<bool>,
    /// The kind of call.
    pub(super) phase: Phase,
    /// The next tick.
    pub(super) coming: Tick,
    /// The first tick whose end state includes its effects.
    pub(super) seen: u64,
    /// It has had an effect that is visible to others.
    pub(super) acted: Cell<bool>,
}

/// Help text for numbers that are not finite.
pub(super) const CHECK_NUMBERS: &str = "check the values that the service computes";

pub(super) fn refuse<T>(message: String, help: &'static str) -> Result<T, sim_abi::Fault> {
    Err(sim_abi::Fault::new(message).help(help))
}

impl ServiceContext<'_> {
    pub(super) fn granted(&self, grant: &'static str) -> Result<(), sim_abi::Fault> {
        if self.grants.contains(&grant) {
            self.acted.set(true);
            return Ok(());
        }
        self.overstepped.set(true);
        let message = format!("service `{service}` needs the grant `{grant}`", service = self.service);
        Err(sim_abi::Fault::new(message)
            .help(format!("add it to the `grants` of the service in the scene: grants: [{grant}]")))
    }

    /// Runs `act` with the service as the source of commands.
    pub(super) fn as_source<T>(&self, act: impl FnOnce(&mut CommandSource<'_>) -> T) -> T {
        let limited = &mut **self.limited.borrow_mut();
        act(&mut CommandSource { name: Some(self.service), time: self.query.tick.time(), limited })
    }

    /// Runs `act` on a robot.
    pub(super) fn robot<T>(
        &self,
        robot: u32,
        act: impl FnOnce(&mut Mover) -> Result<T, sim_abi::Fault>,
    ) -> Result<T, sim_abi::Fault> {
        let mut movers = self.movers.borrow_mut();
        match movers.get_mut(robot as usize).filter(|mover| mover.identity.robot) {
            Some(mover) => act(mover),
            None => refuse(format!("unknown robot {robot}"), "robot indices run from 0 to `robot_count` - 1"),
        }
    }

    /// Runs `act` on a robot if a grant allows it.
    pub(super) fn granted_robot<T>(
        &self,
        grant: &'static str,
        robot: u32,
        act: impl FnOnce(&mut Mover) -> Result<T, sim_abi::Fault>,
    ) -> Result<T, sim_abi::Fault> {
        self.granted(grant).and_then(|()| self.robot(robot, act))
    }
}
