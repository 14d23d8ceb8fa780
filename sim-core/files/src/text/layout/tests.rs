//! Tests of the layout.

use super::*;

fn laid_out(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("a.ron", None, text);
    let mut findings = Diagnostics::new();
    format(&sources, file, &mut findings).unwrap_or_else(|| panic!("{findings}\n{text}"))
}

#[test]
fn words_numbers_and_texts_keep_their_characters() {
    let written = "#![enable(implicit_some)]\n( a:0.500,b : deg( 90 ), r#type : r#\"x\n  y\"#,c:'\\n', d:[+1,0x1F , -1e-3] ,e:{ 2:Some( () )},)";
    let laid = "#![enable(implicit_some)]\n(\n    a: 0.500,\n    b: deg(90),\n    r#type: r#\"x\n  y\"#,\n    c: '\\n',\n    d: [+1, 0x1F, -1e-3],\n    e: {2: Some(())},\n)\n";
    assert_eq!(laid_out(written), laid);
    assert_eq!(laid_out(laid), laid);
}

#[test]
fn comments_stay_at_the_end_of_their_line_or_before_what_follows_them() {
    let written = "\u{feff}// head\r\n\r\n\r\n(a: 1 /* of a */, // too\r\n\r\n  // of b\r\n /* in line */ b: [ // list\r\n 1, 2 // two\r\n // end\r\n],\r\n c /* moves */ : // this, too\r\n 3) // after\r\n// tail";
    let laid = "\u{feff}// head\r\n\r\n(\r\n    a: 1, /* of a */ // too\r\n\r\n    // of b\r\n    /* in line */ b: [ // list\r\n        1,\r\n        2, // two\r\n        // end\r\n    ],\r\n    /* moves */\r\n    // this, too\r\n    c: 3,\r\n) // after\r\n// tail\r\n";
    assert_eq!(laid_out(written), laid);
    assert_eq!(laid_out(laid), laid);
}

#[test]
fn a_list_with_one_element_per_line_stays_so_and_numbers_and_tables_do_not() {
    let written = "(\n    robots: [\n        (\n            name: \"a\",\n        ),\n    ],\n    services: [\n        (name: \"b\")\n    ],\n    points: [\n        1, 2,\n    ],\n)\n";
    let laid = "(\n    robots: [\n        (name: \"a\"),\n    ],\n    services: [\n        (name: \"b\"),\n    ],\n    points: [1, 2],\n)\n";
    assert_eq!(laid_out(written), laid);
    assert_eq!(laid_out(laid), laid);
    assert_eq!(laid_out("( robots:[(name:\"a\")] )"), "(\n    robots: [(name: \"a\")],\n)\n");
}

#[test]
fn what_stood_on_one_line_may_be_wider_than_what_did_not() {
    let name = "n".repeat(95);
    let line = format!("(\n    a: [\n        (name: \"{name}\", b: 1),\n    ],\n)\n");
    assert_eq!(laid_out(&line), line);
    let broken = line.replace(", b", ",\n b");
    assert!(laid_out(&broken).contains("        (\n            name: "), "{}", laid_out(&broken));
    let wide = line.replace("\", b", "nnnnnnnnnnnn\", b");
    assert!(laid_out(&wide).contains("        (\n            name: "), "{}", laid_out(&wide));
}

#[test]
fn the_only_field_of_a_table_stays_behind_its_bracket() {
    let text = "(\n    params: (measures: [\n        (a: 1),\n        (a: 2),\n    ]),\n    x: (\n        y: [\n            (a: 1),\n        ],\n    ),\n)\n";
    assert_eq!(laid_out(text), text);
    assert_eq!(laid_out(&text.replace("        (a: 2)", "(a:2)")), text);
}

#[test]
fn many_numbers_stand_on_a_line_unless_comments_are_among_them() {
    let numbers = ["1.0"; 40].join(",");
    let laid = laid_out(&format!("(rows: [[{numbers}], [{numbers}]], points: [{}])", ["(1,\n deg(2))"; 12].join(",")));
    let row = format!("[\n            {},\n            {},\n        ]", ["1.0"; 19].join(", "), ["1.0"; 19].join(", "));
    let row = row.replace("\n        ]", "\n            1.0, 1.0,\n        ]");
    assert!(laid.contains(&format!("    rows: [\n        {row},\n        {row},\n    ],\n")), "{laid}");
    assert!(laid.contains("    points: [\n        (1, deg(2)), (1, deg(2)),"), "{laid}");
    assert_eq!(laid_out(&laid), laid);
    // Blank lines between numbers separate lines; those within a point do not.
    let parted = laid_out(&format!("([{}\n\n{}])", "1,".repeat(50), "(2,\n\n3),".repeat(20)));
    assert!(parted.contains("        1,\n\n        (2, 3),\n        (2, 3),\n"), "{parted}");
    assert_eq!(laid_out(&parted), parted);
    let points = laid_out(&format!("([{}])", "(2,\n\n3),".repeat(20)));
    assert!(points.contains("        (2, 3), (2, 3), (2, 3),"), "{points}");
    assert_eq!(laid_out(&points), points);
    assert_eq!(laid_out("([1, /* b */ 2, 3])"), "(\n    [\n        1,\n        /* b */ 2,\n        3,\n    ],\n)\n");
}

#[test]
fn a_file_with_mistakes_has_no_layout() {
    for (text, code) in [("(a: 1", "SC003"), ("(a: 1, a: 2)", "SC009")] {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", None, text);
        let mut findings = Diagnostics::new();
        assert_eq!(format(&sources, file, &mut findings), None);
        assert_eq!(findings.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>(), [code]);
    }
}

#[test]
fn a_comment_at_the_end_of_a_file_without_a_last_line_break_stays_on_its_line() {
    assert_eq!(laid_out("(a: 1) // c"), "(\n    a: 1,\n) // c\n");
    assert_eq!(laid_out("() /* b */ // c"), "() /* b */ // c\n");
    assert_eq!(laid_out("5 // c"), "5 // c\n");
}

#[test]
fn lines_end_as_the_first_one_does_whatever_stands_in_texts() {
    assert_eq!(laid_out("(a: \"x\r\ny\",\nb: 1)"), "(\n    a: \"x\r\ny\",\n    b: 1,\n)\n");
    assert_eq!(laid_out("(a: \"x\ny\",\r\nb: 1)"), "(\r\n    a: \"x\ny\",\r\n    b: 1,\r\n)\r\n");
    assert_eq!(laid_out("// head\r\n()"), "// head\r\n()\r\n");
}

#[test]
fn many_comments_before_a_comma_are_read_once() {
    // Takes hours if each of them is examined again for each of the others.
    let laid = laid_out(&format!("(\n    a: 1\n{}    ,\n)\n", "    // c\n".repeat(400_000)));
    assert_eq!(laid.lines().count(), 400_003);
}
