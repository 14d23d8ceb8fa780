//! Equations of motion of a body in water, without motors and time integration.
//!
//! M·ν̇ᵣ + C(νᵣ)·νᵣ + D(νᵣ)·νᵣ + g = τ (T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011,
//! ch. 6 and 8), with the velocity νᵣ of the body relative to the water in body axes. A uniform, constant current is
//! another inertial frame, so the same equation holds for the rigid body and for its added mass.

use super::constants::{Constants, refused};
use super::hull::{Hull, Surface, Wet};
use sim_abi::prelude::*;
use vehicle_dynamics::{Inertia, Matrix6, Spatial, Vector6, rigid_body};

/// A body in water.
pub struct Vehicle {
    mass: f64,
    volume: f64,
    gravity_center: Vec3,
    buoyancy_center: Vec3,
    linear_damping: Spatial,
    quadratic_damping: Spatial,
    inertia: Inertia,
    hull: Hull,
    /// Damping rates by axis: constant part, 1/s, and part per unit of speed.
    damping_rates: [Spatial; 2],
    /// Rate per unit of speed, 1/m, at which the added mass turns motion along one axis into another.
    munk_rate: f64,
}

/// Properties of the water at the body.
#[derive(Clone, Copy, Debug)]
pub struct Water {
    /// Gravitational acceleration, m/s².
    pub gravity: f64,
    /// Density, kg/m³.
    pub density: f64,
    /// Height of the surface, m; infinity deep below it, negative infinity without water.
    pub surface: f64,
}

/// A medium counts as absent, without buoyancy or damping, if the body's box holds less than this fraction of the
/// body's mass of it.
const THIN: f64 = 0.05;

impl Vehicle {
    /// Creates the vehicle from its constants. Fails if they are impossible.
    pub fn try_new(constants: &Constants, surface: Surface) -> Result<Self> {
        constants.check()?;
        let Constants { mass, volume, inertia, gravity_center, buoyancy_center, size, .. } = *constants;
        let rigid = rigid_body(mass, inertia.into(), gravity_center.into());
        let rows = &constants.added_mass;
        let added = Matrix6::from_fn(|row, column| 0.5 * (rows[row][column] + rows[column][row]));
        let masses = (rigid + added).diagonal();
        let inertia = Inertia::try_new(rigid, added).map_err(|error| {
            refused(error.to_string(), "use added masses that keep the sums with those of the body positive")
        })?;
        // The diagonal of the inverse, which is larger for a coupled axis than its own mass implies.
        let own = |axis: usize| Vector6::from(inertia.acceleration(&Vector6::ith(axis, 1.0).into(), 1.0))[axis];
        let ease = Spatial::from(Vector6::from_fn(|axis, _| own(axis)));
        let (linear_damping, quadratic_damping) =
            (Spatial::from(constants.linear_damping), Spatial::from(constants.quadratic_damping));
        let rate = |damping: Spatial| damping.map(&ease, |damping, ease| damping * ease);
        let (light, heavy) = (masses.fixed_rows::<3>(0).min(), masses.fixed_rows::<3>(0).max());
        Ok(Self {
            mass,
            volume,
            gravity_center: gravity_center.into(),
            buoyancy_center: buoyancy_center.into(),
            linear_damping,
            quadratic_damping,
            hull: Hull::new(size, surface),
            damping_rates: [rate(linear_damping), rate(quadratic_damping) * 2.0],
            munk_rate: ((heavy - light) * ease.angular.max()).sqrt(),
            inertia,
        })
    }

    /// The water at the body.
    pub fn water(&self, environment: &Environment) -> Water {
        let full = environment.density * self.hull.volume();
        // The engine reports the air above a surface as a medium without surface.
        let surface = if full < THIN * self.mass { f64::NEG_INFINITY } else { environment.surface_height };
        Water { gravity: environment.gravity.norm(), density: environment.density, surface }
    }

    /// The submerged part of the body, given the up direction in body axes.
    pub fn wet(&self, up: &Vec3, z: f64, water: &Water) -> Wet {
        self.hull.wet(up, z - water.surface)
    }

    /// Masses of the body and of the added water.
    #[cfg(test)]
    pub fn inertia(&self) -> &Inertia {
        &self.inertia
    }

    /// D(ν)·ν: the damping force.
    #[inline]
    pub fn damping(&self, velocity: &Spatial, share: f64) -> Spatial {
        let quadratic = self.quadratic_damping.map(velocity, |damping, speed| damping * speed.abs());
        (self.linear_damping + quadratic).map(velocity, |damping, speed| damping * speed) * share
    }

    /// Weight and buoyancy, as a force on the body.
    #[inline]
    pub fn restoring(&self, up: &Vec3, wet: &Wet, water: &Water) -> Spatial {
        let (weight, buoyancy) = (self.mass * water.gravity, water.density * water.gravity * self.volume * wet.share);
        let arm = (self.buoyancy_center + wet.shift) * buoyancy - self.gravity_center * weight;
        Spatial { linear: up * (buoyancy - weight), angular: arm.cross(up) }
    }

    /// Acceleration relative to the water under a force on the body, m/s² and rad/s², body axes.
    #[inline]
    pub fn acceleration(&self, up: &Vec3, z: f64, velocity: &Spatial, force: &Spatial, water: &Water) -> Spatial {
        let wet = self.wet(up, z, water);
        let total = *force + self.restoring(up, &wet, water)
            - self.inertia.coriolis(velocity, wet.share)
            - self.damping(velocity, wet.share);
        self.inertia.acceleration(&total, wet.share)
    }

    /// ½ νᵀ·M·ν, J.
    pub fn kinetic_energy(&self, velocity: &Spatial, share: f64) -> f64 {
        self.inertia.kinetic_energy(velocity, share)
    }

    /// The fastest rate at which damping or rotation changes a velocity, 1/s.
    pub fn stiffness(&self, velocity: &Spatial) -> f64 {
        let [linear, quadratic] = &self.damping_rates;
        let rates = *linear + quadratic.map(velocity, |damping, speed| damping * speed.abs());
        let turning = velocity.angular.norm() + self.munk_rate * velocity.linear.norm();
        rates.linear.max().max(rates.angular.max()).max(turning)
    }
}
