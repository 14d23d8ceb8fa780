//! Metadata of a component that is available without creating an instance, and its functions.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Metadata of a component for palettes, bridges and tools.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Datasheet {
    /// Kind of port that a sensor or an actuator plugs into; `None` if it needs no port. Models list their ports in
    /// [`crate::model::RobotModelSpec::ports`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plug: Option<String>,
    /// Labels by key, such as `bobot.module`: `grey`. The consumer of a label defines its key and prefixes it with its own name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Functions that every instance offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<Function>,
    /// Words in the [panels](crate::panel) of its instances, for translation; texts with numbers or names are shown as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Types of beacons for a receiver, which scenes may contain. Windows offer them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beacons: Vec<BeaconType>,
    /// For a robot: properties that users set in a scene for a service to read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
}

impl Datasheet {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Sets the kind of port that the component plugs into.
    pub fn plug(self, kind: impl Into<String>) -> Self {
        Self { plug: Some(kind.into()), ..self }
    }

    /// Adds a label.
    pub fn label(mut self, key: impl Into<String>, text: impl Into<String>) -> Self {
        self.labels.insert(key.into(), text.into());
        self
    }

    /// States what a scene must contain for the component to work.
    pub fn needs(self, need: Need) -> Self {
        self.label(NEEDS, need.word())
    }

    /// Whether the component states this need.
    pub fn has_need(&self, need: Need) -> bool {
        self.labels.get(NEEDS).is_some_and(|needs| needs == need.word())
    }

    /// Sets an example of its use: fields of a scene in RON. Default: one on a simple robot, with the default parameters.
    pub fn example(self, scene: impl Into<String>) -> Self {
        self.label(EXAMPLE, scene)
    }

    /// The example set by [`Datasheet::example`].
    pub fn own_example(&self) -> Option<&str> {
        self.labels.get(EXAMPLE).map(String::as_str)
    }

    /// Adds words that instances show in their panels.
    pub fn words(mut self, words: &[&str]) -> Self {
        self.words.extend(words.iter().map(|word| (*word).to_owned()));
        self
    }

    /// Adds a type of beacon.
    pub fn beacon(mut self, beacon: BeaconType) -> Self {
        self.beacons.push(beacon);
        self
    }

    /// Adds a property that users may set for such a robot.
    pub fn property(mut self, property: Property) -> Self {
        self.properties.push(property);
        self
    }

    /// Adds a function.
    pub fn function(mut self, function: Function) -> Self {
        self.functions.push(function);
        self
    }
}

/// Key of the label with an example.
const EXAMPLE: &str = "sim.example";
/// Key of the label with the needs of a component.
const NEEDS: &str = "sim.needs";

/// What a scene must contain for a component to work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A medium of 500 kg/m³ or more.
    Liquid,
    /// A floor, or another body that counts as ground.
    Ground,
}

impl Need {
    /// All needs.
    pub const ALL: [Need; 2] = [Need::Liquid, Need::Ground];

    fn word(self) -> &'static str {
        match self {
            Need::Liquid => "liquid",
            Need::Ground => "ground",
        }
    }
}

/// A type of beacon: its name for users, and its category for receivers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeaconType {
    /// Display name, such as `BLE beacon`; translatable.
    pub name: String,
    /// Category of such beacons in the scene.
    pub category: String,
    /// Typical range, m.
    pub range: f64,
    /// Typical full angle of the emission cone about the beacon's -z axis, rad, 0 … π; `None` for all directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cone: Option<f64>,
    /// Properties that users may set for such a beacon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
}

impl BeaconType {
    /// A beacon that emits in all directions, with this range, m.
    pub fn new(name: impl Into<String>, category: impl Into<String>, range: f64) -> Self {
        Self { name: name.into(), category: category.into(), range, cone: None, properties: Vec::new() }
    }

    /// Limits it to a cone with this full angle, rad.
    pub fn cone(self, angle: f64) -> Self {
        Self { cone: Some(angle), ..self }
    }

    /// Adds a property.
    pub fn property(mut self, property: Property) -> Self {
        self.properties.push(property);
        self
    }
}

/// A property that users set for a robot or a beacon of a scene: an entry of its `properties`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Property {
    /// Key.
    pub name: String,
    /// Required form of the value.
    pub form: PropertyForm,
    /// Initial value; empty if the property is optional.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub default: String,
}

impl Property {
    /// An optional property.
    pub fn new(name: impl Into<String>, form: PropertyForm) -> Self {
        Self { name: name.into(), form, default: String::new() }
    }

    /// Sets the initial value and makes the property required.
    pub fn default_value(self, value: impl Into<String>) -> Self {
        Self { default: value.into(), ..self }
    }
}

/// Required form of a [`Property`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PropertyForm {
    /// An IPv4 address, such as `192.168.1.20`; a string in the scene.
    Ipv4Address,
    /// A port number, 1 … 65535; a number in the scene.
    Port,
    /// A MAC address, such as `A4:C1:38:00:11:22`; a string in the scene.
    MacAddress,
    /// Any string; also a form of a newer library that this version does not know.
    #[serde(other)]
    Text,
}

/// Type of one parameter or result of a [`Function`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FunctionValue {
    /// Name.
    pub name: String,
    /// `int`, `float`, `bool` or `string`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Minimum, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Maximum, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Default value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
}

impl FunctionValue {
    /// An integer.
    pub fn int(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: "int".into(), ..Self::default() }
    }

    /// A number.
    pub fn float(name: impl Into<String>) -> Self {
        Self { kind: "float".into(), ..Self::int(name) }
    }

    /// A Boolean.
    pub fn bool(name: impl Into<String>) -> Self {
        Self { kind: "bool".into(), ..Self::int(name) }
    }

    /// A string.
    pub fn string(name: impl Into<String>) -> Self {
        Self { kind: "string".into(), ..Self::int(name) }
    }

    /// Sets the minimum and the maximum; infinite: no limit on that side.
    pub fn range(mut self, min: f64, max: f64) -> Self {
        (self.min, self.max) = (min.is_finite().then_some(min), max.is_finite().then_some(max));
        self
    }

    /// Sets the default value.
    pub fn default_value(self, value: impl Into<Value>) -> Self {
        Self { default: Some(value.into()), ..self }
    }
}

/// A function that a component offers to services and to the window's test buttons; executed between ticks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Name.
    pub name: String,
    /// Parameters in order.
    #[serde(default)]
    pub parameters: Vec<FunctionValue>,
    /// Results in order.
    #[serde(default)]
    pub results: Vec<FunctionValue>,
    /// One-line help.
    #[serde(default)]
    pub help: String,
    /// Represents a person who acts on the part (presses it, warms it, holds a lamp to it). The window offers it; bridges to the
    /// robot's programs omit it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manual: bool,
    /// Turns measurements of a real part into parameters. Its parameters are the columns of a table; it is called with one argument,
    /// the list of rows, each a list with one number per column, and returns an object: the component's parameters derived from the
    /// table. Implies `manual`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub calibrates: bool,
}

impl Function {
    /// A function without parameters and results.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a parameter.
    pub fn parameter(mut self, parameter: FunctionValue) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Adds a result.
    pub fn result(mut self, result: FunctionValue) -> Self {
        self.results.push(result);
        self
    }

    /// Sets the one-line help.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Marks it as a person's action, not a function available to programs on the robot.
    pub fn manual(self) -> Self {
        Self { manual: true, ..self }
    }

    /// Marks it as a calibration: its parameters are the columns of a table of measurements, from which it computes parameters of the
    /// component.
    pub fn calibrates(mut self) -> Self {
        self.calibrates = true;
        self.manual()
    }
}
