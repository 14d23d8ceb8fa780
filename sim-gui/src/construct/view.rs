//! The robot from above: what is on it is dragged, turned, dropped and clicked here.

use super::callouts::{self, Callout};
use super::edits::{self, Pick, directed, direction};
use super::robot::{Piece, Robot, Sort};
use super::{Chosen, Construct, Held, Scene, palette, wheels};
use crate::action::Request;
use crate::colors::SELECTED;
use crate::marks::draw_coverage;
use crate::text::construct as words;
use egui::{
    Align2, Color32, CursorIcon, FontId, Painter, PointerButton, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2,
};
use nalgebra::Isometry3;
use sim_abi::service::LayoutPart;

/// Places snap to this, m.
const GRID: f64 = 0.005;
/// Directions snap to this, rad.
const TURN: f64 = std::f64::consts::PI / 36.0;
/// Parts may sit so far outside the body, m.
pub const OUTSIDE: f64 = 0.2;
/// Radius of the signs of parts, and their least distance from each other, points.
const SIGN: (f32, f32) = (9.0, 21.0);
/// Length of the direction handle, points.
const HANDLE: f32 = 46.0;

/// A place that a pointing device gives, on the grid unless Alt is held, m.
fn snapped(ui: &Ui, [x, y]: [f64; 2]) -> [f64; 2] {
    let step = if ui.input(|input| input.modifiers.alt) { 1e-4 } else { GRID };
    [x, y].map(|value| (value / step).round() * step)
}

/// Where the sign of each part is, and its true place.
struct Sign<'a> {
    piece: &'a Piece,
    at: Pos2,
    place: Pos2,
}

/// Shows the robot in a rectangle.
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    construct: &mut Construct,
    scene: &Scene<'_>,
    robot: &Robot,
    requests: &mut Vec<Request>,
) {
    let response = ui.interact(rect, ui.scope_id().with("board"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::BOARD));
    construct.board.place(rect);
    let sides = if rect.width() > 3.0 * callouts::WIDTH { callouts::WIDTH + 16.0 } else { 20.0 };
    // As long as nobody has zoomed or shifted it, the robot is seen whole.
    let whole = (robot.name.as_str().into(), rect.size());
    if construct.fitted.as_ref().is_none_or(|fitted| !construct.steered && *fitted != whole || fitted.0 != whole.0) {
        construct.board.fit(robot.body.bounds(), sides);
        (construct.fitted, construct.steered) = (Some(whole), false);
    }
    steer(ui, &response, construct);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    construct.board.draw_grid(&painter, ui.visuals().text_color());
    let inner = construct.board.inner();
    let inside = painter.with_clip_rect(inner);
    draw_body(&inside, construct, robot, ui.visuals().text_color());
    let state = construct.index(scene, robot).and_then(|index| scene.frame.robots.get(index));
    if let (Some(axle), Some(state)) = (robot.axle(), state) {
        wheels::draw(&inside, &construct.board, axle, wheels::motion(&state.state));
    }
    let signs = signs(construct, robot);
    draw_coverages(&inside, construct, scene, robot);
    let index = construct.index(scene, robot);
    if sides > 100.0 {
        let callouts = signs.iter().map(|sign| {
            let readings = index.map(|index| callouts::readings(scene.world, scene.frame, index, sign.piece));
            Callout { piece: sign.piece, at: sign.at, readings: readings.unwrap_or_default() }
        });
        let chosen = construct.chosen.as_ref().and_then(Chosen::part).map(str::to_owned);
        let (clicked, hovered) = callouts::show(ui, inner, callouts.collect(), chosen.as_deref());
        construct.hovered = hovered;
        if let Some(name) = clicked {
            construct.choose(Some(Chosen::Part(name)));
        }
    }
    joints(ui, &inside, construct, robot, requests);
    pieces(ui, &inside, construct, scene, robot, &signs, requests);
    handle(ui, &inside, construct, scene, robot, requests);
    drop_zone(ui, &inside, &response, construct, robot, requests);
    construct.board.draw_rulers(&painter, ui.visuals(), words::AXES);
    message(ui, &painter, construct, inner);
}

/// Zoom, shift, and clicks beside everything.
fn steer(ui: &Ui, response: &Response, construct: &mut Construct) {
    shift(response, construct);
    if let Some(at) = ui.input(|input| input.pointer.hover_pos()).filter(|_| response.contains_pointer()) {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        construct.steered |= scroll != 0.0 || pinch != 1.0;
        construct.board.zoom(f64::from(pinch) * 1.0025f64.powf(f64::from(scroll)), at);
    }
    if response.clicked() && construct.palette.armed.is_none() {
        construct.choose(None);
    }
}

/// Takes the sheet along with the middle or secondary button.
fn shift(response: &Response, construct: &mut Construct) {
    if response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary) {
        construct.board.shift(response.drag_delta());
        construct.steered = true;
    }
}

fn draw_body(painter: &Painter, construct: &Construct, robot: &Robot, ink: Color32) {
    let board = &construct.board;
    let polygon = |outline: &[[f64; 2]]| -> Vec<Pos2> { outline.iter().map(|point| board.screen(*point)).collect() };
    for shape in robot.body.shapes.iter().filter(|shape| shape.outline.len() > 2) {
        let [red, green, blue, opacity] = shape.color.map(|part| (part * 255.0).round() as u8);
        let fill = Color32::from_rgba_unmultiplied(red, green, blue, opacity.min(150));
        painter.add(Shape::convex_polygon(polygon(&shape.outline), fill, Stroke::new(1.0, ink.gamma_multiply(0.5))));
    }
    if robot.body.outline.len() > 2 {
        painter.add(Shape::closed_line(polygon(&robot.body.outline), Stroke::new(1.5, ink.gamma_multiply(0.8))));
    }
    // The axes of the robot's frame, 3 cm long.
    let origin = board.screen([0.0, 0.0]);
    let colors = [Color32::from_rgb(225, 60, 60), Color32::from_rgb(60, 150, 50)];
    for ((end, color), name) in [[0.03, 0.0], [0.0, 0.03]].into_iter().zip(colors).zip(words::AXIS_NAMES) {
        let along = board.screen(end) - origin;
        painter.arrow(origin, along, Stroke::new(2.0, color));
        let at = origin + along + along.normalized() * 4.0 + Vec2::new(8.0, -8.0);
        painter.text(at, Align2::CENTER_CENTER, name, FontId::proportional(12.0), color);
    }
}

/// Where the signs of parts are: those that would lie over another stand beside their places. What is held stays at its.
fn signs<'a>(construct: &Construct, robot: &'a Robot) -> Vec<Sign<'a>> {
    let board = &construct.board;
    let place = |pose: &Isometry3<f64>| board.screen([pose.translation.x, pose.translation.y]);
    let held = construct.held.as_ref().and_then(|held| held.what.part());
    let fixed: Vec<Pos2> = robot.joints.iter().map(|joint| place(&joint.pose)).collect();
    let homes: Vec<Pos2> = robot.pieces.iter().map(|piece| place(&construct.shown_pose(piece))).collect();
    let mut loose: Vec<(usize, Pos2)> = homes.iter().copied().enumerate().collect();
    loose.retain(|(number, _)| held != Some(robot.pieces[*number].name.as_str()));
    let mut places: Vec<Pos2> = loose.iter().map(|(_, place)| *place).collect();
    part_ways(&mut places, &fixed);
    let mut at = homes.clone();
    loose.iter().zip(places).for_each(|((number, _), place)| at[*number] = place);
    let signs = robot.pieces.iter().zip(at).zip(homes);
    signs.map(|((piece, at), place)| Sign { piece, at, place }).collect()
}

/// Pushes places apart that are nearer to each other, or to fixed ones, than signs may be.
fn part_ways(places: &mut [Pos2], fixed: &[Pos2]) {
    /// Turn from one direction to the next, so that no two are alike, rad.
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

/// What sensors cover: that of the selected and of the hovered one, or of all.
fn draw_coverages(painter: &Painter, construct: &Construct, scene: &Scene<'_>, robot: &Robot) {
    let Some(index) = construct.index(scene, robot) else { return };
    let values = scene.frame.telemetry_of(index);
    for part in &scene.world.structure().robots[index].parts.parts {
        let Some(piece) = robot.piece(&part.name).filter(|piece| callouts::is_of(piece, &part.kind)) else { continue };
        let chosen = construct.chosen.as_ref().and_then(Chosen::part) == Some(&piece.name);
        let strong = chosen || construct.hovered.as_deref() == Some(&piece.name);
        if !strong && !construct.all_coverage {
            continue;
        }
        draw_coverage_of(painter, construct, robot, piece, part, values, if strong { 1.0 } else { 0.4 });
    }
}

fn draw_coverage_of(
    painter: &Painter,
    construct: &Construct,
    robot: &Robot,
    piece: &Piece,
    part: &LayoutPart,
    values: Option<&[f64]>,
    strength: f32,
) {
    let mut lines = Vec::new();
    for coverage in &part.coverage {
        let pose = construct.shown_pose(piece) * coverage.placement.isometry();
        let value = |index: usize| {
            let channel = coverage.channel?.checked_add(index).filter(|channel| *channel < part.channels.len())?;
            values?.get(part.offset + channel).copied()
        };
        let radius = || {
            let [low, high] = robot.body.bounds();
            (high[0] - low[0]).hypot(high[1] - low[1]) / 2.0
        };
        draw_coverage(coverage, &pose, part.channels.len(), value, radius, &mut lines);
    }
    for line in lines {
        let [from, to] = [line.from, line.to].map(|point| construct.board.screen([point.x, point.y]));
        let [red, green, blue, opacity] = line.color.map(|part| (part * 255.0).round() as u8);
        let color = Color32::from_rgba_unmultiplied(red, green, blue, opacity).gamma_multiply(strength);
        painter.line_segment([from, to], Stroke::new(line.width, color));
    }
}

/// The signs of parts, to be clicked and dragged.
fn pieces(
    ui: &Ui,
    painter: &Painter,
    construct: &mut Construct,
    scene: &Scene<'_>,
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
            palette::icon(painter, piece.sort, sign.at, radius + 2.5, SELECTED);
        }
        palette::icon(painter, piece.sort, sign.at, radius, color);
        let letter: String = piece.name.chars().take(1).flat_map(char::to_uppercase).collect();
        painter.text(sign.at, Align2::CENTER_CENTER, letter, FontId::proportional(11.0), Color32::WHITE);
        if response.hovered() {
            construct.hovered = Some(piece.name.clone());
        }
        let told = format!(
            "{}  {}\n{}",
            piece.name,
            piece.component,
            words::plain(scene.help_of(piece.sort, &piece.component))
        );
        let response = if construct.held.is_none() { response.on_hover_text(told.trim_end()) } else { response };
        let start = construct.shown_pose(piece);
        if let Some(pose) = dragged(ui, &response, construct, robot, what, sign.at, &start)
            && let Some(document) = scene.document
        {
            requests.push(edits::place_piece(document, robot, piece, &pose));
        }
    }
}

/// The signs of joints, to be clicked and dragged.
fn joints(ui: &Ui, painter: &Painter, construct: &mut Construct, robot: &Robot, requests: &mut Vec<Request>) {
    for joint in &robot.joints {
        let what = Chosen::Joint(joint.name.clone());
        let pose = construct.held_pose(&what).unwrap_or(joint.pose);
        let at = construct.board.screen([pose.translation.x, pose.translation.y]);
        let label = words::joint(&joint.name);
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

/// A place of the screen that can be clicked and dragged.
fn grip(ui: &Ui, painter: &Painter, at: Pos2, id: impl std::hash::Hash + std::fmt::Debug, label: &str) -> Response {
    let rect = Rect::from_center_size(at, Vec2::splat(2.0 * SIGN.0)).intersect(painter.clip_rect());
    let response = ui.interact(rect, ui.scope_id().with(format!("{id:?}")), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    response
}

/// Lets a sign be clicked and dragged. Returns the pose where it was let go, if that is another one and is allowed.
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
        construct.held = Some(Held { what, pose: *start, grip: sign - origin, too_far: None, moved: false });
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
    construct.refusal = held.too_far.map(|outside| words::too_far(outside * 100.0));
    (held.moved && held.too_far.is_none()).then_some(held.pose)
}

/// The arrow that tells the direction of the selected part, with the handle that turns it.
fn handle(
    ui: &Ui,
    painter: &Painter,
    construct: &mut Construct,
    scene: &Scene<'_>,
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
        construct.held = Some(Held { what: what.clone(), pose, grip: Vec2::ZERO, too_far: None, moved: false });
    }
    let Some(held) = construct.held.as_mut().filter(|held| held.what == what) else { return };
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        let away = place - at;
        let step = if ui.input(|input| input.modifiers.alt) { TURN / 50.0 } else { TURN };
        let yaw = (f64::from(away.x.atan2(away.y)) / step).round() * step;
        held.pose = directed(&held.pose, yaw);
        held.moved = true;
        let font = FontId::proportional(12.0);
        painter.text(end + ahead * 10.0, Align2::CENTER_CENTER, words::angle(yaw), font, ui.visuals().text_color());
    }
    if response.drag_stopped()
        && let Some(held) = construct.held.take().filter(|held| held.moved)
        && let Some(document) = scene.document
    {
        requests.push(edits::place_piece(document, robot, piece, &held.pose));
    }
}

/// Takes what is dropped or clicked onto the robot.
fn drop_zone(
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
        construct.refusal = Some(words::too_far(outside * 100.0));
        return;
    }
    let (name, request) = edits::add(robot, &pick, [place[0], place[1], robot.body.middle]);
    construct.choose(Some(Chosen::Part(name)));
    requests.push(request);
}

/// What is about to be put onto the robot.
fn ghost(ui: &Ui, painter: &Painter, construct: &Construct, sort: Sort, place: [f64; 2], allowed: bool) {
    let at = construct.board.screen(place);
    let color = if allowed { palette::color(sort) } else { ui.visuals().error_fg_color };
    palette::icon(painter, sort, at, SIGN.0, color.gamma_multiply(0.7));
    let font = FontId::proportional(11.0);
    let galley = painter.layout_no_wrap(words::place(place), font, ui.visuals().text_color());
    let plate = Rect::from_min_size(at + Vec2::new(14.0, -26.0), galley.size()).expand(3.0);
    painter.rect_filled(plate, 3.0, ui.visuals().panel_fill);
    painter.galley(plate.min + Vec2::splat(3.0), galley, ui.visuals().text_color());
}

/// What is refused, and what to do, at the lower edge.
fn message(ui: &Ui, painter: &Painter, construct: &Construct, inner: Rect) {
    let too_far = construct.held.as_ref().and_then(|held| held.too_far).map(|outside| words::too_far(outside * 100.0));
    let refusal = too_far.or_else(|| construct.refusal.clone());
    let hint = construct.palette.armed.as_ref().map(|_| words::DROP_HINT.to_owned());
    let ink = if refusal.is_some() { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
    let Some(text) = refusal.or(hint) else { return };
    let galley = painter.layout(text.clone(), FontId::proportional(12.5), ink, inner.width() - 32.0);
    let size = galley.size() + Vec2::splat(10.0);
    let plate = Rect::from_min_size(Pos2::new(inner.center().x - size.x / 2.0, inner.bottom() - size.y - 8.0), size);
    painter.rect_filled(plate, 4.0, ui.visuals().panel_fill);
    painter.rect_stroke(plate, 4.0, Stroke::new(1.0, ink), egui::StrokeKind::Inside);
    painter.galley(plate.min + Vec2::splat(5.0), galley, ink);
    let response = ui.interact(plate, ui.scope_id().with("message"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bu_60_signs_of_parts_at_one_place_stand_beside_each_other() {
        let mut places = vec![Pos2::new(100.0, 100.0); 9];
        places.push(Pos2::new(300.0, 100.0));
        let wheel = Pos2::new(110.0, 100.0);
        part_ways(&mut places, &[wheel]);
        assert_eq!(places[9], Pos2::new(300.0, 100.0), "one by itself stays where it is");
        for (number, one) in places.iter().enumerate() {
            assert!(one.distance(wheel) > 0.9 * SIGN.1);
            assert!(places[..number].iter().all(|other| one.distance(*other) > 0.9 * SIGN.1), "{places:?}");
        }
    }
}
