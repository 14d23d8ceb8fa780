//! Building and closing simulations.

use super::Worker;
use crate::event::Event;
use crate::frame::RunState;
use crate::structure::Preview;
use sim_core::diagnostic::Diagnostics;
use sim_core::engine::{BuildOptions, Built, MigrationReport, PersistentServices, Simulation};
use sim_core::recording::components_in_use;
use sim_core::scene::LoadedScene;
use sim_pack::Revocations;
use std::sync::Arc;
use std::time::Instant;

impl Worker {
    /// Replaces the current scene.
    pub(super) fn load(&mut self, scene: Arc<LoadedScene>, options: BuildOptions) {
        let threads = options.threads.or(self.build.threads);
        self.build = BuildOptions { threads, ..options };
        self.steps_left = None;
        self.close_simulation("another scene was opened");
        self.memory.forget_steps();
        self.delete_saved_states();
        self.watch_scene(&scene);
        self.scene = Some(scene);
        self.start_over(RunState::Paused, PersistentServices::default());
    }

    /// Returns to the start of the scene.
    pub(super) fn reset(&mut self) {
        if self.scene.is_none() {
            return self.refuse_without_scene("reset");
        }
        // Pending steps do not apply to the new run.
        let stepped = self.steps_left.take().is_some();
        let after = match self.state {
            RunState::Playing if !stepped => RunState::Playing,
            _ => RunState::Paused,
        };
        // Connections held open by bridges survive the run.
        let staying = self.simulation.as_mut().map(Simulation::take_persistent_services).unwrap_or_default();
        self.close_simulation("the run was reset");
        self.memory.forget_steps();
        self.start_over(after, staying);
    }

    /// Ends the simulation and leaves everything empty.
    pub(super) fn close(&mut self) {
        self.steps_left = None;
        self.close_simulation("another scene was opened");
        self.scene = None;
        self.unbuilt = false;
        self.folders.forget_scene();
        self.memory.forget_steps();
        self.delete_saved_states();
        self.forget_run();
        self.state = RunState::Empty;
        self.publish_no_structure();
        self.follow_channels();
        self.renew_trails();
        self.publish_now(None);
    }

    /// Discards everything of the previous run.
    fn forget_run(&mut self) {
        self.interventions.clear();
        self.removed.clear();
        self.beyond_end = false;
        self.memory.steps_fail = false;
        self.forget_past();
        self.factor.clear();
    }

    /// Builds the scene and enters a state. The previous simulation has been closed.
    pub(super) fn start_over(&mut self, after: RunState, staying: PersistentServices) {
        let Some(scene) = self.scene.clone() else { return };
        self.announce_building(None);
        let begun = Instant::now();
        self.forget_run();
        let built = self.built(&scene);
        self.unbuilt = built.is_err();
        match built {
            Ok(Built { mut simulation, warnings }) => {
                simulation.adopt(staying);
                self.state = after;
                (self.faults_seen, self.limits_seen) = (0, 0);
                self.pace.restart(0.0);
                if let Some(images) = &self.images {
                    simulation.set_images(images.clone());
                }
                self.out.send(Event::Built { warnings, took: begun.elapsed() });
                self.take_into_use(simulation);
            }
            Err(findings) => {
                self.out.send(Event::BuildFailed(findings.clone()));
                self.publish_no_structure();
                self.fail(findings);
            }
        }
    }

    /// A simulation of a scene; warns about revoked packs in use.
    fn built(&mut self, scene: &LoadedScene) -> Result<Built, Diagnostics> {
        self.use_packs(scene);
        let mut built = Simulation::build(scene, &self.host, &self.build)?;
        let components = components_in_use(&built.simulation, scene, &self.host);
        built.warnings.append(Revocations::in_use(scene, &components));
        Ok(built)
    }

    /// Builds a changed scene and migrates the run; see [`Command::Rebuild`](crate::Command::Rebuild).
    pub(super) fn rebuild(&mut self, scene: Arc<LoadedScene>, back: bool) {
        let Some(mut old) = self.simulation.take() else {
            let (options, saved) = (self.build.clone(), std::mem::take(&mut self.memory.saved));
            self.load(scene, options);
            self.memory.saved = saved;
            return self.publish_saved_states();
        };
        let before = self.state.clone();
        self.announce_building(Some(&mut old));
        let begun = Instant::now();
        let built = self.built(&scene);
        let carried = built.and_then(|Built { mut simulation, warnings }| {
            // Before the first tick, only open connections are migrated: the scene defines all initial states.
            if old.tick() == 0 {
                let refused =
                    simulation.keep_objects(&old).map_err(|diagnostic| Diagnostics::from_iter([diagnostic]))?;
                simulation.adopt(old.take_persistent_services());
                let report = (!refused.is_empty()).then(|| MigrationReport { refused, ..MigrationReport::default() });
                return Ok((simulation, warnings, report));
            }
            let report = simulation.migrate_from_with(&mut old, &mut self.removed, back);
            let report = report.map_err(|diagnostic| Diagnostics::from_iter([diagnostic]))?;
            Ok((simulation, warnings, Some(report)))
        });
        let (mut simulation, warnings, report) = match carried {
            Ok(carried) => carried,
            Err(findings) => {
                self.out.send(Event::BuildFailed(findings));
                self.state = before;
                self.pace.restart(old.time());
                self.simulation = Some(old);
                return self.publisher.changed();
            }
        };
        let reason = "the scene has changed, and a recording has only one layout";
        self.stop_recording(&old, reason, Vec::new());
        let ran = old.tick() > 0;
        self.finish(old);
        if let Some(images) = &self.images {
            simulation.set_images(images.clone());
        }
        if ran {
            simulation.start();
        }
        self.state = before;
        self.watch_scene(&scene);
        self.scene = Some(scene);
        self.memory.forget_steps();
        self.memory.steps_fail = false;
        (self.faults_seen, self.limits_seen) = (simulation.faults().len(), 0);
        self.pace.restart(simulation.time());
        self.factor.clear();
        self.out.send(Event::Built { warnings, took: begun.elapsed() });
        if let Some(report) = report {
            self.out.send(Event::Rebuilt(report));
        }
        self.report(&mut simulation);
        // Before the first tick nothing is migrated: the scene defines everything.
        match ran {
            true => self.note(&simulation, "the scene was edited".to_string()),
            false => self.interventions.clear(),
        }
        self.take_into_use(simulation);
    }

    /// Builds a scene, reports its structure, and drops it.
    pub(super) fn preview(&mut self, id: u64, scene: &Arc<LoadedScene>, options: &BuildOptions) {
        let built = Simulation::build(scene, &self.host, options);
        let result = built.map(|Built { mut simulation, .. }| Arc::new(Preview::of(&mut simulation, scene)));
        self.out.send(Event::Preview { id, result });
        if let Some(simulation) = &self.simulation {
            self.pace.restart(simulation.time());
        }
        self.publisher.changed();
    }

    /// Makes a model of a robot of a scene and reports it.
    pub(super) fn model(&mut self, id: u64, scene: &LoadedScene, robot: &str) {
        let result = sim_core::engine::robot_model(scene, &self.host, &self.build, robot).map(Arc::new);
        self.out.send(Event::Model { id, result });
        self.publisher.changed();
    }

    fn announce_building(&mut self, simulation: Option<&mut Simulation>) {
        self.state = RunState::Building;
        self.publish_now(simulation);
    }

    fn take_into_use(&mut self, mut simulation: Simulation) {
        let before = self.out.structure.get();
        self.publish_structure(&simulation);
        self.memory.past.migrate(&before, &self.out.structure.get());
        self.follow_channels();
        self.renew_trails();
        self.publish_now(Some(&mut simulation));
        self.simulation = Some(simulation);
        self.publish_saved_states();
    }

    /// Ends the simulation, if any: the recording is closed, services stop, components are dropped.
    pub(super) fn close_simulation(&mut self, reason: &'static str) {
        let Some(simulation) = self.simulation.take() else { return };
        // The summary is created first; failures while components are dropped are recorded before it.
        let summary = self.summary(&simulation);
        let faults = self.finish(simulation);
        if let Some(summary) = summary {
            self.close_tape(&summary, reason, &faults);
        }
    }

    /// Ends a simulation and reports its last events; returns the faults.
    fn finish(&mut self, simulation: Simulation) -> Vec<sim_core::engine::Fault> {
        let known = simulation.faults().len();
        let finished = simulation.finish();
        finished.log.into_iter().for_each(|line| self.out.send(Event::Log(line)));
        let faults: Vec<_> = finished.faults.into_iter().skip(known).collect();
        faults.iter().for_each(|fault| self.out.send(Event::Fault(Box::new(fault.clone()))));
        faults
    }
}
