//! Small symmetric linear systems without allocation.

/// Maximum number of movable joints.
pub const MAX_JOINTS: usize = 16;

/// A symmetric matrix of up to [`MAX_JOINTS`] rows.
pub type Matrix = [[f64; MAX_JOINTS]; MAX_JOINTS];

/// A vector of the same size.
pub type Vector = [f64; MAX_JOINTS];

/// Lower Cholesky factor of the first `n` rows; `None` for a matrix that is not positive definite.
pub fn cholesky(matrix: &Matrix, n: usize) -> Option<Matrix> {
    let mut lower = [[0.0; MAX_JOINTS]; MAX_JOINTS];
    for row in 0..n {
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let rest = matrix[row][column] - sum;
            if row == column {
                if rest <= 0.0 {
                    return None;
                }
                lower[row][row] = rest.sqrt();
            } else {
                lower[row][column] = rest / lower[column][column];
            }
        }
    }
    Some(lower)
}

/// Solves A·x = b with the Cholesky factor of A.
pub fn solve(lower: &Matrix, b: &Vector, n: usize) -> Vector {
    let mut x = *b;
    for row in 0..n {
        let sum: f64 = (0..row).map(|k| lower[row][k] * x[k]).sum();
        x[row] = (x[row] - sum) / lower[row][row];
    }
    for row in (0..n).rev() {
        let sum: f64 = (row + 1..n).map(|k| lower[k][row] * x[k]).sum();
        x[row] = (x[row] - sum) / lower[row][row];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_a_system_and_refuses_one_without_inertia() {
        let mut matrix = [[0.0; MAX_JOINTS]; MAX_JOINTS];
        for (row, values) in [[4.0, 1.0, 0.5], [1.0, 3.0, -0.2], [0.5, -0.2, 2.0]].iter().enumerate() {
            matrix[row][..3].copy_from_slice(values);
        }
        let mut b = [0.0; MAX_JOINTS];
        b[..3].copy_from_slice(&[1.0, -2.0, 0.25]);
        let x = solve(&cholesky(&matrix, 3).unwrap(), &b, 3);
        for row in 0..3 {
            let product: f64 = (0..3).map(|k| matrix[row][k] * x[k]).sum();
            assert!((product - b[row]).abs() < 1e-14, "{product}");
        }
        matrix[1][1] = 0.0;
        assert!(cholesky(&matrix, 3).is_none());
    }
}
