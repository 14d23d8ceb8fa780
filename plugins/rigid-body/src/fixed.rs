//! A body that never moves.

use sim_abi::prelude::*;

/// Never moves.
pub struct Static;

impl Dynamics for Static {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut DynamicsSetup) -> Result<Self> {
        setup.freedom(Freedom::Fixed);
        Ok(Self)
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        io.body = BodyState::at(io.body.pose);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig() -> DynamicsRig<Static> {
        DynamicsRig::body(MassProperties::default()).build().unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::dynamics(rig);
    }

    #[test]
    fn it_stays_where_it_was_put_even_when_it_is_pushed() {
        let mut rig = rig();
        rig.body.pose = Pose::new(Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.1, 0.2, 0.3));
        rig.body.linear_velocity = Vec3::x();
        rig.environment.external_force.x = 100.0;
        let pose = rig.body.pose;
        rig.run(1.0).unwrap();
        assert_eq!(rig.body, BodyState::at(pose));
    }
}
