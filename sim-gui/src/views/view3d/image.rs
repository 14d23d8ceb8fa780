//! Pixels of a view, for pictures and videos.

use super::{OUTLINE, View3d};
use crate::views::content::Content;
use sim_render::{Canvas, GpuError};

impl View3d {
    /// Number of images rendered by this view.
    pub fn images(&self) -> u64 {
        self.images
    }

    /// Width and height of its image, px; `None` before the first image.
    pub fn image_size(&self) -> Option<[u32; 2]> {
        self.canvas.as_ref().map(|(canvas, _)| canvas.size())
    }

    /// Its image as RGBA with this size, row by row from the top. If the size differs, the image is rendered again on `own`, with
    /// line widths scaled by `lines`; if it is larger by at most one row or column, it is cropped. `None` if nothing can be
    /// rendered, or not in this size.
    ///
    /// # Errors
    /// The device cannot return the image.
    pub fn pixels(
        &mut self,
        content: &mut Content,
        size: [u32; 2],
        lines: f32,
        own: &mut Option<Canvas>,
    ) -> Result<Option<Vec<u8>>, GpuError> {
        let Some((canvas, _)) = &mut self.canvas else { return Ok(None) };
        let have = canvas.size();
        if [0, 1].into_iter().all(|edge| have[edge] == size[edge] || have[edge] == size[edge] + 1) {
            *own = None;
            return content.read(canvas).map(|pixels| pixels.map(|pixels| cropped(pixels, have, size)));
        }
        if own.as_ref().is_none_or(|own| own.size() != size || own.quality() != content.quality()) {
            *own = content.canvas(size);
        }
        let Some(drawn) = &self.drawn else { return Ok(None) };
        let Some(own) = own.as_mut().filter(|own| own.size() == size) else { return Ok(None) };
        let (camera, selected) = (&drawn.camera, &drawn.selected);
        content.draw(own, camera, self.turbidity(), (selected, OUTLINE), lines);
        content.read(own)
    }
}

/// Crops an image to its upper left part.
fn cropped(mut pixels: Vec<u8>, [have, _]: [u32; 2], [width, height]: [u32; 2]) -> Vec<u8> {
    let [have, width] = [have, width].map(|columns| 4 * columns as usize);
    if have != width {
        for row in 1..height as usize {
            pixels.copy_within(have * row..have * row + width, width * row);
        }
    }
    pixels.truncate(width * height as usize);
    pixels
}

#[cfg(test)]
mod tests {
    use super::cropped;

    #[test]
    fn an_image_loses_its_last_column_and_row() {
        let pixel = |number: u8| [number; 4];
        let image: Vec<u8> = (0..9).flat_map(pixel).collect();
        assert_eq!(cropped(image.clone(), [3, 3], [2, 2]), [0, 1, 3, 4].map(pixel).concat());
        assert_eq!(cropped(image.clone(), [3, 3], [3, 2]), (0..6).flat_map(pixel).collect::<Vec<_>>());
        assert_eq!(cropped(image.clone(), [3, 3], [3, 3]), image);
    }
}
