//! Camera images: color images as is, depth images in false colors.

use crate::text;
use base64::Engine;
use egui::{Color32, ColorImage};
use serde_json::Value;
use sim_core::diagnostic::{Code, Diagnostic};

/// Color of pixels beyond the range of a depth camera.
pub const BEYOND: Color32 = Color32::from_gray(60);
/// Color map from near to far. It is perceptually uniform, also in grayscale and for color-blind readers ("viridis" by van der Walt and
/// Smith, 2015, at equal steps).
const SCALE: [[u8; 3]; 9] = [
    [253, 231, 37],
    [170, 220, 50],
    [92, 200, 99],
    [39, 173, 129],
    [33, 145, 140],
    [44, 114, 142],
    [59, 82, 139],
    [72, 40, 120],
    [68, 1, 84],
];

/// Fraction of the pixels clamped at either end of the color scale, since a strip of distant ground would take up most of it.
const OUTSIDE: f64 = 0.02;

/// An image returned by a camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Width and height, pixels.
    pub size: [usize; 2],
    /// Image counter of the camera.
    pub images: u64,
    /// Pixel data.
    pub pixels: Pixels,
}

/// Pixel data, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub enum Pixels {
    /// Colors.
    Color(Vec<Color32>),
    /// Distances, m.
    Depth {
        /// The distances, m.
        distances: Vec<f32>,
        /// Distances mapped to the ends of the color scale, m; nearly all pixels are in between.
        range: [f32; 2],
        /// Range of the camera, if part of the image is beyond it, m.
        reach: Option<f32>,
    },
}

impl Picture {
    /// Parses the result of a camera's function `image`.
    ///
    /// # Errors
    /// If the result is not an image.
    pub fn read(answer: &Value) -> Result<Self, Diagnostic> {
        let wrong = |found: String| {
            Diagnostic::error(Code::EngineError, text::cameras::UNREADABLE)
                .with_found(found)
                .with_help(text::cameras::UNREADABLE_HELP)
        };
        let number = |name: &str| answer[name].as_u64().ok_or_else(|| wrong(text::cameras::no_number(name)));
        let size = [number("width")?, number("height")?].map(|side| side as usize);
        let images = number("images")?;
        let text = answer["pixels"].as_str().ok_or_else(|| wrong(text::cameras::NO_PIXELS.into()))?;
        let decoded = base64::engine::general_purpose::STANDARD.decode(text);
        let bytes = decoded.map_err(|error| wrong(error.to_string()))?;
        if size[0].checked_mul(size[1]).and_then(|count| count.checked_mul(4)) != Some(bytes.len()) {
            return Err(wrong(text::cameras::wrong_bytes(bytes.len(), size)));
        }
        let each = bytes.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]);
        let pixels = match answer["format"].as_str() {
            Some("rgba8") => Pixels::Color(each.map(|[r, g, b, _]| Color32::from_rgb(r, g, b)).collect()),
            Some("depth32") => depth(each.map(f32::from_le_bytes).collect()),
            format => return Err(wrong(text::cameras::no_format(format.unwrap_or_default()))),
        };
        Ok(Self { size, images, pixels })
    }

    /// Converts to an image for display.
    pub fn image(&self) -> ColorImage {
        let pixels = match &self.pixels {
            Pixels::Color(colors) => colors.clone(),
            Pixels::Depth { distances, range, reach } => {
                distances.iter().map(|distance| false_color(*distance, *range, *reach)).collect()
            }
        };
        ColorImage::new(self.size, pixels)
    }

    /// The value of a pixel as text.
    pub fn words(&self, column: usize, row: usize) -> String {
        let place = row * self.size[0] + column;
        let value = match &self.pixels {
            Pixels::Color(colors) => {
                let [r, g, b, _] = colors[place].to_array();
                format!("{r}, {g}, {b}")
            }
            Pixels::Depth { distances, reach, .. } => match distances[place] {
                distance if reach.is_some_and(|reach| distance >= reach) => {
                    format!("{} {}", text::cameras::BEYOND, text::cameras::metres(distance))
                }
                distance => text::cameras::metres(distance),
            },
        };
        text::cameras::pixel(column, row, &value)
    }
}

/// Computes the range of distances. A camera returns its maximum range for points beyond it, so a maximum shared exactly by many pixels is
/// that range.
fn depth(distances: Vec<f32>) -> Pixels {
    let finite = || distances.iter().copied().filter(|distance| distance.is_finite());
    let most = finite().fold(0.0f32, f32::max);
    let share = finite().filter(|distance| *distance == most).count();
    let reach = (share > 1 && share * 200 > distances.len()).then_some(most);
    let mut seen: Vec<f32> = finite().filter(|distance| reach.is_none_or(|reach| *distance < reach)).collect();
    seen.sort_unstable_by(f32::total_cmp);
    let at = |part: f64| seen.get((part * seen.len() as f64) as usize).or(seen.last()).copied();
    let range = [at(OUTSIDE).unwrap_or(0.0), at(1.0 - OUTSIDE).unwrap_or(most)];
    Pixels::Depth { distances, range, reach }
}

/// Color at a position on the scale, 0 (near) … 1 (far).
pub fn scale(part: f32) -> Color32 {
    let place = part.clamp(0.0, 1.0) * (SCALE.len() - 1) as f32;
    let low = (place as usize).min(SCALE.len() - 2);
    let mix = |channel: usize| {
        let [a, b] = [SCALE[low][channel], SCALE[low + 1][channel]].map(f32::from);
        (a + (b - a) * (place - low as f32)).round() as u8
    };
    Color32::from_rgb(mix(0), mix(1), mix(2))
}

fn false_color(distance: f32, [near, far]: [f32; 2], reach: Option<f32>) -> Color32 {
    if !distance.is_finite() || reach.is_some_and(|reach| distance >= reach) {
        return BEYOND;
    }
    scale((distance - near) / (far - near).max(1e-6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(format: &str, bytes: &[u8]) -> Value {
        let pixels = base64::engine::general_purpose::STANDARD.encode(bytes);
        json!({"width": 2, "height": 2, "format": format, "images": 3, "pixels": pixels})
    }

    #[test]
    fn colors_are_as_they_are() {
        let bytes: Vec<u8> = (0..16).collect();
        let picture = Picture::read(&answer("rgba8", &bytes)).unwrap();
        assert_eq!((picture.size, picture.images), ([2, 2], 3));
        assert_eq!(picture.image().pixels[3], Color32::from_rgb(12, 13, 14));
        assert!(picture.words(1, 1).ends_with("12, 13, 14"));
    }

    #[test]
    fn distances_are_scaled_between_the_nearest_and_the_farthest_that_is_seen() {
        let bytes: Vec<u8> = [1.0f32, 3.0, 100.0, 100.0].iter().flat_map(|distance| distance.to_le_bytes()).collect();
        let picture = Picture::read(&answer("depth32", &bytes)).unwrap();
        let Pixels::Depth { range, reach, .. } = picture.pixels else { panic!("{picture:?}") };
        assert_eq!((range, reach), ([1.0, 3.0], Some(100.0)));
        let image = picture.image();
        assert_eq!(image.pixels, [scale(0.0), scale(1.0), BEYOND, BEYOND]);
        assert!(picture.words(0, 1).contains("beyond 100.00 m"), "{}", picture.words(0, 1));
    }

    #[test]
    fn what_is_no_image_says_what_it_is() {
        for (wrong, word) in [
            (json!({"width": 2}), "`height`"),
            (answer("rgba8", &[0; 15]), "15 bytes"),
            (answer("bgr", &[0; 16]), "bgr"),
        ] {
            let finding = Picture::read(&wrong).unwrap_err();
            assert!(finding.found.as_deref().unwrap_or_default().contains(word), "{finding}");
        }
    }
}
