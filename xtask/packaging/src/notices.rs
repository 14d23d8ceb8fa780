//! The licenses of the libraries in the program, which must be distributed with it.

use crate::{Result, at};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prefixes of license file names, in upper case.
const FILES: &[&str] = &["COPYING", "COPYRIGHT", "LICENCE", "LICENSE", "NOTICE", "UNLICENSE"];

/// A Cargo package that is linked into a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    license: String,
    home: String,
    folder: PathBuf,
}

/// Returns a text with the licenses of all third-party packages in the distribution, for a target.
///
/// # Errors
/// If `cargo metadata` fails, or a license file cannot be read.
pub fn text(workspace: &Path, target: &str) -> Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", target]).current_dir(workspace);
    let output = command.output().map_err(|error| format!("`cargo metadata` cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let data: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("`cargo metadata`: {error}"))?;
    let is_shipped = |name: &str| ["sim-cli", "sim-nautilus"].contains(&name) || name.starts_with("plugin-");
    written(&packages(&data, is_shipped))
}

fn word(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().to_owned()
}

/// The third-party dependencies of the workspace packages selected by `is_shipped`, sorted.
fn packages(data: &Value, is_shipped: impl Fn(&str) -> bool) -> BTreeSet<Package> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let known: BTreeMap<String, Value> =
        list(&data["packages"]).into_iter().map(|package| (word(&package, "id"), package)).collect();
    let needs: BTreeMap<String, Vec<String>> = list(&data["resolve"]["nodes"])
        .iter()
        .map(|node| {
            // A `null` kind is a normal dependency, neither for builds nor for tests.
            let linked = |dep: &Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let deps = list(&node["deps"]);
            (word(node, "id"), deps.iter().filter(|dep| linked(dep)).map(|dep| word(dep, "pkg")).collect())
        })
        .collect();
    // Dependencies of a procedural macro are not part of the program.
    let is_macro = |package: &Value| {
        list(&package["targets"]).iter().any(|target| list(&target["kind"]).contains(&Value::from("proc-macro")))
    };
    let mut open: Vec<&str> = known
        .iter()
        .filter(|(_, package)| package["source"].is_null() && is_shipped(&word(package, "name")))
        .map(|(id, _)| id.as_str())
        .collect();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = open.pop() {
        let Some(package) = known.get(id).filter(|package| !is_macro(package)) else { continue };
        if !seen.insert(id) {
            continue;
        }
        open.extend(needs.get(id).into_iter().flatten().map(String::as_str));
        if !package["source"].is_null() {
            let folder = PathBuf::from(word(package, "manifest_path"));
            found.insert(Package {
                name: word(package, "name"),
                version: word(package, "version"),
                license: word(package, "license"),
                home: word(package, "repository"),
                folder: folder.parent().map(Path::to_path_buf).unwrap_or_default(),
            });
        }
    }
    found
}

/// Writes the list of packages, then each license text once, with the packages that it covers.
fn written(packages: &BTreeSet<Package>) -> Result<String> {
    let mut out = String::from(
        "The program and its plugins contain the following libraries. Their licenses follow the list.\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let Package { name, version, license, home, folder } = package;
        let _ = writeln!(out, "{name} {version}  {license}  {home}");
        for entry in fs::read_dir(folder).map_err(at(folder))? {
            let file = entry.map_err(at(folder))?.path();
            let upper = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            if file.is_file() && FILES.iter().any(|start| upper.starts_with(start)) {
                let text = String::from_utf8_lossy(&fs::read(&file).map_err(at(&file))?).replace('\r', "");
                let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
                texts.entry(lines.join("\n").trim().to_owned()).or_default().push(format!("{name} {version}"));
            }
        }
    }
    for (text, of) in texts {
        let _ = write!(out, "\n{}\n{}\n\n{text}\n", "-".repeat(78), of.join(", "));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_licenses_of_linked_crates_are_included() {
        let dir = tempfile::tempdir().unwrap();
        let package = |name: &str, source: Option<&str>, kind: &str| {
            let folder = dir.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("LICENSE-MIT"), if name == "linked" { "License of one.\r\n" } else { "The same." })
                .unwrap();
            json!({"id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source, "repository": null,
                "manifest_path": folder.join("Cargo.toml"), "targets": [{"kind": [kind]}]})
        };
        let registry = Some("registry+https://example.org");
        let dep = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let data = json!({
            "packages": [
                package("sim-cli", None, "bin"), package("sim-tests", None, "lib"), package("linked", registry, "lib"),
                package("deeper", registry, "lib"), package("derive", registry, "proc-macro"), package("syn", registry, "lib"),
                package("cc", registry, "lib"), package("proptest", registry, "lib"), package("other", registry, "lib"),
            ],
            "resolve": {"nodes": [
                {"id": "sim-cli", "deps": [dep("linked", Value::Null), dep("cc", "build".into()), dep("proptest", "dev".into())]},
                {"id": "linked", "deps": [dep("deeper", Value::Null), dep("derive", Value::Null)]},
                {"id": "derive", "deps": [dep("syn", Value::Null)]},
                {"id": "sim-tests", "deps": [dep("other", Value::Null)]},
            ]},
        });
        let found = packages(&data, |name| name == "sim-cli");
        let names: Vec<&str> = found.iter().map(|package| package.name.as_str()).collect();
        assert_eq!(names, ["deeper", "linked"]);
        let text = written(&found).unwrap();
        assert!(text.contains("linked 1.0.0  MIT") && text.contains("\nLicense of one.\n"), "{text}");
        assert_eq!(text.matches("The same.").count(), 1, "{text}");
    }
}
