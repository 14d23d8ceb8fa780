//! The maps of configurations: pools by name and parameters.

use crate::arena::{Arena, MAPS, Outline};
use serde_json::Value;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::Properties;
use sim_core::scene::check_value::{Range, above, value_range};

/// The pool with this name and these parameters.
///
/// # Errors
/// The error, with the path of the field in the configuration.
pub fn arena(name: &str, params: &Properties) -> Result<Arena, (String, Diagnostic)> {
    let found = MAPS.iter().find(|(map, alias)| *map == name || *alias == Some(name));
    let Some((map, _)) = found else {
        let names = || MAPS.iter().flat_map(|(map, alias)| std::iter::once(*map).chain(*alias));
        let finding = Diagnostic::error(Code::SceneReference, format!("unknown map `{name}`"))
            .with_expected(names().collect::<Vec<_>>().join(", "))
            .with_found(name)
            .with_nearest_of(name, names());
        return Err(("/map".into(), finding));
    };
    let own: &[&str] = match *map {
        "rectangle" => &["half_x", "half_y", "layers", "floor"],
        "polygon" => &["n", "apothem", "layers", "floor"],
        "octagon" => &["layers", "floor"],
        _ => &[],
    };
    let wrong = |field: &str, message: String, expected: String| {
        let found = params.get(field).map(Value::to_string).unwrap_or_default();
        let finding = Diagnostic::error(Code::SceneRange, message).with_expected(expected).with_found(found);
        (format!("/mapParams/{field}"), finding)
    };
    if let Some(unknown) = params.keys().find(|key| !own.contains(&key.as_str())) {
        let finding =
            Diagnostic::error(Code::SceneUnknownField, format!("unknown parameter `{unknown}` of the map `{map}`"))
                .with_expected(if own.is_empty() { "no parameters".to_string() } else { own.join(", ") })
                .with_nearest_of(unknown, own.iter().copied());
        return Err((format!("/mapParams/{unknown}"), finding));
    }
    let outside = |field: &str| format!("`{field}` is out of range");
    let number = |field: &str, default: f64, range: Range| match params.get(field) {
        None => Ok(default),
        Some(value) => value
            .as_f64()
            .filter(|value| range.holds(*value))
            .ok_or_else(|| wrong(field, outside(field), range.expected())),
    };
    let whole = |field: &str, default: u32, least: u32, most: u32| match params.get(field) {
        None => Ok(default),
        Some(value) => value
            .as_u64()
            .and_then(|value| u32::try_from(value).ok())
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| {
                let [least, most] = [least, most].map(|end| end.to_string());
                wrong(field, outside(field), format!("a whole number from {least} to {most}"))
            }),
    };
    let outline = match *map {
        "rectangle" => {
            let half = value_range(2.5, 1000.0, "m");
            Outline::Rectangle { half: [number("half_x", 10.0, half)?, number("half_y", 10.0, half)?] }
        }
        "octagon" => Outline::Polygon { sides: 8, apothem: 12.0 },
        "polygon" => {
            Outline::Polygon { sides: whole("n", 8, 3, 64)?, apothem: number("apothem", 12.0, above(0.5, "m"))? }
        }
        _ => Outline::Empty,
    };
    let field = "floor";
    let floor = match params.get(field) {
        None => false,
        Some(Value::Bool(floor)) => *floor,
        Some(_) => {
            let message = "`floor` must be true or false".to_string();
            return Err(wrong(field, message, "true or false".to_string()));
        }
    };
    Ok(Arena { outline, layers: whole("layers", 3, 1, 50)?, floor })
}
