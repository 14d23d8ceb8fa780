//! The views of the world. Requests for “the view” apply to the active view, i.e. the most recently used one.

use crate::actions::{Action, Request};
use crate::document::selection::Selection;
use crate::preferences::layout::{Pane, ViewKind};
use crate::simulation::world::WorldView;
use crate::text;
use crate::tools::ActiveTool;
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::ghosts;
use crate::views::plan::Plan;
use crate::views::several::Several;
use crate::views::view3d::View3d;
use crate::widgets::colors::SELECTED;
use egui::{Response, Stroke, Ui, Vec2};
use sim_render::Projection2d;
use std::f64::consts::FRAC_PI_2;

/// The views of the world.
pub(super) struct Views {
    /// Shared contents.
    pub(super) content: Content,
    /// 3D views.
    pub(super) view3d: Several<View3d>,
    /// 2D plans.
    pub(super) plan: Several<Plan>,
    /// The active tool, shared by all views.
    pub(super) tool: ActiveTool,
    /// Whether the active view is a plan.
    in_plan: bool,
    /// Whether the active view is marked, since several views are visible.
    marks: bool,
}

impl Views {
    /// Creates one view of each kind.
    pub(super) fn new(content: Content) -> Self {
        Self {
            content,
            view3d: Several::default(),
            plan: Several::default(),
            tool: ActiveTool::default(),
            in_plan: false,
            marks: false,
        }
    }

    /// The active view: a 3D view or a plan.
    pub(super) fn used(&self) -> Pane {
        match self.in_plan {
            true => Pane::of_view(ViewKind::Plan, self.plan.number()),
            false => Pane::of_view(ViewKind::View3d, self.view3d.number()),
        }
    }

    /// Makes a view active.
    pub(super) fn use_now(&mut self, pane: Pane) {
        match pane.view() {
            Some((ViewKind::View3d, number)) => {
                _ = self.view3d.get(number, View3d::another);
                self.view3d.use_now(number);
                self.in_plan = false;
            }
            Some((ViewKind::Plan, number)) => {
                _ = self.plan.get(number, Plan::another);
                self.plan.use_now(number);
                self.in_plan = true;
            }
            Some((ViewKind::Cameras, _)) | None => {}
        }
    }

    /// Creates a view as a copy of the active view, replacing a closed view of the same number.
    pub(super) fn begin(&mut self, kind: ViewKind, number: u32) {
        match kind {
            ViewKind::View3d => self.view3d.begin(number, View3d::another),
            ViewKind::Plan => self.plan.begin(number, Plan::another),
            ViewKind::Cameras => return,
        }
        self.in_plan = kind == ViewKind::Plan;
    }

    /// Updates the existing and the visible views. Hidden views are not active, and closed views release their GPU resources.
    pub(super) fn follow_panes(&mut self, all: &[Pane], seen: &[Pane]) {
        let seen: Vec<(ViewKind, u32)> = seen.iter().filter_map(|pane| pane.view()).collect();
        let of_kind = |kind: ViewKind| seen.iter().filter(move |(other, _)| *other == kind).map(|(_, number)| *number);
        for kind in [ViewKind::View3d, ViewKind::Plan] {
            let used = if kind == ViewKind::Plan { self.plan.number() } else { self.view3d.number() };
            let (in_plan, first) = (self.in_plan, of_kind(kind).next());
            if let Some(first) = first.filter(|_| !of_kind(kind).any(|number| number == used)) {
                self.use_now(Pane::of_view(kind, first));
                self.in_plan = in_plan;
            }
        }
        let [views, plans] = [ViewKind::View3d, ViewKind::Plan].map(|kind| of_kind(kind).count());
        self.in_plan = if self.in_plan { plans > 0 || views == 0 } else { views == 0 && plans > 0 };
        self.marks = views + plans > 1;
        let closed = |kind, number| !all.iter().any(|pane| pane.view() == Some((kind, number)));
        let Self { content, view3d, plan, .. } = self;
        view3d
            .iter_mut()
            .filter(|(number, _)| closed(ViewKind::View3d, *number))
            .for_each(|(_, view)| view.give_back(content));
        plan.iter_mut().filter(|(number, _)| closed(ViewKind::Plan, *number)).for_each(|(_, plan)| plan.give_back());
    }

    /// Updates body poses; `new` if the structure has changed.
    pub(super) fn follow(&mut self, world: &WorldView, new: bool, hidden: &[bool]) {
        self.content.follow(world, new, hidden);
        if new {
            self.view3d.iter_mut().for_each(|(_, view)| view.set_initial_view(world.structure(), &self.content));
        }
    }

    /// Resets the cameras: the next scene specifies its own.
    pub(super) fn forget(&mut self) {
        self.view3d.iter_mut().for_each(|(_, view)| view.forget());
        self.plan.iter_mut().for_each(|(_, plan)| plan.forget());
    }

    /// Cancels the drag. Returns whether there was one.
    pub(super) fn cancel_drag(&mut self) -> bool {
        let views = self.view3d.iter_mut().fold(false, |any, (_, view)| view.cancel_drag() | any);
        self.plan.iter_mut().fold(views, |any, (_, plan)| plan.cancel_drag() | any)
    }

    /// Shows a 3D view, by number.
    pub(super) fn show_3d(
        &mut self,
        ui: &mut Ui,
        number: u32,
        context: &ViewerContext<'_>,
        requests: &mut Vec<Request>,
    ) {
        let has_keys = self.used() == Pane::of_view(ViewKind::View3d, number);
        let Self { content, view3d, tool, .. } = self;
        let view = view3d.get(number, View3d::another);
        view.has_keys = has_keys;
        let name = text::several::view_of_scene(&text::view::NAME, number);
        let response = view.show(ui, &name, context, content, tool, requests);
        ghosts::show(ui, view, content, context);
        self.mark(ui, Pane::of_view(ViewKind::View3d, number), &response);
    }

    /// Shows a plan, by number.
    pub(super) fn show_plan(
        &mut self,
        ui: &mut Ui,
        number: u32,
        context: &ViewerContext<'_>,
        requests: &mut Vec<Request>,
    ) {
        let has_keys = self.used() == Pane::of_view(ViewKind::Plan, number);
        let Self { content, plan, tool, .. } = self;
        let plan = plan.get(number, Plan::another);
        plan.has_keys = has_keys;
        let name = text::several::view_of_scene(&text::plan::NAME, number);
        let response = plan.show(ui, &name, context, content, tool, requests);
        self.mark(ui, Pane::of_view(ViewKind::Plan, number), &response);
    }

    /// Records whether a view is being used, and marks the active view by a line along its top edge.
    fn mark(&mut self, ui: &Ui, pane: Pane, response: &Response) {
        let inside = ui.rect_contains_pointer(ui.min_rect());
        let pointed =
            inside && ui.input(|input| input.pointer.any_pressed() || input.smooth_scroll_delta() != Vec2::ZERO);
        if pointed || response.clicked() || response.gained_focus() {
            self.use_now(pane);
        }
        if self.marks && self.used() == pane {
            ui.painter().hline(response.rect.x_range(), response.rect.top() + 1.5, Stroke::new(3.0, SELECTED));
        }
    }

    /// Applies an action to the active view. Returns whether the action was for the view.
    pub(super) fn turn(&mut self, action: Action, selected: &Selection) -> bool {
        let (everything, content) = (Selection::default(), &self.content);
        let bodies = if action == Action::FitSelection { selected } else { &everything };
        let (yaw, pitch, projection) = match action {
            Action::Top => (-FRAC_PI_2, FRAC_PI_2, Projection2d::Top),
            Action::Front => (0.0, 0.0, Projection2d::Front),
            Action::Side => (-FRAC_PI_2, 0.0, Projection2d::Side),
            Action::Fit | Action::FitSelection => {
                match self.in_plan {
                    true => self.plan.used_mut().fit(bodies, content),
                    false => self.view3d.used_mut().fit(bodies, content),
                }
                return true;
            }
            _ => return false,
        };
        match self.in_plan {
            true => self.plan.used_mut().projection = projection,
            false => self.view3d.used_mut().turn_to(yaw, pitch),
        }
        true
    }

    /// Resets the active view to the camera specified in the scene.
    pub(super) fn show_initial_view(&mut self, world: &WorldView) {
        match self.in_plan {
            true => self.plan.used_mut().fit(&Selection::default(), &self.content),
            false => {
                let view = self.view3d.used_mut();
                view.forget();
                view.set_initial_view(world.structure(), &self.content);
            }
        }
    }

    /// Moves the camera of the active view by a step.
    pub(super) fn step(&mut self, shift: [f64; 2], turn: [f64; 2], closer: f64) {
        match self.in_plan {
            true => self.plan.used_mut().step(shift, closer),
            false => self.view3d.used_mut().step(shift, turn, closer),
        }
    }
}
