//! Simple polygons in the plane.

use super::decode::Decoder;
use super::text::Node;
use sim_diagnostics::words::counted;
use sim_diagnostics::{Code, Diagnostic};

/// Signed area (half the sum of the cross products of the edges); positive if counterclockwise.
pub fn signed_area(corners: &[[f64; 2]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0
}

/// Triangulates a simple polygon; triangles are indices of its corners, without degenerate ones.
pub fn triangles(corners: &[[f64; 2]]) -> Vec<[usize; 3]> {
    let mut numbers: Vec<usize> = Vec::new();
    earcut::Earcut::new().earcut(corners.iter().copied(), &[], &mut numbers);
    let area = |triangle: &[usize; 3]| signed_area(&triangle.map(|corner| corners[corner]));
    let triangles = numbers.chunks_exact(3).map(|triangle| [triangle[0], triangle[1], triangle[2]]);
    triangles.filter(|triangle| area(triangle).abs() > 1e-12).collect()
}

/// Whether a point is inside, by the even–odd rule; points on an edge may count either way.
pub(crate) fn contains(corners: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let mut inside = false;
    let mut previous = match corners.last() {
        Some(last) => *last,
        None => return false,
    };
    for &corner in corners {
        let [ax, ay] = previous;
        let [bx, by] = corner;
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            inside = !inside;
        }
        previous = corner;
    }
    inside
}

/// Maximum number of corners for which every pair of edges is checked.
const CROSSING_LIMIT: usize = 2000;

/// Reports fewer than three corners, zero area, and crossing edges.
pub(crate) fn check(corners: &[[f64; 2]], node: &Node, decoder: &mut Decoder<'_>) {
    if corners.len() < 3 {
        let diagnostic = Diagnostic::error(Code::SceneArity, "a polygon needs at least 3 corners")
            .with_expected("at least 3 corners `(x, y)`")
            .with_found(counted(corners.len(), "corner"));
        decoder.report(node, diagnostic);
    } else if let Some(edge) = crossing(corners) {
        let diagnostic = Diagnostic::error(Code::SceneGeometry, "the polygon crosses or touches itself")
            .with_expected("corners in order around the polygon")
            .with_found(format!("the edge from corner {edge} touches another edge"));
        decoder.report_element(node, edge, diagnostic);
    } else if signed_area(corners).abs() < 1e-12 {
        let diagnostic = Diagnostic::error(Code::SceneGeometry, "the area of the polygon is 0")
            .with_expected("corners that are not collinear");
        decoder.report(node, diagnostic);
    }
}

/// Index of the first edge that intersects a later, non-adjacent one.
fn crossing(corners: &[[f64; 2]]) -> Option<usize> {
    let count = corners.len();
    if count > CROSSING_LIMIT {
        return None;
    }
    let edge = |index: usize| (corners[index], corners[(index + 1) % count]);
    for first in 0..count {
        for second in first + 2..count {
            let neighbours = first == 0 && second == count - 1;
            if !neighbours && segments_meet(edge(first), edge(second)) {
                return Some(first);
            }
        }
    }
    None
}

type Segment2 = ([f64; 2], [f64; 2]);

fn segments_meet((a, b): Segment2, (c, d): Segment2) -> bool {
    let side = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        let cross = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        if cross == 0.0 { 0.0 } else { cross.signum() }
    };
    let between = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        (0..2).all(|axis| r[axis] >= p[axis].min(q[axis]) && r[axis] <= p[axis].max(q[axis]))
    };
    let (s1, s2) = (side(a, b, c), side(a, b, d));
    let (s3, s4) = (side(c, d, a), side(c, d, b));
    if s1 != s2 && s3 != s4 {
        return true;
    }
    (s1 == 0.0 && between(a, b, c))
        || (s2 == 0.0 && between(a, b, d))
        || (s3 == 0.0 && between(c, d, a))
        || (s4 == 0.0 && between(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_edges_are_found_and_simple_polygons_are_not_blamed() {
        assert_eq!(crossing(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]), Some(0));
        assert_eq!(crossing(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]]), None);
        assert!(crossing(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 0.0], [0.0, 2.0]]).is_some());
    }

    #[test]
    fn containment_follows_a_concave_outline() {
        let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]];
        assert!(contains(&outline, [0.2, 1.0]));
        assert!(!contains(&outline, [1.0, 1.0]));
        assert!((signed_area(&outline) - 2.5).abs() < 1e-12);
    }
}
