//! Incidents of several tests, and of the scope.

use fusebox_engine::Rule;
use fusebox_report::Diagnostic;

use crate::check;
use crate::incident::{attempt, attempts_trip, fails_at, violation};

#[test]
fn a02_seven_failures_over_four_tests() {
    let tests =
        ["TestAdd", "TestAdd", "TestRemove", "TestRemove", "TestMove", "TestMove", "TestList"];
    let mut facts = attempts_trip(Rule::PerSlice, "inventory", "Inventory");
    facts.runs = (1..)
        .zip(tests)
        .map(|(n, test)| {
            let error = format!("{test}: unexpected count");
            attempt(n, "Adjust the counter.", "inventory.go", &[(test, &error)])
        })
        .collect();
    fails_at(&mut facts, "inventory_test.go:90", None, Some("inventory_test.go:90: got 2, want 3"));
    check("go_spread", &facts);
}

#[test]
fn a02_two_tests_take_turns() {
    let tests = ["test_rounds_down", "test_rounds_half_up"];
    let mut facts = attempts_trip(Rule::PerSlice, "round", "Rounding");
    let each = (1..=7).zip(tests.into_iter().cycle());
    facts.runs = each
        .map(|(n, test)| {
            attempt(n, "Change the rounding.", "src/round.py", &[(test, "assert 1 == 0")])
        })
        .collect();
    fails_at(&mut facts, "tests/test_round.py:8", Some("assert r(0.5) == 0"), None);
    check("py_see_saw", &facts);
}

#[test]
fn a02_more_and_more_tests_fail() {
    let tests = [
        "cart › applies the coupon",
        "cart › adds",
        "cart › removes",
        "checkout › pays",
        "checkout › ships",
    ];
    let tests = tests.map(|test| (test, "expected 500 to be 200 // Object.is equality"));
    let mut facts = attempts_trip(Rule::PerSlice, "coupons", "Coupons");
    facts.runs = vec![
        attempt(1, "Pass the coupon.", "src/cart.ts", &tests[..1]),
        attempt(2, "Change the signature.", "src/cart.ts src/checkout.ts", &tests[..3]),
        attempt(3, "Make it async.", "src/cart.ts src/checkout.ts", &tests),
    ];
    fails_at(&mut facts, "test/cart.test.ts:12", None, None);
    check("js_grows", &facts);
}

#[test]
fn a06_a_file_outside_the_scope() {
    let test = "ProfileCard shows the avatar";
    let fails = [(test, "Unable to find an element by: [data-testid=\"avatar\"]")];
    let mut facts = attempts_trip(Rule::PerTest, "profile-card", "Profile card");
    facts.runs = vec![
        attempt(1, "Render the avatar.", "src/ProfileCard.tsx", &fails),
        attempt(2, "The user is not loaded, so the router has to pass it.", "", &fails),
        attempt(3, "Pass it through the router.", "", &fails),
    ];
    fails_at(&mut facts, "src/ProfileCard.test.tsx:22", None, None);
    let justifications = [None, Some("the route must load the user")];
    let outside = |why| violation("src/routes/index.tsx", why, Some(test));
    facts.scope_touches = justifications.map(outside).to_vec();
    check("js_out_of_scope", &facts);
    let report = Diagnostic::compose(&facts);
    let first = report.recovery_options.first().unwrap();
    assert_eq!(first.command, "fusebox task rescope profile-card --files src/routes/index.tsx");
}
