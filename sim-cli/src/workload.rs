//! Scenes for benchmarks.

use sim_abi::ffi::types::RandomState;
use sim_abi::random::Random;
use std::fmt::Write;

/// Random box poses, m and rad: within ±`half`, at least 0.5 m apart if possible, deterministic per seed.
pub fn boxes(count: usize, half: f64, seed: u64) -> Vec<([f64; 2], f64)> {
    let mut state = RandomState::derive(seed, &["bench", "boxes"]);
    let mut random = Random::from_state(&mut state);
    let mut places: Vec<([f64; 2], f64)> = Vec::with_capacity(count);
    while places.len() < count {
        // Try a few positions; in a crowded arena, accept the last one.
        let mut place = [0.0; 2];
        for _ in 0..20 {
            place = [random.uniform(-half, half), random.uniform(-half, half)];
            let apart = |([x, y], _): &([f64; 2], f64)| (x - place[0]).hypot(y - place[1]) > 0.5;
            if places.len() > 2_000 || places.iter().all(apart) {
                break;
            }
        }
        places.push((place, random.uniform(0.0, std::f64::consts::FRAC_PI_2)));
    }
    places
}

/// A robot that rotates in place, with a lidar of 360 rays of 10 m, among 1,000 boxes of 0.3 m.
pub fn lidar() -> String {
    let mut text =
        String::from("(\n    format_version: 1,\n    name: \"lidar\",\n    run: (dt: 0.1),\n    objects: [\n");
    // Leave space for the robot to rotate.
    let apart = boxes(1000, 16.0, 1).into_iter().filter(|([x, y], _)| x.hypot(*y) > 0.5);
    for (number, ([x, y], yaw)) in apart.enumerate() {
        let _ = writeln!(
            text,
            "        (name: \"box{number}\", shape: Box(size: (0.3, 0.3, 0.3)), at: ({x}, {y}, 0.15), yaw: {yaw}),"
        );
    }
    text.push_str(
        "    ],\n    robots: [(\n        name: \"robot\",\n        model: (id: \"scout/standard\", params: (equipment: \"minimal\")),\n        \
         remove: [\"range\"],\n        \
         sensors: {\"lidar\": (id: \"range/lidar\", at: (0, 0, 0.1), params: (rays: 360, max_range: 10, none: \"infinity\"))},\n        \
         dynamics: \"diff-drive/kinematic\",\n        \
         controller: (id: \"control/constant\", params: (commands: {\"left_wheel\": -1, \"right_wheel\": 1})),\n    )],\n)\n",
    );
    text
}

/// N robots in a square arena with one robot per square meter, walls and N/10 boxes of 0.3 m.
///
/// Robots start on a grid; boxes are centered between four robots, so that nothing overlaps initially.
pub fn swarm(robots: u32, rays: u32, dt: f64, seed: u64) -> String {
    let columns = f64::from(robots).sqrt().ceil();
    let half = f64::from(robots).sqrt().max(2.0) / 2.0;
    let spacing = 2.0 * half / columns;
    let mut text = format!(
        "(\n    format_version: 1,\n    name: \"swarm\",\n    run: (dt: {dt}, seed: {seed}),\n    objects: [\n"
    );
    let side = half + 0.05;
    let corners = [[-side, -side], [side, -side], [side, side], [-side, side]];
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % 4];
        let _ = writeln!(
            text,
            "        (name: \"wall{index}\", shape: Wall(from: ({}, {}), to: ({}, {}), height: 0.5)),",
            from[0], from[1], to[0], to[1]
        );
    }
    let mut state = RandomState::derive(seed, &["bench", "swarm"]);
    let mut random = Random::from_state(&mut state);
    // Cells between robots, drawn without replacement.
    let cells = (columns as u64 - 1).max(1);
    let mut free: Vec<u64> = (0..cells * cells).collect();
    for number in 0..(robots / 10).min(free.len() as u32) {
        let pick = (random.bits() % free.len() as u64) as usize;
        let cell = free.swap_remove(pick);
        let place = |index: u64| (index as f64 + 1.0) * spacing - columns * spacing / 2.0;
        let yaw = random.uniform(0.0, std::f64::consts::FRAC_PI_2);
        let _ = writeln!(
            text,
            "        (name: \"box{number}\", shape: Box(size: (0.3, 0.3, 0.3)), at: ({}, {}, 0.15), yaw: {yaw}),",
            place(cell % cells),
            place(cell / cells)
        );
    }
    let _ = write!(
        text,
        "    ],\n    fleets: [(\n        prefix: \"robot\", count: {robots}, placement: Grid(spacing: ({spacing}, {spacing})),\n        \
         model: (id: \"scout/standard\", params: (rays: {rays}, max_range: 1.0, equipment: \"minimal\")),\n        \
         dynamics: \"diff-drive/kinematic\",\n        controller: \"control/diffusion\",\n    )],\n)\n"
    );
    text
}

/// N vehicles with a radar each that avoid each other, in a pool with walls of 8 m · √N.
pub fn underwater(vehicles: u32) -> String {
    let half = 8.0 * f64::from(vehicles).sqrt().max(1.0) / 2.0;
    format!(
        "(\n    format_version: 1,\n    name: \"underwater\",\n    run: (dt: 0.01, seed: 1, contacts: DetectOnly),\n    \
         media: [(name: \"water\", region: Below(0), density: 1000)],\n    objects: [(\n        name: \"pool\", category: \"wall\",\n        \
         shape: Pool(outline: Regular(sides: 4, apothem: {}), height: 12, thickness: 1, floor: false), at: (0, 0, -12),\n    )],\n    \
         fleets: [(\n        prefix: \"rov\", count: {vehicles}, at: (0, 0, -2),\n        \
         placement: Random(min: (-{half}, -{half}), max: ({half}, {half}), spacing: 3, heading: Fixed(0)),\n        \
         model: (id: \"bluerov2/standard\", params: (symmetric: true, simple: true)),\n        \
         dynamics: \"marine/fossen6\",\n        controller: \"nautilus/avoid-obstacle\",\n        \
         sensors: {{\"radar\": \"range/radar\"}}, remove: [\"imu\", \"compass\"],\n    )],\n)\n",
        half + 5.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scene::{Scene, text::Format};

    #[test]
    fn the_swarm_is_a_valid_scene_with_a_tenth_of_boxes() {
        let loaded = Scene::parse(&swarm(200, 8, 0.1, 1), Format::Ron, "swarm").unwrap();
        assert_eq!(loaded.scene.all_robots().len(), 200);
        assert_eq!(loaded.scene.objects.len(), 4 + 20);
    }

    #[test]
    fn the_vehicles_are_a_valid_scene() {
        let loaded = Scene::parse(&underwater(50), Format::Ron, "underwater").unwrap();
        assert_eq!(loaded.scene.all_robots().len(), 50);
    }

    #[test]
    fn the_lidar_stands_among_about_a_thousand_boxes_and_in_none() {
        let loaded = Scene::parse(&lidar(), Format::Ron, "lidar").unwrap();
        assert!((990..=1000).contains(&loaded.scene.objects.len()));
        let free = |object: &sim_core::scene::Object| {
            sim_core::scene::Posed::pose(object).translation.vector.xy().norm() > 0.5
        };
        assert!(loaded.scene.objects.iter().all(free));
    }

    #[test]
    fn boxes_are_the_same_for_a_seed_and_apart() {
        assert_eq!(boxes(50, 16.0, 3), boxes(50, 16.0, 3));
        let places = boxes(50, 16.0, 3);
        let near = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) <= 0.5;
        let pairs = places.iter().enumerate().flat_map(|(i, a)| places[..i].iter().map(move |b| (a, b)));
        assert!(!pairs.into_iter().any(|(a, b)| near(&a.0, &b.0)));
    }
}
