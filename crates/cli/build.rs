//! Links the unwinder into the programs, where the C compiler has it as a static library.
//!
//! A dynamic library of its own for it costs each start 0.1 ms, which is 5 % of a hook. Where it is
//! not found, the programs are linked as all others are.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CC");
    if let Some(folder) = folder_of("libgcc_eh.a") {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static=gcc_eh");
    }
}

/// Where the compiler of this machine has the library, if it builds for this machine and the
/// unwinder is GCC's.
#[expect(clippy::disallowed_methods, reason = "a build script is told by them what is built")]
fn folder_of(library: &str) -> Option<PathBuf> {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let own = std::env::var("HOST").is_ok_and(|host| is("TARGET", &host));
    if !own || !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return None;
    }
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let asked = Command::new(compiler).arg(format!("-print-file-name={library}")).output().ok()?;
    let path = String::from_utf8(asked.stdout).ok()?;
    // A compiler that does not have it gives back the name.
    let folder = Path::new(path.trim()).parent()?;
    folder.is_absolute().then(|| folder.to_owned())
}
