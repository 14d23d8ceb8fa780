//! Messages between components and host before a run: versioned JSON.
//!
//! Component authors use [`Channel`] and [`Function`]; the setup types of each kind fill in the rest. Minor versions may add fields
//! with a default; unknown fields are ignored, so either side may be newer.

pub use crate::coverage::{Coverage, CoverageForm, ScanData};
use crate::ffi::module;
pub use crate::sheet::{BeaconType, Datasheet, Function, FunctionValue, Need, Property, PropertyForm};
pub use crate::texts::Texts;
use crate::texts::single_spaced;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// The six kinds of component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A robot model.
    Robot,
    /// A dynamics.
    Dynamics,
    /// A sensor.
    Sensor,
    /// An actuator.
    Actuator,
    /// A controller.
    Controller,
    /// A world service.
    Service,
    /// A kind that this version does not know; a library may contain such components among others.
    #[serde(other)]
    Unknown,
}

impl Kind {
    /// Number of the kind in the ABI, unless it is unknown.
    pub const fn number(self) -> Option<u32> {
        Some(match self {
            Kind::Robot => module::KIND_ROBOT,
            Kind::Dynamics => module::KIND_DYNAMICS,
            Kind::Sensor => module::KIND_SENSOR,
            Kind::Actuator => module::KIND_ACTUATOR,
            Kind::Controller => module::KIND_CONTROLLER,
            Kind::Service => module::KIND_SERVICE,
            Kind::Unknown => return None,
        })
    }

    /// Kind for a number in the ABI.
    pub const fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            module::KIND_ROBOT => Kind::Robot,
            module::KIND_DYNAMICS => Kind::Dynamics,
            module::KIND_SENSOR => Kind::Sensor,
            module::KIND_ACTUATOR => Kind::Actuator,
            module::KIND_CONTROLLER => Kind::Controller,
            module::KIND_SERVICE => Kind::Service,
            _ => return None,
        })
    }

    /// The word used in messages, in scene files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Robot => "robot",
            Kind::Dynamics => "dynamics",
            Kind::Sensor => "sensor",
            Kind::Actuator => "actuator",
            Kind::Controller => "controller",
            Kind::Service => "service",
            Kind::Unknown => "component of an unknown kind",
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// Description of a plugin library.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Manifest {
    /// Name of the crate.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// License, as an SPDX expression, or empty.
    #[serde(default)]
    pub license: String,
    /// One sentence.
    #[serde(default)]
    pub description: String,
    /// Version of the `sim-abi` crate that it was built with.
    #[serde(default)]
    pub sim_abi: String,
    /// Components of the library.
    pub components: Vec<ComponentInfo>,
    /// Translations.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub texts: Texts,
}

impl Manifest {
    /// Manifest of a module that is linked into this program.
    ///
    /// # Errors
    /// If the module lacks the function, the function fails, or its reply is not valid.
    pub fn of(module: &'static module::Module) -> crate::Result<Self> {
        let Some(describe) = module.describe else {
            return Err(crate::Fault::new("the module does not have a `describe` function"));
        };
        // SAFETY: a module adheres to the contract; the reply is valid for the length of the call.
        let text = crate::ffi::reply::Answer::text_of(|reply| unsafe { describe(reply) })?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Translatable texts of the manifest ([`Manifest::texts`]), with single spaces between words. Help of channels is not part of a
    /// manifest: a component declares it on creation.
    pub fn translatable(&self) -> BTreeSet<String> {
        let mut texts = BTreeSet::from([single_spaced(&self.description)]);
        for component in &self.components {
            texts.insert(single_spaced(&component.help));
            descriptions(&component.schema, &mut texts);
            texts.extend(component.sheet.functions.iter().map(|function| single_spaced(&function.help)));
            texts.extend(component.sheet.words.iter().cloned());
            texts.extend(component.sheet.beacons.iter().map(|beacon| single_spaced(&beacon.name)));
        }
        texts.remove("");
        texts
    }
}

/// Descriptions in a schema, at all depths.
fn descriptions(schema: &Value, texts: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            texts.extend(members.get("description").and_then(Value::as_str).map(single_spaced));
            for (key, inner) in members {
                match (key.as_str(), inner) {
                    // Data may look like a schema.
                    ("default" | "const" | "enum", _) => {}
                    // The keys are defined by the author: a parameter may be named `default`.
                    ("properties" | "$defs", Value::Object(schemas)) => {
                        schemas.values().for_each(|inner| descriptions(inner, texts));
                    }
                    _ => descriptions(inner, texts),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|inner| descriptions(inner, texts)),
        _ => {}
    }
}

/// One component of a library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ComponentInfo {
    /// Id, `family/name`.
    pub id: String,
    /// Kind.
    pub kind: Kind,
    /// Description, from the doc comment in the export macro.
    #[serde(default)]
    pub help: String,
    /// JSON schema of its parameters.
    #[serde(default)]
    pub schema: Value,
    /// Further metadata that is available without creating an instance.
    #[serde(default, skip_serializing_if = "Datasheet::is_empty")]
    pub sheet: Datasheet,
}

/// One value of a component: a reading, a command, an effect or a published value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    /// Name, unique within its component.
    pub name: String,
    /// SI unit, `"1"` for a plain number.
    #[serde(default)]
    pub unit: String,
    /// Minimum, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Maximum, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Frame in which a vector component is expressed, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub frame: String,
    /// Value before the first reading; neutral value of a command.
    #[serde(default)]
    pub neutral: f64,
    /// One line of help.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// Whether the channel is exempt from noise (a flag, a count, an identifier).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// For a sensor: its channel that reads the standard deviation of this channel's Gaussian error, in the same unit. The host adds
    /// this error whether or not the scene configures noise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<String>,
}

impl Channel {
    /// A channel without limits.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into(), ..Self::default() }
    }

    /// Sets the minimum and the maximum.
    pub fn range(mut self, min: f64, max: f64) -> Self {
        (self.min, self.max) = (min.is_finite().then_some(min), max.is_finite().then_some(max));
        self
    }

    /// Sets the frame in which a vector component is expressed.
    pub fn frame(self, frame: impl Into<String>) -> Self {
        Self { frame: frame.into(), ..self }
    }

    /// Sets the value before the first reading, or the neutral value of a command. Default: 0.
    pub fn neutral(self, value: f64) -> Self {
        Self { neutral: value, ..self }
    }

    /// Sets the one-line help.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Exempts the channel from noise: for a flag, a count, an identifier.
    pub fn exact(self) -> Self {
        Self { exact: true, ..self }
    }

    /// Sets the channel of the same sensor that reads the standard deviation of this channel's Gaussian error.
    pub fn deviation(self, channel: impl Into<String>) -> Self {
        Self { deviation: Some(channel.into()), ..self }
    }
}

/// Kind of an actuator's effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// Target velocity of a joint (rad/s or m/s): one value. Consumed by a dynamics; otherwise the joint moves at this velocity.
    JointVelocity {
        /// Name of the joint.
        joint: String,
    },
    /// Target position of a joint (rad or m): one value, as [`EffectKind::JointVelocity`].
    JointPosition {
        /// Name of the joint.
        joint: String,
    },
    /// Torque (N·m) or force (N) along the axis of a joint: one value, for a dynamics.
    JointEffort {
        /// Name of the joint.
        joint: String,
    },
    /// Setpoint of a joint servo: position (rad or m), velocity (rad/s or m/s), stiffness (N·m/rad or N/m), damping (N·m·s/rad or
    /// N·s/m) and maximum effort (N·m or N): five values. A dynamics applies the effort stiffness·(position − q) + damping·(velocity
    /// − q̇), clamped to the maximum; with zero stiffness it is a velocity drive. If no dynamics consumes it, the joint moves to the
    /// position, or at the velocity if the stiffness is 0.
    JointTarget {
        /// Name of the joint.
        joint: String,
    },
    /// Force (N) and torque (N·m) at a link's origin in the link's frame: six values, for a dynamics.
    LinkWrench {
        /// Name of the link.
        link: String,
    },
    /// Force along the mount's x axis, N: one value, for a dynamics.
    Thrust,
    /// Force (N) and torque (N·m) in the mount's frame: six values, for a dynamics.
    Wrench,
    /// A light at the mount: red, green, blue 0 … 1 and intensity: four values; rendered by the core.
    Light,
    /// A message: flag (nonzero: send), channel, range (m), then words; delivered by the core.
    Message,
    /// Any other effect, which a dynamics requests by this name.
    Custom(String),
    /// A kind that this version does not know: it cannot be declared, and a dynamics ignores it.
    Unknown,
}

/// One effect of an actuator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Kind of the effect.
    pub kind: EffectKind,
    /// Its values.
    pub channels: Vec<Channel>,
}

/// Degrees of freedom of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freedom {
    /// Never moves.
    Fixed,
    /// Moves in x, y and yaw; contacts do not change height, roll and pitch.
    Planar,
    /// Moves in all six degrees of freedom.
    #[default]
    Full,
}

/// Declaration of an instance after its creation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Declaration {
    /// Readings of a sensor, commands of an actuator.
    #[serde(default)]
    pub channels: Vec<Channel>,
    /// Effects of an actuator.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Values it publishes.
    #[serde(default)]
    pub published: Vec<Channel>,
    /// Memory of a dynamics; `neutral` is the initial value.
    #[serde(default)]
    pub memory: Vec<Channel>,
    /// Indices, into [`Request::effects`], of the effects that a dynamics consumes.
    #[serde(default)]
    pub consumes: Vec<usize>,
    /// Degrees of freedom of the dynamics' body.
    #[serde(default)]
    pub freedom: Freedom,
    /// Mass used for contacts, kg. Default: the model's.
    #[serde(default)]
    pub contact_mass: Option<f64>,
    /// Wheels that support the dynamics' body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wheels: Vec<crate::wheel::Wheel>,
    /// Names of random streams beyond the first.
    #[serde(default)]
    pub streams: Vec<String>,
    /// Functions it offers.
    #[serde(default)]
    pub functions: Vec<Function>,
    /// Default period if the scene sets none, s.
    #[serde(default)]
    pub period: Option<f64>,
    /// Whether the component saves its state in `save`.
    #[serde(default)]
    pub saves: bool,
    /// Coverage of a sensor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<Coverage>,
    /// Drawings over the views.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<crate::drawing::Drawing>,
    /// Spaces that must be free of fixed objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clear_spaces: Vec<crate::clear_space::ClearSpace>,
    /// Names of the sensors that a controller has bound, in the robot's order; `None` if the library does not report them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<Vec<String>>,
    /// For a service: period of its calls between ticks while the run waits, seconds of real time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<f64>,
    /// For a service: the instance is kept and notified when robots, parts or channels change or the run restarts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub persistent: bool,
    /// The saved state fits other parameters: if they change during a run, the component continues from that state.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tunable: bool,
    /// How a robot with this controller follows routes; `None` if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routes: Option<crate::route::RouteMotion>,
}

/// A sensor or an actuator as seen by a controller at setup.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Name within the robot.
    pub name: String,
    /// Component id.
    pub component: String,
    /// Its channels.
    pub channels: Vec<Channel>,
    /// Index of its first channel in the frame's readings or commands.
    pub offset: usize,
    /// `body_from_mount` at the start.
    #[serde(default)]
    pub mount: crate::model::Placement,
}

/// An effect of an actuator as seen by a dynamics at setup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectPart {
    /// Name of the actuator within the robot.
    pub actuator: String,
    /// The effect.
    pub effect: Effect,
    /// Index of its first value in the frame's effects.
    pub offset: usize,
    /// `body_from_mount` of the actuator at the start.
    pub mount: crate::model::Placement,
    /// Link that it acts on: the actuator's, or the one that the effect names or whose joint it drives.
    #[serde(default)]
    pub link: String,
}

/// A link of the robot as seen by a dynamics at setup.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkPart {
    /// Name.
    pub name: String,
    /// Mass properties in the link's frame.
    #[serde(default)]
    pub mass: crate::model::MassProperties,
}

/// Message from the host to create a component.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Parameters from the scene; others take their defaults.
    #[serde(default)]
    pub params: Value,
    /// Robot it belongs to, or empty.
    #[serde(default)]
    pub robot: String,
    /// Name of the component within its robot, or of the service.
    #[serde(default)]
    pub name: String,
    /// Time step of the scene, s.
    #[serde(default)]
    pub step: f64,
    /// Period of its calls, s.
    #[serde(default)]
    pub period: f64,
    /// Folder for its files, created on demand.
    #[serde(default)]
    pub data_folder: String,
    /// Folder of the library file, for files that ship with it.
    #[serde(default)]
    pub library_folder: String,
    /// `body_from_mount` of a sensor or an actuator.
    #[serde(default)]
    pub mount: crate::model::Placement,
    /// Link that carries it.
    #[serde(default)]
    pub link: String,
    /// Port of the robot that it is plugged into, or empty.
    #[serde(default)]
    pub port: String,
    /// Joints of the robot, in the order of the frame's joints.
    #[serde(default)]
    pub joints: Vec<crate::model::Joint>,
    /// Sensors, for a controller.
    #[serde(default)]
    pub sensors: Vec<Part>,
    /// Actuators, for a controller.
    #[serde(default)]
    pub actuators: Vec<Part>,
    /// Effects, for a dynamics.
    #[serde(default)]
    pub effects: Vec<EffectPart>,
    /// For a service: a recorded run is being replayed, and the host supplies the external input.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replayed: bool,
    /// Mass properties of the whole robot about its origin, for a dynamics.
    #[serde(default)]
    pub mass: crate::model::MassProperties,
    /// Links of the robot, the root first, for a dynamics.
    #[serde(default)]
    pub links: Vec<LinkPart>,
    /// Half extents of the robot's collision box in its own frame, m.
    #[serde(default)]
    pub half_extents: [f64; 3],
    /// Types of beacons in the scene, for sensors.
    #[serde(default)]
    pub beacon_kinds: Vec<String>,
    /// Names of the beacons in the scene, by id.
    #[serde(default)]
    pub beacons: Vec<String>,
    /// Names of the robots in the scene, in order, for services.
    #[serde(default)]
    pub robots: std::sync::Arc<Vec<String>>,
    /// Names of the routes of the scene, for services.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<String>,
    /// Names of the scene's categories: the first is bit 4, the next bit 5 and so on.
    #[serde(default)]
    pub categories: Vec<String>,
    /// Permissions that the scene grants a service.
    #[serde(default)]
    pub grants: Vec<String>,
    /// Route that the scene assigns to the robot, for a controller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<std::sync::Arc<crate::route::Route>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_of_an_older_plugin_is_read_without_coverage() {
        let old = r#"{"channels": [{"name": "distance", "unit": "m"}], "saves": true}"#;
        let declaration: Declaration = serde_json::from_str(old).unwrap();
        assert!(declaration.saves && declaration.coverage.is_empty());
        assert!(!serde_json::to_string(&declaration).unwrap().contains("coverage"));
    }
}
