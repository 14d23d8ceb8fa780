//! `fossen6`: six degrees of freedom with added mass, damping, buoyancy and currents.

mod sets;
#[cfg(test)]
mod tests;
mod vehicle;

use crate::motor::motors;
use sets::{Constants, Set};
use sim_abi::prelude::*;
use vehicle::{Vector6, Vehicle, Water, joined, parts};

/// Parameters of a vehicle. What is not given has the value of the set.
#[params]
pub struct Fossen6Params {
    /// Published set of parameters.
    set: Set,
    /// Mass.
    #[param(unit = "kg")]
    mass: Option<f64>,
    /// Displaced volume.
    #[param(unit = "m³")]
    volume: Option<f64>,
    /// Moments of inertia about the centre of gravity, kg·m².
    inertia: Option<[f64; 3]>,
    /// Centre of gravity, m: x forward, y left, z up.
    gravity_center: Option<[f64; 3]>,
    /// Centre of buoyancy, m.
    buoyancy_center: Option<[f64; 3]>,
    /// Added mass (kg) along x, y, z and added inertia (kg·m²) about them.
    added_mass: Option<[f64; 6]>,
    /// Damping per speed, N·s/m and N·m·s.
    linear_damping: Option<[f64; 6]>,
    /// Damping per squared speed, N·s²/m² and N·m·s².
    quadratic_damping: Option<[f64; 6]>,
    /// Length, width and height, m: over the height it comes out of the water.
    size: Option<[f64; 3]>,
    /// What a command means.
    command: Meaning,
    /// Force per control unit.
    #[param(default = 3.0, unit = "N", min = 0.0)]
    newtons_per_unit: f64,
    /// Greatest force of a motor along its axis.
    #[param(default = 51.5, unit = "N", min = 0.0)]
    forward_limit: f64,
    /// Greatest force of a motor against its axis.
    #[param(default = 40.2, unit = "N", min = 0.0)]
    backward_limit: f64,
    /// Time constant with which a motor follows its command.
    #[param(default = 0.076, unit = "s", min = 0.0)]
    lag: f64,
}

/// What the command of a motor means.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Meaning {
    #[default]
    Units,
    Throttle,
}

/// A body in water with motors where its model mounts them, their force along the mount's x axis.
///
/// Runge and Kutta's method of fourth order, in as many parts as damping needs to be stable. The velocity relative to the water is
/// what is integrated; the flow is constant during a step.
pub struct Fossen6 {
    vehicle: Vehicle,
    params: Fossen6Params,
    motors: Vec<Thruster>,
    others: Thrusters,
    submerged: Published,
    energy: Published,
}

/// A motor and its propeller.
struct Thruster {
    command: EffectIn,
    /// Place and direction, body axes.
    place: Vec3,
    direction: Vec3,
    thrust: Memory,
    told: Published,
}

/// Most parts of a step.
const PARTS: f64 = 64.0;
/// Part of the fastest time constant that is stepped over at once.
const STEP: f64 = 0.5;

impl Dynamics for Fossen6 {
    type Params = Fossen6Params;

    fn new(params: Fossen6Params, setup: &mut DynamicsSetup) -> Result<Self> {
        let constants = params.constants();
        let Constants { mass, volume, inertia, linear_damping, quadratic_damping, size, .. } = constants;
        let positive = |values: &[f64]| values.iter().all(|value| *value > 0.0 && value.is_finite());
        let damping = linear_damping.iter().chain(&quadratic_damping);
        if !positive(&[mass])
            || !positive(&inertia)
            || !positive(&size)
            || volume < 0.0
            || damping.clone().any(|d| *d < 0.0)
        {
            return Err(Fault::new("mass, inertia and size must be positive, volume and damping not negative")
                .help("give damping as magnitudes: the force is −(d₁ + d₂·|v|)·v")
                .because(Cause::Parameters));
        }
        let Some(vehicle) = Vehicle::new(constants) else {
            return Err(Fault::new("the mass matrix is not positive definite")
                .help("give added masses that do not take more than the body has")
                .because(Cause::Parameters));
        };
        let found = motors(setup);
        let thrusters = found.into_iter().enumerate().map(|(number, (command, mount))| {
            let name = format!("thrust_{}", number + 1);
            let channel = Channel::new(&name, "N").help("force of the motor along its axis");
            Thruster {
                command,
                place: mount.translation.vector,
                direction: mount.rotation * Vec3::x(),
                thrust: setup.memory(Channel::new(&name, "N")),
                told: setup.publish(channel),
            }
        });
        let thrusters = thrusters.collect();
        setup.contact_mass(mass);
        Ok(Self {
            vehicle,
            motors: thrusters,
            others: setup.thrusters(),
            submerged: setup.publish(Channel::new("submerged", "1").range(0.0, 1.0).help("share below the surface")),
            energy: setup.publish(Channel::new("kinetic_energy", "J").help("with the water that it carries along")),
            params,
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let environment = io.environment();
        let (body, dt) = (io.body, io.dt());
        let water = Water {
            gravity: environment.gravity.norm(),
            density: environment.density,
            surface: environment.surface_height,
        };
        let flow = environment.flow;
        let mut pose = body.pose;
        let back = pose.rotation.inverse();
        let mut velocity = joined(&(back * (body.linear_velocity - flow)), &(back * body.angular_velocity));
        let others = self.others.total(io);

        let count = (self.vehicle.stiffness(&velocity) * dt / STEP).ceil().clamp(1.0, PARTS);
        let h = dt / count;
        for part in 0..count as usize {
            let begun = part as f64 * h;
            let rates = |pose: &Pose, velocity: &Vector6, time: f64| {
                let force = self.force(pose, io, time, others, &environment);
                let (linear, angular) = parts(velocity);
                let moved = pose.rotation * linear + flow;
                (moved, angular, self.vehicle.acceleration(pose, velocity, &force, &water))
            };
            let (moved, turn, change) = kutta(&pose, &velocity, begun, h, rates);
            pose = shifted(&pose, &moved, &turn);
            velocity += change;
        }
        let (linear, angular) = parts(&velocity);
        io.body = BodyState {
            pose,
            linear_velocity: pose.rotation * linear + flow,
            angular_velocity: pose.rotation * angular,
        };
        for motor in &self.motors {
            let thrust = self.thrust(motor, io, dt);
            io.remember(motor.thrust, thrust);
            io.publish(motor.told, thrust);
        }
        let submerged = self.vehicle.submerged(&pose, &water);
        io.publish(self.submerged, submerged);
        io.publish(self.energy, self.vehicle.kinetic_energy(&velocity, submerged));
        Ok(())
    }
}

/// The pose after a way in world axes and a turn in body axes.
fn shifted(pose: &Pose, way: &Vec3, turn: &Vec3) -> Pose {
    let mut rotation = pose.rotation * Rotation::from_scaled_axis(*turn);
    rotation.renormalize();
    Pose::from_parts((pose.translation.vector + way).into(), rotation)
}

/// Changes of place (world), attitude (turn in body axes) and velocity during a time `h` (s).
///
/// Fourth order on the rotation group: the stages' turns are exponentials, with the commutator that keeps the order (Munthe-Kaas,
/// Appl. Numer. Math. 29, 1999).
fn kutta(
    pose: &Pose,
    velocity: &Vector6,
    begun: f64,
    h: f64,
    rates: impl Fn(&Pose, &Vector6, f64) -> (Vec3, Vec3, Vector6),
) -> (Vec3, Vec3, Vector6) {
    let stage = |part: f64, way: &Vec3, turn: &Vec3, change: &Vector6| {
        rates(&shifted(pose, &(way * part * h), turn), &(velocity + change * (part * h)), begun + part * h)
    };
    let (way1, rate1, change1) = rates(pose, velocity, begun);
    let turn1 = rate1 * h;
    let (way2, rate2, change2) = stage(0.5, &way1, &(turn1 * 0.5), &change1);
    let turn2 = rate2 * h;
    let (way3, rate3, change3) = stage(0.5, &way2, &(turn2 * 0.5 + turn1.cross(&turn2) / 8.0), &change2);
    let turn3 = rate3 * h;
    let (way4, rate4, change4) = stage(1.0, &way3, &turn3, &change3);
    let turn4 = rate4 * h;
    let turn = (turn1 + turn2 * 2.0 + turn3 * 2.0 + turn4 + turn1.cross(&turn4) * 0.5) / 6.0;
    let way = (way1 + way2 * 2.0 + way3 * 2.0 + way4) * (h / 6.0);
    let change = (change1 + change2 * 2.0 + change3 * 2.0 + change4) * (h / 6.0);
    (way, turn, change)
}

impl Fossen6Params {
    fn constants(&self) -> Constants {
        let set = self.set.constants();
        Constants {
            mass: self.mass.unwrap_or(set.mass),
            volume: self.volume.unwrap_or(set.volume),
            inertia: self.inertia.unwrap_or(set.inertia),
            gravity_center: self.gravity_center.unwrap_or(set.gravity_center),
            buoyancy_center: self.buoyancy_center.unwrap_or(set.buoyancy_center),
            added_mass: self.added_mass.unwrap_or(set.added_mass),
            linear_damping: self.linear_damping.unwrap_or(set.linear_damping),
            quadratic_damping: self.quadratic_damping.unwrap_or(set.quadratic_damping),
            size: self.size.unwrap_or(set.size),
        }
    }
}

impl Fossen6 {
    /// Force that a command asks for, N.
    fn wanted(&self, command: f64) -> f64 {
        let force = match self.params.command {
            Meaning::Units => command * self.params.newtons_per_unit,
            Meaning::Throttle => curve(command.clamp(-1.0, 1.0)),
        };
        force.clamp(-self.params.backward_limit, self.params.forward_limit)
    }

    /// Force of a motor a time (s) after the step has begun, N: exact for a command that stays.
    fn thrust(&self, motor: &Thruster, io: &DynamicsIo<'_>, time: f64) -> f64 {
        let (start, wanted) = (io.recall(motor.thrust), self.wanted(io.effect_value(motor.command)));
        let keep = if self.params.lag > 0.0 { (-time / self.params.lag).exp() } else { 0.0 };
        wanted + (start - wanted) * keep
    }

    /// All forces but those of the water, body axes.
    fn force(
        &self,
        pose: &Pose,
        io: &DynamicsIo<'_>,
        time: f64,
        (other_force, other_torque): (Vec3, Vec3),
        environment: &Environment,
    ) -> Vector6 {
        let back = pose.rotation.inverse();
        let mut force = other_force + back * environment.external_force;
        let mut torque = other_torque + back * environment.external_torque;
        for motor in &self.motors {
            // A propeller in the air moves nothing.
            let height = pose.translation.z + (pose.rotation * motor.place).z;
            if height > environment.surface_height {
                continue;
            }
            let thrust = motor.direction * self.thrust(motor, io, time);
            force += thrust;
            torque += motor.place.cross(&thrust);
        }
        joined(&force, &torque)
    }
}

/// Thrust of a T200 at a throttle of −1 … 1, N (polynomial of ViktorNfa/bluerov2_dynamics).
fn curve(u: f64) -> f64 {
    let square = u * u;
    u * (8.9 + square * (176.0 + square * (-404.1 + square * (389.9 - 140.3 * square))))
}
