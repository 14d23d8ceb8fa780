//! The header `sim.h`: generated from the Rust sources of the ABI, followed by helpers for plugin authors.

use crate::compiler::{done, include, root, strict};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Source files of the ABI, in the order of the header.
const SOURCES: [&str; 7] = ["views", "types", "../keys", "reply", "host", "frames", "module"];
/// Handwritten parts, in order.
const HELPERS: [&str; 6] = ["json", "answer", "request", "declare", "call", "manifest"];
/// C names of views and rows.
const VIEWS: [(&str, &str); 17] = [
    ("View_u8", "sim_text"),
    ("View_f64", "sim_numbers"),
    ("ViewMut_f64", "sim_numbers_out"),
    ("View_Vec3", "sim_vectors"),
    ("View_Pose", "sim_poses_view"),
    ("ViewMut_u8", "sim_bytes_out"),
    ("ViewMut_u32", "sim_codes_out"),
    ("ViewMut_RandomState", "sim_random_streams"),
    ("Rows_Ray", "sim_ray_rows"),
    ("Rows_JointState", "sim_joint_rows"),
    ("RowsMut_JointState", "sim_joint_rows_out"),
    ("RowsMut_Hit", "sim_hit_rows_out"),
    ("RowsMut_Contact", "sim_contact_rows_out"),
    ("RowsMut_Ground", "sim_ground_rows_out"),
    ("RowsMut_Beacon", "sim_beacon_rows_out"),
    ("RowsMut_Light", "sim_light_rows_out"),
    ("RowsMut_Message", "sim_message_rows_out"),
];

fn source(name: &str) -> std::path::PathBuf {
    root().join("sim-abi/src/ffi").join(format!("{name}.rs"))
}

/// `JointState` as `joint_state`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// Structs and constants of the sources, with their C names.
pub struct Names {
    /// Structs without type parameters.
    pub structs: Vec<String>,
    /// Rust name and C name.
    pub all: BTreeMap<String, String>,
}

/// Reads the names from the sources.
pub fn names() -> Names {
    let mut names = Names { structs: Vec::new(), all: BTreeMap::new() };
    for (rust, c) in VIEWS {
        names.all.insert(rust.into(), c.into());
    }
    for (rust, c) in [("Text", "sim_text"), ("Status", "sim_status"), ("Instance", "sim_instance")] {
        names.all.insert(rust.into(), c.into());
    }
    for file in SOURCES {
        let text = std::fs::read_to_string(source(file)).expect("the source is there");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_string();
        let mut repr_c = false;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.split([' ', '<']).next()) {
                if repr_c && !line.contains('<') {
                    names.structs.push(name.into());
                    names.all.insert(name.into(), format!("sim_{}", snake(name)));
                }
                repr_c = false;
            }
            repr_c |= line == "#[repr(C)]";
            if let Some(name) = line.strip_prefix("pub const ").and_then(|rest| rest.split(':').next())
                && line.contains(": ")
                && !line.contains(" fn ")
            {
                let prefix = if file == "../keys" { "SIM_KEY_" } else { "SIM_" };
                names.all.insert(name.into(), format!("{prefix}{name}"));
            }
        }
    }
    names
}

fn bindings(names: &Names) -> String {
    let mut config = cbindgen::Config {
        language: cbindgen::Language::C,
        style: cbindgen::Style::Both,
        no_includes: true,
        usize_is_size_t: true,
        documentation_style: cbindgen::DocumentationStyle::C99,
        line_length: 110,
        tab_width: 4,
        ..cbindgen::Config::default()
    };
    config.export.include = names.structs.clone();
    config.export.rename = names.all.clone().into_iter().collect();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in SOURCES {
        builder = builder.with_src(source(file));
    }
    let mut out = Vec::new();
    builder.generate().expect("the sources can be read").write(&mut out);
    String::from_utf8(out).expect("a header is text")
}

/// Removes the markup of documentation links, and converts names of Rust items to C.
fn plain(line: &str, names: &Names) -> String {
    let Some(at) = line.find("// ") else { return line.to_string() };
    let (code, mut comment) = (&line[..at], line[at..].to_string());
    while let Some(start) = comment.find("[`") {
        let Some(end) = comment[start..].find("`]").map(|end| start + end) else { break };
        let name = comment[start + 2..end].to_string();
        let mut after = end + 2;
        if comment[after..].starts_with('(') {
            after += comment[after..].find(')').map_or(0, |close| close + 1);
        }
        let last = name.rsplit("::").next().unwrap_or(&name);
        let replacement = names.all.get(last).cloned().unwrap_or_else(|| match name.rsplit_once("::") {
            Some((owner, field)) if names.all.contains_key(owner) => format!("{} of {}", field, names.all[owner]),
            Some(_) => format!("{last} in the API reference"),
            None => name.clone(),
        });
        comment.replace_range(start..after, &replacement);
    }
    format!("{code}{comment}")
}

/// The whole header.
fn generated() -> String {
    let names = names();
    let c = |file: &str| {
        let path = root().join("sim-abi/src/ffi/c").join(file);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut header = c("begin.h");
    // An alias for a view that already has this name, with the comment before it.
    let alias = "// Text in UTF-8, without a zero at its end.\ntypedef struct sim_text sim_text;\n\n";
    for line in bindings(&names).replace(alias, "").lines() {
        let _ = writeln!(header, "{}", plain(line, &names));
    }
    header.push('\n');
    for part in HELPERS {
        header.push_str(&c(&format!("{part}.h")));
    }
    header.push_str(&c("end.h"));
    header
}

/// Set to 1, the test writes the header instead of comparing it.
const RENEW: &str = "SIM_RENEW_HEADER";

#[test]
fn the_header_is_what_the_rust_sources_say() {
    let file = include().join("sim.h");
    let header = generated();
    if std::env::var_os(RENEW).is_some() {
        std::fs::create_dir_all(include()).expect("the folder can be made");
        std::fs::write(&file, &header).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = header.lines().zip(committed.lines()).position(|(a, b)| a != b);
    assert!(
        header == committed,
        "{} differs from the sources from line {}; update it with\n  {RENEW}=1 cargo test -p sim-c-tests --test c header",
        file.display(),
        differs.unwrap_or(header.lines().count().min(committed.lines().count())) + 1
    );
}

#[test]
fn the_header_alone_compiles_without_a_warning_as_c_and_as_cpp() {
    let folder = tempfile::tempdir().unwrap();
    for (name, cpp) in [("a.c", false), ("a.cpp", true)] {
        let file = folder.path().join(name);
        // Twice, since headers include each other.
        std::fs::write(&file, "#include \"sim.h\"\n#include \"sim.h\"\nint main(void) { return 0; }\n").unwrap();
        done(strict(cpp).arg("-o").arg(folder.path().join("a")).arg(&file).arg("-lm"));
    }
}

#[test]
fn every_struct_and_every_constant_of_the_contract_is_in_the_header() {
    let header = std::fs::read_to_string(include().join("sim.h")).unwrap();
    let names = names();
    assert!(names.structs.len() >= 35, "{:?}", names.structs);
    for name in &names.structs {
        let c = &names.all[name];
        assert!(header.contains(&format!("typedef struct {c} {{")), "{c} is missing");
    }
    for c in names.all.values().filter(|name| name.starts_with("SIM_")) {
        assert!(header.contains(&format!("#define {c} ")), "{c} is missing");
    }
    let left: Vec<&str> = header.lines().filter(|line| line.contains("View_") || line.contains("Rows_")).collect();
    assert!(left.is_empty(), "types without a name for authors: {left:?}");
    assert!(Path::new(&include()).join("sim.h").is_file());
}
