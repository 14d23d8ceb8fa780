//! Random wandering.

use crate::wheels::{Ring, Wheels};
use sim_abi::prelude::*;

/// Rays whose direction has at least this cosine point ahead: 70° to either side.
const AHEAD: f64 = 0.342;

/// Parameters of the wanderer.
#[params]
pub struct WanderParams {
    /// Speed on a free path.
    #[param(default = 0.15, unit = "m/s", min = 0.0)]
    speed: f64,
    /// Turn rate while avoiding an obstacle.
    #[param(default = 1.5, unit = "rad/s", min = 0.0)]
    turn_rate: f64,
    /// Distance to an obstacle ahead at which it turns away; it continues at 1.5 times this distance.
    #[param(default = 0.2, unit = "m", min = 0.0)]
    clearance: f64,
    /// Standard deviation of the turn rate on a free path.
    #[param(default = 0.3, unit = "rad/s", min = 0.0)]
    winding: f64,
    /// Correlation time of the turn rate.
    #[param(default = 2.0, unit = "s", min = 1e-3)]
    memory: f64,
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Distance between the wheels.
    #[param(default = 0.14, unit = "m", min = 1e-4)]
    track: f64,
}

/// Drives along a random winding path, and turns on the spot away from obstacles until the path is clear.
pub struct Wander {
    ring: Ring,
    wheels: Wheels,
    params: WanderParams,
    /// Current turn rate of the undisturbed path, rad/s.
    curve: f64,
    /// Direction of the evasion: 1 left, −1 right, 0 none.
    evading: f64,
}

impl Wander {
    /// Nearest distances ahead on the left and on the right, m.
    fn ahead(&self, io: &ControllerIo) -> [f64; 2] {
        let ahead = self.ring.rays(io).filter(|([cos, _], _)| *cos >= AHEAD);
        ahead.fold([f64::INFINITY; 2], |[left, right], ([_, sin], distance)| {
            // A ray straight ahead counts for both sides.
            let of_side = |side: bool, nearest: f64| if side { nearest.min(distance) } else { nearest };
            [of_side(sin > -1e-9, left), of_side(sin < 1e-9, right)]
        })
    }
}

impl Controller for Wander {
    type Params = WanderParams;

    fn new(params: WanderParams, robot: &mut ControllerSetup) -> Result<Self> {
        let wheels = Wheels::bind(robot, params.wheel_radius)?;
        Ok(Self { ring: Ring::bind(robot)?, wheels, params, curve: 0.0, evading: 0.0 })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        // Ornstein-Uhlenbeck process, exact for any period (Gillespie, Phys. Rev. E 54, 1996, eq. 2.14).
        let keep = math::exp(-io.dt() / self.params.memory);
        let kick = self.params.winding * (1.0 - keep * keep).sqrt();
        self.curve = self.curve * keep + kick * io.random().normal();

        let [left, right] = self.ahead(io);
        let nearest = left.min(right);
        if self.evading == 0.0 && nearest < self.params.clearance {
            self.evading = if left == right { self.curve.signum() } else { (left - right).signum() };
        } else if nearest > 1.5 * self.params.clearance {
            self.evading = 0.0;
        }
        match self.evading {
            0.0 => self.wheels.drive(io, self.params.speed, self.curve, self.params.track),
            side => self.wheels.drive(io, 0.0, side * self.params.turn_rate, self.params.track),
        }
        Ok(())
    }

    save_fields!(curve, evading);
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: [f64; 8] = [1.0; 8];

    fn robot() -> ControllerRig<Wander> {
        let builder =
            ControllerRig::robot().sensor("range", &FREE).actuator("left_wheel", 1).actuator("right_wheel", 1);
        builder.params(json!({"wheel_radius": 0.02, "track": 0.1})).build().unwrap()
    }

    /// Forward speed (m/s) and turn rate (rad/s) after one step.
    fn step(rig: &mut ControllerRig<Wander>, reading: [f64; 8]) -> (f64, f64) {
        rig.read("range", &reading);
        rig.step().unwrap();
        let (left, right) = (rig.command("left_wheel")[0] * 0.02, rig.command("right_wheel")[0] * 0.02);
        (0.5 * (left + right), (right - left) / 0.1)
    }

    fn near(ray: usize) -> [f64; 8] {
        let mut reading = FREE;
        reading[ray] = 0.1;
        reading
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(robot, &["left_wheel", "right_wheel"]);
    }

    #[test]
    fn the_free_path_winds_as_much_as_asked_for() {
        let mut rig = robot();
        let turns: Vec<f64> = (0..200_000)
            .map(|_| step(&mut rig, FREE))
            .map(|(speed, turn)| {
                assert!((speed - 0.15).abs() < 1e-12);
                turn
            })
            .collect();
        let deviation = (turns.iter().map(|turn| turn * turn).sum::<f64>() / turns.len() as f64).sqrt();
        assert!((deviation - 0.3).abs() < 0.05, "standard deviation {deviation} rad/s over 1,000 memories");
    }

    #[test]
    fn it_turns_on_the_spot_to_the_freer_side_until_the_path_is_free() {
        let mut rig = robot();
        let (speed, turn) = step(&mut rig, near(1));
        assert!(speed.abs() < 1e-12 && (turn + 1.5).abs() < 1e-12, "obstacle ahead on the left: to the right");
        let mut hardly = near(7);
        hardly[7] = 0.25;
        assert!((step(&mut rig, hardly).1 + 1.5).abs() < 1e-12, "it keeps turning in the same direction");
        assert!((step(&mut rig, FREE).0 - 0.15).abs() < 1e-12);
        assert!((step(&mut rig, near(7)).1 - 1.5).abs() < 1e-12, "obstacle ahead on the right: to the left");
    }

    #[test]
    fn what_is_behind_or_beside_does_not_stop_it() {
        for ray in [2, 3, 4, 5, 6] {
            assert!(step(&mut robot(), near(ray)).0 > 0.1, "ray {ray}");
        }
    }

    #[test]
    fn a_restored_walk_goes_on_winding_as_it_did() {
        let (mut first, mut second) = (robot(), robot());
        for _ in 0..100 {
            step(&mut first, FREE);
        }
        let state = first.save().unwrap().unwrap();
        second.restore(&state).unwrap();
        assert_eq!(second.save().unwrap().unwrap(), state);
        let (curve, _): (f64, f64) = state::load(&state).unwrap();
        let keep = (-0.01_f64 / 2.0).exp();
        let (_, turn) = step(&mut second, FREE);
        assert!((turn - curve * keep).abs() < 5.0 * 0.3 * (1.0 - keep * keep).sqrt());
    }
}
