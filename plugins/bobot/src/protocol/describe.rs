//! Self-descriptions of modules: a Python dictionary and a Lua table.

use super::answer::Answer;
use super::catalogue::Module;
use super::values;
use sim_abi::prelude::*;
use std::fmt::Write;

/// A Python dictionary that maps each function to the list of its parameter names.
pub fn python(module: &Module) -> Answer {
    let functions = module.functions.iter().filter(|function| !module.lua.contains(&function.name));
    let entries = functions.map(|function| {
        let names: Vec<String> = function.parameters.iter().map(|parameter| quoted(&parameter.name)).collect();
        format!("{}: [{}]", quoted(&function.name), names.join(", "))
    });
    Answer::list(entries.collect(), ", ").enclosed("{", "}")
}

/// A Lua table from each function to its parameters and results.
pub fn lua(module: &Module) -> Answer {
    let entries = module.functions.iter().map(|function| {
        let (parameters, returns) = (table(&function.parameters), table(&function.results));
        format!("{}={{ parameters={parameters}, returns={returns}}},", key(&function.name))
    });
    Answer::list(entries.collect(), "").enclosed("{", "}")
}

/// Values as a Lua list of tables.
fn table(list: &[FunctionValue]) -> String {
    let mut text = String::from("{");
    for (place, value) in list.iter().enumerate() {
        let number = |number: Option<f64>| number.map(|number| values::text(&json!(number), true));
        let entries = [
            ("rname", Some(value.name.clone())),
            ("rtype", Some(value.kind.clone())),
            ("default", value.default.as_ref().map(|default| values::text(default, value.kind == "int"))),
            ("min", number(value.min)),
            ("max", number(value.max)),
        ];
        let entries = entries.into_iter().filter_map(|(name, entry)| Some(format!("['{name}']={},", quoted(&entry?))));
        write!(text, "[{}]={{{}}},", place + 1, entries.collect::<String>()).expect("invariant: text takes everything");
    }
    text + "}"
}

/// A key of a Lua table.
fn key(name: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    match name.chars().all(plain) && !name.starts_with(|letter: char| letter.is_ascii_digit()) {
        true => name.to_string(),
        false => format!("[{}]", quoted(name)),
    }
}

/// A quoted string, valid in both languages.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::catalogue::Source;

    fn module(functions: Vec<Function>, lua: &[&str]) -> Module {
        let lua = lua.iter().map(|name| (*name).to_string()).collect();
        let source = Source::Part("grey".into());
        Module { name: "grey".into(), source, port: None, functions, lua, raw: None, neutral: Vec::new() }
    }

    fn text(answer: &Answer) -> String {
        String::from_utf8(answer.line(None).bytes).unwrap()
    }

    /// BU-22: Each module describes its functions, parameters and results for `DESCRIBE`.
    #[test]
    fn both_forms_follow_from_the_declaration() {
        let version = Function::new("getVersion").result(FunctionValue::int("version"));
        let value = Function::new("getValue").result(FunctionValue::int("par1"));
        let grey = module(vec![version, value], &[]);
        assert_eq!(text(&python(&grey)), "{'getVersion': [], 'getValue': []}");
        assert_eq!(
            text(&lua(&grey)),
            "{getVersion={ parameters={}, returns={[1]={['rname']='version',['rtype']='int',},}},getValue={ parameters={}, \
             returns={[1]={['rname']='par1',['rtype']='int',},}},}"
        );
    }

    #[test]
    fn limits_and_defaults_are_in_the_lua_form_and_some_functions_in_it_only() {
        let light = FunctionValue::int("level").range(0.0, 255.0).default_value(255);
        let text_value = FunctionValue::string("it's");
        let led = module(
            vec![
                Function::new("turn").parameter(FunctionValue::int("on")).parameter(text_value),
                Function::new("setLight")
                    .parameter(light)
                    .parameter(FunctionValue::float("time").range(0.5, f64::INFINITY)),
            ],
            &["setLight"],
        );
        assert_eq!(text(&python(&led)), r"{'turn': ['on', 'it\'s']}");
        assert_eq!(
            text(&lua(&led)),
            r"{turn={ parameters={[1]={['rname']='on',['rtype']='int',},[2]={['rname']='it\'s',['rtype']='string',},}, returns={}},setLight={ parameters={[1]={['rname']='level',['rtype']='int',['default']='255',['min']='0',['max']='255',},[2]={['rname']='time',['rtype']='float',['min']='0.5',},}, returns={}},}"
        );
    }

    #[test]
    fn names_that_are_no_words_are_quoted_as_keys() {
        assert_eq!((key("get_volt"), key("2x"), key("a-b")), ("get_volt".into(), "['2x']".into(), "['a-b']".into()));
    }
}
