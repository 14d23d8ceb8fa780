//! Camera images: a graphics device, the CPU renderer, and the camera plugin.

use nalgebra::{Isometry3, Point3, UnitQuaternion};
use sim_abi::ffi::types::{ImageRequest, ImageStatus};
use sim_core::engine::{ImageSource, Simulation, World};
use sim_engine_tests::{build, load, value};
use sim_render::{Camera, Gpu, Images, Painter};
use std::sync::Arc;

/// A room with every shape, a painted floor and robots.
const SCENE: &str = r#"(
    format_version: 1,
    run: (dt: 0.05),
    floor: (color: (0.9, 0.9, 0.85), paint: [Disc(at: (1.0, 0.8), radius: 0.4, color: (0.8, 0.2, 0.2))]),
    objects: [
        (name: "room", shape: Pool(outline: Regular(sides: 6, apothem: 3), height: 0.5, floor: false), color: (0.5, 0.6, 0.7)),
        (name: "box", shape: Box(size: (0.4, 0.6, 0.8)), at: (1.5, 0.7, 0.4), yaw: 0.5, color: (0.8, 0.5, 0.2)),
        (name: "ball", shape: Sphere(radius: 0.3), at: (1.2, -0.6, 0.3), color: (0.2, 0.4, 0.9)),
        (name: "pill", shape: Capsule(radius: 0.15, height: 0.4), at: (2.0, 0.0, 0.35), color: (0.3, 0.7, 0.3)),
        (name: "post", shape: Cylinder(radius: 0.2, height: 0.6), at: (0.9, 0.2, 0.3), color: (0.7, 0.7, 0.2)),
        (name: "ramp", shape: Ramp(length: 0.8, width: 0.4, height: 0.3), at: (1.8, -1.2), color: (0.6, 0.3, 0.6)),
        (name: "hill", shape: HeightField(size: (1, 1), heights: Rows([[0, 0, 0], [0, 0.4, 0], [0, 0, 0]])), at: (2.2, 1.5)),
        (name: "pane", shape: Box(size: (0.02, 0.8, 0.4)), at: (0.6, -0.5, 0.2), color: (0.5, 0.8, 1.0, 0.4)),
    ],
    robots: [
        (name: "a", model: "scout/standard", at: (0.6, 0.4), yaw: 2.0, color: (0.9, 0.2, 0.2), controller: (id: "control/constant", params: (commands: {"left_wheel": 4.0, "right_wheel": 4.0}))),
        (name: "b", model: "scout/standard", at: (1.0, -1.4), controller: "control/constant"),
    ],
)"#;

pub fn request(size: [u32; 2], format: u32) -> ImageRequest {
    let camera = Camera::looking_at(Point3::new(-0.8, -0.3, 1.1), Point3::new(1.2, 0.0, 0.1), 1.0);
    let [width, height] = size;
    ImageRequest {
        pose: camera.pose.into(),
        width,
        height,
        field_of_view: 1.2,
        near: 0.05,
        far: 50.0,
        format,
        ..ImageRequest::default()
    }
}

pub fn draw(images: &Images, world: &World, request: &ImageRequest) -> Vec<u8> {
    let mut pixels = vec![0; (request.width * request.height * 4) as usize];
    assert_eq!(images.draw(world, request, &mut pixels), ImageStatus::Drawn);
    pixels
}

fn distances(pixels: &[u8]) -> Vec<f32> {
    pixels.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}

fn both(simulation: &Simulation, request: &ImageRequest) -> [Vec<u8>; 2] {
    let adapter = Gpu::headless().map(|gpu| gpu.adapter().clone());
    adapter.expect("these tests need a graphics adapter; on Debian: apt-get install mesa-vulkan-drivers libvulkan1");
    let loaded = load(SCENE);
    [Painter::Any, Painter::Processor].map(|painter| draw(&Images::new(&loaded, painter), simulation.world(), request))
}

/// Writes an image next to the test programs, for inspection.
fn keep(name: &str, [width, height]: [u32; 2], pixels: &[u8]) {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    image::save_buffer(path, pixels, width, height, image::ExtendedColorType::Rgba8).unwrap();
}

#[test]
fn device_and_processor_agree_on_distances() {
    let simulation = build(SCENE);
    let size = [800, 600];
    let [device, processor] = both(&simulation, &request(size, ImageRequest::DEPTH)).map(|pixels| distances(&pixels));
    // Within 1 mm and 1 ‰; only pixels on an edge may fall on either side of it, and those are few.
    let apart = |(a, b): (&f32, &f32)| (a - b).abs() > 0.001 + 0.001 * a.min(*b) && a != b;
    let count = device.iter().zip(&processor).filter(|pair| apart(*pair)).count();
    assert!(count < 480, "{count} of 480,000 pixels differ");
    let seen = device.iter().filter(|distance| distance.is_finite()).count();
    assert!(seen > 400_000 && seen < 480_000, "{seen}");
}

#[test]
fn device_and_processor_show_the_same_picture() {
    let simulation = build(SCENE);
    let size = [400, 300];
    let [device, processor] = both(&simulation, &request(size, ImageRequest::COLOR));
    keep("device.png", size, &device);
    keep("processor.png", size, &processor);
    // Only the device renders shadows and antialiasing.
    let apart = device.iter().zip(&processor).filter(|(a, b)| a.abs_diff(**b) > 12).count();
    assert!(apart < device.len() / 12, "{apart} of {}", device.len());
}

#[test]
fn distances_are_those_of_the_world() {
    let simulation = build(SCENE);
    let request = request([64, 48], ImageRequest::DEPTH);
    let world = simulation.world();
    let pose = Isometry3::from(request.pose);
    let camera = Camera {
        pose,
        projection: sim_render::Projection::Perspective { vertical: Camera::vertical_from_horizontal(1.2, 64.0, 48.0) },
        near: 0.05,
        far: 50.0,
    };
    let image = distances(&draw(&Images::new(&load(SCENE), Painter::Any), world, &request));
    let mut far_off = 0;
    for (index, distance) in image.iter().enumerate() {
        let (column, row) = ((index % 64) as f64, (index / 64) as f64);
        let (start, ray) = camera.ray([(column + 0.5) / 32.0 - 1.0, 1.0 - (row + 0.5) / 24.0], 64.0 / 48.0);
        let filter = sim_core::geometry::QueryFilter::default();
        let hit = world.index.cast_ray(&start, &ray, 100.0, &filter).unwrap();
        // Collision geometry is simpler than the visuals: robots are cylinders, panes are solid.
        let name = hit.as_ref().map(|hit| &*world.bodies[hit.body.index()].name);
        let Some(hit) = hit.filter(|_| !matches!(name, Some("a" | "b" | "pane" | "floor"))) else { continue };
        let expected = (hit.point - start).dot(&camera.forward());
        far_off += usize::from((f64::from(*distance) - expected).abs() > 0.02);
    }
    assert!(far_off < 64 * 48 / 50, "{far_off} pixels");
}

#[test]
fn a_camera_sees_through_its_library_and_wheels_turn_in_its_image() {
    let text = SCENE.replace(
        r#"controller: "control/constant""#,
        r#"controller: "control/constant", yaw: 1.9, sensors: {
            "eye": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 40, height: 30, columns: 8, rows: 6, rate: 20)),
            "depth": (id: "camera/pinhole", at: (0.09, 0, 0.06), params: (width: 40, height: 30, sees: depth, rate: 20)),
        }"#,
    );
    let mut simulation = build(&text);
    simulation.steps(1).unwrap();
    let faults = simulation.faults().to_vec();
    assert!(faults.len() == 2 && faults[0].message.contains("no renderer"), "{faults:?}");

    let run = |painter: Painter| {
        let mut simulation = build(&text);
        let images = Images::new(&load(&text), painter);
        simulation.set_images(Arc::new(images));
        simulation.steps(20).unwrap();
        assert_eq!(simulation.faults(), []);
        simulation
    };
    let (device, processor) = (run(Painter::Any), run(Painter::Processor));
    assert_eq!(device.state_hash(), processor.state_hash());
    for simulation in [&device, &processor] {
        assert_eq!(value(simulation, "b", "eye.images"), 20.0);
        let nearest = (0..12).map(|cell| value(simulation, "b", &format!("depth.distance_{}_{}", cell / 4, cell % 4)));
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        assert!(nearest > 0.05 && nearest < 1.5, "{nearest}");
    }
    let apart = (value(&device, "b", "eye.red_3_4") - value(&processor, "b", "eye.red_3_4")).abs();
    assert!(apart < 0.15, "{apart}");

    // While a camera draws, the other robot's links follow its joints: the wheel has turned.
    let world = device.world();
    let body = world.bodies.iter().position(|body| &*body.name == "a").unwrap();
    let wheel = world.bodies[body].visuals.iter().find_map(|look| look.link).unwrap();
    let turned: UnitQuaternion<f64> = world.links.get(body, wheel).rotation;
    let at = turned.scaled_axis().y.rem_euclid(std::f64::consts::TAU);
    assert!((at - 4.0).abs() < 0.5, "4 rad/s for 1 s: {at}");
}

#[test]
fn what_cannot_be_a_camera_is_refused() {
    let simulation = build(SCENE);
    let images = Images::new(&load(SCENE), Painter::Processor);
    let good = request([4, 3], ImageRequest::COLOR);
    for bad in [
        ImageRequest { near: 0.0, ..good },
        ImageRequest { far: f64::NAN, ..good },
        ImageRequest { field_of_view: 4.0, ..good },
        ImageRequest { width: 100_000, ..good },
    ] {
        assert_eq!(images.draw(simulation.world(), &bad, &mut [0; 48]), ImageStatus::WrongRequest);
    }
}

/// A white floor under a tank of water, 1 m deep, with a ball in it and a pane above it.
const TANK: &str = r#"(
    format_version: 1,
    run: (dt: 0.05),
    floor: (color: (0.9, 0.9, 0.9)),
    objects: [
        (name: "ball", shape: Sphere(radius: 0.2), at: (0.3, 0, 0.4), color: (0.9, 0.2, 0.1)),
        (name: "pane", shape: Box(size: (0.6, 0.6, 0.02)), at: (-0.4, 0.3, 1.2), color: (0.9, 0.8, 0.2, 0.4)),
    ],
    media: [(name: "water", region: Box(at: (0, 0, 0.5), size: (2, 2, 1)), density: 1000)],
)"#;

/// Mean color of a square of the image, 0 … 255.
fn mean(pixels: &[u8], width: u32, [column, row]: [u32; 2], half: u32) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for y in row - half..=row + half {
        for x in column - half..=column + half {
            let at = ((y * width + x) * 4) as usize;
            (0..3).for_each(|k| sum[k] += f64::from(pixels[at + k]));
        }
    }
    sum.map(|part| part / f64::from((2 * half + 1) * (2 * half + 1)))
}

#[test]
fn water_takes_red_from_what_is_seen_through_it_on_device_and_processor() {
    let [wet, dry] = [TANK.to_string(), TANK.replace("density: 1000", "density: 1.2")];
    let eye = Camera::looking_at(Point3::new(0.01, 0.0, 4.0), Point3::origin(), 1.0);
    let request = ImageRequest { pose: eye.pose.into(), ..request([240, 240], ImageRequest::COLOR) };
    let image = |text: &str, painter| draw(&Images::new(&load(text), painter), build(text).world(), &request);
    for painter in [Painter::Any, Painter::Processor] {
        let (wet, dry) = (image(&wet, painter), image(&dry, painter));
        keep(&format!("water-{painter:?}.png"), [240, 240], &wet);
        // Above the tank, the floor is bluish; next to it, nothing has changed.
        let (over, before) = (mean(&wet, 240, [160, 120], 4), mean(&dry, 240, [160, 120], 4));
        assert!(over[0] < before[0] - 40.0 && over[2] > over[0] + 20.0, "{painter:?}: {over:?}, without {before:?}");
        let (aside, without) = (mean(&wet, 240, [6, 120], 3), mean(&dry, 240, [6, 120], 3));
        assert!((0..3).all(|k| (aside[k] - without[k]).abs() < 1.0), "{painter:?}: {aside:?}, without {without:?}");
    }
    let [device, processor] = [Painter::Any, Painter::Processor].map(|painter| image(&wet, painter));
    let apart = device.iter().zip(&processor).filter(|(a, b)| a.abs_diff(**b) > 12).count();
    assert!(apart < device.len() / 20, "{apart} of {}", device.len());
}

#[test]
fn a_surface_of_water_mirrors_the_sky_at_a_flat_angle_and_the_water_from_below() {
    let simulation = build(TANK);
    let image = |eye: [f64; 3], at: [f64; 3], painter| {
        let eye = Camera::looking_at(Point3::from(eye), Point3::from(at), 1.0);
        let request = ImageRequest { pose: eye.pose.into(), ..request([120, 120], ImageRequest::COLOR) };
        mean(&draw(&Images::new(&load(TANK), painter), simulation.world(), &request), 120, [60, 60], 3)
    };
    for painter in [Painter::Any, Painter::Processor] {
        let (flat, steep) =
            (image([-3.0, 0.0, 1.15], [0.0, 0.0, 1.0], painter), image([-0.5, -0.5, 3.0], [-0.5, -0.5, 0.0], painter));
        assert!(flat[2] > 180.0 && flat[1] > 140.0, "{painter:?}: the sky, not {flat:?}");
        assert!(steep[0] < flat[0] + 60.0 && steep[2] < 230.0, "{painter:?}: {steep:?}");
        // From below, the sky is visible in a window straight above; outside it, the surface is as dark as the water.
        let (above, aside) =
            (image([0.0, 0.0, 0.3], [0.01, 0.0, 2.0], painter), image([0.8, 0.0, 0.8], [0.0, 0.0, 1.0], painter));
        assert!(above[2] > aside[2] + 40.0, "{painter:?}: {above:?} and {aside:?}");
    }
}

#[test]
fn water_does_not_change_distances() {
    let eye = Camera::looking_at(Point3::new(-2.0, 0.1, 2.0), Point3::new(0.3, 0.0, 0.4), 1.0);
    let request = ImageRequest { pose: eye.pose.into(), ..request([80, 60], ImageRequest::DEPTH) };
    let dry = TANK.replace("density: 1000", "density: 1.2");
    for painter in [Painter::Any, Painter::Processor] {
        let [wet, dry] =
            [TANK, &dry].map(|text| draw(&Images::new(&load(text), painter), build(text).world(), &request));
        assert!(wet == dry, "{painter:?}");
    }
}

/// A 2 m square with a four-pixel texture, as binary glTF: red and green on top, blue and yellow at the bottom.
fn textured_square() -> Vec<u8> {
    let corners: [[f32; 3]; 4] = [[-1.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 0.0, -1.0]];
    let places: [[f32; 2]; 4] = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let mut data: Vec<u8> = corners.as_flattened().iter().flat_map(|part| part.to_le_bytes()).collect();
    data.extend(places.as_flattened().iter().flat_map(|part| part.to_le_bytes()));
    data.extend([0_u16, 1, 2, 0, 2, 3].iter().flat_map(|index| index.to_le_bytes()));
    let pixels = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]];
    let mut png = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_raw(2, 2, pixels.as_flattened().to_vec()).unwrap();
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let start = data.len();
    data.extend(&png);
    data.resize(data.len().next_multiple_of(4), 0);
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"TEXCOORD_0":1}},"indices":2,"material":0}}]}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
        "textures":[{{"source":0}}],"images":[{{"bufferView":3,"mimeType":"image/png"}}],
        "accessors":[
            {{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[-1,0,-1],"max":[1,0,1]}},
            {{"bufferView":1,"componentType":5126,"count":4,"type":"VEC2"}},
            {{"bufferView":2,"componentType":5123,"count":6,"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":32}},
            {{"buffer":0,"byteOffset":80,"byteLength":12}},{{"buffer":0,"byteOffset":{start},"byteLength":{}}}],
        "buffers":[{{"byteLength":{}}}]}}"#,
        png.len(),
        data.len()
    );
    let mut json = json.into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut file = b"glTF".to_vec();
    let whole = 12 + 8 + json.len() + 8 + data.len();
    for part in [2, whole as u32, json.len() as u32] {
        file.extend(part.to_le_bytes());
    }
    file.extend(b"JSON");
    file.extend(json);
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(b"BIN\0");
    file.extend(data);
    file
}

#[test]
fn a_texture_lies_on_its_mesh_as_it_is_on_device_and_processor() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("square.glb"), textured_square()).unwrap();
    let path = folder.path().join("scene.ron");
    let text = r#"(format_version: 1, objects: [(name: "square", shape: Mesh(file: "square.glb"), color: (1, 1, 1), collides: false)])"#;
    std::fs::write(&path, text).unwrap();
    let loaded = sim_core::scene::Scene::load(&path).unwrap();
    let options = sim_core::engine::BuildOptions::default();
    let built =
        Simulation::build(&loaded, &sim_engine_tests::shared_plugins(), &options).unwrap_or_else(|e| panic!("{e}"));
    let camera = Camera::looking_at(Point3::new(0.01, 0.0, 3.0), Point3::origin(), 0.9);
    let pose = camera.pose.into();
    let request = ImageRequest { pose, field_of_view: 0.9, ..request([200, 200], ImageRequest::COLOR) };
    let mut images = Vec::new();
    for painter in [Painter::Any, Painter::Processor] {
        let image = draw(&Images::new(&loaded, painter), built.simulation.world(), &request);
        keep(&format!("texture-{painter:?}.png"), [200, 200], &image);
        // Centers of the texture's pixels, by x and y, and which of red, green and blue they contain.
        for (x, y, has) in [
            (-0.5, 0.5, [true, false, false]),
            (0.5, 0.5, [false, true, false]),
            (-0.5, -0.5, [false, false, true]),
            (0.5, -0.5, [true, true, false]),
        ] {
            let (place, _) = camera.project(&Point3::new(x, y, 0.0), 1.0).unwrap();
            let at = [(place[0] + 1.0) * 100.0, (1.0 - place[1]) * 100.0].map(|part| part as u32);
            let color = mean(&image, 200, at, 2);
            assert!((0..3).all(|k| (color[k] > 120.0) == has[k]), "{painter:?} at {x}, {y}: {color:?}");
        }
        images.push(image);
    }
    let apart = images[0].iter().zip(&images[1]).filter(|(a, b)| a.abs_diff(**b) > 12).count();
    assert!(apart < images[0].len() / 25, "{apart} of {}", images[0].len());
}

/// BL-08: Two point lights have intensity, radius and attenuation, and light the scene.
#[test]
fn a_white_patch_is_brighter_with_the_lamp_that_it_faces_and_dark_beyond_the_radius_of_both() {
    // A white wall at x = 2 that faces -x; the second lamp is in front of it, the first one behind it.
    let bright = |second: f64, radius: f64| {
        let scene = format!(
            r#"(format_version: 1, run: (dt: 0.05), objects: [(name: "patch", shape: Box(size: (0.1, 4, 4)), at: (2, 0, 0), color: (1, 1, 1))],
                lights: [(name: "one", kind: Point(radius: {radius:?}, attenuation: (constant: 1)), intensity: 0.2, at: (5, 0, 5)),
                    (name: "two", kind: Point(radius: {radius:?}, attenuation: (constant: 1)), intensity: {second:?}, at: (-5, 0, 5))])"#
        );
        let simulation = build(&scene);
        let camera = Camera::looking_at(Point3::new(0.0, 0.0, 0.0), Point3::new(2.0, 0.0, 0.0), 0.8);
        let request = ImageRequest { pose: camera.pose.into(), ..request([32, 32], ImageRequest::COLOR) };
        let pixels = draw(&Images::new(&load(&scene), Painter::Any), simulation.world(), &request);
        let middle = &pixels[(16 * 32 + 16) * 4..][..3];
        middle.iter().map(|part| u32::from(*part)).sum::<u32>()
    };
    let [off, on, out_of_reach] = [bright(0.0, 1000.0), bright(0.4, 1000.0), bright(0.4, 3.0)];
    assert!(on > off + 100, "{on} with the lamp, {off} without");
    assert_eq!(out_of_reach, bright(0.0, 3.0));
}
