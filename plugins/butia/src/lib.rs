//! The Butiá robot of schools in Uruguay: its body, its motors, and the modules that plug into its board.
//!
//! Every module tells in its data sheet how a program on the robot calls it: `bobot.module` is its name, `bobot.kind` says
//! whether it sits in a port (`hot-plug`) or on the board (`openable`), `bobot.lua` lists functions of the older dialect,
//! and `bobot.moves` marks what must stop with the robot.

#![forbid(unsafe_code)]

mod analog;
mod battery;
mod button;
mod curve;
mod distance;
mod grey;
mod led;
mod light;
mod module;
mod motors;
mod ruler;
mod switch;
mod wheel_gains;

use analog::{Analog, Resistance, SensorA, SensorB, SensorC, Temperature, Voltage};
use battery::Battery;
use button::Button;
use distance::Distance;
use grey::Grey;
use led::Led;
use light::Light;
use motors::Motors;
use switch::{Buzzer, Relay, Switch, SwitchA, SwitchB, SwitchC};

sim_abi::export! {
    /// Module `grey`: how dark the floor is under its mount.
    sensor "butia/grey" = Grey;
    /// Module `distanc`: how far the next thing ahead is, as a ruler finds it.
    sensor "butia/distance" = Distance;
    /// Module `light`: how bright the lamps are.
    sensor "butia/light" = Light;
    /// Module `button`: whether an edge of the body is pressed.
    sensor "butia/button" = Button;
    /// Module `butia`: voltage of the battery.
    sensor "butia/battery" = Battery;
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
    /// Module `motors`: the two wheels.
    actuator "butia/motors" = Motors;
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
