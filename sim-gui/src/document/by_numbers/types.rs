//! Robot and beacon types provided by libraries.

use crate::text::by_numbers as words;
use serde_json::{Value, json};
use sim_abi::declare::{BeaconType, Kind, Property, PropertyForm};
use sim_runner::PluginList;
use std::net::Ipv4Addr;

/// Types provided by libraries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Types {
    /// Robots.
    pub robots: Vec<RobotType>,
    /// Beacons, by name in the current language.
    pub beacons: Vec<BeaconType>,
}

/// A robot model.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotType {
    /// The model's id.
    pub id: String,
    /// Default length, width and height, m, if it has the parameter `size`.
    pub size: Option<[f64; 3]>,
    /// Properties set by the user.
    pub properties: Vec<Property>,
}

impl Types {
    /// The types of the loaded libraries, in their order. If several beacon types share a name, the first is used.
    pub fn of(plugins: &PluginList) -> Self {
        let robots = plugins.components.iter().filter(|offer| offer.kind() == Kind::Robot).map(|offer| RobotType {
            id: offer.info().id.clone(),
            size: size(&offer.info().schema),
            properties: offer.info().sheet.properties.clone(),
        });
        let mut beacons: Vec<BeaconType> = Vec::new();
        for offer in &plugins.components {
            for beacon in &offer.info().sheet.beacons {
                let name = offer.library.say(&beacon.name);
                if beacons.iter().all(|known| known.name != name) {
                    beacons.push(BeaconType { name: name.to_owned(), ..beacon.clone() });
                }
            }
        }
        Self { robots: robots.collect(), beacons }
    }
}

/// The default size of a robot with this parameter schema.
fn size(schema: &Value) -> Option<[f64; 3]> {
    let sizes = schema.pointer("/properties/size/default")?.as_array()?;
    let sizes: Option<Vec<f64>> = sizes.iter().map(Value::as_f64).collect();
    sizes?.try_into().ok()
}

/// Label of a property.
pub fn shown(property: &Property) -> String {
    match property.form {
        PropertyForm::Ipv4Address => words::ADDRESS.to_string(),
        PropertyForm::Port => words::PORT.to_string(),
        PropertyForm::MacAddress => words::MAC.to_string(),
        PropertyForm::Text => property.name.clone(),
    }
}

/// Parses the value of a property. `None` if left empty.
///
/// # Errors
/// Describes the expected input.
pub fn value(property: &Property, typed: &str) -> Result<Option<Value>, String> {
    if typed.is_empty() && property.default.is_empty() {
        return Ok(None);
    }
    match property.form {
        PropertyForm::Ipv4Address => {
            let address: Ipv4Addr = typed.parse().map_err(|_| words::BAD_ADDRESS.to_string())?;
            Ok(Some(json!(address.to_string())))
        }
        PropertyForm::Port => {
            let port = typed.parse().ok().filter(|port: &u16| *port > 0);
            port.map(|port| Some(json!(port))).ok_or_else(|| words::BAD_PORT.to_string())
        }
        PropertyForm::MacAddress => mac(typed).map(|address| Some(json!(address))),
        PropertyForm::Text => Ok(Some(json!(typed))),
    }
}

/// Normalizes a six-byte MAC address.
fn mac(typed: &str) -> Result<String, String> {
    let parts: Vec<&str> = typed.trim().split([':', '-']).collect();
    let is_part = |part: &&str| part.len() == 2 && part.bytes().all(|letter| letter.is_ascii_hexdigit());
    if parts.len() != 6 || !parts.iter().all(is_part) {
        return Err(words::BAD_MAC.to_string());
    }
    Ok(parts.join(":").to_ascii_uppercase())
}
