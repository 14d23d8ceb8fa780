//! The pages of the guide, embedded at build time, and their order.

use super::page::Page;

include!(concat!(env!("OUT_DIR"), "/guide.rs"));

/// The table of contents of the guide.
const CONTENTS: &str = include_str!("../../../docs/src/SUMMARY.md");

/// A place in the manual: a page, and a heading or the start of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index of the page.
    pub page: usize,
    /// Anchor of the heading; empty for the start of the page.
    pub heading: String,
}

/// A line of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A part title.
    Part(String),
    /// A page by index, with its title.
    Page(usize, String),
}

/// All parsed pages.
pub struct Guide {
    /// The pages.
    pub pages: Vec<Page>,
    /// The table of contents.
    pub contents: Vec<Line>,
}

impl Guide {
    /// Parses all pages.
    pub fn read() -> Self {
        let pages = PAGES.iter().map(|(_, text)| Page::read(text)).collect();
        Self { pages, contents: contents() }
    }

    /// The target of a link in a page. `None` for an external link.
    pub fn target(&self, from: usize, link: &str) -> Option<Place> {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let page = if file.is_empty() { from } else { number(file)? };
        Some(Place { page, heading: heading.to_owned() })
    }

    /// Whether a place exists.
    pub fn has(&self, place: &Place) -> bool {
        let page = self.pages.get(place.page);
        page.is_some_and(|page| place.heading.is_empty() || page.headings().any(|(id, _)| id == place.heading))
    }
}

/// The index of a page.
fn number(file: &str) -> Option<usize> {
    PAGES.iter().position(|(name, _)| *name == file)
}

fn contents() -> Vec<Line> {
    let line = |line: &str| match line.strip_prefix("# ") {
        Some("Summary") | None => {
            let page = Page::read(line);
            let title = page.blocks.first()?.texts().first()?.plain.clone();
            Some(Line::Page(number(page.links.first()?)?, title))
        }
        Some(part) => Some(Line::Part(part.to_owned())),
    };
    CONTENTS.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::page::Block;
    use super::*;
    use pulldown_cmark::{Event, Parser, Tag};

    #[test]
    fn every_line_of_the_table_of_contents_is_a_part_or_a_page() {
        let pages = contents().iter().filter(|line| matches!(line, Line::Page(..))).count();
        assert_eq!(pages, PAGES.len());
    }

    #[test]
    fn every_picture_of_the_manual_is_embedded_and_every_cell_reads_alone_as_in_its_table() {
        let mut pictures: Vec<String> = Vec::new();
        for text in Guide::read().pages.iter().flat_map(|page| &page.blocks).flat_map(Block::texts) {
            for event in Parser::new(&text.source) {
                if let Event::Start(Tag::Image { dest_url, .. }) = event {
                    pictures.push(format!("bytes://{dest_url}"));
                }
            }
        }
        assert!(pictures.len() > 5, "{pictures:?}");
        for picture in &pictures {
            assert!(PICTURES.iter().any(|(address, _)| address == picture), "{picture}");
        }
        for (address, _) in PICTURES {
            assert!(pictures.iter().any(|picture| picture == address), "{address} is on no page");
        }
        for block in Guide::read().pages.iter().flat_map(|page| &page.blocks) {
            let Block::Table(rows) = block else { continue };
            for cell in rows.iter().flatten().filter(|cell| !cell.plain.is_empty()) {
                let alone = Page::read(&cell.source).blocks;
                assert!(matches!(&alone[..], [Block::Other(text)] if text.plain == cell.plain), "{cell:?}: {alone:?}");
            }
        }
    }

    #[test]
    fn every_internal_link_of_the_manual_has_a_page_and_a_heading() {
        let guide = Guide::read();
        let mut wrong = Vec::new();
        let mut count = 0;
        for (number, page) in guide.pages.iter().enumerate() {
            for link in &page.links {
                let outside = link.starts_with("http://") || link.starts_with("https://");
                count += usize::from(!outside);
                if !outside && !guide.target(number, link).is_some_and(|place| guide.has(&place)) {
                    wrong.push(format!("{}: {link}", PAGES[number].0));
                }
            }
        }
        assert!(count > 30, "{count} links");
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
