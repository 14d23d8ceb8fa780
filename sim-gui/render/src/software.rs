//! Software rendering on the CPU.
//!
//! The same triangles, camera and light as on the GPU; no shadows, no lights except the sun, no antialiasing.

use crate::camera::{Camera, Projection};
use crate::light::Light;
use crate::scenery::{Floor, Scenery, Water, encoded, linear};
use crate::stage::{Stage, parts, placed_box};
use crate::texture::Texture;
use crate::water::{self, WATERS};
use nalgebra::{Isometry3, Point3, Vector3};

/// A vertex in camera coordinates.
#[derive(Clone, Copy)]
struct Corner {
    /// Forward, left, up, m.
    place: Vector3<f32>,
    color: Vector3<f32>,
    /// Texture coordinates.
    at: [f32; 2],
}

/// The render target.
struct Image<'a> {
    width: usize,
    height: usize,
    /// Distance along the optical axis, m.
    distance: Vec<f32>,
    /// Linear colors; empty when rendering distances.
    color: Vec<Vector3<f32>>,
    camera: &'a Camera,
    /// Half extent of the view to the left and up: at 1 m for perspective, at any distance for orthographic projection.
    half: [f32; 2],
    parallel: bool,
}

/// Renders colors (RGBA, 8 bits each) or distances along the optical axis (f32, little-endian, m; infinity for empty pixels), row
/// by row from the top. The buffer holds four bytes per pixel.
pub(crate) fn draw(
    stage: &Stage,
    scenery: &Scenery,
    camera: &Camera,
    [width, height]: [u32; 2],
    distances: bool,
    pixels: &mut [u8],
) {
    let aspect = width as f32 / height as f32;
    let (up, parallel) = match camera.projection {
        Projection::Perspective { vertical } => ((vertical / 2.0).tan() as f32, false),
        Projection::Parallel { height } => ((height / 2.0) as f32, true),
    };
    let count = width as usize * height as usize;
    let mut image = Image {
        width: width as usize,
        height: height as usize,
        distance: vec![f32::INFINITY; count],
        color: if distances { Vec::new() } else { vec![Vector3::zeros(); count] },
        camera,
        half: [up * aspect, up],
        parallel,
    };
    if !distances {
        image.sky(scenery);
    }
    let light = Light::of(scenery);
    image.stage(stage, &light, true, |_| true);
    if let Some(floor) = &scenery.floor {
        image.floor(floor, &light);
    }
    // Transparent things are invisible to distance images.
    if !distances {
        image.through(stage, scenery, &light);
    }
    for (index, pixel) in pixels.chunks_exact_mut(4).take(count).enumerate() {
        match distances {
            true => pixel.copy_from_slice(&image.distance[index].to_le_bytes()),
            false => {
                let color = image.color[index].map(|part| (encoded(part.clamp(0.0, 1.0)) * 255.0).round() as u8);
                pixel.copy_from_slice(&[color.x, color.y, color.z, 255]);
            }
        }
    }
}

/// Light on a face with this normal, linear.
fn shade(light: &Light, normal: &Vector3<f32>) -> Vector3<f32> {
    let ambient = Vector3::from(light.below).lerp(&light.above.into(), normal.z * 0.5 + 0.5);
    ambient + Vector3::from(light.sun) * normal.dot(&light.toward_sun.cast()).max(0.0)
}

impl Image<'_> {
    fn sky(&mut self, scenery: &Scenery) {
        let sky = Vector3::from(scenery.sky);
        let haze = Vector3::from(scenery.horizon);
        for row in 0..self.height {
            for column in 0..self.width {
                let up = (self.camera.pose.rotation.cast::<f32>() * self.ray(column, row).normalize()).z;
                let rise = if up < 0.0 { (-up * 3.0).min(1.0) * 0.3 } else { up.powf(0.6) };
                self.color[row * self.width + column] = haze.lerp(&sky, rise.clamp(0.0, 1.0)).map(linear);
            }
        }
    }

    /// Ray of a pixel in camera axes, 1 m along the optical axis; for orthographic projection always forward.
    fn ray(&self, column: usize, row: usize) -> Vector3<f32> {
        if self.parallel {
            return Vector3::x();
        }
        let [left, up] = self.at(column, row);
        Vector3::new(1.0, left, up)
    }

    /// Offset of the center of a pixel to the left and up, in units of `half`.
    fn at(&self, column: usize, row: usize) -> [f32; 2] {
        let part = |index: usize, count: usize| 1.0 - 2.0 * (index as f32 + 0.5) / count as f32;
        [self.half[0] * part(column, self.width), self.half[1] * part(row, self.height)]
    }

    /// Draws transparent things, and the water in front of and behind them.
    fn through(&mut self, stage: &Stage, scenery: &Scenery, light: &Light) {
        let waters = &scenery.water[..scenery.water.len().min(WATERS)];
        if waters.is_empty() {
            return self.stage(stage, light, false, |_| true);
        }
        let eye = Point3::from(self.camera.pose.translation.vector);
        let near = |place: &Point3<f64>| !waters.iter().any(|water| water.parts(&eye, place));
        let deep = Vector3::from(water::deep(light));
        self.absorb(waters, water::loss(scenery), &deep);
        self.stage(stage, light, false, |place| !near(place));
        self.surfaces(waters, scenery, &deep);
        self.stage(stage, light, false, near);
    }

    /// The origin and the ray of a pixel, 1 m along the optical axis.
    fn world_ray(&self, column: usize, row: usize) -> (Point3<f64>, Vector3<f64>) {
        let pose = &self.camera.pose;
        let [left, up] = self.at(column, row).map(f64::from);
        match self.parallel {
            true => (pose * Point3::new(0.0, left, up), pose * Vector3::x()),
            false => (pose.translation.vector.into(), pose * Vector3::new(1.0, left, up)),
        }
    }

    /// Attenuates every pixel by the water in front of it.
    fn absorb(&mut self, waters: &[Water], loss: [f32; 3], deep: &Vector3<f32>) {
        for row in 0..self.height {
            for column in 0..self.width {
                let index = row * self.width + column;
                let (start, ray) = self.world_ray(column, row);
                let distance = f64::from(self.distance[index]);
                let distance = if distance.is_finite() { distance } else { water::SKY / ray.norm() };
                let end = start + ray * distance;
                let length: f64 = waters.iter().map(|water| water.path_length(&start, &end)).sum();
                if length > 0.0 {
                    self.color[index] = water::through(self.color[index], length as f32, (loss, deep));
                }
            }
        }
    }

    /// Draws the surfaces of water.
    fn surfaces(&mut self, waters: &[Water], scenery: &Scenery, deep: &Vector3<f32>) {
        let mut hits: Vec<(f64, f32)> = Vec::with_capacity(waters.len());
        for row in 0..self.height {
            for column in 0..self.width {
                let index = row * self.width + column;
                let (start, ray) = self.world_ray(column, row);
                let nearest = f64::from(self.distance[index]);
                hits.clear();
                hits.extend(waters.iter().filter_map(|water| {
                    let distance = water.hit(&start, &ray)?;
                    let cosine = -(water.pose * Vector3::z()).dot(&ray) / ray.norm();
                    (distance >= self.camera.near && distance < nearest).then_some((distance, cosine as f32))
                }));
                hits.sort_by(|a, b| b.0.total_cmp(&a.0));
                for (_, cosine) in &hits {
                    let (color, opacity) = water::surface(*cosine, scenery, deep);
                    self.color[index] = water::over(self.color[index], &color, opacity);
                }
            }
        }
    }

    /// Draws opaque or transparent things whose centers satisfy `wanted`.
    fn stage(&mut self, stage: &Stage, light: &Light, opaque: bool, wanted: impl Fn(&Point3<f64>) -> bool) {
        let mut pose = self.camera.pose;
        pose.translation.vector -= stage.origin();
        let camera_from_stage: Isometry3<f32> = pose.inverse().cast();
        for batch in stage.batches().iter().filter(|batch| batch.transparent != opaque) {
            let mesh = &stage.meshes()[batch.mesh];
            for instance in &stage.instances()[batch.items.clone()] {
                let [low, high] = mesh.bounds;
                let (middle, _) = placed_box(instance, low, high);
                if !wanted(&Point3::from(middle.cast::<f64>() + stage.origin())) {
                    continue;
                }
                let (matrix, shift) = parts(instance);
                let cofactors = matrix.try_inverse().map(|inverse| inverse.transpose());
                let tint = Vector3::new(instance.color[0], instance.color[1], instance.color[2]);
                let corner = |vertex: &crate::mesh::Vertex| {
                    let place = matrix * Vector3::from(vertex.position) + shift;
                    let normal = cofactors.map_or_else(Vector3::z, |turn| turn * Vector3::from(vertex.normal));
                    let [red, green, blue, _] = vertex.color.map(|part| linear(f32::from(part) / 255.0));
                    let color = Vector3::new(red, green, blue).component_mul(&tint);
                    let color = color.component_mul(&shade(light, &normal.normalize()));
                    Corner { place: (camera_from_stage * Point3::from(place)).coords, color, at: vertex.place }
                };
                for number in 0..mesh.indices.len() / 3 {
                    let corners = mesh.triangle(number).map(corner);
                    self.clip(corners, mesh.texture(number), instance.color[3], opaque);
                }
            }
        }
    }

    /// Clips at the near plane (Sutherland and Hodgman, 1974) and draws the rest.
    fn clip(&mut self, corners: [Corner; 3], texture: Option<&Texture>, opacity: f32, opaque: bool) {
        let near = self.camera.near as f32;
        if corners.iter().all(|corner| corner.place.x >= near) {
            return self.triangle(corners, texture, opacity, opaque);
        }
        let mut clipped: Vec<Corner> = Vec::with_capacity(4);
        for (index, corner) in corners.iter().enumerate() {
            let next = &corners[(index + 1) % 3];
            if corner.place.x >= near {
                clipped.push(*corner);
            }
            if (corner.place.x >= near) != (next.place.x >= near) {
                let part = (near - corner.place.x) / (next.place.x - corner.place.x);
                clipped.push(Corner {
                    place: corner.place.lerp(&next.place, part),
                    color: corner.color.lerp(&next.color, part),
                    at: [0, 1].map(|axis| corner.at[axis] + (next.at[axis] - corner.at[axis]) * part),
                });
            }
        }
        for last in 2..clipped.len() {
            self.triangle([clipped[0], clipped[last - 1], clipped[last]], texture, opacity, opaque);
        }
    }

    fn triangle(&mut self, corners: [Corner; 3], texture: Option<&Texture>, opacity: f32, opaque: bool) {
        // Image positions of the vertices, and their inverse distances, which are linear in the image.
        let (width, height) = (self.width as f32, self.height as f32);
        let seen = corners.map(|corner| {
            let over = if self.parallel { 1.0 } else { 1.0 / corner.place.x };
            let x = (1.0 - corner.place.y * over / self.half[0]) / 2.0 * width;
            let y = (1.0 - corner.place.z * over / self.half[1]) / 2.0 * height;
            (x, y, over)
        });
        let [(ax, ay, _), (bx, by, _), (cx, cy, _)] = seen;
        let area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        // Counterclockwise triangles have a negative area with y down; back faces are drawn only if transparent.
        if area == 0.0 || !area.is_finite() || (area > 0.0 && opaque) {
            return;
        }
        let low = |a: f32, b: f32, c: f32| a.min(b).min(c).floor().max(0.0) as usize;
        let high = |a: f32, b: f32, c: f32, most: usize| (a.max(b).max(c).ceil().max(0.0) as usize).min(most);
        for row in low(ay, by, cy)..high(ay, by, cy, self.height) {
            for column in low(ax, bx, cx)..high(ax, bx, cx, self.width) {
                let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
                let u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
                let v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
                let w = 1.0 - u - v;
                if u < 0.0 || v < 0.0 || w < 0.0 {
                    continue;
                }
                let weights = [u * seen[0].2, v * seen[1].2, w * seen[2].2];
                let sum: f32 = weights.iter().sum();
                let distance = match self.parallel {
                    true => u * corners[0].place.x + v * corners[1].place.x + w * corners[2].place.x,
                    false => 1.0 / sum,
                };
                let index = row * self.width + column;
                if distance >= self.distance[index] || distance > self.camera.far as f32 {
                    continue;
                }
                if let Some(place) = self.color.get_mut(index) {
                    let color = (0..3).map(|k| corners[k].color * weights[k]).sum::<Vector3<f32>>() / sum;
                    let texel = texture.map(|texture| {
                        let at = |axis: usize| (0..3).map(|k| corners[k].at[axis] * weights[k]).sum::<f32>() / sum;
                        texture.color_at([at(0), at(1)])
                    });
                    let color = texel.map_or(color, |texel| color.component_mul(&texel));
                    *place = if opaque { color } else { place.lerp(&color, opacity) };
                }
                if opaque {
                    self.distance[index] = distance;
                }
            }
        }
    }

    fn floor(&mut self, floor: &Floor, light: &Light) {
        let eye = self.camera.pose.translation.vector;
        let turn = self.camera.pose.rotation;
        let shade = shade(light, &Vector3::z());
        for row in 0..self.height {
            for column in 0..self.width {
                let [left, up] = self.at(column, row);
                let (start, ray) = match self.parallel {
                    true => (eye + turn * Vector3::new(0.0, f64::from(left), f64::from(up)), turn * Vector3::x()),
                    false => (eye, turn * Vector3::new(1.0, f64::from(left), f64::from(up))),
                };
                // The ray is 1 m along the optical axis, so its parameter is the distance.
                let distance = (floor.height - start.z) / ray.z;
                let index = row * self.width + column;
                let seen = ray.z < 0.0 && distance >= self.camera.near && distance <= self.camera.far;
                if !seen || distance as f32 >= self.distance[index] {
                    continue;
                }
                let Some(color) = floor.color_at(start.x + ray.x * distance, start.y + ray.y * distance) else {
                    continue;
                };
                if let Some(place) = self.color.get_mut(index) {
                    *place = Vector3::from(color).map(linear).component_mul(&shade);
                }
                self.distance[index] = distance as f32;
            }
        }
    }
}
