//! All items that can be inserted into a scene.

use super::by_numbers::Types;
use super::furniture;
use super::insertion::{Insertion, PICTURE, Place};
use crate::text;
use serde_json::{Value, json};
use sim_abi::declare::Kind;
use sim_edit::Section;
use sim_runner::PluginList;
use std::path::Path;

/// Image file extensions.
const IMAGES: &[&str] = &["png", "jpg", "jpeg"];

/// The item made from a file dropped onto the window. `None` if the file is not a part of a scene.
pub fn of_dropped(path: &Path) -> Option<Insertion> {
    let extension = path.extension()?.to_string_lossy().to_lowercase();
    let fits = |insertion: &Insertion| insertion.wanted_files().is_some_and(|all| all.contains(&&*extension));
    // Scenes and models with these extensions cannot be distinguished by name.
    if ["ron", "json"].contains(&&*extension) {
        return None;
    }
    Some(from_files().into_iter().find(fits)?.of_known_file(path))
}

/// Items made from files.
fn from_files() -> [Insertion; 5] {
    use text::insert as words;
    let mesh = json!({"name": "mesh", "shape": {"Mesh": {"file": ""}}});
    let robot = json!({"name": "robot", "model": {"file": ""}});
    let picture = json!({"Image": {"file": "", "at": [0.0, 0.0], "size": [PICTURE, PICTURE]}});
    let heights = json!({"Image": {"file": "", "high": 0.5}});
    let terrain = json!({"name": "terrain", "shape": {"HeightField": {"size": [4.0, 4.0], "heights": heights}}});
    [
        Insertion::new(&words::MESH, Section::Objects, Place::Above(0.0), mesh)
            .made_of("/shape/Mesh/file", &["obj", "stl", "gltf", "glb", "dae"]),
        Insertion::new(&words::MODEL, Section::Robots, Place::Above(0.0), robot)
            .made_of("/model/file", &["urdf", "ron", "json"]),
        Insertion::new(&words::PICTURE, Section::Paint, Place::Painted("at"), picture).made_of("/Image/file", IMAGES),
        Insertion::new(&words::HEIGHTS, Section::Objects, Place::Above(0.0), terrain)
            .made_of("/shape/HeightField/heights/Image/file", IMAGES),
        Insertion::new(&words::INCLUDE, Section::Includes, Place::Above(0.0), json!({"file": ""}))
            .made_of("/file", &["ron", "json"]),
    ]
}

/// All items that can be inserted with the loaded libraries. Robots and furniture come first.
pub fn offers(plugins: &PluginList) -> Vec<Insertion> {
    use text::insert as words;
    let object = |label: &str, name: &str, height: f64, shape: Value| {
        Insertion::new(label, Section::Objects, Place::Above(height), json!({"name": name, "shape": shape}))
    };
    let part = |label: &str, section: Section, height: f64, data: Value| {
        Insertion::new(label, section, Place::Above(height), data)
    };
    let (mut all, mut fleets) = (Vec::new(), Vec::new());
    let of_kind = |kind: Kind| plugins.components.iter().filter(move |offer| offer.kind() == kind);
    for model in of_kind(Kind::Robot) {
        let id = &model.info().id;
        let name = id.split('/').next().unwrap_or("robot");
        let robot = part(&words::robot(id), Section::Robots, 0.0, json!({"name": name, "model": id}));
        all.push(robot.explained(model.help()));
        let fleet = json!({
            "prefix": format!("{name}-"),
            "model": id,
            "count": 9,
            "placement": {"Grid": {"spacing": [0.6, 0.6]}},
        });
        fleets.push(part(&words::fleet(id), Section::Fleets, 0.0, fleet).explained(model.help()));
    }
    all.extend(furniture::offers());
    let crate_ = json!({"name": "crate", "shape": {"Box": {"size": [0.3, 0.3, 0.3]}}, "mass": 1.0});
    let ball = json!({"name": "ball", "shape": {"Sphere": {"radius": 0.1}}, "mass": 0.2});
    let pool = json!({"Pool": {"outline": {"Regular": {"sides": 4, "apothem": 2.0}}, "height": 0.3, "floor": false}});
    all.extend([
        object(&words::BOX, "box", 0.2, json!({"Box": {"size": [0.4, 0.4, 0.4]}})),
        object(&words::CYLINDER, "cylinder", 0.2, json!({"Cylinder": {"radius": 0.15, "height": 0.4}})),
        object(&words::SPHERE, "sphere", 0.2, json!({"Sphere": {"radius": 0.2}})),
        object(&words::CAPSULE, "capsule", 0.35, json!({"Capsule": {"radius": 0.15, "height": 0.4}})),
        object(&words::ELLIPSOID, "ellipsoid", 0.2, json!({"Ellipsoid": {"radii": [0.4, 0.2, 0.2]}})),
        object(
            &words::EXTRUSION,
            "extrusion",
            0.0,
            json!({"Extrusion": {
                "section": [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.0], [0.0, 0.1], [-0.2, 0.0], [-0.2, -0.1]],
                "spine": [[0.0, 0.0, 0.0], [0.0, 0.0, 0.5]]}}),
        ),
        object(&words::WALL, "wall", 0.0, json!({"Wall": {"from": [-0.5, 0.0], "to": [0.5, 0.0], "height": 0.3}})),
        object(&words::RAMP, "ramp", 0.0, json!({"Ramp": {"length": 1.0, "width": 0.6, "height": 0.2}})),
        object(&words::POOL, "pool", 0.0, pool),
        object(&words::PLANE, "plane", 0.0, json!({"Plane": {}})),
        object(
            &words::TERRAIN,
            "terrain",
            0.0,
            json!({"HeightField": {"size": [2.0, 2.0], "heights": {"Rows":
            [[0.0, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.0]]}}}),
        ),
        part(&words::CRATE, Section::Objects, 0.15, crate_),
        part(&words::BALL, Section::Objects, 0.1, ball),
        part(&words::BEACON, Section::Beacons, 0.3, json!({"name": "beacon"})),
    ]);
    all.extend(Types::of(plugins).beacons.into_iter().map(|beacon| {
        let mut data = json!({"name": "beacon", "category": beacon.category, "range": beacon.range});
        if let Some(angle) = beacon.cone {
            data["kind"] = json!({"Cone": {"half_angle": angle / 2.0}});
        }
        part(&words::beacon_of_type(&beacon.name), Section::Beacons, 0.3, data)
    }));
    all.extend([
        part(&words::LAMP, Section::Lights, 1.5, json!({"name": "lamp", "kind": {"Point": {}}})),
        part(&words::SUN, Section::Lights, 3.0, json!({"name": "sun", "kind": {"Directional": [0.3, 0.2, -1.0]}})),
        part(&words::SPOT, Section::Lights, 2.0, json!({"name": "spot", "kind": {"Spot": {}}})),
        part(&words::NOTE, Section::Notes, 0.5, json!({"text": words::NOTE_TEXT.as_str()})),
        Insertion::new(
            &words::DISC,
            Section::Paint,
            Place::Painted("at"),
            json!({"Disc": {"at": [0.0, 0.0], "radius": 0.2, "color": [0.2, 0.5, 0.8]}}),
        ),
        Insertion::new(
            &words::LINE,
            Section::Paint,
            Place::Painted("points"),
            json!({"Stroke": {"points": [[-0.5, 0.0], [0.5, 0.0]], "width": 0.05, "color": [0.1, 0.1, 0.1]}}),
        ),
        Insertion::new(
            &words::FIELD,
            Section::Paint,
            Place::Painted("points"),
            json!({"Polygon": {"points": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
                "color": [0.8, 0.8, 0.4]}}),
        ),
        Insertion::new(&words::WATER, Section::Media, Place::Nowhere, water()),
        Insertion::new(
            &words::ROUTE,
            Section::Routes,
            Place::Nowhere,
            json!({"name": "route", "poses": [{"at": [0.0, 0.0, 0.0]}, {"at": [1.0, 0.0, 0.0]}]}),
        ),
        Insertion::new(
            &words::SHARED_SHAPE,
            Section::Shapes,
            Place::Nowhere,
            json!({"name": "post", "shape": {"Cylinder": {"radius": 0.05, "height": 0.5}}}),
        ),
        Insertion::new(&words::GROUP, Section::Groups, Place::Nowhere, json!({"name": "group"})),
        Insertion::new(&words::NO_COLLISION, Section::Acceptance, Place::Nowhere, json!({"NoCollision": {}})),
        Insertion::new(&words::KEY, Section::Inputs, Place::Nowhere, json!({"at": 1.0, "key": "w"})),
    ]);
    all.extend(fleets);
    all.extend(from_files());
    all.extend(of_kind(Kind::Service).map(|service| {
        let id = &service.info().id;
        let name = id.split('/').nth(1).unwrap_or("service");
        let data = json!({"name": name, "id": id});
        Insertion::new(&words::service(id), Section::Services, Place::Nowhere, data).explained(service.help())
    }));
    all
}

/// A water volume below z = 0.
fn water() -> Value {
    json!({"name": "water", "region": {"Box": {"size": [4.0, 4.0, 1.0], "at": [0.0, 0.0, -0.5]}}, "density": 1000.0})
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;
    use sim_edit::{Document, Edit};
    use std::path::PathBuf;

    #[test]
    fn every_offer_makes_a_valid_scene() {
        for offer in offers(&PluginList::default()).into_iter().filter(|offer| offer.wanted_files().is_none()) {
            let mut document = Document::new();
            let edit = Edit::Insert(offer.at(Point3::new(1.5, -0.5, 0.1)));
            let applied = document.apply(edit).unwrap_or_else(|refusal| panic!("{}: {refusal}", offer.label));
            assert!(applied.changed && !applied.created.is_empty(), "{}", offer.label);
        }
    }

    #[test]
    fn what_is_made_of_a_file_has_its_name_and_makes_a_valid_scene() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        };
        let triangles = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        let mut files = vec![
            file("left [old].obj", triangles),
            file("arm.urdf", b"<robot name='arm'><link name='base'/></robot>"),
            file("room.ron", b"(format_version: 1)"),
        ];
        files.push(folder.path().join("map.png"));
        image::GrayImage::new(8, 4).save(&files[3]).unwrap();
        let scene = file("scene.ron", b"(format_version: 1)");
        for offer in from_files() {
            let fits = |path: &&PathBuf| {
                let extension = path.extension().unwrap().to_str().unwrap();
                offer.wanted_files().unwrap().contains(&extension)
            };
            let path = files.iter().find(fits).unwrap();
            let mut document = Document::open(&scene).unwrap();
            let (label, thing) = (offer.label.clone(), offer.of_file(path, Some(folder.path())));
            let applied = document.apply(Edit::Insert(thing.at(Point3::new(1.0, 0.5, 0.0))));
            assert!(applied.is_ok_and(|applied| applied.changed), "{label}");
            let text = document.to_text();
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(text.contains(&format!("\"{name}\"")), "{label}: {text}");
        }
        assert!(of_dropped(&files[0]).is_some() && of_dropped(&files[2]).is_none());
        assert!(of_dropped(Path::new("plugin.so")).is_none() && of_dropped(Path::new("ARM.URDF")).is_some());
    }

    #[test]
    fn a_picture_keeps_its_shape_and_a_mesh_takes_the_name_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.png");
        image::GrayImage::new(8, 4).save(&path).unwrap();
        let picture = of_dropped(&path).unwrap().of_file(&path, Some(folder.path()));
        assert_eq!(picture.data().pointer("/Image/size"), Some(&json!([2.0, 1.0])));
        let mesh = Path::new("/models/left [old].stl");
        let mesh = of_dropped(mesh).unwrap().of_file(mesh, Some(Path::new("/models")));
        assert_eq!(mesh.data()["name"], "left -old-");
        assert_eq!(mesh.data().pointer("/shape/Mesh/file"), Some(&json!("left [old].stl")));
    }

    #[test]
    fn items_rest_on_the_surface_under_the_pointer() {
        let offers = offers(&PluginList::default());
        let find = |label: &str| offers.iter().find(|offer| offer.label == label).expect("it is offered");
        let mut document = Document::new();
        let point = Point3::new(1.5, -0.5, 0.1);
        document.apply(Edit::Insert(find(&text::insert::BOX).at(point))).unwrap();
        document.apply(Edit::Insert(find(&text::insert::DISC).at(point))).unwrap();
        assert!(document.to_text().contains("at: (1.5, -0.5, 0.3)"), "{}", document.to_text());
        assert!(document.to_text().contains("at: (1.5, -0.5), radius"), "{}", document.to_text());
    }
}
