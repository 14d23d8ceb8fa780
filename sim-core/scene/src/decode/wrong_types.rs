//! Findings about values of the wrong type, with a help that leads to the right one.

use super::super::text::{Kind, Node};
use super::{Decoder, Field};
use sim_diagnostics::words::{SHORT, shortened};
use sim_diagnostics::{Code, Diagnostic};

impl<'s> Decoder<'s> {
    /// Reports a wrong type of value.
    pub fn wrong_type<T>(&mut self, node: &Node, expected: impl Into<String>) -> Option<T> {
        let expected = expected.into();
        let is_text = expected.contains('"') || expected.contains("double quotes");
        let help = match &node.kind {
            Kind::Word(word) if is_text => {
                Some(format!("put text in double quotes: \"{word}\"", word = shortened(word)))
            }
            Kind::List { items, tuple: false } => match &items[..] {
                [item @ Node { kind: Kind::Text(_), .. }] if is_text => Some(self.without_brackets(item)),
                [item @ Node { kind: Kind::Number(_), .. }] if expected.contains("number") => {
                    Some(self.without_brackets(item))
                }
                _ => None,
            },
            _ => None,
        };
        let diagnostic = Diagnostic::unexpected(Code::SceneType, expected).with_found(node.describe());
        self.report(node, help.into_iter().fold(diagnostic, Diagnostic::with_help));
        None
    }

    fn without_brackets(&self, item: &Node) -> String {
        let text = self.short_text(item).unwrap_or("…");
        format!("write it without brackets: `{text}`")
    }

    /// Text of a value as written, if it is short.
    fn short_text(&self, node: &Node) -> Option<&'s str> {
        let source = self.sources.files().get(node.span.file as usize)?;
        let text = source.text.get(node.span.start as usize..node.span.end as usize)?;
        (!text.is_empty() && text.len() <= SHORT && !text.contains('\n')).then_some(text)
    }

    /// Reports a single value where a list of such values is expected.
    pub(super) fn report_single<T: Field>(&mut self, node: &Node) {
        let mut attempt = Decoder::new(self.sources, self.prefixes);
        let fits = T::decode(node, &mut attempt).is_some() && !attempt.findings.has_errors();
        let help = match self.short_text(node) {
            Some(text) if fits => Some(format!("write a list: `[{text}]`")),
            _ => fits.then(|| "put it in brackets: `[…]`".to_string()),
        };
        let diagnostic = Diagnostic::unexpected(Code::SceneType, Vec::<T>::expected()).with_found(node.describe());
        self.report(node, help.into_iter().fold(diagnostic, Diagnostic::with_help));
    }
}

#[cfg(test)]
mod tests {
    use crate::Scene;
    use crate::text::Format;

    /// Helps of the findings about a scene with this content.
    fn helps(content: &str) -> Vec<Option<String>> {
        let findings = Scene::parse(&format!("(format_version: 1, {content})"), Format::Ron, "a.ron").unwrap_err();
        findings.into_iter().map(|finding| finding.help).collect()
    }

    #[test]
    fn a_single_value_is_put_in_a_list_and_a_single_element_is_taken_out() {
        let service = |grants: &str| helps(&format!(r#"services: [(name: "s", id: "a/b", grants: {grants})]"#));
        assert_eq!(service("Edit"), [Some("write a list: `[Edit]`".to_string())]);
        assert_eq!(service("5"), [None]);
        let condition = |content: &str| helps(&format!("acceptance: [{content}]"));
        assert_eq!(
            condition(r#"NoCollision(robots: "all of them")"#),
            [Some("write a list: `[\"all of them\"]`".to_string())]
        );
        assert_eq!(helps(r#"name: ["yard"]"#), [Some("write it without brackets: `\"yard\"`".to_string())]);
        assert_eq!(helps("run: (duration: [10])"), [Some("write it without brackets: `10`".to_string())]);
    }

    #[test]
    fn only_text_is_put_in_quotes() {
        assert_eq!(helps("name: yard"), [Some("put text in double quotes: \"yard\"".to_string())]);
        assert_eq!(helps("run: (duration: long)"), [None]);
    }
}
