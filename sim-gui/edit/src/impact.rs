//! The impact of a scene change on a running simulation, determined by comparing the scene before and after.

use nalgebra::Isometry3;
use sim_core::scene::{ComponentUse, ControllerUse, Object, Point, Posed, Robot, Scene};

use crate::frames::Frames;
use crate::target::Section;

/// A change that can be applied to a running simulation.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// An object or robot has another initial pose, possibly because its parent has moved.
    Pose {
        /// [`Section::Objects`] or [`Section::Robots`].
        section: Section,
        /// Its name.
        name: String,
        /// Its world pose.
        pose: Isometry3<f64>,
    },
    /// A robot has another controller, or other controller parameters.
    Controller {
        /// Name of the robot.
        robot: String,
        /// The new controller. Default: the model's controller.
        to: Option<ControllerUse>,
    },
    /// A robot has other dynamics, or other dynamics parameters.
    Dynamics {
        /// Name of the robot.
        robot: String,
        /// The new dynamics. Default: the model's dynamics.
        to: Option<ComponentUse>,
    },
}

/// The impact of a scene change on a running simulation.
#[derive(Clone, Debug, PartialEq)]
pub enum Impact {
    /// No effect.
    Nothing,
    /// The changes can be applied to a running simulation.
    Live(Vec<Change>),
    /// The simulation must be rebuilt, or the scene is no longer valid.
    Rebuild,
}

impl Impact {
    /// The impact of changing one scene to another; without a scene, nothing can run.
    pub fn between(before: Option<&Scene>, after: Option<&Scene>) -> Impact {
        let (Some(before), Some(after)) = (before, after) else {
            return if before.is_none() && after.is_none() { Impact::Nothing } else { Impact::Rebuild };
        };
        match live(before, after) {
            None => Impact::Rebuild,
            Some(changes) if changes.is_empty() => Impact::Nothing,
            Some(changes) => Impact::Live(changes),
        }
    }
}

/// The object without its pose and editor-only fields.
fn fixed(object: &Object) -> Object {
    let mut fixed = object.clone();
    fixed.set_pose_parts(Point::default(), None, None);
    (fixed.description, fixed.notes) = Default::default();
    fixed.locked = false;
    fixed
}

/// The robot without the fields that can change while it runs.
fn fixed_robot(robot: &Robot) -> Robot {
    let mut fixed = robot.clone();
    fixed.set_pose_parts(Point::default(), None, None);
    fixed.notes = String::new();
    fixed.controller = None;
    fixed.dynamics = None;
    fixed
}

fn live(before: &Scene, after: &Scene) -> Option<Vec<Change>> {
    // Not compared: name, description, notes and view, which no simulation reads, and routes that no robot follows and no service
    // could read.
    let are_read = |scene: &Scene| {
        let fleets = scene.fleets.iter().map(|fleet| &fleet.route);
        let mut robots = scene.robots.iter().map(|robot| &robot.route).chain(fleets);
        !scene.services.is_empty() || robots.any(Option::is_some)
    };
    let same = before.run == after.run
        && (before.routes == after.routes || !are_read(after))
        && before.bounds == after.bounds
        && before.floor == after.floor
        && before.beacons == after.beacons
        && before.lights == after.lights
        && before.media == after.media
        && before.services == after.services
        && before.inputs == after.inputs
        && before.acceptance == after.acceptance
        && before.properties == after.properties
        && before.groups == after.groups
        && before.objects.len() == after.objects.len();
    if !same {
        return None;
    }
    let mut moved = false;
    for (old, new) in before.objects.iter().zip(&after.objects).filter(|(old, new)| old != new) {
        if fixed(old) != fixed(new) {
            return None;
        }
        moved |= old.pose() != new.pose();
    }
    let mut changes = Vec::new();
    if before.robots != after.robots || before.fleets != after.fleets {
        let (olds, news) = (before.all_robots(), after.all_robots());
        if olds.len() != news.len() {
            return None;
        }
        for (old, new) in olds.into_iter().map(|placed| placed.robot).zip(news.into_iter().map(|placed| placed.robot)) {
            if old == new {
                continue;
            }
            if fixed_robot(&old) != fixed_robot(&new) {
                return None;
            }
            if old.pose() != new.pose() {
                moved = true;
                changes.push(Change::Pose { section: Section::Robots, name: new.name.clone(), pose: new.pose() });
            }
            if old.controller != new.controller {
                changes.push(Change::Controller { robot: new.name.clone(), to: new.controller });
            }
            if old.dynamics != new.dynamics {
                changes.push(Change::Dynamics { robot: new.name, to: new.dynamics });
            }
        }
    }
    if moved {
        let (olds, news) = (Frames::new(before), Frames::new(after));
        for (index, object) in after.objects.iter().enumerate() {
            let pose = news.world(Section::Objects, index)?;
            if olds.world(Section::Objects, index)? != pose {
                changes.push(Change::Pose { section: Section::Objects, name: object.name.clone(), pose });
            }
        }
    }
    Some(changes)
}
