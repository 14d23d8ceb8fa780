//! A window on ten platforms connected over UDP: `cargo bench -p sim-window-tests --bench links`. For one minute,
//! measures the age of their poses in the first frame that shows them, from the time they were sent, and the time of
//! the window's thread for a frame.
//!
//! Needs no display. Build the libraries of the plugins in the same profile first: `cargo build --release --workspace`.

use cpu_time::ThreadTime;
use sim_window_tests::platforms::Platforms;
use std::time::{Duration, Instant};

/// Number of platforms that one computer has to support.
const PLATFORMS: usize = 10;
/// Duration of the measurement.
const LASTS: Duration = Duration::from_secs(60);
/// Time from one frame to the next.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 30);

fn main() {
    let platforms = Platforms::new(PLATFORMS);
    let (mut rig, _folder) = platforms.open();
    let (mut works, mut ages) = (Vec::new(), Vec::new());
    let mut shown = [0; PLATFORMS];
    let mut jumped = 0;
    let began = Instant::now();
    while began.elapsed() < LASTS {
        let next = Instant::now() + FRAME;
        let start = ThreadTime::now();
        rig.harness.step();
        let (shapes, scale) = (rig.harness.output().shapes.clone(), rig.harness.ctx.pixels_per_point());
        std::hint::black_box(rig.harness.ctx.tessellate(shapes, scale));
        works.push(start.elapsed().as_secs_f64() * 1e3);
        for (platform, shown) in shown.iter_mut().enumerate() {
            let drawn = rig.robot(platform).expect("it is there").state.pose.translation.x;
            let Some((number, age)) = platforms.age(platform, drawn).filter(|(number, _)| number != shown) else {
                continue;
            };
            jumped += usize::from(*shown > 0 && number != *shown + 1);
            *shown = number;
            ages.push(age.as_secs_f64() * 1e3);
        }
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }
    for (what, mut times) in [("age of a pose when it is first shown", ages), ("window's thread per frame", works)] {
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!("{what}, ms: {:.1} median, {:.1} 95 %, {:.1} largest, of {}", at(0.5), at(0.95), at(1.0), times.len());
    }
    let sent: usize = (0..PLATFORMS).map(|platform| platforms.sent(platform)).sum();
    println!("poses sent: {sent}; poses not shown in any frame: {jumped}");
}
