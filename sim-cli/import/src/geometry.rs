//! Geometry nodes: boxes, spheres, grids, faces, …

use super::fields::Fields;
use super::frame::y_up;
use super::mesh::Mesh;
use super::{MAX_CORNERS, MAX_EARS, Work};
use nalgebra::{Matrix3, Vector3};
use sim_vrml::NodeRef;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// Maximum number of missing heights of a grid.
const MAX_MISSING: usize = 250_000;

/// A form in its own frame, with its axis along z.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// A cuboid: edge lengths.
    Box([f64; 3]),
    /// A sphere: radius.
    Sphere(f64),
    /// A cylinder: radius and height.
    Cylinder([f64; 2]),
    /// A cylinder with hemispherical ends: radius, and height of the cylinder.
    Capsule([f64; 2]),
    /// A cone: base radius and height.
    Cone([f64; 2]),
    /// A rectangle that faces up.
    Rectangle([f64; 2]),
    /// Terrain: its size, and rows of heights, starting at the largest y.
    Grid([f64; 2], Vec<Vec<f64>>),
    /// A cross-section swept along a spine, as in the scene format.
    Extrusion(Swept),
    /// Triangles.
    Mesh(Rc<Mesh>),
    /// A mesh file: path as the scene references it, and its triangles.
    File(String, Rc<Mesh>),
}

/// A swept cross-section: its description in the scene, and its triangles.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Swept {
    pub(super) section: Vec<[f64; 2]>,
    pub(super) spine: Vec<[f64; 3]>,
    pub(super) scale: Vec<[f64; 2]>,
    pub(super) mesh: Rc<Mesh>,
}

/// A form and its pose in the frame of the node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Geometry {
    pub(super) form: Form,
    /// Rotation from the axes of the form to those of the node.
    pub(super) turn: Matrix3<f64>,
    /// Origin of the form in its own axes.
    pub(super) offset: Vector3<f64>,
    /// Volume of the form, m³; none if it is not closed.
    pub(super) volume: Option<f64>,
}

impl Geometry {
    pub(super) fn new(form: Form, turn: Matrix3<f64>, offset: Vector3<f64>) -> Self {
        let volume = form.volume();
        Self { form, turn, offset, volume }
    }
}

impl Form {
    /// Converts the form to triangles.
    pub(super) fn mesh(&self) -> Rc<Mesh> {
        let mesh = match self {
            Form::Box(size) => Mesh::cuboid(*size),
            Form::Sphere(radius) => Mesh::capsule(*radius, 0.0),
            Form::Cylinder([radius, height]) => Mesh::cylinder(*radius, *height),
            Form::Capsule([radius, height]) => Mesh::capsule(*radius, *height),
            Form::Cone([radius, height]) => Mesh::cone(*radius, *height),
            Form::Rectangle(size) => Mesh::grid(*size, &[vec![0.0; 2], vec![0.0; 2]]),
            Form::Grid(size, rows) => Mesh::grid(*size, rows),
            Form::Mesh(mesh) | Form::File(_, mesh) | Form::Extrusion(Swept { mesh, .. }) => return mesh.clone(),
        };
        Rc::new(mesh)
    }

    /// Number of points that each use of the form writes or stores again.
    pub(super) fn weight(&self) -> usize {
        match self {
            Form::Grid(_, rows) => rows.iter().map(Vec::len).sum(),
            Form::Extrusion(Swept { section, spine, scale, .. }) => section.len() + spine.len() + scale.len(),
            Form::Cone(_) => 100,
            _ => 0,
        }
    }

    /// Volume, m³; none if the form is not closed.
    fn volume(&self) -> Option<f64> {
        use std::f64::consts::PI;
        let ball = |radius: f64| 4.0 / 3.0 * PI * radius.powi(3);
        let round = |[radius, height]: [f64; 2]| PI * radius * radius * height;
        match self {
            Form::Box(size) => Some(size.iter().product()),
            Form::Sphere(radius) => Some(ball(*radius)),
            Form::Cylinder(size) => Some(round(*size)),
            Form::Capsule(size) => Some(round(*size) + ball(size[0])),
            Form::Cone(size) => Some(round(*size) / 3.0),
            Form::Mesh(mesh) | Form::File(_, mesh) | Form::Extrusion(Swept { mesh, .. }) => {
                Some(mesh.volume()).filter(|volume| mesh.is_closed() && *volume > 0.0)
            }
            Form::Rectangle(_) | Form::Grid(..) => None,
        }
    }
}

/// Whether this node type is a supported geometry.
pub(super) fn is_geometry(kind: &str) -> bool {
    let known = [
        "Box",
        "Sphere",
        "Cylinder",
        "Capsule",
        "Cone",
        "Plane",
        "ElevationGrid",
        "IndexedFaceSet",
        "Extrusion",
        "Mesh",
        "CadShape",
    ];
    known.contains(&kind)
}

impl<'w> Work<'w> {
    /// Converts a geometry node; none if it was left out or is invalid.
    pub(super) fn geometry(&mut self, place: NodeRef) -> Option<Rc<Geometry>> {
        if let Some(known) = self.geometries.get(&place.id) {
            return known.clone();
        }
        (self.in_geometry, self.spoilt) = (true, false);
        let geometry = self.read_geometry(place).filter(|_| !self.spoilt).map(Rc::new);
        self.in_geometry = false;
        self.geometries.insert(place.id, geometry.clone());
        geometry
    }

    /// Rotation from the axes of a form to those of a node whose geometry has its axis along y, or along z.
    pub(super) fn upright(&self) -> Matrix3<f64> {
        if self.world.dialect.has_axes_along_z() { Matrix3::identity() } else { y_up().transpose() }
    }

    fn read_geometry(&mut self, place: NodeRef) -> Option<Geometry> {
        let along_z = self.world.dialect.has_axes_along_z();
        let upright = self.upright();
        // Forms without an axis use the axes of the scene, so that no rotation is added.
        let plain = self.axes.transpose();
        let mut fields = Fields::of(self, place);
        let of = |form, turn| Geometry::new(form, turn, Vector3::zeros());
        let geometry = match fields.node.kind.as_str() {
            "Box" => {
                let size = fields.positive(self, "size", [2.0; 3]);
                let size = self.axes * Vector3::from(size);
                of(Form::Box([size.x.abs(), size.y.abs(), size.z.abs()]), plain)
            }
            "Sphere" => {
                let radius = fields.positive(self, "radius", [1.0]);
                of(Form::Sphere(radius[0]), plain)
            }
            "Cylinder" => {
                let size = self.round(&mut fields, "radius", [1.0, 2.0]);
                self.open_ends(&mut fields);
                of(Form::Cylinder(size), upright)
            }
            "Capsule" => {
                let size = self.round(&mut fields, "radius", [1.0, 2.0]);
                self.open_ends(&mut fields);
                of(Form::Capsule(size), upright)
            }
            "Cone" => {
                let size = self.round(&mut fields, "bottomRadius", [1.0, 2.0]);
                self.open_ends(&mut fields);
                of(Form::Cone(size), upright)
            }
            "Plane" => of(Form::Rectangle(fields.positive(self, "size", [1.0; 2])), upright),
            "ElevationGrid" => self.grid(&mut fields, along_z, upright)?,
            "IndexedFaceSet" => {
                of(Form::Mesh(Rc::new(self.faces(&mut fields)?.moved(&self.axes, &Vector3::zeros()))), plain)
            }
            // Its cross-section is perpendicular to y in every dialect.
            "Extrusion" => of(self.extrusion(&mut fields)?, y_up().transpose()),
            "Mesh" | "CadShape" => {
                let (file, mesh) = self.file(&mut fields)?;
                of(Form::File(file, mesh), Matrix3::identity())
            }
            _ => return None,
        };
        // Tessellation and face culling are ignored.
        fields.done(
            self,
            &["subdivision", "solid", "ccw", "convex", "creaseAngle", "normalPerVertex", "colorPerVertex", "ico"],
        );
        Some(geometry)
    }

    /// Reads radius and height.
    fn round(&mut self, fields: &mut Fields<'w>, radius: &'static str, [wide, high]: [f64; 2]) -> [f64; 2] {
        [fields.positive(self, radius, [wide])[0], fields.positive(self, "height", [high])[0]]
    }

    /// Reports missing ends or sides: bodies are always drawn closed.
    fn open_ends(&mut self, fields: &mut Fields<'w>) {
        for end in ["bottom", "top", "side"] {
            if !fields.flag(self, end, true) {
                self.leave_value(fields.place, end, "it is drawn closed".to_string());
            }
        }
    }

    fn grid(&mut self, fields: &mut Fields<'w>, along_z: bool, upright: Matrix3<f64>) -> Option<Geometry> {
        let across = if along_z { ["yDimension", "ySpacing"] } else { ["zDimension", "zSpacing"] };
        let dimension = |fields: &mut Fields<'w>, work: &mut Self, name| {
            let count = fields.number(work, name, 0.0);
            if (2.0..=1e6).contains(&count) && count.fract() == 0.0 {
                return Some(count as usize);
            }
            let expected = "a whole number from 2 to 1000000".to_string();
            match fields.has(name) {
                true => fields.refuse(work, name, expected),
                false => {
                    work.leave_broken(fields.place, format!("missing `{name}` of the grid"), expected);
                }
            }
            None
        };
        let (columns, rows) = (dimension(fields, self, "xDimension"), dimension(fields, self, across[0]));
        let spacing = [fields.positive(self, "xSpacing", [1.0])[0], fields.positive(self, across[1], [1.0])[0]];
        let given = fields.numbers(self, "height").unwrap_or_default();
        let (columns, rows) = (columns?, rows?);
        let size = [spacing[0] * (columns - 1) as f64, spacing[1] * (rows - 1) as f64];
        let wanted = columns * rows;
        // Without heights, the grid is a rectangle.
        if !given.is_empty() && !self.is_affordable(fields.place, wanted) {
            return None;
        }
        if wanted.saturating_sub(given.len()) > MAX_MISSING && !given.is_empty() {
            let why = "nearly all heights of the grid are missing".to_string();
            self.leave_broken(fields.place, why, format!("{wanted} heights: {columns} for each of {rows} rows"));
            return None;
        }
        if !given.is_empty() && given.len() != wanted {
            let count = given.len().abs_diff(wanted);
            let why = match (given.len() < wanted, count) {
                (true, 1) => "1 height is missing: 0 is used".to_string(),
                (true, _) => format!("{count} heights are missing: 0 is used"),
                (false, 1) => "1 more height than points".to_string(),
                (false, _) => format!("{count} more heights than points"),
            };
            self.leave_value(fields.place, "height", why);
        }
        let mut lines = match given.is_empty() {
            // A flat grid is a rectangle.
            true => vec![vec![0.0; 2]; 2],
            false => {
                let mut heights = given[..given.len().min(wanted)].to_vec();
                heights.resize(wanted, 0.0);
                heights.chunks_exact(columns).map(<[f64]>::to_vec).collect::<Vec<_>>()
            }
        };
        // Rows go along y, or along z, which is −y of the form.
        if along_z {
            lines.reverse();
        }
        let across = if along_z { size[1] } else { -size[1] };
        let offset = Vector3::new(size[0] / 2.0, across / 2.0, 0.0);
        Some(Geometry::new(Form::Grid(size, lines), upright, offset))
    }

    /// Whether a shape is within the limit of points; otherwise it is left out.
    fn is_affordable(&mut self, place: NodeRef, points: usize) -> bool {
        if points > MAX_CORNERS {
            let why = "the shape has too many points".to_string();
            self.leave_broken(place, why, format!("at most {MAX_CORNERS} points"));
        }
        points <= MAX_CORNERS
    }

    /// Triangulates the faces, in the axes of the node.
    fn faces(&mut self, fields: &mut Fields<'w>) -> Option<Mesh> {
        let empty = || "the faces have no points".to_string();
        let expected = || "points in `coord`, and their indices in `coordIndex`".to_string();
        let Some(coordinates) = fields.one(self, "coord") else {
            self.leave_broken(fields.place, empty(), expected());
            return None;
        };
        let (ccw, convex) = (fields.flag(self, "ccw", true), fields.flag(self, "convex", true));
        let mut inner = Fields::of(self, coordinates);
        let points = inner.tuples::<3>(self, "point").unwrap_or_default();
        let kind = inner.node.kind.as_str();
        inner.done(self, &[]);
        let indices = fields.numbers(self, "coordIndex").unwrap_or_default();
        if kind != "Coordinate" || points.is_empty() || indices.is_empty() {
            self.leave_broken(fields.place, empty(), expected());
            return None;
        }
        // A face takes about four indices (three and a -1), and there are about two faces per point.
        if !self.is_affordable(fields.place, points.len().max(indices.len() / 8)) {
            return None;
        }
        let mut faces = indices.split(|index| *index == -1.0);
        if !convex && faces.any(|face| face.len() > MAX_EARS) {
            let why = "a face that is not convex has too many corners".to_string();
            self.leave_broken(fields.place, why, format!("at most {MAX_EARS} corners"));
            return None;
        }
        let is_index =
            |index: &f64| *index == -1.0 || (index.fract() == 0.0 && (0.0..points.len() as f64).contains(index));
        if !indices.iter().all(is_index) {
            let most = points.len() - 1;
            fields.refuse(self, "coordIndex", format!("point indices from 0 to {most}, and -1 after each face"));
            return None;
        }
        let mut mesh = Mesh { points: points.into_iter().map(Vector3::from).collect(), triangles: Vec::new() };
        let mut lost = false;
        for face in indices.split(|index| *index == -1.0).filter(|face| !face.is_empty()) {
            let corners: Vec<u32> = face.iter().map(|index| *index as u32).collect();
            lost |= corners.len() < 3;
            let first = mesh.triangles.len();
            cut(&mut mesh, &corners, convex);
            if !ccw {
                mesh.triangles[first..].iter_mut().for_each(|triangle| triangle.swap(1, 2));
            }
        }
        if lost {
            self.leave_value(fields.place, "coordIndex", "faces with fewer than three corners are ignored".to_string());
        }
        if mesh.triangles.is_empty() {
            self.leave_broken(fields.place, "the shape is empty".to_string(), expected());
            return None;
        }
        Some(mesh)
    }

    /// The mesh file, with its path relative to the folder of the scene.
    fn file(&mut self, fields: &mut Fields<'w>) -> Option<(String, Rc<Mesh>)> {
        let addresses = fields.texts(self, "url");
        let Some(address) = addresses.first() else {
            self.leave(fields.place, "it does not specify a file".to_string());
            return None;
        };
        if addresses.len() > 1 {
            self.leave_value(fields.place, "url", "only the first one is used".to_string());
        }
        if address.contains("://") {
            self.leave(fields.place, "only local files are supported, relative to the folder of the world".to_string());
            return None;
        }
        let known = ["obj", "stl", "gltf", "glb", "dae"];
        let ending = Path::new(address).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        if !ending.is_some_and(|ending| known.contains(&ending.as_str())) {
            self.leave(fields.place, format!("supported mesh formats: {known}", known = known.join(", ")));
            return None;
        }
        let file = self.paths.world.parent().unwrap_or(Path::new("")).join(address);
        if !file.is_file() {
            fields.refuse(self, "url", "an existing file, relative to the folder of the world".to_string());
            return None;
        }
        let folder =
            self.paths.scene.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Some(named) = relative(&file, folder) else {
            self.leave(fields.place, "its file name is not UTF-8, or the file is on another drive".to_string());
            return None;
        };
        match sim_core::mesh::load(&file, [1.0; 3]) {
            Ok(read) => {
                let points = read.mesh.vertices.into_iter().map(Vector3::from).collect();
                Some((named, Rc::new(Mesh { points, triangles: read.mesh.triangles })))
            }
            Err(error) => {
                let finding = sim_core::diagnostic::Diagnostic::from(&error);
                let cause = finding.headline();
                fields.refuse(self, "url", format!("a readable triangle mesh: {cause}"));
                None
            }
        }
    }
}

/// The path of a file relative to a folder, with `/` as separator.
fn relative(file: &Path, folder: &Path) -> Option<String> {
    let (file, folder): (PathBuf, PathBuf) = (file.canonicalize().ok()?, folder.canonicalize().ok()?);
    let (file, folder): (Vec<Component>, Vec<Component>) = (file.components().collect(), folder.components().collect());
    let same = file.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    let up = folder[same..].iter().map(|_| Some("..".to_string()));
    let down = file[same..].iter().map(|part| match part {
        Component::Normal(name) => name.to_str().map(String::from),
        _ => None,
    });
    up.chain(down).collect::<Option<Vec<String>>>().map(|parts| parts.join("/"))
}

/// Triangulates a face: as a fan if it is convex, otherwise by ear clipping in the plane of its largest projection.
fn cut(mesh: &mut Mesh, corners: &[u32], convex: bool) {
    if convex || corners.len() < 4 {
        for pair in corners.get(1..).unwrap_or_default().windows(2) {
            mesh.triangles.push([corners[0], pair[0], pair[1]]);
        }
        return;
    }
    let at = |index: u32| mesh.points[index as usize];
    let around = corners.iter().zip(corners.iter().cycle().skip(1));
    let normal: Vector3<f64> = around.map(|(a, b)| at(*a).cross(&at(*b))).sum();
    let axis = normal.iamax();
    // A cyclic permutation of the axes preserves the winding of the face; seen from behind, it is reversed.
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let flat = corners.iter().map(|corner| [at(*corner)[u], at(*corner)[v]]);
    let mut numbers: Vec<u32> = Vec::new();
    earcut::Earcut::new().earcut(flat.collect::<Vec<_>>(), &[], &mut numbers);
    for ear in numbers.chunks_exact(3) {
        let [a, b, c] = [ear[0], ear[1], ear[2]].map(|number| corners[number as usize]);
        let turned = (at(b) - at(a)).cross(&(at(c) - at(a))).dot(&normal) < 0.0;
        mesh.triangles.push(if turned { [a, c, b] } else { [a, b, c] });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_that_is_not_convex_is_cut_by_its_ears_and_keeps_its_side() {
        // An arrow whose notch lies outside the fan of its first vertex.
        let points = [[0.0, 0.0], [4.0, 2.0], [0.0, 4.0], [1.0, 2.0]];
        for flip in [false, true] {
            let mut mesh =
                Mesh { points: points.iter().map(|[x, y]| Vector3::new(5.0, *x, *y)).collect(), triangles: vec![] };
            let mut corners = vec![1, 2, 3, 0];
            if flip {
                corners.reverse();
            }
            cut(&mut mesh, &corners, false);
            let area = |[a, b, c]: &[u32; 3]| {
                let [a, b, c] = [a, b, c].map(|index| mesh.points[*index as usize]);
                (b - a).cross(&(c - a)).x / 2.0
            };
            let areas: Vec<f64> = mesh.triangles.iter().map(area).collect();
            assert!(areas.iter().all(|area| (*area > 0.0) != flip), "{areas:?}");
            assert!((areas.iter().sum::<f64>().abs() - 6.0).abs() < 1e-12, "{areas:?}");
        }
    }

    #[test]
    fn files_are_named_from_the_folder_of_the_scene() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("worlds/meshes")).unwrap();
        std::fs::create_dir_all(at("scenes")).unwrap();
        std::fs::write(at("worlds/meshes/a.obj"), "").unwrap();
        let named = |folder: &str| relative(&at("worlds/meshes/a.obj"), &at(folder)).unwrap();
        assert_eq!([named("worlds"), named("scenes")], ["meshes/a.obj", "../worlds/meshes/a.obj"]);
    }
}
