//! `docs/json.md`: what every command prints with `--json`, field by field.

mod json_parts;
mod json_setup;

pub(crate) use json_parts::FieldsOf;
use json_parts::FieldsOf::{Finding, Incident, Report, Scope, Verdict};
use json_parts::{SERVICE, SESSION, SPENT, TASK};

/// The output of one command.
pub(crate) struct JsonOutput {
    /// The command, as it is typed.
    pub(crate) command: &'static str,
    /// What it prints.
    pub(crate) prints: &'static str,
    /// Its fields. `[]` stands for each item of a list, `*` for a name that differs, and `**` for
    /// whatever is below.
    pub(crate) fields: &'static [(&'static str, &'static str)],
    /// Fields that hold what another part of the page explains.
    pub(crate) shared: &'static [(&'static str, FieldsOf)],
}

/// Every output, in the order of the help.
pub(crate) fn outputs() -> impl Iterator<Item = &'static JsonOutput> {
    OUTPUTS.iter().chain(json_setup::OUTPUTS)
}

const OUTPUTS: &[JsonOutput] = &[
    JsonOutput {
        command: "status",
        prints: "a list of sessions, open ones first; with a session's id that one alone, not in a list",
        fields: &[],
        shared: &[("[].now[]", Finding)],
    },
    JsonOutput {
        command: "incidents",
        prints: "a list of incidents, the latest first",
        fields: &[
            ("[].client", "the agent program, or null"),
            ("[].folder", "the folder that the session works in, or null"),
            ("[].cost_usd", "what its session cost, a string of US dollars; null without a record"),
            ("[].cost_after_usd", "the part that was spent after it"),
        ],
        shared: &[("[]", Incident)],
    },
    JsonOutput {
        command: "show",
        prints: "the report, and beside it the incident as `record`",
        fields: &[
            ("record.calls[].label", "one of the last calls, short and redacted; the latest last"),
            ("record.calls[].at", "when it was asked for, in milliseconds since 1970"),
            ("record.calls[].ok", "whether it did what was asked; null where it did not end"),
            (
                "record.calls[].gist",
                "its error or the last line of its output, short and redacted, or null",
            ),
            ("record.calls[].refused", "whether it was refused"),
        ],
        shared: &[("", Report), ("record", Incident)],
    },
    JsonOutput {
        command: "debug",
        prints: "the report of a task as it stands",
        fields: &[],
        shared: &[("", Report)],
    },
    JsonOutput {
        command: "log",
        prints: "one event a line, in order",
        fields: &[
            (
                "seq",
                "its place in the log of all sessions; what was spent before an event has that of the event",
            ),
            ("session", "the session"),
            ("agent", "the agent of the session"),
            ("task", "the task at that time"),
            ("id", "the event's id"),
            ("at_ms", "when, in milliseconds since 1970"),
            (
                "observation.**",
                "what the event means to this version of Fusebox; later versions may say it \
                differently. Digests are strings",
            ),
            ("verdict", "the answer; null where it was a plain `allow`"),
        ],
        shared: &[("verdict", Verdict)],
    },
    JsonOutput {
        command: "runs",
        prints: "a list of runs, the latest first",
        fields: &[
            ("[].run", "its id"),
            ("[].kind", "`run`, `loop` (one iteration) or `session` (with `--sessions`)"),
            ("[].task", "the task that it worked on; its own id where none was named"),
            ("[].role", "what the agent is for, or null"),
            (
                "[].agent",
                "how its output is read: `claude`, `codex`, `gemini`, `opencode` or `generic`",
            ),
            ("[].program", "the name of the program"),
            ("[].folder", "the folder that it worked in"),
            ("[].started_at", "when it began, in milliseconds since 1970"),
            ("[].ended_at", "when it ended; null while it runs"),
            (
                "[].watch.supervisor[]",
                "the pid of the process that keeps the time, and its start time in ticks since boot",
            ),
            (
                "[].watch.guard[]",
                "the same of the process that ends everything should that one die",
            ),
            ("[].session", "the session of the latest event, or null"),
            ("[].tool_calls", "calls that ran"),
            ("[].messages", "messages in the conversation"),
            (
                "[].estimated_context_tokens",
                "tokens in the conversation; a quarter of the bytes of output where the client does not say",
            ),
            ("[].qc_recommended", "a limit was neared: look twice at the work"),
            ("[].circuit_breaker_triggered", "a breaker opened"),
            ("[].qc_invoked", "its trip was analysed, or the work was verified"),
            ("[].duration_s", "whole seconds"),
            ("[].retry_count", "tripped runs of the task right before this one"),
            (
                "[].final_status",
                "`success`, `passed_after_trip` or `failure`; null while it runs, until an iteration is judged, and after a trip until that is handed over",
            ),
            ("[].failure_reason", "why it failed, or null"),
            ("[].exit_code", "the command's own exit code, or null"),
            ("[].signal", "the signal that ended the command, or null"),
            ("[].output_bytes", "bytes that it wrote to its standard output"),
            ("[].incident", "the incident that ended it, or null"),
            ("[].analysis", "what the analysis of its trip found, or null"),
            ("[].analysis.analyst", "who analysed"),
            (
                "[].analysis.root_cause",
                "`loop`, `confusion`, `wrong approach`, `environment` or `budget`",
            ),
            ("[].retry_of", "the tripped run whose analysis stands before its prompt, or null"),
            ("[].verification", "how the work was verified, or null"),
            ("[].verification.verifier", "`command`, `verifier` or `none`"),
            (
                "[].verification.outcome",
                "`passed`, `failed`, `timed_out`, `unreadable` or `missing`",
            ),
            ("[].verification.mandatory_because[]", "why it was mandatory"),
            ("[].verification.said", "what the verifier said, short and redacted, or null"),
            ("[].verification.needs_person", "the verifier asks that a person looks at the work"),
            ("[].verification.duration_s", "whole seconds"),
            (
                "[].cost_usd",
                "what its session cost by what hooks were told, a string of US dollars; null where they were told nothing",
            ),
            ("[].escalated", "the trip was handed to a person"),
            (
                "[].is_introduced",
                "its prompt begins with a person's answer to the trip before, and what was tried",
            ),
            ("[].loop_start", "of an iteration: the start of its loop"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "runs --stats",
        prints: "the statistics of the runs that have ended",
        fields: &[
            ("runs", "how many"),
            ("success", "that succeeded without a trip before"),
            ("passed_after_trip", "that succeeded after a trip"),
            ("failure", "that failed"),
            ("tripped", "in which a breaker opened"),
            ("retries", "that followed a trip of the same task"),
            ("retries_passed", "those of them that passed"),
            ("with_analysis.runs", "whose prompt began with the analysis of a trip"),
            ("with_analysis.passed", "those of them that passed"),
            ("without_analysis.runs", "all others"),
            ("without_analysis.passed", "those of them that passed"),
            ("verified.runs", "that were verified"),
            ("verified.passed", "those of them that passed"),
            ("tool_calls", "calls of all"),
            ("mean_tool_calls", "calls of one, to a tenth; null without a run"),
            ("most_tool_calls", "calls of the run that made most"),
            ("largest_context_tokens", "the largest context"),
            ("context_explosions", "runs with more than 150,000 tokens of context"),
            ("within_thresholds", "that neared no limit and did not trip"),
            ("median_duration_s", "whole seconds; null without a run"),
            ("total_duration_s", "whole seconds"),
            ("cost_usd", "what their sessions cost, a string of US dollars; null without a record"),
            ("cost_of_failures_usd", "the part of the runs that failed, or null"),
            ("failure_reasons.*", "how many failed for this reason"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "audit",
        prints: "what happened in a task, in order",
        fields: &[
            ("[].at_ms", "when, in milliseconds since 1970"),
            (
                "[].kind",
                "`run`, `session`, `prompt`, `calls`, `nudge`, `refusal`, `trip`, `analysis`, `answer`, `retry`, `report`, \
                 `person`, `checkpoint`, `verification` or `outcome`",
            ),
            ("[].text", "what happened, in a sentence"),
            ("[].run", "the run that it is about, or null"),
            ("[].incident", "the incident that it is about, or null"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "audit query",
        prints: "one object for each row; the names are those of the query",
        fields: &[("[].*", "a returned value")],
        shared: &[],
    },
    JsonOutput {
        command: "patterns list",
        prints: "a list of failures that tripped before; `patterns show` prints one of them",
        fields: &[
            ("[].id", "the beginning is enough to name it"),
            ("[].kind", "`missing_program`, `failing_test`, `error` or `repeated_call`"),
            ("[].signature", "what is missing, fails or is repeated, redacted"),
            ("[].folder", "the project"),
            ("[].rules[]", "the rules that it tripped"),
            ("[].occurrences", "how often it tripped"),
            ("[].incidents[]", "the trips, the newest last"),
            ("[].tasks[]", "the tasks that tripped over it"),
            ("[].last_at_ms", "when it tripped last, in milliseconds since 1970"),
            ("[].what_helped", "what sessions are told, or null"),
            ("[].advice[].incident", "the trip that it was given for"),
            ("[].advice[].by", "`person` or `retry`"),
            ("[].advice[].text", "the advice, redacted"),
            ("[].advice[].passed", "whether the next run passed; null until one has ended"),
            ("[].told", "sessions that were told and have ended"),
            ("[].prevented", "those of them that passed without a trip"),
            ("[].prevention_rate", "`prevented` of `told`; null before one has ended"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "verifiers list",
        prints: "a list of roles",
        fields: &[
            ("[].name", "the role"),
            ("[].file", "your file that replaces the built-in instructions, or null"),
            ("[].does", "the first line of the instructions"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "spend",
        prints: "the sums of the groups, and of all; and how much of subscriptions is used",
        fields: &[
            ("groups[].by.*", "the name of the group, by what `--by` names"),
            ("subscriptions[].client", "a client that tells how much of its subscription is used"),
            ("subscriptions[].window", "`five_hours` or `week`"),
            ("subscriptions[].used_percent", "how much of that window is used, in percent"),
            ("subscriptions[].ends", "when the window ends"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "spend compare",
        prints: "both sums of each day and model, of each day, of each model, and of all; US dollars as strings, below \
            zero where a credit or a smaller sum is",
        fields: &[
            ("*.day", "the day in UTC; null in a sum of all days"),
            ("*.model", "the model; null in a sum of all models"),
            ("*.bill_usd", "what the provider charged"),
            ("*.records_usd", "what the records add up to"),
            ("*.difference_usd", "the records without the bill"),
            ("has_models", "the export tells models apart; `models` is empty where it does not"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "calibrate",
        prints: "what was read, and the limits of all work and of each group",
        fields: &[
            ("stop_good", "the largest share of good runs that each configured limit stops"),
            ("needs", "the good runs that it takes"),
            ("watched", "sessions that Fusebox watched"),
            ("recorded", "sessions that clients recorded, and Fusebox did not watch"),
            ("outcomes.*", "runs by how they ended"),
            ("dismissed", "runs whose every trip was dismissed as wrong"),
            ("limits[]", "what the configuration limits"),
            (
                "groups[].kind",
                "who attends: `attended`, `unattended`, `run` or `loop`; null for all",
            ),
            ("groups[].client", "the client; null for all"),
            ("groups[].role", "the role; null for all, empty for none"),
            ("groups[].finished", "runs that have finished"),
            ("groups[].good", "the good ones"),
            (
                "groups[].limits[].measure",
                "`tool_calls`, `active_time` in milliseconds, `output_tokens`, or `cost` in millionths of a US dollar",
            ),
            ("groups[].limits[].limit", "the limit; null with too few good runs"),
            ("groups[].limits[].runs", "good runs of which the amount is known"),
            ("groups[].limits[].within", "those of them that stay within it"),
            ("groups[].limits[].others_stopped", "other finished runs that it would have stopped"),
            ("groups[].limits[].saved.tool_calls", "calls that those made after it"),
            ("groups[].limits[].saved.active_ms", "milliseconds inside turns after it"),
            ("groups[].limits[].saved.output_tokens", "tokens that the model wrote after it"),
            ("groups[].limits[].saved.cost_usd", "US dollars after it, as a string"),
            ("configuration", "the settings as TOML; empty with too few good runs"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "service list",
        prints: "a list of shared breakers; an order (`service open` …) prints the one that it was given",
        fields: &[],
        shared: &[],
    },
    JsonOutput {
        command: "rollback",
        prints: "what would change (`--dry-run`), or what was changed",
        fields: &[
            ("task", "the task"),
            ("repository", "the top folder of the repository"),
            ("to", "the ref of the state that it goes back to"),
            ("to_at_ms", "when that was kept, in milliseconds since 1970"),
            ("partial", "in what way it is partial, or null"),
            ("dry_run", "nothing was changed"),
            ("returning[]", "a file that comes back"),
            ("removed[]", "a file that goes"),
            ("changed[]", "a file that gets another content"),
            ("commits_leaving[].commit", "a commit that the branch leaves"),
            ("commits_leaving[].subject", "its first line"),
            ("repositories_left_alone[]", "a repository inside this one, which stays as it is"),
            ("branch", "the branch that was checked out then, or null"),
            ("head", "the commit that was checked out then, or null"),
            ("kept_as", "null where nothing was changed"),
            ("kept_as.attempt", "the number under which the state before is kept"),
            ("kept_as.ref", "its ref"),
            ("kept_as.commit", "its commit"),
            ("finished_a_killed_one", "an earlier rollback had been killed in the middle"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "attempts list",
        prints: "a list of the states that were kept",
        fields: &[
            ("[].task", "the task"),
            ("[].attempt", "its number"),
            ("[].ref", "its ref"),
            ("[].commit", "its commit"),
            ("[].at_s", "when it was kept, in seconds since 1970"),
            ("[].subject", "why it was kept"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "attempts diff",
        prints: "what an attempt changed",
        fields: &[
            ("task", "the task"),
            ("attempt", "its number"),
            ("diff", "as `git diff` prints it"),
            ("cut", "there is more than fits"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "attempts restore",
        prints: "what was taken back from an attempt",
        fields: &[
            ("task", "the task"),
            ("attempt", "its number"),
            ("changed[]", "a file that was changed"),
            (
                "kept_as",
                "the number under which the state before is kept; null where no file differs",
            ),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "checkpoint",
        prints: "the checkpoint of a task",
        fields: &[
            ("task", "the task"),
            ("checkpoint", "its ref"),
            ("at_ms", "when it was made, in milliseconds since 1970"),
            ("made", "it was made now"),
            ("partial", "in what way it is partial, or null"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "task show",
        prints: "a task with its attempts; `task list` prints a list of them",
        fields: &[],
        shared: &[("scope_violations[]", Scope)],
    },
    JsonOutput {
        command: "loop",
        prints: "one iteration a line, when it has ended",
        fields: &[
            ("iteration", "its number, over all starts of the loop"),
            ("since_reset", "its number since a person spoke last"),
            ("task", "the task"),
            ("run", "its run"),
            ("files_changed", "files that differ from its start; null where that is not known"),
            ("commits", "1 where HEAD moved; null without git"),
            ("tests_passing", "tests that pass; null where they are not counted"),
            ("output_len", "characters of output"),
            ("outcome", "`ok`, `timeout`, `idle`, `exit` or `api_error`"),
            ("error", "the error at its end, or null"),
            ("claims_complete", "the agent said that it is done"),
            ("questions", "questions in place of work"),
            ("denied_tools[]", "a tool that a permission was denied for"),
            ("duration_s", "whole seconds"),
            ("state", "the loop's breaker after it"),
            ("half_open", "`watching` or `probing`; null where it is not half-open"),
            ("allow_continue", "the next iteration may begin"),
            ("consecutive_no_progress", "iterations in a row without progress"),
            ("reason", "what was found, or null"),
            ("retry", "the number of the retry that begins after its trip, or null"),
            ("incident", "the open incident, or null"),
        ],
        shared: &[],
    },
    JsonOutput {
        command: "loop status",
        prints: "the state of a loop",
        fields: &[
            ("task", "the task that it works on"),
            ("state", "its breaker"),
            ("half_open", "`watching` or `probing`; absent where it is not half-open"),
            ("allow_continue", "the next iteration may begin"),
            ("reason", "why it is open, or null"),
            ("incident", "the open incident, or null"),
            (
                "retry_at",
                "when an open loop is tried again without a person; absent where a person is waited for",
            ),
            ("consecutive_no_progress", "iterations in a row without progress"),
            ("error_counts.*", "how often in a row the last iterations ended with this error"),
            ("output_trend[]", "characters put out by one of the last iterations, the newest last"),
            ("last_progress", "when an iteration made progress last, or null"),
            ("last_progress_iteration", "its number, or null"),
            ("questions", "iterations since then that asked instead of working"),
            ("denials", "iterations in a row in which permissions were denied"),
            (
                "claims_complete",
                "iterations since the last progress in which the agent said that it is done",
            ),
            (
                "best_tests_passing",
                "the most tests that ever passed; null where they are not counted",
            ),
            ("iterations_since_reset", "iterations since a person spoke last: what `--max` counts"),
            ("iterations", "iterations in all"),
            ("with_progress", "iterations with progress in all"),
            ("failures", "iterations that ended with an error in all"),
            ("total_opens", "how often it opened"),
            (
                "history[].incident",
                "one of the last times that it opened, the newest last: the incident",
            ),
            ("history[].at", "when, in milliseconds since 1970"),
            ("history[].rule", "the rule"),
            ("history[].reason", "its sentence"),
            ("history[].status", "what became of it"),
            ("history[].guidance", "what a person said, or null"),
            ("history[].closed_at", "when it was closed, or null"),
        ],
        shared: &[],
    },
];

/// The fields of an output with those that it has in common with others of its kind.
pub(crate) fn fields_of(output: &JsonOutput) -> Vec<(String, &'static str)> {
    let under = |prefix: &str, fields: &'static [(&'static str, &'static str)]| {
        let named = move |(name, meaning): &(&str, &'static str)| (join(prefix, name), *meaning);
        fields.iter().map(named).collect::<Vec<_>>()
    };
    let mut fields = match output.command {
        "status" => under("[]", SESSION),
        "service list" => under("[]", SERVICE),
        "task show" => under("", TASK),
        "spend" => [under("groups[]", SPENT), under("total", SPENT)].concat(),
        _ => Vec::new(),
    };
    fields.extend(under("", output.fields).into_iter().filter(|(_, meaning)| !meaning.is_empty()));
    fields
}

/// The path of a field below another one.
pub(crate) fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

const HEAD: &str = "\
# What `--json` prints

<!-- Generated from crates/cli/tests/generated/json.rs: change that file, not this page. -->

One JSON value, or one a line where that is said. `[]` stands for each item of a list, `*` for a name that differs, `**` for
whatever is below. Times are milliseconds since 1970 where nothing else is said. Numbers that may be larger than 2^53 are
strings: digests, and money, which is exact. Readers must ignore fields that they do not know; no field changes its meaning.

`fusebox decide` has [a page of its own](decide.md), and so has [the demo](getting-started.md), whose `--json` is a recording of
what happens on the screen and no contract.
";

/// The whole page.
pub(crate) fn page() -> String {
    let mut page = HEAD.to_owned();
    for output in outputs() {
        let JsonOutput { command, prints, shared, .. } = output;
        page.push_str(&format!("\n## `{command}`\n\nPrints {prints}.\n"));
        let rows = fields_of(output).into_iter();
        let rows = rows.map(|(name, meaning)| format!("| `{name}` | {meaning} |\n"));
        let links = shared.iter().map(|(name, of)| link(name, *of));
        table(rows.chain(links), &mut page);
    }
    for of in FieldsOf::ALL {
        page.push_str(&format!("\n## {}\n", of.title()));
        if of == Report {
            let schema = "[diagnostic.schema.json](diagnostic.schema.json)";
            page.push_str(&format!(
                "\nIts fields are those of {schema}; `fusebox schema diagnostic` prints it.\n"
            ));
            continue;
        }
        let rows = of.fields().iter().map(|(name, meaning)| format!("| `{name}` | {meaning} |\n"));
        let links = of.shared().iter().map(|(name, of)| link(name, *of));
        table(rows.chain(links), &mut page);
    }
    page
}

fn table(rows: impl Iterator<Item = String>, page: &mut String) {
    page.push_str("\n| field | what it says |\n|---|---|\n");
    page.extend(rows);
}

fn link(name: &str, of: FieldsOf) -> String {
    let title = of.title();
    let anchor = title.to_lowercase().replace(' ', "-");
    let name = if name.is_empty() { "(all)".to_owned() } else { format!("`{name}`") };
    let below = title.replacen(|c: char| c.is_uppercase(), &title[..1].to_lowercase(), 1);
    format!("| {name} | [{below}](#{anchor}) |\n")
}
