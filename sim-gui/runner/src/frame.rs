//! The simulation at a moment, as a window draws it.

use crate::event::EndReason;
use crate::watched::{Watched, WatchedValues};
use sim_abi::math::BodyState;
use sim_abi::panel::Panel;
use sim_core::diagnostic::Diagnostics;
use sim_core::engine::{BodyContact, LinkPoses, Operator, Simulation};
use std::sync::Arc;

/// What the simulation is doing.
#[derive(Clone, Debug, Default)]
pub enum RunState {
    /// There is no scene.
    #[default]
    Empty,
    /// A scene is being built.
    Building,
    /// Time stands still.
    Paused,
    /// Time runs.
    Playing,
    /// The run has ended.
    Ended(Arc<EndReason>),
    /// There is no simulation, because it could not be built or could not go on.
    Failed(Arc<Diagnostics>),
}

/// One robot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RobotFrame {
    /// True state.
    pub state: BodyState,
    /// Way travelled, m.
    pub distance: f64,
    /// Number of times it began to touch something that is not ground.
    pub collisions: u64,
    /// Commands that were outside their range and have been limited.
    pub limited_commands: u64,
    /// It was made safe: its commands stay neutral.
    pub halted: bool,
    /// A component of it has failed.
    pub faulty: bool,
    /// What its [`Watched`] values are.
    pub watched: WatchedValues,
}

/// The whole telemetry of a selected robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotTelemetry {
    /// Its index.
    pub robot: usize,
    /// Values, in the order of [`RobotParts::channels`](crate::RobotParts::channels).
    pub values: Vec<f64>,
    /// Values of the last scan of each sensor, in their order; empty of one that declares none, and of recordings. See
    /// [`ScanData`](sim_abi::declare::ScanData).
    pub scans: Vec<Vec<f64>>,
    /// Keys and axes as it sees them.
    pub operator: Operator,
}

/// What frames carry beside what every window needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameOptions {
    /// Robots whose whole telemetry they carry.
    pub selected: Vec<usize>,
    /// Whether they carry contacts.
    pub contacts: bool,
    /// Whether the poses of moving links are those of the moment; else they stay as they were last.
    pub links: bool,
    /// What tells how robots are getting on, in scene order; frames carry it of robots that are listed here.
    pub watched: Vec<Watched>,
}

/// The simulation at the end of a tick.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Ticks done.
    pub tick: u64,
    /// Simulated time, s.
    pub time: f64,
    /// What the simulation is doing.
    pub state: RunState,
    /// Simulated seconds per second over the last second; 0 while time stands still.
    pub real_time_factor: f64,
    /// Ticks per second over the last second.
    pub steps_per_second: f64,
    /// The speed that was asked for; none when unlimited.
    pub speed: Option<f64>,
    /// Generation of the [`Structure`](crate::Structure) that this frame belongs to.
    pub structure: u64,
    /// Robots, in scene order.
    pub robots: Vec<RobotFrame>,
    /// Movable objects, in scene order.
    pub objects: Vec<BodyState>,
    /// Poses of links that move against their body, by the bodies of [`Structure::bodies`](crate::Structure::bodies).
    pub links: LinkPoses,
    /// Contacts, when asked for.
    pub contacts: Vec<BodyContact>,
    /// Telemetry of selected robots.
    pub telemetry: Vec<RobotTelemetry>,
    /// Published values of all services that draw something, in scene order.
    pub services: Vec<f64>,
    /// What each service shows of itself, in scene order.
    pub panels: Vec<Option<Arc<Panel>>>,
    /// Keys and axes of all robots.
    pub operator: Operator,
    /// Number of faults since the start.
    pub faults: usize,
    /// Frames recorded so far; none when nothing is recorded.
    pub recorded: Option<u64>,
    /// Steps that [`Command::StepBack`](crate::Command::StepBack) can take back.
    pub steps_back: usize,
    /// Generation of the structure whose links stay as they are in `links`; the greatest number when they move.
    pub linked: u64,
}

impl Frame {
    /// Takes the state of a simulation, of which [`Frame::structure`] is the structure, and for each robot whether it is
    /// `faulty`. Allocates nothing once its buffers have grown.
    pub fn take(&mut self, simulation: &mut Simulation, options: &FrameOptions, faulty: &[bool]) {
        let FrameOptions { selected, contacts, links, watched } = options;
        if *links {
            simulation.update_links();
        }
        if *links || self.linked != self.structure {
            self.links.copy_from(&simulation.world().links);
            // Poses of the moment are of no use later: when they are not wanted any more all frames take the last ones.
            self.linked = if *links { u64::MAX } else { self.structure };
        }
        (self.tick, self.time) = (simulation.tick(), simulation.time());
        self.robots.clear();
        self.robots.extend(simulation.robots().zip(faulty).map(|(robot, faulty)| RobotFrame {
            state: robot.state,
            distance: robot.distance,
            collisions: robot.collisions,
            limited_commands: robot.limited_commands,
            halted: robot.halted,
            faulty: *faulty,
            watched: WatchedValues::default(),
        }));
        for ((frame, watched), robot) in self.robots.iter_mut().zip(watched).zip(simulation.robot_views()) {
            frame.watched = watched.read(robot.telemetry());
        }
        self.objects.clear();
        self.objects.extend(simulation.movable_objects().map(|(_, state)| state));
        self.contacts.clear();
        if *contacts {
            self.contacts.extend(simulation.contacts());
        }
        self.telemetry.resize_with(selected.len(), RobotTelemetry::default);
        for (telemetry, robot) in self.telemetry.iter_mut().zip(selected) {
            telemetry.robot = *robot;
            telemetry.values.clear();
            let Ok(robot) = simulation.robot(*robot) else { continue };
            telemetry.values.extend_from_slice(robot.telemetry());
            let scans = robot.scans();
            telemetry.scans.resize_with(scans.len(), Vec::new);
            telemetry.scans.iter_mut().zip(scans).for_each(|(scan, values)| {
                scan.clear();
                scan.extend_from_slice(values);
            });
            telemetry.operator.clone_from(robot.operator());
        }
        self.services.clear();
        let drawing = simulation.services().filter(|service| !service.drawings.is_empty());
        drawing.for_each(|service| self.services.extend_from_slice(service.published));
        self.panels.clear();
        self.panels.extend(simulation.services().map(|service| service.panel));
        self.operator.clone_from(&simulation.world().operator);
        self.faults = simulation.faults().len();
    }

    /// There is no simulation.
    pub(crate) fn clear(&mut self) {
        (self.tick, self.time, self.faults) = (0, 0.0, 0);
        self.robots.clear();
        self.objects.clear();
        self.links = LinkPoses::default();
        self.contacts.clear();
        self.telemetry.clear();
        self.services.clear();
        self.panels.clear();
        self.operator = Operator::default();
    }

    /// Keys and axes as a selected robot sees them; those of all robots where it is not selected.
    pub fn operator_of(&self, robot: usize) -> &Operator {
        self.telemetry.iter().find(|telemetry| telemetry.robot == robot).map_or(&self.operator, |found| &found.operator)
    }

    /// Telemetry of a selected robot.
    pub fn telemetry_of(&self, robot: usize) -> Option<&[f64]> {
        self.telemetry.iter().find(|telemetry| telemetry.robot == robot).map(|telemetry| telemetry.values.as_slice())
    }
}

/// Frames that go round between the simulation and the window, so that none is allocated when their buffers have grown.
#[derive(Default)]
pub(crate) struct FramePool(Vec<Arc<Frame>>);

impl FramePool {
    /// Frames kept: the newest, the one that the window draws, the one that is being filled, and one in reserve.
    const KEPT: usize = 4;

    /// Fills a frame that nobody looks at.
    pub(crate) fn fill(&mut self, fill: impl FnOnce(&mut Frame)) -> Arc<Frame> {
        let free = self.0.iter().position(|frame| Arc::strong_count(frame) == 1);
        let place = free.unwrap_or_else(|| {
            // A window that holds on to more frames than this keeps those; they go when it drops them.
            if self.0.len() >= Self::KEPT {
                self.0.remove(0);
            }
            self.0.push(Arc::default());
            self.0.len() - 1
        });
        let frame = Arc::get_mut(&mut self.0[place]).expect("invariant: no one else has this frame");
        fill(frame);
        self.0[place].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_used_again_unless_somebody_looks_at_them() {
        let mut pool = FramePool::default();
        let first = pool.fill(|frame| frame.tick = 1);
        let second = pool.fill(|frame| frame.tick = 2);
        let address = Arc::as_ptr(&second);
        drop(second);
        let third = pool.fill(|frame| frame.tick = 3);
        assert_eq!((Arc::as_ptr(&third), first.tick), (address, 1));
        let held: Vec<_> = (0..20).map(|tick| pool.fill(|frame| frame.tick = tick)).collect();
        assert!(held.iter().enumerate().all(|(tick, frame)| frame.tick == tick as u64));
        assert!(pool.0.len() <= FramePool::KEPT);
    }
}
