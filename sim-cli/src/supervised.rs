//! Runs commands that use plugin code in a supervised process, so that a plugin cannot end the program with a success status.

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::number::whole;
use crate::worker;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_supervisor::{Early, Ended, How, Process, Standing};
use std::path::PathBuf;
use std::time::Duration;

/// How a program is supervised.
#[derive(Clone, Debug, clap::Args)]
pub struct SupervisionArgs {
    /// Name a call into a plugin that has not returned for so long, s; 0 for never
    #[arg(long, global = true, value_name = "S", default_value_t = 10, allow_negative_numbers = true)]
    #[arg(value_parser = whole(0, 86_400_u64, "0 for never"))]
    #[arg(help_heading = "Supervision", hide_short_help = true)]
    watchdog: u64,
    /// Work in the first process, as a debugger wants it; a plugin that ends it is not named
    #[arg(long, global = true, help_heading = "Supervision", hide_short_help = true)]
    no_supervisor: bool,
}

/// Runs `work` in a supervised process, and reports how it ended if it could not do so itself; with `json`, also as a JSON document.
/// `window` is set if the work opens the window.
pub fn run(args: &SupervisionArgs, json: bool, window: bool, work: impl FnOnce() -> Exit) -> Exit {
    if args.no_supervisor {
        return work();
    }
    let patience = (args.watchdog > 0).then(|| Duration::from_secs(args.watchdog));
    let told = |standing: &Standing| Console::new(false).show(&stands(standing));
    let refused = |error: &std::io::Error| {
        let message = format!("the program cannot work in a process of its own: {error}");
        Console::new(false).tell(message);
    };
    match sim_supervisor::split(patience, told, refused) {
        Ok(Process::Worker(worker)) => {
            let worker = worker::begin(worker);
            let exit = work();
            worker.conclude(exit.status());
            exit
        }
        Ok(Process::Supervisor(ended)) => conclude(ended, &Console::new(json), window),
        Err(error) => {
            let unnamed = "nobody supervises this program: a plugin that ends it is not named";
            Console::new(false).show(&Diagnostic::warning(Code::EngineEnded, unnamed).with_found(error.to_string()));
            work()
        }
    }
}

/// The exit status of the program, after the worker has ended.
fn conclude(ended: Ended, console: &Console, window: bool) -> Exit {
    let failure = match ended {
        Ended::Concluded { status, mute: false } => return Exit::from_status(status),
        Ended::Concluded { status, .. } => {
            let message = "a plugin has closed standard output or standard error";
            let closed = Diagnostic::error(Code::PluginEnded, message)
                .with_found(format!("the work ended with status {status}; what it said at last is lost"))
                .with_help("have the plugin close only what it has opened");
            Failure { exit: Exit::Plugin, diagnostics: closed.into() }
        }
        Ended::Interrupted(calls) if calls.is_empty() => return Exit::Interrupted,
        Ended::Interrupted(calls) => {
            let message = "the program was ended within a call into a plugin";
            let stood = Diagnostic::warning(Code::PluginEnded, message);
            Failure { exit: Exit::Interrupted, diagnostics: stood.with_found(any_of(&calls)).into() }
        }
        Ended::Early(early) => early_end(&early, window).into(),
    };
    console.fail(&failure);
    failure.exit
}

/// The warning about a call that does not return.
fn stands(standing: &Standing) -> Diagnostic {
    let time = standing.time.as_secs().to_string();
    let message = format!("a call into a plugin has not returned for {time} s");
    Diagnostic::warning(Code::PluginEnded, message)
        .with_found(in_step(&standing.calls, standing.step))
        .with_help("wait, or end the program with Ctrl-C; `--watchdog S` sets after how long this is said")
}

/// The error for a worker that ended abnormally.
fn early_end(early: &Early, window: bool) -> Diagnostic {
    let how = how(&early.how);
    let mut help = Vec::new();
    let finding = if early.calls.is_empty() {
        if early.how == How::Signal("SIGKILL") {
            help.push(
                "the system does this when memory runs out, and others who may; nobody else can tell".to_string(),
            );
        }
        let message = format!("the program was ended before it was done: {how}");
        Diagnostic::error(Code::EngineEnded, message).with_found("no call into a plugin")
    } else {
        help.push(
            "with `--no-supervisor` a debugger stops where it happens; `sim conform LIBRARY` tries the plugin"
                .to_string(),
        );
        let message = format!("a plugin has ended the program: {how}");
        Diagnostic::error(Code::PluginEnded, message).with_found(in_step(&early.calls, early.step))
    };
    let there = |file: &&PathBuf| file.is_file();
    let recordings: Vec<String> =
        early.recordings.iter().filter(there).map(|file| file.display().to_string()).collect();
    if !recordings.is_empty() {
        let files = recordings.join(", ");
        help.push(format!(
            "what was written until then is in {files}: of a fast run that may be nothing, since it is written about \
             every second"
        ));
    }
    if window {
        help.push("what was not saved is offered when the window is opened again".to_string());
    }
    let both = |one: String, other: String| format!("{one}; {other}");
    match help.into_iter().reduce(both) {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}

fn any_of(calls: &[String]) -> String {
    let name = |call: &String| match call.is_empty() {
        true => "a component without a name".to_string(),
        false => call.into(),
    };
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
    let calls = any_of(calls);
    let step = if step == 0 { return calls } else { step.to_string() };
    format!("{calls}, in step {step}")
}

fn how(how: &How) -> String {
    let signal = match how {
        How::Exit(status) => return format!("it left with status {status}"),
        How::Signal(signal) => *signal,
    };
    match signal {
        "SIGSEGV" | "SIGBUS" => format!("{signal}, it used memory that is not there"),
        "SIGABRT" => format!("{signal}, it gave up"),
        "SIGFPE" => format!("{signal}, a computation that has no result"),
        "SIGILL" => {
            format!("{signal}, an instruction that the processor does not have")
        }
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn early(how: How, calls: &[&str]) -> Early {
        let calls = calls.iter().map(ToString::to_string).collect();
        Early { how, calls, step: 7, recordings: Vec::new() }
    }

    #[test]
    fn the_status_is_that_of_a_fault_where_a_plugin_was_called() {
        let ended = early_end(&early(How::Signal("SIGSEGV"), &["the controller `a/b`"]), false);
        assert_eq!(Failure::from(ended.clone()).exit, Exit::Plugin);
        assert_eq!(ended.found.as_deref(), Some("the controller `a/b`, in step 7"));
        assert!(ended.message.contains("SIGSEGV, it used memory"), "{}", ended.message);
        let two = early_end(&early(How::Exit(0), &["the sensor `a/b`", "the sensor `c/d`"]), false);
        assert!(two.found.is_some_and(|found| found.starts_with("one of: the sensor `a/b`; the sensor `c/d`")));
        let own = early_end(&early(How::Exit(101), &[]), false);
        assert_eq!(Failure::from(own).exit, Exit::Failed);
    }
}
