//! Conversion of folders of JSON files to MCAP files.

use super::support::{bits, events, frame, record, recorded, summary};
use sim_core::recording::{RecorderOptions, Recording, RunInfo, Target, import_json};

#[test]
fn a_folder_of_json_files_becomes_the_recording_that_it_was_made_beside() {
    let folder = tempfile::tempdir().unwrap();
    let (json, mcap, imported) =
        (folder.path().join("json"), folder.path().join("a.mcap"), folder.path().join("b.mcap"));
    let targets = [Target::JsonFolder(json.clone()), Target::Mcap(mcap.clone())];
    record(&targets, RecorderOptions::default(), Some(&summary()));
    import_json(&json, &imported).unwrap();
    let (beside, imported) = (Recording::open(mcap).unwrap(), Recording::open(imported).unwrap());
    let frames = |recording: &Recording| recording.frames().map(|frame| bits(&frame.unwrap())).collect::<Vec<_>>();
    assert_eq!(frames(&imported), (1..=30).map(|tick| bits(&recorded(frame(tick)))).collect::<Vec<_>>());
    assert_eq!(frames(&imported), frames(&beside));
    assert_eq!(imported.events().map(Result::unwrap).collect::<Vec<_>>(), events());
    assert_eq!(imported.summary(), Some(&summary()));
    let without_files = |info: &RunInfo| RunInfo { scene_text: String::new(), scene_files: Vec::new(), ..info.clone() };
    assert_eq!(without_files(imported.info()), without_files(beside.info()));
}

#[test]
fn a_list_that_was_cut_off_ends_the_run_and_what_is_no_folder_of_a_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (json, imported) = (folder.path().join("json"), folder.path().join("b.mcap"));
    record(&[Target::JsonFolder(json.clone())], RecorderOptions::default(), None);
    let list = json.join("object-stone.json");
    let text = std::fs::read_to_string(&list).unwrap();
    let cut = text.match_indices('\n').nth(12).unwrap().0 + 40;
    std::fs::write(&list, &text[..cut]).unwrap();
    import_json(&json, &imported).unwrap();
    let recording = Recording::open(&imported).unwrap();
    assert_eq!((recording.frames().count(), recording.summary()), (12, None));
    let mangled = text.replacen("\"tick\":3,", "\"tick\":4,", 1);
    assert_ne!(mangled, text);
    std::fs::write(&list, mangled).unwrap();
    let imported = folder.path().join("c.mcap");
    let error = import_json(&json, &imported).unwrap_err().to_string();
    assert!(error.contains("object-stone.json") && error.contains("expected tick 3, found 4"), "{error}");
    let error = import_json(folder.path(), &imported).unwrap_err().to_string();
    assert!(error.contains("run.json"), "{error}");
    std::fs::write(json.join("run.json"), "{}").unwrap();
    let error = import_json(&json, &imported).unwrap_err().to_string();
    assert!(error.contains("run.json") && error.contains("format_version"), "{error}");
}

#[test]
fn blocks_hold_whole_frames_and_together_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let options = RecorderOptions { flush_interval: std::time::Duration::ZERO, ..RecorderOptions::default() };
    let recording = Recording::open(super::support::mcap(folder.path(), options)).unwrap();
    let blocks: Vec<_> = recording.blocks().collect();
    assert!(blocks.len() > 1, "several blocks are needed: {blocks:?}");
    let mut ticks = Vec::new();
    for (index, (start, end)) in blocks.iter().enumerate() {
        let frames = recording.block(index).unwrap();
        assert!(frames.iter().all(|frame| (start - 1e-6..=end + 1e-6).contains(&frame.time)));
        ticks.extend(frames.iter().map(|frame| frame.tick));
    }
    assert_eq!(ticks, (1..=30).collect::<Vec<_>>());
    assert!(recording.block(blocks.len()).unwrap().is_empty());
}
