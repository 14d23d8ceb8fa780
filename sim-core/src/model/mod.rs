pub mod error;
use nalgebra::Matrix3;
pub(crate) fn inertia_entries(m: &Matrix3<f64>) -> [f64; 6] { [m[(0,0)], m[(1,1)], m[(2,2)], m[(0,1)], m[(0,2)], m[(1,2)]] }
