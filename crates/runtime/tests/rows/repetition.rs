//! Rows R4–R9 and R14–R18 through `decide`: each fires, and is silent one step earlier.

use fusebox_engine::{BreakerState, FindingLevel, Rule, Verdict, VerdictAction};
use serde_json::json;

use crate::story::Heard::{Denied, Nothing, Tripped, Warned};
use crate::story::{Heard, Story, heard, rules};
use fusebox_engine::{Limit, Policy, RepetitionLimits};

/// Under this policy one rule alone speaks; notices stay.
fn only(set: impl FnOnce(&mut RepetitionLimits)) -> Story {
    let usual = RepetitionLimits::default();
    let mut repetition = RepetitionLimits {
        edits_without_check: usual.edits_without_check,
        same_search: usual.same_search,
        failure_run_errors: usual.failure_run_errors,
        tripped_subagents: usual.tripped_subagents,
        ..RepetitionLimits::off()
    };
    set(&mut repetition);
    Story::new(Policy { repetition, ..Policy::default() })
}

/// The first and the worst thing said, and at which of the calls.
fn first_and_last(said: &[Heard]) -> (Option<usize>, Option<usize>) {
    let number = |wanted: fn(&Heard) -> bool| said.iter().position(wanted).map(|at| at + 1);
    (number(|heard| *heard != Nothing), number(|heard| matches!(heard, Denied | Tripped)))
}

#[test]
fn r04_one_tool_with_one_error_is_named_at_4_and_the_tool_refused_from_7() {
    let mut story = only(|repetition| repetition.same_tool_error = Limit::at(4));
    let mut fails = |n: usize| heard(&story.fails(&format!("mvn -pl {n}"), "cannot resolve x:y"));
    let said: Vec<Heard> = (0..8).map(&mut fails).collect();
    assert_eq!(first_and_last(&said), (Some(4), Some(7)));
    assert_eq!(said[7], Tripped);
}

#[test]
fn r04_other_errors_a_success_or_a_change_start_again() {
    let mut story = only(|repetition| repetition.same_tool_error = Limit::at(4));
    for n in 0..20 {
        let said = match n % 4 {
            3 => heard(&story.bash(&format!("ls {n}"), &format!("{n}"))),
            _ => heard(&story.fails(&format!("mvn -pl {n}"), "cannot resolve x:y")),
        };
        assert_eq!(said, Nothing, "{n}");
    }
    for n in 0..20 {
        let error = format!("error: module number {} is missing", n * 7);
        assert_eq!(heard(&story.fails(&format!("mvn -pl {n}"), &error)), Nothing, "{n}");
    }
}

#[test]
fn r05_the_same_error_across_tools_is_named_at_6_and_trips_at_12() {
    let mut story = only(|repetition| repetition.same_error = Limit::at(6));
    let tools = ["bash", "read", "web", "search"];
    let said: Vec<Heard> = (0..13)
        .map(|n| {
            let input = json!({"command": format!("x {n}"), "path": n});
            let result = json!({"ok": false, "output": "Error: connection refused"});
            heard(&story.call(tools[n % 4], input, result))
        })
        .collect();
    assert_eq!(first_and_last(&said), (Some(6), Some(13)), "{said:?}");
    assert_eq!(story.incidents()[0].rule(), Rule::SameErrorAcross);
}

#[test]
fn r06_one_output_for_other_questions_is_named_at_5() {
    let mut story = only(|repetition| repetition.same_output = Limit::at(5));
    let said: Vec<Heard> =
        (0..8).map(|n| heard(&story.bash(&format!("find . -name {n}"), "./a/b.rs"))).collect();
    assert_eq!(first_and_last(&said), (Some(5), Some(8)));
    let mut story = only(|repetition| repetition.same_output = Limit::at(5));
    for n in 0..20 {
        assert_eq!(heard(&story.bash(&format!("touch {n}"), "ok")), Nothing, "says nothing");
    }
    let mut story = only(|repetition| repetition.same_output = Limit::at(5));
    for n in 0..20 {
        let added = json!({"ok": true, "output": "Label added to issue"});
        let heard = heard(&story.call("mcp__tracker__label", json!({"issue": n}), added));
        assert_eq!(heard, Nothing, "so does what was done");
    }
    let mut story = only(|repetition| repetition.same_output = Limit::at(5));
    for module in "abcdefghijkl".chars() {
        let heard =
            heard(&story.bash(&format!("pytest -q tests/{module}"), "..\n2 passed in 0.01s"));
        assert_eq!(heard, Nothing, "and a test run that passes");
    }
}

fn says(story: &mut Story, text: &str) -> Verdict {
    story.send(json!({"type": "message", "text": text}))
}

#[test]
fn r07_the_same_message_is_named_at_3_and_trips_at_9() {
    let mut story = only(|repetition| repetition.same_message = Limit::at(3));
    let levels: Vec<_> =
        (0..9).map(|_| says(&mut story, "Let me fetch the merge ref:").findings).collect();
    assert!(levels[..2].iter().all(Vec::is_empty));
    assert_eq!(levels[2][0].level, FindingLevel::Warning);
    assert!(levels[3..8].iter().all(Vec::is_empty));
    assert_eq!(levels[8][0].level, FindingLevel::Trip);
}

#[test]
fn r06_saying_goodbye_over_and_over_is_named() {
    let mut story = only(|repetition| repetition.same_output = Limit::at(5));
    let said: Vec<Heard> = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
        .map(|n| {
            let text = format!("Goodbye for the time number {n}.");
            heard(&story.bash(&format!("echo \"{text}\""), &text))
        })
        .to_vec();
    assert_eq!(first_and_last(&said), (Some(5), Some(8)));
}

#[test]
fn r07_the_same_words_while_something_new_comes_are_no_loop() {
    let mut story = only(|repetition| repetition.same_message = Limit::at(3));
    for page in 0..12 {
        assert_eq!(rules(&says(&mut story, "We need to scroll on to find it.")), []);
        story.bash("scroll_down", &format!("page {page} of the file"));
    }
}

#[test]
fn r07_the_words_reach_the_agent_with_its_next_call() {
    let mut story = only(|repetition| repetition.same_message = Limit::at(3));
    for _ in 0..3 {
        says(&mut story, "Let me fetch the merge ref:");
    }
    let (asked, _) = story.bash("git fetch", "done");
    assert!(asked.context.unwrap().contains("The same message was written 3 times"));
    assert_eq!(heard(&story.bash("git log", "x")), Nothing, "once");
}

#[test]
fn r07_a_chant_inside_a_message_is_named_also_when_it_comes_in_parts() {
    let mut story = only(|repetition| repetition.same_message = Limit::at(3));
    let mut part = |text: &str| {
        let event = json!({"type": "message", "text": text, "part": true});
        rules(&story.send(event))
    };
    let sentence = "I will now check the status of the build. ";
    assert_eq!(part(sentence), []);
    assert_eq!(part(&sentence[..20]), []);
    assert_eq!(part(&sentence[20..]), []);
    assert_eq!(part(sentence), [(Rule::SameMessage, FindingLevel::Warning)]);
    assert_eq!(says(&mut story, "Something else entirely.").findings, []);
}

#[test]
fn r04_r16_searches_that_find_nothing_have_an_answer() {
    let fails = |story: &mut Story, command: &str, output: &str| {
        let result = json!({"ok": false, "exit_code": 1, "output": output});
        heard(&story.call("bash", json!({"command": command}), result))
    };
    let mut story = Story::new(Policy::default());
    for n in 0..20 {
        let line = format!("grep -rn name{n} src");
        assert_eq!(fails(&mut story, &line, "Exit code 1"), Nothing, "{n}");
    }
    let mut story = Story::new(Policy::default());
    let said: Vec<Heard> = (0..4)
        .map(|n| fails(&mut story, &format!("./probe --port {}", "1".repeat(n + 1)), "Exit code 1"))
        .collect();
    assert_eq!(
        said,
        [Nothing, Nothing, Nothing, Warned],
        "what fails in silence fails the same way"
    );
    let mut story = Story::new(Policy::default());
    let missing = "Exit code 2\ngrep: src: No such file or directory";
    let said: Vec<Heard> =
        ["a", "b", "c", "d"].map(|x| fails(&mut story, &format!("grep {x} src"), missing)).into();
    assert_eq!(said, [Nothing, Nothing, Nothing, Warned], "this search does not work");
    let mut story = Story::new(Policy::default());
    let said: Vec<Heard> = ["a", "b", "c", "d"]
        .map(|x| {
            let overloaded = json!({"ok": false, "output": "Service overloaded"});
            heard(&story.call("search", json!({"pattern": x}), overloaded))
        })
        .into();
    assert_eq!(said, [Nothing, Nothing, Nothing, Warned], "nor does one that says why it failed");
}

#[test]
fn r07_the_same_words_about_one_case_after_the_other_are_no_chant() {
    let mut story = only(|repetition| repetition.same_message = Limit::at(3));
    let weighed: String =
        (1..9).map(|n| format!("Case {n}:\n`check(value)` -> returns None.\n")).collect();
    assert_eq!(rules(&says(&mut story, &weighed)), []);
    let chanted = "Is it this case?\n`check(value)` -> returns None.\n".repeat(2);
    assert_eq!(rules(&says(&mut story, &chanted)), [], "twice is not three times");
    let chanted = "Is it this case?\n`check(value)` -> returns None.\n".repeat(3);
    assert_eq!(rules(&says(&mut story, &chanted)), [(Rule::SameMessage, FindingLevel::Warning)]);
}

#[test]
fn r08_edits_that_change_nothing_are_named_at_4_and_trip_at_10() {
    let mut story = only(|repetition| repetition.empty_edits = Limit::at(4));
    let edit = |story: &mut Story, n: usize, content: &str| {
        let input = json!({"file_path": "a.rs", "note": n});
        let files = json!([{"path": "a.rs", "content": content}]);
        let result = json!({"ok": true, "output": format!("edit {n}"), "files_changed": files});
        story.call("edit", input, result)
    };
    edit(&mut story, 99, "fn a() {}");
    let said: Vec<Heard> = (0..11).map(|n| heard(&edit(&mut story, n, "fn a() {}"))).collect();
    assert_eq!(first_and_last(&said), (Some(4), Some(11)), "{said:?}");
    assert_eq!(story.incidents()[0].rule(), Rule::EmptyEdits);
}

#[test]
fn r08_a_workspace_that_comes_back_is_named_at_the_third_return() {
    let mut story = only(|repetition| repetition.reverted_workspace = Limit::at(3));
    let edit = |story: &mut Story, content: &str| {
        let input = json!({"file_path": "a.rs", "content": content});
        let files = json!([{"path": "a.rs", "content": content}]);
        let result = json!({"ok": true, "output": "", "files_changed": files});
        heard(&story.call("write", input, result))
    };
    let said: Vec<Heard> = ["A", "B", "A", "B", "A"].map(|c| edit(&mut story, c)).to_vec();
    assert_eq!(said, [Nothing, Nothing, Nothing, Nothing, Warned]);
}

#[test]
fn r09_forced_continuations_and_depth_are_named_at_5() {
    let mut story = only(|repetition| {
        repetition.stop_continuations = Limit::at(5);
        repetition.subagent_depth = Limit::at(5);
    });
    let stop = |story: &mut Story| rules(&story.send(json!({"type": "stop_blocked", "text": "x"})));
    for _ in 0..4 {
        assert_eq!(stop(&mut story), []);
    }
    assert_eq!(stop(&mut story), [(Rule::StopContinuations, FindingLevel::Warning)]);
    for _ in 0..5 {
        assert_eq!(stop(&mut story), []);
    }
    assert_eq!(stop(&mut story), [(Rule::StopContinuations, FindingLevel::Trip)]);
    let mut story = only(|repetition| repetition.subagent_depth = Limit::at(5));
    for (depth, expected) in [(4, vec![]), (5, vec![(Rule::SubagentDepth, FindingLevel::Warning)])]
    {
        let event = json!({"type": "subagent", "agent": format!("a{depth}"), "parent": "main",
            "depth": depth});
        assert_eq!(rules(&story.send(event)), expected);
    }
}

#[test]
fn r14_early_signs_are_notices_for_people() {
    let mut story = only(|_| {});
    for n in 1..=10 {
        let (_, told) = story.edit("a.rs", &format!("version {n}"));
        let told = told.unwrap();
        let expected =
            if n == 10 { vec![(Rule::EditsWithoutCheck, FindingLevel::Notice)] } else { vec![] };
        assert_eq!(rules(&told), expected, "{n}");
        assert_eq!((told.verdict, told.context), (VerdictAction::Allow, None));
    }
    for n in 1..=5 {
        let result = json!({"ok": true, "output": format!("match {n}")});
        let (_, told) = story.call("search", json!({"pattern": "fn main"}), result);
        let expected = if n == 5 { vec![(Rule::SameSearch, FindingLevel::Notice)] } else { vec![] };
        assert_eq!(rules(&told.unwrap()), expected, "{n}");
    }
}

#[test]
fn r15_nothing_new_is_named_at_6_and_trips_at_12_whatever_the_period() {
    for period in [3, 5, 9] {
        let mut story = only(|repetition| repetition.nothing_new = Limit::at(6));
        let mut said = Vec::new();
        for n in 0..60 {
            let step = n % period;
            said.push(heard(&story.bash(&format!("cat {step}"), &format!("text {step}"))));
        }
        let (first, last) = first_and_last(&said);
        assert_eq!(first, Some(period + 6), "period {period}");
        let opened = (period + 12).max(2 * period + 6);
        assert_eq!(last, Some(opened + 1), "period {period}");
    }
}

#[test]
fn r15_parallel_reads_are_one_step_and_a_second_pass_never_trips() {
    let mut story = only(|repetition| repetition.nothing_new = Limit::at(6));
    for pass in 0..2 {
        for n in 0..30 {
            let said = heard(&story.bash(&format!("cat {n}"), &format!("text {n}")));
            assert!(said == Nothing || (pass == 1 && said == Warned), "{pass} {n}: {said:?}");
        }
    }
    let mut story = only(|repetition| repetition.nothing_new = Limit::at(6));
    for round in 0..5 {
        for n in 0..8 {
            story.send(json!({"type": "tool_request", "call": format!("{round}-{n}"), "round":
                format!("r{round}"), "tool": "read", "input": {"path": n}}));
        }
        for n in 0..8 {
            let told = story.send(json!({"type": "tool_result", "call": format!("{round}-{n}"),
                "output": format!("text {n}")}));
            assert_eq!(told.context, None, "round {round}");
        }
    }
}

#[test]
fn r16_failures_in_a_row_with_few_errors_are_named_at_8_and_trip_at_14() {
    let errors = ["error: no such file", "error: permission denied", "error: not found"];
    let mut story = only(|repetition| {
        repetition.failure_run = Limit::at(8);
        repetition.failure_run_errors = Limit::at(3);
    });
    let said: Vec<Heard> =
        (0..15).map(|n| heard(&story.fails(&format!("try {n}"), errors[n % 3]))).collect();
    assert_eq!(first_and_last(&said), (Some(8), Some(15)), "{said:?}");
}

#[test]
fn r16_many_different_errors_are_a_search() {
    let mut story = only(|repetition| repetition.failure_run = Limit::at(8));
    for word in ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] {
        let error = format!("error: {word} is missing");
        assert_eq!(heard(&story.fails(&format!("try {word}"), &error)), Nothing, "{word}");
    }
}

#[test]
fn r17_calls_that_differ_only_in_numbers_are_named_at_6_and_refused_from_9() {
    let mut story = only(|repetition| repetition.drift = Limit::at(6));
    let said: Vec<Heard> = (0..10)
        .map(|n| {
            let command = format!("grep -A{} x pom.xml | head -{}", 1_000 + 50 * n, 2_000 + 50 * n);
            heard(&story.bash(&command, "<project>"))
        })
        .collect();
    assert_eq!(first_and_last(&said), (Some(6), Some(9)), "{said:?}");
    let mut story = only(|repetition| repetition.drift = Limit::at(6));
    for n in 0..20 {
        let page = story.bash(&format!("sed -n {n}p big.txt"), &format!("text {n}"));
        assert_eq!(heard(&page), Nothing, "a page that differs is no drift");
    }
}

#[test]
fn r18_compactions_with_nothing_new_are_named_at_3() {
    let mut story = only(|repetition| repetition.idle_compactions = Limit::at(3));
    let compaction = |story: &mut Story| rules(&story.send(json!({"type": "compaction"})));
    story.bash("cat a", "a");
    assert_eq!(compaction(&mut story), []);
    story.bash("cat a", "a");
    assert_eq!(compaction(&mut story), []);
    assert_eq!(compaction(&mut story), [(Rule::IdleCompactions, FindingLevel::Warning)]);
    story.bash("cat b", "b");
    assert_eq!(compaction(&mut story), [], "something new came in between");
}

#[test]
fn s0_a_trip_on_a_result_opens_the_breaker_and_tells_the_agent() {
    let mut story = only(|repetition| repetition.failure_run = Limit::at(8));
    let mut last = None;
    for n in 0..14 {
        last = story.fails(&format!("try {n}"), "error: no such file").1;
    }
    let last = last.unwrap();
    assert_eq!((last.verdict, last.state), (VerdictAction::Warn, BreakerState::Open));
    assert!(last.context.unwrap().starts_with("CIRCUIT BREAKER TRIPPED."));
}
