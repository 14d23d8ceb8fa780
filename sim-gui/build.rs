//! Generates the texts of the window from `src/text/locales/en.ftl`: a constant for each message without arguments, a function for each
//! message with arguments. A message `tree-show` becomes `tree::show`; its attribute `.help` becomes `tree::SHOW_HELP`. A message
//! `action-new` with its `.help` becomes `action::NEW`, which has both. A message that is unknown or unused, and a missing argument, are
//! therefore found by the compiler.
//!
//! Also embeds the guide in `../docs/src`: the pages of its table of contents, and their pictures.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

const SOURCE: &str = "src/text/locales/en.ftl";

fn main() {
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-changed=build.rs");
    let source = std::fs::read_to_string(SOURCE).unwrap_or_else(|error| panic!("{SOURCE}: {error}"));
    let resource =
        fluent_syntax::parser::parse(source.as_str()).unwrap_or_else(|(_, errors)| panic!("{SOURCE}: {}", errors[0]));
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let id = message.id.name;
        let (module, name) = id.split_once('-').unwrap_or_else(|| panic!("{SOURCE}: `{id}` is not `area-name`"));
        let code = modules.entry(module.to_string()).or_default();
        if module == "action" {
            let words = format!("Words {{ name: Text::new({id:?}), help: Text::new(\"{id}.help\") }}");
            writeln!(code, "pub const {}: Words = {words};", constant(name)).expect("strings are writable");
            continue;
        }
        if let Some(pattern) = &message.value {
            write_item(code, id, name, pattern);
        }
        for attribute in &message.attributes {
            let attribute_name = attribute.id.name;
            write_item(code, &format!("{id}.{attribute_name}"), &format!("{name}-{attribute_name}"), &attribute.value);
        }
    }
    let code: String =
        modules.iter().map(|(module, code)| format!("pub mod {module} {{\nuse super::*;\n{code}}}\n")).collect();
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    std::fs::write(folder.join("messages.rs"), code).expect("OUT_DIR is writable");
    std::fs::write(folder.join("guide.rs"), guide()).expect("OUT_DIR is writable");
}

/// Tables of the pages of the guide, in the order of its table of contents, and of their pictures.
fn guide() -> String {
    let folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("../docs/src");
    let read = |name: &str| {
        let path = folder.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let targets = |text: &str| -> Vec<String> {
        text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
    };
    let (mut pages, mut pictures) = (String::new(), BTreeSet::new());
    for page in targets(&read("SUMMARY.md")) {
        // A new picture of the window is made by a test of the window; a test of links finds those that are missing.
        let is_picture = |target: &String| target.starts_with("images/") && folder.join(target).is_file();
        pictures.extend(targets(&read(&page)).into_iter().filter(is_picture));
        writeln!(pages, "    ({page:?}, include_str!({:?})),", folder.join(&page)).expect("strings are writable");
    }
    let row =
        |name: &String| format!("    ({:?}, include_bytes!({:?})),\n", format!("bytes://{name}"), folder.join(name));
    let pictures: String = pictures.iter().map(row).collect();
    format!(
        "/// Name and text of each page.\nconst PAGES: &[(&str, &str)] = &[\n{pages}];\n\
        /// Address and bytes of each picture.\npub const PICTURES: &[(&str, &[u8])] = &[\n{pictures}];\n"
    )
}

/// Name of the constant of a message.
fn constant(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}

/// Writes the constant or the function of a message. Arguments are in alphabetical order: rewording does not change it.
fn write_item(code: &mut String, id: &str, name: &str, pattern: &Pattern<&str>) {
    let mut arguments = BTreeSet::new();
    collect_arguments(pattern, &mut arguments);
    if arguments.is_empty() {
        writeln!(code, "pub const {}: Text = Text::new({id:?});", constant(name)).expect("strings are writable");
        return;
    }
    let name = name.replace('-', "_");
    let parameters: Vec<String> = arguments.iter().map(|name| format!("{name}: impl Into<Argument<'a>>")).collect();
    let values: Vec<String> = arguments.iter().map(|name| format!("({name:?}, {name}.into())")).collect();
    let (parameters, values) = (parameters.join(", "), values.join(", "));
    writeln!(code, "pub fn {name}<'a>({parameters}) -> String {{ CATALOG.format({id:?}, &[{values}]) }}")
        .expect("strings are writable");
}

fn collect_arguments<'s>(pattern: &Pattern<&'s str>, arguments: &mut BTreeSet<&'s str>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            collect_of_expression(expression, arguments);
        }
    }
}

fn collect_of_expression<'s>(expression: &Expression<&'s str>, arguments: &mut BTreeSet<&'s str>) {
    let inline = match expression {
        Expression::Inline(inline) => inline,
        Expression::Select { selector, variants } => {
            variants.iter().for_each(|variant| collect_arguments(&variant.value, arguments));
            selector
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => _ = arguments.insert(id.name),
        InlineExpression::Placeable { expression } => collect_of_expression(expression, arguments),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("{SOURCE}: unsupported expression {other:?}"),
    }
}
