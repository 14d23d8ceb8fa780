//! Explanations of the codes, from the page of the guide.

use super::Code;

const PAGE: &str = include_str!("../../../docs/src/errors.md");

/// What a code means and what to do. Plain text with `code` in backticks; line breaks are those of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Meaning.
    pub meaning: String,
    /// Typical cause.
    pub cause: String,
    /// What to do.
    pub remedy: String,
    /// Example that leads to such a finding: a part of a scene, a command or a situation.
    pub before: String,
    /// The example without the mistake.
    pub after: String,
}

impl Code {
    /// The explanation of this code.
    pub fn explanation(self) -> Explanation {
        let section = PAGE.split(&format!("\n### {self}: ")).nth(1).unwrap_or_default();
        let section = section.split("\n### ").next().unwrap_or_default().split("\n## ").next().unwrap_or_default();
        let (_, mut rest) = section.split_once('\n').unwrap_or_default();
        let mut next = |mark: &str| {
            let (part, after) = rest.split_once(mark).unwrap_or((rest, ""));
            rest = after;
            without_links(part.trim())
        };
        let [meaning, cause, remedy] = ["**Typical cause:**", "**What to do:**", "**Before:**"].map(&mut next);
        // Code alone is shown without its backticks.
        let code = |text: &str| {
            text.strip_prefix('`')?.strip_suffix('`').filter(|code| !code.contains('`')).map(str::to_owned)
        };
        let example = |text: String| code(&text).unwrap_or(text);
        Explanation { meaning, cause, remedy, before: example(next("**After:**")), after: example(next("\n### ")) }
    }
}

/// Replaces links by their texts.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, label, after)) = first_link(rest) {
        plain.extend([before, label]);
        rest = after;
    }
    plain + rest
}

/// Text before the first link, its label, and the text after it.
fn first_link(text: &str) -> Option<(&str, &str, &str)> {
    let middle = text.find("](")?;
    let start = text[..middle].rfind('[')?;
    let end = middle + text[middle..].find(')')?;
    Some((&text[..start], &text[start + 1..middle], &text[end + 1..]))
}
