//! Coordinate frames and the transforms between them.

use super::super::info::RunInfo;
use super::super::scenery::{Carrier, RobotFrames, WORLD, frame};
use super::wire::Wire;
use nalgebra::Isometry3;
use sim_abi::math::BodyState;
use std::sync::Arc;

/// Coordinate frames of robots and movable objects, with the constant parts of their messages.
pub(super) struct Frames {
    pub(super) robots: Vec<Robot>,
    objects: Vec<(String, Vec<u8>)>,
}

pub(super) struct Robot {
    /// Name of the robot's frame.
    pub(super) name: String,
    pub(super) parts: Arc<RobotFrames>,
    /// Offset of its telemetry in that of all robots.
    pub(super) offset: usize,
    /// Constant part of its transform.
    base: Vec<u8>,
    /// Moving links, and the constant parts of their transforms.
    links: Vec<(u32, Vec<u8>)>,
    positions: Vec<f64>,
    root_from_link: Vec<Isometry3<f64>>,
}

/// Parent and child of a transform.
fn constant(parent: &str, child: &str) -> Vec<u8> {
    let mut out = Vec::new();
    Wire(&mut out).text(2, parent);
    Wire(&mut out).text(3, child);
    out
}

impl Frames {
    /// Coordinate frames of a run; `robots` are those of its scenery, or empty.
    pub(super) fn new(info: &RunInfo, robots: &[Arc<RobotFrames>]) -> Self {
        let mut offset = 0;
        let robot = |(number, layout): (usize, &super::super::info::RobotLayout)| {
            let parts = robots.get(number).cloned().unwrap_or_default();
            let robot = Robot::new(&layout.name, parts, offset);
            offset += layout.telemetry_len;
            robot
        };
        let robots = info.robots.iter().enumerate().map(robot).collect();
        let objects = info.objects.iter().map(|object| {
            let name = frame("objects", &object.name);
            let constant = constant(WORLD, &name);
            (name, constant)
        });
        Self { robots, objects: objects.collect() }
    }

    /// Whether nothing moves.
    pub(super) fn is_empty(&self) -> bool {
        self.robots.is_empty() && self.objects.is_empty()
    }

    /// Whether there are frames that are fixed relative to their robot.
    pub(super) fn any_fixed(&self) -> bool {
        self.robots
            .iter()
            .any(|robot| !robot.parts.sensors.is_empty() || robot.parts.links.iter().any(|link| !link.moves))
    }

    /// Name of the frame of a carrier.
    pub(super) fn name_of(&self, carrier: Carrier) -> String {
        match carrier {
            Carrier::World => WORLD.to_owned(),
            Carrier::Robot(robot) => self.robots[robot].name.clone(),
            Carrier::Link(robot, link) => self.robots[robot].link_frame(Some(link)),
            Carrier::Object(object) => self.objects[object].0.clone(),
        }
    }

    /// Appends the transforms of everything that moves; `time` is the encoded time.
    pub(super) fn push_moving(
        &mut self,
        out: &mut Wire<'_>,
        time: &[u8],
        (bodies, objects): (&[BodyState], &[BodyState]),
        telemetry: &[f64],
    ) {
        for (robot, body) in self.robots.iter_mut().zip(bodies) {
            out.transform(1, &robot.base, time, &body.pose);
            robot.push_links(out, time, telemetry);
        }
        for ((_, constant), body) in self.objects.iter().zip(objects) {
            out.transform(1, constant, time, &body.pose);
        }
    }

    /// Appends the transforms of sensors, and of links that do not move.
    pub(super) fn push_fixed(&self, out: &mut Wire<'_>, time: &[u8]) {
        for robot in &self.robots {
            for link in robot.parts.links.iter().filter(|link| !link.moves) {
                let constant = constant(&robot.name, &robot.link_frame(Some(link.link)));
                out.transform(1, &constant, time, &robot.root_from_link[link.link as usize]);
            }
            for sensor in &robot.parts.sensors {
                let constant = constant(&robot.link_frame(sensor.link), &robot.sensor_frame(&sensor.name));
                out.transform(1, &constant, time, &sensor.mount);
            }
        }
    }
}

impl Robot {
    fn new(name: &str, parts: Arc<RobotFrames>, offset: usize) -> Self {
        let name = frame("robots", name);
        let positions = parts.start.clone();
        let root_from_link =
            parts.kinematics.as_ref().map_or_else(Vec::new, |kinematics| kinematics.root_from_link(&positions));
        let base = constant(WORLD, &name);
        let mut robot = Self { name, parts, offset, base, links: Vec::new(), positions, root_from_link };
        let moving = robot.parts.links.iter().filter(|link| link.moves);
        robot.links =
            moving.map(|link| (link.link, constant(&robot.name, &robot.link_frame(Some(link.link))))).collect();
        robot
    }

    /// Name of the frame of a link; the root link's frame is the robot's.
    pub(super) fn link_frame(&self, link: Option<u32>) -> String {
        let named = self.parts.links.iter().find(|named| Some(named.link) == link);
        named.map_or_else(|| self.name.clone(), |link| format!("{}/links/{}", self.name, link.name))
    }

    /// Name of the frame of a sensor.
    pub(super) fn sensor_frame(&self, sensor: &str) -> String {
        format!("{}/sensors/{sensor}", self.name)
    }

    fn push_links(&mut self, out: &mut Wire<'_>, time: &[u8], telemetry: &[f64]) {
        let Some(kinematics) = self.parts.kinematics.as_ref().filter(|_| !self.links.is_empty()) else { return };
        for (joint, index) in &self.parts.joints {
            self.positions[*joint] = telemetry[self.offset + index];
        }
        kinematics.fill(&self.positions, &mut self.root_from_link);
        for (link, constant) in &self.links {
            out.transform(1, constant, time, &self.root_from_link[*link as usize]);
        }
    }
}
