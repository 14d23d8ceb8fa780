//! Shared code of the controllers: motors, position, velocity, and the laws for depth and velocity.

use crate::stabilizer::{GeometryParams, Held, Stabilizer};
use sim_abi::prelude::*;

/// Commands of the four horizontal motors that push along x and y (body axes) without turning: `globalMove` of the
/// thesis, [F1, F2, F3, F4] = [x + y, x − y, x − y, x + y].
pub fn global_move(x: f64, y: f64) -> [f64; 4] {
    [x + y, x - y, x - y, x + y]
}

/// Whether a moment (s) has come; rounding of the time does not delay it by a step.
pub fn reached(io: &ControllerIo, moment: f64) -> bool {
    io.time() > moment - 1e-3 * io.dt()
}

/// The actuators `f1` … `f6`.
pub struct Motors([Output; 6]);

impl Motors {
    /// Binds them.
    pub fn bind(robot: &ControllerSetup) -> Result<Self> {
        Ok(Self(robot.outputs(["f1", "f2", "f3", "f4", "f5", "f6"])?))
    }

    /// Commands the horizontal and the vertical motors, control units; positive vertical commands push down.
    pub fn drive(&self, io: &mut ControllerIo, plane: [f64; 4], upright: [f64; 2]) {
        for (motor, command) in self.0.into_iter().zip(plane.into_iter().chain(upright)) {
            io.set(motor, command);
        }
    }
}

/// The sensor `gps`.
pub struct Gps(Input);

impl Gps {
    /// Binds it.
    pub fn bind(robot: &ControllerSetup) -> Result<Self> {
        let input = robot.sensor("gps")?;
        match input.len() {
            3 => Ok(Self(input)),
            found => Err(Fault::new(format!("sensor `gps` has {found} channels instead of x, y and z"))
                .help("mount a position sensor, such as `navigation/gps`")
                .because(Cause::Binding)),
        }
    }

    /// Position, m, world axes.
    pub fn position(&self, io: &ControllerIo) -> [f64; 3] {
        let reading = io.read(self.0);
        [reading[0], reading[1], reading[2]]
    }
}

/// The depth law of the thesis (Annex C): f(z) = gain·(z + constant) for either vertical motor, positive down.
#[params]
#[derive(Clone, Copy)]
pub struct DepthLaw {
    /// Depth at which the vertical motors stop; buoyancy keeps the vehicle above it.
    #[param(default = 2.0, unit = "m")]
    pub constant: f64,
    /// Control units per meter above that depth.
    #[param(default = 50.0 / 30.0, unit = "1/m")]
    pub gain: f64,
}

impl DepthLaw {
    /// Commands of the two vertical motors at a height z (m), control units.
    pub fn commands(&self, z: f64) -> [f64; 2] {
        [self.gain * (z + self.constant); 2]
    }
}

/// How the motors are commanded.
#[params]
#[derive(Clone, Copy, Default)]
pub enum Allocation {
    #[default]
    Rows,
    Geometry,
}

/// How the motors are commanded, and the gains of the control through their geometry.
#[params]
#[derive(Clone, Copy)]
pub struct ThrusterParams {
    /// `rows`: the rows and the depth law of the thesis, for `marine/modelo0`. `geometry`: from the mounts of all motors,
    /// with depth, heading and attitude held, for `marine/fossen6`.
    allocation: Allocation,
    /// Control through the geometry.
    geometry: GeometryParams,
}

/// The motors, under one of the two allocations.
pub struct Vehicle {
    gps: Gps,
    motors: Allocated,
    /// State of the control through the geometry.
    pub held: Held,
}

enum Allocated {
    Rows(Motors, DepthLaw),
    Geometry(Box<Stabilizer>),
}

impl Vehicle {
    /// Binds `gps` and the motors and, for an allocation by geometry, `compass` and `imu`.
    pub fn bind(robot: &ControllerSetup, thrusters: ThrusterParams, depth: DepthLaw) -> Result<Self> {
        let gps = Gps::bind(robot)?;
        let motors = match thrusters.allocation {
            Allocation::Rows => Allocated::Rows(Motors::bind(robot)?, depth),
            Allocation::Geometry => {
                Allocated::Geometry(Box::new(Stabilizer::bind(robot, thrusters.geometry, -depth.constant)?))
            }
        };
        Ok(Self { gps, motors, held: Held::default() })
    }

    /// Position, m, world axes.
    pub fn position(&self, io: &ControllerIo) -> [f64; 3] {
        self.gps.position(io)
    }

    /// Pushes along x and y of the body (control units, as [`global_move`]) and holds the depth. Call it once per step.
    pub fn push(&mut self, io: &mut ControllerIo, [x, y]: [f64; 2]) {
        let [_, _, z] = self.position(io);
        match &self.motors {
            Allocated::Rows(motors, depth) => motors.drive(io, global_move(x, y), depth.commands(z)),
            Allocated::Geometry(stabilizer) => stabilizer.drive(io, &mut self.held, z, [x, y]),
        }
    }

    /// Pushes along x and y in proportion to errors of the velocity (m/s), with a gain in control units per m/s. Call it
    /// once per step.
    ///
    /// Through the geometry an integral part removes what remains of the errors.
    pub fn track(&mut self, io: &mut ControllerIo, k: f64, errors: [f64; 2]) {
        let mut push = errors.map(|error| k * error);
        if let Allocated::Geometry(stabilizer) = &self.motors {
            push = stabilizer.with_integral(&mut self.held, push, io.dt());
        }
        self.push(io, push);
    }
}

/// Velocity in body axes from differences of positions, published as `velocity_x` and `velocity_y`.
///
/// The sensor `compass` gives the heading; a robot without one must keep heading along x of the world.
pub struct Velocity {
    /// Position at the last step, m, world axes.
    pub last: Option<[f64; 2]>,
    compass: Option<Input>,
    published: [Published; 2],
}

impl Velocity {
    /// Binds the compass, if there is one, and declares the published values.
    pub fn bind(robot: &mut ControllerSetup) -> Result<Self> {
        let has_compass = robot.sensors().iter().any(|sensor| sensor.name == "compass");
        let compass = has_compass.then(|| robot.sensor("compass")).transpose()?;
        Ok(Self {
            last: None,
            compass,
            published: declare_channels(robot, "velocity", "m/s", "from position differences"),
        })
    }

    /// Velocity since the last step, m/s, body axes; zero in the first step. Call it once per step.
    pub fn update(&mut self, io: &mut ControllerIo, [x, y, _]: [f64; 3]) -> [f64; 2] {
        let [last_x, last_y] = self.last.replace([x, y]).unwrap_or([x, y]);
        let [east, north] = [(x - last_x) / io.dt(), (y - last_y) / io.dt()];
        let (sin, cos) = math::sin_cos(self.compass.map_or(0.0, |compass| io.read(compass)[0]));
        let velocity = [cos * east + sin * north, cos * north - sin * east];
        publish(io, self.published, velocity);
        velocity
    }
}

/// The velocity law of the thesis (Fig. 46), globalMove(K·(target_x − v_x), K·(target_y − v_y)), with the depth law.
///
/// Publishes velocity and target.
pub struct VelocityLaw {
    /// The vehicle.
    pub vehicle: Vehicle,
    /// State of this law.
    pub velocity: Velocity,
    k: f64,
    published_target: [Published; 2],
}

impl VelocityLaw {
    /// A law with a gain in control units per m/s.
    pub fn bind(robot: &mut ControllerSetup, k: f64, thrusters: ThrusterParams, depth: DepthLaw) -> Result<Self> {
        let vehicle = Vehicle::bind(robot, thrusters, depth)?;
        let velocity = Velocity::bind(robot)?;
        let published_target = declare_channels(robot, "target", "m/s", "target velocity");
        Ok(Self { vehicle, velocity, k, published_target })
    }

    /// Commands the motors for a target velocity, m/s, body axes. Call it once per step.
    pub fn drive(&mut self, io: &mut ControllerIo, target: [f64; 2]) {
        let [x, y] = self.velocity.update(io, self.vehicle.position(io));
        publish(io, self.published_target, target);
        self.vehicle.track(io, self.k, [target[0] - x, target[1] - y]);
    }
}

/// Declares one published value for x and one for y, body axes.
pub fn declare_channels(robot: &mut ControllerSetup, name: &str, unit: &str, help: &str) -> [Published; 2] {
    ["x", "y"].map(|axis| robot.publish(Channel::new(format!("{name}_{axis}"), unit).frame("body").help(help)))
}

/// Publishes values for x and y.
pub fn publish(io: &mut ControllerIo, published: [Published; 2], values: [f64; 2]) {
    for (published, value) in published.into_iter().zip(values) {
        io.publish(published, value);
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const MOTORS: [&str; 6] = ["f1", "f2", "f3", "f4", "f5", "f6"];

    /// A robot at (0, 0, −1) with its motors and additional sensors, each with its readings.
    pub fn robot<T: Controller>(params: Value, sensors: &[(&str, &[f64])]) -> Result<ControllerRig<T>> {
        let robot = ControllerRig::robot().sensor("gps", &[0.0, 0.0, -1.0]);
        let robot = sensors.iter().fold(robot, |robot, (name, reading)| robot.sensor(name, reading));
        MOTORS.iter().fold(robot, |robot, motor| robot.actuator(motor, 1)).params(params).build()
    }

    /// Commands of all motors.
    pub fn commands<T: Controller>(rig: &ControllerRig<T>) -> [f64; 6] {
        MOTORS.map(|motor| rig.command(motor)[0])
    }

    /// NA-45: The function `globalMove(x, y)` gives four motor values that move in any direction without yaw.
    #[test]
    fn global_move_gives_the_rows_of_the_thesis() {
        let rows = [
            ((1.0, 0.0), [1.0, 1.0, 1.0, 1.0]),
            ((0.0, 1.0), [1.0, -1.0, -1.0, 1.0]),
            ((1.0, 1.0), [2.0, 0.0, 0.0, 2.0]),
            ((1.0, -1.0), [0.0, 2.0, 2.0, 0.0]),
            ((1.5, 0.5), [2.0, 1.0, 1.0, 2.0]),
        ];
        for ((x, y), motors) in rows {
            assert_eq!(global_move(x, y), motors, "({x}, {y})");
        }
    }

    #[test]
    fn the_depth_law_is_that_of_annex_c() {
        assert_eq!(DepthLaw::default().commands(-2.0), [0.0; 2]);
        assert!((DepthLaw::default().commands(0.0)[0] - 10.0 / 3.0).abs() < 1e-12);
        assert!((DepthLaw { constant: 3.0, gain: 2.0 }.commands(-1.0)[1] - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_gps_without_height_is_refused() {
        let robot = ControllerRig::<crate::depth_hold::DepthHold>::robot().sensor("gps", &[0.0; 2]);
        let fault = robot.build().err().unwrap();
        assert_eq!(fault.message(), "sensor `gps` has 2 channels instead of x, y and z");
        assert_eq!(fault.cause(), Cause::Binding);
    }
}
