//! Tab titles. If a bar is too narrow, the longest titles are shortened; if they would become too short, the bar scrolls.

use egui::style::ScrollAnimation;
use egui::text::TextWrapping;
use egui::{Align, Context, Galley, Id, Response, TextStyle, TextWrapMode, WidgetText};
use egui_tiles::{Container, Tile, TileId, Tiles};
use std::sync::Arc;

/// Width of a tab in addition to its title: padding and close button, points.
const BESIDE: f32 = 2.0 * 8.0 + 4.0 + 12.0;
/// Minimum width of a title, points.
const LEAST: f32 = 44.0;

/// The title of a tab, shortened to the available width. `name` returns the full titles of tabs.
pub fn title<Pane>(
    ctx: &Context,
    tiles: &Tiles<Pane>,
    tile: TileId,
    mut name: impl FnMut(TileId) -> String,
) -> Arc<Galley> {
    let whole = laid_out(ctx, name(tile), None);
    let Some((bar, tabs)) = tiles.parent_of(tile).and_then(|bar| Some((tiles.rect(bar)?, tabs_of(tiles, bar)?))) else {
        return whole;
    };
    let widths: Vec<f32> = tabs.iter().map(|tab| laid_out(ctx, name(*tab), None).size().x).collect();
    let room = bar.width() - BESIDE * tabs.len() as f32;
    match greatest(&widths, room).filter(|greatest| *greatest < whole.size().x) {
        Some(greatest) => laid_out(ctx, name(tile), Some(greatest)),
        None => whole,
    }
}

/// Shows a shortened title in a tooltip, and scrolls to a newly activated tab.
pub fn follow<Pane>(tiles: &Tiles<Pane>, tile: TileId, tab: Response, title: &Galley) -> Response {
    let bar = tiles.parent_of(tile);
    if let Some(Tile::Container(Container::Tabs(tabs))) = bar.and_then(|bar| tiles.get(bar))
        && tabs.active == Some(tile)
    {
        let front_id = Id::unique(("tab in front", bar));
        let before: Option<TileId> = tab.ctx.data_mut(|data| data.get_temp(front_id));
        if before != Some(tile) {
            tab.ctx.data_mut(|data| data.insert_temp(front_id, tile));
            tab.scroll_to_me_animation(None, ScrollAnimation::none());
        }
    }
    if title.elided { tab.on_hover_text(title.text()) } else { tab }
}

/// The tabs in a bar.
fn tabs_of<Pane>(tiles: &Tiles<Pane>, bar: TileId) -> Option<Vec<TileId>> {
    let Tile::Container(Container::Tabs(tabs)) = tiles.get(bar)? else { return None };
    Some(tabs.children.iter().copied().filter(|tab| tiles.is_visible_in_layout(*tab)).collect())
}

fn laid_out(ctx: &Context, name: String, greatest: Option<f32>) -> Arc<Galley> {
    let (mode, width) = greatest.map_or((TextWrapMode::Extend, f32::INFINITY), |width| (TextWrapMode::Truncate, width));
    let wrapping = TextWrapping::from_wrap_mode_and_width(mode, width);
    let style = ctx.global_style();
    WidgetText::from(name).into_galley_impl(ctx, &style, wrapping, TextStyle::Button.into(), Align::Center)
}

/// The maximum title width at which all titles fit. `None` if they fit unshortened, or would become too short.
fn greatest(widths: &[f32], mut room: f32) -> Option<f32> {
    let mut sorted = widths.to_vec();
    sorted.sort_by(f32::total_cmp);
    for (number, width) in sorted.iter().enumerate() {
        let share = room / (sorted.len() - number) as f32;
        if *width > share {
            return Some(share).filter(|share| *share >= LEAST);
        }
        room -= width;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::greatest;

    #[test]
    fn the_longest_titles_are_shortened_until_all_fit() {
        assert_eq!(greatest(&[50.0, 100.0, 60.0], 300.0), None, "there is room");
        assert_eq!(greatest(&[50.0, 100.0, 60.0], 190.0), Some(80.0), "the longest is shortened");
        assert_eq!(greatest(&[90.0, 100.0, 50.0], 190.0), Some(70.0), "both long ones are shortened");
        assert_eq!(greatest(&[90.0, 100.0, 50.0], 120.0), None, "too little would be left");
    }
}
