//! Rejected constants, and fully coupled added masses.

use super::*;
use vehicle_dynamics::Inertia;

/// A symmetric added-mass matrix that couples all axes.
fn coupled() -> Rows {
    let mut rows = diagonal([5.5, 12.7, 14.57, 0.12, 0.12, 0.12]);
    for row in 0..6 {
        for column in 0..row {
            let size = (rows[row][row] * rows[column][column]).sqrt();
            rows[row][column] = 0.15 * size * f64::from((row * 3 + column) as u32).sin();
            rows[column][row] = rows[row][column];
        }
    }
    rows
}

fn refusal(params: Value) -> (String, String) {
    let fault = DynamicsRig::<Fossen6>::body(MassProperties::default()).params(params).build().err().unwrap();
    assert_eq!(fault.cause(), Cause::Parameters);
    (fault.message().to_string(), fault.advice().to_string())
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn bad_parameters_are_refused_by_name_and_value() {
    let mut lopsided = coupled();
    lopsided[4][1] += 0.5;
    let mut hollow = coupled();
    hollow[0][0] = -20.0;
    let twisted = format!(
        "parameter `added_mass_matrix` is not symmetric: row 2 column 5 is {}, row 5 column 2 is {}",
        lopsided[1][4], lopsided[4][1]
    );
    let cases = [
        (json!({"mass": 0.0}), "parameter `mass` is 0, it must be positive"),
        (json!({"mass": -11.5}), "parameter `mass` is -11.5, it must be positive"),
        (json!({"volume": -0.01}), "parameter `volume` is -0.01, it must be zero or positive"),
        (json!({"inertia": [0.1, -0.1, 0.1]}), "parameter `inertia` is -0.1, it must be positive"),
        (json!({"size": [0.1, 0.1, 0.0]}), "parameter `size` is 0, it must be positive"),
        (
            json!({"linear_damping": [1.0, 0.0, 0.0, 0.0, -3.0, 0.0]}),
            "parameter `linear_damping` is -3, it must be zero or positive",
        ),
        (
            json!({"quadratic_damping": [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0]}),
            "parameter `quadratic_damping` is -1, it must be zero or positive",
        ),
        (
            json!({"added_mass": [-20.0, 0.0, 0.0, 0.0, 0.0, 0.0]}),
            "the mass matrix of body and added mass is not positive definite",
        ),
        (json!({"added_mass_matrix": hollow}), "the mass matrix of body and added mass is not positive definite"),
        (json!({"added_mass_matrix": lopsided}), twisted.as_str()),
        (
            json!({"added_mass": NONE, "added_mass_matrix": coupled()}),
            "both `added_mass` and `added_mass_matrix` are given",
        ),
        (json!({"lag": -1.0}), "parameter `lag` is -1 s, outside its range"),
    ];
    for (params, message) in cases {
        assert_eq!(refusal(params).0, message);
    }
    assert_eq!(
        refusal(json!({"linear_damping": [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0]})).1,
        "use magnitudes: the force is −(d₁ + d₂·|v|)·v"
    );
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn an_unknown_set_is_refused_with_the_known_ones() {
    let (message, _) = refusal(json!({"set": "bluerov3"}));
    assert!(message.contains("unknown variant `bluerov3`"), "{message}");
    for set in ["bluerov2", "bluerov2_heavy", "bluerov2_mpc", "bluerov2_heavy_gz"] {
        assert!(message.contains(&format!("`{set}`")), "{message}");
    }
    assert_eq!(refusal(json!({"mas": 3.0})), ("unknown parameter `mas`".into(), "did you mean `mass`?".into()));
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// Scene text cannot express such numbers, but a file in another format may.
#[test]
fn what_is_not_a_number_is_refused() {
    for bad in [f64::NAN, f64::INFINITY] {
        let set = Set::Bluerov2.constants();
        for constants in [
            Constants { mass: bad, ..set },
            Constants { volume: bad, ..set },
            Constants { inertia: [0.1, bad, 0.1], ..set },
            Constants { gravity_center: [0.0, 0.0, bad], ..set },
            Constants { buoyancy_center: [bad, 0.0, 0.0], ..set },
            Constants { added_mass: diagonal([1.0, 1.0, bad, 1.0, 1.0, 1.0]), ..set },
            Constants { linear_damping: [bad; 6], ..set },
            Constants { quadratic_damping: [bad; 6], ..set },
            Constants { size: [1.0, 1.0, bad], ..set },
        ] {
            let fault = Vehicle::try_new(&constants, Surface::Linear).err().unwrap();
            let value = if bad.is_nan() { "` is NaN, it must be" } else { "` is inf, it must be" };
            assert!(fault.message().contains(value), "{fault}");
        }
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn the_published_sets_are_possible() {
    for set in [Set::Bluerov2, Set::Bluerov2Heavy, Set::Bluerov2Mpc, Set::Bluerov2HeavyGz] {
        vehicle(set);
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn six_values_are_the_diagonal_of_a_matrix() {
    let ran = |params: Value| {
        let mut rig = rig(with(neutral("bluerov2"), params), 0.01);
        rig.body.linear_velocity = Vec3::new(0.8, 0.1, -0.2);
        rig.body.angular_velocity = Vec3::new(0.3, 0.6, -0.9);
        rig.run(2.0).unwrap();
        rig.body
    };
    let values = [5.0, 12.0, 14.0, 0.1, 0.2, 0.3];
    assert_eq!(ran(json!({"added_mass": values})), ran(json!({"added_mass_matrix": diagonal(values)})));
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn forces_of_turning_axes_are_the_skew_form_of_the_matrix() {
    let set = Set::Bluerov2Heavy.constants();
    let constants = Constants { added_mass: coupled(), gravity_center: [0.02, -0.01, 0.03], ..set };
    let vehicle = vehicle_of(constants);
    let cross = |v: Vec3| v.cross_matrix();
    // M by definition: forces that cause unit accelerations, from the kinetic energies of pairs.
    let energy = |velocity: &Vector6| vehicle.kinetic_energy(&(*velocity).into(), 1.0);
    let unit = |axis: usize| Vector6::ith(axis, 1.0);
    let mass = Matrix6::from_fn(|i, j| energy(&(unit(i) + unit(j))) - energy(&unit(i)) - energy(&unit(j)));
    close(mass[(0, 0)], 13.5 + 5.5, 1e-12);
    close(mass[(1, 5)], 13.5 * 0.02 + coupled()[1][5], 1e-12);
    for velocity in velocities(10.0) {
        let Spatial { linear, angular } = velocity.into();
        let block = |row: usize, column: usize| mass.fixed_view::<3, 3>(row * 3, column * 3).into_owned();
        let momentum = cross(block(0, 0) * linear + block(0, 1) * angular);
        let spin = cross(block(1, 0) * linear + block(1, 1) * angular);
        let mut skew = Matrix6::zeros();
        skew.fixed_view_mut::<3, 3>(0, 3).copy_from(&-momentum);
        skew.fixed_view_mut::<3, 3>(3, 0).copy_from(&-momentum);
        skew.fixed_view_mut::<3, 3>(3, 3).copy_from(&-spin);
        let coriolis = Vector6::from(vehicle.inertia().coriolis(&velocity.into(), 1.0));
        let scale = 1.0 + velocity.norm().powi(2);
        assert!((coriolis - skew * velocity).norm() <= 1e-11 * scale);
        assert!(velocity.dot(&coriolis).abs() <= 1e-12 * (1.0 + velocity.norm().powi(3)));
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn a_coupled_body_accelerates_by_its_whole_matrix_at_any_depth() {
    let rigid = Matrix6::from_diagonal(&Vector6::new(11.5, 11.5, 11.5, 0.2, 0.3, 0.4));
    let added = Matrix6::from_fn(|row, column| coupled()[row][column]);
    let inertia = Inertia::try_new(rigid, added).unwrap();
    for share in [0.0, 0.3, 1.0] {
        for acceleration in velocities(5.0).step_by(50) {
            let force = (rigid + added * share) * acceleration;
            let momentum = Vector6::from(inertia.momentum(&acceleration.into(), share));
            assert!((momentum - force).norm() < 1e-12 * force.norm());
            let gained = Vector6::from(inertia.acceleration(&force.into(), share));
            assert!((gained - acceleration).norm() < 1e-12);
        }
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn a_coupled_body_keeps_its_energy_without_damping() {
    let undamped = json!({"added_mass_matrix": coupled(), "linear_damping": NONE, "quadratic_damping": NONE});
    let mut rig = rig(with(neutral("bluerov2"), undamped), 0.01);
    rig.body.linear_velocity = Vec3::new(0.5, -0.3, 0.2);
    rig.body.angular_velocity = Vec3::new(0.4, -0.5, 0.6);
    rig.step().unwrap();
    let start = rig.published("kinetic_energy");
    rig.run(10.0).unwrap();
    close(rig.published("kinetic_energy") / start, 1.0, 1e-6);
}
