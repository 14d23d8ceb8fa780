//! Help texts of scene fields in forms, in every language. Separate processes, because a process has one language.

use sim_core::scene::decode::Field;
use sim_core::scene::form::{FieldForm, Form};
use sim_core::scene::{Object, Scene, Shape};
use sim_fuzz::alone;
use sim_text::{Language, check, set_language};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Help of all parts of a form, by key.
fn collect(form: &Form, texts: &mut BTreeMap<String, String>) {
    match form {
        Form::Record(fields) => {
            for field in fields() {
                add(field.key, &field.help, &field.form, texts);
            }
        }
        Form::Choice(variants) => {
            for variant in variants() {
                add(variant.key, &variant.help, variant.content.as_ref().unwrap_or(&Form::Flag), texts);
            }
        }
        Form::Optional(inner) | Form::List(inner) | Form::ByName(inner) => collect(inner, texts),
        Form::Fields(fields) => panic!("{fields:?} are parameters"),
        _ => {}
    }
}

fn add(key: &str, help: &str, content: &Form, texts: &mut BTreeMap<String, String>) {
    if texts.insert(key.into(), help.into()).is_none() {
        collect(content, texts);
    }
}

fn texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    collect(&Scene::form(), &mut texts);
    texts
}

#[test]
fn every_field_and_variant_of_a_scene_is_translated_as_it_stands_now() {
    alone(|| {
        set_language(Language::English);
        let english = texts();
        assert!(english.len() > 200 && english.contains_key("Attenuation-linear"), "{english:?}");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
        let findings = Language::ALL.into_iter().skip(1).flat_map(|language| {
            let file = fs::read_to_string(folder.join(format!("fields.{}.ftl", language.code()))).unwrap();
            check::translations(language, &file, &english)
        });
        let findings: Vec<String> = findings.collect();
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    });
}

fn mass() -> FieldForm {
    let Form::Record(fields) = Object::form() else { panic!("an object is a record") };
    fields().into_iter().find(|field| field.name == "mass").unwrap()
}

#[test]
fn forms_say_what_fields_and_variants_are_in_the_language_in_use() {
    alone(|| {
        let said = [Language::English, Language::Spanish, Language::Catalan].map(|language| {
            set_language(language);
            let Form::Choice(shapes) = Shape::form() else { panic!("a shape is a choice") };
            let mass = mass();
            // Names, words and units are those of the scene file.
            assert_eq!((&*mass.name, &*mass.unit, shapes()[0].word), ("mass", "kg", "Box"));
            [mass.help.to_string(), shapes()[0].help.to_string()]
        });
        assert_eq!(
            said,
            [
                ["Mass, kg; makes the object movable.", "A cuboid, centered at the origin."],
                ["Masa, kg; con ella el objeto se puede mover.", "Un paralelepípedo en torno al origen."],
                ["Massa, kg; amb ella l'objecte es pot moure.", "Un paral·lelepípede al voltant de l'origen."],
            ]
        );
    });
}
