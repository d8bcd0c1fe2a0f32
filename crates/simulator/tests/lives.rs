//! Runs two hundred fixed lives, and those that once failed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use fusebox_simulator::{LONG, LifeLength, SHORT, simulate};

/// Runs the lives of these seeds in two threads.
fn check(seeds: impl Iterator<Item = (u64, LifeLength)>) {
    let seeds: Vec<(u64, LifeLength)> = seeds.collect();
    let stories: Vec<String> = std::thread::scope(|scope| {
        let half = |odd: usize| {
            let mine: Vec<(u64, LifeLength)> = seeds.iter().skip(odd).step_by(2).cloned().collect();
            let story = |(seed, length)| simulate(seed, length).err();
            scope.spawn(move || mine.into_iter().filter_map(story).collect::<Vec<_>>())
        };
        let halves = [half(0), half(1)];
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    assert!(stories.is_empty(), "{}", stories.join("\n\n"));
}

#[test]
fn two_hundred_lives_are_as_the_rows_say() {
    check((1..=200).map(|seed| (seed, SHORT)));
}

#[test]
fn what_once_failed_does_not_again() {
    let lines = include_str!("../regressions.txt").lines();
    let seeds = lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        let seed = words.next()?.parse().unwrap();
        Some((seed, if words.next()? == "long" { LONG } else { SHORT }))
    });
    check(seeds);
}
