//! What acts on a mover from outside: gravity, the medium around it, and the wrenches of services.

use crate::media::Media;
use nalgebra::Vector3;
use sim_abi::ffi::types as abi;
use sim_physics::Immersible;

/// The environment of a mover as its dynamics sees it. The fields that every tick needs come last.
#[repr(C)]
pub(crate) struct MoverEnvironment {
    /// Half of the diagonal of its collision box, m: up to this height above a free surface its origin still feels the medium below.
    pub(crate) half_diagonal: f64,
    /// The submerged solid, for objects that the engine moves in a scene with media.
    pub(crate) immersible: Option<Box<Immersible>>,
    /// Many dynamics read only its last part, which describes the ground.
    pub(crate) values: abi::Environment,
    /// Its environment needs a lookup of the media.
    pub(crate) wants_medium: bool,
    /// Whether a service has applied a wrench for the next step.
    pub(crate) pushed: bool,
}

impl MoverEnvironment {
    /// In air.
    pub(crate) fn in_air(gravity: Vector3<f64>) -> Self {
        let air = Media::default().at(&Vector3::zeros());
        let values = abi::Environment {
            gravity: gravity.into(),
            density: air.0.density,
            viscosity: air.0.viscosity,
            surface_height: air.0.surface_height,
            density_above: air.1,
            ..Default::default()
        };
        Self { half_diagonal: 0.0, immersible: None, values, wants_medium: false, pushed: false }
    }

    /// Updates the medium to that at the position of the mover, if the scene has media.
    #[inline]
    pub(crate) fn follow_media(&mut self, position: abi::Vec3, media: &Media) {
        if self.wants_medium {
            media.surround(&Vector3::from(position), self.half_diagonal, &mut self.values);
        }
    }

    /// Adds a force, N, and a torque, N·m, at the origin of the body, world axes, for the next step. Returns `false` and changes nothing if
    /// the sum is not finite.
    pub(crate) fn push(&mut self, force: Vector3<f64>, torque: Vector3<f64>) -> bool {
        let force = Vector3::from(self.values.external_force) + force;
        let torque = Vector3::from(self.values.external_torque) + torque;
        let is_finite = (force.norm() + torque.norm()).is_finite();
        if is_finite {
            (self.values.external_force, self.values.external_torque) = (force.into(), torque.into());
            self.pushed = true;
        }
        is_finite
    }

    /// Removes the wrench of the last step.
    #[inline]
    pub(crate) fn end_push(&mut self) {
        if self.pushed {
            (self.values.external_force, self.values.external_torque) = Default::default();
            self.pushed = false;
        }
    }
}
