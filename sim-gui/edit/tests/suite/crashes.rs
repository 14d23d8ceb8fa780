//! M2: processes that edit, save, run out of disk space and have their file changed by other programs are killed at random
//! moments. No file is ever partially written, and no edit older than two seconds is lost.
//!
//! A run edits one scene in several lives. Each life is a separate process with the real document and the real autosave thread,
//! ended by a kill. A limit on the file size simulates a full disk: a write breaks off after some bytes. Loss of power is not
//! covered: data accepted by the system survives.
//!
//! `SIM_SOAK=1` makes 1,000 runs instead of a sample.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use crate::common::Random;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use sim_core::digest::sha256;
use sim_edit::{
    Autosave, Document, Edit, FileError, OnDisk, Overwrite, Recovery, RecoveryFilter, Target, Thing, recoveries,
};

/// Maximum age of a lost edit, on a machine without other load.
const AGE: Duration = Duration::from_secs(2);
/// Lives per run.
const LIVES: u64 = 3;
/// Concurrent runs; they are idle most of the time.
const AT_A_TIME: usize = 8;

const SCENE: &str = r#"(
    format_version: 1,
    name: "edit-0",
    floor: (),
    objects: [
        (name: "near", shape: Box(size: (0.2, 0.2, 0.2)), at: (0, 0, 0.1)),
        (name: "far", shape: Box(size: (0.2, 0.2, 0.2)), at: (4, 0, 0.1)),
    ],
)
"#;

/// The edit number in a text; `None` if another program has written it.
fn number(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("name: \"edit-")?;
    rest.split('"').next()?.parse().ok()
}

/// An output line of a process, with the time at which it was read.
type TimedLine = (Instant, String);

/// The state of a run.
struct Run {
    random: Random,
    folder: tempfile::TempDir,
    /// Digests of all texts that the scene's file may contain.
    allowed: BTreeSet<String>,
    /// The last edit that is known to have been in a file.
    safe: u64,
    foreign: u64,
}

impl Run {
    fn new(seed: u64) -> Run {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("scene.ron"), SCENE).unwrap();
        Run { random: Random(seed), folder, allowed: [sha256(SCENE)].into(), safe: 0, foreign: 0 }
    }

    fn scene(&self) -> PathBuf {
        self.folder.path().join("scene.ron")
    }

    fn recovery_folder(&self) -> PathBuf {
        self.folder.path().join("recovery")
    }

    /// One life: a process that is killed at a random moment. Returns its output and the time of the kill.
    fn live(&mut self) -> (Vec<TimedLine>, Instant) {
        let program = std::env::current_exe().unwrap();
        // By default, the system would end a process that exceeds its limit.
        let mut child = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
            .arg(program)
            .args(["--ignored", "--exact", "crashes::the_process_that_is_killed", "--nocapture"])
            .env("SIM_CRASH_FOLDER", self.folder.path())
            .env("SIM_CRASH_SEED", self.random.next().to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send((Instant::now(), line));
            }
        });
        // A life starts with its first edit, however long startup takes.
        let mut list = Vec::new();
        while !list.iter().any(|(_, line): &TimedLine| line.starts_with("@edit")) {
            list.push(lines.recv_timeout(Duration::from_secs(60)).expect("the process starts editing"));
        }
        let end = Instant::now() + Duration::from_millis(self.random.below(4500) as u64);
        let mut foreign =
            self.random.chance(2).then(|| Instant::now() + Duration::from_millis(self.random.below(3000) as u64));
        while Instant::now() < end {
            if foreign.is_some_and(|moment| moment <= Instant::now()) {
                foreign = None;
                self.write_as_another_program();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        let killed = Instant::now();
        child.wait().unwrap();
        reader.join().unwrap();
        list.extend(lines.try_iter());
        (list, killed)
    }

    fn write_as_another_program(&mut self) {
        self.foreign += 1;
        let text = SCENE.replace("edit-0", &format!("foreign-{}", self.foreign));
        self.allowed.insert(sha256(&text));
        sim_core::files::write_whole(&self.scene(), text.as_bytes()).unwrap();
    }

    /// Checks the files left by a life.
    fn check(&mut self, lines: &[TimedLine], killed: Instant) {
        let protocol =
            || lines.iter().map(|(_, line)| line.as_str()).filter(|line| line.starts_with('@')).collect::<Vec<_>>();
        for (_, line) in lines {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["@saving", digest] => _ = self.allowed.insert(digest.to_owned()),
                // Intentionally discarded edits need not be recoverable.
                ["@saved" | "@given-up", edit] => self.safe = self.safe.max(edit.parse().unwrap()),
                _ => {}
            }
        }
        let text = std::fs::read_to_string(self.scene()).unwrap();
        assert!(self.allowed.contains(&sha256(&text)), "unexpected file content:\n{text}\n{:#?}", protocol());
        let list = recoveries(self.recovery_folder(), RecoveryFilter::All).unwrap();
        assert!(list.unreadable.is_empty(), "{:?}\n{:#?}", list.unreadable, protocol());
        let newest = list.found.iter().filter_map(|recovery| number(&recovery.text)).max();
        let found = newest.max(number(&text)).unwrap_or(0).max(self.safe);
        let needed = due(lines, killed);
        assert!(found >= needed, "edit {needed} was lost; the newest is {found}\n{:#?}", protocol());
        self.safe = found;
        let left = std::fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = left.filter(|name| name.to_string_lossy().ends_with(".recovery.json")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// The last edit that must not be lost: two seconds with disk space have passed since. A machine with other load is slower; the
/// process measures the delay by writing a file repeatedly.
fn due(lines: &[TimedLine], killed: Instant) -> u64 {
    let times =
        |word: &'static str| lines.iter().filter(move |(_, line)| line.starts_with(word)).map(|(time, _)| *time);
    let beats: Vec<Instant> = times("@beat").chain([killed]).collect();
    let slowest = beats.windows(2).map(|pair| pair[1].saturating_duration_since(pair[0])).max().unwrap_or(AGE);
    let age = AGE + 2 * slowest;
    let (full, free): (Vec<Instant>, Vec<Instant>) = (times("@full").collect(), times("@free").collect());
    let is_due = |made: Instant| {
        let begins = free.iter().copied().filter(|begin| *begin > made).chain([made]);
        begins.into_iter().any(|begin| {
            let last_change = full.iter().chain(&free).filter(|time| **time <= begin).max();
            let room = last_change.is_none_or(|time| !full.contains(time));
            let stays = !full.iter().any(|time| *time > begin && *time < begin + age);
            room && stays && begin + age < killed
        })
    };
    let edits =
        lines.iter().filter_map(|(time, line)| Some((*time, line.strip_prefix("@edit ")?.parse::<u64>().ok()?)));
    edits.filter(|(made, _)| is_due(*made)).map(|(_, edit)| edit).max().unwrap_or(0)
}

#[test]
fn killed_processes_leave_whole_files_and_lose_no_edit_older_than_two_seconds() {
    let runs = if std::env::var_os("SIM_SOAK").is_some() { 1000 } else { AT_A_TIME as u64 };
    let next = AtomicU64::new(0);
    let counts = Mutex::new((0, 0));
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= runs {
                        return;
                    }
                    let mut run = Run::new(seed);
                    for _ in 0..LIVES {
                        let (lines, killed) = run.live();
                        run.check(&lines, killed);
                        let mut counts = counts.lock().unwrap();
                        counts.0 += lines.iter().filter(|(_, line)| line.starts_with("@edit")).count();
                        counts.1 += usize::from(due(&lines, killed) > 0);
                    }
                }
            });
        }
    });
    let (edits, old) = *counts.lock().unwrap();
    assert!(edits as u64 > runs * LIVES && old > 0, "{edits} edits, {old} lives in which one was old enough");
}

#[test]
#[ignore = "the process that the other test starts and kills"]
fn the_process_that_is_killed() {
    let folder = PathBuf::from(std::env::var_os("SIM_CRASH_FOLDER").expect("the other test starts this one"));
    let seed = std::env::var("SIM_CRASH_SEED").unwrap().parse().unwrap();
    let full = Arc::new(AtomicBool::new(false));
    let beats = folder.join("beat");
    std::thread::spawn(move || {
        loop {
            // As much as for a scene; the result does not matter.
            let _ = sim_core::files::write_whole(&beats, &[0; 2048]);
            say("@beat");
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    Life { random: Random(seed), full, recovery_folder: folder.join("recovery"), edit: 0 }
        .run(&folder.join("scene.ron"));
}

/// Prints a line for the parent test.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

/// The actions of a process until it is killed.
struct Life {
    random: Random,
    full: Arc<AtomicBool>,
    recovery_folder: PathBuf,
    /// Number of the last edit.
    edit: u64,
}

impl Life {
    fn run(&mut self, scene: &Path) {
        let autosave = Autosave::start(&self.recovery_folder, || ()).unwrap();
        let mut document = self.begin(scene);
        say(&format!("@begun {}", self.edit));
        loop {
            match self.random.below(12) {
                0 => self.save(&mut document),
                1 => self.toggle_disk(),
                _ => {
                    self.change(&mut document);
                    autosave.follow(Some(&mut document), None);
                    say(&format!("@edit {}", self.edit));
                }
            }
            autosave.follow(Some(&mut document), None);
            std::thread::sleep(Duration::from_millis(self.random.below(250) as u64));
        }
    }

    /// Opens the latest recovery, or the file.
    fn begin(&mut self, scene: &Path) -> Document {
        let found = recoveries(&self.recovery_folder, RecoveryFilter::Crashed).unwrap().found;
        let newest = found.into_iter().max_by_key(|recovery: &Recovery| number(&recovery.text));
        let file = Document::open(scene).unwrap();
        let newer = newest.filter(|recovery| number(&recovery.text) >= number(file.to_text()));
        let document = newer.map_or(file, |recovery| recovery.recover().unwrap());
        self.edit = number(document.to_text()).unwrap_or(0).max(self.highest(scene));
        document
    }

    /// Edits of earlier lives have lower numbers, even if they were lost.
    fn highest(&self, scene: &Path) -> u64 {
        let file = scene.with_file_name("numbers");
        let last = std::fs::read_to_string(&file).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        let next: u64 = last + 10_000;
        std::fs::write(file, next.to_string()).unwrap();
        last
    }

    fn change(&mut self, document: &mut Document) {
        let at = |random: &mut Random| nalgebra::Isometry3::translation(random.between(-2.0, 2.0), 0.0, 0.1);
        match self.random.below(5) {
            0 => _ = document.undo(),
            1 => {
                let mut object = serde_json::json!({"name": "more", "shape": {"Sphere": {"radius": 0.1}}});
                object["at"] = serde_json::json!([self.random.between(-2.0, 2.0), 1, 1]);
                let ball = Thing::from_json(sim_edit::Section::Objects, &object);
                document.apply(Edit::Insert(vec![ball])).unwrap();
            }
            _ => {
                let pose = at(&mut self.random);
                document.apply(Edit::Move(vec![(Target::object("near"), pose)])).unwrap();
            }
        }
        self.edit += 1;
        document.apply(Edit::set(None, "name", format!("edit-{}", self.edit))).unwrap();
    }

    /// Saves like a user who confirms the overwrite of a changed file.
    fn save(&mut self, document: &mut Document) {
        match document.on_disk() {
            OnDisk::Changed if self.random.chance(3) && document.revert().is_ok() => {
                return say(&format!("@given-up {}", self.edit));
            }
            OnDisk::Changed if self.random.chance(2) => document.accept_disk(),
            _ => {}
        }
        say(&format!("@saving {}", sha256(document.to_text())));
        match document.save(Overwrite::Yes) {
            Ok(()) => say(&format!("@saved {}", self.edit)),
            Err(FileError::Io { .. }) if self.full.load(Ordering::Relaxed) => {}
            Err(error) => panic!("{error}"),
        }
    }

    /// Makes the disk full, or frees it.
    fn toggle_disk(&mut self) {
        let full = !self.full.fetch_xor(true, Ordering::Relaxed);
        let (_, most) = getrlimit(Resource::RLIMIT_FSIZE).unwrap();
        let limit = if full { self.random.below(400) as u64 } else { most };
        if full {
            say("@full");
        }
        setrlimit(Resource::RLIMIT_FSIZE, limit, most).unwrap();
        if !full {
            say("@free");
        }
    }
}
