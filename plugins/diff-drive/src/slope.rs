//! The dynamic drive on uneven ground.

use crate::dynamic::{Dynamic, clamp_magnitude};
use crate::motion::Motion;
use crate::stance::{BACK, FRONT, Footing, aligned, glide};
use sim_abi::prelude::*;

/// Maximum impulses from the ground during a substep, N·s.
struct Limits {
    /// Along the rolling direction of each wheel.
    ahead: [f64; 2],
    /// Across the rolling direction.
    across: f64,
}

impl Dynamic {
    /// Motion after a substep of `h` seconds on uneven ground, and whether wheels and motors could meet their demands.
    ///
    /// The ground is an inelastic contact (Moreau's time stepping): the velocity into the ground becomes the supporting
    /// impulse, and friction acts in the contact plane up to its fraction of that. Without contact, the body falls.
    pub(crate) fn slope_substep(&self, io: &mut DynamicsIo, wheels: &mut [f64; 2], h: f64) -> (Motion, bool) {
        let environment = io.environment();
        let push = environment.gravity + environment.external_force / self.mass;
        let velocity = io.body.linear_velocity + push * h;
        let (footing, steps) = self.footing(io, environment.level_ground, velocity.norm() * h);
        let up = io.body.pose.rotation * Vec3::z();
        let turn_rate = io.body.angular_velocity.dot(&up) + environment.external_torque.dot(&up) / self.inertia * h;
        let foot = self.stance.foot(&io.body.pose);
        let above = |footing: &Footing| (foot.z - footing.foot.z) * footing.normal.z;
        let landing = footing.filter(|footing| above(footing) + velocity.dot(&footing.normal) * h <= 0.0);
        let Some(footing) = landing else {
            return (self.fall(io, footing.as_ref(), velocity, turn_rate, h), false);
        };
        // Close the remaining gap within the substep; lift a penetrating body onto the ground.
        let gap = above(&footing).max(0.0);
        let normal = footing.normal;
        let carried = self.mass * (-gap / h - velocity.dot(&normal)).max(0.0);
        let attitude = aligned(&io.body.pose.rotation, &normal);
        let along = attitude.inverse() * (velocity - normal * velocity.dot(&normal));
        let mut motion = Motion { forward: along.x, sideways: along.y, turn_rate };
        let limits = self.limits(&footing, environment.level_ground, carried);
        let mut kept = self.hold(&mut motion, wheels, &limits, carried, h);
        let blocked = if motion.forward > 0.0 { steps[FRONT] } else { steps[BACK] };
        if blocked {
            (motion.forward, kept) = (0.0, false);
        }
        let foot = footing.foot + normal * gap;
        let (place, attitude) = glide((foot, attitude), [motion.forward, motion.sideways], motion.turn_rate, h);
        let place = place - normal * gap;
        let placed = Footing { foot: place, ..footing };
        let standing = Pose::from_parts(place.into(), attitude);
        io.body.pose = self.stance.standing(&placed, &standing);
        let over_ground = attitude * Vec3::new(motion.forward, motion.sideways, 0.0);
        io.body.linear_velocity = over_ground - normal * (gap / h);
        io.body.angular_velocity = normal * motion.turn_rate;
        (motion, kept)
    }

    /// Moves freely for `h` seconds at a velocity (m/s) and a turn rate about its z axis (rad/s). Near the ground, it
    /// aligns with the ground, so that its wheels touch first.
    fn fall(&self, io: &mut DynamicsIo, near: Option<&Footing>, velocity: Vec3, turn_rate: f64, h: f64) -> Motion {
        let foot = self.stance.foot(&io.body.pose) + velocity * h;
        let mut attitude = io.body.pose.rotation * Rotation::from_axis_angle(&Vec3::z_axis(), turn_rate * h);
        if let Some(footing) = near {
            attitude = aligned(&attitude, &footing.normal);
        }
        let up = attitude * Vec3::z();
        let level = Footing { normal: up, foot, wheels: [false; 2], friction: 0.0 };
        io.body.pose = self.stance.standing(&level, &Pose::from_parts(foot.into(), attitude));
        (io.body.linear_velocity, io.body.angular_velocity) = (velocity, up * turn_rate);
        let flight = attitude.inverse() * velocity;
        Motion { forward: flight.x, sideways: flight.y, turn_rate }
    }

    /// Finds the supporting ground, if any, and the points held back by a step. `way` (m) is the distance traveled
    /// meanwhile.
    fn footing(&self, io: &DynamicsIo, level: bool, way: f64) -> (Option<Footing>, [bool; 4]) {
        let pose = io.body.pose;
        if level {
            let foot = self.stance.foot(&pose);
            let even = Footing { normal: Vec3::z(), foot, wheels: [true; 2], friction: f64::INFINITY };
            return (Some(even), [false; 4]);
        }
        let ground = self.stance.ground(io, &pose);
        let steps = self.stance.steps(&pose, &ground, way);
        (self.stance.footing(&pose, &ground, steps), steps)
    }

    /// Friction limits of wheels that together carry an impulse (N·s); zero for a wheel in the air.
    fn limits(&self, footing: &Footing, level: bool, carried: f64) -> Limits {
        let grip = |own: f64| if level { own } else { (own * footing.friction).sqrt() };
        let standing = footing.wheels.iter().filter(|stands| **stands).count();
        let share = if standing > 0 { carried / standing as f64 } else { 0.0 };
        let ahead = footing.wheels.map(|stands| if stands { grip(self.params.friction) * share } else { 0.0 });
        let across = if standing > 0 { grip(self.params.lateral_friction) * carried } else { 0.0 };
        Limits { ahead, across }
    }

    /// Applies rolling friction, traction and lateral grip to a motion; returns whether they could meet their demands.
    /// The ground drives a wheel whose motor lacks torque.
    fn hold(&self, motion: &mut Motion, wheels: &mut [f64; 2], limits: &Limits, carried: f64, h: f64) -> bool {
        let params = &self.params;
        motion.forward -= clamp_magnitude(motion.forward, params.rolling_resistance * carried / self.mass);
        let slips = self.slips(motion, *wheels);
        let free = self.free_impulses(slips);
        let across = -self.mass * motion.sideways;
        let share = |wanted: f64, limit: f64| (wanted / limit.max(f64::MIN_POSITIVE)).abs();
        let ahead = share(free[0], limits.ahead[0]).max(share(free[1], limits.ahead[1]));
        // Wheels without lateral grip also roll sideways, which does not reduce their traction.
        let aside = if params.lateral_friction > 0.0 { share(across, limits.across) } else { 0.0 };
        let demand = math::hypot(aside, ahead);
        let (grip, side) = match demand > 1.0 {
            // Both in proportion to their demands, as on level ground.
            true => {
                (limits.ahead.map(|limit| limit * (ahead / demand).min(1.0)), limits.across.min(across.abs() / demand))
            }
            false => (limits.ahead, limits.across),
        };
        let torque = match params.max_torque > 0.0 {
            true => params.max_torque / params.wheel_radius * h,
            false => f64::INFINITY,
        };
        let traction = self.traction(slips, free, grip.map(|limit| limit.min(torque)));
        motion.sideways += clamp_magnitude(across, side) / self.mass;
        motion.forward += (traction[0] + traction[1]) / self.mass;
        motion.turn_rate += 0.5 * self.wheels.track * (traction[1] - traction[0]) / self.inertia;
        let left = self.slips(motion, *wheels);
        for wheel in 0..2 {
            if torque < grip[wheel] && traction[wheel].abs() >= torque {
                wheels[wheel] -= left[wheel] / params.wheel_radius;
            }
        }
        demand <= 1.0 && traction.iter().all(|impulse| impulse.abs() < torque)
    }
}
