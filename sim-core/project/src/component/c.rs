//! A project in C or C++, built with the system's compiler.

use super::{ComponentKind, Lang};
use crate::folder::Files;
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};

/// The contract's header for C, in the version of this program.
pub const HEADER: &str = include_str!("../../../../sim-abi/include/sim.h");

/// Source and scene for a kind. The examples are the templates, so that the tests of one cover the other.
struct Template {
    source: &'static str,
    id: &'static str,
    scene: &'static str,
}

macro_rules! template {
    ($source:literal, $id:literal, $scene:literal) => {
        Template {
            source: include_str!(concat!("../../../../examples/c/", $source)),
            id: $id,
            scene: include_str!(concat!("../../templates/", $scene)),
        }
    };
}

/// The template for a kind.
const fn template(kind: ComponentKind, lang: Lang) -> Template {
    match (kind, lang) {
        (ComponentKind::Controller, Lang::Cpp) => template!("follow.cpp", "example-cpp/follow", "controller/scene.ron"),
        (ComponentKind::Controller, _) => template!("avoid.c", "example-c/avoid", "controller/scene.ron"),
        (ComponentKind::Sensor, Lang::Cpp) => template!("depth.cpp", "example-cpp/depth", "c/sensor.ron"),
        (ComponentKind::Sensor, _) => template!("depth.c", "example-c/depth", "c/sensor.ron"),
        (ComponentKind::Actuator, Lang::Cpp) => template!("wheel.cpp", "example-cpp/wheel", "actuator/scene.ron"),
        (ComponentKind::Actuator, _) => template!("wheel.c", "example-c/wheel", "actuator/scene.ron"),
        (ComponentKind::Dynamics, Lang::Cpp) => template!("unicycle.cpp", "example-cpp/unicycle", "c/dynamics.ron"),
        (ComponentKind::Dynamics, _) => template!("unicycle.c", "example-c/unicycle", "c/dynamics.ron"),
        (ComponentKind::Robot, Lang::Cpp) => template!("puck.cpp", "example-cpp/puck", "robot/scene.ron"),
        (ComponentKind::Robot, _) => template!("puck.c", "example-c/puck", "robot/scene.ron"),
        (ComponentKind::Service, Lang::Cpp) => template!("distance.cpp", "example-cpp/distance", "c/service.ron"),
        (ComponentKind::Service, _) => template!("distance.c", "example-c/distance", "c/service.ron"),
    }
}

/// Files of the folder: relative path and content.
pub(super) fn render(kind: ComponentKind, name: &str, lang: Lang) -> Files {
    let cpp = lang == Lang::Cpp;
    let file = name.replace('-', "_");
    let source = format!("{file}.{}", if cpp { "cpp" } else { "c" });
    let fill = |text: &str| {
        text.replace("{{name}}", name)
            .replace("{{file}}", &file)
            .replace("{{source}}", &source)
            .replace("{{kind}}", kind.kind().word())
            .replace("{{abi}}", &format!("{ABI_MAJOR}.{ABI_MINOR}"))
            .replace("{{compile}}", if cpp { "$(CXX) $(CXXFLAGS) -std=c++11" } else { "$(CC) $(CFLAGS) -std=c99" })
            .replace("{{language}}", if cpp { "CXX" } else { "C" })
            .replace("{{standard}}", if cpp { "CXX_STANDARD" } else { "C_STANDARD" })
            .replace("{{version}}", if cpp { "11" } else { "99" })
    };
    let template = template(kind, lang);
    let library = template.id.replace('/', "-");
    let code = template.source.replace(template.id, &format!("my/{name}")).replace(&library, name);
    vec![
        (source.clone(), code),
        ("sim.h".into(), HEADER.into()),
        ("Makefile".into(), fill(include_str!("../../templates/c/Makefile"))),
        ("CMakeLists.txt".into(), fill(include_str!("../../templates/c/CMakeLists.txt"))),
        ("README.md".into(), fill(include_str!("../../templates/c/README.md"))),
        (".gitignore".into(), include_str!("../../templates/c/gitignore").into()),
        ("scene.ron".into(), fill(template.scene)),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::NewComponent;
    use super::*;
    use std::process::Command;

    /// Make is available on every machine used to write C.
    #[test]
    fn every_kind_builds_with_make_alone_in_c_and_in_cpp() {
        let folder = tempfile::tempdir().unwrap();
        for kind in &ComponentKind::ALL {
            for (lang, name) in [(Lang::C, "in-c"), (Lang::Cpp, "in-cpp")] {
                let dir = folder.path().join(kind.kind().word());
                NewComponent { kind: *kind, name, dir: &dir, sdk: None, lang }.make().unwrap();
                let output = Command::new("make").current_dir(dir.join(name)).output().expect("make can be started");
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success() && said.is_empty(), "{kind:?} {lang:?}: {said}");
                assert!(dir.join(name).join("plugins").read_dir().unwrap().count() == 1, "{kind:?} {lang:?}");
            }
        }
    }

    #[test]
    fn what_is_made_in_cpp_is_no_c() {
        for kind in &ComponentKind::ALL {
            let source = &render(*kind, "line-follower", Lang::Cpp)[0].1;
            for word in ["typedef", "malloc(", "calloc(", "free(", "(void)", "/* ", "NULL"] {
                assert!(!source.contains(word), "{kind:?}: {word}");
            }
            assert!(source.contains("in C++") && source.contains("namespace {"), "{kind:?}");
        }
    }

    #[test]
    fn no_part_of_the_example_and_no_placeholder_is_left() {
        for kind in &ComponentKind::ALL {
            for lang in [Lang::C, Lang::Cpp] {
                for (path, content) in render(*kind, "line-follower", lang).iter().filter(|(path, _)| path != "sim.h") {
                    assert!(!content.contains("{{") || content.contains("= {{0, 0}"), "{kind:?} {path}");
                    assert!(!content.contains("example-c"), "{kind:?} {lang:?} {path}");
                }
                let files = render(*kind, "line-follower", lang);
                assert!(files[0].1.contains("\"my/line-follower\""), "{kind:?} {lang:?}");
                let scene = &files.iter().find(|(path, _)| path == "scene.ron").unwrap().1;
                assert!(scene.contains("my/line-follower"), "{kind:?} {lang:?}");
            }
        }
    }
}
