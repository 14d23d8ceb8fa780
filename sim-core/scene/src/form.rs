//! Forms: descriptions of scene values for editors, generated from the same declarations that are used for decoding.

use std::borrow::Cow;

use serde_json::Value;

use super::help;
use super::text::{Kind, Node};
use crate::schema::resolve;

/// Form of a value.
#[derive(Clone, Debug)]
pub enum Form {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// An integer.
    Whole,
    /// A string.
    Text,
    /// A file path, relative to the folder of the scene.
    File,
    /// The id of a component.
    Component,
    /// One of these words, written as a string.
    Words(Vec<String>),
    /// Red, green, blue, opacity from 0 to 1.
    Color,
    /// This many numbers.
    Numbers(usize),
    /// A number, or a list of them.
    NumberOrList,
    /// An optional value.
    Optional(Box<Form>),
    /// A list of any length.
    List(Box<Form>),
    /// Values by user-defined names.
    ByName(Box<Form>),
    /// Any table.
    Free,
    /// A table with these fields.
    Record(fn() -> Vec<FieldForm>),
    /// A table with these fields within the parameters of a component.
    Fields(Vec<FieldForm>),
    /// One of these.
    Choice(fn() -> Vec<VariantForm>),
}

/// One field of a table.
#[derive(Clone, Debug)]
pub struct FieldForm {
    /// Name.
    pub name: Cow<'static, str>,
    /// Key of its help in the translation catalogs, `Type-field`; empty for a parameter of a component.
    pub key: &'static str,
    /// Help, in the current language.
    pub help: Cow<'static, str>,
    /// Unit of its numbers; may be empty.
    pub unit: Cow<'static, str>,
    /// Form of its value.
    pub form: Form,
    /// Limits of its numbers.
    pub limits: Limits,
    /// Default value; `None` if the field is required.
    pub default: Option<Node>,
}

/// One variant of a choice.
#[derive(Clone, Debug)]
pub struct VariantForm {
    /// Word.
    pub word: &'static str,
    /// Key of its help in the translation catalogs, `Type-Variant`.
    pub key: &'static str,
    /// Help, in the current language.
    pub help: Cow<'static, str>,
    /// Form of its content.
    pub content: Option<Form>,
}

/// Limits of a value in addition to its form.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Minimum.
    pub least: Option<f64>,
    /// Whether the minimum itself is excluded.
    pub above: bool,
    /// Maximum.
    pub most: Option<f64>,
    /// Allowed file extensions; empty for all.
    pub files: &'static [&'static str],
}

impl Limits {
    /// Allowed range, if a number is outside of it: "0 … 30 rad/s", "above 0 kg".
    pub fn refusal(&self, value: f64, unit: &str) -> Option<String> {
        let Limits { least, above, most, .. } = *self;
        let low = least.is_some_and(|least| if above { value <= least } else { value < least });
        let high = most.is_some_and(|most| value > most);
        if !low && !high {
            return None;
        }
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        Some(match (least, most) {
            (Some(least), Some(most)) => format!("{} … {}{unit}", short(least), short(most)),
            (Some(least), None) if above => {
                format!("above {least}{unit}", least = short(least))
            }
            (Some(least), None) => format!("at least {least}{unit}", least = short(least)),
            (None, most) => {
                format!("at most {most}{unit}", most = short(most.unwrap_or(f64::INFINITY)))
            }
        })
    }
}

impl FieldForm {
    /// Initial value in an editor: the default, or the simplest valid value.
    pub fn start(&self) -> Node {
        self.default.clone().unwrap_or_else(|| self.form.start(&self.limits))
    }
}

impl VariantForm {
    pub(crate) fn new(
        word: &'static str,
        key: &'static str,
        help: &'static [&'static str],
        content: Option<Form>,
    ) -> Self {
        VariantForm { word, key, help: help::in_use(key, joined(help)), content }
    }

    /// The variant with initial values.
    pub fn start(&self) -> Node {
        match &self.content {
            Some(content) => Node::tagged(self.word, content.start(&Limits::default())),
            None => Node::new(Kind::Word(self.word.into())),
        }
    }
}

impl Form {
    /// The simplest valid value: numbers near ½, empty lists, the first of a choice.
    pub fn start(&self, limits: &Limits) -> Node {
        let half = || {
            let (least, most) = (limits.least.unwrap_or(f64::MIN), limits.most.unwrap_or(f64::MAX));
            0.5f64.clamp(least, most.max(least))
        };
        let list = |items: Vec<Node>, tuple: bool| Node::new(Kind::List { items, tuple });
        let number = |number: f64| Node::from_json(&Value::from(number));
        match self {
            Form::Flag => Node::new(Kind::Bool(false)),
            Form::Number | Form::NumberOrList => number(half()),
            Form::Whole => Node::from_json(&Value::from(half().ceil() as u64)),
            Form::Text | Form::File | Form::Component => Node::text(""),
            Form::Words(words) => Node::text(words.first().map_or("", String::as_str)),
            Form::Color => list(vec![number(0.7); 3], true),
            Form::Numbers(count) => {
                let start = if limits.least.is_some() { half() } else { 0.0 };
                list(vec![number(start); *count], true)
            }
            Form::Optional(_) => Node::new(Kind::Null),
            Form::List(_) => list(Vec::new(), false),
            Form::ByName(_) | Form::Free => Node::table(Vec::new()),
            Form::Record(fields) => start_of(&fields()),
            Form::Fields(fields) => start_of(fields),
            Form::Choice(variants) => variants().first().map_or(Node::new(Kind::Null), VariantForm::start),
        }
    }
}

/// A table with its required fields.
fn start_of(fields: &[FieldForm]) -> Node {
    let needed = fields.iter().filter(|field| field.default.is_none());
    Node::table(needed.map(|field| (&*field.name, field.start())).collect())
}

/// Fields of a component's parameters from their JSON schema; `say` translates texts to the current language.
pub fn parameters(schema: &Value, say: &dyn Fn(&str) -> String) -> Vec<FieldForm> {
    fields_of((schema, say), schema, 0)
}

/// A root schema, and the translation of its texts.
type SchemaTexts<'s> = (&'s Value, &'s dyn Fn(&str) -> String);

/// Maximum nesting depth of objects in a form: a schema may refer to itself.
const DEEPEST: u32 = 6;

/// Fields of an object in a schema, at the given nesting depth.
fn fields_of(texts: SchemaTexts<'_>, object: &Value, depth: u32) -> Vec<FieldForm> {
    let (schema, say) = texts;
    let properties = object.get("properties").and_then(Value::as_object);
    let fields = properties.into_iter().flatten().map(|(name, written)| {
        let property = resolve(schema, written);
        // Keywords next to a reference override those of the referenced schema.
        let word = |key: &str| written.get(key).or_else(|| property.get(key));
        let text = |key: &str| word(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |key: &str| property.get(key).and_then(Value::as_f64);
        let above = number("exclusiveMinimum").is_some();
        FieldForm {
            name: name.clone().into(),
            key: "",
            help: say(&text("description")).into(),
            unit: text("x-unit").into(),
            form: form_of(texts, property, depth),
            limits: Limits {
                least: number("minimum").or(number("exclusiveMinimum")),
                above,
                most: number("maximum").or(number("exclusiveMaximum")),
                files: &[],
            },
            default: word("default").map(Node::from_json),
        }
    });
    fields.collect()
}

fn form_of(texts: SchemaTexts<'_>, property: &Value, depth: u32) -> Form {
    let property = resolve(texts.0, property);
    if let Some(words) = property.get("enum").and_then(Value::as_array) {
        return Form::Words(words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect());
    }
    let kinds = match property.get("type") {
        Some(Value::String(kind)) => vec![kind.as_str()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let form = match kinds.iter().find(|kind| **kind != "null").copied() {
        Some("boolean") => Form::Flag,
        Some("number") => Form::Number,
        Some("integer") => Form::Whole,
        Some("string") => Form::Text,
        Some("array") => {
            let item = property.get("items").map_or(Form::Free, |item| form_of(texts, item, depth + 1));
            let count = |key: &str| property.get(key).and_then(Value::as_u64);
            match (count("minItems"), count("maxItems")) {
                (Some(least), Some(most)) if least == most && matches!(item, Form::Number) => {
                    Form::Numbers(least as usize)
                }
                _ => Form::List(Box::new(item)),
            }
        }
        Some("object") => match property.get("additionalProperties") {
            Some(item @ Value::Object(_)) => Form::ByName(Box::new(form_of(texts, item, depth + 1))),
            _ if property.get("properties").is_some() && depth < DEEPEST => {
                Form::Fields(fields_of(texts, property, depth + 1))
            }
            _ => Form::Free,
        },
        _ => Form::Free,
    };
    if kinds.contains(&"null") { Form::Optional(Box::new(form)) } else { form }
}

/// Joins the lines of a doc comment.
pub(super) fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

/// Units that help texts specify after a comma.
const UNITS: [&str; 13] = ["m", "rad", "s", "kg", "m/s", "rad/s", "m/s²", "kg·m²", "kg/m³", "N", "N·m", "°C", "Hz"];

/// Unit in a help text: the text between a comma and the next punctuation mark.
pub(super) fn unit_in(help: &str) -> &'static str {
    let parts = help.split([',', ';', ':', '.', '(', ')']).skip(1);
    parts.filter_map(|part| UNITS.into_iter().find(|unit| *unit == part.trim())).next().unwrap_or_default()
}

/// Formats a number for display, with an exponent if it would be long.
pub fn short(value: f64) -> String {
    if value != 0.0 && !(1e-6..1e9).contains(&value.abs()) { format!("{value:e}") } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Decoder, Field};
    use crate::text::Sources;
    use crate::{Beacon, Condition, Fleet, Light, Medium, Object, Robot, Route, Shape};
    use serde_json::json;

    fn fields<T: Field>() -> Vec<FieldForm> {
        match T::form() {
            Form::Record(fields) => fields(),
            other => panic!("{other:?} is not a record"),
        }
    }

    fn field<T: Field>(name: &str) -> FieldForm {
        fields::<T>().into_iter().find(|field| field.name == name).expect("the record has this field")
    }

    #[test]
    fn fields_have_help_unit_limits_and_default() {
        let mass = field::<Object>("mass");
        assert_eq!((&*mass.help, &*mass.unit), ("Mass, kg; makes the object movable.", "kg"));
        assert_eq!(mass.limits, Limits { least: Some(1e-12), above: false, most: Some(1e12), files: &[] });
        assert!(matches!(mass.form, Form::Optional(inner) if matches!(*inner, Form::Number)));
        let yaw = field::<Object>("yaw");
        assert_eq!((&*yaw.unit, yaw.limits), ("rad", Limits::default()));
        let color = field::<Object>("color");
        assert_eq!(color.default.map(|node| node.to_json()), Some(json!([0.7, 0.7, 0.7])));
        assert_eq!(field::<Fleet>("count").limits.most, Some(1e6));
    }

    #[test]
    fn choices_list_their_variants() {
        let Form::Choice(variants) = Shape::form() else { panic!("a shape is a choice") };
        let variants = variants();
        assert_eq!(variants.iter().map(|variant| variant.word).collect::<Vec<_>>(), Shape::WORDS);
        assert_eq!(&*variants[0].help, "A cuboid, centered at the origin.");
    }

    fn read<T: Field>(node: &Node) -> String {
        let sources = Sources::default();
        let mut decoder = Decoder::new(&sources, &[]);
        T::decode(node, &mut decoder);
        decoder.into_findings().to_string()
    }

    #[test]
    fn what_a_form_begins_with_is_accepted() {
        let Form::Choice(shapes) = Shape::form() else { panic!("a shape is a choice") };
        for shape in shapes() {
            let findings = read::<Shape>(&shape.start());
            // Files and lists of points have no default, and a wall needs two distinct ends.
            let asks = ["HeightField", "Mesh", "Wall", "Pool"].contains(&shape.word);
            assert_eq!(findings.is_empty(), !asks, "{}: {findings}", shape.word);
        }
        for (what, findings) in [
            ("box", read::<crate::BoxShape>(&crate::BoxShape::form().start(&Limits::default()))),
            ("condition", read::<Condition>(&Condition::form().start(&Limits::default()))),
        ] {
            assert_eq!(findings, "", "{what}");
        }
    }

    #[test]
    fn limits_describe_accepted_values() {
        let range = Limits { least: Some(0.0), most: Some(30.0), ..Limits::default() };
        assert_eq!(range.refusal(30.5, "rad/s").as_deref(), Some("0 … 30 rad/s"));
        assert_eq!(range.refusal(0.0, "rad/s"), None);
        let above = Limits { least: Some(0.0), above: true, ..Limits::default() };
        assert_eq!((above.refusal(0.0, "kg").as_deref(), above.refusal(1e-9, "kg")), (Some("above 0 kg"), None));
    }

    #[test]
    fn every_record_of_a_scene_describes_itself() {
        for (record, names) in [
            (fields::<Object>(), Object::FIELDS),
            (fields::<Robot>(), Robot::FIELDS),
            (fields::<Beacon>(), Beacon::FIELDS),
            (fields::<Light>(), Light::FIELDS),
            (fields::<Medium>(), Medium::FIELDS),
            (fields::<Route>(), Route::FIELDS),
        ] {
            assert_eq!(record.iter().map(|field| &*field.name).collect::<Vec<_>>(), names);
            assert!(record.iter().all(|field| field.help.ends_with('.')), "{names:?}");
        }
    }

    #[test]
    fn the_schema_of_parameters_becomes_a_form() {
        let schema = json!({
            "properties": {
                "speed": {"type": "number", "minimum": 0.0, "maximum": 30.0, "x-unit": "rad/s", "default": 8.0,
                    "description": "Wheel speed."},
                "rays": {"type": "integer", "minimum": 1},
                "action": {"$ref": "#/$defs/Action"},
                "offset": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
                "label": {"type": ["string", "null"]},
                "commands": {"type": "object", "additionalProperties": {"type": "number"}},
                "depth": {"$ref": "#/$defs/Law", "description": "The law.", "default": {"gain": 2.0}}
            },
            "$defs": {
                "Action": {"type": "string", "enum": ["report", "put_back"]},
                "Law": {"type": "object", "description": "Any law.", "properties": {
                    "gain": {"type": "number", "default": 1.0}, "inner": {"$ref": "#/$defs/Law"}
                }}
            }
        });
        let fields = parameters(&schema, &|text| text.to_uppercase());
        let find = |name: &str| fields.iter().find(|field| field.name == name).expect("it is in the schema");
        let speed = find("speed");
        assert_eq!((&*speed.unit, &*speed.help), ("rad/s", "WHEEL SPEED."));
        assert_eq!((speed.limits.least, speed.limits.most), (Some(0.0), Some(30.0)));
        assert_eq!(speed.start().to_json(), json!(8.0));
        assert!(matches!(find("rays").form, Form::Whole));
        assert!(matches!(&find("action").form, Form::Words(words) if words == &["report", "put_back"]));
        assert!(matches!(find("offset").form, Form::Numbers(3)));
        assert!(matches!(&find("label").form, Form::Optional(inner) if matches!(**inner, Form::Text)));
        assert!(matches!(&find("commands").form, Form::ByName(inner) if matches!(**inner, Form::Number)));
        let depth = find("depth");
        assert_eq!((&*depth.help, depth.start().to_json()), ("THE LAW.", json!({"gain": 2.0})));
        let Form::Fields(law) = &depth.form else { panic!("a struct within the parameters is a form") };
        assert_eq!(law.iter().map(|field| &*field.name).collect::<Vec<_>>(), ["gain", "inner"]);
        assert!(matches!(law[1].form, Form::Fields(_)), "a schema that refers to itself ends somewhere");
    }
}
