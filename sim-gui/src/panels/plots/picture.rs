//! Image export of the plots: a region of the window.

use crate::text;
use egui::{ColorImage, Rect};
use sim_core::diagnostic::{Code, Diagnostic};
use std::path::Path;

/// Writes the region `area` (points) of a window screenshot to a PNG file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(window: &ColorImage, area: Rect, pixels_per_point: f32, path: &Path) -> Result<(), Diagnostic> {
    let [width, height] = window.size;
    let pixel = |points: f32, most: usize| ((points * pixels_per_point).round().max(0.0) as usize).min(most);
    let (left, right) = (pixel(area.left(), width), pixel(area.right(), width));
    let (top, bottom) = (pixel(area.top(), height), pixel(area.bottom(), height));
    let failed = |found: String| {
        Diagnostic::error(Code::ConfigOutput, text::plots::NO_PICTURE)
            .with_file(path.display().to_string())
            .with_found(found)
            .with_help(text::file::CHOOSE_FOLDER)
    };
    if left >= right || top >= bottom {
        return Err(failed(text::plots::OUT_OF_SIGHT.into()).with_help(text::plots::TO_THE_FRONT));
    }
    let part = window.region_by_pixels([left, top], [right - left, bottom - top]);
    let bytes: Vec<u8> = part.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let picture = image::RgbImage::from_raw(part.size[0] as u32, part.size[1] as u32, bytes)
        .ok_or_else(|| failed(text::plots::INCOMPLETE.into()))?;
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, image::ImageFormat::Png).map_err(|error| failed(error.to_string()))?;
    sim_core::files::write_whole(path, file.get_ref()).map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Color32, pos2};

    #[test]
    fn the_part_that_the_plots_cover_is_written() {
        let pixels = (0..200).map(|number| Color32::from_rgb(number as u8, (number % 20) as u8, 7)).collect();
        let window = ColorImage::new([20, 10], pixels);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plots.png");
        // Two pixels per point; the area is clipped to the window.
        write(&window, Rect::from_min_max(pos2(3.0, 2.0), pos2(99.0, 4.0)), 2.0, &path).unwrap();
        let read = image::open(&path).unwrap().to_rgb8();
        assert_eq!(
            (read.dimensions(), read.get_pixel(0, 0).0, read.get_pixel(13, 3).0),
            ((14, 4), [86, 6, 7], [159, 19, 7])
        );
        let nowhere = write(&window, Rect::from_min_max(pos2(30.0, 2.0), pos2(99.0, 4.0)), 2.0, &path).unwrap_err();
        assert!(nowhere.to_string().contains("bring the plots to the front"));
        let nowhere = write(&window, Rect::EVERYTHING, 1.0, &folder.path().join("none/plots.png")).unwrap_err();
        assert!(nowhere.to_string().contains("none"));
    }
}
