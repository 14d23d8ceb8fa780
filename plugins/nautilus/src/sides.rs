//! Proximity along the axes.

use sim_abi::prelude::*;

/// The sensor that looks for obstacles.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SideSensor {
    #[default]
    Radar,
    #[serde(alias = "distance")]
    Distancia,
}

/// The axes on which a controller moves.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Axes {
    X,
    Y,
    #[default]
    Xy,
}

impl Axes {
    /// Whether x and y are active.
    pub fn active(self) -> [bool; 2] {
        [self != Axes::Y, self != Axes::X]
    }
}

/// Channels of the radar toward +x, −x, +y, −y: the axis and the adjacent diagonals.
const RADAR: [&[usize]; 4] = [&[7, 0, 1], &[3, 4, 5], &[1, 2, 3], &[5, 6, 7]];
/// Channels of the distance group toward +x, −x, +y, −y.
const DISTANCIA: [&[usize]; 4] = [&[0], &[1], &[2], &[3]];

/// Proximity toward both directions of each axis.
pub struct Sides {
    input: Input,
    channels: [&'static [usize]; 4],
}

impl Sides {
    /// Binds the sensor.
    pub fn bind(robot: &ControllerSetup, sensor: SideSensor) -> Result<Self> {
        let (name, count, channels) = match sensor {
            SideSensor::Radar => ("radar", 8, RADAR),
            SideSensor::Distancia => ("distancia", 6, DISTANCIA),
        };
        let input = robot.sensor(name)?;
        if input.len() != count {
            let found = input.len();
            return Err(Fault::new(format!("sensor `{name}` has {found} readings instead of {count}"))
                .help("mount one with as many directions as in the thesis")
                .because(Cause::Binding));
        }
        Ok(Self { input, channels })
    }

    /// Proximity (0 … 1) on an axis, 0 for x and 1 for y, toward a direction, 1 or −1: the largest reading.
    pub fn toward(&self, io: &ControllerIo, axis: usize, direction: f64) -> f64 {
        let readings = io.read(self.input);
        let side = 2 * axis + usize::from(direction < 0.0);
        self.channels[side].iter().map(|channel| readings[*channel]).fold(0.0, f64::max)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use sim_abi::params::schema_of;

    /// Radar readings with an obstacle toward +x.
    pub fn ahead(proximity: f64) -> [f64; 8] {
        [proximity, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    }

    #[params]
    struct Both {
        /// The sensor.
        sensor: SideSensor,
        /// The axes.
        axes: Axes,
    }

    /// Publishes the proximity toward +x, −x, +y, −y.
    struct Spy(Sides, [Published; 4]);

    impl Controller for Spy {
        type Params = Both;

        fn new(params: Both, robot: &mut ControllerSetup) -> Result<Self> {
            let proximities = ["+x", "-x", "+y", "-y"].map(|name| robot.publish(Channel::new(name, "1")));
            Ok(Self(Sides::bind(robot, params.sensor)?, proximities))
        }

        fn step(&mut self, io: &mut ControllerIo) -> Result {
            for (side, proximities) in self.1.into_iter().enumerate() {
                let direction = if side % 2 == 0 { 1.0 } else { -1.0 };
                let proximity = self.0.toward(io, side / 2, direction);
                io.publish(proximities, proximity);
            }
            Ok(())
        }
    }

    fn sides(sensor: &str, name: &str, readings: &[f64]) -> Result<[f64; 4]> {
        let robot = ControllerRig::<Spy>::robot().sensor(name, readings).params(json!({"sensor": sensor}));
        let rig = robot.build()?.stepped();
        Ok(["+x", "-x", "+y", "-y"].map(|name| rig.published(name)))
    }

    /// NA-60: The radar scans 8 directions by default, counterclockwise in the robot's x–y plane.
    #[test]
    fn the_radar_measures_along_each_axis_and_its_diagonals() {
        for channel in 0..8 {
            let mut readings = [0.1; 8];
            readings[channel] = 0.7;
            let toward = sides("radar", "radar", &readings).unwrap();
            let angle = std::f64::consts::FRAC_PI_4 * channel as f64;
            let along = [angle.cos(), -angle.cos(), angle.sin(), -angle.sin()];
            assert_eq!(toward, along.map(|along| if along > 0.1 { 0.7 } else { 0.1 }), "channel {channel}");
        }
    }

    /// NA-58: The default group `distancia` reads +x, −x, +y, −y, +z and −z, in this order.
    #[test]
    fn the_distance_group_measures_along_the_axes_under_both_its_names() {
        for name in ["distancia", "distance"] {
            let toward = sides(name, "distancia", &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).unwrap();
            assert_eq!(toward, [0.1, 0.2, 0.3, 0.4]);
            let allowed = &schema_of::<Both>()["properties"]["sensor"]["enum"];
            assert!(allowed.as_array().unwrap().contains(&json!(name)), "{allowed}");
        }
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn another_number_of_readings_and_another_word_are_refused() {
        let fault = sides("radar", "radar", &[0.0; 12]).unwrap_err();
        assert_eq!(fault.message(), "sensor `radar` has 12 readings instead of 8");
        assert!(sides("sonar", "radar", &[0.0; 8]).unwrap_err().message().contains("unknown variant `sonar`"));
        assert_eq!([Axes::X, Axes::Y, Axes::Xy].map(Axes::active), [[true, false], [false, true], [true, true]]);
    }
}
