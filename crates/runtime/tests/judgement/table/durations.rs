//! Waiting is what the call is, never how long it took or how far it lies from its twin.

use super::call::{Call, edit, gaps, laps, shell};
use super::case::{Case, healthy, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let times = |n: usize, call: &dyn Fn(usize) -> Call| (0..n).map(call).collect::<Vec<_>>();
    let build = |_| {
        shell(
            "xcodebuild -scheme App build",
            "error: no such module 'Alamofire'\n** BUILD FAILED **",
            65,
        )
    };
    let image = |_| {
        shell(
            "docker build -t shop .",
            "#8 ERROR: failed to solve: process \"/bin/sh -c make all\" did not complete successfully: exit code: 2",
            1,
        )
    };
    let train = |n: usize| {
        shell(format!("python train.py --seed {n}"), format!("final loss 0.{}", 311 + 7 * n), 0)
    };
    vec![
        stuck("a build that fails alike, a minute apart", gaps(60, times(9, &build))).at(4, 7),
        stuck("a build that fails alike, at once", gaps(1, times(9, &build))).at(4, 7),
        stuck("an image that fails alike, half a minute apart", gaps(31, times(9, &image))).at(4, 7),
        stuck("a failing test with long gaps", gaps(45, times(9, &|_| shell("cargo test --test sync", "running 1 test\ntest late ... FAILED\n\nfailures:\n    late\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n", 101)))).at(4, 7),
        stuck("a report read again, ten minutes apart", gaps(600, times(9, &|_| shell("cat out/report.txt", "42 rows were dropped", 0)))).at(4, 7),
        healthy("long runs with other seeds", gaps(60, times(9, &train))),
        healthy("a slow build after every edit", laps(9, |n| [edit("App.swift", format!("let v = {n}"), format!("let v = {}", n + 1)), shell("xcodebuild -scheme App build", "** BUILD SUCCEEDED **", 0)])),
        healthy("sleeps of one length with nothing said", times(10, &|_| shell("sleep 30", "", 0))),
        healthy("slow scans of one folder after the other", gaps(1, times(11, &|n| shell(format!("clamscan -r /srv/share{n}"), "Infected files: 0\nData scanned: 812 MB", 0)))),
    ]
}
