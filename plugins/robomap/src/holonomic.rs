//! Dynamics of an omnidirectional robot.

use crate::PLANAR_VELOCITY;
use sim_abi::prelude::*;

/// Moves straight in each step at the commanded velocity, in the robot axes at the start of the step, and turns at the
/// commanded rate. Without mass or slip. The height is constant: floors are level.
pub struct Holonomic {
    wanted: EffectIn,
    speed: Published,
    turn_rate: Published,
}

impl Dynamics for Holonomic {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        let kind = EffectKind::Custom(PLANAR_VELOCITY.into());
        let index = setup.effects().iter().position(|part| part.effect.kind == kind && part.effect.channels.len() == 3);
        let index = index.ok_or_else(|| {
            Fault::new("no actuator commands the motion of the robot")
                .help("mount an actuator `robomap/base` on it")
                .because(Cause::Binding)
        })?;
        Ok(Self {
            wanted: setup.consume(index),
            speed: setup.publish(Channel::new("speed", "m/s").help("speed along the direction of motion")),
            turn_rate: setup.publish(Channel::new("turn_rate", "rad/s").help("yaw rate, counterclockwise")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let (dt, wanted) = (io.dt(), io.effect(self.wanted));
        let (forward, left, turn) = (wanted[0], wanted[1], wanted[2]);
        let yaw = io.body.yaw();
        let (sin, cos) = math::sin_cos(yaw);
        let velocity = Vec3::new(forward * cos - left * sin, forward * sin + left * cos, 0.0);
        io.body.pose.translation.vector += velocity * dt;
        // Without a turn, preserve the heading exactly.
        if turn != 0.0 {
            io.body.pose.rotation = Rotation::from_euler_angles(0.0, 0.0, wrap_angle(yaw + turn * dt));
        }
        io.body.linear_velocity = velocity;
        io.body.angular_velocity = Vec3::new(0.0, 0.0, turn);
        io.publish(self.speed, math::hypot(forward, left));
        io.publish(self.turn_rate, turn);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar_velocity;

    fn rig(step: f64) -> DynamicsRig<Holonomic> {
        let mass = MassProperties { mass: 10.0, center: [0.0; 3], inertia: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0] };
        let (kind, channels) = planar_velocity();
        DynamicsRig::body(mass).effect_with("base", kind, channels, Placement::default()).period(step).build().unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(|| rig(0.01));
    }

    /// RM-38: The platform moves straight in any direction, independently of its heading.
    #[test]
    fn it_moves_straight_whatever_its_heading_and_while_it_turns() {
        let mut rig = rig(1.0);
        rig.body.pose.rotation = Rotation::from_euler_angles(0.0, 0.0, 90_f64.to_radians());
        // The robot's right is the world's x axis.
        rig.effects.copy_from_slice(&[0.0, -0.3, 0.5]);
        rig.step().unwrap();
        let at = rig.body.pose.translation.vector;
        assert!((at - Vec3::new(0.3, 0.0, 0.0)).norm() < 1e-12, "{at}");
        assert!((rig.body.yaw() - (90_f64.to_radians() + 0.5)).abs() < 1e-12);
    }

    #[test]
    fn a_robot_without_a_base_is_refused_with_what_to_do() {
        let refused = DynamicsRig::<Holonomic>::body(MassProperties::default()).build().err().unwrap().to_string();
        assert!(refused.contains("robomap/base"), "{refused}");
    }
}
