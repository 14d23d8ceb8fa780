//! Files of measurement tables.

use crate::text::table as words;
use sim_core::diagnostic::Diagnostics;
use sim_core::scene::text::{Format, Node, Sources, read as read_text};
use std::fmt::Write;

/// A table of measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Name of the measured part.
    pub part: String,
    /// Its component.
    pub component: String,
    /// The function that computes parameters from it.
    pub function: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows with one number per column.
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    /// The table as RON, with a header comment.
    pub fn to_ron(&self) -> String {
        let Self { part, component, function, columns, rows } = self;
        let mut text = format!("// Measurements of the part `{part}` ({component}), for its function `{function}`.\n");
        let _ = writeln!(text, "// One row per measurement; its numbers are: {}.", columns.join(", "));
        let _ = writeln!(text, "(\n    component: {component:?},\n    function: {function:?},");
        let _ = writeln!(text, "    columns: {columns:?},\n    rows: [");
        for row in rows {
            let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "        [{}],", numbers.join(", "));
        }
        text.push_str("    ],\n)\n");
        text
    }
}

/// Reads the rows of a table with these columns.
///
/// # Errors
/// The error, with line and field.
pub fn read(text: &str, columns: &[String]) -> Result<Vec<Vec<f64>>, String> {
    let mut sources = Sources::default();
    let mut findings = Diagnostics::new();
    let file = sources.add("", None, text);
    let line = |node: &Node| sources.place(node.span).map_or(1, |(_, place)| place.line);
    let node = read_text(&sources, file, Format::Ron, &mut findings);
    if let Some(finding) = findings.iter().next().filter(|_| findings.has_errors()) {
        let line = finding.place.map_or(1, |place| place.line);
        return Err(words::at(line, &finding.message));
    }
    let node = node.ok_or(words::EMPTY)?;
    let field = |name: &str| node.get(name).ok_or_else(|| words::at(line(&node), words::missing(name)));
    let names = field("columns")?;
    let found: Vec<&str> = names.items().unwrap_or_default().iter().filter_map(Node::as_text).collect();
    if found != columns {
        return Err(words::at(line(names), words::columns(columns.join(", "), found.join(", "))));
    }
    let rows = field("rows")?;
    let items = rows.items().ok_or_else(|| words::at(line(rows), words::no_rows(rows.describe())))?;
    let row = |(number, row): (usize, &Node)| {
        let cells = row.items().unwrap_or_default();
        if cells.len() != columns.len() {
            return Err(words::at(line(row), words::row(columns.len(), cells.len(), number)));
        }
        let cell = |(column, cell): (usize, &Node)| {
            let wrong = || words::at(line(cell), words::no_number(&columns[column], cell.describe(), number));
            cell.to_json().as_f64().ok_or_else(wrong)
        };
        cells.iter().enumerate().map(cell).collect()
    };
    items.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<String> {
        vec!["cm".to_owned(), "value".to_owned()]
    }

    /// BU-65: Live mode shows values beside each module and calls its functions.
    #[test]
    fn a_table_is_the_same_after_saving_and_loading() {
        let rows = vec![vec![10.0, 500.0], vec![12.5, -0.25], vec![1e-7, 3.0]];
        let (component, function) = ("range/ray".into(), "calibrate".into());
        let table = Table { part: "front".into(), component, function, columns: columns(), rows: rows.clone() };
        let text = table.to_ron();
        assert!(text.starts_with("// Measurements of the part `front` (range/ray)"), "{text}");
        assert_eq!(read(&text, &columns()), Ok(rows));
    }

    /// BU-65: Live mode shows values beside each module and calls its functions.
    #[test]
    fn a_bad_table_names_line_and_field() {
        let refused = |text: &str| read(text, &columns()).unwrap_err();
        let error = refused("(\n columns: [\"cm\", \"value\"],\n rows: [\n  [1, 2],\n  [3],\n ])");
        assert_eq!(error, "line 5: `rows[1]`: expected 2 numbers, found 1");
        let error = refused("(\n columns: [\"cm\", \"value\"],\n rows: [\n  [1, \"x\"],\n ])");
        assert!(error.starts_with("line 4: `rows[0]`, column value"), "{error}");
        assert_eq!(refused("(\n columns: [\"m\"],\n rows: [])"), "line 2: `columns`: expected cm, value, found m");
        assert_eq!(refused("(columns: [\"cm\", \"value\"])"), "line 1: missing field `rows`");
        assert!(refused("(\n columns: [\"cm\",\n rows: [").starts_with("line "));
    }
}
