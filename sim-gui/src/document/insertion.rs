//! Items that can be inserted into a scene, with their default values.

use crate::text::{self, Text};
use crate::widgets::form::relative;
use nalgebra::{Isometry3, Point3};
use serde_json::{Value, json};
use sim_edit::{Section, Thing};
use std::path::{Path, PathBuf};

/// An item that can be inserted into a scene.
#[derive(Clone, Debug)]
pub struct Insertion {
    /// Label.
    pub label: String,
    /// Description from the library; empty for built-in items.
    pub help: String,
    section: Section,
    data: Value,
    /// Child items of the same section, relative to their parent.
    carried: Vec<Value>,
    place: Place,
    file: Option<Source>,
}

/// The file from which an item is made.
#[derive(Clone, Debug)]
struct Source {
    /// JSON pointer to the path in the data.
    pointer: &'static str,
    /// Accepted file extensions.
    extensions: &'static [&'static str],
    /// The file, if already known.
    chosen: Option<PathBuf>,
}

/// Default length of the longer side of an image on the floor, m.
pub(super) const PICTURE: f64 = 2.0;

/// How an item uses its position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The origin is this high above the position, m.
    Above(f64),
    /// The item is painted at the position; the field is part of the data within its keyword.
    Painted(&'static str),
    /// The item has no position.
    Nowhere,
}

impl Insertion {
    pub(super) fn new(label: &str, section: Section, place: Place, data: Value) -> Self {
        let (label, help) = (label.to_owned(), String::new());
        Self { label, help, section, data, carried: Vec::new(), place, file: None }
    }

    /// An object with child objects in its frame. Its origin is on the ground.
    pub(super) fn of_parts(label: &str, own: Value, carried: Vec<Value>, height: f64) -> Self {
        Self { carried, ..Self::new(label, Section::Objects, Place::Above(height), own) }
    }

    pub(super) fn made_of(self, pointer: &'static str, extensions: &'static [&'static str]) -> Self {
        Self { file: Some(Source { pointer, extensions, chosen: None }), ..self }
    }

    pub(super) fn explained(mut self, help: &str) -> Self {
        help.clone_into(&mut self.help);
        self
    }

    /// Label of the scene section that contains the item.
    pub fn kind(&self) -> Text {
        text::tree::section(self.section)
    }

    /// The data to be written into the scene, before placement.
    #[cfg(test)]
    pub(super) fn data(&self) -> &Value {
        &self.data
    }

    /// File extensions, if a file must be chosen first.
    pub fn wanted_files(&self) -> Option<&'static [&'static str]> {
        self.file.as_ref().map(|file| file.extensions)
    }

    /// The source file, if known.
    pub fn chosen_file(&self) -> Option<PathBuf> {
        self.file.as_ref()?.chosen.clone()
    }

    /// The item made from a file, for a scene in `folder`.
    pub fn of_file(mut self, path: &Path, folder: Option<&Path>) -> Self {
        let Some(file) = self.file.take() else { return self };
        if let Some(place) = self.data.pointer_mut(file.pointer) {
            *place = json!(relative(path, folder));
        }
        if let (Some(name), Some(stem)) = (self.data.get_mut("name"), path.file_stem()) {
            let stem = stem.to_string_lossy().replace(|c: char| !c.is_alphanumeric() && !"-_ .".contains(c), "-");
            *name = json!(stem.trim());
        }
        if let (Some(size), Ok((width, height))) = (self.data.pointer_mut("/Image/size"), image::image_dimensions(path))
        {
            let scale = PICTURE / f64::from(width.max(height).max(1));
            *size = json!([width, height].map(|side| (f64::from(side) * scale * 1000.0).round().max(1.0) / 1000.0));
        }
        self
    }

    /// The item made from a known file.
    pub(super) fn of_known_file(mut self, path: &Path) -> Self {
        if let Some(file) = &mut self.file {
            file.chosen = Some(path.to_owned());
        }
        self
    }

    /// Whether the item has a position.
    pub fn has_place(&self) -> bool {
        !matches!(self.place, Place::Nowhere)
    }

    /// The item and its children at a point on the ground or on another item, m.
    pub fn at(&self, point: Point3<f64>) -> Vec<Thing> {
        let carried = self.carried.iter().map(|data| Thing::from_json(self.section, data));
        std::iter::once(self.own_at(point)).chain(carried).collect()
    }

    /// Minimum and maximum corners of the bounding box of an object at a point, m. `None` for other items.
    pub fn bounds(&self, point: Point3<f64>) -> Option<[Point3<f64>; 2]> {
        let own = self.own_at(point).bounds()?;
        let origin = match self.place {
            Place::Above(height) => point.coords + nalgebra::Vector3::new(0.0, 0.0, height),
            Place::Painted(_) | Place::Nowhere => point.coords,
        };
        let carried = self.carried.iter().filter_map(|data| Thing::from_json(self.section, data).bounds());
        let carried = carried.map(|bounds| bounds.map(|corner| corner + origin));
        Some(carried.fold(own, |[low, high], [other_low, other_high]| [low.inf(&other_low), high.sup(&other_high)]))
    }

    fn own_at(&self, point: Point3<f64>) -> Thing {
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

/// Translates a point or a list of points in the plane, rounded to centimeters.
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
