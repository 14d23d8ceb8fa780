//! Messages for syntax errors.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use sim_vrml::{Error, ErrorKind, Expected, MAX_BYTES, MAX_DEPTH, MAX_NODES};
use std::sync::Arc;

/// The finding for an error of the parser.
pub(super) fn refused(error: &Error, name: &str, text: Arc<str>) -> Diagnostics {
    let finding = |message: String| Diagnostic::error(Code::ImportSyntax, message);
    let not_well = || finding("the file is not well-formed".to_string());
    let refusal = match &error.kind {
        ErrorKind::TooLarge => {
            finding("the file is too large".to_string()).with_expected(format!("at most {MAX_BYTES} bytes"))
        }
        ErrorKind::TooManyNodes => {
            finding("the file has too many nodes".to_string()).with_expected(format!("at most {MAX_NODES} nodes"))
        }
        ErrorKind::TooDeep => finding("nodes are nested too deeply".to_string())
            .with_expected(format!("at most {MAX_DEPTH} levels, including those of nodes that USE repeats")),
        ErrorKind::Compressed => finding("the file is compressed".to_string())
            .with_help(format!("unpack it first: gunzip < {name} > world.wrl")),
        ErrorKind::Vrml1 => finding("VRML 1.0 files are not supported".to_string())
            .with_help("export it as VRML97 (VRML 2.0) from the program that made it"),
        ErrorKind::Header { found } => finding("the file is neither VRML97 nor a world of Webots".to_string())
            .with_expected("`#VRML V2.0 utf8` or `#VRML_SIM R2023b utf8` in the first line")
            .with_found(format!("`{found}`")),
        ErrorKind::NotUtf8 => finding("the file is not UTF-8 text".to_string()).with_help("save it as UTF-8"),
        ErrorKind::Unexpected { expected, found, opened } => {
            let found = found.clone().map_or_else(|| "the end of the file".to_string(), String::from);
            let finding = not_well().with_expected(wanted(*expected)).with_found(found);
            match opened {
                Some(place) => finding.with_help(format!(
                    "the last open bracket is at line {line}, column {column}",
                    line = place.line,
                    column = place.column
                )),
                None => finding,
            }
        }
        ErrorKind::Number { found } => {
            finding("invalid number".to_string()).with_expected("a finite number").with_found(format!("`{found}`"))
        }
        ErrorKind::UnclosedText => finding("unterminated text".to_string())
            .with_help("add the closing quote; a quote inside a text is written \\\""),
        ErrorKind::MixedList => not_well().with_expected("a list of numbers, of texts, of truth values or of nodes"),
        ErrorKind::UnknownName { name, known } => finding("USE refers to an unknown node".to_string())
            .with_found(format!("`{name}`"))
            .with_nearest_of(name, known.iter().map(String::as_str))
            .with_help("define the node with DEF before its use"),
        ErrorKind::Cycle { name } => finding("a node contains itself".to_string()).with_found(format!("`{name}`")),
    };
    let place = Place {
        start: error.span.start.min(text.len()),
        end: error.span.end.min(text.len()),
        line: error.place.line,
        column: error.place.column,
    };
    refusal.with_place(name, text, place).into()
}

/// The expected syntax as text.
fn wanted(expected: Expected) -> String {
    match expected {
        Expected::Statement => "a node, DEF, USE, PROTO, EXTERNPROTO or ROUTE".to_string(),
        Expected::Node => "a node: its type, DEF or USE".to_string(),
        Expected::OpeningBrace => "an opening brace after the type of a node".to_string(),
        Expected::FieldOrClosingBrace => "a field name, or a closing brace".to_string(),
        Expected::Value => "a value: numbers, a text, TRUE, FALSE, NULL, a node, or a list in brackets".to_string(),
        Expected::ElementOrClosingBracket => "another list element, or a closing bracket".to_string(),
        Expected::Name => "a name".to_string(),
        Expected::Proto => "the interface of the PROTO in brackets and its body in braces".to_string(),
        Expected::Route => "`ROUTE node.event TO node.event`".to_string(),
    }
}
