//! `docs/detectors.md`: every rule, from the engine's list and the settings table.

use fusebox_config::{Setting, SettingValue, settings};
use fusebox_engine::{Policy, Rule};

const HEAD: &str = "\
# Rules

<!-- Generated from the list of rules: change crates/engine/src/rule.rs, not this page. -->

Every rule sees every event. The verdict is the worst of what they find; its reason names the rule
that stands first on this page, and lists the others.

## What progress is

What counts is the call (tool and arguments), its result (with times, numbers of lines, addresses and
the like masked), and whether the workspace changed in between. Arguments alone never trip. Progress is
the same call answering differently, or the content of the workspace changing.

These never count: going through pages, edits of many files, rounds of build, test and commit, the same
command after each edit, the same query with an answer that changes. A search that finds nothing, or a
`test` that does not hold, is an answer and no failure, whatever its status says. A call that was refused
counts by the reason of the refusal.

A call that waits by what it is has three times the number: `sleep`, `--watch`, a query of a state (`gh run
view`), a tool that asks for what a terminal or a background task has printed by now, and any call that is asked
again with nothing but waiting in between. Asked 45 s or more after its twin it is left alone, and after 60 equal
answers a person gets one notice. A query of a state that is asked less than 5 s after its twin is named at twice the
number, and refused like the others. How long any other call takes, or how far it lies from its twin, stretches
nothing.
";

const LADDER: &str = "\
## The ladder

A rule of repetition with the number N speaks before it acts:

| when | what happens | breaker |
|---|---|---|
| the Nth result | the agent is told what it repeats, once | half-open |
| from N+3 on | that call is refused | half-open |
| the second refusal of the same loop | the breaker opens: every call but reports, `status` and `justify` is refused | open |

Half-open lasts while the agent is in the loop: what is refused after other calls, and words about something else than calls, leave the
breaker closed.

Where no single call can be named, a rule trips at N+6 instead; rules that say so below refuse the tool.

Checks that pass, looks that fail at one thing after another, and searches that find nothing for different questions are named at N,
and refused or tripped from the 20th on.

Nothing happens before the number that a nudge has announced: a loop that would be refused earlier, because it is no search or survey any
more, is announced again, with the next number. Where nothing will be refused, no number is said.

An agent that leaves a loop and falls back into it may make its call once more; with the old result the next one is refused. A person's
prompt starts the
counts again, but not the memory of what was named. After a trip a person's prompt is guidance: the
breaker goes half-open, and the same loop trips sooner.
";

const TUNING: &str = "\
## When a rule is wrong

- `fusebox dismiss INCIDENT --wrong` closes the breaker and prints the setting that would have kept the
  rule silent.
- A higher number in `.fusebox.toml` or in your own file; `\"unlimited\"` turns a rule off.
- `repetition.ignore = [\"mcp:jira/*\"]` leaves tools out of the rules of repetition.
- `mode = \"observe\"` writes down what would have been done and refuses nothing; so does
  `fusebox install claude --observe`.
";

/// The whole page.
pub(crate) fn page() -> String {
    let mut page = format!("{HEAD}\n{LADDER}");
    let of = |section: &str| {
        let rules = Rule::ALL.iter().filter(|rule| rule.name().starts_with(section));
        rules.map(|rule| one(*rule)).collect::<String>()
    };
    for (title, section, text) in [
        ("Always on", "guard.", ""),
        ("", "breaker.", ""),
        ("Attempts", "attempts.", ATTEMPTS),
        ("Scope", "scope.", SCOPE),
        ("Budgets", "limits.", BUDGETS),
        ("Sessions that nobody attends", "unattended.", UNATTENDED),
        ("Spending caps", "spend.", SPEND),
        ("Services and tools", "service.", SERVICES),
        ("Repetition", "repetition.", ""),
        ("Loops", "stagnation.", LOOPS),
        ("Guided tasks", "guided.", ""),
        ("A second opinion", "judge.", ""),
        ("What was learned", "learning.", ""),
    ] {
        if !title.is_empty() {
            page.push_str(&format!("\n## {title}\n"));
        }
        page.push_str(text);
        page.push_str(&of(section));
    }
    page.push_str(&format!("\n{TUNING}"));
    page
}

const ATTEMPTS: &str = "
What an attempt is, and what a person can do after a trip, says [tasks.md](tasks.md).
";

const SCOPE: &str = "
The scope of a task is on where its files are named; [tasks.md](tasks.md) says how.
";

const BUDGETS: &str = "
A budget of N admits N units and refuses the next. The agent is told once at `limits.warn_at` of it.
Counts are per task since a person's last prompt. They are off in preset `default`.
";

const SERVICES: &str = "
They are shared by every session on this machine, and refuse calls of one tool or one service; the agent
goes on with the others and is not stopped. What counts as a failure says
[breaker.md](breaker.md#tools-seen-through-hooks).
";

const UNATTENDED: &str = "
They hold in hook sessions to which only machines gave prompts: headless ones, and those that a program drives. `fusebox run` and `loop`
have budgets of their own. Half of a limit is a notice for people.
";

const SPEND: &str = "
A cap is one sum for all agents that it concerns, see [Spend](spend.md#caps). The agent that first finds it spent is stopped with an
incident; every other one is refused its calls, by the same incident, until a person allows more or the window ends.
";

const LOOPS: &str = "
They judge the iterations of a loop that starts an agent again and again; a loop is a task. An iteration
is measured from outside, against a snapshot taken at its start; what the agent says of itself is
written down and counts for nothing. Progress is a changed file, a commit, or more tests passing than
ever before in the loop. Where nobody could look, an iteration is neither progress nor none.

| state | means | left by |
|---|---|---|
| closed | it gets on | standing still: half-open; a rule that opens at once: open |
| half-open, watching | it stands still | progress: closed; one more idle iteration: open |
| open | no iteration follows | a person's answer, or the end of `stagnation.recovery`: half-open |
| half-open, probing | one iteration decides | progress: closed; none: open |

A person's answer starts everything anew that is counted in a row; a cooldown does not. Totals and the
list of incidents stay. An iteration that only ran out of time and changed something did not fail; any
other end than success is an error, with its own text.
";

fn one(rule: Rule) -> String {
    let mut text = format!("\n### `{}`\n\n{}\n", rule.name(), rule.description());
    if let Some(setting) = settings::find(rule.name()) {
        text.push_str(&format!("\nDefault: {}.{}\n", default(setting), presets(setting)));
    }
    text
}

fn default(setting: &Setting) -> String {
    match setting.read(&Policy::default()) {
        Some(SettingValue::Limit(limit)) if limit.get().is_none() => "off".to_owned(),
        Some(value) => format!("`{} = {}`", setting.name(), setting.kind.to_toml(&value)),
        None => "off in this version".to_owned(),
    }
}

/// What the presets of this version say of it: ` Preset `budget`: `200`, for `pm` `50`.`
fn presets(setting: &Setting) -> String {
    let mut text = String::new();
    for preset in fusebox_config::PRESETS.iter().skip(1) {
        let values: Vec<String> = preset
            .values()
            .iter()
            .filter(|value| value.key == setting.key && value.value != "\"unlimited\"")
            .map(|value| match &value.role {
                Some(role) => format!("for `{role}` `{}`", value.value),
                None => format!("`{}`", value.value),
            })
            .collect();
        if !values.is_empty() {
            text.push_str(&format!(" Preset `{}`: {}.", preset.name, values.join(", ")));
        }
    }
    text
}
