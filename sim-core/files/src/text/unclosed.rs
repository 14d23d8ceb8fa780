//! Brackets and quotes that are not closed: a copy of the text in which they are, so that each is reported once, where it
//! opens, and the rest of the text is read.

use super::{Format, Sources, Span};
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use std::collections::HashMap;

/// The bracket that closes another one.
pub(super) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// A text with inserted brackets and quotes.
pub(super) struct Closed {
    /// The text.
    pub text: String,
    /// Positions of the inserted characters in it, in ascending order.
    pub inserted: Vec<usize>,
    unclosed: Vec<Unclosed>,
}

/// A bracket or a quote that is not closed, with positions in the text as written.
struct Unclosed {
    open: usize,
    /// The character that closes it.
    close: char,
    /// Where it probably ends.
    end: usize,
    /// Whether it is reported: of several that reach the end of the text, one is.
    is_reported: bool,
}

impl Closed {
    /// Findings where the brackets and quotes open.
    pub(super) fn findings(&self, sources: &Sources, file: u32) -> Diagnostics {
        let finding = |one: &Unclosed| {
            let span = |start: usize| Span { file, start: start as u32, end: start as u32 + 1 };
            let line = sources.place(span(one.end)).map_or(1, |(_, place)| place.line);
            let open = sources.files()[file as usize].text[one.open..].chars().next().unwrap_or_default();
            let what = if open == '"' { "unclosed string".to_string() } else { format!("unclosed `{open}`") };
            let diagnostic = Diagnostic::error(Code::SceneSyntax, what)
                .with_expected(format!("`{close}`", close = one.close))
                .with_help(format!("add `{close}`, probably in line {line}", close = one.close));
            sources.locate(diagnostic, span(one.open))
        };
        self.unclosed.iter().filter(|one| one.is_reported).map(finding).collect()
    }
}

/// Copies of a text in which everything is closed, the most probable one first; none if nothing is open.
pub(super) fn copies(text: &str, start: usize, format: Format) -> Vec<Closed> {
    let guess = |in_line: bool, by_indent: bool| {
        let mut unclosed = unclosed(&tokens(text, start, format, in_line)?, by_indent);
        unclosed.sort_by_key(|one| one.end);
        let (mut copy, mut inserted, mut done) = (String::new(), Vec::new(), 0);
        for one in &unclosed {
            copy.push_str(&text[done..one.end]);
            inserted.push(copy.len());
            copy.push(one.close);
            done = one.end;
        }
        copy.push_str(&text[done..]);
        (!unclosed.is_empty()).then_some(Closed { text: copy, inserted, unclosed })
    };
    [(true, true), (true, false), (false, true), (false, false)]
        .into_iter()
        .filter_map(|(in_line, by_indent)| guess(in_line, by_indent))
        .collect()
}

/// A part of the text that is not white space or a comment.
struct Token {
    start: usize,
    end: usize,
    /// First character.
    first: char,
    /// Whether it is a string without an end.
    is_unclosed: bool,
    /// Width of the white space before it, if it is the first one in its line.
    indent: Option<usize>,
}

/// Tokens from a position on: strings, or single characters. A string that is not closed ends before the next comma or closing
/// bracket; with `in_line`, it has to be closed in its line. `None` if a comment, which may contain all the rest, is not closed.
fn tokens(text: &str, start: usize, format: Format, in_line: bool) -> Option<Vec<Token>> {
    let is_ron = format == Format::Ron;
    let (mut tokens, mut at, mut line_start, mut is_first) = (Vec::new(), start, start, true);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first == '\n' {
            (at, line_start, is_first) = (at + 1, at + 1, true);
            continue;
        }
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if is_ron && (rest.starts_with("//") || first == '#') {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if is_ron && rest.starts_with("/*") {
            at += rest.find("*/")? + 2;
            continue;
        }
        let (length, is_unclosed) = match first {
            '"' => string(rest, in_line),
            'r' if is_ron => (raw_string(rest).unwrap_or(1), false),
            '\'' if is_ron => (character(rest).unwrap_or(1), false),
            _ => (first.len_utf8(), false),
        };
        let indent = std::mem::take(&mut is_first).then_some(at - line_start);
        tokens.push(Token { start: at, end: at + length, first, is_unclosed, indent });
        if let Some(last) = text[at..at + length].rfind('\n') {
            line_start = at + last + 1;
        }
        at += length;
    }
    Some(tokens)
}

/// Length of the string at the start of a text, and whether it is not closed.
fn string(text: &str, in_line: bool) -> (usize, bool) {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' if in_line => break,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return (at + 1, false),
            _ => {}
        }
    }
    let end = text[1..].find([',', ')', ']', '}', '\n']).map_or(text.len(), |end| end + 1);
    (text[..end].trim_end().len(), true)
}

/// Length of the raw string at the start of a text.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text[1..].bytes().take_while(|byte| *byte == b'#').count();
    let body = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(2 + hashes + body.find(&end)? + end.len())
}

/// Length of the character in single quotes at the start of a text.
fn character(text: &str) -> Option<usize> {
    let mut inside = text[1..].chars();
    let length = inside.next().filter(|c| *c != '\\')?.len_utf8();
    (inside.next() == Some('\'')).then_some(length + 2)
}

/// An open bracket.
struct Open {
    bracket: char,
    at: usize,
    /// Indentation of its line.
    indent: usize,
}

/// What the tokens of a text do not close. With `by_indent`, a bracket ends before a line that is not indented deeper than the line
/// in which it opens.
fn unclosed(tokens: &[Token], by_indent: bool) -> Vec<Unclosed> {
    let mut missing: HashMap<char, isize> = HashMap::new();
    for token in tokens {
        match token.first {
            '(' | '[' | '{' => *missing.entry(closing(token.first)).or_default() += 1,
            ')' | ']' | '}' => *missing.entry(token.first).or_default() -= 1,
            _ => {}
        }
    }
    // As many of another kind too many: a wrong bracket, which the reader reports.
    let is_balanced = missing.values().sum::<isize>() <= 0;
    if is_balanced {
        missing.clear();
    }
    let mut is_missing = |close: char| {
        let count = missing.get_mut(&close).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    };
    let (mut open, mut found): (Vec<Open>, Vec<Unclosed>) = (Vec::new(), Vec::new());
    // End of the last token that is not a comma, and indentation of the current line.
    let (mut last, mut indent) = (0, 0);
    for token in tokens {
        let is_closing = matches!(token.first, ')' | ']' | '}');
        if let Some(width) = token.indent {
            indent = width;
            let holds = |one: &Open| if is_closing { one.indent > width } else { one.indent >= width };
            while let Some(one) = open.pop_if(|one| by_indent && holds(one) && is_missing(closing(one.bracket))) {
                found.push(Unclosed { open: one.at, close: closing(one.bracket), end: last, is_reported: true });
            }
        }
        match token.first {
            '(' | '[' | '{' => open.push(Open { bracket: token.first, at: token.start, indent }),
            ')' | ']' | '}' => {
                let is_right = |one: &Open| closing(one.bracket) == token.first;
                if open.iter().any(is_right) {
                    while let Some(one) = open.pop_if(|one| !is_right(one) && is_missing(closing(one.bracket))) {
                        found.push(Unclosed {
                            open: one.at,
                            close: closing(one.bracket),
                            end: last,
                            is_reported: true,
                        });
                    }
                }
                open.pop();
            }
            '"' if token.is_unclosed => {
                found.push(Unclosed { open: token.start, close: '"', end: token.end, is_reported: true });
            }
            _ => {}
        }
        if token.first != ',' {
            last = token.end;
        }
    }
    let innermost = open.len().saturating_sub(1);
    let end = tokens.last().map_or(0, |token| token.end);
    let is_known = is_balanced || open.is_empty();
    found.extend(open.iter().enumerate().rev().filter(|_| !is_known).map(|(depth, one)| Unclosed {
        open: one.at,
        close: closing(one.bracket),
        end,
        is_reported: depth == innermost,
    }));
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Sources, read};
    use sim_diagnostics::{Code, Diagnostics};

    /// Line and column of each finding of a text, and whether a tree was read.
    fn places(text: &str) -> (Vec<(usize, usize)>, bool) {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", None, text);
        let mut findings = Diagnostics::new();
        let tree = read(&sources, file, Format::Ron, &mut findings);
        assert!(findings.iter().all(|finding| finding.code == Code::SceneSyntax), "{text}\n{findings}");
        let places = findings.iter().map(|finding| finding.place.unwrap());
        (places.map(|place| (place.line, place.column)).collect(), tree.is_some())
    }

    const SCENE: &str = r#"(
    format_version: 1,
    // A comment (with an open bracket
    objects: [
        (name: "a", shape: Box(size: (1, 2, 3)), at: (1, 2)),
        (name: "b (c", shape: Sphere(radius: 1)),
        (
            name: "c",
            shape: Sphere(radius: 1),
        ),
    ],
    view: (
        from: (1, 2, 3),
        to: [1, 2],
    ),
)
"#;

    #[test]
    fn each_bracket_and_quote_that_is_not_closed_is_one_finding_where_it_opens() {
        assert_eq!(places(SCENE), (vec![], true));
        for (old, new, place) in [
            ("(1, 2)),", "(1, 2),", (5, 9)),
            ("radius: 1)),", "radius: 1),", (6, 9)),
            (
                "            shape: Sphere(radius: 1),\n        ),",
                "            shape: Sphere(radius: 1,\n        ),",
                (9, 26),
            ),
            ("        ),\n    ],", "    ],", (7, 9)),
            ("    ],\n", "", (4, 14)),
            ("[1, 2],", "[1, 2,", (14, 13)),
            ("    ),\n)", ")", (12, 11)),
            ("    ),\n)\n", "    ),\n", (1, 1)),
            ("(1, 2, 3),\n", "(1, 2, 3,\n", (13, 15)),
            ("\"a\",", "\"a,", (5, 16)),
            ("\"b (c\"", "\"b (c", (6, 16)),
            ("name: \"c\"", "name: \"c", (8, 19)),
        ] {
            assert!(SCENE.contains(old), "{old}");
            let text = SCENE.replacen(old, new, 1);
            assert_eq!(places(&text), (vec![place], true), "{text}");
        }
    }

    #[test]
    fn several_are_several_findings_and_a_text_that_ends_too_early_is_one() {
        let text = SCENE.replacen("(1, 2)),", "(1, 2),", 1).replacen("[1, 2],", "[1, 2,", 1);
        assert_eq!(places(&text), (vec![(5, 9), (14, 13)], true));
        let text = &SCENE[..SCENE.find("    ),\n)").unwrap()];
        assert_eq!(places(text), (vec![(12, 11)], true));
        assert_eq!(places("(a: 1"), (vec![(1, 1)], true));
        assert_eq!(places("{\"a\": [1, 2}"), (vec![(1, 7)], true));
    }
}
