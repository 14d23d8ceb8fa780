//! Manifest of a pack: the file `pack.ron`.

use crate::check_value::{Range, value_range};
use crate::decode::{ComponentId, Decoder, Field};
use crate::form::Form;
use crate::text::{self, Format, Kind, Node, Sources};
use sim_diagnostics::words::shortened;
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use sim_files::packs::{PackName, Requirement, Version};
use std::path::Path;

/// File name of the manifest in the folder of a pack.
pub const FILE: &str = "pack.ron";

/// Format version that this program writes; it reads all versions up to this one.
pub const FORMAT: u32 = 1;

/// Maximum size of a manifest, bytes.
pub const LARGEST: u64 = 1 << 20;

record! {
    /// What a pack says of itself.
    struct Manifest is "a pack manifest" {
        /// Version of the format; this program writes [`FORMAT`].
        pack: u32 => FORMATS;
        /// Its name: `publisher/name`.
        name: PackName;
        /// Its version, by the rules of semantic versioning.
        version: Version;
        /// What it is, in a sentence or two.
        description: String => Length(1, 500);
        /// Licence of all that is in it, as an expression of SPDX such as `MIT OR Apache-2.0`.
        license: String => Length(1, 200);
        /// Who made it.
        authors: Vec<String> = Vec::new();
        /// Address of a page about it.
        home: Option<String> = None;
        /// A picture of it: a PNG file in the pack.
        icon: Option<String> = None;
        /// Packs that it needs, with the versions that will do.
        requires: Vec<Requirement> = Vec::new();
        /// Rights that components of it need from a scene.
        grants: Vec<crate::Grant> = Vec::new();
        /// Folders of crates, or of sources in C, whose libraries `sim pack build` puts into the pack.
        crates: Vec<String> = Vec::new();
        /// Those of these folders whose sources are part of the pack: where it has no library for a machine, they are built there.
        sources: Vec<String> = Vec::new();
        /// Its libraries; `sim pack build` writes this list.
        libraries: Vec<Library> = Vec::new();
    }
}

record! {
    /// A library in a pack.
    struct Library is "a library of a pack" {
        /// What it was built for, as compilers name it, such as `x86_64-unknown-linux-gnu`.
        target: String => Length(1, 60);
        /// The file, seen from the folder of the pack.
        file: String => Length(1, 200);
        /// The interface that it was built for, such as `2.3`: it needs a program with the same first number.
        abi: String => Length(1, 20);
        /// SHA-256 of the file, in lower-case hexadecimal digits.
        sha256: String => Length(64, 64);
        /// What it offers.
        components: Vec<Component> = Vec::new();
    }
}

record! {
    /// A component that a library offers.
    struct Component is "a component of a pack" {
        /// Its kind: `controller`, `sensor`, `actuator`, `dynamics`, `robot`, `service`.
        kind: String => Length(1, 20);
        /// Its id.
        id: ComponentId;
    }
}

const FORMATS: Range = value_range(1.0, FORMAT as f64, "");

/// A string with a minimum and maximum number of characters, without control characters.
#[derive(Clone, Copy, Debug)]
struct Length(usize, usize);

impl crate::check_value::Check<String> for Length {
    fn check(&self, value: &String, node: &Node, decoder: &mut Decoder<'_>) {
        let Self(least, most) = *self;
        if !(least..=most).contains(&value.chars().count()) || value.chars().any(char::is_control) {
            let message = "invalid text";
            let expected = format!("{least} to {most} characters, on one line");
            let diagnostic = Diagnostic::error(Code::SceneRange, message).with_expected(expected);
            decoder.report(node, diagnostic.with_found(shortened(&format!("{value:?}"))));
        }
    }
}

/// Reads a field that is written as a string of a certain form.
fn parsed<T>(
    node: &Node,
    decoder: &mut Decoder<'_>,
    expected: String,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Option<T> {
    let Kind::Text(text) = &node.kind else { return decoder.wrong_type(node, expected) };
    match parse(text) {
        Ok(value) => Some(value),
        Err(expected) => {
            let message = "invalid text";
            let diagnostic = Diagnostic::error(Code::SceneName, message).with_expected(expected);
            decoder.report(node, diagnostic.with_found(shortened(&format!("{text:?}"))));
            None
        }
    }
}

impl Field for PackName {
    fn expected() -> String {
        "the name of a pack, \"publisher/name\"".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        parsed(node, decoder, Self::expected(), str::parse)
    }

    fn encode(&self) -> Node {
        Node::text(self.to_string())
    }

    fn form() -> Form {
        Form::Text
    }
}

impl Field for Version {
    fn expected() -> String {
        "a version of three numbers, such as \"1.2.0\"".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        parsed(node, decoder, Self::expected(), |text| Version::parse(text).map_err(|_| Self::expected()))
    }

    fn encode(&self) -> Node {
        Node::text(self.to_string())
    }

    fn form() -> Form {
        Form::Text
    }
}

impl Manifest {
    /// Reads a manifest; `name` is its file name in findings.
    ///
    /// # Errors
    /// Everything that is invalid in it, with the places.
    pub fn read(bytes: Vec<u8>, name: &str) -> Result<Self, Diagnostics> {
        let text = text::of_bytes(bytes, name)?;
        let (mut sources, mut findings) = (Sources::default(), Diagnostics::new());
        let file = sources.add(name, None, text);
        let node = text::read(&sources, file, Format::Ron, &mut findings);
        let Some(node) = node.filter(|_| !findings.has_errors()) else { return Err(findings) };
        if let Some(version) = node.get("pack").and_then(|version| version.to_json().as_u64())
            && version > u64::from(FORMAT)
        {
            let message = "the pack uses a newer format";
            let diagnostic = Diagnostic::error(Code::SceneTooNew, message)
                .with_expected(format!("`pack: {FORMAT}` or less"))
                .with_found(version.to_string())
                .with_help("use a newer version of this program");
            let span = node.get("pack").map_or(node.span, |node| node.span);
            return Err(Diagnostics::from_iter([sources.locate(diagnostic, span)]));
        }
        let mut decoder = Decoder::new(&sources, &[]);
        let manifest = Self::decode(&node, &mut decoder);
        findings.append(decoder.into_findings());
        match manifest {
            Some(manifest) if !findings.has_errors() => Ok(manifest),
            _ => Err(findings),
        }
    }

    /// Reads the manifest in the folder of a pack.
    ///
    /// # Errors
    /// As [`Manifest::read`], and if the file does not exist or cannot be read.
    pub fn of_folder(folder: &Path) -> Result<Self, Diagnostics> {
        let file = folder.join(FILE);
        let bytes = sim_files::read_regular(&file, LARGEST).map_err(|error| {
            let message = "cannot read the pack manifest";
            Diagnostic::error(Code::PackContent, message)
                .with_file(file.display().to_string())
                .with_found(error.reason(LARGEST))
                .with_help("create one with `sim pack new publisher/name`")
        })?;
        Self::read(bytes, &file.display().to_string())
    }

    /// Formats the manifest in the usual layout.
    pub fn to_text(&self) -> String {
        text::to_ron(&self.encode()) + "\n"
    }

    /// Targets that it has libraries for, sorted and without duplicates.
    pub fn targets(&self) -> Vec<String> {
        let targets: std::collections::BTreeSet<&String> =
            self.libraries.iter().map(|library| &library.target).collect();
        targets.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"(
        pack: 1,
        name: "acme/rover",
        version: "1.2.0",
        description: "A rover.",
        license: "MIT",
        requires: ["acme/wheels@^1"],
        grants: [Network],
        libraries: [(target: "x86_64-unknown-linux-gnu", file: "lib/x86_64-unknown-linux-gnu/librover.so", abi: "2.0",
            sha256: "0000000000000000000000000000000000000000000000000000000000000000",
            components: [(kind: "controller", id: "acme.rover/drive")])],
    )"#;

    fn read(text: &str) -> Result<Manifest, Diagnostics> {
        Manifest::read(text.as_bytes().to_vec(), "pack.ron")
    }

    #[test]
    fn a_description_is_written_as_it_was_read() {
        let manifest = read(TEXT).unwrap();
        assert_eq!(manifest.targets(), ["x86_64-unknown-linux-gnu"]);
        assert_eq!(read(&manifest.to_text()).unwrap(), manifest);
    }

    #[test]
    fn every_mistake_is_reported_with_its_place() {
        for (from, to, expected) in [
            ("acme/rover", "Acme/Rover", "pack.ron:3"),
            ("1.2.0", "1.2", "pack.ron:4"),
            ("license", "licence", "did you mean `license`"),
            ("A rover.", "", "1 to 500 characters"),
            ("acme/wheels@^1", "acme/wheels@new", "requirement after `@`"),
            ("[Network]", "[Everything]", "`Everything` is not"),
            ("pack: 1", "pack: 9", "newer"),
            ("acme.rover/drive", "drive", "component id"),
            ("pack: 1,", "", "`pack`"),
        ] {
            let findings = read(&TEXT.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(findings.contains(expected), "{to}: {findings}");
        }
        assert!(read("").is_err() && read("[").is_err() && Manifest::read(vec![0xff], "pack.ron").is_err());
    }
}
