//! Distance sensor with a table from distances to responses, as infrared sensors have it.

use sim_abi::prelude::*;

/// Parameters of a distance sensor with a table.
#[params]
pub struct LookupParams {
    /// Rows of a distance (m), the response there, and the standard deviation of its error as a part of the response. Between rows
    /// both are interpolated along straight lines; before the first row and beyond the last one they stay.
    #[param(default = vec![[0.0, 255.0, 0.0], [0.25, 0.0, 0.0]])]
    table: Vec<[f64; 3]>,
    /// Whether robots and movable objects are seen, besides what is fixed.
    #[param(default = true)]
    moving: bool,
}

/// A ray along the mount's x axis whose distance is turned into a response by a table.
pub struct Lookup {
    table: Vec<[f64; 3]>,
    filter: Filter,
}

impl Sensor for Lookup {
    type Params = LookupParams;

    fn new(params: LookupParams, setup: &mut SensorSetup) -> Result<Self> {
        let LookupParams { table, moving } = params;
        let refused =
            |message: String, help: &'static str| Err(Fault::new(message).help(help).because(Cause::Parameters));
        let Some([nearest, _, _]) = table.first() else {
            return refused(
                "`table` has no row".into(),
                "give rows of a distance, a response and the part of its error",
            );
        };
        if *nearest < 0.0 {
            return refused(format!("`table` begins at {nearest} m"), "give distances of 0 or more");
        }
        if let Some(row) = (1..table.len()).find(|row| table[*row][0] <= table[row - 1][0]) {
            let message = format!("row {} of `table` is not farther away than the row before it", row + 1);
            return refused(message, "order the rows by growing distance, each distance once");
        }
        if let Some(row) = table.iter().position(|row| row[2] < 0.0) {
            let message = format!("the error in row {} of `table` is {}", row + 1, table[row][2]);
            return refused(message, "give standard deviations of 0 or more, as parts of the response");
        }
        let reach = table[table.len() - 1][0];
        let response = Channel::new("response", "1").deviation("deviation").neutral(at(&table, reach)[0]);
        setup.channel(response.help("what the table gives for the distance, with its error"));
        let distance = Channel::new("distance", "m").range(0.0, reach).neutral(reach).exact();
        setup.channel(distance.help("distance along x, without error"));
        let deviation = Channel::new("deviation", "1").range(0.0, f64::INFINITY).exact();
        setup.channel(deviation.help("standard deviation of the error of the response"));
        setup.cover(Coverage::new(CoverageForm::Rays { count: 1, arc: 0.0 }, reach).channel(1));
        Ok(Self { table, filter: Filter { moving: u8::from(moving), ..Filter::default() } })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let reach = self.table[self.table.len() - 1][0];
        let mut distance = [f64::INFINITY];
        io.world().cast_fan(&io.pose(), &[Vec3::x()], reach, self.filter, &mut distance);
        let distance = distance[0].min(reach);
        let [response, part] = at(&self.table, distance);
        reading.copy_from_slice(&[response, distance, part * response.abs()]);
        Ok(())
    }
}

/// Response and part of its error at a distance, m.
fn at(table: &[[f64; 3]], distance: f64) -> [f64; 2] {
    let next = table.partition_point(|row| row[0] <= distance);
    let between = |column: usize| {
        let (Some(before), Some(after)) = (next.checked_sub(1).map(|row| table[row]), table.get(next)) else {
            return table[next.min(table.len() - 1)][column];
        };
        before[column] + (after[column] - before[column]) * (distance - before[0]) / (after[0] - before[0])
    };
    [between(1), between(2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::close;
    use std::f64::consts::FRAC_PI_2;

    /// Looking down from a height, m, over a floor.
    fn above(height: f64, params: Value) -> SensorRig<Lookup> {
        let mount = Placement::default().turned(0.0, FRAC_PI_2, 0.0);
        let mut rig = SensorRig::mounted(params, mount, &[]).unwrap();
        rig.body.pose.translation.vector.z = height;
        rig.world.planes.push((Vec3::zeros(), Vec3::z()));
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| above(0.1, Value::Null));
        testing::conformance::sensor(|| above(1.0, json!({"table": [[0.1, 3.0, 0.1], [0.2, 5.0, 0.2]]})));
    }

    #[test]
    fn bl_27_the_response_is_interpolated_and_stays_at_the_ends() {
        close(&above(0.10, Value::Null).sense().unwrap(), &[153.0, 0.10, 0.0]);
        for far in [0.25, 0.26, 30.0] {
            assert_eq!(above(far, Value::Null).sense().unwrap(), [0.0, 0.25, 0.0]);
        }
        let table = json!({"table": [[0.1, 100.0, 0.1], [0.2, 50.0, 0.3], [0.4, 10.0, 0.3]]});
        for (height, reading) in [
            (0.05, [100.0, 0.05, 10.0]),
            (0.15, [75.0, 0.15, 15.0]),
            (0.3, [30.0, 0.3, 9.0]),
            (0.4, [10.0, 0.4, 3.0]),
            (2.0, [10.0, 0.4, 3.0]),
        ] {
            close(&above(height, table.clone()).sense().unwrap(), &reading);
        }
    }

    #[test]
    fn bl_27_faulty_tables_are_refused_with_their_row() {
        for (table, part) in [
            (json!([]), "no row"),
            (json!([[-0.1, 1.0, 0.0]]), "begins at -0.1 m"),
            (json!([[0.1, 1.0, 0.0], [0.1, 2.0, 0.0]]), "row 2 of `table` is not farther"),
            (json!([[0.1, 1.0, 0.0], [0.2, 2.0, -0.5]]), "the error in row 2"),
        ] {
            let fault = SensorRig::<Lookup>::new(json!({"table": table})).err().unwrap();
            assert!(fault.message().contains(part) && !fault.advice().is_empty(), "{fault}");
        }
    }
}
