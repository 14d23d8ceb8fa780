//! What a URDF may hold, checked on the tree with positions, before the values are read.
//!
//! What is known stays and goes on to the reader; what is known to be ignored or not known at all becomes a warning.
//! Source: the URDF XML specification, <http://wiki.ros.org/urdf/XML>.

use super::error::{ModelError, Report};
use super::xml::Element;
use nalgebra::{Quaternion, UnitQuaternion};

/// What an attribute holds.
#[derive(Clone, Copy)]
enum Kind {
    /// Any text.
    Text,
    /// So many finite numbers, separated by spaces.
    Numbers(usize),
    /// A number that may be infinite.
    Bound,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// Whether something must be there.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Must,
    May,
}
use Kind::{Bound, Numbers, Text, Word};
use Need::{May, Must};

/// How often a child may occur.
#[derive(Clone, Copy, PartialEq)]
enum Times {
    Once,
    AtMostOnce,
    Any,
}
use Times::{Any, AtMostOnce, Once};

/// An element of URDF.
struct Rule {
    name: &'static str,
    attributes: &'static [(&'static str, Kind, Need)],
    children: &'static [(&'static str, Times)],
    /// Children and attributes that mean something but not here, with what becomes of them.
    ignored: &'static [(&'static str, &'static str)],
}

const JOINT_TYPES: &[&str] = &["fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"];

/// The shapes of a `<geometry>`.
const SHAPES: &[&str] = &["box", "cylinder", "sphere", "capsule", "mesh"];

const RULES: &[Rule] = &[
    Rule {
        name: "robot",
        attributes: &[("name", Text, Must), ("version", Text, May)],
        children: &[("link", Any), ("joint", Any), ("material", Any)],
        ignored: &[
            ("gazebo", "it is for another simulator; mount sensors and actuators in the scene"),
            ("transmission", "mount an actuator in the scene"),
            ("sensor", "mount a sensor in the scene"),
            ("ros2_control", "mount actuators and a controller in the scene"),
        ],
    },
    Rule {
        name: "link",
        attributes: &[("name", Text, Must)],
        children: &[("inertial", AtMostOnce), ("visual", Any), ("collision", Any)],
        ignored: &[("type", ""), ("sensor", "mount a sensor in the scene"), ("gazebo", "it is for another simulator")],
    },
    Rule {
        name: "inertial",
        attributes: &[],
        children: &[("origin", AtMostOnce), ("mass", Once), ("inertia", Once)],
        ignored: &[],
    },
    Rule { name: "mass", attributes: &[("value", Numbers(1), Must)], children: &[], ignored: &[] },
    Rule {
        name: "inertia",
        attributes: &[
            ("ixx", Numbers(1), Must),
            ("ixy", Numbers(1), Must),
            ("ixz", Numbers(1), Must),
            ("iyy", Numbers(1), Must),
            ("iyz", Numbers(1), Must),
            ("izz", Numbers(1), Must),
        ],
        children: &[],
        ignored: &[],
    },
    Rule {
        name: "visual",
        attributes: &[("name", Text, May)],
        children: &[("origin", AtMostOnce), ("geometry", Once), ("material", AtMostOnce)],
        ignored: &[],
    },
    Rule {
        name: "collision",
        attributes: &[("name", Text, May)],
        children: &[("origin", AtMostOnce), ("geometry", Once)],
        ignored: &[("verbose", ""), ("contact_coefficients", "friction belongs to the scene"), ("material", "")],
    },
    Rule {
        name: "origin",
        attributes: &[("xyz", Numbers(3), May), ("rpy", Numbers(3), May), ("quat_xyzw", Numbers(4), May)],
        children: &[],
        ignored: &[],
    },
    Rule {
        name: "geometry",
        attributes: &[],
        children: &[
            ("box", AtMostOnce),
            ("cylinder", AtMostOnce),
            ("sphere", AtMostOnce),
            ("capsule", AtMostOnce),
            ("mesh", AtMostOnce),
        ],
        ignored: &[],
    },
    Rule { name: "box", attributes: &[("size", Numbers(3), Must)], children: &[], ignored: &[] },
    Rule {
        name: "cylinder",
        attributes: &[("radius", Numbers(1), Must), ("length", Numbers(1), Must)],
        children: &[],
        ignored: &[],
    },
    Rule { name: "sphere", attributes: &[("radius", Numbers(1), Must)], children: &[], ignored: &[] },
    Rule {
        name: "capsule",
        attributes: &[("radius", Numbers(1), Must), ("length", Numbers(1), Must)],
        children: &[],
        ignored: &[],
    },
    Rule {
        name: "mesh",
        attributes: &[("filename", Text, Must), ("scale", Numbers(3), May)],
        children: &[],
        ignored: &[],
    },
    Rule {
        name: "material",
        attributes: &[("name", Text, May)],
        children: &[("color", AtMostOnce)],
        ignored: &[("texture", "only colors are drawn")],
    },
    Rule { name: "color", attributes: &[("rgba", Numbers(4), Must)], children: &[], ignored: &[] },
    Rule {
        name: "joint",
        attributes: &[("name", Text, Must), ("type", Word(JOINT_TYPES), Must)],
        children: &[
            ("origin", AtMostOnce),
            ("parent", Once),
            ("child", Once),
            ("axis", AtMostOnce),
            ("limit", AtMostOnce),
        ],
        ignored: &[
            ("calibration", "the joint's zero is its origin"),
            ("dynamics", "damping and friction belong to the dynamics"),
            ("safety_controller", "the limits alone hold"),
            ("mimic", "the joint moves on its own; let a controller couple the two"),
        ],
    },
    Rule { name: "parent", attributes: &[("link", Text, Must)], children: &[], ignored: &[] },
    Rule { name: "child", attributes: &[("link", Text, Must)], children: &[], ignored: &[] },
    Rule { name: "axis", attributes: &[("xyz", Numbers(3), Must)], children: &[], ignored: &[] },
    Rule {
        name: "limit",
        attributes: &[("lower", Bound, May), ("upper", Bound, May), ("effort", Bound, May), ("velocity", Bound, May)],
        children: &[],
        ignored: &[
            ("acceleration", "the dynamics decides"),
            ("deceleration", "the dynamics decides"),
            ("jerk", "the dynamics decides"),
        ],
    },
];

/// The robot element reduced to what is read, and a warning for everything that is not.
///
/// Fails at the first element or attribute that is required and absent, repeated, or malformed.
pub(super) fn reduce(root: &Element) -> Result<(Element, Vec<Report>), ModelError> {
    if root.name != "robot" {
        let report = root.report(format!("the outermost element is <{}>", root.name)).expected("<robot name=\"…\">");
        return Err(ModelError::Unsupported(Box::new(report.help("name a URDF file"))));
    }
    let mut warnings = Vec::new();
    let mut reduced = reduce_element(root, "", &mut warnings)?;
    let quaternions = version(root) >= (1, 1);
    complete(&mut reduced, quaternions, &mut warnings)?;
    Ok((reduced, warnings))
}

/// Version of the format that the file states; absent or malformed means 1.0.
fn version(root: &Element) -> (u32, u32) {
    let stated = root.attribute("version").and_then(|text| text.trim().split_once('.'));
    stated.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?))).unwrap_or((1, 0))
}

/// Fills in what the reader of values insists on, and turns quaternions (URDF 1.1) into roll, pitch and yaw.
fn complete(element: &mut Element, quaternions: bool, warnings: &mut Vec<Report>) -> Result<(), ModelError> {
    if element.name == "material" && element.attribute("name").is_none() {
        element.attributes.push(("name".to_string(), String::new()));
    }
    if element.name == "limit" {
        for name in ["velocity", "effort"] {
            if element.attribute(name).is_none() {
                element.attributes.push((name.to_string(), "inf".to_string()));
            }
        }
    }
    if let Some(index) = element.attributes.iter().position(|(name, _)| name == "quat_xyzw") {
        let (_, text) = element.attributes.remove(index);
        if !quaternions {
            let report = element.report("the attribute `quat_xyzw` is ignored");
            warnings.push(report.help("state version=\"1.1\" in <robot>, or use rpy"));
        } else if element.attribute("rpy").is_some() {
            let report = element.report("an <origin> has both `rpy` and `quat_xyzw`").help("keep one");
            return Err(ModelError::Structure(Box::new(report)));
        } else {
            let rpy = rpy_of(&text).ok_or_else(|| {
                let report = element.report("the quaternion is zero").found(&text);
                ModelError::Value(Box::new(report.expected("x y z w of a rotation, such as 0 0 0 1")))
            })?;
            element.attributes.push(("rpy".to_string(), rpy));
        }
    }
    element.children.iter_mut().try_for_each(|child| complete(child, quaternions, warnings))
}

/// Roll, pitch and yaw of a quaternion written x y z w; none if it is no rotation.
fn rpy_of(text: &str) -> Option<String> {
    let parts: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [x, y, z, w] = parts[..] else { return None };
    let rotation = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), 1e-12)?;
    let (roll, pitch, yaw) = rotation.euler_angles();
    [roll, pitch, yaw].iter().all(|angle| angle.is_finite()).then(|| format!("{roll} {pitch} {yaw}"))
}

fn reduce_element(element: &Element, above: &str, warnings: &mut Vec<Report>) -> Result<Element, ModelError> {
    let rule = RULES.iter().find(|rule| rule.name == element.name).expect("invariant: every named child has a rule");
    let path = place(above, element);
    let mut reduced = Element { name: element.name.clone(), ..element.clone_place() };
    for (name, value) in &element.attributes {
        match rule.attributes.iter().find(|(known, ..)| known == name) {
            Some((_, kind, _)) => {
                if let Some(report) = check_value(*kind, value) {
                    let report = report.at(element.line, element.column).path(format!("{path}/@{name}"));
                    return Err(ModelError::Value(Box::new(report.found(format_args!("\"{value}\"")))));
                }
                reduced.attributes.push((name.clone(), value.clone()));
            }
            // A declared prefix says nothing about the robot.
            None if name.starts_with("xmlns") || name.starts_with("xml:") => {}
            None => warnings.push(ignored(element, &format!("the attribute `{name}`"), name, rule, &path)),
        }
    }
    if let Some((name, ..)) =
        rule.attributes.iter().find(|(name, _, need)| *need == Must && element.attribute(name).is_none())
    {
        let report = element.report(format!("<{}> has no attribute `{name}`", element.name)).path(path);
        return Err(ModelError::Missing(Box::new(report.help(format!("add {name}=\"…\"")))));
    }
    for child in &element.children {
        if rule.children.iter().any(|(name, _)| *name == child.name) {
            reduced.children.push(reduce_element(child, &path, warnings)?);
        } else if element.name == "geometry" {
            let report = child.report(format!("unknown shape <{}>", child.name)).path(path);
            return Err(ModelError::Unknown(Box::new(report.known(&child.name, SHAPES.iter().copied()))));
        } else {
            warnings.push(ignored(child, &format!("<{}>", child.name), &child.name, rule, &path));
        }
    }
    check_counts(element, rule, &path)?;
    Ok(reduced)
}

/// The warning for a child or an attribute that is not read.
fn ignored(at: &Element, what: &str, name: &str, rule: &Rule, path: &str) -> Report {
    let named = at.attribute("name").filter(|_| what.starts_with('<'));
    let of = named.map(|name| format!(" `{name}`")).unwrap_or_default();
    let report = at.report(format!("{what}{of} is ignored")).path(path);
    match rule.ignored.iter().find(|(known, _)| *known == name) {
        Some((_, "")) => report,
        Some((_, help)) => report.help(*help),
        None => {
            let known =
                rule.children.iter().map(|(name, _)| *name).chain(rule.attributes.iter().map(|(name, ..)| *name));
            report.known(name, known)
        }
    }
}

fn check_counts(element: &Element, rule: &Rule, path: &str) -> Result<(), ModelError> {
    for (name, times) in rule.children {
        let count = element.all(name).count();
        if *times == Once && count == 0 {
            let report = element.report(format!("<{}> has no <{name}>", element.name)).path(path);
            return Err(ModelError::Missing(Box::new(report.help(format!("add <{name} …/>")))));
        }
        if let (Once | AtMostOnce, Some(second)) = (*times, element.all(name).nth(1)) {
            let report = second.report(format!("<{}> has more than one <{name}>", element.name)).path(path);
            return Err(ModelError::Structure(Box::new(report.help("keep one"))));
        }
    }
    if element.name == "geometry" && element.children.len() != 1 {
        let report = element.report("a <geometry> holds exactly one shape").path(path);
        let report = report.expected(format!("one of {}", SHAPES.join(", ")));
        return Err(ModelError::Structure(Box::new(report.found(element.children.len()))));
    }
    Ok(())
}

/// What is wrong with a value; none: nothing.
fn check_value(kind: Kind, value: &str) -> Option<Report> {
    let numbers = |finite: bool| -> Option<usize> {
        value.split_whitespace().try_fold(0, |count, word| {
            let number: f64 = word.parse().ok()?;
            (number.is_finite() || (!finite && number.is_infinite())).then_some(count + 1)
        })
    };
    match kind {
        Text => None,
        Numbers(count) if numbers(true) == Some(count) => None,
        Numbers(1) => Some(Report::new("this is not one number").expected("one finite number")),
        Numbers(count) => Some(
            Report::new(format!("these are not {count} numbers"))
                .expected(format!("{count} finite numbers separated by spaces")),
        ),
        Bound if numbers(false) == Some(1) => None,
        Bound => Some(Report::new("this is not one number").expected("one number")),
        Word(words) if words.contains(&value) => None,
        Word(words) => Some(Report::new(format!("unknown joint type `{value}`")).known(value, words.iter().copied())),
    }
}

/// Path of an element, such as `robot/link[arm]/visual`.
fn place(above: &str, element: &Element) -> String {
    let name = element.attribute("name").map(|name| format!("[{name}]")).unwrap_or_default();
    if above.is_empty() { element.name.clone() } else { format!("{above}/{}{name}", element.name) }
}
