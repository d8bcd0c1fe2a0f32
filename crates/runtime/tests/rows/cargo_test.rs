//! What `cargo test` prints.

use std::fmt::Display;

/// Where the code does not compile.
pub(crate) const BUILD_ERROR: &str = "   Compiling cart v0.1.0\nerror[E0308]: mismatched types\n --> src/cart.rs:3:5\n\
    \nerror: could not compile `cart` (lib test) due to 1 previous error\n";

/// Of a run in which these tests failed and passed.
pub(crate) fn printed<T: Display>(
    failed: impl ExactSizeIterator<Item = T> + Clone,
    passed: impl ExactSizeIterator<Item = T>,
) -> String {
    let (red, green) = (failed.len(), passed.len());
    let mut out = format!("\nrunning {} tests\n", red + green);
    for name in passed {
        out += &format!("test {name} ... ok\n");
    }
    for name in failed.clone() {
        out += &format!("test {name} ... FAILED\n");
    }
    if red > 0 {
        out += "\nfailures:\n\n";
        for name in failed.clone() {
            out += &format!(
                "---- {name} stdout ----\n\nthread '{name}' panicked at tests/cart.rs:14:5:\n\
                 assertion `left == right` failed\n  left: 3\n right: 4\nnote: run with \
                 `RUST_BACKTRACE=1` environment variable to display a backtrace\n\n"
            );
        }
        out += "\nfailures:\n";
        for name in failed {
            out += &format!("    {name}\n");
        }
    }
    let (end, hint) = match red {
        0 => ("ok", ""),
        _ => ("FAILED", "error: test failed, to rerun pass `--test cart`\n"),
    };
    out + &format!(
        "\ntest result: {end}. {green} passed; {red} failed; 0 ignored; 0 measured; \
         0 filtered out; finished in 0.00s\n\n{hint}"
    )
}
