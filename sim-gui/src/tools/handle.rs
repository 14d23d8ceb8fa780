//! Handles by which things are dragged, in the world and under the pointer.

use nalgebra::{Point3, Vector3};

/// Start and direction of the line of sight through a place of the screen.
pub type Ray = (Point3<f64>, Vector3<f64>);

/// A part of the gizmo that can be dragged. Axes are those of its frame: 0 for x, 1 for y, 2 for z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Along an axis.
    Axis(usize),
    /// In the plane across an axis.
    Plane(usize),
    /// About an axis.
    Ring(usize),
    /// Makes larger along an axis.
    Size(usize),
    /// Makes larger along all axes. It is pulled on the screen: to the right and up.
    AllSizes,
}

impl Handle {
    /// Whether it moves things along an axis.
    pub fn moves_along(self, axis: usize) -> bool {
        match self {
            Self::Axis(own) => own == axis,
            Self::Plane(own) => own != axis,
            Self::Ring(_) | Self::Size(_) | Self::AllSizes => false,
        }
    }

    /// The place of a handle at `origin` that a ray points at: m along the axis, rad about it, or a point of the plane. None
    /// where the ray points past, and of what is pulled on the screen.
    pub fn grip(self, origin: Point3<f64>, (start, direction): Ray) -> Option<Vector3<f64>> {
        let on_plane = |normal: Vector3<f64>| {
            let slope = direction.dot(&normal);
            let distance = (origin - start).dot(&normal) / slope;
            (slope.abs() > 1e-6 && distance > 0.0).then(|| start + direction * distance)
        };
        match self {
            Self::Axis(axis) | Self::Size(axis) => {
                // The point of the axis nearest to the ray.
                let own = Vector3::ith(axis, 1.0);
                let slope = own.dot(&direction);
                let apart = 1.0 - slope * slope;
                let between = start - origin;
                let along = (own.dot(&between) - slope * direction.dot(&between)) / apart;
                (apart > 1e-6).then(|| Vector3::new(along, 0.0, 0.0))
            }
            Self::Plane(axis) => on_plane(Vector3::ith(axis, 1.0)).map(|point| point.coords),
            Self::Ring(axis) => {
                let point = on_plane(Vector3::ith(axis, 1.0))? - origin;
                Some(Vector3::new(point[(axis + 2) % 3].atan2(point[(axis + 1) % 3]), 0.0, 0.0))
            }
            Self::AllSizes => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_pointed_at_from_the_side_alone() {
        let origin = Point3::new(1.0, 2.0, 0.5);
        let ray = |x: f64| (Point3::new(x, 0.0, 0.5), Vector3::y());
        assert!((Handle::Axis(0).grip(origin, ray(1.4)).unwrap().x - 0.4).abs() < 1e-12);
        assert!(Handle::Axis(1).grip(origin, ray(1.0)).is_none(), "along the line of sight nothing can be said");
    }

    #[test]
    fn a_plane_is_pointed_at_where_the_ray_meets_it() {
        let origin = Point3::new(1.0, 2.0, 0.5);
        let down = (Point3::new(3.0, 4.0, 9.0), -Vector3::z());
        assert_eq!(Handle::Plane(2).grip(origin, down), Some(Vector3::new(3.0, 4.0, 0.5)));
        assert_eq!(Handle::Plane(0).grip(origin, down), None);
    }
}
