//! A body that never moves.

use sim_abi::prelude::*;

/// Never moves; a velocity set from outside is stored but has no effect.
pub struct Static;

impl Dynamics for Static {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Fixed);
        Ok(Self)
    }

    fn step(&self, _: &mut DynamicsIo) -> Result {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::ffi::types::RandomState;
    use sim_abi::random::Random;

    fn rig() -> DynamicsRig<Static> {
        DynamicsRig::body(MassProperties::default()).build().unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(rig);
    }

    /// NA-15: The dynamics `static` returns its input state unchanged, bit by bit.
    #[test]
    fn it_returns_its_state_bit_by_bit_also_when_it_is_pushed() {
        let mut rig = rig();
        let mut state = RandomState::derive(15, &["states"]);
        let mut random = Random::from_state(&mut state);
        let mut vector = |reach: f64| Vec3::from_fn(|_, _| random.uniform(-reach, reach));
        for _ in 0..1000 {
            rig.body = BodyState {
                pose: Pose::new(vector(100.0), vector(4.0)),
                linear_velocity: vector(5.0),
                angular_velocity: vector(5.0),
            };
            rig.environment.external_force = vector(100.0).into();
            rig.environment.flow = vector(1.0).into();
            let before = bits(&rig.body);
            rig.step().unwrap();
            assert_eq!(bits(&rig.body), before);
        }
    }

    fn bits(body: &BodyState) -> Vec<u64> {
        let BodyState { pose, linear_velocity, angular_velocity } = body;
        let place = pose.translation.vector.iter().chain(pose.rotation.coords.iter());
        place.chain(linear_velocity.iter()).chain(angular_velocity.iter()).map(|number| number.to_bits()).collect()
    }
}
