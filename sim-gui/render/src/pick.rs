//! Picking the body under the pointer.

use crate::stage::{Stage, parts};
use nalgebra::{Point3, Vector3};

/// The first hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pick {
    /// Index of the body.
    pub body: usize,
    /// Hit point, world frame, m.
    pub point: Point3<f64>,
    /// Unit normal of the face, world frame.
    pub normal: Vector3<f64>,
    /// Distance along the ray, m.
    pub distance: f64,
}

impl Stage {
    /// The first visible front face hit by a ray with unit direction; bodies for which `skip` returns true are ignored.
    pub fn pick(&self, start: Point3<f64>, direction: Vector3<f64>, skip: impl Fn(usize) -> bool) -> Option<Pick> {
        let start = (start - self.origin()).cast::<f32>();
        let along = direction.cast::<f32>();
        let mut best: Option<(f32, usize, Vector3<f32>)> = None;
        for batch in self.batches().iter().filter(|batch| !batch.shells) {
            let mesh = &self.meshes()[batch.mesh];
            for item in batch.items.clone() {
                let body = self.items()[item].body as usize;
                let (matrix, shift) = parts(&self.instances()[item]);
                let Some(inverse) = matrix.try_inverse() else { continue };
                let (local, ray) = (inverse * (start.coords - shift), inverse * along);
                let far = best.map_or(f32::INFINITY, |(distance, ..)| distance);
                if !meets_box(&local, &ray, mesh.bounds, far) || skip(body) {
                    continue;
                }
                for number in 0..mesh.indices.len() / 3 {
                    let corners = mesh.triangle(number).map(|vertex| Vector3::from(vertex.position));
                    let far = best.map_or(f32::INFINITY, |(distance, ..)| distance);
                    if let Some(distance) = meets_triangle(&local, &ray, corners).filter(|found| *found < far) {
                        let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
                        best = Some((distance, body, inverse.transpose() * normal));
                    }
                }
            }
        }
        let (distance, body, normal) = best?;
        let point = Point3::from(start + along * distance).cast::<f64>() + self.origin();
        Some(Pick { body, point, normal: normal.cast::<f64>().normalize(), distance: f64::from(distance) })
    }
}

/// Whether a ray hits a box within a distance (slab method; Kay and Kajiya, 1986).
fn meets_box(start: &Vector3<f32>, ray: &Vector3<f32>, [low, high]: [[f32; 3]; 2], far: f32) -> bool {
    /// Minimum thickness of the boxes of flat meshes.
    const MARGIN: f32 = 1e-4;
    let (mut enter, mut leave) = (0.0f32, far);
    for axis in 0..3 {
        let to = |bound: f32| (bound - start[axis]) / ray[axis];
        let (a, b) = (to(low[axis] - MARGIN), to(high[axis] + MARGIN));
        // A ray along a face divides by zero; the comparisons ignore NaN.
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    enter <= leave
}

/// Distance at which a ray hits the front of a triangle (Möller and Trumbore, 1997).
fn meets_triangle(start: &Vector3<f32>, ray: &Vector3<f32>, [a, b, c]: [Vector3<f32>; 3]) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let p = ray.cross(&ac);
    let determinant = ab.dot(&p);
    if determinant <= 0.0 {
        return None;
    }
    let t = start - a;
    let u = t.dot(&p);
    let q = t.cross(&ab);
    let v = ray.dot(&q);
    let distance = ac.dot(&q) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= determinant && distance > 0.0).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::Detail;
    use nalgebra::Isometry3;
    use sim_core::engine::{Form, LinkPoses, Visual};
    use std::sync::Arc;

    #[test]
    fn the_nearest_front_face_is_hit_at_its_position() {
        let visual = |form: Form| -> Arc<[Visual]> {
            vec![Visual { link: None, placement: Isometry3::identity(), form, color: [1.0; 4] }].into()
        };
        let bodies = [visual(Form::Box([1.0, 2.0, 4.0])), visual(Form::Sphere { radius: 0.5 }), visual(Form::Plane)];
        let mut stage = Stage::new(Detail::Full);
        stage.set_bodies(bodies.iter());
        let places = [[3.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 0.0, -1.0]];
        stage.pose(
            |body| Isometry3::translation(places[body][0], places[body][1], places[body][2]),
            &LinkPoses::default(),
        );
        let pick = stage.pick(Point3::new(0.0, 0.2, 0.1), Vector3::x(), |_| false).unwrap();
        assert_eq!(pick.body, 0);
        assert!((pick.point - Point3::new(2.5, 0.2, 0.1)).norm() < 1e-5, "{pick:?}");
        assert!((pick.normal + Vector3::x()).norm() < 1e-6);
        let behind = stage.pick(Point3::new(0.0, 0.0, 0.1), Vector3::x(), |body| body == 0).unwrap();
        assert_eq!(behind.body, 1);
        let down = stage.pick(Point3::new(1.0, 1.0, 1.0), -Vector3::z(), |_| false).unwrap();
        assert!(down.body == 2 && (down.distance - 2.0).abs() < 1e-5);
        assert_eq!(stage.pick(Point3::new(1.0, 1.0, 1.0), Vector3::z(), |_| false), None);
    }
}
