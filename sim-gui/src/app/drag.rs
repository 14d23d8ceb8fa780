//! Dragged items: previewed at their new poses and placed on release.

use super::Window;
use super::per_scene::PerScene;
use super::preview::{Follower, PATIENCE, Preview};
use super::state::State;
use crate::document::moving::{Moment, Moved};
use crate::text;
use egui::Context;
use nalgebra::Isometry3;
use sim_core::engine::Visual;
use sim_core::scene::{Object, Shape};
use sim_edit::{Document, Edit, Resized, Section, Target};
use std::collections::HashMap;
use std::sync::Arc;

impl State {
    /// Bodies that follow dragged items. Bodies in the run stay in place while an initial pose is dragged.
    fn bodies_of(&self, moved: &[Moved]) -> Vec<Follower> {
        let structure = self.world.structure();
        let query = self.editor.document().and_then(Document::query);
        let bodies: HashMap<&str, usize> =
            structure.bodies.iter().enumerate().map(|(body, info)| (&*info.name, body)).collect();
        let shown = |body: usize, moment: Moment| {
            structure.bodies[body].mover.is_none() || self.frame.tick == 0 || moment == Moment::Now
        };
        let mut found: Vec<Follower> = Vec::new();
        for (number, Moved { thing, .. }) in moved.iter().enumerate() {
            let mut open: Vec<Target> = vec![thing.target.clone()];
            while let Some(target) = open.pop() {
                let body = target.name().and_then(|name| bodies.get(name)).copied();
                let Some(body) = body.filter(|body| found.iter().all(|(known, ..)| known != body)) else { continue };
                if shown(body, thing.moment) {
                    found.push((body, number, self.world.poses()[body]));
                }
                if thing.moment == Moment::Start {
                    let carried = query.as_ref().map(|query| query.carried(&target)).unwrap_or_default();
                    open.extend(carried.into_iter().filter(|target| target.section == Section::Objects));
                }
            }
        }
        found
    }

    /// The visual of an item's body at its new size.
    fn visuals_of(&self, moved: &Moved) -> Option<(usize, Arc<[Visual]>)> {
        let (shape, name) = (moved.shape.as_ref()?, moved.thing.target.name()?);
        let loaded = self.world.structure().scene.as_ref()?;
        let object = loaded.scene.objects.iter().find(|object| object.name == name)?;
        let object = Object { shape: (**shape).clone(), ..object.clone() };
        Some((moved.thing.body?, sim_core::engine::object_visuals(&object, loaded).into()))
    }
}

impl Window {
    /// Previews items at their new poses.
    pub(super) fn drag(&mut self, ctx: &Context, moved: Vec<Moved>) {
        if !self.state.scene.preview.as_ref().is_some_and(Preview::is_held) {
            self.end_preview();
            let bodies = self.state.bodies_of(&moved);
            self.state.scene.preview = Some(Preview::new(bodies));
        }
        if let Some(mut preview) = self.state.scene.preview.take() {
            preview.set(moved, |moved| self.state.visuals_of(moved));
            self.state.scene.preview = Some(preview);
        }
        self.show_preview();
        ctx.request_repaint();
    }

    /// Places the previewed items: initial poses by an edit, current poses by a command.
    pub(super) fn drop_dragged(&mut self, ctx: &Context) {
        let Some(preview) = &self.state.scene.preview else { return };
        let is_now = |moved: &&Moved| moved.thing.moment == Moment::Now && moved.shape.is_none();
        let (now, starts): (Vec<&Moved>, Vec<&Moved>) = preview.moved().iter().partition(is_now);
        let (edit, now) = (edit_of(&starts), poses(&now));
        let before = self.state.editor.document().map(Document::revision);
        let moved = edit.is_none_or(|edit| self.edit(edit, false));
        if !now.is_empty() {
            self.place_now(&now);
        }
        let changed = !now.is_empty() || self.state.editor.document().map(Document::revision) != before;
        let structure = self.state.world.structure().clone();
        match &mut self.state.scene.preview {
            Some(preview) if moved && changed => {
                preview.drop(&structure);
                ctx.request_repaint_after(PATIENCE);
            }
            _ => self.end_preview(),
        }
    }

    /// Sets the poses of robots and movable objects in the current run.
    pub(super) fn place_now(&mut self, poses: &[(Target, Isometry3<f64>)]) {
        let (editor, live) = self.state.editing();
        editor.place(poses, &live);
        if !std::mem::replace(&mut self.state.settings.knows_moment, true) {
            self.notices.toasts.info(text::moment::RUN_ONLY);
        }
    }

    /// Cancels the drag. Returns whether there was one.
    pub(super) fn cancel_drag(&mut self) -> bool {
        let cancelled = self.views.cancel_drag();
        if cancelled {
            self.end_preview();
        }
        cancelled | self.panels.construct.cancel_drag()
    }

    /// Cancels what follows the pointer and closes the tool. Returns whether there was anything to cancel.
    pub(super) fn let_go(&mut self) -> bool {
        let holds = self.views.tool.holds();
        if holds {
            self.views.tool.end();
            self.end_preview();
        }
        holds
    }

    /// Ends a drag without a view: the view was closed during the drag.
    pub(super) fn drop_forgotten(&mut self, ctx: &Context) {
        let held = ctx.input(|input| input.pointer.primary_down()) || self.views.tool.holds();
        if !held && self.state.scene.preview.as_ref().is_some_and(Preview::is_held) {
            self.end_preview();
        }
    }

    /// Ends the preview.
    pub(super) fn end_preview(&mut self) {
        if self.state.scene.preview.take().is_some() {
            self.show_preview();
        }
    }

    fn show_preview(&mut self) {
        let State { world, frame, scene: PerScene { preview, hidden, .. }, .. } = &mut self.state;
        let structure = world.structure().clone();
        world.follow(frame, &structure);
        world.show_elsewhere(preview.iter().flat_map(Preview::poses));
        world.show_as(preview.iter().flat_map(Preview::visuals));
        self.views.follow(world, false, hidden);
    }
}

/// The new poses of the items.
fn poses(moved: &[&Moved]) -> Vec<(Target, Isometry3<f64>)> {
    moved.iter().map(|moved| (moved.thing.target.clone(), moved.to)).collect()
}

/// The edit for a released drag: resizes all items, moves one waypoint, or moves all items.
fn edit_of(moved: &[&Moved]) -> Option<Edit> {
    let first = moved.first()?;
    if let Some(number) = first.thing.number {
        return Some(Edit::MovePose { route: first.thing.target.clone(), number, pose: first.to });
    }
    let resized = |Moved { thing, to, shape }: &Moved| {
        let elsewhere = thing.moment == Moment::Start && *to != thing.pose;
        let (target, shape) = (thing.target.clone(), Shape::clone(shape.as_deref()?));
        Some(Resized { target, shape, pose: elsewhere.then_some(*to) })
    };
    let resized: Vec<Resized> = moved.iter().filter_map(|moved| resized(moved)).collect();
    Some(if resized.is_empty() { Edit::Move(poses(moved)) } else { Edit::Resize(resized) })
}
