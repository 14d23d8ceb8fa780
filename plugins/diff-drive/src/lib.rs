//! Dynamics of robots with two driven wheels on one axle.
//!
//! Both consume the wanted speeds of the two wheel joints, move the body in the plane, and turn the joints, so that
//! encoders and drawings follow. The left wheel is on the +y side; a positive speed drives forward (+x).

#![forbid(unsafe_code)]

mod arc;
mod dynamic;
mod kinematic;

use dynamic::Dynamic;
use kinematic::Kinematic;
use sim_abi::prelude::*;

/// The two wheels as both dynamics bind them.
struct Wheels {
    wanted: [EffectIn; 2],
    joints: [JointIndex; 2],
    /// Distance of the wheels from each other, m.
    track: f64,
}

impl Wheels {
    /// Binds the joints `[left, right]`. A track of 0 is taken from the model.
    fn bind(setup: &mut DynamicsSetup, names: [&str; 2], track: f64) -> Result<Self> {
        let joints = [setup.joint(names[0])?, setup.joint(names[1])?];
        let wanted = [setup.joint_velocity(names[0])?, setup.joint_velocity(names[1])?];
        let side =
            |name: &str| setup.joints().iter().find(|joint| joint.name == name).map_or(0.0, |j| j.placement.at[1]);
        let track = if track > 0.0 { track } else { side(names[0]) - side(names[1]) };
        if track <= 0.0 {
            let [left, right] = names;
            return Err(Fault::new(format!("`{left}` is not on the left (+y) of `{right}`, so the track is unknown"))
                .help("swap the parameters `left` and `right`, or set `track`"));
        }
        Ok(Self { wanted, joints, track })
    }

    /// Wanted speeds, rad/s.
    #[inline]
    fn wanted(&self, io: &DynamicsIo) -> [f64; 2] {
        self.wanted.map(|effect| io.effect_value(effect))
    }

    /// Turns the wheel joints at these speeds (rad/s) for a time (s).
    #[inline]
    fn turn(&self, io: &mut DynamicsIo, speeds: [f64; 2], dt: f64) {
        for (joint, speed) in self.joints.into_iter().zip(speeds) {
            let joint = io.joint(joint);
            joint.position += speed * dt;
            joint.velocity = speed;
        }
    }
}

sim_abi::export! {
    /// Rolls without slip: the exact arc of constant wheel speeds.
    dynamics "diff-drive/kinematic" = Kinematic;
    /// Mass, motor lag, and wheels that slip when traction or lateral grip is exceeded.
    dynamics "diff-drive/dynamic" = Dynamic;
}

/// What the tests of both dynamics share.
#[cfg(test)]
mod rig {
    use super::*;

    /// A cylinder of 1 kg and radius 0.085 m with wheels 0.14 m apart.
    pub fn robot<T: Dynamics>(params: Value, step: f64) -> DynamicsRig<T> {
        let mass = MassProperties { mass: 1.0, center: [0.0; 3], inertia: [0.003, 0.003, 0.0036, 0.0, 0.0, 0.0] };
        let builder = [("left_wheel", 0.07), ("right_wheel", -0.07)].into_iter().fold(
            DynamicsRig::<T>::body(mass),
            |builder, (name, side)| {
                let placement = Placement::at(0.0, side, 0.021);
                builder
                    .joint(Joint { name: name.into(), placement, motion: JointMotion::Continuous, ..Joint::default() })
                    .effect(name, EffectKind::JointVelocity { joint: name.into() }, placement)
            },
        );
        builder.params(params).period(step).build().unwrap()
    }

    pub fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} differs from {b} by {:e}", (a - b).abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_track_comes_from_the_model_unless_given() {
        let turn_rate = |params| {
            let mut rig = rig::robot::<Kinematic>(params, 0.01);
            rig.effects = vec![-1.0, 1.0];
            rig.step().unwrap();
            rig.body.angular_velocity.z
        };
        rig::close(turn_rate(json!({"wheel_radius": 0.021})), 2.0 * 0.021 / 0.14, 1e-15);
        rig::close(turn_rate(json!({"wheel_radius": 0.021, "track": 0.28})), 2.0 * 0.021 / 0.28, 1e-15);
    }

    #[test]
    fn a_wheel_without_motor_and_exchanged_wheels_are_refused() {
        let mass = MassProperties { mass: 1.0, ..MassProperties::default() };
        let joint = |name: &str| Joint { name: name.into(), ..Joint::default() };
        let bare = DynamicsRig::<Kinematic>::body(mass).joint(joint("left_wheel")).joint(joint("right_wheel"));
        let fault = bare.build().err().unwrap();
        assert_eq!(fault.message(), "no actuator drives the joint `left_wheel`");
        let built = std::panic::catch_unwind(|| {
            rig::robot::<Kinematic>(json!({"left": "right_wheel", "right": "left_wheel"}), 0.01)
        });
        assert!(built.is_err());
    }
}
