//! Calls the services that are due and carries out their requests.

use super::Simulation;
use super::log::LogLine;
use super::mover::Incident;
use super::object_changes::Changer;
use super::service_context::{Deferred, Phase};
use super::services;
use super::session::restart_line;
use sim_abi::ffi::types::LogLevel;
use std::sync::Arc;

impl Simulation {
    /// Calls the services that are due. Returns whether one of them did or printed something.
    pub(super) fn serve(&mut self, phase: Phase) -> bool {
        if self.services.is_empty() {
            return false;
        }
        let mut any = false;
        let tick = self.clock;
        for service in &mut self.services {
            let due = match phase {
                Phase::Start => !std::mem::replace(&mut service.started, true),
                Phase::Step => (self.clock.number + 1).is_multiple_of(u64::from(service.slot.every)),
                Phase::Stop => service.started,
                Phase::Idle => service.slot.instance.declaration().idle.is_some(),
            };
            if service.slot.stopped || !due {
                continue;
            }
            let effects = (&mut self.effects, &mut self.report.limited);
            let (fault, acted) = services::run(service, phase, &mut self.world, &mut self.movers, effects, tick);
            any |= acted || fault.is_some();
            self.report.faults.extend(fault);
            if let Some(reason) = service.take_back() {
                self.report.log.push(restart_line(&service.slot.origin.name, tick.time(), reason));
            }
            for incident in service.incidents.borrow_mut().drain(..) {
                if let Incident::Log { component, level, text } = incident {
                    let robot = Arc::from("");
                    self.report.log.push(LogLine { time: tick.time(), robot, component, level, text });
                    any = true;
                }
            }
        }
        self.follow_placed();
        self.carry_out_deferred(phase == Phase::Start);
        any
    }

    /// Updates the index for bodies that were moved between ticks.
    pub(super) fn follow_placed(&mut self) {
        let mut any = false;
        for mover in self.movers.iter_mut().filter(|mover| mover.motion.placed) {
            // The pose was checked when it was set.
            any |= self.world.index.set_pose(mover.identity.body, &mover.motion.state.pose.into()).is_ok();
        }
        if any {
            self.world.index.refresh(false);
            self.touch_placed();
            self.forget_readings_ahead();
        }
    }

    /// Finds the contacts of bodies that were moved between ticks.
    pub(super) fn touch_placed(&mut self) {
        // Cannot fail for shapes that were validated on creation.
        _ = self.collider.touch_placed(&self.movers, &mut self.world);
        self.movers.iter_mut().for_each(|mover| mover.motion.placed = false);
    }

    /// Discards readings taken early for the coming tick, because the world has changed between ticks.
    pub(crate) fn forget_readings_ahead(&mut self) {
        let sensors = self.movers.iter_mut().flat_map(|mover| &mut mover.components.sensors);
        sensors.for_each(|sensor| sensor.read_ahead = None);
    }

    fn carry_out_deferred(&mut self, at_start: bool) {
        let deferred = std::mem::take(&mut self.effects.deferred);
        let is_change = |request: &Deferred| matches!(request, Deferred::AddObject(..) | Deferred::RemoveObject(..));
        // Built once for all requests, and the index is updated once.
        let mut names = deferred.iter().any(is_change).then(|| self.body_names());
        for request in deferred {
            let result = match request {
                Deferred::Stop(reason) => {
                    self.report.stopped.get_or_insert(reason);
                    Ok(())
                }
                Deferred::AddObject(service, object) => {
                    let names = names.get_or_insert_default();
                    self.insert_object(object, Some(Changer { service, at_start }), names)
                }
                Deferred::RemoveObject(service, name) => {
                    let names = names.get_or_insert_default();
                    self.take_object(&name, Some(Changer { service, at_start }), names)
                }
                Deferred::RestartController(robot) => self.restart_controller(robot as usize),
            };
            if let Err(diagnostic) = result {
                let line = LogLine::of_engine(self.time(), LogLevel::Error, diagnostic.sentence());
                self.report.log.push(line);
            }
        }
        if names.is_some() {
            self.follow_objects();
        }
    }
}
