//! Executing commands.

use super::tape::{existing_recording, taken};
use super::{Flow, Worker, without_scene};
use crate::command::{Command, Speed};
use crate::event::{EndReason, Event};
use crate::frame::RunState;
use sim_abi::model::ComponentRef;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Simulation, refusal};
use sim_core::output_lock::Existing;
use sim_core::plugins::PluginHost;

impl Worker {
    /// Executes a command.
    pub(super) fn dispatch(&mut self, command: Command) -> Flow {
        let words = command.words();
        match command {
            Command::Quit => return Flow::Quit,
            Command::Load { scene, options } => self.load(scene, options),
            Command::Rebuild { scene, back } => self.rebuild(scene, back),
            Command::StartFrom { scene, changes } => {
                let remarks = self.interventions.len();
                for change in changes {
                    self.dispatch(change);
                }
                if self.simulation.as_ref().is_some_and(|simulation| simulation.tick() == 0) {
                    // They are part of the recorded scene.
                    self.interventions.truncate(remarks);
                }
                self.scene = Some(scene);
                self.publish_saved_states();
            }
            Command::Annotated(scene) => self.annotate(scene),
            Command::Close => self.close(),
            Command::Preview { id, scene, options } => self.preview(id, &scene, &options),
            Command::Model { id, scene, robot } => self.model(id, &scene, &robot),
            Command::Play => self.play(),
            Command::Pause => self.pause(),
            Command::Step(count) => self.step(count),
            Command::Stop => {
                self.pause();
                self.reset();
            }
            Command::Reset => self.reset(),
            Command::Speed(speed) => self.set_speed(speed),
            Command::Rescan => self.hold(|worker, simulation| worker.rescan(simulation)),
            Command::Packs => self.follow_packs(),
            Command::Install(file) => self.hold(|worker, simulation| worker.install(&file, simulation)),
            Command::ReloadLibrary(file) => self.hold(|worker, simulation| worker.reload_library(&file, simulation)),
            Command::Record(path) => match existing_recording(&path) {
                Some(there) => self.refuse(words, taken(&there)),
                None => self.start_recording(path, Existing::Kept),
            },
            Command::RecordOver(path) => self.start_recording(path, Existing::Replaced),
            Command::StopRecording => self.hold(|worker, simulation| {
                if let Some(simulation) = simulation {
                    worker.stop_recording(simulation, "recording was stopped", Vec::new());
                }
            }),
            Command::Subscribe(series) => self.subscribe(series),
            Command::Unsubscribe(series) => self.unsubscribe(&series),
            Command::Trails(options) => self.set_trails(options),
            Command::Select(mut robots) => {
                let count = self.simulation.as_ref().map_or(0, Simulation::robot_count);
                robots.retain(|robot| *robot < count);
                self.publisher.wanted.selected = robots;
                self.publisher.changed();
            }
            Command::Contacts(wanted) => {
                self.publisher.wanted.contacts = wanted;
                self.publisher.changed();
            }
            Command::Links(wanted) => {
                self.publisher.set_links(wanted);
                self.publisher.changed();
            }
            Command::FrameRate(rate) => self.publisher.set_rate(rate),
            Command::Snapshot => self.take_snapshot(),
            Command::Restore(id) => self.restore_snapshot(id),
            Command::Forget(id) => self.forget_snapshot(id),
            Command::StepBack(count) => self.step_back(count),
            // No response while another scene is being opened.
            Command::Verdicts => {
                if let Some(simulation) = &self.simulation {
                    self.out.send(Event::Verdicts(simulation.verdicts()));
                    self.publisher.changed();
                }
            }
            Command::Images(images) => {
                if let Some(simulation) = &mut self.simulation {
                    simulation.set_images(images.clone());
                }
                self.images = Some(images);
            }
            other => self.hold(|worker, simulation| match (simulation, other) {
                (Some(simulation), other) => worker.change(other, simulation),
                // The caller waits for a response.
                (None, Command::Call { id, .. } | Command::CallService { id, .. } | Command::Image { id, .. }) => {
                    worker.out.send(Event::Answer { id, result: Err(without_scene()) });
                    worker.publisher.changed();
                }
                (None, _) => worker.refuse_without_scene(words),
            }),
        }
        Flow::Continue
    }

    /// Executes a command that needs a simulation.
    fn change(&mut self, command: Command, simulation: &mut Simulation) {
        let words = command.words();
        let result = match command {
            Command::PlaceRobot { robot, state } => {
                let placed = simulation.place_robot(robot, state).and_then(|()| simulation.robot(robot));
                placed.map(|robot| format!("robot `{}` was moved manually", robot.name()))
            }
            Command::PlaceObject { object, state } => {
                let placed = simulation.place_object(object, state);
                let name = simulation.movable_objects().nth(object).map_or("", |(name, _)| name);
                placed.map(|()| format!("object `{name}` was moved manually"))
            }
            Command::SetController { robot, component } => {
                self.exchange(simulation, robot, "controller", &component, Simulation::set_controller)
            }
            Command::SetDynamics { robot, component } => {
                self.exchange(simulation, robot, "dynamics", &component, Simulation::set_dynamics)
            }
            Command::Key { robot, code, down } => {
                let pressed = simulation.press(robot, code, down);
                pressed.map(|()| format!("key {code} {}", if down { "pressed" } else { "released" }))
            }
            Command::Axis { robot, name, value } => {
                let moved = simulation.move_axis(robot, &name, value);
                moved.map(|()| format!("axis `{name}` moved to {value}"))
            }
            Command::Call { id, robot, component, function, arguments } => {
                let result = known_robot(simulation, Some(robot))
                    .and_then(|()| called(simulation, robot, &component, &function, &arguments));
                let note = result.is_ok().then(|| format!("`{component}.{function}` was called manually"));
                self.out.send(Event::Answer { id, result });
                self.publisher.changed();
                self.report_limits(simulation);
                let Some(note) = note else { return };
                Ok(note)
            }
            Command::CallService { id, service, function, arguments } => {
                let result = simulation.call_service(&service, &function, &arguments);
                let note = result.is_ok().then(|| format!("`{service}.{function}` was called manually"));
                let result = result.map_err(|fault| refusal(&service, &fault));
                self.out.send(Event::Answer { id, result });
                self.publisher.changed();
                let Some(note) = note else { return };
                Ok(note)
            }
            Command::Image { id, robot, component } => {
                let result = known_robot(simulation, Some(robot))
                    .and_then(|()| called(simulation, robot, &component, "image", &[]));
                self.out.send(Event::Answer { id, result });
                return self.publisher.changed();
            }
            Command::StateHash => {
                self.report_state_hash(simulation);
                return self.publisher.changed();
            }
            _ => return,
        };
        match result {
            Ok(note) => {
                self.note(simulation, note);
                self.publisher.changed();
            }
            Err(diagnostic) => self.refuse(words, diagnostic),
        }
    }

    /// Reports the digest of all states.
    pub(super) fn report_state_hash(&self, simulation: &Simulation) {
        self.out.send(Event::StateHash { tick: simulation.tick(), hash: simulation.state_hash() });
    }

    fn exchange(
        &mut self,
        simulation: &mut Simulation,
        robot: usize,
        kind: &str,
        component: &ComponentRef,
        set: fn(&mut Simulation, &PluginHost, usize, &ComponentRef) -> Result<(), Diagnostic>,
    ) -> Result<String, Diagnostic> {
        known_robot(simulation, Some(robot))?;
        set(simulation, &self.host, robot, component)?;
        self.publish_structure(simulation);
        Ok(format!(
            "the {kind} of robot `{}` was manually replaced by `{}`",
            simulation.robot(robot)?.name(),
            component.id
        ))
    }

    fn set_speed(&mut self, speed: Speed) {
        if let Speed::Factor(factor) = speed
            && (factor.is_nan() || factor <= 0.0)
        {
            let diagnostic = Diagnostic::error(Code::ConfigValue, format!("invalid speed {factor}"))
                .with_expected(format!(
                    "a number above 0, clamped to {slowest} … {fastest}",
                    slowest = Speed::SLOWEST,
                    fastest = Speed::FASTEST
                ))
                .with_found(factor.to_string())
                .with_help("to stop time, pause the run");
            return self.refuse("set the speed", diagnostic);
        }
        let time = self.simulation.as_ref().map_or(0.0, Simulation::time);
        self.pace.set(speed, time);
        self.publisher.changed();
    }

    fn play(&mut self) {
        const COMMAND: &str = "play";
        if self.let_time_run(COMMAND) {
            self.memory.forget_steps();
        }
    }

    /// Runs from the current time. Returns whether that is possible.
    fn let_time_run(&mut self, command: &'static str) -> bool {
        let Some(simulation) = &self.simulation else {
            self.refuse_without_scene(command);
            return false;
        };
        match &self.state {
            RunState::Ended(reason) => match &**reason {
                EndReason::Duration => self.beyond_end = true,
                EndReason::Service(reason) => {
                    let diagnostic = Diagnostic::error(Code::ConfigValue, "a service has ended the run")
                        .with_found(reason.clone())
                        .with_help("reset the run");
                    self.refuse(command, diagnostic);
                    return false;
                }
            },
            RunState::Playing if self.steps_left.is_none() => return true,
            _ => {}
        }
        self.steps_left = None;
        self.state = RunState::Playing;
        self.pace.restart(simulation.time());
        self.factor.clear();
        self.publisher.changed();
        true
    }

    fn pause(&mut self) {
        if matches!(self.state, RunState::Playing) {
            self.state = RunState::Paused;
            self.steps_left = None;
            self.factor.clear();
            self.publisher.changed();
        }
    }

    fn step(&mut self, count: u64) {
        let stepping = matches!(self.state, RunState::Playing) && self.steps_left.is_some();
        if count == 0 {
            return;
        }
        if let (true, Some(left)) = (stepping, &mut self.steps_left) {
            *left += count;
            return;
        }
        // Only single steps can be undone, not a free run.
        let free = matches!(self.state, RunState::Playing);
        if !self.let_time_run("step") {
            return;
        }
        if free {
            self.memory.forget_steps();
        }
        self.remember_step();
        self.steps_left = Some(count);
    }
}

fn known_robot(simulation: &Simulation, robot: Option<usize>) -> Result<(), Diagnostic> {
    let count = simulation.robot_count();
    match robot.filter(|robot| *robot >= count) {
        None => Ok(()),
        Some(robot) => Err(Diagnostic::error(Code::SceneReference, "unknown robot")
            .with_expected(format!("an index below {count}"))
            .with_found(robot.to_string())
            .with_help("the scene has changed; select the robot again")),
    }
}

fn called(
    simulation: &mut Simulation,
    robot: usize,
    component: &str,
    function: &str,
    arguments: &[serde_json::Value],
) -> Result<serde_json::Value, Diagnostic> {
    simulation.call(robot, component, function, arguments).map_err(|fault| refusal(component, &fault))
}
