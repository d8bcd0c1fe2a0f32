//! Rows R4–R9 and R14–R18 through `decide`: each fires, and is silent one step earlier.

use fusebox_engine::{
    BreakerState, FindingLevel, Limit, Policy, RepetitionLimits, Rule, Verdict, VerdictAction,
};
use serde_json::json;

use crate::story::{Story, rules};

/// A policy under which one rule of repetition alone speaks, and the advice about tries.
fn policy_of(set: impl FnOnce(&mut RepetitionLimits)) -> Policy {
    let usual = RepetitionLimits::default();
    let mut repetition = RepetitionLimits {
        failure_run_errors: usual.failure_run_errors,
        tripped_subagents: usual.tripped_subagents,
        ..RepetitionLimits::off()
    };
    set(&mut repetition);
    Policy { repetition, ..Policy::default() }
}

/// A story under such a policy.
pub(crate) fn only(set: impl FnOnce(&mut RepetitionLimits)) -> Story {
    Story::new(policy_of(set))
}

/// The same without the advice.
fn without_advice(set: impl FnOnce(&mut RepetitionLimits)) -> Story {
    let mut policy = policy_of(set);
    policy.attempts.advice = Limit::UNLIMITED;
    Story::new(policy)
}

/// What is heard of `n` calls of which nobody minds any.
pub(crate) fn silent(n: usize) -> String {
    ".".repeat(n)
}

/// At which of the calls something was said first, and at which one was refused first.
fn named_and_refused(said: &str) -> (Option<usize>, Option<usize>) {
    let number = |signs: &[char]| said.find(signs).map(|at| at + 1);
    (number(&['w', 'd', 'T', 'S']), number(&['d', 'T']))
}

#[test]
fn r04_one_tool_with_one_error_is_named_at_4_and_the_tool_refused_from_7() {
    let mut story = only(|it| it.same_tool_error = Limit::at(4));
    let said = story.hear(8, |story, n| story.fails(&format!("mvn -pl {n}"), "cannot resolve x:y"));
    assert_eq!((named_and_refused(&said), said.ends_with('T')), ((Some(4), Some(7)), true));
}

#[test]
fn r04_a_program_that_warns_of_an_error_and_goes_on_has_not_failed() {
    let hear = |last: fn(&str) -> String| {
        Story::new(Policy::default()).hear(12, |story, n| {
            let name = "x".repeat(n + 1);
            let output = format!("ERROR: lock held, trying again\n{}", last(&name));
            story.bash(&format!("./load {name}.csv"), &output)
        })
    };
    assert_eq!(hear(|name| format!("loaded {name}.csv: 40 rows")), silent(12));
    assert_eq!(hear(|_| "all rows loaded".to_owned()), silent(12));
    assert_eq!(&hear(|_| "Execution halted".to_owned())[..4], "...w");
    assert_eq!(&hear(|_| "see https://acme.org/locks-explained".to_owned())[..4], "...w");
}

#[test]
fn r04_another_error_or_an_act_that_goes_well_starts_again_and_a_look_does_not() {
    let between = |line: fn(usize) -> String, output: fn(usize) -> String| {
        without_advice(|it| it.same_tool_error = Limit::at(4)).hear(20, |story, n| match n % 4 {
            3 => story.bash(&line(n), &output(n)),
            _ => story.fails(&format!("mvn -pl {n}"), "cannot resolve x:y"),
        })
    };
    assert_eq!(between(|n| format!("./start {n}"), |n| format!("began {n}")), silent(20));
    let said = between(|n| format!("ls {n}"), |n| format!("{n}"));
    assert_eq!((named_and_refused(&said)), (Some(6), None), "the fifth failure: {said}");
    let said = without_advice(|it| it.same_tool_error = Limit::at(4)).hear(20, |story, n| {
        let error = format!("error: module number {} is missing", n * 7);
        story.fails(&format!("mvn -pl {n}"), &error)
    });
    assert_eq!(said, silent(20));
}

#[test]
fn r05_the_same_error_across_tools_is_named_at_6_and_trips_at_12() {
    let mut story = only(|it| it.same_error = Limit::at(6));
    let said = story.hear(13, |story, n| {
        let input = json!({"command": format!("x {n}"), "path": n});
        let result = json!({"ok": false, "output": "Error: connection refused"});
        story.call(["bash", "read", "web", "search"][n % 4], input, result)
    });
    assert_eq!(named_and_refused(&said), (Some(6), Some(13)), "{said}");
    assert_eq!(story.opened()[0], Rule::SameErrorAcross);
}

#[test]
fn r06_one_output_for_other_questions_is_named_at_5() {
    let story = || only(|it| it.same_output = Limit::at(5));
    let said = story().hear(8, |story, n| story.bash(&format!("find . -maxdepth {n}"), "./a/b.rs"));
    assert_eq!(named_and_refused(&said), (Some(5), Some(8)));
    let said = story().hear(20, |story, n| story.bash(&format!("touch {n}"), "ok"));
    assert_eq!(said, silent(20), "says nothing");
    let said = story().hear(20, |story, n| {
        let added = json!({"ok": true, "output": "Label added to issue"});
        story.call("mcp__tracker__label", json!({"issue": n}), added)
    });
    assert_eq!(said, silent(20), "so does what was done");
    let said = story().hear(12, |story, n| {
        let module = ('a'..='l').nth(n).unwrap();
        story.bash(&format!("pytest -q tests/{module}"), "..\n2 passed in 0.01s")
    });
    assert_eq!(said, silent(12), "and a test run that passes");
}

#[test]
fn r06_saying_goodbye_over_and_over_is_named() {
    let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    let said = only(|it| it.same_output = Limit::at(5)).hear(8, |story, n| {
        let text = format!("Goodbye for the time number {}.", numbers[n]);
        story.bash(&format!("echo \"{text}\""), &text)
    });
    assert_eq!(named_and_refused(&said), (Some(5), Some(8)));
}

fn says(story: &mut Story, text: &str) -> Verdict {
    story.send(json!({"type": "message", "text": text}))
}

const NAMED: (Rule, FindingLevel) = (Rule::SameMessage, FindingLevel::Warning);

#[test]
fn r07_the_same_message_is_named_at_3_and_trips_from_9_once_that_was_heard() {
    let mut story = only(|it| it.same_message = Limit::at(3));
    story.bash("git status", "clean");
    for n in 1..=12 {
        let expected = if n == 3 { vec![NAMED] } else { vec![] };
        assert_eq!(rules(&says(&mut story, "Let me fetch the merge ref:")), expected, "{n}");
    }
    assert!(story.bash("git status", "clean").asked.context.is_some(), "the words of the nudge");
    let trips = [(Rule::SameMessage, FindingLevel::Trip)];
    assert_eq!(rules(&says(&mut story, "Let me fetch the merge ref:")), trips);
}

#[test]
fn r07_the_same_words_while_something_new_comes_are_no_loop() {
    let mut story = only(|it| it.same_message = Limit::at(3));
    for page in 0..12 {
        assert_eq!(rules(&says(&mut story, "We need to scroll on to find it.")), []);
        story.bash("scroll_down", &format!("page {page} of the file"));
    }
}

#[test]
fn r07_the_words_reach_the_agent_with_its_next_call() {
    let mut story = only(|it| it.same_message = Limit::at(3));
    for _ in 0..3 {
        says(&mut story, "Let me fetch the merge ref:");
    }
    let told = story.bash("git fetch", "done").asked.context.unwrap();
    assert!(told.contains("The same message was written 3 times"), "{told}");
    assert_eq!(story.bash("git log", "x").heard(), '.', "once");
}

#[test]
fn r07_a_chant_inside_a_message_is_named_also_when_it_comes_in_parts() {
    let mut story = only(|it| it.same_message = Limit::at(3));
    let sentence = "I will now check the status of the build. ";
    for (part, expected) in [
        (sentence, vec![]),
        (&sentence[..20], vec![]),
        (&sentence[20..], vec![]),
        (sentence, vec![NAMED]),
    ] {
        let event = json!({"type": "message", "text": part, "part": true});
        assert_eq!(rules(&story.send(event)), expected);
    }
    assert_eq!(says(&mut story, "Something else entirely.").findings, []);
}

#[test]
fn r07_the_same_words_about_one_case_after_the_other_are_no_chant() {
    let mut story = only(|it| it.same_message = Limit::at(3));
    let weighed: String =
        (1..9).map(|n| format!("Case {n}:\n`check(value)` -> returns None.\n")).collect();
    assert_eq!(rules(&says(&mut story, &weighed)), []);
    let chant = "Is it this case?\n`check(value)` -> returns None.\n";
    assert_eq!(rules(&says(&mut story, &chant.repeat(2))), [], "twice is not three times");
    assert_eq!(rules(&says(&mut story, &chant.repeat(3))), [NAMED]);
}

#[test]
fn r04_r16_searches_that_find_nothing_have_an_answer() {
    let fails = |n: usize, command: &dyn Fn(usize) -> String, output: &str| {
        Story::new(Policy::default()).hear(n, |story, n| story.fails(&command(n), output))
    };
    let searches = fails(20, &|n| format!("grep -rn name{n} src"), "Exit code 1");
    assert_eq!(searches, ".......w...........w", "the twentieth in a row opens the breaker");
    let probe = |n: usize| format!("./probe --port {}", "1".repeat(n + 1));
    assert_eq!(fails(4, &probe, "Exit code 1"), "...w", "what fails in silence fails the same way");
    let letter = |n: usize| ["a", "b", "c", "d"][n];
    let missing = "Exit code 2\ngrep: src: No such file or directory";
    let said = fails(4, &|n| format!("grep {} src", letter(n)), missing);
    assert_eq!(said, "...w", "this search does not work");
    let said = Story::new(Policy::default()).hear(4, |story, n| {
        let overloaded = json!({"ok": false, "output": "Service overloaded"});
        story.call("search", json!({"pattern": letter(n)}), overloaded)
    });
    assert_eq!(said, "...w", "nor does one that says why it failed");
}

#[test]
fn r08_edits_that_change_nothing_are_named_at_4_and_trip_at_10() {
    let mut story = only(|it| it.empty_edits = Limit::at(4));
    let said = story.hear(12, |story, n| {
        let files = json!([{"path": "a.rs", "content": "fn a() {}"}]);
        let result = json!({"ok": true, "output": format!("edit {n}"), "files_changed": files});
        story.call("edit", json!({"file_path": "a.rs", "note": n}), result)
    });
    // The first one did change the file.
    assert_eq!(named_and_refused(&said), (Some(1 + 4), Some(1 + 11)), "{said}");
    assert_eq!(story.opened()[0], Rule::EmptyEdits);
}

#[test]
fn r08_a_workspace_that_comes_back_is_named_at_the_third_return() {
    let said = only(|it| it.reverted_workspace = Limit::at(3)).hear(5, |story, n| {
        let content = ["A", "B"][n % 2];
        let files = json!([{"path": "a.rs", "content": content}]);
        let result = json!({"ok": true, "output": "", "files_changed": files});
        story.call("write", json!({"file_path": "a.rs", "content": content}), result)
    });
    assert_eq!(said, "....w");
}

#[test]
fn r09_forced_continuations_and_depth_are_named_at_5() {
    let rule = |level| vec![(Rule::StopContinuations, level)];
    let mut story = only(|it| it.stop_continuations = Limit::at(5));
    for n in 1..=11 {
        let expected = match n {
            5 => rule(FindingLevel::Warning),
            11 => rule(FindingLevel::Trip),
            _ => vec![],
        };
        let stop = json!({"type": "stop_blocked", "text": "x"});
        assert_eq!(rules(&story.send(stop)), expected, "{n}");
    }
    let mut story = only(|it| it.subagent_depth = Limit::at(5));
    for (depth, expected) in [(4, vec![]), (5, vec![(Rule::SubagentDepth, FindingLevel::Warning)])]
    {
        let event = json!({"type": "subagent", "agent": format!("a{depth}"), "parent": "main",
            "depth": depth});
        assert_eq!(rules(&story.send(event)), expected);
    }
}

#[test]
fn r14_early_signs_are_notices_for_people_that_the_agent_hears_once() {
    let mut story = only(|it| {
        it.edits_without_check = Limit::at(10);
        it.same_search = Limit::at(5);
        it.growing_edits = Limit::at(5);
    });
    let edits =
        "Fusebox: 10 edits without a check: `write a.rs`. Run a check before the next edit.";
    let search = "Fusebox: 5 times the same search: `search fn main`. Searching again finds nothing \
                  else: say what is missing, or ask.";
    let grows = "Fusebox: 5 edits of one file in a row, each larger than the one before: `edit b.rs`. \
                 Make the smallest change that shows what is wrong.";
    let check = |told: &Verdict, due: Option<(Rule, &str)>, hears: bool, n: usize| {
        let expected = Vec::from_iter(due.map(|(rule, _)| (rule, FindingLevel::Notice)));
        assert_eq!(rules(told), expected, "{n}");
        assert_eq!(told.context.as_deref(), due.filter(|_| hears).map(|(_, words)| words), "{n}");
        assert!(told.verdict <= VerdictAction::Warn, "{n}");
    };
    for hears in [true, false] {
        for n in 1..=11 {
            let told = story.edit("a.rs", &format!("version {hears} {n}")).answer();
            check(&told, (n == 10).then_some((Rule::EditsWithoutCheck, edits)), hears, n);
        }
        story.bash(&format!("cat a.rs {hears}"), "text");
    }
    for n in 1..=6 {
        let result = json!({"ok": true, "output": format!("match {n}")});
        let told = story.call("search", json!({"pattern": "fn main"}), result).answer();
        check(&told, (n == 5).then_some((Rule::SameSearch, search)), true, n);
    }
    let grow = |story: &mut Story, file: &str, bytes: usize| {
        let input = json!({"file_path": file, "old_string": "x", "new_string": "y".repeat(bytes)});
        let result = json!({"ok": true, "output": "", "files_changed": [file]});
        story.call("edit", input, result).asked
    };
    for n in 1..=6 {
        let told = grow(&mut story, "b.rs", n * 10);
        check(&told, (n == 5).then_some((Rule::GrowingEdits, grows)), true, n);
        story.bash(&format!("cat b.rs {n}"), &format!("text {n}"));
    }
    // An edit that is no larger, another file, or a check that passes begins the count anew.
    for between in ["smaller", "other", "check"] {
        for n in 1..=4 {
            check(&grow(&mut story, "b.rs", n * 10), None, true, n);
        }
        match between {
            "smaller" => check(&grow(&mut story, "b.rs", 40), None, true, 5),
            "other" => check(&grow(&mut story, "c.rs", 45), None, true, 5),
            _ => drop(story.bash("cargo test", "test result: ok. 3 passed; 0 failed")),
        }
        check(&grow(&mut story, "b.rs", 50), None, true, 6);
        grow(&mut story, "b.rs", 100);
    }
}

#[test]
fn r15_nothing_new_is_named_at_6_and_trips_at_12_whatever_the_period() {
    for period in [3, 5, 9] {
        let said = only(|it| it.nothing_new = Limit::at(6)).hear(60, |story, n| {
            let step = n % period;
            story.bash(&format!("cat {step}"), &format!("text {step}"))
        });
        let opened = (period + 12).max(2 * period + 6);
        assert_eq!(named_and_refused(&said), (Some(period + 6), Some(opened + 1)), "{period}");
    }
}

#[test]
fn r15_parallel_reads_are_one_step_and_a_second_pass_never_trips() {
    let mut story = only(|it| it.nothing_new = Limit::at(6));
    let mut pass =
        || story.hear(30, |story, n| story.bash(&format!("cat {n}"), &format!("text {n}")));
    assert_eq!(pass(), silent(30));
    let second = pass();
    assert!(!second.contains(['d', 'T', 'S']), "{second}");
    let mut story = only(|it| it.nothing_new = Limit::at(6));
    for round in 0..5 {
        for n in 0..8 {
            story.send(json!({"type": "tool_request", "call": format!("{round}-{n}"), "round":
                format!("r{round}"), "tool": "read", "input": {"path": n}}));
        }
        for n in 0..8 {
            let output = json!({"output": format!("text {n}")});
            assert_eq!(story.result(&format!("{round}-{n}"), output).context, None, "{round}");
        }
    }
}

#[test]
fn r16_failures_in_a_row_with_few_errors_are_named_at_8_and_trip_at_14() {
    let errors = ["error: no such file", "error: permission denied", "error: not found"];
    let mut story =
        only(|it| (it.failure_run, it.failure_run_errors) = (Limit::at(8), Limit::at(3)));
    let said = story.hear(15, |story, n| story.fails(&format!("try {n}"), errors[n % 3]));
    assert_eq!(named_and_refused(&said), (Some(8), Some(15)), "{said}");
}

#[test]
fn r16_many_different_errors_are_a_search() {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let said = only(|it| it.failure_run = Limit::at(8)).hear(10, |story, n| {
        let word = words[n];
        story.fails(&format!("try {word}"), &format!("error: {} is missing", words[9 - n]))
    });
    assert_eq!(said, silent(10));
}

#[test]
fn r17_calls_that_differ_only_in_numbers_are_named_at_6_and_refused_from_9() {
    let story = || only(|it| it.drift = Limit::at(6));
    let said = story().hear(10, |story, n| {
        let command = format!("grep -A{} x pom.xml | head -{}", 1_000 + 50 * n, 2_000 + 50 * n);
        story.bash(&command, "<project>")
    });
    assert_eq!(named_and_refused(&said), (Some(6), Some(9)), "{said}");
    let said = story()
        .hear(20, |story, n| story.bash(&format!("sed -n {n}p big.txt"), &format!("text {n}")));
    assert_eq!(said, silent(20), "a page that differs is no drift");
}

#[test]
fn r18_compactions_with_nothing_new_are_named_at_3() {
    let mut story = only(|it| it.idle_compactions = Limit::at(3));
    let named = vec![(Rule::IdleCompactions, FindingLevel::Warning)];
    for (file, expected) in [("a", vec![]), ("a", vec![]), ("", named), ("b", vec![])] {
        if !file.is_empty() {
            story.bash(&format!("cat {file}"), file);
        }
        assert_eq!(rules(&story.send(json!({"type": "compaction"}))), expected, "{file}");
    }
}

#[test]
fn s0_a_trip_on_a_result_opens_the_breaker_and_tells_the_agent() {
    let mut story = only(|it| it.failure_run = Limit::at(8));
    story.hear(13, |story, n| story.fails(&format!("try {n}"), "error: no such file"));
    let last = story.fails("try 13", "error: no such file").answer();
    assert_eq!((last.verdict, last.state), (VerdictAction::Warn, BreakerState::Open));
    assert!(last.context.unwrap().starts_with("CIRCUIT BREAKER TRIPPED."));
}

#[test]
fn r06_other_targets_with_equal_answers_are_progress() {
    for (command, output) in [
        ("psql -d tenant_{} -f up.sql", "ALTER TABLE\nCREATE INDEX"),
        ("cd infra/m{} && terraform plan", "No changes. Your infrastructure matches."),
        ("ssh web{} uname -r", "6.8.0-generic"),
        ("sed -n {}1,{}9p run.log", "tick\ntick\ntick"),
    ] {
        let mut story = Story::new(Policy::default());
        let of = |n: usize| command.replace("{}", &(n + 1).to_string());
        assert_eq!(story.hear(20, |story, n| story.bash(&of(n), output)), silent(20), "{command}");
    }
}

#[test]
fn r06_one_target_however_it_is_asked_for_is_named_at_5_and_refused_from_8() {
    let looks = [
        "cat src/f.rs",
        "head -20 src/f.rs",
        "cat ./src/f.rs | head -30",
        "sed -n 1,40p src/f.rs",
        "head -n 21 src/f.rs",
        "less src/f.rs",
        "cat src/f.rs | head -22",
        "head -23 src/f.rs",
    ];
    let mut story = only(|it| it.same_output = Limit::at(5));
    let said = story.hear(8, |story, n| story.bash(looks[n], "fn main() {}\nfn other() {}"));
    assert_eq!(said, "....w..d");
}

#[test]
fn r19_a_missing_program_is_named_at_3_and_refused_from_5_whatever_is_edited() {
    let mut story = only(|it| it.missing_program = Limit::at(3));
    let said = story.hear(6, |story, n| {
        story.edit("pom.xml", &format!("<v{n}/>"));
        story.fails(&format!("mvn -q test -Dn={n}"), "bash: mvn: command not found")
    });
    assert_eq!(said, "..w.dT");
    let mut story = only(|it| it.missing_program = Limit::at(3));
    let said = story.hear(12, |story, n| match n % 3 {
        2 => story.bash("apt-get install -y maven", "done"),
        _ => story.fails("mvn test", "bash: mvn: command not found"),
    });
    assert_eq!(said, silent(12), "something is installed in between");
}

#[test]
fn r20_a_barren_window_is_named_at_8_and_trips_at_10() {
    let mut story = only(|it| it.barren_window = Limit::at(8));
    let calls = ["a", "b", "c"];
    let said = story.hear(16, |story, n| story.bash(calls[n % 3], calls[n % 3]));
    assert_eq!(said, "............w.wd", "the first six were new or a second look");
    let mut story = only(|it| it.barren_window = Limit::at(8));
    let said =
        story.hear(20, |story, n| story.bash(&format!("ssh h{n} systemctl restart web"), ""));
    assert_eq!(said, silent(20), "commands that act in silence");
}

#[test]
fn r08_the_same_edit_is_named_at_4_and_refused_from_7() {
    let mut story = only(|it| it.same_edit = Limit::at(4));
    let said = story.hear(7, |story, _| story.edit("notes.md", "one more line"));
    assert_eq!(said, "...w..d");
}

#[test]
fn r04_after_five_rejected_edits_the_next_is_refused_once_until_a_look() {
    let mut story = only(|it| it.rejected_edits = Limit::at(4));
    let reject = |story: &mut Story, n: usize| {
        let input = json!({"file_path": "a.rs", "old_string": format!("x{n}"), "new_string": "y"});
        let output = format!("String to replace not found: x{n}");
        story.call("edit", input, json!({"ok": false, "output": output}))
    };
    let said = story.hear(6, reject);
    assert_eq!(said, "...w.d");
    assert_eq!(reject(&mut story, 7).heard(), '.', "refused once");
}

#[test]
fn r10_how_long_a_call_took_stretches_nothing() {
    let slow = |gap: u64| {
        only(|it| it.same_call = Limit::at(4))
            .hear(7, |story, _| story.wait(gap).fails("cargo test", "boom"))
    };
    assert_eq!(slow(0), "...w..d");
    assert_eq!(slow(31_000), "...w..d");
    assert_eq!(slow(600_000), "...w..d");
}

#[test]
fn r10_a_poll_from_45_s_apart_is_left_alone_and_a_person_hears_at_60() {
    let mut story = Story::new(Policy::default());
    let notices: Vec<usize> = (0..64)
        .filter(|_| {
            let told = story.wait(60_000).bash("gh pr checks 7", "build pending").answered;
            told.is_some_and(|told| rules(&told).contains(&(Rule::LongWait, FindingLevel::Notice)))
        })
        .collect();
    assert_eq!(notices, [59]);
}

#[test]
fn r04_calls_that_the_client_rejects_trip_and_then_end_the_turn() {
    let mut story = Story::new(Policy::default());
    story.human();
    let ended: Vec<bool> = (0..20)
        .map(|n| {
            let input =
                json!({"file_path": "a.rs", "old_string": format!("x{n}"), "new_string": "y"});
            story.send(json!({
                "type": "tool_result", "call": format!("j{n}"), "ok": false,
                "output": "String to replace not found in file.",
                "request": {"call": format!("j{n}"), "tool": "edit", "input": input},
            }));
            story.send(json!({"type": "round_end"})).verdict == VerdictAction::Stop
        })
        .collect();
    let first = ended.iter().position(|ended| *ended);
    assert!(first.is_some_and(|first| first < 20), "{ended:?}");
}

#[test]
fn r02_r10_a_patch_that_names_no_files_in_its_result_is_a_change() {
    let mut story = Story::new(Policy::default());
    let said = story.hear(24, |story, n| match n % 2 {
        0 => {
            let patch =
                format!("*** Begin Patch\n*** Update File: a.rs\n@@\n-x{n}\n+y{n}\n*** End Patch");
            let output = "Success. Updated the following files:\nM a.rs\n";
            story.call("apply_patch", json!({"input": patch}), json!({"output": output}))
        }
        _ => story.bash("touch .rebuild && ./build", "built"),
    });
    assert_eq!(said, silent(24));
}

#[test]
fn r19_a_program_that_may_be_there_by_now_is_not_refused() {
    for repair in
        ["apt-get install -y maven", "export PATH=$PATH:/opt/maven/bin", "asdf global maven 3"]
    {
        let mut story = only(|it| it.missing_program = Limit::at(3));
        let miss = |story: &mut Story, n: usize| {
            story.fails(&format!("mvn -q test -Dn={n}"), "bash: mvn: command not found")
        };
        assert_eq!(story.hear(5, miss), "..w.d", "{repair}");
        story.bash(repair, "done");
        let said = story.hear(9, |story, n| story.bash("mvn -q test", &format!("{n} passed")));
        assert_eq!(said, silent(9), "{repair}: it runs");
    }
    let mut story = only(|it| it.missing_program = Limit::at(3));
    let said = story.hear(12, |story, n| match n % 2 {
        0 => story.bash("export PATH=$PATH:/opt/maven/bin", ""),
        _ => story.fails(&format!("mvn test -Dn={n}"), "bash: mvn: command not found"),
    });
    assert_eq!(said, ".....w...d.T", "what did not help once does not help again");
}

#[test]
fn r19_another_way_to_the_program_is_no_refused_one() {
    for way in ["/opt/maven/bin/mvn test", "PATH=/opt:$PATH mvn test", ". ~/.env && mvn test"] {
        let mut story = only(|it| it.missing_program = Limit::at(3));
        story.hear(4, |story, _| story.fails("mvn test", "bash: mvn: command not found"));
        let said = story.hear(4, |story, n| story.bash(way, &format!("{n} passed")));
        assert_eq!(said, silent(4), "{way}");
    }
    let mut story = only(|it| it.missing_program = Limit::at(3));
    let ways = ["mvn test", "sudo mvn test", "timeout 9 mvn test", "env A=1 mvn test", "mvn -v"];
    let said = story.hear(5, |story, n| story.fails(ways[n], "bash: mvn: command not found"));
    assert_eq!(said, "..w.d");
}

#[test]
fn r20_searches_without_a_match_trip_only_where_they_are_asked_again() {
    let search = |n: usize| {
        move |story: &mut Story, at: usize| {
            let pattern = json!({"pattern": format!("name_{}", ["a", "b", "c", "d", "e", "f"][at % n].repeat(1 + at / 6 * n / 6))});
            story.call("search", pattern, json!({"ok": true, "output": "No matches found"}))
        }
    };
    let mut story = only(|it| it.barren_window = Limit::at(8));
    assert_eq!(story.hear(18, search(6)), ".......w..........", "each asks something else");
    let mut story = only(|it| it.barren_window = Limit::at(8));
    assert_eq!(story.hear(11, search(3)), ".......w.wd", "the same three");
}

#[test]
fn r12_a_rule_nudges_before_it_refuses_although_another_loop_was_named() {
    let mut story = Story::new(Policy::default());
    story.hear(4, |story, _| story.bash("cat a.rs", "fn a() {}"));
    let said = story.hear(9, |story, n| {
        let input = json!({"path": format!("d{n}"), "mode": "x"});
        story.call("mcp:fs/put", input, json!({"ok": false, "output": "Error: quota exceeded"}))
    });
    let (named, refused) = named_and_refused(&said);
    assert!(refused.is_none_or(|refused| named.is_some_and(|named| named < refused)), "{said}");
}
