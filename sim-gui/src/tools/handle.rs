//! Handles for dragging things, in the world and on the screen.

use nalgebra::{Point3, Vector3};

/// Origin and direction of the ray through a screen position.
pub type Ray = (Point3<f64>, Vector3<f64>);

/// A draggable part of the gizmo. Axes are those of its frame: 0 for x, 1 for y, 2 for z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Translation along an axis.
    Axis(usize),
    /// Translation in the plane normal to an axis.
    Plane(usize),
    /// Rotation about an axis.
    Ring(usize),
    /// Scaling along an axis.
    Size(usize),
    /// Scaling along all axes. It is pulled on the screen: to the right and up.
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

    /// The position on a handle at `origin` that a ray hits: m along the axis, rad about it, or a point of the plane. `None` if
    /// the ray misses it, and for handles pulled on the screen.
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
        assert!(Handle::Axis(1).grip(origin, ray(1.0)).is_none(), "undefined along the line of sight");
    }

    #[test]
    fn a_plane_is_pointed_at_where_the_ray_meets_it() {
        let origin = Point3::new(1.0, 2.0, 0.5);
        let down = (Point3::new(3.0, 4.0, 9.0), -Vector3::z());
        assert_eq!(Handle::Plane(2).grip(origin, down), Some(Vector3::new(3.0, 4.0, 0.5)));
        assert_eq!(Handle::Plane(0).grip(origin, down), None);
    }
}
