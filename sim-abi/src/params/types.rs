//! JSON schemas of parameter types.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A type that a parameter may have.
///
/// Implemented for numbers, `bool`, `String`, lists, arrays, tuples, maps by name and `Option` of them, and for types
/// with the attribute [`params`](macro@crate::params): structs, and enums of choices.
///
/// Implement it for a custom type whose serde form differs from its Rust form:
///
/// ```
/// use sim_abi::params::{Definitions, ParamType};
/// use sim_abi::prelude::*;
/// use sim_abi::params::serde::{Deserialize, Serialize};
///
/// /// Degrees Celsius, in a scene a plain number.
/// #[derive(Default, Serialize, Deserialize)]
/// #[serde(crate = "sim_abi::params::serde", transparent)]
/// struct Celsius(f64);
///
/// impl ParamType for Celsius {
///     fn schema(_: &mut Definitions) -> Value {
///         json!({"type": "number", "minimum": -273.15, "x-unit": "°C"})
///     }
/// }
///
/// #[params]
/// struct Settings {
///     /// Temperature of the water.
///     temperature: Celsius,
/// }
///
/// let schema = params::schema_of::<Settings>();
/// assert_eq!(schema["properties"]["temperature"]["x-unit"], "°C");
/// ```
pub trait ParamType {
    /// JSON Schema 2020-12 of the type, with the unit of numbers in `x-unit`.
    fn schema(definitions: &mut Definitions) -> Value;
}

/// Schemas of structs within a schema: each is in `$defs` once, and `$ref` points to it, so that a struct may contain
/// lists of itself.
#[derive(Debug, Default)]
pub struct Definitions(Vec<Definition>);

#[derive(Debug)]
struct Definition {
    rust_name: &'static str,
    key: String,
    schema: Value,
    uses: usize,
}

impl Definitions {
    /// A reference to the schema of `T`. `describe` creates it on first use; `name` is its key unless another type has
    /// it.
    pub fn refer<T>(&mut self, name: &str, describe: fn(&mut Self) -> Value) -> Value {
        let rust_name = std::any::type_name::<T>();
        let index = match self.0.iter().position(|known| known.rust_name == rust_name) {
            Some(index) => index,
            None => {
                let taken = |key: &str| self.0.iter().any(|known| known.key == key);
                let others = (2..).map(|number| format!("{name}{number}"));
                let key = std::iter::once(name.to_string()).chain(others).find(|key| !taken(key));
                let key = key.expect("invariant: more numbers than definitions");
                // Registered before it is described: the description may refer to the type itself.
                let index = self.0.len();
                self.0.push(Definition { rust_name, key, schema: Value::Null, uses: 0 });
                self.0[index].schema = describe(self);
                index
            }
        };
        self.0[index].uses += 1;
        json!({ "$ref": format!("#/$defs/{}", self.0[index].key) })
    }
}

/// Schema of a struct of parameters with all definitions that it refers to.
pub(super) fn root<T: ParamType>() -> Value {
    let mut definitions = Definitions::default();
    let mut schema = T::schema(&mut definitions);
    let target = schema.get("$ref").and_then(Value::as_str).map(str::to_string);
    let own = definitions.0.iter().position(|known| target.as_deref() == Some(&format!("#/$defs/{}", known.key)));
    if let Some(own) = own {
        schema = definitions.0[own].schema.clone();
        let title = definitions.0[own].key.clone();
        if definitions.0[own].uses == 1 {
            definitions.0.remove(own);
        }
        schema["title"] = title.into();
    }
    if !definitions.0.is_empty() {
        let definitions = definitions.0.into_iter().map(|known| (known.key, known.schema));
        schema["$defs"] = Value::Object(definitions.collect());
    }
    schema
}

/// A field of a struct of parameters, created by the attribute.
#[doc(hidden)]
pub struct Field {
    pub name: &'static str,
    pub help: &'static str,
    pub unit: &'static str,
    pub min: Option<Value>,
    pub max: Option<Value>,
    pub formerly: &'static str,
    pub schema: fn(&mut Definitions) -> Value,
}

/// Schema of a struct; called by the attribute.
#[doc(hidden)]
pub fn object(definitions: &mut Definitions, help: &str, defaults: &Value, fields: Vec<Field>) -> Value {
    let mut schema = Map::new();
    if !help.is_empty() {
        schema.insert("description".into(), help.into());
    }
    schema.insert("type".into(), "object".into());
    let mut properties = Map::new();
    for field in fields {
        let mut property = (field.schema)(definitions);
        let has_range = ["number", "integer"].iter().any(|kind| is(&property, kind));
        let text = |text: &str| Some(text).filter(|text| !text.is_empty()).map(Value::from);
        let attributes = [
            ("description", text(field.help)),
            ("x-unit", text(field.unit)),
            ("x-former-names", text(field.formerly).map(|name| Value::from(vec![name]))),
            ("minimum", field.min.filter(|_| has_range)),
            ("maximum", field.max.filter(|_| has_range)),
            ("default", defaults.get(field.name).cloned()),
        ];
        for (word, value) in attributes {
            if let (Some(value), Some(property)) = (value, property.as_object_mut()) {
                property.insert(word.into(), value);
            }
        }
        properties.insert(field.name.into(), property);
    }
    if !properties.is_empty() {
        schema.insert("properties".into(), Value::Object(properties));
    }
    schema.insert("additionalProperties".into(), false.into());
    Value::Object(schema)
}

/// Schema of an enum of choices, each a word and its help; called by the attribute.
#[doc(hidden)]
pub fn choice(help: &str, choices: &[(&str, &str)]) -> Value {
    let plain: Vec<&str> = choices.iter().filter(|(_, help)| help.is_empty()).map(|(word, _)| *word).collect();
    let plain_schema = json!({"type": "string", "enum": plain});
    let described = choices.iter().filter(|(_, help)| !help.is_empty());
    let described: Vec<Value> =
        described.map(|(word, help)| json!({"type": "string", "const": word, "description": help})).collect();
    let mut schema = if described.is_empty() {
        plain_schema
    } else {
        let first = Some(plain_schema).filter(|_| !plain.is_empty());
        json!({"oneOf": first.into_iter().chain(described).collect::<Vec<_>>()})
    };
    if !help.is_empty() {
        schema["description"] = help.into();
    }
    schema
}

/// Whether a schema accepts values of a JSON type.
fn is(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => name == kind,
        Some(Value::Array(names)) => names.iter().any(|name| name == kind),
        _ => false,
    }
}

macro_rules! plain {
    ($($type:ty: $schema:tt),+ $(,)?) => {
        $(impl ParamType for $type {
            fn schema(_: &mut Definitions) -> Value {
                json!($schema)
            }
        })+
    };
}

plain! {
    bool: {"type": "boolean"},
    String: {"type": "string"},
    f32: {"type": "number", "format": "float"},
    f64: {"type": "number", "format": "double"},
    u8: {"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255},
    u16: {"type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535},
    u32: {"type": "integer", "format": "uint32", "minimum": 0},
    u64: {"type": "integer", "format": "uint64", "minimum": 0},
    usize: {"type": "integer", "format": "uint", "minimum": 0},
    i8: {"type": "integer", "format": "int8", "minimum": -128, "maximum": 127},
    i16: {"type": "integer", "format": "int16", "minimum": -32768, "maximum": 32767},
    i32: {"type": "integer", "format": "int32"},
    i64: {"type": "integer", "format": "int64"},
    isize: {"type": "integer", "format": "int"},
    Value: {},
}

impl<T: ParamType> ParamType for Vec<T> {
    fn schema(definitions: &mut Definitions) -> Value {
        json!({"type": "array", "items": T::schema(definitions)})
    }
}

impl<T: ParamType, const N: usize> ParamType for [T; N] {
    fn schema(definitions: &mut Definitions) -> Value {
        json!({"type": "array", "items": T::schema(definitions), "minItems": N, "maxItems": N})
    }
}

impl<T: ParamType> ParamType for BTreeMap<String, T> {
    fn schema(definitions: &mut Definitions) -> Value {
        json!({"type": "object", "additionalProperties": T::schema(definitions)})
    }
}

impl<T: ParamType> ParamType for Option<T> {
    fn schema(definitions: &mut Definitions) -> Value {
        let mut schema = T::schema(definitions);
        if let Some(Value::String(kind)) = schema.get("type") {
            schema["type"] = json!([kind, "null"]);
            if let Some(Value::Array(words)) = schema.get_mut("enum") {
                words.push(Value::Null);
            }
        } else if ["$ref", "anyOf", "oneOf", "allOf"].iter().any(|word| schema.get(word).is_some()) {
            schema = json!({"anyOf": [schema, {"type": "null"}]});
        }
        schema
    }
}

macro_rules! tuple {
    ($count:literal: $($item:ident)+) => {
        impl<$($item: ParamType),+> ParamType for ($($item,)+) {
            fn schema(definitions: &mut Definitions) -> Value {
                let items = [$($item::schema(definitions)),+];
                json!({"type": "array", "prefixItems": items, "minItems": $count, "maxItems": $count})
            }
        }
    };
}

tuple!(2: A B);
tuple!(3: A B C);
tuple!(4: A B C D);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::schema_of;

    /// A point of a path.
    #[crate::params]
    #[derive(Clone, Debug, PartialEq)]
    struct Point {
        /// Where it is.
        #[param(default = [1.0, 2.0], unit = "m")]
        at: [f64; 2],
        /// How fast it is passed.
        #[param(unit = "m/s", min = 0.0, max = 2.0)]
        speed: Option<f64>,
    }

    /// What to do at the end.
    #[crate::params]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    enum End {
        #[default]
        Stop,
        #[serde(alias = "again", rename = "from_start")]
        Repeat,
    }

    /// How to go.
    #[crate::params]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    enum Gait {
        /// Step by step.
        #[default]
        Walk,
        SideStep,
    }

    /// A path with branches.
    #[crate::params]
    #[derive(Clone, Debug, PartialEq)]
    struct Path {
        points: Vec<Point>,
        branches: Vec<Path>,
        home: Option<Point>,
        end: Option<End>,
        /// How to go there.
        gait: Gait,
        #[param(default = BTreeMap::<String, u8>::from([("a".to_string(), 1)]))]
        names: BTreeMap<String, u8>,
        #[param(max = 7)]
        terms: Vec<(String, f64, i8)>,
        #[serde(rename = "type")]
        kind: bool,
    }

    #[test]
    fn nested_structs_stand_once_under_definitions_and_may_hold_themselves() {
        let schema = schema_of::<Path>();
        let point = json!({"$ref": "#/$defs/Point"});
        assert_eq!((&schema["title"], &schema["description"]), (&json!("Path"), &json!("A path with branches.")));
        let properties = &schema["properties"];
        assert_eq!(properties["points"], json!({"type": "array", "items": point, "default": []}));
        assert_eq!(properties["branches"]["items"], json!({"$ref": "#/$defs/Path"}));
        assert_eq!(properties["home"], json!({"anyOf": [point, {"type": "null"}], "default": null}));
        let mut defined = schema["$defs"].as_object().unwrap().clone();
        assert_eq!(defined["Path"]["properties"], schema["properties"]);
        assert_eq!(
            defined.remove("Point").unwrap(),
            json!({
                "description": "A point of a path.",
                "type": "object",
                "properties": {
                    "at": {
                        "type": "array", "items": {"type": "number", "format": "double"}, "minItems": 2, "maxItems": 2,
                        "description": "Where it is.", "x-unit": "m", "default": [1.0, 2.0],
                    },
                    "speed": {
                        "type": ["number", "null"], "format": "double", "description": "How fast it is passed.",
                        "x-unit": "m/s", "minimum": 0.0, "maximum": 2.0, "default": null,
                    },
                },
                "additionalProperties": false,
            })
        );
        assert_eq!(defined.len(), 1, "{defined:?}");
    }

    #[test]
    fn choices_maps_tuples_and_other_names_are_described() {
        let properties = &schema_of::<Path>()["properties"];
        let words = json!(["stop", "from_start", "again", null]);
        let help = "What to do at the end.";
        let end = json!({"type": ["string", "null"], "enum": words, "description": help, "default": null});
        assert_eq!(properties["end"], end);
        let walk = json!({"type": "string", "const": "walk", "description": "Step by step."});
        let gaits = json!([{"type": "string", "enum": ["side_step"]}, walk]);
        assert_eq!(properties["gait"], json!({"oneOf": gaits, "description": "How to go there.", "default": "walk"}));
        let byte = json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255});
        assert_eq!(properties["names"], json!({"type": "object", "additionalProperties": byte, "default": {"a": 1}}));
        let terms = &properties["terms"];
        let small = json!({"type": "integer", "format": "int8", "minimum": -128, "maximum": 127});
        let items = json!([{"type": "string"}, {"type": "number", "format": "double"}, small]);
        assert_eq!(terms["items"], json!({"type": "array", "prefixItems": items, "minItems": 3, "maxItems": 3}));
        assert_eq!(terms.get("maximum"), None, "a range requires numbers");
        assert_eq!(properties["type"], json!({"type": "boolean", "default": false}));
        assert_eq!(properties.get("kind"), None);
    }

    #[test]
    fn two_structs_of_one_name_have_keys_of_their_own() {
        mod other {
            /// Another point.
            #[crate::params]
            pub struct Point {
                pub label: String,
            }
        }
        let mut definitions = Definitions::default();
        assert_eq!(Point::schema(&mut definitions), json!({"$ref": "#/$defs/Point"}));
        assert_eq!(other::Point::schema(&mut definitions), json!({"$ref": "#/$defs/Point2"}));
        assert_eq!(<Vec<Point>>::schema(&mut definitions)["items"], json!({"$ref": "#/$defs/Point"}));
    }
}
