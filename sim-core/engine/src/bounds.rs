//! Scene bounds, and robots and movable objects that have left them.

use super::mover::{Incident, Mover};
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
fn is_sane(state: &abi::BodyState) -> bool {
    let is_inside = |v: abi::Vec3| (v.x.abs() < SANE) & (v.y.abs() < SANE) & (v.z.abs() < SANE);
    let q = state.pose.orientation;
    is_inside(state.pose.position)
        & is_inside(state.linear_velocity)
        & is_inside(state.angular_velocity)
        & (q.x + q.y + q.z + q.w).is_finite()
}

impl Mover {
    /// Sets a new state. If that is beyond all limits, such as for a body that is very light for its size, the mover keeps its pose and is
    /// at rest.
    #[inline]
    pub(super) fn take(&mut self, state: abi::BodyState) {
        if is_sane(&state) {
            self.state = state;
        } else {
            self.state.linear_velocity = Default::default();
            self.state.angular_velocity = Default::default();
            self.diverged = true;
        }
    }

    /// Reports that a motion could not be computed; the mover is then out of bounds. `time` is the end of the tick, s.
    #[cold]
    pub(super) fn report_divergence(&mut self, time: f64) {
        self.diverged = false;
        if self.out_of_bounds.is_some() {
            return;
        }
        self.out_of_bounds = Some(time);
        if self.robot {
            self.make_safe();
        }
        let text =
            "out of bounds: its motion diverged and it was stopped; check its mass and inertia against its size, \
                    and the step"
                .to_string();
        self.incidents.push(Incident::Log { component: "engine".into(), level: abi::LogLevel::Warn, text });
    }

    /// Handles a mover that has left the bounds of the scene: its commands stay neutral, and this is reported once. `time` is the end of
    /// the tick, s.
    #[cold]
    pub(super) fn lose(&mut self, time: f64) {
        if self.out_of_bounds.is_some() {
            return;
        }
        self.out_of_bounds = Some(time);
        if self.robot {
            self.make_safe();
        }
        let p = self.state.pose.position;
        let place = format!("({:.3}, {:.3}, {:.3})", p.x, p.y, p.z);
        let text = match self.robot {
            true => {
                format!("out of bounds at {place}; its commands stay neutral")
            }
            false => format!("out of bounds at {place}"),
        };
        self.incidents.push(Incident::Log { component: "engine".into(), level: abi::LogLevel::Warn, text });
    }

    /// Whether its commands must stay neutral: one of its components has failed, or it is a robot that is out of bounds.
    pub(super) fn must_halt(&self) -> bool {
        self.any_stopped() || self.robot && self.out_of_bounds.is_some()
    }

    /// Handles a mover that was moved by a service or the user: it is no longer out of bounds, and continues unless one of its components
    /// has failed.
    pub(super) fn recover(&mut self) {
        if self.out_of_bounds.take().is_some() {
            self.halted = self.must_halt();
        }
    }
}
