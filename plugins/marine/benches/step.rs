//! Cost of one step through the function tables of the ABI.
//!
//! Run with `cargo bench -p plugin-marine`. Only compare figures of the same run: `nothing` is a dynamics that does not
//! move its body, so the difference to it is the cost of the others.

use divan::Bencher;
use plugin_marine::{Fossen6, Modelo0, effect};
use sim_abi::prelude::*;

fn main() {
    divan::main();
}

/// Does not move the body.
struct NoDynamics;

impl Dynamics for NoDynamics {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut DynamicsSetup) -> Result<Self> {
        Ok(Self)
    }

    fn step(&self, _: &mut DynamicsIo) -> Result {
        Ok(())
    }
}

/// A vehicle whose motors push it around, at this height above the surface, m.
fn bench<T: Dynamics>(bencher: Bencher<'_, '_>, params: Value, motors: usize, height: f64) {
    let mut rig = DynamicsRig::<T>::body(MassProperties::default()).params(params);
    for motor in 0..motors {
        let (kind, channels) = effect();
        let place = Placement::at(0.1, -0.1, 0.0).turned(0.0, 0.0, 0.7 + motor as f64);
        rig = rig.effect_with(&format!("f{}", motor + 1), kind, channels, place);
    }
    let mut rig = rig.build().expect("the parameters are right");
    (rig.environment.density, rig.environment.surface_height) = (1000.0, 0.0);
    rig.effects.fill(0.5);
    rig.run(1.0).expect("the motors reach their thrust");
    let pose = Pose::new(Vec3::new(0.0, 0.0, height), Vec3::new(0.1, 0.2, 0.3));
    let body =
        BodyState { pose, linear_velocity: Vec3::new(0.5, 0.1, -0.1), angular_velocity: Vec3::new(0.1, -0.2, 0.3) };
    bencher.bench_local(|| {
        rig.body = divan::black_box(body);
        rig.step().expect("the step succeeds");
        divan::black_box(&rig.body);
    });
}

#[divan::bench]
fn no_dynamics(bencher: Bencher<'_, '_>) {
    bench::<NoDynamics>(bencher, Value::Null, 6, -5.0);
}

#[divan::bench]
fn modelo0(bencher: Bencher<'_, '_>) {
    bench::<Modelo0>(bencher, Value::Null, 6, -5.0);
}

mod fossen6 {
    use super::*;

    #[divan::bench]
    fn standard(bencher: Bencher<'_, '_>) {
        bench::<Fossen6>(bencher, Value::Null, 6, -5.0);
    }

    #[divan::bench]
    fn heavy(bencher: Bencher<'_, '_>) {
        bench::<Fossen6>(bencher, json!({"set": "bluerov2_heavy"}), 8, -5.0);
    }

    #[divan::bench]
    fn at_the_surface(bencher: Bencher<'_, '_>) {
        bench::<Fossen6>(bencher, Value::Null, 6, -0.1);
    }

    #[divan::bench]
    fn at_the_surface_exactly(bencher: Bencher<'_, '_>) {
        bench::<Fossen6>(bencher, json!({"surface": "exact"}), 6, -0.1);
    }

    #[divan::bench]
    fn coupled(bencher: Bencher<'_, '_>) {
        bench::<Fossen6>(bencher, json!({"set": "bluerov2_heavy_gz"}), 8, -5.0);
    }

    #[divan::bench]
    fn motors_of_third_order(bencher: Bencher<'_, '_>) {
        bench::<Fossen6>(bencher, json!({"motor_dynamics": "third_order"}), 6, -5.0);
    }
}
