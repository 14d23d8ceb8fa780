//! Removing and inserting elements between brackets.

use sim_core::scene::text::{Format, columns};

use super::{Page, Splice};

/// An element between brackets: a value or a key-value pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub start: usize,
    pub end: usize,
    pub kept: bool,
}

/// The changes to the elements between one pair of brackets; at least one element is kept.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    pub elements: Vec<Element>,
    /// New elements: the index of the kept element that each follows (`None` at the front), and its number.
    pub insertions: Vec<(Option<usize>, usize)>,
}

/// The end of an element on its own line: with its comma and trailing comment.
struct Ending {
    at: usize,
    comma: bool,
}

impl Page<'_> {
    /// Plans the changes of a sequence. `print` returns the text of a new element, given its number, the indentation of its line
    /// (`None` if it must stay on one line), and the occupied columns before and after it.
    pub(super) fn edit_sequence(
        &self,
        sequence: &Sequence,
        reflow: bool,
        out: &mut Vec<Splice>,
        print: impl Fn(usize, Option<&str>, usize) -> String,
    ) {
        if sequence.insertions.is_empty() && sequence.elements.iter().all(|element| element.kept) {
            return;
        }
        if self.format == Format::Json {
            return self.edit_json(sequence, reflow, out, print);
        }
        match self.lines(&sequence.elements) {
            Some(endings) => self.edit_lines(sequence, &endings, out, print),
            None => self.edit_inline(sequence, reflow, out, print),
        }
    }

    /// Whether all elements can be removed without their surrounding lines.
    pub(super) fn can_be_emptied(&self, elements: &[Element]) -> bool {
        self.format == Format::Ron && !elements.is_empty() && self.lines(elements).is_some()
    }

    /// The ends of the elements if each has its own lines.
    fn lines(&self, elements: &[Element]) -> Option<Vec<Ending>> {
        elements.iter().map(|element| if self.begins_line(element) { self.ending(element.end) } else { None }).collect()
    }

    fn begins_line(&self, element: &Element) -> bool {
        let start = self.line_start(element.start);
        start > 0 && self.text[start..element.start].trim().is_empty()
    }

    fn ending(&self, end: usize) -> Option<Ending> {
        let blanks = |at: usize| at + self.text[at..].len() - self.text[at..].trim_start_matches([' ', '\t']).len();
        let mut at = blanks(end);
        let comma = self.text[at..].starts_with(',');
        if !comma && self.next_word(end).starts_with(',') {
            // The comma is on another line.
            return None;
        }
        at = if comma { at + 1 } else { end };
        let behind = blanks(at);
        let rest = &self.text[behind..self.line_end(behind)];
        let comment =
            rest.starts_with("//") || (rest.starts_with("/*") && rest.find("*/") == Some(rest.trim_end().len() - 2));
        if comment {
            at = behind + rest.trim_end().len();
        }
        let is_blank = comment || rest.is_empty();
        (is_blank && self.line_end(behind) < self.text.len()).then_some(Ending { at, comma })
    }

    /// The text after blanks and comments.
    fn next_word(&self, at: usize) -> &str {
        let mut rest = self.text[at..].trim_start();
        loop {
            let end = match rest {
                comment if comment.starts_with("//") => comment.find('\n'),
                comment if comment.starts_with("/*") => comment.find("*/").map(|end| end + 2),
                _ => return rest,
            };
            rest = rest[end.unwrap_or(rest.len())..].trim_start();
        }
    }

    fn edit_lines(
        &self,
        sequence: &Sequence,
        endings: &[Ending],
        out: &mut Vec<Splice>,
        print: impl Fn(usize, Option<&str>, usize) -> String,
    ) {
        let elements = &sequence.elements;
        for (index, element) in elements.iter().enumerate().filter(|(_, element)| !element.kept) {
            let newline = self.line_end(endings[index].at);
            let end = self.text[newline..].find('\n').map_or(self.text.len(), |at| newline + at + 1);
            out.push(Splice { start: self.line_start(element.start), end, text: String::new() });
        }
        let mut rest = sequence.insertions.as_slice();
        while let Some((after, _)) = rest.first() {
            let count = rest.iter().take_while(|(other, _)| other == after).count();
            let (group, others) = rest.split_at(count);
            rest = others;
            let anchor = after.unwrap_or(0);
            let indent = self.indent_at(elements[anchor].start as u32);
            let values = group.iter().map(|(_, at)| print(*at, Some(indent), columns(indent) + 1));
            match after {
                None => {
                    let text = values.map(|value| format!("{indent}{value},{}", self.newline)).collect();
                    let start = self.line_start(elements[anchor].start);
                    out.push(Splice { start, end: start, text });
                }
                Some(_) => {
                    if !endings[anchor].comma {
                        let end = elements[anchor].end;
                        out.push(Splice { start: end, end, text: ",".into() });
                    }
                    let text = values.map(|value| format!("{}{indent}{value},", self.newline)).collect();
                    out.push(Splice { start: endings[anchor].at, end: endings[anchor].at, text });
                }
            }
        }
    }

    fn edit_inline(
        &self,
        sequence: &Sequence,
        reflow: bool,
        out: &mut Vec<Splice>,
        print: impl Fn(usize, Option<&str>, usize) -> String,
    ) {
        self.insert_between(sequence, out, |anchor, at| {
            let indent = self.indent_at(anchor.start as u32);
            let used = columns(&self.text[self.line_start(anchor.end)..anchor.end]) + 3;
            (print(at, reflow.then_some(indent), used), " ".into())
        });
        remove_runs(&sequence.elements, out);
    }

    fn edit_json(
        &self,
        sequence: &Sequence,
        reflow: bool,
        out: &mut Vec<Splice>,
        print: impl Fn(usize, Option<&str>, usize) -> String,
    ) {
        self.insert_between(sequence, out, |anchor, at| {
            let indent = self.indent_at(anchor.start as u32);
            let value = print(at, reflow.then_some(indent), columns(indent) + 1);
            let lines = self.begins_line(anchor);
            (value, if lines { format!("{}{indent}", self.newline) } else { " ".into() })
        });
        remove_runs(&sequence.elements, out);
    }

    /// Inserts directly after the previous element, or before the first kept one. `print` returns the text and the separator to
    /// its neighbor, without the comma.
    fn insert_between(
        &self,
        sequence: &Sequence,
        out: &mut Vec<Splice>,
        print: impl Fn(&Element, usize) -> (String, String),
    ) {
        for (after, at) in &sequence.insertions {
            let splice = match after {
                Some(after) => {
                    let anchor = &sequence.elements[*after];
                    let (value, separator) = print(anchor, *at);
                    Splice { start: anchor.end, end: anchor.end, text: format!(",{separator}{value}") }
                }
                None => {
                    let Some(anchor) = sequence.elements.iter().find(|element| element.kept) else { continue };
                    let (value, separator) = print(anchor, *at);
                    Splice { start: anchor.start, end: anchor.start, text: format!("{value},{separator}") }
                }
            };
            out.push(splice);
        }
    }
}

/// Removes elements together with the preceding comma, or the following one at the front.
fn remove_runs(elements: &[Element], out: &mut Vec<Splice>) {
    let mut index = 0;
    while index < elements.len() {
        if elements[index].kept {
            index += 1;
            continue;
        }
        let first = index;
        while index < elements.len() && !elements[index].kept {
            index += 1;
        }
        let (start, end) = match (first, elements.get(index)) {
            (0, Some(next)) => (elements[0].start, next.start),
            (0, None) => continue,
            (_, _) => (elements[first - 1].end, elements[index - 1].end),
        };
        out.push(Splice { start, end, text: String::new() });
    }
}
