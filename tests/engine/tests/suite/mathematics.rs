//! System symbols imported by the plugin libraries.

use object::Object;
use object::read::NameOrOrdinal;

/// Functions of C's math library whose last bits are implementation-defined. Those fixed by IEEE 754 (`fma`, `fmod`,
/// `floor` and the like) are excluded.
const OPEN: [&str; 25] = [
    "sin", "cos", "sincos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt", "hypot",
];

/// Covers both the plugins' own code and their dependencies: linked code imports by name.
#[test]
fn no_plugin_library_takes_mathematics_from_the_system() {
    let mut found = Vec::new();
    for file in sim_engine_tests::plugin_files() {
        let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let library = object::File::parse(&*bytes).expect("a library has the form of this system");
        let imports = library.imports().expect("a library lists its imports");
        let imports: Vec<_> = imports.map(|import| import.expect("an import has a name")).collect();
        assert!(!imports.is_empty(), "{} imports nothing", file.display());
        let names = imports.iter().filter_map(|import| match import.name() {
            NameOrOrdinal::Name(name) => Some(String::from_utf8_lossy(name)),
            NameOrOrdinal::Ordinal(_) => None,
        });
        let open = names.filter(|name| {
            let name = name.trim_start_matches('_');
            OPEN.iter().any(|function| name == *function || name.strip_suffix('f') == Some(function))
        });
        found.extend(open.map(|name| format!("{} imports {name}", file.file_name().unwrap_or_default().display())));
    }
    assert!(found.is_empty(), "{found:#?}");
}
