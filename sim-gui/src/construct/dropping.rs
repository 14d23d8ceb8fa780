//! Parts dropped or clicked onto the robot.

use super::edits::{self, Pick};
use super::robot::{Robot, Sort};
use super::signs::{OUTSIDE, SIGN, snapped};
use super::{Chosen, Construct, icons, palette, too_far};
use crate::actions::Request;
use crate::text::construct as words;
use crate::widgets::units::Units;
use egui::{FontId, Painter, Rect, Response, Ui, Vec2};

/// Handles parts dropped or clicked onto the robot.
pub(super) fn drop_zone(
    ui: &Ui,
    painter: &Painter,
    response: &Response,
    construct: &mut Construct,
    robot: &Robot,
    requests: &mut Vec<Request>,
) {
    let hovering = response.dnd_hover_payload::<Pick>();
    let armed = construct.palette.armed.clone();
    let Some(at) = ui.input(|input| input.pointer.interact_pos()).filter(|at| painter.clip_rect().contains(*at)) else {
        return;
    };
    let place = snapped(ui, construct.board.world(at));
    let outside = robot.outside(place);
    let sort = hovering.as_ref().map(|pick| pick.sort).or(armed.as_ref().map(|pick| pick.sort));
    if let Some(sort) = sort.filter(|_| hovering.is_some() || response.contains_pointer()) {
        ghost(ui, painter, construct, sort, place, outside <= OUTSIDE);
    }
    let dropped = response.dnd_release_payload::<Pick>().map(|pick| (*pick).clone());
    let clicked = armed.filter(|_| response.clicked());
    let Some(pick) = dropped.or(clicked) else { return };
    construct.palette.armed = None;
    if outside > OUTSIDE {
        construct.refusal = Some(too_far(outside, ui.ctx()));
        return;
    }
    let (name, request) = edits::add(robot, &pick, [place[0], place[1], robot.body.middle]);
    construct.choose(Some(Chosen::Part(name)));
    requests.push(request);
}

/// A preview of the part to be added.
fn ghost(ui: &Ui, painter: &Painter, construct: &Construct, sort: Sort, place: [f64; 2], allowed: bool) {
    let at = construct.board.screen(place);
    let color = if allowed { palette::color(sort) } else { ui.visuals().error_fg_color };
    icons::plate(painter, sort, at, SIGN.0, color.gamma_multiply(0.7));
    let font = FontId::proportional(11.0);
    let unit = Units::of(ui.ctx()).length_of_robot();
    let words = words::place(unit.number(place[0], 4), unit.words(place[1], 4));
    let galley = painter.layout_no_wrap(words, font, ui.visuals().text_color());
    let plate = Rect::from_min_size(at + Vec2::new(14.0, -26.0), galley.size()).expand(3.0);
    painter.rect_filled(plate, 3.0, ui.visuals().panel_fill);
    painter.galley(plate.min + Vec2::splat(3.0), galley, ui.visuals().text_color());
}
