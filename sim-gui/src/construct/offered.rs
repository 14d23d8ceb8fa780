//! Functions of a part, and whether they can be called now.

use super::Construct;
use super::callouts::is_of;
use super::robot::{Piece, Robot};
use crate::viewer_context::ViewerContext;
use sim_abi::declare::Function;
use sim_runner::RunState;

/// The functions of a part: those of its instance, otherwise those of its component.
pub fn functions<'a>(
    construct: &Construct,
    context: &'a ViewerContext<'_>,
    robot: &Robot,
    piece: &Piece,
) -> &'a [Function] {
    let structure = construct.index(context, robot).map(|index| &context.world.structure().robots[index]);
    let part = structure
        .and_then(|robot| robot.parts.parts.iter().find(|part| part.name == piece.name && is_of(piece, &part.kind)));
    if let Some(part) = part {
        return &part.functions;
    }
    let offer = context.plugins.offer(piece.sort.kind().word(), &piece.component);
    offer.map_or(&[], |offer| &offer.info().sheet.functions)
}

/// A text of a part in the current language, if its library has a translation.
pub fn say<'a>(context: &'a ViewerContext<'_>, piece: &Piece, text: &'a str) -> &'a str {
    context.plugins.say(piece.sort.kind().word(), &piece.component, text)
}

/// Whether functions can be called now.
pub fn is_ready(construct: &Construct, context: &ViewerContext<'_>, robot: &Robot, piece: &Piece) -> Option<usize> {
    let index = construct.index(context, robot)?;
    let parts = &context.world.structure().robots[index].parts.parts;
    let there = parts.iter().any(|part| part.name == piece.name && is_of(piece, &part.kind));
    (there && !matches!(context.frame.state, RunState::Empty | RunState::Failed(_))).then_some(index)
}
