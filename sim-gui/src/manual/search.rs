//! Full-text search of the manual.

use super::page::Block;
use super::pages::{Guide, Place};

/// Length of the excerpt around a match, characters.
const AROUND: usize = 60;
/// Maximum number of results.
const MAX_HITS: usize = 60;

/// A place that contains all words of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The place.
    pub place: Place,
    /// Title of the page, and of the heading.
    pub title: [String; 2],
    /// The excerpt around the first word.
    pub around: String,
}

/// The text under one heading of a page.
struct Section {
    place: Place,
    title: [String; 2],
    text: String,
    /// Text and titles in lower case.
    lower: String,
}

/// All sections of the guide.
#[derive(Default)]
pub struct Index(Vec<Section>);

impl Index {
    /// Indexes all sections.
    pub fn new(guide: &Guide) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        for (number, page) in guide.pages.iter().enumerate() {
            let title = page.title();
            for block in &page.blocks {
                match block {
                    Block::Heading { id, text, .. } => {
                        let place = Place { page: number, heading: id.clone() };
                        let title = [title.clone(), text.plain.clone()];
                        sections.push(Section { place, title, text: String::new(), lower: String::new() });
                    }
                    block => sections.last_mut().into_iter().for_each(|section| add(&mut section.text, block)),
                }
            }
        }
        for section in &mut sections {
            section.lower = format!("{}\n{}", section.title[1], section.text).to_lowercase();
        }
        Self(sections)
    }

    /// Places that contain all words; matches in headings come first.
    pub fn find(&self, search: &str) -> Vec<Hit> {
        let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let has = |text: &str| words.iter().all(|word| text.contains(word.as_str()));
        let mut found: Vec<&Section> = self.0.iter().filter(|section| has(&section.lower)).collect();
        found.sort_by_key(|section| !has(&section.title[1].to_lowercase()));
        let hit = |section: &Section| Hit {
            place: section.place.clone(),
            title: section.title.clone(),
            around: around(&section.text, &words),
        };
        found.into_iter().take(MAX_HITS).map(hit).collect()
    }
}

fn add(text: &mut String, block: &Block) {
    for piece in block.texts() {
        text.push_str(&piece.plain);
        text.push(' ');
    }
}

/// The excerpt around the first match of a word.
fn around(text: &str, words: &[String]) -> String {
    let letters: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
    // Character by character: lowercasing may change the length.
    let lower: Vec<char> = letters.iter().map(|c| c.to_lowercase().next().unwrap_or(*c)).collect();
    let place = |word: &String| {
        let word: Vec<char> = word.chars().collect();
        lower.windows(word.len().max(1)).position(|window| window == word)
    };
    let at = words.iter().filter_map(place).min().unwrap_or(0);
    // Trim to whole words.
    let space = |letter: &char| *letter == ' ';
    let from = at.saturating_sub(AROUND / 2);
    let from = if from == 0 { 0 } else { from + letters[from..at].iter().position(space).unwrap_or(0) };
    let to = (at + AROUND).min(letters.len());
    let to = to + letters[to..].iter().position(space).unwrap_or(letters.len() - to);
    let piece: String = letters[from.min(to)..to].iter().collect();
    let (before, after) = (if from > 0 { "… " } else { "" }, if to < letters.len() { " …" } else { "" });
    format!("{before}{}{after}", piece.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_headings_first_and_every_word() {
        let guide = Guide::read();
        let index = Index::new(&guide);
        let hits = index.find("manually DRIVE");
        assert_eq!(hits[0].title[1], "Drive manually");
        assert!(hits[0].place.heading == "drive-manually" && guide.has(&hits[0].place));
        let hits = index.find("dead zone");
        let hit = hits.iter().find(|hit| hit.place.heading == "drive-manually").expect("it is in the text");
        assert!(hit.around.to_lowercase().contains("dead"), "{}", hit.around);
        assert_eq!((index.find("zzzz qqqq"), index.find("  ")), (Vec::new(), Vec::new()));
        assert!(index.find("the").len() <= MAX_HITS);
    }

    #[test]
    fn code_is_searched_too() {
        let index = Index::new(&Guide::read());
        assert!(!index.find("camera/pinhole").is_empty());
    }
}
