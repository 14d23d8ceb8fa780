//! Poses and visuals of all bodies, as drawn by the views.

use crate::simulation::faults::Faults;
use crate::text;
use crate::widgets::colors::PALETTE;
use egui::Color32;
use nalgebra::{Isometry3, Translation3};
use sim_core::engine::{LinkPoses, Visual};
use sim_core::scene::{Color, is_member};
use sim_runner::{BodyPoses, Frame, Structure};
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of robots with name labels.
pub const NAMED: usize = 40;

/// Poses of all bodies and links in the latest frame.
#[derive(Default)]
pub struct WorldView {
    placed: BodyPoses,
    /// Color of each robot in the scene.
    colors: Vec<Color32>,
    /// Whether a component of each robot has failed.
    faulty: Vec<bool>,
    /// Bodies shown at preview poses: index and pose.
    shown_elsewhere: Vec<(usize, Isometry3<f64>)>,
    /// Bodies shown with replaced visuals.
    shown_as: Vec<(usize, Arc<[Visual]>)>,
    /// Faults of components.
    pub faults: Faults,
}

impl WorldView {
    /// Updates from a frame and its structure. Returns whether the structure has changed.
    pub fn follow(&mut self, frame: &Frame, structure: &Arc<Structure>) -> bool {
        for (body, pose) in self.shown_elsewhere.drain(..).rev() {
            self.placed.replace(body, pose);
        }
        self.shown_as.clear();
        let new = self.placed.follow(frame, structure);
        if new {
            self.colors = colors(structure);
        }
        if frame.structure == structure.generation {
            self.faulty.clear();
            self.faulty.extend(frame.robots.iter().map(|robot| robot.faulty));
        }
        new
    }

    /// Color of a robot and its trail: from the scene, or one that distinguishes it from its neighbors.
    pub fn color(&self, robot: usize) -> Color32 {
        self.colors.get(robot).copied().unwrap_or(PALETTE[robot % PALETTE.len()])
    }

    /// Shows bodies at other poses until the next update.
    pub fn show_elsewhere(&mut self, bodies: impl IntoIterator<Item = (usize, Isometry3<f64>)>) {
        for (body, pose) in bodies {
            self.shown_elsewhere.push((body, self.placed.replace(body, pose)));
        }
    }

    /// Shows bodies with other visuals until the next update.
    pub fn show_as(&mut self, visuals: impl IntoIterator<Item = (usize, Arc<[Visual]>)>) {
        self.shown_as.extend(visuals);
    }

    /// Visuals of a body.
    pub fn visuals(&self, body: usize) -> &Arc<[Visual]> {
        let other = self.shown_as.iter().find(|(shown, _)| *shown == body);
        other.map_or(&self.structure().bodies[body].visuals, |(_, visuals)| visuals)
    }

    /// `base_from_body`: height of a robot's body above the ground below it.
    pub fn height_of(&self, body: usize) -> Translation3<f64> {
        let robot = self.robot_of(body).map(|robot| &self.structure().robots[robot]);
        let model = robot.and_then(|robot| robot.model.as_ref());
        Translation3::new(0.0, 0.0, model.map_or(0.0, |model| model.standing_height))
    }

    /// The structure of the simulation.
    pub fn structure(&self) -> &Arc<Structure> {
        self.placed.structure()
    }

    /// `world_from_body`, by body index.
    pub fn poses(&self) -> &[Isometry3<f64>] {
        self.placed.poses()
    }

    /// Poses of movable links.
    pub fn links(&self) -> &LinkPoses {
        self.placed.links()
    }

    /// Indices of robots with a failed component.
    pub fn faulty(&self) -> impl Iterator<Item = usize> {
        self.faulty.iter().enumerate().filter(|(_, faulty)| **faulty).map(|(robot, _)| robot)
    }

    /// Fault message of a robot, if one of its components has failed.
    pub fn fault_of(&self, robot: usize) -> Option<String> {
        let name = &self.structure().robots.get(robot)?.name;
        let fault = self.faults.of_robot(name);
        self.faulty
            .get(robot)?
            .then(|| fault.map_or_else(|| text::inspector::HALTED.to_string(), text::faults::describe))
    }

    /// Poses of all bodies.
    pub fn placed(&self) -> &BodyPoses {
        &self.placed
    }

    /// Index of the robot that owns a body.
    pub fn robot_of(&self, body: usize) -> Option<usize> {
        self.placed.robot_of(body)
    }

    /// Index of the movable object that owns a body.
    pub fn object_of(&self, body: usize) -> Option<usize> {
        self.placed.object_of(body)
    }
}

/// Colors of the robots.
fn colors(structure: &Structure) -> Vec<Color32> {
    let scene = structure.scene.as_ref().map(|loaded| &loaded.scene);
    let single = scene.iter().flat_map(|scene| &scene.robots);
    let single: HashMap<&str, Option<Color>> = single.map(|robot| (robot.name.as_str(), robot.color)).collect();
    let of_fleet = |name: &str| {
        let mut fleets = scene.iter().flat_map(|scene| &scene.fleets);
        fleets.find(|fleet| is_member(&fleet.prefix, fleet.count, name))?.color
    };
    let robots = structure.robots.iter().enumerate();
    robots
        .map(|(number, robot)| {
            let painted = single.get(&*robot.name).copied().unwrap_or_else(|| of_fleet(&robot.name));
            painted.map_or(PALETTE[number % PALETTE.len()], |color| {
                let [red, green, blue] = color.rgb().map(|part| (part * 255.0).round() as u8);
                Color32::from_rgb(red, green, blue)
            })
        })
        .collect()
}
