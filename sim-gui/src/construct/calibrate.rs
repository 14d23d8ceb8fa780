//! Tables of measurements of real parts, from which parameters are computed.

use super::offered;
use super::robot::{Piece, Robot};
use super::table::Table;
use super::{Construct, edits, files};
use crate::actions::{Request, RunRequest};
use crate::simulation::calls::Key;
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::number;
use egui::{RichText, TextEdit, Ui};
use serde_json::{Map, Value};
use sim_core::diagnostic::Diagnostic;
use std::collections::HashMap;

/// Minimum and maximum width of a cell, points.
const CELLS: [f32; 2] = [40.0, 90.0];

/// A table being filled.
#[derive(Default)]
struct Sheet {
    /// Cells as typed.
    rows: Vec<Vec<String>>,
    /// The computed parameters.
    computed: Option<Result<Map<String, Value>, String>>,
}

/// The tables of all parts, one of which is open.
#[derive(Default)]
pub struct Tables {
    sheets: HashMap<Key, Sheet>,
    open: Option<Key>,
    /// The component and the columns of the open table.
    of: Option<(String, Vec<String>)>,
}

impl Tables {
    /// Receives the computed parameters.
    pub fn answer(&mut self, key: &Key, result: &Result<Value, Diagnostic>) {
        let Some(sheet) = self.sheets.get_mut(key) else { return };
        sheet.computed = Some(match result {
            Ok(Value::Object(params)) if !params.is_empty() => Ok(params.clone()),
            Ok(_) => Err(words::NO_OBJECT.to_string()),
            Err(finding) => Err(finding.message.clone()),
        });
    }

    /// The open table, for a file; an error if a cell is not a number.
    pub fn to_table(&self) -> Result<Table, String> {
        let sheet = self.open.as_ref().and_then(|key| self.sheets.get(key));
        let (Some(key), Some(sheet), Some((component, columns))) = (&self.open, sheet, &self.of) else {
            return Err(words::NO_TABLE.to_string());
        };
        let rows = numbers(&sheet.rows).ok_or(words::NOT_NUMBERS)?;
        let (component, function, columns) = (component.clone(), key.function.clone(), columns.clone());
        Ok(Table { part: key.part.clone(), component, function, columns, rows })
    }

    /// Fills the open table from the text of a file.
    pub fn fill(&mut self, text: &str) -> Result<(), String> {
        let (Some(key), Some((_, columns))) = (&self.open, &self.of) else { return Err(words::NO_TABLE.to_string()) };
        let rows = super::table::read(text, columns)?;
        let rows = rows.into_iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        self.sheets.insert(key.clone(), Sheet { rows, computed: None });
        Ok(())
    }
}

/// The numbers of a table with at least one row; `None` if a cell is not a number.
fn numbers(rows: &[Vec<String>]) -> Option<Vec<Vec<f64>>> {
    let rows: Option<Vec<Vec<f64>>> =
        rows.iter().map(|row| row.iter().map(|cell| number::parse(cell)).collect()).collect();
    rows.filter(|rows| !rows.is_empty())
}

/// The button that opens the table of a function.
pub fn opener(ui: &mut Ui, construct: &mut Construct, name: &str, help: &str, key: &Key) {
    ui.horizontal_wrapped(|ui| {
        ui.label(name).on_hover_text(words::plain(help));
        let open = construct.tables.open.as_ref() == Some(key);
        let button = ui.add(egui::Button::new(words::CALIBRATE).selected(open)).on_hover_text(words::CALIBRATE_HELP);
        if button.clicked() {
            construct.tables.open = if open { None } else { Some(key.clone()) };
        }
    });
}

/// Shows the open table, if it belongs to this part.
pub fn show(
    ui: &mut Ui,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    robot: &Robot,
    piece: &Piece,
    requests: &mut Vec<Request>,
) {
    let Some(key) = construct.tables.open.clone() else { return };
    if key.part != piece.name || key.robot != robot.name {
        return;
    }
    let mut functions = offered::functions(construct, context, robot, piece).iter();
    let Some(function) = functions.find(|function| function.name == key.function && function.calibrates) else {
        return;
    };
    let columns: Vec<String> = function.parameters.iter().map(|column| column.name.clone()).collect();
    construct.tables.of = Some((piece.component.clone(), columns.clone()));
    ui.add_space(4.0);
    egui::Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let sheet = construct.tables.sheets.entry(key.clone()).or_default();
        if sheet.rows.is_empty() {
            sheet.rows.push(vec![String::new(); columns.len()]);
        }
        cells(ui, &mut sheet.rows, &columns);
        let rows = numbers(&sheet.rows);
        let ready = offered::is_ready(construct, context, robot, piece);
        ui.horizontal_wrapped(|ui| {
            let sheet = construct.tables.sheets.entry(key.clone()).or_default();
            if ui.button(words::ADD_ROW).on_hover_text(words::TABLE_HINT).clicked() {
                sheet.rows.push(vec![String::new(); columns.len()]);
            }
            let reason = if ready.is_none() { words::NOT_RUNNING } else { words::NOT_NUMBERS };
            let compute = ui.add_enabled(rows.is_some() && ready.is_some(), egui::Button::new(words::COMPUTE));
            if let Some((rows, robot)) = rows.zip(ready).filter(|_| compute.on_disabled_hover_text(reason).clicked()) {
                sheet.computed = None;
                let arguments = vec![Value::from(rows)];
                requests.push(Request::Run(RunRequest::Call { key: key.clone(), robot, arguments }));
            }
            files::table_buttons(ui, requests);
        });
        computed(ui, construct, &key, robot, piece, requests);
    });
}

/// The cells, each a text field. Pasting several rows or columns into one also fills the cells below and to the right.
fn cells(ui: &mut Ui, rows: &mut Vec<Vec<String>>, columns: &[String]) {
    let (mut gone, mut pasted) = (None, None);
    let width = ((ui.available_width() - 24.0) / columns.len().max(1) as f32 - 6.0).clamp(CELLS[0], CELLS[1]);
    egui::Grid::new("table").num_columns(columns.len() + 1).spacing([4.0, 3.0]).show(ui, |ui| {
        columns.iter().for_each(|column| _ = ui.weak(column));
        ui.end_row();
        for (number_of, row) in rows.iter_mut().enumerate() {
            row.resize(columns.len(), String::new());
            for (column, cell) in row.iter_mut().enumerate() {
                let bad = !cell.is_empty() && number::parse(cell).is_none();
                let ink = if bad { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
                let id = ui.scope_id().with(("cell", number_of, column));
                if ui.memory(|memory| memory.has_focus(id))
                    && let Some(block) = pasted_block(ui)
                {
                    pasted = Some((number_of, column, block));
                }
                let edit = TextEdit::singleline(cell).id(id).text_color(ink);
                let size = [width, ui.spacing().interact_size.y];
                let response = ui.add_sized(size, edit);
                let label = words::cell(&columns[column], number_of + 1);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
            }
            let label = words::remove_row(number_of + 1);
            let remove = ui.add(egui::Button::new("✖").frame(false)).on_hover_text(&label);
            remove.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            if remove.clicked() {
                gone = Some(number_of);
            }
            ui.end_row();
        }
    });
    if let Some(row) = gone {
        rows.remove(row);
    }
    if let Some((row, column, block)) = pasted {
        fill(rows, columns.len(), (row, column), &block);
    }
}

/// Takes pasted text if it has more than one cell.
fn pasted_block(ui: &Ui) -> Option<String> {
    ui.input_mut(|input| {
        let block = |event: &egui::Event| match event {
            egui::Event::Paste(text) => text.trim_end().contains(['\n', '\t', ';']),
            _ => false,
        };
        let at = input.events.iter().position(block)?;
        match input.events.remove(at) {
            egui::Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}

/// Fills cells from a given one with the rows of a text; columns are separated by tabs, semicolons or blanks.
fn fill(rows: &mut Vec<Vec<String>>, columns: usize, (first, left): (usize, usize), text: &str) {
    for (below, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let apart = |c: char| if line.contains(['\t', ';']) { matches!(c, '\t' | ';') } else { c.is_whitespace() };
        if rows.len() <= first + below {
            rows.push(vec![String::new(); columns]);
        }
        let cells = line.trim().split(apart).map(str::trim).filter(|cell| !cell.is_empty());
        for (cell, value) in rows[first + below].iter_mut().skip(left).zip(cells) {
            value.clone_into(cell);
        }
    }
}

/// The computed parameters, and the button that writes them to the part.
fn computed(
    ui: &mut Ui,
    construct: &mut Construct,
    key: &Key,
    robot: &Robot,
    piece: &Piece,
    requests: &mut Vec<Request>,
) {
    let sheet = construct.tables.sheets.get(key);
    match sheet.and_then(|sheet| sheet.computed.as_ref()) {
        None => {}
        Some(Err(reason)) => {
            ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
        }
        Some(Ok(params)) => {
            ui.separator();
            for (name, value) in params {
                ui.label(RichText::new(format!("{name}: {value}")).monospace());
            }
            if ui.button(crate::text::common::APPLY).on_hover_text(words::APPLY_HELP).clicked() {
                requests.push(edits::parameters(robot, piece, params));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BU-65: Live mode shows values beside each module and calls its functions.
    #[test]
    fn rows_of_a_spreadsheet_fill_the_cells_from_where_they_are_pasted() {
        let mut rows = vec![vec!["1".to_owned(), "2".to_owned()]];
        fill(&mut rows, 2, (0, 0), "10\t500\n15\t340,5\r\n\n20 ; 260\n");
        assert_eq!(rows, [["10", "500"], ["15", "340,5"], ["20", "260"]]);
        assert_eq!(numbers(&rows), Some(vec![vec![10.0, 500.0], vec![15.0, 340.5], vec![20.0, 260.0]]));
        fill(&mut rows, 2, (2, 1), "7\n8");
        assert_eq!((rows[2][1].as_str(), rows[3][1].as_str(), rows[3][0].as_str()), ("7", "8", ""));
        assert_eq!(numbers(&rows), None, "a cell is empty");
        assert_eq!(numbers(&[]), None);
    }
}
