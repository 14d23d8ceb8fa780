//! A page of the manual, parsed from Markdown.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A run of text with uniform formatting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Whether it is bold.
    pub strong: bool,
    /// Whether it is emphasized.
    pub emphasis: bool,
    /// Whether it is code.
    pub code: bool,
    /// Link target.
    pub link: Option<String>,
}

/// Formatted text, which may wrap.
pub type Text = Vec<Span>;

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
    /// A paragraph.
    Paragraph(Text),
    /// A code block.
    Code(String),
    /// A list: the first number if ordered, and the items.
    List(Option<u64>, Vec<Vec<Block>>),
    /// A table; the first row is the header.
    Table(Vec<Vec<Text>>),
    /// A block quote.
    Quote(Vec<Block>),
    /// A horizontal rule.
    Rule,
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its blocks.
    pub blocks: Vec<Block>,
}

impl Page {
    /// Parses a page.
    pub fn read(text: &str) -> Self {
        let mut reader = Reader::default();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            reader.take(event);
        }
        let mut blocks = reader.open.pop().unwrap_or_default();
        name_headings(&mut blocks);
        Self { blocks }
    }

    /// Its title.
    pub fn title(&self) -> String {
        self.headings().next().map(|(_, title)| title).unwrap_or_default()
    }

    /// Its headings: anchor and text.
    pub fn headings(&self) -> impl Iterator<Item = (&str, String)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Heading { id, text, .. } => Some((id.as_str(), plain(text))),
            _ => None,
        })
    }

    /// Its link targets.
    #[cfg(test)]
    pub fn links(&self) -> Vec<&str> {
        let mut found = Vec::new();
        visit(&self.blocks, &mut |text| found.extend(text.iter().filter_map(|span| span.link.as_deref())));
        found
    }
}

/// The links in a single-line text: label and target.
pub fn links(text: &str) -> Vec<(String, String)> {
    let page = Page::read(text);
    let mut found = Vec::new();
    visit(&page.blocks, &mut |text| {
        found.extend(text.iter().filter_map(|span| Some((span.link.clone()?, span.text.clone()))));
    });
    found
}

/// A text without formatting.
pub fn plain(text: &[Span]) -> String {
    text.iter().map(|span| span.text.as_str()).collect()
}

/// Visits all texts of blocks, in order.
pub fn visit<'b>(blocks: &'b [Block], show: &mut impl FnMut(&'b Text)) {
    for block in blocks {
        match block {
            Block::Heading { text, .. } | Block::Paragraph(text) => show(text),
            Block::List(_, items) => items.iter().for_each(|item| visit(item, show)),
            Block::Table(rows) => rows.iter().flatten().for_each(&mut *show),
            Block::Quote(inner) => visit(inner, show),
            Block::Code(_) | Block::Rule => {}
        }
    }
}

/// Assigns the anchors that mdBook generates to headings.
fn name_headings(blocks: &mut [Block]) {
    let mut known: Vec<String> = Vec::new();
    for block in blocks {
        let Block::Heading { id, text, .. } = block else { continue };
        let letters = plain(text).to_lowercase();
        let letters = letters.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace() || "-_".contains(*c));
        let name: String = letters.map(|c| if c.is_whitespace() { '-' } else { c }).collect();
        let same = known.iter().filter(|other| **other == name).count();
        known.push(name.clone());
        *id = if same == 0 { name } else { format!("{name}-{same}") };
    }
}

/// Replaces characters that the window's fonts lack.
fn drawable(text: &str, code: bool) -> String {
    let letter = |letter: char| match letter {
        // The monospace font has arrows.
        '→' if !code => "›".to_owned(),
        '←' if !code => "‹".to_owned(),
        'ₖ' => "_k".to_owned(),
        'ₙ' => "_n".to_owned(),
        '₋' if !code => "_−".to_owned(),
        // A combining dot above follows its letter.
        '\u{307}' => "'".to_owned(),
        '\u{308}' => "''".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(letter).collect()
}

/// State of the parser.
struct Reader {
    /// Blocks of the open elements, outermost first.
    open: Vec<Vec<Block>>,
    /// Items of the open lists.
    lists: Vec<(Option<u64>, Vec<Vec<Block>>)>,
    rows: Vec<Vec<Text>>,
    text: Text,
    look: Span,
    code: Option<String>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            open: vec![Vec::new()],
            lists: Vec::new(),
            rows: Vec::new(),
            text: Text::new(),
            look: Span::default(),
            code: None,
        }
    }
}

impl Reader {
    fn push(&mut self, block: Block) {
        self.open.last_mut().into_iter().for_each(|blocks| blocks.push(block.clone()));
    }

    /// Wraps bare text, as in list items, in a paragraph.
    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            self.push(Block::Paragraph(text));
        }
    }

    fn write(&mut self, text: &str, code: bool) {
        let text = &drawable(text, code);
        match self.text.last_mut() {
            Some(last)
                if (Span { text: String::new(), code, ..self.look.clone() })
                    == (Span { text: String::new(), ..last.clone() }) =>
            {
                last.text.push_str(text);
            }
            _ => self.text.push(Span { text: text.to_owned(), code, ..self.look.clone() }),
        }
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&drawable(&text, true)),
                None => self.write(&text, false),
            },
            Event::Code(text) => self.write(&text, true),
            Event::SoftBreak => self.write(" ", false),
            Event::HardBreak => self.write("\n", false),
            Event::Rule => self.push(Block::Rule),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.end_paragraph();
                self.code = Some(String::new());
            }
            Tag::List(first) => {
                self.end_paragraph();
                self.lists.push((first, Vec::new()));
            }
            Tag::Item | Tag::BlockQuote(_) => {
                self.end_paragraph();
                self.open.push(Vec::new());
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Strong => self.look.strong = true,
            // Pictures are shown by their captions.
            Tag::Emphasis | Tag::Image { .. } => self.look.emphasis = true,
            Tag::Link { dest_url, .. } => self.look.link = Some(dest_url.into_string()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.end_paragraph(),
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.push(Block::Heading { level: number(level), id: String::new(), text });
            }
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                self.push(Block::Code(code.trim_end().to_owned()));
            }
            TagEnd::Item => {
                self.end_paragraph();
                let item = self.open.pop().unwrap_or_default();
                self.lists.last_mut().into_iter().for_each(|(_, items)| items.push(item.clone()));
            }
            TagEnd::List(_) => {
                if let Some((first, items)) = self.lists.pop() {
                    self.push(Block::List(first, items));
                }
            }
            TagEnd::BlockQuote(_) => {
                self.end_paragraph();
                let inner = self.open.pop().unwrap_or_default();
                self.push(Block::Quote(inner));
            }
            TagEnd::TableCell => {
                let text = std::mem::take(&mut self.text);
                self.rows.last_mut().into_iter().for_each(|row| row.push(text.clone()));
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.push(Block::Table(rows));
            }
            TagEnd::Strong => self.look.strong = false,
            TagEnd::Emphasis | TagEnd::Image => self.look.emphasis = false,
            TagEnd::Link => self.look.link = None,
            _ => {}
        }
    }
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_with_headings_lists_tables_code_and_links() {
        let text = "# The *title*\n\nWords, `code` and [a link](other.md#there).\n\n- one\n- two\n  1. inner\n\n\
                    | a | b |\n| --- | --- |\n| **x** | `y \\| z` |\n\n```sh\nsim run\n```\n\n## What's it? \n\n> said\n\n## What's it?\n";
        let page = Page::read(text);
        let headings: Vec<(&str, String)> = page.headings().collect();
        let wanted = [("the-title", "The title"), ("whats-it", "What's it?"), ("whats-it-1", "What's it?")];
        assert_eq!(headings, wanted.map(|(id, text)| (id, text.to_owned())));
        assert_eq!(page.links(), ["other.md#there"]);
        let Block::List(None, items) = &page.blocks[2] else { panic!("{:?}", page.blocks) };
        assert!(matches!(&items[1][..], [Block::Paragraph(_), Block::List(Some(1), _)]), "{items:?}");
        let Block::Table(rows) = &page.blocks[3] else { panic!("{:?}", page.blocks) };
        assert_eq!(rows.iter().flatten().map(|text| plain(text)).collect::<Vec<_>>(), ["a", "b", "x", "y | z"]);
        assert!(rows[1][0][0].strong && rows[1][1][0].code);
        assert_eq!(page.blocks[4], Block::Code("sim run".into()));
        assert!(page.blocks.iter().any(|block| matches!(block, Block::Quote(inner) if !inner.is_empty())));
    }
}
