//! The Butiá robot used in schools in Uruguay: its body, its motors, and the modules that plug into its board.
//!
//! The data sheet of every module describes how programs on the robot call it: `bobot.module` is its name, `bobot.kind`
//! specifies whether it plugs into a port (`hot-plug`) or is part of the board (`openable`), `bobot.lua` lists
//! functions of the older dialect, `bobot.raw` names the function behind `getValue` in that dialect if the value
//! differs, and `bobot.moves` marks modules that must stop with the robot.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod analog;
mod ax;
mod battery;
mod button;
mod curve;
mod distance;
mod grey;
mod hack_pins;
mod led;
mod light;
mod memory;
mod module;
mod motors;
mod robot;
mod ruler;
mod servo;
mod switch;
mod wheel_gains;

use analog::{Analog, Resistance, SensorA, SensorB, SensorC, Temperature, Voltage};
use switch::{Buzzer, Relay, Switch, SwitchA, SwitchB, SwitchC};

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A school robot on two wheels with six ports for modules.
    robot "butia/standard" = robot::Butia;
    /// Module `grey`: darkness of the floor under its mount.
    sensor "butia/grey" = grey::Grey;
    /// Module `distanc`: distance to the next object ahead, found by sweeping a ruler.
    sensor "butia/distance" = distance::Distance;
    /// Module `light`: brightness of the lamps.
    sensor "butia/light" = light::Light;
    /// Module `button`: whether an edge of the body is pressed.
    sensor "butia/button" = button::Button;
    /// Module `butia`: voltage of the battery.
    sensor "butia/battery" = battery::Battery;
    /// Module `lback`: returns the text sent to it.
    sensor "butia/loop-back" = memory::LoopBack;
    /// Module `eeprom`: stores 256 bytes.
    sensor "butia/eeprom" = memory::Eeprom;
    /// Module `res`: a manually set resistance.
    sensor "butia/resistance" = Analog<Resistance>;
    /// Module `temp`: a manually set temperature.
    sensor "butia/temperature" = Analog<Temperature>;
    /// Module `volt`: a manually set voltage.
    sensor "butia/voltage" = Analog<Voltage>;
    /// Module `modSenA`: a manually set raw value.
    sensor "butia/sensor-a" = Analog<SensorA>;
    /// Module `modSenB`: a manually set raw value.
    sensor "butia/sensor-b" = Analog<SensorB>;
    /// Module `modSenC`: a manually set raw value.
    sensor "butia/sensor-c" = Analog<SensorC>;
    /// Module `motors`: the two wheels.
    actuator "butia/motors" = motors::Motors;
    /// Module `hackp`: eight input/output pins.
    actuator "butia/hack-pins" = hack_pins::HackPins;
    /// Module `ax`: servo motors, which can move joints.
    actuator "butia/ax" = ax::Ax;
    /// Module `led`: a light of one color.
    actuator "butia/led" = led::Led;
    /// Module `relay`: a switch.
    actuator "butia/relay" = Switch<Relay>;
    /// Module `buzzer`: a switch whose changes are logged.
    actuator "butia/buzzer" = Switch<Buzzer>;
    /// Module `modActA`: a switch.
    actuator "butia/switch-a" = Switch<SwitchA>;
    /// Module `modActB`: a switch.
    actuator "butia/switch-b" = Switch<SwitchB>;
    /// Module `modActC`: a switch.
    actuator "butia/switch-c" = Switch<SwitchC>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battery::Battery;
    use crate::robot::{Butia, ButiaParams};
    use sim_abi::declare::{ComponentInfo, Kind, Manifest};
    use sim_abi::prelude::Datasheet;
    use std::collections::BTreeMap;

    /// The components of the library except the robot.
    fn modules_of_library() -> Vec<ComponentInfo> {
        let components = Manifest::of(sim_plugin::module()).unwrap().components.into_iter();
        components.filter(|component| component.kind != Kind::Robot).collect()
    }

    fn sheets() -> Vec<Datasheet> {
        modules_of_library().into_iter().map(|component| component.sheet).collect()
    }

    /// Names of the modules of a kind, sorted.
    fn modules(kind: &str) -> String {
        let sheets = sheets();
        let of_kind = sheets.iter().filter(|sheet| sheet.labels["bobot.kind"] == kind);
        let mut names: Vec<&str> = of_kind.map(|sheet| sheet.labels["bobot.module"].as_str()).collect();
        names.sort_unstable();
        names.join(" ")
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn every_module_is_there_as_the_kind_that_it_is() {
        assert_eq!(
            modules("hot-plug"),
            "button buzzer distanc grey led light modActA modActB modActC modSenA modSenB modSenC relay res temp volt"
        );
        assert_eq!(modules("openable"), "ax butia eeprom hackp lback motors");
        for sheet in sheets() {
            assert_eq!(sheet.plug.is_some(), sheet.labels["bobot.kind"] == "hot-plug");
        }
    }

    /// Functions of the protocol with their parameters, as `DESCRIBE` lists them for Python programs.
    fn described(module: &str) -> BTreeMap<String, String> {
        let sheets = sheets();
        let sheet = sheets.iter().find(|sheet| sheet.labels["bobot.module"] == module).unwrap();
        let lua: Vec<&str> = sheet.labels.get("bobot.lua").map_or(Vec::new(), |names| names.split(',').collect());
        let raw = sheet.labels.get("bobot.raw");
        let listed =
            sheet.functions.iter().filter(|f| !f.manual && !lua.contains(&f.name.as_str()) && raw != Some(&f.name));
        let names = |f: &sim_abi::declare::Function| {
            f.parameters.iter().map(|parameter| parameter.name.as_str()).collect::<Vec<_>>().join(" ")
        };
        listed.map(|function| (function.name.clone(), names(function))).collect()
    }

    /// BU-22: Each module describes its functions, parameters and results for `DESCRIBE`.
    #[test]
    fn modules_describe_themselves_as_the_real_ones_do() {
        let are = |module: &str, functions: &[(&str, &str)]| {
            let wanted = functions.iter().map(|(name, parameters)| ((*name).to_string(), (*parameters).to_string()));
            assert_eq!(described(module), wanted.collect(), "{module}");
        };
        are(
            "motors",
            &[
                ("setvelmtr", "motor_id sense vel"),
                ("getVersion", ""),
                ("getType", ""),
                ("testMotors", ""),
                ("setvel2mtr", "left_sense left_vel right_sense right_vel"),
            ],
        );
        are("butia", &[("getVersion", ""), ("getVolt", "")]);
        are("led", &[("turn", "on"), ("getVersion", "")]);
        are(
            "hackp",
            &[("read", "pin"), ("write", "pin value"), ("getMode", "pin"), ("getVersion", ""), ("setMode", "pin mode")],
        );
        are(
            "ax",
            &[
                ("getVersion", ""),
                ("writeInfo", "motor_id regstart value"),
                ("readInfo", "motor_id regstart len"),
                ("sendPacket", "packet"),
                ("wheelMode", "motor_id"),
                ("jointMode", "motor_id min max"),
                ("setPosition", "motor_id pos"),
                ("getPosition", "motor_id"),
                ("setSpeed", "motor_id speed"),
            ],
        );
        are("eeprom", &[("getVersion", ""), ("write", "address data"), ("read", "address")]);
        for sensor in ["grey", "distanc", "light", "button", "res", "temp", "volt", "modSenA", "modSenB", "modSenC"] {
            are(sensor, &[("getVersion", ""), ("getValue", "")]);
        }
        for switch in ["relay", "buzzer", "modActA", "modActB", "modActC"] {
            are(switch, &[("turn", "on"), ("getVersion", "")]);
        }
    }

    /// BU-05: The server speaks two dialects; `INIT` switches its connection from pybot to bobot.
    #[test]
    fn modules_whose_values_differ_between_the_dialects_name_a_function_for_the_raw_one() {
        let sheets = sheets();
        let with_raw: Vec<(&str, &str)> = sheets
            .iter()
            .filter_map(|sheet| Some((sheet.labels["bobot.module"].as_str(), sheet.labels.get("bobot.raw")?.as_str())))
            .collect();
        assert_eq!(with_raw, [("distanc", "getRaw"), ("light", "getRaw"), ("button", "getRaw")]);
        for sheet in sheets.iter().filter(|sheet| sheet.labels.contains_key("bobot.raw")) {
            assert!(sheet.functions.iter().any(|function| function.name == "getRaw"));
        }
    }

    /// BU-11: `QUIT` answers `BYE`, stops the motors and closes only this connection.
    #[test]
    fn what_moves_stops_with_the_robot() {
        let moves = |sheet: &Datasheet| sheet.labels.contains_key("bobot.moves");
        let names: Vec<String> =
            sheets().iter().filter(|s| moves(s)).map(|s| s.labels["bobot.module"].clone()).collect();
        assert_eq!(names, ["motors", "ax"]);
    }

    #[test]
    fn every_function_has_help_and_every_name_is_its_own() {
        for sheet in sheets() {
            let names: Vec<&str> = sheet.functions.iter().map(|function| function.name.as_str()).collect();
            assert!(sheet.functions.iter().all(|function| !function.help.is_empty()), "{names:?}");
            assert!((0..names.len()).all(|index| !names[..index].contains(&names[index])), "{names:?}");
        }
    }

    /// The guide, which lists the parts of the standard robot.
    const GUIDE: &str = include_str!("../../../docs/src/butia.md");

    /// BU-35: Six ports take one module each; the default robot leaves port 6 empty.
    #[test]
    fn the_guide_names_the_parts_of_the_standard_robot_as_they_are() {
        use sim_abi::prelude::RobotModel;
        let modules = modules_of_library();
        let model = Butia::model(ButiaParams::default()).unwrap();
        let sensors = model.sensors.iter().map(|mount| ("sensors", mount));
        let parts = sensors.chain(model.actuators.iter().map(|mount| ("actuators", mount)));
        let mut rows: Vec<String> = parts
            .map(|(list, mount)| {
                let sheet = &modules.iter().find(|module| module.id == mount.component).unwrap().sheet;
                let port = if mount.port.is_empty() { "board" } else { &mount.port };
                let (name, component, module) = (&mount.name, &mount.component, &sheet.labels["bobot.module"]);
                format!("| {port} | `{name}` | `{list}` | `{component}` | `{module}` |")
            })
            .collect();
        rows.push("| 6 | nothing | | | |".into());
        let (_, table) = GUIDE.split_once("| port | part | changed under | component | module |\n").unwrap();
        let mut documented: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
        rows.sort();
        documented.sort_unstable();
        assert_eq!(documented, rows);
    }

    /// BU-35: Six ports take one module each; the default robot leaves port 6 empty.
    #[test]
    fn the_guides_example_changes_a_part_that_the_robot_has() {
        use sim_abi::prelude::{RobotModel, SensorRig, json};
        let (_, example) = GUIDE.split_once("sim run scenes/butia/arena.ron --set 'robots.").unwrap();
        let (path, value) = example.split_once('\'').unwrap().0.split_once('=').unwrap();
        let [robot, list, part, "params", parameter] = path.split('.').collect::<Vec<_>>()[..] else {
            panic!("{path}")
        };
        let scene = include_str!("../../../scenes/butia/arena.ron");
        assert!(scene.contains(&format!(r#"robots: [(name: "{robot}", model: "butia/standard""#)));
        let model = Butia::model(ButiaParams::default()).unwrap();
        let mount = model.sensors.iter().find(|mount| mount.name == part).unwrap();
        assert_eq!((list, mount.component.as_str()), ("sensors", "butia/battery"));
        let value: i64 = value.parse().unwrap();
        let mut battery = SensorRig::<Battery>::new(json!({ parameter: value })).unwrap();
        assert_eq!(battery.call("read_ver", &[]).unwrap(), json!(value));
    }
}
