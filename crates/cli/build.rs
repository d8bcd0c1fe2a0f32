//! Links the programs so that a hook starts fast: the unwinder as a static library, and the hook with everything that
//! it needs from the C library, at a fixed address, where the C compiler has these as static libraries.
//!
//! A dynamic library of its own for the unwinder costs each start 0.1 ms, and to load and bind the C library costs a
//! hook another 0.2 ms and a sixth of its instructions. Nothing that the hook calls needs a library at run time: it
//! looks up no host, no user and no character set. To write some 5,000 addresses into the hook at each start takes 4 %
//! of its instructions, and copies the pages that they lie in; a random address would protect little: who can make the
//! hook run other code runs commands as the same user already. Elsewhere the programs are linked as all others are.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The libraries that rustc names for a program of this target, and the static library that has what each of them has.
const STATIC_LIBRARIES: [(&str, &str); 7] = [
    ("libgcc_s.a", "libgcc_eh.a"),
    ("libc.a", "libc.a"),
    ("libdl.a", "libdl.a"),
    ("libm.a", "libm.a"),
    ("libpthread.a", "libpthread.a"),
    ("librt.a", "librt.a"),
    ("libutil.a", "libutil.a"),
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CC");
    if !is_linked_by_gcc() {
        return Ok(());
    }
    // A linker takes a dynamic library before a static one of the same folder: the folders hold static ones alone.
    if let Some(folder) = link_libraries("unwinder", &[("libgcc_eh.a", "libgcc_eh.a")])? {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static=gcc_eh");
    }
    if has_static_libc() {
        return Ok(());
    }
    println!("cargo::rustc-link-arg-bin=fusebox-hook=-no-pie");
    if let Some(folder) = link_libraries("static", &STATIC_LIBRARIES)? {
        println!("cargo::rustc-link-arg-bin=fusebox-hook=-static");
        println!("cargo::rustc-link-arg-bin=fusebox-hook=-L{}", folder.display());
    }
    Ok(())
}

/// Whether the compiler of this machine links for this machine, with GCC's unwinder.
fn is_linked_by_gcc() -> bool {
    let own = variable("HOST").is_some() && variable("HOST") == variable("TARGET");
    let is = |name: &str, value: &str| variable(name).is_some_and(|found| found == value);
    own && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu")
}

/// Whether the C library is linked into the programs: then the compiler is told how by other options.
fn has_static_libc() -> bool {
    let features = variable("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    features.split(',').any(|feature| feature == "crt-static")
}

/// Makes a folder of links to static libraries of the compiler, each as (name of the link, name of the library).
/// Returns `None` where the compiler does not have all of them.
#[cfg(unix)]
fn link_libraries(name: &str, libraries: &[(&str, &str)]) -> io::Result<Option<PathBuf>> {
    let Some(out) = variable("OUT_DIR") else { return Ok(None) };
    let found: Option<Vec<PathBuf>> =
        libraries.iter().map(|(_, library)| path_of(library)).collect();
    let Some(found) = found else { return Ok(None) };
    let folder = Path::new(&out).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for ((link, _), library) in libraries.iter().zip(found) {
        std::os::unix::fs::symlink(library, folder.join(link))?;
    }
    Ok(Some(folder))
}

#[cfg(not(unix))]
fn link_libraries(_: &str, _: &[(&str, &str)]) -> io::Result<Option<PathBuf>> {
    Ok(None)
}

/// Where the compiler of this machine has the library.
fn path_of(library: &str) -> Option<PathBuf> {
    let compiler = variable("CC").unwrap_or_else(|| "cc".to_owned());
    let asked = Command::new(compiler).arg(format!("-print-file-name={library}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    // A compiler that does not have it gives back the name.
    path.is_absolute().then_some(path)
}

#[expect(clippy::disallowed_methods, reason = "a build script is told by them what is built")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
