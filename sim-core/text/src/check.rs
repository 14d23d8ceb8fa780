//! Checks of catalogs, for tests.

use crate::catalog::Catalog;
use crate::language::Language;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use std::collections::{BTreeMap, BTreeSet};

/// Messages and attributes of a language by name, with the names of their arguments.
type Contents = BTreeMap<String, BTreeSet<String>>;

/// Finds errors in a catalog: unreadable files, messages that are missing in a language or in all others, arguments that differ from
/// English, duplicate names, and empty messages.
fn findings(catalog: &Catalog) -> Vec<String> {
    let mut findings = Vec::new();
    let contents = Language::ALL.map(|language| contents(language, catalog.source(language), &mut findings));
    let [english, others @ ..] = &contents;
    for (language, other) in Language::ALL.into_iter().skip(1).zip(others) {
        let code = language.code();
        for (name, arguments) in english {
            match other.get(name) {
                None => findings.push(format!("{code}: `{name}` is missing")),
                Some(found) if found != arguments => {
                    findings
                        .push(format!("{code}: `{name}` has the arguments {found:?}, but {arguments:?} in English"));
                }
                Some(_) => {}
            }
        }
        let more = other.keys().filter(|name| !english.contains_key(*name));
        findings.extend(more.map(|name| format!("{code}: `{name}` is not in English")));
    }
    findings
}

/// Finds errors in the translations into one language of texts whose English is stored elsewhere, given by name: an unreadable file,
/// missing translations, messages without a source text, with arguments or with duplicate names, and those whose English has changed since.
/// The comment before a message is the English text that it translates.
pub fn translations(language: Language, source: &str, english: &BTreeMap<String, String>) -> Vec<String> {
    let code = language.code();
    let mut findings = Vec::new();
    let contents = contents(language, source, &mut findings);
    let missing = english.keys().filter(|name| !contents.contains_key(*name));
    findings.extend(missing.map(|name| format!("{code}: `{name}` is missing")));
    let more = contents.keys().filter(|name| !english.contains_key(*name));
    findings.extend(more.map(|name| format!("{code}: `{name}` is an unknown text")));
    let with = contents.iter().filter(|(_, arguments)| !arguments.is_empty());
    findings.extend(with.map(|(name, arguments)| format!("{code}: `{name}` has the arguments {arguments:?}")));
    let resource = parse(source).unwrap_or_else(|(resource, _)| resource);
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let Some(text) = english.get(message.id.name) else { continue };
        let comment = message.comment.as_ref().map_or(String::new(), |comment| comment.content.join(" "));
        if comment != *text {
            findings.push(format!("{code}: `{}` translates {comment:?}, but the text is {text:?}", message.id.name));
        }
    }
    findings
}

/// Tests a catalog: all languages have the same messages with the same arguments.
///
/// # Panics
/// If there are errors, with all of them.
pub fn whole(catalog: &Catalog) {
    let findings = findings(catalog);
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

fn contents(language: Language, source: &str, findings: &mut Vec<String>) -> Contents {
    let code = language.code();
    let resource = parse(source).unwrap_or_else(|(resource, errors)| {
        findings.extend(errors.iter().map(|error| {
            let line = source[..error.pos.start.min(source.len())].matches('\n').count() + 1;
            format!("{code}: line {line}: {error}")
        }));
        resource
    });
    let mut contents = Contents::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let name = message.id.name;
        let attributes = message.attributes.iter().map(|of| (format!("{name}.{}", of.id.name), &of.value));
        for (name, pattern) in message.value.iter().map(|value| (name.to_string(), value)).chain(attributes) {
            let mut arguments = BTreeSet::new();
            of_pattern(pattern, &mut arguments);
            if contents.insert(name.clone(), arguments).is_some() {
                findings.push(format!("{code}: duplicate `{name}`"));
            }
        }
    }
    contents
}

fn of_pattern(pattern: &Pattern<&str>, arguments: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable { expression: Expression::Inline(inline) } => of_inline(inline, arguments),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                of_inline(selector, arguments);
                variants.iter().for_each(|variant| of_pattern(&variant.value, arguments));
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, arguments: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => _ = arguments.insert(id.name.to_string()),
        InlineExpression::FunctionReference { arguments: of, .. } => {
            of.positional.iter().for_each(|inline| of_inline(inline, arguments));
        }
        InlineExpression::Placeable { expression } => match &**expression {
            Expression::Inline(inline) => of_inline(inline, arguments),
            Expression::Select { selector, variants } => {
                of_inline(selector, arguments);
                variants.iter().for_each(|variant| of_pattern(&variant.value, arguments));
            }
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_catalog_is_found() {
        static WRONG: Catalog = Catalog::new([
            "one = One\n    .help = Help { $who }\ntwo = Two { $count ->\n    [one] { $name }\n   *[other] –\n }\n",
            "one = Uno\n    .help = Ayuda\none = Otra vez\nthree = Tres\n",
            "one = U\n    .help = Ajuda { $who }\ntwo = Dos { $count } { $name }\n= no\n",
        ]);
        let findings = findings(&WRONG).join("\n");
        for part in [
            "es: duplicate `one`",
            "es: `one.help` has the arguments {}, but {\"who\"}",
            "es: `two` is missing",
            "es: `three` is not in English",
            "ca: line 4: ",
        ] {
            assert!(findings.contains(part), "{part} in\n{findings}");
        }
        assert_eq!(findings.lines().count(), 5, "{findings}");
    }

    #[test]
    fn what_is_wrong_with_translations_is_found() {
        let english = [("Box-size", "Size, m."), ("Box-mass", "Mass."), ("Box-name", "Name."), ("Box-at", "Place.")];
        let english = english.map(|(name, text)| (name.to_string(), text.to_string())).into();
        let right = "# Size,\n# m.\nBox-size = Tamaño, m.\n# Mass.\nBox-mass = Masa.\n# Name.\nBox-name = Nombre.\n\n";
        let findings = |source: String| translations(Language::Spanish, &source, &english);
        assert_eq!(findings(format!("{right}# Place.\nBox-at = Lugar.\n")), [""; 0]);
        assert_eq!(findings(right.into()), ["es: `Box-at` is missing"]);
        assert_eq!(
            findings(format!("{right}# Position.\nBox-at = Lugar.\n# Old.\nBox-old = Viejo.\n")),
            ["es: `Box-old` is an unknown text", "es: `Box-at` translates \"Position.\", but the text is \"Place.\""]
        );
        assert_eq!(
            findings(format!("{right}Box-at = {{ $place }}.\n")),
            ["es: `Box-at` has the arguments {\"place\"}", "es: `Box-at` translates \"\", but the text is \"Place.\""]
        );
        assert_eq!(
            findings(format!("{right}# Place.\nBox-at = Lugar.\n# Name.\nBox-name = Nombre.\n")),
            ["es: duplicate `Box-name`"]
        );
        assert!(findings(format!("{right}# Place.\nBox-at = Lugar.\n= no\n"))[0].starts_with("es: line 11: "));
    }
}
