use sim_abi::prelude::*;

/// Parameters of the referee.
#[params]
struct RefereeParams {
    /// Center of the goal: x and y in the world.
    #[param(default = [2.0, 0.0], unit = "m")]
    goal: [f64; 2],
    /// Radius of the goal.
    #[param(default = 0.2, unit = "m", min = 0.001)]
    radius: f64,
}

/// Ends the run as soon as a robot is in the goal.
struct Referee {
    goal: RefereeParams,
    robots: Vec<String>,
    nearest: Published,
}

impl RefereeParams {
    /// Distance of a position from the edge of the goal, m; negative inside.
    fn distance(&self, position: &Vec3) -> f64 {
        math::hypot(position.x - self.goal[0], position.y - self.goal[1]) - self.radius
    }
}

impl Service for Referee {
    type Params = RefereeParams;

    fn new(goal: RefereeParams, setup: &mut ServiceSetup) -> Result<Self> {
        if setup.robots().is_empty() {
            return Err(Fault::new("no robots to watch").help("add a robot to the scene"));
        }
        let nearest = setup.publish(Channel::new("nearest", "m").help("shortest distance of a robot to the goal"));
        Ok(Self { goal, robots: setup.robots().to_vec(), nearest })
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let mut nearest = f64::INFINITY;
        for (index, name) in (0..).zip(&self.robots) {
            let distance = self.goal.distance(&io.robot_state(index)?.pose.translation.vector);
            if distance <= 0.0 {
                io.request(&Request::Stop { reason: format!("{name} is in the goal") })?;
            }
            nearest = nearest.min(distance);
        }
        io.publish(self.nearest, nearest);
        Ok(())
    }
}

sim_abi::export! {
    /// Ends the run as soon as a robot is in the goal.
    service "demo/referee" = Referee;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        testing::conformance::service(|| ServiceRig::<Referee>::new(Value::Null, &["anna"], &[]).unwrap());
    }

    #[test]
    fn the_goal_is_a_disc() {
        let goal = RefereeParams { goal: [1.0, 1.0], radius: 0.5 };
        assert!(goal.distance(&Vec3::new(1.3, 1.3, 0.0)) < 0.0);
        assert!(goal.distance(&Vec3::new(1.4, 1.4, 0.0)) > 0.0);
    }

    #[test]
    fn a_robot_in_the_goal_ends_the_run() {
        let mut rig = ServiceRig::<Referee>::new(json!({"goal": [2.0, 0.0]}), &["anna", "bert"], &[]).unwrap();
        rig.step().unwrap();
        assert!((rig.published("nearest") - 1.8).abs() < 1e-12 && rig.world.requests.get_mut().is_empty());
        rig.robot("bert").state.pose.translation.x = 1.9;
        rig.step().unwrap();
        assert_eq!(*rig.world.requests.get_mut(), [Request::Stop { reason: "bert is in the goal".into() }]);
    }

    #[test]
    fn a_scene_without_robots_is_refused() {
        let fault = ServiceRig::<Referee>::new(Value::Null, &[], &[]).err().unwrap();
        assert_eq!(fault.message(), "no robots to watch");
    }
}
