//! The guide's page about packs, command by command: its statements are verified.
#![cfg(target_os = "linux")]

use crate::packs::{drive_in_c, stored};
use crate::packs_online::command;
use sim_tests::servers::{Registry, RegistryKind, WebServer};
use sim_tests::{Desk, dist, root};
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
    desk: Desk,
    folder: PathBuf,
}

impl Walker {
    fn new() -> Self {
        let desk = Desk::new();
        let folder = desk.path("");
        Self { desk, folder }
    }

    /// Types a line; fails unless it succeeds. Returns its output.
    fn type_in(&mut self, line: &str) -> String {
        let place = self.desk.path(".place");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec 3>\"$PLACE\"\n{line}\nstatus=$?\npwd >&3\nexit $status")]);
        for (name, value) in command(&self.desk, &[]).get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let path = format!("{}:{}", dist().display(), std::env::var("PATH").unwrap());
        shell.env("PATH", path).env("SIM_PACK_PASSWORD", "correct horse").env("PLACE", &place);
        let output = shell.current_dir(&self.folder).output().expect("a shell can be started");
        let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "`{line}` ends with {}:\n{told}", output.status);
        self.folder = std::fs::read_to_string(place).unwrap().trim().into();
        told
    }
}

/// Follows the page from start to end. `made` is called after a pack was created.
fn follow(made: &dyn Fn(&Desk)) {
    let page = std::fs::read_to_string(root().join("docs/src/packs.md")).unwrap();
    let registry = Registry::start(RegistryKind::default());
    let (mut author, mut user) = (Walker::new(), Walker::new());
    let index = author.desk.path("srv");
    let server = WebServer::of_folder(index.clone());
    // The page's paths as they are on this machine.
    let here = |line: &str| {
        line.replace("/srv/packs", index.to_str().unwrap())
            .replace("https://packs.example.org", &server.url())
            .replace("registry.example.org", &registry.server())
    };
    let mut told = String::new();
    for (who, lines) in blocks(&page) {
        for line in lines {
            let walker = match who.as_str() {
                "author" => &mut author,
                "user" => &mut user,
                other => panic!("nobody is called `{other}`"),
            };
            told += &format!("{who}: {line}\n{}", walker.type_in(&here(&line)));
            if line.starts_with("sim pack new") {
                made(&author.desk);
            }
            if line.starts_with("sim pack key") {
                // The author's file for others.
                std::fs::copy(author.desk.path("acme.pub"), user.desk.path("acme.pub")).unwrap();
            }
        }
    }
    for command in
        ["new", "check", "build", "key", "sign", "publish", "trust", "source add", "search", "install", "remove"]
    {
        assert!(
            told.contains(&format!(": sim pack {command} ")) || told.contains(&format!(": sim pack {command}\n")),
            "{told}"
        );
    }
    assert_eq!(told.matches("acme/rover 0.1.0  ").count(), 1, "the same version in two places is found once: {told}");
    assert_eq!(told.matches("state hash").count(), 2, "it was run twice: {told}");
    assert_eq!(told.matches("revoked acme/rover 0.1.0").count(), 2, "{told}");
    let left = stored(&user.desk);
    assert!(left.iter().all(|file| !file.to_str().unwrap().contains("contents")), "{left:?}");
}

#[test]
fn p1_the_page_about_packs_can_be_followed_command_by_command() {
    follow(&drive_in_c);
}

#[test]
#[ignore = "compiles the contract anew; `cargo xtask soak release` runs it"]
fn p1_the_page_about_packs_can_be_followed_in_rust() {
    follow(&|_| ());
}
