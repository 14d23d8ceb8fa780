//! Writing a changed tree back to the text: only differences are rewritten, everything else is preserved byte for byte.

mod sequence;

use sim_core::scene::text::{Format, Kind, Node, Printer, SECTIONS, Span, WIDTH, columns, is_plain_key};

use crate::node::{in_degrees, is_fresh, same};
use sequence::{Element, Sequence};

/// A text replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Splice {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

impl Splice {
    fn growth(&self, old: &str) -> isize {
        self.text.chars().count() as isize - old[self.start..self.end].chars().count() as isize
    }
}

/// Applies non-overlapping splices.
pub(crate) fn apply(text: &str, mut splices: Vec<Splice>) -> String {
    // Stable: splices at the same position keep their order.
    splices.sort_by_key(|splice| splice.start);
    let mut out = String::with_capacity(text.len() + splices.iter().map(|splice| splice.text.len()).sum::<usize>());
    let mut at = 0;
    for splice in &splices {
        // An overlap is a bug in the planning; the parser of the result will report missing parts.
        if splice.start < at {
            continue;
        }
        out.push_str(&text[at..splice.start]);
        out.push_str(&splice.text);
        at = splice.end;
    }
    out.push_str(&text[at..]);
    out
}

/// A text with its syntax tree.
///
/// Nodes of a new tree with a non-empty span belong to the old tree; all others are new.
pub(crate) struct Page<'a> {
    text: &'a str,
    format: Format,
    root: &'a Node,
    unit: &'a str,
    newline: &'static str,
}

/// Fields whose tables have user-defined keys.
const MAPS: [&str; 3] = ["sensors", "actuators", "commands"];

/// Maximum line width for lines that already were wider than usual.
const WIDEST: usize = 120;

/// Formats plain data as in a new file.
pub(crate) fn print(node: &Node) -> String {
    let printer = Printer { maps: &MAPS, given: &in_degrees, ..Printer::new(Format::Ron) };
    format!("{}\n", printer.broken(node, "", ""))
}

impl<'a> Page<'a> {
    pub fn new(text: &'a str, format: Format, root: &'a Node) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Page { text, format, root, unit: unit_of(text), newline }
    }

    /// The text that parses to `new`.
    pub fn rewrite(&self, new: &Node) -> String {
        let mut splices = Vec::new();
        if !self.walk(self.root, new, "", true, &mut splices) {
            splices.clear();
            self.replace(self.root, new, "", true, &mut splices);
        }
        apply(self.text, splices)
    }

    /// Plans the splices that turn `old` into `new`. Returns `false` if `old` must be replaced as a whole.
    ///
    /// With `reflow`, lines that become too wide are wrapped; otherwise everything stays on its line.
    fn walk(&self, old: &Node, new: &Node, field: &str, reflow: bool, out: &mut Vec<Splice>) -> bool {
        let container = matches!(old.kind, Kind::List { .. } | Kind::Table(_) | Kind::Tagged { .. });
        if !reflow || !container || self.slice(old.span).contains('\n') {
            return self.parts(old, new, field, reflow, out);
        }
        let mut own = Vec::new();
        if !self.parts(old, new, field, false, &mut own) {
            return false;
        }
        if !own.is_empty() && self.overflows(old.span, &own) && !has_comment(self.slice(old.span)) {
            let text = self.with_printer(|printer| printer.broken(new, field, self.indent_at(old.span.start)));
            own = vec![Splice { start: old.span.start as usize, end: old.span.end as usize, text }];
        }
        out.append(&mut own);
        true
    }

    fn parts(&self, old: &Node, new: &Node, field: &str, reflow: bool, out: &mut Vec<Splice>) -> bool {
        match (&old.kind, &new.kind) {
            (Kind::Tagged { tag, body, .. }, Kind::Tagged { tag: new_tag, body: new_body, .. }) if tag == new_tag => {
                self.walk(body, new_body, field, reflow, out)
            }
            (Kind::Table(_), Kind::Table(_)) => self.table(old, new, reflow, out),
            (Kind::List { .. }, Kind::List { .. }) => self.list(old, new, field, reflow, out),
            _ => same(old, new),
        }
    }

    /// Modifies a node, or replaces it if it cannot be modified.
    fn part(&self, old: &Node, new: &Node, field: &str, reflow: bool, out: &mut Vec<Splice>) {
        let before = out.len();
        if !self.walk(old, new, field, reflow, out) {
            out.truncate(before);
            self.replace(old, new, field, reflow, out);
        }
    }

    fn replace(&self, old: &Node, new: &Node, field: &str, reflow: bool, out: &mut Vec<Splice>) {
        let (start, end) = (old.span.start as usize, old.span.end as usize);
        // Keep `Some(…)` if the old value is written that way.
        let wrap = self.format == Format::Ron && is_fresh(new) && self.slice(old.span).starts_with("Some(");
        let extra = if wrap { "Some()".len() } else { 0 };
        let text = self.with_printer(|printer| {
            if !reflow {
                return printer.flat(new, field);
            }
            let before = columns(&self.text[self.line_start(start)..start]);
            printer.value(new, field, self.indent_at(old.span.start), before + extra + 1)
        });
        let text = if wrap { format!("Some({text})") } else { text };
        out.push(Splice { start, end, text });
    }

    fn table(&self, old: &Node, new: &Node, reflow: bool, out: &mut Vec<Splice>) -> bool {
        let (Kind::Table(olds), Kind::Table(news)) = (&old.kind, &new.kind) else { return false };
        let quoted = |key: Span| self.slice(key).starts_with('"');
        let braces = self.slice(old.span).ends_with('}') || olds.iter().any(|entry| quoted(entry.key_span));
        let mut kept = vec![None; olds.len()];
        let mut last = None;
        let mut sequence = Sequence::default();
        for (at, entry) in news.iter().enumerate() {
            match olds.iter().position(|known| known.key == entry.key) {
                Some(index) if last.is_none_or(|last| index > last) => {
                    kept[index] = Some(at);
                    last = Some(index);
                }
                Some(_) => return false,
                None if !braces && !is_plain_key(&entry.key) => return false,
                None => sequence.insertions.push((last, at)),
            }
        }
        if last.is_none() {
            return olds.is_empty() && news.is_empty();
        }
        sequence.elements = olds
            .iter()
            .zip(&kept)
            .map(|(entry, kept)| Element {
                start: entry.key_span.start as usize,
                end: entry.value.span.end as usize,
                kept: kept.is_some(),
            })
            .collect();
        for (entry, kept) in olds.iter().zip(&kept) {
            if let Some(at) = kept {
                self.part(&entry.value, &news[*at].value, &entry.key, reflow, out);
            }
        }
        let is_root = self.is_root(old);
        self.edit_sequence(&sequence, reflow, out, |at, indent, used| {
            let entry = &news[at];
            self.with_printer(|printer| {
                let key = printer.key(&entry.key, !braces);
                let used = used + key.chars().count() + 2;
                let value = match indent {
                    None => printer.flat(&entry.value, &entry.key),
                    Some(indent) if is_root && SECTIONS.contains(&entry.key.as_str()) => {
                        printer.broken(&entry.value, &entry.key, indent)
                    }
                    Some(indent) => printer.value(&entry.value, &entry.key, indent, used),
                };
                format!("{key}: {value}")
            })
        });
        true
    }

    fn list(&self, old: &Node, new: &Node, field: &str, reflow: bool, out: &mut Vec<Splice>) -> bool {
        let (Kind::List { items: olds, .. }, Kind::List { items: news, .. }) = (&old.kind, &new.kind) else {
            return false;
        };
        if olds.len() == news.len() && news.iter().all(is_fresh) {
            for (old, new) in olds.iter().zip(news) {
                self.part(old, new, field, reflow, out);
            }
            return true;
        }
        let mut kept = vec![None; olds.len()];
        let mut last: Option<usize> = None;
        let mut sequence = Sequence::default();
        for (at, item) in news.iter().enumerate() {
            if is_fresh(item) {
                sequence.insertions.push((last, at));
                continue;
            }
            let from = last.map_or(0, |last| last + 1);
            let Some(index) = olds[from..].iter().position(|known| known.span == item.span) else { return false };
            kept[from + index] = Some(at);
            last = Some(from + index);
        }
        sequence.elements = olds
            .iter()
            .zip(&kept)
            .map(|(item, kept)| Element {
                start: item.span.start as usize,
                end: item.span.end as usize,
                kept: kept.is_some(),
            })
            .collect();
        if last.is_none() {
            // A list that becomes empty keeps its comments.
            let emptied = news.is_empty() && self.can_be_emptied(&sequence.elements);
            if !emptied {
                return olds.is_empty() && news.is_empty();
            }
        }
        for (item, kept) in olds.iter().zip(&kept) {
            if let Some(at) = kept {
                self.part(item, &news[*at], field, reflow, out);
            }
        }
        self.edit_sequence(&sequence, reflow, out, |at, indent, used| {
            self.with_printer(|printer| match indent {
                None => printer.flat(&news[at], field),
                Some(indent) => printer.value(&news[at], field, indent, used),
            })
        });
        true
    }

    /// Runs `work` with a printer that preserves the bytes of unchanged nodes and writes angles in degrees where that is shorter
    /// and exact.
    fn with_printer<T>(&self, work: impl FnOnce(&Printer<'_>) -> T) -> T {
        let given = |node: &Node, field: &str| {
            if !is_fresh(node) {
                let old = node_at(self.root, node.span)?;
                let text = self.slice(node.span);
                return (same(old, node) && !text.contains('\n')).then(|| text.to_owned());
            }
            if self.format == Format::Ron { in_degrees(node, field) } else { None }
        };
        let printer = Printer {
            format: self.format,
            unit: self.unit,
            newline: self.newline,
            width: WIDTH,
            maps: &MAPS,
            given: &given,
        };
        work(&printer)
    }

    fn is_root(&self, node: &Node) -> bool {
        let root = match &self.root.kind {
            Kind::Tagged { body, .. } => body,
            _ => self.root,
        };
        root.span == node.span
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find(['\r', '\n']).map_or(self.text.len(), |newline| at + newline)
    }

    /// The indentation of the line at a position.
    fn indent_at(&self, at: u32) -> &'a str {
        let start = self.line_start(at as usize);
        let line = &self.text[start..at as usize];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Whether the line of a node becomes too wide and was not before.
    fn overflows(&self, span: Span, splices: &[Splice]) -> bool {
        let line = &self.text[self.line_start(span.start as usize)..self.line_end(span.end as usize)];
        let growth: isize = splices.iter().map(|splice| splice.growth(self.text)).sum();
        let width = columns(line);
        let most = if width <= WIDTH { WIDTH } else { WIDEST.max(width) };
        width as isize + growth > most as isize
    }
}

/// Whether RON text may contain a comment; text with slashes counts, too, which is harmless.
fn has_comment(text: &str) -> bool {
    text.contains("//") || text.contains("/*")
}

/// The node with a span.
fn node_at(root: &Node, span: Span) -> Option<&Node> {
    let mut node = root;
    loop {
        if node.span == span {
            return Some(node);
        }
        let holds = |part: &&Node| part.span.start <= span.start && span.end <= part.span.end;
        node = match &node.kind {
            Kind::Tagged { body, .. } => Some(body.as_ref()).filter(holds)?,
            Kind::List { items, .. } => {
                let next = items.partition_point(|item| item.span.end <= span.start);
                items.get(next).filter(holds)?
            }
            Kind::Table(entries) => {
                let next = entries.partition_point(|entry| entry.value.span.end <= span.start);
                entries.get(next).map(|entry| &entry.value).filter(holds)?
            }
            _ => return None,
        };
    }
}

/// The indentation of the first indented line that is not part of a comment.
fn unit_of(text: &str) -> &str {
    let indented = text.lines().find(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
    let blanks = |line: &'_ str| line.len() - line.trim_start_matches([' ', '\t']).len();
    match indented {
        Some(line) if line.starts_with('\t') => "\t",
        Some(line) if blanks(line) == 2 => "  ",
        _ => "    ",
    }
}
