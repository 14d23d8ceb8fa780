//! The mass matrix of a body and of the medium that it carries along.

use crate::{Spatial, Vector6};
use nalgebra::{Matrix3, Vector3};
use std::fmt;

/// A matrix of masses (kg), first moments (kg·m) and moments of inertia (kg·m²): along x, y, z first, then about them.
pub type Matrix6 = nalgebra::Matrix6<f64>;

/// Masses of the rigid body and of the medium. Of the medium's counts a share, 0 … 1: that part of the body which is in it.
pub struct Inertia(Masses);

enum Masses {
    /// No axis moves another; `eases` are the inverse of the masses of both.
    Diagonal {
        rigid: Spatial,
        added: Spatial,
        eases: Spatial,
    },
    Coupled(Box<Coupled>),
}

/// Which mass matrix is not positive definite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indefinite {
    /// That of the body alone.
    Rigid,
    /// That of the body and the medium together.
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

/// The mass matrix of a rigid body about the origin of its axes: its mass (kg), the moments of inertia about axes through its
/// centre of gravity (kg·m²), and where that is (m).
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

/// `modes` diagonalises both matrices: `modesᵀ·rigid·modes` is the identity, `modesᵀ·added·modes` the diagonal `gains`.
struct Coupled {
    rigid: Matrix6,
    added: Matrix6,
    modes: Matrix6,
    gains: Vector6,
}

impl Inertia {
    /// From two symmetric matrices.
    ///
    /// # Errors
    /// [`Indefinite`] where one of `rigid` and `rigid + added` is not positive definite.
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

    /// Linear and angular momentum of a velocity.
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

    /// ½ νᵀ·M·ν, J.
    #[must_use]
    pub fn kinetic_energy(&self, velocity: &Spatial, share: f64) -> f64 {
        0.5 * velocity.dot(&self.momentum(velocity, share))
    }

    /// C(ν)·ν: what Newton's law takes for a force because the axes turn.
    ///
    /// With the momenta P and L, Kirchhoff's equations; the same as the skew form of C in T. I. Fossen, Handbook of Marine Craft
    /// Hydrodynamics and Motion Control, 2011, equation 6.43.
    #[inline]
    #[must_use]
    pub fn coriolis(&self, velocity: &Spatial, share: f64) -> Spatial {
        let Spatial { linear: momentum, angular: spin } = self.momentum(velocity, share);
        let Spatial { linear, angular } = velocity;
        Spatial { linear: angular.cross(&momentum), angular: angular.cross(&spin) + linear.cross(&momentum) }
    }

    /// The acceleration that a force gives.
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
