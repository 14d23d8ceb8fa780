//! What components and host tell each other before a run: versioned JSON messages.
//!
//! Authors meet [`Channel`] and [`Function`]; the rest is filled in by the set-up types of each kind. Fields may be
//! added in a minor version as long as they have a default; unknown fields are ignored, so that both sides may be newer.

pub use crate::coverage::{Coverage, CoverageForm, ScanData};
use crate::ffi::module;
pub use crate::sheet::{BeaconType, Datasheet, Function, FunctionValue, Property, PropertyForm};
pub use crate::texts::Texts;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// A kind that this version does not know; a library may have such components besides others.
    #[serde(other)]
    Unknown,
}

impl Kind {
    /// Its number at the boundary, if it can be made.
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

    /// The kind with a number at the boundary.
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

/// What a plugin library says of itself.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Manifest {
    /// Name of the crate.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Its licence, as an SPDX expression, or empty.
    #[serde(default)]
    pub license: String,
    /// One sentence.
    #[serde(default)]
    pub description: String,
    /// Version of the sim-abi crate it was built with.
    #[serde(default)]
    pub sim_abi: String,
    /// What it holds.
    pub components: Vec<ComponentInfo>,
    /// What it says in other languages.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub texts: Texts,
}

impl Manifest {
    /// What a module that is linked into this program says of itself.
    ///
    /// # Errors
    /// When it has no function for that, fails, or its answer cannot be read.
    pub fn of(module: &'static module::Module) -> crate::Result<Self> {
        let Some(describe) = module.describe else {
            return Err(crate::Fault::new("the module has no function that describes it"));
        };
        // SAFETY: a module keeps to the contract; the reply holds for the length of the call.
        let text = crate::ffi::reply::Answer::text_of(|reply| unsafe { describe(reply) })?;
        Ok(serde_json::from_str(&text)?)
    }
}

/// One component of a library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ComponentInfo {
    /// Id, `family/name`.
    pub id: String,
    /// Kind.
    pub kind: Kind,
    /// What it does, from the doc comment in the export macro.
    #[serde(default)]
    pub help: String,
    /// JSON schema of its parameters.
    #[serde(default)]
    pub schema: Value,
    /// What else may be known of it without making one.
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
    /// Smallest value, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest value, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Frame in which a vector's component is given, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub frame: String,
    /// Value before the first reading, and the safe value of a command.
    #[serde(default)]
    pub neutral: f64,
    /// One line of help.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// Noise makes no sense for this channel (a flag, a count, an identity).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// Of a sensor: name of its channel that reads the standard deviation of a Gaussian error of this one, in the same unit. The host
    /// adds that error whether or not a scene gives noise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<String>,
}

impl Channel {
    /// A channel without limits.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into(), ..Self::default() }
    }

    /// Sets smallest and largest value.
    pub fn range(mut self, min: f64, max: f64) -> Self {
        (self.min, self.max) = (min.is_finite().then_some(min), max.is_finite().then_some(max));
        self
    }

    /// Sets the frame of a vector's component.
    pub fn frame(mut self, frame: impl Into<String>) -> Self {
        self.frame = frame.into();
        self
    }

    /// Sets the value before the first reading, or the safe value of a command (0 unless set).
    pub fn neutral(mut self, value: f64) -> Self {
        self.neutral = value;
        self
    }

    /// Sets the line of help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Says that noise makes no sense here: a flag, a count, an identity.
    pub fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    /// Names the channel of the same sensor that reads the standard deviation of a Gaussian error of this one.
    pub fn deviation(mut self, channel: impl Into<String>) -> Self {
        self.deviation = Some(channel.into());
        self
    }
}

/// What an actuator's effect does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// Wanted velocity of a joint (rad/s or m/s): one value. Consumed by a dynamics, or else moves the joint as told.
    JointVelocity {
        /// Name of the joint.
        joint: String,
    },
    /// Position of a joint (rad or m): one value, as [`EffectKind::JointVelocity`].
    JointPosition {
        /// Name of the joint.
        joint: String,
    },
    /// Torque (N·m) or force (N) along the axis of a joint: one value, for a dynamics.
    JointEffort {
        /// Name of the joint.
        joint: String,
    },
    /// What a servo drive holds a joint to: position (rad or m), velocity (rad/s or m/s), stiffness (N·m/rad or N/m), damping
    /// (N·m·s/rad or N·s/m) and largest effort (N·m or N), five values. A dynamics applies the effort
    /// stiffness·(position − q) + damping·(velocity − q̇), limited to the largest; without stiffness it is a drive of
    /// velocity. Where no dynamics consumes it, the joint moves as told: to the position, or with the velocity where the
    /// stiffness is 0.
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
    /// A light at the mount: red, green, blue 0 … 1 and intensity, four values; the core shows it.
    Light,
    /// A message: flag (not 0: send), channel, range (m), then words; the core delivers it.
    Message,
    /// Anything else that a dynamics asks for by this name.
    Custom(String),
    /// A kind that this version does not know: nobody may declare it, and a dynamics leaves it alone.
    Unknown,
}

/// One effect of an actuator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// What it does.
    pub kind: EffectKind,
    /// Its values.
    pub channels: Vec<Channel>,
}

/// How a body may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freedom {
    /// Never moves, whatever touches it.
    Fixed,
    /// Moves in x, y and yaw; contacts leave height, roll and pitch alone.
    Planar,
    /// Moves in all six directions.
    #[default]
    Full,
}

/// What an instance declares when it has been made.
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
    /// How the dynamics' body may move.
    #[serde(default)]
    pub freedom: Freedom,
    /// Mass that contacts feel, kg; none: the model's.
    #[serde(default)]
    pub contact_mass: Option<f64>,
    /// Wheels on which the dynamics' body stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wheels: Vec<crate::wheel::Wheel>,
    /// Names of random streams beyond the first.
    #[serde(default)]
    pub streams: Vec<String>,
    /// Functions it offers.
    #[serde(default)]
    pub functions: Vec<Function>,
    /// Period it asks for when the scene names none, s.
    #[serde(default)]
    pub period: Option<f64>,
    /// The component writes its state in `save`.
    #[serde(default)]
    pub saves: bool,
    /// What a sensor covers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<Coverage>,
    /// What it draws over the views.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<crate::drawing::Drawing>,
    /// Places that must be free of fixed objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clear_spaces: Vec<crate::clear_space::ClearSpace>,
    /// Names of the sensors that a controller has bound, in the order of the robot; none of a library that does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<Vec<String>>,
    /// A service wants to be called between ticks while the run waits: real time between two such calls, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<f64>,
    /// A service keeps its instance when robots, parts or channels change, or the run goes back to its start, and is told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub persistent: bool,
    /// Its saved state fits other parameters: where they are changed during a run, it goes on with that state.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tunable: bool,
    /// How a robot with this controller follows routes; none: it follows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routes: Option<crate::route::RouteMotion>,
}

/// A sensor or an actuator as a controller sees it at set-up.
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
}

/// An effect of some actuator, as a dynamics sees it at set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectPart {
    /// Name of the actuator within the robot.
    pub actuator: String,
    /// What it does.
    pub effect: Effect,
    /// Index of its first value in the frame's effects.
    pub offset: usize,
    /// `body_from_mount` of the actuator at the start.
    pub mount: crate::model::Placement,
    /// Link that it acts on: that of the actuator, or the one that the effect names or whose joint it drives.
    #[serde(default)]
    pub link: String,
}

/// A link of the robot, as a dynamics sees it at set-up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkPart {
    /// Name.
    pub name: String,
    /// Mass properties in the link's frame.
    #[serde(default)]
    pub mass: crate::model::MassProperties,
}

/// Everything the host says when it makes a component.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Parameters as the scene gives them; the rest take their defaults.
    #[serde(default)]
    pub params: Value,
    /// Robot it belongs to, or empty.
    #[serde(default)]
    pub robot: String,
    /// Name of the component within its robot, or of the service.
    #[serde(default)]
    pub name: String,
    /// Step of the scene, s.
    #[serde(default)]
    pub step: f64,
    /// Period at which it is called, s.
    #[serde(default)]
    pub period: f64,
    /// Folder for its files; made on demand.
    #[serde(default)]
    pub data_folder: String,
    /// Folder of the library's file, for files that come with it.
    #[serde(default)]
    pub library_folder: String,
    /// `body_from_mount` of a sensor or an actuator.
    #[serde(default)]
    pub mount: crate::model::Placement,
    /// Link it sits on.
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
    /// A recorded run is done again: what has come from outside is told by the host. For a service.
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
    /// Kinds of beacon in the scene, for sensors.
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
    /// Words of the scene for categories of things: the first has bit 4, the next bit 5 and so on.
    #[serde(default)]
    pub categories: Vec<String>,
    /// What the scene grants a service.
    #[serde(default)]
    pub grants: Vec<String>,
    /// The route that the scene gives the robot, for a controller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<std::sync::Arc<crate::route::Route>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_of_an_older_plugin_is_read_and_says_nothing_of_coverage() {
        let old = r#"{"channels": [{"name": "distance", "unit": "m"}], "saves": true}"#;
        let declaration: Declaration = serde_json::from_str(old).unwrap();
        assert!(declaration.saves && declaration.coverage.is_empty());
        assert!(!serde_json::to_string(&declaration).unwrap().contains("coverage"));
    }
}
