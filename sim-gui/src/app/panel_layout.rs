//! The layout of the panels: which are open, where they are, and the named layouts.

use crate::preferences::folded::{self, Folded};
use crate::preferences::layout::{self, Pane, ViewKind};
use crate::preferences::named_layouts::Layouts;
use egui::{Pos2, Rect};
use egui_tiles::Tree;

/// Height of a tab bar, points.
pub(super) const BAR_OF_TABS: f32 = 24.0;

/// The layout of the panels.
pub(super) struct PanelLayout {
    pub(super) tiles: Tree<Pane>,
    /// The layout before the construction panel was opened.
    before: Option<Tree<Pane>>,
    /// The tabs of the panels with their rectangles in the last frame, points.
    pub(super) tabs: Vec<(Pane, Rect)>,
    /// The user's named layouts.
    pub(super) named: Layouts,
    /// Width of the window in the previous frame, points.
    width: f32,
}

impl PanelLayout {
    /// Creates the area with a layout.
    pub(super) fn new(tiles: Tree<Pane>) -> Self {
        Self { tiles, before: None, tabs: Vec::new(), named: Layouts::default(), width: 0.0 }
    }

    /// Whether a panel is open, visible or behind other tabs.
    pub(super) fn is_open(&self, pane: Pane) -> bool {
        self.tiles.tiles.find_pane(&pane).is_some()
    }

    /// Whether a panel is visible, i.e. not hidden behind other tabs.
    pub(super) fn is_visible(&self, pane: Pane) -> bool {
        self.visible().contains(&pane)
    }

    /// The open panels.
    pub(super) fn open(&self) -> Vec<Pane> {
        layout::panes(&self.tiles).collect()
    }

    /// The visible panels.
    pub(super) fn visible(&self) -> Vec<Pane> {
        let tiles = self.tiles.active_tiles().into_iter().filter_map(|tile| self.tiles.tiles.get(tile));
        tiles.filter_map(|tile| if let egui_tiles::Tile::Pane(pane) = tile { Some(*pane) } else { None }).collect()
    }

    /// Brings a panel to the front. The construction panel opens large and next to the 3D view.
    pub(super) fn show(&mut self, pane: Pane) {
        if pane == Pane::Construction && !self.is_open(pane) {
            self.before = Some(std::mem::replace(&mut self.tiles, layout::construction()));
        }
        layout::show(&mut self.tiles, pane);
    }

    /// Closes a panel.
    pub(super) fn close(&mut self, pane: Pane) {
        layout::close(&mut self.tiles, pane);
    }

    /// Opens a panel behind the tabs of another one, unless it is already open or the other one is not.
    pub(super) fn offer(&mut self, pane: Pane, beside: Pane) {
        layout::offer(&mut self.tiles, pane, beside);
    }

    /// Opens another view of a kind next to an open one. Returns its number.
    pub(super) fn add_view(&mut self, kind: ViewKind, beside: Pane) -> u32 {
        layout::add_view(&mut self.tiles, kind, beside)
    }

    /// Applies the default layout.
    pub(super) fn use_standard(&mut self) {
        (self.tiles, self.before) = (layout::standard(), None);
    }

    /// Applies the layout for construction.
    pub(super) fn use_construction(&mut self) {
        let before = std::mem::replace(&mut self.tiles, layout::construction());
        self.before.get_or_insert(before);
    }

    /// Applies a named layout.
    pub(super) fn use_named(&mut self, name: &str) {
        if let Some(layout) = self.named.get(name) {
            (self.tiles, self.before) = (layout.clone(), None);
        }
    }

    /// Saves the current layout under a name.
    pub(super) fn save(&mut self, name: String) {
        self.named.save(name, self.tiles.clone());
    }

    /// Restores the layout after the construction panel was closed. Returns whether that panel is open.
    pub(super) fn follow_construction(&mut self) -> bool {
        let is_open = self.is_open(Pane::Construction);
        if !is_open && let Some(before) = self.before.take() {
            self.tiles = before;
        }
        is_open
    }

    /// Adapts the columns to the width of the window, points.
    pub(super) fn fit_width(&mut self, width: f32) {
        layout::fit_width(&mut self.tiles, std::mem::replace(&mut self.width, width), width);
    }

    /// Folds a panel for one frame, see [`folded::fold`].
    pub(super) fn fold(&mut self, pane: Pane) -> Option<Folded> {
        folded::fold(&mut self.tiles, pane, BAR_OF_TABS)
    }

    /// Rectangle of a panel, points. `None` if it is not visible.
    pub(super) fn place(&self, pane: Pane) -> Option<Rect> {
        let tile = self.tiles.tiles.find_pane(&pane).filter(|_| self.is_visible(pane))?;
        self.tiles.tiles.rect(tile).filter(|rect| rect.is_positive())
    }

    /// The panel or tab at a position, points.
    pub(super) fn pane_at(&self, at: Pos2) -> Option<Pane> {
        let tab = self.tabs.iter().find(|(_, place)| place.contains(at)).map(|(pane, _)| *pane);
        let holds = |pane: &Pane| self.place(*pane).is_some_and(|place| place.contains(at));
        tab.or_else(|| self.visible().into_iter().find(holds))
    }

    /// Where toasts are shown: above a view, which has no fields. If no view is visible, above the largest panel other than lists of
    /// rows and fields, such as the tree and the inspector.
    pub(super) fn place_of_toasts(&self, whole: Rect) -> Rect {
        let visible = self.visible();
        let of_kind = |kind| visible.iter().find(|pane| pane.view().is_some_and(|(other, _)| other == kind));
        let view = ViewKind::ALL.into_iter().find_map(of_kind);
        let others = visible.iter().filter(|pane| !matches!(pane, Pane::Tree | Pane::Inspector));
        let largest =
            others.filter_map(|pane| self.place(*pane)).max_by(|one, other| one.area().total_cmp(&other.area()));
        view.and_then(|pane| self.place(*pane)).or(largest).unwrap_or(whole)
    }
}
