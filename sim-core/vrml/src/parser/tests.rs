//! Tests of the reader.

use super::*;
use sim_fuzz::{Depth, Random, fuzz, mutate};

const HEADER: &str = "#VRML_SIM R2023b utf8\n";

fn parsed(text: &str) -> World {
    parse(format!("{HEADER}{text}").as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The error of a text below the first line.
fn error(text: &str) -> Error {
    match parse(format!("{HEADER}{text}").as_bytes()) {
        Ok(world) => panic!("{text}: {world:?}"),
        Err(error) => error,
    }
}

fn said(text: &str) -> String {
    error(text).to_string()
}

#[test]
fn headers_say_the_format() {
    let dialect =
        |line: &str| parse(line.as_bytes()).map(|world| world.dialect.to_string()).map_err(|error| error.kind);
    for (line, name) in [
        ("#VRML V2.0 utf8", "VRML97"),
        ("\u{feff}#VRML V2.0 utf8 by hand\r\n", "VRML97"),
        ("#VRML_SIM V5.0 utf8\n", "Webots V5.0"),
        ("#VRML_SIM R2018a rev1 utf8", "Webots R2018a"),
        ("#VRML_SIM R2025a utf8", "Webots R2025a"),
    ] {
        assert_eq!(dialect(line).as_deref(), Ok(name));
    }
    assert_eq!(dialect("#VRML V1.0 ascii"), Err(ErrorKind::Vrml1));
    for line in ["", "Shape {}", "#VRML_SIM utf8", "#VRML_SIM Rab", "#VRML_SIM R2022é utf8", "#X3D V3.0 utf8"] {
        assert!(matches!(dialect(line), Err(ErrorKind::Header { .. })), "{line}");
    }
    assert!(parse(b"#VRML_SIM R2022a utf8").unwrap().dialect.has_axes_along_z());
    assert!(!parse(b"#VRML_SIM R2021b utf8").unwrap().dialect.has_axes_along_z());
    assert!(!parse(b"#VRML_SIM V8.6 utf8").unwrap().dialect.has_axes_along_z());
    for (release, z_up) in [("V8.6", false), ("R2020a", false), ("R2020b", true), ("R2025a", true)] {
        assert_eq!(
            parse(format!("#VRML_SIM {release} utf8").as_bytes()).unwrap().dialect.has_z_up(),
            z_up,
            "{release}"
        );
    }
    assert!(!parse(b"#VRML V2.0 utf8").unwrap().dialect.has_z_up());
    assert_eq!(parse(b"\x1f\x8b\x08").unwrap_err().kind, ErrorKind::Compressed);
    let latin = parse(b"#VRML V2.0 utf8\n# caf\xe9").unwrap_err();
    assert_eq!((latin.kind, latin.place.to_string()), (ErrorKind::NotUtf8, "2:6".into()));
}

#[test]
fn values_of_every_kind_are_read_with_their_places() {
    let world = parsed(
        "Solid { # a comment, with } and \"\n translation 1,-2.5 .5e1 name \"a \\\"b\\\" \\\\ \\n\" locked TRUE\n \
         list [ 0x10, 7 -1 ] info [\"x\" \"y\"] children [ DEF A Group { } USE A ] boundingObject USE A physics NULL none []\n \
         hidden position_0 3 flags [TRUE FALSE] last 1. }",
    );
    let solid = world.node(world.roots[0].id);
    let value = |name: &str| solid.field(name).unwrap().value.clone();
    assert_eq!(value("translation"), Value::Numbers(vec![1.0, -2.5, 5.0]));
    assert_eq!(value("name"), Value::Texts(vec!["a \"b\" \\ \\n".into()]));
    assert_eq!(value("locked"), Value::Bools(vec![true]));
    assert_eq!(value("list"), Value::Numbers(vec![16.0, 7.0, -1.0]));
    assert_eq!(value("info"), Value::Texts(vec!["x".into(), "y".into()]));
    assert_eq!((value("physics"), value("none")), (Value::Null, Value::Empty));
    assert_eq!(value("flags"), Value::Bools(vec![true, false]));
    assert!(solid.field("position_0").unwrap().hidden && !solid.field("last").unwrap().hidden);
    let (Value::Nodes(children), Value::Nodes(bounds)) = (value("children"), value("boundingObject")) else { panic!() };
    assert_eq!((children[0].id, children[1].id), (bounds[0].id, bounds[0].id));
    assert_eq!((children[0].is_use, children[1].is_use), (false, true));
    assert_eq!((solid.inside, solid.height), (1, 2));
    let text = format!("{HEADER}Solid {{ # a comment, with }} and \"\n translation 1,-2.5 .5e1");
    let place = Place::of(&text, solid.field("translation").unwrap().value_span.start);
    assert_eq!(place.to_string(), "3:14");
}

#[test]
fn protos_routes_and_scripts_are_passed_over() {
    let world = parsed(
        r#"EXTERNPROTO "https://example.org/objects/Door.proto"
        IMPORTABLE EXTERNPROTO "Wall.proto"
        EXTERNPROTO Lamp [ field SFFloat on eventIn SFBool "x]" ] [ "lamp.wrl" ]
        EXTERNPROTO Lid [ ] "lid.wrl"
        PROTO Post [ field SFFloat height 1 ] { %< 'a' "b }" >% Shape { geometry Box { size IS height } } }
        Script { url "x" eventIn SFTime start eventOut SFBool done IS over field SFVec3f at 1 2 3 field MFNode n [ ] }
        Group { children [ Post { height 2 } ] ROUTE A.b TO C.d }
        ROUTE A.b TO C.d"#,
    );
    let names: Vec<_> = world.protos.iter().map(|proto| (proto.name.as_str(), proto.external)).collect();
    assert_eq!(names, [("Door", true), ("Wall", true), ("Lamp", true), ("Lid", true), ("Post", false)]);
    assert_eq!((world.roots.len(), world.routes.len()), (2, 2));
    assert_eq!(world.node(world.roots[0].id).field("at").unwrap().value, Value::Numbers(vec![1.0, 2.0, 3.0]));
}

#[test]
fn errors_are_reported_with_line_and_column() {
    for (text, expected) in [
        (
            "Shape { geometry Box { size 1 2 3 }",
            "2:36: expected the name of a field, or `}`, found the end of the file",
        ),
        (
            "Shape\n{ geometry }",
            "3:12: expected a value: numbers, a text, TRUE, FALSE, NULL, a node or a list in `[ ]`, found `}`",
        ),
        ("Shape [ ]", "2:7: expected `{` after the type of a node, found `[`"),
        ("Box { size 1 2 3x }", "2:16: `3x` is not a valid number"),
        ("Box { size 1e999 }", "2:12: `1e999` is not a valid number"),
        ("Box { size -inf }", "2:12: `-inf` is not a valid number"),
        ("WorldInfo { title \"a }\n", "2:19: unclosed string"),
        ("Group { children [ 1 \"a\" ] }", "2:22: the elements of a list have different types"),
        ("Group { children [ [ ] ] }", "2:20: expected another value of the list, or `]`, found `[`"),
        ("Group { children USE LATER } DEF LATER Box { }", "2:22: no node above is named `LATER`"),
        ("DEF A Group { children USE A }", "2:28: `A` contains itself"),
        ("DEF A USE A", "2:7: expected a node: its type, DEF or USE, found `USE`"),
        ("5 }", "2:1: expected a node, DEF, USE, PROTO, EXTERNPROTO or ROUTE, found `5`"),
        ("ROUTE a TO b", "2:1: expected `ROUTE node.event TO node.event`, found `ROUTE`"),
        (
            "PROTO P [ ] { Shape {",
            "2:22: expected the interface of the PROTO in `[ ]` and its body in `{ }`, found the end of the file",
        ),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
    let ErrorKind::Unexpected { opened, .. } = error("Group {\n children [").kind else { panic!() };
    assert_eq!(opened.unwrap().to_string(), "3:11");
    let ErrorKind::UnknownName { known, .. } = error("DEF B Box {} DEF A Box {} USE C").kind else { panic!() };
    assert_eq!(known, ["A", "B"]);
}

#[test]
fn a_duplicate_name_refers_to_the_last_node_above() {
    let world = parsed("DEF A Box { } DEF A Sphere { } USE A");
    assert_eq!(world.node(world.roots[2].id).kind, "Sphere");
    // While the second one is open, the name refers to the first one.
    let world = parsed("DEF A Box { } DEF A Group { children USE A }");
    let Value::Nodes(children) = &world.node(world.roots[1].id).fields[0].value else { panic!() };
    assert_eq!(world.node(children[0].id).kind, "Box");
}

#[test]
fn nesting_is_limited_also_along_uses() {
    let nested = |depth: usize| format!("{}{}", "Group { children ".repeat(depth), "Group { } ") + &"} ".repeat(depth);
    assert_eq!(parsed(&nested(MAX_DEPTH as usize - 1)).node(NodeId(0)).height, MAX_DEPTH);
    assert_eq!(error(&nested(MAX_DEPTH as usize)).kind, ErrorKind::TooDeep);
    assert_eq!(error(&nested(100_000)).kind, ErrorKind::TooDeep);
    // Each uses the previous one at the bottom of 60 nodes.
    let link =
        |name: &str, inner: &str| format!("DEF {name} {}{inner} {}\n", "Group { children ".repeat(60), "} ".repeat(60));
    let chain = format!("{}{}{}", link("A", "NULL"), link("B", "USE A"), link("C", "USE B"));
    assert_eq!(parsed(&chain).roots.len(), 3);
    assert_eq!(error(&format!("{chain}{}", link("D", "USE C"))).kind, ErrorKind::TooDeep);
}

/// Words that are difficult for readers of such files.
const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\\"",
    "#",
    "DEF A",
    "USE A",
    "USE B",
    "DEF",
    "USE",
    "NULL",
    "TRUE",
    "FALSE",
    "IS x",
    "PROTO P [ ] { }",
    "EXTERNPROTO \"a.proto\"",
    "ROUTE a.b TO c.d",
    "hidden",
    "field SFFloat x 1",
    "eventIn SFTime t",
    "-",
    "+",
    ".",
    "1e999",
    "0x",
    "0xffffffffff",
    "nan",
    "é",
    "\u{feff}",
    "\u{0}",
    "\r",
    ",",
    "children [",
    "Group { children ",
    "1 2 3",
];

fn corpus() -> Vec<&'static [u8]> {
    vec![
        b"#VRML V2.0 utf8\nDEF T Transform { translation 0 1 0 children [ Shape { appearance Appearance { material DEF M Material \
          { diffuseColor 1 0 0 } } geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 \
          -1 ] } } USE M ] } USE T ROUTE T.a TO T.b",
        b"#VRML_SIM R2023b utf8\nEXTERNPROTO \"https://a/b.proto\"\nPROTO P [ field SFFloat x 1 ] { Box { size IS x } }\nWorldInfo \
          { info [ \"a\" \"b\" ] title \"t\" basicTimeStep 16 }\nSolid { hidden position_0 1 name \"s\" boundingObject DEF B Box { } \
          physics NULL locked TRUE }\nSolid { boundingObject USE B }",
        b"#VRML V2.0 utf8\nScript { eventIn SFTime s field MFNode n [ Group { } ] url \"javascript: f()\" }",
    ]
}

#[test]
fn fuzz_vrml_never_panics() {
    let read = |input: &[u8]| match parse(input) {
        Ok(world) => {
            assert!(world.nodes().iter().all(|node| node.height <= MAX_DEPTH));
            Depth::Accepted
        }
        Err(error) => {
            let text = String::from_utf8_lossy(input);
            assert!(error.span.start <= error.span.end && error.span.end <= input.len(), "{error}");
            assert!(error.place.line <= text.matches('\n').count() + 1 && !error.to_string().is_empty());
            if matches!(error.kind, ErrorKind::UnknownName { .. } | ErrorKind::Cycle { .. }) {
                Depth::Meaning
            } else {
                Depth::Form
            }
        }
    };
    let corpus = corpus();
    corpus.iter().for_each(|text| assert_eq!(read(text), Depth::Accepted));
    let make = |random: &mut Random| {
        let (text, other) = (random.pick(&corpus), random.pick(&corpus));
        mutate(text, other, WORDS, random)
    };
    fuzz("fuzz_vrml", 5000, [0.3, 0.25], make, read);
}
