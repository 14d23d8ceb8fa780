//! Items inserted by numbers have the typed positions and sizes.

use super::*;
use nalgebra::{Point3, Vector2, Vector3};
use sim_abi::declare::PropertyForm;
use sim_core::scene::{BeaconKind, Margin, Object, Posed, Scene, Shape};
use sim_edit::{Document, Edit};

const ORIGIN: [f64; 3] = [0.0; 3];

/// Test types: a platform, a robot without its own size and two beacon types.
fn types() -> Types {
    let mac = || Property::new("mac", PropertyForm::MacAddress);
    let platform = RobotType {
        id: "robomap/platform".into(),
        size: Some([1.0; 3]),
        properties: vec![
            Property::new("ip", PropertyForm::Ipv4Address).default_value("127.0.0.1"),
            Property::new("port", PropertyForm::Port).default_value("1999"),
        ],
    };
    let scout = RobotType { id: "scout/standard".into(), size: None, properties: Vec::new() };
    let radio = BeaconType::new("BLE", "bluetooth", 2.0).property(mac());
    let ultrasound = BeaconType::new("ultrasound", "ultrasound", 2.0).cone(4f64.to_radians()).property(mac());
    Types { robots: vec![platform, scout], beacons: vec![radio, ultrasound] }
}

/// The items inserted by a filled-in dialog.
fn items(form: &ByNumbers) -> Result<Vec<Thing>, String> {
    form.items(&types(), ORIGIN, |_| false)
}

/// A dialog of a kind; `numbers` replaces defaults by index.
fn form(kind: Kind, numbers: &[(usize, f64)]) -> ByNumbers {
    of_type(kind, "", numbers)
}

/// The same for a type. Empty: the first type.
fn of_type(kind: Kind, name: &str, numbers: &[(usize, f64)]) -> ByNumbers {
    let mut form = ByNumbers { kind, ..ByNumbers::default() };
    form.choose(name);
    let (_, typed) = form.form(&types()).expect("there are types");
    numbers.iter().for_each(|(index, value)| typed.numbers[*index] = *value);
    form
}

/// Enters a text by index.
fn write(form: &mut ByNumbers, place: usize, text: &str) {
    text.clone_into(&mut form.form(&types()).expect("there are types").1.words[place]);
}

fn relative(mut form: ByNumbers) -> ByNumbers {
    form.relative = true;
    form
}

fn made(form: &ByNumbers, cursor: [f64; 3]) -> Vec<Thing> {
    form.items(&types(), cursor, |_| false).unwrap_or_else(|refused| panic!("{refused}"))
}

/// Bounding boxes of the created items as min/max per axis x, y, z, from the corners of their shapes.
fn bounds(form: &ByNumbers, cursor: [f64; 3]) -> Vec<[f64; 6]> {
    let mut document = Document::new();
    document.apply(Edit::Insert(made(form, cursor))).unwrap();
    let corners = |object: &Object| {
        let middles = match &object.shape {
            Shape::Wall(wall) => {
                let [from, to] = [wall.from, wall.to].map(Vector2::from);
                let across = (to - from).normalize() * wall.thickness / 2.0;
                let left = Vector2::new(-across.y, across.x);
                let ends = [from - left, from + left, to - left, to + left];
                ends.map(|end| [[end.x, end.y, 0.0], [end.x, end.y, wall.height]]).concat()
            }
            Shape::Box(cuboid) => {
                let half = Vector3::from(cuboid.size) / 2.0;
                [-half, half].map(|corner| corner.into()).to_vec()
            }
            other => panic!("{other:?} is neither a wall nor a box"),
        };
        let points = middles.into_iter().map(|corner: [f64; 3]| object.pose() * Point3::from(corner));
        let empty = [f64::INFINITY, f64::NEG_INFINITY].repeat(3);
        let bounds = points.fold(empty, |bounds, point| {
            let wider = |(index, bound): (usize, f64)| match index % 2 {
                0 => bound.min(point[index / 2]),
                _ => bound.max(point[index / 2]),
            };
            bounds.into_iter().enumerate().map(wider).collect()
        });
        bounds.try_into().expect("there are six")
    };
    document.scene().unwrap().objects.iter().map(corners).collect()
}

fn scene(form: &ByNumbers) -> Scene {
    let mut document = Document::new();
    document.apply(Edit::Insert(made(form, ORIGIN))).unwrap();
    document.scene().unwrap().clone()
}

fn assert_near(found: &[[f64; 6]], wanted: &[[f64; 6]]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!(found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 2e-6), "{found:?} {wanted:?}");
    }
}

/// RM-10: A wall is a box from start to end, by default 2.40 m high.
/// RM-11: A wall lies left of its start–end line and points along that direction.
#[test]
fn a_wall_lies_to_the_left_of_the_line_from_start_to_end() {
    let wall = |from: [f64; 2], to: [f64; 2]| {
        bounds(&form(Kind::Wall, &[(0, from[0]), (1, from[1]), (2, to[0]), (3, to[1])]), [5.0, 5.0, 5.0])
    };
    assert_near(&bounds(&form(Kind::Wall, &[]), ORIGIN), &[[0.0, 10.0, 0.0, 0.2, 0.0, 2.4]]);
    assert_near(&wall([1.0, 1.0], [1.0, 4.0]), &[[0.8, 1.0, 1.0, 4.0, 0.0, 2.4]]);
    assert_near(&wall([10.0, 0.0], [0.0, 0.0]), &[[0.0, 10.0, -0.2, 0.0, 0.0, 2.4]]);
    let scene = scene(&form(Kind::Wall, &[(2, -3.0), (3, -4.0)]));
    let wall = &scene.objects[0];
    assert!((wall.pose().rotation.euler_angles().2.to_degrees() + 126.869_897_6).abs() < 1e-6);
    let Shape::Wall(shape) = &wall.shape else { panic!("a wall") };
    assert_eq!((shape.from, shape.to, wall.category.as_str()), ([0.0, 0.1], [5.0, 0.1], "wall"));
}

/// RM-10: A wall is a box from start to end, by default 2.40 m high.
#[test]
fn walls_without_length_height_or_width_are_refused() {
    let refused = |numbers: &[(usize, f64)]| items(&form(Kind::Wall, numbers)).unwrap_err();
    assert!(refused(&[(2, 0.0009)]).contains("must differ"));
    assert!(refused(&[(4, 0.0)]).contains("Height") && refused(&[(5, 0.0009)]).contains("Width"));
    assert!(refused(&[(4, -1.0)]).contains("from 0 to 10000"), "{}", refused(&[(4, -1.0)]));
    assert!(refused(&[(0, f64::NAN)]).contains("Start x"));
}

/// RM-12: A relative wall is offset by the cursor's x and y, at z = 0.
#[test]
fn a_relative_wall_stands_on_the_ground_wherever_the_cursor_is() {
    let wall = relative(form(Kind::Wall, &[(2, 1.0)]));
    assert_near(&bounds(&wall, [2.0, 3.0, 7.0]), &[[2.0, 3.0, 3.0, 3.2, 0.0, 2.4]]);
}

/// RM-13: A ceiling is a translucent rectangle, 2 x 2 m by default, and no obstacle.
#[test]
fn a_ceiling_begins_at_its_lower_left_corner() {
    let ceiling = relative(form(Kind::Ceiling, &[(2, 2.4), (3, 3.0), (4, 4.0)]));
    let [found] = bounds(&ceiling, [1.0, 1.0, 0.0])[..] else { panic!("one thing") };
    assert_near(&[found], &[[1.0, 4.0, 1.0, 5.0, 2.4, 2.401]]);
    let scene = scene(&form(Kind::Ceiling, &[]));
    assert_eq!(scene.objects[0].category, "ceiling");
    assert!((scene.objects[0].color.0[3] - 0.5).abs() < 1e-6);
    assert!(items(&form(Kind::Ceiling, &[(3, 0.0)])).is_err());
}

/// RM-25: A measuring tool shows distances between two points and angles between three.
#[test]
fn two_corners_of_the_default_room_are_5_m_apart() {
    let walls = bounds(&form(Kind::Room, &[]), ORIGIN);
    // The inner faces of the west and east walls meet that of the south wall.
    let (west, east, south) = (walls[2][1], walls[3][0], walls[0][3]);
    let corners = [Point3::new(west, south, 0.0), Point3::new(east, south, 0.0)];
    assert_eq!(format!("{:.3}", (corners[1] - corners[0]).norm()), "5.000");
}

/// RM-14: A room is defined by inner size, height, and four wall widths of 0.20 m.
/// RM-15: A room has four independent walls that neither overlap nor reduce the interior.
#[test]
fn a_room_has_its_size_inside_and_its_walls_do_not_overlap() {
    let numbers = [(3, 4.0), (5, 0.1), (6, 0.2), (7, 0.3), (8, 0.4)];
    let walls = bounds(&form(Kind::Room, &numbers), ORIGIN);
    let wanted = [
        [-0.4, 5.2, -0.3, 0.0, 0.0, 2.4],
        [-0.4, 5.2, 4.0, 4.1, 0.0, 2.4],
        [-0.4, 0.0, 0.0, 4.0, 0.0, 2.4],
        [5.0, 5.2, 0.0, 4.0, 0.0, 2.4],
    ];
    assert_near(&walls, &wanted);
    for (index, one) in walls.iter().enumerate() {
        for other in &walls[..index] {
            let side = |axis: usize| one[axis + 1].min(other[axis + 1]) - one[axis].max(other[axis]);
            let common: f64 = [0, 2, 4].into_iter().map(|axis| side(axis).max(0.0)).product();
            assert!(common < 1e-5, "{one:?} {other:?}");
        }
    }
    let refused = |numbers: &[(usize, f64)]| items(&form(Kind::Room, numbers)).unwrap_err();
    assert!(refused(&[(2, 0.0)]).contains("inner sizes") && refused(&[(3, 0.0)]).contains("inner sizes"));
    assert!(refused(&[(6, 0.0)]).contains("East"), "none of the walls is made");
}

/// RM-16: An obstacle is a box with size (default: 1 m), margin and color.
#[test]
fn an_obstacle_stands_where_it_is_measured_or_beside_the_cursor() {
    let placed = form(Kind::Obstacle, &[(0, 2.0), (1, -3.0), (2, 90f64.to_radians()), (3, 4.0)]);
    assert_near(&bounds(&placed, [9.0; 3]), &[[1.5, 2.5, -5.0, -1.0, 0.0, 1.0]]);
    assert_near(&bounds(&relative(placed), [1.0, 2.0, 7.0]), &[[2.5, 3.5, -3.0, 1.0, 0.0, 1.0]]);
    assert!(items(&form(Kind::Obstacle, &[(2, 361f64.to_radians())])).is_err());
}

/// RM-16: An obstacle is a box with size (default: 1 m), margin and color.
/// RM-17: An obstacle's margin adds a percentage of each dimension on every side.
#[test]
fn an_obstacle_stands_on_the_origin_with_a_margin_on_each_side() {
    assert_near(&bounds(&form(Kind::Obstacle, &[]), [9.0; 3]), &[[-0.5, 0.5, -0.5, 0.5, 0.0, 1.0]]);
    let numbers = [(4, 2.0), (5, 3.0), (6, 10.0), (7, 20.0), (8, 50.0), (12, 0.25)];
    let scene = scene(&form(Kind::Obstacle, &numbers));
    let obstacle = &scene.objects[0];
    let Some(Margin::Fraction(parts)) = obstacle.margin else { panic!("a margin") };
    // As in overlays and leg checks: half on either side.
    let size = [1.0, 2.0, 3.0];
    let whole: Vec<f64> = size.iter().zip(parts).map(|(size, part)| size * (1.0 + 2.0 * part)).collect();
    assert!(whole.iter().zip([1.2, 2.8, 6.0]).all(|(one, other)| (one - other).abs() < 1e-9), "{whole:?}");
    assert_eq!((obstacle.name.as_str(), obstacle.category.as_str()), ("Object", "obstacle"));
    for wrong in [(3, 0.0), (6, -1.0), (9, 1.5)] {
        assert!(items(&form(Kind::Obstacle, &[wrong])).is_err(), "{wrong:?}");
    }
}

/// RM-06: Names have 1 to 20 characters and get a numeric suffix if already used.
#[test]
fn names_that_are_taken_get_a_number_of_three_digits() {
    let mut form = form(Kind::Obstacle, &[]);
    let name = |form: &ByNumbers, taken: &[&str]| {
        let items = form.items(&types(), ORIGIN, |name| taken.contains(&name))?;
        let mut document = Document::new();
        document.apply(Edit::Insert(items)).unwrap();
        Ok::<_, String>(document.scene().unwrap().objects[0].name.clone())
    };
    assert_eq!(name(&form, &["Object"]).unwrap(), "Object.001");
    assert_eq!(name(&form, &["Object", "Object.001"]).unwrap(), "Object.002");
    for (wrong, is_right) in [("", false), ("a23456789012345678901", false), ("a2345678901234567890", true)] {
        write(&mut form, 0, wrong);
        assert_eq!(name(&form, &[]).is_ok(), is_right, "{wrong}");
    }
}

/// RM-18: A Bluetooth beacon transmits in all directions up to its range, 2 m by default.
/// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
#[test]
fn beacons_have_range_cone_direction_and_address() {
    let mut radio = form(Kind::Beacon, &[(0, 1.0), (2, 2.0)]);
    write(&mut radio, 1, "01-23-45-67-89-ab");
    let beacon = &scene(&radio).beacons[0];
    assert_eq!((beacon.range, beacon.category.as_str(), &beacon.kind), (2.0, "bluetooth", &BeaconKind::Omni));
    assert!(format!("{:?}", beacon.properties).contains("01:23:45:67:89:AB"), "{:?}", beacon.properties);
    write(&mut radio, 1, "01-23");
    assert!(items(&radio).unwrap_err().contains("MAC"));
    assert!(items(&form(Kind::Beacon, &[(3, -1.0)])).is_err());

    let beacon = &scene(&of_type(Kind::Beacon, "ultrasound", &[(5, 90f64.to_radians())])).beacons[0];
    let BeaconKind::Cone(cone) = &beacon.kind else { panic!("a cone") };
    assert!((cone.half_angle.to_degrees() - 2.0).abs() < 1e-9);
    let axis = beacon.pose().rotation * Vector3::from(cone.direction.0);
    assert!((axis - Vector3::new(-1.0, 0.0, 0.0)).norm() < 1e-9, "{axis}");
    for wrong in [(4, 361f64.to_radians()), (7, 181f64.to_radians())] {
        assert!(items(&of_type(Kind::Beacon, "ultrasound", &[wrong])).is_err(), "{wrong:?}");
    }
}

/// RM-31: A robot is added with name, location, address (127.0.0.1:1999), size and margin.
#[test]
fn addresses_and_ports_of_robots_are_checked() {
    let robot = |address: &str, port: &str| {
        let mut form = form(Kind::Robot, &[]);
        write(&mut form, 1, address);
        write(&mut form, 2, port);
        items(&form)
    };
    for right in ["127.0.0.1", "0.0.0.0", "255.255.255.255", "10.0.0.7"] {
        assert!(robot(right, "1999").is_ok(), "{right}");
    }
    for wrong in ["256.1.1.1", "1.2.3", " 1.2.3.4", "1.2.3.4 ", "", "1.2.3.4.5", "a.b.c.d", "999.999.999.999", "1..2.3"]
    {
        assert!(robot(wrong, "1999").unwrap_err().contains("IP address"), "{wrong}");
    }
    for right in ["1", "1999", "65535"] {
        assert!(robot("127.0.0.1", right).is_ok(), "{right}");
    }
    for wrong in ["0", "65536", "", "1.5", "-1", "http"] {
        assert!(robot("127.0.0.1", wrong).unwrap_err().contains("from 1 to 65535"), "{wrong}");
    }
    let scene = scene(&form(Kind::Robot, &[(0, 2.0), (2, 1.0)]));
    let robot = &scene.robots[0];
    let place = robot.pose();
    assert_eq!((robot.name.as_str(), place.translation.x, place.translation.z), ("Robot", 2.0, 0.0));
    assert!((place.rotation.euler_angles().2 - 1.0).abs() < 1e-9);
    assert_eq!(robot.margin, Some(Margin::Fraction([0.01; 3])), "1 % on each side");
    for wrong in [(2, 360f64.to_radians()), (3, 0.0), (6, -1.0)] {
        assert!(items(&form(Kind::Robot, &[wrong])).is_err(), "{wrong:?}");
    }
}

#[test]
fn robots_have_the_fields_that_their_models_ask_for() {
    let scout = of_type(Kind::Robot, "scout/standard", &[(1, 3.0), (4, 20.0)]);
    let scene = scene(&scout);
    let robot = &scene.robots[0];
    assert_eq!((robot.pose().translation.y, robot.margin.clone()), (3.0, Some(Margin::Fraction([0.01, 0.2, 0.01]))));
    assert!(robot.properties.is_empty(), "{:?}", robot.properties);
    let mut without = ByNumbers { kind: Kind::Robot, ..ByNumbers::default() };
    assert!(without.form(&Types::default()).is_none());
    let refused = without.items(&Types::default(), ORIGIN, |_| false).unwrap_err();
    assert!(refused.contains("plugin folder"), "{refused}");
}

/// RM-04: Form fields keep their last value; typed values out of range are rejected.
#[test]
fn what_was_typed_of_a_kind_and_type_stays_while_another_one_is_chosen() {
    let mut form = form(Kind::Wall, &[(2, 3.0)]);
    let number = |form: &mut ByNumbers, place: usize| form.form(&types()).unwrap().1.numbers[place];
    form.kind = Kind::Room;
    assert_eq!(number(&mut form, 2), 5.0);
    form.kind = Kind::Wall;
    assert_eq!(number(&mut form, 2), 3.0);
    form.kind = Kind::Beacon;
    form.form(&types()).unwrap().1.numbers[BEACON_RANGE] = 7.0;
    form.choose("ultrasound");
    assert_eq!(number(&mut form, BEACON_RANGE), 2.0);
    form.choose("BLE");
    assert_eq!(number(&mut form, BEACON_RANGE), 7.0);
    // A type whose library is gone is not a type.
    form.choose("gone");
    assert_eq!(form.chosen(&types()), "BLE");
}
