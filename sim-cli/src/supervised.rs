//! Runs commands that use plugin code in a supervised process, so that a plugin cannot end the program with a success status.

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::number::whole;
use crate::worker;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_supervisor::{ExitReport, ExitStatus, PendingCalls, Process, WorkerEnd};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How a program is supervised.
#[derive(Clone, Debug, clap::Args)]
pub struct SupervisionArgs {
    /// Report a plugin call that has not returned after this time, s; 0 disables it
    #[arg(long, global = true, value_name = "S", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, 86_400_u64, "0 disables it"))]
    #[arg(help_heading = "Supervision", hide_short_help = true)]
    watchdog: u64,
    /// Run without a supervisor process, for debuggers; plugins that end the program are not reported
    #[arg(long, global = true, help_heading = "Supervision", hide_short_help = true)]
    no_supervisor: bool,
}

impl SupervisionArgs {
    /// The words of a command line with these options.
    pub fn words(&self) -> Vec<OsString> {
        let alone = self.no_supervisor.then(|| OsString::from("--no-supervisor"));
        ["--watchdog".into(), self.watchdog.to_string().into()].into_iter().chain(alone).collect()
    }
}

/// Runs `work` in a supervised process, and reports how it ended if it could not do so itself; with `json`, also as a JSON document.
/// `window` is set if the work opens the window.
pub fn run(args: &SupervisionArgs, json: bool, window: bool, work: impl FnOnce() -> Exit) -> Exit {
    if args.no_supervisor {
        return work();
    }
    let patience = (args.watchdog > 0).then(|| Duration::from_secs(args.watchdog));
    let report = |pending: &PendingCalls| Console::new(false).show(&pending_warning(pending));
    let refused = |error: &std::io::Error| {
        Console::new(false).eprint(format!("cannot start a supervised process: {error}"));
    };
    match sim_supervisor::split(patience, report, refused) {
        Ok(Process::Worker(worker)) => {
            let worker = worker::begin(worker);
            let exit = work();
            worker.conclude(exit.status());
            exit
        }
        Ok(Process::Supervisor(ended)) => conclude(ended, &Console::new(json), window),
        Err(error) => {
            let unnamed = "running without a supervisor: a plugin that ends the program is not reported";
            Console::new(false).show(&Diagnostic::warning(Code::EngineEnded, unnamed).with_found(error.to_string()));
            work()
        }
    }
}

/// The exit status of the program, after the worker has ended.
fn conclude(ended: WorkerEnd, console: &Console, window: bool) -> Exit {
    let failure = match ended {
        WorkerEnd::Concluded { status, mute: false } => return Exit::from_status(status),
        WorkerEnd::Concluded { status, .. } => {
            let closed = Diagnostic::error(Code::PluginEnded, "a plugin closed standard output or standard error")
                .with_found(format!("the command ended with status {status}; its last messages are lost"))
                .with_help("a plugin must close only files that it opened");
            Failure { exit: Exit::Plugin, diagnostics: closed.into() }
        }
        WorkerEnd::Interrupted(calls) if calls.is_empty() => return Exit::Interrupted,
        WorkerEnd::Interrupted(calls) => {
            let stood = Diagnostic::warning(Code::PluginEnded, "the program was interrupted during a plugin call");
            Failure { exit: Exit::Interrupted, diagnostics: stood.with_found(any_of(&calls)).into() }
        }
        WorkerEnd::Early(early) => early_end(&early, window).into(),
    };
    console.fail(&failure);
    failure.exit
}

/// The warning about a call that does not return.
fn pending_warning(pending: &PendingCalls) -> Diagnostic {
    let message = format!("a plugin call has not returned for {} s", pending.time.as_secs());
    Diagnostic::warning(Code::PluginEnded, message)
        .with_found(in_step(&pending.calls, pending.step))
        .with_help("wait, or press Ctrl-C to end the program; `--watchdog S` sets the delay of this warning")
}

/// The error for a worker that ended abnormally.
fn early_end(early: &ExitReport, window: bool) -> Diagnostic {
    let how = describe_exit(&early.status);
    let mut help = Vec::new();
    let finding = if early.calls.is_empty() {
        if early.status == ExitStatus::Signal("SIGKILL") {
            help.push("the signal came from another process, usually from the system when memory runs out".to_string());
        }
        let message = format!("the program was terminated: {how}");
        Diagnostic::error(Code::EngineEnded, message).with_found("not during a plugin call")
    } else {
        help.push("debug it with `--no-supervisor`, or check the plugin with `sim conform LIBRARY`".to_string());
        let message = format!("a plugin ended the program: {how}");
        Diagnostic::error(Code::PluginEnded, message).with_found(in_step(&early.calls, early.step))
    };
    let there = |file: &&PathBuf| file.is_file();
    let recordings: Vec<String> =
        early.recordings.iter().filter(there).map(|file| file.display().to_string()).collect();
    if !recordings.is_empty() {
        let files = recordings.join(", ");
        help.push(format!(
            "recorded until then: {files}, which may be empty, since data is written about once per second"
        ));
    }
    if window {
        help.push("unsaved changes are offered for recovery when you open the window again".to_string());
    }
    let both = |one: String, other: String| format!("{one}; {other}");
    match help.into_iter().reduce(both) {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}

fn any_of(calls: &[String]) -> String {
    let name = |call: &String| if call.is_empty() { "an unnamed component".to_string() } else { call.into() };
    match calls {
        [one] => name(one),
        several => {
            let calls = several.iter().map(name).collect::<Vec<_>>().join("; ");
            format!("one of: {calls}")
        }
    }
}

/// The call or calls, and the step.
fn in_step(calls: &[String], step: u64) -> String {
    match step {
        0 => any_of(calls),
        _ => format!("{}, in step {step}", any_of(calls)),
    }
}

fn describe_exit(status: &ExitStatus) -> String {
    let signal = match status {
        ExitStatus::Exit(status) => return format!("it exited with status {status}"),
        ExitStatus::Signal(signal) => *signal,
    };
    match signal {
        "SIGSEGV" | "SIGBUS" => format!("{signal}, an invalid memory access"),
        "SIGABRT" => format!("{signal}, abort"),
        "SIGFPE" => format!("{signal}, an arithmetic error"),
        "SIGILL" => format!("{signal}, an illegal instruction"),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn early(status: ExitStatus, calls: &[&str]) -> ExitReport {
        let calls = calls.iter().map(ToString::to_string).collect();
        ExitReport { status, calls, step: 7, recordings: Vec::new() }
    }

    #[test]
    fn the_status_is_that_of_a_fault_where_a_plugin_was_called() {
        let ended = early_end(&early(ExitStatus::Signal("SIGSEGV"), &["the controller `a/b`"]), false);
        assert_eq!(Failure::from(ended.clone()).exit, Exit::Plugin);
        assert_eq!(ended.found.as_deref(), Some("the controller `a/b`, in step 7"));
        assert!(ended.message.contains("SIGSEGV, an invalid memory access"), "{}", ended.message);
        let two = early_end(&early(ExitStatus::Exit(0), &["the sensor `a/b`", "the sensor `c/d`"]), false);
        assert!(two.found.is_some_and(|found| found.starts_with("one of: the sensor `a/b`; the sensor `c/d`")));
        let own = early_end(&early(ExitStatus::Exit(101), &[]), false);
        assert_eq!(Failure::from(own).exit, Exit::Failed);
    }
}
