//! The solid of a movable object: mass, center of mass, inertia, and its submerged form.

use super::shapes::{degenerate, mesh_placement, wall_box};
use nalgebra::{Isometry3, Matrix3, Point3, Vector3};
use sim_abi::math;
use sim_abi::model::MassProperties;
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::inertia::{inertia_entries, inertia_matrix};
use sim_geometry::{Shape, ShapeError};
use sim_model::mesh::{self, SolidProperties, TriangleMesh};
use sim_physics::{Immersible, immersion};
use sim_scene::LoadedScene;
use std::f64::consts::{PI, TAU};

/// Sides of the prism that approximates a round body in water; it has the volume of the body.
const SIDES: usize = 32;
/// Rings of each hemisphere of a capsule in water.
const RINGS: usize = 6;

/// A homogeneous solid.
pub(super) struct Solid {
    /// Mass, center of mass and inertia in the object's frame.
    pub(super) mass: MassProperties,
    /// Its form for buoyancy and drag; `None` if it encloses no volume.
    pub(super) immersible: Option<Immersible>,
}

/// The solid of an object with this mass, kg. Moments given in the scene refer to the axes of the object through the center of the form.
pub(super) fn of_object(object: &sim_scene::Object, mass: f64, loaded: &LoadedScene) -> Result<Solid, Diagnostic> {
    let mut solid = of_shape(&object.shape, mass, object.inertia.is_some(), loaded)?;
    if let Some([x, y, z]) = object.inertia {
        solid.mass.inertia = [x, y, z, 0.0, 0.0, 0.0];
    }
    Ok(solid)
}

fn of_shape(shape: &sim_scene::Shape, mass: f64, given: bool, loaded: &LoadedScene) -> Result<Solid, Diagnostic> {
    let about_origin = |moments: Vector3<f64>, immersible: Option<Immersible>| {
        let inertia = [moments.x, moments.y, moments.z, 0.0, 0.0, 0.0];
        Solid { mass: MassProperties { mass, center: [0.0; 3], inertia }, immersible }
    };
    // Homogeneous solids: Goldstein, Poole & Safko, Classical Mechanics, 3rd ed., table of moments.
    Ok(match shape.resolved() {
        sim_scene::Shape::Box(shape) => {
            let size = Vector3::from(shape.size);
            about_origin(cuboid(&size) * mass, Immersible::surface(immersion::box_surface(&(size / 2.0))))
        }
        sim_scene::Shape::Sphere(shape) => {
            let moments = Vector3::repeat(0.4 * mass * shape.radius * shape.radius);
            about_origin(moments, Some(Immersible::sphere(Vector3::zeros(), shape.radius)))
        }
        sim_scene::Shape::Cylinder(shape) => {
            let (r, h) = (shape.radius, shape.height);
            let across = mass * (3.0 * r * r + h * h) / 12.0;
            let profile = [(r, -h / 2.0), (r, h / 2.0)];
            let surface = turned_profile(&profile, PI * r * r * h);
            about_origin(Vector3::new(across, across, mass * r * r / 2.0), surface)
        }
        sim_scene::Shape::Capsule(shape) => capsule(shape.radius, shape.height, mass, about_origin),
        sim_scene::Shape::Ellipsoid(shape) => {
            let radii = Vector3::from(shape.radii);
            let square = radii.component_mul(&radii);
            let moments = Vector3::new(square.y + square.z, square.x + square.z, square.x + square.y) * (mass / 5.0);
            about_origin(moments, ellipsoid(&radii))
        }
        sim_scene::Shape::Wall(wall) => {
            let (placement, size) = wall_box(wall);
            let size = Vector3::from(size);
            let turn = placement.rotation.to_rotation_matrix();
            let inertia = turn.matrix() * Matrix3::from_diagonal(&(cuboid(&size) * mass)) * turn.matrix().transpose();
            let center = placement.translation.vector.into();
            let surface = immersion::box_surface(&(size / 2.0));
            let surface = surface.into_iter().map(|corners| moved(&placement, corners)).collect();
            let mass = MassProperties { mass, center, inertia: inertia_entries(&inertia) };
            Solid { mass, immersible: Immersible::surface(surface) }
        }
        sim_scene::Shape::Ramp(ramp) => {
            let built = Shape::try_ramp(ramp.length, ramp.width, ramp.height).ok();
            let surface = built.as_ref().and_then(Shape::hull_surface).unwrap_or_default();
            of_surface(surface, mass, given)?
        }
        sim_scene::Shape::Mesh(file) => {
            let read = mesh::load(&loaded.resolve(&file.file), file.scale);
            let read = read.map_err(|error| Diagnostic::from(&error))?.mesh;
            of_mesh(&read, &mesh_placement(file), file.convex, (mass, given))?
        }
        sim_scene::Shape::Extrusion(extrusion) => {
            of_mesh(&extrusion.surface(), &Isometry3::identity(), extrusion.convex, (mass, given))?
        }
        sim_scene::Shape::Plane(_)
        | sim_scene::Shape::Pool(_)
        | sim_scene::Shape::HeightField(_)
        | sim_scene::Shape::Named(_) => about_origin(Vector3::zeros(), None),
    })
}

/// Moments of inertia of a cuboid of 1 kg about its center, from its edge lengths (m), m².
fn cuboid(size: &Vector3<f64>) -> Vector3<f64> {
    let square = size.component_mul(size);
    Vector3::new(square.y + square.z, square.x + square.z, square.x + square.y) / 12.0
}

/// A cylinder and two hemispheres, each with its fraction of the mass; the center of a hemisphere is 3/8·r from its flat side, and its
/// transverse moment about that center is 83/320·m·r².
fn capsule(r: f64, h: f64, mass: f64, solid: impl Fn(Vector3<f64>, Option<Immersible>) -> Solid) -> Solid {
    let (tube, ball) = (PI * r * r * h, 4.0 / 3.0 * PI * math::powi(r, 3));
    let density = mass / (tube + ball);
    let (tube_mass, half_mass) = (tube * density, ball * density / 2.0);
    let along = tube_mass * r * r / 2.0 + 2.0 * half_mass * 0.4 * r * r;
    let offset = h / 2.0 + 0.375 * r;
    let across = tube_mass * (3.0 * r * r + h * h) / 12.0 + 2.0 * half_mass * (83.0 / 320.0 * r * r + offset * offset);
    let arc = |end: f64| {
        (1..RINGS).map(move |ring| {
            let angle = PI / 2.0 * ring as f64 / RINGS as f64;
            (r * math::cos(angle), end * (h / 2.0 + r * math::sin(angle)))
        })
    };
    let lower = arc(-1.0).rev().chain([(r, -h / 2.0)]);
    let profile: Vec<_> = lower.chain([(r, h / 2.0)]).chain(arc(1.0)).collect();
    solid(Vector3::new(across, across, along), turned_profile(&profile, tube + ball))
}

/// A closed surface of rings (radius, height) from bottom to top, scaled in width to this volume, m³.
fn turned_profile(profile: &[(f64, f64)], volume: f64) -> Option<Immersible> {
    let point = |(radius, z): (f64, f64), side: usize| {
        let angle = TAU * (side % SIDES) as f64 / SIDES as f64;
        Vector3::new(radius * math::cos(angle), radius * math::sin(angle), z)
    };
    let surface = |wide: f64| {
        let mut triangles = Vec::new();
        for side in 0..SIDES {
            let at = |ring: (f64, f64), side: usize| point((ring.0 * wide, ring.1), side);
            for pair in profile.windows(2) {
                let [a, b] = [at(pair[0], side), at(pair[0], side + 1)];
                let [c, d] = [at(pair[1], side + 1), at(pair[1], side)];
                triangles.extend([[a, b, c], [a, c, d]]);
            }
            let (bottom, top) = (profile[0], profile[profile.len() - 1]);
            triangles.push([Vector3::new(0.0, 0.0, bottom.1), at(bottom, side + 1), at(bottom, side)]);
            triangles.push([Vector3::new(0.0, 0.0, top.1), at(top, side), at(top, side + 1)]);
        }
        Immersible::surface(triangles)
    };
    let narrow = surface(1.0)?;
    surface((volume / narrow.volume()).sqrt())
}

/// The surface of an ellipsoid with these semi-axes, m, as triangles: scaled to the volume of the ellipsoid.
fn ellipsoid(radii: &Vector3<f64>) -> Option<Immersible> {
    let surface = |size: f64| {
        let hull = Shape::try_ellipsoid(radii * size).ok()?;
        Immersible::surface(hull.hull_surface()?)
    };
    let volume = 4.0 / 3.0 * PI * radii.product();
    surface(math::powf(volume / surface(1.0)?.volume(), 1.0 / 3.0))
}

fn moved(placement: &Isometry3<f64>, corners: [Vector3<f64>; 3]) -> [Vector3<f64>; 3] {
    corners.map(|corner| placement.transform_point(&corner.into()).coords)
}

/// A closed mesh bounds its solid; for other meshes, and for those that collide as their hull, the solid is the hull. `placement` is
/// `object_from_mesh`.
fn of_mesh(
    read: &TriangleMesh,
    placement: &Isometry3<f64>,
    convex: bool,
    (mass, given): (f64, bool),
) -> Result<Solid, Diagnostic> {
    if !convex {
        let mut turned = read.clone();
        turned.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        // An inside-out mesh is closed, too.
        for closed in [read, &turned] {
            if closed.solid_properties().is_ok() {
                let corners = closed.triangles.iter().map(|triangle| closed.corners(*triangle).map(Vector3::from));
                return of_surface(corners.map(|corners| moved(placement, corners)).collect(), mass, given);
            }
        }
    }
    let points: Vec<Point3<f64>> = read.vertices.iter().map(|vertex| Point3::from(*vertex)).collect();
    let surface = match Shape::try_convex(&points) {
        Ok(hull) => hull.hull_surface().unwrap_or_default(),
        Err(error @ ShapeError::NoHull { .. }) if !given => return Err(degenerate(&error)),
        Err(_) => Vec::new(),
    };
    of_surface(surface.into_iter().map(|corners| moved(placement, corners)).collect(), mass, given)
}

/// The interior of a closed surface. Without volume it has no inertia: the scene must have specified it.
fn of_surface(surface: Vec<[Vector3<f64>; 3]>, mass: f64, given: bool) -> Result<Solid, Diagnostic> {
    let vertices = surface.iter().flatten().map(|corner| (*corner).into()).collect();
    let triangles = (0..surface.len() as u32).map(|number| [3 * number, 3 * number + 1, 3 * number + 2]).collect();
    let whole = TriangleMesh { vertices, triangles, ..TriangleMesh::default() };
    match whole.solid_properties() {
        Ok(SolidProperties { volume, center, inertia }) => {
            let inertia = inertia_entries(&(inertia_matrix(&inertia) * (mass / volume)));
            Ok(Solid { mass: MassProperties { mass, center, inertia }, immersible: Immersible::surface(surface) })
        }
        Err(_) if given => {
            let properties = MassProperties { mass, center: [0.0; 3], inertia: [0.0; 6] };
            Ok(Solid { mass: properties, immersible: None })
        }
        Err(_) => {
            let message = "cannot compute the inertia: the shape of the object encloses no volume";
            Err(Diagnostic::error(Code::SceneGeometry, message).with_help("close the mesh, or set `inertia`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_scene::{Scene, text::Format};

    fn solid(object: &str) -> Solid {
        let text = format!("(format_version: 1, run: (dt: 0.1), objects: [(name: \"a\", {object}, mass: 3)])");
        let loaded = Scene::parse(&text, Format::Ron, "solid.ron").unwrap();
        of_object(&loaded.scene.objects[0], 3.0, &loaded).unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
    }

    fn close(found: &[f64], expected: &[f64]) {
        let near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-6 * (1.0 + expected.abs());
        assert!(found.iter().zip(expected).all(near), "{found:?} instead of {expected:?}");
    }

    #[test]
    fn an_ellipsoid_has_its_moments_and_its_volume() {
        let solid = solid("shape: Ellipsoid(radii: (0.5, 0.3, 0.2))");
        close(&solid.mass.inertia, &[0.6 * 0.13, 0.6 * 0.29, 0.6 * 0.34, 0.0, 0.0, 0.0]);
        close(&[solid.immersible.unwrap().volume()], &[4.0 / 3.0 * PI * 0.5 * 0.3 * 0.2]);
    }

    #[test]
    fn a_capsule_is_a_cylinder_and_two_half_balls() {
        let solid = solid("shape: Capsule(radius: 0.1, height: 0.3)");
        // Integrated over slices: ∫ ρ·π·ρ²(z)·(ρ²(z)/4 + z²) dz for the transverse moment.
        let (steps, half) = (200_000, 0.25);
        let (mut volume, mut across, mut along) = (0.0, 0.0, 0.0);
        for step in 0..steps {
            let dz = 2.0 * half / f64::from(steps);
            let z: f64 = (f64::from(step) + 0.5) * dz - half;
            let beyond = (z.abs() - 0.15).max(0.0);
            let square = 0.01 - beyond * beyond;
            volume += PI * square * dz;
            across += PI * square * (square / 4.0 + z * z) * dz;
            along += PI * square * square / 2.0 * dz;
        }
        let density = 3.0 / volume;
        close(&solid.mass.inertia, &[across * density, across * density, along * density, 0.0, 0.0, 0.0]);
        close(&[solid.immersible.unwrap().volume()], &[volume]);
    }

    #[test]
    fn a_ramp_has_its_center_a_third_up_and_a_third_in() {
        let solid = solid("shape: Ramp(length: 1.2, width: 0.5, height: 0.6)");
        close(&solid.mass.center, &[0.2, 0.0, 0.2]);
        // A right triangle with legs a and b has the moments a²/18 and b²/18 and the product a·b/36 about its centroid.
        let (x, y, z, xz) = (3.0 * 1.44 / 18.0, 3.0 * 0.25 / 12.0, 3.0 * 0.36 / 18.0, 3.0 * 1.2 * 0.6 / 36.0);
        close(&solid.mass.inertia, &[y + z, x + z, x + y, 0.0, -xz, 0.0]);
    }

    #[test]
    fn a_wall_has_its_center_between_its_ends() {
        let solid = solid("shape: Wall(from: (1, 1), to: (1, 3), height: 0.5, thickness: 0.1)");
        close(&solid.mass.center, &[1.0, 2.0, 0.25]);
        let moments = [4.0 + 0.25, 0.01 + 0.25, 4.0 + 0.01].map(|sum| 3.0 * sum / 12.0);
        close(&solid.mass.inertia, &[moments[0], moments[1], moments[2], 0.0, 0.0, 0.0]);
        close(&[solid.immersible.unwrap().volume()], &[0.1]);
    }

    #[test]
    fn a_round_body_in_water_has_its_volume() {
        let drum = solid("shape: Cylinder(radius: 0.2, height: 0.5)");
        close(&[drum.immersible.unwrap().volume()], &[PI * 0.04 * 0.5]);
    }
}
