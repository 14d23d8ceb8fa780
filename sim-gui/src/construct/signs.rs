//! Icons of parts and joints, which can be clicked, dragged and rotated.

use super::edits::{self, directed, direction};
use super::robot::{Piece, Robot};
use super::{Chosen, Construct, DraggedPart, help_of, icons, palette, too_far, wheels};
use crate::actions::Request;
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::colors::SELECTED;
use crate::widgets::units::Units;
use egui::{Align2, CursorIcon, FontId, Painter, PointerButton, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};
use nalgebra::Isometry3;

/// Snap distance of positions, m.
const GRID: f64 = 0.005;
/// Snap angle of directions, rad.
const TURN: f64 = std::f64::consts::PI / 36.0;
/// Maximum distance of parts from the body, m.
pub const OUTSIDE: f64 = 0.2;
/// Radius of part icons, and their minimum distance, points.
pub(super) const SIGN: (f32, f32) = (10.0, 23.0);
/// Length of the direction handle, points.
const HANDLE: f32 = 46.0;

/// A pointer position, snapped to the grid unless Alt is pressed, m.
pub(super) fn snapped(ui: &Ui, [x, y]: [f64; 2]) -> [f64; 2] {
    let step = if ui.input(|input| input.modifiers.alt) { 1e-4 } else { GRID };
    [x, y].map(|value| (value / step).round() * step)
}

/// Position of the icon of each part, and its true position.
pub(super) struct Sign<'a> {
    pub piece: &'a Piece,
    pub at: Pos2,
    pub place: Pos2,
}

/// Positions of the part icons, shifted to avoid overlaps. A dragged one stays at its position.
pub(super) fn signs<'a>(construct: &Construct, robot: &'a Robot) -> Vec<Sign<'a>> {
    let board = &construct.board;
    let place = |pose: &Isometry3<f64>| board.screen([pose.translation.x, pose.translation.y]);
    let held = construct.held.as_ref().and_then(|held| held.what.part());
    let fixed: Vec<Pos2> = robot.joints.iter().map(|joint| place(&joint.pose)).collect();
    let homes: Vec<Pos2> = robot.pieces.iter().map(|piece| place(&construct.shown_pose(piece))).collect();
    let mut loose: Vec<(usize, Pos2)> = homes.iter().copied().enumerate().collect();
    loose.retain(|(number, _)| held != Some(robot.pieces[*number].name.as_str()));
    let mut places: Vec<Pos2> = loose.iter().map(|(_, place)| *place).collect();
    separate(&mut places, &fixed);
    let mut at = homes.clone();
    loose.iter().zip(places).for_each(|((number, _), place)| at[*number] = place);
    let signs = robot.pieces.iter().zip(at).zip(homes);
    signs.map(|((piece, at), place)| Sign { piece, at, place }).collect()
}

/// Pushes icons apart that are too close to each other or to fixed ones.
fn separate(places: &mut [Pos2], fixed: &[Pos2]) {
    /// Rotation between successive directions, so that no two are alike, rad.
    const GOLDEN: f32 = 2.4;
    let direction = |number: usize| Vec2::angled(GOLDEN * number as f32);
    for _ in 0..80 {
        let mut moved = false;
        for one in 0..places.len() {
            for other in one + 1..places.len() {
                let apart = places[other] - places[one];
                let missing = SIGN.1 - apart.length();
                if missing > 0.05 {
                    let along = if apart.length() > 0.5 { apart.normalized() } else { direction(other) };
                    places[one] -= along * missing * 0.5;
                    places[other] += along * missing * 0.5;
                    moved = true;
                }
            }
            for place in fixed {
                let apart = places[one] - *place;
                let missing = SIGN.1 - apart.length();
                if missing > 0.05 {
                    let along = if apart.length() > 0.5 { apart.normalized() } else { direction(one) };
                    places[one] += along * missing;
                    moved = true;
                }
            }
        }
        if !moved {
            return;
        }
    }
}

/// Part icons, to be clicked and dragged.
pub(super) fn pieces(
    ui: &Ui,
    painter: &Painter,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    robot: &Robot,
    signs: &[Sign<'_>],
    requests: &mut Vec<Request>,
) {
    for sign in signs {
        let piece = sign.piece;
        let what = Chosen::Part(piece.name.clone());
        let label = words::part(&piece.name);
        let response = grip(ui, painter, sign.at, ("part", &piece.name), &label);
        let chosen = construct.chosen.as_ref() == Some(&what);
        if sign.at.distance(sign.place) > 2.0 {
            let color = palette::color(piece.sort);
            painter.line_segment([sign.place, sign.at], Stroke::new(1.0, color));
            painter.circle_filled(sign.place, 2.0, color);
        }
        let radius = SIGN.0 + if response.hovered() || chosen { 1.5 } else { 0.0 };
        let bad = chosen && construct.held.as_ref().is_some_and(|held| held.too_far.is_some());
        let color = if bad { ui.visuals().error_fg_color } else { palette::color(piece.sort) };
        if chosen {
            icons::plate(painter, piece.sort, sign.at, radius + 2.5, SELECTED);
        }
        let icon = icons::of_id(piece.sort, &piece.component, context);
        icons::paint(painter, (piece.sort, icon), sign.at, radius, color);
        if response.hovered() {
            construct.hovered = Some(piece.name.clone());
        }
        let tooltip = format!(
            "{}  {}\n{}",
            piece.name,
            piece.component,
            words::plain(help_of(context, piece.sort, &piece.component))
        );
        let response = if construct.held.is_none() { response.on_hover_text(tooltip.trim_end()) } else { response };
        let start = construct.shown_pose(piece);
        if let Some(pose) = dragged(ui, &response, construct, robot, what, sign.at, &start)
            && let Some(document) = context.document
        {
            requests.push(edits::place_piece(document, robot, piece, &pose));
        }
    }
}

/// Joint icons, to be clicked and dragged.
pub(super) fn joints(
    ui: &Ui,
    painter: &Painter,
    construct: &mut Construct,
    robot: &Robot,
    requests: &mut Vec<Request>,
) {
    for joint in &robot.joints {
        let what = Chosen::Joint(joint.name.clone());
        let pose = construct.held_pose(&what).unwrap_or(joint.pose);
        let at = construct.board.screen([pose.translation.x, pose.translation.y]);
        let label = words::joint_of(&joint.name);
        let response = grip(ui, painter, at, ("joint", &joint.name), &label);
        let chosen = construct.chosen.as_ref() == Some(&what);
        if chosen {
            painter.circle_filled(at, 10.0, SELECTED);
        }
        wheels::icon(painter, at, &joint.name, chosen || response.hovered());
        if let Some(pose) = dragged(ui, &response, construct, robot, what, at, &pose) {
            requests.push(edits::place_joint(robot, joint, &pose));
        }
    }
}

/// A screen area that can be clicked and dragged.
fn grip(ui: &Ui, painter: &Painter, at: Pos2, id: impl std::hash::Hash + std::fmt::Debug, label: &str) -> Response {
    let rect = Rect::from_center_size(at, Vec2::splat(2.0 * SIGN.0)).intersect(painter.clip_rect());
    let response = ui.interact(rect, ui.scope_id().with(format!("{id:?}")), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    response
}

/// Handles click and drag of an icon. Returns the pose on release, if it has changed and is allowed.
fn dragged(
    ui: &Ui,
    response: &Response,
    construct: &mut Construct,
    robot: &Robot,
    what: Chosen,
    sign: Pos2,
    start: &Isometry3<f64>,
) -> Option<Isometry3<f64>> {
    shift(response, construct);
    if response.clicked() {
        construct.choose(Some(what));
        return None;
    }
    if response.drag_started_by(PointerButton::Primary) {
        let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(sign);
        construct.choose(Some(what.clone()));
        construct.held = Some(DraggedPart { what, pose: *start, grip: sign - origin, too_far: None, moved: false });
        return None;
    }
    let held = construct.held.as_mut().filter(|held| held.what == what)?;
    if response.dragged() {
        let at = response.interact_pointer_pos()?;
        let place = snapped(ui, construct.board.world(at + held.grip));
        held.pose.translation.x = place[0];
        held.pose.translation.y = place[1];
        held.moved = true;
        let outside = robot.outside(place);
        held.too_far = (outside > OUTSIDE + 1e-9).then_some(outside);
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    if !response.drag_stopped() {
        return None;
    }
    let held = construct.held.take()?;
    construct.refusal = held.too_far.map(|outside| too_far(outside, ui.ctx()));
    (held.moved && held.too_far.is_none()).then_some(held.pose)
}

/// The direction arrow of the selected part, with the handle that rotates it.
pub(super) fn handle(
    ui: &Ui,
    painter: &Painter,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    robot: &Robot,
    requests: &mut Vec<Request>,
) {
    let name = construct.chosen.as_ref().and_then(Chosen::part);
    let Some(piece) = name.and_then(|name| robot.piece(name)) else { return };
    let pose = construct.shown_pose(piece);
    let place = construct.board.screen([pose.translation.x, pose.translation.y]);
    let yaw = direction(&pose);
    let ahead = Vec2::new(-yaw.sin() as f32, -yaw.cos() as f32);
    let end = place + ahead * HANDLE;
    let rect = Rect::from_center_size(end, Vec2::splat(14.0)).intersect(painter.clip_rect());
    let response = ui.interact(rect, ui.scope_id().with(("direction", &piece.name)), Sense::drag());
    let label = words::direction_of(&piece.name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    let color = if response.hovered() || response.dragged() { ui.visuals().strong_text_color() } else { SELECTED };
    painter.arrow(place + ahead * 12.0, ahead * (HANDLE - 18.0), Stroke::new(2.5, color));
    painter.circle_filled(end, 5.0, color);
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    let what = Chosen::Part(piece.name.clone());
    if response.drag_started() {
        construct.held = Some(DraggedPart { what: what.clone(), pose, grip: Vec2::ZERO, too_far: None, moved: false });
    }
    let Some(held) = construct.held.as_mut().filter(|held| held.what == what) else { return };
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        let offset = place - at;
        let step = if ui.input(|input| input.modifiers.alt) { TURN / 50.0 } else { TURN };
        let yaw = (f64::from(offset.x.atan2(offset.y)) / step).round() * step;
        held.pose = directed(&held.pose, yaw);
        held.moved = true;
        let font = FontId::proportional(12.0);
        let angle = Units::of(ui.ctx()).angle_words(yaw, 1);
        painter.text(end + ahead * 10.0, Align2::CENTER_CENTER, angle, font, ui.visuals().text_color());
    }
    if response.drag_stopped()
        && let Some(held) = construct.held.take().filter(|held| held.moved)
        && let Some(document) = context.document
    {
        requests.push(edits::place_piece(document, robot, piece, &held.pose));
    }
}

/// Pans with the middle or secondary button.
pub(super) fn shift(response: &Response, construct: &mut Construct) {
    if response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary) {
        construct.board.shift(response.drag_delta());
        construct.steered = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
    #[test]
    fn signs_of_parts_at_one_place_stand_beside_each_other() {
        let mut places = vec![Pos2::new(100.0, 100.0); 9];
        places.push(Pos2::new(300.0, 100.0));
        let wheel = Pos2::new(110.0, 100.0);
        separate(&mut places, &[wheel]);
        assert_eq!(places[9], Pos2::new(300.0, 100.0), "one by itself stays where it is");
        for (number, one) in places.iter().enumerate() {
            assert!(one.distance(wheel) > 0.9 * SIGN.1);
            assert!(places[..number].iter().all(|other| one.distance(*other) > 0.9 * SIGN.1), "{places:?}");
        }
    }
}
