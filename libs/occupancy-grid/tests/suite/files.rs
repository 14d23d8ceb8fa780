//! Map files: exact round trips, and agreement with third-party readers.

use image::{GenericImageView, ImageFormat, Luma};
use nalgebra::Point2;
use occupancy_grid::files::described::{self, MappedBox};
use occupancy_grid::files::{FREE, FileError, OCCUPIED, Pair, Place, UNKNOWN, ros};
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

/// Bit-exact equality.
fn assert_equal(a: &Grid, b: &Grid) {
    assert!(a == b, "{a:?} {b:?}");
    let bits = |grid: &Grid| [grid.origin().x, grid.origin().y, grid.edge()].map(f64::to_bits);
    assert_eq!(bits(a), bits(b));
}

/// MR-43: Mapped objects are exported as a scene and as an occupancy grid of 1 cm.
#[test]
fn a_picture_and_its_description_are_read_back_exactly_and_other_readers_agree() {
    for number in 0..100 {
        let random = &mut Random::new(number);
        let (grid, boxes) = (random_grid(random), random_boxes(random));
        let Pair { picture, text } = described::write(&grid, &boxes, "hall 3.png").unwrap();
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
        let read = described::read(&text).unwrap();
        assert_eq!((read.picture.as_str(), &read.boxes), ("hall 3.png", &boxes));
        assert_equal(&read.grid(&picture).unwrap(), &grid);
    }
}

/// MR-43: Mapped objects are exported as a scene and as an occupancy grid of 1 cm.
#[test]
fn the_pair_of_ros_is_read_back_exactly_and_other_readers_agree() {
    for number in 0..100 {
        let random = &mut Random::new(number + 5000);
        let grid = random_grid(random);
        let name = *random.pick(&[
            "map.pgm",
            "/maps/hall-3.pgm",
            "my map.pgm",
            "1.5",
            "yes",
            "it's: a #map",
            "über.pgm",
            "-",
            "~",
        ]);
        let Pair { picture, text } = ros::write(&grid, name).unwrap();
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
        let read = ros::read(&text).unwrap();
        assert_eq!((read.picture.as_str(), read.ignored.len()), (name, 0));
        assert_equal(&read.grid(&picture).unwrap(), &grid);
    }
    let text = ros::write(&Grid::new(Point2::new(-1.0, 2.5), 0.01, 2, 1).unwrap(), "map.pgm").unwrap().text;
    assert_eq!(
        text,
        "image: map.pgm\nmode: trinary\nresolution: 0.01\norigin: [-1.0, 2.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\n\
         free_thresh: 0.196\n"
    );
}

/// A ROS description with other values.
fn yaml(changes: &[(&str, &str)]) -> String {
    let mut text = String::from(
        "image: map.pgm\nresolution: 0.5\norigin: [1.0, -2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n",
    );
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

/// Cells of the only row of an image, as characters.
fn row(text: &str, picture: &[u8]) -> String {
    let grid = ros::read(text).unwrap().grid(picture).unwrap();
    assert_eq!(grid.rows(), 1);
    let letter = |cell| match cell {
        Cell::Unknown => '?',
        Cell::Free => '.',
        Cell::Occupied => '#',
    };
    grid.iter().map(|(_, cell)| letter(cell)).collect()
}

#[test]
fn thresholds_and_negate_mean_what_they_mean_to_map_server() {
    // p = (255 - x) / 255: 89 and 90 are on both sides of 0.65, 204 and 205 below 0.2, 205 and 206 on both sides of 0.196.
    let gray = b"P2 10 1 255 0 88 89 90 128 204 205 206 254 255";
    assert_eq!(row(&yaml(&[]), gray), "###????...");
    assert_eq!(row(&yaml(&[("negate: 0", "negate: 1")]), gray), ".????#####");
    // Exactly at a threshold is neither: 51 / 255 is 0.2.
    let at = yaml(&[("0.196", "0.2"), ("0.65", "0.8")]);
    assert_eq!(row(&at, b"P2 4 1 255 50 51 204 205"), "#??.");
    // The first threshold wins where both hold.
    assert_eq!(row(&yaml(&[("0.196", "0.9"), ("0.65", "0.1")]), b"P2 3 1 255 0 128 255"), "##.");
    // In a scale map, intermediate values are unknown, too.
    let scale = yaml(&[("negate: 0", "negate: false\nmode: scale")]);
    assert_eq!(row(&scale, gray), "###????...");
    // Another maximum value.
    assert_eq!(row(&yaml(&[]), b"P2 4 1 15 0 5 8 15"), "##?.");
    assert_eq!(row(&yaml(&[]), b"P5 3 1 65535\n\x00\x00\x80\x00\xff\xff"), "#?.");
    assert_eq!(row(&yaml(&[]), b"P5 3 1 255\n\x00\x80\xff"), "#?.");
}

#[test]
fn the_first_row_of_the_picture_is_at_the_largest_y() {
    let read = ros::read(&yaml(&[])).unwrap();
    let grid = read.grid(b"P2\n2 2\n255\n0 255\n255 255\n").unwrap();
    assert_eq!(grid.at(Point2::new(1.25, -1.25)), Some(Cell::Occupied));
    assert_eq!(grid.count(Cell::Free), 3);
    assert_eq!((grid.origin(), grid.edge()), (Point2::new(1.0, -2.0), 0.5));
}

#[test]
fn comments_lists_by_lines_and_further_names_are_read() {
    let gray = b"P2 # gray\n#a map\n 3\t1\r\n# white:\n255 #\n0 128 # between\n255\n# end\n";
    let text = "# a map\n---\nimage: \"my map.pgm\"   # beside\nmode: trinary\norigin:\n- 1.0\n- -2\n- 0\nresolution: 5.0e-1\n\
                negate: 0\noccupied_thresh: .65\nfree_thresh: 0.196\nrobot: {name: x, tags: [a, [b]]}\n...\n";
    assert_eq!(row(text, gray), "#?.");
    let read = ros::read(text).unwrap();
    let ignored: Vec<String> = read.ignored.iter().map(|(name, place)| format!("{name}, {place}")).collect();
    assert_eq!((read.picture.as_str(), &ignored[..]), ("my map.pgm", &["robot, line 13, column 1".to_string()][..]));
}

#[test]
fn png_pictures_of_ros_count_by_the_mean_of_their_colors() {
    let mut color = image::RgbImage::new(3, 1);
    for (column, pixel) in (0..).zip([[0, 0, 0], [255, 128, 0], [255, 255, 250]]) {
        color.put_pixel(column, 0, image::Rgb(pixel));
    }
    let save = |picture: image::DynamicImage| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    assert_eq!(row(&yaml(&[]), &save(color.clone().into())), "#?.");
    let gray16: image::ImageBuffer<Luma<u16>, _> = image::ImageBuffer::from_vec(3, 1, vec![0, 0x8000, 0xffff]).unwrap();
    assert_eq!(row(&yaml(&[]), &save(gray16.into())), "#?.");
    let alpha = image::DynamicImage::from(color).to_rgba8();
    let error = ros::read(&yaml(&[])).unwrap().grid(&save(alpha.into())).unwrap_err();
    assert_eq!(error.cause, "the image has transparent colors");
}

fn message(error: FileError) -> String {
    assert!(!error.remedy.is_empty(), "{error}");
    error.to_string()
}

#[test]
fn errors_in_a_ros_description_are_reported_with_their_position() {
    let wrong = |changes: &[(&str, &str)]| message(ros::read(&yaml(changes)).unwrap_err());
    assert_eq!(
        wrong(&[("resolution: 0.5\n", "")]),
        "line 5, column 1: `resolution` is missing; add a line such as `resolution: 0.05`"
    );
    assert_eq!(wrong(&[("0.5\n", "5 cm\n")]), "line 2, column 13: `5 cm` is not a number; use a number such as 0.05");
    assert_eq!(wrong(&[("0.5\n", "inf\n")]), "line 2, column 13: `inf` is not a number; use a number such as 0.05");
    assert_eq!(
        wrong(&[("0.5\n", "-0.5\n")]),
        "line 2, column 13: the resolution is -0.5 m; use a resolution from 0.0001 m to 1000 m"
    );
    assert_eq!(
        wrong(&[("-2.0, 0.0", "-2.0, 0.1")]),
        "line 3, column 21: the map is rotated by 0.1 rad; rotate the image so that its rows are along the x axis, and \
         set the yaw to 0"
    );
    assert_eq!(
        wrong(&[(", 0.0]", "]")]),
        "line 3, column 9: `origin` has 2 values; use x, y and yaw: `[0.0, 0.0, 0.0]`"
    );
    assert_eq!(
        wrong(&[("[1.0, -2.0, 0.0]", "0")]),
        "line 3, column 9: `origin` is not a list of numbers; use x, y and yaw: `[0.0, 0.0, 0.0]`"
    );
    assert!(wrong(&[("[1.0", "[2e6")]).starts_with("line 3, column 9: a corner of the map is at 2000000 m; place"));
    assert_eq!(
        wrong(&[("negate: 0", "negate: 2")]),
        "line 4, column 9: `negate` is `2`; use 0, or 1 if white means occupied"
    );
    assert!(
        wrong(&[("0.65", "65")])
            .starts_with("line 5, column 18: `occupied_thresh` is 65; use a probability from 0 to 1")
    );
    assert!(
        wrong(&[("negate: 0", "negate: 0\nmode: raw")]).starts_with("line 5, column 7: unsupported mode `raw`; save")
    );
    assert!(wrong(&[("negate", "image")]).starts_with("line 4, column 1: duplicate `image`; remove one"));
    assert!(
        wrong(&[("image: map.pgm", "image: [map.pgm]")])
            .starts_with("line 1, column 8: the value of `image` is not a single value")
    );
    assert!(
        wrong(&[("image: map.pgm", "image: ")]).starts_with("line 1, column"),
        "{}",
        wrong(&[("image: map.pgm", "image: ")])
    );
    assert!(wrong(&[("[1.0", "[[1.0")]).contains("invalid YAML"), "{}", wrong(&[("[1.0", "[[1.0")]));
    assert!(message(ros::read("").unwrap_err()).contains("not a YAML mapping"));
    assert!(message(ros::read("- 1\n").unwrap_err()).starts_with("line 1, column 1: not a YAML mapping"));
    let two = yaml(&[]) + "---\na: 1\n";
    assert!(message(ros::read(&two).unwrap_err()).starts_with("line 7, column 1: a second document starts here"));
    let grid = Grid::new(Point2::origin(), 1.0, 1, 1).unwrap();
    assert!(message(ros::write(&grid, "a\nb").unwrap_err()).starts_with("output: `a\\nb` is not an image path"));
}

#[test]
fn errors_in_a_ros_image_are_reported_with_their_position() {
    let wrong = |picture: &[u8]| message(ros::read(&yaml(&[])).unwrap().grid(picture).unwrap_err());
    assert_eq!(wrong(b"GIF89a"), "byte 0: the image is neither PGM (P5, P2) nor PNG; save it in one of these formats");
    assert!(wrong(b"P2\n2 x1\n255\n").starts_with("line 2, column 3: expected rows, found `x1`; use whole numbers"));
    assert!(wrong(b"P2\n2").starts_with("line 2, column 2: expected rows, found the end of the file; "));
    assert!(wrong(b"P5 99999999999 1 255\n").contains("expected columns, found `99999999999`"));
    assert!(
        wrong(b"P5\n# large\n20000 20000\n255\n")
            .starts_with("line 3, column 1: the map would have 20000 × 20000 = 400000000 cells; ")
    );
    assert!(wrong(b"P5 0 1 255\n").starts_with("line 1, column 4: the map would have 0 × 1 cells; use 1 to 20000"));
    assert!(wrong(b"P5 1 1 65536\n\0").starts_with("line 1, column 8: the maximum value is 65536; "));
    assert!(wrong(b"P5 1 1 0\n\0").starts_with("line 1, column 8: the maximum value is 0; "));
    assert!(wrong(b"P5 2 2 255\n\0\0\0").starts_with("byte 14: the file has at most 3 of 2 × 2 pixels; copy"));
    assert!(wrong(b"P5 2 2 255").starts_with("byte 10: the file has at most 0 of 2 × 2 pixels; copy"));
    assert!(wrong(b"P5 2 2 255x\0\0\0\0").starts_with("line 1, column 11: no whitespace after the maximum value; "));
    assert!(wrong(b"P5 2 1 255\n\0\0\x07").starts_with("byte 13: extra data after 2 × 1 pixels; "));
    assert!(
        wrong(b"P5 2 1 15\n\0\x10")
            .starts_with("row 1, column 2 of the image: the value 16 is above the maximum, 15; ")
    );
    assert!(wrong(b"P2 2 2 255\n0 0\n0 256").starts_with("row 2, column 2 of the image: the value 256 is above"));
    assert!(wrong(b"P2 2 2 255\n0 0 0 ").starts_with("byte 17: the file has at most"));
    assert!(
        wrong(b"P2 2 2 255\n000 0 0 ").starts_with("line 2, column 9: expected a pixel, found the end of the file")
    );
    assert!(wrong(b"P2 2 1 255\n0 0\n7").starts_with("line 3, column 1: extra data after 2 × 1 pixels"));
}

#[test]
fn errors_in_a_json_description_are_reported_with_their_position() {
    let mut grid = Grid::new(Point2::new(1.0, 2.0), 0.5, 3, 2).unwrap();
    grid.set([0, 1], Cell::Occupied);
    let mapped = MappedBox { id: "a".into(), center: [1.0, 2.0, 0.1], size: [0.5, 0.5, 0.2], yaw: 0.5 };
    let boxes = [mapped.clone(), MappedBox { id: "b".into(), ..mapped.clone() }];
    let Pair { picture, text } = described::write(&grid, &boxes, "map.png").unwrap();
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        message(described::read(&text.replacen(from, to, 1)).unwrap_err())
    };
    assert!(
        wrong("\"version\": 1", "\"version\": 2")
            .starts_with("line 3, column 14: unsupported version 2; use version 1")
    );
    assert!(wrong("occupancy-grid", "map").starts_with("line 2, column "), "{}", wrong("occupancy-grid", "map"));
    assert!(
        wrong("\"resolution_m\": 0.5", "\"resolution_m\": 0")
            .starts_with("line 9, column 19: the resolution is 0 m; use a resolution")
    );
    assert!(
        wrong("\"resolution_m\": 0.5", "\"resolution_m\": 1e999").starts_with("line 9, column "),
        "too large a number"
    );
    assert!(
        wrong("map.png", "../map.png").starts_with("line 4, column 25: `../map.png` is not a file name; use a name")
    );
    assert!(wrong("\"free\": 254", "\"free\": 205").contains("two cell states have the same gray; use"));
    assert!(wrong("\"free\": 254", "\"free\": 256").starts_with("line 18, column "));
    assert!(
        wrong("\"id\": \"b\"", "\"id\": \"a\"")
            .starts_with("line 49, column 3: duplicate box id `a`; use a unique id for each box")
    );
    assert!(wrong("\"id\": \"a\"", "\"id\": \"\"").contains("`` is not a box id; "));
    assert!(wrong("\"yaw_rad\"", "\"jaw\"").contains("unknown field `jaw`"));
    assert!(wrong("\"version\": 1,", "").contains("missing field `version`"));
    assert!(wrong("\"version\": 1,", "\"version\": 1, \"version\": 1,").contains("duplicate field `version`"));
    assert!(wrong("{", "[").starts_with("line 2, column "), "{}", wrong("{", "["));
    let far = text
        .replace("    3,\n    2\n", "    20000,\n    2\n")
        .replace("\"resolution_m\": 0.5", "\"resolution_m\": 1000");
    assert!(message(described::read(&far).unwrap_err()).contains("a corner of the map is at 20000001 m; place"));

    let description = described::read(&text).unwrap();
    let wrong = |picture: &[u8]| message(description.grid(picture).unwrap_err());
    assert!(wrong(b"P5 3 2 255\n").starts_with("byte 0: not a PNG image; "));
    let end = picture.len();
    assert!(wrong(&picture[..end - 1]).starts_with(&format!("byte {}: cannot decode the image: ", end - 1)));
    let large = random_grid(&mut Random::new(3));
    let pair = described::write(&large, &[], "map.png").unwrap();
    let half = described::read(&pair.text).unwrap().grid(&pair.picture[..pair.picture.len() / 2]).unwrap_err();
    assert!(matches!(half.place, Place::Pixel { row: 2.., column: 1 }), "{half}");
    assert!(wrong(&picture[..30]).starts_with("byte 0: cannot decode the image: "));
    let gray = |gray: &[u8], columns| {
        let picture = image::GrayImage::from_vec(columns, gray.len() as u32 / columns, gray.to_vec()).unwrap();
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    assert!(
        wrong(&gray(&[0, 0, 0, 0], 2))
            .starts_with("byte 16: the image has 2 × 2 pixels, its description specifies 3 × 2; use")
    );
    assert!(wrong(&gray(&[0, 205, 254, 0, 100, 0], 3)).starts_with(
        "row 2, column 2 of the image: the pixel has the gray 100, not 0 (occupied), 205 (unknown) or 254 (free); use"
    ));
    let write = |mapped: MappedBox, picture| message(described::write(&grid, &[mapped], picture).unwrap_err());
    assert!(write(mapped.clone(), "a/b.png").starts_with("output: `a/b.png` is not a file name"));
    assert!(
        write(MappedBox { size: [1.0, 0.0, 1.0], ..mapped.clone() }, "m.png")
            .contains("a side of box `a` is 0 m long; use")
    );
    assert!(
        write(MappedBox { yaw: f64::NAN, ..mapped }, "m.png")
            .contains("a number is NaN in box `a`; use a finite number")
    );
}

#[test]
fn the_largest_maps_are_written_and_read_in_the_memory_of_a_grid_or_two() {
    let mut grid = Grid::new(Point2::origin(), 0.01, 8000, 8000).unwrap();
    grid.fill(Cell::Free);
    grid.fill_circle(Point2::new(40.0, 40.0), 20.0).unwrap();
    let pair = described::write(&grid, &[], "map.png").unwrap();
    assert!(pair.picture.len() < 1_000_000);
    assert!(described::read(&pair.text).unwrap().grid(&pair.picture).unwrap() == grid);
    let pair = ros::write(&grid, "map.pgm").unwrap();
    assert!(ros::read(&pair.text).unwrap().grid(&pair.picture).unwrap() == grid);
}
