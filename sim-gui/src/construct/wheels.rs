//! Wheels: their axle, and the instantaneous center of rotation.

use super::board::Board;
use super::robot::Robot;
use crate::text::construct as words;
use crate::widgets::colors::PALETTE;
use crate::widgets::units::Units;
use egui::{Align2, FontId, Painter, Pos2, Rect, Stroke, Ui, Vec2};
use sim_abi::math::BodyState;

/// Slower rotations count as zero, rad/s.
const TURNING: f64 = 1e-3;
/// Lower speeds count as zero, m/s.
const MOVING: f64 = 1e-4;

/// Planar motion of a robot in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// At rest.
    Still,
    /// Without rotation.
    Straight,
    /// Rotation about a center, m.
    About([f64; 2]),
}

/// The motion of a robot. For a planar velocity v and an angular velocity ω, the center c has zero velocity: v + ω × c = 0, so
/// c is (−vy, vx)/ω, all in the frame of the robot.
pub fn motion(state: &BodyState) -> Motion {
    let velocity = state.pose.rotation.inverse() * state.linear_velocity;
    let turning = (state.pose.rotation.inverse() * state.angular_velocity).z;
    if turning.abs() > TURNING {
        return Motion::About([-velocity.y / turning, velocity.x / turning]);
    }
    if velocity.xy().norm() > MOVING { Motion::Straight } else { Motion::Still }
}

/// Draws the axle, and the center of rotation if it is in view.
pub fn draw(painter: &Painter, board: &Board, [left, right]: [[f64; 2]; 2], motion: Motion) {
    let color = PALETTE[4];
    let [from, to] = [left, right].map(|place| board.screen(place));
    let along = (to - from).normalized();
    if along.is_finite() {
        let reach = painter.clip_rect().size().length();
        let ends = [from - along * reach, to + along * reach];
        painter.extend(egui::Shape::dashed_line(&ends, Stroke::new(1.0, color), 6.0, 4.0));
    }
    painter.line_segment([from, to], Stroke::new(2.0, color));
    let Motion::About(center) = motion else { return };
    let at = board.screen(center);
    if painter.clip_rect().contains(at) {
        painter.circle_stroke(at, 7.0, Stroke::new(2.0, color));
        painter.line_segment([at - Vec2::X * 11.0, at + Vec2::X * 11.0], Stroke::new(1.5, color));
        painter.line_segment([at - Vec2::Y * 11.0, at + Vec2::Y * 11.0], Stroke::new(1.5, color));
    } else {
        // Out of view: an arrow at the edge points to it.
        let inner: Rect = painter.clip_rect().shrink(18.0);
        let edge = Pos2::new(at.x.clamp(inner.left(), inner.right()), at.y.clamp(inner.top(), inner.bottom()));
        let back = (inner.center() - edge).normalized() * 14.0;
        painter.arrow(edge + back, -back, Stroke::new(2.0, color));
    }
}

/// Shows the axle and the motion.
pub fn show(ui: &mut Ui, robot: &Robot, state: Option<&BodyState>) {
    let Some([left, right]) = robot.axle() else { return };
    ui.add_space(6.0);
    ui.strong(words::WHEELS);
    let unit = Units::of(ui.ctx()).length_of_robot();
    ui.label(words::track(unit.words((left[0] - right[0]).hypot(left[1] - right[1]), 3)));
    let Some(state) = state else { return };
    let motion_text = match motion(state) {
        Motion::Still => words::STANDS.to_string(),
        Motion::Straight => words::STRAIGHT.to_string(),
        Motion::About([x, y]) => words::turns_about(unit.number(x, 3), unit.words(y, 3)),
    };
    ui.label(motion_text).on_hover_text(words::ICR_HELP);
}

/// The icon of a joint.
pub fn icon(painter: &Painter, at: Pos2, name: &str, strong: bool) {
    let color = PALETTE[2];
    painter.circle_filled(at, 7.0, color.gamma_multiply(if strong { 1.0 } else { 0.85 }));
    painter.circle_stroke(at, 3.0, Stroke::new(1.5, egui::Color32::WHITE));
    if strong {
        let ink = painter.ctx().style_of(painter.ctx().theme()).visuals.text_color();
        let place = at + Vec2::new(0.0, 11.0);
        painter.text(place, Align2::CENTER_TOP, name, FontId::proportional(11.0), ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Isometry3, UnitQuaternion, Vector3};

    fn state(yaw: f64, velocity: [f64; 2], turning: f64) -> BodyState {
        let rotation = UnitQuaternion::from_euler_angles(0.0, 0.0, yaw);
        BodyState {
            pose: Isometry3::from_parts([2.0, 1.0, 0.0].into(), rotation),
            linear_velocity: rotation * Vector3::new(velocity[0], velocity[1], 0.0),
            angular_velocity: Vector3::new(0.0, 0.0, turning),
        }
    }

    /// BU-64: Wheels can be dragged; the view shows their axle and the center of rotation.
    #[test]
    fn the_center_of_rotation_follows_from_the_velocity() {
        // Wheels 28 cm apart, the left one at rest: the robot rotates about it.
        let Motion::About(center) = motion(&state(0.7, [0.05, 0.0], 0.05 / 0.14)) else { panic!("it turns") };
        assert!(center[0].abs() < 1e-12 && (center[1] - 0.14).abs() < 1e-12, "{center:?}");
        // Wheels 5 cm behind the center, turning in place to the right.
        let turning = -33.93_f64.to_radians();
        let Motion::About(center) = motion(&state(0.0, [0.0, 0.05 * turning], turning)) else { panic!("it turns") };
        assert!((center[0] + 0.05).abs() < 1e-12 && center[1].abs() < 1e-12, "{center:?}");
        assert_eq!(motion(&state(1.0, [0.1, 0.0], 0.0)), Motion::Straight);
        assert_eq!(motion(&state(1.0, [0.0, 0.0], 0.0)), Motion::Still);
    }
}
