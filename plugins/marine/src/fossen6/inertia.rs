//! The mass matrix of a body and of the water that it carries along.

use super::constants::refused;
use super::spatial::{Spatial, Vector6};
use sim_abi::prelude::*;

pub type Matrix6 = na::Matrix6<f64>;

/// Masses of the rigid body and of the water. Of the water's counts the share that the body is below the surface.
pub enum Inertia {
    /// No axis moves another; `eases` are the inverse of the masses of both.
    Diagonal {
        rigid: Spatial,
        added: Spatial,
        eases: Spatial,
    },
    Coupled(Box<Coupled>),
}

/// `modes` diagonalises both matrices: `modesᵀ·rigid·modes` is the identity, `modesᵀ·added·modes` the diagonal `gains`.
pub struct Coupled {
    rigid: Matrix6,
    added: Matrix6,
    modes: Matrix6,
    gains: Vector6,
}

impl Inertia {
    /// From two symmetric matrices. Fails where one of `rigid` and `rigid + added` is not positive definite.
    pub fn try_new(rigid: Matrix6, added: Matrix6) -> Result<Self> {
        let indefinite = |what: &str| {
            let help = "give added masses that do not take more than the body has";
            refused(format!("the mass matrix {what} is not positive definite"), help)
        };
        let lower = rigid.cholesky().ok_or_else(|| indefinite("of the rigid body"))?.l();
        let Some(inverse) = lower.try_inverse() else { return Err(indefinite("of the rigid body")) };
        let scaled = inverse * added * inverse.transpose();
        if !scaled.iter().all(|value| value.is_finite()) {
            return Err(indefinite("of body and added mass"));
        }
        let eigen = ((scaled + scaled.transpose()) * 0.5).symmetric_eigen();
        let gains = eigen.eigenvalues;
        if !gains.iter().all(|gain| 1.0 + gain > 1e-9) {
            return Err(indefinite("of body and added mass"));
        }
        if is_diagonal(&rigid) && is_diagonal(&added) {
            let eases = (rigid + added).diagonal().map(|mass| 1.0 / mass).into();
            return Ok(Self::Diagonal { rigid: rigid.diagonal().into(), added: added.diagonal().into(), eases });
        }
        let modes = inverse.transpose() * eigen.eigenvectors;
        Ok(Self::Coupled(Box::new(Coupled { rigid, added, modes, gains })))
    }

    /// Linear and angular momentum of a velocity.
    #[inline]
    pub fn momentum(&self, velocity: &Spatial, share: f64) -> Spatial {
        match self {
            Self::Diagonal { rigid, added, .. } => (*rigid + *added * share).map(velocity, |mass, speed| mass * speed),
            Self::Coupled(of) => of.momentum(velocity, share),
        }
    }

    /// The acceleration that a force gives.
    #[inline]
    pub fn acceleration(&self, force: &Spatial, share: f64) -> Spatial {
        match self {
            Self::Diagonal { eases, .. } if share == 1.0 => force.map(eases, |force, ease| force * ease),
            Self::Diagonal { rigid, added, .. } => force.map(&(*rigid + *added * share), |force, mass| force / mass),
            Self::Coupled(of) => of.acceleration(force, share),
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
