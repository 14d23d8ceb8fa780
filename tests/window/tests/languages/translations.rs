//! Translated texts of scenes and components in the window.

use super::lock;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use sim_text::{Language, set_language};
use sim_window_tests::Rig;

const SCENE: &str = r#"(
    format_version: 1,
    floor: (),
    robots: [(name: "anna", model: "butia/standard", sensors: {"probe": "butia/temperature"})],
    services: [(name: "bridge", id: "bobot/server", params: (port: 0), grants: [Network, Command])],
)"#;

/// Hovers over a label or a button until the window shows a line.
fn points_at(rig: &mut Rig, name: &str, line: &str) {
    let place = |rig: &Rig| {
        let mut named = rig.harness.get_all_by(|node| match node.role() {
            Role::Label => node.value().as_deref() == Some(name),
            Role::Button => node.label().as_deref() == Some(name),
            _ => false,
        });
        let node = named.next().expect("it is there");
        node.scroll_to_me();
        node.rect().center()
    };
    let sight = rig.harness.ctx.content_rect().shrink2(egui::vec2(0.0, 60.0));
    // Scrolling takes some frames to settle.
    let mut at = place(rig);
    rig.wait("it is in sight and rests", |rig| std::mem::replace(&mut at, place(rig)) == at && sight.contains(at));
    rig.harness.hover_at(at);
    rig.wait(line, |rig| says(rig, line));
}

/// Whether any label contains this line.
fn says(rig: &Rig, line: &str) -> bool {
    rig.labels().iter().any(|label| label.lines().any(|said| said == line))
}

#[test]
fn forms_components_and_channels_are_explained_in_the_language_in_use() {
    let _guard = lock();
    let mut rig = Rig::of(SCENE, 1);
    // Open items stay open when the language changes.
    rig.click("anna");
    rig.click("Parameters of the model");
    for (language, field, parameter, channel) in [
        (Language::English, "Notes.", "Initial battery voltage.", "reading of the board, in steps of 64"),
        (
            Language::Spanish,
            "Observaciones.",
            "Tensión de la batería al inicio.",
            "lo que lee la placa, en escalones de 64",
        ),
        (
            Language::Catalan,
            "Observacions.",
            "Tensió de la bateria a l'inici.",
            "el que llegeix la placa, en esglaons de 64",
        ),
    ] {
        set_language(language);
        points_at(&mut rig, "notes", field);
        points_at(&mut rig, "voltage", parameter);
        points_at(&mut rig, "probe.raw", channel);
    }

    rig.click("bridge");
    for (language, button, function) in [
        (Language::English, "Call address", "address:port of the server; empty if it is stopped"),
        (Language::Spanish, "Llamar a address", "dirección:puerto en la que escucha, o nada"),
        (Language::Catalan, "Crida address", "adreça:port on escolta, o res"),
    ] {
        set_language(language);
        rig.harness.step();
        points_at(&mut rig, button, function);
    }

    set_language(Language::English);
    rig.harness.step();
    rig.click("Plugins");
    rig.click("plugin-butia 0.1.0 · registered");
    rig.click("butia/battery · sensor");
    for (language, library, component, parameter) in [
        (
            Language::English,
            "The Butiá robot, its motors, and the modules that plug into its board.",
            "Module `butia`: voltage of the battery.",
            "Voltage drop per second at rest.",
        ),
        (
            Language::Spanish,
            "El robot Butiá, sus motores y los módulos que se conectan a su placa.",
            "Módulo `butia`: tensión de la batería.",
            "Pérdida por segundo mientras nada se mueve.",
        ),
        (
            Language::Catalan,
            "El robot Butiá, els seus motors i els mòduls que es connecten a la seva placa.",
            "Mòdul `butia`: tensió de la bateria.",
            "Pèrdua per segon mentre res no es mou.",
        ),
    ] {
        set_language(language);
        for line in [library, component, parameter] {
            rig.wait(line, |rig| says(rig, line));
        }
    }
}
