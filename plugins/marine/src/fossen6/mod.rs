//! `fossen6`: six degrees of freedom with added mass, damping, buoyancy and currents.

mod constants;
mod hull;
mod motor_lag;
#[cfg(test)]
mod tests;
mod vehicle;

use crate::motor::{Mounted, motors};
use constants::{Constants, Rows, Set, diagonal, refused};
use hull::Surface;
use motor_lag::{LEVELS, Lag, MotorDynamics, STEADY_BEND};
use sim_abi::prelude::*;
use std::sync::Arc;
use vehicle::{Vehicle, Water};
use vehicle_dynamics::{Motion, Rates, Spatial};

/// Parameters of a vehicle. Parameters that are not given have the values of the set.
///
/// Axes of the body: x forward, y left, z up; 6-vectors and 6×6 matrices list translation along x, y, z first, then
/// rotation about them. To convert from north-east-down axes (x forward, y right, z down), negate the y and z
/// components of vectors, and the entries of an added mass matrix that couple x (along or about) with y or z (along or
/// about). Diagonal entries do not change.
#[params]
pub struct Fossen6Params {
    /// Published parameter set.
    set: Set,
    /// Mass.
    #[param(unit = "kg")]
    mass: Option<f64>,
    /// Displaced volume.
    #[param(unit = "m³")]
    volume: Option<f64>,
    /// Moments of inertia about the center of gravity, kg·m².
    inertia: Option<[f64; 3]>,
    /// Center of gravity, m: x forward, y left, z up.
    gravity_center: Option<[f64; 3]>,
    /// Center of buoyancy, m.
    buoyancy_center: Option<[f64; 3]>,
    /// Diagonal of the added mass matrix: mass (kg) along x, y, z and inertia (kg·m²) about them.
    added_mass: Option<[f64; 6]>,
    /// Full added mass matrix, instead of its diagonal: symmetric, in kg, kg·m and kg·m², for x forward, y left, z up.
    added_mass_matrix: Option<Rows>,
    /// Linear damping, N·s/m and N·m·s.
    linear_damping: Option<[f64; 6]>,
    /// Quadratic damping, N·s²/m² and N·m·s².
    quadratic_damping: Option<[f64; 6]>,
    /// Length, width and height, m, of the box about the origin that emerges from the water.
    size: Option<[f64; 3]>,
    /// How the displaced volume depends on the depth of that box at the surface.
    surface: Surface,
    /// Meaning of a command.
    command: Meaning,
    /// Force per control unit.
    #[param(default = 3.0, unit = "N", min = 0.0)]
    newtons_per_unit: f64,
    /// Maximum force of a motor along its axis.
    #[param(default = 51.5, unit = "N", min = 0.0)]
    forward_limit: f64,
    /// Maximum force of a motor against its axis.
    #[param(default = 40.2, unit = "N", min = 0.0)]
    backward_limit: f64,
    /// Response of a motor to its command.
    motor_dynamics: MotorDynamics,
    /// Time constant of a first-order motor.
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

/// A body in water with motors mounted by its model, whose force acts along the mount's x axis.
///
/// Fourth-order Runge-Kutta, in as many substeps as damping and rotation require for stability. It integrates the
/// velocity relative to the water; the flow is constant during a step.
pub struct Fossen6 {
    vehicle: Arc<Vehicle>,
    lag: Arc<Lag>,
    commanded: Commanded,
    motors: Vec<Motor>,
    others: Thrusters,
    submerged: Published,
    energy: Published,
}

/// Conversion of a command to a force.
struct Commanded {
    meaning: Meaning,
    newtons_per_unit: f64,
    backward_limit: f64,
    forward_limit: f64,
}

/// A motor and its propeller.
struct Motor {
    command: EffectIn,
    /// Position at the start, body axes, m.
    place: Vec3,
    /// Force and torque on the body per newton of thrust at the start.
    wrench: Spatial,
    /// The motor is on a movable joint, so position and wrench are updated each step.
    moves: bool,
    thrust: Memory,
    /// Additional states of the third-order model, N/s and N/s².
    rates: Option<[Memory; 2]>,
    published_force: Published,
}

/// Force and torque of all motors during a step, body axes: `steady` plus the decaying `gaps`.
struct Drive {
    steady: Spatial,
    gaps: [Spatial; 3],
}

/// Maximum substep, as a fraction of the fastest time constant.
const STEP: f64 = 0.5;

/// Vehicles and motors shared by identical robots.
static VEHICLES: Shared<(Constants, Surface), Vehicle> = Shared::new();
static LAGS: Shared<(MotorDynamics, f64, f64), Lag> = Shared::new();

impl Dynamics for Fossen6 {
    type Params = Fossen6Params;

    fn new(params: Fossen6Params, setup: &mut DynamicsSetup) -> Result<Self> {
        let constants = params.constants()?;
        let vehicle = Vehicle::try_new(&constants, params.surface)?;
        let Fossen6Params { motor_dynamics: dynamics, lag, surface, .. } = params;
        let period = setup.period();
        setup.contact_mass(constants.mass);
        Ok(Self {
            vehicle: VEHICLES.get((constants, surface), || Arc::new(vehicle)),
            lag: LAGS.get((dynamics, lag, period), || Arc::new(Lag::new(dynamics, lag, period))),
            motors: mounted(setup, dynamics),
            others: setup.thrusters(),
            submerged: setup.publish(Channel::new("submerged", "1").range(0.0, 1.0).help("submerged fraction")),
            energy: setup.publish(Channel::new("kinetic_energy", "J").help("including the added mass of the water")),
            commanded: Commanded {
                meaning: params.command,
                newtons_per_unit: params.newtons_per_unit,
                backward_limit: params.backward_limit,
                forward_limit: params.forward_limit,
            },
        })
    }

    fn datasheet() -> Datasheet {
        Datasheet::default()
            .example(
                r#"robots: [(name: "a", model: "bluerov2/standard", at: (0, 0, -2), dynamics: "marine/fossen6")],
media: [(name: "sea", density: 1025, region: Below(0))]"#,
            )
            .needs(Need::Liquid)
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let environment = io.environment();
        let (body, dt) = (io.body, io.dt());
        let water = self.vehicle.water(&environment);
        let flow = environment.flow;
        let axes = body.pose.rotation.to_rotation_matrix().into_inner();
        let velocity = Spatial {
            linear: axes.tr_mul(&(body.linear_velocity - flow)),
            angular: axes.tr_mul(&body.angular_velocity),
        };
        let drive = self.drive(io, &body.pose.translation.vector, &axes, &water);

        let level = parts_level(self.vehicle.stiffness(&velocity) * dt);
        let h = dt / f64::from(1_u32 << level);
        let part = &self.lag.parts[level];
        let mut motion = Motion { place: body.pose.translation.vector, attitude: body.pose.rotation, velocity };
        // Remaining part of the gaps: the first row of their transition since the start of the step.
        let mut left = self.lag.begin;
        for _ in 0..1_u32 << level {
            let (middle, end) = (left * part.middle, left * part.end);
            let thrust = [drive.total(&left), drive.total(&middle), drive.total(&end)];
            motion = motion.after(h, |stage, motion| {
                let axes = motion.attitude.to_rotation_matrix().into_inner();
                let up = axes.row(2).transpose();
                let outer = Spatial {
                    linear: axes.tr_mul(&environment.external_force),
                    angular: axes.tr_mul(&environment.external_torque),
                };
                let force = thrust[stage as usize] + outer;
                Rates {
                    way: axes * motion.velocity.linear + flow,
                    turn: motion.velocity.angular,
                    change: self.vehicle.acceleration(&up, motion.place.z, &motion.velocity, &force, &water),
                }
            });
            left = end;
        }

        let axes = motion.attitude.to_rotation_matrix().into_inner();
        io.body = BodyState {
            pose: Pose::from_parts(motion.place.into(), motion.attitude),
            linear_velocity: axes * motion.velocity.linear + flow,
            angular_velocity: axes * motion.velocity.angular,
        };
        let share = self.vehicle.wet(&axes.row(2).transpose(), motion.place.z, &water).share;
        io.publish(self.submerged, share);
        io.publish(self.energy, self.vehicle.kinetic_energy(&motion.velocity, share));
        Ok(())
    }
}

/// The motors of the vehicle, each with its state and outputs.
fn mounted(setup: &mut DynamicsSetup, dynamics: MotorDynamics) -> Vec<Motor> {
    let found = motors(setup);
    let made = found.into_iter().enumerate().map(|(number, Mounted { command, mount, moves })| {
        let name = format!("thrust_{}", number + 1);
        let published_force =
            setup.publish(Channel::new(&name, "N").help("force of the motor on the body, along its axis"));
        let thrust = setup.memory(Channel::new(&name, "N"));
        let rates = (dynamics == MotorDynamics::ThirdOrder).then(|| {
            [("rate", "N/s"), ("bend", "N/s²")]
                .map(|(what, unit)| setup.memory(Channel::new(format!("{name}_{what}"), unit)))
        });
        let (place, wrench) = at(&mount);
        Motor { command, place, wrench, moves, thrust, rates, published_force }
    });
    made.collect()
}

/// Position of a motor at a mount, m, and force and torque per newton of its thrust, body axes.
fn at(body_from_mount: &Pose) -> (Vec3, Spatial) {
    let (place, direction) = (body_from_mount.translation.vector, body_from_mount.rotation * Vec3::x());
    (place, Spatial { linear: direction, angular: place.cross(&direction) })
}

/// Substep level for a step over this many time constants.
fn parts_level(constants: f64) -> usize {
    (0..LEVELS - 1).find(|level| f64::from(1_u32 << level) * STEP >= constants).unwrap_or(LEVELS - 1)
}

impl Fossen6Params {
    fn constants(&self) -> Result<Constants> {
        let set = self.set.constants();
        let added_mass = match (self.added_mass, self.added_mass_matrix) {
            (Some(_), Some(_)) => {
                let message = "both `added_mass` and `added_mass_matrix` are given".to_string();
                return Err(refused(message, "remove one of them"));
            }
            (Some(values), None) => diagonal(values),
            (None, matrix) => matrix.unwrap_or(set.added_mass),
        };
        Ok(Constants {
            mass: self.mass.unwrap_or(set.mass),
            volume: self.volume.unwrap_or(set.volume),
            inertia: self.inertia.unwrap_or(set.inertia),
            gravity_center: self.gravity_center.unwrap_or(set.gravity_center),
            buoyancy_center: self.buoyancy_center.unwrap_or(set.buoyancy_center),
            added_mass,
            linear_damping: self.linear_damping.unwrap_or(set.linear_damping),
            quadratic_damping: self.quadratic_damping.unwrap_or(set.quadratic_damping),
            size: self.size.unwrap_or(set.size),
        })
    }
}

impl Fossen6 {
    /// Advances the motors by a step, and returns the force and torque that they and other thrusters apply to the body
    /// meanwhile.
    ///
    /// A propeller in air produces no thrust; its position at the start of the step counts for the full step.
    fn drive(&self, io: &mut DynamicsIo<'_>, place: &Vec3, axes: &na::Matrix3<f64>, water: &Water) -> Drive {
        let (force, torque) = self.others.total(io);
        let mut drive = Drive { steady: Spatial { linear: force, angular: torque }, gaps: [Spatial::default(); 3] };
        let up = axes.row(2);
        for motor in &self.motors {
            let wanted = self.commanded.force(io.effect_value(motor.command));
            let turned = motor.moves.then(|| at(&io.mount(motor.command)));
            let (mount, wrench) =
                turned.as_ref().map_or((&motor.place, &motor.wrench), |(mount, wrench)| (mount, wrench));
            let wet = place.z + (up * mount).x <= water.surface;
            let push = if wet { *wrench } else { Spatial::default() };
            drive.steady = drive.steady + push * wanted;
            let gap = io.memory(motor.thrust) - wanted;
            drive.gaps[0] = drive.gaps[0] + push * gap;
            let after = match motor.rates {
                None => wanted + self.lag.step.m11 * gap,
                Some([rate, bend]) => {
                    let steady = STEADY_BEND * wanted;
                    let gaps = Vec3::new(gap, io.memory(rate), io.memory(bend) - steady);
                    drive.gaps[1] = drive.gaps[1] + push * gaps.y;
                    drive.gaps[2] = drive.gaps[2] + push * gaps.z;
                    let after = self.lag.step * gaps;
                    io.set_memory(rate, after.y);
                    io.set_memory(bend, after.z + steady);
                    wanted + after.x
                }
            };
            io.set_memory(motor.thrust, after);
            io.publish(motor.published_force, if wet { after } else { 0.0 });
        }
        drive
    }
}

impl Drive {
    /// Force and torque with this remaining part of the gaps.
    fn total(&self, left: &na::RowVector3<f64>) -> Spatial {
        let [force, rate, bend] = &self.gaps;
        self.steady + *force * left.x + *rate * left.y + *bend * left.z
    }
}

impl Commanded {
    /// Force for a command, N.
    fn force(&self, command: f64) -> f64 {
        let force = match self.meaning {
            Meaning::Units => command * self.newtons_per_unit,
            Meaning::Throttle => curve(command.clamp(-1.0, 1.0)),
        };
        force.clamp(-self.backward_limit, self.forward_limit)
    }
}

/// Thrust of a T200 at a throttle of −1 … 1, N (polynomial of ViktorNfa/bluerov2_dynamics).
fn curve(u: f64) -> f64 {
    let square = u * u;
    u * (8.9 + square * (176.0 + square * (-404.1 + square * (389.9 - 140.3 * square))))
}
