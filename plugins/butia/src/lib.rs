//! The Butiá robot of schools in Uruguay: its body, its motors, and the modules that plug into its board.
//!
//! Every module tells in its data sheet how a program on the robot calls it: `bobot.module` is its name, `bobot.kind` says
//! whether it sits in a port (`hot-plug`) or on the board (`openable`), `bobot.lua` lists functions of the older dialect,
//! and `bobot.moves` marks what must stop with the robot.

#![forbid(unsafe_code)]

mod analog;
mod led;
mod module;
mod switch;

use analog::{Analog, Resistance, SensorA, SensorB, SensorC, Temperature, Voltage};
use led::Led;
use switch::{Buzzer, Relay, Switch, SwitchA, SwitchB, SwitchC};

sim_abi::export! {
    /// Module `res`: a resistance that is set by hand.
    sensor "butia/resistance" = Analog<Resistance>;
    /// Module `temp`: a temperature that is set by hand.
    sensor "butia/temperature" = Analog<Temperature>;
    /// Module `volt`: a voltage that is set by hand.
    sensor "butia/voltage" = Analog<Voltage>;
    /// Module `modSenA`: a raw value that is set by hand.
    sensor "butia/sensor-a" = Analog<SensorA>;
    /// Module `modSenB`: a raw value that is set by hand.
    sensor "butia/sensor-b" = Analog<SensorB>;
    /// Module `modSenC`: a raw value that is set by hand.
    sensor "butia/sensor-c" = Analog<SensorC>;
    /// Module `led`: a light of one color.
    actuator "butia/led" = Led;
    /// Module `relay`: a switch.
    actuator "butia/relay" = Switch<Relay>;
    /// Module `buzzer`: a switch that is heard in the log.
    actuator "butia/buzzer" = Switch<Buzzer>;
    /// Module `modActA`: a switch.
    actuator "butia/switch-a" = Switch<SwitchA>;
    /// Module `modActB`: a switch.
    actuator "butia/switch-b" = Switch<SwitchB>;
    /// Module `modActC`: a switch.
    actuator "butia/switch-c" = Switch<SwitchC>;
}
