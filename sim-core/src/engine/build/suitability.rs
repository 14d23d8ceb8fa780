//! Checks of robots without a usable model, and of what a dynamics needs.

use super::super::world::category;
use super::{Builder, step};
use crate::diagnostic::{Code, Diagnostic};
use crate::plugins::Offer;
use crate::scene::{self, Robot};
use serde_json::Value;
use sim_abi::declare::{Kind, Need};
use std::collections::BTreeMap;

impl Builder<'_> {
    /// Checks the components that the scene gives to a robot without a usable model.
    pub(super) fn without_model(&mut self, robot: &Robot, path: &str) {
        let parts = |kind, word: &str, parts: &BTreeMap<String, scene::Part>| {
            let part = |(name, part): (&String, &scene::Part)| {
                let id = part.id.clone()?;
                Some((kind, id, part.params.clone(), format!("{path}.{word}{}", step(name))))
            };
            parts.iter().filter_map(part).collect::<Vec<_>>()
        };
        let mut used = parts(Kind::Sensor, "sensors", &robot.sensors);
        used.extend(parts(Kind::Actuator, "actuators", &robot.actuators));
        let one = |kind, word: &str, id: &scene::ComponentId, params: &scene::Properties| {
            (kind, id.clone(), params.clone(), format!("{path}.{word}"))
        };
        used.extend(robot.dynamics.iter().map(|used| one(Kind::Dynamics, "dynamics", &used.id, &used.params)));
        used.extend(robot.controller.iter().map(|used| one(Kind::Controller, "controller", &used.id, &used.params)));
        for (kind, id, params, path) in used {
            self.component(kind, &id.0, &mut Value::Object(params), &path);
        }
    }

    /// Warns once per path if the scene lacks what a dynamics needs.
    pub(super) fn warn_of_needs(&mut self, offer: &Offer, path: &str) {
        let scene = &self.loaded.scene;
        let is_met = |need| match need {
            Need::Liquid => scene.media.iter().any(scene::Medium::is_liquid),
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
                .with_help(format!("{help}, or choose another dynamics")),
        );
    }
}
