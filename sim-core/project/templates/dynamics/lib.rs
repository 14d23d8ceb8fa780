use sim_abi::prelude::*;

/// Parameters of the cart.
#[params]
struct CartParams {
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 0.001)]
    wheel_radius: f64,
    /// Distance of the wheels from each other.
    #[param(default = 0.14, unit = "m", min = 0.001)]
    track: f64,
    /// Time constant with which the cart follows its wheels.
    #[param(default = 0.3, unit = "s", min = 0.001)]
    lag: f64,
}

/// A two-wheeled cart that follows its wheels with a lag.
struct Cart {
    params: CartParams,
    left: EffectIn,
    right: EffectIn,
    /// The state of a dynamics is declared, so that it is saved, restored and replayed automatically.
    speed: Memory,
}

impl Dynamics for Cart {
    type Params = CartParams;

    fn new(params: CartParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Planar);
        let (left, right) = (
            setup.joint_velocity("left_wheel")?,
            setup.joint_velocity("right_wheel")?,
        );
        Ok(Self {
            params,
            left,
            right,
            speed: setup.memory(Channel::new("speed", "m/s")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let CartParams {
            wheel_radius,
            track,
            lag,
        } = self.params;
        let (left, right, dt) = (
            io.effect_value(self.left),
            io.effect_value(self.right),
            io.dt(),
        );
        let wanted = wheel_radius * 0.5 * (left + right);
        let speed = wanted + (io.memory(self.speed) - wanted) * math::exp(-dt / lag);
        io.set_memory(self.speed, speed);

        let turn_rate = wheel_radius * (right - left) / track;
        let turn = Rotation::from_axis_angle(&Vec3::z_axis(), turn_rate * dt);
        io.body.pose.rotation = turn * io.body.pose.rotation;
        io.body.angular_velocity = Vec3::z() * turn_rate;
        io.body.linear_velocity = io.body.pose.rotation * Vec3::x() * speed;
        io.body.pose.translation.vector += io.body.linear_velocity * dt;
        Ok(())
    }
}

sim_abi::export! {
    /// A cart on two wheels that follows them with a lag.
    dynamics "my/{{name}}" = Cart;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cart() -> DynamicsRig<Cart> {
        let wheel = |joint: &str| EffectKind::JointVelocity {
            joint: joint.into(),
        };
        let body = DynamicsRig::body(MassProperties {
            mass: 1.0,
            ..MassProperties::default()
        });
        let body = body.effect("left", wheel("left_wheel"), Placement::default());
        let mut rig = body
            .effect("right", wheel("right_wheel"), Placement::default())
            .build()
            .unwrap();
        rig.effects = vec![10.0, 10.0];
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(cart);
    }

    #[test]
    fn its_speed_follows_the_wheels_with_the_lag() {
        let mut rig = cart();
        rig.run(0.3).unwrap();
        let expected = 10.0 * 0.021 * (1.0 - math::exp(-1.0));
        assert!((rig.body.linear_velocity.x - expected).abs() < 1e-9);
        assert_eq!(rig.body.pose.translation.y, 0.0);
    }
}
