//! What can be put into a scene, each with values to begin with.

use crate::text;
use nalgebra::{Isometry3, Point3};
use serde_json::{Value, json};
use sim_abi::declare::Kind;
use sim_edit::{Section, Thing};
use sim_runner::PluginList;

/// Something that can be put into a scene.
#[derive(Clone, Debug)]
pub struct Insertion {
    /// What it is, in words.
    pub label: String,
    section: Section,
    data: Value,
    place: Place,
}

/// What a place means to a thing.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Its origin stands this high above it, m.
    Above(f64),
    /// It is painted there, in this field of the data within its word.
    Painted(&'static str),
    /// Nothing.
    Nowhere,
}

impl Insertion {
    fn new(label: &str, section: Section, place: Place, data: Value) -> Self {
        Self { label: label.to_owned(), section, data, place }
    }

    /// Whether it stands somewhere.
    pub fn has_place(&self) -> bool {
        !matches!(self.place, Place::Nowhere)
    }

    /// The thing on a point of the ground or of another thing, m.
    pub fn at(&self, point: Point3<f64>) -> Thing {
        match self.place {
            Place::Above(height) => {
                let pose = Isometry3::translation(point.x, point.y, point.z + height);
                Thing::from_json(self.section, &self.data).at(&pose)
            }
            Place::Painted(field) => {
                let mut data = self.data.clone();
                if let Some(value) = data.as_object_mut().and_then(|data| data.values_mut().next()?.get_mut(field)) {
                    shift(value, point);
                }
                Thing::from_json(self.section, &data)
            }
            Place::Nowhere => Thing::from_json(self.section, &self.data),
        }
    }
}

/// Shifts a point or a list of points of the plane, to the centimetre.
fn shift(value: &mut Value, point: Point3<f64>) {
    match value {
        Value::Array(points) if points.iter().all(Value::is_array) => {
            points.iter_mut().for_each(|inner| shift(inner, point));
        }
        Value::Array(parts) => {
            for (part, offset) in parts.iter_mut().zip([point.x, point.y]) {
                let shifted = part.as_f64().unwrap_or_default() + offset;
                *part = json!((shifted * 100.0).round() / 100.0);
            }
        }
        _ => {}
    }
}

/// Everything that can be put into a scene with the libraries that are loaded.
pub fn offers(plugins: &PluginList) -> Vec<Insertion> {
    use text::insert as words;
    let object = |label: &str, name: &str, height: f64, shape: Value| {
        Insertion::new(label, Section::Objects, Place::Above(height), json!({"name": name, "shape": shape}))
    };
    let part = |label: &str, section: Section, height: f64, data: Value| {
        Insertion::new(label, section, Place::Above(height), data)
    };
    let mut all = Vec::new();
    let of_kind = |kind: Kind| plugins.components.iter().filter(move |offer| offer.info.kind == kind);
    for model in of_kind(Kind::Robot) {
        let id = &model.info.id;
        let name = id.split('/').next().unwrap_or("robot");
        all.push(part(&words::robot(id), Section::Robots, 0.0, json!({"name": name, "model": id})));
        let fleet = json!({
            "prefix": format!("{name}-"),
            "model": id,
            "count": 9,
            "placement": {"Grid": {"spacing": [0.6, 0.6]}},
        });
        all.push(part(&words::fleet(id), Section::Fleets, 0.0, fleet));
    }
    let crate_ = json!({"name": "crate", "shape": {"Box": {"size": [0.3, 0.3, 0.3]}}, "mass": 1.0});
    let ball = json!({"name": "ball", "shape": {"Sphere": {"radius": 0.1}}, "mass": 0.2});
    let pool = json!({"Pool": {"outline": {"Regular": {"sides": 4, "apothem": 2.0}}, "height": 0.3, "floor": false}});
    all.extend([
        object(words::BOX, "box", 0.2, json!({"Box": {"size": [0.4, 0.4, 0.4]}})),
        object(words::CYLINDER, "cylinder", 0.2, json!({"Cylinder": {"radius": 0.15, "height": 0.4}})),
        object(words::SPHERE, "sphere", 0.2, json!({"Sphere": {"radius": 0.2}})),
        object(words::CAPSULE, "capsule", 0.35, json!({"Capsule": {"radius": 0.15, "height": 0.4}})),
        object(words::WALL, "wall", 0.0, json!({"Wall": {"from": [-0.5, 0.0], "to": [0.5, 0.0], "height": 0.3}})),
        object(words::RAMP, "ramp", 0.0, json!({"Ramp": {"length": 1.0, "width": 0.6, "height": 0.2}})),
        object(words::POOL, "pool", 0.0, pool),
        object(words::PLANE, "plane", 0.0, json!({"Plane": {}})),
        object(
            words::TERRAIN,
            "terrain",
            0.0,
            json!({"HeightField": {"size": [2.0, 2.0], "heights": {"Rows":
            [[0.0, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.0]]}}}),
        ),
        part(words::CRATE, Section::Objects, 0.15, crate_),
        part(words::BALL, Section::Objects, 0.1, ball),
        part(words::BEACON, Section::Beacons, 0.3, json!({"name": "beacon"})),
        part(words::LAMP, Section::Lights, 1.5, json!({"name": "lamp", "kind": {"Point": {}}})),
        part(words::SUN, Section::Lights, 3.0, json!({"name": "sun", "kind": {"Directional": [0.3, 0.2, -1.0]}})),
        part(words::NOTE, Section::Notes, 0.5, json!({"text": words::NOTE_TEXT})),
        Insertion::new(
            words::DISC,
            Section::Paint,
            Place::Painted("at"),
            json!({"Disc": {"at": [0.0, 0.0], "radius": 0.2, "color": [0.2, 0.5, 0.8]}}),
        ),
        Insertion::new(
            words::LINE,
            Section::Paint,
            Place::Painted("points"),
            json!({"Stroke": {"points": [[-0.5, 0.0], [0.5, 0.0]], "width": 0.05, "color": [0.1, 0.1, 0.1]}}),
        ),
        Insertion::new(
            words::FIELD,
            Section::Paint,
            Place::Painted("points"),
            json!({"Polygon": {"points": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
                "color": [0.8, 0.8, 0.4]}}),
        ),
        Insertion::new(words::WATER, Section::Media, Place::Nowhere, water()),
        Insertion::new(
            words::ROUTE,
            Section::Routes,
            Place::Nowhere,
            json!({"name": "route", "poses": [{"at": [0.0, 0.0, 0.0]}, {"at": [1.0, 0.0, 0.0]}]}),
        ),
        Insertion::new(words::NO_COLLISION, Section::Acceptance, Place::Nowhere, json!({"NoCollision": {}})),
        Insertion::new(words::KEY, Section::Inputs, Place::Nowhere, json!({"at": 1.0, "key": "w"})),
    ]);
    all.extend(of_kind(Kind::Service).map(|service| {
        let id = &service.info.id;
        let name = id.split('/').nth(1).unwrap_or("service");
        Insertion::new(&words::service(id), Section::Services, Place::Nowhere, json!({"name": name, "id": id}))
    }));
    all
}

/// A basin of water below z = 0.
fn water() -> Value {
    json!({"name": "water", "region": {"Box": {"size": [4.0, 4.0, 1.0], "at": [0.0, 0.0, -0.5]}}, "density": 1000.0})
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_edit::{Document, Edit};

    #[test]
    fn everything_that_is_offered_makes_a_valid_scene() {
        for offer in offers(&PluginList::default()) {
            let mut document = Document::new();
            let edit = Edit::Insert(vec![offer.at(Point3::new(1.5, -0.5, 0.1))]);
            let applied = document.apply(edit).unwrap_or_else(|refusal| panic!("{}: {refusal}", offer.label));
            assert!(applied.changed && !applied.created.is_empty(), "{}", offer.label);
        }
    }

    #[test]
    fn things_stand_on_what_was_pointed_at() {
        let offers = offers(&PluginList::default());
        let find = |label: &str| offers.iter().find(|offer| offer.label == label).expect("it is offered");
        let mut document = Document::new();
        let point = Point3::new(1.5, -0.5, 0.1);
        document.apply(Edit::Insert(vec![find(text::insert::BOX).at(point)])).unwrap();
        document.apply(Edit::Insert(vec![find(text::insert::DISC).at(point)])).unwrap();
        assert!(document.to_text().contains("at: (1.5, -0.5, 0.3)"), "{}", document.to_text());
        assert!(document.to_text().contains("at: (1.5, -0.5), radius"), "{}", document.to_text());
    }
}
