//! The few values that tell how a robot is getting on.

use sim_abi::service::LayoutPart;
use sim_core::engine::TelemetryChannel;

/// Which telemetry values of a robot tell how it is getting on, by their indices; none where it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// Its battery: `charge`, or where that is unknown `voltage`.
    pub battery: Option<usize>,
    /// Whether that is the charge, 0 … 1, and not the voltage, V.
    pub charge: bool,
    /// Number of the pose that it goes to, from 1; 0 when its route is done: what a component publishes as `target` beside `left`.
    pub target: Option<usize>,
    /// Way to the end of its route, m: what a component publishes as `left`.
    pub left: Option<usize>,
}

/// Values of [`Watched`]; none where a robot has none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WatchedValues {
    /// Charge, 0 … 1, or voltage, V.
    pub battery: Option<f64>,
    /// Number of the pose that it goes to, from 1; 0 when its route is done.
    pub target: Option<f64>,
    /// Way to the end of its route, m.
    pub left: Option<f64>,
}

impl Watched {
    /// Looks for them in what the values of a robot are, and in its components.
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

    /// The values in the telemetry of the robot.
    pub(crate) fn read(&self, telemetry: &[f64]) -> WatchedValues {
        let value = |index: Option<usize>| telemetry.get(index?).copied();
        WatchedValues { battery: value(self.battery), target: value(self.target), left: value(self.left) }
    }
}
