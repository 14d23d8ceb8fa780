//! Converts geometry with its pose to a shape of the scene, or to triangles if no shape matches.

use super::Table;
use super::Work;
use super::fields::Fields;
use super::frame::{Frame, Pose, decomposed, tidy, tidy_number};
use super::geometry::{Form, Geometry, Swept};
use super::mesh::Mesh;
use nalgebra::{Matrix3, Vector3};
use serde_json::{Value, json};
use sim_core::scene::check_value::MAX_COORDINATE;
use sim_vrml::{NodeId, NodeRef};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// Minimum and maximum size and distance, m.
const SIZES: [f64; 2] = [1e-9, MAX_COORDINATE];

/// A geometry with its pose in the world.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The geometry node.
    pub(super) node: NodeRef,
    /// DEF of that node, or of its parent `Shape`.
    pub(super) def: Option<Rc<str>>,
    pub(super) geometry: Rc<Geometry>,
    /// The frame of the node, in the axes of the file.
    pub(super) frame: Frame,
    /// Red, green, blue and opacity.
    pub(super) color: [f64; 4],
}

/// A shape of the scene.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A shape without a file.
    Plain(Value),
    /// Triangles, optionally shared with other uses of the same node, with scale factors along their axes.
    Mesh { mesh: Rc<Mesh>, shared: Option<NodeId>, scale: Vector3<f64> },
}

/// A part as it appears in the scene.
#[derive(Clone, Debug)]
pub(super) struct PlacedShape {
    pub(super) node: NodeRef,
    def: Option<Rc<str>>,
    pub(super) shape: Shape,
    pub(super) pose: Pose,
    pub(super) color: [f64; 4],
    /// Volume, m³; none if the shape is not closed.
    pub(super) volume: Option<f64>,
}

impl PlacedShape {
    /// A key that is equal for parts with the same shape and pose, up to rounding, and different otherwise.
    pub(super) fn key(&self) -> String {
        let round = |number: &f64| (number * 1e9).round() + 0.0;
        let numbers = |list: &[f64]| format!("{:?}", list.iter().map(round).collect::<Vec<_>>());
        let pose = format!("{} {}", numbers(self.pose.position.as_slice()), numbers(self.pose.rotation.as_slice()));
        match &self.shape {
            Shape::Plain(shape) => format!("{pose} {shape}"),
            Shape::Mesh { shared: Some(node), scale, .. } => format!("{pose} {node:?} {}", numbers(scale.as_slice())),
            Shape::Mesh { mesh, shared: None, .. } => {
                let mut hasher = DefaultHasher::new();
                mesh.points.iter().flatten().for_each(|part| (round(part) as i64).hash(&mut hasher));
                mesh.triangles.hash(&mut hasher);
                format!("{pose} {}", hasher.finish())
            }
        }
    }

    /// Whether an object with this shape can move.
    pub(super) fn can_move(&self) -> bool {
        match &self.shape {
            Shape::Plain(shape) => shape.get("Plane").is_none() && shape.get("HeightField").is_none(),
            Shape::Mesh { .. } => true,
        }
    }

    /// Whether wheels can roll on it.
    pub(super) fn is_ground(&self) -> bool {
        !self.can_move()
    }
}

impl<'w> Work<'w> {
    /// Converts a part to a shape of the scene; none if it was left out or is invalid. `solid` selects the collision shape, in which
    /// a plane has no edges.
    pub(super) fn placed(&mut self, part: &Part, solid: bool) -> Option<PlacedShape> {
        let geometry = &part.geometry;
        let linear = self.axes * part.frame.linear() * geometry.turn;
        let position = self.axes * part.frame.point(geometry.turn * geometry.offset);
        let volume = geometry.volume.map(|volume| volume * linear.determinant().abs());
        if !part.frame.is_finite() || position.amax() > SIZES[1] {
            self.too_large(part.node);
            return None;
        }
        if !self.affords(part.node, geometry.form.weight()) {
            return None;
        }
        let placed = |shape, rotation| PlacedShape {
            node: part.node,
            def: part.def.clone(),
            shape,
            pose: Pose { rotation, position },
            color: part.color,
            volume,
        };
        let scaled = decomposed(&linear);
        let shape = match &scaled {
            Some((_, scale, reflected)) => self.shape(part, scale, *reflected, solid),
            None => None,
        };
        if let (Some(shape), Some((rotation, scale, _))) = (shape, scaled) {
            let rotation = match geometry.form {
                // Keep the direction of the normal; the rectangle itself is symmetric under reflection.
                Form::Rectangle(_) if linear.determinant() < 0.0 => {
                    Matrix3::from_columns(&[-rotation.column(0), rotation.column(1).into_owned(), -rotation.column(2)])
                }
                _ => rotation,
            };
            return self.is_of_size(part, &scale).then(|| placed(shape, rotation));
        }
        // No shape matches: use its triangles at their positions.
        let mesh = geometry.form.mesh();
        if !self.affords(part.node, mesh.points.len()) {
            return None;
        }
        let mesh = mesh.moved(&linear, &Vector3::zeros());
        let largest = mesh.points.iter().map(|point| point.amax()).fold(0.0, f64::max);
        if !(SIZES[0]..SIZES[1]).contains(&largest) {
            self.too_large(part.node);
            return None;
        }
        Some(placed(
            Shape::Mesh { mesh: Rc::new(mesh), shared: None, scale: Vector3::repeat(1.0) },
            Matrix3::identity(),
        ))
    }

    fn too_large(&mut self, node: NodeRef) {
        let expected = format!("sizes and distances from {least} to {most} m", least = SIZES[0], most = SIZES[1]);
        self.leave_broken(node, "the shape is too large, too small, or too far away".to_string(), expected);
    }

    /// Whether all sizes are within the limits of shapes.
    fn is_of_size(&mut self, part: &Part, scale: &Vector3<f64>) -> bool {
        let range = SIZES[0]..SIZES[1];
        let fits = |size: f64| range.contains(&size);
        let good = match &part.geometry.form {
            Form::Box(size) => (0..3).all(|axis| fits(size[axis] * scale[axis])),
            Form::Sphere(radius) => scale.iter().all(|factor| fits(radius * factor)),
            Form::Cylinder([radius, height]) | Form::Capsule([radius, height]) | Form::Cone([radius, height]) => {
                fits(radius * scale.x) && fits(radius * scale.y) && fits(height * scale.z)
            }
            Form::Rectangle(size) => fits(size[0] * scale.x) && fits(size[1] * scale.y) && fits(scale.z),
            Form::Grid(size, rows) => {
                let low = |height: &f64| (height * scale.z).abs() < SIZES[1];
                fits(size[0] * scale.x) && fits(size[1] * scale.y) && fits(scale.z) && rows.iter().flatten().all(low)
            }
            Form::Mesh(mesh) | Form::File(_, mesh) | Form::Extrusion(Swept { mesh, .. }) => {
                scale.iter().all(|factor| fits(*factor)) && mesh.points.iter().all(|point| point.amax() < SIZES[1])
            }
        };
        if !good {
            self.too_large(part.node);
        }
        good
    }

    /// The shape of a scaled form, if there is one.
    fn shape(&mut self, part: &Part, scale: &Vector3<f64>, reflected: bool, solid: bool) -> Option<Shape> {
        let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9 * a.abs().max(b.abs());
        let round = is_near(scale.x, scale.y);
        let uniform = round && is_near(scale.x, scale.z);
        // A factor of 1, up to rounding, leaves the numbers of the file unchanged.
        let times =
            |size: f64, factor: f64| if (factor - 1.0).abs() < 1e-12 { size } else { tidy_number(size * factor) };
        let plain = match &part.geometry.form {
            Form::Box(size) => {
                let size = [0, 1, 2].map(|axis| times(size[axis], scale[axis]));
                json!({"Box": {"size": size}})
            }
            Form::Sphere(radius) if uniform => json!({"Sphere": {"radius": times(*radius, scale.x)}}),
            Form::Sphere(radius) => {
                let radii = [0, 1, 2].map(|axis| times(*radius, scale[axis]));
                json!({"Ellipsoid": {"radii": radii}})
            }
            Form::Cylinder([radius, height]) if round => {
                json!({"Cylinder": {"radius": times(*radius, scale.x), "height": times(*height, scale.z)}})
            }
            Form::Capsule([radius, height]) if uniform => {
                json!({"Capsule": {"radius": times(*radius, scale.x), "height": times(*height, scale.z)}})
            }
            Form::Rectangle(_) if solid => json!({"Plane": {}}),
            Form::Rectangle([x, y]) => {
                json!({"HeightField": {"size": [times(*x, scale.x), times(*y, scale.y)], "heights": {"Rows": [[0.0, 0.0], [0.0, 0.0]]}}})
            }
            Form::Grid([x, y], rows) if !reflected => {
                let rows: Vec<Vec<f64>> =
                    rows.iter().map(|row| row.iter().map(|height| times(*height, scale.z)).collect()).collect();
                json!({"HeightField": {"size": [times(*x, scale.x), times(*y, scale.y)], "heights": {"Rows": rows}}})
            }
            Form::Extrusion(swept) if uniform && !reflected => {
                let times = |size: f64| times(size, scale.x);
                let mut shape = json!({
                    "section": swept.section.iter().map(|point| point.map(times)).collect::<Vec<_>>(),
                    "spine": swept.spine.iter().map(|point| point.map(times)).collect::<Vec<_>>(),
                });
                if !swept.scale.is_empty() {
                    shape["scale"] = json!(swept.scale);
                }
                json!({"Extrusion": shape})
            }
            Form::Mesh(mesh) | Form::Extrusion(Swept { mesh, .. }) if !reflected => {
                return Some(Shape::Mesh { mesh: mesh.clone(), shared: Some(part.node.id), scale: *scale });
            }
            Form::Cone(_) if !reflected => {
                let mesh = part.geometry.form.mesh();
                return Some(Shape::Mesh { mesh, shared: Some(part.node.id), scale: *scale });
            }
            Form::File(file, _) if !reflected => {
                let mut mesh = json!({"file": file});
                if !uniform || !is_near(scale.x, 1.0) {
                    mesh["scale"] = json!(tidy(*scale));
                }
                json!({"Mesh": mesh})
            }
            _ => return None,
        };
        Some(Shape::Plain(plain))
    }

    /// A placeholder for a shape in the scene until the number of its uses is known; a mesh gets a file of this name.
    pub(super) fn written(&mut self, placed: &PlacedShape, name: &str) -> Value {
        let shape = match &placed.shape {
            Shape::Plain(shape) => shape.clone(),
            Shape::Mesh { mesh, shared, scale } => {
                let known = shared.and_then(|node| self.mesh_files.get(&node).cloned());
                let file = known.unwrap_or_else(|| self.mesh_file(placed.node, name, &[(mesh.clone(), placed.color)]));
                if let Some(node) = shared {
                    self.mesh_files.insert(*node, file.clone());
                }
                let mut value = json!({"file": file});
                let scale = tidy(*scale);
                if scale != [1.0; 3] {
                    value["scale"] = json!(scale);
                }
                json!({"Mesh": value})
            }
        };
        self.shared.stand_in(placed.node.id, shape, placed.def.as_deref().unwrap_or(name))
    }

    /// The triangles of a part in the frame of another pose.
    pub(super) fn triangles(&self, part: &Part, seen_from: &Pose) -> Mesh {
        let back = seen_from.rotation.transpose();
        let linear = back * self.axes * part.frame.linear() * part.geometry.turn;
        let origin = self.axes * part.frame.point(part.geometry.turn * part.geometry.offset);
        part.geometry.form.mesh().moved(&linear, &(back * (origin - seen_from.position)))
    }

    /// The color of a `Shape`, from the node in its field `appearance`.
    pub(super) fn color(&mut self, appearance: Option<NodeRef>) -> [f64; 4] {
        const WHITE: [f64; 4] = [1.0; 4];
        let Some(place) = appearance else { return WHITE };
        let mut fields = Fields::of(self, place);
        let opaque = |transparency: f64| tidy_number(1.0 - transparency);
        match fields.node.kind.as_str() {
            "Appearance" => {
                let material = fields.one(self, "material");
                for field in ["texture", "textureTransform"] {
                    if let Some(texture) = fields.one(self, field) {
                        self.leave(texture, "textures are not supported".to_string());
                    }
                }
                fields.done(self, &["name"]);
                let Some(material) = material else { return WHITE };
                let mut fields = Fields::of(self, material);
                if fields.node.kind != "Material" {
                    self.leave_unknown(material);
                    return WHITE;
                }
                let [red, green, blue] = fields.color(self, "diffuseColor", [0.8; 3]);
                let transparency = fields.in_range(self, "transparency", 0.0, [0.0, 1.0]);
                // An emissive material has the color of its emission.
                let emissive = fields.color(self, "emissiveColor", [0.0; 3]);
                let shines = [red, green, blue] == [0.0; 3] && emissive != [0.0; 3];
                if !shines && emissive != [0.0; 3] && emissive != [red, green, blue] {
                    self.leave_value(material, "emissiveColor", "objects have a single color".to_string());
                }
                fields.done(self, &["ambientIntensity", "shininess", "specularColor"]);
                let [red, green, blue] = if shines { emissive } else { [red, green, blue] };
                [red, green, blue, opaque(transparency)]
            }
            "PBRAppearance" => {
                let [red, green, blue] = fields.color(self, "baseColor", [1.0; 3]);
                let transparency = fields.in_range(self, "transparency", 0.0, [0.0, 1.0]);
                let maps =
                    ["baseColorMap", "roughnessMap", "metalnessMap", "normalMap", "occlusionMap", "emissiveColorMap"];
                for field in maps.into_iter().chain(["textureTransform"]) {
                    if let Some(texture) = fields.one(self, field) {
                        self.leave(texture, "textures are not supported".to_string());
                    }
                }
                // Reflectance is the same for all objects.
                let ignored =
                    ["roughness", "metalness", "IBLStrength", "normalMapFactor", "occlusionMapStrength", "name"];
                fields.done(self, &ignored);
                [red, green, blue, opaque(transparency)]
            }
            _ => {
                self.leave_unknown(place);
                [0.8, 0.8, 0.8, 1.0]
            }
        }
    }
}

/// Writes the field `color` of an object, unless it is the default.
pub(super) fn write_color(color: [f64; 4], fields: &mut Table) {
    let [red, green, blue, opacity] = color;
    let value = if opacity == 1.0 { json!([red, green, blue]) } else { json!(color) };
    fields.insert("color".into(), value);
}
