//! Panels and their layout.

use crate::text;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

/// Kinds of views that can have several instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ViewKind {
    /// 3D views.
    View3d,
    /// 2D plans.
    Plan,
    /// Camera panels.
    Cameras,
}

impl ViewKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::View3d, Self::Plan, Self::Cameras];

    /// Title of views of this kind.
    pub fn title(self) -> &'static str {
        match self {
            Self::View3d => &text::panel::VIEW_3D,
            Self::Plan => &text::panel::PLAN,
            Self::Cameras => &text::cameras::TITLE,
        }
    }
}

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// The 3D view.
    View3d,
    /// The 2D plan.
    Plan,
    /// The scene tree.
    Tree,
    /// The selection.
    Inspector,
    /// Libraries.
    Plugins,
    /// Installed and available packs.
    Packs,
    /// Telemetry over time.
    Plots,
    /// The live run compared with a recorded one.
    Comparison,
    /// Log of components.
    Log,
    /// Diagnostics.
    Problems,
    /// Status of the acceptance conditions.
    Results,
    /// Manual control.
    Drive,
    /// Camera images.
    Cameras,
    /// The scene's text.
    Text,
    /// Saved states of the run.
    States,
    /// All services with a panel.
    Services,
    /// All robots with their states.
    Robots,
    /// A robot under construction.
    Construction,
    /// Text files.
    Editor,
    /// A further view of a kind, numbered from 2.
    Another(ViewKind, u32),
}

impl Pane {
    /// All panels; for views, the first of each kind.
    pub const ALL: [Self; 19] = [
        Self::View3d,
        Self::Plan,
        Self::Tree,
        Self::Inspector,
        Self::Plugins,
        Self::Packs,
        Self::Plots,
        Self::Comparison,
        Self::Log,
        Self::Problems,
        Self::Results,
        Self::Drive,
        Self::Cameras,
        Self::Text,
        Self::Editor,
        Self::States,
        Self::Services,
        Self::Robots,
        Self::Construction,
    ];

    /// The view of a kind, by number.
    pub fn of_view(kind: ViewKind, number: u32) -> Self {
        match (kind, number) {
            (ViewKind::View3d, 0 | 1) => Self::View3d,
            (ViewKind::Plan, 0 | 1) => Self::Plan,
            (ViewKind::Cameras, 0 | 1) => Self::Cameras,
            (kind, number) => Self::Another(kind, number),
        }
    }

    /// Kind and number of a view.
    pub fn view(self) -> Option<(ViewKind, u32)> {
        match self {
            Self::View3d => Some((ViewKind::View3d, 1)),
            Self::Plan => Some((ViewKind::Plan, 1)),
            Self::Cameras => Some((ViewKind::Cameras, 1)),
            Self::Another(kind, number) => Some((kind, number)),
            _ => None,
        }
    }

    /// Its title.
    pub fn title(self) -> String {
        let title = match self {
            Self::View3d => text::panel::VIEW_3D,
            Self::Plan => text::panel::PLAN,
            Self::Another(kind, number) => return text::several::numbered(kind.title(), number),
            Self::Tree => text::panel::TREE,
            Self::Inspector => text::panel::INSPECTOR,
            Self::Plugins => text::panel::PLUGINS,
            Self::Packs => text::packs::TITLE,
            Self::Plots => text::panel::PLOTS,
            Self::Comparison => text::recordings::PANEL,
            Self::Log => text::panel::LOG,
            Self::Problems => text::panel::PROBLEMS,
            Self::Results => text::acceptance::PANEL,
            Self::Drive => text::drive::TITLE,
            Self::Cameras => text::cameras::TITLE,
            Self::Text => text::source::TITLE,
            Self::Services => text::section::SERVICES,
            Self::Robots => text::robots::TITLE,
            Self::States => text::several::STATES,
            Self::Construction => text::construct::TITLE,
            Self::Editor => text::editor::TITLE,
        };
        title.to_string()
    }
}

/// Column shares of the standard layout: tree, views, inspector.
const SHARES: [f32; 3] = [0.8, 3.2, 1.4];
/// Required width of tree and inspector, points, and their maximum fraction of the window.
const NEEDED: [(f32, f32); 2] = [(150.0, 0.25), (250.0, 0.4)];

/// The column shares for a window width, points. In a narrow window, tree and inspector keep their required width.
fn shares(width: f32) -> [f32; 3] {
    let whole: f32 = SHARES.iter().sum();
    let least = |part: f32, (points, most): (f32, f32)| part.max((points / width).min(most));
    let (left, right) = (least(SHARES[0] / whole, NEEDED[0]), least(SHARES[2] / whole, NEEDED[1]));
    [left, 1.0 - left - right, right].map(|part| part * whole)
}

/// Adapts the columns of the standard layout to a new window width, points, unless the user has resized them.
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

fn insert_tabs(tiles: &mut Tiles<Pane>, panes: &[Pane]) -> TileId {
    let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
    tiles.insert_tab_tile(panes)
}

/// Inserts tiles next to each other with their shares of the space.
fn insert_linear(tiles: &mut Tiles<Pane>, dir: LinearDir, parts: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(dir, parts.iter().map(|(tile, _)| *tile).collect());
    parts.iter().for_each(|(tile, share)| linear.shares.set_share(*tile, *share));
    tiles.insert_new(Tile::Container(Container::Linear(linear)))
}

/// The default layout.
pub fn standard() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| insert_tabs(&mut tiles, panes);
    let (tree, view) = (tabs(&[Pane::Tree]), tabs(&[Pane::View3d, Pane::Plan, Pane::Cameras, Pane::Text]));
    let below = tabs(&[Pane::Log, Pane::Plots, Pane::Comparison, Pane::Problems, Pane::Results]);
    let right = tabs(&[Pane::Inspector, Pane::Drive, Pane::Plugins]);
    let mut linear = |dir: LinearDir, parts: &[(TileId, f32)]| insert_linear(&mut tiles, dir, parts);
    let middle = linear(LinearDir::Vertical, &[(view, 3.0), (below, 1.0)]);
    let [left_share, middle_share, right_share] = SHARES;
    let root = linear(LinearDir::Horizontal, &[(tree, left_share), (middle, middle_share), (right, right_share)]);
    Tree::new(egui::Id::unique("panels"), root, tiles)
}

/// The layout for construction: the robot from above next to the 3D view, other panels within reach.
pub fn construction() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| insert_tabs(&mut tiles, panes);
    let building = tabs(&[Pane::Construction]);
    let view = tabs(&[Pane::View3d, Pane::Plan, Pane::Cameras, Pane::Text]);
    let rest = [Pane::Inspector, Pane::Tree, Pane::Drive, Pane::Log, Pane::Problems];
    let rest = tabs(&[&rest[..], &[Pane::Results, Pane::Plots, Pane::Comparison, Pane::Plugins]].concat());
    let mut linear = |dir: LinearDir, parts: &[(TileId, f32)]| insert_linear(&mut tiles, dir, parts);
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

/// Shows a panel: activates its tab, or inserts it if missing.
pub fn show(tree: &mut Tree<Pane>, pane: Pane) {
    if tree.tiles.find_pane(&pane).is_none() {
        let tile = tree.tiles.insert_pane(pane);
        // Panels about the run open next to the log, other texts next to the scene's text.
        let beside = match pane {
            Pane::States => tree.tiles.find_pane(&Pane::Log),
            Pane::Robots => [Pane::Results, Pane::Log, Pane::View3d].iter().find_map(|pane| tree.tiles.find_pane(pane)),
            Pane::Services | Pane::Inspector => [Pane::Inspector, Pane::Services, Pane::Drive, Pane::Plugins]
                .iter()
                .filter(|other| **other != pane)
                .find_map(|other| tree.tiles.find_pane(other)),
            // During construction, that is where there is space.
            Pane::Packs | Pane::Editor => {
                [Pane::Construction, Pane::Text, Pane::View3d].iter().find_map(|pane| tree.tiles.find_pane(pane))
            }
            _ => None,
        };
        match beside.and_then(|pane| tree.tiles.parent_of(pane)).or(tree.root) {
            Some(root) => tree.move_tile_to_container(tile, root, place_among_tabs(pane), false),
            None => tree.root = Some(tile),
        }
    }
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(other) if *other == pane));
}

/// Adds a panel behind the tabs of another one, unless it is already in the layout or the other one is missing.
pub fn offer(tree: &mut Tree<Pane>, pane: Pane, beside: Pane) {
    if tree.tiles.find_pane(&pane).is_some() {
        return;
    }
    let Some(tabs) = tree.tiles.find_pane(&beside).and_then(|tile| tree.tiles.parent_of(tile)) else { return };
    let front = match tree.tiles.get(tabs) {
        Some(Tile::Container(Container::Tabs(tabs))) => tabs.active,
        _ => None,
    };
    let tile = tree.tiles.insert_pane(pane);
    tree.move_tile_to_container(tile, tabs, place_among_tabs(pane), false);
    if let (Some(front), Some(Tile::Container(Container::Tabs(tabs)))) = (front, tree.tiles.get_mut(tabs)) {
        tabs.set_active(front);
    }
}

/// The position of a panel inserted into a tab bar. Inspector and services are placed so that they are visible in a narrow window.
fn place_among_tabs(pane: Pane) -> usize {
    match pane {
        Pane::Inspector => 0,
        Pane::Services => 1,
        _ => usize::MAX,
    }
}

/// All panels of a layout.
pub fn panes(tree: &Tree<Pane>) -> impl Iterator<Item = Pane> + '_ {
    tree.tiles.tiles().filter_map(|tile| if let Tile::Pane(pane) = tile { Some(*pane) } else { None })
}

/// Adds another view of a kind to the right of an existing view, or in front if that is missing. Returns its number.
pub fn add_view(tree: &mut Tree<Pane>, kind: ViewKind, beside: Pane) -> u32 {
    let taken: Vec<u32> =
        panes(tree).filter_map(Pane::view).filter(|(other, _)| *other == kind).map(|(_, number)| number).collect();
    let number = (1..).find(|number| !taken.contains(number)).unwrap_or(u32::MAX);
    let pane = Pane::of_view(kind, number);
    let tabs = tree.tiles.find_pane(&beside).map(|tile| tree.tiles.parent_of(tile).unwrap_or(tile));
    match tabs {
        Some(tabs) => {
            let new = tree.tiles.insert_pane(pane);
            let new = tree.tiles.insert_tab_tile(vec![new]);
            put_beside(tree, tabs, new);
        }
        None => show(tree, pane),
    }
    number
}

/// Inserts a tile to the right of another one; each gets half of the space.
fn put_beside(tree: &mut Tree<Pane>, place: TileId, new: TileId) {
    let parent = tree.tiles.parent_of(place);
    if let Some(Tile::Container(Container::Linear(linear))) = parent.and_then(|parent| tree.tiles.get_mut(parent))
        && linear.dir == LinearDir::Horizontal
        && let Some(at) = linear.children.iter().position(|child| *child == place)
    {
        let half = linear.shares[place] / 2.0;
        [place, new].into_iter().for_each(|tile| linear.shares.set_share(tile, half));
        return linear.children.insert(at + 1, new);
    }
    let both = tree.tiles.insert_horizontal_tile(vec![place, new]);
    match parent.and_then(|parent| tree.tiles.get_mut(parent)) {
        Some(Tile::Container(container)) => _ = container.replace_child(place, both),
        _ => tree.root = Some(both),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_view_has_the_lowest_number_that_is_free_and_half_of_the_room_beside_the_other() {
        let mut tree = standard();
        assert_eq!(add_view(&mut tree, ViewKind::View3d, Pane::View3d), 2);
        assert_eq!(add_view(&mut tree, ViewKind::View3d, Pane::Another(ViewKind::View3d, 2)), 3);
        assert_eq!(add_view(&mut tree, ViewKind::Plan, Pane::View3d), 2);
        let [second, third] = [2, 3].map(|number| tree.tiles.find_pane(&Pane::Another(ViewKind::View3d, number)));
        let parent = |tile: Option<TileId>| tree.tiles.parent_of(tile.unwrap()).unwrap();
        let row = parent(Some(parent(second)));
        assert_eq!(parent(Some(parent(third))), row, "all in one row");
        let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(row) else { panic!("{tree:?}") };
        let first = parent(tree.tiles.find_pane(&Pane::View3d));
        assert_eq!([first, parent(second)].map(|tile| linear.shares[tile]), [0.5, 0.5]);
        tree.remove_recursively(second.unwrap());
        assert_eq!(add_view(&mut tree, ViewKind::View3d, Pane::View3d), 2, "its number is free again");
        assert_eq!(
            add_view(&mut tree, ViewKind::View3d, Pane::Another(ViewKind::Plan, 9)),
            4,
            "next to a missing view"
        );
        assert!(tree.tiles.find_pane(&Pane::Another(ViewKind::View3d, 4)).is_some());
    }

    /// A storage with a single value.
    struct MemoryStorage(String);

    impl eframe::Storage for MemoryStorage {
        fn get_string(&self, _: &str) -> Option<String> {
            Some(self.0.clone())
        }

        fn set_string(&mut self, _: &str, value: String) {
            self.0 = value;
        }

        fn remove_string(&mut self, _: &str) {}

        fn flush(&mut self) {}
    }

    /// Panels missing from the standard layout. States, editor and services open with their first content; robots and packs are opened by
    /// the user.
    const LATER: [Pane; 5] = [Pane::States, Pane::Editor, Pane::Services, Pane::Robots, Pane::Packs];

    #[test]
    fn a_panel_that_is_offered_stays_behind_the_one_in_front() {
        let mut tree = standard();
        offer(&mut tree, Pane::Services, Pane::Inspector);
        let tile = |tree: &Tree<Pane>, pane| tree.tiles.find_pane(&pane).unwrap();
        let tabs = [Pane::Services, Pane::Inspector].map(|pane| tree.tiles.parent_of(tile(&tree, pane)).unwrap());
        assert_eq!(tabs[0], tabs[1]);
        let Some(Tile::Container(Container::Tabs(tabs))) = tree.tiles.get(tabs[0]) else { panic!("{tree:?}") };
        assert_eq!(tabs.active, Some(tile(&tree, Pane::Inspector)));
        let before = panes(&tree).count();
        offer(&mut tree, Pane::Services, Pane::Inspector);
        offer(&mut tree, Pane::Robots, Pane::States);
        assert_eq!(panes(&tree).count(), before, "one exists already; the neighbor of the other is missing");
    }

    /// A layout stored by versions without numbered views.
    const EARLIER: &str = include_str!("layout-earlier.ron");

    #[test]
    fn layouts_stored_by_earlier_versions_are_read() {
        let mut storage = MemoryStorage(EARLIER.to_owned());
        let tree: Tree<Pane> = eframe::get_value(&storage, "layout").unwrap();
        let earlier = Pane::ALL.into_iter().filter(|pane| !LATER.contains(pane) && *pane != Pane::Construction);
        assert!(earlier.clone().all(|pane| tree.tiles.find_pane(&pane).is_some()), "{tree:?}");
        assert_eq!(panes(&tree).count(), earlier.count());
        let mut tree = standard();
        add_view(&mut tree, ViewKind::Plan, Pane::Plan);
        eframe::set_value(&mut storage, "layout", &tree);
        assert_eq!(eframe::get_value(&storage, "layout"), Some(tree));
    }

    #[test]
    fn the_inspector_comes_back_in_front_of_the_panels_that_it_stood_beside() {
        let mut tree = standard();
        offer(&mut tree, Pane::Services, Pane::Inspector);
        let before = tree.tiles.find_pane(&Pane::Inspector).and_then(|tile| tree.tiles.parent_of(tile));
        close(&mut tree, Pane::Inspector);
        show(&mut tree, Pane::Inspector);
        let tile = tree.tiles.find_pane(&Pane::Inspector).unwrap();
        assert_eq!(tree.tiles.parent_of(tile), before);
        let Some(Tile::Container(tabs)) = tree.tiles.get(before.unwrap()) else { panic!("a bar of tabs") };
        assert_eq!(tabs.children().next(), Some(&tile));
    }

    #[test]
    fn every_panel_has_a_place() {
        let has = |tree: &Tree<Pane>, pane: &Pane| tree.tiles.find_pane(pane).is_some() || LATER.contains(pane);
        assert!(Pane::ALL.iter().all(|pane| has(&construction(), pane)));
        let standard = standard();
        assert!(Pane::ALL.iter().all(|pane| has(&standard, pane) || *pane == Pane::Construction));
        let mut tree = standard;
        show(&mut tree, Pane::States);
        let tabs = [Pane::States, Pane::Log].map(|pane| tree.tiles.parent_of(tree.tiles.find_pane(&pane).unwrap()));
        assert_eq!(tabs[0], tabs[1], "next to the log");
        show(&mut tree, Pane::Editor);
        let tabs = [Pane::Editor, Pane::Text].map(|pane| tree.tiles.parent_of(tree.tiles.find_pane(&pane).unwrap()));
        assert_eq!(tabs[0], tabs[1], "next to the scene's text");
    }
}
