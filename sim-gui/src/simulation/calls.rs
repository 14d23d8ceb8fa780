//! Function calls of components and services made by the user, and their results.

use super::questions::Asker;
use serde_json::Value;
use sim_core::diagnostic::Diagnostic;
use sim_runner::Command;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum length of a displayed result, characters.
const LONG: usize = 4000;

/// A function of a robot component or a service.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The robot; empty for a service.
    pub robot: String,
    /// The component or service.
    pub part: String,
    /// The function.
    pub function: String,
}

/// Pending calls and results.
#[derive(Default)]
pub struct Calls {
    waiting: HashMap<u64, Key>,
    answers: HashMap<Key, Result<String, String>>,
}

impl Calls {
    /// Creates the command for a function call.
    pub fn call(&mut self, key: Key, robot: usize, arguments: Vec<Value>) -> Command {
        let (component, function) = (key.part.clone(), key.function.clone());
        let id = self.expect(key);
        Command::Call { id, robot, component, function, arguments }
    }

    /// Creates the command for a function call of a service.
    pub fn call_service(&mut self, service: &str, function: &str, arguments: Vec<Value>) -> Command {
        let (service, function) = (service.to_owned(), function.to_owned());
        let id = self.expect(Key { robot: String::new(), part: service.clone(), function: function.clone() });
        Command::CallService { id, service, function, arguments }
    }

    /// The id of a new call.
    fn expect(&mut self, key: Key) -> u64 {
        // Results of calls in an earlier scene are still on their way.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let id = Asker::Calls.first() + COUNT.fetch_add(1, Ordering::Relaxed);
        self.answers.remove(&key);
        self.waiting.insert(id, key);
        id
    }

    /// Stores a result. Returns the function if the call was made here.
    pub fn answer(&mut self, id: u64, result: &Result<Value, Diagnostic>) -> Option<Key> {
        let key = self.waiting.remove(&id)?;
        let outcome = result.as_ref().map(in_words).map_err(|finding| finding.message.clone());
        self.answers.insert(key.clone(), outcome);
        Some(key)
    }

    /// The last result of a function, or its error. Empty if the function returns nothing.
    pub fn answer_to(&self, key: &Key) -> Option<&Result<String, String>> {
        self.answers.get(key)
    }

    /// Whether a call is pending.
    pub fn waits(&self, key: &Key) -> bool {
        self.waiting.values().any(|waiting| waiting == key)
    }
}

/// A result as a single line.
fn in_words(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    if text.chars().count() <= LONG { text } else { text.chars().take(LONG).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_a_closed_scene_are_dropped() {
        let key = |part: &str| Key { robot: String::new(), part: part.into(), function: "address".into() };
        let mut calls = Calls::default();
        let numbers = ["answered", "waits"].map(|service| match calls.call_service(service, "address", Vec::new()) {
            Command::CallService { id, .. } => id,
            other => panic!("{other:?} is not a call"),
        });
        calls.answer(numbers[0], &Ok(Value::Null)).unwrap();
        assert!(calls.answer_to(&key("answered")).is_some() && calls.waits(&key("waits")));
        calls = Calls::default();
        assert!(calls.answer_to(&key("answered")).is_none() && !calls.waits(&key("waits")));
        assert_eq!(calls.answer(numbers[1], &Ok(Value::Null)), None);
        let Command::CallService { id, .. } = calls.call_service("waits", "address", Vec::new()) else {
            panic!("it is a call")
        };
        assert!(!numbers.contains(&id), "a late result must not match a new call");
    }

    /// BU-65: Live mode shows values beside each module and calls its functions.
    #[test]
    fn long_answers_are_cut() {
        let long = in_words(&Value::String("ä".repeat(LONG + 840)));
        assert_eq!(long.chars().count(), LONG + 1);
        assert_eq!((in_words(&Value::Null), in_words(&Value::from(7))), (String::new(), "7".to_owned()));
    }
}
