//! Converts the bytes of a URDF file to text that an XML parser accepts, with a list of all repairs.
//!
//! Removed parts are replaced so that the rest stays on the same lines.

use crate::model_error::{ModelError, Report, utf8};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Text of a file from the first to the last tag, without XML declaration.
///
/// Repairs and reports: text before the first and after the last tag, NUL characters at the end, invalid XML versions,
/// characters that are not UTF-8 (taken as ISO 8859-1), and undeclared namespace prefixes.
pub(super) fn clean(bytes: &[u8], path: &Path, repairs: &mut Vec<Report>) -> Result<String, ModelError> {
    let text = decode(bytes, path, repairs)?;
    let text = cut_end(&text, repairs);
    let mut text = blank_start(text, repairs);
    declare_prefixes(&mut text, repairs);
    Ok(text)
}

fn line_of(text: &str, at: usize) -> u32 {
    1 + text[..at].matches('\n').count() as u32
}

/// Decodes as UTF-8, or as ISO 8859-1 if there are no control characters, which indicate binary data.
fn decode<'a>(bytes: &'a [u8], path: &Path, repairs: &mut Vec<Report>) -> Result<Cow<'a, str>, ModelError> {
    let error = match utf8(bytes, path) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(error) => error,
    };
    let control = |byte: &u8| *byte < b' ' && !b"\t\r\n".contains(byte);
    let end = bytes.iter().rposition(|byte| *byte == b'>').map_or(0, |last| last + 1);
    if end == 0 || bytes[..end].iter().any(control) {
        return Err(error);
    }
    let report = Report { file: None, ..error.report().clone() };
    repairs.push(Report { message: "the file is not UTF-8; read as ISO 8859-1".to_string(), ..report });
    // The first 256 characters of Unicode are those of ISO 8859-1.
    Ok(Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()))
}

fn cut_end<'a>(text: &'a str, repairs: &mut Vec<Report>) -> &'a str {
    let Some(end) = text.rfind('>').map(|last| last + 1) else { return text };
    let rest = &text[end..];
    if !rest.trim().is_empty() {
        let nul = rest.trim_matches(|c: char| c == '\0' || c.is_whitespace()).is_empty();
        let what = if nul { "a NUL character" } else { "text" };
        let report = Report::new(format!("{what} after the last tag is ignored")).line(line_of(text, end));
        repairs.push(if nul { report } else { report.found(rest.trim()) });
    }
    &text[..end]
}

/// Replaces everything before the first tag with spaces, including the XML declaration.
fn blank_start(text: &str, repairs: &mut Vec<Report>) -> String {
    let Some(mut start) = text.find('<') else { return text.to_string() };
    let before = &text[..start];
    let declared = text[start..].starts_with("<?xml") && text[start..].contains("?>");
    if !before.trim().is_empty() || (declared && start > 0) {
        let what = match before.trim().is_empty() {
            true => "white space",
            false => "text",
        };
        let report = Report::new(format!("{what} before the first tag is ignored")).line(1);
        repairs.push(if before.trim().is_empty() { report } else { report.found(before.trim()) });
    }
    if declared {
        let end = start + text[start..].find("?>").map_or(0, |end| end + 2);
        if let Some(version) = version(&text[start..end]).filter(|version| !["1.0", "1.1"].contains(version)) {
            let report = Report::new("unknown XML version; read as 1.0");
            repairs.push(report.line(line_of(text, start)).found(version).expected("1.0 or 1.1"));
        }
        start = end;
    }
    let blank = text[..start].chars().map(|c| if c == '\n' { '\n' } else { ' ' });
    blank.chain(text[start..].chars()).collect()
}

/// Version in an XML declaration.
fn version(declaration: &str) -> Option<&str> {
    let (_, rest) = declaration.split_once("version")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| ['"', '\''].contains(c))?;
    rest[1..].split(quote).next()
}

/// Maximum number of prefixes declared for a file: more than that is not an oversight.
const MAX_PREFIXES: usize = 16;

/// Declares undeclared namespace prefixes: an XML parser rejects them, while other URDF readers ignore them.
fn declare_prefixes(text: &mut String, repairs: &mut Vec<Report>) {
    let mut tags = Tags { text, at: 0, inside: false };
    let (mut used, mut declared, mut first) = (BTreeMap::new(), BTreeSet::new(), None);
    while let Some((name, at)) = tags.next_name() {
        first = first.or(Some(at + name.len()));
        match name.split_once(':') {
            Some(("xmlns", prefix)) => drop(declared.insert(prefix)),
            Some((prefix, _)) if prefix != "xml" => drop(used.entry(prefix).or_insert(at)),
            _ => {}
        }
    }
    let Some(end) = first else { return };
    let mut declarations = String::new();
    let missing = used.into_iter().filter(|(prefix, _)| !declared.contains(prefix) && !prefix.is_empty());
    for (prefix, at) in missing.take(MAX_PREFIXES) {
        let report = Report::new(format!("undeclared namespace prefix `{prefix}:`; declaration added"));
        repairs.push(report.line(line_of(text, at)).help(format!("add xmlns:{prefix}=\"…\" to <robot>")));
        declarations += &format!(" xmlns:{prefix}=\"{prefix}\"");
    }
    text.insert_str(end, &declarations);
}

/// Iterates over the names of elements and attributes in a text.
struct Tags<'a> {
    text: &'a str,
    at: usize,
    /// Between `<` and `>`.
    inside: bool,
}

impl<'a> Tags<'a> {
    /// The next name of an element or an attribute, and its position.
    fn next_name(&mut self) -> Option<(&'a str, usize)> {
        loop {
            let rest = &self.text[self.at..];
            let first = rest.chars().next()?;
            if !self.inside {
                self.at += rest.find('<')?;
                let rest = &self.text[self.at..];
                if rest.starts_with("<!--") {
                    self.skip_past("-->");
                } else if rest.starts_with("<![CDATA[") {
                    self.skip_past("]]>");
                } else {
                    (self.at, self.inside) = (self.at + 1, true);
                }
            } else if is_name(first) {
                let length = rest.find(|c: char| !(is_name(c) || c == ':')).unwrap_or(rest.len());
                let start = self.at;
                self.at += length;
                return Some((&rest[..length], start));
            } else {
                self.inside = first != '>';
                self.at += first.len_utf8();
                match first {
                    '"' => self.skip_past("\""),
                    '\'' => self.skip_past("'"),
                    _ => {}
                }
            }
        }
    }

    fn skip_past(&mut self, end: &str) {
        let rest = &self.text[self.at..];
        self.at += rest.find(end).map_or(rest.len(), |at| at + end.len());
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || ['_', '-', '.'].contains(&c)
}
