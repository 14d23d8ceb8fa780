//! Folding: a panel without content gives its space to its neighbors; only its tab bar remains.

use super::layout::Pane;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tree};

/// A panel folded for one frame. The stored layout contains the unfolded panel.
pub struct Folded {
    column: TileId,
    tabs: TileId,
    whole: f32,
    share: f32,
}

/// Folds the tabs that contain a panel to a height, points. `None` if the panel is not visible, or is not stacked above or below another
/// one.
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
    /// Restores the size of the panel after the frame. Returns whether the user has resized it or changed the layout meanwhile; then the
    /// user's size is preserved.
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
