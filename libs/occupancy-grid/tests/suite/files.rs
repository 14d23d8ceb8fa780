//! Map files, as third-party readers read them.

use image::{GenericImageView, ImageFormat, Luma};
use nalgebra::Point2;
use occupancy_grid::files::{FREE, MappedBox, OCCUPIED, Pair, UNKNOWN, for_ros, with_boxes};
use occupancy_grid::{Cell, Grid};
use sim_fuzz::Random;

fn random_grid(random: &mut Random) -> Grid {
    let coordinate = |random: &mut Random| (random.bits() >> 11) as f64 / 1e10 - 450_000.0;
    let origin = match random.below(4) {
        0 => Point2::new(-0.0, 1e-300),
        _ => Point2::new(coordinate(random), coordinate(random)),
    };
    let edge = [0.01, 0.05, 0.1 + 0.2, 1e-4, 1.0, 0.033_333_333_333_333_33][random.below(6)];
    let mut grid = Grid::new(origin, edge, 1 + random.below(60) as u32, 1 + random.below(60) as u32).unwrap();
    for cell in
        (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |column| [column, row])).collect::<Vec<_>>()
    {
        grid.set(cell, *random.pick(&[Cell::Unknown, Cell::Free, Cell::Occupied]));
    }
    grid
}

fn random_boxes(random: &mut Random) -> Vec<MappedBox> {
    let mut number = |least: f64| ((random.bits() >> 11) as f64 / 1e15 - if least > 0.0 { 0.0 } else { 4.0 }) + least;
    (0..7)
        .map(|index| MappedBox {
            id: format!("box \"{index}\" über # : {{}}\\"),
            center: [number(0.0), number(0.0), number(0.0)],
            size: [number(1e-9), number(1e-9), number(1e-9)],
            yaw: number(0.0),
        })
        .collect()
}

/// Pixel by pixel, with the crate `image`.
fn assert_picture(grid: &Grid, bytes: &[u8], format: ImageFormat) {
    let picture = image::load_from_memory_with_format(bytes, format).unwrap();
    assert_eq!(picture.color(), image::ColorType::L8);
    assert_eq!(picture.dimensions(), (grid.columns(), grid.rows()));
    let gray = picture.as_luma8().unwrap();
    for ([column, row], cell) in grid.iter() {
        let expected = match cell {
            Cell::Occupied => 0,
            Cell::Free => 254,
            Cell::Unknown => 205,
        };
        let Luma([found]) = *gray.get_pixel(column, grid.rows() - 1 - row);
        assert_eq!(found, expected, "{column} {row}");
    }
}

/// MR-43: Mapped objects are exported as a scene and as an occupancy grid of 1 cm.
#[test]
fn a_picture_and_its_description_hold_the_map_exactly() {
    for number in 0..100 {
        let random = &mut Random::new(number);
        let (grid, boxes) = (random_grid(random), random_boxes(random));
        let Pair { picture, text } = with_boxes(&grid, &boxes, "hall 3.png").unwrap();
        assert_picture(&grid, &picture, ImageFormat::Png);
        let value: serde_norway::Value = serde_norway::from_str(&text).unwrap(); // JSON is YAML
        assert_eq!(value["picture"], "hall 3.png");
        assert_eq!(value["first_row"], "largest_y");
        let [occupied, unknown, free] = ["occupied", "unknown", "free"].map(|name| value["values"][name].as_u64());
        assert_eq!([occupied, unknown, free], [OCCUPIED, UNKNOWN, FREE].map(|gray| Some(gray.into())));
        let number = |value: &serde_norway::Value| value.as_f64().map(f64::to_bits);
        assert_eq!(number(&value["origin_m"][0]), Some(grid.origin().x.to_bits()));
        assert_eq!(number(&value["origin_m"][1]), Some(grid.origin().y.to_bits()));
        assert_eq!(number(&value["resolution_m"]), Some(grid.edge().to_bits()));
        assert_eq!(value["cells"][0].as_u64(), Some(grid.columns().into()));
        assert_eq!(value["cells"][1].as_u64(), Some(grid.rows().into()));
        for (index, mapped) in boxes.iter().enumerate() {
            let found = &value["boxes"][index];
            assert_eq!(found["id"], mapped.id);
            assert_eq!(number(&found["yaw_rad"]), Some(mapped.yaw.to_bits()));
            for axis in 0..3 {
                assert_eq!(number(&found["center_m"][axis]), Some(mapped.center[axis].to_bits()));
                assert_eq!(number(&found["size_m"][axis]), Some(mapped.size[axis].to_bits()));
            }
        }
    }
}

/// MR-43: Mapped objects are exported as a scene and as an occupancy grid of 1 cm.
#[test]
fn the_pair_of_ros_holds_the_map_exactly() {
    for number in 0..100 {
        let random = &mut Random::new(number + 5000);
        let grid = random_grid(random);
        let name = *random.pick(&["map.pgm", "/maps/hall-3.pgm"]);
        let Pair { picture, text } = for_ros(&grid, name);
        assert_picture(&grid, &picture, ImageFormat::Pnm);
        assert!(picture.starts_with(format!("P5\n{} {}\n255\n", grid.columns(), grid.rows()).as_bytes()));
        let value: serde_norway::Value = serde_norway::from_str(&text).unwrap();
        assert_eq!(value["image"], name);
        let number = |value: &serde_norway::Value| value.as_f64().map(f64::to_bits);
        assert_eq!(number(&value["resolution"]), Some(grid.edge().to_bits()), "{text}");
        let origin = value["origin"].as_sequence().unwrap().iter().map(number).collect::<Vec<_>>();
        assert_eq!(origin, [grid.origin().x, grid.origin().y, 0.0].map(|number| Some(number.to_bits())), "{text}");
        assert_eq!(value["negate"].as_u64(), Some(0));
        assert_eq!(value["occupied_thresh"].as_f64(), Some(0.65));
        assert_eq!(value["free_thresh"].as_f64(), Some(0.196));
        assert_eq!(value["mode"], "trinary");
    }
    let text = for_ros(&Grid::new(Point2::new(-1.0, 2.5), 0.01, 2, 1).unwrap(), "map.pgm").text;
    assert_eq!(
        text,
        "image: map.pgm\nmode: trinary\nresolution: 0.01\norigin: [-1.0, 2.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\n\
         free_thresh: 0.196\n"
    );
}
