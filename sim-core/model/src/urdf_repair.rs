//! Repairs common errors in URDF files that have an obvious fix; reports each repair.

use super::urdf_rules::SHAPES;
use super::validate::{ROUNDING, principal_axes};
use super::xml::Element;
use crate::model_error::Report;
use nalgebra::{Isometry3, Matrix3, Translation3, Unit, UnitQuaternion, Vector3};
use sim_abi::model::{Joint, Link, MassProperties};
use std::collections::BTreeSet;
use std::path::Path;

/// Edge length of the box that represents a `<plane>`, and its depth below the plane, m.
const PLANE: f64 = 200.0;
const PLANE_DEPTH: f64 = 0.1;

/// Radius of the smallest body assumed for a link without inertia, m.
const SMALLEST: f64 = 1e-3;

/// Repairs the element tree, before it is checked against the rules of the format.
pub(super) fn elements(root: &mut Element, path: &Path, repairs: &mut Vec<Report>) {
    if root.name == "robot" && root.attribute("name").is_none() {
        let name = path.file_stem().map_or("robot".to_string(), |name| name.to_string_lossy().into_owned());
        repairs.push(root.report(format!("missing attribute `name` of <robot>; using `{name}`")));
        root.attributes.push(("name".to_string(), name));
    }
    optional_environment(root, repairs);
    for element in &mut root.children {
        match element.name.as_str() {
            "link" => link(element, repairs),
            "joint" => joint(element, repairs),
            "material" => color(element, repairs),
            _ => {}
        }
    }
}

/// Replaces an unexpanded `$(optenv NAME VALUE)` with its default value, as if the variable were not set.
fn optional_environment(element: &mut Element, repairs: &mut Vec<Report>) {
    let place = element.clone_place();
    for (name, value) in &mut element.attributes {
        let inside = value.trim().strip_prefix("$(optenv ").and_then(|rest| rest.strip_suffix(')'));
        let Some((_, default)) = inside.and_then(|inside| inside.trim().split_once(' ')) else { continue };
        if !default.contains('$') {
            let report = place.report(format!("`{name}` was not expanded; using {default}", default = default.trim()));
            repairs.push(report.found(&*value).help("expand the file with xacro"));
            *value = default.trim().to_string();
        }
    }
    element.children.iter_mut().for_each(|child| optional_environment(child, repairs));
}

/// Converts a color to its range: numbers up to 255 are taken as bytes, others are clamped.
fn color(material: &mut Element, repairs: &mut Vec<Report>) {
    let Some(color) = material.children.iter_mut().find(|child| child.name == "color") else { return };
    let place = color.clone_place();
    let Some((_, rgba)) = color.attributes.iter_mut().find(|(name, _)| name == "rgba") else { return };
    let numbers: Vec<f64> = rgba.split_whitespace().map_while(|word| word.parse().ok()).collect();
    if numbers.len() != 4 || numbers.iter().all(|part| (0.0..=1.0).contains(part)) {
        return;
    }
    let bytes = numbers.iter().all(|part| (0.0..=255.0).contains(part)) && numbers[..3].iter().any(|part| *part > 2.0);
    let part = |(index, part): (usize, &f64)| match bytes && (index < 3 || *part > 1.0) {
        true => part / 255.0,
        false => part.clamp(0.0, 1.0),
    };
    let inside: Vec<String> = numbers.iter().enumerate().map(part).map(|part| part.to_string()).collect();
    let report = place.report(format!("a color is out of the range 0 … 1; using {inside}", inside = inside.join(" ")));
    repairs.push(report.found(&*rgba));
    *rgba = inside.join(" ");
}

fn link(link: &mut Element, repairs: &mut Vec<Report>) {
    trim(link, "name", repairs);
    let name = link.attribute("name").unwrap_or_default().to_string();
    for visual in link.children.iter_mut().filter(|child| child.name == "visual") {
        visual.children.iter_mut().filter(|child| child.name == "material").for_each(|child| color(child, repairs));
    }
    link.children.retain_mut(|child| {
        let what = match child.name.as_str() {
            "visual" => "a visual",
            "collision" => "a collision shape",
            _ => return true,
        };
        match shape(child, repairs) {
            None => true,
            Some(why) => {
                repairs.push(child.report(format!("skipped {what} of link `{name}`: {why}")));
                false
            }
        }
    });
}

/// Repairs the shape of a visual or a collision; returns the reason if it cannot be used.
fn shape(owner: &mut Element, repairs: &mut Vec<Report>) -> Option<String> {
    let Some(geometry) = owner.children.iter_mut().find(|child| child.name == "geometry") else {
        return Some("missing <geometry>".to_string());
    };
    if geometry.first("plane").is_some() {
        plane(owner, repairs);
        return None;
    }
    let Some(first) = geometry.children.iter().position(|child| SHAPES.contains(&child.name.as_str())) else {
        let names: Vec<String> = geometry.children.iter().map(|child| format!("<{}>", child.name)).collect();
        return Some(match names.is_empty() {
            true => "empty <geometry>".to_string(),
            false => format!(
                "unknown shape {names}; supported: {shapes}",
                names = names.join(", "),
                shapes = SHAPES.join(", ")
            ),
        });
    };
    if geometry.children.len() > 1 {
        let used = geometry.children.swap_remove(first);
        repairs.push(used.report(format!("a <geometry> contains several shapes; using <{name}>", name = used.name)));
        geometry.children = vec![used];
    }
    sizes(&mut geometry.children[0], repairs)
}

/// Makes negative sizes positive; returns the reason if a shape has no extent.
fn sizes(shape: &mut Element, repairs: &mut Vec<Report>) -> Option<String> {
    let name = shape.name.clone();
    let place = shape.clone_place();
    for (attribute, value) in &mut shape.attributes {
        let is_scale = name == "mesh" && attribute == "scale";
        if !is_scale && !["size", "radius", "length"].contains(&attribute.as_str()) {
            continue;
        }
        let numbers: Vec<f64> = value.split_whitespace().map_while(|word| word.parse().ok()).collect();
        if numbers.contains(&0.0) {
            return Some(format!("the {attribute} of its <{name}> is 0"));
        }
        // A negative scale mirrors.
        if !is_scale && numbers.iter().any(|number| *number < 0.0) {
            let positive: Vec<String> = numbers.iter().map(|number| number.abs().to_string()).collect();
            let positive = positive.join(" ");
            let message = format!("the {attribute} of a <{name}> is negative; using {positive}");
            repairs.push(place.report(message).found(&*value));
            *value = positive;
        }
    }
    None
}

/// Converts a plane to the upper face of a large box.
fn plane(owner: &mut Element, repairs: &mut Vec<Report>) {
    let numbers = |element: Option<&Element>, name: &str| {
        let text = element.and_then(|element| element.attribute(name)).unwrap_or_default();
        let numbers: Vec<f64> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
        <[f64; 3]>::try_from(numbers).ok().map(Vector3::from)
    };
    let origin = owner.first("origin");
    let at = numbers(origin, "xyz").unwrap_or_default();
    let rpy = numbers(origin, "rpy").unwrap_or_default();
    let Some(geometry) = owner.first("geometry") else { return };
    let normal = geometry.first("plane").and_then(|plane| Unit::try_new(numbers(Some(plane), "normal")?, 1e-9));
    let normal = normal.unwrap_or_else(Vector3::z_axis);
    let turn = UnitQuaternion::rotation_between_axis(&Vector3::z_axis(), &normal)
        .unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI));
    let link_from_origin = Isometry3::from_parts(at.into(), UnitQuaternion::from_euler_angles(rpy.x, rpy.y, rpy.z));
    let below = Isometry3::from_parts(Translation3::identity(), turn) * Translation3::new(0.0, 0.0, -PLANE_DEPTH / 2.0);
    let link_from_box = link_from_origin * below;
    let (place, text) = (geometry.clone_place(), |parts: [f64; 3]| parts.map(|part| part.to_string()).join(" "));
    let message = format!("a <plane> is converted to the top face of a box of {PLANE} m × {PLANE} m × {PLANE_DEPTH} m");
    repairs.push(place.report(message));
    let element = |name: &str, attributes: Vec<(&str, String)>, children: Vec<Element>| Element {
        name: name.to_string(),
        attributes: attributes.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        children,
        ..place.clone_place()
    };
    let (roll, pitch, yaw) = link_from_box.rotation.euler_angles();
    let xyz = ("xyz", text(link_from_box.translation.vector.into()));
    let origin = element("origin", vec![xyz, ("rpy", text([roll, pitch, yaw]))], Vec::new());
    let size = ("size", text([PLANE, PLANE, PLANE_DEPTH]));
    let geometry = element("geometry", Vec::new(), vec![element("box", vec![size], Vec::new())]);
    owner.children.retain(|child| !["origin", "geometry"].contains(&child.name.as_str()));
    owner.children.extend([origin, geometry]);
}

fn joint(joint: &mut Element, repairs: &mut Vec<Report>) {
    trim(joint, "name", repairs);
    let name = joint.attribute("name").unwrap_or_default().to_string();
    let moves = joint.attribute("type") != Some("fixed");
    for child in &mut joint.children {
        match child.name.as_str() {
            "parent" | "child" => trim(child, "link", repairs),
            "mimic" => trim(child, "joint", repairs),
            "axis" if moves => {
                let Some((_, xyz)) = child.attributes.iter_mut().find(|(name, _)| name == "xyz") else { continue };
                let mut numbers = xyz.split_whitespace().map(str::parse);
                if !xyz.trim().is_empty() && numbers.all(|number| number == Ok(0.0)) {
                    *xyz = "1 0 0".to_string();
                    repairs.push(child.report(format!("the axis of joint `{name}` is zero; using 1 0 0")));
                }
            }
            "limit" => limit(child, &name, repairs),
            _ => {}
        }
    }
}

fn limit(limit: &mut Element, joint: &str, repairs: &mut Vec<Report>) {
    let number = |name: &str| limit.attribute(name)?.trim().parse::<f64>().ok();
    let (lower, upper, velocity) = (number("lower"), number("upper"), number("velocity"));
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower > upper
    {
        let message = format!("the limits of joint `{joint}` are in the wrong order; swapped");
        repairs.push(limit.report(message).found(format_args!("[{lower}, {upper}]")));
        for (name, _) in &mut limit.attributes {
            match name.as_str() {
                "lower" => *name = "upper".to_string(),
                "upper" => *name = "lower".to_string(),
                _ => {}
            }
        }
    }
    if velocity.is_some_and(|velocity| velocity < 0.0) {
        let message = format!("the velocity limit of joint `{joint}` is negative; using its magnitude");
        repairs.push(limit.report(message));
        let value = limit.attributes.iter_mut().find(|(name, _)| name == "velocity");
        value.into_iter().for_each(|(_, value)| *value = value.trim().trim_start_matches('-').to_string());
    }
}

/// Trims spaces from the ends of a name.
fn trim(element: &mut Element, attribute: &str, repairs: &mut Vec<Report>) {
    let place = element.clone_place();
    let Some((_, value)) = element.attributes.iter_mut().find(|(name, _)| name == attribute) else { return };
    let trimmed = value.trim();
    if !trimmed.is_empty() && trimmed.len() != value.len() {
        *value = trimmed.to_string();
        repairs.push(place.report(format!("the name `{value}` has leading or trailing spaces; removed")));
    }
}

/// Replaces invalid mass properties with the nearest valid ones; returns a description of the repair.
pub(super) fn inertia(mass: &mut MassProperties) -> Option<String> {
    if mass.mass < 0.0 {
        let message = format!("negative mass of {mass} kg; set to 0", mass = mass.mass);
        *mass = MassProperties { center: mass.center, ..MassProperties::default() };
        return Some(message);
    }
    if mass.mass == 0.0 {
        let wrong = mass.inertia != [0.0; 6];
        mass.inertia = [0.0; 6];
        return wrong.then(|| "inertia without mass; inertia ignored".to_string());
    }
    let smallest = 0.4 * mass.mass * SMALLEST * SMALLEST;
    let Some((moments, axes)) = principal_axes(&mass.inertia) else {
        mass.inertia = [smallest, smallest, smallest, 0.0, 0.0, 0.0];
        return Some(format!("mass without inertia; using a ball of radius {SMALLEST} m, {smallest:.4e} kg·m²"));
    };
    let mut repaired = moments;
    if moments[0] <= 0.0 {
        // A moment far below the largest one would be lost in rounding.
        let smallest = smallest.max(1e-9 * moments[2]);
        repaired = moments.map(|moment| moment.max(smallest));
    }
    let excess = repaired[2] - repaired[0] - repaired[1];
    if excess > ROUNDING * repaired[2] {
        // The nearest point of the plane I₁ + I₂ = I₃.
        repaired = [repaired[0] + excess / 3.0, repaired[1] + excess / 3.0, repaired[2] - excess / 3.0];
    }
    if repaired == moments {
        return None;
    }
    let whole = axes * Matrix3::from_diagonal(&Vector3::from(repaired)) * axes.transpose();
    mass.inertia = sim_geometry::inertia::inertia_entries(&whole);
    let text = |moments: [f64; 3]| moments.map(|moment| format!("{moment:.4e}")).join(", ");
    let (was, repaired) = (text(moments), text(repaired));
    Some(match moments[0] <= 0.0 {
        true => format!("the inertia is not positive definite: principal moments {was}; using {repaired}"),
        false => format!("the inertia violates the triangle inequality: principal moments {was}; using {repaired}"),
    })
}

/// Attaches all roots except the first to the first one, with fixed joints at its origin; returns their names.
pub(super) fn roots(links: &[Link], joints: &mut Vec<Joint>) -> Vec<String> {
    let children: BTreeSet<&str> = joints.iter().map(|joint| joint.child.as_str()).collect();
    let mut roots = links.iter().map(|link| link.name.as_str()).filter(|name| !children.contains(name));
    let Some(first) = roots.next() else { return Vec::new() };
    let others: Vec<String> = roots.map(str::to_string).collect();
    let mut names: BTreeSet<String> = joints.iter().map(|joint| joint.name.clone()).collect();
    for other in &others {
        let mut name = format!("{first}_to_{other}");
        while !names.insert(name.clone()) {
            name.push('_');
        }
        joints.push(Joint { name, parent: first.to_string(), child: other.clone(), ..Joint::default() });
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments after the repair, and the report.
    fn repaired(inertia_of: [f64; 6]) -> ([f64; 3], Option<String>) {
        let mut mass = MassProperties { mass: 2.0, inertia: inertia_of, ..MassProperties::default() };
        let said = inertia(&mut mass);
        (principal_axes(&mass.inertia).unwrap().0, said)
    }

    #[test]
    fn an_inertia_goes_to_the_nearest_that_a_body_can_have() {
        let (moments, said) = repaired([1.0, 2.0, 6.0, 0.0, 0.0, 0.0]);
        // (1, 2, 6) is 3 above the plane I₁ + I₂ = I₃ along (−1, −1, 1): each moment changes by 1.
        assert!(moments.iter().zip([2.0, 3.0, 5.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{moments:?}");
        assert!(said.unwrap().contains("using 2.0000e0, 3.0000e0, 5.0000e0"));
        assert_eq!(repaired([1.0, 2.0, 3.01, 0.0, 0.0, 0.0]).1, None, "off by rounding");
        let (moments, said) = repaired([0.1, -0.1, 0.1, 0.0, 0.0, 0.0]);
        assert!((moments[0] - 0.8e-6).abs() < 1e-12 && said.unwrap().contains("not positive definite"), "{moments:?}");
        let (moments, said) = repaired([0.0; 6]);
        assert!((moments[2] - 0.8e-6).abs() < 1e-18 && said.unwrap().contains("without inertia"));
        // The axes are kept: the matrix below has the moments 1, 2 and 9 about axes rotated by 45° about z.
        let (moments, _) = repaired([5.0, 5.0, 2.0, 4.0, 0.0, 0.0]);
        assert!(moments.iter().zip([3.0, 4.0, 7.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{moments:?}");
    }

    #[test]
    fn mass_without_sense_is_left_out() {
        let mut light = MassProperties { mass: -1.0, center: [0.1, 0.0, 0.0], inertia: [1.0; 6] };
        assert!(inertia(&mut light).unwrap().contains("negative"));
        assert_eq!(light, MassProperties { center: [0.1, 0.0, 0.0], ..MassProperties::default() });
        let mut none = MassProperties { inertia: [1.0, 1.0, 1.0, 0.0, 0.0, 0.0], ..MassProperties::default() };
        assert!(inertia(&mut none).unwrap().contains("ignored"));
        assert_eq!((none, inertia(&mut none)), (MassProperties::default(), None));
    }
}
