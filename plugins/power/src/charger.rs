//! Charging stations for robots.

use crate::battery::{CHARGE, DRAIN, LABEL};
use sim_abi::math::na::Point3;
use sim_abi::prelude::*;
use sim_abi::service::RobotLayout;
use std::collections::BTreeMap;

/// A charging place.
#[params]
#[derive(Clone)]
pub struct Place {
    /// Name, for its published value.
    name: String,
    /// Position in world axes; with `object`, in the object's axes.
    #[param(default = [0.0, 0.0, 0.0], unit = "m")]
    at: [f64; 3],
    /// Object to which it is attached; empty: none.
    object: String,
    /// Robots whose origin is within this distance are charged.
    #[param(default = 0.3, unit = "m", min = 0.0)]
    radius: f64,
    /// Charging power of each robot.
    #[param(default = 10.0, unit = "W", min = 0.0)]
    power: f64,
    /// Available energy. Default: unlimited.
    #[param(unit = "J", min = 0.0)]
    energy: Option<f64>,
}

/// Parameters of the charger.
#[params]
pub struct ChargerParams {
    /// Charging places; the first one within range is used.
    places: Vec<Place>,
    /// Robots with a battery to manage, by name; empty: all.
    robots: Vec<String>,
    /// Power drawn per unit of a command, W, by the name of the actuator (its first command) or as `actuator.command`.
    commands: BTreeMap<String, f64>,
    /// Whether a robot with an empty battery is held: its controller is not called, and its commands are neutral.
    #[param(default = true)]
    hold: bool,
    /// Charge at which a held robot continues.
    #[param(default = 0.05, unit = "1", min = 0.0, max = 1.0)]
    resume: f64,
}

/// Charges the batteries of robots near charging stations, drains them according to commands, and halts robots with an
/// empty battery.
///
/// It needs the grant `Command`. A battery is any sensor whose data sheet has the label `power.battery`: one with the
/// functions `charge` and `drain`, and a channel `charge`.
pub struct Charger {
    params: ChargerParams,
    /// Names of all robots, and which of them are monitored.
    robots: Vec<String>,
    watched: Vec<u32>,
    batteries: Vec<Battery>,
    /// Remaining energy of each station, J.
    left: Vec<f64>,
    /// Names of the halted robots; indices may change with the scene.
    held: Vec<String>,
    charging: Vec<Published>,
    giving: Vec<Published>,
}

/// The battery of a robot.
struct Battery {
    robot: u32,
    sensor: String,
    /// Index of its charge in the telemetry.
    charge: usize,
    /// Commands that draw power: index in the telemetry, W per unit.
    commands: Vec<(usize, f64)>,
    /// Index of the robot in the list of published values.
    watched: usize,
}

impl Service for Charger {
    type Params = ChargerParams;

    fn new(params: ChargerParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Command")?;
        let robots = setup.robots().to_vec();
        let refused = |message: String, help: &'static str| Fault::new(message).help(help).because(Cause::Parameters);
        for name in &params.robots {
            if !robots.contains(name) {
                return Err(refused(format!("unknown robot `{name}`"), "name robots of the scene in `robots`"));
            }
        }
        if let Some((name, power)) = params.commands.iter().find(|(_, power)| **power < 0.0) {
            return Err(refused(format!("the command `{name}` draws {power} W"), "powers must be 0 or more"));
        }
        let twice = |(number, place): (usize, &Place)| params.places[..number].iter().any(|one| one.name == place.name);
        if let Some((_, place)) = params.places.iter().enumerate().find(|place| twice(*place)) {
            return Err(refused(format!("two places have the name `{}`", place.name), "give each place a unique name"));
        }
        let is_managed = |name: &String| params.robots.is_empty() || params.robots.contains(name);
        let watched: Vec<u32> =
            (0..).zip(&robots).filter(|(_, name)| is_managed(name)).map(|(robot, _)| robot).collect();
        let mut power =
            |name: String, help: &str| setup.publish(Channel::new(name, "W").range(0.0, f64::INFINITY).help(help));
        let charging = watched
            .iter()
            .map(|robot| power(format!("charging_{}", robots[*robot as usize]), "charging power of the robot"));
        let charging = charging.collect();
        let giving =
            params.places.iter().map(|place| power(format!("giving_{}", place.name), "power delivered by the place"));
        let giving = giving.collect();
        let left = params.places.iter().map(|place| place.energy.unwrap_or(f64::INFINITY)).collect();
        Ok(Self { params, robots, watched, batteries: Vec::new(), left, held: Vec::new(), charging, giving })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        let components = io.components()?;
        let known: Vec<&str> = components
            .iter()
            .filter(|component| component.sheet.labels.contains_key(LABEL))
            .map(|component| component.id.as_str())
            .collect();
        self.batteries.clear();
        for (watched, robot) in self.watched.iter().enumerate() {
            let layout = io.layout(*robot)?;
            let part = layout.parts.iter().find(|part| known.contains(&part.component.as_str()));
            let Some(part) = part else { continue };
            let charge = part.channels.iter().position(|channel| channel.name == "charge");
            let Some(charge) = charge else { continue };
            let draws = self.params.commands.iter();
            let commands = draws.filter_map(|(name, power)| Some((command(&layout, name)?, *power))).collect();
            let (sensor, charge) = (part.name.clone(), part.offset + charge);
            self.batteries.push(Battery { robot: *robot, sensor, charge, commands, watched });
        }
        let managed = || self.batteries.iter().map(|battery| battery.robot);
        for name in self.params.commands.keys() {
            let mut known = false;
            for robot in managed() {
                known |= command(&io.layout(robot)?, name).is_some();
            }
            if !known && !self.batteries.is_empty() {
                let text = format!("no robot with a battery has the command `{name}` of `commands`: it draws no power");
                io.log(LogLevel::Warn, &text);
            }
        }
        let places = self.places(io)?;
        for (place, _) in self.params.places.iter().zip(places).filter(|(_, at)| at.is_none()) {
            let (name, object) = (&place.name, &place.object);
            io.log(LogLevel::Warn, format!("unknown object `{object}`: the place `{name}` charges no robots"));
        }
        if self.batteries.is_empty() {
            io.log(LogLevel::Warn, "no robot has a battery: give the robots a sensor such as `power/battery`");
        }
        Ok(())
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let places = self.places(io)?;
        let dt = io.dt();
        self.giving.iter().for_each(|giving| io.publish(*giving, 0.0));
        let mut given = vec![0.0; places.len()];
        for battery in &self.batteries {
            let robot = battery.robot;
            let mut drawn = 0.0;
            for (index, power) in &battery.commands {
                drawn += power * io.telemetry_value(robot, *index)?.unwrap_or(0.0).abs() * dt;
            }
            if drawn > 0.0 {
                io.call_component(robot, &battery.sensor, DRAIN, &[json!(drawn)])?;
            }
            let here = io.robot_state(robot)?.pose.translation.vector;
            let near = |(place, at): (&Place, &Option<Vec3>)| at.is_some_and(|at| (at - here).norm() <= place.radius);
            let place = self.params.places.iter().zip(&places).position(near);
            let mut power = 0.0;
            if let Some(place) = place {
                let energy = (self.params.places[place].power * dt).min(self.left[place]);
                let taken = io.call_component(robot, &battery.sensor, CHARGE, &[json!(energy)])?;
                let taken = taken.as_f64().unwrap_or(0.0).clamp(0.0, energy);
                self.left[place] -= taken;
                power = taken / dt;
                given[place] += power;
            }
            io.publish(self.charging[battery.watched], power);
            if self.params.hold {
                let name = &self.robots[robot as usize];
                hold(io, battery, name, self.params.resume, &mut self.held)?;
            }
        }
        self.giving.iter().zip(given).for_each(|(giving, power)| io.publish(*giving, power));
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        let left: Vec<Option<f64>> = self.left.iter().map(|left| left.is_finite().then_some(*left)).collect();
        state::save(&(left, &self.held))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (left, held): (Vec<Option<f64>>, Vec<String>) = state::load(bytes)?;
        if left.len() == self.left.len() {
            self.left = left.into_iter().map(|left| left.unwrap_or(f64::INFINITY)).collect();
        }
        self.held = held;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard", sensors: {"battery": "power/battery"})],
services: [(name: "one", id: "power/charger", grants: [Command], params: (places: [(name: "home")]))]"#,
        )
    }
}

impl Charger {
    /// Current positions of the stations, world axes, m; `None` if a station's object does not exist.
    fn places(&self, io: &mut ServiceIo) -> Result<Vec<Option<Vec3>>> {
        let carried = self.params.places.iter().any(|place| !place.object.is_empty());
        let objects = if carried { io.request(&Request::Objects)? } else { Value::Null };
        let place = |place: &Place| match place.object.as_str() {
            "" => Some(Vec3::from(place.at)),
            name => {
                let object = objects.as_array()?.iter().find(|object| object["name"] == name)?;
                let state: ObjectState = sim_abi::serde_json::from_value(object.clone()).ok()?;
                Some((BodyState::from(state).pose * Point3::from(place.at)).coords)
            }
        };
        Ok(self.params.places.iter().map(place).collect())
    }
}

/// Telemetry index of a command.
fn command(layout: &RobotLayout, name: &str) -> Option<usize> {
    let (actuator, command) =
        name.split_once('.').map_or((name, None), |(actuator, command)| (actuator, Some(command)));
    let part = layout.parts.iter().find(|part| part.kind == "actuator" && part.name == actuator)?;
    let number = match command {
        None => 0,
        Some(command) => part.channels.iter().position(|channel| channel.name == command)?,
    };
    (number < part.channels.len()).then_some(part.offset + number)
}

/// Halts a robot with an empty battery, and releases it once it has enough energy again.
///
/// Repeats the request in every step with an empty battery, since a changed scene may have recreated the robot.
fn hold(io: &mut ServiceIo, battery: &Battery, name: &str, resume: f64, held: &mut Vec<String>) -> Result {
    let charge = io.telemetry_value(battery.robot, battery.charge)?.unwrap_or(1.0);
    let is_held = held.iter().position(|one| one == name);
    let (now, text) = match is_held {
        None if charge <= 0.0 => (true, format!("the battery of {name} is empty: the robot is held")),
        Some(_) if charge > 0.0 && charge >= resume => {
            (false, format!("the battery of {name} is charged: the robot continues"))
        }
        Some(_) => return io.request(&Request::HoldController { robot: battery.robot, held: true }).map(drop),
        None => return Ok(()),
    };
    io.request(&Request::HoldController { robot: battery.robot, held: now })?;
    io.log(LogLevel::Info, text);
    match is_held {
        Some(place) => drop(held.remove(place)),
        None => held.push(name.to_string()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::declare::{ComponentInfo, Kind};
    use sim_abi::service::LayoutPart;

    /// A charger at the origin with two robots: anna has a battery and two wheels, bert does not.
    fn charger(params: Value) -> Result<ServiceRig<Charger>> {
        let mut rig = ServiceRig::<Charger>::new(params, &["anna", "bert"], &["Command"])?;
        let sheet = Datasheet::default().label(LABEL, "battery");
        let info = ComponentInfo {
            id: "demo/cell".into(),
            kind: Kind::Sensor,
            help: String::new(),
            schema: Value::Null,
            sheet,
        };
        rig.world.components.push(info);
        let part = |kind: &str, name: &str, component: &str, offset: usize, channels: &[&str]| LayoutPart {
            kind: kind.into(),
            name: name.into(),
            component: component.into(),
            offset,
            channels: channels.iter().map(|name| Channel::new(*name, "1")).collect(),
            ..LayoutPart::default()
        };
        let anna = rig.robot("anna");
        anna.layout.parts = vec![
            part("sensor", "cell", "demo/cell", 0, &["energy", "charge"]),
            part("actuator", "left", "demo/wheel", 2, &["speed"]),
            part("actuator", "right", "demo/wheel", 3, &["speed", "brake"]),
        ];
        anna.telemetry = vec![5.0, 0.5, 2.0, -3.0, 0.25];
        for (function, answer) in [(CHARGE, 0.02), (DRAIN, 0.0)] {
            anna.functions.push(("cell".into(), function.into(), json!(answer)));
        }
        rig.start()?;
        Ok(rig)
    }

    fn home() -> Value {
        json!([{"name": "home", "radius": 0.5, "power": 4.0}])
    }

    /// Battery functions called since the last check, with their energies.
    fn calls(rig: &mut ServiceRig<Charger>) -> Vec<(String, f64)> {
        let calls = std::mem::take(&mut rig.robot("anna").calls).into_iter();
        calls.map(|(_, function, arguments)| (function, arguments[0].as_f64().unwrap())).collect()
    }

    fn holds(rig: &mut ServiceRig<Charger>) -> Vec<bool> {
        let requests = std::mem::take(rig.world.requests.get_mut()).into_iter();
        requests
            .filter_map(|request| match request {
                Request::HoldController { robot: 0, held } => Some(held),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn unknown_names_are_reported() {
        let commands = json!({"left": 1.0, "right.brake": 1.0, "left_whel": 1.0, "right.speeed": 1.0});
        let places = json!([{"name": "home"}, {"name": "away", "object": "statoin"}]);
        let rig = charger(json!({"places": places, "commands": commands})).unwrap();
        let log = rig.log().join("\n");
        for fragment in ["`left_whel`", "`right.speeed`", "unknown object `statoin`"] {
            assert!(log.contains(fragment), "{fragment}: {log}");
        }
        assert!(!log.contains("`left`") && !log.contains("`right.brake`") && !log.contains("`home`"), "{log}");
    }

    #[test]
    fn it_conforms() {
        testing::conformance::service(|| charger(json!({"places": home(), "commands": {"left": 1.0}})).unwrap());
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_robot_inside_the_radius_is_charged_with_the_power_of_the_place() {
        let mut rig = charger(json!({"places": home(), "hold": false})).unwrap();
        rig.step().unwrap();
        // The rig's step is 0.01 s; its battery accepted half of the offered energy.
        assert_eq!(calls(&mut rig), [("charge".to_string(), 0.04)]);
        assert_eq!((rig.published("charging_anna"), rig.published("giving_home")), (2.0, 2.0));
        rig.robot("anna").state.pose.translation.x = 0.51;
        rig.step().unwrap();
        assert!(calls(&mut rig).is_empty());
        assert_eq!((rig.published("charging_anna"), rig.published("giving_home")), (0.0, 0.0));
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_place_with_an_energy_of_its_own_gives_no_more_than_that() {
        let mut rig = charger(json!({"places": [{"name": "home", "power": 4.0, "energy": 0.05}]})).unwrap();
        for expected in [0.04, 0.03, 0.01] {
            rig.step().unwrap();
            let found = calls(&mut rig);
            assert!((found[0].1 - expected).abs() < 1e-12, "{found:?} instead of {expected}");
        }
        let mut other = charger(json!({"places": [{"name": "home", "power": 4.0, "energy": 0.05}]})).unwrap();
        other.restore(&rig.save().unwrap().unwrap()).unwrap();
        other.step().unwrap();
        assert!(calls(&mut other)[0].1.abs() < 1e-12, "the remaining energy is known");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn commands_draw_power_by_their_amount() {
        let commands = json!({"left": 0.5, "right": 2.0, "right.brake": 4.0, "wing": 9.0});
        let mut rig = charger(json!({"commands": commands, "hold": false})).unwrap();
        rig.step().unwrap();
        let drawn = (0.5 * 2.0 + 2.0 * 3.0 + 4.0 * 0.25) * 0.01;
        let found = calls(&mut rig);
        assert!(found.len() == 1 && found[0].0 == "drain" && (found[0].1 - drawn).abs() < 1e-12, "{found:?}");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn an_empty_battery_holds_its_robot_until_it_is_charged_enough() {
        let mut rig = charger(json!({"resume": 0.2})).unwrap();
        rig.step().unwrap();
        assert!(holds(&mut rig).is_empty());
        rig.robot("anna").telemetry[1] = 0.0;
        rig.step().unwrap();
        assert_eq!(holds(&mut rig), [true]);
        rig.robot("anna").telemetry[1] = 0.19;
        rig.step().unwrap();
        assert_eq!(holds(&mut rig), [true], "it is logged again");
        rig.robot("anna").telemetry[1] = 0.2;
        rig.step().unwrap();
        rig.step().unwrap();
        assert_eq!(holds(&mut rig), [false]);
        assert_eq!(rig.log().len(), 2, "{:?}", rig.log());
        let mut free = charger(json!({"hold": false})).unwrap();
        free.robot("anna").telemetry[1] = 0.0;
        free.step().unwrap();
        assert!(holds(&mut free).is_empty());
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_place_moves_with_its_object() {
        let mut rig =
            charger(json!({"places": [{"name": "cart", "object": "sphere0", "at": [0, 0, 1], "power": 1.0}]})).unwrap();
        rig.step().unwrap();
        assert!(calls(&mut rig).is_empty(), "unknown object");
        rig.world.spheres.push((Vec3::new(0.1, 0.0, -1.0), 0.05));
        rig.step().unwrap();
        assert_eq!(calls(&mut rig).len(), 1);
        rig.world.spheres[0].0.x = 0.4;
        rig.step().unwrap();
        assert!(calls(&mut rig).is_empty());
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn invalid_parameters_are_rejected_and_a_scene_without_batteries_is_reported() {
        for (params, word) in [
            (json!({"robots": ["carl"]}), "carl"),
            (json!({"commands": {"left": -1.0}}), "-1"),
            (json!({"places": [{"name": "a"}, {"name": "a"}]}), "two places"),
        ] {
            let fault = charger(params).err().unwrap();
            assert!(fault.message().contains(word) && fault.cause() == Cause::Parameters, "{fault}");
        }
        assert_eq!(ServiceRig::<Charger>::new(Value::Null, &["anna"], &[]).err().unwrap().cause(), Cause::Grant);
        let mut rig = ServiceRig::<Charger>::new(Value::Null, &["anna"], &["Command"]).unwrap();
        rig.start().unwrap();
        assert!(rig.log()[0].contains("no robot has a battery"), "{:?}", rig.log());
    }
}
