//! Writes the folder of JSON files: `run.json`, `events.json` and one list of frames per robot and per movable object.

use super::encode::{ChannelEncoder, push_body, push_event, push_moment};
use super::info::{FORMAT_VERSION, RunInfo, RunSummary};
use super::list_file::ListFile;
use super::queue::Packet;
use super::sink::{CHUNK_BYTES, Sink, lock_folder};
use super::{RecordingError, Result};
use serde_json::{Value, json};
use sim_abi::math::BodyState;
use sim_files::output_lock::FolderLock;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) struct JsonSink {
    folder: PathBuf,
    _lock: FolderLock,
    run: Value,
    robots: Vec<RobotList>,
    objects: Vec<ListFile>,
    events: ListFile,
}

struct RobotList {
    list: ListFile,
    encoder: Arc<ChannelEncoder>,
    offset: usize,
    len: usize,
}

impl JsonSink {
    pub(super) fn create(folder: &Path, info: &RunInfo) -> Result<Self> {
        let lock = lock_folder(folder)?;
        let names = file_names("robot", info.robots.iter().map(|robot| robot.name.as_str()), "json");
        let mut robots = Vec::with_capacity(names.len());
        let mut offset = 0;
        for ((robot, encoder), name) in info.robots.iter().zip(ChannelEncoder::for_robots(&info.robots)).zip(&names) {
            let len = robot.telemetry_len;
            robots.push(RobotList { list: ListFile::create(folder.join(name))?, encoder, offset, len });
            offset += len;
        }
        let object_names = file_names("object", info.objects.iter().map(|object| object.name.as_str()), "json");
        let objects = object_names.iter().map(|name| ListFile::create(folder.join(name))).collect::<Result<_>>()?;
        let events = ListFile::create(folder.join("events.json"))?;
        let of_robots = info.robots.iter().zip(&names).map(|(r, f)| json!({"robot": r.name, "file": f}));
        let of_objects = info.objects.iter().zip(&object_names).map(|(o, f)| json!({"object": o.name, "file": f}));
        let files: Vec<Value> = of_robots.chain(of_objects).collect();
        let run = json!({"format_version": FORMAT_VERSION, "run": info, "files": files, "summary": null});
        let sink = Self { folder: folder.to_owned(), _lock: lock, run, robots, objects, events };
        sink.write_run()?;
        Ok(sink)
    }

    /// Replaces `run.json` atomically, so that it is always complete.
    fn write_run(&self) -> Result {
        let (path, fresh) = (self.folder.join("run.json"), self.folder.join("run.json.new"));
        std::fs::write(&fresh, format!("{:#}\n", self.run))
            .and_then(|()| std::fs::rename(&fresh, &path))
            .map_err(RecordingError::io(&path, "write"))
    }
}

/// Starts a frame with the fields common to robots and objects; the caller writes the closing brace.
fn begin_frame<'a>(list: &'a mut ListFile, packet: &Packet, body: &BodyState) -> &'a mut Vec<u8> {
    list.begin();
    let out = &mut list.waiting;
    out.push(b'{');
    push_moment(out, packet.tick, packet.time);
    out.push(b',');
    push_body(out, body);
    out
}

impl Sink for JsonSink {
    fn write(&mut self, packet: &Packet) -> Result {
        let mut waiting = 0;
        for event in &packet.events {
            self.events.begin();
            push_event(&mut self.events.waiting, event);
        }
        if packet.framed {
            for (RobotList { list, encoder, offset, len }, body) in self.robots.iter_mut().zip(&packet.bodies) {
                let out = begin_frame(list, packet, body);
                out.push(b',');
                encoder.push(out, &packet.telemetry[*offset..*offset + *len]);
                out.push(b'}');
                waiting += out.len();
            }
            for (list, body) in self.objects.iter_mut().zip(&packet.objects) {
                let out = begin_frame(list, packet, body);
                out.push(b'}');
                waiting += out.len();
            }
        }
        if waiting >= 4 * CHUNK_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result {
        self.robots.iter_mut().try_for_each(|robot| robot.list.flush())?;
        self.objects.iter_mut().try_for_each(ListFile::flush)?;
        self.events.flush()
    }

    fn finish(&mut self, summary: Option<&RunSummary>, _: bool) -> Result {
        self.flush()?;
        self.run["summary"] = json!(summary);
        self.write_run()
    }
}

/// `<kind>-<name>.<extension>` for each name, valid on any file system and unique regardless of case.
pub(super) fn file_names<'a>(kind: &str, names: impl Iterator<Item = &'a str>, extension: &str) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut unique = |name: &str| {
        let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
        let base: String = name.chars().map(safe).take(100).collect();
        let mut file = base.clone();
        let mut number = 2;
        while !taken.insert(file.to_lowercase()) {
            file = format!("{base}-{number}");
            number += 1;
        }
        format!("{kind}-{file}.{extension}")
    };
    names.map(&mut unique).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_robots_become_distinct_file_names() {
        let names = ["scout", "Scout", "../etc/passwd", "größe", "gr__e", "", "scout-2"];
        let files = file_names("robot", names.into_iter(), "json");
        let expected = ["scout", "Scout-2", ".._etc_passwd", "gr__e", "gr__e-2", "", "scout-2-2"];
        assert_eq!(files, expected.map(|name| format!("robot-{name}.json")));
    }
}
