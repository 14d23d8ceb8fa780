//! Rendering worlds: one renderer for windows and for camera sensors.
//!
//! ```text
//! bodies, visuals (sim-core)  → Stage: meshes, instances, picking ─┬→ Gpu      wgpu, with a window or without a display
//!                                                                    └→ software the same triangles on the processor
//! ```
//!
//! Both draw the same triangles with the same camera, so depth images agree up to rounding. The software renderer has no shadows,
//! lights, outlines, lines or points: it ensures that camera sensors work on any machine.
//!
//! Coordinates are relative to the middle of a scene that is far from the origin, and depth runs from 1 (near) to 0 (far) in floats, so that
//! robots of centimeters and scenes of kilometers do not flicker.

pub mod axes;
mod camera;
mod drawings;
mod forms;
#[cfg(feature = "gpu")]
mod gpu;
mod images;
mod light;
mod line;
mod mesh;
mod orbit;
mod outline;
mod pick;
mod point;
mod renderer;
mod scenery;
mod software;
mod stage;
pub mod svg;
mod texture;
mod water;

pub use camera::{Camera, Projection};
pub use drawings::{Label, Pen, Values};
pub use forms::Detail;
#[cfg(feature = "gpu")]
pub use gpu::{Adapter, Canvas, Gpu, GpuError, Quality, device_descriptor};
pub use images::Images;
pub use line::Line;
pub use mesh::{MeshData, MeshRun, Vertex};
pub use orbit::Orbit;
pub use outline::{Projection2d, hull};
pub use pick::Pick;
pub use point::Point;
pub use renderer::{Painter, Renderer};
pub use scenery::{Floor, Grid, Lamp, Painting, Scenery, Water};
pub use stage::{Instance, Shell, Stage};
pub use texture::Texture;
