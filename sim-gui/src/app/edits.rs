//! Selection and edits.

use super::{Window, switches};
use crate::actions::{EditRequest, SelectRequest};
use crate::app::dialogs::Answer;
use crate::document::editor::{self, Field};
use crate::document::insertion::Insertion;
use crate::document::moving::Moment;
use crate::panels::problems::Origin;
use crate::text;
use crate::tools::insert::Insert;
use crate::widgets::file_dialog::FileKind;
use egui::Context;
use nalgebra::Point3;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::Severity;
use sim_edit::arrange::{self, Bounds};
use sim_edit::{Alignment, Axis, Boxes, Carried, Document, Edit, References, Refusal, RouteChange, Section, Target};
use std::path::{Path, PathBuf};

/// Offset of copies from their originals, m.
const COPY_OFFSET: [f64; 3] = [0.3, 0.3, 0.0];

impl Window {
    pub(super) fn select_request(&mut self, ctx: &Context, request: SelectRequest) {
        match request {
            SelectRequest::Body { body, add } => self.select(body, add),
            SelectRequest::Bodies { bodies, add } => self.select_bodies(bodies, add),
            SelectRequest::Part(target) => self.select_part(target),
            SelectRequest::Pose(route, number) => {
                self.state.scene.route_pose = Some((route.clone(), number));
                self.select_part(route);
            }
            SelectRequest::Menu(select, at) => self.open_item_menu(ctx, *select, at),
        }
    }

    pub(super) fn edit_request(&mut self, request: EditRequest) {
        match request {
            EditRequest::Apply { edit, coalesce } => _ = self.edit(edit, coalesce),
            EditRequest::Paste(text) => self.paste(&text),
            EditRequest::Align { axis, to } => self.align(axis, to),
            EditRequest::PlaceNow(poses) => self.place_now(&poses),
            EditRequest::ApplyText => _ = self.apply_text(),
        }
    }

    pub(super) fn select(&mut self, body: Option<usize>, add: bool) {
        if !add {
            self.state.scene.selected.clear();
        }
        (self.state.scene.part, self.state.scene.refused) = (None, None);
        self.panels.construct.leave_keys();
        if let Some(body) = body {
            self.state.scene.selected.toggle(body);
        }
        self.select_telemetry();
    }

    /// Selects bodies; `add` extends the selection.
    pub(super) fn select_bodies(&mut self, bodies: Vec<usize>, add: bool) {
        let before = if add { self.state.scene.selected.to_vec() } else { Vec::new() };
        self.select(None, false);
        self.state.scene.selected = before.into_iter().chain(bodies).collect();
        self.select_telemetry();
    }

    /// Selects a part of the scene that has no body.
    pub(super) fn select_part(&mut self, target: Target) {
        self.select(None, false);
        self.state.scene.part = Some(target);
    }

    /// Selects all robots and objects.
    pub(super) fn select_all(&mut self) {
        let structure = self.state.world.structure().clone();
        let bodies = editor::targets(&structure, 0..structure.bodies.len()).map(|(body, _)| body);
        (self.state.scene.selected, self.state.scene.part) = (bodies.collect(), None);
        self.select_telemetry();
    }

    /// Applies an edit. Returns whether it was applied.
    pub(super) fn edit(&mut self, edit: Edit, coalesce: bool) -> bool {
        if !self.may_edit() {
            return false;
        }
        let field = Field::of(&edit);
        let building =
            matches!(&edit, Edit::SetAll { target, .. } if matches!(target.section, Section::Robots | Section::Fleets));
        let delete = match &edit {
            Edit::Delete { targets, carried, .. } => Some((targets.clone(), *carried)),
            _ => None,
        };
        let robots = delete.as_ref().map(|_| self.state.count_robots());
        let (editor, live) = self.state.editing();
        match editor.apply(edit, coalesce, &live) {
            Ok(applied) => {
                let deleted = robots.map_or(0, |before| before.saturating_sub(self.state.count_robots()));
                if deleted > 0 {
                    self.notices.say(LogLevel::Info, "", text::edit::deleted_robots(deleted));
                }
                applied.hints.into_iter().for_each(|hint| self.notices.say(LogLevel::Warn, &applied.label, hint));
                self.select_created(applied.created);
                self.state.scene.refused = None;
                self.notices.problems.forget(Origin::Edit);
                self.notices.follow_document(self.state.editor.document());
                self.state.find_part();
                true
            }
            Err(refusal) => {
                match (field, delete, &refusal) {
                    _ if building => self.panels.construct.refuse(reason(&refusal)),
                    (Some(field), _, _) => self.state.scene.refused = Some((field, reason(&refusal))),
                    (_, Some((targets, carried)), Refusal::Referenced { .. }) => {
                        let edit = Edit::Delete { targets, carried, references: References::Remove };
                        let answers = vec![(text::edit::DELETE_USERS, Answer::Edit(Box::new(edit)))];
                        self.dialogs.ask(refusal.to_string(), answers);
                    }
                    _ => self.refuse(&refusal),
                }
                false
            }
        }
    }

    /// Selects new parts: those without a body immediately, others as soon as the simulation has built them.
    fn select_created(&mut self, created: Vec<Target>) {
        let Some(last) = created.last() else { return };
        if matches!(last.section, Section::Objects | Section::Robots) {
            self.state.scene.created = created;
        } else {
            self.state.scene.created.clear();
            self.select_part(last.clone());
        }
    }

    pub(super) fn undo(&mut self, redo: bool) {
        if !self.may_edit() {
            return;
        }
        let (editor, live) = self.state.editing();
        let text = match redo {
            false => editor.undo(&live).map(|label| text::edit::undone(&label)),
            true => editor.redo(&live).map(|label| text::edit::redone(&label)),
        };
        self.notices.follow_document(self.state.editor.document());
        let fallback = if redo { text::edit::NOTHING_TO_REDO } else { text::edit::NOTHING_TO_UNDO };
        self.notices.toasts.done(text.unwrap_or_else(|| fallback.into()));
        self.state.scene.refused = None;
        [Origin::Edit, Origin::Command].into_iter().for_each(|origin| self.notices.problems.forget(origin));
        self.state.find_part();
    }

    /// The selected parts, if they can be edited. Reports why there are none.
    pub(super) fn targets(&mut self) -> Vec<Target> {
        if !self.may_edit() {
            return Vec::new();
        }
        let targets = self.state.selected_targets();
        if targets.is_empty() {
            self.notices.toasts.info(text::common::NOTHING_SELECTED);
        }
        targets
    }

    /// Deletes the selection except for items that cannot be deleted, and reports those. Prompts for the handling of child items.
    pub(super) fn delete(&mut self) {
        if self.edit_part(false) || self.delete_pose() {
            return;
        }
        let targets = self.targets();
        let Some(query) = self.state.editor.document().and_then(Document::query).filter(|_| !targets.is_empty()) else {
            return;
        };
        let (targets, left) = query.deletable(&targets);
        let carrier = targets.iter().find_map(|target| {
            let carried: Vec<Target> = query.carried(target).into_iter().filter(|one| !targets.contains(one)).collect();
            (!carried.is_empty()).then(|| (target.short(), carried))
        });
        let delete = |carried| Edit::Delete { targets: targets.clone(), carried, references: References::Refuse };
        if targets.is_empty() {
            return left.iter().for_each(|refusal| self.refuse(refusal));
        }
        let Some((name, carried)) = carrier else {
            return self.delete_all_but(delete(Carried::Delete), left.as_ref());
        };
        let carried = carried.iter().map(|one| one.short()).collect::<Vec<_>>().join(", ");
        let answer = |carried| Answer::Delete(Box::new(delete(carried)), left.clone().map(Box::new));
        let answers = vec![
            (text::edit::DELETE_CARRIED, answer(Carried::Delete)),
            (text::edit::KEEP_CARRIED, answer(Carried::Keep)),
        ];
        self.dialogs.ask(text::edit::carries(&carried, &name), answers);
    }

    /// Deletes items and reports why others remain.
    pub(super) fn delete_all_but(&mut self, delete: Edit, left: Option<&Refusal>) {
        self.edit(delete, false);
        if let Some(left) = left {
            self.refuse(left);
        }
    }

    /// Removes the selected waypoint from its route and selects the previous one. Returns whether there was one.
    fn delete_pose(&mut self) -> bool {
        let Some((route, number)) = self.state.scene.selected_pose().filter(|_| self.may_edit()) else { return false };
        let change = RouteChange::Remove(number);
        if self.edit(Edit::ChangeRoute { route: route.clone(), change }, false) {
            self.state.scene.route_pose = number.checked_sub(1).map(|before| (route, before));
        }
        true
    }

    pub(super) fn duplicate(&mut self) {
        if self.edit_part(true) {
            return;
        }
        let targets = self.targets();
        if !targets.is_empty() {
            self.edit(Edit::Duplicate { targets, offset: COPY_OFFSET }, false);
        }
    }

    /// Copies the selection to the clipboard. Returns whether there was one.
    pub(super) fn copy(&mut self, ctx: &Context) -> bool {
        let targets = self.targets();
        let Some(document) = self.state.editor.document().filter(|_| !targets.is_empty()) else { return false };
        match document.copy(&targets) {
            Ok(text) => {
                ctx.copy_text(text);
                true
            }
            Err(refusal) => {
                self.refuse(&refusal);
                false
            }
        }
    }

    /// Reports a rejected edit. It remains a problem until the next edit, undo or redo.
    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        let finding = editor::refused(refusal);
        self.notices.announce(&finding);
        self.notices.problems.add_refusal(finding, Origin::Edit);
    }

    pub(super) fn paste(&mut self, text: &str) {
        if !Document::can_paste(text) {
            self.notices.toasts.info(text::edit::NOT_A_PART);
            return;
        }
        self.edit(Edit::Paste { text: text.to_owned(), offset: COPY_OFFSET }, false);
    }

    /// Locks the selected objects, or unlocks them if all are locked.
    pub(super) fn lock(&mut self) {
        let mut targets = self.targets();
        targets.retain(switches::is_lockable);
        let Some(query) = self.state.editor.document().and_then(Document::query).filter(|_| !targets.is_empty()) else {
            return;
        };
        let is_locked = |target: &Target| matches!(query.check_editable(target), Err(Refusal::Locked { .. }));
        let locked = !targets.iter().all(is_locked);
        self.edit(Edit::Lock { targets, locked }, false);
    }

    /// Aligns or evenly distributes the selection, by initial or current poses.
    pub(super) fn align(&mut self, axis: Axis, to: Option<Alignment>) {
        let structure = self.state.world.structure().clone();
        let bounded =
            |body: usize| self.views.content.stage().bounds_of_body(body).map(|bounds| bounds.map(|at| at.coords));
        let selected = editor::targets(&structure, self.state.scene.selected.iter().copied());
        let selected: Vec<(usize, Target)> = selected.collect();
        if self.state.moment() == Moment::Now {
            let moves = |body: usize| structure.bodies[body].mover.is_some();
            let moving = selected.iter().filter(|(body, _)| moves(*body));
            let moving: Vec<(usize, &Target, Bounds)> =
                moving.filter_map(|(body, target)| Some((*body, target, bounded(*body)?))).collect();
            if !moving.is_empty() {
                if selected.iter().any(|(body, _)| !moves(*body)) {
                    self.notices.toasts.info(text::arrange::STAYED);
                }
                let bounds: Vec<Bounds> = moving.iter().map(|(_, _, bounds)| *bounds).collect();
                let shifts = match to {
                    Some(to) => arrange::align(&bounds, axis, to),
                    None => arrange::distribute(&bounds, axis),
                };
                let world = &self.state.world;
                let poses = moving.iter().zip(shifts).map(|((body, target, _), shift)| {
                    let mut pose = world.poses()[*body] * world.height_of(*body).inverse();
                    pose.translation.vector[axis as usize] += shift;
                    ((*target).clone(), pose)
                });
                let poses: Vec<_> = poses.collect();
                return self.place_now(&poses);
            }
        }
        let bounds = selected.into_iter().filter_map(|(body, target)| Some((target, bounded(body)?.map(Into::into))));
        let sizes: Boxes = bounds.collect();
        let targets = self.targets();
        let edit = match to {
            Some(to) => Edit::Align { targets, axis, to, sizes },
            None => Edit::Distribute { targets, axis, sizes },
        };
        self.edit(edit, false);
    }

    /// Starts an insertion: with the next click, or immediately for an item without a position.
    pub(super) fn begin_insertion(&mut self, insertion: Insertion) {
        if self.state.editor.document().is_none() {
            self.begin();
        }
        let Some(extensions) = insertion.wanted_files() else { return self.place_insertion(insertion) };
        match insertion.chosen_file() {
            Some(path) => self.insert_file(insertion, &path),
            None => {
                let title = insertion.label.clone();
                let then = |window: &mut Self, _: &Context, path: PathBuf| window.insert_file(insertion, &path);
                self.open_file(&title, FileKind { name: text::choose::FILES, extensions }, then);
            }
        }
    }

    fn insert_file(&mut self, insertion: Insertion, file: &Path) {
        let folder = self.state.editor.document().and_then(Document::path).and_then(Path::parent);
        self.place_insertion(insertion.of_file(file, folder));
    }

    fn place_insertion(&mut self, insertion: Insertion) {
        let nowhere = !insertion.has_place();
        match nowhere {
            true => self.insert(&insertion, Point3::origin()),
            false => {
                self.leave_tool();
                self.views.tool.choose(Insert::new(insertion));
            }
        }
    }

    /// Inserts an item.
    pub(super) fn insert(&mut self, insertion: &Insertion, point: Point3<f64>) {
        self.edit(Edit::Insert(insertion.at(point)), false);
    }
}

/// Why an edit was rejected, for display at the field: what is accepted, without the location, which is visible.
fn reason(refusal: &Refusal) -> String {
    let first = match refusal {
        Refusal::Invalid(findings) => findings.iter().find(|finding| finding.severity == Severity::Error),
        _ => None,
    };
    match first {
        Some(finding) => match &finding.expected {
            Some(expected) => text::edit::refused(&finding.message, expected),
            None => finding.message.clone(),
        },
        None => refusal.sentence(),
    }
}
