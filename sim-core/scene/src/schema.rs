//! Validation of values against JSON schemas, which components declare for their parameters.
//!
//! Supports the part of JSON Schema 2020-12 that `schemars` 1.x writes for plain serde types, plus `x-unit` for the unit of a number and
//! `x-former-names` for previous names of a property: `type`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`,
//! `enum`, `const`, `oneOf`, `anyOf`, `allOf`, `$ref` into `$defs`, `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`,
//! `minItems`, `maxItems`, `minLength` and `maxLength`. Other keywords are ignored.
//!
//! ```
//! use serde_json::json;
//! use sim_scene::schema::validate;
//!
//! let schema = json!({
//!     "type": "object",
//!     "properties": {"speed": {"type": "number", "minimum": 0, "maximum": 2, "x-unit": "m/s", "default": 0.5}},
//!     "additionalProperties": false,
//! });
//! let problems = validate(&schema, &json!({"sped": 1}));
//! assert_eq!(problems[0].nearest.as_deref(), Some("speed"));
//! assert_eq!(validate(&schema, &json!({"speed": 3}))[0].expected, "a number from 0 to 2 m/s");
//! ```

mod spelling;
mod words;

pub use spelling::{rename_parameters, spell_choices};
pub use words::parameters;

use serde_json::{Map, Value};
use sim_diagnostics::words::counted;

use sim_diagnostics::data_path::{Segment, path_text};
use sim_diagnostics::words::{elements, one_of, shortened};
use sim_diagnostics::{Code, nearest};

/// A mismatch between a value and its schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Path in the value, in the notation of scene paths: `gains[0].limit`; empty for the value itself.
    pub path: String,
    /// Class: unknown, wrong type, out of range, or missing parameter.
    pub code: Code,
    /// Message, one sentence without a final period.
    pub message: String,
    /// Expected value, with range and unit.
    pub expected: String,
    /// Actual value; empty if it is missing.
    pub found: String,
    /// Nearest known name for an unknown one.
    pub nearest: Option<String>,
    /// How to write the value.
    pub help: Option<String>,
}

impl Problem {
    /// Whether the finding is about the name of a field, not its value.
    pub fn is_about_name(&self) -> bool {
        self.code == Code::SceneParameterUnknown
    }

    /// Converts the problem to a diagnostic without place; the caller sets the path.
    pub fn to_diagnostic(&self) -> sim_diagnostics::Diagnostic {
        let mut diagnostic = sim_diagnostics::Diagnostic::error(self.code, &self.message).with_expected(&self.expected);
        if !self.found.is_empty() {
            diagnostic = diagnostic.with_found(&self.found);
        }
        if let Some(nearest) = &self.nearest {
            diagnostic = diagnostic.with_nearest(nearest);
        }
        if let Some(help) = &self.help {
            diagnostic = diagnostic.with_help(help);
        }
        diagnostic
    }
}

/// Validates `value` against `schema`. Returns all mismatches; empty if it is valid.
pub fn validate(schema: &Value, value: &Value) -> Vec<Problem> {
    let mut validator = Validator { root: schema, path: Vec::new(), problems: Vec::new(), depth: 0 };
    validator.value(schema, value);
    validator.problems
}

/// Removes the parameters with problems.
pub fn remove_invalid(params: &mut Value, problems: &[Problem]) {
    for problem in problems {
        let name = problem.path.split(['.', '[']).next().unwrap_or_default();
        params.as_object_mut().and_then(|params| params.remove(name));
    }
}

/// Numbers of parameters in radians, with their paths.
pub fn angles(schema: &Value, params: &Value) -> Vec<(String, f64)> {
    let mut found = Vec::new();
    collect_angles((schema, schema), params, false, &mut Vec::new(), &mut found);
    found
}

fn collect_angles(
    (root, schema): (&Value, &Value),
    value: &Value,
    in_radians: bool,
    path: &mut Vec<Segment>,
    found: &mut Vec<(String, f64)>,
) {
    let target = resolve(root, schema);
    let unit = schema.get("x-unit").or_else(|| target.get("x-unit"));
    let in_radians = unit.map_or(in_radians, |unit| unit == "rad");
    let mut inside = |segment, schema, value| {
        path.push(segment);
        collect_angles((root, schema), value, in_radians, path, found);
        path.pop();
    };
    match value {
        Value::Number(number) if in_radians => found.extend(number.as_f64().map(|number| (path_text(path), number))),
        Value::Array(items) => {
            let own = |index: usize| {
                target.get("prefixItems").and_then(|list| list.get(index)).or_else(|| target.get("items"))
            };
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| inside(Segment::Index(index), own(index).unwrap_or(&Value::Null), item));
        }
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            let own = target.get("properties").and_then(|properties| properties.get(name));
            if let Some(own) = own {
                inside(Segment::Key(name.clone()), own, field);
            }
        }),
        _ => {}
    }
}

/// Maximum depth of references and nesting; schemas may refer to themselves.
const DEPTH_LIMIT: usize = 128;

/// Resolves `$ref`, following chains of references.
pub(crate) fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let mut schema = schema;
    for _ in 0..DEPTH_LIMIT {
        let target = schema.get("$ref").and_then(Value::as_str);
        match target.and_then(|target| root.pointer(target.strip_prefix('#')?)) {
            Some(next) => schema = next,
            None => break,
        }
    }
    schema
}

/// Alternatives of `oneOf` and `anyOf` together.
fn alternatives(schema: &Value) -> Vec<&Value> {
    let lists = ["oneOf", "anyOf"].iter().filter_map(|word| schema.get(word)?.as_array());
    lists.flatten().collect()
}

struct Validator<'s> {
    root: &'s Value,
    path: Vec<Segment>,
    problems: Vec<Problem>,
    depth: usize,
}

impl<'s> Validator<'s> {
    fn report(
        &mut self,
        code: Code,
        message: impl Into<String>,
        expected: impl Into<String>,
        found: String,
    ) -> &mut Problem {
        let (path, message, expected) = (path_text(&self.path), message.into(), expected.into());
        self.problems.push(Problem { path, code, message, expected, found, nearest: None, help: None });
        self.problems.last_mut().expect("invariant: a problem was just added")
    }

    fn unexpected(&mut self, expected: String, value: &Value) {
        let message = format!("expected {expected}");
        self.report(Code::SceneParameterType, message, expected, describe(value));
    }

    fn value(&mut self, schema: &'s Value, value: &Value) {
        if self.depth >= DEPTH_LIMIT {
            return;
        }
        self.depth += 1;
        self.value_at_depth(schema, value);
        self.depth -= 1;
    }

    fn value_at_depth(&mut self, schema: &'s Value, value: &Value) {
        if schema.as_bool() == Some(false) {
            self.report(Code::SceneParameterUnknown, "no value allowed here", "nothing", describe(value));
            return;
        }
        // Keywords next to `$ref` apply in addition to the referenced schema.
        let target = resolve(self.root, schema);
        if !std::ptr::eq(target, schema) {
            self.value(target, value);
        }
        if !self.fits_type(schema, value) {
            let is_element = !value.is_object()
                && schema.get("type").is_some_and(|name| name == "array")
                && schema.get("items").is_some_and(|items| fits(self.root, items, value, self.depth));
            self.unexpected(self.expected(schema), value);
            let problem = self.problems.last_mut().filter(|_| is_element);
            problem.into_iter().for_each(|problem| problem.help = Some(format!("write a list: `[{value}]`")));
            return;
        }
        if let Some(constant) = schema.get("const").filter(|constant| *constant != value) {
            self.unexpected(literal(constant), value);
        }
        if let Some(words) = schema.get("enum").and_then(Value::as_array).filter(|words| !words.contains(value)) {
            self.not_a_choice(words, value);
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.value(part, value);
        }
        match value {
            Value::Number(number) => self.number(schema, number.as_f64().unwrap_or(f64::NAN), value),
            Value::String(text) => self.text(schema, text),
            Value::Array(items) => self.array(schema, items),
            Value::Object(fields) => self.object(schema, fields),
            Value::Null | Value::Bool(_) => {}
        }
        self.alternatives(schema, value);
    }

    fn fits_type(&self, schema: &Value, value: &Value) -> bool {
        let fits = |name: &str| match name {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => true,
        };
        match schema.get("type") {
            Some(Value::String(name)) => fits(name),
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(fits),
            _ => true,
        }
    }

    fn not_a_choice(&mut self, words: &[Value], value: &Value) {
        let names: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let expected = one_of(&names);
        let found = describe(value);
        let near = value.as_str().and_then(|word| nearest(word, names.iter().copied())).map(str::to_owned);
        let message = format!("invalid choice {value}", value = literal(value));
        self.report(Code::SceneParameterType, message, expected, found).nearest = near;
    }

    fn number(&mut self, schema: &Value, number: f64, value: &Value) {
        if !range_of(schema).holds(number) {
            let expected = self.expected(schema);
            let found = value.to_string();
            let message = format!("{found} is out of range");
            self.report(Code::SceneParameterRange, message, expected, found);
        }
    }

    fn text(&mut self, schema: &Value, text: &str) {
        let length = text.chars().count() as u64;
        let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
        let most = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if length < least || length > most {
            let found = counted(length, "character");
            let expected = format!("text of {amount} characters", amount = amount(least, most));
            let message = "wrong text length".to_string();
            self.report(Code::SceneParameterRange, message, expected, found);
        }
    }

    fn array(&mut self, schema: &'s Value, items: &[Value]) {
        let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let most = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if (items.len() as u64) < least || items.len() as u64 > most {
            let expected = format!("{amount} elements", amount = amount(least, most));
            let message = "wrong number of elements".to_string();
            self.report(Code::SceneParameterType, message, expected, elements(items.len()));
        }
        let leading = schema.get("prefixItems").and_then(Value::as_array);
        for (index, item) in items.iter().enumerate() {
            let own = leading.and_then(|leading| leading.get(index)).or_else(|| schema.get("items"));
            if let Some(own) = own.filter(|own| !(own.as_bool() == Some(false) && items.len() as u64 > most)) {
                self.path.push(Segment::Index(index));
                self.value(own, item);
                self.path.pop();
            }
        }
    }

    fn object(&mut self, schema: &'s Value, fields: &Map<String, Value>) {
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties");
        for (name, field) in fields {
            self.path.push(Segment::Key(name.clone()));
            match (properties.and_then(|properties| properties.get(name)), others) {
                (Some(property), _) => self.value(property, field),
                (None, Some(Value::Bool(false))) => {
                    let names: Vec<&str> = properties.unwrap_or(&empty).keys().map(String::as_str).collect();
                    let message = format!("unknown parameter `{name}`", name = shortened(name));
                    let near = nearest(name, names.iter().copied()).map(str::to_owned);
                    let found = format!("`{}`", shortened(name));
                    self.report(Code::SceneParameterUnknown, message, one_of(&names), found).nearest = near;
                }
                (None, Some(others @ Value::Object(_))) => self.value(others, field),
                (None, _) => {}
            }
            self.path.pop();
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in required.filter_map(Value::as_str).filter(|name| !fields.contains_key(*name)) {
            let property = properties.and_then(|properties| properties.get(name));
            let expected = property.map_or_else(|| "a value".to_string(), |property| self.expected(property));
            let message = format!("missing parameter `{name}`");
            let expected = format!("`{name}`: {expected}");
            self.report(Code::SceneParameterMissing, message, expected, String::new());
        }
    }

    /// One of the alternatives must match; reports the problems of the most likely one.
    fn alternatives(&mut self, schema: &'s Value, value: &Value) {
        let all = alternatives(schema);
        if all.is_empty() {
            return;
        }
        let mut likely: Option<(usize, Vec<Problem>)> = None;
        for alternative in all {
            let mut attempt =
                Validator { root: self.root, path: self.path.clone(), problems: Vec::new(), depth: self.depth };
            attempt.value(alternative, value);
            if attempt.problems.is_empty() {
                return;
            }
            // If the mismatch is deeper inside, the outer form matched: the author meant this alternative.
            let depth = attempt.problems.iter().map(|problem| problem.path.len()).min().unwrap_or(0);
            if depth > path_text(&self.path).len() && likely.as_ref().is_none_or(|(best, _)| depth > *best) {
                likely = Some((depth, attempt.problems));
            }
        }
        match likely {
            Some((_, problems)) => self.problems.extend(problems),
            None => {
                let expected = self.expected(schema);
                let words = self.words(schema, 0);
                let given = value.as_str().or_else(|| value.as_object()?.keys().next().map(String::as_str));
                let near = given.and_then(|word| nearest(word, words.iter().map(String::as_str))).map(str::to_owned);
                let message = format!("invalid choice: {value}", value = describe(value));
                self.report(Code::SceneParameterType, message, expected, describe(value)).nearest = near;
            }
        }
    }

    /// Valid words of a choice: constants, and names of variants with content.
    fn words(&self, schema: &Value, depth: usize) -> Vec<String> {
        let constant = schema.get("const").into_iter();
        let lists = ["enum", "required"].into_iter().filter_map(|list| schema.get(list)?.as_array()).flatten();
        let mut words: Vec<String> = constant.chain(lists).filter_map(Value::as_str).map(str::to_owned).collect();
        for alternative in alternatives(schema).into_iter().filter(|_| depth < DEPTH_LIMIT) {
            words.extend(self.words(resolve(self.root, alternative), depth + 1));
        }
        words
    }

    /// Description of the values that a schema accepts.
    fn expected(&self, schema: &Value) -> String {
        let unit_of = schema;
        let schema = resolve(self.root, schema);
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            return one_of(&words.iter().filter_map(Value::as_str).collect::<Vec<_>>());
        }
        if let Some(constant) = schema.get("const") {
            return literal(constant);
        }
        let parts = alternatives(schema);
        if !parts.is_empty() {
            let mut forms = Vec::new();
            self.collect_forms(schema, 0, &mut forms);
            return any_of(forms);
        }
        let names: Vec<&str> = match schema.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => return "another value".to_string(),
        };
        let unit = schema.get("x-unit").or_else(|| unit_of.get("x-unit")).and_then(Value::as_str).unwrap_or("");
        any_of(names.iter().map(|name| self.type_form(name, schema, unit)))
    }

    /// Forms of all alternatives, nested ones included, without duplicates.
    fn collect_forms(&self, schema: &Value, depth: usize, forms: &mut Vec<String>) {
        for part in alternatives(schema) {
            let part = resolve(self.root, part);
            if depth < DEPTH_LIMIT && !alternatives(part).is_empty() {
                self.collect_forms(part, depth + 1, forms);
                continue;
            }
            let form = self.alternative_form(part);
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }

    fn alternative_form(&self, part: &Value) -> String {
        let tag = part.get("required").and_then(Value::as_array).filter(|names| names.len() == 1);
        match tag.and_then(|names| names[0].as_str()) {
            Some(tag) if part.get("additionalProperties") == Some(&Value::Bool(false)) => format!("`{tag}(…)`"),
            _ => self.expected(part),
        }
    }

    fn type_form(&self, name: &str, schema: &Value, unit: &str) -> String {
        match name {
            "number" => range_of(schema).text("a number", unit),
            "integer" => range_of(schema).text("a whole number", unit),
            "string" => "text".to_string(),
            "boolean" => "`true` or `false`".to_string(),
            "null" => "`None`".to_string(),
            "array" => {
                let least = schema.get("minItems").and_then(Value::as_u64);
                let most = schema.get("maxItems").and_then(Value::as_u64);
                let each = schema.get("items").filter(|items| items.is_object());
                let list = match (least, most) {
                    (None, None) => "a list".to_string(),
                    _ => {
                        let amount = amount(least.unwrap_or(0), most.unwrap_or(u64::MAX));
                        format!("a list of {amount} elements")
                    }
                };
                match each {
                    None => list,
                    Some(items) => {
                        format!("{list}, each {expected}", expected = self.expected(items))
                    }
                }
            }
            _ => "a table `(name: value, …)`".to_string(),
        }
    }
}

/// Range that a schema sets for numbers.
struct Range {
    least: Option<f64>,
    most: Option<f64>,
    above: Option<f64>,
    below: Option<f64>,
}

fn range_of(schema: &Value) -> Range {
    let get = |word: &str| schema.get(word).and_then(Value::as_f64);
    Range {
        least: get("minimum"),
        most: get("maximum"),
        above: get("exclusiveMinimum"),
        below: get("exclusiveMaximum"),
    }
}

impl Range {
    fn holds(&self, number: f64) -> bool {
        self.least.is_none_or(|least| number >= least)
            && self.most.is_none_or(|most| number <= most)
            && self.above.is_none_or(|above| number > above)
            && self.below.is_none_or(|below| number < below)
    }

    /// "a number from 0 to 2 m/s", "a number above 0 kg", or the unit alone.
    fn text(&self, number: &'static str, unit: &str) -> String {
        let Range { least, most, above, below } = *self;
        // A unit of 1 means dimensionless.
        let unit = if matches!(unit, "" | "1") { String::new() } else { format!(" {unit}") };
        match (least.ok_or(above), most.ok_or(below)) {
            (Ok(low), Ok(high)) => {
                format!("{number} from {low} to {high}{unit}")
            }
            (Ok(low), Err(Some(high))) => {
                format!("{number} from {low} below {high}{unit}")
            }
            (Err(Some(low)), Ok(high)) => {
                format!("{number} above {low} to {high}{unit}")
            }
            (Err(Some(low)), Err(Some(high))) => {
                format!("{number} above {low} below {high}{unit}")
            }
            (Ok(low), Err(None)) => format!("{number} of at least {low}{unit}"),
            (Err(Some(low)), Err(None)) => format!("{number} above {low}{unit}"),
            (Err(None), Ok(high)) => format!("{number} of at most {high}{unit}"),
            (Err(None), Err(Some(high))) => format!("{number} below {high}{unit}"),
            (Err(None), Err(None)) if unit.is_empty() => number.into(),
            (Err(None), Err(None)) => format!("{number} in{unit}"),
        }
    }
}

/// "one, or another".
fn any_of(forms: impl IntoIterator<Item = String>) -> String {
    let all = forms.into_iter().reduce(|one, other| format!("{one}, or {other}"));
    all.unwrap_or_default()
}

fn amount(least: u64, most: u64) -> String {
    match (least, most) {
        (least, most) if least == most => least.to_string(),
        (0, most) => format!("at most {most}"),
        (least, u64::MAX) => format!("at least {least}"),
        (least, most) => format!("{least} to {most}"),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}`", shortened(text)),
        other => format!("`{}`", shortened(&other.to_string())),
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Null => "`None`".to_string(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {text}", text = shortened(&format!("{text:?}"))),
        Value::Array(items) => format!("a list of {elements}", elements = elements(items.len())),
        Value::Object(fields) => match fields.keys().next() {
            Some(first) => format!("a table starting with `{key}`", key = shortened(first)),
            None => "an empty table".to_string(),
        },
    }
}

fn fits(root: &Value, schema: &Value, value: &Value, depth: usize) -> bool {
    let mut attempt = Validator { root, path: Vec::new(), problems: Vec::new(), depth };
    attempt.value(schema, value);
    attempt.problems.is_empty()
}
