//! The bounds of a scene, and who has left them.

use super::mover::{Incident, Mover};
use sim_abi::ffi::types as abi;

/// Largest coordinate of a valid state, m; a larger one means that a computation has diverged.
pub(super) const PLACE_LIMIT: f64 = 1e9;

/// The part of the world in which robots and movable objects count as present, m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    min: [f64; 3],
    max: [f64; 3],
}

impl Bounds {
    /// Those of a scene; without any, as far as places are told apart.
    pub(super) fn of(scene: Option<&crate::scene::Bounds>) -> Self {
        let far = PLACE_LIMIT;
        scene.map_or(Self { min: [-far; 3], max: [far; 3] }, |bounds| Self { min: bounds.min, max: bounds.max })
    }

    /// Whether a place lies within; on their faces it does.
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

/// Numbers of a state beyond which nothing can be computed any more, m, m/s, rad/s.
const SANE: f64 = 1e15;

/// Whether a state can be worked with.
#[inline]
fn is_sane(state: &abi::BodyState) -> bool {
    let within = |v: abi::Vec3| (v.x.abs() < SANE) & (v.y.abs() < SANE) & (v.z.abs() < SANE);
    let q = state.pose.orientation;
    within(state.pose.position)
        & within(state.linear_velocity)
        & within(state.angular_velocity)
        & (q.x + q.y + q.z + q.w).is_finite()
}

impl Mover {
    /// Takes a new state. Where that is beyond all numbers, such as of a body that is very light for its size, it stays
    /// where it is and is at rest.
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

    /// Tells that a motion could not be computed; it counts as lost from then on. `time` is that of the end of the tick, s.
    #[cold]
    pub(super) fn tell_divergence(&mut self, time: f64) {
        self.diverged = false;
        if self.lost.is_some() {
            return;
        }
        self.lost = Some(time);
        if self.robot {
            self.make_safe();
        }
        let text = "lost: its motion cannot be computed, and it was brought to rest; check its mass against its size, \
                    and the step"
            .to_string();
        self.incidents.push(Incident::Log { component: "engine".into(), level: abi::LogLevel::Warn, text });
    }

    /// It has left the bounds of the scene: its commands stay neutral, and that is told once. `time` is that of the end of the
    /// tick, s.
    #[cold]
    pub(super) fn lose(&mut self, time: f64) {
        if self.lost.is_some() {
            return;
        }
        self.lost = Some(time);
        if self.robot {
            self.make_safe();
        }
        let p = self.state.pose.position;
        let place = format!("({:.3}, {:.3}, {:.3})", p.x, p.y, p.z);
        let text = match self.robot {
            true => {
                format!("lost: it has left the bounds at {place}; its commands stay neutral")
            }
            false => format!("lost: it has left the bounds at {place}"),
        };
        self.incidents.push(Incident::Log { component: "engine".into(), level: abi::LogLevel::Warn, text });
    }

    /// Whether its commands must stay neutral: one of its components has failed, or it is a robot that is lost.
    pub(super) fn must_halt(&self) -> bool {
        self.any_stopped() || self.robot && self.lost.is_some()
    }

    /// Somebody has put it somewhere: it is lost no longer, and goes on unless one of its components has failed.
    pub(super) fn recover(&mut self) {
        if self.lost.take().is_some() {
            self.halted = self.must_halt();
        }
    }
}
