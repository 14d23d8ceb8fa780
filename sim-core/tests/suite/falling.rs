//! Bodies that move far in a tick: bodies that fall together are in free fall, and they do not pass through each other.

use nalgebra::Vector3;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{PluginHost, SearchPath};
use sim_core::scene::{Scene, text::Format};

const G: f64 = 9.81;

/// A simulation with these objects, without plugins.
fn simulation(dt: f64, gravity: f64, objects: &str) -> Simulation {
    let text = format!("(format_version: 1, run: (dt: {dt:?}, gravity: (0, 0, {:?})), objects: [{objects}])", -gravity);
    let loaded = Scene::parse(&text, Format::Ron, "scene.ron").unwrap_or_else(|found| panic!("{found}"));
    let host = PluginHost::new(SearchPath::only([])).unwrap();
    Simulation::build(&loaded, &host, &BuildOptions::default()).unwrap_or_else(|found| panic!("{found}")).simulation
}

/// Positions of the movable objects, m.
fn places(simulation: &Simulation) -> Vec<Vector3<f64>> {
    simulation.movable_objects().map(|(_, state)| state.pose.translation.vector).collect()
}

fn throw(simulation: &mut Simulation, object: usize, velocity: [f64; 3]) {
    let mut state = simulation.movable_objects().nth(object).unwrap().1;
    state.linear_velocity = velocity.into();
    simulation.place_object(object, state).unwrap();
}

/// Simulates 3 s and compares with free fall from these heights, m.
fn falls_freely(dt: f64, objects: &str, heights: &[f64]) {
    let mut simulation = simulation(dt, G, objects);
    let ticks = (3.0 / dt).round() as u64;
    for tick in 1..=ticks {
        simulation.steps(1).unwrap();
        let time = tick as f64 * dt;
        for (place, start) in places(&simulation).iter().zip(heights) {
            let wanted = start - G * time * time / 2.0;
            assert!((place.z - wanted).abs() < 1e-6, "after {time} s at {} instead of {wanted}", place.z);
        }
    }
}

#[test]
fn bodies_that_touch_and_fall_together_fall_freely() {
    let cube = |name: &str, z: f64| {
        format!("(name: \"{name}\", shape: Box(size: (0.3, 0.3, 0.3)), at: (0, 0, {z}), mass: 1),")
    };
    let can = |name: &str, z: f64| {
        format!("(name: \"{name}\", shape: Cylinder(radius: 0.1, height: 0.2), at: (0, 0, {z}), mass: 0.5),")
    };
    for dt in [0.004, 0.016, 0.032] {
        falls_freely(dt, &(cube("a", 50.0) + &cube("b", 50.3)), &[50.0, 50.3]);
        falls_freely(dt, &(cube("b", 50.3) + &cube("a", 50.0)), &[50.3, 50.0]);
        falls_freely(dt, &(can("a", 60.0) + &can("b", 60.2) + &can("c", 60.4)), &[60.0, 60.2, 60.4]);
    }
}

#[test]
fn a_stack_that_falls_far_in_a_tick_ends_on_the_floor_as_a_stack() {
    let floor = "(name: \"floor\", shape: Box(size: (4, 4, 0.02)), at: (0, 0, -0.01)),";
    let cubes: String = (0..3)
        .rev()
        .map(|i| {
            let z = 8.15 + 0.3 * f64::from(i);
            format!("(name: \"c{i}\", shape: Box(size: (0.3, 0.3, 0.3)), at: (0, 0, {z}), mass: 1),")
        })
        .collect();
    let mut simulation = simulation(0.032, G, &(floor.to_owned() + &cubes));
    simulation.steps(200).unwrap();
    for (place, wanted) in places(&simulation).iter().zip([0.75, 0.45, 0.15]) {
        assert!((place.z - wanted).abs() < 2e-3, "{place:?} instead of {wanted}");
    }
}

#[test]
fn a_small_fast_ball_does_not_tunnel_through_a_wall() {
    let wall = "(name: \"wall\", shape: Box(size: (0.01, 4, 4)), at: (0, 0, 0)),";
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.02), at: (-3, 0, 0), mass: 0.1),";
    let resting = "(name: \"wall\", shape: Box(size: (0.01, 4, 4)), at: (0, 0, 0), mass: 1000),";
    for wall in [wall, resting] {
        let mut simulation = simulation(0.01, 0.0, &(ball.to_owned() + wall));
        throw(&mut simulation, 0, [300.0, 0.0, 0.0]);
        simulation.steps(20).unwrap();
        assert!(places(&simulation)[0].x < 0.0, "{:?}", places(&simulation));
    }
}

#[test]
fn a_ball_that_is_faster_hits_the_one_ahead() {
    let ball = |name: &str, x: f64| {
        format!(
            "(name: \"{name}\", shape: Sphere(radius: 0.05), at: ({x}, 0, 0), mass: 1, material: (restitution: 1)),"
        )
    };
    for (slow, fast) in [(40.0, 100.0), (-70.0, 100.0), (-100.0, 100.0), (0.0, 100.0), (95.0, 100.0)] {
        for order in [[0, 1], [1, 0]] {
            let mut balls = [ball("behind", -3.0), ball("ahead", 0.0)];
            if order == [1, 0] {
                balls.swap(0, 1);
            }
            let mut simulation = simulation(0.01, 0.0, &balls.concat());
            throw(&mut simulation, order[0], [fast, 0.0, 0.0]);
            throw(&mut simulation, order[1], [slow, 0.0, 0.0]);
            simulation.steps(100).unwrap();
            // Equal masses exchange their speeds, and the rear one stays behind.
            let states: Vec<_> = simulation.movable_objects().map(|(_, state)| state).collect();
            let [behind, ahead] = order.map(|number| &states[number]);
            assert!(behind.pose.translation.x < ahead.pose.translation.x, "{slow} {order:?}");
            let speeds = [behind, ahead].map(|state| state.linear_velocity.x);
            assert!((speeds[0] - slow).abs() < 1e-6 && (speeds[1] - fast).abs() < 1e-6, "{slow} {order:?}: {speeds:?}");
        }
    }
}
