//! Checks of robots that cannot be created as written, and of what a dynamics needs.

use super::super::world::category;
use super::{Builder, step};
use serde_json::Value;
use sim_abi::declare::{Kind, Need};
use sim_diagnostics::{Code, Diagnostic};
use sim_host::Offer;
use sim_scene::Robot;
use std::collections::BTreeMap;

impl Builder<'_> {
    /// Checks the components that the scene gives to a robot without a usable model.
    pub(super) fn without_model(&mut self, robot: &Robot, path: &str) {
        let parts = |kind, word: &str, parts: &BTreeMap<String, sim_scene::Part>| {
            let part = |(name, part): (&String, &sim_scene::Part)| {
                let id = part.id.clone()?;
                Some((kind, id, part.params.clone(), format!("{path}.{word}{}", step(name))))
            };
            parts.iter().filter_map(part).collect::<Vec<_>>()
        };
        let mut used = parts(Kind::Sensor, "sensors", &robot.sensors);
        used.extend(parts(Kind::Actuator, "actuators", &robot.actuators));
        let one = |kind, word: &str, id: &sim_scene::ComponentId, params: &sim_scene::Properties| {
            (kind, id.clone(), params.clone(), format!("{path}.{word}"))
        };
        used.extend(robot.dynamics.iter().map(|used| one(Kind::Dynamics, "dynamics", &used.id, &used.params)));
        used.extend(robot.controller.iter().map(|used| one(Kind::Controller, "controller", &used.id, &used.params)));
        for (kind, id, params, path) in used {
            self.component(kind, &id.0, &mut Value::Object(params), &path);
        }
    }

    /// Whether a component may lack parameters as written: they were invalid, or a syntax error was read over. What it reports about
    /// itself may then follow from that.
    pub(super) fn may_be_incomplete(&self, path: &str) -> bool {
        self.unfit.contains(path) || self.findings.iter().any(|finding| finding.code == Code::SceneSyntax)
    }

    /// Whether a sensor or an actuator of the robot at a path was created other than written.
    pub(super) fn has_unfit_parts(&self, path: &str) -> bool {
        let is_part = |rest: &str| [".sensors", ".actuators", ".model"].iter().any(|word| rest.starts_with(word));
        self.unfit.iter().any(|unfit| unfit.strip_prefix(path).is_some_and(is_part))
    }

    /// Whether a component of a robot could not be created as written.
    pub(super) fn is_failed(&self, robot: usize, part: &str) -> bool {
        let mover = &self.movers[robot];
        let robots = self.loaded.scene.all_robots();
        let Some(placed) = robots.iter().find(|placed| *placed.robot.name == *mover.identity.name) else {
            return false;
        };
        let own = [&placed.robot.sensors, &placed.robot.actuators].iter().any(|parts| parts.contains_key(part));
        let mut mounts = mover.identity.model.iter().flat_map(|spec| spec.sensors.iter().chain(&spec.actuators));
        let sensors = mover.components.sensors.iter().map(|sensor| &sensor.slot.origin.name);
        let mut created = sensors.chain(mover.components.actuators.iter().map(|actuator| &actuator.slot.origin.name));
        match part {
            "controller" => {
                mover.components.controller.is_none() || self.unfit.contains(&format!("{}.controller", placed.path))
            }
            "dynamics" => {
                let is_own = |path: &str| path.starts_with(&placed.path);
                let mut places = self.findings.iter().filter_map(|finding| finding.path.as_deref());
                self.unfit.iter().any(|unfit| is_own(unfit)) || places.any(is_own)
            }
            _ if !own && mounts.all(|mount| mount.name != part) => false,
            _ => {
                let paths = ["sensors", "actuators"].map(|word| format!("{}.{word}{}", placed.path, step(part)));
                let of_model = format!("{}.model", placed.path);
                let is_its_own = |unfit: &String| paths.contains(unfit) || unfit.starts_with(&of_model);
                created.all(|name| **name != *part) || self.unfit.iter().any(is_its_own)
            }
        }
    }

    /// Warns once per path if the scene lacks what a dynamics needs.
    pub(super) fn warn_of_needs(&mut self, offer: &Offer, path: &str) {
        let scene = &self.loaded.scene;
        let is_met = |need| match need {
            Need::Liquid => scene.media.iter().any(sim_scene::Medium::is_liquid),
            Need::Ground => {
                scene.floor.is_some() || self.bodies.iter().any(|body| body.category & category::GROUND != 0)
            }
        };
        let missing = Need::ALL.into_iter().find(|need| offer.info().sheet.has_need(*need) && !is_met(*need));
        let Some(need) = missing.filter(|_| self.checked.insert(format!("{path} needs"))) else { return };
        let (what, help) = match need {
            Need::Liquid => {
                ("a liquid", "add a medium such as `(name: \"sea\", density: 1025, region: Below(0))` to `media`")
            }
            Need::Ground => ("ground", "add a `floor`"),
        };
        let message = format!("`{id}` needs {what}, which the scene does not have", id = offer.id());
        self.report(
            path,
            Diagnostic::warning(Code::SceneUnsuitable, message)
                .with_help(format!("{help}, or choose another dynamics model")),
        );
    }
}
