//! What is known of a component without making one, and the functions that it offers.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What may be known of a component without making one: for palettes, bridges and tools.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Datasheet {
    /// Kind of port that a sensor or an actuator plugs into; none where it needs no port. Models say what ports they have
    /// ([`crate::model::RobotModelSpec::ports`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plug: Option<String>,
    /// Facts by key, such as `bobot.module`: `grey`. Whoever looks for a fact defines its key and begins it with a name of
    /// its own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Functions that every instance offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<Function>,
    /// Words that instances show in their [panels](crate::panel), for translations; texts with numbers or names are shown as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Types of beacon that scenes may have for it: what a receiver hears. Windows offer them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beacons: Vec<BeaconType>,
    /// Of a robot: properties that people give such a robot in a scene, where a service looks for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
}

impl Datasheet {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Says what kind of port the component plugs into.
    pub fn plug(mut self, kind: impl Into<String>) -> Self {
        self.plug = Some(kind.into());
        self
    }

    /// Adds a fact.
    pub fn label(mut self, key: impl Into<String>, text: impl Into<String>) -> Self {
        self.labels.insert(key.into(), text.into());
        self
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

    /// Adds a property that people give such a robot.
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

/// A type of beacon: what people put into a scene, and what receivers know it by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeaconType {
    /// What people call it, such as `BLE beacon`; can be translated.
    pub name: String,
    /// Category that such beacons have in the scene.
    pub category: String,
    /// How far it is usually heard, m.
    pub range: f64,
    /// Usual full angle of the cone in which it is heard, about its -z, rad, 0 … π; none where it is heard in all directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cone: Option<f64>,
    /// Properties that people give such a beacon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
}

impl BeaconType {
    /// A beacon that is heard in all directions up to this distance, m.
    pub fn new(name: impl Into<String>, category: impl Into<String>, range: f64) -> Self {
        Self { name: name.into(), category: category.into(), range, cone: None, properties: Vec::new() }
    }

    /// Limits it to a cone of this full angle, rad.
    pub fn cone(mut self, angle: f64) -> Self {
        self.cone = Some(angle);
        self
    }

    /// Adds a property.
    pub fn property(mut self, property: Property) -> Self {
        self.properties.push(property);
        self
    }
}

/// A property that people give a robot or a beacon of a scene: an entry of its `properties`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Property {
    /// Its key.
    pub name: String,
    /// What it has to be.
    pub form: PropertyForm,
    /// What stands there at first; empty where it may be left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub default: String,
}

impl Property {
    /// A property that may be left out.
    pub fn new(name: impl Into<String>, form: PropertyForm) -> Self {
        Self { name: name.into(), form, default: String::new() }
    }

    /// Sets what stands there at first; it may not be left out then.
    pub fn default_value(mut self, value: impl Into<String>) -> Self {
        self.default = value.into();
        self
    }
}

/// What a [`Property`] has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PropertyForm {
    /// An address of IPv4, such as `192.168.1.20`; a text in the scene.
    Ipv4Address,
    /// The number of a port, 1 … 65535; a number in the scene.
    Port,
    /// An address of six bytes, such as `A4:C1:38:00:11:22`; a text in the scene.
    MacAddress,
    /// Any text; also what a newer library asks for and this version does not know.
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
    /// Smallest value, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest value, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Value used when the caller leaves it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
}

impl FunctionValue {
    /// A whole number.
    pub fn int(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: "int".into(), ..Self::default() }
    }

    /// A number.
    pub fn float(name: impl Into<String>) -> Self {
        Self { kind: "float".into(), ..Self::int(name) }
    }

    /// Yes or no.
    pub fn bool(name: impl Into<String>) -> Self {
        Self { kind: "bool".into(), ..Self::int(name) }
    }

    /// A text.
    pub fn string(name: impl Into<String>) -> Self {
        Self { kind: "string".into(), ..Self::int(name) }
    }

    /// Sets smallest and largest value; infinite: no limit on that side.
    pub fn range(mut self, min: f64, max: f64) -> Self {
        (self.min, self.max) = (min.is_finite().then_some(min), max.is_finite().then_some(max));
        self
    }

    /// Sets the value used when the caller leaves it out.
    pub fn default_value(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }
}

/// A function that a component offers to services and to the window's test buttons, answered between ticks.
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
    /// One line of help.
    #[serde(default)]
    pub help: String,
    /// Stands for a person who does something to the part (presses it, warms it, holds a lamp to it). The window offers it;
    /// bridges to the robot's own programs leave it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manual: bool,
    /// Turns measurements of a real part into parameters. Its parameters are the columns of a table; it is called with one
    /// argument, the list of rows, each a list with one number per column, and answers with an object: the component's
    /// parameters that follow from the table. Implies `manual`.
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

    /// Sets the line of help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Says that it stands for a person's hand and is no function that a program on the robot has.
    pub fn manual(mut self) -> Self {
        self.manual = true;
        self
    }

    /// Says that it turns a table of measurements, with its parameters as columns, into parameters of the component.
    pub fn calibrates(mut self) -> Self {
        self.calibrates = true;
        self.manual()
    }
}
