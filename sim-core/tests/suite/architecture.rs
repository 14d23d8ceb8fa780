//! The rules of `ARCHITECTURE.md`: every path in it exists, and no crate has a forbidden dependency.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Words in backticks that are paths of this repository: they start with one of its folders, or are a file at the top
/// level.
fn paths(text: &str) -> BTreeSet<&str> {
    let outside_blocks = text.split("```").step_by(2);
    let words = outside_blocks.flat_map(|part| part.split('`').skip(1).step_by(2));
    let folders = ["sim-abi", "sim-core", "sim-cli", "sim-gui", "libs", "plugins", "tests", "xtask", "docs", "scenes"];
    let is_path = |word: &&str| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./*".contains(c));
        let folder = word.split_once('/').is_some_and(|(first, _)| folders.contains(&first));
        let file = !word.contains('/') && [".md", ".toml"].iter().any(|ending| word.ends_with(ending));
        plain && (folder || file)
    };
    words.filter(is_path).collect()
}

#[test]
fn every_path_that_the_architecture_names_exists() {
    let text = read("ARCHITECTURE.md");
    let paths = paths(&text);
    assert!(paths.len() > 40, "only {} paths were recognized", paths.len());
    let missing: Vec<_> = paths.iter().filter(|path| !root().join(path.trim_end_matches('*')).exists()).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md references missing paths: {missing:?}");
}

/// Dependencies in a manifest; without `dev`, those of tests and benches are excluded.
fn dependencies(manifest: &str, dev: bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in read(manifest).lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            let wanted = |kind: &str| table == kind || table.ends_with(&format!(".{kind}"));
            inside = wanted("dependencies") || wanted("build-dependencies") || (dev && wanted("dev-dependencies"));
            let single = table.split_once("dependencies.").filter(|(kind, _)| dev || !kind.ends_with("dev-"));
            names.extend(single.map(|(_, name)| name.to_string()));
        } else if inside && let Some((name, _)) = line.split_once('=') {
            let name = name.trim().split('.').next().unwrap_or_default().trim_matches('"');
            names.extend((!name.starts_with('#')).then(|| name.to_string()));
        }
    }
    names
}

/// Dependencies that start with one of these words.
fn strangers(manifest: &str, dev: bool, forbidden: &[&str]) -> Vec<String> {
    let names = dependencies(manifest, dev).into_iter();
    names.filter(|name| forbidden.iter().any(|start| name.starts_with(start))).collect()
}

/// Names of the crate folders in a folder.
fn crates_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> =
        entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
    names.retain(|name| root().join(folder).join(name).join("Cargo.toml").is_file());
    names.sort();
    names
}

/// Packages of the plugins, with their manifests.
fn plugins() -> Vec<(String, String)> {
    let names = crates_in("plugins").into_iter();
    names.map(|name| (format!("plugin-{name}"), format!("plugins/{name}/Cargo.toml"))).collect()
}

/// Packages of pure mathematics shared by plugins, with their manifests.
fn libraries() -> Vec<(String, String)> {
    crates_in("libs").into_iter().map(|name| (name.clone(), format!("libs/{name}/Cargo.toml"))).collect()
}

#[test]
fn the_contract_knows_nobody_of_this_repository() {
    for manifest in ["sim-abi/Cargo.toml", "sim-abi/derive/Cargo.toml"] {
        let names = dependencies(manifest, true);
        let strangers: Vec<_> =
            names.iter().filter(|name| name.starts_with("sim-") && *name != "sim-abi-derive").collect();
        assert!(strangers.is_empty(), "{manifest}: {strangers:?}");
        assert!(!names.iter().any(|name| name.starts_with("plugin-")), "{manifest}: {names:?}");
    }
    assert!(dependencies("sim-abi/Cargo.toml", false).contains("abi_stable"), "the manifest was not understood");
}

/// Starts of the names of plugins, window toolkits and the programs.
const PROGRAMS: [&str; 7] = ["plugin-", "egui", "eframe", "winit", "wgpu", "sim-cli", "sim-gui"];

/// Crate, whether the rule also holds for its tests, dependencies that it has, and starts of names that it must not depend on.
type Rule = (&'static str, bool, &'static [&'static str], &'static [&'static str]);

const RULES: [Rule; 9] = [
    ("sim-core/text", true, &["fluent-bundle"], &["sim-", "plugin-"]),
    ("sim-core/project", true, &["sim-core"], &PROGRAMS),
    ("sim-core/pack", true, &["sim-core"], &PROGRAMS),
    ("sim-cli/import", true, &["sim-core"], &PROGRAMS),
    ("sim-cli/supervisor", false, &["sim-core"], &PROGRAMS),
    ("sim-gui/edit", true, &["sim-core"], &["plugin-", "egui", "eframe", "winit", "wgpu", "rfd", "sim-gui"]),
    ("sim-gui/runner", false, &["sim-abi", "sim-core"], &PROGRAMS),
    ("sim-gui/video", true, &["rav1e"], &PROGRAMS),
    (
        "sim-gui/render",
        true,
        &["sim-core", "wgpu"],
        &["plugin-", "egui", "eframe", "winit", "sim-cli", "sim-gui", "sim-runner", "sim-edit"],
    ),
];

#[test]
fn no_crate_has_a_dependency_that_its_rule_forbids() {
    for (folder, dev, known, forbidden) in RULES {
        let manifest = format!("{folder}/Cargo.toml");
        let names = dependencies(&manifest, dev);
        assert!(known.iter().all(|name| names.contains(*name)), "{manifest} was not understood: {names:?}");
        assert_eq!(strangers(&manifest, dev, forbidden), [""; 0], "{manifest}");
    }
}

/// The crates that `sim-core` re-exports.
fn parts_of_the_core() -> Vec<String> {
    let names = dependencies("sim-core/Cargo.toml", false).into_iter();
    names.map(|name| format!("sim-core/{}", name.trim_start_matches("sim-"))).collect()
}

#[test]
fn the_core_knows_no_plugin_no_window_and_not_the_program() {
    let parts = parts_of_the_core();
    assert!(parts.len() > 8 && parts.contains(&"sim-core/engine".into()), "the manifest was not understood: {parts:?}");
    for part in parts.iter().map(String::as_str).chain(["sim-core"]) {
        assert_eq!(strangers(&format!("{part}/Cargo.toml"), true, &PROGRAMS), [""; 0], "{part}");
    }
}

#[test]
fn geometry_physics_and_findings_can_be_used_without_the_rest_of_the_core() {
    for (part, known) in [
        ("diagnostics", &["sim-abi"][..]),
        ("geometry", &["sim-abi"]),
        ("physics", &["sim-abi", "sim-geometry"]),
        ("files", &["sim-diagnostics"]),
        ("model", &["sim-abi", "sim-diagnostics", "sim-files", "sim-geometry"]),
    ] {
        let ours = strangers(&format!("sim-core/{part}/Cargo.toml"), false, &["sim-"]);
        assert_eq!(ours, known, "{part}");
    }
}

#[test]
fn the_vrml_parser_does_not_depend_on_this_repository() {
    let manifest = "sim-core/vrml/Cargo.toml";
    assert_eq!(strangers(manifest, true, &["sim-", "plugin-"]), ["sim-fuzz"], "except the tests");
    assert_eq!(dependencies(manifest, false), BTreeSet::new());
}

#[test]
fn packs_alone_connect_to_servers_and_only_with_a_feature() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let users = |name: &str| -> Vec<String> {
        let packages = lock.split("[[package]]").filter(|package| package.contains(&format!("\n \"{name}\",\n")));
        packages.filter_map(|package| Some(package.split('"').nth(1)?.to_owned())).collect()
    };
    assert_eq!(users("ureq"), ["sim-pack"]);
    let manifest = read("sim-core/pack/Cargo.toml");
    let is_optional = |line: &str| line.starts_with("ureq = ") && line.contains("optional = true");
    assert!(manifest.lines().any(is_optional) && !manifest.contains("default = "));
    assert!(users("rustls").iter().all(|user| ["rustls-platform-verifier", "ureq"].contains(&user.as_str())));
}

#[test]
fn plugins_depend_only_on_the_contract_of_this_repository() {
    let plugins = plugins();
    assert!(plugins.len() >= 10, "{plugins:?}");
    for (_, manifest) in plugins {
        assert!(dependencies(&manifest, false).contains("sim-abi"), "{manifest} was not understood");
        let ours = strangers(&manifest, false, &["sim-", "plugin-"]);
        assert_eq!(ours, ["sim-abi"], "{manifest}");
    }
}

#[test]
fn libraries_of_mathematics_can_be_used_without_this_repository() {
    let libraries = libraries();
    let computes = |(_, manifest): &&(String, String)| dependencies(manifest, false).contains("nalgebra");
    assert!(libraries.iter().filter(computes).count() >= 2, "their manifests were not understood: {libraries:?}");
    for (package, manifest) in libraries {
        assert!(
            read(&manifest).contains(&format!("name = \"{package}\"")),
            "{manifest}: the package is named otherwise"
        );
        assert_eq!(strangers(&manifest, false, &["sim-", "plugin-"]), [""; 0], "{manifest}");
    }
}

/// Protocols and links receive the time and the input as arguments, so that a run can be saved, restored and repeated.
#[test]
fn protocols_and_links_open_no_socket_read_no_clock_and_start_no_thread() {
    for name in ["l0-protocol", "ninjuab-l0", "robomap-link", "robomap-protocol", "twin-link"] {
        for file in sources(&format!("libs/{name}/src")) {
            let text = read(&file);
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
            let forbidden =
                ["UdpSocket", "TcpStream", "TcpListener", "Instant", "SystemTime", "thread::", "std::fs", "std::env"];
            let used: Vec<_> = forbidden.into_iter().filter(|name| code.contains(name)).collect();
            assert!(used.is_empty(), "{file} uses {used:?}");
        }
    }
}

#[test]
fn the_programs_link_no_plugin() {
    for manifest in ["sim-cli/Cargo.toml", "sim-cli/nautilus/Cargo.toml"] {
        let names = dependencies(manifest, false);
        assert!(names.contains("sim-core"), "{manifest} was not understood: {names:?}");
        let linked: Vec<_> = plugins().into_iter().filter(|(package, _)| names.contains(package)).collect();
        assert!(linked.is_empty(), "{manifest}: {linked:?}");
    }
}

#[test]
fn the_program_does_not_know_the_programs_of_other_commands() {
    assert_eq!(strangers("sim-cli/Cargo.toml", true, &["sim-nautilus"]), [""; 0]);
    let forbidden = ["plugin-", "egui", "eframe", "winit", "wgpu", "sim-gui"];
    assert_eq!(strangers("sim-cli/nautilus/Cargo.toml", true, &forbidden), [""; 0]);
}

#[test]
fn xtask_does_not_depend_on_the_simulator() {
    assert_eq!(dependencies("xtask/Cargo.toml", false), BTreeSet::new());
}

/// Everything that affects the state of a run is computed with the same bits on every machine
/// (`docs/src/reproducibility.md`).
#[test]
fn core_contract_plugins_and_libraries_refuse_the_mathematics_of_the_system() {
    let refusal = "#![cfg_attr(not(test), deny(clippy::disallowed_methods))]";
    let crates = plugins().into_iter().chain(libraries());
    let crates = crates.map(|(_, manifest)| manifest.replace("Cargo.toml", "src/lib.rs"));
    let core = ["sim-abi", "sim-core"].map(String::from).into_iter().chain(parts_of_the_core());
    let crates: Vec<String> = core.map(|folder| format!("{folder}/src/lib.rs")).chain(crates).collect();
    assert!(crates.len() > 15, "only {} crates were found", crates.len());
    let without: Vec<_> = crates.iter().filter(|path| !read(path).lines().any(|line| line == refusal)).collect();
    assert!(without.is_empty(), "{without:?} do not contain {refusal}");

    let list = read("clippy.toml");
    let functions = [
        "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh",
        "atanh", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt", "hypot",
    ];
    let names = functions.iter().flat_map(|name| ["f32", "f64"].map(|kind| format!("path = \"{kind}::{name}\"")));
    let missing: Vec<_> = names.filter(|path| !list.contains(path.as_str())).collect();
    assert!(missing.is_empty(), "clippy.toml allows {missing:?}");
}

/// Rust files below a folder of this repository, as paths from its root.
fn sources(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let entries = entries.map(|entry| entry.unwrap());
    let name = |entry: &std::fs::DirEntry| format!("{folder}/{}", entry.file_name().to_string_lossy());
    let found = entries.flat_map(|entry| match entry.path().is_dir() {
        true => sources(&name(&entry)),
        false => vec![name(&entry)].into_iter().filter(|name| name.ends_with(".rs")).collect(),
    });
    found.collect()
}

/// Functions that write files in the code of a source, without its unit tests.
fn write_calls(text: &str) -> Vec<&'static str> {
    const WAYS: [&str; 10] = [
        "fs::write(",
        "File::create",
        "File::options",
        "OpenOptions",
        "fs::copy(",
        "fs::rename(",
        ".persist(",
        ".persist_noclobber(",
        ".save(&",
        "save_with_format(",
    ];
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    WAYS.into_iter().filter(|way| code.contains(way)).collect()
}

/// A file that its program does not declare would not run, nor would a unit test of a target with `test = false`.
#[test]
fn every_test_is_in_a_program() {
    let manifest = read("Cargo.toml");
    let (_, members) = manifest.split_once("members = [").unwrap();
    let members = members[..members.find(']').unwrap()].split('"').skip(1).step_by(2);
    let folders = members.flat_map(|member| match member.strip_suffix("/*") {
        Some(parent) => crates_in(parent).into_iter().map(|name| format!("{parent}/{name}")).collect(),
        None => vec![member.to_string()],
    });
    let (mut suites, mut lost) = (0, Vec::new());
    for folder in folders {
        for target in read(&format!("{folder}/Cargo.toml")).split("\n[").filter(|it| it.contains("\ntest = false")) {
            let path = target.lines().find_map(|line| line.strip_prefix("path = ")).map(|path| path.trim_matches('"'));
            let files = path.map_or_else(|| sources(&format!("{folder}/src")), |path| vec![format!("{folder}/{path}")]);
            lost.extend(files.into_iter().filter(|file| read(file).contains("#[test]")));
        }
        let Ok(entries) = std::fs::read_dir(root().join(&folder).join("tests/suite")) else { continue };
        suites += 1;
        let declared = read(&format!("{folder}/tests/suite/main.rs"));
        let names = entries.map(|entry| entry.unwrap().path().with_extension(""));
        let names = names.map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
        let names = names.filter(|name| !["main", "snapshots"].contains(&&**name));
        lost.extend(names.filter(|name| !declared.contains(&format!("mod {name};"))));
    }
    assert!(suites > 10 && lost.is_empty(), "not compiled, of {suites} programs: {lost:?}");
}

#[test]
fn the_window_writes_files_only_with_write_whole() {
    // Each file with its function and the reason why it is not `sim_core::files::write_whole`.
    let allowed = [
        ("sim-gui/edit/src/recovery_file.rs", "File::create", "a lock, which holds nothing"),
        (
            "sim-gui/runner/src/worker/folders.rs",
            ".persist(",
            "a library is copied next to its destination and renamed",
        ),
    ];
    let folders = ["sim-gui/src", "sim-gui/edit/src", "sim-gui/runner/src", "sim-gui/render/src", "sim-gui/video/src"];
    let files: Vec<String> = folders.into_iter().flat_map(sources).collect();
    assert!(files.len() > 100, "only {} files were found", files.len());
    let found =
        files.iter().flat_map(|file| write_calls(&read(file)).into_iter().map(move |call| (file.as_str(), call)));
    let found: BTreeSet<(&str, &str)> = found.collect();
    let known: BTreeSet<(&str, &str)> = allowed.iter().map(|(file, call, _)| (*file, *call)).collect();
    assert_eq!(found, known, "write with `sim_core::files::write_whole`, or add an exception here");
    assert_eq!(write_calls("fn a() { std::fs::write(p, b) }\n#[cfg(test)] File::create"), ["fs::write("]);
}
