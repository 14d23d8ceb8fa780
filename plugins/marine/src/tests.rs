//! Guarantees of all dynamics in this library.

use crate::{Fossen6, Modelo0, effect};
use sim_abi::prelude::*;

/// A vehicle with six motors, under the surface at height 0.
fn rig<T: Dynamics>(params: Value) -> DynamicsRig<T> {
    let mut rig = DynamicsRig::<T>::body(MassProperties::default()).params(params).period(0.01);
    for motor in 0..6 {
        let (kind, channels) = effect();
        let place = Placement::at(0.1, -0.15, 0.02).turned(0.0, 0.3, 0.7 + f64::from(motor));
        rig = rig.effect_with(&format!("f{}", motor + 1), kind, channels, place);
    }
    let mut rig = rig.build().unwrap();
    (rig.environment.density, rig.environment.surface_height) = (1000.0, 0.0);
    rig
}

/// Numbers in −1 … 1 (Knuth's MMIX generator).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self, size: f64) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next()) * size
    }
}

/// Complete initial state of a step.
#[derive(Clone)]
struct Start {
    body: BodyState,
    memory: Vec<f64>,
    effects: Vec<f64>,
    flow: Vec3,
    force: Vec3,
}

/// Bits of the results of a step.
fn stepped<T: Dynamics>(rig: &mut DynamicsRig<T>, start: &Start) -> Vec<u64> {
    (rig.body, rig.memory, rig.effects) = (start.body, start.memory.clone(), start.effects.clone());
    (rig.environment.flow, rig.environment.external_force) = (start.flow.into(), start.force.into());
    rig.step().unwrap();
    let published_values = rig.declaration().published.iter().map(|channel| rig.published(&channel.name));
    numbers(&rig.body).into_iter().chain(rig.memory.iter().copied()).chain(published_values).map(f64::to_bits).collect()
}

fn numbers(body: &BodyState) -> Vec<f64> {
    let pose = body.pose.translation.vector.iter().chain(body.pose.rotation.coords.iter());
    pose.chain(body.linear_velocity.iter()).chain(body.angular_velocity.iter()).copied().collect()
}

/// Equal input gives bit-identical output, and 1000 states give the same results in any order as in sequence.
fn pure<T: Dynamics>(params: Value) {
    let mut draw = Draw(14);
    let mut rig = rig::<T>(params);
    let starts: Vec<Start> = (0..1000)
        .map(|_| Start {
            body: BodyState {
                pose: Pose::new(draw.vector(0.5), draw.vector(3.0)),
                linear_velocity: draw.vector(4.0),
                angular_velocity: draw.vector(4.0),
            },
            memory: rig.memory.iter().map(|_| draw.next() * 20.0).collect(),
            effects: rig.effects.iter().map(|_| draw.next() * 20.0).collect(),
            flow: draw.vector(1.0),
            force: draw.vector(30.0),
        })
        .collect();
    let sequence: Vec<_> = starts.iter().map(|start| stepped(&mut rig, start)).collect();
    let mut order: Vec<usize> = (0..starts.len()).collect();
    order.sort_by_cached_key(|_| (draw.next() * 1e9) as i64);
    for index in order {
        for _ in 0..2 {
            assert_eq!(stepped(&mut rig, &starts[index]), sequence[index], "state {index}");
        }
    }
    assert!(sequence.iter().all(|bits| bits.iter().all(|bits| f64::from_bits(*bits).is_finite())));
}

/// NA-14: A dynamics is a pure function without hidden memory: equal input gives bit-equal output.
#[test]
fn modelo0_is_a_pure_function() {
    pure::<Modelo0>(Value::Null);
}

/// NA-14: A dynamics is a pure function without hidden memory: equal input gives bit-equal output.
#[test]
fn fossen6_is_a_pure_function() {
    pure::<Fossen6>(Value::Null);
    pure::<Fossen6>(json!({"set": "bluerov2_heavy_gz", "surface": "exact", "motor_dynamics": "third_order"}));
}

/// The host sums the forces of services; opposite forces must cancel without a trace.
fn opposite_forces_leave_no_trace<T: Dynamics>() {
    let ran = |forces: &[f64]| {
        let mut rig = rig::<T>(Value::Null);
        rig.body.pose = Pose::new(Vec3::new(0.0, 0.0, -1.0), Vec3::new(0.0, 0.0, 0.3));
        rig.effects = vec![1.0, -0.5, 0.3, 0.8, -0.2, 0.1];
        (0..500).for_each(|_| {
            rig.environment.external_force = Default::default();
            forces.iter().for_each(|force| rig.environment.external_force.x += force);
            rig.step().unwrap();
        });
        numbers(&rig.body).into_iter().chain(rig.memory.iter().copied()).map(f64::to_bits).collect::<Vec<_>>()
    };
    let without = ran(&[]);
    assert_eq!(ran(&[3.0, -3.0]), without);
    assert_eq!(ran(&[-3.0, 3.0]), without);
    assert_ne!(ran(&[3.0]), without);
}

/// NA-19: Environment forces are summed for the dynamics; opposite forces of 3 N leave no trace.
#[test]
fn equal_and_opposite_forces_leave_no_trace() {
    opposite_forces_leave_no_trace::<Modelo0>();
    opposite_forces_leave_no_trace::<Fossen6>();
}

/// NA-19: Environment forces are summed for the dynamics; opposite forces of 3 N leave no trace.
/// Thrusters that are not motors, such as those of another library.
#[test]
fn opposite_wrenches_leave_no_trace() {
    let ran = |forces: &[f64]| {
        let mut rig = DynamicsRig::<Fossen6>::body(MassProperties::default());
        for number in 0..forces.len() {
            rig = rig.effect(&format!("w{number}"), EffectKind::Wrench, Placement::at(0.1, 0.2, 0.3));
        }
        let mut rig = rig.build().unwrap();
        rig.environment.density = 1000.0;
        rig.effects = forces.iter().flat_map(|force| [*force, 0.0, 0.0, 0.0, 0.0, 0.0]).collect();
        rig.run(5.0).unwrap();
        numbers(&rig.body).into_iter().map(f64::to_bits).collect::<Vec<_>>()
    };
    let without = ran(&[]);
    assert_eq!(ran(&[3.0, -3.0]), without);
    assert_ne!(ran(&[3.0]), without);
}
