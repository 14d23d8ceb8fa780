//! Textures.

use crate::scenery::linear;
use nalgebra::Vector3;
use sim_core::diagnostic::{Code, Diagnostic};
use std::io::Cursor;

/// Maximum side of a texture, px; a GPU with a lower limit gets it at half or a quarter of the size.
const MAX_SIDE: u32 = 8192;

/// An image that is mapped to triangles and repeated beyond its edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Width and height, px, at least one each.
    pub size: [u32; 2],
    /// Red, green, blue, opacity as sRGB, row by row from the top.
    pub pixels: Vec<[u8; 4]>,
}

impl Texture {
    /// Decodes a PNG or JPEG file.
    ///
    /// # Errors
    /// The file is damaged, has another format, or is too large.
    pub fn decode(name: &str, bytes: &[u8]) -> Result<Self, Diagnostic> {
        let refuse = |cause: String| {
            Diagnostic::error(Code::ModelMesh, format!("cannot decode the texture `{name}`"))
                .with_expected(format!("a PNG or JPEG image of at most {MAX_SIDE} by {MAX_SIDE} pixels"))
                .with_found(cause)
                .with_help("re-export the mesh with such images")
        };
        let mut reader = image::ImageReader::new(Cursor::new(bytes));
        let mut limits = image::Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
        reader.limits(limits);
        let reader = reader.with_guessed_format().map_err(|error| refuse(error.to_string()))?;
        let image = reader.decode().map_err(|error| refuse(error.to_string()))?.into_rgba8();
        let size = [image.width(), image.height()];
        Ok(Self { size, pixels: image.pixels().map(|pixel| pixel.0).collect() })
    }

    /// Mip levels: half the size, a quarter and so on, down to one pixel; each pixel is the mean of those that it covers.
    #[cfg(any(feature = "gpu", test))]
    pub(crate) fn levels(&self) -> Vec<Texture> {
        let mut levels = vec![self.clone()];
        while let Some(last) = levels.last().filter(|last| last.size != [1, 1]) {
            let size = last.size.map(|length| (length / 2).max(1));
            let pixel = |column: u32, row: u32| {
                let from = [(column, 0), (row, 1)].map(|(index, axis)| (2 * index).min(last.size[axis] - 1));
                let to = [0, 1].map(|axis| (from[axis] + 1).min(last.size[axis] - 1));
                let four = [[from[0], from[1]], [to[0], from[1]], [from[0], to[1]], [to[0], to[1]]];
                let four = four.map(|[column, row]| last.pixels[(row * last.size[0] + column) as usize]);
                std::array::from_fn(|k| (four.iter().map(|pixel| u32::from(pixel[k])).sum::<u32>() / 4) as u8)
            };
            let rows = (0..size[1]).flat_map(|row| (0..size[0]).map(move |column| (column, row)));
            let next = Texture { size, pixels: rows.map(|(column, row)| pixel(column, row)).collect() };
            levels.push(next);
        }
        levels
    }

    /// Linear color at texture coordinates, interpolated between the four nearest pixels.
    pub(crate) fn color_at(&self, [u, v]: [f32; 2]) -> Vector3<f32> {
        let at = [u, v].into_iter().zip(self.size).map(|(place, count)| {
            let place = place.rem_euclid(1.0) * count as f32 - 0.5;
            let index = |index: f32| (index as i64).rem_euclid(i64::from(count)) as usize;
            (index(place.floor()), index(place.floor() + 1.0), place - place.floor())
        });
        let [(left, right, x), (upper, lower, y)] = <[_; 2]>::try_from(at.collect::<Vec<_>>()).unwrap_or_default();
        let pixel = |column: usize, row: usize| {
            let [red, green, blue, _] = self.pixels[row * self.size[0] as usize + column];
            Vector3::new(red, green, blue).map(|part| linear(f32::from(part) / 255.0))
        };
        let mix = |row: usize| pixel(left, row).lerp(&pixel(right, row), x);
        mix(upper).lerp(&mix(lower), y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Texture {
        Texture { size: [2, 1], pixels: vec![[255, 0, 0, 255], [0, 0, 255, 255]] }
    }

    #[test]
    fn pixels_are_seen_at_their_middles_and_repeated() {
        let close = |a: Vector3<f32>, b: [f32; 3]| assert!((a - Vector3::from(b)).norm() < 1e-5, "{a} {b:?}");
        for u in [0.25, 1.25, -0.75] {
            close(board().color_at([u, 0.5]), [1.0, 0.0, 0.0]);
        }
        close(board().color_at([0.75, 7.5]), [0.0, 0.0, 1.0]);
        close(board().color_at([0.5, 0.5]), [0.5, 0.0, 0.5]);
    }

    #[test]
    fn mip_levels_are_averages_down_to_one_pixel() {
        let levels = board().levels();
        assert_eq!((levels.len(), levels[1].size), (2, [1, 1]));
        assert_eq!(levels[1].pixels, [[127, 0, 127, 255]]);
        let odd = Texture { size: [5, 3], pixels: vec![[9; 4]; 15] }.levels();
        assert_eq!(odd.iter().map(|level| level.size).collect::<Vec<_>>(), [[5, 3], [2, 1], [1, 1]]);
    }

    #[test]
    fn what_is_no_image_is_refused_by_its_name() {
        let finding = Texture::decode("images[3]", b"not an image").unwrap_err().to_string();
        assert!(finding.contains("images[3]") && finding.contains("PNG or JPEG"), "{finding}");
    }
}
