//! Reads stack frames, and the source lines that runners show, in JavaScript, Java and bats.

use fusebox_text::script_place;

/// The position that a stack frame names, if any; `None` where the line is not a frame.
pub(super) fn frame(line: &str) -> Option<Option<(&str, u32)>> {
    let line = line.trim();
    let line = line.strip_prefix("at ").or_else(|| line.strip_prefix("❯ "))?;
    let place = script_place(line).or_else(|| java_place(line));
    let nowhere = ["(<anonymous>)", "(Native Method)", "(Unknown Source)", "(native)"];
    let is_frame =
        place.is_some() || nowhere.iter().any(|end| line.contains(end)) || is_foreign_method(line);
    is_frame.then_some(place)
}

/// The position of `com.acme.Sums.add(Sums.java:9)`. Frames of libraries have none.
fn java_place(text: &str) -> Option<(&str, u32)> {
    let (method, rest) = text.split_once('(').unwrap_or(("", text));
    let (file, line) = rest.trim_end_matches(')').split_once(':')?;
    let line = line.parse().ok()?;
    let is_file = [".java", ".kt", ".groovy", ".scala"].iter().any(|end| file.ends_with(end));
    (is_file && !is_foreign_method(method)).then_some((file, line))
}

/// Whether a method belongs to a library.
fn is_foreign_method(method: &str) -> bool {
    let method = method.split('(').next().unwrap_or(method);
    let method = method.rsplit_once('/').map_or(method, |(_, method)| method);
    LIBRARIES.split(' ').any(|library| method.starts_with(library))
}

/// Packages of Java libraries, which never belong to the project.
const LIBRARIES: &str = "java. javax. jdk. sun. kotlin. scala. groovy. org.junit. junit. org.opentest4j. \
    org.assertj. org.hamcrest. org.mockito. org.testng. org.apache.maven. org.gradle. \
    com.google.common.truth. com.intellij.";

/// Whether a file belongs to the project, and not to a library or the interpreter.
pub(super) fn is_own(file: &str) -> bool {
    !file.contains("node_modules/") && !file.starts_with("node:") && !file.starts_with("internal/")
}

/// Whether the line shows source code: `> 6 | expect(…)`, `   |   ^`.
pub(super) fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix('>').unwrap_or(line).trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.get(digits..).is_some_and(|rest| rest.trim_start().starts_with('|'))
}

/// The position in bats' `(in test file test/sums.bats, line 3)`.
pub(super) fn bats_place(text: &str) -> Option<(&str, u32)> {
    let (_, rest) = text.split_once("in test file ").or_else(|| text.split_once(" in file "))?;
    let (file, line) = rest.rsplit_once(", line ")?;
    Some((file, line.trim_end_matches([')', ',']).parse().ok()?))
}
