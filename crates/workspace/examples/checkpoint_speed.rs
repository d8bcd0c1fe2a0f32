//! How long a checkpoint and a snapshot of many files take, beside git's own commands.
//!
//! `cargo run --release -p fusebox-workspace --example checkpoint_speed [files] [rounds]`

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a measurement reads the clock, prints, and ends when something fails"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use fusebox_workspace::{CheckpointName, Made, Repository};

/// Files that differ from the last commit, and files that it does not have.
const DIRTY: usize = 100;
const UNTRACKED: usize = 50;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().unwrap());
    let files = arguments.next().unwrap_or(50_000);
    let rounds = arguments.next().unwrap_or(15);
    let dir = tempfile::tempdir().unwrap();
    let top = dir.path().join("repo");
    prepare(&top, files);
    let repository = Repository::find(&top).unwrap().unwrap();
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut dice = 7_u64;
    for round in 0..=rounds {
        let mut turn = ["stash create", "checkpoint", "status", "snapshot"];
        for at in (1..turn.len()).rev() {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            turn.swap(at, usize::try_from(dice >> 33).unwrap() % (at + 1));
        }
        for what in turn {
            let start = Instant::now();
            run(&repository, &top, what, round);
            // The first round warms the caches.
            if round > 0 {
                times.entry(what).or_default().push(start.elapsed().as_secs_f64() * 1000.0);
            }
        }
    }
    println!("{files} files, {DIRTY} changed, {UNTRACKED} untracked, {rounds} rounds; medians");
    for (ours, theirs) in [("checkpoint", "stash create"), ("snapshot", "status")] {
        let (a, b) = (median(&mut times, ours), median(&mut times, theirs));
        println!("{ours} {a:.0} ms, git {theirs} {b:.0} ms: {:.2} times", a / b);
    }
}

fn median(times: &mut BTreeMap<&str, Vec<f64>>, what: &str) -> f64 {
    let times = times.get_mut(what).unwrap();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn run(repository: &Repository, top: &Path, what: &str, round: usize) {
    match what {
        "checkpoint" => {
            let name = CheckpointName::new(&format!("round-{round}")).unwrap();
            let made = repository.checkpoint(&name, "speed", 1_767_225_600_000).unwrap();
            assert!(matches!(made, Made::New(_)));
        }
        "snapshot" => drop(repository.snapshot().unwrap()),
        "status" => git(top, &["status", "--porcelain"]),
        _ => git(top, &["stash", "create"]),
    }
}

fn prepare(top: &Path, files: usize) {
    for n in 0..files {
        let folder = top.join(format!("d{}/e{}", n % 50, n % 500));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("f{n}.rs")), format!("fn f{n}() {{}}\n")).unwrap();
    }
    git(top, &["init", "-q", "-b", "main"]);
    git(top, &["add", "-A"]);
    git(top, &["commit", "-q", "-m", "all"]);
    // Git looks twice at files that are as young as its index.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    git(top, &["status"]);
    for n in 0..DIRTY {
        let path = format!("d{}/e{}/f{n}.rs", n % 50, n % 500);
        std::fs::write(top.join(path), "changed\n").unwrap();
    }
    for n in 0..UNTRACKED {
        std::fs::write(top.join(format!("d{n}/new.rs")), format!("new {n}\n")).unwrap();
    }
}

fn git(top: &Path, args: &[&str]) {
    let status = Command::new("git")
        .args(["-c", "user.name=P", "-c", "user.email=p@example.org", "-C"])
        .arg(top)
        .args(args)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success(), "git {args:?}");
}
