//! The active tool.

use super::Window;
use super::escape::is_covered;
use crate::actions::{Action, ToolRequest};
use crate::text::draw as words;
use crate::tools::route::{DrawRoute, Follower};
use crate::tools::{Begun, Tool};
use egui::{Key, Modifiers};
use sim_abi::route::RoutePose;
use sim_edit::{Section, Target};

impl Window {
    pub(super) fn tool_request(&mut self, ctx: &egui::Context, request: ToolRequest) {
        match request {
            ToolRequest::Place(insertion) => self.begin_insertion(*insertion),
            ToolRequest::Insert(insertion, point) => self.insert(&insertion, point),
            ToolRequest::End => self.views.tool.end(),
            ToolRequest::Finish(edit) => {
                if self.edit(edit, false) {
                    self.views.tool.end();
                }
            }
            ToolRequest::Drag(moved) => self.drag(ctx, moved),
            ToolRequest::Drop => self.drop_dragged(ctx),
            ToolRequest::CancelDrag => self.end_preview(),
        }
    }

    /// Activates the drawing tool of an action, or closes it.
    pub(super) fn draw(&mut self, action: Action, tool: impl Tool + 'static) {
        if self.state.editor.document().is_none() {
            self.begin();
        }
        self.take_tool(action, tool);
    }

    /// Activates the tool of an action, or closes it if already active.
    pub(super) fn take_tool(&mut self, action: Action, tool: impl Tool + 'static) {
        let chosen = self.views.tool.action() == Some(action);
        self.leave_tool();
        if !chosen {
            self.views.tool.choose_for(action, tool);
        }
    }

    /// Closes the active tool. If its drawing has enough points, it is created; else it is preserved until the same tool is activated
    /// again. Reports either case.
    pub(super) fn leave_tool(&mut self) {
        if self.views.tool.holds() {
            self.end_preview();
        }
        let Some(Begun { name, edit }) = self.views.tool.begun(self.state.settings.drawing) else {
            return self.views.tool.end();
        };
        if edit.is_some_and(|edit| self.edit(edit, false)) {
            self.views.tool.end();
            self.notices.toasts.done(words::made(name));
        } else {
            let action = self.views.tool.action().map_or("", Action::name);
            self.views.tool.set_aside();
            self.notices.toasts.done(words::waits(action, name));
        }
    }

    /// Draws a route for the most recently inserted or selected robot, if any. Continues from the end of its existing route.
    pub(super) fn draw_route(&mut self) {
        let follower = self.state.chosen_robot().and_then(|robot| self.follower(robot));
        self.draw(Action::DrawRoute, DrawRoute::new(follower));
    }

    /// A robot for which a route is drawn, and the start point of the route.
    fn follower(&self, target: Target) -> Option<Follower> {
        let document = self.state.editor.document()?;
        let (scene, pose) = (document.scene()?, document.query()?.world_pose(&target)?);
        let name = target.name()?.to_owned();
        let followed = scene.robots.iter().find(|robot| robot.name == name).and_then(|robot| robot.route.clone());
        let route = followed.and_then(|name| scene.routes.iter().find(|route| route.name == name));
        let last = route.filter(|route| !route.closed).and_then(|route| route.for_components().poses.last().copied());
        let at = [pose.translation.x, pose.translation.y, self.views.content.ground()];
        let start = RoutePose { at, yaw: pose.rotation.euler_angles().2, ..RoutePose::default() };
        let continues = route.filter(|_| last.is_some());
        let continues = continues.map(|route| Target::named(Section::Routes, &route.name));
        Some(Follower { name, target, from: last.unwrap_or(start), route: continues })
    }

    /// Backspace removes the last point of the active tool, unless something is open above the window.
    pub(super) fn backspace(&mut self, ctx: &egui::Context) {
        let pressed = ctx.input(|input| input.key_pressed(Key::Backspace));
        if pressed && !is_covered(ctx) && self.views.tool.back() {
            ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Backspace));
        }
    }
}
