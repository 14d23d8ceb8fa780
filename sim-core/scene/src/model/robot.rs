//! Robots, fleets, services and the operator's script.

use std::collections::BTreeMap;

use super::pose::{Point, one_orientation, posed};
use super::{ComponentUse, Pose};
use crate::check_value::{Extension, NameForm, above, at_least, value_range};
use crate::decode::{ComponentId, Decoder, Field, FileRef, Properties, Segment};
use crate::form::Form;
use crate::text::{Kind, Node};
use sim_diagnostics::{Code, Diagnostic};

record! {
    /// A controller and its parameters; text alone stands for the id.
    struct ControllerUse is "a controller" {
        /// Id of the component.
        id: ComponentId;
        /// Parameters, as described by the component.
        params: Properties = Properties::new();
        /// Time between two calls, s, an integer multiple of the step. Default: the period that the component declares.
        period: Option<f64> = None => above(0.0, "s");
    }
    short id;
}

record! {
    /// A robot model: a component (text alone stands for its id) or a file.
    struct ModelUse is "a robot model" {
        /// Id of the component.
        id: Option<ComponentId> = None;
        /// Model file: RON, or URDF.
        file: Option<FileRef> = None => Extension(&["ron", "urdf"]);
        /// Parameters of the model.
        params: Properties = Properties::new();
    }
    short id;
    verify model_is_one;
}

fn model_is_one(model: &ModelUse, node: &Node, decoder: &mut Decoder<'_>) {
    if model.id.is_some() == model.file.is_some() {
        let both = model.id.is_some();
        let message = match both {
            true => "both `id` and `file` are given".to_string(),
            false => "neither `id` nor `file` is given".to_string(),
        };
        let code = if both { Code::SceneContradiction } else { Code::SceneMissingField };
        let place = if both { node.get("file").unwrap_or(node) } else { node };
        decoder.report(place, Diagnostic::error(code, message).with_expected("one of `id`, `file`"));
    }
}

/// Fields common to robots and fleets.
macro_rules! robot_record {
    ($(#[$meta:meta])* struct $name:ident is $what:tt { $($own:tt)* }) => {
        record! {
            $(#[$meta])*
            struct $name is $what {
                $($own)*
                /// The model: component or file.
                model: ModelUse;
                /// Position, m; for a fleet, origin of the frame of its placement.
                at: Point = Point::default();
                /// Roll, pitch, yaw, rad.
                rpy: Option<[f64; 3]> = None;
                /// Rotation about z, rad.
                yaw: Option<f64> = None;
                /// Initial velocity, m/s, in the frame of the robot.
                velocity: [f64; 3] = [0.0; 3];
                /// Initial angular velocity, rad/s, in the frame of the robot.
                angular_velocity: [f64; 3] = [0.0; 3];
                /// Dynamics model. Default: that of the robot model.
                dynamics: Option<ComponentUse> = None;
                /// Controller. Default: that of the robot model.
                controller: Option<ControllerUse> = None;
                /// Route that its controller follows; its name among `routes`.
                route: Option<String> = None;
                /// Clearance on routes; without physical effect.
                margin: Option<super::Margin> = None;
                /// Changes to sensors of the model, and additional sensors, by name.
                sensors: BTreeMap<String, Part> = BTreeMap::new();
                /// Changes to actuators of the model, and additional actuators, by name.
                actuators: BTreeMap<String, Part> = BTreeMap::new();
                /// Names of sensors and actuators of the model to remove.
                remove: Vec<String> = Vec::new();
                /// Joints of the model with a different initial position or mounting pose, by name.
                joints: BTreeMap<String, JointPlace> = BTreeMap::new();
                /// Surface of the whole robot. Default: friction 0.5, restitution 0.
                material: Option<super::Material> = None;
                /// Tags for filters.
                tags: Vec<String> = Vec::new();
                /// Color. Default: that of the robot model.
                color: Option<super::Color> = None;
                /// Notes.
                notes: String = String::new();
                /// Free properties for plugins and tools.
                properties: Properties = Properties::new();
            }
            verify one_orientation;
        }
    };
}

robot_record! {
    /// One robot.
    struct Robot is "a robot" {
        /// Unique among objects, robots, beacons, lights and media.
        name: String => NameForm;
    }
}

robot_record! {
    /// Many robots of one kind, named by the prefix and a number from 0.
    struct Fleet is "a fleet" {
        /// Prefix of the names: `scout` gives `scout0`, `scout1`, etc.
        prefix: String => NameForm;
        /// Number of robots.
        count: u32 => value_range(1.0, f64::from(Fleet::MAX_COUNT), "robots");
        /// Initial poses, in the frame of the fleet.
        placement: Placement;
    }
}

posed!(Robot, Fleet);

impl Fleet {
    /// Maximum number of members of a fleet.
    pub const MAX_COUNT: u32 = 1_000_000;
}

impl Robot {
    /// A robot at the origin; other fields have their defaults.
    pub fn new(name: &str, model: ModelUse) -> Robot {
        let node = Node::table(vec![("name", Node::text(name)), ("model", model.encode())]);
        let sources = crate::text::Sources::default();
        let mut decoder = Decoder::new(&sources, &[]);
        Robot::decode(&node, &mut decoder).expect("invariant: only the name and model of a robot are required")
    }
}

impl Fleet {
    /// One robot of the fleet.
    pub(crate) fn member(&self, index: usize) -> Robot {
        let fleet = self.clone();
        Robot {
            name: format!("{}{index}", fleet.prefix),
            model: fleet.model,
            at: fleet.at,
            rpy: fleet.rpy,
            yaw: fleet.yaw,
            velocity: fleet.velocity,
            angular_velocity: fleet.angular_velocity,
            dynamics: fleet.dynamics,
            controller: fleet.controller,
            route: fleet.route,
            margin: fleet.margin,
            sensors: fleet.sensors,
            actuators: fleet.actuators,
            remove: fleet.remove,
            joints: fleet.joints,
            material: fleet.material,
            tags: fleet.tags,
            color: fleet.color,
            notes: fleet.notes,
            properties: fleet.properties,
        }
    }
}

choice! {
    /// Where the robots of a fleet start.
    enum Placement is "a placement" {
        /// In rows and columns, centered at the origin of the fleet.
        Grid(GridPlacement),
        /// Random positions in a rectangle, with a minimum distance; the same for the same seed.
        Random(RandomPlacement),
        /// At these poses, one per robot.
        List(Vec<Pose>),
    }
}

record! {
    /// Rows and columns about the origin of the fleet.
    struct GridPlacement is "a grid" {
        /// Distance between columns (along x) and rows (along y), m.
        spacing: [f64; 2] => above(0.0, "m");
        /// Robots per row. Default: as square as possible.
        columns: Option<u32> = None => at_least(1.0, "columns");
    }
}

record! {
    /// Anywhere in a rectangle, with a distance between them.
    struct RandomPlacement is "a random placement" {
        /// Corner of the rectangle with the smallest coordinates, m.
        min: [f64; 2];
        /// Corner of the rectangle with the largest coordinates, m.
        max: [f64; 2];
        /// Minimum distance between two robots, m.
        spacing: f64 => at_least(0.0, "m");
        /// Heading.
        heading: Heading = Heading::Random;
    }
    verify rectangle_has_area;
}

impl RandomPlacement {
    /// Extents along x and y, m; infinite if the numbers are too large.
    pub(crate) fn extents(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.max[axis] - self.min[axis])
    }
}

fn rectangle_has_area(area: &RandomPlacement, node: &Node, decoder: &mut Decoder<'_>) {
    let extents = area.extents();
    if let Some(axis) = (0..2).find(|axis| !(extents[*axis] > 0.0 && extents[*axis].is_finite())) {
        let (of, least) = (["x", "y"][axis], area.min[axis]);
        let (message, expected) = match extents[axis] > 0.0 {
            false => (format!("`min` is not below `max` along {of}"), format!("a value above {least}")),
            true => (format!("`max` is too far from `min` along {of}"), format!("a value closer to {least}")),
        };
        let diagnostic =
            Diagnostic::error(Code::SceneRange, message).with_expected(expected).with_found(area.max[axis].to_string());
        match node.get("max") {
            Some(max) => {
                decoder.inside(Segment::Key("max".into()), |decoder| decoder.report_element(max, axis, diagnostic))
            }
            None => decoder.report(node, diagnostic),
        }
    }
}

choice! {
    /// Headings of randomly placed robots.
    enum Heading is "a heading" {
        /// Any heading.
        Random,
        /// Fixed heading, rad.
        Fixed(f64),
    }
}

record! {
    /// A sensor or actuator: changes to one that the model has, or a new one. Text alone stands for the id.
    struct Part is "a sensor or actuator" {
        /// The component; needed for a new one.
        id: Option<ComponentId> = None;
        /// Parameters; they override those of the model.
        params: Properties = Properties::new();
        /// Mount of the model that it is attached to.
        mount: Option<String> = None;
        /// Link of the model that it is mounted on; `at` is then in the frame of the link.
        link: Option<String> = None;
        /// Position in the frame of mount, link or robot, m.
        at: Option<[f64; 3]> = None;
        /// Roll, pitch, yaw, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
        /// Time between two readings, s, an integer multiple of the step.
        period: Option<f64> = None => above(0.0, "s");
        /// Measurement errors.
        noise: Option<Noise> = None;
        /// Port of the model that it is plugged into; empty to unplug it.
        port: Option<String> = None;
        /// Whether the sensor is read only on request of the controller; otherwise it keeps its last readings, initially neutral.
        on_demand: bool = false;
    }
    short id;
    verify part_is_consistent;
}

record! {
    /// Where a joint starts, and where it sits instead of where the model has it. A number alone stands for the start.
    struct JointPlace is "the place of a joint" {
        /// Initial position, rad or m, within the joint limits. Default: as in the model.
        start: Option<f64> = None;
        /// Position in the frame of the joint's parent, m. Default: as in the model.
        at: Option<[f64; 3]> = None;
        /// Roll, pitch, yaw, rad. Default: as in the model.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
    }
    number start;
    verify joint_is_consistent;
}

fn joint_is_consistent(place: &JointPlace, node: &Node, decoder: &mut Decoder<'_>) {
    if place.rpy.is_some() && place.yaw.is_some() {
        let diagnostic = Diagnostic::error(Code::SceneContradiction, "both `rpy` and `yaw` are given")
            .with_expected("one of `rpy`, `yaw`");
        decoder.report_field(node, "yaw", diagnostic);
    }
}

fn part_is_consistent(part: &Part, node: &Node, decoder: &mut Decoder<'_>) {
    for (one, other, both) in [
        ("rpy", "yaw", part.rpy.is_some() && part.yaw.is_some()),
        ("mount", "link", part.mount.is_some() && part.link.is_some()),
    ] {
        if both {
            let diagnostic =
                Diagnostic::error(Code::SceneContradiction, format!("both `{one}` and `{other}` are given"))
                    .with_expected(format!("one of `{one}`, `{other}`"));
            decoder.report_field(node, other, diagnostic);
        }
    }
}

record! {
    /// Errors of measurement, applied to every channel of a sensor, in the unit of the channel.
    struct Noise is "noise" {
        /// Standard deviation of a Gaussian error.
        sigma: PerChannel = PerChannel::One(0.0) => at_least(0.0, "");
        /// Correlation of Gaussian errors one second apart; 0: independent errors.
        correlation: f64 = 0.0 => value_range(0.0, 1.0, "");
        /// Constant error.
        bias: PerChannel = PerChannel::One(0.0);
        /// Drift: standard deviation of a random walk per square root of a second.
        drift: PerChannel = PerChannel::One(0.0) => at_least(0.0, "per √s");
        /// Quantization step of the values; 0 for none.
        quantum: PerChannel = PerChannel::One(0.0) => at_least(0.0, "");
        /// Probability that a reading is lost and replaced by `dropout_value`.
        dropout: f64 = 0.0 => value_range(0.0, 1.0, "");
        /// Value of a lost reading, on every channel. Default: the last reading.
        dropout_value: Option<f64> = None;
        /// Latency, s.
        latency: f64 = 0.0 => at_least(0.0, "s");
    }
}

impl Noise {
    /// No noise.
    pub fn none() -> Self {
        let zero = || PerChannel::One(0.0);
        Self {
            sigma: zero(),
            correlation: 0.0,
            bias: zero(),
            drift: zero(),
            quantum: zero(),
            dropout: 0.0,
            dropout_value: None,
            latency: 0.0,
        }
    }
}

/// One number for all channels, or a list with one number per channel.
#[derive(Clone, Debug, PartialEq)]
pub enum PerChannel {
    /// The same value for all channels.
    One(f64),
    /// One value per channel, in the order of the channels.
    Each(Vec<f64>),
}

impl PerChannel {
    /// Value for a channel; the last one if the list is too short.
    pub fn channel(&self, index: usize) -> f64 {
        match self {
            PerChannel::One(value) => *value,
            PerChannel::Each(values) => values.get(index).or(values.last()).copied().unwrap_or(0.0),
        }
    }
}

impl Field for PerChannel {
    fn expected() -> String {
        "a number, or a list with one number per channel".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.kind {
            Kind::Number(_) => f64::decode(node, decoder).map(PerChannel::One),
            Kind::List { .. } => Vec::decode(node, decoder).map(PerChannel::Each),
            _ => decoder.wrong_type(node, Self::expected()),
        }
    }

    fn encode(&self) -> Node {
        match self {
            PerChannel::One(value) => value.encode(),
            PerChannel::Each(values) => values.encode(),
        }
    }

    fn form() -> Form {
        Form::NumberOrList
    }
}

impl crate::check_value::Numbers for PerChannel {
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
        match self {
            PerChannel::One(value) => value.numbers(node, visit),
            PerChannel::Each(values) => values.numbers(node, visit),
        }
    }
}

record! {
    /// A world service.
    struct Service is "a service" {
        /// Unique among services.
        name: String => NameForm;
        /// Id of the component.
        id: ComponentId;
        /// Parameters, as described by the component.
        params: Properties = Properties::new();
        /// Permissions.
        grants: Vec<Grant> = Vec::new();
        /// Time between two calls, s, an integer multiple of the step. Default: every step.
        period: Option<f64> = None => above(0.0, "s");
    }
}

choice! {
    /// What a service may do beyond reading the world.
    enum Grant is "a grant" {
        /// Create, move and delete objects and robots.
        Edit,
        /// Drive robots: write actuator commands.
        Command,
        /// Open network connections.
        Network,
        /// Read and write files.
        Files,
        /// Start other programs.
        Programs,
    }
}

record! {
    /// One thing that the operator does.
    struct Input is "an input" {
        /// Simulated time, s.
        at: f64 => at_least(0.0, "s");
        /// Key or axis, such as `w` or `axis.x`.
        key: String => NameForm;
        /// 1 for pressed, 0 for released, or the position of an axis.
        value: f64 = 1.0 => value_range(-1.0, 1.0, "");
        /// Robot that receives it. Default: all.
        robot: Option<String> = None;
    }
}
