//! The checks of loaded libraries, which `sim conform` runs.

use crate::compiler::{library, root};
use crate::examples::{EXAMPLES, host};
use sim_abi::testing::library::{Verdict, check, default_robot};
use sim_core::plugins::{PluginHost, SearchPath};

#[test]
fn every_example_conforms_on_the_robot_of_the_checks() {
    let (host, robot) = (host(), default_robot());
    let offers = host.components().into_iter().filter(|offer| offer.id().starts_with("example-c"));
    let mut checked = 0;
    for offer in offers {
        let verdict = check(offer.library.module().unwrap(), offer.info(), &robot);
        assert_eq!(verdict, Verdict::Conforms, "{}", offer.id());
        checked += 1;
    }
    assert_eq!(checked, EXAMPLES.len());
}

#[test]
fn components_in_rust_pass_the_same_checks_when_they_are_loaded() {
    let (host, robot) = (host(), default_robot());
    for id in ["diff-drive/kinematic", "scout/standard", "control/wander", "range/ring", "drive/led"] {
        let offer = host.components().into_iter().find(|offer| offer.id() == id).unwrap();
        assert_eq!(check(offer.library.module().unwrap(), offer.info(), &robot), Verdict::Conforms, "{id}");
    }
}

#[test]
fn each_violated_rule_is_reported_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("libbad{}", std::env::consts::DLL_SUFFIX));
    library(&root().join("tests/c/tests/c/bad.c"), &file);
    let mut host = PluginHost::new(SearchPath::only([])).unwrap();
    host.load_file(&file).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    let expected = [
        ("bad/default", "the default of parameter `a` is 9"),
        ("bad/shared", "channel 0 differs between two runs"),
        ("bad/not-finite", "channel 0 is NaN"),
        ("bad/beyond", "reads 1.5, outside its declared range"),
        ("bad/failing", "the lens is dirty"),
        ("bad/refusing", "not today"),
        ("bad/table", "its function table has 0 bytes"),
        ("bad/unit", "lacks a unit"),
        ("bad/twice", "two channels are named `value`"),
        ("bad/open", "accepts unknown parameters"),
    ];
    let verdict = |id: &str| {
        let offer = host.components().into_iter().find(|offer| offer.id() == id).unwrap();
        check(offer.library.module().unwrap(), offer.info(), &default_robot())
    };
    for (id, sentence) in expected {
        let Verdict::Fails(reason) = verdict(id) else { panic!("{id} passes") };
        assert!(reason.to_lowercase().contains(&sentence.to_lowercase()), "{id}: {reason}");
    }
    let Verdict::NotChecked(reason) = verdict("bad/binding") else { panic!("bad/binding is checked") };
    assert!(reason.contains("no joint named `tail`") && reason.contains("left_wheel"), "{reason}");
}
