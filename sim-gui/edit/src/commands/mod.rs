//! Implementation of the edits on the tree.

mod copy;
mod delete;
mod fields;
mod fleet;
mod insert;
mod opening;
mod pose;
mod resize;
mod route;
mod shared;
mod surroundings;

pub(crate) use copy::can_paste;
use nalgebra::Vector3;

use crate::draft::Draft;
use crate::edit::{Edit, edit_text};
use crate::refusal::Refusal;

/// Applies an edit to the draft; returns its label.
pub(crate) fn carry_out(edit: &Edit, draft: &mut Draft<'_>) -> Result<String, Refusal> {
    match edit {
        Edit::Insert(things) => draft.insert(things),
        Edit::Delete { targets, carried, references } => draft.delete(targets, *carried, *references),
        Edit::Duplicate { targets, offset } => draft.duplicate(targets, Vector3::from(*offset)),
        Edit::Paste { text, offset } => draft.paste(text, Vector3::from(*offset)),
        Edit::Move(poses) => draft.move_to(poses),
        Edit::MovePose { route, number, pose } => draft.move_pose(route, *number, pose),
        Edit::NewRoute { route, robot } => draft.new_route(route, robot.as_ref()),
        Edit::ChangeRoute { route, change } => draft.change_route(route, change),
        Edit::Resize(things) => draft.resize(things),
        Edit::Align { targets, axis, to, sizes } => draft.align(targets, *axis, *to, sizes),
        Edit::Distribute { targets, axis, sizes } => draft.distribute(targets, *axis, sizes),
        Edit::Set { target, path, value } => draft.set(target.as_ref(), path, value.as_ref()),
        Edit::SetAll { target, fields, label } => draft.set_all(target, fields, label),
        Edit::Rename { target, name } => draft.rename(target, name),
        Edit::Controller { target, to } => draft.set_controller(target, to.as_ref()),
        Edit::Dynamics { target, to } => draft.set_dynamics(target, to.as_ref()),
        Edit::Model { target, to } => draft.set_model(target, to),
        Edit::Parameter { target, slot, name, value, id } => {
            draft.set_parameter(target, slot, (name, value.as_ref()), id.as_ref())
        }
        Edit::Lock { targets, locked } => draft.lock(targets, *locked),
        Edit::CutOpening { wall, between, height } => draft.cut_opening(wall, *between, *height),
        Edit::Dissolve { fleet } => draft.dissolve(fleet),
        Edit::ReplaceSurroundings(new) => draft.replace_surroundings(new),
        Edit::ReplaceText(_) => Ok(edit_text()),
    }
}
