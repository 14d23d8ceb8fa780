//! Checks the direction of imports between the modules of each crate of the workspace.
//!
//! From outside, a folder is one module. The modules of a folder must not import each other in cycles. The folder's own file
//! (`mod.rs`, or the file next to the folder) is not one of these modules: it holds their common definitions, so they may import
//! from it. An item that it re-exports from one of them belongs to that module. Test code may import anything.

use crate::run::{Result, at};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

/// The root modules of a crate; each may import only later ones. In crates without a line here, only cycles are rejected.
const LAYERS: [(&str, &[&str]); 8] = [
    ("sim-core/vrml", &["parser", "lexer", "error"]),
    ("sim-core/project", &["build", "project", "pack", "component", "kit", "folder"]),
    (
        "sim-core/pack",
        &[
            "offer", "revoked", "here", "plan", "trust", "index", "registry", "web", "folder", "cache", "link", "http",
            "request", "listed", "source", "sign", "store", "built", "build", "sources", "compile", "staging",
            "content", "library", "tree", "archive", "path", "work", "size",
        ],
    ),
    (
        "sim-cli",
        &[
            "commands",
            "external",
            "program",
            "conformance",
            "plot",
            "plan",
            "live",
            "log_file",
            "followed",
            "recorded",
            "session",
            "near",
            "supervised",
            "number",
            "output",
            "input",
            "completion",
            "window",
            "interrupt",
            "console",
            "language",
            "summary",
            "exit",
            "rows",
            "counts",
            "worker",
            "workload",
        ],
    ),
    (
        "sim-gui",
        &[
            "app",
            "construct",
            "manual",
            "panels",
            "views",
            "tools",
            "actions",
            "viewer_context",
            "document",
            "packs",
            "simulation",
            "preferences",
            "widgets",
            "text",
        ],
    ),
    ("sim-cli/nautilus", &["check", "command", "scene", "config", "map", "arena", "names", "simulator"]),
    ("sim-cli/supervisor", &["unix", "other", "memory", "signals", "graphics"]),
    ("xtask/packaging", &["debian", "archive", "needs", "notices", "tree"]),
];

/// Path of a module from the root of its crate.
type Place = Vec<String>;

/// The modules of a crate.
#[derive(Default)]
struct Modules {
    /// Source text of each module, without comments, literals and tests.
    texts: BTreeMap<Place, String>,
    /// Re-exports of each module: name and origin.
    re_exported: BTreeMap<Place, BTreeMap<String, Place>>,
}

/// All import errors of the crates of the workspace in this folder.
pub fn problems(root: &Path) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let crates = members(root)?;
    for folder in &crates {
        let layers = LAYERS.iter().find(|(of, _)| of == folder).map_or(&[][..], |(_, layers)| layers);
        let modules = Modules::read(&root.join(folder).join("src"))?;
        let found = modules.cycles().into_iter().chain(modules.upward(layers));
        problems.extend(found.map(|problem| format!("{folder}: {problem}")));
    }
    let gone = LAYERS.iter().filter(|(folder, _)| !crates.iter().any(|of| of == folder));
    problems.extend(gone.map(|(folder, _)| format!("{folder}: the crate with layers is not in the workspace")));
    Ok(problems)
}

/// The folders of the workspace's crates that have sources.
fn members(root: &Path) -> Result<Vec<String>> {
    let path = root.join("Cargo.toml");
    let manifest = fs::read_to_string(&path).map_err(at(&path))?;
    let list = manifest.split_once("\nmembers = [").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.ok_or_else(|| format!("{}: no list of members", path.display()))?;
    let mut folders = Vec::new();
    for member in list.split('"').skip(1).step_by(2) {
        let Some(parent) = member.strip_suffix("/*") else {
            folders.push(member.to_string());
            continue;
        };
        for entry in fs::read_dir(root.join(parent)).map_err(at(&root.join(parent)))? {
            let name = entry.map_err(at(&root.join(parent)))?.file_name();
            folders.push(format!("{parent}/{}", name.to_string_lossy()));
        }
    }
    folders.retain(|folder| root.join(folder).join("src").is_dir());
    folders.sort();
    Ok(folders)
}

impl Modules {
    /// Reads the modules of a crate.
    fn read(folder: &Path) -> Result<Self> {
        let mut texts = BTreeMap::new();
        read_folder(folder, &Place::new(), &mut texts)?;
        Ok(Self::of(texts))
    }

    /// Builds the modules from their source texts.
    fn of(texts: BTreeMap<Place, String>) -> Self {
        let mut tests: Vec<Place> = Vec::new();
        let mut plain = BTreeMap::new();
        for (place, text) in texts {
            let text = without_comments_and_literals(&text);
            let (text, modules) = without_tests(&text);
            tests.extend(modules.into_iter().map(|name| [&place[..], &[name]].concat()));
            plain.insert(place, text);
        }
        plain.retain(|place, _| !tests.iter().any(|test| place.starts_with(test)));
        let mut modules = Self { texts: plain, re_exported: BTreeMap::new() };
        modules.re_exported =
            modules.texts.iter().map(|(place, text)| (place.clone(), modules.re_exports(place, text))).collect();
        modules
    }

    /// The re-exports of a module: `pub use child::{One, Other as Third}`.
    fn re_exports(&self, place: &[String], text: &str) -> BTreeMap<String, Place> {
        let mut found = BTreeMap::new();
        for start in text.match_indices("use ").map(|(start, _)| start) {
            let line = text[..start].rsplit(['\n', ';', '}']).next().unwrap_or_default().trim();
            if !line.starts_with("pub") {
                continue;
            }
            for (path, name) in paths(&text[start + "use ".len()..]) {
                let Some(from) = self.start(place, &path[0]) else { continue };
                // A module that is re-exported as a whole is found by its own path.
                let Some(middle) = path.get(1..path.len() - 1) else { continue };
                let target = [&from[..], middle].concat();
                if name == "*" {
                    let defined = self.texts.get(&target).map(|text| defined(text)).unwrap_or_default();
                    found.extend(defined.into_iter().map(|name| (name, target.clone())));
                } else {
                    found.insert(name, [target, vec![path[path.len() - 1].clone()]].concat());
                }
            }
        }
        found
    }

    /// Resolves the first segment of a path in a module, if the path stays in the crate.
    fn start(&self, place: &[String], word: &str) -> Option<Place> {
        match word {
            "crate" => Some(Place::new()),
            "self" => Some(place.to_vec()),
            "super" => Some(place[..place.len().checked_sub(1)?].to_vec()),
            child => Some([place, &[child.to_string()]].concat()).filter(|place| self.texts.contains_key(place)),
        }
    }

    /// The module that defines the item at a path.
    fn definer(&self, place: &[String], path: &[String]) -> Option<Place> {
        let mut at = self.start(place, &path[0])?;
        let mut rest: Vec<String> = path[1..].iter().rev().cloned().collect();
        // Cyclic re-exports do not compile; the limit guards against parse errors.
        for _ in 0..100 {
            let Some(word) = rest.pop() else { break };
            let child = [&at[..], std::slice::from_ref(&word)].concat();
            if word == "super" {
                at.pop()?;
            } else if self.texts.contains_key(&child) {
                at = child;
            } else if let Some(target) = self.re_exported.get(&at).and_then(|names| names.get(&word)) {
                rest.extend(target.iter().rev().cloned());
                at = Place::new();
            } else {
                break;
            }
        }
        Some(at)
    }

    /// All imports as pairs of modules (importing, imported); neither of the two contains the other.
    fn imports(&self) -> BTreeSet<(Place, Place)> {
        let mut imports = BTreeSet::new();
        for (place, text) in &self.texts {
            for (path, _) in mentions(text) {
                let definer = self.definer(place, &path).filter(|definer| !place.starts_with(definer));
                imports.extend(definer.filter(|definer| !definer.starts_with(place)).map(|to| (place.clone(), to)));
            }
        }
        imports
    }

    /// The shortest cycle among the modules of each folder, as text.
    fn cycles(&self) -> Vec<String> {
        let mut folders: BTreeMap<Place, BTreeMap<&str, BTreeMap<&str, String>>> = BTreeMap::new();
        let imports = self.imports();
        for (from, to) in &imports {
            let common = from.iter().zip(to).take_while(|(one, other)| one == other).count();
            let why = format!("{} imports {}", from.join("::"), to.join("::"));
            let folder = folders.entry(from[..common].to_vec()).or_default();
            folder.entry(&from[common]).or_default().entry(&to[common]).or_insert(why);
        }
        let cycle = |(folder, graph): (Place, BTreeMap<&str, BTreeMap<&str, String>>)| {
            let edges = shortest_cycle(&graph)?;
            let why: Vec<&str> = edges.iter().map(|(from, to)| graph[from][to].as_str()).collect();
            let name = if folder.is_empty() { "the root".to_string() } else { folder.join("::") };
            Some(format!("modules of {name} import each other in a cycle: {}", why.join("; ")))
        };
        folders.into_iter().filter_map(cycle).collect()
    }

    /// Imports of root modules in earlier layers, modules missing in the layers, and layers without a module.
    fn upward(&self, layers: &[&str]) -> Vec<String> {
        if layers.is_empty() {
            return Vec::new();
        }
        let level = |place: &Place| layers.iter().position(|layer| *layer == place[0]);
        let roots = self.texts.keys().filter(|place| place.len() == 1);
        let unlisted = roots.filter(|place| level(place).is_none() && place[0] != "main");
        let unlisted = unlisted.map(|place| format!("the module `{}` is not in any layer", place[0]));
        let gone = layers
            .iter()
            .filter(|layer| !self.texts.keys().any(|place| place.first().is_some_and(|name| name == *layer)));
        let gone = gone.map(|layer| format!("the layer `{layer}` is not a module"));
        let imports = self.imports();
        let upward = imports.iter().filter(|(from, to)| level(from) > level(to));
        let upward =
            upward.map(|(from, to)| format!("{} imports {}, which is above it", from.join("::"), to.join("::")));
        unlisted.chain(gone).chain(upward).collect()
    }
}

/// The edges of the shortest cycle in a graph, in order.
fn shortest_cycle<'a>(graph: &BTreeMap<&'a str, BTreeMap<&'a str, String>>) -> Option<Vec<(&'a str, &'a str)>> {
    let cycles = graph.keys().filter_map(|start| cycle_through(graph, start));
    cycles.min_by_key(Vec::len)
}

/// The shortest cycle through a node.
fn cycle_through<'a>(
    graph: &BTreeMap<&'a str, BTreeMap<&'a str, String>>,
    start: &'a str,
) -> Option<Vec<(&'a str, &'a str)>> {
    let mut ways = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        let last = *way.last().expect("invariant: a path has a node");
        for next in graph.get(last).into_iter().flat_map(|to| to.keys().copied()) {
            let longer = [&way[..], &[next]].concat();
            if next == start {
                return Some(longer.windows(2).map(|edge| (edge[0], edge[1])).collect());
            }
            if seen.insert(next) {
                ways.push_back(longer);
            }
        }
    }
    None
}

/// Reads the source files of a folder recursively.
fn read_folder(folder: &Path, place: &[String], texts: &mut BTreeMap<Place, String>) -> Result {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            read_folder(&path, &[place, &[name]].concat(), texts)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let own = ["mod", "lib"].contains(&name.as_str());
            let place = if own { place.to_vec() } else { [place, &[name]].concat() };
            texts.insert(place, fs::read_to_string(&path).map_err(at(&path))?);
        }
    }
    Ok(())
}

/// The text without comments, and with empty string literals.
fn without_comments_and_literals(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let word = plain.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let skipped = match letter {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => quoted(rest),
            'r' if !word && (rest.starts_with("r\"") || rest.starts_with("r#")) => raw(rest).unwrap_or(0),
            '\'' => character(rest),
            _ => 0,
        };
        if skipped == 0 {
            plain.push(letter);
        }
        rest = &rest[skipped.max(letter.len_utf8())..];
    }
    plain
}

/// Length of a string literal.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, letter)| {
        let ends = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(end, _)| end + 1)
}

/// Length of a raw string literal, `r"…"` or `r#"…"#`.
fn raw(text: &str) -> Option<usize> {
    let hashes = text[1..].chars().take_while(|letter| *letter == '#').count();
    let body = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(body.find(&end).map_or(text.len(), |at| 2 + hashes + at + end.len()))
}

/// Length of a character literal; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some((at, _))) => text[at + 1..].find('\'').map_or(0, |end| at + 1 + end + 1),
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 0,
    }
}

/// The text without test-only code, and the names of modules in test-only files.
fn without_tests(text: &str) -> (String, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let (mut plain, mut modules) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find(MARK) {
        plain.push_str(&rest[..start]);
        let item = &rest[start + MARK.len()..];
        let end = item.find(['{', ';']).unwrap_or(item.len());
        let head = item[..end].trim();
        let module = head.rsplit_once("mod ").filter(|(before, _)| before.is_empty() || before.ends_with(' '));
        modules.extend(module.map(|(_, name)| name.to_string()));
        rest = if item[end..].starts_with('{') {
            &item[end + block(&item[end..])..]
        } else {
            &item[(end + 1).min(item.len())..]
        };
    }
    plain.push_str(rest);
    (plain, modules)
}

/// Length of a block in braces.
fn block(text: &str) -> usize {
    let mut depth = 0;
    let end = text.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == '{') - i32::from(*letter == '}');
        depth == 0
    });
    end.map_or(text.len(), |(end, _)| end + 1)
}

/// Names of the items that a text defines.
fn defined(text: &str) -> Vec<String> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let kinds = ["struct", "enum", "fn", "trait", "type", "const", "static"];
    let pairs = words.windows(2).filter(|pair| kinds.contains(&pair[0]));
    pairs.map(|pair| pair[1].to_string()).collect()
}

/// All paths in a text that start with `crate` or `super`, with the name under which each is used.
fn mentions(text: &str) -> Vec<(Place, String)> {
    let starts = ["crate::", "super::"].into_iter().flat_map(|word| text.match_indices(word));
    let whole = starts.filter(|(start, _)| {
        let before = &text[..*start];
        // `super::super::` is found at its first segment.
        !before.ends_with("::") && !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
    });
    whole.flat_map(|(start, _)| paths(&text[start..])).collect()
}

/// The paths of `one::{two, three::four as five}` at the start of a text, with the name under which each is used.
fn paths(text: &str) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    path(text, &[], &mut found);
    found
}

/// Parses a path with this prefix. Returns the rest of the text.
fn path<'a>(text: &'a str, before: &[String], found: &mut Vec<(Place, String)>) -> &'a str {
    let mut words = before.to_vec();
    let mut rest = text.trim_start();
    loop {
        let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        if let Some(inner) = after.strip_prefix('{').filter(|_| word.is_empty()) {
            return list(inner, &words, found);
        }
        if let Some(after) = after.strip_prefix('*').filter(|_| word.is_empty()) {
            found.push(([&words[..], &["*".to_string()]].concat(), "*".to_string()));
            return after;
        }
        if !word.is_empty() {
            words.push(word.to_string());
        }
        match after.strip_prefix("::") {
            Some(more) if !word.is_empty() => rest = more,
            _ => {
                // `{self, Name}` refers to the module itself.
                if words.len() > 1 && words.last().is_some_and(|word| word == "self") {
                    words.pop();
                }
                let renamed = after.trim_start().strip_prefix("as ").map(str::trim_start);
                let length = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
                let name = renamed.map(|name| &name[..length(name)]).map(str::to_string);
                if let Some(name) = name.or_else(|| words.last().cloned()) {
                    found.push((words, name));
                }
                return renamed.map_or(after, |name| &name[length(name)..]);
            }
        }
    }
}

/// Parses a list of paths up to its closing brace. Returns the rest of the text.
fn list<'a>(text: &'a str, before: &[String], found: &mut Vec<(Place, String)>) -> &'a str {
    let mut rest = text.trim_start();
    while !rest.is_empty() && !rest.starts_with('}') {
        let after = path(rest, before, found).trim_start();
        let after = after.strip_prefix(',').unwrap_or(after).trim_start();
        // Stop at anything that is not a list of paths, such as a macro.
        if after.len() == rest.len() {
            return after;
        }
        rest = after;
    }
    rest.strip_prefix('}').unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    fn modules(texts: &[(&str, &str)]) -> Modules {
        let place = |path: &str| path.split("::").filter(|word| !word.is_empty()).map(str::to_string).collect();
        Modules::of(texts.iter().map(|(path, text)| (place(path), text.to_string())).collect())
    }

    #[test]
    fn modules_import_each_other_in_one_direction() {
        let problems = problems(&root()).unwrap();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn imports_are_found_in_every_form() {
        let modules = modules(&[
            ("", "pub mod a; pub mod b; mod c; pub use b::deep::Thing;"),
            ("a", "use crate::b::{self, deep::{One, Two as Three}, Other};\nfn f() { super::c::g::<u8>() }"),
            ("b", "pub(crate) use deep::*;"),
            ("b::deep", "pub struct One;\npub fn two() {}\nstruct Thing;"),
            (
                "c",
                "// use crate::a;\nconst A: &str = \"crate::a\";\nuse crate::Thing;\n#[cfg(test)]\nmod tests { use crate::a; }",
            ),
        ]);
        let imports: Vec<String> =
            modules.imports().into_iter().map(|(from, to)| format!("{} {}", from.join("::"), to.join("::"))).collect();
        assert_eq!(imports, ["a b", "a b::deep", "a c", "c b::deep"]);
    }

    #[test]
    fn cycles_are_refused_also_through_what_a_folder_re_exports() {
        let texts = |last: &'static str| {
            [
                ("", "mod a;"),
                ("a", "mod b; mod c; pub use b::B;"),
                ("a::b", "use super::c::C; pub struct B;"),
                ("a::c", last),
            ]
        };
        assert!(modules(&texts("pub struct C;")).cycles().is_empty());
        assert!(modules(&texts("use super::D; pub struct C;")).cycles().is_empty(), "an item of the folder's own file");
        for last in ["use super::b::B;", "use super::B;", "use crate::a::B;", "type C = crate::a::b::B;"] {
            let cycles = modules(&texts(last)).cycles();
            assert!(cycles.len() == 1 && cycles[0].contains("a::b imports a::c; a::c imports a::b"), "{cycles:?}");
        }
    }

    #[test]
    fn upward_imports_and_modules_without_a_layer_are_refused() {
        let crate_ =
            modules(&[("", ""), ("top", "use crate::low;"), ("low::x", "use crate::top;"), ("low", ""), ("new", "")]);
        let problems = crate_.upward(&["top", "low"]);
        assert_eq!(problems, ["the module `new` is not in any layer", "low::x imports top, which is above it"]);
        assert!(crate_.upward(&[]).is_empty());
        let problems = crate_.upward(&["new", "top", "gone", "low"]);
        assert_eq!(problems, ["the layer `gone` is not a module", "low::x imports top, which is above it"]);
    }

    #[test]
    fn texts_and_characters_are_no_code() {
        let text = "a('\"', '\\'', 'x'); b(\"//\\\"\"); c(r#\"\"crate::\"#); fn d<'a>(e: &'a str) {} // f\n/* g */h";
        assert_eq!(without_comments_and_literals(text), "a(, , ); b(); c(); fn d<'a>(e: &'a str) {} \nh");
    }

    #[test]
    fn code_of_tests_is_left_out() {
        let (plain, modules) = without_tests("a;\n#[cfg(test)]\nmod tests;\nb;\n#[cfg(test)]\npub mod t { x { } }\nc;");
        assert_eq!(
            (plain.replace('\n', ""), modules),
            ("a;b;c;".to_string(), vec!["tests".to_string(), "t".to_string()])
        );
    }
}
