//! A snapshot of the simulation for drawing.

use crate::event::EndReason;
use crate::watched::{Watched, WatchedValues};
use sim_abi::math::BodyState;
use sim_abi::panel::Panel;
use sim_core::diagnostic::Diagnostics;
use sim_core::engine::{BodyContact, LinkPoses, Operator, Simulation};
use std::sync::Arc;

/// The state of the simulation.
#[derive(Clone, Debug, Default)]
pub enum RunState {
    /// No scene.
    #[default]
    Empty,
    /// A scene is being built.
    Building,
    /// Paused.
    Paused,
    /// Running.
    Playing,
    /// The run has ended.
    Ended(Arc<EndReason>),
    /// No simulation, because it could not be built or could not continue.
    Failed(Arc<Diagnostics>),
}

/// One robot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RobotFrame {
    /// Ground-truth state.
    pub state: BodyState,
    /// Distance traveled, m.
    pub distance: f64,
    /// Number of collisions: contacts that began with anything except the ground.
    pub collisions: u64,
    /// Commands that were out of range and have been clamped.
    pub clamped_commands: u64,
    /// The robot is halted: its commands stay neutral.
    pub halted: bool,
    /// A component of the robot has failed.
    pub faulty: bool,
    /// Its [`Watched`] values.
    pub watched: WatchedValues,
}

/// The full telemetry of a selected robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotTelemetry {
    /// Its index.
    pub robot: usize,
    /// Values, in the order of [`RobotParts::channels`](crate::RobotParts::channels).
    pub values: Vec<f64>,
    /// Values of the last scan of each sensor, in order; empty for a sensor that declares none, and in recordings. See
    /// [`ScanData`](sim_abi::declare::ScanData).
    pub scans: Vec<Vec<f64>>,
    /// Keys and axes as the robot receives them.
    pub operator: Operator,
}

/// Optional content of frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameOptions {
    /// Robots with full telemetry.
    pub selected: Vec<usize>,
    /// Whether contacts are included.
    pub contacts: bool,
    /// Whether the poses of moving links are updated; otherwise they keep their last values.
    pub links: bool,
    /// Status values of the listed robots, in scene order.
    pub watched: Vec<Watched>,
}

/// The state of the simulation at the end of a tick.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Completed ticks.
    pub tick: u64,
    /// Simulated time, s.
    pub time: f64,
    /// The state of the simulation.
    pub state: RunState,
    /// Simulated seconds per second over the last second; 0 while paused.
    pub real_time_factor: f64,
    /// The requested speed; `None` if unlimited.
    pub speed: Option<f64>,
    /// Generation of the [`Structure`](crate::Structure) of this frame.
    pub structure: u64,
    /// Robots, in scene order.
    pub robots: Vec<RobotFrame>,
    /// Movable objects, in scene order.
    pub objects: Vec<BodyState>,
    /// Poses of links that move relative to their body, indexed by [`Structure::bodies`](crate::Structure::bodies).
    pub links: LinkPoses,
    /// Contacts, if requested.
    pub contacts: Vec<BodyContact>,
    /// Telemetry of selected robots.
    pub telemetry: Vec<RobotTelemetry>,
    /// Published values of all services with drawings, in scene order.
    pub services: Vec<f64>,
    /// The panel of each service, in scene order.
    pub panels: Vec<Option<Arc<Panel>>>,
    /// Keys and axes of all robots.
    pub operator: Operator,
    /// Number of faults since the start.
    pub faults: usize,
    /// Recorded frames so far; `None` if not recording.
    pub recorded: Option<u64>,
    /// Number of steps that [`Command::StepBack`](crate::Command::StepBack) can undo.
    pub steps_back: usize,
    /// Generation of the structure for which `links` are not updated; the maximum value if they are.
    pub linked: u64,
}

impl Frame {
    /// Takes the state of a simulation with the structure [`Frame::structure`], and for each robot whether it is `faulty`. Does
    /// not allocate once its buffers have grown.
    pub fn take(&mut self, simulation: &mut Simulation, options: &FrameOptions, faulty: &[bool]) {
        let FrameOptions { selected, contacts, links, watched } = options;
        if *links {
            simulation.update_links();
        }
        if *links || self.linked != self.structure {
            self.links.copy_from(&simulation.world().links);
            // When link poses are no longer requested, all frames use the last ones.
            self.linked = if *links { u64::MAX } else { self.structure };
        }
        (self.tick, self.time) = (simulation.tick(), simulation.time());
        self.robots.clear();
        self.robots.extend(simulation.robots().zip(faulty).map(|(robot, faulty)| RobotFrame {
            state: robot.state,
            distance: robot.distance,
            collisions: robot.collisions,
            clamped_commands: robot.clamped_commands,
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

    /// Resets the frame for the state without a simulation.
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

    /// Keys and axes as received by a selected robot; those of all robots if it is not selected.
    pub fn operator_of(&self, robot: usize) -> &Operator {
        self.telemetry.iter().find(|telemetry| telemetry.robot == robot).map_or(&self.operator, |found| &found.operator)
    }

    /// Telemetry of a selected robot.
    pub fn telemetry_of(&self, robot: usize) -> Option<&[f64]> {
        self.telemetry.iter().find(|telemetry| telemetry.robot == robot).map(|telemetry| telemetry.values.as_slice())
    }
}

/// Frames recycled between the simulation and the window, so that none is allocated once their buffers have grown.
#[derive(Default)]
pub(crate) struct FramePool(Vec<Arc<Frame>>);

impl FramePool {
    /// Number of frames: the latest, the one drawn by the window, the one being filled, and one in reserve.
    const CAPACITY: usize = 4;

    /// Fills an unused frame.
    pub(crate) fn fill(&mut self, fill: impl FnOnce(&mut Frame)) -> Arc<Frame> {
        let free = self.0.iter().position(|frame| Arc::strong_count(frame) == 1);
        let place = free.unwrap_or_else(|| {
            // Frames that the window holds in excess of this are not recycled; they are freed when it drops them.
            if self.0.len() >= Self::CAPACITY {
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
    fn unreferenced_frames_are_reused() {
        let mut pool = FramePool::default();
        let first = pool.fill(|frame| frame.tick = 1);
        let second = pool.fill(|frame| frame.tick = 2);
        let address = Arc::as_ptr(&second);
        drop(second);
        let third = pool.fill(|frame| frame.tick = 3);
        assert_eq!((Arc::as_ptr(&third), first.tick), (address, 1));
        let referenced: Vec<_> = (0..20).map(|tick| pool.fill(|frame| frame.tick = tick)).collect();
        assert!(referenced.iter().enumerate().all(|(tick, frame)| frame.tick == tick as u64));
        assert!(pool.0.len() <= FramePool::CAPACITY);
    }
}
