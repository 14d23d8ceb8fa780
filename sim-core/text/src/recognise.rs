//! Whether a text is what a message says, and with which arguments.

use crate::catalogue::Catalogue;
use crate::language::Language;
use crate::sentence::{Part, Sentence};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;

/// Arguments by name.
type Parts = Vec<(&'static str, Part)>;

/// What a message is made of: text of its own, or an argument.
enum Piece {
    Own(&'static str),
    Argument(&'static str),
}

/// The sentence that an English text is, where it is a message whose name begins with `start`: what had to be a text on its way, and
/// can be said in the other languages after it. Arguments are texts, and numbers that decide between singular and plural.
pub fn recognise(catalogue: &'static Catalogue, start: &str, english: &str) -> Option<Sentence> {
    let resource = parse(catalogue.source(Language::English)).ok()?;
    let messages = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) if message.id.name.starts_with(start) => Some(message),
        _ => None,
    });
    // Of several the one with the most text of its own.
    let fits = messages.filter_map(|message| {
        let (own, parts) = arguments(message.value.as_ref()?, english)?;
        Some((own, message.id.name, parts))
    });
    let (_, name, parts) = fits.max_by_key(|(own, ..)| *own)?;
    Some(Sentence::new(catalogue, name, english.to_string(), parts))
}

/// The arguments with which a message is this text, and how many bytes of the text are the message's own. Of several possibilities the
/// first arguments are the shortest.
fn arguments(pattern: &Pattern<&'static str>, text: &str) -> Option<(usize, Parts)> {
    if let [PatternElement::Placeable { expression: Expression::Select { selector, variants } }] =
        pattern.elements.as_slice()
    {
        let InlineExpression::VariableReference { id: count } = selector else { return None };
        return variants.iter().find_map(|variant| {
            let (own, mut parts) = arguments(&variant.value, text)?;
            // Where the singular does not say its number, it is one.
            let number = match parts.iter().position(|(name, _)| *name == count.name) {
                Some(place) => parts.remove(place).1.to_string().parse().ok()?,
                None => 1,
            };
            parts.push((count.name, Part::Count(number)));
            Some((own, parts))
        });
    }
    let pieces: Option<Vec<Piece>> = pattern.elements.iter().map(piece).collect();
    let pieces = pieces?;
    let own = pieces.iter().map(|piece| if let Piece::Own(own) = piece { own.len() } else { 0 }).sum();
    let mut parts = Parts::new();
    fits(&pieces, text, &mut parts).then_some((own, parts))
}

fn piece(element: &PatternElement<&'static str>) -> Option<Piece> {
    match element {
        PatternElement::TextElement { value } => Some(Piece::Own(value)),
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
            Some(Piece::Own(value))
        }
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::VariableReference { id }) } => {
            Some(Piece::Argument(id.name))
        }
        PatternElement::Placeable { .. } => None,
    }
}

fn fits(pieces: &[Piece], text: &str, parts: &mut Parts) -> bool {
    match pieces {
        [] => text.is_empty(),
        [Piece::Own(own), rest @ ..] => text.strip_prefix(own).is_some_and(|text| fits(rest, text, parts)),
        [Piece::Argument(name)] => {
            parts.push((name, Part::Text(text.to_string())));
            true
        }
        [Piece::Argument(name), rest @ ..] => text.char_indices().any(|(end, _)| {
            let before = parts.len();
            parts.push((name, Part::Text(text[..end].to_string())));
            let found = fits(rest, &text[end..], parts);
            if !found {
                parts.truncate(before);
            }
            found
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::recognise;
    use crate::{Catalogue, Language, set_language};

    static CATALOGUE: Catalogue = Catalogue::new([
        "fault-no-robot = there is no robot { $robot }\nfault-no-key = there is no { $what } named `{ $name }`\n\
         fault-left = { $count ->\n    [one] { $count } line of { $all }\n   *[other] { $count } lines of { $all }\n }\nother = it fails\n",
        "fault-no-robot = no hay ningún robot { $robot }\nfault-no-key = no hay { $what } `{ $name }`\n\
         fault-left = { $count ->\n    [one] { $count } línea de { $all }\n   *[other] { $count } líneas de { $all }\n }\nother = falla\n",
        "",
    ]);

    #[test]
    fn what_was_a_text_on_its_way_is_a_sentence_again() {
        let known = |text: &str| recognise(&CATALOGUE, "fault-", text);
        let texts = ["there is no robot 7", "there is no key named `a b`", "1 line of 12", "3 lines of 12"];
        let sentences = texts.map(|text| known(text).unwrap_or_else(|| panic!("{text}")));
        assert_eq!(sentences.each_ref().map(|sentence| &**sentence), texts);
        set_language(Language::Spanish);
        let told = sentences.each_ref().map(|sentence| sentence.told().into_owned());
        set_language(Language::English);
        assert_eq!(told, ["no hay ningún robot 7", "no hay key `a b`", "1 línea de 12", "3 líneas de 12"]);
        for text in ["it fails", "there is no robot", "there is no key named `a", "x lines of 12", ""] {
            assert_eq!(known(text), None, "{text}");
        }
    }
}
