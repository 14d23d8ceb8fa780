use sim_abi::prelude::*;

/// Parameters of the service.
#[params]
struct SpreadParams {
    /// Distance from the first robot at which a robot counts as far.
    #[param(default = 1.0, unit = "m", min = 0.0)]
    limit: f64,
}

/// Monitors the distance of the robots from the first robot in the scene, and logs when one gets too far.
struct Spread {
    limit: f64,
    robots: Vec<String>,
    far: Vec<bool>,
    largest: Published,
}

impl Service for Spread {
    type Params = SpreadParams;

    fn new(params: SpreadParams, setup: &mut ServiceSetup) -> Result<Self> {
        let robots = setup.robots().to_vec();
        let largest = setup
            .publish(Channel::new("largest", "m").help("largest distance from the first robot"));
        Ok(Self {
            limit: params.limit,
            far: vec![false; robots.len()],
            robots,
            largest,
        })
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let mut largest: f64 = 0.0;
        for (index, far) in (0..).zip(&mut self.far) {
            let between = io.robot_state(index)?.pose.translation.vector
                - io.robot_state(0)?.pose.translation.vector;
            let distance = between.norm();
            if distance > self.limit && !*far {
                io.log(
                    LogLevel::Info,
                    format!("{} is {distance:.2} m away", self.robots[index as usize]),
                );
            }
            *far = distance > self.limit;
            largest = largest.max(distance);
        }
        io.publish(self.largest, largest);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.far)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.far = state::load(bytes)?;
        Ok(())
    }
}

sim_abi::export! {
    /// Watches how far the robots are from the first.
    service "my/{{name}}" = Spread;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread() -> ServiceRig<Spread> {
        ServiceRig::new(json!({"limit": 0.5}), &["anna", "bert"], &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::service(spread);
    }

    #[test]
    fn a_robot_that_gets_too_far_is_logged_once() {
        let mut rig = spread();
        rig.robot("bert").state.pose.translation.x = 0.6;
        rig.step().unwrap();
        rig.step().unwrap();
        assert_eq!(rig.published("largest"), 0.6);
        assert_eq!(rig.log(), ["bert is 0.60 m away"]);
    }

    #[test]
    fn it_knows_after_a_reload_who_was_far() {
        let mut rig = spread();
        rig.restore(b"[false,true]").unwrap();
        assert_eq!(rig.save().unwrap().unwrap(), b"[false,true]");
    }
}
