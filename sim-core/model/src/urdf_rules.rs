//! Rules of the URDF format, checked on the tree with positions before the values are read.
//!
//! Known content is passed to the reader; content that is ignored or unknown becomes a warning, and an error with an obvious
//! fix a repair.
//! Source: the URDF XML specification, <http://wiki.ros.org/urdf/XML>.

use super::xml::Element;
use crate::model_error::{ModelError, Report};
use nalgebra::{Quaternion, UnitQuaternion};
use std::collections::BTreeSet;

/// Type of an attribute.
#[derive(Clone, Copy)]
enum Kind {
    /// Any string.
    Text,
    /// This many finite numbers, separated by spaces.
    Numbers(usize),
    /// A number that may be infinite.
    Bound,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// Whether an attribute or element is required.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Must,
    May,
    /// Recommended; this default is used if it is missing.
    Else(&'static str),
}
use Kind::{Bound, Numbers, Text, Word};
use Need::{Else, May, Must};

/// Findings in a file.
#[derive(Default)]
pub(super) struct Findings {
    /// Ignored or guessed data.
    pub warnings: Vec<Report>,
    /// Repaired errors.
    pub repairs: Vec<Report>,
    /// Errors without an obvious fix; their elements are left out.
    pub errors: Vec<ModelError>,
}

/// Allowed number of occurrences of a child.
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
    /// Children and attributes that are valid but not used here, with the consequence.
    ignored: &'static [(&'static str, Option<&'static str>)],
}

const JOINT_TYPES: &[&str] = &["fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"];

/// Shapes of a `<geometry>`.
pub(super) const SHAPES: &[&str] = &["box", "cylinder", "sphere", "capsule", "mesh"];

const RULES: &[Rule] = &[
    Rule {
        name: "robot",
        attributes: &[("name", Text, Must), ("version", Text, May)],
        children: &[("link", Any), ("joint", Any), ("material", Any)],
        ignored: &[
            ("gazebo", Some("for another simulator; mount sensors and actuators in the scene")),
            ("transmission", Some("mount an actuator in the scene")),
            ("sensor", Some("mount a sensor in the scene")),
            ("ros2_control", Some("mount actuators and a controller in the scene")),
        ],
    },
    Rule {
        name: "link",
        attributes: &[("name", Text, Must)],
        children: &[("inertial", AtMostOnce), ("visual", Any), ("collision", Any)],
        ignored: &[
            ("type", None),
            ("sensor", Some("mount a sensor in the scene")),
            ("gazebo", Some("for another simulator")),
        ],
    },
    Rule {
        name: "inertial",
        attributes: &[],
        children: &[("origin", AtMostOnce), ("mass", AtMostOnce), ("inertia", AtMostOnce)],
        ignored: &[],
    },
    Rule { name: "mass", attributes: &[("value", Numbers(1), Else("0"))], children: &[], ignored: &[] },
    Rule {
        name: "inertia",
        attributes: &[
            ("ixx", Numbers(1), Else("0")),
            ("ixy", Numbers(1), Else("0")),
            ("ixz", Numbers(1), Else("0")),
            ("iyy", Numbers(1), Else("0")),
            ("iyz", Numbers(1), Else("0")),
            ("izz", Numbers(1), Else("0")),
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
        ignored: &[("verbose", None), ("contact_coefficients", Some("set friction in the scene")), ("material", None)],
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
        ignored: &[("texture", Some("only colors are drawn"))],
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
            ("mimic", AtMostOnce),
        ],
        ignored: &[
            ("calibration", Some("the joint's zero is its origin")),
            ("dynamics", Some("set damping and friction in the dynamics")),
            ("safety_controller", Some("only the joint limits apply")),
        ],
    },
    Rule { name: "parent", attributes: &[("link", Text, Must)], children: &[], ignored: &[] },
    Rule { name: "child", attributes: &[("link", Text, Must)], children: &[], ignored: &[] },
    Rule { name: "axis", attributes: &[("xyz", Numbers(3), Else("1 0 0"))], children: &[], ignored: &[] },
    Rule {
        name: "mimic",
        attributes: &[("joint", Text, Must), ("multiplier", Numbers(1), May), ("offset", Numbers(1), May)],
        children: &[],
        ignored: &[],
    },
    Rule {
        name: "limit",
        attributes: &[("lower", Bound, May), ("upper", Bound, May), ("effort", Bound, May), ("velocity", Bound, May)],
        children: &[],
        ignored: &[
            ("acceleration", Some("set by the dynamics")),
            ("deceleration", Some("set by the dynamics")),
            ("jerk", Some("set by the dynamics")),
        ],
    },
];

/// Whether an element of a robot or a link belongs to other programs and is skipped.
pub(super) fn is_foreign(name: &str) -> bool {
    ["gazebo", "transmission", "sensor", "ros2_control"].contains(&name)
}

/// Reduces the robot element to the content that is read, without elements that lack a required part or have a malformed value,
/// which are errors. `None` if nothing is left.
pub(super) fn reduce(root: &Element, findings: &mut Findings) -> Option<Element> {
    if root.name != "robot" {
        let report =
            root.report(format!("the root element is <{name}>", name = root.name)).expected("<robot name=\"…\">");
        findings.errors.push(ModelError::Unsupported(Box::new(report.help("specify a URDF file"))));
        return None;
    }
    let mut reduced = reduce_element(root, "", findings)?;
    complete(&mut reduced, version(root) >= (1, 1), findings);
    Some(reduced)
}

/// Format version of the file; 1.0 if missing or malformed.
fn version(root: &Element) -> (u32, u32) {
    let stated = root.attribute("version").and_then(|text| text.trim().split_once('.'));
    stated.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?))).unwrap_or((1, 0))
}

/// Adds defaults required by the value reader, and converts quaternions (URDF 1.1) to roll, pitch and yaw.
fn complete(element: &mut Element, quaternions: bool, findings: &mut Findings) {
    if element.name == "material" && element.attribute("name").is_none() {
        element.attributes.push(("name".to_string(), String::new()));
    }
    if element.name == "inertial" {
        for (name, attributes) in [("mass", &["value"][..]), ("inertia", &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"])] {
            if element.first(name).is_none() {
                findings.repairs.push(element.report(format!("missing <{name}> in <inertial>; using 0")));
                let zeros = attributes.iter().map(|attribute| (attribute.to_string(), "0".to_string())).collect();
                element.children.push(Element { name: name.to_string(), attributes: zeros, ..element.clone_place() });
            }
        }
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
            findings.warnings.push(report.help("set version=\"1.1\" in <robot>, or use rpy"));
        } else if element.attribute("rpy").is_some() {
            let report = element.report("an <origin> has both `rpy` and `quat_xyzw`").help("remove one of them");
            findings.errors.push(ModelError::Structure(Box::new(report)));
        } else if let Some(rpy) = rpy_of(&text) {
            element.attributes.push(("rpy".to_string(), rpy));
        } else {
            let report = element.report("the quaternion is zero").found(&text);
            let report = report.expected("a quaternion x y z w, such as 0 0 0 1");
            findings.errors.push(ModelError::Value(Box::new(report)));
        }
    }
    element.children.iter_mut().for_each(|child| complete(child, quaternions, findings));
}

/// Roll, pitch and yaw of a quaternion given as x y z w; `None` if it is not a rotation.
fn rpy_of(text: &str) -> Option<String> {
    let parts: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [x, y, z, w] = parts[..] else { return None };
    let rotation = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), 1e-12)?;
    let (roll, pitch, yaw) = rotation.euler_angles();
    [roll, pitch, yaw].iter().all(|angle| angle.is_finite()).then(|| format!("{roll} {pitch} {yaw}"))
}

/// The content of an element that is read; `None` after an error, unless it is in a part that can be left out.
fn reduce_element(element: &Element, above: &str, findings: &mut Findings) -> Option<Element> {
    let rule = RULES.iter().find(|rule| rule.name == element.name).expect("invariant: every named child has a rule");
    let path = place(above, element);
    let mut reduced = Element { name: element.name.clone(), ..element.clone_place() };
    let before = findings.errors.len();
    for (name, value) in &element.attributes {
        match rule.attributes.iter().find(|(known, ..)| known == name) {
            Some((_, kind, _)) => {
                let located = |report: Report| {
                    let report = report.at(element.line, element.column).path(format!("{path}/@{name}"));
                    report.found(format_args!("\"{value}\""))
                };
                match (check_value(*kind, value), repaired(*kind, value)) {
                    (None, _) => reduced.attributes.push((name.clone(), value.clone())),
                    (Some(report), Some(repaired)) => {
                        let (tag, message) = (&element.name, &report.message);
                        let message = format!("`{name}` of <{tag}>: {message}; using \"{repaired}\"");
                        findings.repairs.push(located(Report { message, ..report }));
                        reduced.attributes.push((name.clone(), repaired));
                    }
                    (Some(report), None) => findings.errors.push(ModelError::Value(Box::new(located(report)))),
                }
            }
            // A namespace declaration is not part of the robot.
            None if name.starts_with("xmlns") || name.starts_with("xml:") => {}
            None => findings.warnings.push(ignored(element, format!("the attribute `{name}`"), name, rule, &path)),
        }
    }
    for (name, _, need) in rule.attributes.iter().filter(|(name, ..)| element.attribute(name).is_none()) {
        let message = format!("missing attribute `{name}` of <{tag}>", tag = element.name);
        match need {
            May => {}
            Must => {
                let report = element.report(message).path(&path).help(format!("add {name}=\"…\""));
                findings.errors.push(ModelError::Missing(Box::new(report)));
            }
            Else(value) => {
                let report = element.report(format!("{message}; using {value}")).path(&path);
                findings.repairs.push(report);
                reduced.attributes.push((name.to_string(), value.to_string()));
            }
        }
    }
    check_counts(element, rule, &path, findings);
    let mut is_usable = findings.errors.len() == before;
    let mut seen = BTreeSet::new();
    for child in &element.children {
        match rule.children.iter().find(|(name, _)| *name == child.name) {
            Some((name, Once | AtMostOnce)) if !seen.insert(*name) => {
                let report = child.report(format!("<{tag}> has several <{name}>; using the first", tag = element.name));
                findings.repairs.push(report.path(&path));
            }
            Some((_, times)) => match reduce_element(child, &path, findings) {
                Some(child) => reduced.children.push(child),
                // A geometry is nothing without its shape.
                None => is_usable &= *times != Once && element.name != "geometry",
            },
            None => {
                let what = format!("<{}>", child.name);
                findings.warnings.push(ignored(child, what, &child.name, rule, &path));
            }
        }
    }
    is_usable.then_some(reduced)
}

/// Warning for a child or an attribute that is not read.
fn ignored(at: &Element, what: String, name: &str, rule: &Rule, path: &str) -> Report {
    let named = at.attribute("name").filter(|_| what.starts_with('<'));
    let of = named.map(|name| format!(" `{name}`")).unwrap_or_default();
    let report = at.report(format!("{what}{of} is ignored")).path(path);
    match rule.ignored.iter().find(|(known, _)| *known == name) {
        Some((_, None)) => report,
        Some((_, Some(help))) => report.help(*help),
        None => {
            let known =
                rule.children.iter().map(|(name, _)| *name).chain(rule.attributes.iter().map(|(name, ..)| *name));
            report.known(name, known)
        }
    }
}

fn check_counts(element: &Element, rule: &Rule, path: &str, findings: &mut Findings) {
    let needed = rule.children.iter().filter(|(_, times)| *times == Once);
    for (name, _) in needed.filter(|(name, _)| element.first(name).is_none()) {
        let report = element.report(format!("missing <{name}> in <{tag}>", tag = element.name)).path(path);
        findings.errors.push(ModelError::Missing(Box::new(report.help(format!("add <{name} …/>")))));
    }
}

/// Checks a value; `None` if it is valid.
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
        Numbers(1) => Some(Report::new("not a number").expected("one finite number")),
        Numbers(count) => Some(
            Report::new(format!("not {count} numbers")).expected(format!("{count} finite numbers separated by spaces")),
        ),
        Bound if numbers(false) == Some(1) => None,
        Bound => Some(Report::new("not a number").expected("one number")),
        Word(words) if words.contains(&value) => None,
        Word(words) => Some(Report::new(format!("unknown joint type `{value}`")).known(value, words.iter().copied())),
    }
}

/// Repairs lists of numbers with a wrong form or count: other separators, too many numbers, a color without opacity, text
/// after a number.
fn repaired(kind: Kind, value: &str) -> Option<String> {
    let count = match kind {
        Numbers(count) => count,
        Bound => 1,
        Text | Word(_) => return None,
    };
    let separated = value.contains([',', ';']);
    let words = value.split(|c: char| c.is_whitespace() || ",;".contains(c)).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.map(number_at_start).collect::<Option<_>>()?;
    let text = match (count, words.as_slice()) {
        (4, [_, _, _]) => format!("{} 1", words.join(" ")),
        // A comma may be a decimal separator; then there are too many numbers.
        (_, all) if separated && all.len() != count => return None,
        _ => words.get(..count)?.join(" "),
    };
    check_value(kind, &text).is_none().then_some(text)
}

/// The number at the start of a word, as C parsers read it.
fn number_at_start(word: &str) -> Option<&str> {
    let ends = word.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
    ends.take(64).map(|end| &word[..end]).find(|start| start.parse::<f64>().is_ok())
}

/// Path of an element, such as `robot/link[arm]/visual`.
fn place(above: &str, element: &Element) -> String {
    let name = element.attribute("name").map(|name| format!("[{name}]")).unwrap_or_default();
    if above.is_empty() { element.name.clone() } else { format!("{above}/{}{name}", element.name) }
}
