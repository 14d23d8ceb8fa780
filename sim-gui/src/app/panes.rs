//! Contents of the panels.

use super::active_view::Views;
use super::notices::Notices;
use super::start_page::StartPage;
use super::tabs;
use crate::actions::Request;
use crate::construct::Construct;
use crate::packs::work::Packs;
use crate::panels::cameras::Cameras;
use crate::panels::comparison::Table;
use crate::panels::drive::{self, Drive};
use crate::panels::editor::Editor;
use crate::panels::inspector;
use crate::panels::packs::Packs as PacksPanel;
use crate::panels::plots::{Plots, Source};
use crate::panels::plugins;
use crate::panels::results;
use crate::panels::robots::Robots;
use crate::panels::services;
use crate::panels::source::Source as TextView;
use crate::panels::states;
use crate::panels::tree::Tree;
use crate::preferences::layout::{Pane, ViewKind};
use crate::viewer_context::ViewerContext;
use crate::views::several::Several;
use egui::{Galley, Ui, WidgetText};
use sim_runner::Runner;
use std::sync::Arc;

/// Panels with state.
pub(super) struct Panels {
    pub(super) tree: Tree,
    pub(super) construct: Construct,
    pub(super) packs: PacksPanel,
    pub(super) text: TextView,
    pub(super) editor: Editor,
    pub(super) plots: Plots,
    pub(super) comparison: Table,
    pub(super) robots: Robots,
    pub(super) drive: Drive,
    pub(super) cameras: Several<Cameras>,
}

impl Panels {
    /// Creates the initial state.
    pub(super) fn new(drive: drive::Settings) -> Self {
        Self {
            tree: Tree::default(),
            construct: Construct::default(),
            packs: PacksPanel::default(),
            text: TextView::default(),
            editor: Editor::default(),
            plots: Plots::default(),
            comparison: Table::default(),
            robots: Robots::default(),
            drive: Drive::new(drive),
            cameras: Several::default(),
        }
    }
}

impl Panels {
    /// Clears what belongs to the open scene.
    pub(super) fn forget(&mut self, runner: &Runner) {
        self.text.forget();
        self.plots.clear(runner);
        self.construct.forget();
    }

    /// Updates the set of camera panels.
    pub(super) fn follow_panes(&mut self, all: &[Pane]) {
        let is_open = |number| all.iter().any(|pane| pane.view() == Some((ViewKind::Cameras, number)));
        self.cameras.iter_mut().for_each(|(number, panel)| panel.set_open(is_open(number)));
    }

    /// The title of a panel. A camera panel shows the name of its camera.
    fn title(&self, pane: Pane) -> String {
        let camera = match pane.view() {
            Some((ViewKind::Cameras, number)) => self.cameras.find(number).and_then(Cameras::title),
            _ => None,
        };
        camera.unwrap_or_else(|| pane.title())
    }

    /// Shows a camera panel, by number.
    fn show_camera(&mut self, ui: &mut Ui, number: u32, context: &ViewerContext<'_>) {
        let owned = |(robot, camera): (&str, &str)| (robot.to_owned(), camera.to_owned());
        let others = self.cameras.iter_mut().filter(|(other, panel)| *other != number && panel.is_open());
        let others: Vec<(String, String)> = others.filter_map(|(_, panel)| panel.chosen().map(owned)).collect();
        self.cameras.get(number, |_| Cameras::numbered(number)).show(ui, context, &others);
    }
}

/// Views and panels with their contents.
pub(super) struct Panes<'a> {
    pub(super) ctx: egui::Context,
    pub(super) context: ViewerContext<'a>,
    pub(super) views: &'a mut Views,
    pub(super) panels: &'a mut Panels,
    pub(super) notices: &'a mut Notices,
    pub(super) source: &'a Source<'a>,
    pub(super) start_page: &'a StartPage,
    pub(super) packs: &'a Packs,
    /// Receives the tabs and their rectangles, points.
    pub(super) tabs: &'a mut Vec<(Pane, egui::Rect)>,
    pub(super) requests: &'a mut Vec<Request>,
}

impl Panes<'_> {
    /// The title of a tab, shortened to the space available in its bar.
    fn tab_title(&self, tiles: &egui_tiles::Tiles<Pane>, tile: egui_tiles::TileId) -> Arc<Galley> {
        let title = |tile| tiles.get_pane(&tile).map(|pane| self.panels.title(*pane)).unwrap_or_default();
        tabs::title(&self.ctx, tiles, tile, title)
    }
}

impl egui_tiles::Behavior<Pane> for Panes<'_> {
    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        super::panel_layout::BAR_OF_TABS
    }

    fn pane_ui(&mut self, ui: &mut Ui, _: egui_tiles::TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        let Self { context, views, panels, notices, source, start_page, packs, requests, .. } = self;
        if let Some((ViewKind::View3d, number)) = pane.view() {
            let empty = context.document.is_none() && context.world.structure().bodies.is_empty();
            match empty {
                true => start_page.show(ui, requests),
                false => views.show_3d(ui, number, context, requests),
            }
            return egui_tiles::UiResponse::None;
        }
        let is_folded = ui.available_height() < 1.0;
        if is_folded {
            return egui_tiles::UiResponse::None;
        }
        egui::Frame::central_panel(ui.style()).show(ui, |ui| {
            // A panel with little content still fills its tile.
            ui.set_min_size(ui.available_size());
            match pane {
                Pane::View3d | Pane::Another(ViewKind::View3d, _) => {}
                Pane::Plan => views.show_plan(ui, 1, context, requests),
                Pane::Another(ViewKind::Plan, number) => views.show_plan(ui, *number, context, requests),
                Pane::Tree => panels.tree.show(ui, context, requests),
                Pane::Inspector => inspector::show(ui, context, requests),
                Pane::Plugins => plugins::show(ui, context.plugins, &context.world.faults, requests),
                Pane::Packs => panels.packs.show(ui, packs, requests),
                Pane::Plots => panels.plots.show(ui, source, requests),
                Pane::Comparison => {
                    panels.comparison.show(ui, context.comparison, context.world, context.frame, requests);
                }
                Pane::Drive => panels.drive.show(ui, context, requests),
                Pane::Cameras => panels.show_camera(ui, 1, context),
                Pane::Another(ViewKind::Cameras, number) => panels.show_camera(ui, *number, context),
                Pane::Log => notices.log.show(ui, context.world, requests),
                Pane::States => states::show(ui, context, requests),
                Pane::Services => services::show(ui, context, requests),
                Pane::Robots => panels.robots.show(ui, context, requests),
                Pane::Results => results::show(ui, context, requests),
                Pane::Problems => notices.problems.show(ui, requests),
                Pane::Construction => panels.construct.show(ui, context, requests),
                Pane::Text => panels.text.show(ui, context.document, requests),
                Pane::Editor => panels.editor.show(ui, requests),
            }
        });
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        self.panels.title(*pane).into()
    }

    fn tab_title_for_tile(&mut self, tiles: &egui_tiles::Tiles<Pane>, tile: egui_tiles::TileId) -> WidgetText {
        self.tab_title(tiles, tile).into()
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut egui_tiles::Tiles<Pane>,
        tile: egui_tiles::TileId,
        response: egui::Response,
    ) -> egui::Response {
        let Some(pane) = tiles.get_pane(&tile) else { return response };
        // Tabs that do not fit are scrolled out of view.
        self.tabs.push((*pane, response.interact_rect));
        if response.clicked() {
            self.views.use_now(*pane);
            if *pane == Pane::Log {
                self.notices.log.open();
            }
        }
        tabs::follow(tiles, tile, response, &self.tab_title(tiles, tile))
    }

    fn is_tab_closable(&self, _: &egui_tiles::Tiles<Pane>, _: egui_tiles::TileId) -> bool {
        true
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }
}
