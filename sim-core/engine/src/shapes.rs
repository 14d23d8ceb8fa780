//! Converts shapes of scenes and models to colliders.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use sim_abi::math;
use sim_abi::model::{Geometry, RobotModelSpec};
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::{Collider, Material, Shape, ShapeError};
use sim_model::mesh::{self, TriangleMesh};
use sim_scene::{HeightData, LoadedScene, Paint, Posed, Stroke, segments, triangles};
use std::path::Path;

pub(super) fn degenerate(error: &ShapeError) -> Diagnostic {
    Diagnostic::error(Code::SceneGeometry, format!("invalid shape: {error}")).with_help("use finite sizes above 0")
}

fn unusable_mesh(error: &sim_model::ModelError) -> Diagnostic {
    Diagnostic::from(error)
}

fn upright(at: [f64; 3], yaw: f64) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::from(at), UnitQuaternion::from_euler_angles(0.0, 0.0, yaw))
}

/// Colliders of an object in its own frame, or the problem of one of its shapes, with the path of that shape relative to the object.
pub(super) fn of_object(
    object: &sim_scene::Object,
    loaded: &LoadedScene,
) -> Result<Vec<Collider>, (String, Diagnostic)> {
    if object.collision.is_empty() {
        return of_shape(&object.shape, loaded).map_err(|diagnostic| ("shape".to_owned(), diagnostic));
    }
    let mut list = Vec::new();
    for (number, part) in object.collision.iter().enumerate() {
        let colliders =
            of_shape(&part.shape, loaded).map_err(|diagnostic| (format!("collision[{number}].shape"), diagnostic))?;
        list.extend(colliders.into_iter().map(|collider| {
            let place = part.pose() * collider.body_from_collider;
            collider.at(place)
        }));
    }
    Ok(list)
}

fn of_shape(shape: &sim_scene::Shape, loaded: &LoadedScene) -> Result<Vec<Collider>, Diagnostic> {
    let half = |size: [f64; 3]| Vector3::from(size) / 2.0;
    let one = |shape: Result<Shape, ShapeError>| Ok(vec![Collider::new(shape.map_err(|error| degenerate(&error))?)]);
    match shape.resolved() {
        sim_scene::Shape::Box(cuboid) => one(Shape::try_box(half(cuboid.size))),
        sim_scene::Shape::Cylinder(cylinder) => one(Shape::try_cylinder(cylinder.radius, cylinder.height / 2.0)),
        sim_scene::Shape::Sphere(sphere) => one(Shape::try_sphere(sphere.radius)),
        sim_scene::Shape::Capsule(capsule) => one(Shape::try_capsule(capsule.radius, capsule.height / 2.0)),
        sim_scene::Shape::Ellipsoid(ellipsoid) => one(Shape::try_ellipsoid(Vector3::from(ellipsoid.radii))),
        sim_scene::Shape::Wall(wall) => Ok(vec![cuboid(wall_box(wall))?]),
        sim_scene::Shape::Plane(plane) => {
            let normal = nalgebra::Unit::new_normalize(Vector3::from(plane.normal));
            let turn = UnitQuaternion::rotation_between(&Vector3::z(), &normal)
                .unwrap_or_else(|| UnitQuaternion::from_euler_angles(std::f64::consts::PI, 0.0, 0.0));
            Ok(vec![Collider::new(Shape::HalfSpace).at(Isometry3::from_parts(Translation3::identity(), turn))])
        }
        sim_scene::Shape::Pool(pool) => pool_boxes(pool).into_iter().map(cuboid).collect(),
        sim_scene::Shape::Ramp(ramp) => one(Shape::try_ramp(ramp.length, ramp.width, ramp.height)),
        sim_scene::Shape::HeightField(field) => terrain(field, loaded),
        sim_scene::Shape::Mesh(file) => {
            let path = loaded.resolve(&file.file);
            let read = mesh::load(&path, file.scale).map_err(|error| unusable_mesh(&error))?;
            Ok(vec![of_triangles(&read.mesh, file.convex)?.at(mesh_placement(file))])
        }
        sim_scene::Shape::Extrusion(extrusion) => Ok(vec![of_triangles(&extrusion.surface(), extrusion.convex)?]),
        // Validation has rejected undefined names.
        sim_scene::Shape::Named(_) => Ok(Vec::new()),
    }
}

/// `object_from_mesh` of a mesh file.
pub(super) fn mesh_placement(mesh: &sim_scene::Mesh) -> Isometry3<f64> {
    let turn = if mesh.y_up { std::f64::consts::FRAC_PI_2 } else { 0.0 };
    Isometry3::from_parts(Translation3::identity(), UnitQuaternion::from_euler_angles(turn, 0.0, 0.0))
}

/// A cuboid: `object_from_box` and its edges, m.
type PlacedBox = (Isometry3<f64>, [f64; 3]);

fn cuboid((placement, size): PlacedBox) -> Result<Collider, Diagnostic> {
    let shape = Shape::try_box(Vector3::from(size) / 2.0).map_err(|error| degenerate(&error))?;
    Ok(Collider::new(shape).at(placement))
}

/// The cuboid of a wall.
pub(super) fn wall_box(wall: &sim_scene::Wall) -> PlacedBox {
    wall_between(wall.from, wall.to, wall.height, wall.thickness)
}

fn wall_between(from: [f64; 2], to: [f64; 2], height: f64, thickness: f64) -> PlacedBox {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0, height / 2.0];
    (upright(middle, math::atan2(dy, dx)), [math::hypot(dx, dy), thickness, height])
}

/// The cuboids of a pool: walls outside the outline, each extended at its ends so that corners are closed, and the floor.
pub(super) fn pool_boxes(pool: &sim_scene::Pool) -> Vec<PlacedBox> {
    let corners = pool.outline.corners();
    let mut boxes = Vec::new();
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = math::hypot(dx, dy);
        let (ux, uy) = (dx / length, dy / length);
        // The outline runs counterclockwise: outside is to the right.
        let (out, t) = ([uy, -ux], pool.thickness);
        let end = |point: [f64; 2], along: f64| {
            [point[0] + out[0] * t / 2.0 + ux * along, point[1] + out[1] * t / 2.0 + uy * along]
        };
        boxes.push(wall_between(end(*from, -t), end(to, t), pool.height, t));
    }
    if pool.floor {
        let bound =
            |axis: usize, pick: fn(f64, f64) -> f64| corners.iter().map(|c| c[axis]).reduce(pick).unwrap_or(0.0);
        let (low, high) = ([bound(0, f64::min), bound(1, f64::min)], [bound(0, f64::max), bound(1, f64::max)]);
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, -pool.thickness / 2.0];
        boxes.push((upright(middle, 0.0), [high[0] - low[0], high[1] - low[1], pool.thickness]));
    }
    boxes
}

/// Colliders of raised floor paint, standing on z = 0. Empty for an image.
pub fn of_paint(paint: &Paint) -> Result<Vec<Collider>, Diagnostic> {
    let built = |shape: Result<Shape, ShapeError>| shape.map_err(|error| degenerate(&error));
    match paint {
        Paint::Disc(disc) => disc_parts(disc.at, disc.radius, disc.height).into_iter().map(round).collect(),
        Paint::Stroke(stroke) => {
            let (boxes, discs) = stroke_parts(stroke);
            boxes.into_iter().map(cuboid).chain(discs.into_iter().map(round)).collect()
        }
        Paint::Polygon(polygon) => {
            let prism = |corners: [usize; 3]| {
                let corners = corners.map(|corner| polygon.points[corner]);
                let points = [0.0, polygon.height].map(|z| corners.map(|[x, y]| Point3::new(x, y, z)));
                Ok(Collider::new(built(Shape::try_convex(points.as_flattened()))?))
            };
            triangles(&polygon.points).into_iter().map(prism).collect()
        }
        Paint::Image(_) => Ok(Vec::new()),
    }
}

/// An upright cylinder: `object_from_cylinder`, radius and height, m.
type PlacedCylinder = (Isometry3<f64>, f64, f64);

fn round((placement, radius, height): PlacedCylinder) -> Result<Collider, Diagnostic> {
    let shape = Shape::try_cylinder(radius, height / 2.0).map_err(|error| degenerate(&error))?;
    Ok(Collider::new(shape).at(placement))
}

/// The cylinder of a raised disc.
pub(super) fn disc_parts([x, y]: [f64; 2], radius: f64, height: f64) -> [PlacedCylinder; 1] {
    [(upright([x, y, height / 2.0], 0.0), radius, height)]
}

/// A raised stroke: a cuboid for each segment, a cylinder at each point.
pub(super) fn stroke_parts(stroke: &Stroke) -> (Vec<PlacedBox>, Vec<PlacedCylinder>) {
    let long = |[from, to]: &[[f64; 2]; 2]| from != to;
    let pieces = segments(stroke).into_iter().filter(long);
    let boxes = pieces.map(|[from, to]| wall_between(from, to, stroke.height, stroke.width)).collect();
    let discs = stroke.points.iter().flat_map(|point| disc_parts(*point, stroke.width / 2.0, stroke.height));
    (boxes, discs.collect())
}

fn terrain(field: &sim_scene::HeightField, loaded: &LoadedScene) -> Result<Vec<Collider>, Diagnostic> {
    // Scenes list rows from the largest y down, the geometry from the smallest y up.
    let (columns, rows, heights): (usize, usize, Vec<f64>) = match &field.heights {
        HeightData::Rows(rows) => {
            (rows.0.first().map_or(0, Vec::len), rows.0.len(), rows.0.iter().rev().flatten().copied().collect())
        }
        HeightData::Image(image) => image_heights(&loaded.resolve(&image.file), image.low, image.high)?,
    };
    let shape = Shape::try_height_field(&heights, columns, rows, field.size[0], field.size[1]);
    Ok(vec![Collider::new(shape.map_err(|error| degenerate(&error))?)])
}

/// Heights of a gray image: black is `low`, white is `high`.
pub(super) fn image_heights(path: &Path, low: f64, high: f64) -> Result<(usize, usize, Vec<f64>), Diagnostic> {
    let (width, height, gray) = sim_scene::gray_values(path).map_err(|error| {
        Diagnostic::error(Code::SceneFile, "cannot read the terrain image")
            .with_file(path.display().to_string())
            .with_found(error)
            .with_help("use a grayscale PNG or JPEG file, relative to the scene's folder")
    })?;
    let height_of = |value: u16| low + (high - low) * f64::from(value) / f64::from(u16::MAX);
    Ok((width, height, gray.into_iter().map(height_of).collect()))
}

fn of_triangles(mesh: &TriangleMesh, convex: bool) -> Result<Collider, Diagnostic> {
    let points: Vec<Point3<f64>> = mesh.vertices.iter().map(|vertex| Point3::from(*vertex)).collect();
    let shape = if convex { Shape::try_convex(&points) } else { Shape::try_mesh(&points, &mesh.triangles) };
    shape.map(Collider::new).map_err(|error| degenerate(&error))
}

/// Colliders of a robot: for each the index of its link and `link_from_collider`.
pub(super) fn of_model(spec: &RobotModelSpec) -> Result<Vec<(usize, Collider)>, Diagnostic> {
    let mut list = Vec::new();
    for (link, part) in spec.links.iter().enumerate() {
        for collision in &part.collision {
            let shape = match &collision.geometry {
                Geometry::Box { size } => Shape::try_box(Vector3::from(*size) / 2.0),
                Geometry::Sphere { radius } => Shape::try_sphere(*radius),
                Geometry::Cylinder { radius, height } => Shape::try_cylinder(*radius, height / 2.0),
                Geometry::Capsule { radius, length } => Shape::try_capsule(*radius, length / 2.0),
                Geometry::Ellipsoid { radii } => Shape::try_ellipsoid(Vector3::from(*radii)),
                Geometry::Mesh { file, scale } => {
                    // Moving meshes collide as their convex hull: solid, and fast enough to move.
                    let read = mesh::load(Path::new(file), *scale).map_err(|error| unusable_mesh(&error))?;
                    list.push((link, of_triangles(&read.mesh, true)?.at(collision.placement.isometry())));
                    continue;
                }
            };
            let shape = shape.map_err(|error| degenerate(&error))?;
            list.push((link, Collider::new(shape).at(collision.placement.isometry())));
        }
    }
    Ok(list)
}

/// Surface of an object.
pub(super) fn material(material: &sim_scene::Material) -> Result<Material, Diagnostic> {
    Material::try_new(material.friction, material.restitution).map_err(|error| degenerate(&error))
}
