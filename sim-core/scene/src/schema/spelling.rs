//! Normalizes values to the spelling of their schema: words of choices, and parameters with a former name.

use super::{DEPTH_LIMIT, Validator, alternatives, fits, resolve};
use serde_json::{Map, Value};

/// Renames parameters with a former name (`x-former-names` of a property) to the current one, and returns both names of each. A
/// parameter given under both names is not changed: validation rejects the former one.
///
/// ```
/// use serde_json::json;
/// use sim_scene::schema::rename_parameters;
///
/// let schema = json!({"properties": {"range": {"type": "number", "x-former-names": ["reach"]}}});
/// let mut params = json!({"reach": 4.0}).as_object().cloned().unwrap();
/// assert_eq!(rename_parameters(&schema, &mut params), [("reach".to_owned(), "range".to_owned())]);
/// assert_eq!(params["range"], 4.0);
/// ```
pub fn rename_parameters(schema: &Value, params: &mut Map<String, Value>) -> Vec<(String, String)> {
    let mut renamed = Vec::new();
    let Some(properties) = resolve(schema, schema).get("properties").and_then(Value::as_object) else { return renamed };
    for (name, property) in properties {
        let former = property.get("x-former-names").and_then(Value::as_array).into_iter().flatten();
        for former in former.filter_map(Value::as_str).filter(|former| !properties.contains_key(*former)) {
            if !params.contains_key(name)
                && let Some(value) = params.remove(former)
            {
                params.insert(name.clone(), value);
                renamed.push((former.to_owned(), name.clone()));
            }
        }
    }
    renamed
}

/// Changes words of choices to the schema's spelling, at all depths.
///
/// Letter case, dashes and underscores are ignored: if the schema lists `put_back`, a scene may contain `PutBack`, as RON writes
/// variants, or `"put-back"`. A word that matches exactly, or resembles none or several, is not changed.
pub fn spell_choices(schema: &Value, value: &mut Value) {
    spell(schema, schema, value, 0);
}

fn spell(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    if depth >= DEPTH_LIMIT {
        return;
    }
    let schema = resolve(root, schema);
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        spell(root, part, value, depth + 1);
    }
    match value {
        Value::String(text) => {
            let validator = Validator { root, path: Vec::new(), problems: Vec::new(), depth };
            if let Some(word) = spelled(&validator.words(schema, 0), text).map(Value::String)
                && fits(root, schema, &word, depth)
                && !fits(root, schema, value, depth)
            {
                *value = word;
            }
        }
        Value::Object(fields) => {
            let properties = schema.get("properties").and_then(Value::as_object);
            for (name, property) in properties.into_iter().flatten() {
                if let Some(field) = fields.get_mut(name) {
                    spell(root, property, field, depth + 1);
                }
            }
            spell_alternatives(root, schema, value, depth);
        }
        Value::Array(items) => {
            let leading = schema.get("prefixItems").and_then(Value::as_array);
            for (index, item) in items.iter_mut().enumerate() {
                let own = leading.and_then(|leading| leading.get(index)).or_else(|| schema.get("items"));
                if let Some(own) = own {
                    spell(root, own, item, depth + 1);
                }
            }
            spell_alternatives(root, schema, value, depth);
        }
        _ => {}
    }
}

/// Spells a value for the first alternative that it then matches.
fn spell_alternatives(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    for part in alternatives(schema) {
        let mut attempt = value.clone();
        spell(root, part, &mut attempt, depth + 1);
        if fits(root, part, &attempt, depth) {
            *value = attempt;
            return;
        }
    }
}

/// The only one of the words that equals a text except for case, dashes and underscores.
fn spelled(words: &[String], text: &str) -> Option<String> {
    let plain = |text: &str| text.replace(['-', '_'], "").to_lowercase();
    let wanted = plain(text);
    let mut alike = words.iter().filter(|word| plain(word) == wanted);
    let word = alike.next()?;
    alike.all(|other| other == word).then(|| word.clone())
}
