//! Checks the relative links of all Markdown files: each names a file of this repository and, if it names a heading, one of that page.

use crate::run::{Result, at, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Broken links, as `file: link`.
fn broken() -> Result<Vec<String>> {
    let listed = Command::new("git").args(["ls-files", "*.md"]).current_dir(root()).output();
    let listed = listed.map_err(|error| format!("`git` cannot be started: {error}"))?.stdout;
    let mut broken = Vec::new();
    for name in String::from_utf8_lossy(&listed).lines() {
        let page = root().join(name);
        // Templates name files of the projects that are made from them.
        if name.contains("/templates/") || !page.is_file() {
            continue;
        }
        let text = fs::read_to_string(&page).map_err(at(&page))?;
        let wrong = links(&text).into_iter().filter(|link| !is_valid(&page, link));
        broken.extend(wrong.map(|link| format!("{name}: {link}")));
    }
    Ok(broken)
}

/// Targets of links and images outside of code blocks and code spans.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let outside_spans = line.split('`').step_by(2);
            // A link whose text is a code span begins a part.
            found.extend(outside_spans.flat_map(|part| targets(part, "](", ')')));
            found.extend(targets(line, "src=\"", '"'));
        }
    }
    found
}

fn targets<'a>(line: &'a str, before: &'static str, after: char) -> impl Iterator<Item = &'a str> {
    line.split(before).skip(1).filter_map(move |rest| Some(rest.split_once(after)?.0))
}

fn is_valid(page: &Path, link: &str) -> bool {
    if link.contains("://") || link.starts_with("mailto:") {
        return true;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target: PathBuf = if file.is_empty() { page.to_path_buf() } else { page.parent().unwrap_or(page).join(file) };
    let is_page = target.extension().is_some_and(|extension| extension == "md");
    match heading {
        "" => target.exists(),
        _ if !is_page => false,
        _ => fs::read_to_string(&target).is_ok_and(|text| headings(&text).contains(heading)),
    }
}

/// Anchors of the headings of a page, as GitHub and mdBook make them.
fn headings(text: &str) -> BTreeSet<String> {
    let mut in_code = false;
    let headings = text.lines().filter(|line| {
        in_code ^= line.starts_with("```");
        !in_code && line.starts_with('#')
    });
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let letters = heading.chars().flat_map(char::to_lowercase);
    letters
        .filter_map(|c| if c == ' ' { Some('-') } else { (c.is_alphanumeric() || "-_".contains(c)).then_some(c) })
        .collect()
}

#[test]
fn relative_links_of_documents_are_valid() {
    assert_eq!(broken().unwrap(), Vec::<String>::new());
}

#[test]
fn links_are_found_outside_of_code() {
    let text =
        "see [`sim run`](commands.md#sim-run) and ![x](a.png), not `[a](b)`\n```\n[c](d)\n```\n<img src=\"e.png\">";
    assert_eq!(links(text), ["commands.md#sim-run", "a.png", "e.png"]);
    assert_eq!(anchor("Plots, `sim` & more"), "plots-sim--more");
}
