//! The ground and its paint.

use super::{Color, Material};
use crate::check_value::{Count, Extension, MAX_COORDINATE, coordinate, size, value_range};
use crate::decode::{Decoder, FileRef, defaults};
use crate::polygon;
use crate::text::Node;

record! {
    /// The ground: the plane z = `height`, solid below.
    struct Floor is "a floor" {
        /// Height of the surface, m.
        height: f64 = 0.0;
        /// Color where nothing is painted.
        color: Color = Color::opaque(1.0, 1.0, 1.0);
        /// Size along x and y, centered at the origin, m. Default: infinite.
        size: Option<[f64; 2]> = None => size();
        /// Surface.
        material: Material = Material::default();
        /// Painted items, the last on top.
        paint: Vec<Paint> = Vec::new();
    }
}

impl Default for Floor {
    fn default() -> Self {
        defaults()
    }
}

choice! {
    /// One painted thing.
    enum Paint is "a painted thing" {
        /// A filled polygon.
        Polygon(Polygon),
        /// A line of constant width with round ends.
        Stroke(Stroke),
        /// A filled disk.
        Disc(Disc),
        /// An image over a rectangle.
        Image(FloorImage),
    }
}

impl Paint {
    /// Height, m: 0 for paint, above 0 for an object on the floor. Images are always paint.
    pub fn height(&self) -> f64 {
        match self {
            Paint::Polygon(polygon) => polygon.height,
            Paint::Stroke(stroke) => stroke.height,
            Paint::Disc(disc) => disc.height,
            Paint::Image(_) => 0.0,
        }
    }
}

record! {
    /// A filled polygon.
    struct Polygon is "a polygon" {
        /// The corners in either winding order, m; the outline must not cross itself.
        points: Vec<[f64; 2]> => coordinate();
        /// Color; with an opacity below 1, layers below are visible.
        color: Color;
        /// Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
        height: f64 = 0.0 => value_range(0.0, MAX_COORDINATE, "m");
    }
    verify polygon_is_simple;
}

fn polygon_is_simple(polygon: &Polygon, node: &Node, decoder: &mut Decoder<'_>) {
    polygon::check(&polygon.points, node.get("points").unwrap_or(node), decoder);
}

record! {
    /// A line of constant width with round ends and corners.
    struct Stroke is "a stroke" {
        /// The points of the center line, m.
        points: Vec<[f64; 2]> => (Count(2), coordinate());
        /// Width, m.
        width: f64 => size();
        /// Color; with an opacity below 1, layers below are visible.
        color: Color;
        /// Whether the last point leads back to the first.
        closed: bool = false;
        /// Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
        height: f64 = 0.0 => value_range(0.0, MAX_COORDINATE, "m");
    }
}

record! {
    /// A filled disk.
    struct Disc is "a disc" {
        /// Center, m.
        at: [f64; 2] => coordinate();
        /// Radius, m.
        radius: f64 => size();
        /// Color; with an opacity below 1, layers below are visible.
        color: Color;
        /// Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
        height: f64 = 0.0 => value_range(0.0, MAX_COORDINATE, "m");
    }
}

record! {
    /// An image over a rectangle; its upper edge is at the largest y, transparent parts let through.
    struct FloorImage is "a floor image" {
        /// The image.
        file: FileRef => Extension(&["png", "jpg", "jpeg"]);
        /// Center, m.
        at: [f64; 2] = [0.0; 2] => coordinate();
        /// Size along x and y before the rotation, m.
        size: [f64; 2] => size();
        /// Rotation about the center, rad.
        yaw: f64 = 0.0;
    }
}
