//! Checks whether robots have clearance along their routes. Runs in the background when the scene has changed and, while paused, when
//! bodies have moved.

use nalgebra::Isometry3;
use sim_abi::route::LegContact;
use sim_core::engine::{Clearance, PathChecker, PathPose};
use sim_core::scene::Scene;
use sim_edit::Document;
use sim_runner::{Frame, RunState, Structure};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Predicted contacts of a robot along its route.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteCheck {
    /// Name of the route.
    pub route: String,
    /// Name of the robot.
    pub robot: Arc<str>,
    /// Contacts on the legs between waypoints, including the leg from the last to the first if the route is closed.
    pub contacts: Vec<LegContact>,
    /// Why the check failed.
    pub failed: Option<String>,
}

/// Inputs of the last check: structure, document revision and poses.
#[derive(Clone, Debug, PartialEq)]
struct CheckKey {
    structure: u64,
    revision: Option<u64>,
    poses: Vec<Isometry3<f64>>,
}

/// Checks of all routes that are followed by robots.
#[derive(Default)]
pub struct RouteChecks {
    asked: Option<CheckKey>,
    answer: Option<Receiver<Vec<RouteCheck>>>,
    found: Vec<RouteCheck>,
    generation: u64,
}

impl RouteChecks {
    /// Checks with contacts, and failed checks.
    pub fn found(&self) -> &[RouteCheck] {
        &self.found
    }

    /// A counter that changes with the results.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Receives results, and starts a new check if the inputs have changed. `ready` is called when results are available.
    pub fn follow(
        &mut self,
        (structure, frame): (&Structure, &Frame),
        document: Option<&Document>,
        poses: &[Isometry3<f64>],
        ready: impl FnOnce() + Send + 'static,
    ) {
        match self.answer.as_ref().map(Receiver::try_recv) {
            Some(Ok(found)) => {
                self.answer = None;
                if found != self.found {
                    (self.found, self.generation) = (found, self.generation + 1);
                }
            }
            Some(Err(TryRecvError::Empty)) => return,
            Some(Err(TryRecvError::Disconnected)) | None => self.answer = None,
        }
        let of = (structure.generation, document.map(Document::revision));
        let same = self.asked.as_ref().is_some_and(|asked| {
            let stands = !matches!(frame.state, RunState::Playing);
            (asked.structure, asked.revision) == of && !(stands && asked.poses != poses)
        });
        if same {
            return;
        }
        self.asked = Some(CheckKey { structure: of.0, revision: of.1, poses: poses.to_vec() });
        let scene = document.and_then(Document::scene).or(structure.scene.as_ref().map(|loaded| &loaded.scene));
        let paths = scene.map(|scene| paths(scene, structure)).unwrap_or_default();
        if paths.is_empty() {
            if !self.found.is_empty() {
                (self.found, self.generation) = (Vec::new(), self.generation + 1);
            }
            return;
        }
        let (sender, receiver) = channel();
        let (clearance, poses) = (structure.clearance.clone(), poses.to_vec());
        self.answer = Some(receiver);
        std::thread::spawn(move || {
            // The receiver is gone if the window has closed.
            if sender.send(checked(clearance, paths, &poses)).is_ok() {
                ready();
            }
        });
    }
}

/// Robot index, robot name, route name and the poses along the route.
type Way = (usize, Arc<str>, String, Vec<PathPose>);

/// The paths of all robots that follow a route.
fn paths(scene: &Scene, structure: &Structure) -> Vec<Way> {
    if scene.routes.is_empty() {
        return Vec::new();
    }
    let robots = scene.all_robots().into_iter().filter_map(|placed| {
        let name = placed.robot.route?;
        let route = scene.routes.iter().find(|route| route.name == name)?.for_components();
        let robot = structure.robot(&placed.robot.name)?;
        let back = route.poses.first().filter(|_| route.closed);
        let path = route.poses.iter().chain(back).map(|pose| PathPose { at: pose.at, yaw: pose.yaw });
        Some((robot, structure.robots[robot].name.clone(), name, path.collect()))
    });
    robots.collect()
}

/// The checks of paths with contacts or errors.
fn checked(clearance: Arc<Clearance>, paths: Vec<Way>, poses: &[Isometry3<f64>]) -> Vec<RouteCheck> {
    let mut checker = PathChecker::new(clearance);
    let pose = |body: usize| poses.get(body).copied().unwrap_or_default();
    let checks = paths.into_iter().filter_map(|(number, robot, route, path)| {
        let (contacts, failed) = match checker.contacts(number, &path, &pose) {
            Ok(contacts) => (contacts, None),
            Err(why) => (Vec::new(), Some(why.to_string())),
        };
        (failed.is_some() || !contacts.is_empty()).then_some(RouteCheck { route, robot, contacts, failed })
    });
    checks.collect()
}
