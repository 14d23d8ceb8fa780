//! Types of robots and beacons, as libraries offer them.

use crate::text::by_numbers as words;
use serde_json::{Value, json};
use sim_abi::declare::{BeaconType, Kind, Property, PropertyForm};
use sim_runner::PluginList;
use std::net::Ipv4Addr;

/// What libraries offer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Types {
    /// Robots.
    pub robots: Vec<RobotType>,
    /// Beacons, by names in the language in use.
    pub beacons: Vec<BeaconType>,
}

/// A model of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotType {
    /// The model.
    pub id: String,
    /// Its usual length, width and height, m, where it has the parameter `size`.
    pub size: Option<[f64; 3]>,
    /// Properties that people give it.
    pub properties: Vec<Property>,
}

impl Types {
    /// Those of the libraries that are loaded, in their order; of beacon types that have a name in common, the first.
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

/// The usual size of a robot whose parameters have this schema.
fn size(schema: &Value) -> Option<[f64; 3]> {
    let sizes = schema.pointer("/properties/size/default")?.as_array()?;
    let sizes: Option<Vec<f64>> = sizes.iter().map(Value::as_f64).collect();
    sizes?.try_into().ok()
}

/// What a property is called.
pub fn shown(property: &Property) -> String {
    match property.form {
        PropertyForm::Ipv4Address => words::ADDRESS.to_string(),
        PropertyForm::Port => words::PORT.to_string(),
        PropertyForm::MacAddress => words::MAC.to_string(),
        PropertyForm::Text => property.name.clone(),
    }
}

/// The value of a property that was typed; none where it is left out.
///
/// # Errors
/// What has to be typed.
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

/// An address of six bytes, as it is written.
fn mac(typed: &str) -> Result<String, String> {
    let parts: Vec<&str> = typed.trim().split([':', '-']).collect();
    let is_part = |part: &&str| part.len() == 2 && part.bytes().all(|letter| letter.is_ascii_hexdigit());
    if parts.len() != 6 || !parts.iter().all(is_part) {
        return Err(words::BAD_MAC.to_string());
    }
    Ok(parts.join(":").to_ascii_uppercase())
}
