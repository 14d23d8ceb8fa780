//! Puts mistakes into scenes: elements with one mistake each, on lines of their own.

use sim_core::diagnostic::{Diagnostics, Severity};

/// A mistake: section, the element to insert into it (`#` becomes a number), and the code of its finding. An empty section is the
/// scene itself.
pub type Mistake = (&'static str, &'static str, &'static str);

/// A text with mistakes, and the line of each with its code.
pub struct Mistaken {
    /// The text.
    pub text: String,
    /// Lines, 1-based, with the codes that are expected there.
    pub expected: Vec<(usize, &'static str)>,
}

/// Inserts `count` different mistakes from `list` into a scene in the layout of `sim fmt`.
pub fn with_mistakes(scene: &str, list: &[Mistake], count: usize, seed: u64) -> Mistaken {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut left: Vec<usize> = (0..list.len()).collect();
    let mut text = scene.to_owned();
    let mut chosen = Vec::new();
    for number in 0..count.min(list.len()) {
        let (section, element, code) = list[left.remove(below(left.len()))];
        let line = format!("{},", element.replace('#', &format!("mistake{number}")));
        insert(&mut text, section, &line);
        chosen.push((line, code));
    }
    let line_of = |line: &str| text.lines().position(|other| other == line).expect("it was inserted") + 1;
    let expected = chosen.iter().map(|(line, code)| (line_of(line), *code)).collect();
    Mistaken { text, expected }
}

fn insert(text: &mut String, section: &str, line: &str) {
    let version = "format_version: 1,";
    let start = text.find(version).expect("every scene has a version") + version.len();
    let open = format!("\n    {section}: [");
    match text.find(&open).filter(|_| !section.is_empty()) {
        Some(place) => text.insert_str(place + open.len(), &format!("\n{line}\n")),
        None if section.is_empty() => text.insert_str(start, &format!("\n{line}\n")),
        None => text.insert_str(start, &format!("{open}\n{line}\n],\n")),
    }
}

/// Panics unless each mistake has its finding, and there are no errors in other lines.
pub fn expect_all(name: &str, mistaken: &Mistaken, findings: &Diagnostics) {
    let found: Vec<_> = findings
        .iter()
        .map(|finding| (finding.place.map_or(0, |place| place.line), finding.code.as_str(), finding))
        .collect();
    for (line, code) in &mistaken.expected {
        let text = mistaken.text.lines().nth(line - 1).unwrap_or_default();
        let is_found = found.iter().any(|(at, other, _)| at == line && other == code);
        assert!(is_found, "{name}: no {code} for {text}\n{findings}");
    }
    for (line, _, finding) in found.iter().filter(|(_, _, finding)| finding.severity == Severity::Error) {
        assert!(mistaken.expected.iter().any(|(expected, _)| expected == line), "{name}: {finding}");
    }
}
