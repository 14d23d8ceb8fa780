//! Names of videos: temporary until they are finished, then the final one, if it is free.

#![cfg(unix)]

use sim_core::output_lock::Existing;
use sim_tests::video::Mp4;
use sim_video::{Kind, Unfinished, Video};

#[test]
fn a_video_does_not_overwrite_files_created_while_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let [path, begun, moved] = ["run.mp4", "run.incomplete.mp4", "moved.mp4"].map(|name| folder.path().join(name));
    for unfinished in [Unfinished::Removed, Unfinished::Kept] {
        let begin = || {
            let mut video = Video::begin_with(&path, Kind::Video, [32, 32], 30, Existing::Kept, unfinished).unwrap();
            (0..9_u8).for_each(|number| video.add(vec![number * 20; 32 * 32 * 4], f64::from(number)).unwrap());
            video
        };
        let video = begin();
        std::fs::write(&path, "mine").unwrap();
        let refused = video.finish().unwrap_err().to_string();
        assert!(refused.contains("run.incomplete.mp4"), "{refused}");
        assert_eq!((std::fs::read(&path).unwrap(), Mp4::read(&begun).images.len()), (b"mine".to_vec(), 9));
        [&path, &begun].into_iter().for_each(|file| std::fs::remove_file(file).unwrap());

        let video = begin();
        std::fs::rename(&begun, &moved).unwrap();
        std::fs::write(&begun, "another run's").unwrap();
        let refused = video.finish().unwrap_err().to_string();
        assert!(refused.contains("run.incomplete.mp4") && !path.exists(), "{refused}");
        assert_eq!(std::fs::read(&begun).unwrap(), b"another run's");
        [&moved, &begun].into_iter().for_each(|file| std::fs::remove_file(file).unwrap());
    }
    let reserved = Video::begin(&begun, Kind::Video, [32, 32], 30, Existing::Replaced).err().unwrap();
    assert!(reserved.to_string().contains(".incomplete"), "{reserved}");
}
