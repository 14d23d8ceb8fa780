//! Tables of numbers as CSV.

use crate::history::Series;
use std::io::Write;

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its heading.
    pub heading: String,
    /// Its numbers from top to bottom; `None` for an empty field.
    pub cells: Vec<Option<f64>>,
}

/// Joins histories to one table: a column `time [s]`, and one for each history with its heading. One row for every time until
/// `until` (s) in any of them; a field without a sample is empty.
pub fn joined(columns: &[(String, &Series)], until: f64) -> Vec<Column> {
    let samples: Vec<Vec<[f64; 2]>> = columns.iter().map(|(_, series)| series.samples()).collect();
    let headings = std::iter::once("time [s]").chain(columns.iter().map(|(heading, _)| heading.as_str()));
    let mut table: Vec<Column> =
        headings.map(|heading| Column { heading: heading.to_string(), cells: Vec::new() }).collect();
    let mut places = vec![0; samples.len()];
    loop {
        let next = samples.iter().zip(&places).filter_map(|(samples, place)| samples.get(*place));
        let Some(time) = next.map(|[time, _]| *time).reduce(f64::min).filter(|time| *time <= until) else {
            return table;
        };
        table[0].cells.push(Some(time));
        for ((samples, place), column) in samples.iter().zip(&mut places).zip(&mut table[1..]) {
            let found = samples.get(*place).filter(|[sampled, _]| *sampled == time);
            *place += usize::from(found.is_some());
            column.cells.push(found.map(|[_, value]| *value));
        }
    }
}

/// Writes columns as comma-separated values; missing fields of shorter columns are empty.
///
/// # Errors
/// Errors of the target.
pub fn write_csv(columns: &[Column], target: &mut impl Write) -> std::io::Result<()> {
    let headings: Vec<String> = columns.iter().map(|column| quoted(&column.heading)).collect();
    writeln!(target, "{}", headings.join(","))?;
    let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    for row in 0..rows {
        for (number, column) in columns.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            match column.cells.get(row).copied().flatten() {
                Some(value) => write!(target, "{comma}{value}")?,
                None => write!(target, "{comma}")?,
            }
        }
        writeln!(target)?;
    }
    Ok(())
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(columns: &[Column]) -> String {
        let mut text = Vec::new();
        write_csv(columns, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn tables_join_histories_by_time() {
        let a = Series::of([[0.0, 1.0], [0.1, 2.0], [0.2, 3.0]].into_iter());
        let b = Series::of([[0.1, 7.0]].into_iter());
        let columns = [("anna:range, front".to_string(), &a), ("channel".to_string(), &b)];
        assert_eq!(written(&joined(&columns, 0.15)), "time [s],\"anna:range, front\",channel\n0,1,\n0.1,2,7\n");
        assert_eq!(written(&joined(&columns, f64::INFINITY)).lines().count(), 4);
    }

    #[test]
    fn columns_of_different_length_stand_side_by_side() {
        let column = |heading: &str, cells: &[f64]| Column {
            heading: heading.into(),
            cells: cells.iter().copied().map(Some).collect(),
        };
        assert_eq!(written(&[column("a", &[1.0, 2.0]), column("b", &[3.0])]), "a,b\n1,3\n2,\n");
        assert_eq!(written(&[]), "\n");
    }
}
