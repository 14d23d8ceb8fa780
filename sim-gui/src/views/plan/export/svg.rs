//! A drawing as SVG. The view box is in meters; y is flipped to point down.

use super::{Drawing, EDGE, Item, LETTERS, Rgba, Width};
use std::fmt::Write;

/// Longer side of the sheet, mm: A4 with a margin.
const SHEET: f64 = 277.0;
const GRID: &str = "#d8d8d8";
const GREY: &str = "#555555";

/// The content of the file.
pub fn text(drawing: &Drawing) -> String {
    let [low, high] = drawing.field;
    let size = drawing.size();
    let scale = scale(size);
    // Meters in the world per hundredth of a millimeter on the sheet.
    let sheet = scale * 1e-5;
    let letters = LETTERS * sheet;
    let mut svg = String::new();
    let [width, height] = size.map(|metres| metres * 1000.0 / scale);
    let title = escaped(&drawing.title);
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        r#"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3}mm" height="{height:.3}mm" viewBox="{} {} {} {}" font-family="sans-serif" font-size="{letters}" stroke-linejoin="round" stroke-linecap="round">
<title>{title}</title>
<desc>{} to the right and {} up, in metres; scale 1:{scale}; after {:.2} s</desc>
<rect x="{}" y="{}" width="{}" height="{}" fill="white"/>"#,
        low[0],
        -high[1],
        size[0],
        size[1],
        drawing.axes[0],
        drawing.axes[1],
        drawing.time,
        low[0],
        -high[1],
        size[0],
        size[1],
    );
    let _ = writeln!(svg, r#"<g id="grid" stroke="{GRID}" stroke-width="{}">"#, 10.0 * sheet);
    for x in drawing.grid(0) {
        let _ = writeln!(svg, r#"<line x1="{x}" y1="{}" x2="{x}" y2="{}"/>"#, -low[1], -high[1]);
    }
    for y in drawing.grid(1) {
        let _ = writeln!(svg, r#"<line x1="{}" y1="{}" x2="{}" y2="{}"/>"#, low[0], -y, high[0], -y);
    }
    svg.push_str("</g>\n<g id=\"metres\" fill=\"");
    let _ = writeln!(svg, r#"{GREY}">"#);
    for x in drawing.grid(0) {
        let (label, y) = (drawing.label(x), -low[1] - 0.4 * letters);
        let _ = writeln!(svg, r#"<text x="{x}" y="{y}" text-anchor="middle">{label}</text>"#);
    }
    for y in drawing.grid(1) {
        let (label, x) = (drawing.label(y), low[0] + 0.4 * letters);
        let _ = writeln!(svg, r#"<text x="{x}" y="{}">{label}</text>"#, -y + 0.35 * letters);
    }
    svg.push_str("</g>\n<g id=\"plan\">\n");
    drawing.items.iter().for_each(|item| write_item(&mut svg, item, sheet));
    svg.push_str("</g>\n");
    let [step, right, top] = [drawing.grid_step(), high[0] - letters, -high[1] + 1.6 * letters];
    let _ = writeln!(
        svg,
        r#"<g id="scale"><line x1="{}" y1="{top}" x2="{right}" y2="{top}" stroke="black" stroke-width="{}"/><text x="{}" y="{}" text-anchor="end">{step} m, 1:{scale}</text></g>"#,
        right - step,
        60.0 * sheet,
        right,
        top - 0.4 * letters,
    );
    svg.push_str("</svg>\n");
    svg
}

/// The scale 1 : 1, 2 or 5 times a power of ten at which the drawing fits its sheet.
fn scale(size: [f64; 2]) -> f64 {
    let least = size.into_iter().fold(1e-6, f64::max) * 1000.0 / SHEET;
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|scale| *scale >= least).unwrap_or(power)
}

fn write_item(svg: &mut String, item: &Item, sheet: f64) {
    // Writing to a string cannot fail.
    let _ = match item {
        Item::Area { points, fill, edge } => writeln!(
            svg,
            r#"<polygon points="{}" {} {} stroke-width="{}"/>"#,
            list(points),
            color("fill", *fill),
            color("stroke", *edge),
            EDGE * sheet
        ),
        Item::Line { points, closed, color: ink, width } => {
            let width = match width {
                Width::Meters(metres) => *metres,
                Width::Sheet(hundredths) => hundredths * sheet,
            };
            let name = if *closed { "polygon" } else { "polyline" };
            let (points, stroke) = (list(points), color("stroke", *ink));
            writeln!(svg, r#"<{name} points="{points}" fill="none" {stroke} stroke-width="{width}"/>"#)
        }
        Item::Disc { at: [x, y], radius, fill } => {
            writeln!(svg, r#"<circle cx="{x}" cy="{}" r="{radius}" {}/>"#, -y, color("fill", *fill))
        }
        Item::Text { at: [x, y], text, color: ink } => {
            let (text, y, fill) = (escaped(text), -y, color("fill", *ink));
            writeln!(svg, r#"<text x="{x}" y="{y}" {fill}>{text}</text>"#)
        }
    };
}

fn list(points: &[[f64; 2]]) -> String {
    let point = |[x, y]: &[f64; 2]| format!("{:.5},{:.5}", x, -y);
    points.iter().map(point).collect::<Vec<_>>().join(" ")
}

fn color(what: &str, [red, green, blue, opacity]: Rgba) -> String {
    let plain = format!(r##"{what}="#{red:02x}{green:02x}{blue:02x}""##);
    match opacity {
        255 => plain,
        part => format!(r#"{plain} {what}-opacity="{:.3}""#, f32::from(part) / 255.0),
    }
}

/// Escapes text for XML; characters forbidden by XML 1.0 become the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use xml::reader::{EventReader, XmlEvent};

    #[test]
    fn a_plan_is_well_formed_and_to_scale() {
        let drawing = super::super::tests::drawing();
        let text = text(&drawing);
        let (mut names, mut words, mut box_and_width) = (Vec::new(), Vec::new(), None);
        for event in EventReader::from_str(&text) {
            match event.unwrap() {
                XmlEvent::StartElement { name, attributes, .. } => {
                    let value =
                        |wanted: &str| attributes.iter().find(|a| a.name.local_name == wanted).map(|a| a.value.clone());
                    if name.local_name == "svg" {
                        box_and_width = value("viewBox").zip(value("width"));
                    }
                    names.push(name.local_name);
                }
                XmlEvent::Characters(text) => words.push(text),
                _ => {}
            }
        }
        let (view, width) = box_and_width.unwrap();
        let view: Vec<f64> = view.split(' ').map(|part| part.parse().unwrap()).collect();
        assert_eq!((view[2], view[3]), (drawing.size()[0], drawing.size()[1]), "metres");
        // 4.48 m fit on 277 mm at 1:20.
        let width: f64 = width.trim_end_matches("mm").parse().unwrap();
        assert!((width * 20.0 / 1000.0 - view[2]).abs() < 1e-3, "{width}");
        assert!(words.iter().any(|word| word == "R&D <\"1\">"), "{words:?}");
        for name in ["polygon", "polyline", "circle", "text"] {
            assert!(names.iter().any(|found| found == name), "{name}");
        }
        assert!(text.contains("points=\"0.00000,-0.00000 4.00000,-0.00000 4.00000,-2.00000"), "y is up");
    }

    #[test]
    fn what_xml_forbids_is_not_written() {
        assert_eq!(escaped("a\u{1}b\nc"), "a\u{fffd}b c");
    }

    #[test]
    fn scales_are_round() {
        assert_eq!([0.2, 0.3, 5.0, 100.0].map(|size| scale([size, 0.1])), [1.0, 2.0, 20.0, 500.0]);
    }
}
