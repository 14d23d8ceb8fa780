//! Archives that are rejected, each with one diagnostic that gives the reason, and without anything being written.

use crate::archives::{archive, files, manifest, pack, unordered};
use crate::installing::install;
use flate2::{Compression, GzBuilder, write::GzEncoder};
use sim_pack::Store;
use std::io::Write;
use tar::{EntryType, Header};

/// A compressed tar file of headers and contents; `has_end` specifies whether its end is written.
fn raw(entries: &[(Header, &[u8])], has_end: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (header, content) in entries {
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    if has_end {
        bytes.extend_from_slice(&[0; 1024]);
    }
    gzip(&bytes)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder: GzEncoder<Vec<u8>> = GzBuilder::new().operating_system(255).write(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A file header as in packs, modified.
fn header(path: &str, size: usize, change: impl FnOnce(&mut Header)) -> Header {
    let mut header = Header::new_ustar();
    // Paths that the crate would reject are written as bytes.
    header.as_ustar_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_size(size as u64);
    change(&mut header);
    header.set_cksum();
    header
}

/// An archive with a description, and a second entry with a modified header.
fn with(path: &str, content: &[u8], change: impl FnOnce(&mut Header)) -> Vec<u8> {
    let text = manifest("acme/rover", "1.0.0", "");
    raw(
        &[(header("pack.ron", text.len(), |_| ()), text.as_bytes()), (header(path, content.len(), change), content)],
        true,
    )
}

fn linked(path: &str, to: &str, kind: EntryType) -> Vec<u8> {
    with(path, b"", |header| {
        header.set_entry_type(kind);
        header.set_link_name(to).unwrap();
    })
}

/// A placeholder for a library: its file, and its entry in the description.
fn library(id: &str, digest: &str) -> String {
    let target = sim_core::packs::target();
    format!(
        "libraries: [(target: \"{target}\", file: \"lib/{target}/liba.so\", abi: \"2.0\", sha256: \"{digest}\",
         components: [(kind: \"controller\", id: \"{id}\")])]"
    )
}

/// Hostile archives: a name for messages, the archive, and a part of the error message.
fn hostile() -> Vec<(String, Vec<u8>, &'static str)> {
    let good = pack("acme/rover", "1.0.0", "", &[("models/a.robot.ron", b"()")]);
    let mut all: Vec<(String, Vec<u8>, &'static str)> = Vec::new();
    let mut add = |name: &str, archive: Vec<u8>, part: &'static str| all.push((name.to_owned(), archive, part));
    // Paths that lead out of the pack, or are invalid on some platform.
    for (path, part) in [
        ("../outside", "`..`"),
        ("models/../../outside", "`..`"),
        ("/etc/passwd", "absolute path"),
        ("./a", "`.`"),
        ("models//a", "empty folder name"),
        ("C:/a", "`:`"),
        ("models\\a", "invalid on some"),
        ("models/a\u{1}", "invalid on some"),
        ("models/gnp\u{202e}.exe", "invalid on some"),
        ("models/CON", "device"),
        ("models/com1.ron", "device"),
        ("models/a.", "ends with a dot"),
        ("models/a ", "ends with a dot or a blank"),
        ("models/e\u{301}.ron", "NFC"),
        ("a/a/a/a/a/a/a/a/a/a/a/a/a/a", "more than 12 nested folders"),
    ] {
        add(&format!("path {path:?}"), with(path, b"x", |_| ()), part);
    }
    add(
        "path that is not UTF-8",
        with("a", b"x", |header| header.as_ustar_mut().unwrap().name[0] = 0xff),
        "unreadable header",
    );
    // Kinds of entries.
    add("symbolic link", linked("models/a", "/etc/passwd", EntryType::Symlink), "is a link");
    add("symbolic link inside", linked("models/a", "pack.ron", EntryType::Symlink), "is a link");
    add("hard link", linked("models/a", "pack.ron", EntryType::Link), "is a link");
    for kind in [EntryType::Char, EntryType::Block, EntryType::Fifo] {
        add(&format!("{kind:?}"), with("models/a", b"", |header| header.set_entry_type(kind)), "device or a pipe");
    }
    add("folder", with("models", b"", |header| header.set_entry_type(EntryType::Directory)), "is a folder");
    for kind in [
        EntryType::GNUSparse,
        EntryType::XHeader,
        EntryType::XGlobalHeader,
        EntryType::GNULongName,
        EntryType::new(b'Z'),
    ] {
        add(
            &format!("{kind:?}"),
            with("models/a", b"x", |header| header.set_entry_type(kind)),
            "unsupported file type",
        );
    }
    // Headers with unnecessary information.
    add("setuid", with("models/a", b"x", |header| header.set_mode(0o4755)), "differs from that of");
    add("owner", with("models/a", b"x", |header| header.set_uid(1)), "differs from that of");
    add("time", with("models/a", b"x", |header| header.set_mtime(1)), "differs from that of");
    add("user name", with("models/a", b"x", |header| header.set_username("root").unwrap()), "differs from that of");
    // Conflicts.
    add("duplicate", with("pack.ron", b"x", |_| ()), "duplicate path");
    let case: [(&str, &[u8]); 2] = [("Models/a.ron", b""), ("models/b.ron", b"")];
    add("case", pack("acme/rover", "1.0.0", "", &case), "only in case");
    let file_and_folder: [(&str, &[u8]); 2] = [("data", b""), ("data/a", b"")];
    add("file and folder", pack("acme/rover", "1.0.0", "", &file_and_folder), "name of a file");
    // The form of the whole archive.
    let text = manifest("acme/rover", "1.0.0", "");
    let files = |order: &[(&str, &[u8])]| unordered(order);
    add("not in order", files(&[("pack.ron", text.as_bytes()), ("b", b""), ("a", b"")]), "not in order");
    add("description not first", files(&[("a", b""), ("pack.ron", text.as_bytes())]), "the first file is not");
    add("no description", files(&[("a", b"")]), "the first file is not");
    add("nothing", gzip(&[0; 1024]), "no files");
    add("no bytes", Vec::new(), "damaged");
    add("no gzip", b"PK\x03\x04 something else".to_vec(), "damaged");
    add("cut", good[..good.len() / 2].to_vec(), "damaged");
    add("without its end", raw(&[(header("pack.ron", text.len(), |_| ()), text.as_bytes())], false), "truncated");
    add("data after its end", [&good[..], b"more"].concat(), "after the end");
    add("a second archive after it", [&good[..], &good[..]].concat(), "after the end");
    add(
        "a checksum",
        {
            let mut bad = good.clone();
            let at = bad.len() - 6;
            bad[at] ^= 1;
            bad
        },
        "damaged",
    );
    let mut named: GzEncoder<Vec<u8>> = GzBuilder::new().filename("x").write(Vec::new(), Compression::best());
    let mut tar = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&good[..]), &mut tar).unwrap();
    named.write_all(&tar).unwrap();
    add("a name in gzip", named.finish().unwrap(), "gzip header");
    // Decompression bombs.
    let zeros = vec![0; 80 << 20];
    add("dense", archive(&[("pack.ron", text.as_bytes()), ("data/zeros", &zeros)]), "times as large");
    add("a size beyond all", with("data/a", b"", |header| header.set_size(1 << 40)), "more than");
    let many: Vec<String> = (0..10_001).map(|number| format!("data/{number:05}")).collect();
    let mut too_many: Vec<(&str, &[u8])> = vec![("pack.ron", text.as_bytes())];
    too_many.extend(many.iter().map(|path| (path.as_str(), &b""[..])));
    add("too many files", archive(&too_many), "more than 10000 files");
    // Descriptions.
    let described = |text: &str| archive(&[("pack.ron", text.as_bytes())]);
    add("an invalid description", described("("), "pack.ron");
    add("an unknown field", described(&manifest("acme/rover", "1.0.0", "run: \"rm\"")), "unknown field");
    add("a newer format", described(&text.replace("pack: 1", "pack: 2")), "newer format");
    add("invalid license", described(&manifest("acme/rover", "1.0.0", "").replace("MIT", "free for all")), "SPDX");
    add("a name with a path", described(&manifest("acme/../rover", "1.0.0", "")), "invalid text");
    add("no version", described(&manifest("acme/rover", "latest", "")), "three numbers");
    add("a missing icon", described(&manifest("acme/rover", "1.0.0", "icon: \"a.png\"")), "file `a.png` is missing");
    add("an invalid icon", pack("acme/rover", "1.0.0", "icon: \"a.png\"", &[("a.png", b"<script>")]), "PNG");
    add("nested without end", described(&"(a:".repeat(100_000)), "pack.ron");
    // Libraries.
    let target = sim_core::packs::target();
    let file = format!("lib/{target}/liba.so");
    let code: [(&str, &[u8]); 1] = [(&file, b"no library")];
    let digest = sim_core::digest::sha256("no library");
    add("a library that is not listed", pack("acme/rover", "1.0.0", "", &code), "not in the list");
    add("a library outside lib", pack("acme/rover", "1.0.0", "", &[("data/a.so", b"x")]), "not in the list");
    let listed = |more: String| pack("acme/rover", "1.0.0", &more, &code);
    add("a changed library", listed(library("acme.rover/a", &"0".repeat(64))), "differs from the list");
    add("an invalid library", listed(library("acme.rover/a", &digest)), "not a shared library");
    add("a reserved id", listed(library("drive/wheel-motor", &digest)), "must begin with");
    add("an id of another pack", listed(library("acme.rover2/a", &digest)), "must begin with");
    add("a library that is missing", pack("acme/rover", "1.0.0", &library("acme.rover/a", &digest), &[]), "is missing");
    let elsewhere = library("acme.rover/a", &digest).replace(&format!("lib/{target}/"), "models/");
    add("a library elsewhere", listed(elsewhere), "is not in `lib/");
    all
}

#[test]
fn hostile_archives_are_rejected_without_writing_files() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("packs"));
    let file = dir.path().join("hostile.simpack");
    // An installed pack stays unchanged.
    std::fs::write(&file, pack("acme/wheels", "1.0.0", "", &[])).unwrap();
    install(&store, &[(&file, true)]).unwrap();
    let before = files(dir.path().join("packs").as_path());
    let hostile = hostile();
    assert!(hostile.len() >= 60, "{}", hostile.len());
    for (name, archive, part) in hostile {
        std::fs::write(&file, &archive).unwrap();
        let findings = install(&store, &[(&file, true)]).expect_err(&name);
        let text = findings.to_string();
        assert!(text.contains(part), "{name}: {text}");
        assert!(text.contains("hostile.simpack"), "{name}: the file is named: {text}");
        assert!(!text.contains("staging"), "{name}: no temporary folder is named: {text}");
        assert_eq!(files(dir.path().join("packs").as_path()), before, "{name}");
    }
    assert!(!dir.path().join("outside").exists() && !dir.path().join("packs/outside").exists());
}
