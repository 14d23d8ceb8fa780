use sim_abi::prelude::*;

/// Parameters of the puck.
#[params]
struct PuckParams {
    /// Linear drag coefficient.
    #[param(default = 0.5, unit = "N·s/m", min = 0.0)]
    drag: f64,
    /// Total impulse of the thrusters.
    #[param(default = 1000.0, unit = "N·s", min = 0.0)]
    charge: f64,
}

/// A body that glides on a plane, pushed by thrusters with a limited total impulse.
struct Puck {
    drag: f64,
    mass: f64,
    inertia: f64,
    thrusters: Thrusters,
    charge: Memory,
    left: Published,
}

impl Dynamics for Puck {
    type Params = PuckParams;

    fn new(params: PuckParams, setup: &mut DynamicsSetup) -> Result<Self> {
        let MassProperties { mass, inertia, .. } = setup.mass();
        if mass <= 0.0 || inertia[2] <= 0.0 {
            return Err(Fault::new("a puck needs mass and yaw inertia").help("set them in the links of the model"));
        }
        setup.freedom(Freedom::Planar); // contacts do not change height, roll and pitch
        Ok(Self {
            drag: params.drag,
            mass,
            inertia: inertia[2],
            thrusters: setup.thrusters(), // all thrusts and wrenches, with their points of application
            charge: setup.memory(Channel::new("charge", "N·s").neutral(params.charge)),
            left: setup.publish(Channel::new("charge_left", "N·s")),
        })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let (dt, charge) = (io.dt(), io.memory(self.charge));
        let (mut force_body, mut torque_body) = self.thrusters.total(io);
        if charge <= 0.0 {
            (force_body, torque_body) = (Vec3::zeros(), Vec3::zeros());
        }
        let after = (charge - force_body.norm() * dt).max(0.0);
        io.set_memory(self.charge, after);
        io.publish(self.left, after);

        let environment = io.environment();
        let force = io.body.pose.rotation * force_body + environment.external_force;
        // Implicit in the drag: stable at any step, and never reverses the motion.
        let mut velocity = (io.body.linear_velocity + force * (dt / self.mass)) / (1.0 + self.drag * dt / self.mass);
        velocity.z = 0.0;
        let torque = torque_body.z + environment.external_torque.z;
        let rate = io.body.angular_velocity.z + torque / self.inertia * dt;

        io.body.linear_velocity = velocity;
        io.body.angular_velocity = Vec3::z() * rate;
        io.body.pose.translation.vector += velocity * dt;
        io.body.pose.rotation = Rotation::from_axis_angle(&Vec3::z_axis(), rate * dt) * io.body.pose.rotation;
        Ok(())
    }
}

sim_abi::export! {
    /// Glides on a plane, pushed by thrusters.
    dynamics "demo/puck" = Puck;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(newton: f64, charge: f64) -> DynamicsRig<Puck> {
        let mass = MassProperties { mass: 2.0, inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0], ..MassProperties::default() };
        let body = DynamicsRig::body(mass).effect("jet", EffectKind::Thrust, Placement::default());
        let mut rig = body.params(json!({"charge": charge})).build().unwrap();
        rig.effects = vec![newton];
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(|| pushed(1.0, 100.0));
    }

    #[test]
    fn it_reaches_the_speed_at_which_drag_equals_thrust() {
        let mut rig = pushed(1.0, 1000.0);
        rig.run(100.0).unwrap();
        assert!((rig.body.linear_velocity.x - 2.0).abs() < 1e-6, "{}", rig.body.linear_velocity.x);
    }

    #[test]
    fn it_coasts_when_the_thrusters_are_empty() {
        let mut rig = pushed(1.0, 3.0);
        rig.run(100.0).unwrap();
        assert!(rig.body.linear_velocity.x < 1e-6 && rig.body.pose.translation.x > 1.0);
        assert_eq!(rig.published("charge_left"), 0.0);
    }
}
