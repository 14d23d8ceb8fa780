//! What is kept of the past: states to go back to, histories, trails.

use super::Worker;
use super::kept::Kept;
use super::past::Past;
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

/// Robots in all states that stepping back keeps together.
const KEPT_ROBOTS: usize = 100_000;
/// States that stepping back keeps at most.
const KEPT_STEPS: usize = 100;

/// The past.
#[derive(Default)]
pub(super) struct Memory {
    /// States that a person has kept, by number.
    pub(super) kept: BTreeMap<u64, Kept>,
    /// The highest number of a kept state.
    pub(super) next_kept: u64,
    /// States before each step, since time last ran.
    steps: VecDeque<Snapshot>,
    /// It has been told that they cannot be saved.
    pub(super) steps_fail: bool,
    /// What all channels were, for histories that begin later.
    pub(super) past: Past,
    subscribed: Vec<Arc<Series>>,
    /// Those of them that have a channel, with robot and index.
    live: Vec<(Arc<Series>, usize, usize)>,
    trail_options: Option<TrailOptions>,
    trails: Arc<Option<Trails>>,
    /// Robots of the trails.
    names: Vec<Arc<str>>,
}

impl Memory {
    /// Steps that can be taken back.
    pub(super) fn steps_back(&self) -> usize {
        self.steps.len()
    }

    /// Time runs, or the scene is another: steps cannot be taken back any more.
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

    /// The run went back to a time, s.
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
    /// Keeps the state before steps are done.
    pub(super) fn remember_step(&mut self) {
        let snapshot = match self.simulation.as_ref().map(Simulation::snapshot) {
            Some(Ok(snapshot)) => snapshot,
            Some(Err(diagnostic)) => {
                // A state before an earlier step would not be where one step back leads.
                self.memory.forget_steps();
                if !std::mem::replace(&mut self.memory.steps_fail, true) {
                    self.out.tell(Event::StepNotKept(diagnostic.into_warning()));
                    self.publisher.changed();
                }
                return;
            }
            None => return,
        };
        let robots = self.simulation.as_ref().map_or(1, |simulation| simulation.robot_count().max(1));
        let most = (KEPT_ROBOTS / robots).clamp(1, KEPT_STEPS);
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
                let diagnostic = Diagnostic::error(Code::ConfigValue, "there is no step to take back")
                    .with_help("steps can be taken back until time runs again; go back to the start instead");
                self.refuse("step back", diagnostic);
            }
        }
    }

    /// Goes to a state; `kept` is the number of one that a person has kept.
    pub(super) fn go_to(&mut self, snapshot: &Snapshot, kept: Option<u64>, command: &'static str) {
        let Some(mut simulation) = self.simulation.take() else { return self.refuse_without_scene(command) };
        // How the run is before: a recording ends with it.
        let summary = self.summary(&simulation);
        let restored = simulation.restore(snapshot);
        let is_as_before =
            restored.is_err() && summary.as_ref().is_some_and(|summary| simulation.digest().ok() == summary.digest);
        if let Some(summary) = summary.filter(|_| !is_as_before) {
            self.close_tape(&summary, "the run went back to an earlier state", &[]);
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
                self.rates.clear();
                self.publisher.look_for_faults(&simulation);
                // The frame first: who hears of it looks at where the run is now.
                self.publish_now(Some(&mut simulation));
                self.out.tell(Event::Restored { tick: simulation.tick(), kept });
                self.publisher.changed();
            }
            Err(diagnostic) => {
                // A part of it may have been put back.
                self.rates.clear();
                self.publisher.look_for_faults(&simulation);
                self.publish_now(Some(&mut simulation));
                self.refuse(command, diagnostic);
            }
        }
        self.simulation = Some(simulation);
    }

    /// Begins a history with what its channel was before.
    pub(super) fn subscribe(&mut self, series: Arc<Series>) {
        let found = Memory::find(&series, &self.out.structure.get());
        if let (Some(Subject { robot, index, .. }), Some(simulation)) = (found, &self.simulation) {
            self.memory.past.fill(&series, robot, index);
            // Before the first tick nothing has been read; a moment ago may lie between two that were kept.
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

    /// Finds the channels of all histories in the present structure.
    pub(super) fn follow_channels(&mut self) {
        let structure = self.out.structure.get();
        self.memory.live.clear();
        for series in &self.memory.subscribed {
            let found = Memory::find(series, &structure);
            if let Some(subject) = &found {
                self.memory.live.push((series.clone(), subject.robot, subject.index));
            } else if let (true, Some((robot, channel))) = (series.is_live(), series.names()) {
                self.out.tell(Event::ChannelLost { robot, channel });
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

    /// Makes trails for the robots of the present structure; those of robots that were there before go on.
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

    /// The run starts over: histories and trails are empty.
    pub(super) fn forget_past(&mut self) {
        self.memory.past.clear();
        self.memory.subscribed.iter().for_each(|series| series.clear());
        self.memory.trails = Arc::default();
    }
}
