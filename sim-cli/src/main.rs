#[path = "commands/new.rs"]
mod new;

#[derive(clap::Parser)]
enum Cli {
    New(new::New),
}

fn main() -> std::process::ExitCode {
    use clap::Parser;
    let Cli::New(args) = Cli::parse();
    std::process::ExitCode::from(new::run(&args))
}
