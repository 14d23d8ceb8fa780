//! Cameras: pose and projection.

use nalgebra::{Isometry3, Matrix4, Point3, UnitQuaternion, Vector3};

/// View from behind: distance and height above the center of a thing, as multiples of its size.
const BEHIND: [f64; 2] = [3.2, 1.5];

/// A camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// `world_from_camera`: x forward, y left, z up.
    pub pose: Isometry3<f64>,
    /// The projection.
    pub projection: Projection,
    /// Distance of the near clipping plane, m.
    pub near: f64,
    /// Distance of the far clipping plane, m.
    pub far: f64,
}

/// The projection of the world to the image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Perspective.
    Perspective {
        /// Vertical field of view, rad.
        vertical: f64,
    },
    /// Orthographic.
    Parallel {
        /// Height of the view, m.
        height: f64,
    },
}

impl Camera {
    /// Near and far clipping distances for a view from a robot, m.
    pub const NEAR_FAR: [f64; 2] = [0.01, 2000.0];

    /// A perspective camera at a point, looking at another; z is up unless it looks along z.
    pub fn looking_at(eye: Point3<f64>, target: Point3<f64>, vertical: f64) -> Self {
        let forward = (target - eye).try_normalize(1e-12).unwrap_or_else(Vector3::x);
        Self {
            pose: pose_along(eye, forward),
            projection: Projection::Perspective { vertical },
            near: 0.01,
            far: 1000.0,
        }
    }

    /// The view of a camera with this pose and horizontal and vertical field of view, rad, in an image with this aspect ratio
    /// (width over height) that shows the whole field of view.
    pub fn through(pose: Isometry3<f64>, [horizontal, vertical]: [f64; 2], aspect: f64) -> Self {
        let side = (horizontal / 2.0).tan() / aspect.max(1e-6);
        let vertical = 2.0 * side.max((vertical / 2.0).tan()).atan();
        Self { pose, projection: Projection::Perspective { vertical }, near: Self::NEAR_FAR[0], far: Self::NEAR_FAR[1] }
    }

    /// A view from behind and above a thing along its heading, which is the x axis of its pose projected to the ground. `low` and
    /// `high` are the corners of its bounding box in its own frame, m.
    pub fn behind([low, high]: [Point3<f64>; 2], pose: &Isometry3<f64>, vertical: f64) -> Self {
        let size = (high - low).norm();
        let (_, _, yaw) = pose.rotation.euler_angles();
        let heading = UnitQuaternion::from_euler_angles(0.0, 0.0, yaw) * Vector3::x();
        let middle = pose * nalgebra::center(&low, &high);
        let eye = middle - heading * size * BEHIND[0] + Vector3::z() * size * BEHIND[1];
        Self { far: Self::NEAR_FAR[1], ..Self::looking_at(eye, middle + heading * size, vertical) }
    }

    /// The vertical field of view, rad, of an image with this horizontal one.
    pub fn vertical_from_horizontal(horizontal: f64, width: f64, height: f64) -> f64 {
        2.0 * ((horizontal / 2.0).tan() * height / width).atan()
    }

    /// Viewing direction, world frame.
    pub fn forward(&self) -> Vector3<f64> {
        self.pose * Vector3::x()
    }

    /// `clip_from_view` for this aspect ratio (width over height). View axes: x right, y up, z backward. Reversed depth: 1 at the
    /// near plane, 0 at the far plane, which preserves floating-point precision in the distance.
    pub fn clip_from_view(&self, aspect: f64) -> Matrix4<f64> {
        let (near, far) = (self.near, self.far);
        match self.projection {
            Projection::Perspective { vertical } => {
                let f = 1.0 / (vertical / 2.0).tan();
                let a = near / (far - near);
                Matrix4::new(f / aspect, 0.0, 0.0, 0.0, 0.0, f, 0.0, 0.0, 0.0, 0.0, a, a * far, 0.0, 0.0, -1.0, 0.0)
            }
            Projection::Parallel { height } => {
                let s = 2.0 / height;
                let a = 1.0 / (far - near);
                Matrix4::new(s / aspect, 0.0, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, a, a * far, 0.0, 0.0, 0.0, 1.0)
            }
        }
    }

    /// `view_from_world` for coordinates relative to `origin`.
    pub fn view_from_world(&self, origin: &Vector3<f64>) -> Matrix4<f64> {
        // Camera axes x forward, y left, z up become view axes x right, y up, z backward.
        #[rustfmt::skip]
        let view_from_camera = Matrix4::new(
            0.0, -1.0, 0.0, 0.0,
            0.0, 0.0, 1.0, 0.0,
            -1.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 1.0,
        );
        let mut pose = self.pose;
        pose.translation.vector -= origin;
        view_from_camera * pose.inverse().to_homogeneous()
    }

    /// The ray through an image point, given from −1 to 1 to the right and up: its origin and unit direction.
    pub fn ray(&self, [right, up]: [f64; 2], aspect: f64) -> (Point3<f64>, Vector3<f64>) {
        match self.projection {
            Projection::Perspective { vertical } => {
                let t = (vertical / 2.0).tan();
                let direction = Vector3::new(1.0, -right * t * aspect, up * t);
                (self.pose.translation.vector.into(), (self.pose * direction).normalize())
            }
            Projection::Parallel { height } => {
                let start = Point3::new(0.0, -right * height / 2.0 * aspect, up * height / 2.0);
                (self.pose * start, self.forward())
            }
        }
    }

    /// The image position of a point, from −1 to 1 to the right and up, and its distance along the optical axis, m. `None` behind
    /// the camera.
    pub fn project(&self, point: &Point3<f64>, aspect: f64) -> Option<([f64; 2], f64)> {
        let seen = self.pose.inverse_transform_point(point);
        if seen.x < self.near {
            return None;
        }
        let half = match self.projection {
            Projection::Perspective { vertical } => (vertical / 2.0).tan() * seen.x,
            Projection::Parallel { height } => height / 2.0,
        };
        Some(([-seen.y / (half * aspect), seen.z / half], seen.x))
    }
}

/// The pose at a point looking in a direction with z up. Along z itself, the top of the image is +x when looking down and −x when
/// looking up.
fn pose_along(at: Point3<f64>, forward: Vector3<f64>) -> Isometry3<f64> {
    let yaw = forward.y.atan2(forward.x);
    let flat = forward.x.hypot(forward.y);
    let yaw = if flat < 1e-9 { 0.0 } else { yaw };
    let pitch = -forward.z.atan2(flat);
    Isometry3::from_parts(at.coords.into(), UnitQuaternion::from_euler_angles(0.0, pitch, yaw))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    #[test]
    fn projecting_and_casting_back_meet() {
        let mut camera = Camera::looking_at(Point3::new(1.0, -2.0, 3.0), Point3::new(0.5, 0.5, 0.2), 0.9);
        for projection in [Projection::Perspective { vertical: 0.9 }, Projection::Parallel { height: 4.0 }] {
            camera.projection = projection;
            let point = Point3::new(0.3, 0.1, 0.4);
            let (place, depth) = camera.project(&point, 1.5).unwrap();
            let (start, direction) = camera.ray(place, 1.5);
            let along = (point - start).dot(&direction);
            close((start + direction * along - point).norm(), 0.0);
            close((point - camera.pose * Point3::origin()).dot(&camera.forward()), depth);
            // The matrices agree.
            let origin = Vector3::new(0.2, 0.0, -1.0);
            let seen = camera.view_from_world(&origin) * (point - origin).to_homogeneous();
            let clip = camera.clip_from_view(1.5) * seen;
            close(clip.x / clip.w, place[0]);
            close(clip.y / clip.w, place[1]);
        }
    }

    #[test]
    fn depth_runs_from_one_near_to_zero_far() {
        let camera = Camera::looking_at(Point3::origin(), Point3::new(1.0, 0.0, 0.0), 1.0);
        let depth = |distance: f64| {
            let clip = camera.clip_from_view(1.0) * nalgebra::Vector4::new(0.0, 0.0, -distance, 1.0);
            clip.z / clip.w
        };
        close(depth(camera.near), 1.0);
        close(depth(camera.far), 0.0);
    }

    #[test]
    fn a_camera_facing_straight_down_has_x_at_the_top() {
        let camera = Camera::looking_at(Point3::new(0.0, 0.0, 5.0), Point3::origin(), 0.8);
        let (place, _) = camera.project(&Point3::new(1.0, 0.0, 0.0), 1.0).unwrap();
        assert!(place[1] > 0.1 && place[0].abs() < 1e-9, "{place:?}");
    }
}
