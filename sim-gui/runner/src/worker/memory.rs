//! Data about the past: saved states, histories, trails.

use super::Worker;
use super::past::Past;
use super::saved_states::StoredState;
use crate::command::TrailOptions;
use crate::event::Event;
use crate::frame::RunState;
use crate::history::{Series, Subject};
use crate::structure::Structure;
use crate::trails::Trails;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Simulation, Snapshot};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

/// Maximum number of robots in all states saved for stepping back.
const MAX_STEP_ROBOTS: usize = 100_000;
/// Maximum number of states saved for stepping back.
const MAX_STEPS_BACK: usize = 100;

/// The past.
#[derive(Default)]
pub(super) struct Memory {
    /// States saved by the user, by id.
    pub(super) saved: BTreeMap<u64, StoredState>,
    /// The last assigned id of a saved state.
    pub(super) last_id: u64,
    /// States before each step since time last ran.
    steps: VecDeque<Snapshot>,
    /// Whether their failure to be saved has been reported.
    pub(super) steps_fail: bool,
    /// Past values of all channels, for histories that start later.
    pub(super) past: Past,
    subscribed: Vec<Arc<Series>>,
    /// Histories with a channel, with robot and index.
    live: Vec<(Arc<Series>, usize, usize)>,
    trail_options: Option<TrailOptions>,
    trails: Arc<Option<Trails>>,
    /// Robots of the trails.
    names: Vec<Arc<str>>,
}

impl Memory {
    /// Number of steps that can be undone.
    pub(super) fn steps_back(&self) -> usize {
        self.steps.len()
    }

    /// Time has run or the scene has changed: steps can no longer be undone.
    pub(super) fn forget_steps(&mut self) {
        self.steps.clear();
    }

    /// Writes histories and trails.
    pub(super) fn after_tick(&mut self, simulation: &Simulation) {
        self.past.after_tick(simulation);
        for (series, robot, index) in &self.live {
            if let Ok(robot) = simulation.robot(*robot) {
                series.push(simulation.time(), robot.telemetry()[*index]);
            }
        }
        if let Some(trails) = &*self.trails {
            trails.follow(simulation);
        }
    }

    /// The run has returned to a time, s.
    fn go_back_to(&mut self, time: f64) {
        self.past.go_back_to(time);
        self.subscribed.iter().for_each(|series| series.go_back_to(time));
        if let Some(trails) = &*self.trails {
            trails.go_back_to(time);
        }
    }

    /// Finds the channel of a history in a structure.
    fn find(series: &Series, structure: &Structure) -> Option<Subject> {
        let subject = series.subject();
        match subject.names {
            Some((robot, channel)) => {
                let index = structure.robot(&robot)?;
                let place = structure.channel(index, &channel)?;
                Some(Subject { robot: index, index: place, names: Some((robot, channel)) })
            }
            None => {
                let robot = structure.robots.get(subject.robot)?;
                let channel = robot.parts.channels.iter().find(|channel| channel.index == subject.index)?;
                Some(Subject { names: Some((robot.name.to_string(), channel.path.clone())), ..subject })
            }
        }
    }
}

impl Worker {
    /// Saves the state before steps are executed.
    pub(super) fn remember_step(&mut self) {
        let snapshot = match self.simulation.as_ref().map(Simulation::snapshot) {
            Some(Ok(snapshot)) => snapshot,
            Some(Err(diagnostic)) => {
                // Without this state, one step back would lead to an earlier state.
                self.memory.forget_steps();
                if !std::mem::replace(&mut self.memory.steps_fail, true) {
                    self.out.send(Event::StepNotSaved(diagnostic.into_warning()));
                    self.publisher.changed();
                }
                return;
            }
            None => return,
        };
        let robots = self.simulation.as_ref().map_or(1, |simulation| simulation.robot_count().max(1));
        let most = (MAX_STEP_ROBOTS / robots).clamp(1, MAX_STEPS_BACK);
        while self.memory.steps.len() >= most {
            self.memory.steps.pop_front();
        }
        self.memory.steps.push_back(snapshot);
    }

    pub(super) fn step_back(&mut self, count: u64) {
        let mut wanted = None;
        for _ in 0..count {
            wanted = self.memory.steps.pop_back().or(wanted);
        }
        match wanted {
            Some(snapshot) => self.go_to(&snapshot, None, "step back"),
            None => {
                let diagnostic = Diagnostic::error(Code::ConfigValue, "no step to undo")
                    .with_help("only single steps since the last run can be undone; reset the run instead");
                self.refuse("step back", diagnostic);
            }
        }
    }

    /// Restores a state; `id` is that of a state saved by the user.
    pub(super) fn go_to(&mut self, snapshot: &Snapshot, id: Option<u64>, command: &'static str) {
        let Some(mut simulation) = self.simulation.take() else { return self.refuse_without_scene(command) };
        // Summary of the run until now: a recording ends with it.
        let summary = self.summary(&simulation);
        let restored = simulation.restore(snapshot);
        let is_as_before =
            restored.is_err() && summary.as_ref().is_some_and(|summary| simulation.digest().ok() == summary.digest);
        if let Some(summary) = summary.filter(|_| !is_as_before) {
            self.close_tape(&summary, "the run returned to an earlier state", &[]);
        }
        let stepped = self.steps_left.take().is_some();
        self.state = match std::mem::replace(&mut self.state, RunState::Paused) {
            RunState::Playing if restored.is_ok() && !stepped => RunState::Playing,
            RunState::Ended(reason) if restored.is_err() => RunState::Ended(reason),
            _ => RunState::Paused,
        };
        match restored {
            Ok(()) => {
                self.faults_seen = simulation.faults().len();
                self.beyond_end &= self.last_tick(simulation.dt()).is_some_and(|last| simulation.tick() >= last);
                self.memory.go_back_to(simulation.time());
                self.pace.restart(simulation.time());
                self.factor.clear();
                self.publisher.refresh_faults(&simulation);
                // The frame first: receivers of the event read the current state.
                self.publish_now(Some(&mut simulation));
                self.out.send(Event::Restored { tick: simulation.tick(), id });
                self.publisher.changed();
            }
            Err(diagnostic) => {
                // A part of the state may have been restored.
                self.factor.clear();
                self.publisher.refresh_faults(&simulation);
                self.publish_now(Some(&mut simulation));
                self.refuse(command, diagnostic);
            }
        }
        self.simulation = Some(simulation);
    }

    /// Starts a history with past values of its channel.
    pub(super) fn subscribe(&mut self, series: Arc<Series>) {
        let found = Memory::find(&series, &self.out.structure.get());
        if let (Some(Subject { robot, index, .. }), Some(simulation)) = (found, &self.simulation) {
            self.memory.past.fill(&series, robot, index);
            // Before the first tick nothing has been read; the current time may lie between two saved samples.
            if simulation.tick() > 0
                && series.last().is_none_or(|(time, _)| time < simulation.time())
                && let Ok(robot) = simulation.robot(robot)
            {
                series.push(simulation.time(), robot.telemetry()[index]);
            }
        }
        self.memory.subscribed.push(series);
        self.follow_channels();
    }

    pub(super) fn unsubscribe(&mut self, series: &Arc<Series>) {
        self.memory.subscribed.retain(|other| !Arc::ptr_eq(other, series));
        self.memory.live.retain(|(other, ..)| !Arc::ptr_eq(other, series));
        series.set_subject(None);
    }

    /// Finds the channels of all histories in the current structure.
    pub(super) fn follow_channels(&mut self) {
        let structure = self.out.structure.get();
        self.memory.live.clear();
        for series in &self.memory.subscribed {
            let found = Memory::find(series, &structure);
            if let Some(subject) = &found {
                self.memory.live.push((series.clone(), subject.robot, subject.index));
            } else if let (true, Some((robot, channel))) = (series.is_live(), series.names()) {
                self.out.send(Event::ChannelLost { robot, channel });
            }
            series.set_subject(found);
        }
        self.publisher.changed();
    }

    pub(super) fn set_trails(&mut self, options: Option<TrailOptions>) {
        self.memory.trail_options = options;
        self.memory.trails = Arc::default();
        self.renew_trails();
    }

    /// Creates trails for the robots of the current structure; trails of existing robots continue.
    pub(super) fn renew_trails(&mut self) {
        let structure = self.out.structure.get();
        let trails = self.memory.trail_options.as_ref().map(|options| Trails::new(options, structure.robots.len()));
        if let (Some(trails), Some(old)) = (&trails, &*self.memory.trails) {
            let known: HashMap<&str, usize> =
                self.memory.names.iter().enumerate().map(|(robot, name)| (&**name, robot)).collect();
            trails.carry(old, |robot| known.get(&*structure.robots[robot].name).copied());
        }
        self.memory.names = structure.robots.iter().map(|robot| robot.name.clone()).collect();
        self.memory.trails = Arc::new(trails);
        self.out.trails.put(self.memory.trails.clone());
        self.publisher.changed();
    }

    /// The run starts over: clears histories and trails.
    pub(super) fn forget_past(&mut self) {
        self.memory.past.clear();
        self.memory.subscribed.iter().for_each(|series| series.clear());
        self.memory.trails = Arc::default();
    }
}
