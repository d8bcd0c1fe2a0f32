//! Finds the faults that a compiler or another check tells of: each in its file and in its words, wherever in that file it is
//! and whatever program stands around it.

use super::digest::{DigestBuilder, of_parts};
use super::guessed_member::words_of_guess;
use super::lack_in_error::lack_in_error;
use super::places::{MAX_BYTES, is_file, is_mere_warning, is_raised, place_in, short_lines};
use super::{ansi, mask, word_runs};
use crate::excerpt::prefix_up_to;

/// The faults that an output names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedFaults {
    /// Digest of their files and words, without lines and columns, in any order.
    pub digest: u64,
    /// In how many places they are.
    pub count: u64,
    /// Whether each is called an error, as compilers do.
    pub are_errors: bool,
    /// Where the only one is that something has no member of some name: digest of its line and its words without that name.
    pub guess: Option<u64>,
}

/// The faults that the body of an output names: `a.ts(3,1): error TS2304: no x`, `vet: a.go:14:2: undefined: b`, a line with a place
/// below the name of its file, `error[E0308]: no` above ` --> a.rs:4:5`, `a.csproj : error NU1605: no`. `folder` is the one in which
/// the agent works. `None` where there are none, and where a program raised an exception.
#[must_use]
pub fn named_faults(body: &str, folder: Option<&str>) -> Option<NamedFaults> {
    let plain = ansi::to_plain_text(prefix_up_to(body, MAX_BYTES));
    let mut found = faults_by_line(&plain);
    found.extend(faults_in_boxes(&plain));
    if found.is_empty() || is_raised(&plain) {
        return None;
    }
    let (mut faults, mut places) = (Vec::new(), Vec::new());
    for fault in &found {
        let file = relative(fault.file, folder);
        let words = word_runs(&mask(fault.said)).collect::<Vec<_>>().join(" ");
        faults.push(of_parts(&[file, &words]));
        places.push(of_parts(&[file, fault.place, &words]));
    }
    places.sort_unstable();
    places.dedup();
    faults.sort_unstable();
    faults.dedup();
    let mut digest = DigestBuilder::new();
    faults.iter().for_each(|fault| digest.number(*fault));
    let are_errors = found.iter().all(|fault| fault.is_error);
    let only = found.last().filter(|_| places.len() == 1);
    let guess = only.and_then(|fault| guess_in(fault, folder));
    Some(NamedFaults { digest: digest.finish(), count: places.len() as u64, are_errors, guess })
}

/// The faults that are told in a line each, as most compilers do.
fn faults_by_line(plain: &str) -> Vec<Fault<'_>> {
    let mut faults = Vec::new();
    let (mut heading, mut message) = ("", "");
    for line in short_lines(plain).map(str::trim_end) {
        if is_file(line) {
            heading = line;
            continue;
        }
        if let Some(fault) = fault_in(line, heading, message).or_else(|| fault_of_project(line)) {
            message = "";
            faults.push(fault);
        } else if line.starts_with("error") {
            // Rust tells the place below the words.
            message = line;
        } else if line.starts_with("warning") {
            message = "";
        }
    }
    faults
}

/// The faults of Terraform: the place stands below a title that says of what kind the fault is, and the words below that.
fn faults_in_boxes(plain: &str) -> impl Iterator<Item = Fault<'_>> {
    plain.split("Error: ").skip(1).filter_map(|fault| {
        let box_lines = short_lines(fault).skip(1).take_while(|line| !line.starts_with('╵'));
        let mut lines = box_lines.map(|line| line.trim_matches(['│', ' ']));
        let place = lines.find_map(|line| line.strip_prefix("on ")?.split_once(" line "));
        let (file, place) = place.filter(|(file, _)| is_file(file))?;
        // Between them are the lines of the file.
        let said = lines.find(|line| line.starts_with(char::is_alphabetic))?;
        Some(Fault { file, place, said, is_error: false })
    })
}

/// The fault that MSBuild tells of a project as a whole: `/w/a.csproj : error NU1605: no [/w/all.sln]`. What is lacking is told in other
/// words as well.
fn fault_of_project(line: &str) -> Option<Fault<'_>> {
    let (file, said) = line.split_once(" : error ")?;
    let (code, words) = said.split_once(": ")?;
    let is_code = code.len() > 2
        && code.starts_with(|sign: char| sign.is_ascii_uppercase())
        && code.ends_with(|sign: char| sign.is_ascii_digit());
    let is_told = is_code && is_file(file.trim()) && lack_in_error(words).is_none();
    let said =
        said.rsplit_once(" [").filter(|(_, end)| end.ends_with(']')).map_or(said, |(said, _)| said);
    // Which version was guessed is no part of it: `downgrade: X from 9.0.2 to 8.0.4. Reference the package directly`.
    let guess = said.find(" downgrade: ").and_then(|at| Some(at + said[at..].find(" to ")?));
    let said = guess.map_or(said, |end| &said[..end]);
    is_told.then_some(Fault { file: file.trim(), place: "", said, is_error: true })
}

/// Digest of a fault that says that something has no member of some name: of its line, and of its words without that name.
fn guess_in(fault: &Fault<'_>, folder: Option<&str>) -> Option<u64> {
    let words = words_of_guess(fault.said)?;
    let is_sign = |sign: char| !sign.is_ascii_digit();
    let line = fault.place.split(is_sign).find(|part| !part.is_empty()).unwrap_or_default();
    Some(of_parts(&[relative(fault.file, folder), line, &words]))
}

/// A fault in a file.
struct Fault<'t> {
    file: &'t str,
    /// Where in the file.
    place: &'t str,
    said: &'t str,
    /// Whether it is called an error.
    is_error: bool,
}

/// The fault that a line tells. `heading` is the file named above it, and `message` what is told of a place that stands alone.
fn fault_in<'t>(line: &'t str, heading: &'t str, message: &'t str) -> Option<Fault<'t>> {
    let (file, number) = place_in(line, heading, false)?;
    let offset = |part: &str| (part.as_ptr() as usize).checked_sub(line.as_ptr() as usize);
    let begin = offset(file).filter(|begin| *begin < line.len()).unwrap_or_default();
    let label = line[..begin].trim_end_matches("file://").trim();
    if label == "-->" {
        let place = line.get(offset(number)?..)?;
        let fault = Fault { file, place, said: message, is_error: message.starts_with("error") };
        return Some(fault).filter(|_| !message.is_empty());
    }
    let rest = line.get(offset(number)?..)?;
    let end = rest.find(|sign: char| sign.is_alphabetic())?;
    let (place, said) = rest.split_at(end);
    // `vet: `, `[ERROR] `, `/usr/bin/ld: `; another word before it says that something is beside it.
    let is_label = label.is_empty() || label.ends_with([':', ']']);
    // Kotlin says `e:`, `w:` and `i:`. A program says of itself that what it asserts does not hold. How the file is called says
    // nothing of that.
    let is_none = |words: &str| is_mere_warning(words) || words.contains("ssert");
    let is_none = is_none(label) || is_none(said) || matches!(label, "w:" | "i:");
    let is_error = label == "e:" || said.starts_with("error") || said.starts_with("fatal error");
    (is_label && !is_none).then_some(Fault { file, place, said, is_error })
}

/// The path as seen from the folder in which the agent works.
fn relative<'t>(file: &'t str, folder: Option<&str>) -> &'t str {
    let inside = folder.and_then(|folder| file.strip_prefix(folder)?.strip_prefix('/'));
    inside.unwrap_or(file).trim_start_matches("./")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(output: &str) -> Option<NamedFaults> {
        named_faults(output, Some("/w/shop"))
    }

    #[test]
    fn a13_one_fault_is_the_same_in_the_words_of_many_programs() {
        for group in [
            &[
                "src/a.ts(3,1): error TS2304: Cannot find name 'x'.",
                "> shop@1.0.0 typecheck\n> tsc --noEmit\n\nsrc/a.ts(9,4): error TS2304: Cannot find name 'x'.\nexit 2",
                "src/a.ts:3:1 - error TS2304: Cannot find name 'x'.\n\n3 x()\n  ~\n\n\nFound 1 error in src/a.ts:3",
                "/w/shop/src/a.ts(3,1): error TS2304: Cannot find name 'x'.",
            ][..],
            &[
                "# acme/rates\nrates/a.go:14:2: undefined: b",
                "vet: ./rates/a.go:14:2: undefined: b",
                "# acme/rates\n./rates/a.go:15:2: undefined: b\nmake: *** [Makefile:3: build] Error 1",
            ],
            &[
                "error[E0308]: mismatched types\n --> src/a.rs:4:5\n  |\n4 |     x\n",
                "warning: unused\n --> src/b.rs:1:1\n\nerror[E0308]: mismatched types\n  --> src/a.rs:14:5\n\nerror: could not compile `a`",
            ],
            &[
                "In file included from a.c:2:\nb.h:9:1: error: no type",
                "b.h:9:1: error: no type\na.c:2:1: note: from here",
            ],
            &[
                "/w/shop/a.js\n  3:1  error  no x  no-undef\n\n1 problem",
                "a.js\n  9:1  error  no x  no-undef",
            ],
            &[
                "> Task :app:compileKotlin FAILED\nw: Flag is not supported: -Xa\ne: file:///w/shop/app/A.kt:14:1 Parameter name expected\n\nFAILURE: Build failed with an exception.",
                "w: file:///w/shop/app/A.kt:3:1 'x' is deprecated\ne: file:///w/shop/app/A.kt:19:8 Parameter name expected",
                "e: /w/shop/app/A.kt: (19, 8): Parameter name expected",
            ],
            &[
                "/w/shop/Api.csproj : error NU1605: Warning As Error: Detected package downgrade: Log from 9.0.2 to 8.0.4. Reference the package directly.",
                "  Determining projects\n/w/shop/Api.csproj : error NU1605: Warning As Error: Detected package downgrade: Log from 9.0.2 to 7.0.20. Reference the package directly. [/w/shop/all.sln]",
            ],
        ] {
            let one = faults(group[0]);
            assert!(one.is_some_and(|one| one.count == 1), "{}", group[0]);
            for output in group {
                assert_eq!(faults(output), one, "{output}");
            }
        }
    }

    #[test]
    fn a13_another_guess_at_a_member_in_one_line_is_the_same() {
        let of = |name: &str, owner: &str, line: u32| {
            let said = format!("error[E0599]: no method named `{name}` found for struct `{owner}`");
            faults(&format!("{said}\n --> src/a.rs:{line}:5")).unwrap()
        };
        assert!(of("rotate", "Bitmap", 4).guess.is_some());
        assert_eq!(of("rotate", "Bitmap", 4).guess, of("turn", "Bitmap", 4).guess);
        assert_ne!(of("rotate", "Bitmap", 4).digest, of("turn", "Bitmap", 4).digest);
        assert_ne!(of("rotate", "Bitmap", 4).guess, of("rotate", "Page", 4).guess);
        assert_ne!(of("rotate", "Bitmap", 4).guess, of("turn", "Bitmap", 5).guess);
        let two = "a.ts(3,1): error TS2339: Property 'a' does not exist on type 'B'.\na.ts(4,1): error TS2339: Property 'c' does not exist on type 'B'.";
        assert_eq!(faults(two).unwrap().guess, None);
        let boxed = |name: &str, line: u32| {
            faults(&format!(
                "╷\n│ Error: Unsupported argument\n│ \n│   on redis.tf line {line}, in resource \"a\" \"b\":\n│   {line}:   {name} = 1\n│ \n│ An argument named \"{name}\" is not expected here.\n╵"
            ))
        };
        let window = boxed("window", 14).unwrap();
        assert_eq!((window.count, window.guess.is_some()), (1, true));
        assert_eq!(boxed("schedule", 14).unwrap().guess, window.guess);
        assert_ne!(boxed("schedule", 14).unwrap().digest, window.digest);
        assert_ne!(boxed("window", 15).unwrap().guess, window.guess);
        assert_eq!(faults("a.ts(3,1): error TS2304: Cannot find name 'x'.").unwrap().guess, None);
    }

    #[test]
    fn a13_another_version_that_is_asked_for_is_another_fault() {
        let of = |wanted: &str, package: &str| {
            faults(&format!(
                "/w/shop/a.csproj : error NU1605: Detected package downgrade: {package} from {wanted} to 8.0.4. No."
            ))
        };
        assert_ne!(of("9.0.2", "Log"), of("9.0.3", "Log"));
        assert_ne!(of("9.0.2", "Log"), of("9.0.2", "Json"));
    }

    #[test]
    fn a13_compilers_call_a_fault_an_error() {
        let are_errors = |output| faults(output).unwrap().are_errors;
        assert!(are_errors("a.c:9:5: error: no"));
        assert!(are_errors("error[E0308]: mismatched types\n --> src/a.rs:4:5"));
        assert!(are_errors("src/assert.ts(31,18): error TS2345: no"));
        assert!(are_errors("src/info:/warnings.ts(31,18): error TS2345: no"));
        assert!(are_errors("e: file:///w/shop/A.kt:14:1 no"));
        assert!(are_errors("/w/shop/a.csproj : error NU1605: no"));
        assert!(!are_errors("a.go:14:2: undefined: b"));
        assert!(!are_errors("a.c:9:5: error: no\nrows.csv:3: bad date"));
    }

    #[test]
    fn a13_other_faults_and_none() {
        let one = faults("a.ts(3,1): error TS2304: Cannot find name 'x'.");
        for output in [
            "b.ts(3,1): error TS2304: Cannot find name 'x'.",
            "a.ts(3,1): error TS2304: Cannot find name 'y'.",
            "a.ts(3,1): error TS2304: Cannot find name 'x'.\na.ts(9,1): error TS2304: Cannot find name 'x'.",
        ] {
            assert_ne!(faults(output), one, "{output}");
            assert!(faults(output).is_some(), "{output}");
        }
        for output in [
            "",
            "a.c:9:5: warning: unused",
            "warning: a.c:9:5: unused",
            "AssertionError: a.js:9:5: no",
            "see a.c:9 for more of it",
            "Found 1 error in a.ts:3",
            "Traceback (most recent call last):\n  File \"a.py\", line 3\na.py:3: error: no",
            "error: no\n    at f (a.js:7:8)",
            "listening on http://localhost:8080 at 10:22:01",
            "12:30:01.123 error: no",
            "%Error: tb.sv:61: Assertion failed in tb",
            "codec: codec.c:61: main: Assertion `n > 0' failed.",
            "make: *** [src/a.mk:3: all] Error 2",
            "w: file:///w/shop/A.kt:14:1 unused",
            "/w/shop/a.csproj : warning NU1603: no",
            "/w/shop/a.csproj : error NU1101: Unable to find package Log. No packages exist with this id",
            "the file a.csproj : error in it: no",
            "a.csproj : error of kind: no",
        ] {
            assert_eq!(faults(output), None, "{output}");
        }
    }
}
