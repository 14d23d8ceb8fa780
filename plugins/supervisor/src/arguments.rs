//! Arguments of functions.

use sim_abi::prelude::*;

/// Arguments of a call that match the function's declaration.
#[derive(Clone, Copy)]
pub struct Arguments<'a>(&'a [Value]);

impl<'a> Arguments<'a> {
    /// Checks that the arguments match the function's parameters: all of them, in order.
    ///
    /// # Errors
    /// Fails if there are too few or too many, or if one has another type or is not finite.
    pub fn of(function: &Function, arguments: &'a [Value]) -> Result<Self> {
        let usage = || {
            let takes = |value: &FunctionValue| format!("{} ({})", value.name, value.kind);
            let list: Vec<String> = function.parameters.iter().map(takes).collect();
            match list.is_empty() {
                true => format!("`{}` takes no arguments", function.name),
                false => format!("`{}` takes {}", function.name, list.join(", ")),
            }
        };
        let (given, taken) = (arguments.len(), function.parameters.len());
        if given != taken {
            return Err(Fault::new(format!("{given} arguments instead of {taken}")).help(usage()));
        }
        for (value, parameter) in arguments.iter().zip(&function.parameters) {
            let fits = match parameter.kind.as_str() {
                "string" => value.is_string(),
                "bool" => value.is_boolean(),
                _ => value.as_f64().is_some_and(f64::is_finite),
            };
            if !fits {
                return Err(Fault::new(format!("`{}` is {value}", parameter.name)).help(usage()));
            }
        }
        Ok(Self(arguments))
    }

    /// A string argument.
    pub fn text(&self, place: usize) -> &'a str {
        self.0.get(place).and_then(Value::as_str).unwrap_or_default()
    }

    /// A Boolean argument.
    pub fn flag(&self, place: usize) -> bool {
        self.0.get(place).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A numeric argument.
    pub fn number(&self, place: usize) -> f64 {
        self.0.get(place).and_then(Value::as_f64).unwrap_or_default()
    }

    /// Three numbers, starting at an index.
    pub fn vector(&self, place: usize) -> Vec3 {
        Vec3::new(self.number(place), self.number(place + 1), self.number(place + 2))
    }
}
