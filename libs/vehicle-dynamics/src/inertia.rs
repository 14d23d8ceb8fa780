//! Mass matrix of a body including the added mass of the surrounding medium.

use crate::{Spatial, Vector6};
use nalgebra::{Matrix3, Vector3};
use std::fmt;

/// A matrix of masses (kg), first moments (kg·m) and moments of inertia (kg·m²): along x, y, z first, then about them.
pub type Matrix6 = nalgebra::Matrix6<f64>;

/// Rigid-body mass and added mass. The added mass is scaled by a share, 0 … 1: the immersed fraction of the body.
pub struct Inertia(Masses);

enum Masses {
    /// Uncoupled axes; `eases` are the inverse of the total masses.
    Diagonal {
        rigid: Spatial,
        added: Spatial,
        eases: Spatial,
    },
    Coupled(Box<Coupled>),
}

/// The mass matrix that is not positive definite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indefinite {
    /// That of the rigid body.
    Rigid,
    /// The sum of rigid body and added mass.
    Total,
}

impl fmt::Display for Indefinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Self::Rigid => "of the rigid body",
            Self::Total => "of body and added mass",
        };
        write!(f, "the mass matrix {what} is not positive definite")
    }
}

impl std::error::Error for Indefinite {}

/// Returns the mass matrix of a rigid body about the origin of its axes, from its mass (kg), the moments of inertia about axes through its
/// center of gravity (kg·m²), and the position of the center of gravity (m).
#[must_use]
pub fn rigid_body(mass: f64, inertia: Vector3<f64>, gravity_center: Vector3<f64>) -> Matrix6 {
    let arm = gravity_center.cross_matrix();
    let about_origin = Matrix3::from_diagonal(&inertia) - arm * arm * mass;
    let mut rigid = Matrix6::zeros();
    rigid.fixed_view_mut::<3, 3>(0, 0).copy_from(&(Matrix3::identity() * mass));
    rigid.fixed_view_mut::<3, 3>(0, 3).copy_from(&(-arm * mass));
    rigid.fixed_view_mut::<3, 3>(3, 0).copy_from(&(arm * mass));
    rigid.fixed_view_mut::<3, 3>(3, 3).copy_from(&about_origin);
    rigid
}

/// `modes` diagonalizes both matrices: `modesᵀ·rigid·modes` is the identity, `modesᵀ·added·modes` the diagonal `gains`.
struct Coupled {
    rigid: Matrix6,
    added: Matrix6,
    modes: Matrix6,
    gains: Vector6,
}

impl Inertia {
    /// Creates the inertia from two symmetric matrices.
    ///
    /// # Errors
    /// [`Indefinite`] if `rigid` or `rigid + added` is not positive definite.
    pub fn try_new(rigid: Matrix6, added: Matrix6) -> Result<Self, Indefinite> {
        let lower = rigid.cholesky().ok_or(Indefinite::Rigid)?.l();
        let inverse = lower.try_inverse().ok_or(Indefinite::Rigid)?;
        let scaled = inverse * added * inverse.transpose();
        if !scaled.iter().all(|value| value.is_finite()) {
            return Err(Indefinite::Total);
        }
        let eigen = ((scaled + scaled.transpose()) * 0.5).symmetric_eigen();
        let gains = eigen.eigenvalues;
        if !gains.iter().all(|gain| 1.0 + gain > 1e-9) {
            return Err(Indefinite::Total);
        }
        if is_diagonal(&rigid) && is_diagonal(&added) {
            let eases = (rigid + added).diagonal().map(|mass| 1.0 / mass).into();
            let (rigid, added) = (rigid.diagonal().into(), added.diagonal().into());
            return Ok(Self(Masses::Diagonal { rigid, added, eases }));
        }
        let modes = inverse.transpose() * eigen.eigenvectors;
        Ok(Self(Masses::Coupled(Box::new(Coupled { rigid, added, modes, gains }))))
    }

    /// Returns the linear and angular momentum at a velocity.
    #[inline]
    #[must_use]
    pub fn momentum(&self, velocity: &Spatial, share: f64) -> Spatial {
        match &self.0 {
            Masses::Diagonal { rigid, added, .. } => {
                (*rigid + *added * share).map(velocity, |mass, speed| mass * speed)
            }
            Masses::Coupled(of) => of.momentum(velocity, share),
        }
    }

    /// Returns ½ νᵀ·M·ν, J.
    #[must_use]
    pub fn kinetic_energy(&self, velocity: &Spatial, share: f64) -> f64 {
        0.5 * velocity.dot(&self.momentum(velocity, share))
    }

    /// Returns C(ν)·ν, the Coriolis and centripetal force in the rotating body axes.
    ///
    /// Computed from the momenta P and L with Kirchhoff's equations; equivalent to the skew-symmetric form of C in T. I. Fossen, Handbook
    /// of Marine Craft Hydrodynamics and Motion Control, 2011, equation 6.43.
    #[inline]
    #[must_use]
    pub fn coriolis(&self, velocity: &Spatial, share: f64) -> Spatial {
        let Spatial { linear: momentum, angular: spin } = self.momentum(velocity, share);
        let Spatial { linear, angular } = velocity;
        Spatial { linear: angular.cross(&momentum), angular: angular.cross(&spin) + linear.cross(&momentum) }
    }

    /// Returns the acceleration caused by a force.
    #[inline]
    #[must_use]
    pub fn acceleration(&self, force: &Spatial, share: f64) -> Spatial {
        match &self.0 {
            Masses::Diagonal { eases, .. } if share == 1.0 => force.map(eases, |force, ease| force * ease),
            Masses::Diagonal { rigid, added, .. } => force.map(&(*rigid + *added * share), |force, mass| force / mass),
            Masses::Coupled(of) => of.acceleration(force, share),
        }
    }
}

impl Coupled {
    fn momentum(&self, velocity: &Spatial, share: f64) -> Spatial {
        let velocity = Vector6::from(*velocity);
        (self.rigid * velocity + self.added * velocity * share).into()
    }

    fn acceleration(&self, force: &Spatial, share: f64) -> Spatial {
        let force = self.modes.tr_mul(&Vector6::from(*force));
        (self.modes * force.zip_map(&self.gains, |part, gain| part / (1.0 + gain * share))).into()
    }
}

fn is_diagonal(matrix: &Matrix6) -> bool {
    (0..6).all(|row| (0..6).all(|column| row == column || matrix[(row, column)] == 0.0))
}
