//! What calls do to files and to the tests in them.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use TestChange::{Edited, Removed, Rewritten, Skipped, Weakened};

fn changed(tool: &str, input: &Value, context: &SessionContext<'_>) -> Vec<TouchedFile> {
    by_request(&CallEffects::new(&tool.into(), Some(input)), context)
}

fn check(tool: &str, input: Value, expected: &[(&str, Option<TestChange>, &[&str])]) {
    let found = changed(tool, &input, &SessionContext::default());
    let found: Vec<(&str, Option<TestChange>, Vec<&str>)> = found
        .iter()
        .map(|file| {
            (file.path.as_str(), file.tests, file.names.iter().map(String::as_str).collect())
        })
        .collect();
    let expected: Vec<_> =
        expected.iter().map(|(path, tests, names)| (*path, *tests, names.to_vec())).collect();
    assert_eq!(found, expected, "{tool} {input}");
}

fn line(command: &str, expected: &[(&str, Option<TestChange>, &[&str])]) {
    check("bash", json!({"command": command}), expected);
}

fn edit(path: &str, old: &str, new: &str, tests: Option<TestChange>, names: &[&str]) {
    let input = json!({"file_path": path, "old_string": old, "new_string": new});
    check("edit", input, &[(path, tests, names)]);
}

#[test]
fn a11_an_edit_of_code_is_no_edit_of_tests() {
    edit("src/a.rs", "let x = 1;", "let x = 2;", Some(Edited), &[]);
    edit("src/a.rs", "fn add() {", "fn add() {\n    log();", None, &[]);
}

#[test]
fn a11_a_test_put_at_the_end_of_a_file_leaves_the_others() {
    let file = "tests/test_a.py";
    let put = |command: &str, tests: Option<TestChange>| line(command, &[(file, tests, &[])]);
    put("cat <<'EOF' >> tests/test_a.py\n\ndef test_y():\n    assert y\nEOF", None);
    put("cd tests && echo 'import a' >> test_a.py", None);
    let skipped = "cat >> tests/test_a.py <<'EOF'\npytestmark = pytest.mark.skip\nEOF";
    put(skipped, Some(Skipped));
    let rewritten = Some(Rewritten);
    put("cat <<'EOF' > tests/test_a.py\ndef test_y():\n    assert y\nEOF", rewritten);
    put("cat more.py >> tests/test_a.py", rewritten);
    put("echo \"$more\" >> tests/test_a.py", rewritten);
    let both = [file, file].map(|file| (file, rewritten, &[][..]));
    line(&format!("sed -i s/1/2/ {file}; echo x >> {file}"), &both);
}

#[test]
fn a11_a_test_beside_the_code_is_told_by_what_it_asserts() {
    let weakened = Some(Weakened);
    edit("src/a.rs", "assert_eq!(add(1, 1), 2);", "assert_eq!(add(1, 1), 3);", weakened, &[]);
    edit("src/a.rs", "assert!(n > 0);", "assert!(n >= 0);", Some(Edited), &[]);
}

#[test]
fn a11_what_is_done_to_tests_is_told() {
    let py = "tests/test_a.py";
    edit(py, "assert x == 3", "assert x == 4", Some(Weakened), &[]);
    edit(py, "    assert x == 3\n", "", Some(Weakened), &[]);
    edit(py, "    assert x == 3", "    # assert x == 3", Some(Weakened), &[]);
    edit(py, "def test_x():", "@pytest.mark.skip\ndef test_x():", Some(Skipped), &["test_x"]);
    edit(py, "def test_x():\n    assert x", "", Some(Removed), &["test_x"]);
    edit(py, "import a", "import a\n\ndef test_y():\n    assert y", None, &[]);
    edit(
        "src/lib.rs",
        "    #[test]\n    fn adds() {",
        "    #[test]\n    #[ignore]\n    fn adds() {",
        Some(Skipped),
        &["adds"],
    );
    edit(
        "a.test.ts",
        "it('adds tax', () => {\n  expect(x).toBe(1)\n})",
        "it('adds tax', () => {\n  expect(x).toBeTruthy()\n})",
        Some(Weakened),
        &["adds tax"],
    );
    edit(
        "a_test.go",
        "func TestAdd(t *testing.T) {\n",
        "func TestAdd(t *testing.T) {\n\tt.Skip()\n",
        Some(Skipped),
        &["TestAdd"],
    );
}

#[test]
fn a11_a_file_written_anew_is_told_by_the_tests_it_has() {
    let content = "def test_x():\n    pass\ndef test_y():\n    pass\n";
    check(
        "write",
        json!({"file_path": "tests/test_a.py", "content": content}),
        &[("tests/test_a.py", Some(Rewritten), &["test_x", "test_y"])],
    );
    check("write", json!({"file_path": "a.py", "content": content}), &[("a.py", None, &[])]);
}

#[test]
fn a11_commands_that_write_tests_are_told() {
    let py = "tests/test_a.py";
    let removed = [(py, Some(Removed), &[][..]), ("src/a.py", None, &[])];
    line(&format!("rm {py} && echo x > src/a.py"), &removed);
    line(&format!("sed -i s/3/4/ {py}"), &[(py, Some(Rewritten), &[])]);
    line(&format!("cat {py}"), &[]);
    line(&format!("git checkout -- {py}"), &[(py, None, &[])]);
}

#[test]
fn a11_patches_name_their_files() {
    let patch = "*** Begin Patch\n*** Update File: tests/a.rs\n@@\n-    assert_eq!(a, 3);\n+    \
        assert_eq!(a, 4);\n*** Delete File: tests/b.rs\n*** Add File: src/c.rs\n+fn c() {}\n";
    let (a, b) = (("tests/a.rs", Some(Weakened), &[][..]), ("tests/b.rs", Some(Removed), &[][..]));
    check("apply_patch", json!({"input": patch}), &[a, b, ("src/c.rs", None, &[])]);
}

#[test]
fn a_file_that_a_patch_adds_is_created() {
    let diff = "--- /dev/null\n+++ b/new.rs\n+a\n--- a/old.rs\n+++ b/old.rs\n-a\n";
    let files = changed("apply_patch", &json!({"patch": diff}), &SessionContext::default());
    let found: Vec<_> = files.iter().map(|file| (file.path.as_str(), file.change)).collect();
    assert_eq!(found, [("new.rs", FileChangeKind::Created), ("old.rs", FileChangeKind::Modified)]);
}

#[test]
fn paths_inside_the_sessions_folder_are_kept_without_it() {
    let context = SessionContext { folder: Some("/w/app/"), ..SessionContext::default() };
    for (path, inside) in [
        ("/w/app/src/a.rs", "src/a.rs"),
        ("/w/apps/a.rs", "/w/apps/a.rs"),
        ("/w/app/tests/a.rs", "tests/a.rs"),
        ("/w/app/", "/w/app/"),
        ("a.rs", "a.rs"),
    ] {
        let input = json!({"file_path": path, "old_string": "a", "new_string": "b"});
        let found = changed("edit", &input, &context);
        assert_eq!(found[0].path, inside);
    }
    let context = SessionContext { folder: Some("/w/tests/app"), ..SessionContext::default() };
    let input = json!({"file_path": "/w/tests/app/src/a.rs", "content": "a"});
    assert!(!changed("write", &input, &context)[0].test, "the folder's own name");
}

#[test]
fn a03_no_more_than_the_first_files_of_a_patch_are_kept() {
    let one = |n: usize| format!("*** Add File: {n}.rs\n+fn adds_{n}() {{\n");
    let patch: String = (0..MAX_FILES + 2).map(one).collect();
    let found = changed("apply_patch", &json!({"input": patch}), &SessionContext::default());
    let found: Vec<String> =
        found.iter().map(|file| format!("{} {}", file.path, file.names.join(" "))).collect();
    let expected: Vec<String> = (0..MAX_FILES).map(|n| format!("{n}.rs ")).collect();
    assert_eq!(found, expected);
}

proptest! {
    #[test]
    fn a11_what_a_text_holds_is_what_a_plain_search_finds(
        parts in prop::collection::vec(prop::sample::select(vec!["a", "b", "é", "aé", "\n", "abcdefghijklmnop"]), 0..9),
        old in prop::collection::vec(prop::sample::select(vec!["a", "b", "é", "abcdefghijklmnop"]), 0..5),
        at in 0..9usize,
    ) {
        let old = old.concat();
        let (before, after) = parts.split_at(at.min(parts.len()));
        for new in [parts.concat(), format!("{}{old}{}", before.concat(), after.concat())] {
            prop_assert_eq!(contains_text(&new, &old), new.contains(&old));
        }
    }
}
