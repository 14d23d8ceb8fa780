//! The context of a service's call: what it may do, and what it leaves behind for the engine.

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

/// What a service has asked for and the engine does after the services have run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deferred {
    /// Add an object, given as in a scene, for a service.
    AddObject(Arc<str>, Value),
    /// Remove an object.
    RemoveObject(Arc<str>, String),
    /// End the run.
    Stop(String),
    /// Make the controller of a robot anew.
    RestartController(u32),
}

/// What services leave behind for the engine.
pub(super) struct ServiceEffects<'a> {
    /// What is done after they have run.
    pub(super) deferred: &'a mut Vec<Deferred>,
    /// Commands that were limited for the first time.
    pub(super) limited: &'a mut Vec<LimitedCommand>,
    /// Robots that were put somewhere else.
    pub(super) placements: &'a mut Vec<Placement>,
    /// What has come from outside, and what is told instead in a replay.
    pub(super) external_inputs: &'a mut ExternalInputs,
}

/// Which of the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Start,
    Step,
    Stop,
    Idle,
}

/// The context of a service's call; it begins with the context of a query, so that both functions find theirs.
#[repr(C)]
pub(super) struct ServiceContext<'a> {
    pub(super) query: CallContext<'a>,
    pub(super) movers: RefCell<&'a mut [Mover]>,
    pub(super) effects: RefCell<ServiceEffects<'a>>,
    pub(super) operator: RefCell<super::world::Operator>,
    pub(super) grants: &'a [&'static str],
    pub(super) service: &'a Arc<str>,
    /// Functions that it offers.
    pub(super) functions: &'a [Function],
    /// What it shows of itself.
    pub(super) panel: &'a RefCell<Option<Arc<Panel>>>,
    /// It has asked for something that the scene does not grant.
    pub(super) overstepped: Cell<bool>,
    /// Which of the calls.
    pub(super) phase: Phase,
    /// The tick that comes next.
    pub(super) coming: Tick,
    /// The first tick at whose end one sees what it does.
    pub(super) seen: u64,
    /// It has done something that others may see.
    pub(super) acted: Cell<bool>,
}

/// What to do about numbers that are not finite.
pub(super) const CHECK_NUMBERS: &str = "check the numbers of the service";

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
        let message = format!(
            "the service `{service}` needs the grant `{grant}`, which the scene does not give it",
            service = self.service
        );
        Err(sim_abi::Fault::new(message)
            .help(format!("add it to the service's `grants` in the scene, as in grants: [{grant}]")))
    }

    /// Runs `act` with whoever sets commands: the service.
    pub(super) fn as_source<T>(&self, act: impl FnOnce(&mut CommandSource<'_>) -> T) -> T {
        let mut effects = self.effects.borrow_mut();
        act(&mut CommandSource { name: Some(self.service), time: self.query.tick.time(), limited: effects.limited })
    }

    /// Runs `act` on a robot.
    pub(super) fn robot<T>(
        &self,
        robot: u32,
        act: impl FnOnce(&mut Mover) -> Result<T, sim_abi::Fault>,
    ) -> Result<T, sim_abi::Fault> {
        let mut movers = self.movers.borrow_mut();
        match movers.get_mut(robot as usize).filter(|mover| mover.robot) {
            Some(mover) => act(mover),
            None => refuse(format!("there is no robot {robot}"), "ask `robot_count` first; robots count from 0"),
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
