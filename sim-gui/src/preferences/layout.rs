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
    pub const ALL: [Self; 13] = [
        Self::View3d,
        Self::Plan,
        Self::Tree,
        Self::Inspector,
        Self::Plugins,
        Self::Plots,
        Self::Comparison,
        Self::Log,
        Self::Problems,
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
            Self::Drive => text::drive::TITLE,
            Self::Cameras => text::cameras::TITLE,
            Self::Text => text::source::TITLE,
            Self::Construction => text::construct::TITLE,
        }
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
    let below = tabs(&[Pane::Log, Pane::Plots, Pane::Comparison, Pane::Problems]);
    let right = tabs(&[Pane::Inspector, Pane::Drive, Pane::Plugins]);
    let mut linear = |dir: LinearDir, parts: &[(egui_tiles::TileId, f32)]| {
        let mut linear = Linear::new(dir, parts.iter().map(|(tile, _)| *tile).collect());
        parts.iter().for_each(|(tile, share)| linear.shares.set_share(*tile, *share));
        tiles.insert_new(Tile::Container(Container::Linear(linear)))
    };
    let middle = linear(LinearDir::Vertical, &[(view, 3.0), (below, 1.0)]);
    let root = linear(LinearDir::Horizontal, &[(tree, 0.8), (middle, 3.2), (right, 1.4)]);
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
    let rest = tabs(&[&rest[..], &[Pane::Plots, Pane::Comparison, Pane::Plugins]].concat());
    let mut linear = |dir: LinearDir, parts: &[(egui_tiles::TileId, f32)]| {
        let mut linear = Linear::new(dir, parts.iter().map(|(tile, _)| *tile).collect());
        parts.iter().for_each(|(tile, share)| linear.shares.set_share(*tile, *share));
        tiles.insert_new(Tile::Container(Container::Linear(linear)))
    };
    let beside = linear(LinearDir::Vertical, &[(view, 1.1), (rest, 1.0)]);
    let root = linear(LinearDir::Horizontal, &[(building, 2.6), (beside, 1.0)]);
    Tree::new(egui::Id::unique("panels"), root, tiles)
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
