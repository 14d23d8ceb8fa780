//! The guide as HTML, and what `sim` itself writes for it: the options of its commands, and images.
//!
//! Pictures of the window in `docs/src/images/window` are those that the window tests compare with; `UPDATE_SNAPSHOTS=1` renews them.

use crate::dist::{self, Profile};
use crate::run::{Result, at, cargo, done, root, say, target};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Version of mdBook, which is installed into `target/tools`.
const MDBOOK: &str = "0.5.4";

/// Start of the last section of the page of a command, which is generated.
const OPTIONS: &str = "\n\n## Options\n\n";

/// Writes the guide to `target/docs`.
pub fn html() -> Result {
    let tools = target().join("tools");
    let mdbook = tools.join(format!("bin/mdbook{EXE_SUFFIX}"));
    if !mdbook.is_file() {
        let mut install = cargo(&["install", "mdbook", "--version", MDBOOK, "--locked", "--root"]);
        done(install.arg(&tools))?;
    }
    let html = target().join("docs");
    done(Command::new(mdbook).arg("build").arg(root().join("docs")).arg("--dest-dir").arg(&html))?;
    say(format!("{}: the guide", html.join("index.html").display()));
    Ok(())
}

/// Renews the options on the pages of the commands, and the images that `docs/pictures.txt` lists.
pub fn renew() -> Result {
    dist::assemble(Profile::Debug, &dist::folder())?;
    let sim = dist::folder().join(format!("sim{EXE_SUFFIX}"));
    options(&sim)?;
    pictures(&sim)
}

/// Replaces the last section of the pages of commands.
fn options(sim: &Path) -> Result {
    let written = target().join("options");
    // Pages of commands that no longer exist.
    _ = fs::remove_dir_all(&written);
    done(Command::new(sim).arg("man").arg(&written).args(["--markdown", "--force"]))?;
    for entry in fs::read_dir(&written).map_err(at(&written))? {
        let name = entry.map_err(at(&written))?.file_name();
        let page = root().join("docs/src").join(&name);
        let read = |path: &Path| fs::read_to_string(path).map_err(at(path));
        let (text, own) = (read(&page)?, read(&written.join(&name))?);
        let prose = text.split_once(OPTIONS).map_or(text.as_str(), |(prose, _)| prose);
        fs::write(&page, format!("{}{OPTIONS}{own}", prose.trim_end())).map_err(at(&page))?;
    }
    Ok(())
}

/// Renders the images of the list.
fn pictures(sim: &Path) -> Result {
    let images = root().join("docs/src/images");
    let list = root().join("docs/pictures.txt");
    let text = fs::read_to_string(&list).map_err(at(&list))?;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (Some(name), Some(scene)) = (words.next(), words.next()) else {
            return Err(format!("{}: `{line}` is not `picture scene options`", list.display()));
        };
        let scene = root().join(scene);
        done(Command::new(sim).arg("render").arg(&scene).args(words).arg("--force").arg("-o").arg(images.join(name)))?;
    }
    Ok(())
}
