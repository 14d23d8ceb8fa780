//! Validation of values against JSON schemas, as components declare them for their parameters.
//!
//! Supported is the part of JSON Schema 2020-12 that `schemars` 1.x writes for plain serde types, plus `x-unit`
//! for the unit of a number and `x-former-names` for names that a property had before: `type`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`,
//! `enum`, `const`, `oneOf`, `anyOf`, `allOf`, `$ref` into `$defs`, `minimum`, `maximum`, `exclusiveMinimum`,
//! `exclusiveMaximum`, `minItems`, `maxItems`, `minLength`, `maxLength` and `default`. Other words are ignored.
//!
//! ```
//! use serde_json::json;
//! use sim_core::schema::{apply_defaults, validate};
//!
//! let schema = json!({
//!     "type": "object",
//!     "properties": {"speed": {"type": "number", "minimum": 0, "maximum": 2, "x-unit": "m/s", "default": 0.5}},
//!     "additionalProperties": false,
//! });
//! let problems = validate(&schema, &json!({"sped": 1}));
//! assert_eq!(problems[0].nearest.as_deref(), Some("speed"));
//! assert_eq!(validate(&schema, &json!({"speed": 3}))[0].expected, "a number from 0 to 2 m/s");
//!
//! let mut params = json!({});
//! apply_defaults(&schema, &mut params);
//! assert_eq!(params, json!({"speed": 0.5}));
//! ```

mod spelling;
mod words;

pub use spelling::{rename_parameters, spell_choices};
pub use words::parameters;

use serde_json::{Map, Value};

use crate::data_path::{Segment, path_text};
use crate::diagnostic::{Code, Sentence, nearest};
use crate::words::{elements, one_of, shortened};
use sim_text::Phrase;

/// One way in which a value does not fit its schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where in the value, in the notation of scene paths: `gains[0].limit`; empty for the value itself.
    pub path: String,
    /// Which class: unknown, wrong type, out of range, or missing parameter.
    pub code: Code,
    /// What is wrong, in one sentence without final stop.
    pub message: Sentence,
    /// What would have been right, with range and unit.
    pub expected: Sentence,
    /// What stands there instead; empty when something is missing.
    pub found: Sentence,
    /// The known name that is nearest to an unknown one.
    pub nearest: Option<String>,
}

impl Problem {
    /// Whether the finding concerns the name of a field rather than its value.
    pub fn is_about_name(&self) -> bool {
        self.code == Code::SceneParameterUnknown
    }

    /// The problem as diagnostic without place; the path is left to the caller, who knows what the value belongs to.
    pub fn to_diagnostic(&self) -> crate::diagnostic::Diagnostic {
        let mut diagnostic =
            crate::diagnostic::Diagnostic::error(self.code, &self.message).with_expected(&self.expected);
        if !self.found.is_empty() {
            diagnostic = diagnostic.with_found(&self.found);
        }
        if let Some(nearest) = &self.nearest {
            diagnostic = diagnostic.with_nearest(nearest);
        }
        diagnostic
    }
}

/// Everything in `value` that does not fit `schema`; empty when it fits.
pub fn validate(schema: &Value, value: &Value) -> Vec<Problem> {
    let mut validator = Validator { root: schema, path: Vec::new(), problems: Vec::new(), depth: 0 };
    validator.value(schema, value);
    validator.problems
}

/// Adds the defaults of the schema for every property that an object lacks, at all depths.
///
/// Inside a `oneOf` or `anyOf` the defaults of the alternative that fits are used; when none fits, nothing is added.
pub fn apply_defaults(schema: &Value, value: &mut Value) {
    defaults(schema, schema, value, 0);
}

/// Deepest chain of references and nestings that is followed; schemas may refer to themselves.
const DEPTH_LIMIT: usize = 128;

/// The schema that `$ref` points to, with the chain of references resolved.
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

/// The alternatives of `oneOf` and `anyOf` together.
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
    fn report(&mut self, code: Code, message: Sentence, expected: Sentence, found: Sentence) -> &mut Problem {
        let path = path_text(&self.path);
        self.problems.push(Problem { path, code, message, expected, found, nearest: None });
        self.problems.last_mut().expect("invariant: a problem was just added")
    }

    fn unexpected(&mut self, expected: Sentence, value: &Value) {
        let message = say!("diagnostic-unexpected", "expected {expected}", expected);
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
            let message = say!("scene-nothing-allowed", "nothing is allowed here");
            self.report(Code::SceneParameterUnknown, message, say!("core-nothing", "nothing"), describe(value));
            return;
        }
        // Words beside `$ref` hold as well as the schema it points to.
        let target = resolve(self.root, schema);
        if !std::ptr::eq(target, schema) {
            self.value(target, value);
        }
        if !self.fits_type(schema, value) {
            self.unexpected(self.expected(schema), value);
            return;
        }
        if let Some(constant) = schema.get("const").filter(|constant| *constant != value) {
            self.unexpected(literal(constant).into(), value);
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
        let message = say!("scene-not-possible-choice", "{value} is not a possible choice", value = literal(value));
        self.report(Code::SceneParameterType, message, expected, found).nearest = near;
    }

    fn number(&mut self, schema: &Value, number: f64, value: &Value) {
        if !range_of(schema).holds(number) {
            let expected = self.expected(schema);
            let found = value.to_string();
            let message = say!("scene-out-range", "{found} is out of range", found);
            self.report(Code::SceneParameterRange, message, expected, found.into());
        }
    }

    fn text(&mut self, schema: &Value, text: &str) {
        let length = text.chars().count() as u64;
        let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
        let most = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if length < least || length > most {
            let found = say!("scene-characters", ["{count} character", "{count} characters"], count = length);
            let expected = say!("scene-text-characters", "text of {amount} characters", amount = amount(least, most));
            let message = say!("scene-text-wrong-length", "the text has the wrong length");
            self.report(Code::SceneParameterRange, message, expected, found);
        }
    }

    fn array(&mut self, schema: &'s Value, items: &[Value]) {
        let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let most = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if (items.len() as u64) < least || items.len() as u64 > most {
            let expected = say!("scene-amount-of-elements", "{amount} elements", amount = amount(least, most));
            let message = say!("scene-list-wrong-number-elements", "the list has the wrong number of elements");
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
                    let message = say!("scene-unknown-parameter", "unknown parameter `{name}`", name = shortened(name));
                    let near = nearest(name, names.iter().copied()).map(str::to_owned);
                    let found = format!("`{}`", shortened(name));
                    self.report(Code::SceneParameterUnknown, message, one_of(&names), found.into()).nearest = near;
                }
                (None, Some(others @ Value::Object(_))) => self.value(others, field),
                (None, _) => {}
            }
            self.path.pop();
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in required.filter_map(Value::as_str).filter(|name| !fields.contains_key(*name)) {
            let property = properties.and_then(|properties| properties.get(name));
            let expected = property.map_or_else(|| say!("scene-value", "a value"), |property| self.expected(property));
            let message = say!("scene-parameter-missing", "the parameter `{name}` is missing", name);
            let expected = say!("scene-parameter-of", "`{name}`: {expected}", name, expected);
            self.report(Code::SceneParameterMissing, message, expected, Sentence::default());
        }
    }

    /// One of the alternatives must fit; the problems of the most likely one are reported.
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
            // What went wrong deeper inside had the right form outside: the author meant this alternative.
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
                let message = say!(
                    "scene-none-possible-choices",
                    "{value} is none of the possible choices",
                    value = describe(value)
                );
                self.report(Code::SceneParameterType, message, expected, describe(value)).nearest = near;
            }
        }
    }

    /// The words that may be written for a choice: constants, and names of variants with content.
    fn words(&self, schema: &Value, depth: usize) -> Vec<String> {
        let constant = schema.get("const").into_iter();
        let lists = ["enum", "required"].into_iter().filter_map(|list| schema.get(list)?.as_array()).flatten();
        let mut words: Vec<String> = constant.chain(lists).filter_map(Value::as_str).map(str::to_owned).collect();
        for alternative in alternatives(schema).into_iter().filter(|_| depth < DEPTH_LIMIT) {
            words.extend(self.words(resolve(self.root, alternative), depth + 1));
        }
        words
    }

    /// What a schema expects, in words.
    fn expected(&self, schema: &Value) -> Sentence {
        let unit_of = schema;
        let schema = resolve(self.root, schema);
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            return one_of(&words.iter().filter_map(Value::as_str).collect::<Vec<_>>());
        }
        if let Some(constant) = schema.get("const") {
            return literal(constant).into();
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
            _ => return say!("scene-another-value", "another value"),
        };
        let unit = schema.get("x-unit").or_else(|| unit_of.get("x-unit")).and_then(Value::as_str).unwrap_or("");
        any_of(names.iter().map(|name| self.type_form(name, schema, unit)))
    }

    /// The forms of all alternatives, also of those inside alternatives, each once.
    fn collect_forms(&self, schema: &Value, depth: usize, forms: &mut Vec<Sentence>) {
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

    fn alternative_form(&self, part: &Value) -> Sentence {
        let tag = part.get("required").and_then(Value::as_array).filter(|names| names.len() == 1);
        match tag.and_then(|names| names[0].as_str()) {
            Some(tag) if part.get("additionalProperties") == Some(&Value::Bool(false)) => format!("`{tag}(…)`").into(),
            _ => self.expected(part),
        }
    }

    fn type_form(&self, name: &str, schema: &Value, unit: &str) -> Sentence {
        match name {
            "number" => range_of(schema).text(phrase!("scene-number", "a number"), unit),
            "integer" => range_of(schema).text(phrase!("scene-whole-number", "a whole number"), unit),
            "string" => say!("scene-text", "text"),
            "boolean" => say!("scene-true-false", "`true` or `false`"),
            "null" => Sentence::plain("`None`"),
            "array" => {
                let least = schema.get("minItems").and_then(Value::as_u64);
                let most = schema.get("maxItems").and_then(Value::as_u64);
                let each = schema.get("items").filter(|items| items.is_object());
                let list = match (least, most) {
                    (None, None) => say!("scene-any-list", "a list"),
                    _ => {
                        let amount = amount(least.unwrap_or(0), most.unwrap_or(u64::MAX));
                        say!("scene-list-of", "a list of {amount} elements", amount)
                    }
                };
                match each {
                    None => list,
                    Some(items) => {
                        say!("scene-list-each", "{list}, each {expected}", list, expected = self.expected(items))
                    }
                }
            }
            _ => say!("scene-table", "a table `(name: value, …)`"),
        }
    }
}

/// The range that a schema sets for numbers.
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
    fn text(&self, number: Phrase, unit: &str) -> Sentence {
        let Range { least, most, above, below } = *self;
        // 1 is the unit of what has none.
        let unit = if matches!(unit, "" | "1") { String::new() } else { format!(" {unit}") };
        match (least.ok_or(above), most.ok_or(below)) {
            (Ok(low), Ok(high)) => {
                say!("scene-from-to", "{number} from {low} to {high}{unit}", number, low, high, unit)
            }
            (Ok(low), Err(Some(high))) => {
                say!("scene-from-below", "{number} from {low} below {high}{unit}", number, low, high, unit)
            }
            (Err(Some(low)), Ok(high)) => {
                say!("scene-above-to", "{number} above {low} to {high}{unit}", number, low, high, unit)
            }
            (Err(Some(low)), Err(Some(high))) => {
                say!("scene-above-below", "{number} above {low} below {high}{unit}", number, low, high, unit)
            }
            (Ok(low), Err(None)) => say!("scene-from-upward", "{number} of at least {low}{unit}", number, low, unit),
            (Err(Some(low)), Err(None)) => say!("scene-above", "{number} above {low}{unit}", number, low, unit),
            (Err(None), Ok(high)) => say!("scene-at-most", "{number} of at most {high}{unit}", number, high, unit),
            (Err(None), Err(Some(high))) => say!("scene-below", "{number} below {high}{unit}", number, high, unit),
            (Err(None), Err(None)) if unit.is_empty() => number.into(),
            (Err(None), Err(None)) => say!("scene-in-unit", "{number} in{unit}", number, unit),
        }
    }
}

/// "one, or another".
fn any_of(forms: impl IntoIterator<Item = Sentence>) -> Sentence {
    let all = forms.into_iter().reduce(|one, other| say!("scene-or", "{one}, or {other}", one, other));
    all.unwrap_or_default()
}

fn amount(least: u64, most: u64) -> Sentence {
    match (least, most) {
        (least, most) if least == most => least.to_string().into(),
        (0, most) => say!("scene-amount-at-most", "at most {most}", most),
        (least, u64::MAX) => say!("scene-amount-at-least", "at least {least}", least),
        (least, most) => say!("scene-amount-between", "{least} to {most}", least, most),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}`", shortened(text)),
        other => format!("`{}`", shortened(&other.to_string())),
    }
}

fn describe(value: &Value) -> Sentence {
    match value {
        Value::Null => Sentence::plain("`None`"),
        Value::Bool(value) => format!("`{value}`").into(),
        Value::Number(number) => say!("scene-found-number", "the number {number}", number = number.to_string()),
        Value::String(text) => say!("scene-found-text", "the text {text}", text = shortened(&format!("{text:?}"))),
        Value::Array(items) => say!("scene-found-list", "a list of {elements}", elements = elements(items.len())),
        Value::Object(fields) => match fields.keys().next() {
            Some(first) => say!("scene-found-table", "a table that begins with `{key}`", key = shortened(first)),
            None => say!("scene-found-no-fields", "an empty table"),
        },
    }
}

fn fits(root: &Value, schema: &Value, value: &Value, depth: usize) -> bool {
    let mut attempt = Validator { root, path: Vec::new(), problems: Vec::new(), depth };
    attempt.value(schema, value);
    attempt.problems.is_empty()
}

fn defaults(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    if depth >= DEPTH_LIMIT {
        return;
    }
    let schema = resolve(root, schema);
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        defaults(root, part, value, depth + 1);
    }
    let fitting = alternatives(schema).into_iter().find(|part| fits(root, part, value, depth));
    if let Some(part) = fitting {
        defaults(root, part, value, depth + 1);
    }
    match value {
        Value::Object(fields) => {
            let properties = schema.get("properties").and_then(Value::as_object);
            for (name, property) in properties.into_iter().flatten() {
                if let (false, Some(default)) = (fields.contains_key(name), property.get("default")) {
                    fields.insert(name.clone(), default.clone());
                }
                if let Some(field) = fields.get_mut(name) {
                    defaults(root, property, field, depth + 1);
                }
            }
        }
        Value::Array(items) => {
            let leading = schema.get("prefixItems").and_then(Value::as_array);
            for (index, item) in items.iter_mut().enumerate() {
                let own = leading.and_then(|leading| leading.get(index)).or_else(|| schema.get("items"));
                if let Some(own) = own {
                    defaults(root, own, item, depth + 1);
                }
            }
        }
        _ => {}
    }
}
