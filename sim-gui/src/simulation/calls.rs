//! Calls of functions of components and services, by hand, and what they have answered.

use crate::text::construct as words;
use serde_json::Value;
use sim_core::diagnostic::Diagnostic;
use sim_runner::Command;
use std::collections::HashMap;

/// Numbers of calls begin here, so that they are nobody else's.
const FIRST: u64 = 1 << 41;
/// Longer answers are cut, characters.
const LONG: usize = 160;

/// A function of a part of a robot, or of a service.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The robot; empty for a service.
    pub robot: String,
    /// The part, or the service.
    pub part: String,
    /// The function.
    pub function: String,
}

/// Calls that wait for their answers, and the answers.
#[derive(Default)]
pub struct Calls {
    count: u64,
    waiting: HashMap<u64, Key>,
    answers: HashMap<Key, Result<String, String>>,
}

impl Calls {
    /// The command that calls a function.
    pub fn call(&mut self, key: Key, robot: usize, arguments: Vec<Value>) -> Command {
        let (component, function) = (key.part.clone(), key.function.clone());
        let id = self.expect(key);
        Command::Call { id, robot, component, function, arguments }
    }

    /// The command that calls a function without parameters of a service.
    pub fn call_service(&mut self, service: &str, function: &str) -> Command {
        let (service, function) = (service.to_owned(), function.to_owned());
        let id = self.expect(Key { robot: String::new(), part: service.clone(), function: function.clone() });
        Command::CallService { id, service, function, arguments: Vec::new() }
    }

    /// Number of a new call.
    fn expect(&mut self, key: Key) -> u64 {
        let id = FIRST + self.count;
        self.count += 1;
        self.answers.remove(&key);
        self.waiting.insert(id, key);
        id
    }

    /// Takes an answer. Returns what was called, if the call was made here.
    pub fn answer(&mut self, id: u64, result: &Result<Value, Diagnostic>) -> Option<Key> {
        let key = self.waiting.remove(&id)?;
        let told = result.as_ref().map(in_words).map_err(|finding| finding.message.told().into_owned());
        self.answers.insert(key.clone(), told);
        Some(key)
    }

    /// The last answer to a call, or why there is none.
    pub fn answer_to(&self, key: &Key) -> Option<&Result<String, String>> {
        self.answers.get(key)
    }

    /// Whether a call has no answer yet.
    pub fn waits(&self, key: &Key) -> bool {
        self.waiting.values().any(|waiting| waiting == key)
    }
}

/// An answer on a line.
fn in_words(value: &Value) -> String {
    let text = match value {
        Value::Null => words::DONE.to_string(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    if text.chars().count() <= LONG { text } else { text.chars().take(LONG).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bu_65_long_answers_are_cut() {
        let long = in_words(&Value::String("ä".repeat(1000)));
        assert_eq!(long.chars().count(), LONG + 1);
        assert_eq!((in_words(&Value::Null), in_words(&Value::from(7))), (words::DONE.to_string(), "7".to_owned()));
    }
}
