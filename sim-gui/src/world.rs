//! Where everything is, as the views draw it.

use nalgebra::Isometry3;
use sim_core::engine::LinkPoses;
use sim_core::model::Kinematics;
use sim_runner::{Frame, Structure};
use std::ops::Range;
use std::sync::Arc;

/// Poses of all bodies and links of the newest frame.
#[derive(Default)]
pub struct WorldView {
    structure: Arc<Structure>,
    poses: Vec<Isometry3<f64>>,
    links: LinkPoses,
    linked: Vec<Linked>,
    /// Body of each movable object.
    objects: Vec<usize>,
}

/// A robot that shows moving links.
struct Linked {
    body: usize,
    joints: Range<usize>,
    kinematics: Arc<Kinematics>,
}

impl WorldView {
    /// Takes over a frame and what its numbers are. Returns whether the structure is another than before.
    pub fn follow(&mut self, frame: &Frame, structure: &Arc<Structure>) -> bool {
        let new = !Arc::ptr_eq(&self.structure, structure);
        if new {
            self.restructure(structure);
        }
        // A frame of another structure is drawn with the next one.
        if frame.structure == structure.generation {
            for (robot, state) in structure.robots.iter().zip(&frame.robots) {
                self.poses[robot.body as usize] = state.state.pose;
            }
            for (body, state) in self.objects.iter().zip(&frame.objects) {
                self.poses[*body] = state.pose;
            }
            for robot in &self.linked {
                if let Some(joints) = frame.joints.get(robot.joints.clone()) {
                    robot.kinematics.fill(joints, self.links.get_mut(robot.body));
                }
            }
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
        self.links = LinkPoses::default();
        self.linked.clear();
        let mut known: Vec<(*const sim_abi::model::RobotModelSpec, Arc<Kinematics>)> = Vec::new();
        for robot in &structure.robots {
            let body = robot.body as usize;
            let Some(model) = &robot.model else { continue };
            if !structure.bodies[body].looks.iter().any(|look| look.link.is_some()) {
                continue;
            }
            let place = Arc::as_ptr(model);
            let kinematics = match known.iter().find(|(other, _)| *other == place) {
                Some((_, kinematics)) => kinematics.clone(),
                // The engine has built the same from the same data.
                None => match Kinematics::new(model).map(Arc::new) {
                    Ok(kinematics) => {
                        known.push((place, kinematics.clone()));
                        kinematics
                    }
                    Err(_) => continue,
                },
            };
            self.links.add(body, std::iter::repeat_n(Isometry3::identity(), kinematics.link_count()));
            self.linked.push(Linked { body, joints: robot.joints.clone(), kinematics });
        }
    }

    /// What the simulation consists of.
    pub fn structure(&self) -> &Arc<Structure> {
        &self.structure
    }

    /// `world_from_body`, by body.
    pub fn poses(&self) -> &[Isometry3<f64>] {
        &self.poses
    }

    /// Poses of moving links.
    pub fn links(&self) -> &LinkPoses {
        &self.links
    }

    /// Index of the robot that a body is.
    pub fn robot_of(&self, body: usize) -> Option<usize> {
        let mover = self.structure.bodies.get(body)?.mover?;
        (mover < self.structure.robots.len()).then_some(mover)
    }

    /// Index of the movable object that a body is.
    pub fn object_of(&self, body: usize) -> Option<usize> {
        self.structure.bodies.get(body)?.mover?.checked_sub(self.structure.robots.len())
    }
}
