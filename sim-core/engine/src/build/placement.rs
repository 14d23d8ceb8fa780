//! Warnings about start poses of robots and movable objects: inside another body, out of bounds, or above the ground.

use super::Builder;
use crate::mover::Mover;
use nalgebra::{Point3, Vector3};
use sim_diagnostics::{Code, Diagnostic, Severity};
use sim_geometry::{BodyId, Contact, ContactOptions, ContactScratch, QueryFilter};
use sim_physics::Freedom;
use sim_scene::Contacts;
use std::collections::BTreeMap;

/// Maximum number of individual warnings; the others are counted.
const MAX_WARNINGS: usize = 5;
/// Minimum overlap for a warning, m.
const DEEP: f64 = 0.01;
/// Minimum height above the ground for a warning, m.
const HIGH: f64 = 0.02;

impl Builder<'_> {
    /// Warns about robots and movable objects out of bounds, and about robots inside walls or in the air. All bodies must be in the index.
    pub(super) fn placement(&mut self) {
        let outside = self.movers.iter().filter(|mover| !self.bounds.surround(mover.motion.state.pose.position));
        let outside: Vec<(usize, Diagnostic)> = outside
            .map(|mover| {
                let message = format!("`{name}` is placed outside the bounds", name = mover.identity.name);
                let at = mover.motion.state.pose.position;
                let found = format!("({}, {}, {})", at.x, at.y, at.z);
                let finding = Diagnostic::warning(Code::ScenePlace, message).with_found(found);
                (mover.identity.index, finding.with_help("move it inside, or enlarge `bounds`"))
            })
            .collect();
        self.report_first(outside, "outside the bounds");
        let inside = self.inside();
        self.report_first(inside, "inside other bodies");
        let above = self.above();
        self.report_first(above, "above the ground");
    }

    /// Reports the first ones at their location in the scene, and the total number.
    fn report_first(&mut self, findings: Vec<(usize, Diagnostic)>, what: &'static str) {
        if findings.is_empty() {
            return;
        }
        // Robots come first among the movers, in scene order.
        let robots = self.loaded.scene.all_robots();
        let path_of_robot =
            |name: &str| robots.iter().find(|placed| placed.robot.name == name).map(|placed| placed.path.clone());
        let more = findings.len().saturating_sub(MAX_WARNINGS);
        let severity = findings.first().map(|(_, finding)| finding.severity);
        for (mover, finding) in findings.into_iter().take(MAX_WARNINGS) {
            let name = &self.movers[mover].identity.name;
            // With errors, not every robot is a mover.
            let robot = match robots.get(mover).filter(|placed| *placed.robot.name == **name) {
                Some(placed) => Some(placed.path.clone()),
                None => path_of_robot(name),
            };
            let object = || self.loaded.scene.objects.iter().position(|object| object.name == **name);
            let path = robot.or_else(|| Some(format!("objects[{}]", object()?))).unwrap_or_default();
            // An invalid position was replaced by the default.
            let positions = ["at", "rpy", "yaw", "placement"].map(|field| format!("{path}.{field}"));
            let is_of_position = |other: &Diagnostic| {
                other.path.as_ref().is_some_and(|path| positions.iter().any(|position| path.starts_with(position)))
            };
            if !self.findings.iter().any(is_of_position) {
                self.report(&path, finding);
            }
        }
        if let Some(severity) = severity.filter(|_| more > 0) {
            let message = format!("{more} more placed {what}");
            self.findings.push(Diagnostic::new(severity, Code::ScenePlace, message));
        }
    }

    /// Robots that overlap with something, and the depth.
    fn inside(&mut self) -> Vec<(usize, Diagnostic)> {
        if self.loaded.scene.run.contacts == Contacts::DetectOnly {
            return Vec::new();
        }
        let mut contacts = Vec::new();
        let found = self.index.contacts(&ContactOptions::default(), &mut ContactScratch::default(), &mut contacts);
        if let Err(error) = found {
            let crowd = Diagnostic::error(
                Code::ScenePlace,
                "robots and objects overlap so much that contacts cannot be computed",
            );
            let crowd =
                crowd.with_found(format!("{error}, for {count} robots and movable objects", count = self.movers.len()));
            self.findings.push(crowd.with_help(
                "space the robots further apart, or disable contact forces: `contacts: DetectOnly` in `run`",
            ));
            return Vec::new();
        }
        let mut deepest: BTreeMap<usize, (BodyId, f64)> = BTreeMap::new();
        for Contact { a, b, depth, .. } in contacts.into_iter().filter(|contact| contact.depth > DEEP) {
            let movable = |body: BodyId| {
                // With errors, not every body has its mover.
                let mover =
                    self.movers.get(self.bodies[body.index()].mover?).filter(|mover| mover.identity.body == body)?;
                (mover.identity.robot && mover.contact.mass.freedom != Freedom::Fixed).then_some(mover.identity.index)
            };
            // For two robots, report the first one.
            let pair = [(a, b), (b, a)].into_iter().find_map(|(own, other)| Some((movable(own)?, other)));
            if let Some((robot, other)) = pair {
                let entry = deepest.entry(robot).or_insert((other, depth));
                if depth > entry.1 {
                    *entry = (other, depth);
                }
            }
        }
        let finding = |(robot, (other, depth)): (usize, (BodyId, f64))| {
            let (name, other) = (&self.movers[robot].identity.name, &self.bodies[other.index()].name);
            let finding =
                Diagnostic::warning(Code::ScenePlace, format!("`{name}` is placed {depth:.3} m inside `{other}`"));
            (robot, finding.with_help("move it out; overlapping bodies are pushed apart in the first steps"))
        };
        deepest.into_iter().map(finding).collect()
    }

    /// Robots that stay on the ground and are placed above it.
    fn above(&self) -> Vec<(usize, Diagnostic)> {
        let keeps = |mover: &&Mover| mover.identity.robot && mover.contact.mass.freedom == Freedom::Planar;
        let height = |mover: &Mover| {
            let lowest = self.index.lowest(mover.identity.body)?;
            let at = mover.motion.state.pose.position;
            let below = Point3::new(at.x, at.y, lowest);
            let hit = self
                .index
                .cast_ray(&below, &-Vector3::z(), f64::INFINITY, &QueryFilter::without(mover.identity.body))
                .ok()??;
            (hit.distance > HIGH).then_some((hit.distance, hit.body))
        };
        let finding = |mover: &Mover| {
            let (height, below) = height(mover)?;
            let below = &self.bodies[below.index()].name;
            let message = format!("`{name}` is placed {height:.3} m above `{below}`", name = mover.identity.name);
            let finding = Diagnostic::new(Severity::Note, Code::ScenePlace, message);
            Some((mover.identity.index, finding.with_help("lower its `at` to put it on the ground")))
        };
        self.movers.iter().filter(keeps).filter_map(finding).collect()
    }
}
