//! Scene bounds, and robots and movable objects that have left them.

use sim_abi::ffi::types as abi;

/// Largest coordinate of a valid state, m; a larger one means that a computation has diverged.
pub(super) const PLACE_LIMIT: f64 = 1e9;

/// The region in which robots and movable objects are in bounds, m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    min: [f64; 3],
    max: [f64; 3],
}

impl Bounds {
    /// The bounds of a scene. Default: the range of valid positions.
    pub(super) fn of(scene: Option<&sim_scene::Bounds>) -> Self {
        let far = PLACE_LIMIT;
        scene.map_or(Self { min: [-far; 3], max: [far; 3] }, |bounds| Self { min: bounds.min, max: bounds.max })
    }

    /// Whether a position is inside or on the faces.
    #[inline]
    pub(super) fn surround(&self, place: abi::Vec3) -> bool {
        let [x, y, z] = [place.x, place.y, place.z];
        (x >= self.min[0])
            & (y >= self.min[1])
            & (z >= self.min[2])
            & (x <= self.max[0])
            & (y <= self.max[1])
            & (z <= self.max[2])
    }
}

/// Limit of the numbers of a state for computations, m, m/s, rad/s.
const SANE: f64 = 1e15;

/// Whether a state is usable for computations.
#[inline]
pub(super) fn is_sane(state: &abi::BodyState) -> bool {
    let is_inside = |v: abi::Vec3| (v.x.abs() < SANE) & (v.y.abs() < SANE) & (v.z.abs() < SANE);
    let q = state.pose.orientation;
    is_inside(state.pose.position)
        & is_inside(state.linear_velocity)
        & is_inside(state.angular_velocity)
        & (q.x + q.y + q.z + q.w).is_finite()
}
