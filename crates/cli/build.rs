//! Links the programs so that a hook starts fast: the unwinder as a static library, where the C compiler has
//! it, and the hook at a fixed address.
//!
//! A dynamic library of its own for the unwinder costs each start 0.1 ms, which is 5 % of a hook. To write
//! some 5,000 addresses into the hook at each start takes another 4 % of its instructions, and copies the pages
//! that they lie in. A random address would protect little: who can make the hook run other code runs commands
//! as the same user already. Elsewhere the programs are linked as all others are.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CC");
    if !is_linked_by_gcc() {
        return;
    }
    if !has_static_libc() {
        println!("cargo::rustc-link-arg-bin=fusebox-hook=-no-pie");
    }
    if let Some(folder) = folder_of("libgcc_eh.a") {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static=gcc_eh");
    }
}

/// Whether the compiler of this machine links for this machine, with GCC's unwinder.
#[expect(clippy::disallowed_methods, reason = "a build script is told by them what is built")]
fn is_linked_by_gcc() -> bool {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let own = std::env::var("HOST").is_ok_and(|host| is("TARGET", &host));
    own && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu")
}

/// Whether the C library is linked into the programs: then the compiler is told how by other options.
#[expect(clippy::disallowed_methods, reason = "a build script is told by them what is built")]
fn has_static_libc() -> bool {
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    features.split(',').any(|feature| feature == "crt-static")
}

/// Where the compiler of this machine has the library.
#[expect(clippy::disallowed_methods, reason = "a build script is told by them what is built")]
fn folder_of(library: &str) -> Option<PathBuf> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let asked = Command::new(compiler).arg(format!("-print-file-name={library}")).output().ok()?;
    let path = String::from_utf8(asked.stdout).ok()?;
    // A compiler that does not have it gives back the name.
    let folder = Path::new(path.trim()).parent()?;
    folder.is_absolute().then(|| folder.to_owned())
}
