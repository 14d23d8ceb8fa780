//! Parses call arguments from words and formats results as text.

use super::answer::Answer;
use super::text::python_float;
use sim_abi::prelude::*;

/// Parses the words of a request as arguments of a function; `None` if they do not match its declaration.
pub fn arguments(function: &Function, words: &[&str]) -> Option<Vec<Value>> {
    let parameters = &function.parameters;
    let missing = parameters.get(words.len()..)?;
    let given = parameters.iter().zip(words).map(|(parameter, word)| argument(parameter, word));
    given.chain(missing.iter().map(|parameter| parameter.default.clone())).collect()
}

/// Parses one word as an argument.
fn argument(parameter: &FunctionValue, word: &str) -> Option<Value> {
    let in_range = |number: f64| {
        number.is_finite()
            && parameter.min.is_none_or(|min| number >= min)
            && parameter.max.is_none_or(|max| number <= max)
    };
    match parameter.kind.as_str() {
        "int" => word.parse::<i64>().ok().filter(|number| in_range(*number as f64)).map(Value::from),
        "float" => word.parse::<f64>().ok().filter(|number| in_range(*number)).map(Value::from),
        "bool" => match word {
            "1" | "true" | "True" => Some(true.into()),
            "0" | "false" | "False" => Some(false.into()),
            _ => None,
        },
        "string" => Some(word.into()),
        _ => None,
    }
}

/// Formats the result of a function as a reply.
pub fn answer(function: &Function, result: &Value) -> Answer {
    let whole = function.results.first().is_some_and(|result| result.kind == "int");
    match result {
        Value::Array(list) => Answer::list(list.iter().map(|value| text(value, whole)).collect(), ","),
        value => Answer::text(text(value, whole)),
    }
}

/// Formats one value; for declared integers, 3.0 is written as 3, since other languages send integers that way.
pub fn text(value: &Value, whole: bool) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => u8::from(*yes).to_string(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) if whole && float.fract() == 0.0 && float.abs() < 1e15 => format!("{}", float as i64),
            Some(float) => python_float(float),
            None => number.to_string(),
        },
        other => other.to_string(),
    }
}

/// Converts integers.
pub fn convert(value: Value, converted: fn(i64) -> i64) -> Value {
    let number = value.as_i64().or_else(|| value.as_f64().map(|float| float.floor() as i64));
    // A negative value is an error, not a measurement.
    number.filter(|number| *number >= 0).map_or(value, |number| converted(number.min(65536)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setvel() -> Function {
        let sense = FunctionValue::int("sense").range(0.0, 1.0);
        let vel = FunctionValue::int("vel").range(0.0, f64::INFINITY);
        Function::new("setvel").parameter(sense).parameter(vel)
    }

    #[test]
    fn arguments_must_fit_the_declaration() {
        assert_eq!(arguments(&setvel(), &["1", "2000"]), Some(vec![json!(1), json!(2000)]));
        for wrong in
            [&["1"][..], &[], &["1", "2", "3"], &["2", "0"], &["0", "-1"], &["a", "b"], &["0", "1.5"], &["", "1"]]
        {
            assert_eq!(arguments(&setvel(), wrong), None, "{wrong:?}");
        }
        assert_eq!(arguments(&setvel(), &["0", "99999999999999999999"]), None);
    }

    #[test]
    fn what_is_left_out_takes_its_default() {
        let function = setvel().parameter(FunctionValue::float("time").default_value(1.5));
        assert_eq!(arguments(&function, &["1", "5"]), Some(vec![json!(1), json!(5), json!(1.5)]));
        assert_eq!(arguments(&function, &["1", "5", "2"]), Some(vec![json!(1), json!(5), json!(2.0)]));
        for no_number in ["nan", "inf", "x"] {
            assert_eq!(arguments(&function, &["1", "5", no_number]), None);
        }
        assert_eq!(arguments(&function, &["1"]), None, "only the last has a default");
    }

    #[test]
    fn flags_and_texts() {
        let function = Function::new("f").parameter(FunctionValue::bool("on")).parameter(FunctionValue::string("text"));
        assert_eq!(arguments(&function, &["1", "1"]), Some(vec![json!(true), json!("1")]));
        assert_eq!(arguments(&function, &["false", "\u{ff}\""]), Some(vec![json!(false), json!("\u{ff}\"")]));
        assert_eq!(arguments(&function, &["7", "a"]), None);
    }

    #[test]
    fn results_are_printed_as_the_original_server_does() {
        let plain = Function::new("f");
        let whole = Function::new("f").result(FunctionValue::int("value"));
        let text = |function: &Function, value| String::from_utf8(answer(function, &value).line(None).bytes).unwrap();
        assert_eq!(text(&plain, json!(10.5)), "10.5");
        assert_eq!(text(&plain, json!(21.0)), "21.0");
        assert_eq!(text(&whole, json!(21.0)), "21");
        assert_eq!(text(&plain, json!(-1)), "-1");
        assert_eq!(text(&plain, json!(true)), "1");
        assert_eq!(text(&plain, Value::Null), "");
        assert_eq!(text(&plain, json!("a b")), "a b");
        assert_eq!(text(&plain, json!([1, 2.5, "x"])), "1,2.5,x");
        assert_eq!(text(&plain, json!({"a": 1})), r#"{"a":1}"#);
    }

    #[test]
    fn only_values_are_converted() {
        assert_eq!(convert(json!(640), |value| value / 64), json!(10));
        assert_eq!(convert(json!(640.0), |value| value / 64), json!(10));
        assert_eq!(convert(json!(-1), |value| value / 64), json!(-1));
        assert_eq!(convert(json!("x"), |value| value / 64), json!("x"));
        assert_eq!(convert(json!(1e300), |value| 65536 - value), json!(0));
    }
}
