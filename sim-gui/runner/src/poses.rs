//! Poses of all bodies in a frame.

use crate::frame::Frame;
use crate::structure::Structure;
use nalgebra::Isometry3;
use sim_abi::declare::{Coverage, CoverageForm};
use sim_abi::service::LayoutPart;
use sim_core::engine::LinkPoses;
use std::sync::Arc;

/// Poses of all bodies and links in the latest frame.
#[derive(Default)]
pub struct BodyPoses {
    structure: Arc<Structure>,
    poses: Vec<Isometry3<f64>>,
    links: LinkPoses,
    /// Body of each movable object.
    objects: Vec<usize>,
}

/// A camera of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotCamera {
    /// Name of the sensor.
    pub name: String,
    /// `world_from_camera`: x forward, y left, z up.
    pub pose: Isometry3<f64>,
    /// Horizontal field of view, rad.
    pub horizontal: f64,
    /// Vertical field of view, rad.
    pub vertical: f64,
}

impl BodyPoses {
    /// Updates from a frame and its structure. Returns whether the structure has changed.
    pub fn follow(&mut self, frame: &Frame, structure: &Arc<Structure>) -> bool {
        let new = !Arc::ptr_eq(&self.structure, structure);
        if new {
            self.restructure(structure);
        }
        // A frame of another structure is skipped; the next one matches.
        if frame.structure == structure.generation {
            for (robot, state) in structure.robots.iter().zip(&frame.robots) {
                self.poses[robot.body as usize] = state.state.pose;
            }
            for (body, state) in self.objects.iter().zip(&frame.objects) {
                self.poses[*body] = state.pose;
            }
            self.links.copy_from(&frame.links);
        }
        new
    }

    fn restructure(&mut self, structure: &Arc<Structure>) {
        self.structure = structure.clone();
        self.poses.clone_from(&structure.poses);
        let robots = structure.robots.len();
        self.objects = vec![0; structure.objects.len()];
        for (body, info) in structure.bodies.iter().enumerate() {
            if let Some(object) = info.mover.and_then(|mover| mover.checked_sub(robots)) {
                self.objects[object] = body;
            }
        }
    }

    /// The structure of the simulation.
    pub fn structure(&self) -> &Arc<Structure> {
        &self.structure
    }

    /// `world_from_body`, by body.
    pub fn poses(&self) -> &[Isometry3<f64>] {
        &self.poses
    }

    /// Overrides the pose of a body until the next frame. Returns the previous pose.
    pub fn replace(&mut self, body: usize, pose: Isometry3<f64>) -> Isometry3<f64> {
        std::mem::replace(&mut self.poses[body], pose)
    }

    /// Poses of moving links.
    pub fn links(&self) -> &LinkPoses {
        &self.links
    }

    /// Index of the robot of a body.
    pub fn robot_of(&self, body: usize) -> Option<usize> {
        let mover = self.structure.bodies.get(body)?.mover?;
        (mover < self.structure.robots.len()).then_some(mover)
    }

    /// Index of the movable object of a body.
    pub fn object_of(&self, body: usize) -> Option<usize> {
        self.structure.bodies.get(body)?.mover?.checked_sub(self.structure.robots.len())
    }

    /// `world_from_coverage`: the origin of the coverage of a part.
    pub fn coverage(&self, body: usize, part: &LayoutPart, coverage: &Coverage) -> Isometry3<f64> {
        let link = part.link.map_or_else(Isometry3::identity, |link| self.links.get(body, link));
        self.poses[body] * link * part.mount.isometry() * coverage.placement.isometry()
    }

    /// The cameras of a robot, in the order of its sensors; none for a recorded robot, whose parts are unknown.
    pub fn cameras(&self, robot: usize) -> impl Iterator<Item = RobotCamera> + '_ {
        let robot = self.structure.robots.get(robot);
        let parts =
            robot.into_iter().flat_map(|robot| robot.parts.parts.iter().map(move |part| (robot.body as usize, part)));
        let covers = parts.flat_map(|(body, part)| part.coverage.iter().map(move |coverage| (body, part, coverage)));
        covers.filter_map(|(body, part, coverage)| match coverage.form {
            CoverageForm::Frustum { horizontal, vertical } => {
                let pose = self.coverage(body, part, coverage);
                Some(RobotCamera { name: part.name.clone(), pose, horizontal, vertical })
            }
            _ => None,
        })
    }
}
