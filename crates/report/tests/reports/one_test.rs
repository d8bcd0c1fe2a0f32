//! Stories of one test that failed three times.

use fusebox_report::{AttemptFacts, IncidentFacts, TestModified};

use crate::check;
use crate::told::{attempt, failing, per_test};

/// Three attempts at `test` with these files and errors.
fn three(test: &str, said: [&str; 3], files: [&str; 3], errors: [&str; 3]) -> Vec<AttemptFacts> {
    let each = (1..).zip(said).zip(files).zip(errors);
    each.map(|(((n, said), files), error)| attempt(n, said, files, &[(test, error)])).collect()
}

const TOTAL: &str = "tests/test_cart.py::test_total_includes_tax";

fn cart() -> IncidentFacts {
    let mut story = per_test("cart-7", "Cart totals");
    let assertion = Some("assert cart.total() == 110");
    let error = "assert 100 == 110\n +  where 100 = total()";
    story.failing = vec![failing(TOTAL, "tests/test_cart.py:14", assertion, error)];
    story
}

#[test]
fn a01_the_same_value_whatever_file_is_changed() {
    let mut story = cart();
    story.attempts = three(
        TOTAL,
        [
            "I will add the tax in Cart.total.",
            "The rate must be read from the settings.",
            "Let me apply the tax when an item is added instead.",
        ],
        ["src/cart.py", "src/settings.py src/tax.py", "src/item.py"],
        ["assert 100 == 110"; 3],
    );
    story.agent_summary = Some("total() ignores my changes. I do not see why.".to_owned());
    check(
        "py_same_value_many_files",
        &story,
        "although 4 files were changed",
        "Which code should produce the `110`",
    );
}

#[test]
fn a01_one_file_again_and_again() {
    let mut story = cart();
    story.attempts = three(
        TOTAL,
        ["Add the tax.", "Round before adding the tax.", "Use Decimal."],
        ["src/cart.py"; 3],
        ["assert 100 == 110"; 3],
    );
    check(
        "py_same_value_one_file",
        &story,
        "each changed only `src/cart.py`",
        "`110`, as the test says, or `100`, as the code gives in all 3 attempts?",
    );
}

#[test]
fn a01_a_value_that_moves_but_never_matches() {
    let test = "pagination::tests::counts_the_last_page";
    let mut story = per_test("pages", "Pagination");
    story.failing = vec![failing(
        test,
        "src/pagination.rs:88",
        Some("assertion `left == right` failed"),
        "assertion `left == right` failed\n  left: 7\n right: 4",
    )];
    story.attempts = three(
        test,
        ["Divide by the page size.", "Round up.", "Count the empty page too."],
        ["src/pagination.rs"; 3],
        ["left: 3, right: 4", "left: 5, right: 4", "left: 7, right: 4"],
    );
    check(
        "rust_value_moves",
        &story,
        "`3` → `5` → `7` in attempts 1–3, compared with `4`",
        "come to `4`?",
    );
}

#[test]
fn a01_two_errors_take_turns() {
    let test = "renders the date › in the user's zone";
    let (utc, local) =
        ("expected '10:00' to be '12:00'", "RangeError: Invalid time zone: undefined");
    let mut story = per_test("dates", "Dates in lists");
    let assertion = Some("expect(received).toBe(expected)");
    story.failing = vec![failing(test, "src/date.test.ts:31", assertion, utc)];
    story.attempts = three(
        test,
        ["Take the zone from the profile.", "Fall back to UTC.", "Drop the fallback."],
        ["src/date.ts", "src/date.ts", "src/date.ts src/profile.ts"],
        [utc, local, utc],
    );
    check(
        "js_two_errors_take_turns",
        &story,
        "swings between two errors",
        "How should the code avoid both",
    );
}

#[test]
fn a01_errors_in_stages() {
    let test = "TestCheckout/with_coupon";
    let mut story = per_test("checkout", "Coupons");
    let last = "checkout_test.go:52: Total() = 90, want 85";
    story.failing = vec![failing(test, "checkout_test.go:52", None, last)];
    story.attempts = three(
        test,
        ["Add the coupon type.", "Handle a missing coupon.", "Apply the coupon."],
        ["+coupon.go", "coupon.go checkout.go", "checkout.go"],
        ["panic: runtime error: invalid memory address", "checkout_test.go:47: no coupon", last],
    );
    check("go_stages", &story, "gave way to a new one", "`85`, as the test says, or `90`");
}

#[test]
fn a01_one_attempt_made_the_difference() {
    let test = "com.shop.OrderTest#shipsOnFriday";
    let (first, then) =
        ("NullPointerException: order.date", "expected: <FRIDAY> but was: <MONDAY>");
    let mut story = per_test("orders", "Shipping days");
    let assertion = Some("assertEquals(FRIDAY, order.shipsOn())");
    story.failing =
        vec![failing(test, "src/test/java/com/shop/OrderTest.java:40", assertion, then)];
    story.attempts = three(
        test,
        ["Guard the date.", "Set the date in the constructor.", "Move the weekend check."],
        [
            "src/main/java/com/shop/Order.java",
            "src/main/java/com/shop/Order.java",
            "src/main/java/com/shop/Days.java",
        ],
        [first, then, then],
    );
    check(
        "java_shifted_once",
        &story,
        "changed once, with attempt 2",
        "`FRIDAY`, as the test says",
    );
}

#[test]
fn a01_edits_that_do_not_build_on_each_other() {
    let test = "tests/test_parse.py::test_nested[1-2]";
    let (a, b, c) =
        ("KeyError: 'end'", "RecursionError: maximum depth", "TypeError: 'int' is not iterable");
    let mut story = per_test("parse", "Nested blocks");
    story.failing = vec![failing(test, "parse.py:61", None, a)];
    story.attempts = vec![
        attempt(1, "Recurse into blocks.", "parse.py", &[(test, a)]),
        attempt(2, "Recurse earlier.", "parse.py", &[(test, b)]),
        attempt(3, "Flatten instead.", "parse.py lexer.py", &[(test, c)]),
        attempt(4, "Back to recursion.", "parse.py", &[(test, a)]),
    ];
    check(
        "py_wanders",
        &story,
        "3 different errors, and `KeyError: 'end'` came back",
        "instead of `KeyError: 'end'`?",
    );
}

#[test]
fn a01_the_same_distance_each_time() {
    let test = "ranges::tests::length";
    let mut story = per_test("ranges", "Ranges");
    let assertion = Some("assert_eq!(a.len(), b.len())");
    story.failing = vec![failing(test, "src/ranges.rs:20", assertion, "left: 8, right: 9")];
    story.attempts = three(
        test,
        ["Count from the start.", "Count from the end.", "Use an iterator."],
        ["src/ranges.rs"; 3],
        ["left: 3, right: 4", "left: 5, right: 6", "left: 8, right: 9"],
    );
    check("rust_same_distance", &story, "stay 1 apart", "Which should move by 1");
}

#[test]
fn a01_a_name_that_is_not_there() {
    let test = "tests/basic/test_commands.py::TestCommands::test_cmd_read";
    let error =
        "AttributeError: 'Commands' object has no attribute 'cmd_read'. Did you mean: 'cmd_add'?";
    let mut story = per_test("commands", "Read-only files");
    story.failing = vec![failing(test, "tests/basic/test_commands.py:612", None, error)];
    story.attempts = three(
        test,
        ["Register the command.", "Rename the handler.", "Register it in the base class."],
        ["aider/commands.py", "aider/commands.py", "aider/coders/base_coder.py"],
        [error; 3],
    );
    check("py_missing_name", &story, "uses a name that is not there", "Where should `cmd_read` be");
}

#[test]
fn a01_a_server_that_does_not_answer() {
    let test = "UserRepository › saves a user";
    let error = "connect ECONNREFUSED 127.0.0.1:5432";
    let mut story = per_test("users", "Users in Postgres");
    story.failing = vec![failing(test, "test/users.test.ts:18", None, error)];
    story.attempts = three(
        test,
        ["Use a pool.", "Retry the connection.", "Read the port from the environment."],
        ["src/db.ts", "src/db.ts", "src/db.ts src/env.ts"],
        [error; 3],
    );
    check(
        "js_no_server",
        &story,
        "`127.0.0.1:5432` cannot be reached",
        "How can `127.0.0.1:5432` be reached from here",
    );
}

#[test]
fn a01_a_wait_that_runs_out() {
    let test = "sends the mail after checkout";
    let error = "thrown: \"Exceeded timeout of 5000 ms for a test.\"";
    let mut story = per_test("mail", "Mail after checkout");
    story.failing = vec![failing(test, "test/mail.test.js:9", None, error)];
    story.attempts = three(
        test,
        ["Await the queue.", "Flush the queue.", "Raise the queue's priority."],
        ["src/queue.js", "src/mail.js", "src/queue.js"],
        [error; 3],
    );
    check("js_timeout", &story, "because a wait ran out", "What should end the wait");
}

#[test]
fn a01_a_request_that_is_turned_away() {
    let test = "com.rest.ItemControllerTest.listsItems";
    let error = "java.lang.AssertionError: Status expected:<200> but was:<401>";
    let mut story = per_test("items", "List items");
    story.failing =
        vec![failing(test, "src/test/java/com/rest/ItemControllerTest.java:55", None, error)];
    story.attempts = three(
        test,
        ["Return the list.", "Add a mapping.", "Return a page of items."],
        ["src/main/java/com/rest/ItemController.java"; 3],
        [error; 3],
    );
    check("java_status_401", &story, "status 401 where 200 is wanted", "Which credentials");
}

#[test]
fn a11_the_failing_test_was_edited() {
    let mut story = cart();
    story.attempts = three(
        TOTAL,
        ["Add the tax.", "The test seems to be wrong, correct it.", "Add the tax before rounding."],
        ["src/cart.py", "t:tests/test_cart.py", "src/cart.py"],
        ["assert 100 == 110", "assert 100 == 105", "assert 100 == 110"],
    );
    story.tests_touched = vec![TestModified {
        file: "tests/test_cart.py".to_owned(),
        test: Some("test_total_includes_tax".to_owned()),
        how: "assertion changed".to_owned(),
    }];
    check(
        "py_test_edited",
        &story,
        "The failing test itself was touched",
        "what it said at first, or what it says now?",
    );
}

#[test]
fn a11_an_edit_of_the_test_was_refused() {
    let test = "com.shop.PriceTest.rounds";
    let error = "expected: <2.50> but was: <2.49>";
    let mut story = per_test("price", "Prices");
    let assertion = Some("assertEquals(\"2.50\", price.shown())");
    story.failing =
        vec![failing(test, "src/test/java/com/shop/PriceTest.java:19", assertion, error)];
    story.attempts = three(
        test,
        ["Round half up.", "The test is off by a cent.", "Use BigDecimal."],
        ["src/main/java/com/shop/Price.java"; 3],
        [error; 3],
    );
    story.tests_touched = vec![TestModified {
        file: "src/test/java/com/shop/PriceTest.java".to_owned(),
        test: Some("rounds".to_owned()),
        how: "assertion changed (refused)".to_owned(),
    }];
    check(
        "java_test_edit_refused",
        &story,
        "it may take the test to be wrong",
        "`2.50`, as the test says, or `2.49`",
    );
}

#[test]
fn a01_a_long_output_is_shown_whole_and_quoted_short() {
    let test = "tests::parses_a_date";
    let line = "called `Result::unwrap()` on an `Err` value: ParseIntError { kind: Empty }";
    let output = format!(
        "running 1 test\ntest {test} ... FAILED\n\nthread '{test}' panicked at src/date.rs:30:44:\n{line}\n"
    );
    let mut story = per_test("dates", "Dates");
    story.failing = vec![failing(test, "src/date.rs:30", None, &output)];
    story.attempts = three(
        test,
        ["Trim.", "Split at the dash.", "Skip empty parts."],
        ["src/date.rs"; 3],
        [line; 3],
    );
    check(
        "rust_panic",
        &story,
        "each changed only `src/date.rs`",
        "instead of ``called `Result::unwrap()`",
    );
}

#[test]
fn a11_only_tests_were_changed() {
    let mut story = cart();
    story.attempts = three(
        TOTAL,
        ["Use a fixture.", "Set the rate in the fixture.", "Reset the fixture."],
        ["t:tests/conftest.py", "t:tests/conftest.py", "t:tests/conftest.py t:tests/rates.py"],
        ["assert 100 == 110"; 3],
    );
    check(
        "py_only_tests",
        &story,
        "Only tests were changed",
        "the tests as they were or the code as it is?",
    );
}

#[test]
fn a03_a_test_that_is_not_stable() {
    let test = "cache::tests::evicts_the_oldest";
    let (a, b) = ("left: Some(1), right: None", "left: None, right: None, at line 2");
    let mut story = per_test("cache", "Eviction");
    let assertion = Some("assert_eq!(cache.get(&1), None)");
    story.failing = vec![failing(test, "src/cache.rs:130", assertion, a)];
    let mut again = attempt(2, "Run it once more.", "", &[(test, b)]);
    again.charged = false;
    story.attempts = vec![
        attempt(1, "Evict on insert.", "src/cache.rs", &[(test, a)]),
        again,
        attempt(3, "Sort by age.", "src/cache.rs", &[(test, a)]),
        attempt(4, "Lock the map.", "src/cache.rs", &[(test, b)]),
    ];
    check(
        "rust_unstable",
        &story,
        "no change is known between runs 1 and 2",
        "which time, order or data is fixed",
    );
}

#[test]
fn a01_no_change_is_known() {
    let mut story = cart();
    story.attempts = three(TOTAL, ["", "Again.", ""], [""; 3], ["assert 100 == 110"; 3]);
    check(
        "py_nothing_changed",
        &story,
        "No changed file is known for attempts 1–3",
        "Which file should be changed",
    );
}

#[test]
fn a01_an_error_that_never_changed_and_has_no_values() {
    let test = "tests/test_export.py::test_rows";
    let error = "KeyError: 'tax'";
    let mut story = per_test("export", "Export");
    story.failing = vec![failing(test, "src/export.py:33", None, error)];
    story.attempts = three(
        test,
        ["Add a default.", "Fill the rows earlier.", "Copy the dict."],
        ["src/rows.py", "src/export.py", "src/model.py"],
        [error; 3],
    );
    check(
        "py_same_error_many_files",
        &story,
        "although 3 files were changed",
        "Which code decides the outcome",
    );
}

#[test]
fn a09_output_that_could_not_be_read() {
    let mut story = per_test("old", "Legacy suite");
    let mut suite = failing("<suite>", "x:1", None, "make: *** [Makefile:12: check] Error 1");
    (suite.file, suite.line) = (None, None);
    story.failing = vec![suite];
    story.attempts = three(
        "<suite>",
        ["Fix the include.", "Fix the macro.", "Fix the order."],
        ["src/a.c", "src/b.c", "src/c.c"],
        ["make: *** [Makefile:12: check] Error 1"; 3],
    );
    check(
        "c_suite",
        &story,
        "although 3 files were changed",
        "decides the outcome of the test run",
    );
}
