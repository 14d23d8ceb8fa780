//! Objects and their shapes.

use super::pose::{Point, one_orientation, posed};
use super::{Color, ComponentUse, Extrusion};
use crate::check_value::{Check, Extension, MAX_COORDINATE, NameForm, coordinate, factor, size, value_range};
use crate::decode::{Decoder, Field, FileRef, Properties, defaults};
use crate::form::Form;
use crate::polygon;
use crate::text::Node;
use sim_abi::math;
use sim_diagnostics::words::counted;
use sim_diagnostics::{Code, Diagnostic};

/// Minimum and maximum mass of a movable object, kg.
pub const MASSES: [f64; 2] = [1e-12, 1e12];

/// Minimum and maximum moment of inertia of a movable object, kg·m².
pub const MOMENTS: [f64; 2] = [1e-30, 1e30];

record! {
    /// A thing in the world.
    struct Object is "an object" {
        /// Unique among objects, robots, beacons, lights and media.
        name: String => NameForm;
        /// Shape and size.
        shape: Shape;
        /// Collision and sensing shapes that replace `shape`. Volume, inertia, buoyancy and drawing still use `shape`.
        collision: Vec<CollisionShape> = Vec::new();
        /// Position, m, in the frame of the scene or of the parent.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
        /// Parent object or robot.
        parent: Option<String> = None;
        /// Color and opacity.
        color: Color = Color::opaque(0.7, 0.7, 0.7);
        /// Whether bodies collide with it.
        collides: bool = true;
        /// Whether distance and proximity sensors detect it.
        detectable: bool = true;
        /// Whether it is drawn and visible to cameras.
        visible: bool = true;
        /// Group whose switches also apply.
        group: Option<String> = None;
        /// Whether it is locked: the window does not move or delete it.
        locked: bool = false;
        /// Category for sensor filters and tools; wheels roll on fixed objects with the category `"ground"`.
        category: String = "other".into() => NameForm;
        /// Additional tags for filters.
        tags: Vec<String> = Vec::new();
        /// Surface.
        material: Material = Material::default();
        /// Mass, kg; makes the object movable.
        mass: Option<f64> = None => value_range(MASSES[0], MASSES[1], "kg");
        /// Principal moments of inertia, kg·m². Default: computed from mass and shape.
        inertia: Option<[f64; 3]> = None => value_range(MOMENTS[0], MOMENTS[1], "kg·m²");
        /// Dynamics model of an object with mass. Default: the built-in rigid body.
        dynamics: Option<ComponentUse> = None;
        /// Clearance for planners; without physical effect.
        margin: Option<Margin> = None;
        /// Description, shown when it is selected.
        description: String = String::new();
        /// Notes.
        notes: String = String::new();
        /// Free properties for plugins and tools.
        properties: Properties = Properties::new();
    }
    verify object_is_consistent;
}

posed!(Object);

impl Object {
    /// An object at the origin; other fields have their defaults.
    pub fn new(name: &str, shape: Shape) -> Object {
        let node = Node::table(vec![("name", Node::text(name)), ("shape", shape.encode())]);
        let sources = crate::text::Sources::default();
        let mut decoder = Decoder::new(&sources, &[]);
        Object::decode(&node, &mut decoder).expect("invariant: only the name and shape of an object are required")
    }
}

fn object_is_consistent(object: &Object, node: &Node, decoder: &mut Decoder<'_>) {
    one_orientation(object, node, decoder);
    for (field, given) in [("dynamics", object.dynamics.is_some()), ("inertia", object.inertia.is_some())] {
        if given && object.mass.is_none() {
            let diagnostic = Diagnostic::error(Code::SceneContradiction, format!("`{field}` without `mass`"))
                .with_expected("`mass` in kg for an object that moves")
                .with_help(format!("add `mass` or remove `{field}`"));
            decoder.report_field(node, field, diagnostic);
        }
    }
    if object.inertia.is_some_and(|moments| !are_of_a_body(moments)) {
        let diagnostic = Diagnostic::error(Code::SceneGeometry, "physically impossible moments of inertia")
            .with_expected("each at most the sum of the other two")
            .with_help("remove `inertia` to compute it from mass and shape");
        decoder.report_field(node, "inertia", diagnostic);
    }
    let shapes = std::iter::once(&object.shape).chain(object.collision.iter().map(|part| &part.shape));
    if object.mass.is_some() && shapes.clone().any(|shape| !shape.can_move()) {
        decoder.report_field(node, "mass", immovable());
    }
}

/// Whether a body can have these principal moments of inertia: none exceeds the sum of the other two.
pub fn are_of_a_body(mut moments: [f64; 3]) -> bool {
    moments.sort_by(f64::total_cmp);
    // I₁ + I₂ − I₃ = 2·∫ z² dm, which is 0 for a flat body.
    moments[2] <= (moments[0] + moments[1]) * (1.0 + 1e-6)
}

/// Finding: an immovable object has a mass.
pub(crate) fn immovable() -> Diagnostic {
    Diagnostic::error(Code::SceneContradiction, "planes, pools and height fields cannot move")
        .with_help("remove `mass`")
}

record! {
    /// A shape that collides and is sensed, in the frame of its object.
    struct CollisionShape is "a shape that collides" {
        /// Shape and size.
        shape: Shape;
        /// Position, m, in the frame of the object.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
    }
    verify one_orientation;
}

posed!(CollisionShape);

record! {
    /// A shape with a name, for all objects that use it.
    struct SharedShape is "a shared shape" {
        /// Unique among shared shapes.
        name: String => NameForm;
        /// Shape and size.
        shape: Shape;
        /// Notes.
        notes: String = String::new();
    }
}

record! {
    /// Switches for all objects of a group: what is off here is off for each of them.
    struct Group is "a group" {
        /// Unique among groups.
        name: String => NameForm;
        /// Whether bodies collide with its objects.
        collides: bool = true;
        /// Whether distance and proximity sensors detect its objects.
        detectable: bool = true;
        /// Whether its objects are drawn and visible to cameras.
        visible: bool = true;
        /// Notes.
        notes: String = String::new();
    }
}

record! {
    /// Surface of an object, a robot or the floor.
    struct Material is "a material" {
        /// Friction coefficient; for a contact, the geometric mean of the two surfaces.
        friction: f64 = 0.6 => value_range(0.0, 10.0, "");
        /// Restitution: ratio of the speeds after and before a collision; for a contact, the larger of the two surfaces.
        restitution: f64 = 0.0 => value_range(0.0, 1.0, "");
    }
}

impl Default for Material {
    fn default() -> Self {
        defaults()
    }
}

choice! {
    /// Clearance around an object.
    enum Margin is "a margin" {
        /// Meters on each side along x, y, z of the object.
        Meters([f64; 3] => value_range(0.0, MAX_COORDINATE, "m")),
        /// Fraction of the object's size on each side, so 0.1 makes it 20 % larger.
        Fraction([f64; 3] => value_range(0.0, MAX_COORDINATE, "")),
    }
}

choice! {
    /// Form and size of an object.
    enum Shape is "a shape" {
        /// A cuboid, centered at the origin.
        Box(BoxShape),
        /// A cylinder, centered at the origin, axis along z.
        Cylinder(Cylinder),
        /// A sphere, centered at the origin.
        Sphere(Sphere),
        /// A cylinder with hemispheres at both ends, centered at the origin, axis along z.
        Capsule(Capsule),
        /// An ellipsoid, centered at the origin; it collides as the convex hull of points on its surface.
        Ellipsoid(Ellipsoid),
        /// A vertical wall between two points on the ground.
        Wall(Wall),
        /// An infinite plane through the origin; one side is solid.
        Plane(Plane),
        /// Walls along an outline, with or without a bottom.
        Pool(Pool),
        /// A wedge that rises along x.
        Ramp(Ramp),
        /// Terrain over a rectangle.
        HeightField(HeightField),
        /// Triangles from a file.
        Mesh(Mesh),
        /// A cross section swept along a spine.
        Extrusion(Extrusion),
        /// One of the shared shapes of the scene.
        Named(NamedShape),
    }
}

impl Shape {
    /// The shape itself, with the name of a shared shape resolved.
    pub fn resolved(&self) -> &Shape {
        match self {
            Shape::Named(NamedShape { shape: Some(shape), .. }) => shape,
            own => own,
        }
    }

    /// Its file, and the path of the field with the file name; `None` for a shared shape.
    pub fn file(&self) -> Option<(&'static str, &FileRef)> {
        match self {
            Shape::Mesh(mesh) => Some(("file", &mesh.file)),
            Shape::HeightField(HeightField { heights: HeightData::Image(image), .. }) => {
                Some(("heights.file", &image.file))
            }
            _ => None,
        }
    }

    /// As [`Shape::file`], mutable.
    pub fn file_mut(&mut self) -> Option<&mut FileRef> {
        match self {
            Shape::Mesh(mesh) => Some(&mut mesh.file),
            Shape::HeightField(HeightField { heights: HeightData::Image(image), .. }) => Some(&mut image.file),
            _ => None,
        }
    }

    /// Whether an object with this shape may move.
    pub fn can_move(&self) -> bool {
        !matches!(self.resolved(), Shape::Plane(_) | Shape::Pool(_) | Shape::HeightField(_))
    }
}

/// A reference to a shared shape by name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedShape {
    /// Name of the shared shape.
    pub name: String,
    /// The shared shape; `None` until the scene has been read, and if the scene has no such shape.
    pub shape: Option<Box<Shape>>,
}

impl NamedShape {
    /// An unresolved name, see [`crate::Scene::resolve_shapes`].
    pub fn new(name: &str) -> NamedShape {
        NamedShape { name: name.to_owned(), shape: None }
    }
}

impl Field for NamedShape {
    fn expected() -> String {
        "the name of a shared shape".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(NamedShape { name: String::decode(node, decoder)?, shape: None })
    }

    fn encode(&self) -> Node {
        self.name.encode()
    }

    fn form() -> Form {
        String::form()
    }
}

record! {
    /// A cuboid, centered at the origin.
    struct BoxShape is "a box" {
        /// Lengths of the edges along x, y, z, m.
        size: [f64; 3] => size();
    }
}

record! {
    /// A cylinder, centered at the origin, axis along z.
    struct Cylinder is "a cylinder" {
        /// Radius, m.
        radius: f64 => size();
        /// Height, m.
        height: f64 => size();
    }
}

record! {
    /// A sphere, centered at the origin.
    struct Sphere is "a sphere" {
        /// Radius, m.
        radius: f64 => size();
    }
}

record! {
    /// A cylinder with hemispheres at both ends, centered at the origin, axis along z.
    struct Capsule is "a capsule" {
        /// Radius, m.
        radius: f64 => size();
        /// Height of the cylinder between the two hemispheres, m.
        height: f64 => size();
    }
}

record! {
    /// An ellipsoid about the origin.
    struct Ellipsoid is "an ellipsoid" {
        /// Semi-axes along x, y, z, m.
        radii: [f64; 3] => size();
    }
}

record! {
    /// An upright wall between two points of the ground; it stands on z = 0 of its frame.
    struct Wall is "a wall" {
        /// One end of the center line, m.
        from: [f64; 2] => coordinate();
        /// Other end of the center line, m.
        to: [f64; 2] => coordinate();
        /// Height, m.
        height: f64 = 1.0 => size();
        /// Thickness, half on either side of the center line, m.
        thickness: f64 = 0.1 => size();
    }
    verify wall_has_length;
}

fn wall_has_length(wall: &Wall, node: &Node, decoder: &mut Decoder<'_>) {
    if math::hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]) < 1e-9 {
        let diagnostic = Diagnostic::error(Code::SceneGeometry, "zero-length wall")
            .with_expected("two different points `from` and `to`")
            .with_found(format!("({to}, {to2}) twice", to = wall.to[0], to2 = wall.to[1]));
        decoder.report_field(node, "to", diagnostic);
    }
}

record! {
    /// An endless plane through the origin; the side against the normal is solid.
    struct Plane is "a plane" {
        /// Direction out of the solid, any length above 0.
        normal: [f64; 3] = [0.0, 0.0, 1.0];
    }
    verify plane_has_normal;
}

fn plane_has_normal(plane: &Plane, node: &Node, decoder: &mut Decoder<'_>) {
    if plane.normal.iter().map(|part| part * part).sum::<f64>() < 1e-18 {
        let diagnostic = Diagnostic::error(Code::SceneGeometry, "zero-length normal")
            .with_expected("a direction such as (0, 0, 1)")
            .with_found("(0, 0, 0)");
        decoder.report_field(node, "normal", diagnostic);
    }
}

record! {
    /// Walls along an outline. The bottom is at z = 0 of the object, the walls stand outside the outline.
    struct Pool is "a pool" {
        /// The inner faces of the walls, seen from above.
        outline: Outline;
        /// Height of the walls, m.
        height: f64 => size();
        /// Thickness of walls and bottom, m.
        thickness: f64 = 0.1 => size();
        /// Whether it has a bottom; its upper face is at z = 0.
        floor: bool = true;
    }
}

choice! {
    /// Outline of a pool, seen from above.
    enum Outline is "an outline" {
        /// The corners in either winding order, m; the outline must not cross itself.
        Polygon(PolygonOutline),
        /// A regular polygon about the origin.
        Regular(RegularOutline),
    }
}

/// Corners of a simple polygon, m.
#[derive(Clone, Debug, PartialEq)]
pub struct PolygonOutline(pub Vec<[f64; 2]>);

impl Field for PolygonOutline {
    fn expected() -> String {
        "a list of at least 3 corners `[(x, y), …]`".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let corners = Vec::<[f64; 2]>::decode(node, decoder)?;
        coordinate().check(&corners, node, decoder);
        polygon::check(&corners, node, decoder);
        Some(Self(corners))
    }

    fn encode(&self) -> Node {
        self.0.encode()
    }

    fn form() -> Form {
        Vec::<[f64; 2]>::form()
    }
}

record! {
    /// A regular polygon about the origin; the middle of its first side lies on the x axis.
    struct RegularOutline is "a regular outline" {
        /// Number of sides.
        sides: u32 => value_range(3.0, 256.0, "sides");
        /// Distance from the center to each side, m.
        apothem: f64 => size();
    }
}

impl Outline {
    /// Corners, counterclockwise, m.
    pub fn corners(&self) -> Vec<[f64; 2]> {
        match self {
            Outline::Polygon(PolygonOutline(corners)) => {
                let mut corners = corners.clone();
                if polygon::signed_area(&corners) < 0.0 {
                    corners.reverse();
                }
                corners
            }
            Outline::Regular(RegularOutline { sides, apothem }) => {
                let step = std::f64::consts::TAU / f64::from(*sides);
                // Circumradius of a regular polygon: apothem / cos(π/n).
                let radius = apothem / math::cos(step / 2.0);
                (0..*sides)
                    .map(|side| (f64::from(side) + 0.5) * step)
                    .map(|angle| [radius * math::cos(angle), radius * math::sin(angle)])
                    .collect()
            }
        }
    }
}

record! {
    /// A wedge on z = 0: from height 0 at x = -length/2 up to `height` at x = length/2.
    struct Ramp is "a ramp" {
        /// Length of the base along x, m.
        length: f64 => size();
        /// Width along y, m.
        width: f64 => size();
        /// Height at the upper end, m.
        height: f64 => size();
    }
}

record! {
    /// Terrain over a rectangle about the origin.
    struct HeightField is "a height field" {
        /// Size along x and y, m.
        size: [f64; 2] => size();
        /// The heights.
        heights: HeightData;
    }
}

choice! {
    /// Heights of a terrain.
    enum HeightData is "heights" {
        /// Rows of heights, m: the first row at the largest y, each from the smallest x to the largest.
        Rows(HeightRows),
        /// A grayscale image, upper edge at the largest y.
        Image(HeightImage),
    }
}

/// Rows of equal length, at least 2 rows and 2 columns.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightRows(pub Vec<Vec<f64>>);

impl Field for HeightRows {
    fn expected() -> String {
        "at least 2 rows `[[…], […]]` of equally many heights".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let rows = Vec::<Vec<f64>>::decode(node, decoder)?;
        coordinate().check(&rows, node, decoder);
        let columns = rows.first().map_or(0, Vec::len);
        let odd = rows.iter().position(|row| row.len() != columns || row.len() < 2);
        if odd.is_some() || rows.len() < 2 {
            let place = odd.and_then(|row| node.items()?.get(row)).unwrap_or(node);
            let found = match odd {
                None => counted(rows.len(), "row"),
                Some(row) => counted(rows[row].len(), "height"),
            };
            let diagnostic = Diagnostic::error(Code::SceneArity, "the rows do not form a grid")
                .with_expected(format!("at least 2 rows of {max} heights", max = columns.max(2)))
                .with_found(found);
            decoder.report(place, diagnostic);
        }
        Some(Self(rows))
    }

    fn encode(&self) -> Node {
        self.0.encode()
    }

    fn form() -> Form {
        Vec::<Vec<f64>>::form()
    }
}

record! {
    /// Heights from the brightness of an image.
    struct HeightImage is "a height image" {
        /// The image.
        file: FileRef => Extension(&["png", "jpg", "jpeg"]);
        /// Height of black, m.
        low: f64 = 0.0 => coordinate();
        /// Height of white, m.
        high: f64 => coordinate();
    }
}

record! {
    /// Triangles from a file.
    struct Mesh is "a mesh" {
        /// The file: Wavefront OBJ, STL, glTF or COLLADA.
        file: FileRef => Extension(&["obj", "stl", "gltf", "glb", "dae"]);
        /// Factors along x, y, z.
        scale: [f64; 3] = [1.0; 3] => factor();
        /// Whether the file has y up, as glTF always does; it is rotated to z up.
        y_up: bool = false;
        /// Whether contacts use the convex hull, which is faster and always closed.
        convex: bool = false;
    }
}
