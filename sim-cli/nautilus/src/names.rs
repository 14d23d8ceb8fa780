//! Component names of the NAUTILUS simulator.

use crate::simulator::Catalog;
use sim_abi::declare::Kind;
use sim_core::diagnostic::{Code, Diagnostic};

/// Family of the controllers that have NAUTILUS names.
const FAMILY: &str = "nautilus/";
/// Robot models and dynamics.
const MODELS: [(&str, &str); 2] = [("bluerov2", "bluerov2/standard"), ("bluerov2_heavy", "bluerov2/heavy")];
const DYNAMICS: [(&str, &str); 3] =
    [("modelo0", "marine/modelo0"), ("fossen6", "marine/fossen6"), ("static", "body/static")];

/// All known names of a kind, with their components.
pub fn known(kind: Kind, catalog: &Catalog) -> Vec<(String, String)> {
    let components = catalog.components.iter().filter(|component| component.kind == kind);
    let ids = components.map(|component| component.id.as_str());
    let of_table = |table: &[(&str, &str)]| {
        let there = |id: &str| ids.clone().any(|known| known == id);
        let rows = table.iter().filter(|(_, id)| there(id));
        rows.map(|(name, id)| (name.to_string(), id.to_string())).collect::<Vec<_>>()
    };
    let mut names = match kind {
        Kind::Robot => of_table(&MODELS),
        Kind::Dynamics => of_table(&DYNAMICS),
        Kind::Controller => {
            ids.clone().filter_map(|id| Some((camel_case(id.strip_prefix(FAMILY)?), id.to_string()))).collect()
        }
        _ => Vec::new(),
    };
    names.extend(ids.map(|id| (id.to_string(), id.to_string())));
    names
}

/// The component with this name.
///
/// # Errors
/// If the name is unknown; lists the known names and suggests the nearest.
pub fn component(kind: Kind, name: &str, catalog: &Catalog) -> Result<String, Diagnostic> {
    let mut known = known(kind, catalog);
    if let Some(index) = known.iter().position(|(known, _)| known == name) {
        return Ok(known.swap_remove(index).1);
    }
    let names = known.iter().map(|(name, _)| name.as_str());
    let short: Vec<&str> = names.clone().filter(|name| !name.contains('/')).collect();
    Err(Diagnostic::error(Code::SceneReference, format!("unknown {kind} `{name}`", kind = sim_core::words::kind(kind)))
        .with_expected(format!("{names}, or the id of a component", names = short.join(", ")))
        .with_found(name)
        .with_nearest_of(name, names))
}

/// Converts `avoid-obstacle-v1` to `AvoidObstacleV1`.
fn camel_case(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    words.split('-').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_names_of_classes() {
        assert_eq!(camel_case("avoid-obstacle-v1"), "AvoidObstacleV1");
        assert_eq!(camel_case("idle"), "Idle");
        assert_eq!(camel_case("example1"), "Example1");
    }
}
