//! Functions that the components of a robot expose, and their calls.
//!
//! A sensor that is called between ticks makes its reading of the coming tick early, because the world does not change until then. It counts
//! as read in that tick, so noise draws no number twice, and the run is the same with and without the call. Moving bodies between ticks
//! discards such readings.

use super::command_limits::CommandSource;
use super::mover::{Drive, Mover};
use super::mover_step;
use super::tick::Tick;
use super::world::World;
use sim_abi::serde_json::Value;

impl Mover {
    /// Calls a function of a component by the component's name. A sensor returns what it reads in the coming tick.
    pub(super) fn call(
        &mut self,
        component: &str,
        function: &str,
        arguments: &[Value],
        world: &World,
        coming: Tick,
        source: &mut CommandSource<'_>,
    ) -> Result<Value, sim_abi::Fault> {
        if let Some(number) = self.components.sensors.iter().position(|sensor| &*sensor.slot.origin.name == component) {
            mover_step::sense_ahead(self, number, world, coming);
            let sensor = &mut self.components.sensors[number];
            let mut reading = self.telemetry.values[sensor.readings.range()].to_vec();
            return sensor.slot.instance.call(function, arguments, &mut reading);
        }
        if let Some(number) =
            self.components.actuators.iter().position(|actuator| &*actuator.slot.origin.name == component)
        {
            return self.call_actuator(number, function, arguments, source);
        }
        if let Some(controller) = self.components.controller.as_mut().filter(|slot| &*slot.origin.name == component) {
            return controller.instance.call(function, arguments, &mut []);
        }
        if let Drive::Plugin(slot) = &mut self.components.drive
            && &*slot.origin.name == component
        {
            return slot.instance.call(function, arguments, &mut []);
        }
        let robot = &self.identity.name;
        Err(sim_abi::Fault::new(format!("unknown component `{component}` of robot `{robot}`")))
    }

    /// Calls a function of an actuator, which may change its commands within their ranges.
    fn call_actuator(
        &mut self,
        number: usize,
        function: &str,
        arguments: &[Value],
        source: &mut CommandSource<'_>,
    ) -> Result<Value, sim_abi::Fault> {
        let actuator = &mut self.components.actuators[number];
        let range = actuator.commands.range();
        let apart = self.telemetry.split();
        let commands = &mut apart.commands[range.clone()];
        let before = commands.to_vec();
        let answered = actuator.slot.instance.call(function, arguments, commands);
        if let Some(value) = commands.iter().find(|value| !value.is_finite()) {
            let fault = sim_abi::Fault::new(format!("`{function}` commands {value}"));
            commands.copy_from_slice(&before);
            return Err(fault.help("check the arguments and the parameters of the actuator"));
        }
        let actuator = actuator.slot.origin.name.clone();
        let mut source =
            CommandSource { name: source.name.or(Some(&actuator)), time: source.time, limited: source.limited };
        range.for_each(|command| self.limit_command(command, &mut source));
        answered
    }
}
