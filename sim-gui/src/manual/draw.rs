//! Renders the blocks of a page.

use super::page::{Block, Span, Text, plain};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Color32, FontFamily, FontId, Frame, Label, Layout, Link, Rect, Shape, Stroke, TextStyle, Ui, Vec2, vec2,
};

/// Space between blocks, points.
const GAP: f32 = 8.0;
/// Padding of table cells, points.
const CELL: Vec2 = vec2(8.0, 4.0);
/// Minimum width of a table column, points.
const NARROW: f32 = 60.0;
/// Sizes of headings relative to body text, starting with the title.
const SIZES: [f32; 4] = [1.75, 1.35, 1.15, 1.0];

/// Renders a block. Returns the clicked link.
pub fn block(ui: &mut Ui, block: &Block) -> Option<String> {
    let clicked = match block {
        Block::Heading { level, text, .. } => {
            let size = SIZES[usize::from(level.saturating_sub(1)).min(SIZES.len() - 1)];
            ui.add_space(if *level == 1 { 0.0 } else { 1.5 * GAP });
            let strong: Text = text.iter().cloned().map(|span| Span { strong: true, ..span }).collect();
            let clicked = spans(ui, &strong, size, Some(*level));
            if *level <= 2 {
                ui.add_space(2.0);
                let line = ui.available_rect_before_wrap();
                let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
                ui.painter().hline(line.x_range(), line.top(), stroke);
            }
            clicked
        }
        Block::Paragraph(text) => spans(ui, text, 1.0, None),
        Block::Code(code) => {
            draw_code(ui, code);
            None
        }
        Block::List(first, items) => list(ui, *first, items),
        Block::Table(rows) => table(ui, rows),
        Block::Quote(inner) => {
            let blocks = |ui: &mut Ui| blocks(ui, inner);
            ui.indent("quote", blocks).inner
        }
        Block::Rule => {
            ui.separator();
            None
        }
    };
    ui.add_space(GAP);
    clicked
}

fn blocks(ui: &mut Ui, blocks: &[Block]) -> Option<String> {
    blocks
        .iter()
        .enumerate()
        .fold(None, |clicked, (number, one)| ui.push_id(number, |ui| block(ui, one)).inner.or(clicked))
}

fn draw_code(ui: &mut Ui, code: &str) {
    Frame::new().fill(ui.visuals().code_bg_color).corner_radius(4).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(egui::RichText::new(code).monospace()).wrap().selectable(true));
    });
}

fn list(ui: &mut Ui, first: Option<u64>, items: &[Vec<Block>]) -> Option<String> {
    let mut clicked = None;
    for (index, item) in items.iter().enumerate() {
        ui.push_id(index, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                let sign = first.map_or_else(|| "•".to_owned(), |first| format!("{}.", first + index as u64));
                ui.add_sized(vec2(20.0, ui.text_style_height(&TextStyle::Body)), Label::new(sign));
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    clicked = clicked.take().or(blocks_of_item(ui, item));
                });
            });
        });
    }
    clicked
}

/// Renders the blocks of a list item with reduced spacing.
fn blocks_of_item(ui: &mut Ui, item: &[Block]) -> Option<String> {
    match item {
        [Block::Paragraph(text)] => spans(ui, text, 1.0, None),
        item => blocks(ui, item),
    }
}

/// Renders formatted text with links. Returns the clicked link.
fn spans(ui: &mut Ui, text: &[Span], size: f32, heading: Option<u8>) -> Option<String> {
    let mut clicked = None;
    let line = vec2(ui.available_width(), ui.text_style_height(&TextStyle::Body));
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center).with_main_wrap(true), |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
        let mut rest = text;
        while let Some(first) = rest.first() {
            let alike = rest.iter().take_while(|span| span.link == first.link).count();
            let (piece, others) = rest.split_at(alike);
            rest = others;
            let job = job(ui, piece, size);
            match &first.link {
                Some(link) => {
                    let response = ui.add(Link::new(job)).on_hover_text(link);
                    if response.clicked() {
                        clicked = Some(link.clone());
                    }
                }
                None => {
                    let label = ui.add(Label::new(job).wrap().selectable(true));
                    if heading.is_some() {
                        label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, plain(piece)));
                    }
                }
            }
        }
    });
    clicked
}

/// The layout of a text.
fn job(ui: &Ui, text: &[Span], size: f32) -> LayoutJob {
    let body = TextStyle::Body.resolve(ui.style()).size * size;
    let visuals = ui.visuals();
    let mut job = LayoutJob::default();
    for span in text {
        let family = if span.code { FontFamily::Monospace } else { FontFamily::Proportional };
        let color = match () {
            () if span.link.is_some() => visuals.hyperlink_color,
            () if span.strong => visuals.strong_text_color(),
            () => visuals.text_color(),
        };
        let format = TextFormat {
            font_id: FontId::new(if span.code { 0.92 * body } else { body }, family),
            color,
            italics: span.emphasis,
            background: if span.code { visuals.code_bg_color } else { Color32::TRANSPARENT },
            underline: if span.link.is_some() { Stroke::new(1.0, color) } else { Stroke::NONE },
            ..TextFormat::default()
        };
        job.append(&span.text, 0.0, format);
    }
    job
}

/// Renders a table. Columns get the width that they need while space permits; cells wrap.
fn table(ui: &mut Ui, rows: &[Vec<Text>]) -> Option<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let room = ui.available_width() - 2.0 * CELL.x * count as f32;
    let wide = |text: &Text| {
        let galley = ui.painter().layout_job(job(ui, text, 1.0));
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
                for (column, text) in row.iter().enumerate() {
                    let width = widths[column];
                    let cell = |ui: &mut Ui| {
                        Frame::new().inner_margin(egui::Margin::symmetric(CELL.x as i8, CELL.y as i8)).show(ui, |ui| {
                            ui.set_width(width);
                            let strong = |span: Span| Span { strong: span.strong || number == 0, ..span };
                            let text: Text = text.iter().cloned().map(strong).collect();
                            ui.push_id(column, |ui| spans(ui, &text, 1.0, None)).inner
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
    use super::super::page::visit;
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
            for block in guide.pages.iter().flat_map(|page| &page.blocks) {
                visit(std::slice::from_ref(block), &mut |text| {
                    text.iter().for_each(|span| look(&span.text, if span.code { &code } else { &body }));
                });
                if let Block::Code(text) = block {
                    look(text, &code);
                }
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
