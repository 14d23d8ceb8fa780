//! The surface of an extrusion.

use super::model::Extrusion;
use super::polygon::{signed_area, triangles};
use nalgebra::{Matrix3, Rotation3, Vector3};
use sim_model::mesh::{MeshPart, TriangleMesh};
use std::f64::consts::PI;

/// Cross products of unit vectors below this magnitude count as zero.
const STRAIGHT: f64 = 1e-9;

impl Extrusion {
    /// Surface in the object's frame, m, wound counterclockwise seen from outside: one ring of vertices for each point of the
    /// line, in the order of the section.
    pub fn surface(&self) -> TriangleMesh {
        let (closed, ring) = (self.is_closed(), self.is_ring());
        let around = self.section.len() - usize::from(closed);
        let rows = self.spine.len() - usize::from(ring);
        let mut vertices = Vec::with_capacity(around * rows);
        for (row, frame) in frames(&self.spine, ring).iter().enumerate().take(rows) {
            let scale = self.scale.get(row).or(self.scale.first()).copied().unwrap_or([1.0; 2]);
            for corner in &self.section[..around] {
                let place = Vector3::new(corner[0] * scale[0], corner[1] * scale[1], 0.0);
                vertices.push((Vector3::from(self.spine[row]) + frame * place).into());
            }
        }
        let number = |row: usize, corner: usize| (row % rows * around + corner % around) as u32;
        // Along an open section, or clockwise around a closed one, the outside is on the left.
        let turned = closed && signed_area(&self.section[..around]) > 0.0;
        let mut faces: Vec<[u32; 3]> = Vec::new();
        for row in 0..self.spine.len() - 1 {
            for corner in 0..self.section.len() - 1 {
                let low = [number(row, corner), number(row, corner + 1)];
                let high = [number(row + 1, corner), number(row + 1, corner + 1)];
                let pair = [[low[0], high[0], low[1]], [high[0], high[1], low[1]]];
                faces.extend(pair.map(|[a, b, c]| if turned { [a, c, b] } else { [a, b, c] }));
            }
        }
        if closed && !ring {
            let section = &self.section[..around];
            for triangle in triangles(section) {
                let upward = signed_area(&triangle.map(|corner| section[corner])) > 0.0;
                let [a, b, c] = if upward { triangle } else { [triangle[0], triangle[2], triangle[1]] };
                faces.push([number(0, a), number(0, c), number(0, b)]);
                faces.push([number(rows - 1, a), number(rows - 1, b), number(rows - 1, c)]);
            }
        }
        let part = MeshPart { name: String::new(), triangles: 0..faces.len(), color: None, texture: None };
        TriangleMesh { vertices, triangles: faces, parts: vec![part], ..TriangleMesh::default() }
    }
}

/// `object_from_section` at each point of a line. ISO/IEC 14772-1, 6.18.3: its y axis, our z, is along the line; its z axis, our
/// −y, is normal to the plane of the bend; rotation about a straight line is minimal.
fn frames(spine: &[[f64; 3]], ring: bool) -> Vec<Matrix3<f64>> {
    let last = spine.len() - 1;
    let point = |index: usize| Vector3::from(spine[index]);
    // Points before and after, if any.
    let around = |index: usize| match (index, ring) {
        (0, true) => (last - 1, 1),
        (index, true) if index == last => (last - 1, 1),
        (0, false) => (0, 1),
        (index, false) if index == last => (last - 1, last),
        _ => (index - 1, index + 1),
    };
    let tangents: Vec<Vector3<f64>> = (0..=last)
        .map(|index| {
            let (before, after) = around(index);
            let along = (point(after) - point(before)).try_normalize(1e-12);
            along.unwrap_or_else(|| (point(after) - point(index)).normalize())
        })
        .collect();
    let bend = |index: usize| {
        let (before, after) = around(index);
        let ahead = (point(after) - point(index)).try_normalize(1e-12)?;
        let back = (point(before) - point(index)).try_normalize(1e-12)?;
        ahead.cross(&back).try_normalize(STRAIGHT)
    };
    let Some(first) = (0..=last).find_map(bend) else {
        let turn = Rotation3::rotation_between(&Vector3::z(), &tangents[0]);
        let turn = turn.unwrap_or_else(|| Rotation3::from_axis_angle(&Vector3::x_axis(), PI));
        return vec![turn.into_inner(); spine.len()];
    };
    let mut normal = first;
    let frame = |index: usize| {
        let own = bend(index).unwrap_or(normal);
        normal = if own.dot(&normal) < 0.0 { -own } else { own };
        // Orthogonalized, for a straight part after a bend.
        let along = tangents[index];
        let across = (normal - along * along.dot(&normal)).try_normalize(STRAIGHT).unwrap_or(normal);
        Matrix3::from_columns(&[along.cross(&across), -across, along])
    };
    (0..=last).map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scene, Shape, text::Format};

    fn extrusion(fields: &str) -> Extrusion {
        let text = format!("(format_version: 1, objects: [(name: \"a\", shape: Extrusion({fields}))])");
        let loaded = Scene::parse(&text, Format::Ron, "extrusion.ron").unwrap_or_else(|error| panic!("{error}"));
        let Shape::Extrusion(shape) = loaded.scene.objects[0].shape.clone() else { panic!("an extrusion") };
        shape
    }

    fn volume(shape: &Extrusion) -> f64 {
        shape.surface().solid_properties().unwrap_or_else(|error| panic!("{error:?}")).volume
    }

    /// BL-03: The river banks are an extrusion: 12 m wide, 2 m high, 20 m long.
    #[test]
    fn the_banks_of_a_river_have_their_size() {
        let shape = extrusion(
            "section: [(-3, 1), (-1, 1), (-0.5, 0), (0.5, 0), (1, 1), (3, 1)], spine: [(0, 0, -10), (0, 0, 10)], \
             scale: [(2, 2)]",
        );
        let mesh = shape.surface();
        assert_eq!(mesh.bounding_box(), Some([[-6.0, 0.0, -10.0], [6.0, 2.0, 10.0]]));
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (12, 10));
        // The outside is on the left of the section: up.
        for triangle in &mesh.triangles {
            let [a, b, c] = mesh.corners(*triangle).map(Vector3::from);
            assert!((b - a).cross(&(c - a)).y > 0.0, "{triangle:?}");
        }
    }

    #[test]
    fn a_closed_section_bounds_its_volume_in_either_sense_of_rotation() {
        let square = "(0, 0), (2, 0), (2, 1), (0, 1), (0, 0)";
        let back = "(0, 0), (0, 1), (2, 1), (2, 0), (0, 0)";
        for section in [square, back] {
            let straight = extrusion(&format!("section: [{section}], spine: [(0, 0, 0), (0, 3, 0)]"));
            assert!((volume(&straight) - 6.0).abs() < 1e-12);
            let down = extrusion(&format!("section: [{section}], spine: [(0, 0, 3), (0, 0, 0)]"));
            assert!((volume(&down) - 6.0).abs() < 1e-12);
            // A frustum: h/3 · (A + a + √(A·a)).
            let tapered = extrusion(&format!("section: [{section}], scale: [(1, 1), (0.5, 0.5)]"));
            assert!((volume(&tapered) - (2.0 + 0.5 + 1.0) / 3.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_line_that_bends_turns_its_section() {
        // A pipe of 0.2 × 0.2 around a corner, mitered there.
        let square = "(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1)";
        let bent = extrusion(&format!("section: [{square}], spine: [(0, 0, 0), (0, 0, 1), (1, 0, 1)]"));
        let mesh = bent.surface();
        // At the corner, the line's direction is the mean of both, so the section is as wide as at its ends.
        let middle = &mesh.vertices[4..8];
        let width = |axis: usize| {
            let of = |pick: fn(f64, f64) -> f64| middle.iter().map(|corner| corner[axis]).reduce(pick).unwrap();
            of(f64::max) - of(f64::min)
        };
        assert!((width(1) - 0.2).abs() < 1e-12, "{middle:?}");
        assert!((width(0) - 0.2 / 2f64.sqrt()).abs() < 1e-12, "{middle:?}");
        assert!(mesh.solid_properties().is_ok());
    }

    #[test]
    fn a_ring_is_closed_without_ends() {
        let points: Vec<String> = (0..=16)
            .map(|step| f64::from(step % 16) * PI / 8.0)
            .map(|angle| format!("({}, {}, 0)", 2.0 * angle.cos(), 2.0 * angle.sin()))
            .collect();
        let square = "(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1)";
        let ring = extrusion(&format!("section: [{square}], spine: [{}]", points.join(", ")));
        assert_eq!(ring.surface().vertices.len(), 64);
        // Pappus: area times the path length of its center, here along 16 chords.
        let path_length = 16.0 * 2.0 * 2.0 * (PI / 16.0).sin();
        assert!((volume(&ring) / (0.04 * path_length) - 1.0).abs() < 0.03, "{}", volume(&ring));
    }

    #[test]
    fn invalid_extrusions_are_reported_with_their_position() {
        let found = |fields: &str| {
            let text = format!("(format_version: 1, objects: [(name: \"a\", shape: Extrusion({fields}))])");
            Scene::parse(&text, Format::Ron, "bad.ron").unwrap_err().to_string()
        };
        for (fields, told) in [
            ("section: [(0, 0)]", "fewer than two points"),
            ("section: [(0, 0), (0, 0), (1, 0)]", "objects[0].shape.section[1]"),
            ("section: [(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)]", "crosses"),
            ("section: [(0, 0), (1, 0)], spine: [(0, 0, 1)]", "objects[0].shape.spine"),
            ("section: [(0, 0), (1, 0)], spine: [(0, 0, 1), (0, 0, 1)]", "objects[0].shape.spine[1]"),
            ("section: [(0, 0), (1, 0)], scale: [(1, 1), (1, 1), (1, 1)]", "one pair, or 2 pairs"),
            ("section: [(0, 0), (1, 0)], scale: [(1, 0)]", "objects[0].shape.scale"),
        ] {
            assert!(found(fields).contains(told), "{fields}: {}", found(fields));
        }
    }
}
