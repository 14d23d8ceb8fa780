//! Top view of the robot: its parts, their coverages, its wheels, and refusals.

use super::callouts::{self, Callout};
use super::robot::{Piece, Robot};
use super::signs::{self, Sign};
use super::{Chosen, Construct, dropping, too_far, wheels};
use crate::actions::Request;
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::views::overlays::{Readings, draw_coverage, draw_points, flat_points, mesh_of};
use crate::widgets::units::Units;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2};
use sim_abi::service::LayoutPart;

/// Shows the robot in a rectangle.
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    robot: &Robot,
    requests: &mut Vec<Request>,
) {
    let response = ui.interact(rect, ui.scope_id().with("board"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::BOARD));
    construct.board.place(rect);
    let sides = if rect.width() > 3.0 * callouts::WIDTH { callouts::WIDTH + 16.0 } else { 20.0 };
    // The robot is fitted to the view until the user zooms or pans.
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
    let state = construct.index(context, robot).and_then(|index| context.frame.robots.get(index));
    if let (Some(axle), Some(state)) = (robot.axle(), state) {
        wheels::draw(&inside, &construct.board, axle, wheels::motion(&state.state));
    }
    let signs: Vec<Sign<'_>> = signs::signs(construct, robot);
    draw_coverages(&inside, construct, context, robot);
    let index = construct.index(context, robot);
    if sides > 100.0 {
        let callouts = signs.iter().map(|sign| {
            let readings = index.map(|index| callouts::readings(context.world, context.frame, index, sign.piece, 1));
            let (mut list, count) = readings.unwrap_or_default();
            Callout { piece: sign.piece, at: sign.at, reading: (list.pop(), count) }
        });
        let chosen = construct.chosen.as_ref().and_then(Chosen::part).map(str::to_owned);
        let (clicked, hovered) = callouts::show(ui, inner, callouts.collect(), chosen.as_deref());
        construct.hovered = hovered;
        if let Some(name) = clicked {
            construct.choose(Some(Chosen::Part(name)));
        }
    }
    signs::joints(ui, &inside, construct, robot, requests);
    signs::pieces(ui, &inside, construct, context, robot, &signs, requests);
    signs::handle(ui, &inside, construct, context, robot, requests);
    dropping::drop_zone(ui, &inside, &response, construct, robot, requests);
    construct.board.draw_rulers(&painter, ui.visuals(), Units::of(ui.ctx()).length_of_robot());
    message(ui, &painter, construct, inner);
}

/// Zoom, pan, and clicks on the background.
fn steer(ui: &Ui, response: &Response, construct: &mut Construct) {
    signs::shift(response, construct);
    if let Some(at) = ui.input(|input| input.pointer.hover_pos()).filter(|_| response.contains_pointer()) {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        construct.steered |= scroll != 0.0 || pinch != 1.0;
        construct.board.zoom(f64::from(pinch) * 1.0025f64.powf(f64::from(scroll)), at);
    }
    if response.clicked() && construct.palette.armed.is_none() {
        construct.choose(None);
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

/// The coverages of the selected and the hovered sensor, or of all sensors.
fn draw_coverages(painter: &Painter, construct: &Construct, context: &ViewerContext<'_>, robot: &Robot) {
    let Some(index) = construct.index(context, robot) else { return };
    let values = context.frame.telemetry_of(index);
    let parts = &context.world.structure().robots[index].parts;
    for (part, clean) in parts.parts.iter().zip(&parts.clean) {
        let Some(piece) = robot.piece(&part.name).filter(|piece| callouts::is_of(piece, &part.kind)) else { continue };
        let chosen = construct.chosen.as_ref().and_then(Chosen::part) == Some(&piece.name);
        let strong = chosen || construct.hovered.as_deref() == Some(&piece.name);
        if !strong && !construct.all_coverage {
            continue;
        }
        let readings = Readings::of(part, *clean, values);
        draw_coverage_of(painter, construct, robot, piece, part, &readings, if strong { 1.0 } else { 0.4 });
    }
}

fn draw_coverage_of(
    painter: &Painter,
    construct: &Construct,
    robot: &Robot,
    piece: &Piece,
    part: &LayoutPart,
    readings: &Readings<'_>,
    strength: f32,
) {
    let (mut lines, mut points) = (Vec::new(), Vec::new());
    for coverage in &part.coverage {
        let pose = construct.shown_pose(piece) * coverage.placement.isometry();
        let radius = || {
            let [low, high] = robot.body.bounds();
            (high[0] - low[0]).hypot(high[1] - low[1]) / 2.0
        };
        draw_coverage(coverage, &pose, readings, radius, &mut lines);
        draw_points(coverage, &pose, readings, &mut points);
    }
    painter.add(mesh_of(flat_points(&points), |point| construct.board.screen([point.x, point.y])));
    for line in lines {
        let [from, to] = [line.from, line.to].map(|point| construct.board.screen([point.x, point.y]));
        let [red, green, blue, opacity] = line.color.map(|part| (part * 255.0).round() as u8);
        let color = Color32::from_rgba_unmultiplied(red, green, blue, opacity).gamma_multiply(strength);
        painter.line_segment([from, to], Stroke::new(line.width, color));
    }
}

/// A refusal with its fix, at the lower edge.
fn message(ui: &Ui, painter: &Painter, construct: &Construct, inner: Rect) {
    let too_far = construct.held.as_ref().and_then(|held| held.too_far).map(|outside| too_far(outside, ui.ctx()));
    let refusal = too_far.or_else(|| construct.refusal.clone());
    let hint = construct.palette.armed.as_ref().map(|_| words::DROP_HINT.to_string());
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
