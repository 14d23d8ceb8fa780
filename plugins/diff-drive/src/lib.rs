//! Dynamics of robots with two driven wheels that face forward.
//!
//! Both consume the target speeds of the two wheel joints, move the body in the plane, and turn the joints, so that
//! encoders and drawings follow. The left wheel is on the +y side; a positive speed drives forward (+x).
//!
//! On uneven ground, they rest on it as described in `stance`. On level ground, they keep the height given by the
//! scene, without ground queries.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod arc;
mod dynamic;
mod kinematic;
mod motion;
mod slope;
mod stance;

use kinematic::Kinematic;
use sim_abi::prelude::*;

/// The two wheels, as bound by both dynamics.
struct Wheels {
    wanted: [EffectIn; 2],
    joints: [JointIndex; 2],
    /// Track width, m.
    track: f64,
    /// Middle between the wheels (x, y) in the robot's frame, m; `None` if it is at the origin or the track was given.
    middle: Option<[f64; 2]>,
}

impl Wheels {
    /// Binds the joints `[left, right]`. With a track of 0, the track and the positions of the wheels are taken from
    /// the model.
    fn bind(setup: &mut DynamicsSetup, names: [&str; 2], track: f64) -> Result<Self> {
        let joints = [setup.joint(names[0])?, setup.joint(names[1])?];
        let wanted = [setup.joint_velocity(names[0])?, setup.joint_velocity(names[1])?];
        if track > 0.0 {
            return Ok(Self { wanted, joints, track, middle: None });
        }
        let place =
            |name: &str| setup.joints().iter().find(|joint| joint.name == name).map_or([0.0; 3], |j| j.placement.at);
        let ([left, right], [a, b]) = (names, names.map(place));
        if a[1] == b[1] {
            return Err(Fault::new(format!("`{left}` and `{right}` have the same lateral position, y = {} m", a[1]))
                .help("aligned wheels cannot turn the robot: move one of them sideways, or set `track`"));
        }
        if a[1] < b[1] {
            return Err(Fault::new(format!("`{left}` is not on the left (+y) of `{right}`, so the track is unknown"))
                .help("swap the parameters `left` and `right`, or set `track`"));
        }
        let middle = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
        Ok(Self { wanted, joints, track: a[1] - b[1], middle: (middle != [0.0; 2]).then_some(middle) })
    }

    /// Positions of the axles in the robot's frame, m: where the model places the joints, one track width apart.
    fn axles(&self, setup: &DynamicsSetup, names: [&str; 2]) -> [Vec3; 2] {
        let height =
            |name: &str| setup.joints().iter().find(|joint| joint.name == name).map_or(0.0, |j| j.placement.at[2]);
        let [x, y] = self.middle.unwrap_or_default();
        let [left, right] = names.map(height);
        [Vec3::new(x, y + 0.5 * self.track, left), Vec3::new(x, y - 0.5 * self.track, right)]
    }

    /// Declares both wheels with these axle positions (robot's frame, m) and radius (m); `wheel` returns the other
    /// properties of a wheel.
    fn declare(&self, setup: &mut DynamicsSetup, axles: [Vec3; 2], radius: f64, wheel: impl Fn(JointIndex) -> Wheel) {
        let plane = 0.5 * (axles[0].z + axles[1].z) - radius;
        for (joint, axle) in self.joints.into_iter().zip(axles) {
            setup.wheel(Wheel { at: [axle.x, axle.y, plane], radius, load: 0.5, ..wheel(joint) });
        }
    }

    /// Target speeds, rad/s.
    #[inline]
    fn wanted(&self, io: &DynamicsIo) -> [f64; 2] {
        let [left, right] = self.wanted;
        [io.effect_value(left), io.effect_value(right)]
    }

    /// Current speeds, rad/s.
    #[inline]
    fn speeds(&self, io: &DynamicsIo) -> [f64; 2] {
        let [left, right] = self.joints;
        [io.joint(left).velocity, io.joint(right).velocity]
    }

    /// Turns the wheel joints at these speeds (rad/s) for a time (s).
    #[inline]
    fn turn(&self, io: &mut DynamicsIo, speeds: [f64; 2], dt: f64) {
        for (joint, speed) in self.joints.into_iter().zip(speeds) {
            let position = io.joint(joint).position + speed * dt;
            io.set_joint(joint, JointState { position, velocity: speed, effort: 0.0 });
        }
    }
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Rolls without slip unless blocked: the exact arc for constant wheel speeds.
    dynamics "diff-drive/kinematic" = Kinematic;
    /// Mass, motor lag, and wheels that slip when traction or lateral grip is exceeded.
    dynamics "diff-drive/dynamic" = dynamic::Dynamic;
}

/// Shared code of the tests of both dynamics.
#[cfg(test)]
mod rig {
    use super::*;

    /// A cylinder of 1 kg and radius 0.085 m with wheels 0.14 m apart.
    pub fn robot<T: Dynamics>(params: Value, step: f64) -> DynamicsRig<T> {
        on_wheels(params, step, [[0.0, 0.07], [0.0, -0.07]]).unwrap()
    }

    /// The same, with the left and the right wheel at these positions (x, y), m.
    pub fn on_wheels<T: Dynamics>(params: Value, step: f64, wheels: [[f64; 2]; 2]) -> Result<DynamicsRig<T>> {
        let mass = MassProperties { mass: 1.0, center: [0.0; 3], inertia: [0.003, 0.003, 0.0036, 0.0, 0.0, 0.0] };
        let builder = ["left_wheel", "right_wheel"].into_iter().zip(wheels).fold(
            DynamicsRig::<T>::body(mass),
            |builder, (name, [x, y])| {
                let placement = Placement::at(x, y, 0.021);
                builder
                    .joint(Joint { name: name.into(), placement, motion: JointMotion::Continuous, ..Joint::default() })
                    .effect(name, EffectKind::JointVelocity { joint: name.into() }, placement)
            },
        );
        builder.params(params).period(step).build()
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
        let exchanged = json!({"left": "right_wheel", "right": "left_wheel"});
        let fault = rig::on_wheels::<Kinematic>(exchanged, 0.01, [[0.0, 0.07], [0.0, -0.07]]).err().unwrap();
        assert!(fault.message().starts_with("`right_wheel` is not on the left (+y)"), "{fault}");
    }

    /// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
    #[test]
    fn wheels_at_the_same_lateral_place_are_refused() {
        let wheels = [[0.05, 0.1], [-0.05, 0.1]];
        let fault = rig::on_wheels::<Kinematic>(Value::Null, 0.01, wheels).err().unwrap();
        assert_eq!(fault.message(), "`left_wheel` and `right_wheel` have the same lateral position, y = 0.1 m");
        assert!(rig::on_wheels::<Kinematic>(json!({"track": 0.1}), 0.01, wheels).is_ok());
    }
}
