//! Examination of a library in a separate process: the program's own code runs there with the library and reports its findings. The
//! process is confined like that of a component without grants.

use super::Isolation;
use super::bounds::{Bounds, Permissions};
use super::ended::{Ended, ExitReason};
use super::output::{MAX_WRITTEN, Output};
use super::process::{Refused, variables};
use super::system;
use super::wait::Wait;
use crate::library_cache::Refusal;
use crate::open::{Layouts, load};
use serde::{Deserialize, Serialize};
use sim_abi::ffi::module::Module;
use sim_diagnostics::{Code, Diagnostic};
use sim_files::read_at_most;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};

/// First argument of a process that examines a library; the second is the ID of the process that started it.
pub const EXAMINE_COMMAND: &str = "__examine";

/// Maximum length of a response, bytes.
const MAX_ANSWER: usize = 1 << 20;

/// Time for an examination, in deadlines of a call: it makes many calls.
const MAX_DEADLINES: u32 = 12;

/// The standard input of the process.
#[derive(Serialize, Deserialize)]
struct Task {
    bounds: Bounds,
    /// File for the response.
    answer: PathBuf,
    question: String,
}

/// The response file.
#[derive(Serialize, Deserialize)]
enum Answer {
    Found(String),
    Refused(Refusal),
}

/// Entry point of `PROGRAM __examine PARENT` ([`EXAMINE_COMMAND`]): confines itself, opens the library, and writes the result of
/// `examine` for the question.
///
/// # Errors
/// When this process was started incorrectly, and when the response cannot be written.
pub fn serve_examination(parent: u32, examine: impl FnOnce(&'static Module, &str) -> String) -> io::Result<()> {
    system::end_with_parent(parent)?;
    system::close_inherited();
    let task: Task = serde_json::from_str(&io::read_to_string(io::stdin())?)?;
    let mut file = File::create(&task.answer)?;
    let opened = system::confine(&task.bounds).map_err(|error| {
        Diagnostic::error(Code::PluginProcess, format!("the library process cannot be confined: {error}"))
    });
    let answer = match opened.and_then(|()| load(&task.bounds.library, Layouts::Unknown)) {
        Ok(module) => Answer::Found(examine(module, &task.question)),
        Err(diagnostic) => Answer::Refused(diagnostic.into()),
    };
    io::Write::write_all(&mut file, &serde_json::to_vec(&answer)?)
}

/// Has a library examined, which is opened from a copy.
pub(super) fn examine(isolation: &Isolation, library: &Path, copy: &Path, question: &str) -> Result<String, Refused> {
    let bounds = Bounds {
        longest_file: MAX_ANSWER as u64,
        ..Bounds::of_library(library, copy, isolation.memory, Permissions::default())
    };
    let (task_file, answer) = (copy.with_extension("task"), copy.with_extension("answer"));
    let task = Task { bounds, answer: answer.clone(), question: question.to_string() };
    let ended = run(isolation, &task_file, &task);
    let answer_text = read_at_most(&answer, MAX_ANSWER);
    let (_, _) = (std::fs::remove_file(&task_file), std::fs::remove_file(&answer));
    let (ended, output) = ended.map_err(|error| Refused::System(error.to_string()))?;
    match answer_text.and_then(|text| serde_json::from_slice(&text).ok()) {
        Some(Answer::Found(found)) if ended == ExitReason::Itself(system::ExitStatus::Exit(0)) => Ok(found),
        Some(Answer::Refused(refusal)) => Err(Refused::Library(serde_json::to_vec(&refusal).unwrap_or_default())),
        _ => Err(Refused::Ended(Ended { why: ended, called: vec![0] }.report(0, |_| String::new(), output.last()))),
    }
}

/// Runs the process to its end or deadline. Returns why it has ended, and its output.
fn run(isolation: &Isolation, task_file: &Path, task: &Task) -> io::Result<(ExitReason, Output)> {
    std::fs::write(task_file, serde_json::to_vec(task)?)?;
    let input = File::open(task_file)?;
    let deadline = isolation.deadline.saturating_mul(MAX_DEADLINES);
    let (started, wait_for_start) = mpsc::channel();
    let (ended, wait_for_end) = mpsc::channel();
    std::thread::scope(|scope| {
        // The process ends with the thread that started it.
        scope.spawn(move || {
            let variables = variables(Permissions::default());
            let process = match system::start(&isolation.program, EXAMINE_COMMAND, input, &variables, false) {
                Ok((process, end)) => {
                    let _ = started.send(Ok((process.number(), end)));
                    process
                }
                Err(error) => {
                    let _ = started.send(Err(error));
                    return;
                }
            };
            let (mut output, mut is_flooded) = (Output::default(), false);
            let how = process.attend(|bytes| {
                if output.receive(bytes) && !is_flooded {
                    is_flooded = true;
                    let _ = ended.send((ExitReason::Flood(MAX_WRITTEN), Output::default()));
                }
            });
            output.end_line();
            let _ = ended.send((ExitReason::Itself(how), output));
        });
        let (number, end) = wait_for_start.recv().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))?;
        let mut wait = Wait::new(number, deadline);
        loop {
            let Some(left) = wait.left() else {
                end.now();
                return Ok((ExitReason::Late(deadline), Output::default()));
            };
            match wait_for_end.recv_timeout(left) {
                Ok(found) => {
                    end.now();
                    return Ok(found);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::Other.into()),
            }
        }
    })
}
