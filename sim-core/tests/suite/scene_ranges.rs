//! Impossible values of bodies are rejected at their place; values at the ends of the ranges run.

use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{PluginHost, SearchPath};
use sim_core::scene::{LoadedScene, Scene, text::Format};

fn parse(body: &str) -> Result<LoadedScene, String> {
    let text = format!("(format_version: 1, run: (dt: 0.01), {body})");
    Scene::parse(&text, Format::Ron, "scene.ron").map_err(|found| found.to_string())
}

fn object(fields: &str) -> String {
    format!("objects: [(name: \"a\", {fields})]")
}

#[test]
fn values_out_of_range_are_reported_with_their_position() {
    for (fields, place, told) in [
        ("shape: Box(size: (1e100, 1, 1)), mass: 1", "objects[0].shape.size", "1e-9 to 1e9 m"),
        ("shape: Box(size: (1, 1, 1e-10))", "objects[0].shape.size", "1e-9 to 1e9 m"),
        ("shape: Sphere(radius: 1), mass: 1e200", "objects[0].mass", "1e-12 to 1e12 kg"),
        ("shape: Sphere(radius: 1), mass: 1e-13", "objects[0].mass", "1e-12 to 1e12 kg"),
        ("shape: Capsule(radius: 1e-300, height: 1e300), mass: 1", "objects[0].shape.radius", "1e-9"),
        ("shape: Sphere(radius: 1), at: (1e300, 0, 0)", "objects[0].at", "-1e9 to 1e9 m"),
        ("shape: Sphere(radius: 1), at: (0, -2e9)", "objects[0].at", "-1e9 to 1e9 m"),
        (
            "shape: Sphere(radius: 1), collision: [(shape: Sphere(radius: 1), at: (0, 0, 1e300))]",
            "objects[0].collision[0].at",
            "-1e9 to 1e9 m",
        ),
        ("shape: Extrusion(section: [(0, 0), (1e300, 0)])", "objects[0].shape.section", "-1e9 to 1e9 m"),
        ("shape: Extrusion(spine: [(0, 0, 0), (0, 0, 1e300)])", "objects[0].shape.spine", "-1e9 to 1e9 m"),
        ("shape: Extrusion(scale: [(1e300, 1)])", "objects[0].shape.scale", "1e-9 to 1e9"),
        ("shape: Extrusion(section: [(0, 0), (1e9, 0)], scale: [(1e9, 1)])", "objects[0].shape.scale", "too far"),
        ("shape: Sphere(radius: 1), margin: Meters((-5, 0, 0))", "objects[0].margin", "0 to 1e9 m"),
        ("shape: Sphere(radius: 1), margin: Fraction((0, 0, -1))", "objects[0].margin", "0 to 1e9"),
        ("shape: Sphere(radius: 1), mass: 1, inertia: (1, 1, 100)", "objects[0].inertia", "sum of the other two"),
        ("shape: Sphere(radius: 1), mass: 1, inertia: (1e-300, 1, 1e300)", "objects[0].inertia", "1e-30 to 1e30"),
        ("shape: Wall(from: (0, 0), to: (1e300, 0))", "objects[0].shape.to", "-1e9 to 1e9 m"),
        (
            "shape: Pool(outline: Polygon([(0, 0), (1e300, 0), (0, 1)]), height: 1)",
            "objects[0].shape.outline",
            "-1e9 to 1e9 m",
        ),
        (
            "shape: HeightField(size: (1, 1), heights: Rows([[0, 1e300], [0, 0]]))",
            "objects[0].shape.heights",
            "-1e9 to 1e9 m",
        ),
        ("shape: Mesh(file: \"a.obj\", scale: (1, 1e12, 1))", "objects[0].shape.scale", "1e-9 to 1e9"),
    ] {
        let found = parse(&object(fields)).err().unwrap_or_else(|| panic!("accepted: {fields}"));
        assert!(found.contains(place) && found.contains(told), "{fields}: {found}");
    }
    for (way, place, told) in [
        ("from: (0, 0, 2), to: (1e300, 0, 2)", "acceptance[0].to", "-1e9 to 1e9 m"),
        ("from: (0, 1, 2), to: (0, 1, 2)", "acceptance[0].to", "zero-length path"),
    ] {
        let found = parse(&format!("acceptance: [Passes(robot: \"r\", {way})]")).err().unwrap_or_default();
        assert!(found.contains(place) && found.contains(told), "{way}: {found}");
    }
    let stroke = "floor: (paint: [Stroke(points: [(0, 0), (0, 1e300)], width: 0.1, color: (0, 0, 0))])";
    let found = parse(stroke).err().unwrap_or_default();
    assert!(found.contains("floor.paint[0].points"), "{found}");
}

#[test]
fn what_is_at_the_ends_of_the_ranges_runs_without_a_fault() {
    let masses = ["mass: 1e-12", "mass: 1", "mass: 1e12"];
    let shapes = [
        "Box(size: (1e9, 1, 1))",
        "Box(size: (1e9, 1e-9, 1e-9))",
        "Box(size: (1e-9, 1e-9, 1e-9))",
        "Box(size: (1e9, 1e9, 1e9))",
        "Sphere(radius: 1e-9)",
        "Sphere(radius: 1e9)",
        "Cylinder(radius: 1e-9, height: 1e9)",
        "Cylinder(radius: 1e9, height: 1e-9)",
        "Capsule(radius: 1e-9, height: 1e9)",
        "Ellipsoid(radii: (1e-9, 1, 1e9))",
        "Ellipsoid(radii: (1e9, 1e9, 1e9))",
        "Ramp(length: 1e9, width: 1e-9, height: 1)",
        "Wall(from: (-1e9, 0), to: (1e9, 0))",
        "Extrusion(spine: [(0, 0, 0), (0, 0, 1e8)])",
        "Extrusion(convex: true, spine: [(0, 0, 0), (0, 0, 1e8)])",
        "Extrusion(scale: [(1e9, 1e9)])",
        "Extrusion(scale: [(1e-9, 1e-9)])",
    ];
    let host = PluginHost::new(SearchPath::only([])).unwrap();
    for shape in shapes {
        for mass in masses {
            for more in ["", "rpy: (0.3, 0.2, 0.1),", "at: (1e8, -1e8, 1e8), rpy: (0.3, 0.2, 0.1),"] {
                let other = "(name: \"b\", shape: Box(size: (1, 1, 1)), mass: 1),";
                let scene =
                    format!("objects: [(name: \"a\", {more} shape: {shape}, {mass}), {other}], floor: (height: -1)");
                let loaded = parse(&scene).unwrap_or_else(|found| panic!("{shape} {mass} {more}: {found}"));
                let built = Simulation::build(&loaded, &host, &BuildOptions::default());
                let mut simulation = match built {
                    Ok(built) => built.simulation,
                    Err(found) => {
                        let found = found.to_string();
                        assert!(
                            found.contains("too thin") || found.contains("enclose"),
                            "{shape} {mass} {more}: {found}"
                        );
                        continue;
                    }
                };
                simulation.steps(20).unwrap_or_else(|found| panic!("{shape} {mass} {more}: {found}"));
                assert!(simulation.faults().is_empty(), "{shape} {mass} {more}: {:?}", simulation.faults());
            }
        }
    }
}

#[test]
fn many_findings_in_one_line_take_the_time_of_their_number() {
    let inputs = |count: usize| {
        let inputs: String = (0..count).map(|number| format!("(at: {number}, key: \"w\", down: true), ")).collect();
        let start = std::time::Instant::now();
        let found = parse(&format!("inputs: [{inputs}]")).unwrap_err();
        assert!(found.matches("unknown field").count() == count, "{}", &found[..1000.min(found.len())]);
        start.elapsed().as_secs_f64()
    };
    inputs(100);
    let [few, many] = [2_000, 40_000].map(inputs);
    // Twenty times as many; four hundred times the time if columns were counted from the start of the line.
    assert!(many < 60.0 * few, "{few} s and {many} s");
}
