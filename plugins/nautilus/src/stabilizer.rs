//! Motors commanded through their geometry: any mounts, with depth, heading and attitude held.
//!
//! The force and torque that the laws ask for are allocated to the motors by the pseudo-inverse of the matrix of their
//! mounts (Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2nd ed., section 12.3).

use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// Force and torque on the body, body axes: N along x, y, z, then N·m about them.
type Wrench = [f64; 6];

/// Order in which axes are given to the motors. An axis that the previous ones leave no motors for is left free.
const PRIORITY: [usize; 6] = [2, 0, 1, 5, 3, 4];
/// Names of the axes, in the order of a wrench.
const AXES: [&str; 6] = ["push along x", "push along y", "push along z", "roll", "pitch", "turn about z"];
/// Axes without which the laws do not work.
const REQUIRED: [usize; 4] = [0, 1, 2, 5];
/// Minimum effect of the motors on an axis, beyond that on the previous ones: N per N, and N·m per N.
const LEAST_FORCE: f64 = 0.1;
const LEAST_LEVER: f64 = 0.03;
/// Time constant with which the accelerometer corrects the attitude that the gyro gives, s.
const LEVELING: f64 = 1.0;
/// Force along an axis per unit of the motors' thrust under [`crate::toolkit::global_move`]: four motors at 45°.
const PUSH: f64 = 2.0 * std::f64::consts::SQRT_2;
/// Time constant of the integral part of the velocity control, s.
const SETTLING: f64 = 0.5;
/// Maximum target velocity of the depth control, m/s.
const FASTEST_CLIMB: f64 = 0.5;
/// Maximum force of the integral part of the depth control, N.
const MOST_BALLAST: f64 = 40.0;
/// Maximum horizontal force of motors that can control pitch, and of those that cannot, N.
const LEVEL_FORCE: f64 = 60.0;
const TILTING_FORCE: f64 = 10.0;
/// Maximum torque of the integral part of the heading control, N·m.
const MOST_TRIM: f64 = 5.0;

/// Gains of the control through the geometry.
#[params]
#[derive(Clone, Copy)]
pub struct GeometryParams {
    /// Held heading. Default: that at the start.
    #[param(unit = "rad")]
    heading: Option<f64>,
    /// Force of a motor per control unit.
    #[param(default = 3.0, unit = "N", min = 1e-6)]
    newtons_per_unit: f64,
    /// Maximum command of a motor, control units.
    #[param(default = 13.0, unit = "1", min = 0.0)]
    limit: f64,
    /// Maximum horizontal force. Default: 60, or 10 for motors that cannot control pitch, which more would tilt.
    #[param(unit = "N", min = 0.0)]
    force: Option<f64>,
    /// Depth control: target velocity per depth error (1/s), and force per velocity error (N·s/m) and its integral (N/m).
    #[param(default = [0.75, 100.0, 60.0])]
    depth_gains: [f64; 3],
    /// Heading control: N·m per rad, N·m per rad/s, and N·m per rad·s of heading error.
    #[param(default = [8.0, 4.0, 4.0])]
    heading_gains: [f64; 3],
    /// Roll and pitch control: N·m per rad and N·m per rad/s.
    #[param(default = [4.0, 2.0])]
    attitude_gains: [f64; 2],
}

/// The motors, each with its thrust (N) per unit of each axis of a wrench.
struct Allocation(Vec<(Output, Wrench)>);

impl Allocation {
    /// Binds the actuators `f1`, `f2`, … and derives their shares from their mounts.
    fn bind(robot: &ControllerSetup) -> Result<Self> {
        let mut motors = Vec::new();
        let mut columns: Vec<Wrench> = Vec::new();
        while let Some(part) = robot.actuators().iter().find(|part| part.name == format!("f{}", motors.len() + 1)) {
            motors.push(robot.actuator(&part.name)?);
            columns.push(unit_wrench(&part.mount.isometry()));
        }
        let shares = shares(&columns)?;
        Ok(Self(motors.into_iter().zip(shares).collect()))
    }

    /// Commands of all motors for the sum of a wrench and as much of another as a limit (N) leaves room for.
    fn command(&self, io: &mut ControllerIo, first: &Wrench, second: &Wrench, limit: f64, unit: f64) {
        let thrust = |share: &Wrench, wrench: &Wrench| -> f64 { share.iter().zip(wrench).map(|(a, b)| a * b).sum() };
        let room = self.0.iter().fold(1.0_f64, |room, (_, share)| {
            let (base, more) = (thrust(share, first).clamp(-limit, limit), thrust(share, second));
            let left = if more > 0.0 { limit - base } else { limit + base };
            if more.abs() > left { room.min(left / more.abs()) } else { room }
        });
        for (motor, share) in &self.0 {
            let newtons = thrust(share, first) + room * thrust(share, second);
            io.set(*motor, newtons.clamp(-limit, limit) / unit);
        }
    }
}

/// Force and torque on the body per newton of a motor.
fn unit_wrench(body_from_mount: &Pose) -> Wrench {
    let force = body_from_mount.rotation * Vec3::x();
    let torque = body_from_mount.translation.vector.cross(&force);
    [force.x, force.y, force.z, torque.x, torque.y, torque.z]
}

/// The pseudo-inverse of the matrix with these columns, over the axes that the motors can control independently: a row
/// per motor. Fails if a required axis is not among them.
fn shares(columns: &[Wrench]) -> Result<Vec<Wrench>> {
    let row = |axis: usize| na::DVector::from_iterator(columns.len(), columns.iter().map(|column| column[axis]));
    let (mut controlled, mut basis) = (Vec::new(), Vec::<na::DVector<f64>>::new());
    for axis in PRIORITY {
        let mut rest = row(axis);
        for direction in &basis {
            rest -= direction * direction.dot(&rest);
        }
        let length = rest.norm();
        if length >= if axis < 3 { LEAST_FORCE } else { LEAST_LEVER } {
            basis.push(rest / length);
            controlled.push(axis);
        } else if REQUIRED.contains(&axis) {
            let message = format!("the {} motors `f1`, `f2`, … cannot {}", columns.len(), AXES[axis]);
            let help = "mount motors that push along x, y and z and turn about z, or use `allocation: rows`";
            return Err(Fault::new(message).help(help).because(Cause::Binding));
        }
    }
    // B⁺ = Bᵀ·(B·Bᵀ)⁻¹; the rows of B are independent.
    let rows: Vec<na::DVector<f64>> = controlled.iter().map(|axis| row(*axis)).collect();
    let gram = na::DMatrix::from_fn(rows.len(), rows.len(), |a, b| rows[a].dot(&rows[b]));
    let Some(inverse) = gram.cholesky().map(|found| found.inverse()) else {
        return Err(Fault::new("the mounts of the motors give no allocation").because(Cause::Binding));
    };
    let share = |motor: usize| {
        let mut share = Wrench::default();
        for (place, axis) in controlled.iter().enumerate() {
            share[*axis] = rows.iter().enumerate().map(|(other, row)| row[motor] * inverse[(other, place)]).sum();
        }
        share
    };
    Ok((0..columns.len()).map(share).collect())
}

/// What is remembered from step to step.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Held {
    /// Held heading, rad; unknown before the first step.
    heading: Option<f64>,
    /// Height in the last step, m.
    height: Option<f64>,
    /// Estimated roll and pitch, rad; unknown before the first step.
    tilt: Option<[f64; 2]>,
    /// Integral part of the depth control, N up.
    ballast: f64,
    /// Integral part of the heading control, N·m.
    trim: f64,
    /// Integral part of the velocity control along x and y, control units.
    drag: [f64; 2],
}

/// Holds depth, heading and attitude, and applies horizontal forces.
pub struct Stabilizer {
    params: GeometryParams,
    /// Maximum horizontal force, N.
    force: f64,
    /// Held height, m.
    height: f64,
    allocation: Allocation,
    compass: Input,
    imu: Input,
}

impl Stabilizer {
    /// Binds the motors, `compass` and `imu`; holds a height (m).
    pub fn bind(robot: &ControllerSetup, params: GeometryParams, height: f64) -> Result<Self> {
        let (compass, imu) = (robot.sensor("compass")?, robot.sensor("imu")?);
        if imu.len() < 6 {
            return Err(Fault::new(format!("sensor `imu` has {} channels instead of forces and rates", imu.len()))
                .help("mount an inertial sensor, such as `navigation/imu`")
                .because(Cause::Binding));
        }
        let allocation = Allocation::bind(robot)?;
        let controls_pitch = allocation.0.iter().any(|(_, share)| share[4] != 0.0);
        let force = params.force.unwrap_or(if controls_pitch { LEVEL_FORCE } else { TILTING_FORCE });
        Ok(Self { params, force, height, allocation, compass, imu })
    }

    /// Adds the integral part of the velocity control to a push along x and y (control units). It grows only while the
    /// maximum force is not reached.
    pub fn with_integral(&self, held: &mut Held, push: [f64; 2], dt: f64) -> [f64; 2] {
        let sum = [0, 1].map(|axis| push[axis] + held.drag[axis]);
        if math::hypot(sum[0], sum[1]) < self.force / self.newtons_per_push() {
            held.drag = [0, 1].map(|axis| held.drag[axis] + push[axis] * dt / SETTLING);
        }
        sum
    }

    /// Force (N) of a push of one control unit.
    fn newtons_per_push(&self) -> f64 {
        PUSH * self.params.newtons_per_unit
    }

    /// Commands the motors to hold depth (from the height z, m), heading and attitude, and to push along the heading and to
    /// the left of it (control units), up to the maximum force. Call it once per step.
    pub fn drive(&self, io: &mut ControllerIo, held: &mut Held, z: f64, push: [f64; 2]) {
        let newtons = push.map(|units| self.newtons_per_push() * units);
        let scale = (self.force / math::hypot(newtons[0], newtons[1])).min(1.0);
        let [ahead, left] = newtons.map(|force| scale * force);
        let GeometryParams { depth_gains, heading_gains, attitude_gains, newtons_per_unit, .. } = self.params;
        let heading = io.read(self.compass)[0];
        let mut inertial = [0.0; 6];
        inertial.copy_from_slice(&io.read(self.imu)[..6]);
        let [.., roll_rate, pitch_rate, yaw_rate] = inertial;
        let [roll, pitch] = held.turn(inertial, io.dt());

        let climb = (z - held.height.replace(z).unwrap_or(z)) / io.dt();
        let missing = (depth_gains[0] * (self.height - z)).clamp(-FASTEST_CLIMB, FASTEST_CLIMB) - climb;
        held.ballast = (held.ballast + depth_gains[2] * missing * io.dt()).clamp(-MOST_BALLAST, MOST_BALLAST);
        let lift = depth_gains[1] * missing + held.ballast;

        let target = *held.heading.get_or_insert(self.params.heading.unwrap_or(heading));
        let off = wrap_angle(target - heading);
        held.trim = (held.trim + heading_gains[2] * off * io.dt()).clamp(-MOST_TRIM, MOST_TRIM);
        let turn = heading_gains[0] * off - heading_gains[1] * yaw_rate + held.trim;
        let level = |angle: f64, rate: f64| -attitude_gains[0] * angle - attitude_gains[1] * rate;

        let body_from_level = Rotation::from_euler_angles(roll, pitch, 0.0).inverse();
        let up = body_from_level * Vec3::new(0.0, 0.0, lift);
        let along = body_from_level * Vec3::new(ahead, left, 0.0);
        let hold = [up.x, up.y, up.z, level(roll, roll_rate), level(pitch, pitch_rate), turn];
        let limit = self.params.limit * newtons_per_unit;
        self.allocation.command(io, &hold, &[along.x, along.y, along.z, 0.0, 0.0, 0.0], limit, newtons_per_unit);
    }
}

impl Held {
    /// Estimated roll and pitch (rad): the integrated rates, corrected by the direction of gravity.
    fn turn(&mut self, [x, y, z, roll_rate, pitch_rate, _]: [f64; 6], dt: f64) -> [f64; 2] {
        let measured = [math::atan2(y, z), math::atan2(-x, math::hypot(y, z))];
        let share = (dt / LEVELING).min(1.0);
        let tilt = match self.tilt {
            None => measured,
            Some([roll, pitch]) => {
                let turned = [roll + roll_rate * dt, pitch + pitch_rate * dt];
                [0, 1].map(|axis| wrap_angle(turned[axis] + share * wrap_angle(measured[axis] - turned[axis])))
            }
        };
        self.tilt = Some(tilt);
        tilt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

    /// Mounts of horizontal motors at 45° with the lever arms of a vehicle, as on `bluerov2/standard`.
    fn horizontal() -> Vec<Placement> {
        [(0.1355, -1.0, 1.0), (0.1355, 1.0, -1.0), (-0.1475, -1.0, -1.0), (-0.1475, 1.0, 1.0)]
            .map(|(x, side, turn)| Placement::at(x, side * 0.1, -0.0725).turned(0.0, 0.0, turn * FRAC_PI_4))
            .into()
    }

    /// Motors that push down at these points.
    fn vertical(points: &[[f64; 2]]) -> Vec<Placement> {
        points.iter().map(|[x, y]| Placement::at(*x, *y, 0.005).turned(0.0, FRAC_PI_2, 0.0)).collect()
    }

    fn standard() -> Vec<Placement> {
        [horizontal(), vertical(&[[0.0025, -0.1105], [0.0025, 0.1105]])].concat()
    }

    fn heavy() -> Vec<Placement> {
        [horizontal(), vertical(&[[0.12, -0.218], [0.12, 0.218], [-0.12, -0.218], [-0.12, 0.218]])].concat()
    }

    fn columns(mounts: &[Placement]) -> Vec<Wrench> {
        mounts.iter().map(|mount| unit_wrench(&mount.isometry())).collect()
    }

    /// Wrench of the motors under the commands that a wrench is allocated to.
    fn achieved(mounts: &[Placement], wanted: &Wrench) -> Wrench {
        let columns = columns(mounts);
        let mut sum = Wrench::default();
        for (share, column) in shares(&columns).unwrap().iter().zip(&columns) {
            let newtons: f64 = share.iter().zip(wanted).map(|(a, b)| a * b).sum();
            for (sum, effect) in sum.iter_mut().zip(column) {
                *sum += newtons * effect;
            }
        }
        sum
    }

    #[test]
    fn eight_motors_give_each_axis_alone_and_six_all_but_pitch() {
        for axis in 0..6 {
            let mut wanted = Wrench::default();
            wanted[axis] = 2.0;
            let found = achieved(&heavy(), &wanted);
            assert!((0..6).all(|other| (found[other] - wanted[other]).abs() < 1e-9), "{axis}: {found:?}");
            let found = achieved(&standard(), &wanted);
            let free = |other: usize| other == 4 || (found[other] - wanted[other]).abs() < 1e-9;
            assert!(axis == 4 && found == Wrench::default() || axis != 4 && (0..6).all(free), "{axis}: {found:?}");
        }
    }

    fn robot(mounts: &[Placement], params: Value) -> Result<ControllerRig<crate::velocity_control::VelocityControl>> {
        let sensors: [(&str, &[f64]); 3] =
            [("gps", &[0.0, 0.0, -2.0]), ("compass", &[0.5]), ("imu", &[0.0, 0.0, 9.81, 0.0, 0.0, 0.0])];
        let robot = ControllerRig::robot();
        let robot = sensors.iter().fold(robot, |robot, (name, reading)| robot.sensor(name, reading));
        let named = mounts.iter().enumerate();
        let robot =
            named.fold(robot, |robot, (number, mount)| robot.mounted_actuator(&format!("f{}", number + 1), *mount));
        robot.params(params).build()
    }

    fn commands(rig: &ControllerRig<crate::velocity_control::VelocityControl>, motors: usize) -> Vec<f64> {
        (1..=motors).map(|number| rig.command(&format!("f{number}"))[0]).collect()
    }

    /// Wrench of the commands of a vehicle with eight motors after a step with these readings.
    fn wrench(change: &[(&str, &[f64])]) -> Wrench {
        let params = json!({"targets": [], "thrusters": {"allocation": "geometry"}});
        let mut rig = robot(&heavy(), params).unwrap().stepped();
        assert!(commands(&rig, 8).iter().all(|command| command.abs() < 1e-9), "at its place it rests");
        for (sensor, reading) in change {
            rig.read(sensor, reading);
        }
        rig.step().unwrap();
        let mut sum = Wrench::default();
        for (command, column) in commands(&rig, 8).iter().zip(columns(&heavy())) {
            for (sum, effect) in sum.iter_mut().zip(column) {
                *sum += 3.0 * command * effect;
            }
        }
        sum
    }

    #[test]
    fn it_pushes_back_to_depth_heading_and_level() {
        assert!(wrench(&[("compass", &[0.6])])[5] < -0.3, "turned to the left");
        assert!(wrench(&[("imu", &[0.0, 0.0, 9.81, 0.0, 0.0, 0.2])])[5] < -0.3, "turning to the left");
        assert!(wrench(&[("imu", &[0.0, 0.0, 9.81, 0.2, 0.0, 0.0])])[3] < -0.3, "rolling to the right");
        assert!(wrench(&[("imu", &[0.0, 0.0, 9.81, 0.0, 0.2, 0.0])])[4] < -0.3, "pitching down");
        assert!(wrench(&[("gps", &[0.0, 0.0, -2.001])])[2] > 5.0, "sinking");
    }

    #[test]
    fn what_the_motors_cannot_do_is_refused() {
        let params = json!({"thrusters": {"allocation": "geometry"}});
        let fault = robot(&horizontal(), params.clone()).err().unwrap();
        assert_eq!(fault.message(), "the 4 motors `f1`, `f2`, … cannot push along z");
        assert_eq!(fault.cause(), Cause::Binding);
        let fault = robot(&[], params).err().unwrap();
        assert_eq!(fault.message(), "the 0 motors `f1`, `f2`, … cannot push along z");
    }

    #[test]
    fn holding_comes_before_pushing_and_no_motor_exceeds_its_limit() {
        let params = json!({"targets": [[0, 5, 5]], "thrusters": {"allocation": "geometry", "geometry": {
            "limit": 2.0, "force": 200.0,
        }}});
        let mut rig = robot(&heavy(), params).unwrap().stepped();
        rig.read("compass", &[1.0]);
        rig.step().unwrap();
        let commands = commands(&rig, 8);
        assert!(commands.iter().all(|command| command.abs() <= 2.0 + 1e-9), "{commands:?}");
        let turn: f64 = commands.iter().zip(columns(&heavy())).map(|(command, column)| 3.0 * command * column[5]).sum();
        assert!((turn + 4.02).abs() < 1e-6, "{turn} N·m");
    }
}
