//! Commands whose client loses all of its hooks: no event comes any more, and the supervisor notices.

use serde_json::json;

use crate::hooked::{self, CLIENT};
use crate::machine::Machine;
use crate::transcript::has;

/// Shell functions that play Cline: `say HOOK FIELDS` runs the installed file of the event, where there is one.
const CLINE: &str = r#"
say() { local file="$HOME/.cline/hooks/$1.sh"; test -x "$file" || return 0
  printf '{"taskId":"c1","sessionContext":{"rootSessionId":"s1"},"workspaceRoots":["%s"],"agent_id":"a",'\
'"parent_agent_id":null,"hookName":"%s","iteration":1%s}' "$PWD" "$2" "$3" | "$file" > /dev/null; }
begin() { say PreToolUse tool_call ',"tool_call":{"id":"'$1'","name":"run_commands","input":{"commands":["x"]}}'; }
end() { say PostToolUse tool_result ',"tool_result":{"id":"'$1'","name":"run_commands",'\
'"input":{"commands":["x"]},"output":[{"query":"x","success":true,"result":"done"}]}'; }
begin t1; end t1
"#;
const HOOKS: &str = "$HOME/.cline/hooks";
const FILE: &str = ".cline/hooks/PreToolUse.sh";

fn machine() -> Machine {
    let machine = Machine::with(&[("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    let installed = machine.run_fusebox(&["install", "cline"]);
    assert_eq!(installed.code, 0, "{}", installed.err);
    machine
}

fn removes() -> String {
    format!("python3 -c \"import shutil, os; shutil.rmtree(os.path.expandvars('{HOOKS}'))\"")
}

#[test]
fn g01_a_client_that_lost_all_hooks_in_a_call_is_stopped_and_has_them_back() {
    let machine = machine();
    let before = machine.world.read(FILE);
    let script = format!("{CLINE}\nbegin t2; {}; end t2; sleep 60", removes());
    let ran = machine.run_expecting(3, &[], &script);
    assert!(ran.err.contains("PreToolUse.sh"), "{}", ran.err);
    assert_eq!(machine.world.read(FILE), before);
    has(&machine.record(), json!({"circuit_breaker_triggered": true, "session": "s1"}));
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn g01_hooks_that_the_last_call_took_away_are_back_at_the_end_of_the_run() {
    let machine = machine();
    let before = machine.world.read(FILE);
    let ran = machine.run_expecting(3, &[], &format!("{CLINE}\nbegin t2; {}", removes()));
    assert!(ran.err.contains("PreToolUse.sh"), "{}", ran.err);
    assert_eq!(machine.world.read(FILE), before);
}

#[test]
fn g02_hooks_that_stay_or_come_back_within_a_call_are_none_of_its_business() {
    for work in [
        "sleep 3",
        "touch $HOME/.cline/hooks/PreToolUse.sh; sleep 3",
        "echo > $HOME/.cline/hooks/TaskStart.sh; sleep 3",
        "mv $HOME/.cline/hooks x; mv x $HOME/.cline/hooks; sleep 3",
    ] {
        let machine = machine();
        machine.run_expecting(0, &[], &format!("{CLINE}\nbegin t2; {work}; end t2"));
        has(&machine.record(), json!({"circuit_breaker_triggered": false}));
    }
}

#[test]
fn g02_hooks_that_go_while_no_call_runs_are_a_persons_work() {
    let machine = machine();
    machine.run_expecting(0, &[], &format!("{CLINE}\n{}; sleep 4", removes()));
    has(&machine.record(), json!({"circuit_breaker_triggered": false}));
    assert!(!machine.world.path(FILE).exists());
}

/// Makes of the project a repository whose branch `bare` has none of the settings that `main` has.
const BRANCHES: &str = "git init -q -b main . 2> /dev/null; git config user.email a@b.c; git config user.name a
git checkout -q -B bare; git rm -rqf --cached . 2> /dev/null; git commit -qm bare --allow-empty
git checkout -q -B main; git add -f .; git commit -qm hooks; test $(git ls-files | grep -c hook\\|settings) -gt 0
";

/// The client goes on with the hooks of its start: what counts is what the call leaves behind.
#[test]
fn g05_a_call_that_works_on_a_branch_without_hooks_and_comes_back_goes_on() {
    let machine = hooked::machine(&[]);
    let installed = machine.run_fusebox(&["install", "claude", "--scope", "project"]);
    assert_eq!(installed.code, 0, "{}", installed.err);
    let call = r#"f=',"tool_name":"Bash","tool_input":{"command":"make"},"tool_use_id":"b1"'; say PreToolUse "$f""#;
    let ended = r#"say PostToolUse "$f"',"tool_response":{"stdout":"ok","stderr":""}'"#;
    let there = "git checkout -q bare && test ! -e .claude/settings.json && sleep 3";
    let script =
        format!("{BRANCHES}{CLIENT}\n{call}; {there}; git checkout -q main; {ended}; sleep 1");
    machine.run_expecting(0, &[], &script);
    has(&machine.record(), json!({"circuit_breaker_triggered": false}));
}

/// It looks for its hooks at every event: nothing would tell when the call ends, or what the agent does next.
#[test]
fn g01_a_branch_without_hooks_stops_a_client_that_reports_nothing_there() {
    let machine = Machine::with(&[("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    let installed = machine.run_fusebox(&["install", "cline", "--scope", "project"]);
    assert_eq!(installed.code, 0, "{}", installed.err);
    let client = CLINE.replace("$HOME/.cline", "$PWD/.cline");
    let script = format!("{BRANCHES}{client}\nbegin t2; git checkout -q bare; sleep 60");
    let ran = machine.run_expecting(3, &[], &script);
    assert!(ran.err.contains("PreToolUse.sh"), "{}", ran.err);
    assert!(machine.path(FILE).is_file());
}
