//! `sim bench guard`: detects performance regressions of workloads.
//!
//! Absolute times depend on the machine. Therefore each workload is measured alternately with a fixed reference computation; its
//! figure is the ratio of the minimum times of both.

use super::reference::{Reference, VERSION};
use crate::console::{Console, unwritable};
use crate::exit::{Exit, Failure, Outcome};
use crate::number::whole;
use crate::session::{PluginArgs, Session};
use crate::workload;
use cpu_time::ProcessTime;
use serde::{Deserialize, Serialize};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{BuildOptions, Snapshot};
use sim_core::scene::{Scene, text::Format};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum ratio of a figure to the stored one. A ratio of 1.2 is a slowdown of 17 %, so a slowdown of 20 % is detected even if
/// the measurement is 4 % too fast.
const LIMIT: f64 = 1.2;

/// Below this ratio, the workload has become so much faster that the stored figure is obsolete.
const RENEW: f64 = 0.8;

#[derive(Debug, clap::Args)]
pub struct GuardArgs {
    /// File with stored figures. Default: measure without comparing
    #[arg(long, value_name = "FILE.json")]
    baseline: Option<PathBuf>,
    /// Store the measured figures in the file, for this machine class
    #[arg(long, requires = "baseline")]
    store: bool,
    /// Number of measurements of each workload; the minimum time is used
    #[arg(long, value_name = "N", default_value_t = 150, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u32>(1, 10_000, "150 take about five seconds"))]
    rounds: u32,
    /// Slow down every workload by this percentage, to test the guard
    #[arg(long, value_name = "PERCENT", default_value_t = 0, allow_negative_numbers = true, hide = true)]
    #[arg(value_parser = whole::<u32>(0, 1_000, "30 exceeds the limit"))]
    burn: u32,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
}

/// Figures by name of the workload.
type Figures = BTreeMap<String, f64>;

/// The file with stored figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Baseline {
    /// Version of the reference computation for all figures.
    reference: u32,
    /// Figures by machine class.
    classes: BTreeMap<String, Figures>,
}

/// Result of a workload.
#[derive(Debug, PartialEq, Serialize)]
struct Judged {
    /// Ratio of its time to that of the reference.
    figure: f64,
    /// The stored figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<f64>,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    AsStored,
    Slower,
    Faster,
    NotStored,
}

impl Verdict {
    fn of(figure: f64, stored: Option<f64>) -> Self {
        match stored.map(|stored| figure / stored) {
            None => Verdict::NotStored,
            Some(times) if times > LIMIT => Verdict::Slower,
            Some(times) if times < RENEW => Verdict::Faster,
            Some(_) => Verdict::AsStored,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Verdict::AsStored => "as stored",
            Verdict::Slower => "SLOWER",
            Verdict::Faster => "faster: store it",
            Verdict::NotStored => "not stored",
        }
    }
}

#[derive(Serialize)]
struct Report {
    workload: &'static str,
    class: String,
    reference: u32,
    reference_ms: f64,
    rounds: u32,
    figures: BTreeMap<String, Judged>,
}

/// Machine class for comparisons: same instruction set and same build options.
fn class() -> String {
    #[cfg(target_arch = "x86_64")]
    let more = if std::arch::is_x86_feature_detected!("avx2") { "-avx2" } else { "" };
    #[cfg(not(target_arch = "x86_64"))]
    let more = "";
    let build = if cfg!(debug_assertions) { "-debug" } else { "" };
    format!("{}{more}{build}", std::env::consts::ARCH)
}

/// Runs the command.
pub fn guard(args: &GuardArgs, console: &Console) -> Outcome {
    let class = class();
    let known = match &args.baseline {
        Some(file) if !args.store || file.is_file() => Some(read(file)?),
        _ => None,
    };
    let stored = known.as_ref().and_then(|known| known.classes.get(&class)).filter(|_| !args.store);
    let (reference_ms, figures) = measure(args, console)?;
    if let (Some(file), true) = (&args.baseline, args.store) {
        return store(file, known, (class, figures), console);
    }
    let judged = |(name, figure): (&String, &f64)| {
        let stored = stored.and_then(|stored| stored.get(name)).copied();
        (name.clone(), Judged { figure: *figure, stored, verdict: Verdict::of(*figure, stored) })
    };
    let judged: BTreeMap<String, Judged> = figures.iter().map(judged).collect();
    let slower = judged.values().any(|judged| judged.verdict == Verdict::Slower);
    let report =
        Report { workload: "guard", class, reference: VERSION, reference_ms, rounds: args.rounds, figures: judged };
    if args.json {
        console.print_json(&report)?;
    } else {
        console.print(&text(&report))?;
    }
    if let Some(file) = args.baseline.as_ref().filter(|_| stored.is_none()) {
        let line = serde_json::to_string(&figures).expect("invariant: figures have text keys");
        let (file, class) = (file.display(), &report.class);
        let none = format!(
            "figures of the machine class {class} not found in {file}; store these with --store, or add the \
                     line"
        );
        console.info(format!("{}\n    \"{class}\": {line}", none));
    }
    Ok(if slower { Exit::Failed } else { Exit::Ok })
}

fn text(report: &Report) -> String {
    let (class, rounds, reference) = (&report.class, report.rounds.to_string(), report.reference.to_string());
    let time = format!("{:.2}", report.reference_ms);
    let head = format!("{class}, {rounds} rounds, reference {reference} in {time} ms");
    let [workload, figure, stored, times] = ["workload", "figure", "stored", "times"];
    let mut text = format!("{}\n{workload:<12} {figure:>9} {stored:>9} {times:>7}", head);
    for (name, Judged { figure, stored, verdict }) in &report.figures {
        let of = |number: Option<f64>| number.map_or_else(|| "-".into(), |number| format!("{number:.3}"));
        let times = stored.map(|stored| figure / stored);
        let _ = write!(text, "\n{name:<12} {figure:>9.3} {:>9} {:>7}  {}", of(*stored), of(times), verdict.words());
    }
    text
}

fn read(file: &Path) -> Outcome<Baseline> {
    let wrong = |found: String| -> Failure {
        let expected = format!("figures that are multiples of reference {VERSION}");
        Diagnostic::error(Code::ConfigValue, "the stored figures cannot be used")
            .with_file(file.display().to_string())
            .with_expected(expected)
            .with_found(found)
            .with_help("measure again with --store")
            .into()
    };
    let text = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let known: Baseline = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
    match known.reference == VERSION {
        true => Ok(known),
        false => {
            let version = known.reference.to_string();
            Err(wrong(format!("multiples of reference {version}")))
        }
    }
}

/// Stores figures, keeping those of other classes.
fn store(file: &Path, known: Option<Baseline>, (class, figures): (String, Figures), console: &Console) -> Outcome {
    let mut known = known.unwrap_or(Baseline { reference: VERSION, classes: BTreeMap::new() });
    let rounded = figures.into_iter().map(|(name, figure)| (name, (figure * 1e3).round() / 1e3)).collect();
    known.classes.insert(class.clone(), rounded);
    let text = serde_json::to_string_pretty(&known).expect("invariant: figures have text keys") + "\n";
    sim_core::files::write_whole(file, text.as_bytes()).map_err(|error| unwritable(file, error))?;
    console.info(format!("stored the figures of {class} in {file}", file = file.display()));
    Ok(Exit::Ok)
}

/// A workload with a snapshot that it is restored to before every measurement.
struct Work {
    name: &'static str,
    session: Session,
    start: Snapshot,
    /// Number of steps per measurement.
    steps: u64,
    least: Duration,
}

impl Work {
    fn new(
        (name, scene, steps): (&'static str, String, u64),
        plugins: &PluginArgs,
        console: &Console,
    ) -> Outcome<Self> {
        let loaded = Scene::parse(&scene, Format::Ron, name)?;
        let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
        let mut session = Session::build(loaded, plugins.host()?, &options, console)?;
        session.simulation.steps(10)?;
        let start = session.simulation.snapshot()?;
        Ok(Self { name, session, start, steps, least: Duration::MAX })
    }

    /// Measures the workload again; `burn` makes it artificially slower, in percent.
    fn measure(&mut self, burn: u32) -> Outcome<()> {
        let simulation = &mut self.session.simulation;
        simulation.restore(&self.start)?;
        // Do not measure data that is rebuilt after a restore.
        simulation.steps(1)?;
        let cpu = ProcessTime::now();
        simulation.steps(self.steps)?;
        let more = cpu.elapsed() * burn / 100;
        let burning = ProcessTime::now();
        while burning.elapsed() < more {
            std::hint::spin_loop();
        }
        self.least = self.least.min(cpu.elapsed());
        match simulation.faults().first() {
            Some(fault) => Err(fault.diagnostic().into()),
            None => Ok(()),
        }
    }
}

/// Measures the workloads in rounds, alternating with the reference, so that other load on the machine affects all of them.
/// Returns the time of the reference, ms, and the figures.
fn measure(args: &GuardArgs, console: &Console) -> Outcome<(f64, Figures)> {
    // Short measurements: among many of them, some are not disturbed by other load on the machine.
    let mut works = [
        Work::new(("lidar", workload::lidar(), 100), &args.plugins, console)?,
        Work::new(("swarm", workload::swarm(200, 8, 0.1, 1), 100), &args.plugins, console)?,
        Work::new(("underwater", workload::underwater(50), 40), &args.plugins, console)?,
    ];
    let (mut reference, mut least) = (Reference::new(), Duration::MAX);
    for _ in 0..args.rounds {
        for work in &mut works {
            let cpu = ProcessTime::now();
            std::hint::black_box(reference.run());
            least = least.min(cpu.elapsed());
            work.measure(args.burn)?;
        }
    }
    let figures = works.iter().map(|work| (work.name.to_string(), figure(work.least, least)));
    Ok((least.as_secs_f64() * 1e3, figures.collect()))
}

/// The figure of a workload: the ratio of its time to that of the reference, on the same machine in the same run.
fn figure(work: Duration, reference: Duration) -> f64 {
    work.as_secs_f64() / reference.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NA-94: A speed loss of more than 20 % against stored figures fails the check.
    #[test]
    fn a_slower_machine_has_the_same_figures() {
        let [work, reference] = [74, 20].map(Duration::from_millis);
        for times in [1, 3, 50] {
            assert!((figure(work * times, reference * times) - 3.7).abs() < 1e-12, "{times} times slower");
        }
        assert_eq!(Verdict::of(figure(2 * work, reference), Some(3.7)), Verdict::Slower, "the work alone is slower");
    }

    /// NA-94: A speed loss of more than 20 % against stored figures fails the check.
    #[test]
    fn only_a_loss_of_more_than_20_percent_is_reported() {
        let verdict = |times: f64| Verdict::of(times * 3.7, Some(3.7));
        for lost in [0.2, 0.21, 0.25, 0.5, 0.9] {
            assert_eq!(verdict(1.0 / (1.0 - lost)), Verdict::Slower, "{lost}");
        }
        for times in [0.85, 0.95, 1.0, 1.1, 1.15] {
            assert_eq!(verdict(times), Verdict::AsStored, "{times}");
        }
        assert_eq!((verdict(0.7), Verdict::of(1.0, None)), (Verdict::Faster, Verdict::NotStored));
    }
}
