//! Explains why the process of a library has ended.

use super::system::{How, signal_name};
use std::time::Duration;

/// Reason for the end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It exited or was killed from outside this program.
    Itself(How),
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
    pub(super) why: Why,
    /// Instances being called at the time; at most one of them caused it.
    pub(super) called: Vec<u32>,
}

/// Error text for a component that failed with its process.
pub(super) struct Told {
    pub(super) message: String,
    pub(super) help: String,
}

impl Why {
    /// The event, with the process as the subject.
    fn words(self) -> String {
        match self {
            Why::Itself(How::Exit(status)) => format!("it left with status {status}"),
            Why::Itself(How::Signal(signal)) => {
                let signal = signal_name(signal);
                match signal.as_str() {
                    "SIGSEGV" | "SIGBUS" => {
                        format!("{signal}, it used memory that is not there")
                    }
                    "SIGABRT" => format!("{signal}, it gave up"),
                    "SIGFPE" => format!("{signal}, a computation that has no result"),
                    "SIGILL" => {
                        format!("{signal}, an instruction that the processor does not have")
                    }
                    "SIGKILL" => format!("{signal}, the system or somebody else ended it"),
                    _ => signal,
                }
            }
            Why::Late(time) => {
                format!("a call did not return within {time} s", time = time.as_secs_f64())
            }
            Why::Broken(what) => format!("it broke the rules of its shared memory: {what}"),
            Why::Flood(bytes) => {
                format!("it wrote more than {mib} MiB to its output", mib = (bytes >> 20))
            }
            Why::Unused => "it is not needed any more".to_string(),
        }
    }

    /// Suggested remedy.
    fn help(self) -> String {
        match self {
            Why::Itself(How::Signal(_)) => "`sim conform LIBRARY` tries the plugin; a debugger stops where it happens \
                                            with `--no-supervisor` and in the program's own process: without \
                                            `--isolate`, of a pack after `sim pack isolate PACK --off`"
                .to_string(),
            Why::Late(_) => "look for a loop without end, or for what it waits for; `--isolate-deadline S` gives it \
                             more time"
                .to_string(),
            Why::Flood(_) => "have the plugin write to the log of the run instead".to_string(),
            _ => "have the plugin return errors instead of ending the process it runs in".to_string(),
        }
    }
}

impl Ended {
    /// The error text for the component `own`, with the names of all components involved and the last output line of the process.
    pub(super) fn tell(&self, own: u32, name: impl Fn(u32) -> String, last_words: &str) -> Told {
        let (why, itself) = (self.why.words(), matches!(self.why, Why::Itself(_)));
        let message = match self.called.as_slice() {
            [only] if *only == own && itself => format!("it has ended its process: {why}"),
            [only] if *only == own => format!("its process was ended: {why}"),
            [] => format!("its process has ended, in no call: {why}"),
            [only] => {
                let culprit = name(*only);
                format!("its process has ended because of {culprit}: {why}")
            }
            several => {
                let names = several.iter().map(|number| name(*number)).collect::<Vec<_>>().join("; ");
                format!("its process has ended because of one of {names}: {why}")
            }
        };
        let help = self.why.help();
        let help = match last_words.is_empty() {
            true => help,
            false => format!("{help}; it wrote last: {last_words}"),
        };
        Told { message, help }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(why: Why, called: &[u32], last: &str) -> Told {
        Ended { why, called: called.to_vec() }.tell(1, |number| format!("the sensor `a/{number}`"), last)
    }

    #[test]
    fn each_component_is_told_who_has_ended_the_process() {
        let crash = Why::Itself(How::Signal(11));
        assert!(told(crash, &[1], "").message.starts_with("it has ended its process: SIG"));
        assert!(told(crash, &[2], "").message.contains("because of the sensor `a/2`: SIG"));
        let several = told(crash, &[1, 2], "").message;
        assert!(several.contains("because of one of the sensor `a/1`; the sensor `a/2`: "), "{several}");
        assert!(told(Why::Itself(How::Exit(3)), &[], "").message.contains("in no call: it left with status 3"));
        let late = told(Why::Late(Duration::from_millis(1500)), &[1], "");
        assert_eq!(late.message, "its process was ended: a call did not return within 1.5 s");
        assert!(late.help.contains("--isolate-deadline"));
    }

    #[test]
    fn what_a_process_has_written_last_is_passed_on() {
        let told = told(Why::Itself(How::Signal(6)), &[1], "out of order");
        assert!(told.help.ends_with("; it wrote last: out of order"), "{}", told.help);
    }
}
