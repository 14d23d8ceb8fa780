//! The context menu of an item in the tree, the 3D view or the plan.

use super::Window;
use super::dialogs::Purpose;
use crate::actions::{Action, EditRequest, Request, RobotRequest, SelectRequest, item};
use crate::text::{self, item as words};
use crate::widgets::menu_item::{self, Mark};
use crate::widgets::name_field::NameField;
use egui::containers::menu::menu_style;
use egui::{Align, Context, Id, LayerId, Layout, Popup, PopupKind, Pos2, Ui};
use sim_edit::{Document, Edit, RouteChange, Section, Target};

/// The actions of the menu, in groups.
const GROUPS: [&[Action]; 4] = [
    &[Action::FitSelection, Action::Rename, Action::Duplicate],
    &[Action::Cut, Action::Copy, Action::Paste, Action::Delete],
    &[Action::Hide, Action::Lock],
    &[Action::ShowInText],
];

impl Window {
    /// Opens the menu at a position in the window, points. `select` selects the item, unless already selected.
    pub(super) fn open_item_menu(&mut self, ctx: &Context, select: Request, at: Pos2) {
        let selected = match &select {
            Request::Select(SelectRequest::Body { body: Some(body), .. }) => self.state.scene.selected.contains(*body),
            Request::Select(SelectRequest::Part(part)) => self.state.scene.part.as_ref() == Some(part),
            _ => false,
        };
        if !selected {
            self.act(ctx, select);
        }
        self.input.menu_at = at;
        Popup::open_id(ctx, id());
    }

    /// Shows the menu if it is open.
    pub(super) fn show_item_menu(&self, ctx: &Context, requests: &mut Vec<Request>) {
        let availability = self.state.availability(self.count_selected());
        let menu = Popup::new(id(), ctx.clone(), self.input.menu_at, LayerId::background()).kind(PopupKind::Menu);
        let menu = menu.layout(Layout::top_down_justified(Align::Min)).style(menu_style).gap(0.0).open_memory(None);
        menu.accessible_name(words::MENU.as_str()).show(|ui| {
            for (number, group) in GROUPS.into_iter().enumerate() {
                if number > 0 {
                    ui.separator();
                }
                group.iter().for_each(|action| item(ui, *action, &availability, requests));
            }
            if let Some(route) = self.state.scene.part.as_ref().filter(|part| part.section == Section::Routes) {
                ui.separator();
                self.show_route_items(ui, route, requests);
            }
            let robot = self.state.scene.selected.last().and_then(|body| self.state.world.robot_of(*body));
            if let Some(robot) = robot {
                ui.separator();
                let construct = ui.add(menu_item::button(Mark::Nothing, &text::construct::OPEN));
                if construct.on_hover_text(text::construct::OPEN_HELP).clicked() {
                    requests.push(Request::Robot(RobotRequest::Construct(
                        self.state.world.structure().robots[robot].name.clone(),
                    )));
                }
            }
        });
    }

    /// Menu items for a route and its selected waypoint.
    fn show_route_items(&self, ui: &mut Ui, route: &Target, requests: &mut Vec<Request>) {
        let pose = self.state.scene.selected_pose().map(|(_, number)| number);
        let scene = self.state.editor.document().and_then(Document::scene);
        let routes = scene.into_iter().flat_map(|scene| &scene.routes);
        let count =
            routes.filter(|one| Some(one.name.as_str()) == route.name()).map(|one| one.poses.len()).sum::<usize>();
        for (text, change) in [
            (&words::INSERT_POSE, pose.map(RouteChange::InsertBefore)),
            (&words::REMOVE_LAST_POSE, count.checked_sub(1).filter(|kept| *kept > 0).map(RouteChange::Keep)),
        ] {
            let button = ui.add_enabled(change.is_some(), menu_item::button(Mark::Nothing, text));
            let clicked = button.on_disabled_hover_text(words::NO_POSE).clicked();
            requests.extend(change.filter(|_| clicked).map(|change| {
                let edit = Edit::ChangeRoute { route: route.clone(), change };
                Request::Edit(EditRequest::Apply { edit, coalesce: false })
            }));
        }
    }

    /// Hides the selection, or shows it if all of it is hidden.
    pub(super) fn hide_selection(&mut self) {
        if self.state.scene.selected.is_empty() {
            self.notices.toasts.info(words::NO_BODY);
            return;
        }
        let hidden = !self.state.scene.is_selection_hidden();
        let bodies = self.state.scene.selected.to_vec();
        self.hide(&bodies, hidden);
    }

    /// Hides bodies or shows them again.
    pub(super) fn hide(&mut self, bodies: &[usize], hidden: bool) {
        let most = bodies.iter().max().map_or(0, |body| body + 1);
        self.state.scene.hidden.resize(self.state.scene.hidden.len().max(most), false);
        bodies.iter().for_each(|body| self.state.scene.hidden[*body] = hidden);
        self.views.follow(&self.state.world, false, &self.state.scene.hidden);
    }

    /// Prompts for a new name for the most recently selected item.
    pub(super) fn ask_for_new_name(&mut self) {
        let Some(target) = self.targets().pop() else { return };
        let name = target.name().unwrap_or_default().to_owned();
        let field = NameField::new(words::NEW_NAME, words::RENAME, text::file::CANCEL, name);
        self.dialogs.ask_for_name(field, Purpose::Thing(target));
    }

    /// Renames a part.
    pub(super) fn rename(&mut self, target: Target, name: String) {
        if target.name() != Some(&name) {
            self.edit(Edit::Rename { target, name }, false);
        }
    }

    /// Shows the most recently selected item in the scene's text.
    pub(super) fn show_in_text(&mut self) {
        let Some(target) = self.targets().pop() else { return };
        let line = |document: &Document| {
            let (start, _) = document.text_range(&target)?;
            Some(document.to_text()[..start].matches('\n').count() + 1)
        };
        match self.state.editor.document().and_then(line) {
            Some(line) => self.go_to_line(line),
            None => _ = self.notices.toasts.info(words::ELSEWHERE),
        }
    }
}

fn id() -> Id {
    Id::unique("thing menu")
}
