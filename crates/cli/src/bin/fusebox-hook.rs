//! The slim hook binary: see the `fusebox-hook` package.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    ExitCode::from(fusebox_hook::main(&args))
}
