//! Why a file cannot be read, in the language in use.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Place, Sentence};
use sim_vrml::{Error, ErrorKind, Expected, MAX_BYTES, MAX_DEPTH, MAX_NODES};
use std::sync::Arc;

/// The finding for an error of the reader.
pub(super) fn refused(error: &Error, name: &str, text: Arc<str>) -> Diagnostics {
    let finding = |message: Sentence| Diagnostic::error(Code::ImportSyntax, message);
    let not_well = || finding(say!("import-syntax", "the file is not well-formed"));
    let told = match &error.kind {
        ErrorKind::TooLarge => finding(say!("import-large", "the file is too large")).with_expected(say!(
            "import-large-expected",
            "at most {most} bytes",
            most = MAX_BYTES
        )),
        ErrorKind::TooManyNodes => finding(say!("import-many", "the file has too many nodes")).with_expected(say!(
            "import-many-expected",
            "at most {most} nodes",
            most = MAX_NODES
        )),
        ErrorKind::TooDeep => finding(say!("import-deep", "nodes are nested too deeply")).with_expected(say!(
            "import-deep-expected",
            "at most {most} levels, those that USE repeats included",
            most = MAX_DEPTH
        )),
        ErrorKind::Compressed => finding(say!("import-gzip", "the file is compressed")).with_help(say!(
            "import-gzip-help",
            "unpack it first: gunzip < {file} > world.wrl",
            file = name
        )),
        ErrorKind::Vrml1 => finding(say!("import-vrml1", "the file is VRML 1.0, whose nodes are other ones"))
            .with_help(say!("import-vrml1-help", "export it as VRML97 (VRML 2.0) from the program that made it")),
        ErrorKind::Header { found } => {
            finding(say!("import-header", "the file is neither VRML97 nor a world of Webots"))
                .with_expected(say!(
                    "import-header-expected",
                    "`#VRML V2.0 utf8` or `#VRML_SIM R2023b utf8` in the first line"
                ))
                .with_found(format!("`{found}`"))
        }
        ErrorKind::NotUtf8 => finding(say!("import-not-utf8", "the file is not UTF-8 text"))
            .with_help(say!("import-not-utf8-help", "save it as UTF-8")),
        ErrorKind::Unexpected { expected, found, opened } => {
            let found = found.clone().map_or_else(|| say!("import-end", "the end of the file"), Sentence::from);
            let finding = not_well().with_expected(wanted(*expected)).with_found(found);
            match opened {
                Some(place) => finding.with_help(say!(
                    "import-opened",
                    "the last bracket that is open stands at line {line}, column {column}",
                    line = place.line,
                    column = place.column
                )),
                None => finding,
            }
        }
        ErrorKind::Number { found } => finding(say!("import-number", "this is no number that can be used"))
            .with_expected(say!("import-number-expected", "a finite number"))
            .with_found(format!("`{found}`")),
        ErrorKind::UnclosedText => finding(say!("import-text", "a text does not end"))
            .with_help(say!("import-text-help", "add the closing quote; a quote inside a text is written \\\"")),
        ErrorKind::MixedList => {
            not_well().with_expected(say!("import-mixed", "a list of numbers, of texts, of truth values or of nodes"))
        }
        ErrorKind::UnknownName { name, known } => finding(say!("import-use", "USE names no node further up"))
            .with_found(format!("`{name}`"))
            .with_nearest_of(name, known.iter().map(String::as_str))
            .with_help(say!("import-use-help", "name a node with DEF before it is used")),
        ErrorKind::Cycle { name } => {
            finding(say!("import-cycle", "a node is used within itself")).with_found(format!("`{name}`"))
        }
    };
    let place = Place {
        start: error.span.start.min(text.len()),
        end: error.span.end.min(text.len()),
        line: error.place.line,
        column: error.place.column,
    };
    told.with_place(name, text, place).into()
}

/// What could stand there.
fn wanted(expected: Expected) -> Sentence {
    match expected {
        Expected::Statement => say!("import-statement", "a node, DEF, USE, PROTO, EXTERNPROTO or ROUTE"),
        Expected::Node => say!("import-node", "a node: its type, DEF or USE"),
        Expected::OpeningBrace => say!("import-brace", "an opening curly bracket behind the type of a node"),
        Expected::FieldOrClosingBrace => say!("import-field", "the name of a field, or a closing curly bracket"),
        Expected::Value => {
            say!("import-value", "a value: numbers, a text, TRUE, FALSE, NULL, a node, or a list in square brackets")
        }
        Expected::ElementOrClosingBracket => {
            say!("import-element", "a further value of the list, or a closing square bracket")
        }
        Expected::Name => say!("import-name", "a name"),
        Expected::Proto => {
            say!("import-proto", "the interface of the PROTO in square brackets and its body in curly ones")
        }
        Expected::Route => say!("import-route", "`ROUTE node.event TO node.event`"),
    }
}
