use sim_core::engine::*; use sim_core::plugins::*; use sim_core::scene::*; use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[1].parse().unwrap(); let rays: usize = a[2].parse().unwrap(); let threads: usize = a[3].parse().unwrap(); let steps: u64 = a[4].parse().unwrap();
    let side = (n as f64).sqrt().max(2.0); let h = side/2.0;
    let mut boxes = String::new();
    let mut s = 12345u64; let mut r = || { s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); ((s>>33) as f64)/((1u64<<31) as f64) };
    for i in 0..n/10 { let (x,y)=((r()-0.5)*(side-0.6),(r()-0.5)*(side-0.6)); boxes += &format!("(name:\"box{i}\",shape:Box(size:(0.3,0.3,0.3)),at:({x},{y},0.15)),"); }
    let g = side/ (n as f64).sqrt().ceil() * 0.98;
    let text = format!(r#"(format_version:1, run:(dt:0.1,seed:1), objects:[
      (name:"w1",shape:Wall(from:({m},{m}),to:({h},{m}),height:0.5)),(name:"w2",shape:Wall(from:({h},{m}),to:({h},{h}),height:0.5)),
      (name:"w3",shape:Wall(from:({h},{h}),to:({m},{h}),height:0.5)),(name:"w4",shape:Wall(from:({m},{h}),to:({m},{m}),height:0.5)),{boxes}],
      fleets:[(prefix:"r",count:{n},placement:Grid(spacing:({g},{g})),model:(id:"scout/standard",params:(rays:{rays},reach:1.0,equipment:"minimal")),dynamics:"diff-drive/kinematic",controller:"control/diffusion")])"#, m=-h);
    let t=Instant::now();
    let loaded = match Scene::parse(&text, sim_core::scene::text::Format::Ron, "bench") { Ok(l)=>l, Err(e)=>{ eprintln!("{e}"); std::process::exit(3)} };
    let mut host = PluginHost::new(SearchPath::only([std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().to_path_buf()])).unwrap();
    host.load_all();
    for f in host.failures() { eprintln!("{f}"); }
    println!("load {:?} libs {}", t.elapsed(), host.libraries().len());
    let built = match Simulation::build(&loaded, &host, &BuildOptions{threads:Some(threads),..Default::default()}) { Ok(b)=>b, Err(e)=>{ eprintln!("{e}"); std::process::exit(1)} };
    println!("build {:?}", t.elapsed());
    let mut sim = built.simulation;
    sim.steps(5).unwrap();
    let t=Instant::now(); sim.steps(steps).unwrap(); let e=t.elapsed().as_secs_f64();
    println!("N={n} rays={rays} threads={threads}: {:.0} robot-steps/s wall, {:.3} us each, hash {} collisions {} faults {}", n as f64*steps as f64/e, e*1e6/(n as f64*steps as f64), sim.state_hash(), sim.collisions(), sim.faults().len());
    let st = std::fs::read_to_string("/proc/self/status").unwrap(); for l in st.lines().filter(|l| l.starts_with("VmHWM")||l.starts_with("VmRSS")) { println!("{l}"); }
    for l in sim.take_log().iter().take(3) { println!("{l:?}"); }
}
