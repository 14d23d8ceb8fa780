//! Messages of a crate in all languages.

use crate::language::{Language, language};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Messages of a crate, one text in Fluent format for each language of [`Language::ALL`].
pub struct Catalog {
    sources: [&'static str; Language::ALL.len()],
    /// A language is parsed on first use.
    read: [OnceLock<Messages>; Language::ALL.len()],
}

/// The messages of a language.
struct Messages {
    /// Messages without arguments, by name.
    plain: HashMap<String, String>,
    bundle: FluentBundle<FluentResource>,
}

/// Value of an argument in a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument<'a>(FluentValue<'a>);

impl Catalog {
    /// Creates a catalog from the contents of its files, in the order of [`Language::ALL`].
    pub const fn new(sources: [&'static str; Language::ALL.len()]) -> Self {
        Self { sources, read: [const { OnceLock::new() }; Language::ALL.len()] }
    }

    /// Returns the message without arguments with this name, or `name.attribute`, in the current language; falls back to English and then
    /// to the name.
    pub fn get(&'static self, name: &'static str) -> &'static str {
        let mut found = [language(), Language::English].into_iter().map(|language| self.messages(language));
        found.find_map(|messages| messages.plain.get(name)).map_or(name, String::as_str)
    }

    /// Returns the message without arguments with this name, or `name.attribute`, in the current language, without fallback. For
    /// catalogs of translations whose English is stored elsewhere.
    pub fn find(&'static self, name: &str) -> Option<&'static str> {
        self.messages(language()).plain.get(name).map(String::as_str)
    }

    /// Formats the message with this name with arguments: see [`get`](Self::get).
    pub fn format(&'static self, name: &'static str, arguments: &[(&'static str, Argument<'_>)]) -> String {
        let arguments = arguments.iter().map(|(name, Argument(value))| (*name, value.clone())).collect();
        let mut found = [language(), Language::English].into_iter().map(|language| self.messages(language));
        found.find_map(|messages| messages.format(name, Some(&arguments))).unwrap_or_else(|| name.to_string())
    }

    /// Contents of the file of a language.
    pub(crate) fn source(&self, language: Language) -> &'static str {
        self.sources[language as usize]
    }

    fn messages(&self, language: Language) -> &Messages {
        self.read[language as usize].get_or_init(|| Messages::new(language, self.source(language)))
    }
}

impl Messages {
    /// Parses a file; skips errors, which [`check`](crate::check) reports in tests.
    fn new(language: Language, source: &str) -> Self {
        let resource = FluentResource::try_new(source.to_string()).unwrap_or_else(|(resource, _)| resource);
        let names: Vec<String> = resource.entries().flat_map(names).collect();
        let identifier = language.code().parse().expect("invariant: codes of languages are identifiers");
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // No bidirectional isolation marks around arguments.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        let mut messages = Self { plain: HashMap::new(), bundle };
        messages.plain =
            names.into_iter().filter_map(|name| Some((name.clone(), messages.format(&name, None)?))).collect();
        messages
    }

    /// Formats a message; `None` if it does not exist, or an argument is missing.
    fn format(&self, name: &str, arguments: Option<&FluentArgs<'_>>) -> Option<String> {
        let (message, attribute) =
            name.split_once('.').map_or((name, None), |(name, attribute)| (name, Some(attribute)));
        let message = self.bundle.get_message(message)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, arguments, &mut errors).into_owned();
        errors.is_empty().then_some(text)
    }
}

/// Names of a message and of its attributes.
fn names(entry: &fluent_syntax::ast::Entry<&str>) -> Vec<String> {
    let fluent_syntax::ast::Entry::Message(message) = entry else { return Vec::new() };
    let own = message.value.iter().map(|_| message.id.name.to_string());
    own.chain(message.attributes.iter().map(|of| format!("{}.{}", message.id.name, of.id.name))).collect()
}

macro_rules! numbers {
    ($($type:ty)*) => {
        $(impl From<$type> for Argument<'_> {
            /// A number that can select singular or plural.
            fn from(number: $type) -> Self {
                Argument(FluentValue::from(number))
            }
        })*
    };
}

numbers!(i32 i64 u8 u16 u32 u64 usize);

macro_rules! decimals {
    ($($type:ty)*) => {
        $(impl From<$type> for Argument<'_> {
            /// A number with as many decimals as needed.
            fn from(number: $type) -> Self {
                Argument(FluentValue::from(number.to_string()))
            }
        })*
    };
}

decimals!(f32 f64);

macro_rules! texts {
    ($($type:ty)*) => {
        $(impl<'a> From<&'a $type> for Argument<'a> {
            fn from(text: &'a $type) -> Self {
                Argument(FluentValue::from(AsRef::<str>::as_ref(text)))
            }
        })*
    };
}

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Self {
        Argument(FluentValue::from(text))
    }
}

impl From<String> for Argument<'_> {
    fn from(text: String) -> Self {
        Argument(FluentValue::from(text))
    }
}

impl<'a> From<Cow<'a, str>> for Argument<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Argument(FluentValue::from(text))
    }
}

texts!(&str String Arc<str> Cow<'_, str>);
