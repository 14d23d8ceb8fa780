//! Renders the blocks of a page.

use super::page::{Block, Text};
use egui::{Align, FontId, Frame, Label, Layout, Rect, RichText, Shape, TextStyle, Ui, Vec2, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

/// Space between blocks, points.
const GAP: f32 = 8.0;
/// Padding of table cells, points.
const CELL: Vec2 = vec2(8.0, 4.0);
/// Minimum width of a table column, points.
const NARROW: f32 = 60.0;
/// Sizes of headings relative to body text, starting with the title.
const SIZES: [f32; 4] = [1.75, 1.35, 1.15, 1.0];

/// Renders a block. Returns the clicked link, if it is one of the hooks of the cache.
pub fn block(ui: &mut Ui, cache: &mut CommonMarkCache, block: &Block) -> Option<String> {
    let clicked = match block {
        Block::Heading { level, text, .. } => {
            heading(ui, *level, &text.plain);
            None
        }
        Block::Table(rows) => table(ui, cache, rows),
        Block::Other(text) => markdown(ui, cache, &text.source),
    };
    ui.add_space(GAP);
    clicked
}

/// Renders Markdown; its pictures are those of [`super::pages::PICTURES`].
fn markdown(ui: &mut Ui, cache: &mut CommonMarkCache, source: &str) -> Option<String> {
    CommonMarkViewer::new().default_implicit_uri_scheme("bytes://").show(ui, cache, source);
    cache.link_hooks().iter().find(|(_, clicked)| **clicked).map(|(link, _)| link.clone())
}

fn heading(ui: &mut Ui, level: u8, text: &str) {
    let size = SIZES[usize::from(level.saturating_sub(1)).min(SIZES.len() - 1)] * body(ui).size;
    ui.add_space(if level == 1 { 0.0 } else { 1.5 * GAP });
    let label = ui.add(Label::new(RichText::new(text).size(size).strong()).wrap());
    label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, text));
    if level <= 2 {
        ui.add_space(2.0);
        let line = ui.available_rect_before_wrap();
        let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
        ui.painter().hline(line.x_range(), line.top(), stroke);
    }
}

fn body(ui: &Ui) -> FontId {
    TextStyle::Body.resolve(ui.style())
}

/// Renders a table. Columns get the width that they need while space permits; cells wrap, which those of the viewer do not.
fn table(ui: &mut Ui, cache: &mut CommonMarkCache, rows: &[Vec<Text>]) -> Option<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let room = ui.available_width() - 2.0 * CELL.x * count as f32;
    let wide = |text: &Text| {
        let font = if text.source.contains('`') { TextStyle::Monospace.resolve(ui.style()) } else { body(ui) };
        let galley = ui.painter().layout_no_wrap(text.plain.clone(), font, ui.visuals().text_color());
        galley.size().x.ceil() + 1.0
    };
    let needed = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(wide).fold(0.0, f32::max);
    let widths = widths(&(0..count).map(needed).collect::<Vec<_>>(), room);
    let mut clicked = None;
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    for (number, row) in rows.iter().enumerate() {
        let back = ui.painter().add(Shape::Noop);
        let place = ui.push_id(number, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                if number == 0 {
                    ui.visuals_mut().override_text_color = Some(ui.visuals().strong_text_color());
                }
                for (column, text) in row.iter().enumerate() {
                    let width = widths[column];
                    let cell = |ui: &mut Ui| {
                        Frame::new().inner_margin(egui::Margin::symmetric(CELL.x as i8, CELL.y as i8)).show(ui, |ui| {
                            ui.set_width(width);
                            ui.push_id(column, |ui| markdown(ui, cache, &text.source)).inner
                        })
                    };
                    let size = vec2(width + 2.0 * CELL.x, 0.0);
                    let inner = ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), cell).inner.inner;
                    clicked = clicked.take().or(inner);
                }
            })
        });
        let rect: Rect = place.inner.response.rect;
        let whole =
            Rect::from_min_size(rect.min, vec2(widths.iter().map(|width| width + 2.0 * CELL.x).sum(), rect.height()));
        if number % 2 == 0 {
            let fill = if number == 0 { ui.visuals().code_bg_color } else { ui.visuals().faint_bg_color };
            ui.painter().set(back, Shape::rect_filled(whole, 0.0, fill));
        }
        ui.painter().hline(whole.x_range(), whole.bottom(), line);
    }
    clicked
}

/// Column widths: narrow columns get the width that they need, wide ones share the rest in proportion to their need.
fn widths(needed: &[f32], room: f32) -> Vec<f32> {
    let mut widths = needed.to_vec();
    let total: f32 = needed.iter().sum();
    if total <= room {
        return widths;
    }
    let fair = room / needed.len().max(1) as f32;
    let small: f32 = needed.iter().filter(|width| **width <= fair).sum();
    let large: f32 = needed.iter().filter(|width| **width > fair).sum();
    for width in &mut widths {
        if *width > fair {
            *width = ((room - small) * *width / large).max(NARROW);
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::super::pages::Guide;
    use super::*;

    #[test]
    fn the_fonts_have_every_letter_of_every_page() {
        let guide = Guide::read();
        let ctx = egui::Context::default();
        let mut missing = std::collections::BTreeSet::new();
        let body = FontId::proportional(14.0);
        let code = FontId::monospace(13.0);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let mut look = |text: &str, font: &FontId| {
                let has = |letter: &char| ui.fonts_mut(|fonts| fonts.has_glyph(font, *letter));
                missing.extend(text.chars().filter(|letter| !letter.is_whitespace() && !has(letter)));
            };
            for text in guide.pages.iter().flat_map(|page| &page.blocks).flat_map(Block::texts) {
                look(&text.plain, if text.source.contains("```") { &code } else { &body });
            }
            look(&crate::text::manual::found("", ""), &body);
            look("•◀▶", &body);
        });
        output.textures_delta.clear();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn columns_share_the_room_and_narrow_ones_keep_what_they_need() {
        assert_eq!(widths(&[50.0, 100.0], 400.0), [50.0, 100.0]);
        assert_eq!(widths(&[50.0, 900.0], 400.0), [50.0, 350.0]);
        let shared = widths(&[50.0, 600.0, 300.0], 400.0);
        assert_eq!(shared[0], 50.0);
        assert!((shared.iter().sum::<f32>() - 400.0).abs() < 0.1 && shared[1] > shared[2], "{shared:?}");
    }
}
