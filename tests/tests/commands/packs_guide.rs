//! The guide's page about packs, command by command: its statements are verified.
#![cfg(target_os = "linux")]

use crate::packs::{drive_in_c, stored};
use crate::packs_online::command;
use sim_tests::servers::{Registry, RegistryKind, WebServer};
use sim_tests::{TestDir, dist, root};
use std::path::PathBuf;
use std::process::Command;

/// A block of commands on the page, with its user: `sh walk author`, `sh walk user`.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if let Some(info) = line.strip_prefix("```") {
            inside = !inside && info.starts_with("sh walk ");
            if inside {
                blocks.push((info.trim_start_matches("sh walk ").to_owned(), Vec::new()));
            }
        } else if inside && !line.trim().is_empty() {
            blocks.last_mut().expect("one has begun").1.push(line.to_owned());
        }
    }
    blocks
}

/// A user who follows the page, and the current folder.
struct Walker {
    dir: TestDir,
    folder: PathBuf,
}

impl Walker {
    fn new() -> Self {
        let dir = TestDir::new();
        let folder = dir.path("");
        Self { dir, folder }
    }

    /// Types a line; fails unless it succeeds. Returns its output.
    fn type_in(&mut self, line: &str) -> String {
        let place = self.dir.path(".place");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec 3>\"$PLACE\"\n{line}\nstatus=$?\npwd >&3\nexit $status")]);
        for (name, value) in command(&self.dir, &[]).get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let path = format!("{}:{}", dist().display(), std::env::var("PATH").unwrap());
        shell.env("PATH", path).env("SIM_PACK_PASSWORD", "correct horse").env("PLACE", &place);
        let output = shell.current_dir(&self.folder).output().expect("a shell can be started");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "`{line}` ends with {}:\n{text}", output.status);
        self.folder = std::fs::read_to_string(place).unwrap().trim().into();
        text
    }
}

/// Follows the page from start to end. `made` is called after a pack was created.
fn follow(made: &dyn Fn(&TestDir)) {
    let page = std::fs::read_to_string(root().join("docs/src/packs.md")).unwrap();
    let registry = Registry::start(RegistryKind::default());
    let (mut author, mut user) = (Walker::new(), Walker::new());
    let index = author.dir.path("srv");
    let server = WebServer::of_folder(index.clone());
    // The page's paths as they are on this machine.
    let here = |line: &str| {
        line.replace("/srv/packs", index.to_str().unwrap())
            .replace("https://packs.example.org", &server.url())
            .replace("registry.example.org", &registry.server())
    };
    let mut transcript = String::new();
    for (role, lines) in blocks(&page) {
        for line in lines {
            let walker = match role.as_str() {
                "author" => &mut author,
                "user" => &mut user,
                other => panic!("unknown role `{other}`"),
            };
            transcript += &format!("{role}: {line}\n{}", walker.type_in(&here(&line)));
            if line.starts_with("sim pack new") {
                made(&author.dir);
            }
            if line.starts_with("sim pack key") {
                // The author's file for others.
                std::fs::copy(author.dir.path("acme.pub"), user.dir.path("acme.pub")).unwrap();
            }
        }
    }
    for command in
        ["new", "check", "build", "key", "sign", "publish", "trust", "source add", "search", "install", "remove"]
    {
        assert!(
            transcript.contains(&format!(": sim pack {command} "))
                || transcript.contains(&format!(": sim pack {command}\n")),
            "{transcript}"
        );
    }
    assert_eq!(
        transcript.matches("acme/rover 0.1.0  ").count(),
        1,
        "the same version in two places is found once: {transcript}"
    );
    assert_eq!(transcript.matches("state hash").count(), 2, "it was run twice: {transcript}");
    assert_eq!(transcript.matches("revoked acme/rover 0.1.0").count(), 2, "{transcript}");
    let left = stored(&user.dir);
    assert!(left.iter().all(|file| !file.to_str().unwrap().contains("contents")), "{left:?}");
}

#[test]
fn the_page_about_packs_can_be_followed_command_by_command() {
    follow(&drive_in_c);
}

#[test]
#[ignore = "recompiles the SDK; run with `cargo xtask soak release`"]
fn the_page_about_packs_can_be_followed_in_rust() {
    follow(&|_| ());
}
