//! The sensors and actuators of a robot, merged from its model and the scene.

use super::{Builder, step};
use serde_json::{Map, Value};
use sim_abi::declare::{Channel, Kind};
use sim_abi::model::{ComponentRef, Mount, Placement, RobotModelSpec};
use sim_diagnostics::words;
use sim_diagnostics::{Code, Diagnostic};
use sim_scene::{PerChannel, Robot};
use std::collections::BTreeMap;

/// A sensor or an actuator, merged from model and scene.
pub(super) struct Mounted {
    pub(super) mount: Mount,
    pub(super) noise: Option<sim_scene::Noise>,
    pub(super) on_demand: bool,
    /// Path in the scene for diagnostics.
    pub(super) path: String,
    pub(super) period_path: String,
}

impl Builder<'_> {
    /// The model of a robot with all overrides of the scene.
    pub(super) fn whole_model(&mut self, name: &str) -> Option<RobotModelSpec> {
        let robots = self.loaded.scene.all_robots();
        let Some(placed) = robots.iter().find(|placed| placed.robot.name == name) else {
            let diagnostic = Diagnostic::error(Code::SceneReference, format!("unknown robot `{name}`"))
                .with_nearest_of(name, robots.iter().map(|placed| placed.robot.name.as_str()));
            self.findings.push(diagnostic);
            return None;
        };
        let (robot, path) = (&placed.robot, &placed.path);
        let model = self.model(robot, path)?;
        let [sensors, actuators] =
            [Kind::Sensor, Kind::Actuator].map(|kind| self.mounted(robot, path, &model.spec, kind));
        self.check_ports(&model.spec, &sensors, &actuators);
        let mounts = |list: Vec<Mounted>| {
            let mount = |part: Mounted| {
                let noise = part.noise.map(serde_json::to_value).transpose()?.unwrap_or_default();
                Ok(Mount { noise, ..part.mount })
            };
            list.into_iter().map(mount).collect::<serde_json::Result<Vec<Mount>>>()
        };
        let mut spec = (*model.spec).clone();
        (spec.sensors, spec.actuators) = match (mounts(sensors), mounts(actuators)) {
            (Ok(sensors), Ok(actuators)) => (sensors, actuators),
            (Err(error), _) | (_, Err(error)) => {
                self.findings.push(Diagnostic::error(Code::SceneType, error.to_string()));
                return None;
            }
        };
        if let Some(used) = &robot.dynamics {
            let path = format!("{path}.dynamics");
            let params = self.over_model(Kind::Dynamics, (&used.id.0, &used.params), spec.dynamics.as_ref(), &path);
            spec.dynamics = Some(ComponentRef::with(&used.id.0, params));
        }
        if let Some(used) = &robot.controller {
            let path = format!("{path}.controller");
            let params = self.over_model(Kind::Controller, (&used.id.0, &used.params), spec.controller.as_ref(), &path);
            spec.controller = Some(ComponentRef::with(&used.id.0, params));
        }
        Some(spec)
    }

    /// Parameters of a controller or dynamics model of the scene: merged into those of the model if it names the same component.
    pub(super) fn over_model(
        &mut self,
        kind: Kind,
        (id, params): (&str, &Map<String, Value>),
        model: Option<&ComponentRef>,
        path: &str,
    ) -> Value {
        let of_model = model.filter(|model| model.id == id).and_then(|model| model.params.as_object());
        let mut merged = of_model.cloned().unwrap_or_default();
        self.merge(kind, id, &mut merged, params, path);
        Value::Object(merged)
    }

    /// Merges the parameters of a scene into those of a model. Former names are replaced first, so that a parameter overrides that of the
    /// model under its current name.
    fn merge(
        &mut self,
        kind: Kind,
        id: &str,
        params: &mut Map<String, Value>,
        changes: &Map<String, Value>,
        path: &str,
    ) {
        if params.is_empty() {
            params.clone_from(changes);
        } else if !changes.is_empty() {
            let mut changes = changes.clone();
            if let Some(offer) = self.component(kind, id, &mut Value::Null, path) {
                self.rename_parameters(&offer, &mut changes, path);
            }
            overlay(params, &changes);
        }
    }

    /// Sensors or actuators of the model with the overrides of the scene, then those that the scene adds.
    pub(super) fn mounted(&mut self, robot: &Robot, path: &str, spec: &RobotModelSpec, kind: Kind) -> Vec<Mounted> {
        let (from_model, changes, word) = match kind {
            Kind::Sensor => (&spec.sensors, &robot.sensors, "sensors"),
            _ => (&spec.actuators, &robot.actuators, "actuators"),
        };
        self.check_removed(robot, path, spec);
        let mut list = Vec::new();
        for mount in from_model.iter().filter(|mount| !robot.remove.contains(&mount.name)) {
            let noise = self.model_noise(mount, &format!("{path}.model"));
            let Some(change) = changes.get(&mount.name) else {
                let path = format!("{path}.model");
                let mount = mount.clone();
                list.push(Mounted { mount, noise, on_demand: false, period_path: path.clone(), path });
                continue;
            };
            let path = format!("{path}.{word}{}", step(&mount.name));
            let mut changed = self.changed(mount.clone(), change, spec, (kind, path));
            changed.noise = changed.noise.or(noise);
            list.push(changed);
        }
        for (name, part) in changes {
            if from_model.iter().any(|mount| mount.name == *name) {
                continue;
            }
            let path = format!("{path}.{word}{}", step(name));
            let Some(id) = &part.id else {
                self.report(&path, unknown_part(spec, kind, name));
                continue;
            };
            let mount = Mount { name: name.clone(), component: id.0.clone(), ..Mount::default() };
            list.push(self.changed(mount, part, spec, (kind, path)));
        }
        list
    }

    /// Rejects lists of noise with more numbers than the sensor has channels.
    pub(super) fn check_noise(&mut self, noise: &sim_scene::Noise, channels: &[Channel], path: &str) {
        let lists =
            [("sigma", &noise.sigma), ("bias", &noise.bias), ("drift", &noise.drift), ("quantum", &noise.quantum)];
        for (field, list) in lists {
            let PerChannel::Each(values) = list else { continue };
            if values.len() > channels.len() {
                let names: Vec<&str> = channels.iter().map(|channel| channel.name.as_str()).collect();
                let message = format!("`{field}` has more numbers than the sensor has channels");
                let diagnostic = Diagnostic::error(Code::SceneRange, message)
                    .with_expected(format!("one number, or one for each of {}", names.join(", ")))
                    .with_found(format!("{} numbers", values.len()));
                self.report(&format!("{path}.noise.{field}"), diagnostic);
            }
        }
    }

    /// Noise that the model specifies for a sensor.
    fn model_noise(&mut self, mount: &Mount, path: &str) -> Option<sim_scene::Noise> {
        if mount.noise.is_null() {
            return None;
        }
        match serde_json::from_value(mount.noise.clone()) {
            Ok(noise) => Some(noise),
            Err(error) => {
                let message = format!("the model has invalid noise for `{name}`", name = mount.name);
                let diagnostic = Diagnostic::error(Code::SceneType, message).with_found(error.to_string());
                self.report(path, diagnostic.with_help("use the fields of `noise` in a scene"));
                None
            }
        }
    }

    /// Checks that every port exists, fits, and is used once.
    pub(super) fn check_ports(&mut self, spec: &RobotModelSpec, sensors: &[Mounted], actuators: &[Mounted]) {
        let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
        let sensors = sensors.iter().map(|part| (Kind::Sensor, part));
        let all = sensors.chain(actuators.iter().map(|part| (Kind::Actuator, part)));
        for (kind, part) in all.filter(|(_, part)| !part.mount.port.is_empty()) {
            let Mount { name, port, component, .. } = &part.mount;
            let place = if part.path.ends_with(".model") { part.path.clone() } else { format!("{}.port", part.path) };
            let Some(found) = spec.ports.iter().find(|known| known.name == *port) else {
                let message = format!("`{name}` is plugged into unknown port `{port}`");
                let names: Vec<&str> = spec.ports.iter().map(|known| known.name.as_str()).collect();
                let help = match names.as_slice() {
                    [] => "the model defines no ports; remove `port`".to_string(),
                    names => format!("ports of the model: {names}", names = names.join(", ")),
                };
                let diagnostic = Diagnostic::error(Code::SceneReference, message).with_nearest_of(port, names);
                self.report(&place, diagnostic.with_help(help));
                continue;
            };
            let offer = self.host.find_with(kind, component, &self.loaded.scene.replaced());
            let plug = offer.ok().map(|offer| offer.info().sheet.plug.clone().unwrap_or_default());
            if let Some(plug) = plug.filter(|plug| !found.kind.is_empty() && *plug != found.kind) {
                let message = format!("`{component}` does not fit into port `{port}`");
                let has = if plug.is_empty() { "no plug".to_string() } else { format!("a plug of kind `{plug}`") };
                let diagnostic = Diagnostic::error(Code::SceneReference, message);
                self.report(
                    &place,
                    diagnostic.with_expected(format!("a plug of kind `{kind}`", kind = found.kind)).with_found(has),
                );
            }
            if let Some(first) = taken.insert(port, name) {
                let message = format!("`{first}` and `{name}` are plugged into port `{port}`");
                let free =
                    spec.ports.iter().map(|known| known.name.as_str()).filter(|known| !taken.contains_key(known));
                let free: Vec<&str> = free.collect();
                let help = match free.as_slice() {
                    [] => "unplug one of them: port: \"\"".to_string(),
                    free => format!("free ports: {free}", free = free.join(", ")),
                };
                self.report(&place, Diagnostic::error(Code::SceneContradiction, message).with_help(help));
            }
        }
    }

    fn check_removed(&mut self, robot: &Robot, path: &str, spec: &RobotModelSpec) {
        let names = || spec.sensors.iter().chain(&spec.actuators).map(|mount| mount.name.as_str());
        for (number, name) in robot.remove.iter().enumerate() {
            let place = format!("{path}.remove[{number}]");
            if !names().any(|known| known == name) && self.checked.insert(place.clone()) {
                let diagnostic = Diagnostic::error(Code::SceneReference, format!("unknown part `{name}` in the model"))
                    .with_nearest_of(name, names());
                self.report(&place, diagnostic);
            }
        }
    }

    /// A mount with the overrides of the scene.
    fn changed(
        &mut self,
        mut mount: Mount,
        change: &sim_scene::Part,
        spec: &RobotModelSpec,
        (kind, path): (Kind, String),
    ) -> Mounted {
        if let Some(id) = &change.id {
            if mount.component != id.0 {
                mount.params = Value::Null;
            }
            mount.component = id.0.clone();
        }
        if !change.params.is_empty() {
            let mut params = mount.params.as_object().cloned().unwrap_or_default();
            self.merge(kind, &mount.component, &mut params, &change.params, &path);
            mount.params = Value::Object(params);
        }
        if let Some(other) = &change.mount {
            match spec.sensors.iter().chain(&spec.actuators).find(|mount| mount.name == *other) {
                Some(other) => (mount.link, mount.placement) = (other.link.clone(), other.placement),
                None => {
                    let names = spec.sensors.iter().chain(&spec.actuators).map(|mount| mount.name.as_str());
                    let diagnostic =
                        Diagnostic::error(Code::SceneReference, format!("unknown mount `{other}` in the model"))
                            .with_nearest_of(other, names);
                    self.report(&format!("{path}.mount"), diagnostic);
                }
            }
        }
        if let Some(link) = &change.link {
            mount.link.clone_from(link);
            mount.placement = Placement::default();
        }
        if let Some(at) = change.at {
            mount.placement.at = at;
        }
        if let Some(rpy) = change.rpy.or(change.yaw.map(|yaw| [0.0, 0.0, yaw])) {
            mount.placement.rpy = rpy;
        }
        mount.period = change.period.or(mount.period);
        if let Some(port) = &change.port {
            mount.port.clone_from(port);
        }
        let period_path = if change.period.is_some() { format!("{path}.period") } else { path.clone() };
        Mounted { mount, noise: change.noise.clone(), on_demand: change.on_demand, path, period_path }
    }
}

/// Merges overrides into parameters, table by table.
fn overlay(params: &mut Map<String, Value>, changes: &Map<String, Value>) {
    for (name, change) in changes {
        match (params.get_mut(name).and_then(Value::as_object_mut), change.as_object()) {
            (Some(inner), Some(change)) => overlay(inner, change),
            _ => _ = params.insert(name.clone(), change.clone()),
        }
    }
}

/// Error for a scene robot that overrides a part missing in its model.
fn unknown_part(spec: &RobotModelSpec, kind: Kind, name: &str) -> Diagnostic {
    let names = |mounts: &'_ [Mount]| mounts.iter().map(|mount| mount.name.clone()).collect::<Vec<_>>();
    let (sensors, actuators) = (names(&spec.sensors), names(&spec.actuators));
    let (known, others, elsewhere) = match kind {
        Kind::Sensor => (sensors, actuators, "an actuator of the model: change it under `actuators`"),
        _ => (actuators, sensors, "a sensor of the model: change it under `sensors`"),
    };
    let diagnostic = Diagnostic::error(
        Code::SceneReference,
        format!("unknown {kind} `{name}` in the model", kind = words::kind(kind)),
    )
    .with_expected("a name from the model, or `id` to add a part");
    if others.iter().any(|other| other == name) {
        return diagnostic.with_help(format!("`{name}` is {elsewhere}"));
    }
    let help = match known.as_slice() {
        [] if kind == Kind::Sensor => "the model defines no sensors; add one with `id`".to_string(),
        [] => "the model defines no actuators; add one with `id`".to_string(),
        names if kind == Kind::Sensor => {
            format!("sensors of the model: {names}", names = names.join(", "))
        }
        names => format!("actuators of the model: {names}", names = names.join(", ")),
    };
    diagnostic.with_nearest_of(name, known.iter().map(String::as_str)).with_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: Kind, name: &str) -> String {
        let mounts = |names: &[&str]| -> Vec<Mount> {
            names.iter().map(|name| Mount { name: (*name).into(), ..Mount::default() }).collect()
        };
        let (sensors, actuators) = (mounts(&["camera", "battery"]), mounts(&["motors", "led"]));
        let spec = RobotModelSpec { sensors, actuators, ..RobotModelSpec::default() };
        unknown_part(&spec, kind, name).to_string()
    }

    #[test]
    fn an_unknown_part_is_reported_with_the_existing_ones() {
        let unlike = message(Kind::Actuator, "wheels");
        assert!(unlike.contains("unknown actuator `wheels` in the model"), "{unlike}");
        assert!(unlike.contains("actuators of the model: motors, led"), "{unlike}");
        let near = message(Kind::Sensor, "camra");
        assert!(
            near.contains("did you mean `camera`?") && near.contains("sensors of the model: camera, battery"),
            "{near}"
        );
    }

    #[test]
    fn a_part_of_the_other_kind_is_reported_with_its_list() {
        let other = message(Kind::Actuator, "battery");
        assert!(other.contains("`battery` is a sensor of the model: change it under `sensors`"), "{other}");
        let other = message(Kind::Sensor, "led");
        assert!(other.contains("`led` is an actuator of the model: change it under `actuators`"), "{other}");
    }

    #[test]
    fn a_model_without_such_parts_is_reported() {
        let message = unknown_part(&RobotModelSpec::default(), Kind::Sensor, "camera").to_string();
        assert!(message.contains("the model defines no sensors; add one with `id`"), "{message}");
    }
}
