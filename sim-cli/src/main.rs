//! The `sim` program.

fn main() -> std::process::ExitCode {
    sim_cli::main()
}
