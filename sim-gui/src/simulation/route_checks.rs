//! Whether robots have room on the routes that they follow. It is looked at in the background, whenever the scene has changed, and
//! while time stands still whenever something stands elsewhere.

use nalgebra::Isometry3;
use sim_abi::route::LegContact;
use sim_core::engine::{Clearance, WayChecker, WayPose};
use sim_core::scene::Scene;
use sim_edit::Document;
use sim_runner::{Frame, RunState, Structure};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// What a robot would touch on its route.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteCheck {
    /// Name of the route.
    pub route: String,
    /// Name of the robot.
    pub robot: Arc<str>,
    /// What it would touch: on the way from each pose to the next one, that from the last to the first one included where the route is
    /// closed.
    pub contacts: Vec<LegContact>,
    /// Why it cannot be told.
    pub failed: Option<String>,
}

/// What is looked at: a structure, the document, and where everything stands.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    structure: u64,
    revision: Option<u64>,
    poses: Vec<Isometry3<f64>>,
}

/// The checks of all routes that robots follow.
#[derive(Default)]
pub struct RouteChecks {
    asked: Option<Asked>,
    answer: Option<Receiver<Vec<RouteCheck>>>,
    found: Vec<RouteCheck>,
    generation: u64,
}

impl RouteChecks {
    /// Those where something is in the way, and those that cannot be told.
    pub fn found(&self) -> &[RouteCheck] {
        &self.found
    }

    /// Another number whenever they have changed.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Takes an answer that has come, and asks again where things have changed. `ready` is called when there is an answer.
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
        self.asked = Some(Asked { structure: of.0, revision: of.1, poses: poses.to_vec() });
        let scene = document.and_then(Document::scene).or(structure.scene.as_ref().map(|loaded| &loaded.scene));
        let ways = scene.map(|scene| ways(scene, structure)).unwrap_or_default();
        if ways.is_empty() {
            if !self.found.is_empty() {
                (self.found, self.generation) = (Vec::new(), self.generation + 1);
            }
            return;
        }
        let (sender, receiver) = channel();
        let (clearance, poses) = (structure.clearance.clone(), poses.to_vec());
        self.answer = Some(receiver);
        std::thread::spawn(move || {
            // The window may be gone.
            if sender.send(checked(clearance, ways, &poses)).is_ok() {
                ready();
            }
        });
    }
}

/// A robot, its route, and the way along it.
type Way = (usize, Arc<str>, String, Vec<WayPose>);

/// The ways of all robots that follow a route.
fn ways(scene: &Scene, structure: &Structure) -> Vec<Way> {
    if scene.routes.is_empty() {
        return Vec::new();
    }
    let robots = scene.all_robots().into_iter().filter_map(|placed| {
        let name = placed.robot.route?;
        let route = scene.routes.iter().find(|route| route.name == name)?.told();
        let robot = structure.robot(&placed.robot.name)?;
        let back = route.poses.first().filter(|_| route.closed);
        let way = route.poses.iter().chain(back).map(|pose| WayPose { at: pose.at, yaw: pose.yaw });
        Some((robot, structure.robots[robot].name.clone(), name, way.collect()))
    });
    robots.collect()
}

/// Those of the ways on which something is in the way.
fn checked(clearance: Arc<Clearance>, ways: Vec<Way>, poses: &[Isometry3<f64>]) -> Vec<RouteCheck> {
    let mut checker = WayChecker::new(clearance);
    let pose = |body: usize| poses.get(body).copied().unwrap_or_default();
    let checks = ways.into_iter().filter_map(|(number, robot, route, way)| {
        let (contacts, failed) = match checker.contacts(number, &way, &pose) {
            Ok(contacts) => (contacts, None),
            Err(why) => (Vec::new(), Some(why.to_string())),
        };
        (failed.is_some() || !contacts.is_empty()).then_some(RouteCheck { route, robot, contacts, failed })
    });
    checks.collect()
}
