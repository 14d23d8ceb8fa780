//! Inertia of bodies, as a matrix and as its six entries.

use nalgebra::Matrix3;

/// The symmetric matrix of the entries xx, yy, zz, xy, xz, yz.
pub fn inertia_matrix([xx, yy, zz, xy, xz, yz]: &[f64; 6]) -> Matrix3<f64> {
    Matrix3::new(*xx, *xy, *xz, *xy, *yy, *yz, *xz, *yz, *zz)
}

/// The entries xx, yy, zz, xy, xz, yz of a symmetric matrix; asymmetry from rounding is averaged.
pub fn inertia_entries(matrix: &Matrix3<f64>) -> [f64; 6] {
    let entry = |row, column| (matrix[(row, column)] + matrix[(column, row)]) / 2.0;
    [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)]
}
