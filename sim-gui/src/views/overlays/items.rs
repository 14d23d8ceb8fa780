//! Overlays of things: trails, contacts, axes, margins, notes.

use super::{Label, Moment, OverlayRobots, Sizes, circle};
use crate::document::selection::Selection;
use crate::simulation::world::WorldView;
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use sim_core::marks::LINE_WIDTH;
use sim_core::scene::{Margin, Posed};
use sim_edit::Section;
use sim_render::{Line, Shell};
use sim_runner::Trails;
use std::collections::HashMap;
use std::f64::consts::FRAC_PI_2;

/// Maximum number of robots for which all trails are shown; otherwise only those of selected robots.
const TRAILED: usize = 2000;
/// Maximum number of lines of all trails.
const TRAIL_LINES: usize = 20_000;
/// Height of trails above the ground contact of robots, so that they are on the floor, m.
const ABOVE: f64 = 0.004;
/// Maximum number of bodies with axes.
const FRAMES: usize = 1000;
/// Length of the arrow of a contact, and of a pose of a route, m.
pub(super) const ARROW: f64 = 0.08;
/// Half of the size of the cross at a contact, m.
const CROSS: f64 = 0.012;
/// Number of vertices of a circle.
const CORNERS: usize = 48;

const CONTACT: [f32; 4] = [0.93, 0.16, 0.55, 1.0];
const BLOCKED: [f32; 4] = [0.85, 0.1, 0.1, 1.0];
/// Color of the 3D cursor.
const CURSOR: [f32; 4] = [0.85, 0.2, 0.55, 1.0];
/// Radius of its ring, m.
const CURSOR_RADIUS: f64 = 0.1;
const MARGIN: [f32; 4] = [0.95, 0.75, 0.1, 0.9];
/// Colors of the faces of margins of objects, and of robots.
const OBJECT_SHELL: [f32; 4] = [0.0, 0.0, 0.0, 0.2];
const ROBOT_SHELL: [f32; 4] = [1.0, 1.0, 1.0, 0.2];
const AXES: [[f32; 4]; 3] = [[0.9, 0.2, 0.2, 1.0], [0.2, 0.7, 0.25, 1.0], [0.2, 0.4, 0.95, 1.0]];

/// Robots with visible trails, and the maximum number of points of each. With very many robots, only the selected ones: others
/// would hide the ground.
pub fn trailed<'a>(world: &'a WorldView, selected: &'a Selection) -> (usize, impl Iterator<Item = usize> + 'a) {
    let robots = &world.structure().robots;
    let all = robots.len() <= TRAILED;
    let share = TRAIL_LINES / if all { robots.len() } else { selected.len() }.max(1);
    let drawn = move |robot: &usize| all || selected.contains(robots[*robot].body as usize);
    (share + 1, (0..robots.len()).filter(drawn))
}

/// Trails of robots.
pub fn trails(
    world: &WorldView,
    selected: &Selection,
    trails: &Trails,
    points: &mut Vec<[f64; 4]>,
    lines: &mut Vec<Line>,
) {
    let (share, robots) = trailed(world, selected);
    for robot in robots {
        trails.newest(robot, share, points);
        let [red, green, blue, _] = world.color(robot).to_array().map(|part| f32::from(part) / 255.0);
        let place = |[_, x, y, z]: [f64; 4]| Point3::new(x, y, z + ABOVE);
        // A point with NaN coordinates marks a jump.
        let steps = points.windows(2).filter(|pair| pair.iter().all(|[_, x, ..]| !x.is_nan()));
        lines.extend(steps.map(|pair| Line {
            from: place(pair[0]),
            to: place(pair[1]),
            color: [red, green, blue, 0.9],
            width: LINE_WIDTH,
            on_top: false,
        }));
    }
}

/// Contacts: a cross, and an arrow along the normal.
pub fn contacts(moment: &Moment<'_>, lines: &mut Vec<Line>) {
    for contact in &moment.frame.contacts {
        let (point, normal) = (Point3::from(contact.point), Vector3::from(contact.normal));
        let mut line = |from, to| lines.push(Line { from, to, color: CONTACT, width: 2.5, on_top: true });
        for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
            line(point - axis * CROSS, point + axis * CROSS);
        }
        line(point, point + normal * ARROW);
    }
}

/// The 3D cursor: a ring and a cross, unless it is at the origin.
pub fn cursor(at: [f64; 3], lines: &mut Vec<Line>) {
    if at == [0.0; 3] {
        return;
    }
    let frame = Isometry3::translation(at[0], at[1], at[2]);
    let mut line = |[from, to]: [Point3<f64>; 2]| {
        lines.push(Line { from, to, color: CURSOR, width: 2.5, on_top: true });
    };
    circle(&frame, CURSOR_RADIUS, 16).for_each(&mut line);
    for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
        let out = axis * CURSOR_RADIUS * 1.6;
        line([frame * Point3::from(-out), frame * Point3::from(out)]);
    }
}

/// Axes of bodies: x red, y green, z blue.
pub fn frames(moment: &Moment<'_>, who: OverlayRobots, sizes: &mut Sizes, lines: &mut Vec<Line>) {
    let poses = moment.world.poses();
    let wanted = (0..poses.len()).filter(|body| moment.wants(who, *body));
    for body in wanted.take(FRAMES) {
        let pose = &poses[body];
        let Some(size) = sizes.of(moment.stage, body, pose) else { continue };
        let length = ((size.high - size.low).norm() * 0.5).clamp(0.05, 5.0);
        for (axis, color) in [Vector3::x(), Vector3::y(), Vector3::z()].into_iter().zip(AXES) {
            let to = pose * Point3::from(axis * length);
            lines.push(Line { from: pose * Point3::origin(), to, color, width: 2.5, on_top: true });
        }
    }
}

/// Clearance around robots and objects with a margin: a box with transparent faces if the scene defines a margin.
pub fn margins(moment: &Moment<'_>, margin: f64, sizes: &mut Sizes, lines: &mut Vec<Line>, shells: &mut Vec<Shell>) {
    let structure = moment.world.structure();
    let poses = moment.world.poses();
    let mut line = |[from, to]: [Point3<f64>; 2]| {
        lines.push(Line { from, to, color: MARGIN, width: 1.5, on_top: false });
    };
    let floor = structure.scene.as_ref().and_then(|loaded| loaded.scene.floor.as_ref()).map(|floor| floor.height);
    for robot in &structure.robots {
        let pose = &poses[robot.body as usize];
        if let Some([low, high]) = structure.clearance.margin(robot.body as usize) {
            if sizes.of(moment.stage, robot.body as usize, pose).is_some() {
                edges(pose, low, high).for_each(&mut line);
                shells.push(Shell { body: robot.body as usize, low, high, color: ROBOT_SHELL });
            }
            continue;
        }
        let Some(size) = sizes.of(moment.stage, robot.body as usize, pose) else { continue };
        let radius = size.radius + margin;
        let at = pose.translation;
        let bottom = at.vector.z + size.low.z;
        let stands = floor.is_some_and(|floor| (bottom - floor).abs() < radius);
        if stands {
            let ground = Isometry3::translation(at.x, at.y, bottom + ABOVE);
            circle(&ground, radius, CORNERS).for_each(&mut line);
            continue;
        }
        // Robots that swim or fly keep clear in all directions.
        let radius = (size.high - size.low).norm() / 2.0 + margin;
        let middle = pose * nalgebra::center(&size.low, &size.high);
        for turn in [(0.0, 0.0), (FRAC_PI_2, 0.0), (0.0, FRAC_PI_2)] {
            let turn = UnitQuaternion::from_euler_angles(turn.0, turn.1, 0.0);
            circle(&Isometry3::from_parts(middle.coords.into(), turn), radius, CORNERS).for_each(&mut line);
        }
    }
    let Some(loaded) = &structure.scene else { return };
    let names: HashMap<&str, usize> =
        structure.bodies.iter().enumerate().map(|(body, info)| (&*info.name, body)).collect();
    for object in &loaded.scene.objects {
        let Some(margin) = &object.margin else { continue };
        let Some(&body) = names.get(&*object.name) else { continue };
        let Some(size) = sizes.of(moment.stage, body, &poses[body]) else { continue };
        let extent = size.high - size.low;
        let wider = match margin {
            Margin::Meters(metres) => Vector3::from(*metres),
            Margin::Fraction(fraction) => extent.component_mul(&Vector3::from(*fraction)),
        };
        let seen = [size.low - wider, size.high + wider];
        let [low, high] = structure.clearance.margin(body).unwrap_or(seen);
        edges(&poses[body], low, high).for_each(&mut line);
        shells.push(Shell { body, low, high, color: OBJECT_SHELL });
    }
}

/// The edges of a box in a frame.
fn edges(frame: &Isometry3<f64>, low: Point3<f64>, high: Point3<f64>) -> impl Iterator<Item = [Point3<f64>; 2]> + '_ {
    let corner = move |number: usize| {
        frame * Point3::from(Vector3::from_fn(|axis, _| if number >> axis & 1 == 0 { low[axis] } else { high[axis] }))
    };
    (0..8).flat_map(move |number| {
        let upward = (0..3).filter(move |axis| number >> axis & 1 == 0);
        upward.map(move |axis| [corner(number), corner(number | 1 << axis)])
    })
}

/// Routes of the scene: lines between poses, each with a short arrow along its x axis. Blocked legs differ in color and width,
/// and are labeled with the obstacle.
pub fn routes(moment: &Moment<'_>, lines: &mut Vec<Line>, labels: &mut Vec<Label>) {
    let Some((scene, parts)) = moment.scene(Section::Routes) else { return };
    for (index, route) in scene.routes.iter().enumerate() {
        let shown = |(number, pose): (usize, &sim_core::scene::RoutePose)| {
            moment.dragged(parts.get(index), Some(number)).unwrap_or_else(|| pose.pose())
        };
        let poses: Vec<Isometry3<f64>> = route.poses.iter().enumerate().map(shown).collect();
        let checks = moment.route_checks.found().iter().filter(|check| check.route == route.name);
        let contacts: Vec<_> = checks.flat_map(|check| &check.contacts).collect();
        let place = |pose: &Isometry3<f64>| Point3::from(pose.translation.vector + Vector3::z() * ABOVE);
        let back = poses.last().zip(poses.first()).filter(|_| route.closed);
        let pairs = poses.windows(2).map(|pair| (&pair[0], &pair[1])).chain(back);
        let own = route.drawn_color();
        for (leg, (from, to)) in pairs.enumerate() {
            let is_blocked = contacts.iter().any(|contact| contact.leg == leg);
            let (color, width) = if is_blocked { (BLOCKED, 2.0 * LINE_WIDTH) } else { (own, LINE_WIDTH) };
            lines.push(Line { from: place(from), to: place(to), color, width, on_top: is_blocked });
        }
        for contact in &contacts {
            let height = poses.get(contact.leg).map_or(0.0, |pose| pose.translation.z);
            let at = Point3::new(contact.at[0], contact.at[1], height + ABOVE);
            labels.push(Label { at, text: format!("✖ {}", contact.name) });
        }
        let mut line = |from, to| lines.push(Line { from, to, color: own, width: LINE_WIDTH, on_top: false });
        for pose in &poses {
            let arrow = |x: f64, y: f64| pose * Point3::new(x, y, ABOVE);
            let tip = arrow(ARROW, 0.0);
            line(arrow(0.0, 0.0), tip);
            for side in [-ARROW, ARROW] {
                line(arrow(0.6 * ARROW, 0.3 * side), tip);
            }
        }
    }
}

/// Notes of the scene.
pub fn notes(moment: &Moment<'_>, labels: &mut Vec<Label>) {
    let Some((scene, parts)) = moment.scene(Section::Notes) else { return };
    let structure = moment.world.structure();
    for (index, note) in scene.notes.iter().enumerate() {
        let carrier = note.parent.as_ref().and_then(|parent| {
            let body = structure.bodies.iter().position(|body| *body.name == **parent)?;
            Some(moment.world.poses()[body])
        });
        let there = || carrier.unwrap_or_else(Isometry3::identity) * note.pose();
        let pose = moment.dragged(parts.get(index), None).unwrap_or_else(there);
        labels.push(Label { at: pose.translation.vector.into(), text: note.text.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_edges_as_long_as_its_sides() {
        let frame = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.3, 0.2, 0.1));
        let (low, high) = (Point3::new(0.0, 0.0, 0.0), Point3::new(1.0, 2.0, 4.0));
        let mut lengths: Vec<f64> =
            edges(&frame, low, high).map(|[a, b]| ((b - a).norm() * 1e6).round() / 1e6).collect();
        lengths.sort_by(f64::total_cmp);
        assert_eq!(lengths, [[1.0; 4], [2.0; 4], [4.0; 4]].concat());
    }
}
