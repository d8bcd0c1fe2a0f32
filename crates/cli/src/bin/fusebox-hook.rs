//! The slim hook binary: see the `fusebox-hook` package.

use std::process::ExitCode;

/// The allocator of static builds: musl's own maps and unmaps at every turn.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    ExitCode::from(fusebox_hook::main(&args))
}
