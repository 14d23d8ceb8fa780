//! What stands in the panels.

use crate::action::Request;
use crate::construct::{self, Construct};
use crate::editor::Field;
use crate::ghosts::Ghosts;
use crate::home::Home;
use crate::insert::Insertion;
use crate::layout::Pane;
use crate::panels::cameras::Cameras;
use crate::panels::comparison::Table;
use crate::panels::drive::{self, Drive};
use crate::panels::inspector::{self, Subject};
use crate::panels::log::Log;
use crate::panels::plots::{Plots, Source};
use crate::panels::plugins;
use crate::panels::problems::Problems;
use crate::panels::source::Source as TextView;
use crate::panels::tree::{self, Tree};
use crate::plan::{self, Plan};
use crate::selection::Selection;
use crate::view3d::{self, View3d};
use crate::world::WorldView;
use egui::{Ui, WidgetText};
use sim_edit::{Document, Target};
use sim_runner::{Comparison, Frame, Runner, Trails};

/// What the panels show.
pub(super) struct Panes<'a> {
    pub(super) frame: &'a Frame,
    pub(super) world: &'a WorldView,
    pub(super) view: &'a mut View3d,
    pub(super) plan: &'a mut Plan,
    pub(super) trails: Option<&'a Trails>,
    pub(super) tree: &'a mut Tree,
    pub(super) construct: &'a mut Construct,
    pub(super) log: &'a mut Log,
    pub(super) problems: &'a mut Problems,
    pub(super) text_view: &'a mut TextView,
    pub(super) plots: &'a mut Plots,
    pub(super) source: &'a Source<'a>,
    pub(super) comparison: Option<&'a Comparison>,
    pub(super) table: &'a mut Table,
    pub(super) ghosts: &'a Ghosts,
    pub(super) drive: &'a mut Drive,
    pub(super) cameras: &'a mut Cameras,
    pub(super) home: &'a Home,
    pub(super) runner: &'a Runner,
    pub(super) plugins: &'a sim_runner::PluginList,
    pub(super) document: Option<&'a Document>,
    pub(super) selected: &'a Selection,
    pub(super) part: Option<&'a Target>,
    pub(super) refused: Option<&'a (Field, String)>,
    pub(super) placing: Option<&'a Insertion>,
    /// Whether other bodies will take the place of those that are shown.
    pub(super) provisional: bool,
    pub(super) hidden: &'a [bool],
    pub(super) requests: &'a mut Vec<Request>,
}

impl egui_tiles::Behavior<Pane> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: egui_tiles::TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        let empty = self.document.is_none() && self.world.structure().bodies.is_empty();
        if *pane == Pane::View3d && empty {
            self.home.show(ui, self.requests);
            return egui_tiles::UiResponse::None;
        }
        if *pane == Pane::View3d {
            let Panes { world, document, selected, part, trails, placing, provisional, .. } = *self;
            let scene = view3d::Scene { world, document, selected, part, trails, placing, provisional };
            self.view.show(ui, &scene, self.requests);
            self.ghosts.show(ui, self.view, self.world);
            return egui_tiles::UiResponse::None;
        }
        egui::Frame::central_panel(ui.style()).show(ui, |ui| {
            // A panel that has little to show fills its place all the same.
            ui.set_min_size(ui.available_size());
            match pane {
                Pane::View3d => {}
                Pane::Plan => {
                    let Panes { world, trails, document, selected, part, ghosts, provisional, .. } = *self;
                    let placing = self.placing.is_some();
                    let view = &*self.view;
                    let scene =
                        plan::Scene { world, view, trails, document, selected, part, placing, ghosts, provisional };
                    self.plan.show(ui, &scene, self.requests);
                }
                Pane::Tree => {
                    let Panes { world, document, selected, part, hidden, .. } = *self;
                    let scene = tree::Scene { world, document, selected, part, hidden };
                    self.tree.show(ui, &scene, self.requests);
                }
                Pane::Inspector => {
                    let Panes { world, frame, plugins, document, selected, part, refused, .. } = *self;
                    let calls = self.construct.calls();
                    let subject = Subject { world, frame, plugins, document, selected, part, refused, calls };
                    inspector::show(ui, &subject, self.requests);
                }
                Pane::Plugins => plugins::show(ui, self.plugins, &self.world.faults, self.requests),
                Pane::Plots => {
                    self.plots.show(ui, self.source, self.requests);
                }
                Pane::Comparison => self.table.show(ui, self.comparison, self.world, self.frame, self.requests),
                Pane::Drive => {
                    let Panes { world, frame, plugins, selected, .. } = *self;
                    let view = drive::View { world, frame, plugins, selected };
                    self.drive.show(ui, &view, self.requests);
                }
                Pane::Cameras => self.cameras.show(ui, self.world, self.frame, self.runner),
                Pane::Log => self.log.show(ui, self.world, self.requests),
                Pane::Problems => self.problems.show(ui, self.requests),
                Pane::Construction => {
                    let Panes { world, frame, plugins, document, selected, refused, .. } = *self;
                    let scene = construct::Scene { world, frame, plugins, document, selected, refused };
                    self.construct.show(ui, &scene, self.requests);
                }
                Pane::Text => self.text_view.show(ui, self.document, self.requests),
            }
        });
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.title().into()
    }

    fn is_tab_closable(&self, _: &egui_tiles::Tiles<Pane>, _: egui_tiles::TileId) -> bool {
        true
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }
}
