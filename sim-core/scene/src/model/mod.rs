//! Typed data of a scene. Units are SI, angles in radians, axes x forward, y left, z up.

mod acceptance;
mod component;
mod environment;
mod extrusion;
mod floor;
mod header;
mod object;
mod pose;
mod robot;

pub use acceptance::{
    Condition, InBounds, NoCollision, Passes, PoseWithin, ReachedBy, ServiceValueWithin, ValueWithin, When,
};
pub use component::ComponentUse;
pub use environment::{
    Attenuation, Beacon, BeaconKind, Cone, Current, Direction, Gusts, Light, LightKind, Medium, PointLight, Profile,
    Region, RegionBox, SpotLight,
};
pub use extrusion::Extrusion;
pub use floor::{Disc, Floor, FloorImage, Paint, Polygon, Stroke};
pub use header::{Bounds, Contacts, Include, Note, Route, RoutePose, Run, Scene, View};
pub(crate) use object::immovable;
pub use object::{
    BoxShape, Capsule, CollisionShape, Cylinder, Ellipsoid, Group, HeightData, HeightField, HeightImage, HeightRows,
    MASSES, MOMENTS, Margin, Material, Mesh, NamedShape, Object, Outline, Plane, PolygonOutline, Pool, Ramp,
    RegularOutline, Shape, SharedShape, Sphere, Wall, are_of_a_body,
};
pub use pose::{Color, Point, Pose, Posed};
pub use robot::{
    ControllerUse, Fleet, Grant, GridPlacement, Heading, Input, JointPlace, ModelUse, Noise, Part, PerChannel,
    Placement, RandomPlacement, Robot, Service,
};
