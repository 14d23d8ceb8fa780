//! Point clouds, range images and intensities of lidars in a recording.

use super::{decode, frames_at, list, number, place, pose, record, text};
use base64::prelude::{BASE64_STANDARD, Engine};
use nalgebra::Vector3;
use sim_abi::serde_json::Value;
use sim_core::scene::LoadedScene;
use sim_engine_tests::load;
use std::f64::consts::TAU;

/// Height of the lidar of [`before_a_wall`], m.
const HEIGHT: f64 = 0.505;

/// A robot with a multi-layer lidar in front of a wall, on a floor; `with` contains parameters of the lidar.
fn before_a_wall(with: &str) -> LoadedScene {
    load(&format!(
        r#"(format_version: 1, run: (dt: 0.01), floor: (),
            objects: [(name: "wall", shape: Box(size: (0.2, 40, 40)), at: (2, 0, 0))],
            robots: [(name: "a", model: "scout/standard", dynamics: "body/static", controller: "control/constant", sensors: {{
                "lidar": (id: "range/lidar", params: (elevation: (-0.5, 0.2), max_range: 5, {with}), at: (0, 0, 0.5))}})])"#
    ))
}

/// Distance (m) at which a ray hits wall or floor of [`before_a_wall`], and the cosine of the angle of incidence;
/// infinity and 0 without a hit. The sensor pose is that of the scene.
fn hit(direction: &Vector3<f64>) -> (f64, f64) {
    let to = |distance: f64, speed: f64| if speed > 0.0 { distance / speed } else { f64::INFINITY };
    let (wall, floor) = (to(1.9, direction.x), to(HEIGHT, -direction.z));
    let (distance, cosine) = if wall < floor { (wall, direction.x) } else { (floor, -direction.z) };
    if distance < 5.0 { (distance, cosine) } else { (f64::INFINITY, 0.0) }
}

/// Direction of a ray of a lidar of [`before_a_wall`].
fn ray([layers, rays]: [usize; 2], layer: usize, ray: usize) -> Vector3<f64> {
    let (up, flat) = (-0.5 + 0.7 * layer as f64 / (layers - 1) as f64).sin_cos();
    let (sin, cos) = (TAU * ray as f64 / rays as f64).sin_cos();
    Vector3::new(flat * cos, flat * sin, up)
}

/// 32-bit values in base64.
fn floats(text: &Value) -> Vec<f64> {
    let bytes = BASE64_STANDARD.decode(text.as_str().unwrap_or_default()).unwrap();
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes).into()).collect()
}

/// Names of the fields of a cloud, in their order.
fn fields(cloud: &Value) -> Vec<&str> {
    let fields = list(&cloud["fields"]);
    for (number, field) in fields.iter().enumerate() {
        assert_eq!((text(&field["type"]), number_of(&field["offset"])), ("FLOAT32", 4 * number));
    }
    assert_eq!(number_of(&cloud["pointStride"]), 4 * fields.len());
    fields.iter().map(|field| text(&field["name"])).collect()
}

fn number_of(value: &Value) -> usize {
    number(value) as usize
}

#[test]
fn points_of_a_cloud_are_where_the_rays_hit_with_intensity_and_time_offset() {
    let scan @ [layers, rays] = [8, 36];
    let scene = before_a_wall("rays: 36, layers: 8, intensity: true, rolling: true");
    let (bytes, simulation) = record(&scene, 2, |_| ());
    let topics = decode(&bytes);
    let (schema, clouds) = &topics["/robots/a/points/lidar"];
    assert_eq!(schema, "foxglove.PointCloud");
    assert!(!topics.contains_key("/robots/a/scans/lidar"));
    assert!(floats(&clouds[0].1["data"]).is_empty(), "nothing has been read before the first tick");
    let cloud = &clouds.last().unwrap().1;
    assert_eq!(fields(cloud), ["x", "y", "z", "intensity", "time_offset"]);
    assert_eq!(text(&cloud["timestamp"]), "1970-01-01T00:00:00.010Z", "the world at the start of the second tick");
    let frames = frames_at(&topics, u64::MAX);
    let origin = place(&frames, text(&cloud["frameId"])) * pose(&cloud["pose"]);
    assert!((origin.translation.vector - Vector3::new(0.0, 0.0, HEIGHT)).norm() < 1e-9, "{origin}");
    let data = floats(&cloud["data"]);
    let mut points = data.as_chunks::<5>().0.iter();
    let readings =
        simulation.robot(0).unwrap().channels().iter().position(|channel| channel.path == "lidar.ray_0_0").unwrap();
    for number in 0..layers * rays {
        let direction = ray(scan, number / rays, number % rays);
        let (distance, cosine) = hit(&direction);
        if distance < f64::INFINITY {
            let [x, y, z, intensity, time_offset] = *points.next().unwrap();
            let point = Vector3::new(x, y, z);
            assert!((point - direction * distance).norm() < 1e-6, "{number}: {point}");
            assert!(
                (point.norm() - simulation.robot(0).unwrap().telemetry()[readings + number]).abs() < 1e-6,
                "{number}: {point}"
            );
            assert!((intensity - cosine).abs() < 1e-6, "{number}: {intensity} instead of {cosine}");
            let age = 0.01 * (rays - 1 - number % rays) as f64 / rays as f64;
            assert!((time_offset + age).abs() < 1e-9, "{number}: {time_offset} instead of -{age}");
        }
    }
    assert_eq!(points.len(), 0);
    let plain = decode(&record(&before_a_wall("rays: 36, layers: 8"), 1, |_| ()).0);
    assert_eq!(fields(&plain["/robots/a/points/lidar"].1[1].1), ["x", "y", "z"]);
}

#[test]
fn pixels_of_a_range_image_are_distances_with_x_in_the_middle_and_the_highest_layer_above() {
    for (arc, full) in [("", true), ("arc: 3.0,", false)] {
        let scan @ [layers, rays] = [8, 36];
        let topics = decode(&record(&before_a_wall(&format!("rays: 36, layers: 8, {arc}")), 1, |_| ()).0);
        let (schema, images) = &topics["/robots/a/ranges/lidar"];
        assert_eq!(schema, "foxglove.RawImage");
        assert!(floats(&images[0].1["data"]).iter().all(|pixel| pixel.is_nan()), "nothing has been read yet");
        let image = &images[1].1;
        let size = ["width", "height", "step"].map(|name| number_of(&image[name]));
        assert_eq!((size, text(&image["encoding"])), ([rays, layers, 4 * rays], "32FC1"));
        assert_eq!(text(&image["frameId"]), "robots/a/sensors/lidar");
        let pixels = floats(&image["data"]);
        assert_eq!(pixels.len(), layers * rays);
        for (number, pixel) in pixels.into_iter().enumerate() {
            let (row, column) = (number / rays, number % rays);
            let azimuth =
                if full { TAU * (0.5 - column as f64 / rays as f64) } else { 1.5 - 3.0 * column as f64 / 35.0 };
            let up = ray(scan, layers - 1 - row, 0).z;
            let flat = (1.0 - up * up).sqrt();
            let (distance, _) = hit(&Vector3::new(flat * azimuth.cos(), flat * azimuth.sin(), up));
            assert!(
                pixel == distance || (pixel - distance).abs() < 1e-6,
                "{row}, {column}: {pixel} instead of {distance}"
            );
        }
    }
}

#[test]
fn a_cloud_of_more_rays_than_there_are_channels_has_all_points() {
    let scan @ [layers, rays] = [64, 1563];
    let with = "rays: 1563, layers: 64, intensity: true";
    let (bytes, _) = record(&before_a_wall(with), 2, |_| ());
    let topics = decode(&bytes);
    let (_, clouds) = &topics["/robots/a/points/lidar"];
    let data = floats(&clouds[2].1["data"]);
    let mut points = data.as_chunks::<4>().0.iter();
    for number in 0..layers * rays {
        let direction = ray(scan, number / rays, number % rays);
        let (distance, cosine) = hit(&direction);
        if distance < f64::INFINITY {
            let [x, y, z, intensity] = *points.next().unwrap();
            assert!((Vector3::new(x, y, z) - direction * distance).norm() < 2e-6, "{number}");
            assert!((intensity - cosine).abs() < 1e-6, "{number}: {intensity} instead of {cosine}");
        }
    }
    assert_eq!(points.len(), 0);
    let pixels = floats(&topics["/robots/a/ranges/lidar"].1[2].1["data"]);
    assert_eq!(pixels.iter().filter(|pixel| pixel.is_finite()).count(), data.len() / 4);
    println!("{} points: {} bytes for a frame of all topics", data.len() / 4, bytes.len() / 3);
}

/// A laser scan includes the intensities of a single-layer lidar.
#[test]
fn a_laser_scan_has_intensities() {
    let scene = load(
        r#"(format_version: 1, run: (dt: 0.01),
            objects: [(name: "wall", shape: Box(size: (0.2, 40, 40)), at: (2, 0, 0))],
            robots: [(name: "a", model: "scout/standard", dynamics: "body/static", controller: "control/constant", sensors: {
                "lidar": (id: "range/lidar", params: (rays: 8, intensity: true), at: (0, 0, 0.5))})])"#,
    );
    let topics = decode(&record(&scene, 1, |_| ()).0);
    let intensities: Vec<f64> =
        list(&topics["/robots/a/scans/lidar"].1[1].1["intensities"]).iter().map(number).collect();
    let slant = 0.5_f64.sqrt();
    for (found, expected) in intensities.iter().zip([1.0, slant, 0.0, 0.0, 0.0, 0.0, 0.0, slant]) {
        assert!((found - expected).abs() < 1e-6, "{intensities:?}");
    }
    assert_eq!(intensities.len(), 8);
}
