//! Visuals of bodies for rendering: shapes, colors and poses.

use super::mover::Mover;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use sim_abi::model::{Geometry, RobotModelSpec};
use sim_model::Kinematics;
use sim_model::mesh::TriangleMesh;
use sim_scene::{HeightData, LoadedScene, Object};
use std::path::PathBuf;
use std::sync::Arc;

/// A visible part of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Visual {
    /// The link that carries it, for robots with moving links; see [`LinkPoses`]. `None`: the body itself.
    pub link: Option<u32>,
    /// `body_from_form`, or `link_from_form` with a link.
    pub placement: Isometry3<f64>,
    /// Its form.
    pub form: Form,
    /// Red, green, blue, opacity, each 0 … 1.
    pub color: [f32; 4],
}

/// A visible form about its own origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A cuboid with edges along x, y, z, m.
    Box([f64; 3]),
    /// A ball, m.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// A cylinder along z.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Height, m.
        height: f64,
    },
    /// A cylinder along z with hemispherical ends.
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Height of the cylinder between the hemispheres, m.
        height: f64,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// Semi-axes along x, y, z, m.
        radii: [f64; 3],
    },
    /// A wedge on z = 0 that rises along x to its height at x = length / 2.
    Ramp {
        /// Length along x, m.
        length: f64,
        /// Width along y, m.
        width: f64,
        /// Height of the upper end, m.
        height: f64,
    },
    /// The infinite plane z = 0, visible from above.
    Plane,
    /// An upright prism on z = 0.
    Prism(Arc<Prism>),
    /// Terrain over a rectangle.
    Terrain(Arc<Terrain>),
    /// Triangles.
    Triangles(Arc<TriangleMesh>),
    /// Triangles from a file.
    Mesh {
        /// The file.
        file: Arc<PathBuf>,
        /// Factors along x, y, z of the file.
        scale: [f64; 3],
    },
}

/// A prism over a simple polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Prism {
    /// The corners, counterclockwise seen from above, m.
    pub corners: Vec<[f64; 2]>,
    /// Triangulation of the polygon, as corner indices, counterclockwise.
    pub triangles: Vec<[usize; 3]>,
    /// Height, m.
    pub height: f64,
}

/// Heights over a rectangle about the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Size along x and y, m.
    pub size: [f64; 2],
    /// Number of heights along x.
    pub columns: usize,
    /// Heights, m: row after row from the smallest y up, each from the smallest x to the largest.
    pub heights: Vec<f64>,
}

/// Poses of links that move relative to their body, for all robots with visible moving links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkPoses {
    /// `body_from_link` of all links, robot by robot.
    poses: Vec<Isometry3<f64>>,
    /// Index of the first link of each body; bodies beyond the end have none.
    starts: Vec<u32>,
}

impl LinkPoses {
    /// `body_from_link`; the identity for bodies without moving links.
    pub fn get(&self, body: usize, link: u32) -> Isometry3<f64> {
        match self.starts.get(body) {
            Some(start) if *start != NONE => self.poses[(*start + link) as usize],
            _ => Isometry3::identity(),
        }
    }

    /// Whether a body has visible moving links.
    pub fn has(&self, body: usize) -> bool {
        self.starts.get(body).is_some_and(|start| *start != NONE)
    }

    /// Sets the link poses of a body for these joint positions, rad or m; does nothing for bodies without moving links.
    ///
    /// # Panics
    /// If the number of positions differs from the number of joints, or the kinematics belongs to another robot.
    pub fn place(&mut self, body: usize, kinematics: &Kinematics, positions: &[f64]) {
        let links = self.get_mut(body);
        if !links.is_empty() {
            kinematics.fill(positions, links);
        }
    }

    /// Copies another instance; does not allocate once it has been as large.
    pub fn copy_from(&mut self, other: &LinkPoses) {
        self.poses.clone_from(&other.poses);
        self.starts.clone_from(&other.starts);
    }

    /// `body_from_link` of all links of a body, mutable; empty for bodies without moving links.
    pub(super) fn get_mut(&mut self, body: usize) -> &mut [Isometry3<f64>] {
        match self.starts.get(body) {
            Some(start) if *start != NONE => {
                let start = *start as usize;
                let end = self.starts[body + 1..].iter().find(|next| **next != NONE);
                let end = end.map_or(self.poses.len(), |end| *end as usize);
                &mut self.poses[start..end]
            }
            _ => &mut [],
        }
    }

    /// Adds the moving links of a body; call it in the order of body numbers.
    fn add(&mut self, body: usize, body_from_link: impl IntoIterator<Item = Isometry3<f64>>) {
        self.starts.resize(self.starts.len().max(body + 1), NONE);
        self.starts[body] = self.poses.len() as u32;
        self.poses.extend(body_from_link);
    }
}

/// Start of a body without moving links.
const NONE: u32 = u32::MAX;

/// Robots with visible moving links. Their poses are computed only for rendering.
#[derive(Default)]
pub(super) struct Links {
    robots: Vec<Linked>,
    positions: Vec<f64>,
}

struct Linked {
    body: usize,
    mover: usize,
    kinematics: Arc<Kinematics>,
}

impl Links {
    /// Adds a robot with the initial poses of its links.
    pub(super) fn add(
        &mut self,
        poses: &mut LinkPoses,
        (body, mover): (usize, usize),
        kinematics: &Arc<Kinematics>,
        root_from_link: &[Isometry3<f64>],
    ) {
        poses.add(body, root_from_link.iter().copied());
        self.robots.push(Linked { body, mover, kinematics: kinematics.clone() });
    }

    /// Recomputes all poses.
    pub(super) fn follow(&mut self, movers: &[Mover], poses: &mut LinkPoses) {
        for robot in &self.robots {
            self.positions.clear();
            self.positions.extend(movers[robot.mover].joints.states.iter().map(|joint| joint.position));
            poses.place(robot.body, &robot.kinematics, &self.positions);
        }
    }
}

/// Visuals of an object in its own frame; empty if it is not visible, or if its heights cannot be read, which has been reported with its
/// colliders.
pub fn of_object(object: &Object, loaded: &LoadedScene) -> Vec<Visual> {
    if !object.visible || !loaded.scene.group(object).is_none_or(|group| group.visible) {
        return Vec::new();
    }
    let color = object.color.0.map(|part| part as f32);
    let visual = |placement: Isometry3<f64>, form: Form| Visual { link: None, placement, form, color };
    let one = |form: Form| vec![visual(Isometry3::identity(), form)];
    match object.shape.resolved() {
        sim_scene::Shape::Box(cuboid) => one(Form::Box(cuboid.size)),
        sim_scene::Shape::Cylinder(sim_scene::Cylinder { radius, height }) => {
            one(Form::Cylinder { radius: *radius, height: *height })
        }
        sim_scene::Shape::Sphere(sphere) => one(Form::Sphere { radius: sphere.radius }),
        sim_scene::Shape::Capsule(sim_scene::Capsule { radius, height }) => {
            one(Form::Capsule { radius: *radius, height: *height })
        }
        sim_scene::Shape::Ellipsoid(sim_scene::Ellipsoid { radii }) => one(Form::Ellipsoid { radii: *radii }),
        sim_scene::Shape::Ramp(sim_scene::Ramp { length, width, height }) => {
            one(Form::Ramp { length: *length, width: *width, height: *height })
        }
        sim_scene::Shape::Plane(plane) => {
            let normal = nalgebra::Unit::new_normalize(Vector3::from(plane.normal));
            let turn = UnitQuaternion::rotation_between(&Vector3::z(), &normal)
                .unwrap_or_else(|| UnitQuaternion::from_euler_angles(std::f64::consts::PI, 0.0, 0.0));
            vec![visual(Isometry3::from_parts(Translation3::identity(), turn), Form::Plane)]
        }
        sim_scene::Shape::Wall(wall) => {
            let (placement, size) = super::shapes::wall_box(wall);
            vec![visual(placement, Form::Box(size))]
        }
        sim_scene::Shape::Pool(pool) => {
            let parts = super::shapes::pool_boxes(pool).into_iter();
            parts.map(|(placement, size)| visual(placement, Form::Box(size))).collect()
        }
        sim_scene::Shape::HeightField(field) => match terrain(field, loaded) {
            Some(terrain) => one(Form::Terrain(Arc::new(terrain))),
            None => Vec::new(),
        },
        sim_scene::Shape::Mesh(mesh) => {
            let form = Form::Mesh { file: Arc::new(loaded.resolve(&mesh.file)), scale: mesh.scale };
            vec![visual(super::shapes::mesh_placement(mesh), form)]
        }
        sim_scene::Shape::Extrusion(extrusion) => one(Form::Triangles(Arc::new(extrusion.surface()))),
        sim_scene::Shape::Named(_) => Vec::new(),
    }
}

/// Visuals of raised floor paint, standing on z = 0. Empty for an image.
pub fn of_paint(paint: &sim_scene::Paint) -> Vec<Visual> {
    let visual = |placement: Isometry3<f64>, form: Form, color: &sim_scene::Color| Visual {
        link: None,
        placement,
        form,
        color: color.0.map(|part| part as f32),
    };
    match paint {
        sim_scene::Paint::Disc(disc) => {
            let parts = super::shapes::disc_parts(disc.at, disc.radius, disc.height);
            parts.map(|(at, radius, height)| visual(at, Form::Cylinder { radius, height }, &disc.color)).into()
        }
        sim_scene::Paint::Stroke(stroke) => {
            let (boxes, discs) = super::shapes::stroke_parts(stroke);
            let boxes = boxes.into_iter().map(|(at, size)| (at, Form::Box(size)));
            let discs = discs.into_iter().map(|(at, radius, height)| (at, Form::Cylinder { radius, height }));
            boxes.chain(discs).map(|(at, form)| visual(at, form, &stroke.color)).collect()
        }
        sim_scene::Paint::Polygon(polygon) => {
            let mut corners = polygon.points.clone();
            if sim_scene::signed_area(&corners) < 0.0 {
                corners.reverse();
            }
            let mut triangles = sim_scene::triangles(&corners);
            let clockwise =
                |triangle: &[usize; 3]| sim_scene::signed_area(&triangle.map(|corner| corners[corner])) < 0.0;
            triangles.iter_mut().filter(|triangle| clockwise(triangle)).for_each(|triangle| triangle.swap(1, 2));
            let prism = Prism { triangles, corners, height: polygon.height };
            vec![visual(Isometry3::identity(), Form::Prism(Arc::new(prism)), &polygon.color)]
        }
        sim_scene::Paint::Image(_) => Vec::new(),
    }
}

fn terrain(field: &sim_scene::HeightField, loaded: &LoadedScene) -> Option<Terrain> {
    let (columns, heights) = match &field.heights {
        HeightData::Rows(rows) => {
            (rows.0.first().map_or(0, Vec::len), rows.0.iter().rev().flatten().copied().collect())
        }
        HeightData::Image(image) => {
            let (columns, _, heights) =
                super::shapes::image_heights(&loaded.resolve(&image.file), image.low, image.high).ok()?;
            (columns, heights)
        }
    };
    Some(Terrain { size: field.size, columns, heights })
}

/// Visuals of a model. `root_from_link` is used for links that do not move relative to the body.
pub(super) fn of_model(
    spec: &RobotModelSpec,
    root_from_link: &[Isometry3<f64>],
    moves: impl Fn(usize) -> bool,
) -> Vec<Visual> {
    let mut list = Vec::new();
    for (number, link) in spec.links.iter().enumerate() {
        for visual in &link.visual {
            let placement = visual.placement.isometry();
            let (link, placement) = match moves(number) {
                true => (Some(number as u32), placement),
                false => (None, root_from_link[number] * placement),
            };
            list.push(Visual { link, placement, form: form(&visual.geometry), color: visual.color });
        }
    }
    list
}

/// Visuals with the color that a scene assigns to a robot: applied to the parts that the model marks as painted, or to all parts if it
/// marks none.
pub(super) fn painted(visuals: &[Visual], spec: &RobotModelSpec, color: &sim_scene::Color) -> Arc<[Visual]> {
    let declared = || spec.links.iter().flat_map(|link| &link.visual);
    let all = !declared().any(|visual| visual.paint);
    let color = color.0.map(|part| part as f32);
    let paint = |(visual, declared): (&Visual, &sim_abi::model::Visual)| match all || declared.paint {
        true => Visual { color, ..visual.clone() },
        false => visual.clone(),
    };
    visuals.iter().zip(declared()).map(paint).collect()
}

fn form(geometry: &Geometry) -> Form {
    match geometry {
        Geometry::Box { size } => Form::Box(*size),
        Geometry::Sphere { radius } => Form::Sphere { radius: *radius },
        Geometry::Cylinder { radius, height } => Form::Cylinder { radius: *radius, height: *height },
        Geometry::Capsule { radius, length } => Form::Capsule { radius: *radius, height: *length },
        Geometry::Ellipsoid { radii } => Form::Ellipsoid { radii: *radii },
        Geometry::Mesh { file, scale } => Form::Mesh { file: Arc::new(file.into()), scale: *scale },
    }
}
