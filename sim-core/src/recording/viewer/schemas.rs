//! Definitions of the messages that viewers recognize by name, as file descriptor sets of Protocol Buffers.
//!
//! Names, numbers and types of the fields are those of Foxglove's schemas (<https://docs.foxglove.dev/docs/sdk/schemas>,
//! MIT), and those of descriptors are from `google/protobuf/descriptor.proto`.

use super::wire::Wire;

/// Type of a field, with its number in a descriptor.
#[derive(Clone, Copy)]
enum Type {
    Double,
    Int64,
    Int32,
    Fixed32,
    Bool,
    Text,
    Bytes,
    /// Another message.
    Message(&'static str),
    /// The enumeration with this name within the same message.
    Enum(&'static str),
}

use Type::{Bool, Bytes, Double, Enum, Fixed32, Int32, Int64, Message, Text};

impl Type {
    const fn number(self) -> u64 {
        match self {
            Double => 1,
            Int64 => 3,
            Int32 => 5,
            Fixed32 => 7,
            Bool => 8,
            Text => 9,
            Message(_) => 11,
            Bytes => 12,
            Enum(_) => 14,
        }
    }
}

struct Field {
    name: &'static str,
    number: u32,
    of: Type,
    repeated: bool,
}

const fn one(number: u32, name: &'static str, of: Type) -> Field {
    Field { name, number, of, repeated: false }
}

const fn many(number: u32, name: &'static str, of: Type) -> Field {
    Field { name, number, of, repeated: true }
}

struct Definition {
    /// Package and name.
    name: &'static str,
    fields: &'static [Field],
    /// An enumeration within it, with its values from 0 on.
    choices: Option<(&'static str, &'static [&'static str])>,
}

const fn message(name: &'static str, fields: &'static [Field]) -> Definition {
    Definition { name, fields, choices: None }
}

const TIME: Type = Message("google.protobuf.Timestamp");
const DURATION: Type = Message("google.protobuf.Duration");
const VECTOR: Type = Message("foxglove.Vector3");
const POINT: Type = Message("foxglove.Point3");
const ROTATION: Type = Message("foxglove.Quaternion");
const POSE: Type = Message("foxglove.Pose");
const COLOR: Type = Message("foxglove.Color");

/// All messages; a nested message precedes the messages that contain it.
const DEFINITIONS: &[Definition] = &[
    message("google.protobuf.Timestamp", &[one(1, "seconds", Int64), one(2, "nanos", Int32)]),
    message("google.protobuf.Duration", &[one(1, "seconds", Int64), one(2, "nanos", Int32)]),
    message("foxglove.Vector3", &[one(1, "x", Double), one(2, "y", Double), one(3, "z", Double)]),
    message("foxglove.Point3", &[one(1, "x", Double), one(2, "y", Double), one(3, "z", Double)]),
    message(
        "foxglove.Quaternion",
        &[one(1, "x", Double), one(2, "y", Double), one(3, "z", Double), one(4, "w", Double)],
    ),
    message("foxglove.Pose", &[one(1, "position", VECTOR), one(2, "orientation", ROTATION)]),
    message("foxglove.Color", &[one(1, "r", Double), one(2, "g", Double), one(3, "b", Double), one(4, "a", Double)]),
    message("foxglove.KeyValuePair", &[one(1, "key", Text), one(2, "value", Text)]),
    message(
        "foxglove.FrameTransform",
        &[
            one(1, "timestamp", TIME),
            one(2, "parent_frame_id", Text),
            one(3, "child_frame_id", Text),
            one(4, "translation", VECTOR),
            one(5, "rotation", ROTATION),
        ],
    ),
    message(FRAME_TRANSFORMS, &[many(1, "transforms", Message("foxglove.FrameTransform"))]),
    message(
        "foxglove.ArrowPrimitive",
        &[
            one(1, "pose", POSE),
            one(2, "shaft_length", Double),
            one(3, "shaft_diameter", Double),
            one(4, "head_length", Double),
            one(5, "head_diameter", Double),
            one(6, "color", COLOR),
        ],
    ),
    message("foxglove.CubePrimitive", &[one(1, "pose", POSE), one(2, "size", VECTOR), one(3, "color", COLOR)]),
    message("foxglove.SpherePrimitive", &[one(1, "pose", POSE), one(2, "size", VECTOR), one(3, "color", COLOR)]),
    message(
        "foxglove.CylinderPrimitive",
        &[
            one(1, "pose", POSE),
            one(2, "size", VECTOR),
            one(3, "bottom_scale", Double),
            one(4, "top_scale", Double),
            one(5, "color", COLOR),
        ],
    ),
    Definition {
        name: "foxglove.LinePrimitive",
        fields: &[
            one(1, "type", Enum("Type")),
            one(2, "pose", POSE),
            one(3, "thickness", Double),
            one(4, "scale_invariant", Bool),
            many(5, "points", POINT),
            one(6, "color", COLOR),
            many(7, "colors", COLOR),
            many(8, "indices", Fixed32),
        ],
        choices: Some(("Type", &["LINE_STRIP", "LINE_LOOP", "LINE_LIST"])),
    },
    message(
        "foxglove.TriangleListPrimitive",
        &[
            one(1, "pose", POSE),
            many(2, "points", POINT),
            one(3, "color", COLOR),
            many(4, "colors", COLOR),
            many(5, "indices", Fixed32),
        ],
    ),
    message(
        "foxglove.TextPrimitive",
        &[
            one(1, "pose", POSE),
            one(2, "billboard", Bool),
            one(3, "font_size", Double),
            one(4, "scale_invariant", Bool),
            one(5, "color", COLOR),
            one(6, "text", Text),
        ],
    ),
    message(
        "foxglove.ModelPrimitive",
        &[
            one(1, "pose", POSE),
            one(2, "scale", VECTOR),
            one(3, "color", COLOR),
            one(4, "override_color", Bool),
            one(5, "url", Text),
            one(6, "media_type", Text),
            one(7, "data", Bytes),
        ],
    ),
    message(
        "foxglove.SceneEntity",
        &[
            one(1, "timestamp", TIME),
            one(2, "frame_id", Text),
            one(3, "id", Text),
            one(4, "lifetime", DURATION),
            one(5, "frame_locked", Bool),
            many(6, "metadata", Message("foxglove.KeyValuePair")),
            many(7, "arrows", Message("foxglove.ArrowPrimitive")),
            many(8, "cubes", Message("foxglove.CubePrimitive")),
            many(9, "spheres", Message("foxglove.SpherePrimitive")),
            many(10, "cylinders", Message("foxglove.CylinderPrimitive")),
            many(11, "lines", Message("foxglove.LinePrimitive")),
            many(12, "triangles", Message("foxglove.TriangleListPrimitive")),
            many(13, "texts", Message("foxglove.TextPrimitive")),
            many(14, "models", Message("foxglove.ModelPrimitive")),
        ],
    ),
    Definition {
        name: "foxglove.SceneEntityDeletion",
        fields: &[one(1, "timestamp", TIME), one(2, "type", Enum("Type")), one(3, "id", Text)],
        choices: Some(("Type", &["MATCHING_ID", "ALL"])),
    },
    message(
        SCENE_UPDATE,
        &[
            many(1, "deletions", Message("foxglove.SceneEntityDeletion")),
            many(2, "entities", Message("foxglove.SceneEntity")),
        ],
    ),
    message(
        LASER_SCAN,
        &[
            one(1, "timestamp", TIME),
            one(2, "frame_id", Text),
            one(3, "pose", POSE),
            one(4, "start_angle", Double),
            one(5, "end_angle", Double),
            many(6, "ranges", Double),
            many(7, "intensities", Double),
        ],
    ),
    Definition {
        name: "foxglove.PackedElementField",
        fields: &[one(1, "name", Text), one(2, "offset", Fixed32), one(3, "type", Enum("NumericType"))],
        choices: Some((
            "NumericType",
            &["UNKNOWN", "UINT8", "INT8", "UINT16", "INT16", "UINT32", "INT32", "FLOAT32", "FLOAT64"],
        )),
    },
    message(
        POINT_CLOUD,
        &[
            one(1, "timestamp", TIME),
            one(2, "frame_id", Text),
            one(3, "pose", POSE),
            one(4, "point_stride", Fixed32),
            many(5, "fields", Message("foxglove.PackedElementField")),
            one(6, "data", Bytes),
        ],
    ),
    message(
        RAW_IMAGE,
        &[
            one(1, "timestamp", TIME),
            one(2, "width", Fixed32),
            one(3, "height", Fixed32),
            one(4, "encoding", Text),
            one(5, "step", Fixed32),
            one(6, "data", Bytes),
            one(7, "frame_id", Text),
        ],
    ),
    Definition {
        name: LOG,
        fields: &[
            one(1, "timestamp", TIME),
            one(2, "level", Enum("Level")),
            one(3, "message", Text),
            one(4, "name", Text),
            one(5, "file", Text),
            one(6, "line", Fixed32),
        ],
        choices: Some(("Level", &["UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"])),
    },
];

/// Names of the messages that are recorded.
pub(super) const FRAME_TRANSFORMS: &str = "foxglove.FrameTransforms";
pub(super) const SCENE_UPDATE: &str = "foxglove.SceneUpdate";
pub(super) const LASER_SCAN: &str = "foxglove.LaserScan";
pub(super) const POINT_CLOUD: &str = "foxglove.PointCloud";
pub(super) const RAW_IMAGE: &str = "foxglove.RawImage";
/// The number of `FLOAT32` in `foxglove.PackedElementField.NumericType`.
pub(super) const FLOAT32: u64 = 7;
pub(super) const LOG: &str = "foxglove.Log";

/// The file descriptor set of a message and all messages that it contains, one file for each.
pub(super) fn descriptors(name: &str) -> Vec<u8> {
    let mut wanted = vec![name];
    // A nested message precedes those that contain it, so one pass from the end finds all of them.
    for definition in DEFINITIONS.iter().rev() {
        if wanted.contains(&definition.name) {
            wanted.extend(contained(definition));
        }
    }
    let mut set = Vec::new();
    for definition in DEFINITIONS.iter().filter(|definition| wanted.contains(&definition.name)) {
        Wire(&mut set).message(1, |file| push_file(file, definition));
    }
    set
}

/// Names of the messages that a message contains, without duplicates.
fn contained(definition: &Definition) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for field in definition.fields {
        if let Message(name) = field.of
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// `foxglove.Pose` is in the file `foxglove/Pose.proto`, `google.protobuf.Timestamp` in `google/protobuf/timestamp.proto`.
fn file_of(name: &str) -> String {
    match name.strip_prefix("google.protobuf.") {
        Some(name) => format!("google/protobuf/{}.proto", name.to_lowercase()),
        None => format!("{}.proto", name.replace('.', "/")),
    }
}

fn push_file(file: &mut Wire<'_>, definition: &Definition) {
    let (package, name) = definition.name.rsplit_once('.').unwrap_or(("", definition.name));
    file.text(1, &file_of(definition.name));
    file.text(2, package);
    contained(definition).iter().for_each(|name| file.text(3, &file_of(name)));
    file.message(4, |message| {
        message.text(1, name);
        definition.fields.iter().for_each(|field| push_field(message, definition, field));
        if let Some((name, values)) = definition.choices {
            message.message(4, |choices| {
                choices.text(1, name);
                for (number, value) in (0..).zip(values) {
                    choices.message(2, |choice| {
                        choice.text(1, value);
                        choice.number(2, number);
                    });
                }
            });
        }
    });
    file.text(12, "proto3");
}

fn push_field(message: &mut Wire<'_>, definition: &Definition, field: &Field) {
    const OPTIONAL: u64 = 1;
    const REPEATED: u64 = 3;
    message.message(2, |out| {
        out.text(1, field.name);
        out.number(3, field.number.into());
        out.number(4, if field.repeated { REPEATED } else { OPTIONAL });
        out.number(5, field.of.number());
        match field.of {
            Message(name) => out.text(6, &format!(".{name}")),
            Enum(name) => out.text(6, &format!(".{}.{name}", definition.name)),
            _ => {}
        }
    });
}
