//! Descriptions of schemas for users who set parameters.

use serde_json::Value;

/// Name, accepted values with unit, default, and help of every parameter in a schema; help as in the schema. A parameter with fields is
/// followed by them: `gains.turn`, `points[].at`. If several have the same fields, they are listed for the first one only.
pub fn parameters(schema: &Value) -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    fields(schema, schema, &mut Vec::new(), &mut String::new(), &mut rows);
    rows
}

/// Adds a row for each field of a record, with the path of the record as prefix.
fn fields<'s>(
    root: &'s Value,
    record: &'s Value,
    known: &mut Vec<(&'s str, String)>,
    path: &mut String,
    rows: &mut Vec<[String; 4]>,
) {
    let Some(properties) = record.get("properties").and_then(Value::as_object) else { return };
    let required = |name: &String| {
        record.get("required").and_then(Value::as_array).is_some_and(|names| names.iter().any(|known| known == name))
    };
    for (name, property) in properties {
        let (inner, brackets) = match property.get("items") {
            Some(items) => (items, "[]"),
            None => (property, ""),
        };
        let definition = inner.get("$ref").and_then(Value::as_str);
        let inner = definition.and_then(|target| resolved(root, target)).unwrap_or(inner);
        let is_record = inner.get("properties").is_some();
        let before = definition.and_then(|definition| known.iter().find(|(known, _)| *known == definition));
        let mut accepted = accepted(root, property, 0);
        if let Some((_, before)) = before.filter(|_| is_record) {
            accepted = format!("{accepted} as `{before}`");
        }
        let default = match property.get("default") {
            // Each of its fields has its own default.
            Some(Value::Object(_)) if is_record => String::new(),
            Some(default) => format!("default {default}"),
            None if required(name) => "required".to_string(),
            None => String::new(),
        };
        let help = property.get("description").and_then(Value::as_str).unwrap_or("").replace('\n', " ");
        let is_new = is_record && before.is_none();
        rows.push([format!("{path}{name}"), accepted, default, help]);
        // Stops the recursion of a record that contains itself: it is already known.
        if is_new {
            if let Some(definition) = definition {
                known.push((definition, format!("{path}{name}{brackets}")));
            }
            let length = path.len();
            path.push_str(&format!("{name}{brackets}."));
            fields(root, inner, known, path, rows);
            path.truncate(length);
        }
    }
}

/// Resolves a reference within a schema.
fn resolved<'s>(root: &'s Value, target: &str) -> Option<&'s Value> {
    root.pointer(target.strip_prefix('#')?)
}

/// Description of the accepted values of a parameter.
fn accepted(root: &Value, property: &Value, depth: usize) -> String {
    if depth > 4 {
        return "…".into();
    }
    if let Some(target) = property.get("$ref").and_then(Value::as_str) {
        return resolved(root, target).map_or_else(any, |target| accepted(root, target, depth + 1));
    }
    if let Some(words) = property.get("enum").and_then(Value::as_array) {
        return words
            .iter()
            .map(|word| word.as_str().map_or(word.to_string(), str::to_string))
            .collect::<Vec<_>>()
            .join(" | ");
    }
    if let Some(word) = property.get("const") {
        return word.as_str().map_or(word.to_string(), str::to_string);
    }
    if let Some(choices) = ["oneOf", "anyOf", "allOf"].iter().find_map(|key| property.get(key)?.as_array()) {
        return choices.iter().map(|choice| accepted(root, choice, depth + 1)).collect::<Vec<_>>().join(" | ");
    }
    let number = |keys: [&str; 2]| keys.iter().find_map(|key| property.get(key)?.as_f64());
    let range = match (number(["minimum", "exclusiveMinimum"]), number(["maximum", "exclusiveMaximum"])) {
        (Some(min), Some(max)) => format!("{min} … {max}"),
        (Some(min), None) => format!("from {min}"),
        (None, Some(max)) => format!("up to {max}"),
        (None, None) => String::new(),
    };
    let kind = match property.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | "),
        _ => any(),
    };
    let kind = match property.get("items") {
        Some(items) => format!("{kind} of {items}", items = accepted(root, items, depth + 1)),
        None => kind,
    };
    let unit = property.get("x-unit").and_then(Value::as_str).unwrap_or_default();
    let parts = [&*kind, &*range, unit].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

fn any() -> String {
    "any".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parameters_are_listed_with_range_unit_default_and_help() {
        let schema = json!({
            "properties": {
                "speed": {"type": "number", "minimum": 0, "maximum": 2.5, "x-unit": "m/s", "default": 1.0, "description": "How\nfast."},
                "mode": {"enum": ["slow", "fast"]},
                "points": {"type": "array", "items": {"type": "number"}},
            },
            "required": ["mode"],
        });
        let rows = parameters(&schema);
        assert_eq!(rows[0], ["speed", "number 0 … 2.5 m/s", "default 1.0", "How fast."]);
        assert_eq!(rows[1], ["mode", "slow | fast", "required", ""]);
        assert_eq!(rows[2], ["points", "array of number", "", ""]);
        assert!(parameters(&json!({})).is_empty());
    }

    #[test]
    fn fields_of_records_and_of_lists_of_records_are_listed_once() {
        let gains = json!({"type": "object", "properties": {"turn": {"type": "number", "default": 0.5}}});
        let point =
            json!({"type": "object", "properties": {"at": {"type": "number"}, "next": {"$ref": "#/$defs/Point"}}});
        let schema = json!({
            "properties": {
                "near": {"$ref": "#/$defs/Gains", "default": {"turn": 0.5}},
                "far": {"$ref": "#/$defs/Gains", "default": {"turn": 0.5}},
                "points": {"type": "array", "items": {"$ref": "#/$defs/Point"}, "default": []},
            },
            "$defs": {"Gains": gains, "Point": point},
        });
        let rows = parameters(&schema);
        let rows: Vec<[&str; 3]> =
            rows.iter().map(|[name, accepted, default, _]| [&**name, accepted, default]).collect();
        assert_eq!(
            rows,
            [
                ["near", "object", ""],
                ["near.turn", "number", "default 0.5"],
                ["far", "object as `near`", ""],
                ["points", "array of object", "default []"],
                ["points[].at", "number", ""],
                ["points[].next", "object as `points[]`", ""],
            ]
            .as_slice(),
        );
    }
}
