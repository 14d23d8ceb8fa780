//! `airship`: six degrees of freedom with added mass, damping, weight and buoyancy.
//!
//! M·ν̇ + C(ν)·ν + D(ν)·ν = τ about the center of gravity, with the velocity ν relative to the air in body axes.
//! Equations and published values: blimp of J.-C. Zufferey, A. Guanella, A. Beyeler and D. Floreano, "Flying over the
//! reality gap: From simulated to real indoor airships", Autonomous Robots 21, 2006, as its authors released them with
//! Webots.

use sim_abi::prelude::*;
use std::sync::Arc;
use vehicle_dynamics::{Inertia, Matrix6, Motion, Rates, Spatial, Vector6, rigid_body};

/// Maximum length of a substep, s. At this length, the error after 4 s of flight is 3e-6 m.
const MAX_SUBSTEP: f64 = 0.032;

/// A matrix with six rows.
type Rows = [[f64; 6]; 6];

/// Parameters of an airship. Defaults: a blimp of 1.1 m. Body axes: x forward, y left, z up; the origin is the center
/// of buoyancy. 6-vectors and 6×6 matrices list translation along x, y, z first, then rotation about them, and refer to
/// the center of gravity.
#[params]
#[derive(Clone, PartialEq)]
pub struct AirshipParams {
    /// Mass including the gas.
    #[param(default = 0.184, unit = "kg", min = 0.0)]
    mass: f64,
    /// Weight minus buoyancy; negative values make it rise. Default: 0.01 N if `volume` is not given either.
    #[param(unit = "N")]
    net_weight: Option<f64>,
    /// Displaced volume, instead of the net weight: buoyancy then follows from the air density of the scene.
    #[param(unit = "m³", min = 0.0)]
    volume: Option<f64>,
    /// Moments of inertia about the center of gravity, kg·m², including those of the air.
    #[param(default = [0.0095, 0.0193, 0.0193])]
    inertia: [f64; 3],
    /// Center of gravity, m.
    #[param(default = [0.0, 0.0, -0.125])]
    gravity_center: [f64; 3],
    /// Diagonal of the added mass matrix: mass (kg) along x, y, z and inertia (kg·m²) about them.
    #[param(default = [0.033, 0.129, 0.129, 0.0, 0.0, 0.0])]
    added_mass: [f64; 6],
    /// Full added mass matrix, instead of its diagonal: symmetric, in kg, kg·m and kg·m².
    added_mass_matrix: Option<Rows>,
    /// Linear damping, N·s/m and N·m·s.
    #[param(default = [0.0, 0.0, 0.0, 0.005, 0.0079, 0.0079])]
    linear_damping: [f64; 6],
    /// Full linear damping matrix, instead of its diagonal, in N·s/m, N·s and N·m·s.
    linear_damping_matrix: Option<Rows>,
    /// Quadratic damping, N·s²/m² and N·m·s².
    #[param(default = [0.07, 0.28, 0.22, 0.0, 0.0, 0.0])]
    quadratic_damping: [f64; 6],
}

/// An airship, integrated with fourth-order Runge-Kutta in substeps of at most 32 ms; thrust and wind are constant
/// within a step.
pub struct Airship {
    hull: Arc<Hull>,
    thrusters: Thrusters,
    energy: Published,
}

/// Data shared by identical airships.
struct Hull {
    mass: f64,
    lift: Lift,
    gravity_center: Vec3,
    inertia: Inertia,
    linear_damping: Damping,
    quadratic_damping: Spatial,
}

/// Source of the buoyancy.
enum Lift {
    NetWeight(f64),
    Volume(f64),
}

/// Damping per unit of speed.
enum Damping {
    Diagonal(Spatial),
    Coupled(Box<Matrix6>),
}

static HULLS: Shared<AirshipParams, Hull> = Shared::new();

/// Default net weight, N.
const NET_WEIGHT: f64 = 0.010;

impl Dynamics for Airship {
    type Params = AirshipParams;

    fn new(params: AirshipParams, setup: &mut DynamicsSetup) -> Result<Self> {
        let hull = Hull::try_new(&params)?;
        setup.contact_mass(params.mass);
        Ok(Self {
            hull: HULLS.get(params, || Arc::new(hull)),
            thrusters: setup.thrusters(),
            energy: setup.publish(Channel::new("kinetic_energy", "J").help("including the added mass of the air")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let hull = &*self.hull;
        let environment = io.environment();
        let (body, dt) = (io.body, io.dt());
        let (weight, buoyancy) = hull.weight_and_buoyancy(&environment);
        let axes = body.pose.rotation.to_rotation_matrix().into_inner();
        let center = hull.gravity_center;
        // Thrust is given about the origin; the equations hold about the center of gravity.
        let (thrust, torque) = self.thrusters.total(io);
        let thrust = Spatial { linear: thrust, angular: torque - center.cross(&thrust) };
        let velocity = Spatial {
            linear: axes.tr_mul(&(body.linear_velocity - environment.flow))
                + axes.tr_mul(&body.angular_velocity).cross(&center),
            angular: axes.tr_mul(&body.angular_velocity),
        };
        let mut motion =
            Motion { place: body.pose.translation.vector + axes * center, attitude: body.pose.rotation, velocity };
        let parts = (dt / MAX_SUBSTEP).ceil().max(1.0);
        for _ in 0..parts as u32 {
            motion = motion.after(dt / parts, |_, motion| {
                let axes = motion.attitude.to_rotation_matrix().into_inner();
                let up = axes.row(2).transpose();
                let outer = axes.tr_mul(&environment.external_force) + up * buoyancy;
                let force = Spatial {
                    linear: thrust.linear + outer - up * weight,
                    angular: thrust.angular + axes.tr_mul(&environment.external_torque) - center.cross(&outer),
                };
                Rates {
                    way: axes * motion.velocity.linear + environment.flow,
                    turn: motion.velocity.angular,
                    change: hull.acceleration(&motion.velocity, &force),
                }
            });
        }

        let axes = motion.attitude.to_rotation_matrix().into_inner();
        let Spatial { linear, angular } = motion.velocity;
        io.body = BodyState {
            pose: Pose::from_parts((motion.place - axes * center).into(), motion.attitude),
            linear_velocity: axes * (linear - angular.cross(&center)) + environment.flow,
            angular_velocity: axes * angular,
        };
        io.publish(self.energy, hull.inertia.kinetic_energy(&motion.velocity, 1.0));
        Ok(())
    }
}

impl Hull {
    fn try_new(params: &AirshipParams) -> Result<Self> {
        let lift = match (params.net_weight, params.volume) {
            (Some(_), Some(_)) => {
                let message = "both `net_weight` and `volume` are given".to_string();
                return Err(refused(message, "remove one of them"));
            }
            (None, Some(volume)) => Lift::Volume(volume),
            (net_weight, None) => Lift::NetWeight(net_weight.unwrap_or(NET_WEIGHT)),
        };
        let lists: [(&str, &[f64]); 3] = [
            ("inertia", &params.inertia),
            ("linear_damping", &params.linear_damping),
            ("quadratic_damping", &params.quadratic_damping),
        ];
        for (name, values) in lists {
            if let Some(value) = values.iter().find(|value| **value < 0.0) {
                return Err(refused(format!("`{name}` contains {value}"), "values must be 0 or more"));
            }
        }
        let added = match params.added_mass_matrix {
            None => Matrix6::from_diagonal(&params.added_mass.into()),
            Some(rows) => {
                let matrix = Matrix6::from_fn(|row, column| rows[row][column]);
                let uneven = (matrix - matrix.transpose()).abs().max();
                if uneven > 1e-9 * matrix.abs().max() {
                    let message = "`added_mass_matrix` is not symmetric".to_string();
                    return Err(refused(message, "replace each pair of mirrored values with its mean"));
                }
                (matrix + matrix.transpose()) * 0.5
            }
        };
        let rigid = rigid_body(params.mass, params.inertia.into(), Vec3::zeros());
        let inertia = Inertia::try_new(rigid, added).map_err(|error| {
            refused(
                error.to_string(),
                "use a positive mass and inertia, and added masses that keep their sums positive",
            )
        })?;
        let linear_damping = match params.linear_damping_matrix {
            None => Damping::Diagonal(params.linear_damping.into()),
            Some(rows) => {
                let matrix = Matrix6::from_fn(|row, column| rows[row][column]);
                // Otherwise, damping would add energy to some motion.
                if (matrix + matrix.transpose()).symmetric_eigenvalues().min() < -1e-12 * matrix.abs().max() {
                    let message = "`linear_damping_matrix` adds energy to some motion".to_string();
                    return Err(refused(message, "the symmetric part of the matrix must be positive semidefinite"));
                }
                Damping::Coupled(Box::new(matrix))
            }
        };
        Ok(Self {
            mass: params.mass,
            lift,
            gravity_center: params.gravity_center.into(),
            inertia,
            linear_damping,
            quadratic_damping: params.quadratic_damping.into(),
        })
    }

    /// Both in N.
    fn weight_and_buoyancy(&self, environment: &Environment) -> (f64, f64) {
        let gravity = environment.gravity.norm();
        let weight = self.mass * gravity;
        let buoyancy = match self.lift {
            // Without gravity, no buoyancy.
            Lift::NetWeight(_) if gravity == 0.0 => 0.0,
            Lift::NetWeight(net) => weight - net,
            Lift::Volume(volume) => environment.density * volume * gravity,
        };
        (weight, buoyancy)
    }

    /// Acceleration relative to the air under a force about the center of gravity, m/s² and rad/s², body axes.
    #[inline]
    fn acceleration(&self, velocity: &Spatial, force: &Spatial) -> Spatial {
        let linear = match &self.linear_damping {
            Damping::Diagonal(damping) => damping.map(velocity, |damping, speed| damping * speed),
            Damping::Coupled(matrix) => (**matrix * Vector6::from(*velocity)).into(),
        };
        let quadratic = self.quadratic_damping.map(velocity, |damping, speed| damping * speed.abs() * speed);
        self.inertia.acceleration(&(*force - self.inertia.coriolis(velocity, 1.0) - linear - quadratic), 1.0)
    }
}

/// An error in the parameters.
fn refused(message: String, help: &'static str) -> Fault {
    Fault::new(message).help(help).because(Cause::Parameters)
}

#[cfg(test)]
mod tests;
