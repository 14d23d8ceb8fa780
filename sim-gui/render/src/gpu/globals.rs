//! Shader uniforms of one image.

use super::quality::Quality;
use crate::camera::Camera;
use crate::light::Light;
use crate::scenery::{Lamp, Scenery, linear};
use crate::stage::Stage;
use crate::water::{self, WATERS};
use nalgebra::{Matrix4, Point3, Vector3};

/// Maximum number of lights; further ones are ignored.
const LAMPS: usize = 8;

#[repr(C)]
#[derive(Clone, Copy, Default, bytemuck::Pod, bytemuck::Zeroable)]
struct LampData {
    position: [f32; 4],
    color: [f32; 4],
    attenuation: [f32; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Default, bytemuck::Pod, bytemuck::Zeroable)]
struct WaterData {
    rows: [[f32; 4]; 3],
    extent: [f32; 4],
}

/// See the structure of the same name in the shader.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Globals {
    clip_from_stage: [[f32; 4]; 4],
    stage_from_clip: [[f32; 4]; 4],
    light_from_stage: [[f32; 4]; 4],
    eye: [f32; 4],
    forward: [f32; 4],
    sun_direction: [f32; 4],
    sun_color: [f32; 4],
    ambient_up: [f32; 4],
    ambient_down: [f32; 4],
    sky: [f32; 4],
    horizon: [f32; 4],
    viewport: [f32; 4],
    floor_color: [f32; 4],
    floor_area: [f32; 4],
    floor_place: [f32; 4],
    grid: [f32; 4],
    origin: [f32; 4],
    outline: [f32; 4],
    counts: [u32; 4],
    cut: [f32; 4],
    water_loss: [f32; 4],
    water_deep: [f32; 4],
    lamps: [LampData; LAMPS],
    waters: [WaterData; WATERS],
}

impl Globals {
    pub(super) fn new(
        stage: &Stage,
        scenery: &Scenery,
        camera: &Camera,
        [width, height]: [u32; 2],
        quality: Quality,
        outline: [f32; 4],
    ) -> Self {
        let origin = stage.origin();
        let aspect = f64::from(width) / f64::from(height);
        let clip_from_stage = camera.clip_from_view(aspect) * camera.view_from_world(&origin);
        let stage_from_clip = clip_from_stage.try_inverse().unwrap_or_else(Matrix4::identity);
        let eye = camera.pose.translation.vector - origin;
        let parallel = matches!(camera.projection, crate::Projection::Parallel { .. });
        let light = Light::of(scenery);
        let (light_from_stage, texel) = sun_map(&light.toward_sun, stage, camera, quality);
        let floor = scenery.floor.as_ref();
        let painted = floor.and_then(|floor| floor.painting.as_deref());
        let half = floor.and_then(|floor| floor.size).map_or([1e9; 2], |size| size.map(|length| length / 2.0));
        let area = painted.map_or([[0.0; 2]; 2], |painting| painting.area);
        let grid =
            scenery.grid.map_or([0.0; 4], |grid| [(grid.height - origin.z) as f32, grid.spacing as f32, 1.0, 0.0]);
        // Bodies above the cut cast no shadows, and then nothing else does either, so that no room is dark.
        let shadows = quality.shadows && scenery.cut.is_none();
        let with = |[x, y, z]: [f32; 3], w: f32| [x, y, z, w];
        Self {
            clip_from_stage: columns(&clip_from_stage),
            stage_from_clip: columns(&stage_from_clip),
            light_from_stage: columns(&light_from_stage),
            eye: with(small(eye), f32::from(u8::from(parallel))),
            forward: with(small(camera.forward()), 0.0),
            sun_direction: with(small(light.toward_sun), f32::from(u8::from(shadows && light.sun != [0.0; 3]))),
            sun_color: with(light.sun, texel as f32),
            ambient_up: with(light.above, 0.0),
            ambient_down: with(light.below, 0.0),
            sky: with(scenery.sky, 1.0),
            horizon: with(scenery.horizon, 1.0),
            viewport: [width as f32, height as f32, 1.0 / width as f32, 1.0 / height as f32],
            floor_color: with(
                floor.map_or([0.0; 3], |floor| floor.color.map(linear)),
                f32::from(u8::from(floor.is_some())),
            ),
            floor_area: [area[0][0], area[0][1], area[1][0], area[1][1]].map(|value| value as f32),
            floor_place: [
                (floor.map_or(0.0, |floor| floor.height) - origin.z) as f32,
                half[0] as f32,
                half[1] as f32,
                f32::from(u8::from(painted.is_some())),
            ],
            grid,
            origin: with(small(origin), 0.0),
            outline,
            counts: [local(scenery).count().min(LAMPS) as u32, scenery.water.len().min(WATERS) as u32, 0, 0],
            cut: [scenery.cut.map_or(f32::MAX, |height| (height - origin.z) as f32), 0.0, 0.0, 0.0],
            water_loss: with(water::loss(scenery), 0.0),
            water_deep: with(water::deep(&light), water::SKY as f32),
            lamps: lamps(scenery, &origin),
            waters: waters(scenery, &origin),
        }
    }
}

fn small(vector: Vector3<f64>) -> [f32; 3] {
    vector.map(|part| part as f32).into()
}

fn columns(matrix: &Matrix4<f64>) -> [[f32; 4]; 4] {
    matrix.map(|entry| entry as f32).into()
}

/// Lights with a position.
fn local(scenery: &Scenery) -> impl Iterator<Item = &Lamp> {
    scenery.lamps.iter().filter(|lamp| !lamp.ambient && !lamp.directional)
}

fn lamps(scenery: &Scenery, origin: &Vector3<f64>) -> [LampData; LAMPS] {
    let mut list = [LampData::default(); LAMPS];
    for (place, lamp) in list.iter_mut().zip(local(scenery)) {
        let [x, y, z] = small(lamp.position - origin);
        let ([red, green, blue], [a, b, c]) = (lamp.color, lamp.attenuation);
        *place =
            LampData { position: [x, y, z, 0.0], color: [red, green, blue, lamp.radius], attenuation: [a, b, c, 0.0] };
    }
    list
}

/// The light-space transform of the sun for the part of the stage that the camera sees best, and the size of a texel, m.
fn sun_map(toward_sun: &Vector3<f64>, stage: &Stage, camera: &Camera, quality: Quality) -> (Matrix4<f64>, f64) {
    /// Maximum distance of the shadow map from the camera, m.
    const REACH: f64 = 60.0;
    let [low, high] = stage.bounds().unwrap_or([Point3::new(-1.0, -1.0, -1.0), Point3::new(1.0, 1.0, 1.0)]);
    let whole = ((high - low).norm() / 2.0).max(0.1);
    let (mut center, mut radius) = (nalgebra::center(&low, &high).coords, whole);
    if radius > REACH {
        radius = REACH;
        let ahead = camera.pose.translation.vector + camera.forward() * REACH * 0.7;
        center = Vector3::from_fn(|axis, _| ahead[axis].clamp(low[axis], high[axis]));
    }
    let size = f64::from(quality.shadow_pixels);
    let texel = 2.0 * radius / size;
    let forward = -toward_sun;
    let side = if forward.z.abs() > 0.99 { Vector3::x() } else { Vector3::z() };
    let right = forward.cross(&side).normalize();
    let up = right.cross(&forward);
    // Snapped to whole texels, so that shadows do not shimmer when the camera moves.
    let snapped = |axis: &Vector3<f64>| (center.dot(axis) / texel).round() * texel;
    let (x, y, z) = (snapped(&right), snapped(&up), center.dot(&forward));
    let depth = 2.0 * whole.max(radius);
    let origin = stage.origin();
    let row = |axis: &Vector3<f64>, middle: f64, scale: f64| {
        [axis.x * scale, axis.y * scale, axis.z * scale, (axis.dot(&origin) - middle) * scale]
    };
    let [a, b, c] =
        [row(&right, x, 1.0 / radius), row(&up, y, 1.0 / radius), row(&forward, z - depth / 2.0, 1.0 / depth)];
    #[rustfmt::skip]
    let matrix = Matrix4::new(
        a[0], a[1], a[2], a[3],
        b[0], b[1], b[2], b[3],
        c[0], c[1], c[2], c[3],
        0.0, 0.0, 0.0, 1.0,
    );
    (matrix, texel)
}

fn waters(scenery: &Scenery, origin: &Vector3<f64>) -> [WaterData; WATERS] {
    let mut list = [WaterData::default(); WATERS];
    for (place, water) in list.iter_mut().zip(&scenery.water) {
        let matrix = (water.pose.inverse() * nalgebra::Translation3::from(*origin)).to_homogeneous();
        let row = |row: usize| std::array::from_fn(|column| matrix[(row, column)] as f32);
        let [x, y, depth] = water.extent();
        let endless = f32::from(u8::from(water.size.is_none()));
        *place = WaterData { rows: [row(0), row(1), row(2)], extent: [x as f32, y as f32, depth as f32, endless] };
    }
    list
}
