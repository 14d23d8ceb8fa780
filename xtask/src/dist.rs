//! Assembles the relocatable distribution folder: program, plugins, scenes, SDK.

use crate::programs::{self, Program};
use crate::run::{Result, at, cargo, done, root, say, target};
use crate::system;
use std::collections::BTreeSet;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs to ship: package and file name. The programs after the first are subcommands of it, compiled with the same
/// features as `sim-cli`.
const PROGRAMS: &[(&str, &str)] = &[("sim-cli", "sim"), ("sim-nautilus", "sim-nautilus")];

/// Build profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile<'a> {
    Debug,
    /// Like [`Profile::Debug`], compiled together with all tests. Otherwise shared dependencies would be compiled twice, since tests
    /// enable more of their features.
    Tested,
    Release,
    /// Like [`Profile::Release`], without the window, for servers.
    Server,
    /// Compiles in less than half the time of a release, without rarely used parts; runs almost as fast. With these features of the
    /// program.
    Demo(&'a [&'a str]),
}

/// `target/dist`.
pub fn folder() -> PathBuf {
    target().join("dist")
}

/// Builds everything and assembles it in a folder, which is recreated.
pub fn assemble(profile: Profile<'_>, dist: &Path) -> Result {
    system::prepare(system::BUILD)?;
    done(&mut build(profile)?)?;
    put_together(profile, dist)
}

/// Like [`assemble`] with [`Profile::Tested`]. Returns the test programs.
pub fn assemble_with_tests(dist: &Path) -> Result<Vec<Program>> {
    system::prepare(system::BUILD)?;
    let programs = programs::compiled(build(Profile::Tested)?)?;
    put_together(Profile::Tested, dist)?;
    Ok(programs)
}

/// Assembles the build results.
fn put_together(profile: Profile<'_>, dist: &Path) -> Result {
    let built = target().join(match profile {
        Profile::Debug | Profile::Tested => "debug",
        Profile::Release | Profile::Server => "release",
        Profile::Demo(_) => "demo",
    });

    if dist.exists() {
        fs::remove_dir_all(dist).map_err(at(dist))?;
    }
    let plugins = dist.join("plugins");
    fs::create_dir_all(&plugins).map_err(at(&plugins))?;
    for (_, name) in PROGRAMS {
        let program = format!("{name}{EXE_SUFFIX}");
        copy(&built.join(&program), &dist.join(&program))?;
    }
    for package in plugin_packages()? {
        let library = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", package.replace('-', "_"));
        copy(&built.join(&library), &plugins.join(&library))?;
    }
    copy_tree(&root().join("scenes"), &dist.join("scenes"))?;
    kit(&dist.join("sdk"))?;
    for_shells(dist)?;
    // Test folders do not need the API reference, which takes minutes.
    if matches!(profile, Profile::Release | Profile::Server) && dist == folder() {
        reference(&dist.join("docs").join("api"))?;
    }
    for entry in entries(&root())? {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("LICENSE") || ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].contains(&name.as_str()) {
            copy(&entry, &dist.join(name))?;
        }
    }
    copy_tree(&root().join("docs"), &dist.join("docs"))?;
    say(format!("{}: the program, its plugins, scenes and SDK", dist.display()));
    Ok(())
}

/// Generates manual pages and shell completions with the program in a folder.
fn for_shells(dist: &Path) -> Result {
    let (sim, share) = (dist.join(format!("sim{EXE_SUFFIX}")), dist.join("share"));
    done(Command::new(&sim).arg("man").arg(share.join("man/man1")))?;
    let shells = [
        ("bash", "bash-completion/completions/sim"),
        ("zsh", "zsh/site-functions/_sim"),
        ("fish", "fish/vendor_completions.d/sim.fish"),
    ];
    for (shell, file) in shells {
        let file = share.join(file);
        let folder = file.parent().unwrap_or(&share);
        fs::create_dir_all(folder).map_err(at(folder))?;
        let script = fs::File::create(&file).map_err(at(&file))?;
        done(Command::new(&sim).args(["completions", shell]).stdout(script))?;
    }
    Ok(())
}

/// The command that compiles the distribution.
fn build(profile: Profile<'_>) -> Result<Command> {
    let mut build = cargo(&["build"]);
    match profile {
        Profile::Server | Profile::Demo(_) => {
            build.arg("--no-default-features");
            PROGRAMS.iter().for_each(|(package, _)| _ = build.args(["--package", package]));
            match profile {
                Profile::Demo(features) => {
                    build.args(["--profile", "demo"]);
                    features.iter().for_each(|feature| _ = build.args(["--features", &format!("sim-cli/{feature}")]));
                }
                _ => _ = build.args(["--release", "--features", "sim-cli/network"]),
            }
            plugin_packages()?.iter().for_each(|package| _ = build.args(["--package", package]));
        }
        // This running program must not be rebuilt.
        Profile::Tested => {
            build.args(["--workspace", "--exclude", "xtask", "--lib", "--bins", "--tests"]);
        }
        Profile::Debug | Profile::Release => {
            build.arg("--workspace");
            let not_shipped = [
                "xtask",
                "sim-packaging",
                "sim-guard",
                "sim-tests",
                "sim-c-tests",
                "sim-engine-tests",
                "sim-fuzz",
                "sim-window-tests",
            ];
            not_shipped.iter().for_each(|package| _ = build.args(["--exclude", package]));
            if profile == Profile::Release {
                build.arg("--release");
            }
        }
    }
    Ok(build)
}

/// The API reference for plugin authors as HTML; `index.html` redirects to that of sim-abi.
fn reference(folder: &Path) -> Result {
    done(&mut cargo(&["doc", "--package", "sim-abi", "--lib", "--no-deps"]))?;
    copy_tree(&target().join("doc"), folder)?;
    let page = "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url=sim_abi/index.html\">\
        <title>sim-abi</title><a href=\"sim_abi/index.html\">sim-abi</a>\n";
    let file = folder.join("index.html");
    fs::write(&file, page).map_err(at(&file))
}

/// Sorted names of the packages in `plugins/`.
pub fn plugin_packages() -> Result<Vec<String>> {
    let manifests = entries(&root().join("plugins"))?.into_iter().map(|folder| folder.join("Cargo.toml"));
    manifests.filter(|manifest| manifest.is_file()).map(|manifest| package_name(&manifest)).collect()
}

pub fn package_name(manifest: &Path) -> Result<String> {
    let text = fs::read_to_string(manifest).map_err(at(manifest))?;
    let name =
        text.lines().find_map(|line| line.strip_prefix("name = ")).map(|name| name.trim_matches('"').to_string());
    name.ok_or_else(|| format!("{}: no line `name = …`", manifest.display()))
}

/// Assembles the SDK: the crates that plugins depend on, in a separate workspace.
pub fn kit(sdk: &Path) -> Result {
    let (contract, derive) = (sdk.join("sim-abi"), sdk.join("sim-abi/derive"));
    for (from, to) in [("sim-abi", &contract), ("sim-abi/derive", &derive)] {
        let from = root().join(from);
        copy_tree(&from.join("src"), &to.join("src"))?;
        copy(&from.join("Cargo.toml"), &to.join("Cargo.toml"))?;
    }
    let header = root().join("sim-abi/include");
    if header.is_dir() {
        copy_tree(&header, &contract.join("include"))?;
    }
    for entry in entries(&root())? {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("LICENSE") {
            copy(&entry, &sdk.join(name))?;
        }
    }
    // For plugins in C and C++.
    copy_tree(&root().join("sim-abi/include"), &sdk.join("include"))?;
    let file = sdk.join("Cargo.toml");
    fs::write(&file, kit_manifest()?).map_err(at(&file))?;
    copy(&root().join("Cargo.lock"), &sdk.join("Cargo.lock"))
}

/// The workspace manifest, reduced to the members and dependencies of the SDK.
fn kit_manifest() -> Result<String> {
    let read = |path: &str| {
        let path = root().join(path);
        fs::read_to_string(&path).map_err(at(&path))
    };
    let mut wanted = BTreeSet::new();
    for manifest in [read("sim-abi/Cargo.toml")?, read("sim-abi/derive/Cargo.toml")?] {
        let inherited = manifest.lines().filter_map(|line| line.split_once(" = { workspace = true"));
        wanted.extend(inherited.map(|(name, _)| name.to_string()));
    }
    Ok(reduce(&read("Cargo.toml")?, &wanted))
}

/// Keeps the tables `workspace.package` and `workspace.lints` and the wanted lines of `workspace.dependencies`.
fn reduce(manifest: &str, wanted: &BTreeSet<String>) -> String {
    let mut out = String::from("[workspace]\nresolver = \"3\"\nmembers = [\"sim-abi\", \"sim-abi/derive\"]\n");
    let mut table = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            table = line;
        }
        let keep = match table {
            "[workspace.package]" => true,
            "[workspace.dependencies]" => {
                line == table || line.split_once(" = ").is_some_and(|(name, _)| wanted.contains(name))
            }
            _ => table.starts_with("[workspace.lints"),
        };
        if keep && !line.is_empty() {
            if line == table {
                out.push('\n');
            }
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Entries of a folder, sorted by name.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let list = fs::read_dir(folder).map_err(at(folder))?;
    let mut paths = list.map(|entry| entry.map(|e| e.path()).map_err(at(folder))).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::copy(from, to).map(|_| ()).map_err(at(from))
}

pub fn copy_tree(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to).map_err(at(to))?;
    for path in entries(from)? {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy_tree(&path, &target)? } else { copy(&path, &target)? }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kit_names_every_dependency_that_its_crates_inherit_and_no_other() {
        let manifest = kit_manifest().unwrap();
        for name in ["abi_stable", "nalgebra", "serde", "sim-abi-derive"] {
            assert!(manifest.lines().any(|line| line.starts_with(&format!("{name} = "))), "{name} in\n{manifest}");
        }
        for stranger in ["parry3d", "sim-core", "[profile", "plugins/"] {
            assert!(!manifest.contains(stranger), "{stranger} in\n{manifest}");
        }
        assert!(manifest.contains("[workspace.package]") && manifest.contains("[workspace.lints.rust]"));
    }

    #[test]
    fn every_plugin_has_a_package_name() {
        let names = plugin_packages().unwrap();
        assert!(names.contains(&"plugin-scout".to_string()) && names.iter().all(|name| !name.is_empty()), "{names:?}");
    }

    #[test]
    fn what_comes_with_the_program_says_first_how_to_start_without_the_sources() {
        for page in ["README.md", "docs/src/first-run.md"] {
            let text = fs::read_to_string(root().join(page)).unwrap();
            let built = text.find("**From source**").or_else(|| text.find("## Building from source"));
            let first = &text[..built.unwrap_or_else(|| {
                panic!(
                    "section about building from the sources not found in \
                {page}"
                )
            })];
            let commands: Vec<&str> =
                first.split("```sh\n").skip(1).filter_map(|block| block.split("```").next()).collect();
            assert!(commands.iter().any(|block| block.contains("sim run ")), "{page}: {commands:?}");
            for stranger in ["cargo", "target/"] {
                assert!(commands.iter().all(|block| !block.contains(stranger)), "{page}: {commands:?}");
            }
        }
    }
}
