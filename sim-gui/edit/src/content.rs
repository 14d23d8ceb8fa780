//! The scene that a text contains.

use std::path::Path;

use sim_core::diagnostic::Diagnostics;
use sim_core::scene::text::{Format, Node, Printer, Sources, read};
use sim_core::scene::{LoadedScene, Scene};

use crate::node::without_tags;

/// A loaded scene and the tree of its main file.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub scene: LoadedScene,
    pub own: Node,
}

/// A valid scene, or the findings of an invalid text.
#[derive(Debug)]
pub(crate) enum Content {
    Scene(Box<Loaded>),
    Broken(Diagnostics),
}

impl Content {
    pub fn load(text: &str, format: Format, path: Option<&Path>) -> Content {
        Self::of(Self::read(text, format, path), || parse(text, format))
    }

    fn read(text: &str, format: Format, path: Option<&Path>) -> Result<LoadedScene, Diagnostics> {
        match path {
            Some(path) => Scene::load_text(text, path),
            None => Scene::parse(text, format, "untitled"),
        }
    }

    /// As [`Content::load`], for a text that has been parsed.
    pub fn load_parsed(text: &str, format: Format, path: Option<&Path>, own: Node) -> Content {
        Self::of(Self::read(text, format, path), || Some(own))
    }

    fn of(loaded: Result<LoadedScene, Diagnostics>, own: impl FnOnce() -> Option<Node>) -> Content {
        match (loaded, own()) {
            (Ok(scene), Some(own)) => Content::Scene(Box::new(Loaded { scene, own })),
            (Ok(_), None) => Content::Broken(Diagnostics::new()),
            (Err(findings), _) => Content::Broken(findings),
        }
    }
}

/// The syntax tree of a text, if it is well-formed.
pub(crate) fn parse(text: &str, format: Format) -> Option<Node> {
    let mut sources = Sources::default();
    let mut findings = Diagnostics::new();
    let file = sources.add("", None, text);
    read(&sources, file, format, &mut findings).filter(|_| !findings.has_errors())
}

/// The text in the other format; `None` for an invalid text.
pub(crate) fn converted(text: &str, from: Format, to: Format) -> Option<String> {
    let mut tree = parse(text, from)?;
    if to == Format::Json {
        without_tags(&mut tree);
    }
    Some(format!("{}\n", Printer::new(to).broken(&tree, "", "")))
}
