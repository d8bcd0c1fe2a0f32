//! Incidents of one test that failed three times.

use fusebox_engine::test_run::TestChange;
use fusebox_engine::{ChangedTest, IncidentFacts, Rule};

use crate::check;
use crate::incident::{attempt, attempts_trip, fails_at, summary};

/// One test and the attempts at it: what the agent said, which files it changed, how the test failed.
struct OneTest<'a> {
    report: &'a str,
    slice: (&'a str, &'a str),
    test: &'a str,
    at: &'a str,
    assertion: Option<&'a str>,
    output: Option<&'a str>,
    attempts: &'a [(&'a str, &'a str, &'a str)],
}

impl OneTest<'_> {
    fn facts(&self) -> IncidentFacts {
        let mut facts = attempts_trip(Rule::PerTest, self.slice.0, self.slice.1);
        let attempts = (1..).zip(self.attempts);
        let attempts = attempts
            .map(|(n, (said, files, error))| attempt(n, said, files, &[(self.test, error)]));
        facts.runs = attempts.collect();
        fails_at(&mut facts, self.at, self.assertion, self.output);
        facts
    }
}

const SAME_VALUE: &str = "assert 100 == 110";

/// Three attempts at the total of a cart.
const CART: OneTest<'_> = OneTest {
    report: "py_same_value_many_files",
    slice: ("cart-7", "Cart totals"),
    test: "tests/test_cart.py::test_total_includes_tax",
    at: "tests/test_cart.py:14",
    assertion: Some("assert cart.total() == 110"),
    output: Some("assert 100 == 110\n +  where 100 = total()"),
    attempts: &[
        ("I will add the tax in Cart.total.", "src/cart.py", SAME_VALUE),
        ("The rate must be read from the settings.", "src/settings.py src/tax.py", SAME_VALUE),
        ("Let me apply the tax when an item is added instead.", "src/item.py", SAME_VALUE),
    ],
};

const DATE_TEST: &str = "expected '10:00' to be '12:00'";
const MISSING_NAME: &str =
    "AttributeError: 'Commands' object has no attribute 'cmd_read'. Did you mean: 'cmd_add'?";
const REFUSED: &str = "connect ECONNREFUSED 127.0.0.1:5432";
const TIMEOUT: &str = "thrown: \"Exceeded timeout of 5000 ms for a test.\"";
const STATUS: &str = "java.lang.AssertionError: Status expected:<200> but was:<401>";
const PANIC: &str = "called `Result::unwrap()` on an `Err` value: ParseIntError { kind: Empty }";
const KEY_ERROR: &str = "KeyError: 'tax'";
const COUPON: &str = "checkout_test.go:52: Total() = 90, want 85";

const TESTS: &[OneTest<'_>] = &[
    OneTest {
        report: "py_same_value_one_file",
        attempts: &[
            ("Add the tax.", "src/cart.py", SAME_VALUE),
            ("Round before adding the tax.", "src/cart.py", SAME_VALUE),
            ("Use Decimal.", "src/cart.py", SAME_VALUE),
        ],
        ..CART
    },
    OneTest {
        report: "rust_value_moves",
        slice: ("pages", "Pagination"),
        test: "pagination::tests::counts_the_last_page",
        at: "src/pagination.rs:88",
        assertion: Some("assertion `left == right` failed"),
        output: Some("assertion `left == right` failed\n  left: 7\n right: 4"),
        attempts: &[
            ("Divide by the page size.", "src/pagination.rs", "left: 3, right: 4"),
            ("Round up.", "src/pagination.rs", "left: 5, right: 4"),
            ("Count the empty page too.", "src/pagination.rs", "left: 7, right: 4"),
        ],
    },
    OneTest {
        report: "js_two_errors_take_turns",
        slice: ("dates", "Dates in lists"),
        test: "renders the date › in the user's zone",
        at: "src/date.test.ts:31",
        assertion: Some("expect(received).toBe(expected)"),
        output: None,
        attempts: &[
            ("Take the zone from the profile.", "src/date.ts", DATE_TEST),
            ("Fall back to UTC.", "src/date.ts", "RangeError: Invalid time zone: undefined"),
            ("Drop the fallback.", "src/date.ts src/profile.ts", DATE_TEST),
        ],
    },
    OneTest {
        report: "go_stages",
        slice: ("checkout", "Coupons"),
        test: "TestCheckout/with_coupon",
        at: "checkout_test.go:52",
        assertion: None,
        output: None,
        attempts: &[
            ("Add the coupon type.", "+coupon.go", "panic: runtime error: invalid memory address"),
            ("Handle a missing coupon.", "coupon.go checkout.go", "checkout_test.go:47: no coupon"),
            ("Apply the coupon.", "checkout.go", COUPON),
        ],
    },
    OneTest {
        report: "java_shifted_once",
        slice: ("orders", "Shipping days"),
        test: "com.shop.OrderTest#shipsOnFriday",
        at: "src/test/java/com/shop/OrderTest.java:40",
        assertion: Some("assertEquals(FRIDAY, order.shipsOn())"),
        output: None,
        attempts: &[
            (
                "Guard the date.",
                "src/main/java/com/shop/Order.java",
                "NullPointerException: order.date",
            ),
            (
                "Set the date in the constructor.",
                "src/main/java/com/shop/Order.java",
                "expected: <FRIDAY> but was: <MONDAY>",
            ),
            (
                "Move the weekend check.",
                "src/main/java/com/shop/Days.java",
                "expected: <FRIDAY> but was: <MONDAY>",
            ),
        ],
    },
    OneTest {
        report: "py_wanders",
        slice: ("parse", "Nested blocks"),
        test: "tests/test_parse.py::test_nested[1-2]",
        at: "parse.py:61",
        assertion: None,
        output: None,
        attempts: &[
            ("Recurse into blocks.", "parse.py", "KeyError: 'end'"),
            ("Recurse earlier.", "parse.py", "RecursionError: maximum depth"),
            ("Flatten instead.", "parse.py lexer.py", "TypeError: 'int' is not iterable"),
            ("Back to recursion.", "parse.py", "KeyError: 'end'"),
        ],
    },
    OneTest {
        report: "rust_same_distance",
        slice: ("ranges", "Ranges"),
        test: "ranges::tests::length",
        at: "src/ranges.rs:20",
        assertion: Some("assert_eq!(a.len(), b.len())"),
        output: None,
        attempts: &[
            ("Count from the start.", "src/ranges.rs", "left: 3, right: 4"),
            ("Count from the end.", "src/ranges.rs", "left: 5, right: 6"),
            ("Use an iterator.", "src/ranges.rs", "left: 8, right: 9"),
        ],
    },
    OneTest {
        report: "py_missing_name",
        slice: ("commands", "Read-only files"),
        test: "tests/basic/test_commands.py::TestCommands::test_cmd_read",
        at: "tests/basic/test_commands.py:612",
        assertion: None,
        output: None,
        attempts: &[
            ("Register the command.", "aider/commands.py", MISSING_NAME),
            ("Rename the handler.", "aider/commands.py", MISSING_NAME),
            ("Register it in the base class.", "aider/coders/base_coder.py", MISSING_NAME),
        ],
    },
    OneTest {
        report: "js_no_server",
        slice: ("users", "Users in Postgres"),
        test: "UserRepository › saves a user",
        at: "test/users.test.ts:18",
        assertion: None,
        output: None,
        attempts: &[
            ("Use a pool.", "src/db.ts", REFUSED),
            ("Retry the connection.", "src/db.ts", REFUSED),
            ("Read the port from the environment.", "src/db.ts src/env.ts", REFUSED),
        ],
    },
    OneTest {
        report: "js_timeout",
        slice: ("mail", "Mail after checkout"),
        test: "sends the mail after checkout",
        at: "test/mail.test.js:9",
        assertion: None,
        output: None,
        attempts: &[
            ("Await the queue.", "src/queue.js", TIMEOUT),
            ("Flush the queue.", "src/mail.js", TIMEOUT),
            ("Raise the queue's priority.", "src/queue.js", TIMEOUT),
        ],
    },
    OneTest {
        report: "java_status_401",
        slice: ("items", "List items"),
        test: "com.rest.ItemControllerTest.listsItems",
        at: "src/test/java/com/rest/ItemControllerTest.java:55",
        assertion: None,
        output: None,
        attempts: &[
            ("Return the list.", "src/main/java/com/rest/ItemController.java", STATUS),
            ("Add a mapping.", "src/main/java/com/rest/ItemController.java", STATUS),
            ("Return a page of items.", "src/main/java/com/rest/ItemController.java", STATUS),
        ],
    },
    OneTest {
        report: "rust_panic",
        slice: ("dates", "Dates"),
        test: "tests::parses_a_date",
        at: "src/date.rs:30",
        assertion: None,
        output: Some(
            "running 1 test\ntest tests::parses_a_date ... FAILED\n\nthread 'tests::parses_a_date' \
             panicked at src/date.rs:30:44:\ncalled `Result::unwrap()` on an `Err` value: ParseIntError \
             { kind: Empty }\n",
        ),
        attempts: &[
            ("Trim.", "src/date.rs", PANIC),
            ("Split at the dash.", "src/date.rs", PANIC),
            ("Skip empty parts.", "src/date.rs", PANIC),
        ],
    },
    OneTest {
        report: "py_nothing_changed",
        attempts: &[("", "", SAME_VALUE), ("Again.", "", SAME_VALUE), ("", "", SAME_VALUE)],
        ..CART
    },
    OneTest {
        report: "py_same_error_many_files",
        slice: ("export", "Export"),
        test: "tests/test_export.py::test_rows",
        at: "src/export.py:33",
        assertion: None,
        output: None,
        attempts: &[
            ("Add a default.", "src/rows.py", KEY_ERROR),
            ("Fill the rows earlier.", "src/export.py", KEY_ERROR),
            ("Copy the dict.", "src/model.py", KEY_ERROR),
        ],
    },
];

#[test]
fn a01_three_attempts_at_one_test() {
    for test in TESTS {
        check(test.report, &test.facts());
    }
    let mut facts = CART.facts();
    summary(&mut facts, "total() ignores my changes. I do not see why.");
    check(CART.report, &facts);
}

/// The test was changed in the last attempt.
fn change_test(facts: &mut IncidentFacts, file: &str, test: &str, refused: bool) {
    let (file, test) = (file.to_owned(), test.to_owned());
    let changed = ChangedTest { file, test, how: TestChange::Weakened, refused };
    facts.runs.last_mut().unwrap().tests_touched.push(changed);
}

#[test]
fn a11_the_failing_test_was_changed() {
    let edited = OneTest {
        attempts: &[
            ("Add the tax.", "src/cart.py", SAME_VALUE),
            (
                "The test seems to be wrong, correct it.",
                "t:tests/test_cart.py",
                "assert 100 == 105",
            ),
            ("Add the tax before rounding.", "src/cart.py", SAME_VALUE),
        ],
        ..CART
    };
    let mut facts = edited.facts();
    change_test(&mut facts, "tests/test_cart.py", "test_total_includes_tax", false);
    check("py_test_edited", &facts);
    let only_tests = OneTest {
        attempts: &[
            ("Use a fixture.", "t:tests/conftest.py", SAME_VALUE),
            ("Set the rate in the fixture.", "t:tests/conftest.py", SAME_VALUE),
            ("Reset the fixture.", "t:tests/conftest.py t:tests/rates.py", SAME_VALUE),
        ],
        ..CART
    };
    check("py_only_tests", &only_tests.facts());
    let error = "expected: <2.50> but was: <2.49>";
    let refused = OneTest {
        report: "java_test_edit_refused",
        slice: ("price", "Prices"),
        test: "com.shop.PriceTest.rounds",
        at: "src/test/java/com/shop/PriceTest.java:19",
        assertion: Some("assertEquals(\"2.50\", price.shown())"),
        output: None,
        attempts: &[
            ("Round half up.", "src/main/java/com/shop/Price.java", error),
            ("The test is off by a cent.", "src/main/java/com/shop/Price.java", error),
            ("Use BigDecimal.", "src/main/java/com/shop/Price.java", error),
        ],
    };
    let mut facts = refused.facts();
    change_test(&mut facts, "src/test/java/com/shop/PriceTest.java", "rounds", true);
    check(refused.report, &facts);
}

#[test]
fn a03_a_test_that_is_not_stable() {
    let (a, b) = ("left: Some(1), right: None", "left: None, right: None, at line 2");
    let unstable = OneTest {
        report: "rust_unstable",
        slice: ("cache", "Eviction"),
        test: "cache::tests::evicts_the_oldest",
        at: "src/cache.rs:130",
        assertion: Some("assert_eq!(cache.get(&1), None)"),
        output: Some(a),
        attempts: &[
            ("Evict on insert.", "src/cache.rs", a),
            ("Run it once more.", "", b),
            ("Sort by age.", "src/cache.rs", a),
            ("Lock the map.", "src/cache.rs", b),
        ],
    };
    let mut facts = unstable.facts();
    facts.runs[1].attempt = None;
    check(unstable.report, &facts);
}

#[test]
fn a09_output_that_could_not_be_read() {
    let error = "make: *** [Makefile:12: check] Error 1";
    let suite = OneTest {
        report: "c_suite",
        slice: ("old", "Legacy suite"),
        test: "<suite>",
        at: "",
        assertion: None,
        output: None,
        attempts: &[
            ("Fix the include.", "src/a.c", error),
            ("Fix the macro.", "src/b.c", error),
            ("Fix the order.", "src/c.c", error),
        ],
    };
    check(suite.report, &suite.facts());
}
