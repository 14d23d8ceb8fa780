//! Status values of a robot.

use sim_abi::service::LayoutPart;
use sim_core::engine::TelemetryChannel;

/// Telemetry indices of the status values of a robot; `None` for missing ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// Its battery: `charge`, or `voltage` if there is no charge.
    pub battery: Option<usize>,
    /// Whether that is the charge, 0 … 1, rather than the voltage, V.
    pub charge: bool,
    /// Number of the next pose on its route, from 1; 0 after the end of the route: the channel `target` of a component that also
    /// publishes `left`.
    pub target: Option<usize>,
    /// Distance to the end of its route, m: the channel `left` of a component.
    pub left: Option<usize>,
}

/// Values of [`Watched`]; `None` for missing ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WatchedValues {
    /// Charge, 0 … 1, or voltage, V.
    pub battery: Option<f64>,
    /// Number of the next pose on its route, from 1; 0 after the end of the route.
    pub target: Option<f64>,
    /// Distance to the end of its route, m.
    pub left: Option<f64>,
}

impl Watched {
    /// Finds them in the channels and components of a robot.
    pub(crate) fn of(channels: &[TelemetryChannel], parts: &[LayoutPart]) -> Self {
        let of_part = |part: &LayoutPart, name: &str, unit: &str| {
            let is_it = |channel: &&TelemetryChannel| {
                let path = channel.path.strip_prefix(&*part.name).and_then(|rest| rest.strip_prefix('.'));
                path == Some(name) && channel.channel.unit == unit
            };
            channels.iter().find(is_it).map(|channel| channel.index)
        };
        let batteries = || parts.iter().filter(|part| part.component.ends_with("battery"));
        let charge = batteries().find_map(|part| of_part(part, "charge", "1"));
        let voltage = || batteries().find_map(|part| of_part(part, "voltage", "V"));
        let tasks = parts.iter().filter_map(|part| of_part(part, "target", "1").zip(of_part(part, "left", "m")));
        let (target, left) = tasks.into_iter().next().unzip();
        Self { battery: charge.or_else(voltage), charge: charge.is_some(), target, left }
    }

    /// Reads the values from the telemetry of the robot.
    pub(crate) fn read(&self, telemetry: &[f64]) -> WatchedValues {
        let value = |index: Option<usize>| telemetry.get(index?).copied();
        WatchedValues { battery: value(self.battery), target: value(self.target), left: value(self.left) }
    }
}
