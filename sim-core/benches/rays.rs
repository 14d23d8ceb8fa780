//! Rays, refresh and contacts of the spatial index, next to bare parry on the same shapes.
//!
//! Run with `cargo bench -p sim-core --bench rays`. Compare figures within one run only. `items/s` counts rays,
//! fans or bodies as each benchmark says.

use divan::{Bencher, black_box, counter::ItemsCount};
use nalgebra::{Isometry3, Point3, Vector3};
use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vec3};
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use parry3d::query::Ray;
use parry3d::shape::{Cuboid, Cylinder, Shape as ParryShape};
use sim_core::geometry::*;

fn main() {
    divan::main();
}

/// Numbers in [0, 1): Knuth's MMIX generator.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn place(&mut self, side: f64, z: f64) -> Isometry3<f64> {
        let (x, y) = ((self.next() - 0.5) * side, (self.next() - 0.5) * side);
        let turn = Vector3::z() * (self.next() * 6.0);
        Isometry3::new(Vector3::new(x, y, z), turn)
    }
}

const ROBOT_RADIUS: f64 = 0.085;
const ROBOT_HALF: f64 = 0.05;

fn robot() -> Collider {
    Collider::new(Shape::try_cylinder(ROBOT_RADIUS, ROBOT_HALF).expect("valid"))
}

fn crate_of(half: f64) -> Collider {
    Collider::new(Shape::try_box(Vector3::repeat(half)).expect("valid"))
}

struct Scene {
    index: SpatialIndex,
    robots: Vec<(BodyId, Isometry3<f64>)>,
    boxes: Vec<Isometry3<f64>>,
}

/// Robots at 1 per square meter and some boxes of 0.3 m.
fn scene(robots: usize, boxes: usize, side: f64) -> Scene {
    let mut draw = Draw(42);
    let mut scene = Scene { index: SpatialIndex::new(), robots: Vec::new(), boxes: Vec::new() };
    for _ in 0..boxes {
        let pose = draw.place(side, 0.15);
        scene.index.add_body(Mobility::Fixed, vec![crate_of(0.15)], pose).expect("valid");
        scene.boxes.push(pose);
    }
    for _ in 0..robots {
        let pose = draw.place(side, ROBOT_HALF);
        let id = scene.index.add_body(Mobility::Moving, vec![robot()], pose).expect("valid");
        scene.robots.push((id, pose));
    }
    scene.index.refresh(false);
    scene
}

fn ring(count: usize) -> Vec<Vector3<f64>> {
    let turn = |i: usize| i as f64 / count as f64 * std::f64::consts::TAU + 0.01;
    (0..count).map(|i| Vector3::new(turn(i).cos(), turn(i).sin(), 0.0)).collect()
}

/// The same shapes in a bare tree of parry.
struct Bare {
    tree: Bvh,
    shapes: Vec<(Pose, Box<dyn ParryShape>)>,
}

fn bare(scene: &Scene) -> Bare {
    let mut shapes: Vec<(Pose, Box<dyn ParryShape>)> = Vec::new();
    let pose = |pose: &Isometry3<f64>, stand: bool| {
        let upright = if stand { Vector3::x() * std::f64::consts::FRAC_PI_2 } else { Vector3::zeros() };
        let pose = pose * Isometry3::new(Vector3::zeros(), upright);
        let (t, r) = (pose.translation.vector, pose.rotation.scaled_axis());
        Pose::new(Vec3::new(t.x, t.y, t.z), Vec3::new(r.x, r.y, r.z))
    };
    for place in &scene.boxes {
        shapes.push((pose(place, false), Box::new(Cuboid::new(Vec3::splat(0.15)))));
    }
    for (_, place) in &scene.robots {
        let drum = Cylinder::new(ROBOT_HALF, ROBOT_RADIUS);
        shapes.push((pose(place, true), Box::new(drum)));
    }
    let boxes: Vec<Aabb> = shapes.iter().map(|(pose, shape)| shape.compute_aabb(pose)).collect();
    Bare { tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes), shapes }
}

impl Bare {
    fn cast(&self, origin: Vec3, along: Vec3, max: f64, skip: u32) -> f64 {
        let ray = Ray::new(origin, along);
        let hit = self.tree.cast_ray(&ray, max, |leaf, best| {
            if leaf == skip {
                return None;
            }
            let (pose, shape) = &self.shapes[leaf as usize];
            shape.cast_ray(pose, &ray, best, true)
        });
        hit.map_or(f64::INFINITY, |hit| hit.1)
    }
}

fn vec3(v: &Vector3<f64>) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}

/// (a) 1,000 robots at 1/m² and 100 boxes: 8 rays of 1 m from every robot. Items are fans.
mod swarm_fans {
    use super::*;

    const SIZES: [usize; 3] = [100, 1000, 10_000];

    fn build(robots: usize) -> Scene {
        scene(robots, robots / 10, (robots as f64).sqrt())
    }

    #[divan::bench(args = SIZES)]
    fn index(bencher: Bencher<'_, '_>, robots: usize) {
        let scene = build(robots);
        let rays = ring(8);
        let mut out = [0.0; 8];
        bencher.counter(ItemsCount::new(robots)).bench_local(|| {
            for (id, pose) in &scene.robots {
                let filter = QueryFilter::without(*id);
                scene.index.cast_fan(pose, &rays, 1.0, &filter, &mut out).expect("valid");
                black_box(&out);
            }
        });
    }

    #[divan::bench(args = SIZES)]
    fn bare_parry(bencher: Bencher<'_, '_>, robots: usize) {
        let scene = build(robots);
        let bare = bare(&scene);
        let rays = ring(8);
        let first = scene.boxes.len() as u32;
        bencher.counter(ItemsCount::new(robots)).bench_local(|| {
            for (number, (_, pose)) in scene.robots.iter().enumerate() {
                for ray in &rays {
                    let along = vec3(&(pose.rotation * ray));
                    let skip = first + number as u32;
                    black_box(bare.cast(vec3(&pose.translation.vector), along, 1.0, skip));
                }
            }
        });
    }
}

/// (b) 360 rays of 10 m from one point among 1,000 boxes. Items are rays.
mod scan {
    use super::*;

    #[divan::bench]
    fn index(bencher: Bencher<'_, '_>) {
        let scene = scene(0, 1000, 32.0);
        let rays = ring(360);
        let mut out = [0.0; 360];
        let sensor = Isometry3::translation(0.0, 0.0, 0.1);
        bencher.counter(ItemsCount::new(360_usize)).bench_local(|| {
            let filter = QueryFilter::default();
            scene.index.cast_fan(black_box(&sensor), &rays, 10.0, &filter, &mut out).expect("valid");
            black_box(&out);
        });
    }

    #[divan::bench]
    fn index_ray_by_ray(bencher: Bencher<'_, '_>) {
        let scene = scene(0, 1000, 32.0);
        let rays = ring(360);
        let origin = Point3::new(0.0, 0.0, 0.1);
        bencher.counter(ItemsCount::new(360_usize)).bench_local(|| {
            for ray in &rays {
                let filter = QueryFilter::default();
                let hit = scene.index.cast_ray(black_box(&origin), ray, 10.0, &filter).expect("valid");
                black_box(hit);
            }
        });
    }

    #[divan::bench]
    fn bare_parry(bencher: Bencher<'_, '_>) {
        let bare = bare(&scene(0, 1000, 32.0));
        let rays: Vec<Vec3> = ring(360).iter().map(vec3).collect();
        let origin = Vec3::new(0.0, 0.0, 0.1);
        bencher.counter(ItemsCount::new(360_usize)).bench_local(|| {
            for ray in &rays {
                black_box(bare.cast(black_box(origin), *ray, 10.0, u32::MAX));
            }
        });
    }
}

/// (c) A tick of moving cylinders at 1/m², each 2 cm further. Items are bodies.
mod tick {
    use super::*;

    const SIZES: [usize; 3] = [100, 1000, 10_000];

    #[divan::bench(args = SIZES)]
    fn refresh(bencher: Bencher<'_, '_>, robots: usize) {
        let mut scene = scene(robots, robots / 10, (robots as f64).sqrt());
        let directions: Vec<_> = (0..robots).map(|i| Vector3::new((i as f64).sin(), (i as f64).cos(), 0.0)).collect();
        let mut tick = 0_usize;
        bencher.counter(ItemsCount::new(robots)).bench_local(|| {
            // Back and forth along each robot's own direction, so that the density stays.
            let step = if (tick / 100).is_multiple_of(2) { 0.02 } else { -0.02 };
            tick += 1;
            for ((id, pose), direction) in scene.robots.iter_mut().zip(&directions) {
                pose.translation.vector += direction * step;
                scene.index.set_pose(*id, pose).expect("valid");
            }
            scene.index.refresh(false);
        });
    }

    #[divan::bench(args = SIZES)]
    fn contacts(bencher: Bencher<'_, '_>, robots: usize) {
        let scene = scene(robots, robots / 10, (robots as f64).sqrt());
        let (mut scratch, mut out) = (ContactScratch::default(), Vec::new());
        let options = ContactOptions::default();
        bencher.counter(ItemsCount::new(robots)).bench_local(|| {
            scene.index.contacts(&options, &mut scratch, &mut out).expect("valid");
            black_box(&out);
        });
    }

    #[divan::bench(args = SIZES)]
    fn contacts_parallel(bencher: Bencher<'_, '_>, robots: usize) {
        let scene = scene(robots, robots / 10, (robots as f64).sqrt());
        let (mut scratch, mut out) = (ContactScratch::default(), Vec::new());
        let options = ContactOptions { parallel: true, ..ContactOptions::default() };
        bencher.counter(ItemsCount::new(robots)).bench_local(|| {
            scene.index.contacts(&options, &mut scratch, &mut out).expect("valid");
            black_box(&out);
        });
    }
}
