//! Compilers, builds, documents, and programs of another age.

use super::super::call::{edit, laps, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("programs of COBOL that compile", each(|name| shell(format!("cobc -x -o bin/{name} src/{name}.cbl"), "", 0))),
        healthy("modules of Fortran that compile", each(|name| shell(format!("gfortran -c -J mod src/{name}.f90"), "", 0))),
        healthy("a name that COBOL lacks, line after line", laps(12, |n| [
            edit("ORDERS.cbl", format!("MOVE WS-T{n}"), format!("MOVE WS-SUM{n}")),
            shell("cobc -x ORDERS.cbl", format!("ORDERS.cbl:{}: error: 'WS-TOTAL' is not defined", 41 + n), 1),
        ])),
        healthy("jobs of a mainframe that end well", each(|name| shell(format!("zowe zos-jobs submit data-set 'SHOP.JCL({name})' --wfo"), "retcode: CC 0000\nstatus:  OUTPUT", 0))),
        healthy("derivations that are in the store already", each(|name| shell(format!("guix build shop-{name}"), format!("/gnu/store/4f2c9d-shop-{name}-1.0"), 0))),
        healthy("files of which the syntax is checked", each(|name| shell(format!("gcc -fsyntax-only -Iinclude src/{name}.c"), "", 0))),
        healthy("bytes that leak, fewer after each edit", laps(12, |n| [
            edit("src/cart.c", format!("free({n})"), format!("free({})", n + 1)),
            shell("valgrind --leak-check=full ./cart 2>&1 | grep 'definitely lost'", format!("==812==    definitely lost: {} bytes in {} blocks", 64 * (12 - n), 12 - n), 0),
        ])),
        healthy("commands that a document lacks, line after line", laps(10, |n| [
            edit("thesis.tex", format!("\\foo{n}"), format!("\\emph{n}")),
            shell("latexmk -pdf -interaction=nonstopmode thesis.tex | grep -A1 '^!'", format!("! Undefined control sequence.\nl.{} \\foo", 120 + 3 * n), 1),
        ])),
        healthy("targets that are asked for what they need", each(|name| shell(format!("bazel query 'deps(//{name}:all)' --noimplicit_deps 2>/dev/null | wc -l"), "1", 0))),
        healthy("options of a project that are switched on one by one", each(|name| shell(format!("meson configure build -D{name}=enabled"), "", 0))),
        healthy("warnings of a project, one fewer after each edit", laps(16, |n| [
            edit(format!("src/m{n}.c"), "int i".to_owned(), "size_t i".to_owned()),
            shell("make 2>&1 | grep -c warning", format!("{}", 31 - n), 0),
        ])),
        healthy("headers that are asked for the same name", each(|name| shell(format!("grep -c '#pragma once' include/{name}.h"), "1", 0))),
        nudged_at_most("headers that lack a line", each(|name| shell(format!("grep -L '#pragma once' include/{name}.h"), "", 1))),
        stuck("an error that no build tool passes", in_turn(14, &["ninja -C build", "ninja -C build -j1", "cmake --build build", "cmake --build build --verbose", "make -C build", "ninja -v -C build -k0"], "src/cart.cpp:41:9: error: no member named 'total' in 'Cart'\n1 error generated.", 1)).refused(),
        stuck("an error of COBOL that no edit touches", laps(8, |n| [
            edit("ORDERS.cbl", format!("01 WS-T{n}"), format!("01 WS-T{}", n + 1)),
            shell("cobc -x ORDERS.cbl", "ORDERS.cbl:41: error: 'WS-TOTAL' is not defined", 1),
        ])),
        stuck("libraries of a linker, guessed", each(|name| shell(format!("gcc main.o -o shop -l{name}"), "/usr/bin/ld: main.o: in function `main':\nmain.c:(.text+0x1a): undefined reference to `shop_total'\ncollect2: error: ld returned 1 exit status", 1))).refused(),
        stuck("an expression without an end, with other flags", in_turn(12, &["nix build", "nix build .#shop", "nix build --show-trace", "nix flake check", "nix build --no-eval-cache", "nix develop"], "error: infinite recursion encountered\n\n       at /nix/store/4f2c9d-source/flake.nix:14:9:", 1)).refused(),
        stuck("a document that wants to be run again", count(14, |_| shell("pdflatex -interaction=batchmode thesis.tex && grep Rerun thesis.log", "LaTeX Warning: Label(s) may have changed. Rerun to get cross-references right.", 0))),
        stuck("a job of a mainframe that ends alike after each edit", laps(8, |n| [
            edit("PAYROLL.jcl", format!("REGION={n}M"), format!("REGION={}M", n + 1)),
            shell("zowe zos-jobs submit local-file PAYROLL.jcl --wfo", "retcode: ABEND S0C7\nstatus:  OUTPUT", 1),
        ])),
        stuck("optimisations that crash the compiler alike", ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-O2 -g", "-O2 -march=native", "-flto", "-O2 -fno-inline", "-std=f2008", "-std=legacy"]
            .map(|flags| shell(format!("gfortran {flags} -c src/solver.f90"), "src/solver.f90:212:0: internal compiler error: Segmentation fault\nPlease submit a full bug report", 1)).to_vec()).refused(),
    ]
}
