//! What tools make again is removed: that alone is no new attempt at a failure, and no loop where the work goes on.

use super::call::{edit, laps, shell};
use super::case::{Case, healthy, stuck};
use super::more_tools::in_turn;

const NO_VERSION: &str = "   Resolving package versions...\nERROR: Unsatisfiable requirements detected for package Mesh [4f5a2d11]:\n restricted by compatibility requirements with Flow to versions: 5.4.0 - 5.5.2 — no versions left";
const NO_SYMBOL: &str = "/usr/bin/ld: main.o: undefined reference to `codec_open'\ncollect2: error: ld returned 1 exit status\nmake: *** [Makefile:14: player] Error 1";

pub(crate) fn cases() -> Vec<Case> {
    let packages = ["core", "net", "ui", "db", "auth", "mail", "jobs", "docs", "cli", "web", "ops"];
    vec![
        stuck(
            "a lock file is removed before every failing resolution",
            in_turn(
                14,
                &[
                    "rm -f Manifest.toml; julia --project -e 'using Pkg; Pkg.add(\"Flow\")'",
                    "julia --project -e 'using Pkg; Pkg.update(); Pkg.add(\"Flow\")'",
                    "rm -f Manifest.toml; julia --project -e 'using Pkg; Pkg.resolve(); Pkg.add(\"Flow\")'",
                    "rm -rf ~/.julia/registries/.cache; julia --project -e 'using Pkg; Pkg.add(\"Flow\")'",
                ],
                NO_VERSION,
                1,
            ),
        ),
        stuck(
            "other caches are removed before one build that fails alike",
            in_turn(
                14,
                &[
                    "rm -rf build && make player",
                    "rm -rf ~/.cache/ccache && make -B player",
                    "make player V=1",
                    "rm -rf build .cache && make -j1 player",
                ],
                NO_SYMBOL,
                2,
            ),
        ),
        stuck(
            "files are brought back before each try of one stash",
            in_turn(
                14,
                &[
                    "git reset --hard -q && git stash pop",
                    "git checkout -- . && git stash apply",
                    "git restore . && git stash pop --index",
                    "git reset --hard HEAD && git stash apply -q",
                ],
                "notes.bin already exists, no checkout\nerror: could not restore untracked files from stash",
                1,
            ),
        ),
        healthy(
            "files are brought back before each other branch is built",
            packages.map(|name| shell(format!("git checkout -- . && make {name}"), "", 0)).into(),
        ),
        healthy(
            "a build folder is removed, and the next error is mended",
            laps(9, |n| {
                [
                    shell(
                        "rm -rf build && make player",
                        format!("src/part_{n}.c:{}: error: unknown type name 'frame_{n}'", 10 + n),
                        2,
                    ),
                    edit(format!("src/part_{n}.c"), "frame", "frame_t"),
                ]
            }),
        ),
        healthy(
            "the dependencies of each package are removed and counted anew",
            packages
                .map(|name| shell(format!("rm -rf {name}/node_modules {name}/dist"), "", 0))
                .into(),
        ),
        healthy(
            "each package is built from nothing",
            packages
                .map(|name| {
                    shell(format!("rm -rf {name}/dist && npm -w {name} run build"), "built", 0)
                })
                .into(),
        ),
        healthy(
            "a cache is removed before each measurement of another size",
            (0..11)
                .map(|n| {
                    let size = 16 << n;
                    shell(
                        format!("rm -rf .cache/render && ./render --size {size}"),
                        format!("{size} px: {}.{n} s", 1 + n * n),
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "an account is selected before each check that fails alike",
            laps(9, |n| {
                [
                    shell(format!("az account set --subscription s{n}"), "", 0),
                    shell(
                        "./deploy.sh --check",
                        "Error: quota 'cpus' exceeded for this project",
                        1,
                    ),
                ]
            }),
        ),
        healthy(
            "a folder of settings is removed, and another workspace is selected",
            laps(9, |n| {
                [
                    shell(format!("rm -rf .terraform && terraform workspace select w{n}"), "", 0),
                    shell("terraform output -raw region", "eu-west-1", 0),
                ]
            }),
        ),
    ]
}
