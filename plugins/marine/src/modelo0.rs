//! `modelo0`: the four-degree-of-freedom model of the NAUTILUS simulator, as far as its thesis allows it to be
//! reconstructed.

use crate::motor::motors;
use sim_abi::prelude::*;

/// Parameters of `modelo0`. The defaults reproduce the experiments of the thesis (J. Madrigal Torija, ETSIT-UPM 2022).
#[params]
pub struct Modelo0Params {
    /// Time constant of the motors.
    #[param(default = 0.1, unit = "s", min = 0.001)]
    lag: f64,
    /// Acceleration per unit of a motor's state.
    #[param(default = 0.3, unit = "m/s²", min = 0.0)]
    gain: f64,
    /// Net upward acceleration by buoyancy one meter below the surface.
    #[param(default = 4.0 / 3.0, unit = "m/s²", min = 0.0)]
    buoyancy: f64,
    /// Increase of that acceleration with depth.
    #[param(default = 0.1, unit = "1/s²", min = 0.0)]
    buoyancy_growth: f64,
    /// Height over which the body emerges from the water.
    #[param(default = 0.05, unit = "m", min = 0.001)]
    transition: f64,
    /// Vertical drag per speed and mass.
    #[param(default = 0.25, unit = "1/s", min = 0.0)]
    vertical_drag: f64,
    /// Deceleration by dry friction in the horizontal plane.
    #[param(default = 0.3, unit = "m/s²", min = 0.0)]
    friction: f64,
    /// Horizontal drag per speed and mass.
    #[param(default = 0.05, unit = "1/s", min = 0.0)]
    drag: f64,
    /// Angular acceleration about z per unit of unbalanced motors.
    #[param(default = 0.1, unit = "rad/s²", min = 0.0)]
    yaw_gain: f64,
    /// Yaw drag per yaw rate.
    #[param(default = 0.2, unit = "1/s", min = 0.0)]
    yaw_drag: f64,
    /// Mass for external forces.
    #[param(default = 10.0, unit = "kg", min = 0.01)]
    mass: f64,
    /// Initial states of the motors, control units.
    motor_state: [f64; 6],
}

/// Number of motors: four horizontal ones at the corners, and two vertical ones.
const MOTORS: usize = 6;

/// Moves along x, y, z and rotates about z; roll and pitch are constant.
///
/// One explicit Euler step with all right-hand sides at the old state, as the thesis's records show: the position
/// follows the old speed, the speed follows the old state of the motors.
pub struct Modelo0 {
    params: Modelo0Params,
    commands: [EffectIn; MOTORS],
    states: [Memory; MOTORS],
    published_states: [Published; MOTORS],
}

impl Dynamics for Modelo0 {
    type Params = Modelo0Params;

    fn new(params: Modelo0Params, setup: &mut DynamicsSetup) -> Result<Self> {
        let found: Vec<EffectIn> = motors(setup).into_iter().map(|motor| motor.command).collect();
        let commands = <[EffectIn; MOTORS]>::try_from(found).map_err(|found| {
            Fault::new(format!("`modelo0` moves vehicles with {MOTORS} motors, but this one has {}", found.len()))
                .help(
                    "mount six actuators `marine/motor`: front right, front left, rear right, rear left, two vertical",
                )
                .because(Cause::Binding)
        })?;
        let name = |motor: usize| format!("motor_{}", motor + 1);
        let state = |motor: usize| Channel::new(name(motor), "1").neutral(params.motor_state[motor]);
        let help = "state of the motor, control units";
        Ok(Self {
            commands,
            states: std::array::from_fn(|motor| setup.memory(state(motor))),
            published_states: std::array::from_fn(|motor| setup.publish(state(motor).help(help))),
            params,
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let dt = io.dt();
        let Modelo0Params { lag, gain, .. } = self.params;
        let motors = self.states.map(|state| io.memory(state));
        let (environment, body) = (io.environment(), io.body);
        let [f1, f2, f3, f4, f5, f6] = motors;
        let (sin, cos) = heading(&body.pose.rotation);
        if io.tick() == 0 && upright(&body.pose.rotation) < 1.0 - 1e-9 {
            io.log(LogLevel::Warn, "roll and pitch stay constant, and thrust acts as if they were zero");
        }

        let (forward, left) = (gain * SQRT_HALF * (f1 + f2 + f3 + f4), gain * SQRT_HALF * (f1 - f2 - f3 + f4));
        let pushed = environment.external_force / self.params.mass;
        let acceleration = Vec3::new(
            cos * forward - sin * left + pushed.x,
            sin * forward + cos * left + pushed.y,
            self.lift(&environment, body.pose.translation.z) - gain * (f5 + f6) + pushed.z,
        );
        let through = body.linear_velocity - environment.flow;
        let drag = Vec3::new(self.params.drag, self.params.drag, self.params.vertical_drag);
        let mut through = through + (acceleration - drag.component_mul(&through)) * dt;
        let speed = through.xy().norm();
        if speed > 0.0 {
            let remaining = (1.0 - self.params.friction * dt / speed).max(0.0);
            (through.x, through.y) = (through.x * remaining, through.y * remaining);
        }

        let rate = body.angular_velocity.z;
        let turn = self.params.yaw_gain * (f1 - f2 + f3 - f4) - self.params.yaw_drag * rate;
        let turned = Rotation::from_axis_angle(&Vec3::z_axis(), rate * dt) * body.pose.rotation;
        let place = body.pose.translation.vector + body.linear_velocity * dt;
        io.body = BodyState {
            pose: Pose::from_parts(place.into(), turned),
            linear_velocity: environment.flow + through,
            angular_velocity: Vec3::new(0.0, 0.0, rate + turn * dt),
        };
        let followed = dt / lag;
        for (motor, state) in motors.into_iter().enumerate() {
            let state = state + (io.effect_value(self.commands[motor]) - state) * followed;
            io.set_memory(self.states[motor], state);
            io.publish(self.published_states[motor], state);
        }
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "bluerov2/standard", at: (0, 0, -2), dynamics: "marine/modelo0")],
media: [(name: "sea", density: 1025, region: Below(0))]"#,
        )
    }
}

/// Sine and cosine of the heading of the body's x axis; the heading is 0 if it points straight up or down.
fn heading(rotation: &Rotation) -> (f64, f64) {
    let q = rotation.quaternion();
    let (y, x) = (2.0 * (q.w * q.k + q.i * q.j), 1.0 - 2.0 * (q.j * q.j + q.k * q.k));
    let norm = (x * x + y * y).sqrt();
    if norm > 0.0 { (y / norm, x / norm) } else { (0.0, 1.0) }
}

/// Cosine of the angle between the body's z axis and the world's.
fn upright(rotation: &Rotation) -> f64 {
    let q = rotation.quaternion();
    1.0 - 2.0 * (q.i * q.i + q.j * q.j)
}

/// √2/2.
const SQRT_HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;

impl Modelo0 {
    /// Acceleration due to weight and buoyancy at a height, m/s².
    fn lift(&self, environment: &Environment, z: f64) -> f64 {
        let Modelo0Params { buoyancy, buoyancy_growth, transition, .. } = self.params;
        let surface = if environment.surface_height.is_finite() { environment.surface_height } else { 0.0 };
        let (height, gravity) = (z - surface, -environment.gravity.z);
        let submerged = (0.5 - height / transition).clamp(0.0, 1.0);
        let growth = if height < 0.0 { buoyancy_growth * (height + 1.0) } else { 0.0 };
        (gravity + buoyancy - growth) * submerged - gravity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motor::effect;
    use std::f64::consts::FRAC_PI_2;

    fn rig(params: Value) -> DynamicsRig<Modelo0> {
        let mut rig = DynamicsRig::<Modelo0>::body(MassProperties::default()).params(params).period(0.01);
        for motor in 0..MOTORS {
            let (kind, channels) = effect();
            rig = rig.effect_with(&format!("f{motor}"), kind, channels, Placement::default());
        }
        let mut rig = rig.build().unwrap();
        rig.environment.surface_height = 0.0;
        rig
    }

    fn at(z: f64) -> DynamicsRig<Modelo0> {
        let mut rig = rig(Value::Null);
        rig.body.pose.translation.z = z;
        rig
    }

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} differs from {b} by {:e}", (a - b).abs());
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(|| rig(Value::Null));
    }

    /// NA-81: The first record printed in the thesis is reproduced to 1e-9.
    #[test]
    fn the_first_step_is_that_of_the_golden_record() {
        let mut rig = at(-1.0);
        rig.effects = vec![0.0, 0.0, 0.0, 0.0, 5.0 / 3.0, 5.0 / 3.0];
        rig.step().unwrap();
        close(rig.body.linear_velocity.z, 0.04 / 3.0, 1e-9);
        close(rig.published("motor_6"), 1.0 / 6.0, 1e-9);
        assert_eq!(rig.body.pose.translation.z, -1.0);
        rig.step().unwrap();
        assert!(rig.body.pose.translation.z > -1.0);
    }

    /// NA-74: All robot fields are optional; unknown fields and wrong lengths are errors with a pointer.
    #[test]
    fn the_motors_begin_in_the_state_that_is_given() {
        let mut rig = rig(json!({"motor_state": [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]}));
        rig.body.pose.translation.z = -1.0;
        assert_eq!((rig.published("motor_1"), rig.published("motor_5")), (1.0, 0.0));
        rig.step().unwrap();
        close(rig.body.linear_velocity.x, (0.3 * 8f64.sqrt() - 0.3) * 0.01, 1e-12);
        close(rig.published("motor_1"), 0.9, 1e-12);
    }

    /// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
    #[test]
    fn without_drag_the_speed_is_the_sum_over_the_motors_states() {
        let mut rig = rig(json!({"friction": 0.0, "drag": 0.0}));
        rig.body.pose.translation.z = -1.0;
        rig.effects = vec![1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        let mut sum = 0.0;
        for step in 0..300 {
            sum += (1.0 - 0.9f64.powi(step)) * 0.01;
            rig.step().unwrap();
            close(rig.body.linear_velocity.x, 0.3 * 2.0 * 2f64.sqrt() * sum, 1e-12);
        }
    }

    /// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
    #[test]
    fn the_terminal_speed_is_where_drag_and_friction_hold_the_motors() {
        let mut rig = at(-1.0);
        rig.effects = vec![1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        rig.run(400.0).unwrap();
        close(rig.body.linear_velocity.x, (2.0 * 2f64.sqrt() * 0.3 - 0.3) / 0.05, 1e-3);
    }

    /// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
    #[test]
    fn buoyancy_grows_with_depth() {
        let accelerations = [-0.5, -1.0, -4.0].map(|z| {
            let mut rig = at(z);
            rig.step().unwrap();
            rig.body.linear_velocity.z / 0.01
        });
        assert!(accelerations.windows(2).all(|pair| pair[0] < pair[1]), "{accelerations:?}");
        close(accelerations[1], 4.0 / 3.0, 1e-9);
    }

    /// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
    #[test]
    fn a_depth_law_holds_its_equilibrium() {
        for (constant, z) in [(2.0, -0.69697), (3.0, -1.60606)] {
            let mut rig = rig(Value::Null);
            // 10/3·k·(z + C) = b − γ(z + 1)
            let depth = (4.0 / 3.0 - 0.1 - constant) / 1.1;
            close(depth, z, 1e-5);
            rig.body.pose.translation.z = depth;
            let law = |z: f64| 50.0 * (z + constant) / 30.0;
            // Held in position until the motors reach their steady state.
            for _ in 0..500 {
                rig.effects = vec![0.0, 0.0, 0.0, 0.0, law(depth), law(depth)];
                rig.step().unwrap();
                rig.body = BodyState::at(Pose::new(Vec3::new(0.0, 0.0, depth), Vec3::zeros()));
            }
            for _ in 0..1000 {
                let command = law(rig.body.pose.translation.z);
                rig.effects = vec![0.0, 0.0, 0.0, 0.0, command, command];
                rig.step().unwrap();
                close(rig.body.linear_velocity.z, 0.0, 1e-9);
            }
        }
    }

    /// NA-45: The function `globalMove(x, y)` gives four motor values that move in any direction without yaw.
    #[test]
    fn balanced_motors_do_not_turn_and_unbalanced_ones_do() {
        for motors in [[1.0, 1.0, 1.0, 1.0], [1.0, -1.0, -1.0, 1.0], [2.0, 0.0, 0.0, 2.0]] {
            let mut rig = at(-1.0);
            rig.effects = [&motors[..], &[0.0, 0.0]].concat();
            rig.run(5.0).unwrap();
            assert_eq!(rig.body.angular_velocity.z, 0.0);
        }
        let mut rig = at(-1.0);
        rig.effects = vec![-1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        rig.run(5.0).unwrap();
        assert!(rig.body.angular_velocity.z < 0.0);
    }

    /// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
    #[test]
    fn thrust_turns_with_the_yaw_and_roll_and_pitch_stay() {
        let mut rig = at(-1.0);
        rig.body.pose.rotation = Rotation::from_euler_angles(0.0, 0.0, FRAC_PI_2);
        rig.effects = vec![1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        rig.run(1.0).unwrap();
        assert!(rig.body.linear_velocity.y > 0.3 && rig.body.linear_velocity.x.abs() < 1e-12);
        let (roll, pitch, _) = rig.body.pose.rotation.euler_angles();
        assert!(roll.abs() < 1e-12 && pitch.abs() < 1e-12);
        assert!(rig.world.log.borrow().is_empty());
    }

    /// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
    #[test]
    fn an_initial_roll_or_pitch_stays_with_a_warning() {
        let mut rig = at(-1.0);
        rig.body.pose.rotation = Rotation::from_euler_angles(0.1, 0.2, 0.3);
        rig.effects = vec![1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        rig.run(1.0).unwrap();
        let mut upright = at(-1.0);
        upright.body.pose.rotation = Rotation::from_euler_angles(0.0, 0.0, 0.3);
        upright.effects.clone_from(&rig.effects);
        upright.run(1.0).unwrap();
        assert!((rig.body.linear_velocity - upright.body.linear_velocity).norm() < 1e-12);
        let (roll, pitch, _) = rig.body.pose.rotation.euler_angles();
        assert!((roll - 0.1).abs() < 1e-12 && (pitch - 0.2).abs() < 1e-12);
        let log = rig.world.log.borrow();
        assert!(log.len() == 1 && log[0].0 == LogLevel::Warn && log[0].1.contains("roll and pitch"), "{log:?}");
    }

    /// NA-19: Environment forces are summed for the dynamics; opposite forces of 3 N leave no trace.
    #[test]
    fn it_is_carried_along_by_the_flow() {
        let mut rig = at(-1.0);
        rig.environment.flow.x = 0.5;
        rig.run(60.0).unwrap();
        close(rig.body.linear_velocity.x, 0.5, 1e-9);
    }

    #[test]
    fn a_vehicle_with_another_number_of_motors_is_refused() {
        let fault = DynamicsRig::<Modelo0>::body(MassProperties::default()).build().err().unwrap();
        assert!(fault.message().contains("6 motors, but this one has 0"), "{fault}");
    }
}
