//! Distance of a point to the convex hull of up to four spheres.

use crate::Sphere;
use crate::distance::{Invalid, Line, Pair};
use nalgebra::{Matrix3, Point3, Vector3};

/// Maximum number of spheres in a hull.
pub const MAX_SPHERES: usize = 4;

/// Returns the distance of a point to the surface of the convex hull of one to four spheres; negative inside.
///
/// Outside, it is the minimum of |c − p| − r over all spheres whose centers and radii are the same convex combination of the given ones;
/// this minimum lies within an edge or a triangle of the hull. Inside, it is the depth: the minimum over all directions of the extent of
/// the hull from the point.
///
/// # Errors
/// [`Invalid`] for non-finite values, negative radii, and an invalid number of spheres.
pub fn point_to_polysphere(point: &Point3<f64>, spheres: &[Sphere]) -> Result<f64, Invalid> {
    if spheres.is_empty() || spheres.len() > MAX_SPHERES {
        return Err(Invalid::Count);
    }
    Sphere::new(*point, 0.0).checked()?;
    for sphere in spheres {
        sphere.checked()?;
    }
    let mut least = f64::INFINITY;
    for (number, first) in spheres.iter().enumerate() {
        least = least.min((first.center - point).norm() - first.radius);
        for (next, second) in spheres.iter().enumerate().skip(number + 1) {
            let edge = Line {
                start: first.center - point,
                way: second.center - first.center,
                radius: first.radius,
                growth: second.radius - first.radius,
            };
            least = least.min(edge.at(edge.least()));
            for third in &spheres[next + 1..] {
                let triangle = Pair::through([first, second, third], point);
                if let Some((s, t)) = triangle.inside().filter(|(s, t)| *s >= 0.0 && *t >= 0.0 && s + t <= 1.0) {
                    least = least.min(triangle.at(s, t));
                }
            }
        }
    }
    // If all centers are coplanar, that is also the depth. Otherwise a point among the centers is deeper in the hull than in any of these
    // triangles.
    Ok(if spheres.len() == MAX_SPHERES && is_among(point, spheres) { -depth(point, spheres) } else { least })
}

/// Returns whether a point is in the tetrahedron of four centers.
fn is_among(point: &Point3<f64>, spheres: &[Sphere]) -> bool {
    let edges = |number: usize| spheres[number].center - spheres[0].center;
    let edges = Matrix3::from_columns(&[edges(1), edges(2), edges(3)]);
    let size = edges.norm();
    if edges.determinant().abs() <= 1e-12 * size * size * size {
        return false;
    }
    let Some(inverse) = edges.try_inverse() else { return false };
    let parts = inverse * (point - spheres[0].center);
    parts.iter().all(|part| *part >= 0.0) && parts.sum() <= 1.0
}

/// Returns the minimum extent of the hull from a point inside it.
///
/// The extent in the direction of a unit vector n is the maximum of (c − p)·n + r. It is minimal where one, two or three of these terms
/// attain the maximum together, so those directions are tried.
fn depth(point: &Point3<f64>, spheres: &[Sphere]) -> f64 {
    let relative = |sphere: &Sphere| sphere.center - point;
    let reach = |normal: &Vector3<f64>| {
        let reaches = spheres.iter().map(|sphere| relative(sphere).dot(normal) + sphere.radius);
        reaches.fold(f64::NEG_INFINITY, f64::max)
    };
    let mut least = f64::INFINITY;
    let mut attempt = |normal: Option<Vector3<f64>>| {
        if let Some(normal) = normal.filter(|normal| normal.iter().all(|value| value.is_finite())) {
            least = least.min(reach(&normal));
        }
    };
    for (number, first) in spheres.iter().enumerate() {
        attempt((-relative(first)).try_normalize(0.0));
        for (next, second) in spheres.iter().enumerate().skip(number + 1) {
            for normal in equal_reach_of_two(&relative(first), &relative(second), second.radius - first.radius) {
                attempt(normal);
            }
            for third in &spheres[next + 1..] {
                let edges = [relative(second) - relative(first), relative(third) - relative(first)];
                for normal in equal_reach_of_three(&edges, [first.radius - second.radius, first.radius - third.radius])
                {
                    attempt(normal);
                }
            }
        }
    }
    least
}

/// Returns the directions in which two spheres extend equally far, with the minimum or maximum extent among all such directions.
fn equal_reach_of_two(first: &Vector3<f64>, second: &Vector3<f64>, growth: f64) -> [Option<Vector3<f64>>; 2] {
    let Some(axis) = (second - first).try_normalize(0.0) else { return [None; 2] };
    // n·axis, from first·n + r = second·n + r + growth.
    let along = -growth / (second - first).norm();
    let rest = 1.0 - along * along;
    if rest < 0.0 {
        return [None; 2];
    }
    let across = (first - axis * first.dot(&axis)).try_normalize(0.0);
    [-1.0, 1.0].map(|sign| across.map(|across| axis * along + across * (sign * rest.sqrt())))
}

/// Returns the two directions in which three spheres extend equally far, given their dot products with two edges.
fn equal_reach_of_three(edges: &[Vector3<f64>; 2], products: [f64; 2]) -> [Option<Vector3<f64>>; 2] {
    let [first, second] = edges;
    let (aa, ab, bb) = (first.dot(first), first.dot(second), second.dot(second));
    let determinant = aa * bb - ab * ab;
    let (x, y) =
        ((bb * products[0] - ab * products[1]) / determinant, (aa * products[1] - ab * products[0]) / determinant);
    let inside = first * x + second * y;
    let rest = 1.0 - inside.norm_squared();
    let Some(across) = first.cross(second).try_normalize(0.0).filter(|_| rest >= 0.0) else { return [None; 2] };
    [-1.0, 1.0].map(|sign| Some(inside + across * (sign * rest.sqrt())))
}
