//! `fusebox loop` with agents that get on, and with agents that do not.

use std::fs;
use std::process::Child;

use serde_json::Value;

use crate::machine::{Machine, output_of};
use crate::transcript::CommandOutput;

/// A machine whose project is a git repository with one commit.
pub(crate) fn with_git(variables: &[(&'static str, &str)]) -> Machine {
    // A loop that opens is not tried again unless a test says so.
    let machine = Machine::with(&[&[("FUSEBOX_GUIDED_ENABLED", "false")], variables].concat());
    fs::remove_dir(machine.path(".git")).unwrap();
    fs::write(machine.path("code"), "one\n").unwrap();
    let script = "git init -q . && git config user.name A && git config user.email a@b.example \
        && git add code && git commit -q -m first";
    assert!(machine.world.command("sh").args(["-c", script]).status().unwrap().success());
    machine
}

/// Starts `fusebox loop --prompt … OPTIONS -- sh -c SCRIPT`; each iteration is a line of JSON.
pub(crate) fn start(machine: &Machine, options: &[&str], script: &str) -> Child {
    let mut command = machine.fusebox();
    fs::write(machine.path("../prompt"), "do the work").unwrap();
    command.args(["loop", "--json", "--prompt", "../prompt"]).args(options);
    command.args(["--", "sh", "-c", script]).spawn().unwrap()
}

/// The same, to its end.
pub(crate) fn run_loop(
    machine: &Machine,
    options: &[&str],
    script: &str,
) -> (CommandOutput, Vec<Value>) {
    let ran = output_of(start(machine, options, script));
    let turns = ran.lines();
    (ran, turns)
}

/// The same; it ends with this code after so many iterations.
#[track_caller]
pub(crate) fn loop_ends(
    machine: &Machine,
    expected: (i32, usize),
    options: &[&str],
    script: &str,
) -> (CommandOutput, Vec<Value>) {
    let (ran, turns) = run_loop(machine, options, script);
    assert_eq!((ran.code, turns.len()), expected, "{}", ran.err);
    (ran, turns)
}

/// What `fusebox loop status` says.
pub(crate) fn status(machine: &Machine) -> Value {
    machine.run_fusebox(&["loop", "status", "--json"]).json()
}

/// Runs the loop in a git repository: the exit code, the state after each iteration, and how the
/// reason of an open one begins.
fn check(options: &[&str], script: &str, code: i32, states: &[&str], reason: &str) -> Vec<Value> {
    let machine = with_git(&[]);
    let (ran, turns) = run_loop(&machine, options, script);
    let found: Vec<&str> = turns.iter().filter_map(|turn| turn["state"].as_str()).collect();
    assert_eq!((ran.code, found.as_slice()), (code, states), "{}", ran.err);
    let told = ran.err.lines().find_map(|line| line.strip_prefix("circuit_open: "));
    if reason.is_empty() {
        assert_eq!(told, None);
    } else {
        assert!(told.unwrap_or_default().starts_with(reason), "{}", ran.err);
        let path = ran.err.lines().find_map(|line| line.strip_prefix("report: ")).unwrap();
        let report = fs::read_to_string(path).unwrap();
        assert!(report.starts_with("## Circuit Breaker Tripped"), "{report}");
        assert_eq!(machine.queued("escalate"), 1);
        assert_eq!(machine.record()["circuit_breaker_triggered"], true);
    }
    turns
}

const CLOSED: &str = "closed";
const HALF: &str = "half_open";
const OPEN: &str = "open";

#[test]
fn l01_an_agent_that_changes_nothing_is_watched_and_then_stopped() {
    let reason = "4 iterations in a row without progress: no file changed, no commit.";
    check(&[], "echo thinking", 3, &[CLOSED, CLOSED, HALF, OPEN], reason);
    check(&["--max", "3"], "echo thinking", 4, &[CLOSED, CLOSED, HALF], "");
}

#[test]
fn l02_progress_closes_and_an_alternation_never_opens() {
    let script = "n=$(cat ../n 2>/dev/null || echo 0); n=$((n + 1)); echo $n > ../n
        case $n in 4|5|7|9) echo $n >> code;; esac; echo $n";
    let expected = [CLOSED, CLOSED, HALF, CLOSED, CLOSED, CLOSED, CLOSED, CLOSED, CLOSED, CLOSED];
    check(&["--max", "10"], script, 4, &expected, "");
}

#[test]
fn l03_the_same_error_in_other_words_opens_at_the_fifth_progress_or_not() {
    let script = "echo $$ >> code; echo \"$(date +%H:%M:%S) Error: connect to db failed after \
        ${#PWD}$(date +%N)ms at 0x7f$$ (src/main.rs:$(wc -l < code):9)\" >&2; exit 1";
    let reason = "Same error repeated 5 times: \"";
    check(&[], script, 3, &[CLOSED, CLOSED, CLOSED, CLOSED, OPEN], reason);
    check(&["--max", "4"], script, 4, &[CLOSED; 4], "");
    let mended = format!("[ $(wc -l < code) != 4 ] || {{ echo >> code; exit 0; }}; {script}");
    check(&["--max", "7"], &mended, 4, &[CLOSED; 7], "");
}

#[test]
fn l05_an_output_that_falls_is_watched_and_one_more_idle_iteration_opens() {
    let script = |later: &str| {
        format!(
            "n=$(cat ../n 2>/dev/null || echo 0); n=$((n + 1)); echo $n > ../n
            if [ $n -le 5 ]; then echo $n >> code; printf '%0100d' 0; else {later}; fi"
        )
    };
    let falls = script("printf '%069d' 0");
    let reason =
        "The output fell to 69 % of the usual, then 3 iterations in a row without progress: ";
    let opens = [CLOSED, CLOSED, CLOSED, CLOSED, CLOSED, CLOSED, HALF, OPEN];
    check(&[], &falls, 3, &opens, reason);
    check(&["--max", "7"], &falls, 4, &opens[..7], "");
    // A byte more is no fall: the loop is watched for what it does not change.
    let stays = script("printf '%070d' 0");
    check(&["--max", "8"], &stays, 4, &[&[CLOSED; 7][..], &[HALF]].concat(), "");
}

#[test]
fn l06_a_commit_a_new_file_and_a_staged_change_are_progress() {
    let commits = "git commit -q --allow-empty -m next";
    let turns = check(&["--max", "5"], commits, 4, &[CLOSED; 5], "");
    assert_eq!((&turns[0]["files_changed"], &turns[0]["commits"]), (&0.into(), &1.into()));
    let turns = check(&["--max", "5"], "touch new-$$", 4, &[CLOSED; 5], "");
    assert_eq!(turns[0]["files_changed"], 1);
    // The files stay the same; only the index differs.
    let stages = "if git diff --cached --quiet; then git add two; else git reset -q; fi";
    let machine = with_git(&[]);
    fs::write(machine.path("two"), "two\n").unwrap();
    let (_, turns) = loop_ends(&machine, (4, 5), &["--max", "5"], stages);
    assert_eq!(turns[4]["files_changed"], 1);
}

#[test]
fn l06_a_tree_that_was_dirty_before_and_stays_so_is_no_progress() {
    let machine = with_git(&[]);
    fs::write(machine.path("code"), "dirty\n").unwrap();
    fs::write(machine.path("untracked"), "new\n").unwrap();
    let (_, turns) = loop_ends(&machine, (3, 4), &[], "touch code untracked");
    assert_eq!(turns[0]["files_changed"], 0);
}

#[test]
fn l06_without_git_the_files_are_watched() {
    let machine = Machine::new();
    let (_, turns) = loop_ends(&machine, (4, 4), &["--max", "4"], "echo more >> notes");
    assert_eq!((&turns[3]["files_changed"], &turns[3]["commits"]), (&1.into(), &Value::Null));
    let machine = Machine::with(&[("FUSEBOX_GUIDED_ENABLED", "false")]);
    fs::write(machine.path("notes"), "one").unwrap();
    loop_ends(&machine, (3, 4), &[], "touch notes");
}

#[test]
fn more_tests_that_pass_are_progress() {
    let machine = with_git(&[]);
    let script = "n=$(cat ../n 2>/dev/null || echo 0); echo $((n + 1)) > ../n";
    let test = "n=$(cat ../n); [ $n -lt 4 ] || n=4; echo \"$n passed in 0.10s\"";
    let (ran, turns) = run_loop(&machine, &["--test", test], script);
    let found: Vec<u64> = turns.iter().filter_map(|it| it["tests_passing"].as_u64()).collect();
    assert_eq!(found, [1, 2, 3, 4, 4, 4, 4, 4], "{}", ran.err);
    assert_eq!(ran.code, 3);
}

#[test]
fn l07_a_claim_is_written_down_and_is_no_progress() {
    let reason = "4 iterations in a row without progress: no file changed, no commit. The agent \
        said 4 times that the work is done.";
    let script = "echo 'All work is done. All tests pass.'";
    let turns = check(&[], script, 3, &[CLOSED, CLOSED, HALF, OPEN], reason);
    assert_eq!(turns[0]["claims_complete"], true);
}

#[test]
fn l08_questions_are_held_three_times() {
    let script = "echo 'Should I use the old parser or the new one?'";
    let turns = check(&[], script, 3, &[CLOSED, CLOSED, CLOSED, OPEN], "Blocked on a human: ");
    assert_eq!(turns[0]["questions"], 1);
    check(&["--max", "3"], script, 4, &[CLOSED; 3], "");
}

#[test]
fn l09_denied_permissions_open_at_the_second_and_name_the_tools() {
    let denied = include_str!("../../../clients/src/claude/fixtures/stream/denied.jsonl");
    let machine = with_git(&[]);
    fs::write(machine.world.path("denied"), denied).unwrap();
    let (ran, turns) = loop_ends(&machine, (3, 2), &["--agent", "claude"], "cat ../denied");
    let reason = "circuit_open: Permission was denied in 2 iterations in a row: ";
    let told = ran.err.lines().find(|line| line.starts_with(reason)).unwrap();
    let tool = turns[0]["denied_tools"][0].as_str().unwrap();
    assert!(told.contains(tool), "{told}");
}

#[test]
fn l10_a_timeout_with_changes_is_productive_and_one_without_is_not() {
    let options = ["--timeout", "1s", "--grace", "1s", "--max", "2"];
    let turns = check(&options, "echo more >> code; sleep 60", 4, &[CLOSED; 2], "");
    assert_eq!(
        (&turns[0]["outcome"], &turns[0]["error"]),
        (&"timeout".into(), &"its time was up".into())
    );
    let machine = with_git(&[]);
    let (ran, _) = run_loop(&machine, &options, "echo more >> code; sleep 60");
    assert_eq!((ran.code, &status(&machine)["failures"]), (4, &0.into()));
    let machine = with_git(&[]);
    let (ran, _) = run_loop(&machine, &options, "sleep 60");
    assert_eq!((ran.code, &status(&machine)["failures"]), (4, &2.into()));
}

#[test]
fn l10_silence_a_code_and_an_error_of_the_api_are_failures_with_their_text() {
    let failure = |options: &[&str], script: &str| {
        let machine = with_git(&[]);
        fs::write(machine.world.path("overload"), OVERLOAD).unwrap();
        let (_, turns) = run_loop(&machine, &[options, &["--max", "1"]].concat(), script);
        assert_eq!(status(&machine)["failures"], 1);
        let errors = status(&machine)["error_counts"].clone();
        let errors: Vec<String> = errors.as_object().unwrap().keys().cloned().collect();
        (turns[0]["outcome"].clone(), errors.concat())
    };
    let silent = failure(&["--idle-timeout", "2s", "--grace", "1s"], "echo; sleep 60");
    assert_eq!(silent, ("idle".into(), "the agent did nothing for too long".to_owned()));
    let code = failure(&[], "echo 'working'; exit 7");
    assert_eq!(code, ("exit".into(), "the command ended with code 7".to_owned()));
    let own = failure(&[], "echo 'Error: no such table: users'; exit 7");
    assert_eq!(own, ("exit".into(), "Error: no such table: users".to_owned()));
    let api = failure(&["--agent", "claude"], "cat ../overload; exit 1");
    assert_eq!(api.0, "api_error");
    assert!(api.1.starts_with("API Error: 529"), "{api:?}");
}

const OVERLOAD: &str = include_str!("../../../clients/src/claude/fixtures/stream/overload.jsonl");

#[test]
fn a_prompt_of_the_loop_is_no_word_of_a_person() {
    let machine = with_git(&[("CLAUDE_CODE_ENTRYPOINT", "cli")]);
    let script = r#"
        say() { printf '{"session_id":"c%s","transcript_path":"none","cwd":"%s","hook_event_name":"%s"%s}' \
            "$$" "$PWD" "$1" "$2" | $HOOK claude; }
        say SessionStart ',"source":"startup"'
        say UserPromptSubmit ',"prompt":"do the work"'"#;
    loop_ends(&machine, (3, 4), &["--max", "6"], script);
}
