//! The loop of ticks.

use super::Simulation;
use super::acceptance::Inputs;
use super::advance;
use super::collide::invalid_geometry;
use super::log::LogLine;
use super::mover::Incident;
use super::service_context::Phase;
use super::signals;
use sim_diagnostics::Diagnostic;

impl Simulation {
    /// Calls the start functions of the services. Otherwise the first step does so.
    pub fn start(&mut self) {
        if !std::mem::replace(&mut self.started, true) {
            self.serve(Phase::Start);
        }
    }

    /// Interval in real time at which a service wants to run while the simulation waits, s; `None` if no service does.
    pub fn idle_period(&self) -> Option<f64> {
        let wanting = self.services.iter().filter(|service| !service.slot.stopped);
        wanting.filter_map(|service| service.slot.instance.declaration().idle).min_by(f64::total_cmp)
    }

    /// Lets services with an idle period work between ticks. Nothing moves, and the clock stops. Call it while waiting, e.g. for the time
    /// of the next tick or while paused. Returns whether a service did or printed something.
    pub fn idle(&mut self) -> bool {
        self.idle_period().is_some() && {
            self.start();
            self.serve(Phase::Idle)
        }
    }

    /// Runs ticks until `until` returns true; it is called after every tick.
    ///
    /// # Errors
    /// If a [sink](Sink) fails, or the geometry of the world cannot be updated, which is a bug in the core.
    pub fn run(&mut self, until: impl FnMut(&mut Simulation) -> bool + Send) -> Result<(), Diagnostic> {
        self.start();
        // Inside the pool nothing is handed over per tick, so a running simulation does not allocate.
        match self.pool.take() {
            None => self.run_here(until),
            Some(pool) => {
                let result = pool.install(|| self.run_here(until));
                self.pool = Some(pool);
                result
            }
        }
    }

    fn run_here(&mut self, mut until: impl FnMut(&mut Simulation) -> bool) -> Result<(), Diagnostic> {
        loop {
            self.one_tick()?;
            self.feed_sinks()?;
            if until(self) {
                return Ok(());
            }
        }
    }

    /// Runs one tick.
    ///
    /// # Errors
    /// As for [`Simulation::run`].
    pub fn step(&mut self) -> Result<(), Diagnostic> {
        self.steps(1)
    }

    /// Runs `count` ticks.
    ///
    /// # Errors
    /// As for [`Simulation::run`].
    pub fn steps(&mut self, count: u64) -> Result<(), Diagnostic> {
        if count == 0 {
            return Ok(());
        }
        let last = self.clock.number + count;
        self.run(|simulation| simulation.clock.number >= last)
    }

    fn one_tick(&mut self) -> Result<(), Diagnostic> {
        sim_files::activity::step(self.clock.number);
        let tick = self.clock;
        self.effects.forget_old(tick);
        self.script.play(tick, &mut self.world);
        // `install` has moved us to a thread of the pool, so the parallel calls below use it.
        let in_pool = self.pool.is_none() && rayon::current_thread_index().is_some();
        let parallel = in_pool && advance::is_worth_sharing(&self.movers);
        advance::advance_all(&mut self.movers, &mut self.motions, &self.world, tick, parallel);
        let (movers, motions) = (&mut self.movers, &mut self.motions);
        self.collider
            .run(movers, motions, &mut self.world, self.clock.dt, parallel)
            .map_err(|error| invalid_geometry(&error))?;
        sim_geometry::spin::serially(parallel, || self.conclude_tick());
        Ok(())
    }

    /// Work once per tick, after all bodies have reached their final poses.
    fn conclude_tick(&mut self) {
        self.report.collisions += self.collider.begun().len() as u64;
        self.release_seen_keys();
        let signalling = self.motions.iter().zip(&self.movers).filter(|(motion, _)| motion.signals);
        signals::collect(signalling.map(|(_, mover)| mover), &self.movers, &mut self.world);
        self.world.media.advance(self.clock.dt);
        if *self.world.drawn.get_mut() {
            self.update_links();
        }
        self.serve(Phase::Step);
        self.gather();
        self.stop_stray_callers();
        self.clock.number += 1;
        self.restart_components();
        let time = self.time();
        self.acceptance.update(Inputs { movers: &self.movers, services: &self.services }, time);
    }

    /// Releases keys that were pressed for less than a controller's period, once each controller has seen them.
    fn release_seen_keys(&mut self) {
        let operators = || self.world.robot_operators.iter().chain([&self.world.operator]);
        if operators().all(|operator| operator.recent.is_empty()) {
            return;
        }
        let periods = self.movers.iter().filter_map(|mover| Some(mover.components.controller.as_ref()?.every));
        let longest = periods.max().unwrap_or(1);
        let world = &mut self.world;
        world.robot_operators.iter_mut().chain([&mut world.operator]).for_each(|operator| operator.seen(longest));
    }

    /// Collects faults, log lines and first clamped commands, in the order of the movers.
    fn gather(&mut self) {
        let time = self.time();
        for (mover, _) in self.movers.iter_mut().zip(&self.motions).filter(|(_, motion)| motion.has_incidents) {
            self.report.limited.extend(mover.take_first_limited(time));
            for incident in mover.incidents.drain(..) {
                match incident {
                    Incident::Fault(fault) => self.report.faults.push(fault),
                    Incident::Log { component, level, text } => {
                        self.report.log.push(LogLine {
                            time,
                            robot: mover.identity.name.clone(),
                            component,
                            level,
                            text,
                        });
                    }
                }
            }
        }
    }
}
