//! A file watcher that is paused in a storm: when most rebuilds fail, it stops rebuilding for a while.
//!
//! `cargo run -p fusebox-breaker --example file_watcher`

#![expect(clippy::print_stdout, reason = "an example shows what happens")]

use std::error::Error;
use std::sync::mpsc;
use std::time::Duration;

use fusebox_breaker::{CircuitBreaker, OpenPeriod, Rate, Settings, State, Trip};
use notify::{RecursiveMode, Watcher};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (tell, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event| drop(tell.send(event)))?;
    watcher.watch(folder.path(), RecursiveMode::NonRecursive)?;

    let rate = Rate { threshold: 0.6, min_calls: 5, ..Rate::default() };
    let breaker = CircuitBreaker::builder(Settings {
        trip: Trip::TimeWindow { length: Duration::from_secs(10), buckets: 10, rate },
        open: OpenPeriod::Fixed(Duration::from_millis(300)),
        ..Settings::default()
    })
    .on_transition(|change| {
        println!("{} -> {} ({})", change.from, change.to, change.cause.as_str())
    })
    .build()?;

    // A storm: a program writes the file again and again, and no version of it can be built.
    let (mut seen, mut built) = (0, 0);
    for version in 0..50 {
        std::fs::write(folder.path().join("main.rs"), format!("fn main( {version}"))?;
        // One write is several events; together they are one reason to build.
        let changed = changes.recv_timeout(Duration::from_secs(5)).is_ok();
        while changes.recv_timeout(Duration::from_millis(2)).is_ok() {}
        seen += u32::from(changed);
        if let Ok(permit) = breaker.try_acquire() {
            built += 1;
            if build(&format!("fn main( {version}")) { permit.success() } else { permit.failure() }
        }
    }
    println!("{seen} changes seen, {built} builds tried, {}", breaker.state());
    assert!(built < seen);

    std::thread::sleep(Duration::from_millis(350));
    if let Ok(permit) = breaker.try_acquire() {
        println!("quiet again: one build as a probe");
        if build("fn main() {}") { permit.success() } else { permit.failure() }
    }
    assert_eq!(breaker.state(), State::Closed);
    Ok(())
}

/// Stands for a compiler: what it cannot read it cannot build.
fn build(text: &str) -> bool {
    text.matches('(').count() == text.matches(')').count()
}
