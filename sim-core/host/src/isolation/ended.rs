//! Explains why the process of a library has ended.

use super::system::{ExitStatus, signal_name};
use std::time::Duration;

/// Reason for the end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitReason {
    /// It exited or was killed from outside this program.
    Itself(ExitStatus),
    /// A call exceeded this deadline.
    Late(Duration),
    /// It wrote malformed data of this kind to the shared memory.
    Broken(&'static str),
    /// It wrote more than this many bytes of output.
    Flood(usize),
    /// It is not needed anymore.
    Unused,
}

/// The end of a process.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) why: ExitReason,
    /// Instances being called at the time; at most one of them caused it.
    pub(super) called: Vec<u32>,
}

/// Error text for a component that failed with its process.
pub(super) struct ExitReport {
    pub(super) message: String,
    pub(super) help: String,
}

impl ExitReason {
    /// The event, with the process as the subject.
    fn words(self) -> String {
        match self {
            ExitReason::Itself(ExitStatus::Exit(status)) => format!("it exited with status {status}"),
            ExitReason::Itself(ExitStatus::Signal(signal)) => {
                let signal = signal_name(signal);
                match signal.as_str() {
                    "SIGSEGV" | "SIGBUS" => format!("{signal}, an invalid memory access"),
                    "SIGABRT" => format!("{signal}, abort"),
                    "SIGFPE" => format!("{signal}, an arithmetic error"),
                    "SIGILL" => format!("{signal}, an illegal instruction"),
                    "SIGKILL" => format!("{signal}, killed by the system or a user"),
                    _ => signal,
                }
            }
            ExitReason::Late(time) => format!("a call did not return within {time} s", time = time.as_secs_f64()),
            ExitReason::Broken(what) => format!("it violated the shared-memory protocol: {what}"),
            ExitReason::Flood(bytes) => format!("it wrote more than {mib} MiB to its output", mib = (bytes >> 20)),
            ExitReason::Unused => "it is no longer needed".to_string(),
        }
    }

    /// Suggested remedy.
    fn help(self) -> String {
        match self {
            ExitReason::Itself(ExitStatus::Signal(_)) => {
                "test the plugin with `sim conform LIBRARY`; to debug it in the program's \
                                            own process, use `--no-supervisor` without `--isolate` (for a pack, \
                                            after `sim pack isolate PACK --off`)"
                    .to_string()
            }
            ExitReason::Late(_) => {
                "look for an infinite loop or a wait; increase the limit with `--isolate-deadline S`".to_string()
            }
            ExitReason::Flood(_) => "make the plugin use the log of the run instead".to_string(),
            _ => "make the plugin return errors instead of ending its process".to_string(),
        }
    }
}

impl Ended {
    /// The error text for the component `own`, with the names of all components involved and the last output line of the process.
    pub(super) fn report(&self, own: u32, name: impl Fn(u32) -> String, last_words: &str) -> ExitReport {
        let (why, itself) = (self.why.words(), matches!(self.why, ExitReason::Itself(_)));
        let message = match self.called.as_slice() {
            [only] if *only == own && itself => format!("it ended its process: {why}"),
            [only] if *only == own => format!("its process was ended: {why}"),
            [] => format!("its process ended between calls: {why}"),
            [only] => {
                let culprit = name(*only);
                format!("its process was ended by {culprit}: {why}")
            }
            several => {
                let names = several.iter().map(|number| name(*number)).collect::<Vec<_>>().join("; ");
                format!("its process was ended by one of {names}: {why}")
            }
        };
        let help = self.why.help();
        let help = match last_words.is_empty() {
            true => help,
            false => format!("{help}; last output: {last_words}"),
        };
        ExitReport { message, help }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report_of(why: ExitReason, called: &[u32], last: &str) -> ExitReport {
        Ended { why, called: called.to_vec() }.report(1, |number| format!("the sensor `a/{number}`"), last)
    }

    #[test]
    fn each_component_receives_the_cause_of_the_process_end() {
        let crash = ExitReason::Itself(ExitStatus::Signal(11));
        assert!(report_of(crash, &[1], "").message.starts_with("it ended its process: SIG"));
        assert!(report_of(crash, &[2], "").message.contains("ended by the sensor `a/2`: SIG"));
        let several = report_of(crash, &[1, 2], "").message;
        assert!(several.contains("ended by one of the sensor `a/1`; the sensor `a/2`: "), "{several}");
        assert!(
            report_of(ExitReason::Itself(ExitStatus::Exit(3)), &[], "")
                .message
                .contains("between calls: it exited with status 3")
        );
        let late = report_of(ExitReason::Late(Duration::from_millis(1500)), &[1], "");
        assert_eq!(late.message, "its process was ended: a call did not return within 1.5 s");
        assert!(late.help.contains("--isolate-deadline"));
    }

    #[test]
    fn what_a_process_has_written_last_is_passed_on() {
        let report = report_of(ExitReason::Itself(ExitStatus::Signal(6)), &[1], "out of order");
        assert!(report.help.ends_with("; last output: out of order"), "{}", report.help);
    }
}
