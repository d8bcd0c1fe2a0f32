//! Stories of several tests and of the scope.

use fusebox_report::{IncidentFacts, ScopeViolation};

use crate::check;
use crate::told::{attempt, failing, per_test, trip};

fn slice(task: &str, name: &str) -> IncidentFacts {
    let mut story = trip("attempts.per_slice", "slice ceiling (7/7)", task);
    story.slice_name = Some(name.to_owned());
    story.checkpoint = Some(format!("fusebox/checkpoint/{task}"));
    story
}

#[test]
fn a02_seven_failures_over_four_tests() {
    let [a, b, c, d] = ["TestAdd", "TestRemove", "TestMove", "TestList"];
    let mut story = slice("inventory", "Inventory");
    story.failing =
        vec![failing(d, "inventory_test.go:90", None, "inventory_test.go:90: got 2, want 3")];
    let error = |test: &str| format!("{test}: unexpected count");
    let tests = [a, a, b, b, c, c, d];
    story.attempts = (1..)
        .zip(tests)
        .map(|(n, test)| attempt(n, "Adjust the counter.", "inventory.go", &[(test, &error(test))]))
        .collect();
    check(
        "go_spread",
        &story,
        "7 attempts failed on 4 different tests",
        "What must `inventory.go` guarantee",
    );
}

#[test]
fn a02_two_tests_take_turns() {
    let (one, other) = ("test_rounds_down", "test_rounds_half_up");
    let mut story = slice("round", "Rounding");
    story.failing =
        vec![failing(one, "tests/test_round.py:8", Some("assert r(0.5) == 0"), "assert 1 == 0")];
    story.attempts = (1..=7)
        .map(|n| {
            let test = if n % 2 == 1 { one } else { other };
            attempt(n, "Change the rounding.", "src/round.py", &[(test, "assert 1 == 0")])
        })
        .collect();
    check("py_see_saw", &story, "Two tests take turns", "Which one must hold where they disagree");
}

#[test]
fn a02_more_and_more_tests_fail() {
    let first = "cart › applies the coupon";
    let error = "expected 500 to be 200 // Object.is equality";
    let mut story = slice("coupons", "Coupons");
    let more = ["cart › adds", "cart › removes", "checkout › pays", "checkout › ships"];
    let all = |n: usize| -> Vec<(&str, &str)> {
        [first].into_iter().chain(more.into_iter().take(n)).map(|test| (test, error)).collect()
    };
    story.failing = all(4)
        .iter()
        .map(|(test, error)| failing(test, "test/cart.test.ts:12", None, error))
        .collect();
    story.attempts = vec![
        attempt(1, "Pass the coupon.", "src/cart.ts", &all(0)),
        attempt(2, "Change the signature.", "src/cart.ts src/checkout.ts", &all(2)),
        attempt(3, "Make it async.", "src/cart.ts src/checkout.ts", &all(4)),
    ];
    check("js_grows", &story, "1 → 3 → 5 in attempts 1–3", "Which must hold where they disagree");
}

#[test]
fn a06_a_file_outside_the_scope() {
    let test = "ProfileCard shows the avatar";
    let error = "Unable to find an element by: [data-testid=\"avatar\"]";
    let mut story = per_test("profile-card", "Profile card");
    story.failing = vec![failing(test, "src/ProfileCard.test.tsx:22", None, error)];
    story.attempts = vec![
        attempt(1, "Render the avatar.", "src/ProfileCard.tsx", &[(test, error)]),
        attempt(2, "The user is not loaded, so the router has to pass it.", "", &[(test, error)]),
        attempt(3, "Pass it through the router.", "", &[(test, error)]),
    ];
    let violation = |why: Option<&str>| ScopeViolation {
        file: "src/routes/index.tsx".to_owned(),
        justification: why.map(str::to_owned),
        test_name: Some(test.to_owned()),
        verdict: "violation".to_owned(),
    };
    story.scope_violations = vec![violation(None), violation(Some("the route must load the user"))];
    check(
        "js_out_of_scope",
        &story,
        "outside the scope of this slice",
        "The agent's reason: `the route must load the user`",
    );
    let report = fusebox_report::Diagnostic::of(&story);
    let first = report.recovery_options.first().unwrap();
    assert_eq!(first.command, "fusebox task rescope profile-card --files src/routes/index.tsx");
}
