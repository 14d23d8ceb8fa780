//! What can be put into a scene, each with values to begin with.

use crate::text::{self, Text};
use crate::widgets::form::relative;
use nalgebra::{Isometry3, Point3};
use serde_json::{Value, json};
use sim_edit::{Section, Thing};
use std::path::{Path, PathBuf};

/// Something that can be put into a scene.
#[derive(Clone, Debug)]
pub struct Insertion {
    /// What it is, in words.
    pub label: String,
    /// What it is good for, as the library says that offers it; empty for what the program itself offers.
    pub help: String,
    section: Section,
    data: Value,
    /// What it carries, as its parent has it: things of the same section.
    carried: Vec<Value>,
    place: Place,
    file: Option<Source>,
}

/// A file that a thing is made of.
#[derive(Clone, Debug)]
struct Source {
    /// Where its name stands in the data.
    pointer: &'static str,
    /// Which files it may be.
    extensions: &'static [&'static str],
    /// The file, where it is known already.
    chosen: Option<PathBuf>,
}

/// The longer side of a picture on the floor to begin with, m.
pub(super) const PICTURE: f64 = 2.0;

/// What a place means to a thing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// Its origin stands this high above it, m.
    Above(f64),
    /// It is painted there, in this field of the data within its word.
    Painted(&'static str),
    /// Nothing.
    Nowhere,
}

impl Insertion {
    pub(super) fn new(label: &str, section: Section, place: Place, data: Value) -> Self {
        let (label, help) = (label.to_owned(), String::new());
        Self { label, help, section, data, carried: Vec::new(), place, file: None }
    }

    /// An object with others that it carries, which are placed in its own frame; its origin stands on the ground.
    pub(super) fn of_parts(label: &str, own: Value, carried: Vec<Value>, height: f64) -> Self {
        Self { carried, ..Self::new(label, Section::Objects, Place::Above(height), own) }
    }

    pub(super) fn made_of(mut self, pointer: &'static str, extensions: &'static [&'static str]) -> Self {
        self.file = Some(Source { pointer, extensions, chosen: None });
        self
    }

    pub(super) fn explained(mut self, help: &str) -> Self {
        help.clone_into(&mut self.help);
        self
    }

    /// The list of a scene's parts that it comes into, in words.
    pub fn kind(&self) -> Text {
        text::tree::section(self.section)
    }

    /// What is written into the scene, before it has a place.
    #[cfg(test)]
    pub(super) fn data(&self) -> &Value {
        &self.data
    }

    /// Which files it can be made of, where one has to be chosen first.
    pub fn wanted_files(&self) -> Option<&'static [&'static str]> {
        self.file.as_ref().map(|file| file.extensions)
    }

    /// The file that it is to be made of, where that is known.
    pub fn chosen_file(&self) -> Option<PathBuf> {
        self.file.as_ref()?.chosen.clone()
    }

    /// The thing made of a file, for a scene in a folder.
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

    /// The thing made of a file that is known already.
    pub(super) fn of_known_file(mut self, path: &Path) -> Self {
        if let Some(file) = &mut self.file {
            file.chosen = Some(path.to_owned());
        }
        self
    }

    /// Whether it stands somewhere.
    pub fn has_place(&self) -> bool {
        !matches!(self.place, Place::Nowhere)
    }

    /// The thing on a point of the ground or of another thing, m, and what it carries.
    pub fn at(&self, point: Point3<f64>) -> Vec<Thing> {
        let carried = self.carried.iter().map(|data| Thing::from_json(self.section, data));
        std::iter::once(self.own_at(point)).chain(carried).collect()
    }

    /// Lowest and highest corner of the box that an object would take at a point, m; none for other things.
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
