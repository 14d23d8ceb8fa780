//! Pack icons. They come from untrusted sources, so they are decoded with limits and off the window's thread.

use egui::{ColorImage, Context, CornerRadius, FontId, Rect, Sense, TextureHandle, TextureOptions, Ui, Vec2};
use image::imageops::FilterType;
use image::{ImageFormat, ImageReader, Limits};
use std::collections::HashMap;
use std::io::Cursor;
use std::sync::Arc;

/// Maximum edge length of a source image, pixels.
const MAX_SIDE: u32 = 2048;
/// Maximum edge length of a stored icon, pixels.
const KEPT: u32 = 128;
/// Memory limit for decoding, bytes.
const MEMORY: u64 = 64 << 20;

/// A pack icon, downscaled.
pub type Icon = Arc<ColorImage>;

/// Decodes an icon. `None` if it is invalid or too large.
pub fn read(png: &[u8]) -> Option<Icon> {
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let small = match picture.width().max(picture.height()) > KEPT {
        true => picture.resize(KEPT, KEPT, FilterType::Triangle),
        false => picture,
    };
    let size = [small.width() as usize, small.height() as usize];
    Some(Arc::new(ColorImage::from_rgba_unmultiplied(size, &small.to_rgba8())))
}

/// Icon textures on the GPU, by the address of the image.
#[derive(Default)]
pub struct Icons(HashMap<usize, (Icon, TextureHandle)>);

impl Icons {
    fn texture(&mut self, ctx: &Context, icon: &Icon) -> &TextureHandle {
        let load = || (icon.clone(), ctx.load_texture("icon of a pack", (**icon).clone(), TextureOptions::LINEAR));
        &self.0.entry(Arc::as_ptr(icon) as usize).or_insert_with(load).1
    }

    /// Drops textures whose images are no longer used.
    pub fn forget(&mut self) {
        self.0.retain(|_, (icon, _)| Arc::strong_count(icon) > 1);
    }

    /// Shows an icon in a square of `size` points. Without an icon, shows the initial of the name. Returns the rectangle.
    pub fn show(&mut self, ui: &mut Ui, icon: Option<&Icon>, name: &str, size: f32) -> Rect {
        // The name is shown next to it.
        let (place, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
        let corners = CornerRadius::same(6);
        let Some(icon) = icon else {
            ui.painter().rect_filled(place, corners, ui.visuals().faint_bg_color);
            ui.painter().rect_stroke(
                place,
                corners,
                ui.visuals().widgets.noninteractive.bg_stroke,
                egui::StrokeKind::Inside,
            );
            let letter = name.chars().next().unwrap_or(' ').to_uppercase().to_string();
            let (font, color) = (FontId::proportional(size * 0.5), ui.visuals().weak_text_color());
            ui.painter().text(place.center(), egui::Align2::CENTER_CENTER, letter, font, color);
            return place;
        };
        let [width, height] = icon.size.map(|side| side as f32);
        let shown = Vec2::new(width, height) * (size / width.max(height).max(1.0));
        let shown = Rect::from_center_size(place.center(), shown);
        let texture = egui::load::SizedTexture::new(self.texture(ui.ctx(), icon).id(), shown.size());
        egui::Image::from_texture(texture).corner_radius(corners).paint_at(ui, shown);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image::RgbImage::new(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn large_pictures_become_small_and_what_is_too_large_or_none_is_left_out() {
        assert_eq!(read(&png(512, 256)).unwrap().size, [128, 64]);
        assert_eq!(read(&png(16, 16)).unwrap().size, [16, 16]);
        // A file of a thousand bytes that would decompress to 100 MB.
        assert!(read(&png(6000, 6000)).is_none());
        assert!(read(&png(16, 16)[..40]).is_none() && read(b"\x89PNG\r\n\x1a\n").is_none() && read(b"").is_none());
    }
}
