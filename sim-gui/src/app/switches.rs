//! Which stateful actions are on.

use super::Window;
use crate::actions::{Action, Categories};
use crate::preferences::axes::Axes;
use crate::preferences::layout::Pane;
use crate::text::availability;
use crate::tools::gizmo::Mode;
use crate::views::view3d::Viewpoint;
use egui::{Context, Theme};
use sim_edit::{Document, Refusal, Section, Target};

/// Whether the selection is, or can be, locked. Cached per document revision and selection, since it requires a search of the whole scene.
#[derive(Default)]
struct Locked {
    of: Option<(u64, Vec<Target>)>,
    locked: bool,
    lockable: bool,
}

impl Locked {
    fn follow(&mut self, document: Option<&Document>, selected: Vec<Target>) {
        let Some(document) = document.filter(|_| !selected.is_empty()) else {
            *self = Self::default();
            return;
        };
        let of = (document.revision(), selected);
        if self.of.as_ref() != Some(&of) {
            let query = document.query();
            let is_locked =
                |target| matches!(query.as_ref()?.check_editable(target).err()?, Refusal::Locked { .. }).then_some(());
            let mut lockable = of.1.iter().filter(|target| is_lockable(target)).peekable();
            self.lockable = lockable.peek().is_some();
            self.locked = self.lockable && lockable.all(|target| is_locked(target).is_some());
            self.of = Some(of);
        }
    }
}

/// Whether a document part can be locked.
pub(super) fn is_lockable(target: &Target) -> bool {
    target.section == Section::Objects
}

/// Which stateful actions are on, and what else their availability depends on.
#[derive(Default)]
pub(super) struct Switches {
    locked: Locked,
    /// Whether the selection contains anything that can be locked.
    pub(super) lockable: bool,
    /// Categories that can be hidden.
    pub(super) categories: Categories,
    /// Actions that are on.
    pub(super) on: Vec<Action>,
}

impl Window {
    /// Updates which actions are on.
    pub(super) fn follow_switches(&mut self, ctx: &Context) {
        let selected = self.state.selected_targets();
        self.state.switches.locked.follow(self.state.editor.document(), selected);
        let Locked { locked, lockable, .. } = self.state.switches.locked;
        self.state.switches.lockable = lockable;
        let draws_route = self.views.tool.action() == Some(Action::DrawRoute);
        if self.views.content.hide_ceilings(draws_route) {
            self.views.follow(&self.state.world, false, &self.state.scene.hidden);
        }
        let point = self.views.tool.points().is_empty().then_some(availability::NO_POINT);
        self.state.switches.categories = Categories { point, ..self.views.content.categories() };
        let toggles = Action::ALL.iter().copied().filter(|action| action.has_state());
        self.state.switches.on = toggles.filter(|action| self.is_on(ctx, *action, locked)).collect();
    }

    fn is_on(&self, ctx: &Context, action: Action, locked: bool) -> bool {
        let view = self.views.view3d.used();
        match action {
            Action::Lock => locked,
            Action::Hide => self.state.scene.is_selection_hidden(),
            Action::Move => view.tools.gizmo.mode() == Mode::Move,
            Action::Turn => view.tools.gizmo.mode() == Mode::Turn,
            Action::Resize => view.tools.gizmo.mode() == Mode::Resize,
            Action::Labels => self.views.content.shown.labels,
            Action::Ceilings => self.views.content.shown.ceilings,
            Action::Margins => self.views.content.shown.margins,
            Action::SceneTree => self.layout.is_visible(Pane::Tree),
            Action::Inspector => self.layout.is_visible(Pane::Inspector),
            Action::OwnAxes => self.state.settings.axes == Axes::Own,
            Action::Snap => self.state.settings.snap.on,
            Action::Record => self.state.frame.recorded.is_some(),
            Action::RecordView => self.view_video().is_some(),
            Action::Parallel => view.orbit.parallel,
            Action::Follow => view.follow.is_some() && view.follow == self.state.scene.selected.last().copied(),
            Action::FirstPerson => matches!(view.viewpoint, Viewpoint::Front(_)),
            Action::Behind => matches!(view.viewpoint, Viewpoint::Behind(_)),
            Action::ThroughCamera => matches!(view.viewpoint, Viewpoint::Eye(..)),
            Action::Efficient => self.views.content.efficient,
            Action::Theme => ctx.theme() == Theme::Dark,
            tool => self.views.tool.action() == Some(tool),
        }
    }
}
