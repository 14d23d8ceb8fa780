//! Exact nearest points and signed distances (f64) of the analytic shapes.

use nalgebra::{Vector2, Vector3};

use super::placed::{Kind, PlacedCollider};

/// Nearest surface point of a shape: distance (negative inside), the point, the outward normal there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surface {
    pub distance: f64,
    pub point: Vector3<f64>,
    pub normal: Vector3<f64>,
}

/// From a point to the surface of the convex region |x| ≤ a, |y| ≤ b, … : the offset to the nearest point.
fn box_surface(local: &Vector3<f64>, half: &Vector3<f64>) -> (f64, Vector3<f64>, Vector3<f64>) {
    let clamped = Vector3::from_fn(|i, _| local[i].clamp(-half[i], half[i]));
    let offset = local - clamped;
    let distance = offset.norm();
    if distance > 0.0 {
        return (distance, clamped, offset / distance);
    }
    let over = local.abs() - half;
    let axis = over.imax();
    let mut normal = Vector3::zeros();
    normal[axis] = 1.0_f64.copysign(local[axis]);
    let mut point = *local;
    point[axis] = half[axis].copysign(local[axis]);
    (over[axis], point, normal)
}

fn cylinder_surface(local: &Vector3<f64>, radius: f64, half: f64) -> (f64, Vector3<f64>, Vector3<f64>) {
    // In (distance from the axis, height) a cylinder is a rectangle.
    let flat = local.xy();
    let rho = flat.norm();
    let out = if rho > 1e-300 { flat / rho } else { Vector2::x() };
    let lift = |r: f64, z: f64| Vector3::new(out.x * r, out.y * r, z);
    let (r, z) = (rho.min(radius), local.z.clamp(-half, half));
    let offset = Vector2::new(rho - r, local.z - z);
    let distance = offset.norm();
    if distance > 0.0 {
        return (distance, lift(r, z), lift(offset.x / distance, offset.y / distance));
    }
    if rho - radius > local.z.abs() - half {
        (rho - radius, lift(radius, local.z), lift(1.0, 0.0))
    } else {
        let up = 1.0_f64.copysign(local.z);
        (local.z.abs() - half, lift(rho, half * up), lift(0.0, up))
    }
}

fn round_surface(local: &Vector3<f64>, core: &Vector3<f64>, radius: f64) -> (f64, Vector3<f64>, Vector3<f64>) {
    let offset = local - core;
    let from_core = offset.norm();
    let normal = if from_core > 1e-300 { offset / from_core } else { Vector3::x() };
    (from_core - radius, core + normal * radius, normal)
}

/// Nearest surface point of a primitive to a world point.
pub(crate) fn surface(placed: &PlacedCollider, point: &Vector3<f64>) -> Surface {
    let start = point - placed.center;
    let local = placed.in_shape(&start);
    let (radius, half) = (placed.dims.x, placed.dims.y);
    let (distance, on_surface, normal) = match placed.kind {
        Kind::Box => box_surface(&local, &placed.dims),
        Kind::Cylinder | Kind::UprightCylinder => cylinder_surface(&local, radius, half),
        Kind::Sphere => round_surface(&local, &Vector3::zeros(), radius),
        Kind::Capsule => {
            let core = Vector3::new(0.0, 0.0, local.z.clamp(-half, half));
            round_surface(&local, &core, radius)
        }
        Kind::HalfSpace | Kind::Other => (local.z, Vector3::new(local.x, local.y, 0.0), Vector3::z()),
    };
    Surface { distance, point: placed.center + placed.rotation * on_surface, normal: placed.rotation * normal }
}
