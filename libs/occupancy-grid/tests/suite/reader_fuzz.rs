//! Random changes to maps: every reader reports an error for any invalid input, and uses little more memory than a grid. Accepted input is
//! written and read back exactly.
//!
//! A test run uses a sample; for more, run `SIM_FUZZ_INPUTS=1000000 cargo test --release -p occupancy-grid --test suite fuzz_`.

use nalgebra::{Point2, Vector2};
use occupancy_grid::files::described::{self, MappedBox};
use occupancy_grid::files::{FileError, Pair, Place, ros};
use occupancy_grid::{Cell, Grid};
use sim_fuzz::{Depth, Random, fuzz, mutate};

/// Number of inputs per reader in an ordinary test run.
const SAMPLE: u64 = 4_000;

/// A map that contains every feature.
fn grid() -> Grid {
    let mut grid = Grid::new(Point2::new(-1.5, 2.25), 0.05, 21, 17).unwrap();
    grid.clear_ray(Point2::new(-1.4, 2.3), Point2::new(-0.6, 3.0)).unwrap();
    grid.fill_box(Point2::new(-1.0, 2.6), Vector2::new(0.2, 0.1), 0.4).unwrap();
    grid
}

fn boxes() -> Vec<MappedBox> {
    let mapped = |id: &str, yaw| MappedBox { id: id.into(), center: [-1.0, 2.6, 0.1], size: [0.4, 0.2, 0.2], yaw };
    vec![mapped("box 1", 0.4), mapped("é \"2\"", -1e-9)]
}

/// Converts bytes to text as a program would; a reader never receives invalid text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// An error has a cause, a remedy and a position in the file.
fn check_error(error: &FileError, lines: usize) {
    assert!(!error.cause.is_empty() && !error.remedy.is_empty(), "{error:?}");
    assert!(!error.to_string().contains(char::is_control), "{error:?}");
    if let Place::Text { line, column } = error.place {
        assert!((1..=lines.max(1) + 1).contains(&line) && column >= 1, "{error:?}");
    }
}

const YAML: [&str; 3] = [
    "image: map.pgm\nmode: trinary\nresolution: 0.05\norigin: [-1.5, 2.25, 0.0]\nnegate: 0\noccupied_thresh: 0.65\n\
     free_thresh: 0.196\n",
    "# a map\n---\nimage: 'my ''map''.pgm'\nresolution: 5e-2\norigin:\n  - -1.5\n  - 2.25\n  - 0\nnegate: true\n\
     occupied_thresh: .65\nfree_thresh: 0.25 # nav2\nrobot: {name: x, tags: [a, [b, {c: d}]]}\n...\n",
    "{\"image\": \"a.pgm\", \"resolution\": 1.0, \"origin\": [0, 0, 0], \"negate\": 1, \
     \"occupied_thresh\": 1, \"free_thresh\": 0}",
];

const YAML_WORDS: &[&str] = &[
    "&a ",
    "*a",
    "<<: *a\n",
    "!!float ",
    "!x ",
    "? ",
    ": ",
    "- ",
    "|\n",
    ">-\n ",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "%TAG ! !\n",
    "[",
    "]",
    "{",
    "}",
    "[[[[[[[[",
    "\t",
    "\n  ",
    "\r",
    "\"",
    "'",
    "\\x",
    "#",
    ".nan",
    ".inf",
    "1_000",
    "0x10",
    "~",
    "scale",
    "raw",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "\0",
];

#[test]
fn fuzz_descriptions_of_ros() {
    let make = |random: &mut Random| {
        let [from, other] = [0; 2].map(|_| random.pick::<&str>(&YAML).as_bytes());
        mutate(from, other, YAML_WORDS, random)
    };
    let picture = ros::write(&grid(), "map.pgm").unwrap().picture;
    fuzz("descriptions of ROS", SAMPLE, [0.6, 0.15], make, |bytes| {
        let text = text(bytes);
        match ros::read(&text) {
            Ok(read) => {
                assert!(read.edge() > 0.0 && read.origin().coords.norm() < 2e6);
                match read.grid(&picture) {
                    Ok(grid) => {
                        let Pair { picture, text } =
                            ros::write(&grid, &read.picture.replace(char::is_whitespace, "x")).unwrap();
                        let again = ros::read(&text).unwrap();
                        assert_eq!((again.edge(), again.origin()), (read.edge(), read.origin()));
                        assert!(again.grid(&picture).unwrap() == grid);
                    }
                    Err(error) => check_error(&error, 3),
                }
                Depth::Accepted
            }
            Err(error) => {
                check_error(&error, text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).count());
                if error.cause.starts_with("invalid YAML") { Depth::Form } else { Depth::Meaning }
            }
        }
    });
}

#[test]
fn texts_that_nest_deeply_or_repeat_are_refused_at_once() {
    let start = std::time::Instant::now();
    let names = || (0..6000).map(|number| format!("n{number}: 1\n")).collect::<String>();
    let texts = [
        "[".repeat(60_000),
        format!("a: {}", "- ".repeat(30_000)),
        format!("a: {}", "{a: ".repeat(15_000)),
        "? ".repeat(30_000),
        (0..350).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect(),
        "a: &a [*a, *a]\n".repeat(4000),
        format!("a: \"{}", "\\n".repeat(30_000)),
        "#".repeat(65_000),
        names(),
        " ".repeat(70_000),
    ];
    for text in texts {
        check_error(&ros::read(&text).unwrap_err(), text.lines().count());
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

const PGM: [&[u8]; 3] = [
    b"P2\n# a map\n4 3\n255\n0 205 254 0\n254 254 205 0\n0 0 0 0\n",
    b"P5\n4 3\n255\n\x00\xcd\xfe\x00\xfe\xfe\xcd\x00\x00\x00\x00\x00",
    b"P5 # two bytes a pixel\n3 2 65535\n\x00\x00\xff\xff\x80\x00\x00\x00\xff\xff\x80\x00",
];

const PGM_WORDS: &[&str] = &[
    "P2",
    "P5",
    "P6",
    "#",
    "\n",
    "\r",
    " ",
    "\t",
    "\x0b",
    "\0",
    "20000 20000",
    "8000 8000",
    "65535",
    "65536",
    "-",
    "1 1 1",
];

#[test]
fn fuzz_gray_maps() {
    let make = |random: &mut Random| {
        let [from, other] = [0; 2].map(|_| *random.pick(&PGM));
        mutate(from, other, PGM_WORDS, random)
    };
    let descriptions = [0, 1].map(|index| ros::read(YAML[index]).unwrap());
    fuzz("gray maps", SAMPLE, [0.8, 0.15], make, |bytes| {
        let grids = descriptions.each_ref().map(|description| description.grid(bytes));
        let [Ok(grid), Ok(_)] = &grids else {
            let error = grids.into_iter().find_map(Result::err).expect("one of them");
            check_error(&error, bytes.len());
            return if error.cause.contains("neither PGM") { Depth::Form } else { Depth::Meaning };
        };
        let pair = ros::write(grid, "map.pgm").unwrap();
        assert!(ros::read(&pair.text).unwrap().grid(&pair.picture).unwrap() == *grid);
        Depth::Accepted
    });
}

#[test]
fn fuzz_descriptions_in_json() {
    let written = described::write(&grid(), &boxes(), "map.png").unwrap();
    let other = described::write(&Grid::new(Point2::origin(), 1.0, 3, 2).unwrap(), &[], "a.png").unwrap();
    let words = [
        "null", "true", "\"", "\\u0000", "\\ud800", "[", "]", "{", "}", ",", ":", "-0.0", "1e-400", "\"id\"", "..",
        "/", "\t",
    ];
    let make = |random: &mut Random| {
        let from = [&written, &written, &other][random.below(3)];
        mutate(from.text.as_bytes(), other.text.as_bytes(), &words, random)
    };
    fuzz("descriptions in JSON", SAMPLE, [0.1, 0.06], make, |bytes| {
        let text = text(bytes);
        match described::read(&text) {
            Ok(read) => {
                if let Ok(grid) = read.grid(&written.picture) {
                    let pair = described::write(&grid, &read.boxes, &read.picture).unwrap();
                    let again = described::read(&pair.text).unwrap();
                    assert_eq!((&again.boxes, again.edge(), again.origin()), (&read.boxes, read.edge(), read.origin()));
                    assert!(again.grid(&pair.picture).unwrap() == grid);
                }
                Depth::Accepted
            }
            Err(error) => {
                check_error(&error, text.lines().count());
                if error.remedy.starts_with("use a map description") { Depth::Form } else { Depth::Meaning }
            }
        }
    });
}

/// CRC-32 of PNG (ISO 3309), bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    };
    !bytes.iter().fold(!0, step)
}

/// Corrects the checksums of the chunks of a PNG, so that their contents are read.
fn with_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut at = 8;
    while let Some(length) =
        bytes.get(at..at + 4).map(|four| u32::from_be_bytes([four[0], four[1], four[2], four[3]]) as usize)
    {
        let end = at.saturating_add(8).saturating_add(length);
        let Some(sum) = bytes.get(at + 4..end).map(crc) else { break };
        let Some(place) = bytes.get_mut(end..end + 4) else { break };
        place.copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
    bytes
}

#[test]
fn fuzz_pictures() {
    let written = described::write(&grid(), &boxes(), "map.png").unwrap();
    let color = {
        let picture =
            image::RgbImage::from_fn(21, 17, |x, y| image::Rgb([[0; 3], [205; 3], [254; 3]][((x + y) % 3) as usize]));
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    // A large image of a uniform gray takes few bytes.
    let large = described::write(&Grid::new(Point2::origin(), 0.01, 600, 300).unwrap(), &[], "map.png").unwrap();
    let json = [&written, &large].map(|pair| described::read(&pair.text).unwrap());
    let yaml = ros::read(YAML[0]).unwrap();
    let make = |random: &mut Random| {
        let mut bytes = [&written.picture, &written.picture, &color, &large.picture][random.below(4)].clone();
        for _ in 0..[0, 1, 1, 1, 2, 4][random.below(6)] {
            // The header of 33 bytes has the most influence.
            let end = if random.below(2) == 0 { 33 } else { bytes.len() };
            let at = random.below(end.min(bytes.len()));
            match random.below(12) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..(at + random.below(12)).min(bytes.len()))),
                2 => bytes.insert(at, random.bits() as u8),
                3 => bytes[at] = random.bits() as u8,
                _ => bytes[at] ^= 1 << random.below(8),
            }
            if bytes.is_empty() {
                break;
            }
        }
        if random.below(8) == 0 { bytes } else { with_checksums(bytes) }
    };
    fuzz("pictures", SAMPLE / 2, [0.7, 0.1], make, |bytes| {
        let error = match (json[0].grid(bytes), json[1].grid(bytes), yaml.grid(bytes)) {
            (Ok(grid), ..) | (_, Ok(grid), _) => {
                let pair = described::write(&grid, &[], "map.png").unwrap();
                assert!(described::read(&pair.text).unwrap().grid(&pair.picture).unwrap() == grid);
                return Depth::Accepted;
            }
            (Err(error), other, any) => {
                other.iter().for_each(|grid| assert!(grid.get([0, 0]).is_some()));
                any.iter().for_each(|grid| assert_ne!(grid.count(Cell::Unknown), usize::MAX));
                error
            }
        };
        check_error(&error, 1);
        if error.cause.starts_with("not a PNG image") { Depth::Form } else { Depth::Meaning }
    });
}
