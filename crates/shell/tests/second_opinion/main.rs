//! Compares what this crate reads in command lines with what another reader does, on generated and recorded
//! lines.

mod differences;
mod lines;
mod other_reader;

use differences::{CLASSES, Difference, differences};

/// Asserts that each difference is of a known class; returns how many lines are the same in both.
fn check<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let (mut same, mut unknown) = (0, Vec::new());
    for line in lines {
        let found = differences(line);
        same += usize::from(found.is_empty());
        for difference in found {
            if !CLASSES.iter().any(|class| (class.explains)(line, &difference)) {
                unknown.push(format!("{line:?}\n    {:?}: {}", difference.kind, difference.text));
            }
        }
    }
    assert!(unknown.is_empty(), "{} differences:\n{}", unknown.len(), unknown.join("\n"));
    same
}

#[test]
fn generated_lines_are_read_alike() {
    let lines = lines::generated();
    let same = check(lines.iter().map(String::as_str));
    assert!(same * 10 >= lines.len() * 9, "{same} of {}", lines.len());
}

#[test]
fn each_class_of_differences_has_an_example() {
    for class in CLASSES {
        let found = differences(class.example);
        let is_explained = |difference: &Difference| (class.explains)(class.example, difference);
        assert!(!found.is_empty() && found.iter().all(is_explained), "{}: {found:?}", class.name);
    }
}

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn recorded_lines_are_read_alike() {
    #[expect(clippy::disallowed_methods, reason = "the test's one setting")]
    let corpus = std::env::var("FUSEBOX_CORPUS").expect("FUSEBOX_CORPUS names the recorded data");
    let lines = lines::recorded(std::path::Path::new(&corpus));
    assert!(lines.len() > 1_000, "only {} lines", lines.len());
    let same = check(lines.iter().map(String::as_str));
    assert!(same * 10 >= lines.len() * 9, "{same} of {}", lines.len());
}
