//! Furniture and obstacles for rooms, in common sizes.

use super::insertion::Insertion;
use crate::text::insert as words;
use serde_json::{Value, json};

const WOOD: [f64; 3] = [0.72, 0.53, 0.34];
const DARK_WOOD: [f64; 3] = [0.45, 0.31, 0.2];
const METAL: [f64; 3] = [0.55, 0.57, 0.6];
const FABRIC: [f64; 3] = [0.35, 0.42, 0.55];
const LINEN: [f64; 3] = [0.9, 0.9, 0.88];
const CONCRETE: [f64; 3] = [0.75, 0.74, 0.72];
const ORANGE: [f64; 3] = [0.95, 0.45, 0.1];
const LEAVES: [f64; 3] = [0.2, 0.5, 0.25];
/// Edge length of a leg's cross section, m.
const LEG: f64 = 0.05;

/// A cuboid of a piece of furniture: the center of its bottom face relative to the ground point of the piece, and its size, m.
struct Part {
    name: &'static str,
    at: [f64; 3],
    size: [f64; 3],
    color: [f64; 3],
}

fn part(name: &'static str, at: [f64; 3], size: [f64; 3], color: [f64; 3]) -> Part {
    Part { name, at, size, color }
}

/// All furniture and obstacles.
pub(super) fn offers() -> Vec<Insertion> {
    vec![
        table(&words::TABLE, "table", [1.2, 0.8, 0.75]),
        table(&words::DESK, "desk", [1.6, 0.8, 0.73]),
        chair(),
        shelf(),
        piece(&words::CUPBOARD, &[part("cupboard", [0.0; 3], [1.0, 0.45, 1.9], DARK_WOOD)]),
        piece(
            &words::BED,
            &[
                part("bed", [0.0, 0.0, 0.0], [2.0, 0.95, 0.3], WOOD),
                part("mattress", [0.0, 0.0, 0.3], [1.96, 0.9, 0.2], LINEN),
                part("headboard", [1.02, 0.0, 0.0], [0.05, 0.95, 0.9], WOOD),
            ],
        ),
        piece(
            &words::SOFA,
            &[
                part("sofa", [0.0, 0.0, 0.0], [0.9, 2.0, 0.42], FABRIC),
                part("back", [-0.35, 0.0, 0.42], [0.2, 2.0, 0.4], FABRIC),
                part("left-arm", [0.1, 0.92, 0.42], [0.7, 0.16, 0.2], FABRIC),
                part("right-arm", [0.1, -0.92, 0.42], [0.7, 0.16, 0.2], FABRIC),
            ],
        ),
        round(&words::COLUMN, "column", 0.15, 2.5, CONCRETE),
        round(&words::BOLLARD, "bollard", 0.08, 0.75, ORANGE),
        round(&words::BIN, "bin", 0.15, 0.35, METAL),
        plant(),
        piece(&words::STEP, &[part("step", [0.0; 3], [0.8, 0.3, 0.17], CONCRETE)]),
    ]
}

/// A table with four legs.
fn table(label: &str, name: &'static str, [length, width, height]: [f64; 3]) -> Insertion {
    let top = 0.04;
    let mut parts = vec![part(name, [0.0, 0.0, height - top], [length, width, top], WOOD)];
    parts.extend(legs([length, width], height - top, METAL));
    piece(label, &parts)
}

/// Four legs under the corners of a rectangle.
fn legs([length, width]: [f64; 2], height: f64, color: [f64; 3]) -> impl Iterator<Item = Part> {
    let [x, y] = [(length - LEG) / 2.0, (width - LEG) / 2.0];
    let corners = [("leg-1", [x, y]), ("leg-2", [-x, y]), ("leg-3", [-x, -y]), ("leg-4", [x, -y])];
    corners.into_iter().map(move |(name, [x, y])| part(name, [x, y, 0.0], [LEG, LEG, height], color))
}

fn chair() -> Insertion {
    let mut parts = vec![
        part("chair", [0.0, 0.0, 0.43], [0.44, 0.44, 0.03], WOOD),
        part("back", [-0.205, 0.0, 0.46], [0.03, 0.44, 0.44], WOOD),
    ];
    parts.extend(legs([0.44, 0.44], 0.43, METAL));
    piece(&words::CHAIR, &parts)
}

fn shelf() -> Insertion {
    let mut parts = vec![part("shelf", [0.0, 0.0, 0.0], [0.8, 0.3, 0.03], WOOD)];
    let boards = ["board-1", "board-2", "board-3", "board-4", "board-5"];
    for (number, name) in (1..).zip(boards) {
        parts.push(part(name, [0.0, 0.0, 0.354 * f64::from(number)], [0.8, 0.3, 0.03], WOOD));
    }
    parts.push(part("left-side", [0.415, 0.0, 0.0], [0.03, 0.3, 1.8], WOOD));
    parts.push(part("right-side", [-0.415, 0.0, 0.0], [0.03, 0.3, 1.8], WOOD));
    piece(&words::SHELF, &parts)
}

/// A potted plant.
fn plant() -> Insertion {
    let pot = cylinder("plant", 0.16, 0.3, ORANGE);
    let leaves = json!({
        "name": "leaves", "parent": "plant", "shape": {"Sphere": {"radius": 0.28}}, "at": [0.0, 0.0, 0.4],
        "color": LEAVES,
    });
    Insertion::of_parts(&words::PLANT, pot, vec![leaves], 0.15)
}

/// An upright cylinder.
fn round(label: &str, name: &str, radius: f64, height: f64, color: [f64; 3]) -> Insertion {
    Insertion::of_parts(label, cylinder(name, radius, height, color), Vec::new(), height / 2.0)
}

fn cylinder(name: &str, radius: f64, height: f64, color: [f64; 3]) -> Value {
    json!({"name": name, "shape": {"Cylinder": {"radius": radius, "height": height}}, "color": color})
}

/// A piece made of cuboids. The first one is the parent of the others.
fn piece(label: &str, parts: &[Part]) -> Insertion {
    let middle = |part: &Part| [part.at[0], part.at[1], part.at[2] + part.size[2] / 2.0];
    let first = middle(&parts[0]);
    let data = |part: &Part| json!({"name": part.name, "shape": {"Box": {"size": part.size}}, "color": part.color});
    let carried = parts[1..].iter().map(|part| {
        let at: Vec<f64> = middle(part).iter().zip(first).map(|(own, first)| sim_edit::rounded(own - first)).collect();
        let mut data = data(part);
        (data["parent"], data["at"]) = (json!(parts[0].name), json!(at));
        data
    });
    Insertion::of_parts(label, data(&parts[0]), carried.collect(), first[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;
    use sim_core::scene::Posed;
    use sim_edit::{Document, Edit, Query, Target};

    #[test]
    fn furniture_stands_on_the_ground_and_keeps_together() {
        for offer in offers() {
            let at = Point3::new(1.5, -0.5, 0.0);
            let [low, high] = offer.bounds(at).expect("it has a size");
            assert!(low.z.abs() < 1e-9 && high.z > 0.1, "{}: {low} {high}", offer.label);
            let mut document = Document::new();
            document.apply(Edit::Insert(offer.at(at))).unwrap();
            // A second piece has its own parts.
            document.apply(Edit::Insert(offer.at(Point3::new(4.0, 0.0, 0.0)))).unwrap();
            let objects = &document.scene().unwrap().objects;
            let (first, second) = objects.split_at(objects.len() / 2);
            assert!(second[0].pose().translation.x > 3.0 && second[0].parent.is_none(), "{}", offer.label);
            for (one, other) in first.iter().zip(second) {
                assert_eq!((&one.shape, one.pose().rotation), (&other.shape, other.pose().rotation));
                let parents = [&first[0].name, &second[0].name].map(Some);
                let own = [&one.parent, &other.parent].map(Option::as_ref);
                assert!(own == [None, None] || own == parents, "{}: {own:?}", offer.label);
            }
            let lowest = |object: &sim_core::scene::Object| {
                let target = Target::object(&object.name);
                document.query().map(|query: Query<'_>| query.world_pose(&target).unwrap().translation.z)
            };
            assert!(first.iter().all(|object| lowest(object).is_some_and(|z| z > 0.0)), "{}", offer.label);
        }
    }
}
