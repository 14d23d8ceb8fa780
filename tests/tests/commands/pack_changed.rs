//! Libraries of installed packs that were modified after installation.

use super::packs::{author, built};
use sim_tests::{TestDir, shipped};

#[test]
fn a_library_of_a_pack_that_was_changed_after_it_was_installed_is_not_used() {
    let archive = std::fs::read(built(&author())).unwrap();
    let user = TestDir::new();
    let archive = user.write("rover.simpack", archive);
    let install = ["pack", "install", archive.to_str().unwrap()];
    user.sim(&install).expect(0);
    let run = || user.sim(&["run", "pack:acme/rover/scenes/first.ron", "--duration", "1", "--json"]);
    run().expect(0);
    let files = super::packs::stored(&user);
    let is_library = |file: &&std::path::PathBuf| file.components().any(|part| part.as_os_str() == "lib");
    let library = files.iter().find(is_library).expect("the library of the pack").clone();
    let whole = std::fs::read(&library).unwrap();
    let written = std::fs::metadata(&library).unwrap().modified().unwrap();
    // It can still be loaded, is one byte longer, and has the same timestamp.
    std::fs::write(&library, [&whole[..], &[0]].concat()).unwrap();
    std::fs::File::options().append(true).open(&library).unwrap().set_modified(written).unwrap();
    for again in [false, true] {
        let ended = run().expect(4);
        for words in [
            "PK007",
            "acme/rover 0.1.0 was changed after its installation",
            &library.display().to_string(),
            "SHA-256 ",
            "`sim pack remove acme/rover@=0.1.0`",
        ] {
            assert!(ended.stderr.contains(words), "{words}, {again}: {}", ended.stderr);
        }
    }
    let verify = || user.sim(&["pack", "verify", "acme/rover"]).expect(3).stderr;
    assert!(verify().contains("PK007"));
    // Non-files do not block, and a link to the same bytes does not count as part of the store.
    std::fs::remove_file(&library).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &library).unwrap();
    let stderr = run().expect(4).stderr;
    assert!(stderr.contains("not a regular file") && verify().contains("PK007"), "{stderr}");
    std::fs::remove_file(&library).unwrap();
    std::os::unix::fs::symlink(user.write("elsewhere", &whole), &library).unwrap();
    assert!(verify().contains("PK007"));
    std::fs::remove_file(&library).unwrap();
    std::fs::write(&library, [&whole[..], &[0]].concat()).unwrap();
    // The remedy suggested by the diagnostic fixes it.
    user.sim(&["pack", "remove", "acme/rover@=0.1.0"]).expect(0);
    user.sim(&install).expect(0);
    run().expect(0);
    // A file placed next to it is not part of the pack.
    std::fs::copy(shipped("plugin_fence"), library.with_file_name("libother.so")).unwrap();
    let ended = run().expect(4);
    assert!(ended.stderr.contains("PK007") && ended.stderr.contains("was not installed with it"), "{}", ended.stderr);
}
