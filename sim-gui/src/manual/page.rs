//! A page of the manual: its Markdown, split into blocks that are drawn and searched separately.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A piece of Markdown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The Markdown.
    pub source: String,
    /// The text without formatting.
    pub plain: String,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading {
        /// Level; 1 is the title.
        level: u8,
        /// Its anchor.
        id: String,
        /// Its text.
        text: Text,
    },
    /// A table; the first row is the header.
    Table(Vec<Vec<Text>>),
    /// Any other block.
    Other(Text),
}

impl Block {
    /// Its texts.
    pub fn texts(&self) -> Vec<&Text> {
        match self {
            Self::Heading { text, .. } | Self::Other(text) => vec![text],
            Self::Table(rows) => rows.iter().flatten().collect(),
        }
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// Its link targets.
    pub links: Vec<String>,
}

impl Page {
    /// Parses a page.
    pub fn read(text: &str) -> Self {
        let text = drawable(text);
        let mut page = Self::default();
        let (mut depth, mut plain, mut rows) = (0, String::new(), Vec::<Vec<Text>>::new());
        for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
            let take = |plain: &mut String| {
                let plain = std::mem::take(plain).trim().to_owned();
                Text { source: text[range.clone()].trim().to_owned(), plain }
            };
            match event {
                Event::Start(tag) => {
                    depth += 1;
                    match tag {
                        Tag::TableHead | Tag::TableRow => rows.push(Vec::new()),
                        Tag::Link { dest_url, .. } => page.links.push(dest_url.into_string()),
                        // Within another list.
                        Tag::Item if !plain.is_empty() && !plain.ends_with(' ') => plain.push(' '),
                        // Text of the list before the cell does not belong to it.
                        Tag::TableCell => plain.clear(),
                        _ => {}
                    }
                }
                Event::End(tag) => {
                    depth -= 1;
                    match tag {
                        TagEnd::TableCell => {
                            let mut cell = take(&mut plain);
                            cell.source = alone(&cell.source);
                            rows.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
                        }
                        TagEnd::Table => page.blocks.push(Block::Table(std::mem::take(&mut rows))),
                        TagEnd::Heading(level) if depth == 0 => {
                            let text = take(&mut plain);
                            page.blocks.push(Block::Heading { level: level as u8, id: String::new(), text });
                        }
                        _ if depth == 0 => page.blocks.push(Block::Other(take(&mut plain))),
                        TagEnd::Paragraph | TagEnd::Item | TagEnd::CodeBlock => plain.push(' '),
                        _ => {}
                    }
                }
                Event::Rule if depth == 0 => page.blocks.push(Block::Other(take(&mut plain))),
                Event::Text(part) | Event::Code(part) => plain.push_str(&part),
                Event::SoftBreak | Event::HardBreak => plain.push(' '),
                _ => {}
            }
        }
        name_headings(&mut page.blocks);
        page
    }

    /// Its title.
    pub fn title(&self) -> String {
        self.headings().next().map(|(_, title)| title.to_owned()).unwrap_or_default()
    }

    /// Its headings: anchor and text.
    pub fn headings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Heading { id, text, .. } => Some((id.as_str(), text.plain.as_str())),
            _ => None,
        })
    }
}

/// Assigns the anchors that mdBook generates to headings.
fn name_headings(blocks: &mut [Block]) {
    let mut known: Vec<String> = Vec::new();
    for block in blocks {
        let Block::Heading { id, text, .. } = block else { continue };
        let letters = text.plain.to_lowercase();
        let letters = letters.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace() || "-_".contains(*c));
        let name: String = letters.map(|c| if c.is_whitespace() { '-' } else { c }).collect();
        let same = known.iter().filter(|other| **other == name).count();
        known.push(name.clone());
        *id = if same == 0 { name } else { format!("{name}-{same}") };
    }
}

/// The Markdown of a table cell as it reads outside a table: without escaped pipes; what would start a list or quote is escaped.
fn alone(cell: &str) -> String {
    let mut cell = cell.replace("\\|", "|");
    let number = cell.len() - cell.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if cell[number..].starts_with(['>', '-', '+', '#', '.', ')']) {
        cell.insert(number, '\\');
    }
    cell
}

/// Replaces characters that the window's fonts lack.
fn drawable(text: &str) -> String {
    let pairs = [("→", "›"), ("←", "‹"), ("ₖ", "_k"), ("ₙ", "_n"), ("₋", "_−")];
    // A combining dot above follows its letter.
    let pairs = pairs.into_iter().chain([("\u{307}", "'"), ("\u{308}", "''")]);
    pairs.fold(text.to_owned(), |text, (missing, drawn)| text.replace(missing, drawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_with_headings_lists_tables_code_and_links() {
        let text = "# The *title*\n\nWords, `code` and [a link](other.md#there).\n\n- one\n- two\n  1. inner\n\n\
                    | a | b |\n| --- | --- |\n| **x** | `y \\| z` |\n| > 0 | 1. one |\n\n```sh\nsim run\n```\n\n\
                    ## What's it? \n\n> said\n\n## What's it?\n";
        let page = Page::read(text);
        let headings: Vec<(&str, &str)> = page.headings().collect();
        let wanted = [("the-title", "The title"), ("whats-it", "What's it?"), ("whats-it-1", "What's it?")];
        assert_eq!(headings, wanted);
        assert_eq!(page.links, ["other.md#there"]);
        let Block::Table(rows) = &page.blocks[3] else { panic!("{:?}", page.blocks) };
        let cells = |part: fn(&Text) -> &str| rows.iter().flatten().map(part).collect::<Vec<_>>();
        assert_eq!(cells(|cell| &cell.plain), ["a", "b", "x", "y | z", "> 0", "1. one"]);
        assert_eq!(cells(|cell| &cell.source), ["a", "b", "**x**", "`y | z`", "\\> 0", "1\\. one"]);
        let other = |source: &str, plain: &str| Block::Other(Text { source: source.into(), plain: plain.into() });
        assert_eq!(page.blocks[1], other("Words, `code` and [a link](other.md#there).", "Words, code and a link."));
        assert_eq!(page.blocks[2], other("- one\n- two\n  1. inner", "one two inner"));
        assert_eq!(page.blocks[4], other("```sh\nsim run\n```", "sim run"));
        assert_eq!(page.blocks[6], other("> said", "said"));
    }
}
