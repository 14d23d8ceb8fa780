//! Piecewise linear sensor response tables with an error for each response.
//!
//! A row consists of a quantity (a distance, a brightness), the response to it, and the standard deviation of the response's error as a
//! fraction of the response. Between rows both are interpolated linearly; before the first and after the last row they are constant.
//!
//! ```
//! let table = response_table::ResponseTable::new(vec![[0.0, 255.0, 0.1], [0.5, 0.0, 0.1]])?;
//! assert_eq!(table.at(0.25), response_table::Response { value: 127.5, error: 0.1 });
//! # Ok::<(), response_table::Invalid>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

/// Largest magnitude of a number in a table, so that interpolated values are finite.
const LARGEST: f64 = 1e100;

/// A validated response table.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseTable(Vec<[f64; 3]>);

/// Response to a quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// The response.
    pub value: f64,
    /// Standard deviation of its error, as a fraction of it.
    pub error: f64,
}

/// Why a table is rejected. Rows count from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Invalid {
    /// It has no rows.
    Empty,
    /// A number in this row is not finite, or beyond ±1e100.
    NotFinite(usize),
    /// The first quantity is negative.
    Negative(f64),
    /// The quantity of this row is not greater than that of the previous row.
    Order(usize),
    /// The error in this row is negative.
    Error(usize, f64),
}

impl Invalid {
    /// Returns how to fix the table.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Empty => "add rows of quantity, response and relative error",
            Self::NotFinite(_) => "use numbers from −1e100 to 1e100",
            Self::Negative(_) => "use quantities of 0 or more",
            Self::Order(_) => "sort the rows by increasing quantity, without duplicates",
            Self::Error(..) => "use standard deviations of 0 or more, relative to the response",
        }
    }
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => write!(f, "`table` is empty"),
            Self::NotFinite(row) => write!(f, "a number in row {} of `table` is not finite or too large", row + 1),
            Self::Negative(first) => write!(f, "`table` starts at {first}"),
            Self::Order(row) => write!(f, "row {} of `table` is not greater than the previous row", row + 1),
            Self::Error(row, error) => write!(f, "the error in row {} of `table` is {error}", row + 1),
        }
    }
}

impl std::error::Error for Invalid {}

impl ResponseTable {
    /// Creates a table from rows of quantity, response, and relative error.
    ///
    /// # Errors
    /// If there are no rows, a number is not finite or beyond ±1e100, a quantity or an error is negative, or the quantities are not
    /// increasing.
    pub fn new(rows: Vec<[f64; 3]>) -> Result<Self, Invalid> {
        let [first, _, _] = *rows.first().ok_or(Invalid::Empty)?;
        if let Some(row) = rows.iter().position(|row| !row.iter().all(|number| number.abs() <= LARGEST)) {
            return Err(Invalid::NotFinite(row));
        }
        if first < 0.0 {
            return Err(Invalid::Negative(first));
        }
        if let Some(row) = (1..rows.len()).find(|row| rows[*row][0] <= rows[row - 1][0]) {
            return Err(Invalid::Order(row));
        }
        match rows.iter().position(|row| row[2] < 0.0) {
            Some(row) => Err(Invalid::Error(row, rows[row][2])),
            None => Ok(Self(rows)),
        }
    }

    /// Returns the quantity of the last row; beyond it the response is constant.
    pub fn end(&self) -> f64 {
        self.0[self.0.len() - 1][0]
    }

    /// Returns the response and its relative error for a quantity.
    pub fn at(&self, quantity: f64) -> Response {
        let table = &self.0;
        let next = table.partition_point(|row| row[0] <= quantity);
        let between = |column: usize| {
            let (Some(before), Some(after)) = (next.checked_sub(1).map(|row| table[row]), table.get(next)) else {
                return table[next.min(table.len() - 1)][column];
            };
            before[column] + (after[column] - before[column]) * (quantity - before[0]) / (after[0] - before[0])
        };
        Response { value: between(1), error: between(2) }
    }

    /// Returns the minimum and maximum response.
    pub fn range(&self) -> [f64; 2] {
        let responses = || self.0.iter().map(|row| row[1]);
        [responses().fold(f64::INFINITY, f64::min), responses().fold(f64::NEG_INFINITY, f64::max)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_and_errors_are_interpolated_and_stay_at_the_ends() {
        let table = ResponseTable::new(vec![[0.25, 100.0, 0.5], [0.5, 50.0, 0.25], [1.0, 75.0, 0.25]]).unwrap();
        for (quantity, value, error) in [
            (0.0, 100.0, 0.5),
            (0.25, 100.0, 0.5),
            (0.375, 75.0, 0.375),
            (0.5, 50.0, 0.25),
            (0.75, 62.5, 0.25),
            (9.0, 75.0, 0.25),
        ] {
            assert_eq!(table.at(quantity), Response { value, error }, "{quantity}");
        }
        assert_eq!((table.end(), table.range()), (1.0, [50.0, 100.0]));
        let one = ResponseTable::new(vec![[0.0, 7.0, 0.0]]).unwrap();
        assert_eq!((one.at(0.0).value, one.at(1e9).value, one.end()), (7.0, 7.0, 0.0));
    }

    #[test]
    fn faulty_tables_are_refused_with_their_row_and_a_remedy() {
        for (rows, words) in [
            (vec![], "is empty"),
            (vec![[-0.5, 1.0, 0.0]], "starts at -0.5"),
            (vec![[0.0, 1.0, 0.0], [1.0, f64::NAN, 0.0]], "row 2 of `table` is not finite"),
            (vec![[0.5, 1.0, 0.0], [0.5, 2.0, 0.0]], "row 2 of `table` is not greater"),
            (vec![[0.5, 1.0, 0.0], [1.0, 2.0, -0.5]], "the error in row 2 of `table` is -0.5"),
        ] {
            let invalid = ResponseTable::new(rows).unwrap_err();
            assert!(invalid.to_string().contains(words) && !invalid.remedy().is_empty(), "{invalid}");
        }
    }
}
