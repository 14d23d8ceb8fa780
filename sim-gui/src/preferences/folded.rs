//! A panel that has nothing to show leaves its place to its neighbours: only the bar of its tabs stays.

use super::layout::Pane;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tree};

/// A panel that is folded for one frame. The layout itself, which is kept in a file, has the place of the whole panel.
pub struct Folded {
    column: TileId,
    tabs: TileId,
    whole: f32,
    share: f32,
}

/// Folds the tabs in which a panel is shown to a height, points. None where the panel is not seen, or does not stand above or
/// below something else.
pub fn fold(tree: &mut Tree<Pane>, pane: Pane, height: f32) -> Option<Folded> {
    let tile = tree.tiles.find_pane(&pane).filter(|tile| tree.active_tiles().contains(tile))?;
    let tabs = tree.tiles.parent_of(tile)?;
    let column = tree.tiles.parent_of(tabs)?;
    let room = tree.tiles.rect(column)?.height();
    let visible = |tiles: &egui_tiles::Tiles<Pane>, child: &TileId| tiles.is_visible(*child);
    let Tile::Container(Container::Linear(linear)) = tree.tiles.get(column)? else { return None };
    let others = linear.children.iter().filter(|child| **child != tabs && visible(&tree.tiles, child));
    let others: f32 = others.map(|child| linear.shares[*child]).sum();
    let (whole, share) = (linear.shares[tabs], others * height / (room - height));
    if linear.dir != LinearDir::Vertical || others <= 0.0 || room <= 2.0 * height || share >= whole {
        return None;
    }
    set_share(tree, column, tabs, share);
    Some(Folded { column, tabs, whole, share })
}

impl Folded {
    /// Gives the panel its place back after the frame. Tells whether a person has moved its border or changed the layout meanwhile:
    /// then it has the place that they have given it.
    pub fn unfold(self, tree: &mut Tree<Pane>) -> bool {
        let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(self.column) else { return true };
        if !linear.children.contains(&self.tabs) || linear.shares[self.tabs] != self.share {
            return true;
        }
        set_share(tree, self.column, self.tabs, self.whole);
        false
    }
}

fn set_share(tree: &mut Tree<Pane>, column: TileId, tabs: TileId, share: f32) {
    if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(column) {
        linear.shares.set_share(tabs, share);
    }
}
