//! World poses of things, computed along their chains of parents.

use std::cell::OnceCell;
use std::collections::HashMap;

use nalgebra::Isometry3;
use sim_core::scene::{Posed, Region, Scene};

use crate::target::Section;

/// Initial world poses of a scene.
pub(crate) struct Frames<'a> {
    scene: &'a Scene,
    objects: HashMap<&'a str, usize>,
    robots: OnceCell<HashMap<String, Isometry3<f64>>>,
    /// World poses that override those of the scene.
    pub instead: HashMap<String, Isometry3<f64>>,
}

impl<'a> Frames<'a> {
    pub fn new(scene: &'a Scene) -> Self {
        let objects = scene.objects.iter().enumerate().map(|(index, object)| (object.name.as_str(), index)).collect();
        Frames { scene, objects, robots: OnceCell::new(), instead: HashMap::new() }
    }

    /// The pose of an object or robot, including fleet members.
    pub fn named(&self, name: &str) -> Option<Isometry3<f64>> {
        if let Some(pose) = self.instead.get(name) {
            return Some(*pose);
        }
        if let Some(index) = self.objects.get(name) {
            return Some(self.object(*index));
        }
        if let Some(robot) = self.scene.robots.iter().find(|robot| robot.name == name) {
            return Some(robot.pose());
        }
        let robots = self.robots.get_or_init(|| {
            self.scene
                .all_robots()
                .into_iter()
                .map(|placed| (placed.robot.pose(), placed.robot.name))
                .map(|(pose, name)| (name, pose))
                .collect()
        });
        robots.get(name).copied()
    }

    /// The parent frame of a pose, given the name of the parent.
    pub fn of_parent(&self, parent: Option<&str>) -> Isometry3<f64> {
        parent.and_then(|parent| self.named(parent)).unwrap_or_else(Isometry3::identity)
    }

    fn object(&self, index: usize) -> Isometry3<f64> {
        let object = &self.scene.objects[index];
        self.of_parent(object.parent.as_deref()) * object.pose()
    }

    /// The parent of an element.
    pub fn parent(&self, section: Section, index: usize) -> Option<&'a str> {
        let scene = self.scene;
        match section {
            Section::Objects => scene.objects.get(index)?.parent.as_deref(),
            Section::Beacons => scene.beacons.get(index)?.parent.as_deref(),
            Section::Lights => scene.lights.get(index)?.parent.as_deref(),
            Section::Notes => scene.notes.get(index)?.parent.as_deref(),
            _ => None,
        }
    }

    /// The pose of an element in the frame of its parent, as written.
    pub fn local(&self, section: Section, index: usize) -> Option<Isometry3<f64>> {
        let scene = self.scene;
        Some(match section {
            Section::Objects => scene.objects.get(index)?.pose(),
            Section::Robots => scene.robots.get(index)?.pose(),
            Section::Fleets => scene.fleets.get(index)?.pose(),
            Section::Beacons => scene.beacons.get(index)?.pose(),
            Section::Lights => scene.lights.get(index)?.pose(),
            Section::Notes => scene.notes.get(index)?.pose(),
            Section::Media => match &scene.media.get(index)?.region {
                Region::Box(region) => region.pose(),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The world pose of an element.
    pub fn world(&self, section: Section, index: usize) -> Option<Isometry3<f64>> {
        Some(self.of_parent(self.parent(section, index)) * self.local(section, index)?)
    }
}
