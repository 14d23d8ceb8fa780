//! A YAML mapping of names and values with their positions.

use super::{FileError, Place, excerpt};
use saphyr_parser::{Event, Marker, Parser, ScanError};
use std::collections::BTreeSet;

/// Maximum size of a text, bytes.
const MAX_BYTES: usize = 1 << 16;

/// A name and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub name: String,
    pub place: Place,
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// Its kind.
    pub kind: Kind,
    /// Its position.
    pub place: Place,
}

/// Kinds of values.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A string or a number.
    Scalar(String),
    /// A list of strings and numbers.
    List(Vec<(String, Place)>),
    /// Another kind.
    Other,
}

/// Parses the entries of a single mapping; names are unique.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, FileError> {
    if text.len() > MAX_BYTES {
        let cause = format!("the file has {} bytes", text.len());
        return Err(FileError::new(Place::Byte(MAX_BYTES), cause, "a map description has at most 65536 bytes"));
    }
    let mut events = Events(Parser::new_from_str(text));
    let (mut event, mut at) = events.next()?;
    while matches!(event, Event::StreamStart | Event::DocumentStart(_)) {
        (event, at) = events.next()?;
    }
    if !matches!(event, Event::MappingStart(..)) {
        return Err(FileError::new(at, "not a YAML mapping", NAMES));
    }
    let (mut entries, mut names) = (Vec::new(), BTreeSet::new());
    loop {
        let (event, place) = events.next()?;
        let name = match event {
            Event::Scalar(name, ..) => name.into_owned(),
            Event::MappingEnd => break,
            _ => return Err(FileError::new(place, "expected a name", NAMES)),
        };
        if !names.insert(name.clone()) {
            return Err(FileError::new(place, format!("duplicate {}", excerpt(&name)), "remove one of them"));
        }
        let value = events.value()?;
        entries.push(Entry { name, place, value });
    }
    loop {
        match events.next()? {
            (Event::StreamEnd, _) => return Ok(entries),
            (Event::DocumentEnd, _) => {}
            (_, place) => {
                return Err(FileError::new(place, "a second document starts here", "keep only one map in the file"));
            }
        }
    }
}

/// The expected format.
const NAMES: &str = "use lines such as `resolution: 0.05`";

struct Events<'a>(Parser<'a, saphyr_parser::StrInput<'a>>);

impl<'a> Events<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Place), FileError> {
        match self.0.next_event() {
            Some(Ok((event, span))) => Ok((event, place(&span.start))),
            Some(Err(error)) => Err(not_yaml(&error)),
            // The parser ends with an event of its own; nothing reads past it.
            None => Ok((Event::StreamEnd, Place::Text { line: 1, column: 1 })),
        }
    }

    /// Parses a value of any kind.
    fn value(&mut self) -> Result<Value, FileError> {
        let (event, place) = self.next()?;
        let kind = match event {
            Event::Scalar(text, ..) => Kind::Scalar(text.into_owned()),
            Event::SequenceStart(..) => self.list()?,
            Event::MappingStart(..) => {
                self.skip(1)?;
                Kind::Other
            }
            _ => Kind::Other,
        };
        Ok(Value { kind, place })
    }

    /// Parses the rest of a list.
    fn list(&mut self) -> Result<Kind, FileError> {
        let mut values = Vec::new();
        let mut plain = true;
        loop {
            match self.next()? {
                (Event::Scalar(text, ..), place) => values.push((text.into_owned(), place)),
                (Event::SequenceEnd, _) if plain => return Ok(Kind::List(values)),
                (Event::SequenceEnd, _) => return Ok(Kind::Other),
                (Event::SequenceStart(..) | Event::MappingStart(..), _) => {
                    self.skip(1)?;
                    plain = false;
                }
                (Event::StreamEnd, _) => return Ok(Kind::Other),
                _ => plain = false,
            }
        }
    }

    /// Skips to the end of `depth` nested lists and mappings.
    fn skip(&mut self, mut depth: usize) -> Result<(), FileError> {
        while depth > 0 {
            match self.next()?.0 {
                Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
                Event::SequenceEnd | Event::MappingEnd => depth -= 1,
                Event::StreamEnd => return Ok(()),
                _ => {}
            }
        }
        Ok(())
    }
}

fn place(marker: &Marker) -> Place {
    Place::Text { line: marker.line().max(1), column: marker.col() + 1 }
}

fn not_yaml(error: &ScanError) -> FileError {
    FileError::new(place(error.marker()), format!("invalid YAML: {}", error.info()), NAMES)
}
