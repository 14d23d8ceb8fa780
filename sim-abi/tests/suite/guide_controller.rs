use sim_abi::prelude::*;

/// Parameters of the homing controller.
#[params]
struct HomingParams {
    /// Point to drive to: x and y in the world.
    #[param(default = [1.0, 0.0], unit = "m")]
    goal: [f64; 2],
    /// Wheel speed on a straight path.
    #[param(default = 8.0, unit = "rad/s", min = 0.0, max = 15.0)]
    cruise: f64,
    /// Distance at which it stops.
    #[param(default = 0.05, unit = "m", min = 0.001)]
    close: f64,
}

/// Drives to a point and stays there.
struct Homing {
    params: HomingParams,
    position: Input,
    heading: Input,
    left: Output,
    right: Output,
    distance: Published,
    arrived: bool,
}

impl Controller for Homing {
    type Params = HomingParams;

    fn new(params: HomingParams, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self {
            params,
            position: robot.sensor("gps")?, // fails with the nearest name when the robot lacks it
            heading: robot.sensor("compass")?,
            left: robot.actuator("left_wheel")?,
            right: robot.actuator("right_wheel")?,
            distance: robot.publish(Channel::new("distance", "m").help("distance to the goal")),
            arrived: false,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let (position, goal) = (io.read(self.position), self.params.goal);
        let (x, y) = (goal[0] - position[0], goal[1] - position[1]);
        let distance = math::hypot(x, y);
        if distance < self.params.close && !self.arrived {
            io.log(LogLevel::Info, format!("arrived after {:.1} s", io.time()));
            self.arrived = true;
        }
        let error = wrap_angle(math::atan2(y, x) - io.value(self.heading));
        let (ahead, turn) = if self.arrived { (0.0, 0.0) } else { (math::cos(error).max(0.0), error.clamp(-1.0, 1.0)) };
        io.set(self.left, self.params.cruise * (ahead - turn));
        io.set(self.right, self.params.cruise * (ahead + turn));
        io.publish(self.distance, distance);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.arrived)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.arrived = state::load(bytes)?;
        Ok(())
    }
}

sim_abi::export! {
    /// Drives to a point and stays there.
    controller "demo/homing" = Homing;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading_for(goal: [f64; 2]) -> ControllerRig<Homing> {
        let robot = ControllerRig::robot().sensor("gps", &[0.0; 3]).sensor("compass", &[0.0]);
        let robot = robot.actuator("left_wheel", 1).actuator("right_wheel", 1);
        robot.params(json!({"goal": goal})).build().unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(|| heading_for([1.0, 1.0]), &["left_wheel", "right_wheel"]);
    }

    #[test]
    fn it_turns_on_the_spot_towards_a_goal_beside_it_and_stays_where_it_has_arrived() {
        let mut rig = heading_for([0.0, 2.0]);
        rig.step().unwrap();
        assert!(rig.command("left_wheel")[0] < 0.0 && rig.command("right_wheel")[0] > 0.0);
        assert_eq!(rig.published("distance"), 2.0);

        rig.read("gps", &[0.0, 1.99, 0.0]);
        rig.step().unwrap();
        assert_eq!((rig.command("left_wheel"), rig.command("right_wheel")), (&[0.0][..], &[0.0][..]));
    }
}
