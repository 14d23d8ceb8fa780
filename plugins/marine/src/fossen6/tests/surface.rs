//! The submerged part of a body, and its effects.

use super::super::hull::{Hull, Wet};
use super::*;

/// The up direction in a body with these angles.
fn up(roll: f64, pitch: f64, yaw: f64) -> Vec3 {
    Rotation::from_euler_angles(roll, pitch, yaw).inverse_transform_vector(&Vec3::z())
}

const SIZE: [f64; 3] = [0.457, 0.338, 0.254];

fn same(wet: Wet, share: f64, shift: Vec3, tolerance: f64) {
    close(wet.share, share, tolerance);
    assert!((wet.shift - shift).norm() <= tolerance, "{} instead of {shift}", wet.shift);
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn the_exact_part_below_is_that_of_samples() {
    const SIDE: usize = 48;
    let box_of = Hull::new(SIZE, Surface::Exact);
    for number in 0..60 {
        let angle = |factor: f64| (f64::from(number) * factor).sin() * PI;
        let up = up(angle(1.3), angle(2.1), angle(0.7));
        let height = 0.2 * angle(3.3) / PI;
        let (mut count, mut sum) = (0.0, Vec3::zeros());
        for cell in 0..SIDE.pow(3) {
            let place = [cell % SIDE, cell / SIDE % SIDE, cell / SIDE / SIDE]
                .map(|index| (index as f64 + 0.5) / SIDE as f64 - 0.5);
            let place = Vec3::from(place).component_mul(&Vec3::from(SIZE));
            if place.dot(&up) + height <= 0.0 {
                (count, sum) = (count + 1.0, sum + place);
            }
        }
        let wet = box_of.wet(&up, height);
        close(wet.share, count / SIDE.pow(3) as f64, 3e-3);
        let moment = wet.shift * wet.share - sum / SIDE.pow(3) as f64;
        assert!(moment.norm() < 5e-4, "{moment}");
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn the_exact_part_below_has_its_closed_forms() {
    let [_, width, tall] = SIZE;
    let exact = Hull::new(SIZE, Surface::Exact);
    // Upright, it is the linear fraction, with its center at half the draft.
    for draft in [0.02, 0.127, 0.25] {
        let level = Hull::new(SIZE, Surface::Linear).wet(&Vec3::z(), tall / 2.0 - draft);
        let wet = exact.wet(&Vec3::z(), tall / 2.0 - draft);
        same(wet, level.share, Vec3::new(0.0, 0.0, 0.5 * (draft - tall)), 1e-14);
        // Wall-sided: the waterline rotates about the middle (K. J. Rawson, E. C. Tupper, Basic Ship Theory, 2001, ch.
        // 4).
        let slope = 0.9 * draft.min(tall - draft) / (width / 2.0);
        let roll = slope.atan();
        let wet = exact.wet(&up(roll, 0.0, 0.3), (tall / 2.0 - draft) * roll.cos());
        let (across, along) = (width * width / (12.0 * draft) * slope, width * width / (24.0 * draft) * slope * slope);
        same(wet, draft / tall, Vec3::new(0.0, -across, 0.5 * (draft - tall) + along), 1e-12);
    }
    // One corner (a tetrahedron), and all but one corner.
    let leaning = up(0.6, -0.5, 1.0);
    let extents = Vec3::from(SIZE).component_mul(&leaning.abs());
    let depth = 0.8 * extents.min();
    let (share, toward) = (depth.powi(3) / (6.0 * extents.product()), leaning.map(f64::signum));
    let middle = extents.map(|extent| depth / (4.0 * extent) - 0.5).component_mul(&Vec3::from(SIZE));
    let shift = middle.component_mul(&toward);
    same(exact.wet(&leaning, extents.sum() / 2.0 - depth), share, shift, 1e-12);
    let wet = exact.wet(&leaning, depth - extents.sum() / 2.0);
    same(wet, 1.0 - share, shift * (share / (1.0 - share)), 1e-12);
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn forces_are_continuous_at_the_surface() {
    for surface in [Surface::Linear, Surface::Exact] {
        let hull = Hull::new(SIZE, surface);
        let mut steps = Vec::new();
        // Through the surface in several attitudes, some of them flat, and rolling over at several depths.
        for tilt in [0.0, 1e-9, 1e-4, 0.5, PI / 2.0] {
            steps.push((0..=20_000).map(|n| hull.wet(&up(tilt, tilt, 0.4), f64::from(n) * 3.5e-5 - 0.35)).collect());
        }
        for height in [-0.12, -0.05, 0.0, 0.1, 0.2] {
            let turned = |n: i32| up(f64::from(n) * 1e-4 - 1.0, 0.0, 0.0);
            let over = |n: i32| up(0.3, f64::from(n) * 1e-4 - 1.0, 0.0);
            steps.push((0..=20_000).map(|n| hull.wet(&turned(n), height)).collect::<Vec<Wet>>());
            steps.push((0..=20_000).map(|n| hull.wet(&over(n), height)).collect());
        }
        for walk in steps {
            for pair in walk.windows(2) {
                let moment = |wet: &Wet| wet.shift * wet.share;
                assert!((pair[0].share - pair[1].share).abs() < 1e-3, "{pair:?}");
                assert!((moment(&pair[0]) - moment(&pair[1])).norm() < 1e-3, "{pair:?}");
            }
        }
        assert_eq!(hull.wet(&Vec3::z(), f64::NEG_INFINITY), Wet { share: 1.0, shift: Vec3::zeros() });
        assert_eq!(hull.wet(&Vec3::z(), f64::INFINITY).share, 0.0);
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// Floating position of each set: the heavy one in sea water, which the table leaves unspecified.
#[test]
fn it_floats_where_its_weight_is_carried() {
    for (set, density, gravity, share) in
        [("bluerov2", 1000.0, 9.81, 112.815 / 114.8), ("bluerov2_heavy", 1028.0, 9.82, 13.5 / (1.028 * 13.4))]
    {
        for surface in ["linear", "exact"] {
            let mut rig = rig(json!({"set": set, "surface": surface}), 0.01);
            (rig.environment.surface_height, rig.environment.density_above) = (0.0, 1.2);
            (rig.environment.density, rig.environment.gravity.z) = (density, -gravity);
            // Without roll: a small roll of the heavy set is undamped, and it changes the height of the box.
            rig.body.pose = Pose::new(Vec3::new(0.0, 0.0, -0.5), Vec3::new(0.0, -0.2, 0.0));
            rig.run(120.0).unwrap();
            close(rig.body.pose.translation.z, -(share - 0.5) * 0.254, 1e-3);
            close(rig.published("submerged"), share, 1e-4);
        }
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// Displaced water falls as the body rises: with the exact volume, and without damping and added mass, the total energy
/// is conserved.
#[test]
fn bobbing_and_rolling_at_the_surface_keep_the_energy() {
    let mass = 0.5 * 11.7;
    let params = json!({"mass": mass, "volume": 0.0117, "buoyancy_center": [0.0, 0.0, 0.0], "added_mass": NONE,
        "linear_damping": NONE, "quadratic_damping": NONE, "surface": "exact"});
    let hull = Hull::new(SIZE, Surface::Exact);
    let mut rig = rig(params, 0.01);
    rig.environment.surface_height = 0.0;
    rig.body.pose = Pose::new(Vec3::new(0.0, 0.0, 0.05), Vec3::new(0.7, 0.4, 0.0));
    rig.body.angular_velocity = Vec3::new(0.5, 1.0, -0.3);
    let energy = |rig: &DynamicsRig<Fossen6>| {
        let pose = rig.body.pose;
        let up = pose.rotation.inverse_transform_vector(&Vec3::z());
        let wet = hull.wet(&up, pose.translation.z);
        let displaced = 11.7 * wet.share * (pose.translation.z + up.dot(&wet.shift));
        rig.published("kinetic_energy") + 9.81 * (mass * pose.translation.z - displaced)
    };
    rig.step().unwrap();
    let start = energy(&rig);
    let mut widest: f64 = 0.0;
    for _ in 0..1000 {
        rig.step().unwrap();
        widest = widest.max(rig.published("kinetic_energy"));
        close(energy(&rig), start, 1e-4);
    }
    assert!(widest > 0.3, "it hardly moved: {widest} J");
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// The engine reports air as a medium without surface if a body has left the water.
#[test]
fn in_the_air_it_falls_and_its_propellers_have_no_effect() {
    let mut rig = with_motors(json!({"set": "bluerov2"}), &[Placement::default()], 0.01);
    (rig.environment.density, rig.environment.surface_height) = (1.225, f64::INFINITY);
    rig.effects = vec![10.0];
    rig.run(1.0).unwrap();
    close(rig.body.linear_velocity.z, -9.81, 1e-9);
    assert_eq!((rig.body.linear_velocity.x, rig.published("thrust_1"), rig.published("submerged")), (0.0, 0.0, 0.0));
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn a_motor_above_the_surface_gives_no_thrust() {
    let places = [Placement::at(0.0, 0.2, 0.3), Placement::at(0.0, -0.2, -0.3)];
    let ran = |height: f64, roll: f64| {
        let params = with(neutral("bluerov2"), json!({"lag": 0.0}));
        let mut rig = with_motors(params, &places, 1e-6);
        rig.environment.surface_height = 0.0;
        rig.body.pose = Pose::new(Vec3::new(0.0, 0.0, height), Vec3::new(roll, 0.0, 0.0));
        rig.effects = vec![1.0, 1.0];
        rig.step().unwrap();
        [rig.published("thrust_1"), rig.published("thrust_2"), rig.body.angular_velocity.z.signum()]
    };
    // Thrust on the left only turns it to the right.
    assert_eq!(ran(-0.29, 0.0), [0.0, 3.0, 1.0]);
    assert_eq!(ran(-0.29, PI), [3.0, 0.0, 1.0]);
    assert_eq!(ran(-0.31, 0.0)[..2], [3.0, 3.0]);
    assert_eq!(ran(0.31, 0.0)[..2], [0.0, 0.0]);
    let mut rig = with_motors(json!({"lag": 0.0}), &places, 0.01);
    rig.environment.surface_height = 0.0;
    rig.effects = vec![0.0, 1.0];
    rig.body.pose.translation.z = 0.31;
    rig.step().unwrap();
    assert_eq!(rig.body.linear_velocity.x, 0.0, "a propeller in the air pushed");
}
