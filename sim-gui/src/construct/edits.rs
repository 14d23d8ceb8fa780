//! The edits of the construct panel, each one undo step.

use super::robot::{Piece, Robot, Sort, Turning};
use crate::actions::{EditRequest, Request};
use crate::text::construct as words;
use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use serde_json::{Map, Value};
use sim_core::scene::decode::{Segment, path_text};
use sim_core::scene::text::{Kind, Node};
use sim_edit::{Document, Edit, rounded, rounded_angle};

/// Offset of a copy from its original, m.
const COPY: [f64; 2] = [0.0, -0.02];

/// Fields of a part: paths within the robot, and values.
type Fields = Vec<(String, Option<Node>)>;

fn path(steps: &[&str]) -> String {
    path_text(&steps.iter().map(|step| Segment::Key((*step).to_owned())).collect::<Vec<_>>())
}

fn request(robot: &Robot, fields: Fields, label: String) -> Request {
    Request::Edit(EditRequest::Apply {
        edit: Edit::SetAll { target: robot.target.clone(), fields, label },
        coalesce: false,
    })
}

fn tuple(values: [f64; 3]) -> Node {
    Node::new(Kind::List { items: values.iter().map(|value| Node::number(rounded(*value))).collect(), tuple: true })
}

/// The pose fields in the frame of a link: `at`, and `yaw` or `rpy`. An existing `rpy` is kept.
fn place(pose: &Isometry3<f64>, turned: bool, was_rpy: bool) -> Vec<(&'static str, Option<Node>)> {
    let at = ("at", Some(tuple(pose.translation.vector.into())));
    if !turned {
        return vec![at];
    }
    let (roll, pitch, yaw) = pose.rotation.euler_angles();
    let [roll, pitch, yaw] = [roll, pitch, yaw].map(rounded_angle);
    if roll == 0.0 && pitch == 0.0 && !was_rpy {
        return vec![at, ("yaw", Some(Node::number(yaw))), ("rpy", None)];
    }
    let items = [roll, pitch, yaw].map(Node::number).to_vec();
    vec![at, ("rpy", Some(Node::new(Kind::List { items, tuple: true }))), ("yaw", None)]
}

/// A pose with another yaw.
pub fn directed(pose: &Isometry3<f64>, yaw: f64) -> Isometry3<f64> {
    let now = direction(pose);
    let turn = UnitQuaternion::from_euler_angles(0.0, 0.0, yaw - now);
    Isometry3::from_parts(pose.translation, turn * pose.rotation)
}

/// Yaw of a pose, rad.
pub fn direction(pose: &Isometry3<f64>) -> f64 {
    pose.rotation.euler_angles().2
}

/// The definition of a part in the document.
fn written(document: &Document, robot: &Robot, sort: Sort, name: &str) -> Option<Node> {
    document.value(&robot.target)?.get(sort.field())?.get(name).cloned()
}

/// Moves a part on the robot.
pub fn place_piece(document: &Document, robot: &Robot, piece: &Piece, pose: &Isometry3<f64>) -> Request {
    let link = robot.link(piece.link).inverse() * pose;
    let turned = pose.rotation.angle_to(&piece.pose.rotation) > 1e-7;
    let node = written(document, robot, piece.sort, &piece.name);
    let was_rpy = node.as_ref().is_some_and(|node| node.get("rpy").is_some());
    let fields = place(&link, turned, was_rpy).into_iter();
    let fields = fields.map(|(key, value)| (path(&[piece.sort.field(), &piece.name, key]), value)).collect();
    let label = if turned { words::turned(&piece.name) } else { words::moved(&piece.name) };
    request(robot, fields, label)
}

/// Moves a joint on the robot.
pub fn place_joint(robot: &Robot, joint: &Turning, pose: &Isometry3<f64>) -> Request {
    let link = robot.link(joint.parent).inverse() * pose;
    let fields = place(&link, false, false).into_iter();
    let fields = fields.map(|(key, value)| (path(&["joints", &joint.name, key]), value)).collect();
    request(robot, fields, words::moved(&joint.name))
}

/// Resets a joint to its pose in the model.
pub fn reset_joint(robot: &Robot, joint: &Turning) -> Request {
    let fields = ["at", "rpy", "yaw"].map(|key| (path(&["joints", &joint.name, key]), None));
    request(robot, fields.to_vec(), words::reset_of(&joint.name))
}

/// A component to be added to the robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// Sensor or actuator.
    pub sort: Sort,
    /// Component id.
    pub id: String,
    /// The required type of port.
    pub plug: Option<String>,
    /// Required parameters.
    pub params: Map<String, Value>,
}

/// Adds a part at a position of the robot. Also returns its name.
pub fn add(robot: &Robot, pick: &Pick, at: [f64; 3]) -> (String, Request) {
    let family_and_name = pick.id.rsplit('/').next().unwrap_or(&pick.id);
    let name = robot.free_name(family_and_name);
    let mut entries = vec![("id", Node::text(&pick.id)), ("at", tuple(at))];
    if !pick.params.is_empty() {
        entries.insert(1, ("params", Node::from_json(&Value::Object(pick.params.clone()))));
    }
    let port = pick.plug.as_deref().and_then(|plug| robot.free_ports(plug, None).next());
    entries.extend(port.map(|port| ("port", Node::text(&port.name))));
    let fields = vec![(path(&[pick.sort.field(), &name]), Some(Node::table(entries)))];
    let request = request(robot, fields, words::added(&name));
    (name, request)
}

/// Copies a part next to itself, without a port. Also returns the name of the copy.
pub fn copy(document: &Document, robot: &Robot, piece: &Piece) -> (String, Request) {
    let name = robot.free_name(&piece.name);
    let node = written(document, robot, piece.sort, &piece.name);
    let mut params = piece.below.as_object().cloned().unwrap_or_default();
    if let Some(Value::Object(over)) = node.as_ref().and_then(|node| node.get("params")).map(Node::to_json) {
        params.extend(over);
    }
    let shift = Translation3::new(COPY[0], COPY[1], 0.0);
    let pose = robot.link(piece.link).inverse() * (shift * piece.pose);
    let mut entries = vec![("id", Node::text(&piece.component))];
    if !params.is_empty() {
        entries.push(("params", Node::from_json(&Value::Object(params))));
    }
    entries.extend(robot.link_name(piece.link).map(|link| ("link", Node::text(link))));
    let fields = place(&pose, true, false).into_iter().filter_map(|(key, value)| Some((key, value?)));
    entries.extend(fields.filter(|(key, value)| *key == "at" || !is_zero(value)));
    for key in ["period", "noise", "on_demand"] {
        entries.extend(node.as_ref().and_then(|node| node.get(key)).map(|value| (key, value.clone())));
    }
    let fields = vec![(path(&[piece.sort.field(), &name]), Some(Node::table(entries)))];
    let request = request(robot, fields, words::copied(&piece.name));
    (name, request)
}

fn is_zero(node: &Node) -> bool {
    matches!(&node.kind, Kind::Number(number) if number.as_f64() == Some(0.0))
}

/// Removes a part.
pub fn remove(document: &Document, robot: &Robot, piece: &Piece) -> Request {
    let mut fields = Fields::new();
    if written(document, robot, piece.sort, &piece.name).is_some() {
        fields.push((path(&[piece.sort.field(), &piece.name]), None));
    }
    if piece.of_model {
        let names = robot.removed.iter().chain([&piece.name]);
        fields.push(("remove".into(), Some(names_node(names))));
    }
    request(robot, fields, words::removed(&piece.name))
}

/// Restores a removed part of the model.
pub fn restore(robot: &Robot, name: &str) -> Request {
    let left: Vec<&String> = robot.removed.iter().filter(|removed| *removed != name).collect();
    let value = (!left.is_empty()).then(|| names_node(left));
    request(robot, vec![("remove".into(), value)], words::restored(name))
}

fn names_node<'a>(names: impl IntoIterator<Item = &'a String>) -> Node {
    Node::new(Kind::List { items: names.into_iter().map(Node::text).collect(), tuple: false })
}

/// Plugs a part into a port, or unplugs it.
pub fn plug(robot: &Robot, piece: &Piece, port: Option<&str>) -> Request {
    let list = match piece.sort {
        Sort::Sensor => &robot.spec.sensors,
        Sort::Actuator => &robot.spec.actuators,
    };
    let of_model = list.iter().find(|mount| mount.name == piece.name).map_or("", |mount| mount.port.as_str());
    let wanted = port.unwrap_or_default();
    let value = (wanted != of_model).then(|| Node::text(wanted));
    let fields = vec![(path(&[piece.sort.field(), &piece.name, "port"]), value)];
    let label = if port.is_some() { words::plugged(&piece.name) } else { words::unplugged_of(&piece.name) };
    request(robot, fields, label)
}

/// Sets parameters of a part in one step.
pub fn parameters(robot: &Robot, piece: &Piece, params: &Map<String, Value>) -> Request {
    let field = |(key, value): (&String, &Value)| {
        (path(&[piece.sort.field(), &piece.name, "params", key]), Some(Node::from_json(value)))
    };
    request(robot, params.iter().map(field).collect(), words::calibrated(&piece.name))
}

/// Sets the model of the robot to a model file.
pub fn use_file(robot: &Robot, file: String) -> Request {
    let mut fields = vec![("model".to_owned(), Some(Node::table(vec![("file", Node::text(file))])))];
    // The file is a complete robot: changes of the scene to parts of the previous model do not apply to it.
    fields.extend(["sensors", "actuators", "remove", "joints"].map(|field| (field.to_owned(), None)));
    request(robot, fields, words::model_of(&robot.name))
}
