//! Which panel is where.

use crate::text;
use egui_tiles::{Container, Linear, LinearDir, Tile, Tiles, Tree};
use serde::{Deserialize, Serialize};

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// The 3D view.
    View3d,
    /// The 2D plan.
    Plan,
    /// The scene's tree.
    Tree,
    /// What is selected.
    Inspector,
    /// Libraries.
    Plugins,
    /// Telemetry over time.
    Plots,
    /// The live run beside a recorded one.
    Comparison,
    /// What components said.
    Log,
    /// Findings.
    Problems,
    /// How the conditions of the scene stand.
    Results,
    /// Driving by hand.
    Drive,
    /// What cameras see.
    Cameras,
    /// The scene's text.
    Text,
    /// A robot under construction.
    Construction,
}

impl Pane {
    /// All panels.
    pub const ALL: [Self; 14] = [
        Self::View3d,
        Self::Plan,
        Self::Tree,
        Self::Inspector,
        Self::Plugins,
        Self::Plots,
        Self::Comparison,
        Self::Log,
        Self::Problems,
        Self::Results,
        Self::Drive,
        Self::Cameras,
        Self::Text,
        Self::Construction,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::View3d => text::panel::VIEW_3D,
            Self::Plan => text::panel::PLAN,
            Self::Tree => text::panel::TREE,
            Self::Inspector => text::panel::INSPECTOR,
            Self::Plugins => text::panel::PLUGINS,
            Self::Plots => text::panel::PLOTS,
            Self::Comparison => text::recordings::PANEL,
            Self::Log => text::panel::LOG,
            Self::Problems => text::panel::PROBLEMS,
            Self::Results => text::acceptance::PANEL,
            Self::Drive => text::drive::TITLE,
            Self::Cameras => text::cameras::TITLE,
            Self::Text => text::source::TITLE,
            Self::Construction => text::construct::TITLE,
        }
    }
}

/// Shares of the columns of the standard layout: the tree, the views, the inspector.
const SHARES: [f32; 3] = [0.8, 3.2, 1.4];
/// What tree and inspector need, points, and the part of the window that they have at most.
const NEEDED: [(f32, f32); 2] = [(150.0, 0.25), (250.0, 0.4)];

/// The shares of the columns in a window of this width, points: in a narrow one tree and inspector keep the room they need.
fn shares(width: f32) -> [f32; 3] {
    let whole: f32 = SHARES.iter().sum();
    let least = |part: f32, (points, most): (f32, f32)| part.max((points / width).min(most));
    let (left, right) = (least(SHARES[0] / whole, NEEDED[0]), least(SHARES[2] / whole, NEEDED[1]));
    [left, 1.0 - left - right, right].map(|part| part * whole)
}

/// Fits the columns of the standard layout to a window that has another width than before, points, as long as nobody has
/// moved their borders.
pub fn fit_width(tree: &mut Tree<Pane>, before: f32, width: f32) {
    let Some(Tile::Container(Container::Linear(linear))) = tree.root.and_then(|root| tree.tiles.get_mut(root)) else {
        return;
    };
    let columns = linear.children.clone();
    let now = columns.iter().map(|column| linear.shares[*column]);
    let same = |shares: [f32; 3]| columns.len() == 3 && now.clone().zip(shares).all(|(a, b)| (a - b).abs() < 1e-4);
    if width > 0.0 && (same(SHARES) || same(shares(before))) {
        columns.iter().zip(shares(width)).for_each(|(column, share)| linear.shares.set_share(*column, share));
    }
}

/// The layout that the program begins with.
pub fn standard() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
        tiles.insert_tab_tile(panes)
    };
    let (tree, view) = (tabs(&[Pane::Tree]), tabs(&[Pane::View3d, Pane::Plan, Pane::Cameras, Pane::Text]));
    let below = tabs(&[Pane::Log, Pane::Plots, Pane::Comparison, Pane::Problems, Pane::Results]);
    let right = tabs(&[Pane::Inspector, Pane::Drive, Pane::Plugins]);
    let mut linear = |dir: LinearDir, parts: &[(egui_tiles::TileId, f32)]| {
        let mut linear = Linear::new(dir, parts.iter().map(|(tile, _)| *tile).collect());
        parts.iter().for_each(|(tile, share)| linear.shares.set_share(*tile, *share));
        tiles.insert_new(Tile::Container(Container::Linear(linear)))
    };
    let middle = linear(LinearDir::Vertical, &[(view, 3.0), (below, 1.0)]);
    let [left_share, middle_share, right_share] = SHARES;
    let root = linear(LinearDir::Horizontal, &[(tree, left_share), (middle, middle_share), (right, right_share)]);
    Tree::new(egui::Id::unique("panels"), root, tiles)
}

/// The layout for building: the robot from above beside the 3D view, everything else within reach.
pub fn construction() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
        tiles.insert_tab_tile(panes)
    };
    let building = tabs(&[Pane::Construction]);
    let view = tabs(&[Pane::View3d, Pane::Plan, Pane::Cameras, Pane::Text]);
    let rest = [Pane::Inspector, Pane::Tree, Pane::Drive, Pane::Log, Pane::Problems];
    let rest = tabs(&[&rest[..], &[Pane::Results, Pane::Plots, Pane::Comparison, Pane::Plugins]].concat());
    let mut linear = |dir: LinearDir, parts: &[(egui_tiles::TileId, f32)]| {
        let mut linear = Linear::new(dir, parts.iter().map(|(tile, _)| *tile).collect());
        parts.iter().for_each(|(tile, share)| linear.shares.set_share(*tile, *share));
        tiles.insert_new(Tile::Container(Container::Linear(linear)))
    };
    let beside = linear(LinearDir::Vertical, &[(view, 1.1), (rest, 1.0)]);
    let root = linear(LinearDir::Horizontal, &[(building, 2.6), (beside, 1.0)]);
    Tree::new(egui::Id::unique("panels"), root, tiles)
}

/// Closes a panel.
pub fn close(tree: &mut Tree<Pane>, pane: Pane) {
    if let Some(tile) = tree.tiles.find_pane(&pane) {
        tree.remove_recursively(tile);
    }
}

/// Shows a panel: brings its tab to the front, or puts it back where it is missing.
pub fn show(tree: &mut Tree<Pane>, pane: Pane) {
    if tree.tiles.find_pane(&pane).is_none() {
        let tile = tree.tiles.insert_pane(pane);
        match tree.root {
            Some(root) => tree.move_tile_to_container(tile, root, usize::MAX, false),
            None => tree.root = Some(tile),
        }
    }
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(other) if *other == pane));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_panel_has_a_place() {
        let has = |tree: &Tree<Pane>, pane: &Pane| tree.tiles.find_pane(pane).is_some();
        assert!(Pane::ALL.iter().all(|pane| has(&construction(), pane)));
        let standard = standard();
        assert!(Pane::ALL.iter().all(|pane| has(&standard, pane) || *pane == Pane::Construction));
    }
}
