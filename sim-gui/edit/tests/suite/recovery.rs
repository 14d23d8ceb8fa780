//! Unsaved work is preserved in spite of name collisions, disk errors and discarded files.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crate::common::{apply, of};
use sim_edit::{
    Autosave, AutosaveReport, DISCARDED_DAYS, Document, Edit, Recovery, RecoveryFilter, discard, recoveries,
    remove_old_discarded,
};

const TEXT: &str = "(format_version: 1, floor: ())\n";

fn say(text: &str) -> Edit {
    Edit::set(None, "name", text)
}

/// The texts saved in a folder.
fn saved_texts(folder: &Path) -> Vec<String> {
    recoveries(folder, RecoveryFilter::All)
        .unwrap_or_default()
        .found
        .into_iter()
        .map(|recovery| recovery.text)
        .collect()
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn recovery_files_of_a_process_with_the_same_id_are_not_replaced() {
    let (folder, mut document) = of(TEXT);
    let place = folder.path().join("recovery");
    apply(&mut document, say("first"));
    let file = document.autosave(&place).unwrap().unwrap();
    drop(document);
    // In a container, every process may have the same number as this one, and its documents the same numbers as the next ones
    // here.
    let left = std::fs::read(&file).unwrap();
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let (stem, number) = name.trim_end_matches(".recovery.json").rsplit_once('-').unwrap();
    let number: u64 = number.parse().unwrap();
    let taken = (number..number + 50).map(|number| place.join(format!("{stem}-{number}.recovery.json")));
    let taken: Vec<_> = taken.collect();
    taken.iter().for_each(|file| std::fs::write(file, &left).unwrap());

    let mut next = Document::open(folder.path().join("scene.ron")).unwrap();
    apply(&mut next, say("second"));
    next.autosave(&place).unwrap().unwrap();
    assert!(taken.iter().all(|file| std::fs::read(file).unwrap() == left), "existing files are unchanged");
    assert!(saved_texts(&place).contains(&next.to_text().to_owned()));
}

#[test]
fn discarded_files_stay_for_a_month_and_can_be_moved_back() {
    let (folder, mut document) = of(TEXT);
    let place = folder.path().join("recovery");
    apply(&mut document, say("wanted after all"));
    let file = document.autosave(&place).unwrap().unwrap();
    let text = document.to_text().to_owned();
    drop(document);
    let moved = discard(&file).unwrap();
    assert!(!file.exists() && saved_texts(&place).is_empty());
    // A file of the same name that is discarded later overwrites nothing.
    std::fs::write(&file, "{").unwrap();
    let other = discard(&file).unwrap();
    assert_ne!(moved, other);

    let days = |days: u64| SystemTime::now() + Duration::from_secs(days * 24 * 60 * 60);
    remove_old_discarded(&place, days(DISCARDED_DAYS - 1));
    assert!(moved.exists() && other.exists());
    std::fs::rename(&moved, &file).unwrap();
    assert_eq!(saved_texts(&place), [text]);
    remove_old_discarded(&place, days(DISCARDED_DAYS + 1));
    assert!(!other.exists() && file.exists());
}

#[test]
fn the_thread_saves_the_newest_text_and_unapplied_text() {
    let (folder, mut document) = of(TEXT);
    let place = folder.path().join("recovery");
    let autosave = Autosave::start(&place, || ()).unwrap();
    autosave.follow(Some(&mut document), None);
    apply(&mut document, say("first"));
    autosave.follow(Some(&mut document), None);
    wait("the first text is saved", || saved_texts(&place) == [document.to_text()]);
    // All are passed; the last one is saved.
    for number in 0..100 {
        apply(&mut document, say(&number.to_string()));
        autosave.follow(Some(&mut document), None);
    }
    wait("the last text is saved", || saved_texts(&place) == [document.to_text()]);
    autosave.follow(Some(&mut document), Some(Arc::from("(not yet")));
    wait("the unapplied text is saved", || {
        recoveries(&place, RecoveryFilter::All).unwrap().found[0].unapplied.as_deref() == Some("(not yet")
    });
    document.save(sim_edit::Overwrite::No).unwrap();
    assert!(saved_texts(&place).is_empty(), "saving removes the recovery file");
    autosave.follow(Some(&mut document), None);
    // Also without an edit.
    autosave.follow(Some(&mut document), Some(Arc::from("(still not")));
    wait("it is saved again", || !saved_texts(&place).is_empty());
    drop(document);
    drop(autosave);
    let recovery = recoveries(&place, RecoveryFilter::Crashed).unwrap().found.remove(0);
    assert_eq!(recovery.unapplied.as_deref(), Some("(still not"));
    assert!(!recovery.recover().unwrap().is_modified(), "the file has the text of the document");
}

#[test]
fn pending_changes_are_written_on_drop() {
    let (folder, mut document) = of(TEXT);
    let place = folder.path().join("recovery");
    let autosave = Autosave::start(&place, || ()).unwrap();
    for text in ["first", "second", "third"] {
        apply(&mut document, say(text));
        autosave.follow(Some(&mut document), None);
    }
    drop(autosave);
    assert_eq!(saved_texts(&place), [document.to_text()]);
}

#[test]
fn a_failure_is_reported_once_and_saved_work_is_not_recovered_again() {
    let (folder, mut document) = of(TEXT);
    let place = folder.path().join("recovery");
    std::fs::write(&place, "not a folder").unwrap();
    let autosave = Autosave::start(&place, || ()).unwrap();
    apply(&mut document, say("first"));
    autosave.follow(Some(&mut document), None);
    let mut reports = Vec::new();
    wait("the failure is reported", || {
        reports.extend(autosave.take_reports());
        !reports.is_empty()
    });
    apply(&mut document, say("second"));
    autosave.follow(Some(&mut document), None);
    std::fs::remove_file(&place).unwrap();
    wait("the recovery is reported", || {
        reports.extend(autosave.take_reports());
        reports.iter().any(|report| matches!(report, AutosaveReport::Works))
    });
    assert!(matches!(reports.as_slice(), [AutosaveReport::Failed(_), AutosaveReport::Works]), "{reports:?}");
    assert_eq!(saved_texts(&place), [document.to_text()]);

    // A deleted folder is recreated.
    std::fs::remove_dir_all(&place).unwrap();
    apply(&mut document, say("third"));
    autosave.follow(Some(&mut document), None);
    wait("it is saved again", || saved_texts(&place) == [document.to_text()]);
    let file = recoveries(&place, RecoveryFilter::All).unwrap().found.remove(0).file;
    assert!(Recovery::read(&file).unwrap().alive);
    document.save(sim_edit::Overwrite::No).unwrap();
    drop(autosave);
    assert!(saved_texts(&place).is_empty());
}
