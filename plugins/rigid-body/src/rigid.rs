//! A rigid body with six degrees of freedom.

use sim_abi::prelude::*;

type Matrix = na::Matrix3<f64>;

/// Maximum rotation per substep, rad: keeps the midpoint iteration short and the rotation error below 1 %.
const TURN: f64 = 0.3;
/// Maximum number of substeps per step; a body that spins faster is integrated more coarsely, but keeps its momentum.
const SUBSTEPS: f64 = 64.0;

/// Parameters of a rigid body.
#[params]
pub struct RigidParams {
    /// Linear drag, relative to the medium.
    #[param(default = 0.0, unit = "N·s/m", min = 0.0)]
    linear_damping: f64,
    /// Drag coefficient times reference area: the drag is ½·ρ·(C·A)·v² in a medium of density ρ.
    #[param(default = 0.0, unit = "m²", min = 0.0)]
    drag_area: f64,
    /// Linear angular drag.
    #[param(default = 0.0, unit = "N·m·s", min = 0.0)]
    angular_damping: f64,
    /// Quadratic angular drag.
    #[param(default = 0.0, unit = "N·m·s²", min = 0.0)]
    angular_drag: f64,
    /// Displaced volume; 0: no buoyancy.
    #[param(default = 0.0, unit = "m³", min = 0.0)]
    volume: f64,
    /// Center of that volume in the body's frame, m.
    buoyancy_center: [f64; 3],
}

/// A rigid body under gravity, thrusts and wrenches, external forces, drag and buoyancy.
///
/// Each step is half a kick by all forces, a free flight, and half a kick (Störmer-Verlet), so free fall is exact. The
/// free rotation uses the implicit midpoint rule on the rotation group (Austin, Krishnaprasad and Wang, J. Comput.
/// Phys. 107, 1993): it conserves angular momentum and energy to the tolerance of its iteration. Damping is implicit
/// and never reverses a motion.
pub struct Rigid {
    params: RigidParams,
    thrusters: Thrusters,
    mass: f64,
    /// Center of mass in the body's frame, m.
    center: Vec3,
    /// Inertia about the center of mass in body axes, and its inverse.
    inertia: Matrix,
    inverse_inertia: Matrix,
    half_height: f64,
    energy: Published,
    submerged: Published,
}

/// Motion of the center of mass: position and velocity in world axes, angular velocity in body axes.
struct Motion {
    position: Vec3,
    velocity: Vec3,
    rotation: Rotation,
    rate: Vec3,
}

impl Dynamics for Rigid {
    type Params = RigidParams;

    fn new(params: RigidParams, setup: &mut DynamicsSetup) -> Result<Self> {
        let MassProperties { mass, center, inertia: [xx, yy, zz, xy, xz, yz] } = setup.mass();
        let inertia = Matrix::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
        let Some(factor) = inertia.cholesky().filter(|_| mass > 0.0) else {
            return Err(Fault::new(format!(
                "mass {mass} kg with inertia {:?} kg·m² is not a valid rigid body",
                setup.mass().inertia
            ))
            .help("give the model's links a mass and an inertia with positive principal moments"));
        };
        Ok(Self {
            params,
            thrusters: setup.thrusters(),
            mass,
            center: center.into(),
            inertia,
            inverse_inertia: factor.inverse(),
            half_height: setup.half_extents().z,
            energy: setup.publish(Channel::new("kinetic_energy", "J").range(0.0, f64::INFINITY)),
            submerged: setup.publish(Channel::new("submerged", "1").range(0.0, 1.0).help("submerged fraction")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let dt = io.dt();
        let mut motion = self.motion(&io.body);
        self.kick(io, &mut motion, 0.5 * dt);
        let substeps = (self.fastest_rate(&motion, dt) * dt / TURN).ceil().clamp(1.0, SUBSTEPS);
        for _ in 0..substeps as usize {
            self.turn(&mut motion, dt / substeps);
        }
        motion.rotation.renormalize();
        motion.position += motion.velocity * dt;
        self.kick(io, &mut motion, 0.5 * dt);
        io.body = self.state(&motion);
        let spin = motion.rate.dot(&(self.inertia * motion.rate));
        io.publish(self.energy, 0.5 * (self.mass * motion.velocity.norm_squared() + spin));
        let below = self.submerged(&io.environment(), &motion);
        io.publish(self.submerged, below);
        Ok(())
    }
}

impl Rigid {
    fn motion(&self, body: &BodyState) -> Motion {
        let arm = body.pose.rotation * self.center;
        Motion {
            position: body.pose.translation.vector + arm,
            velocity: body.linear_velocity + body.angular_velocity.cross(&arm),
            rotation: body.pose.rotation,
            rate: body.angular_velocity_body(),
        }
    }

    fn state(&self, motion: &Motion) -> BodyState {
        let (arm, angular_velocity) = (motion.rotation * self.center, motion.rotation * motion.rate);
        BodyState {
            pose: Pose::from_parts((motion.position - arm).into(), motion.rotation),
            linear_velocity: motion.velocity - angular_velocity.cross(&arm),
            angular_velocity,
        }
    }

    /// Applies all forces for a time, s, to the velocities.
    fn kick(&self, io: &DynamicsIo, motion: &mut Motion, time: f64) {
        let environment = io.environment();
        let (params, world_from_body) = (&self.params, motion.rotation);
        let below = self.submerged(&environment, motion);
        let density = below * environment.density + (1.0 - below) * environment.density_above;

        let (thrust, torque_at_origin) = self.thrusters.total(io);
        let lift = world_from_body.inverse_transform_vector(&(-environment.gravity * (density * params.volume)));
        let pushed = world_from_body.inverse_transform_vector(&environment.external_force);
        // Torques about the center of mass, body axes.
        let torque = torque_at_origin - self.center.cross(&(thrust + pushed))
            + (Vec3::from(params.buoyancy_center) - self.center).cross(&lift)
            + world_from_body.inverse_transform_vector(&environment.external_torque);
        let force = world_from_body * (thrust + lift + pushed) + environment.gravity * self.mass;

        // Drag with the speed before the kick applied to the speed after it: stable, and exact at terminal speed.
        let through = motion.velocity - environment.flow;
        let drag = params.linear_damping + 0.5 * density * params.drag_area * through.norm();
        let through = (through + force * (time / self.mass)) / (1.0 + drag * time / self.mass);
        motion.velocity = environment.flow + through;

        let drag = params.angular_damping + params.angular_drag * motion.rate.norm();
        let rate = motion.rate + self.inverse_inertia * torque * time;
        // (I + d·t) ω' = I ω; the matrix is positive definite, so the fallback is never taken.
        let damped = (self.inertia + Matrix::identity() * (drag * time)).cholesky();
        motion.rate =
            if drag > 0.0 { damped.map_or(rate, |damped| damped.solve(&(self.inertia * rate))) } else { rate };
    }

    /// Bound of the angular speed now and within a time (s) of gyroscopic acceleration, rad/s; limited by the
    /// rotational energy about the axis of least inertia.
    fn fastest_rate(&self, motion: &Motion, time: f64) -> f64 {
        let momentum = self.inertia * motion.rate;
        let gained = 0.5 * time * (self.inverse_inertia * motion.rate.cross(&momentum)).norm();
        motion.rate.norm() + gained.min((motion.rate.dot(&momentum) * self.inverse_inertia.trace()).sqrt())
    }

    /// Rotates freely for a time, s: Π₁ = qᵀ Π₀ with q the Cayley transform of the rate at the mean momentum. Solved by
    /// Newton's method: for a slender body, whose moments differ a thousandfold, a fixed-point iteration would converge
    /// to a wrong rate.
    fn turn(&self, motion: &mut Motion, time: f64) {
        let start = self.inertia * motion.rate;
        let mut rate = motion.rate;
        let turned = |rate: &Vec3| {
            let turn = Rotation::new_normalize(na::Quaternion::from_parts(1.0, rate * (0.5 * time)));
            (turn, turn.inverse_transform_vector(&start))
        };
        let (mut turn, mut end) = turned(&rate);
        let mut last = f64::INFINITY;
        for _ in 0..32 {
            let error = rate - self.inverse_inertia * (start + end) * 0.5;
            let slope = Matrix::identity() - self.inverse_inertia * end.cross_matrix() * (0.5 * time);
            let change = slope.try_inverse().map_or(error, |inverse| inverse * error);
            if change.norm() >= last {
                break;
            }
            rate -= change;
            (turn, end) = turned(&rate);
            if change.norm() <= 1e-15 * rate.norm() {
                break;
            }
            last = change.norm();
        }
        motion.rotation *= turn;
        motion.rate = self.inverse_inertia * end;
    }

    /// Fraction of the body's collision box below the free surface, 0 … 1.
    fn submerged(&self, environment: &Environment, motion: &Motion) -> f64 {
        let middle = motion.position.z - (motion.rotation * self.center).z;
        if environment.surface_height.is_infinite() || self.half_height <= 0.0 {
            return f64::from(u8::from(environment.surface_height > middle));
        }
        (0.5 + 0.5 * (environment.surface_height - middle) / self.half_height).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASS: MassProperties =
        MassProperties { mass: 2.0, center: [0.0; 3], inertia: [0.02, 0.03, 0.04, 0.002, -0.001, 0.003] };

    fn body(params: Value, step: f64) -> DynamicsRig<Rigid> {
        DynamicsRig::body(MASS).params(params).period(step).build().unwrap()
    }

    fn weightless(params: Value, step: f64) -> DynamicsRig<Rigid> {
        let mut rig = body(params, step);
        rig.environment.gravity.z = 0.0;
        rig
    }

    fn inertia() -> Matrix {
        let [xx, yy, zz, xy, xz, yz] = MASS.inertia;
        Matrix::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
    }

    /// Angular momentum about the center of mass, world axes.
    fn momentum(rig: &DynamicsRig<Rigid>) -> Vec3 {
        rig.body.pose.rotation * (inertia() * rig.body.angular_velocity_body())
    }

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} differs from {b} by {:e}", (a - b).abs());
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(|| {
            let mut rig = body(json!({"drag_area": 0.1, "angular_damping": 0.01, "volume": 0.001}), 0.01);
            rig.body.angular_velocity = Vec3::new(1.0, 2.0, 3.0);
            rig
        });
    }

    #[test]
    fn free_fall_is_exact_at_any_step() {
        for step in [0.001, 0.1, 1.0] {
            let mut rig = body(Value::Null, step);
            rig.body.linear_velocity = Vec3::new(1.0, 0.0, 5.0);
            rig.run(2.0).unwrap();
            close(rig.body.pose.translation.z, 5.0 * 2.0 - 0.5 * 9.81 * 4.0, 1e-10);
            close(rig.body.pose.translation.x, 2.0, 1e-12);
            close(rig.body.linear_velocity.z, 5.0 - 9.81 * 2.0, 1e-11);
        }
    }

    #[test]
    fn free_precession_keeps_angular_momentum_and_energy() {
        for step in [0.001, 0.02, 0.1] {
            let mut rig = weightless(Value::Null, step);
            rig.body.angular_velocity = Vec3::new(4.0, -1.0, 2.0);
            rig.step().unwrap();
            let (before, energy) = (momentum(&rig), rig.published("kinetic_energy"));
            rig.run(20.0).unwrap();
            assert!((momentum(&rig) - before).norm() < 1e-11 * before.norm().max(1.0), "step {step}");
            close(rig.published("kinetic_energy"), energy, 1e-11);
            close(rig.body.pose.rotation.norm(), 1.0, 1e-12);
        }
    }

    #[test]
    fn a_thrown_rod_keeps_its_energy() {
        let rod = |width: f64| {
            let [across, along] = [(1.0 + width * width) / 12.0, width * width / 6.0];
            MassProperties { mass: 1.0, center: [0.0; 3], inertia: [along, across, across, 0.0, 0.0, 0.0] }
        };
        for (width, step) in [(0.01, 0.01), (0.01, 0.001), (0.04, 0.02), (0.1, 0.02)] {
            for rate in [Vec3::new(5.0, 0.0, 10.0), Vec3::new(0.1, 0.0, 20.0), Vec3::new(20.0, 0.0, 30.0)] {
                let mut rig = DynamicsRig::<Rigid>::body(rod(width)).period(step).build().unwrap();
                rig.environment.gravity.z = 0.0;
                rig.body.angular_velocity = rate;
                rig.step().unwrap();
                let energy = rig.published("kinetic_energy");
                rig.run(2.0).unwrap();
                close(rig.published("kinetic_energy") / energy, 1.0, 1e-9);
                close(rig.body.angular_velocity_body().x, rate.x, 1e-6 * rate.norm());
            }
        }
    }

    /// The angular velocity of a symmetric top precesses on the body cone at (I₃ − I₁)/I₁ · ω₃ (Goldstein, Classical
    /// Mechanics, §5.6).
    #[test]
    fn a_symmetric_top_precesses_at_the_analytic_rate() {
        let top = MassProperties { mass: 1.0, center: [0.0; 3], inertia: [0.02, 0.02, 0.03, 0.0, 0.0, 0.0] };
        let mut rig = DynamicsRig::<Rigid>::body(top).period(0.001).build().unwrap();
        rig.environment.gravity.z = 0.0;
        rig.body.angular_velocity = Vec3::new(1.0, 0.0, 4.0);
        rig.run(1.5).unwrap();
        let rate = rig.body.angular_velocity_body();
        let angle: f64 = 0.5 * 4.0 * 1.5;
        close(rate.x, angle.cos(), 1e-5);
        close(rate.y, angle.sin(), 1e-5);
    }

    #[test]
    fn a_force_off_the_centre_of_mass_turns_the_body_about_it() {
        let off = MassProperties { mass: 2.0, center: [0.5, 0.0, 0.0], inertia: [0.02, 0.03, 0.04, 0.0, 0.0, 0.0] };
        let mut rig = DynamicsRig::<Rigid>::body(off)
            .effect("side", EffectKind::Thrust, Placement::default().turned(0.0, 0.0, std::f64::consts::FRAC_PI_2))
            .period(1e-4)
            .build()
            .unwrap();
        rig.environment.gravity.z = 0.0;
        rig.effects[0] = 3.0;
        rig.step().unwrap();
        let rate = -0.5 * 3.0 / 0.04 * 1e-4;
        close(rig.body.angular_velocity.z, rate, 1e-9);
        close(rig.body.linear_velocity.y, 3.0 / 2.0 * 1e-4 - rate * 0.5, 1e-9);
    }

    #[test]
    fn a_body_thrown_off_its_centre_of_mass_still_falls_with_it() {
        let off = MassProperties { center: [0.1, -0.2, 0.3], ..MASS };
        let mut rig = DynamicsRig::<Rigid>::body(off).build().unwrap();
        rig.body.angular_velocity = Vec3::new(3.0, 1.0, -2.0);
        let center = |rig: &DynamicsRig<Rigid>| rig.body.pose * na::Point3::new(0.1, -0.2, 0.3);
        let velocity = rig.body.angular_velocity.cross(&Vec3::new(0.1, -0.2, 0.3));
        let expected = center(&rig) + velocity + Vec3::z() * (-0.5 * 9.81);
        rig.run(1.0).unwrap();
        assert!((center(&rig) - expected).norm() < 1e-9);
    }

    #[test]
    fn with_drag_it_falls_at_terminal_speed_and_never_gains_energy_without_force() {
        let mut rig = body(json!({"drag_area": 0.5}), 0.05);
        rig.environment.density_above = 1.2;
        rig.environment.density = 1.2;
        rig.run(60.0).unwrap();
        close(-rig.body.linear_velocity.z, (2.0 * 2.0 * 9.81 / (1.2 * 0.5_f64)).sqrt(), 1e-9);

        let damping = json!({"linear_damping": 3.0, "drag_area": 2.0, "angular_damping": 0.02, "angular_drag": 0.01});
        for step in [0.001, 0.1, 1.0] {
            let mut rig = weightless(damping.clone(), step);
            rig.body.linear_velocity = Vec3::new(30.0, -4.0, 1.0);
            rig.body.angular_velocity = Vec3::new(9.0, -5.0, 14.0);
            let mut before = f64::INFINITY;
            for _ in 0..100 {
                rig.step().unwrap();
                let now = rig.published("kinetic_energy");
                assert!(now <= before * (1.0 + 1e-12), "{before} J became {now} J at step {step}");
                before = now;
            }
        }
    }

    #[test]
    fn a_damped_body_is_carried_along_by_the_flow() {
        let mut rig = weightless(json!({"linear_damping": 4.0}), 0.01);
        rig.environment.flow.x = 0.7;
        rig.run(20.0).unwrap();
        close(rig.body.linear_velocity.x, 0.7, 1e-9);
    }

    /// A body with half the density of water floats half submerged, and rights itself if its center of mass is low.
    #[test]
    fn it_floats_where_buoyancy_carries_its_weight() {
        let low = MassProperties { center: [0.0, 0.0, -0.03], inertia: [0.02, 0.02, 0.02, 0.0, 0.0, 0.0], ..MASS };
        let params = json!({"volume": 0.004, "linear_damping": 10.0, "angular_damping": 0.1});
        let mut rig = DynamicsRig::<Rigid>::body(low).params(params).build().unwrap();
        (rig.environment.density, rig.environment.density_above) = (1000.0, 0.0);
        rig.environment.surface_height = 0.5;
        rig.body.pose = Pose::new(Vec3::new(0.0, 0.0, 0.45), Vec3::new(0.8, 0.0, 0.0));
        rig.run(60.0).unwrap();
        close(rig.published("submerged"), 0.5, 1e-9);
        close(rig.body.pose.translation.z, 0.5, 1e-9);
        assert!((rig.body.pose.rotation * Vec3::z() - Vec3::z()).norm() < 1e-6);
    }

    #[test]
    fn a_model_without_mass_or_inertia_is_refused_with_advice() {
        for mass in [MassProperties::default(), MassProperties { mass: 1.0, ..MassProperties::default() }] {
            let fault = DynamicsRig::<Rigid>::body(mass).build().err().unwrap();
            assert!(
                fault.message().contains("not a valid rigid body") && fault.advice().contains("inertia"),
                "{fault}"
            );
        }
    }
}
