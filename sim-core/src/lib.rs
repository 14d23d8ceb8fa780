pub mod mesh;
pub mod model;
