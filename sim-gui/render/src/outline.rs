//! Outlines of bodies from above or from the side, for plans.

use crate::stage::{Stage, parts};
use nalgebra::{Point3, Vector3};

/// The projection of a plan: the world axes that point right and up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Projection2d {
    /// From above: x to the right, y up.
    #[default]
    Top,
    /// From the side: x to the right, z up.
    Side,
    /// From the front: y to the right, z up.
    Front,
}

impl Projection2d {
    /// Indices of the axes to the right and up.
    pub fn axes(self) -> [usize; 2] {
        match self {
            Self::Top => [0, 1],
            Self::Side => [0, 2],
            Self::Front => [1, 2],
        }
    }

    /// The position of a point on the plan, m.
    pub fn of(self, point: &Point3<f64>) -> [f64; 2] {
        self.axes().map(|axis| point[axis])
    }
}

impl Stage {
    /// The convex outline of a body on a plan, counterclockwise, m; empty for invisible bodies and infinite planes.
    pub fn outline(&self, body: usize, projection: Projection2d) -> Vec<[f64; 2]> {
        hull(self.of_body(body).iter().flat_map(|item| self.points(*item as usize, projection)).collect())
    }

    /// As [`Stage::outline`], separately for each part of a body.
    pub fn part_outlines(&self, body: usize, projection: Projection2d) -> Vec<Vec<[f64; 2]>> {
        self.of_body(body).iter().map(|item| hull(self.points(*item as usize, projection).collect())).collect()
    }

    /// Vertices of an instance on a plan; none for an infinite plane.
    fn points(&self, item: usize, projection: Projection2d) -> impl Iterator<Item = [f64; 2]> + '_ {
        let (matrix, shift) = parts(&self.instances()[item]);
        let vertices = self.bounded_mesh(item).map_or(&[][..], |mesh| &mesh.vertices);
        vertices.iter().map(move |vertex| {
            let place = matrix * Vector3::from(vertex.position) + shift;
            projection.of(&Point3::from(place.cast::<f64>() + self.origin()))
        })
    }
}

/// The convex hull of points on a plan, counterclockwise (monotone chain; Andrew, 1979).
pub fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turns_left =
        |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0;
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while chain.len() >= 2 && !turns_left(chain[chain.len() - 2], chain[chain.len() - 1], point) {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = chain(&mut points.iter().copied());
    lower.extend(chain(&mut points.iter().rev().copied()));
    lower
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::Detail;
    use nalgebra::{Isometry3, UnitQuaternion};
    use sim_core::engine::{Form, LinkPoses, Visual};
    use std::sync::Arc;

    #[test]
    fn a_turned_box_is_a_turned_rectangle_from_above_and_wider_from_the_side() {
        let form = Form::Box([2.0, 1.0, 0.5]);
        let visual = Visual { link: None, placement: Isometry3::identity(), form, color: [1.0; 4] };
        let body: Arc<[Visual]> = vec![visual].into();
        let mut stage = Stage::new(Detail::Full);
        stage.set_bodies([body].iter());
        let turn = UnitQuaternion::from_euler_angles(0.0, 0.0, std::f64::consts::FRAC_PI_2);
        let pose = Isometry3::from_parts([3.0, 0.0, 0.25].into(), turn);
        stage.pose(|_| pose, &LinkPoses::default());
        let size = |outline: Vec<[f64; 2]>| {
            assert_eq!(outline.len(), 4);
            let extent = |axis: usize| {
                let values = outline.iter().map(|point| point[axis]);
                values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
            };
            [0, 1].map(|axis| (extent(axis) * 1e4).round() / 1e4)
        };
        assert_eq!(size(stage.outline(0, Projection2d::Top)), [1.0, 2.0]);
        assert_eq!(size(stage.outline(0, Projection2d::Side)), [1.0, 0.5]);
        assert_eq!(size(stage.outline(0, Projection2d::Front)), [2.0, 0.5]);
    }
}
