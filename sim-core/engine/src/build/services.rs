//! Services, acceptance conditions and the operator's script.

use super::super::acceptance::{Acceptance, Subject, Watch, blocked_by};
use super::super::collide::invalid_geometry;
use super::super::layout;
use super::super::mover::Span;
use super::super::script::{Act, Script, ScriptedInput};
use super::super::services::ServiceSlot;
use super::Builder;
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use serde_json::Value;
use sim_abi::declare::{Kind, Request};
use sim_abi::ffi::module::ServiceTable;
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::QueryFilter;
use sim_scene::{Condition, Grant, InBounds, NoCollision, Passes};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Builder<'_> {
    pub(super) fn services(&mut self) -> Vec<ServiceSlot> {
        if self.loaded.scene.services.is_empty() {
            return Vec::new();
        }
        // Includes robots that could not be built: they have been reported already, and a reference from a service is valid.
        let robots = self.loaded.scene.all_robots();
        let robots: Arc<Vec<String>> = Arc::new(robots.iter().map(|placed| placed.robot.name.to_string()).collect());
        let mut slots = Vec::new();
        for (number, service) in self.loaded.scene.services.iter().enumerate() {
            let path = format!("services[{number}]");
            let mut params = Value::Object(service.params.clone());
            let every = service.period.map_or(0, |period| self.every(Some(period), &format!("{path}.period")));
            let Some(offer) = self.component(Kind::Service, &service.id.0, &mut params, &path) else { continue };
            let grants: Vec<&'static str> = service.grants.iter().map(grant).collect();
            let request = Request {
                period: self.dt * f64::from(every.max(1)),
                robots: robots.clone(),
                routes: self.routes.iter().map(|route| route.name.clone()).collect(),
                grants: grants.iter().map(|grant| (*grant).to_string()).collect(),
                categories: self.categories.clone(),
                replayed: self.options.replayed.is_some(),
                ..self.request("", &service.name, params)
            };
            let Some(made) = self.make::<ServiceTable>(&offer, request, &service.name, &path, every) else {
                continue;
            };
            let declaration = made.instance.declaration();
            let random = self.streams("", &service.name, declaration);
            let published: Vec<f64> = declaration.published.iter().map(|channel| channel.neutral).collect();
            let slot = self.placed_slot(made, Span::new(0, published.len()), Span::new(0, random.len()));
            let incidents = Default::default();
            slots.push(ServiceSlot {
                slot,
                grants,
                random,
                published,
                incidents,
                panel: Default::default(),
                panel_of_stopped: None,
                started: false,
                moved: false,
                returning: None,
            });
        }
        slots
    }

    pub(super) fn acceptance(&mut self, services: &[ServiceSlot]) -> Acceptance {
        let mut list = Vec::new();
        for (number, condition) in self.loaded.scene.acceptance.iter().enumerate() {
            let path = format!("acceptance[{number}]");
            let one = |robot: usize| Subject::Robots(vec![robot]);
            let subject = match condition {
                Condition::NoCollision(wanted) if wanted.robots.is_empty() => {
                    let robots =
                        self.movers.iter().filter(|mover| mover.identity.robot).map(|mover| mover.identity.index);
                    Some(Subject::Robots(robots.collect()))
                }
                Condition::InBounds(wanted) if wanted.robots.is_empty() => {
                    Some(Subject::Robots((0..self.movers.len()).collect()))
                }
                Condition::NoCollision(NoCollision { robots, .. }) | Condition::InBounds(InBounds { robots, .. }) => {
                    let robots = robots.iter().map(|name| self.named_robot(name, &path));
                    robots.collect::<Option<Vec<_>>>().map(Subject::Robots)
                }
                Condition::PoseWithin(wanted) => self.named_robot(&wanted.robot, &path).map(one),
                Condition::ReachedBy(wanted) => self.named_robot(&wanted.robot, &path).map(one),
                Condition::Passes(wanted) => self.named_robot(&wanted.robot, &path).map(one),
                Condition::ValueWithin(wanted) => {
                    let robot = self.named_robot(&wanted.robot, &path);
                    robot.and_then(|robot| self.telemetry_value(robot, &wanted.channel, &path))
                }
                Condition::ServiceValueWithin(wanted) => {
                    self.service_value(services, &wanted.service, &wanted.channel, &path)
                }
            };
            let blocked = match (condition, &subject) {
                (Condition::Passes(wanted), Some(Subject::Robots(robots))) => self.blocked(wanted, robots[0], &path),
                _ => None,
            };
            list.extend(subject.map(|subject| Watch::new(condition.clone(), subject).blocked(blocked)));
        }
        Acceptance(list)
    }

    /// Obstacle of a robot: its name, and the distance to it, m. Reported as a warning.
    fn blocked(&mut self, wanted: &Passes, robot: usize, path: &str) -> Option<(String, f64)> {
        let (from, to) = (Vector3::from(wanted.from.0), Vector3::from(wanted.to.0));
        let displacement = to - from;
        let yaw = wanted.yaw.unwrap_or_else(|| sim_abi::math::atan2(displacement.y, displacement.x));
        let start = Isometry3::from_parts(from.into(), UnitQuaternion::from_euler_angles(0.0, 0.0, yaw));
        let filter = QueryFilter { moving: false, ..QueryFilter::default() };
        let found = self.index.cast_body(self.movers[robot].identity.body, &start, &displacement, &filter);
        let found = found.map_err(|error| invalid_geometry(&error));
        let hit = match found {
            Ok(hit) => hit?,
            Err(diagnostic) => {
                self.report(path, diagnostic);
                return None;
            }
        };
        let name = self.bodies.get(hit.hit.body.index()).map_or_else(String::new, |body| body.name.to_string());
        let blocked = (name, hit.fraction * displacement.norm());
        let message = format!("robot `{robot}` cannot pass", robot = wanted.robot);
        let diagnostic = Diagnostic::warning(Code::ScenePassage, message)
            .with_found(blocked_by(&blocked))
            .with_help("widen the passage, or change the path");
        self.report(path, diagnostic);
        Some(blocked)
    }

    fn telemetry_value(&mut self, robot: usize, path: &str, condition: &str) -> Option<Subject> {
        let channels = layout::channels(&self.movers[robot]);
        let found = channels.iter().find(|known| known.path == path);
        // Channels of components that could not be created as written are not reported as missing.
        let part = path.split('.').next().unwrap_or_default();
        if found.is_none() && !self.is_failed(robot, part) {
            let names = channels.iter().map(|known| known.path.as_str());
            let message =
                format!("unknown channel `{path}` of robot `{name}`", name = self.movers[robot].identity.name);
            let diagnostic = Diagnostic::error(Code::SceneReference, message)
                .with_expected("`component.channel` of a sensor, an actuator or a published value")
                .with_nearest_of(path, names.clone());
            let of_part: Vec<&str> = names.clone().filter(|name| name.split('.').next() == Some(part)).collect();
            let parts: BTreeSet<&str> = names.filter_map(|name| name.split('.').next()).collect();
            let help = match of_part.is_empty() {
                true => format!("components with channels: {}", parts.into_iter().collect::<Vec<_>>().join(", ")),
                false => format!("channels of `{part}`: {}", of_part.join(", ")),
            };
            self.report(&format!("{condition}.channel"), diagnostic.with_help(help));
        }
        found.map(|known| Subject::Telemetry { robot, channel: known.index })
    }

    /// A value of a service; a service that could not be created has been reported already.
    fn service_value(
        &mut self,
        services: &[ServiceSlot],
        name: &str,
        channel: &str,
        condition: &str,
    ) -> Option<Subject> {
        let service = services.iter().position(|service| *service.slot.origin.name == *name)?;
        let published = &services[service].slot.instance.declaration().published;
        let found = published.iter().position(|known| known.name == channel);
        // Invalid parameters may be what it would publish.
        let written = self.loaded.scene.services.iter().position(|service| service.name == *name);
        let is_unfit = written.is_some_and(|number| self.unfit.contains(&format!("services[{number}]")));
        if found.is_none() && !is_unfit {
            let names = published.iter().map(|known| known.name.as_str());
            let help = match published.is_empty() {
                true => format!("service `{name}` publishes nothing: name another service"),
                false => format!("channels of `{name}`: {}", names.clone().collect::<Vec<_>>().join(", ")),
            };
            let diagnostic =
                Diagnostic::error(Code::SceneReference, format!("service `{name}` does not publish `{channel}`"))
                    .with_nearest_of(channel, names)
                    .with_help(help);
            self.report(&format!("{condition}.channel"), diagnostic);
        }
        found.map(|channel| Subject::Service { service, channel })
    }

    fn named_robot(&mut self, name: &str, path: &str) -> Option<usize> {
        let index = self.movers.iter().position(|mover| mover.identity.robot && *mover.identity.name == *name);
        // Names of robots that could not be built have been reported already.
        if index.is_none() && !self.findings.has_errors() {
            let names: Vec<String> = self.movers.iter().map(|mover| mover.identity.name.to_string()).collect();
            let diagnostic = Diagnostic::error(Code::SceneReference, format!("unknown robot `{name}`"))
                .with_nearest_of(name, names.iter().map(String::as_str));
            self.report(path, diagnostic);
        }
        index
    }

    /// The operator's script; a change takes effect in the tick that begins at its time.
    pub(super) fn script(&mut self) -> Script {
        let mut inputs = Vec::new();
        for (number, input) in self.loaded.scene.inputs.iter().enumerate() {
            let robot = match &input.robot {
                Some(name) => match self.named_robot(name, &format!("inputs[{number}].robot")) {
                    Some(robot) => Some(robot),
                    None => continue,
                },
                None => None,
            };
            let act = match (sim_abi::keys::code(&input.key), input.key.strip_prefix("axis.")) {
                (_, Some(axis)) => Act::Axis(axis.to_string(), input.value),
                (Some(code), None) => Act::Key(code, input.value != 0.0),
                (None, None) => {
                    let diagnostic =
                        Diagnostic::error(Code::SceneReference, format!("unknown key `{key}`", key = input.key))
                            .with_expected(
                                "a letter, a digit, Up, Down, Left, Right, PageUp, PageDown, Space, or axis.NAME",
                            )
                            .with_nearest_of(
                                &input.key,
                                ["Up", "Down", "Left", "Right", "PageUp", "PageDown", "Space"],
                            );
                    self.report(&format!("inputs[{number}].key"), diagnostic);
                    continue;
                }
            };
            inputs.push(ScriptedInput { tick: (input.at / self.dt).ceil() as u64, robot, act });
        }
        inputs.sort_by_key(|input: &ScriptedInput| input.tick);
        Script::new(inputs)
    }
}

fn grant(grant: &Grant) -> &'static str {
    match grant {
        Grant::Edit => "Edit",
        Grant::Command => "Command",
        Grant::Network => "Network",
        Grant::Files => "Files",
        Grant::Programs => "Programs",
    }
}
