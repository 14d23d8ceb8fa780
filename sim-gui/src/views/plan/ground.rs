//! Background of the plan: floor paint and water.

use super::Plan;
use crate::views::content::Content;
use egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, TextureOptions};
use nalgebra::Point3;
use sim_render::{Painting, Projection2d, Water, hull};
use std::sync::Arc;

/// Color of water, and of its edge.
pub(super) const WATER: [u8; 4] = [40, 110, 200, 50];
const EDGE: Color32 = Color32::from_rgb(40, 110, 200);

/// The texture of the painted floor on the GPU.
pub(super) struct Picture {
    of: Arc<Painting>,
    texture: TextureHandle,
}

impl Picture {
    fn new(ctx: &Context, painting: &Arc<Painting>) -> Self {
        let pixels = painting
            .pixels
            .iter()
            .map(|[red, green, blue, opacity]| Color32::from_rgba_unmultiplied(*red, *green, *blue, *opacity));
        let image = ColorImage::new(painting.size, pixels.collect());
        Self { of: painting.clone(), texture: ctx.load_texture("painted floor", image, TextureOptions::LINEAR) }
    }
}

impl Plan {
    /// Draws floor and water on a sheet of a color. Returns the background color for lines, ignoring floor paint.
    pub(super) fn draw_ground(&mut self, painter: &Painter, content: &Content, sheet: Color32) -> Color32 {
        let scenery = content.scenery();
        let floor = scenery.floor.as_ref().filter(|_| self.projection == Projection2d::Top);
        let mut ground = sheet;
        if let Some(floor) = floor {
            let [red, green, blue] = floor.color.map(|part| (part * 255.0).round() as u8);
            ground = Color32::from_rgb(red, green, blue);
            let whole = self.sheet.rect();
            let area = floor.size.map_or(whole, |size| {
                let corners = [-0.5, 0.5].map(|side| self.sheet.screen(size.map(|length| side * length)));
                Rect::from_two_pos(corners[0], corners[1])
            });
            painter.rect_filled(area, 0.0, ground);
        }
        if let Some(painting) = floor.and_then(|floor| floor.painting.as_ref()) {
            let known = self.picture.as_ref().is_some_and(|picture| Arc::ptr_eq(&picture.of, painting));
            if !known {
                self.picture = Some(Picture::new(painter.ctx(), painting));
            }
            let [low, high] = painting.area.map(|corner| self.sheet.screen(corner));
            // The first row of the texture is at the minimum y.
            let upside_down = Rect::from_min_max(Pos2::new(0.0, 1.0), Pos2::new(1.0, 0.0));
            if let Some(picture) = &self.picture {
                painter.image(picture.texture.id(), Rect::from_two_pos(low, high), upside_down, Color32::WHITE);
            }
        }
        let [red, green, blue, opacity] = WATER;
        let fill = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
        for water in &scenery.water {
            let points = match self.water(water) {
                Some(points) => Some(points.into_iter().map(|point| self.sheet.screen(point)).collect()),
                None => self.below(water),
            };
            painter.extend(points.map(|points| Shape::convex_polygon(points, fill, Stroke::new(1.0, EDGE))));
        }
        ground
    }

    /// Outline of a basin, m; `None` for infinite water.
    pub(super) fn water(&self, water: &Water) -> Option<Vec<[f64; 2]>> {
        let [length, width, depth] = water.size?;
        let corner = |number: usize| {
            let side = |bit: usize, size: f64| if number >> bit & 1 == 0 { -size / 2.0 } else { size / 2.0 };
            let low = if number >> 2 & 1 == 0 { 0.0 } else { -depth };
            self.projection.of(&(water.pose * Point3::new(side(0, length), side(1, width), low)))
        };
        Some(hull((0..8).map(corner).collect()))
    }

    /// The screen area below the surface of infinite water; `None` in the top view, where it would be everything.
    fn below(&self, water: &Water) -> Option<Vec<Pos2>> {
        if self.projection == Projection2d::Top {
            return None;
        }
        let rect = self.sheet.rect();
        let surface = self.screen(&water.pose.translation.vector.into()).y.clamp(rect.top(), rect.bottom());
        let [left, right] = [rect.left() - 2.0, rect.right() + 2.0];
        let bottom = rect.bottom() + 2.0;
        [[left, surface], [right, surface], [right, bottom], [left, bottom]].map(Pos2::from).to_vec().into()
    }
}
