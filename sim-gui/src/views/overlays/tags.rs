//! Labels of parts without a body: poses of routes and beacons.

use super::Moment;
use crate::preferences::overlays::{Labelled, OverlaySettings};
use crate::text::labels as words;
use nalgebra::{Isometry3, Point3};
use sim_core::scene::{BeaconKind, Posed};
use sim_edit::{Section, Target};

/// Maximum number of labels; more would hide everything else.
const MAX_TAGS: usize = 300;

/// A label at a world point.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// The labeled point, m.
    pub at: Point3<f64>,
    /// The text.
    pub text: String,
    /// Whether it is below its point; otherwise above.
    pub below: bool,
    /// Whether its part is selected.
    pub selected: bool,
}

/// The visible labels of poses and beacons.
pub fn tags(moment: &Moment<'_>, shown: &OverlaySettings) -> Vec<Tag> {
    let mut tags = Vec::new();
    if !shown.labels {
        return tags;
    }
    let is_selected = |part: Option<&Target>| part.is_some() && part == moment.part;
    let is_wanted = |part: Option<&Target>| shown.labelled == Labelled::All || is_selected(part);
    if let Some((scene, parts)) = moment.scene(Section::Routes).filter(|_| shown.routes) {
        let wanted = scene.routes.iter().enumerate().filter(|(index, _)| is_wanted(parts.get(*index)));
        for (index, route) in wanted {
            for (number, pose) in route.poses.iter().enumerate() {
                let part = parts.get(index);
                let pose = moment.dragged(part, Some(number)).unwrap_or_else(|| pose.pose());
                let selected = is_selected(part) && moment.part_pose == Some(number);
                tags.extend(of_pose(&pose, selected));
            }
        }
    }
    for (part, beacon, pose) in moment.beacons().into_iter().filter(|_| shown.markers) {
        if !is_wanted(part.as_ref()) {
            continue;
        }
        let text = match &beacon.kind {
            BeaconKind::Omni => words::beacon(&beacon.name, &beacon.category, beacon.range),
            BeaconKind::Cone(cone) => {
                let turned = pose.rotation.euler_angles();
                let (angle, turned) = (2.0 * cone.half_angle, [turned.0, turned.1, turned.2]);
                words::directed(&beacon.name, &beacon.category, beacon.range, angle, turned)
            }
        };
        let selected = is_selected(part.as_ref());
        tags.push(Tag { at: pose.translation.vector.into(), text, below: false, selected });
    }
    tags.truncate(MAX_TAGS);
    tags
}

/// The position of a pose, and its heading at the tip of its arrow.
fn of_pose(pose: &Isometry3<f64>, selected: bool) -> [Tag; 2] {
    let (at, yaw) = (Point3::from(pose.translation.vector), pose.rotation.euler_angles().2);
    let tip = pose * Point3::new(super::items::ARROW, 0.0, 0.0);
    [
        Tag { at, text: words::place(at.into()), below: false, selected },
        Tag { at: tip, text: words::heading(yaw), below: true, selected },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{UnitQuaternion, Vector3};

    /// RM-50: Each pose is labeled with position and angles, four decimals each.
    #[test]
    fn labels_of_a_pose_say_it_with_four_decimals() {
        for (x, y, z, degrees) in [(1.23456, -0.00001, 0.0, 90.0), (-12.5, 3.0, 0.25, -179.99994), (0.0, 7e3, 1.0, 0.0)]
        {
            let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), f64::to_radians(degrees));
            let [place, heading] = of_pose(&Isometry3::from_parts(nalgebra::Translation3::new(x, y, z), turn), false);
            let inner = place.text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap();
            for ((part, name), value) in inner.split(", ").zip(["x=", "y=", "z="]).zip([x, y, z]) {
                let number = part.strip_prefix(name).unwrap();
                assert_eq!(number.split_once('.').unwrap().1.len(), 4, "{number}");
                assert!((number.parse::<f64>().unwrap() - value).abs() <= 5e-5, "{number} {value}");
            }
            let angle: f64 = heading.text.strip_suffix('°').unwrap().parse().unwrap();
            assert!((angle - degrees).abs() <= 1e-4, "{angle} {degrees}");
            assert!(!place.text.contains("-0.0000"), "{}", place.text);
        }
    }
}
