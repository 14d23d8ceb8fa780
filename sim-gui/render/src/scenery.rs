//! The surroundings of bodies: sky, floor, water, lights, grid.

use nalgebra::{Isometry3, Vector3};
use sim_abi::ffi::types::Light;
use sim_core::scene::{FloorPaint, LoadedScene, Posed, Raster, Region};
use std::sync::Arc;

/// Pixels along the longer side of the texture of a painted floor.
const PAINT_PIXELS: usize = 1024;

/// Everything around the bodies.
#[derive(Clone, Debug)]
pub struct Scenery {
    /// Color of the sky, as sRGB.
    pub sky: [f32; 3],
    /// Color of the sky at the horizon, as sRGB.
    pub horizon: [f32; 3],
    /// The floor.
    pub floor: Option<Floor>,
    /// Bodies of water.
    pub water: Vec<Water>,
    /// Lights. Default: the sun.
    pub lamps: Vec<Lamp>,
    /// Grid lines on the ground; invisible to robot cameras.
    pub grid: Option<Grid>,
    /// Height above which bodies are cut off, m; cut surfaces are solid. Shadows are disabled while it is set.
    pub cut: Option<f64>,
    /// Attenuation of water relative to clear water: 1 for cameras, less for a window that looks through much water.
    pub turbidity: f32,
}

/// Color of the haze in front of a sky of this color, as sRGB.
fn lighter(sky: [f32; 3]) -> [f32; 3] {
    sky.map(|part| part + 0.45 * (1.0 - part))
}

impl Default for Scenery {
    fn default() -> Self {
        Self {
            sky: [0.4, 0.7, 1.0],
            horizon: lighter([0.4, 0.7, 1.0]),
            floor: None,
            water: Vec::new(),
            lamps: Vec::new(),
            grid: None,
            cut: None,
            turbidity: 1.0,
        }
    }
}

/// The ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Floor {
    /// Height, m.
    pub height: f64,
    /// Color of unpainted areas, as sRGB.
    pub color: [f32; 3],
    /// Size along x and y, centered at the origin, m. Default: infinite.
    pub size: Option<[f64; 2]>,
    /// The painted part.
    pub painting: Option<Arc<Painting>>,
}

/// Texture of the painted part of the floor.
#[derive(Clone, Debug, PartialEq)]
pub struct Painting {
    /// Minimum x and y, then maximum x and y, m.
    pub area: [[f64; 2]; 2],
    /// Width and height, px.
    pub size: [usize; 2],
    /// Red, green, blue, opacity as sRGB; the first row at the lowest y.
    pub pixels: Vec<[u8; 4]>,
}

/// A body of water.
#[derive(Clone, Debug, PartialEq)]
pub struct Water {
    /// `world_from_water`; the surface is the plane z = 0, through the center of a box's top face.
    pub pose: Isometry3<f64>,
    /// Edges of its box, m. Default: infinite below its surface.
    pub size: Option<[f64; 3]>,
}

/// A light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lamp {
    /// Position, m; for a directional light, the direction of its rays.
    pub position: Vector3<f64>,
    /// Color times intensity, linear.
    pub color: [f32; 3],
    /// Attenuation 1 / (a + b·r + c·r²).
    pub attenuation: [f32; 3],
    /// Radius of influence, m.
    pub radius: f32,
    /// Whether it is directional, like the sun.
    pub directional: bool,
    /// Whether it is ambient.
    pub ambient: bool,
}

/// Grid lines on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Distance between lines, m; every tenth is emphasized.
    pub spacing: f64,
    /// Height, m.
    pub height: f64,
}

impl Scenery {
    /// The scenery of a scene, except lights and floor paint.
    pub fn of(loaded: &LoadedScene) -> Self {
        let scene = &loaded.scene;
        let floor = scene.floor.as_ref().map(|floor| Floor {
            height: floor.height,
            color: floor.color.rgb().map(|part| part as f32),
            size: floor.size,
            painting: None,
        });
        let liquid = scene.media.iter().filter(|medium| medium.is_liquid());
        let water = liquid.filter_map(|medium| match &medium.region {
            Region::Everywhere => None,
            Region::Below(height) => Some(Water { pose: Isometry3::translation(0.0, 0.0, *height), size: None }),
            Region::Box(region) => {
                let top = Isometry3::translation(0.0, 0.0, region.size[2] / 2.0);
                Some(Water { pose: region.pose() * top, size: Some(region.size) })
            }
        });
        let sky = scene.view.background.rgb().map(|part| part as f32);
        let horizon = scene.view.horizon.as_ref().map(|color| color.rgb().map(|part| part as f32));
        Self { sky, horizon: horizon.unwrap_or(lighter(sky)), floor, water: water.collect(), ..Self::default() }
    }

    /// Paints the floor as the scene specifies. Images that cannot be read prevent a scene from being built; here they leave the
    /// floor bare.
    pub fn paint_floor(&mut self, loaded: &LoadedScene) {
        let floor = loaded.scene.floor.as_ref();
        let paint = floor.map(|floor| FloorPaint::new(floor, |file| Raster::read(&loaded.resolve(file))));
        if let Some(Ok(paint)) = paint {
            self.paint(&paint);
        }
    }

    /// Paints the floor; takes a moment.
    pub fn paint(&mut self, paint: &FloorPaint) {
        if let Some(floor) = &mut self.floor {
            floor.painting = Painting::of(paint).map(Arc::new);
        }
    }

    /// Updates the lights from a world.
    pub fn follow(&mut self, lights: &[Light]) {
        self.lamps.clear();
        self.lamps.extend(lights.iter().map(Lamp::of));
    }
}

impl Lamp {
    /// Converts a light of a world.
    pub fn of(light: &Light) -> Self {
        let color = Vector3::from(light.color).map(|part| linear(part as f32)) * light.intensity as f32;
        let attenuation = Vector3::from(light.attenuation).map(|part| part as f32);
        Self {
            position: light.position.into(),
            color: color.into(),
            attenuation: attenuation.into(),
            radius: light.radius as f32,
            directional: light.kind == 1,
            ambient: light.kind == 2,
        }
    }
}

impl Painting {
    /// The painted part of a floor; `None` if nothing is painted.
    pub fn of(paint: &FloorPaint) -> Option<Self> {
        let [low, high] = paint.painted_area()?;
        let extent = [high[0] - low[0], high[1] - low[1]];
        let pixel = extent[0].max(extent[1]) / PAINT_PIXELS as f64;
        if pixel <= 0.0 {
            return None;
        }
        let size = extent.map(|length| ((length / pixel).ceil() as usize).clamp(1, PAINT_PIXELS));
        let at = |row: usize, column: usize| {
            let place = [(column, 0), (row, 1)]
                .map(|(index, axis)| low[axis] + (index as f64 + 0.5) / size[axis] as f64 * extent[axis]);
            let [red, green, blue] = paint.color_at(place[0], place[1]).map(|part| (part * 255.0).round() as u8);
            [red, green, blue, 255]
        };
        let pixels = (0..size[1]).flat_map(|row| (0..size[0]).map(move |column| (row, column)));
        Some(Self { area: [low, high], size, pixels: pixels.map(|(row, column)| at(row, column)).collect() })
    }
}

impl Floor {
    /// Color at a point, as sRGB; `None` outside a floor of limited size.
    pub(crate) fn color_at(&self, x: f64, y: f64) -> Option<[f32; 3]> {
        if self.size.is_some_and(|[length, width]| x.abs() > length / 2.0 || y.abs() > width / 2.0) {
            return None;
        }
        let painted = self.painting.as_ref().and_then(|painting| {
            let [low, high] = painting.area;
            let index = |value: f64, axis: usize| {
                let part = (value - low[axis]) / (high[axis] - low[axis]);
                (0.0..1.0).contains(&part).then(|| (part * painting.size[axis] as f64) as usize)
            };
            let (column, row) = (index(x, 0)?, index(y, 1)?);
            let [red, green, blue, _] = painting.pixels[row * painting.size[0] + column];
            Some([red, green, blue].map(|part| f32::from(part) / 255.0))
        });
        Some(painted.unwrap_or(self.color))
    }
}

/// Linear from sRGB (IEC 61966-2-1).
pub(crate) fn linear(part: f32) -> f32 {
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// sRGB from linear (IEC 61966-2-1).
pub(crate) fn encoded(part: f32) -> f32 {
    if part <= 0.0031308 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_and_back_is_the_same() {
        for step in 0..=20 {
            let part = step as f32 / 20.0;
            assert!((encoded(linear(part)) - part).abs() < 1e-5);
        }
    }
}
