//! Schemas in words, for people who choose parameters.

use serde_json::Value;
use sim_text::Sentence;

/// Name, accepted values with unit, default, and help of every parameter that a schema describes, in the language in use; help as the
/// schema has it.
pub fn parameters(schema: &Value) -> Vec<[String; 4]> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
    let required = |name: &String| {
        schema.get("required").and_then(Value::as_array).is_some_and(|names| names.iter().any(|known| known == name))
    };
    let row = |(name, property): (&String, &Value)| {
        let default = match property.get("default") {
            Some(default) => told(&say!("schema-default", "default {default}", default = default.to_string())),
            None if required(name) => told(&say!("schema-required", "required")),
            None => String::new(),
        };
        let help = property.get("description").and_then(Value::as_str).unwrap_or("").replace('\n', " ");
        [name.clone(), accepted(schema, property, 0), default, help]
    };
    properties.iter().map(row).collect()
}

/// The values that a parameter accepts, in words.
fn accepted(root: &Value, property: &Value, depth: usize) -> String {
    if depth > 4 {
        return "…".into();
    }
    if let Some(target) = property.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return target.map_or_else(any, |target| accepted(root, target, depth + 1));
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
        (Some(min), None) => told(&say!("schema-from", "from {min}", min)),
        (None, Some(max)) => told(&say!("schema-up-to", "up to {max}", max)),
        (None, None) => String::new(),
    };
    let kind = match property.get("type") {
        Some(Value::String(kind)) => word(kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).map(word).collect::<Vec<_>>().join(" | "),
        _ => any(),
    };
    let kind = match property.get("items") {
        Some(items) => told(&say!("schema-of", "{kind} of {items}", kind, items = accepted(root, items, depth + 1))),
        None => kind,
    };
    let unit = property.get("x-unit").and_then(Value::as_str).unwrap_or_default();
    let parts = [&*kind, &*range, unit].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

fn told(sentence: &Sentence) -> String {
    sentence.told().into_owned()
}

fn any() -> String {
    told(&say!("schema-any", "any"))
}

/// The word for a type of JSON.
fn word(kind: &str) -> String {
    told(&match kind {
        "number" => say!("schema-number", "number"),
        "integer" => say!("schema-integer", "integer"),
        "string" => say!("schema-string", "string"),
        "boolean" => say!("schema-boolean", "boolean"),
        "array" => say!("schema-array", "array"),
        "object" => say!("schema-object", "object"),
        "null" => say!("schema-null", "null"),
        kind => kind.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_parameter_is_told_with_range_unit_default_and_help() {
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
}
