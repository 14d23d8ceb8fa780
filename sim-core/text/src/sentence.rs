//! What is said in English and can be said in the other languages later.

use crate::catalogue::{Argument, Catalogue};
use crate::language::{Language, language};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A message without arguments: its English text, and its name in a catalogue.
#[derive(Clone, Copy)]
pub struct Phrase {
    message: Option<(&'static Catalogue, &'static str)>,
    english: &'static str,
}

impl Phrase {
    /// The message of this name; programs make it by a macro of their own around [`phrase!`](crate::phrase).
    pub const fn new(catalogue: &'static Catalogue, name: &'static str, english: &'static str) -> Self {
        Self { message: Some((catalogue, name)), english }
    }

    /// A text that is the same in every language.
    pub const fn plain(text: &'static str) -> Self {
        Self { message: None, english: text }
    }

    /// Its English text.
    pub const fn english(self) -> &'static str {
        self.english
    }

    /// Its text in the language in use.
    pub fn told(self) -> &'static str {
        let message = self.message.filter(|_| language() != Language::English);
        message.and_then(|(catalogue, name)| catalogue.find(name)).unwrap_or(self.english)
    }
}

/// A text in English that may know how to say itself in the other languages: the name of its message in a catalogue, and arguments,
/// which may be sentences themselves.
///
/// It reads, compares, prints and serializes as the English text. [`told`](Self::told) is for people.
#[derive(Clone, Default)]
pub struct Sentence {
    english: Cow<'static, str>,
    message: Option<Box<Message>>,
}

/// What to look up in the other languages.
#[derive(Clone)]
struct Message {
    catalogue: &'static Catalogue,
    name: &'static str,
    parts: Vec<(&'static str, Part)>,
}

/// An argument of a sentence.
#[derive(Clone, Debug)]
pub enum Part {
    /// The same in every language.
    Text(String),
    /// A number that can decide between singular and plural.
    Count(u64),
    /// Something that is said in every language.
    Sentence(Sentence),
    /// Several of them, with a separator between.
    List(Vec<Sentence>, &'static str),
}

impl Part {
    /// As it reads in English.
    fn english(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => text.into(),
            Self::Count(count) => count.to_string().into(),
            Self::Sentence(sentence) => (**sentence).into(),
            Self::List(list, between) => list.iter().map(Deref::deref).collect::<Vec<_>>().join(between).into(),
        }
    }

    /// The argument of a message in English.
    fn argument(&self) -> Argument<'_> {
        match self {
            Self::Count(count) => count.into(),
            part => part.english().into(),
        }
    }

    fn told(&self) -> Argument<'_> {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Count(count) => count.into(),
            Self::Sentence(sentence) => sentence.told().into(),
            Self::List(list, between) => {
                list.iter().map(|sentence| sentence.told()).collect::<Vec<_>>().join(between).into()
            }
        }
    }

    fn each_text(&mut self, change: &impl Fn(String) -> String) {
        match self {
            Self::Text(text) => *text = change(std::mem::take(text)),
            Self::Count(_) => {}
            Self::Sentence(sentence) => sentence.change(change),
            Self::List(list, _) => list.iter_mut().for_each(|sentence| sentence.change(change)),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.english())
    }
}

impl<'a> From<&'a Sentence> for Argument<'a> {
    fn from(sentence: &'a Sentence) -> Self {
        sentence.told().into()
    }
}

impl Sentence {
    /// A sentence that is the message of this name with these arguments; programs make it by a macro of their own around
    /// [`sentence!`](crate::sentence).
    pub fn new(
        catalogue: &'static Catalogue,
        name: &'static str,
        english: String,
        parts: Vec<(&'static str, Part)>,
    ) -> Self {
        Self { english: english.into(), message: Some(Box::new(Message { catalogue, name, parts })) }
    }

    /// A sentence whose English, too, is the message of this name; programs make it by a macro of their own around
    /// [`tell!`](crate::tell).
    pub fn of(catalogue: &'static Catalogue, name: &'static str, parts: Vec<(&'static str, Part)>) -> Self {
        let arguments: Vec<_> = parts.iter().map(|(name, part)| (*name, part.argument())).collect();
        let english = catalogue.format_english(name, &arguments);
        Self::new(catalogue, name, english, parts)
    }

    /// A text that is the same in every language.
    pub fn plain(text: impl Into<Cow<'static, str>>) -> Self {
        Self { english: text.into(), message: None }
    }

    /// Its text in the language in use; in English where that language does not have it.
    pub fn told(&self) -> Cow<'_, str> {
        let translated = self.message.as_ref().filter(|_| language() != Language::English).and_then(|message| {
            let parts: Vec<_> = message.parts.iter().map(|(name, part)| (*name, part.told())).collect();
            message.catalogue.translate(message.name, &parts)
        });
        translated.map_or_else(|| Cow::Borrowed(&**self), Cow::Owned)
    }

    /// The text in the language in use, which is the same in every language from now on.
    #[must_use]
    pub fn settled(&self) -> Self {
        Self::plain(self.told().into_owned())
    }

    /// The sentence with a change to its English text and to all texts among its arguments.
    #[must_use]
    pub fn each_text(mut self, change: impl Fn(String) -> String) -> Self {
        self.change(&change);
        self
    }

    fn change(&mut self, change: &impl Fn(String) -> String) {
        if let Some(message) = &mut self.message {
            message.parts.iter_mut().for_each(|(_, part)| part.each_text(change));
            if message.parts.is_empty() {
                return;
            }
        }
        self.english = change(std::mem::take(&mut self.english).into_owned()).into();
    }
}

impl Deref for Sentence {
    type Target = str;

    fn deref(&self) -> &str {
        &self.english
    }
}

impl AsRef<str> for Sentence {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Sentence {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Sentence {
    /// A text that is the same in every language.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

impl PartialEq for Sentence {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Sentence {}

impl PartialOrd for Sentence {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sentence {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl Hash for Sentence {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl PartialEq<str> for Sentence {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Sentence {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq<String> for Sentence {
    fn eq(&self, other: &String) -> bool {
        **self == **other
    }
}

impl From<Phrase> for Sentence {
    fn from(phrase: Phrase) -> Self {
        let message = phrase.message.map(|(catalogue, name)| Box::new(Message { catalogue, name, parts: Vec::new() }));
        Self { english: phrase.english.into(), message }
    }
}

impl From<Part> for Sentence {
    fn from(part: Part) -> Self {
        match part {
            Part::Sentence(sentence) => sentence,
            part => Self::plain(part.english().into_owned()),
        }
    }
}

impl From<&Sentence> for Sentence {
    fn from(sentence: &Sentence) -> Self {
        sentence.clone()
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self::plain(text)
    }
}

impl From<&String> for Sentence {
    fn from(text: &String) -> Self {
        Self::plain(text.clone())
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Self {
        Self::plain(text.to_string())
    }
}

impl From<Cow<'_, str>> for Sentence {
    fn from(text: Cow<'_, str>) -> Self {
        Self::plain(text.into_owned())
    }
}

impl From<Sentence> for Cow<'static, str> {
    fn from(sentence: Sentence) -> Self {
        sentence.english
    }
}

impl From<Sentence> for String {
    fn from(sentence: Sentence) -> Self {
        sentence.english.into_owned()
    }
}

impl PartialEq for Phrase {
    fn eq(&self, other: &Self) -> bool {
        self.english == other.english
    }
}

impl Eq for Phrase {}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.english)
    }
}

impl fmt::Debug for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.english, f)
    }
}

/// Sentences in a row, with a separator between: an argument of a sentence.
pub fn list(sentences: impl IntoIterator<Item = Sentence>, between: &'static str) -> Part {
    Part::List(sentences.into_iter().collect(), between)
}

/// What can be an argument of a sentence.
pub trait Told {
    /// The argument.
    fn part(&self) -> Part;
}

impl<T: Told + ?Sized> Told for &T {
    fn part(&self) -> Part {
        (**self).part()
    }
}

impl<T: Told + ?Sized> Told for &mut T {
    fn part(&self) -> Part {
        (**self).part()
    }
}

impl Told for Part {
    fn part(&self) -> Part {
        self.clone()
    }
}

impl Told for Sentence {
    fn part(&self) -> Part {
        Part::Sentence(self.clone())
    }
}

impl Told for Phrase {
    fn part(&self) -> Part {
        Part::Sentence((*self).into())
    }
}

macro_rules! counts {
    ($($type:ty)*) => {
        $(impl Told for $type {
            fn part(&self) -> Part {
                Part::Count(*self as u64)
            }
        })*
    };
}

counts!(u8 u16 u32 u64 usize);

macro_rules! texts {
    ($($type:ty)*) => {
        $(impl Told for $type {
            fn part(&self) -> Part {
                Part::Text(self.to_string())
            }
        })*
    };
}

texts!(str String Cow<'_, str> std::sync::Arc<str> char bool i32 i64 f32 f64 std::path::Display<'_> fmt::Arguments<'_> std::io::Error);

/// A message without arguments: `phrase!(CATALOGUE, "name", "English text")`.
#[macro_export]
macro_rules! phrase {
    ($catalogue:expr, $name:literal, $english:literal $(,)?) => {
        $crate::Phrase::new(&$catalogue, $name, $english)
    };
}

/// A sentence: `sentence!(CATALOGUE, "name", "English {file}", file)`, `…, file = path.display())`. Arguments are [`Told`].
///
/// Whole numbers can decide between singular and plural; `["{count} file", "{count} files"]` are both in English, by the first
/// argument.
#[macro_export]
macro_rules! sentence {
    ($catalogue:expr, $name:literal, $english:literal $(,)?) => {
        $crate::Sentence::from($crate::phrase!($catalogue, $name, $english))
    };
    ($catalogue:expr, $name:literal, $english:literal, $($argument:ident $(= $value:expr)?),+ $(,)?) => {
        match ($(&$crate::sentence!(@ $argument $(= $value)?),)+) {
            ($($argument,)+) => $crate::Sentence::new(
                &$catalogue,
                $name,
                ::std::format!($english, $($argument = $argument),+),
                ::std::vec![$((stringify!($argument), $crate::Told::part($argument))),+],
            ),
        }
    };
    ($catalogue:expr, $name:literal, [$one:literal, $other:literal $(,)?], $count:ident $(= $number:expr)?
        $(, $argument:ident $(= $value:expr)?)* $(,)?) => {
        match (&$crate::sentence!(@ $count $(= $number)?), $(&$crate::sentence!(@ $argument $(= $value)?),)*) {
            ($count, $($argument,)*) => $crate::Sentence::new(
                &$catalogue,
                $name,
                match $crate::Told::part($count) {
                    $crate::Part::Count(1) => ::std::format!($one, $count = $count, $($argument = $argument),*),
                    _ => ::std::format!($other, $count = $count, $($argument = $argument),*),
                },
                ::std::vec![
                    (stringify!($count), $crate::Told::part($count)),
                    $((stringify!($argument), $crate::Told::part($argument))),*
                ],
            ),
        }
    };
    (@ $argument:ident = $value:expr) => { $value };
    (@ $argument:ident) => { $argument };
}

/// A sentence of a catalogue that has its English, too: `tell!(CATALOGUE, "name", file)`, `…, file = path.display())`. Arguments are
/// [`Told`]. What is told of at once is the cheaper [`format!`](crate::format!).
#[macro_export]
macro_rules! tell {
    ($catalogue:expr, $name:expr $(, $argument:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Sentence::of(&$catalogue, $name, ::std::vec![
            $((stringify!($argument), $crate::Told::part(&$crate::tell!(@ $argument $(= $value)?)))),*
        ])
    };
    (@ $argument:ident = $value:expr) => { $value };
    (@ $argument:ident) => { $argument };
}

#[cfg(test)]
mod tests {
    use super::{Sentence, list};
    use crate::{Catalogue, Language, set_language};

    static CATALOGUE: Catalogue = Catalogue::new([
        "",
        "files = { $count ->\n    [one] un archivo\n   *[other] { $count } archivos\n }\nin = { $what } en { $place }",
        "",
    ]);

    #[test]
    fn a_sentence_is_english_and_is_told_whole_in_another_language() {
        let files = |count: usize| sentence!(CATALOGUE, "files", ["{count} file", "{count} files"], count);
        let inside = sentence!(CATALOGUE, "in", "{what} in {place}", what = files(2), place = "a");
        let both = list([files(1), inside.clone()], "; ");
        let missing = sentence!(CATALOGUE, "missing", "none of {both}", both);
        let english = ["1 file", "2 files in a", "none of 1 file; 2 files in a"];
        let sentences = [files(1), inside, missing];
        let told = || sentences.each_ref().map(|sentence| sentence.told().into_owned());
        assert_eq!((told(), sentences.each_ref().map(|sentence| &**sentence)), (english.map(String::from), english));
        set_language(Language::Spanish);
        // What a language does not have is told in English.
        assert_eq!(told(), ["un archivo", "2 archivos en a", "none of 1 file; 2 files in a"]);
        assert_eq!(sentences.each_ref().map(|sentence| &**sentence), english);
        let short = sentences[1].clone().each_text(|text| text.replace('a', "b"));
        assert_eq!((&*short, &*short.told()), ("2 files in b", "2 archivos en b"));
        let settled = sentences[0].settled();
        set_language(Language::English);
        assert_eq!(
            (&*settled.told(), serde_json::to_string(&sentences[0]).unwrap()),
            ("un archivo", "\"1 file\"".into())
        );
        assert_eq!(Sentence::default().told(), "");
    }

    #[test]
    fn a_sentence_has_its_english_from_the_catalogue_where_that_has_it() {
        static BOTH: Catalogue =
            Catalogue::new(["of = { $count ->\n    [one] one\n   *[other] { $count } of { $name }\n }", "", ""]);
        let sentence = |count: usize| tell!(BOTH, "of", count, name = "a");
        assert_eq!((&*sentence(1), &*sentence(2)), ("one", "2 of a"));
    }
}
