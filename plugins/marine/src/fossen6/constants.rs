//! Published parameters of vehicles.
//!
//! Sources: `bluerov2` MarineGym (IROS 2025), with the center of buoyancy and the displacement of 114.8 N of other
//! public models; `bluerov2_heavy` von Benzon et al., J. Mar. Sci. Eng. 10(12), 1898 (2022), table A1; `bluerov2_mpc` a
//! block shared by several public model predictive controllers; `bluerov2_heavy_gz` the heavy model of
//! clydemcqueen/bluerov2_gz. They disagree by factors, the surge drag by eight: choose the one that fits your vehicle.

use sim_abi::prelude::*;

/// A published set of parameters.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Set {
    #[default]
    Bluerov2,
    Bluerov2Heavy,
    Bluerov2Mpc,
    Bluerov2HeavyGz,
}

/// A 6 × 6 matrix, row by row.
pub type Rows = [[f64; 6]; 6];

/// Parameters of a rigid body in water. Body axes: x forward, y left, z up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Mass, kg.
    pub mass: f64,
    /// Displaced volume, m³.
    pub volume: f64,
    /// Moments of inertia about the center of gravity, kg·m².
    pub inertia: [f64; 3],
    /// Center of gravity, m.
    pub gravity_center: [f64; 3],
    /// Center of buoyancy, m.
    pub buoyancy_center: [f64; 3],
    /// Added-mass matrix: forces and torques per unit of acceleration along and about x, y, z; kg, kg·m, kg·m².
    pub added_mass: Rows,
    /// Linear damping, N·s/m and N·m·s.
    pub linear_damping: [f64; 6],
    /// Quadratic damping, N·s²/m² and N·m·s².
    pub quadratic_damping: [f64; 6],
    /// Length, width and height, m.
    pub size: [f64; 3],
}

impl Set {
    /// The parameters.
    pub fn constants(self) -> Constants {
        let standard = Constants {
            mass: 11.5,
            volume: 114.8 / (1000.0 * 9.81),
            inertia: [0.16; 3],
            gravity_center: [0.0; 3],
            buoyancy_center: [0.0, 0.0, 0.02],
            added_mass: diagonal([5.5, 12.7, 14.57, 0.12, 0.12, 0.12]),
            linear_damping: [4.03, 6.22, 5.18, 0.07, 0.07, 0.07],
            quadratic_damping: [18.18, 21.66, 36.99, 1.55, 1.55, 1.55],
            size: [0.457, 0.338, 0.254],
        };
        let heavy = Constants {
            mass: 13.5,
            volume: 0.0134,
            inertia: [0.26, 0.23, 0.37],
            gravity_center: [0.0; 3],
            buoyancy_center: [0.0, 0.0, 0.01],
            added_mass: diagonal([6.36, 7.12, 18.68, 0.189, 0.135, 0.222]),
            linear_damping: [13.7, 0.0, 33.0, 0.0, 0.8, 0.0],
            quadratic_damping: [141.0, 217.0, 190.0, 1.19, 0.47, 1.50],
            size: [0.457, 0.575, 0.254],
        };
        match self {
            Self::Bluerov2 => standard,
            Self::Bluerov2Heavy => heavy,
            Self::Bluerov2Mpc => Constants {
                mass: 11.4,
                volume: 0.0115,
                inertia: [0.21, 0.245, 0.245],
                added_mass: diagonal([2.6, 18.5, 13.3, 0.054, 0.0173, 0.28]),
                linear_damping: [0.09, 0.26, 0.19, 0.895, 0.287, 4.64],
                quadratic_damping: [34.96, 103.25, 74.23, 0.0, 0.0, 0.43],
                ..standard
            },
            Self::Bluerov2HeavyGz => Constants {
                mass: 13.016,
                volume: 0.457 * 0.575 * 0.05,
                gravity_center: [0.0, 0.0, 0.011],
                buoyancy_center: [0.0, 0.0, 0.06],
                added_mass: diagonal([0.0; 6]),
                linear_damping: [0.0; 6],
                quadratic_damping: [58.42, 55.14, 124.82, 4.0, 4.0, 4.0],
                ..heavy
            },
        }
    }
}

/// The matrix with these values on its diagonal.
pub fn diagonal(values: [f64; 6]) -> Rows {
    let mut rows = Rows::default();
    for (axis, value) in values.into_iter().enumerate() {
        rows[axis][axis] = value;
    }
    rows
}

impl Constants {
    /// Rejects physically impossible values; the error names the parameter and the value. Whether the mass matrix is
    /// positive definite is checked later.
    pub fn check(&self) -> Result {
        type Rule = (&'static str, fn(f64) -> bool);
        let positive: Rule = ("positive", |value| value > 0.0);
        let magnitude: Rule = ("zero or positive", |value| value >= 0.0);
        let any: Rule = ("a number", |_| true);
        let checks: [(&str, &[f64], Rule); 9] = [
            ("mass", &[self.mass], positive),
            ("volume", &[self.volume], magnitude),
            ("inertia", &self.inertia, positive),
            ("size", &self.size, positive),
            ("gravity_center", &self.gravity_center, any),
            ("buoyancy_center", &self.buoyancy_center, any),
            ("added_mass", self.added_mass.as_flattened(), any),
            ("linear_damping", &self.linear_damping, magnitude),
            ("quadratic_damping", &self.quadratic_damping, magnitude),
        ];
        for (name, values, (rule, holds)) in checks {
            if let Some(value) = values.iter().find(|value| !value.is_finite() || !holds(**value)) {
                let help = match name {
                    "linear_damping" | "quadratic_damping" => "use magnitudes: the force is −(d₁ + d₂·|v|)·v",
                    _ => "use SI units, and axes x forward, y left, z up",
                };
                return Err(refused(format!("parameter `{name}` is {value}, it must be {rule}"), help));
            }
        }
        let largest = self.added_mass.as_flattened().iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        for (row, values) in self.added_mass.iter().enumerate() {
            for (column, value) in values.iter().enumerate().skip(row + 1) {
                let mirrored = self.added_mass[column][row];
                if (value - mirrored).abs() > SYMMETRIC * largest {
                    let (row, column) = (row + 1, column + 1);
                    return Err(refused(
                        format!(
                            "parameter `added_mass_matrix` is not symmetric: row {row} column {column} is {value}, \
                             row {column} column {row} is {mirrored}"
                        ),
                        "use the mean of both",
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Maximum asymmetry of a symmetric matrix, relative to its largest value.
const SYMMETRIC: f64 = 1e-9;

/// An error in the parameters.
pub fn refused(message: String, help: &'static str) -> Fault {
    Fault::new(message).help(help).because(Cause::Parameters)
}
