//! Webots PROTOs: the standard floors, and detection of nodes that are not base nodes.

use super::Work;
use super::fields::Fields;
use super::frame::Frame;
use super::geometry::{Form, Geometry};
use super::shapes::Part;
use super::solids::Body;
use nalgebra::Vector3;
use sim_vrml::NodeRef;
use std::rc::Rc;

/// Base nodes of Webots up to R2025, except those that appear elsewhere in this crate.
const BASE_NODES: [&str; 56] = [
    "Anchor",
    "Appearance",
    "Background",
    "BallJointParameters",
    "Billboard",
    "Box",
    "CadShape",
    "Capsule",
    "ColladaShape",
    "Color",
    "Cone",
    "ContactProperties",
    "Coordinate",
    "Cubemap",
    "Cylinder",
    "DirectionalLight",
    "ElevationGrid",
    "Extrusion",
    "Focus",
    "Group",
    "Hinge2JointParameters",
    "HingeJointParameters",
    "ImageTexture",
    "IndexedFaceSet",
    "JointLink",
    "JointParameters",
    "Lens",
    "Material",
    "Mesh",
    "Normal",
    "PBRAppearance",
    "Physics",
    "Plane",
    "PointLight",
    "Pose",
    "Recognition",
    "Robot",
    "Shape",
    "Slot",
    "Solid",
    "Sphere",
    "SpotLight",
    "Switch",
    "TextureCoordinate",
    "TextureTransform",
    "TrackWheel",
    "Transform",
    "TransmissionJoint",
    "Viewpoint",
    "VisualShape",
    "WorldInfo",
    "Zoom",
    "CustomRobot",
    "DifferentialWheels",
    "HyperGate",
    "Supervisor",
];

/// Default colors of a floor and its walls.
const FLOOR: [f64; 4] = [0.8, 0.75, 0.65, 1.0];
const WALL: [f64; 4] = [0.8, 0.8, 0.8, 1.0];

impl<'w> Work<'w> {
    /// Whether a node is an instance of a PROTO: the file declares it, or it is not a base node of Webots. Before R2022b, Webots worlds
    /// did not declare their PROTOs.
    pub(super) fn is_instance(&self, kind: &str) -> bool {
        let named = self.world.protos.iter().any(|proto| proto.name == kind);
        named || self.is_webots() && !BASE_NODES.contains(&kind)
    }

    /// Whether a node is one of the standard floors of Webots.
    pub(super) fn is_floor(&self, kind: &str) -> bool {
        let own = self.world.protos.iter().any(|proto| !proto.external && proto.name == kind);
        self.is_webots() && ["Floor", "RectangleArena"].contains(&kind) && !own
    }

    /// The bodies of a `Floor` or `RectangleArena`, as in Webots' PROTOs: a plane, and walls along its outer edges.
    pub(super) fn floor(&mut self, place: NodeRef, frame: &Frame) -> Vec<Body> {
        let mut fields = Fields::of(self, place);
        let arena = fields.node.kind == "RectangleArena";
        let own = self.inside(&mut fields, frame, false);
        let default_name = if arena { "rectangle arena" } else { "floor" };
        let name = fields.text(self, "name").unwrap_or(default_name).to_string();
        let size = match arena {
            true => fields.positive(self, "floorSize", [1.0; 2]),
            false => fields.positive(self, "size", [10.0; 2]),
        };
        let appearance = fields.one(self, if arena { "floorAppearance" } else { "appearance" });
        let color = appearance.map_or(FLOOR, |appearance| self.color(Some(appearance)));
        self.contact_material(&mut fields);
        let label = if arena { format!("{name} floor") } else { name.clone() };
        let upright = self.upright();
        let of = |form| Rc::new(Geometry::new(form, upright, Vector3::zeros()));
        let part = |form, frame, color| Part { node: place, def: None, geometry: of(form), frame, color };
        let plane = part(Form::Rectangle(size), own, color);
        let mut bodies = vec![Body::standing(place, label.into(), own, plane)];
        if arena {
            let [x, y] = size;
            let thickness = fields.positive(self, "wallThickness", [0.01])[0];
            let height = fields.positive(self, "wallHeight", [0.1])[0];
            let appearance = fields.one(self, "wallAppearance");
            let color = appearance.map_or(WALL, |appearance| self.color(Some(appearance)));
            let (beside, before) = ((x + thickness) / 2.0, (y + thickness) / 2.0);
            let (across, along) = ([thickness, y, height], [x + 2.0 * thickness, thickness, height]);
            for (at, size) in
                [([beside, 0.0], across), ([-beside, 0.0], across), ([0.0, before], along), ([0.0, -before], along)]
            {
                let frame = own.then(&Frame::shift(upright * Vector3::new(at[0], at[1], height / 2.0)));
                let wall = part(Form::Box(size), frame, color);
                bodies.push(Body::standing(place, format!("{name} wall").into(), frame, wall));
            }
        }
        // Texture scale, and the appearance in the format before R2019a.
        let ignored =
            ["tileSize", "floorTileSize", "texture", "floorTextureUrl", "wallTextureUrl", "wallTileSize", "wallColor"];
        fields.done(self, &ignored);
        bodies
    }
}
