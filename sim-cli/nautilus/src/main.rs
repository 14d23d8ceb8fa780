//! The program `sim-nautilus`.

fn main() -> std::process::ExitCode {
    sim_nautilus::main()
}
