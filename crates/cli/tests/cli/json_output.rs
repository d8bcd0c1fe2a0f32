//! Every field of every `--json` output stands in `docs/json.md`, and every field of that page is printed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

#[path = "../generated/json.rs"]
#[expect(dead_code, reason = "the page itself is compared elsewhere")]
mod json_fields;

use json_fields::{FieldsOf, JsonOutput, fields_of, join, outputs};

use crate::cap_windows::codex_rollout;
use crate::documented::{person_home, typed};

/// The largest whole number that every reader of JSON can hold.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// Commands whose outputs together show every field, by the output that documents them.
const COMMANDS: &[(&str, &str)] = &[
    ("status", "fusebox status --json"),
    (
        "status",
        "printf '%s' '{\"session\":\"z1\",\"type\":\"blocked\",\"on\":\"#41\"}' | fusebox decide --store ~/.local/state/fusebox > verdict && fusebox status --json",
    ),
    (
        "task show",
        "printf '%s' '{\"session\":\"z1\",\"type\":\"blocked\",\"on\":\"#41\"}' | fusebox decide --store ~/.local/state/fusebox > verdict && fusebox task show z1 --json",
    ),
    ("incidents", "fusebox incidents --json"),
    ("show", "fusebox show s1 --json"),
    ("debug", "fusebox debug --json"),
    ("log", "fusebox log s1 --json"),
    ("runs", "fusebox runs --json"),
    ("runs --stats", "fusebox runs --stats --json"),
    ("audit", "fusebox audit 42 --json"),
    ("audit query", "fusebox audit query 'MATCH (i:Incident) RETURN i.id, i.status' --json"),
    ("patterns list", "fusebox patterns list --json"),
    ("verifiers list", "fusebox verifiers list --json"),
    ("spend", "fusebox spend ~/.claude --by project --json"),
    ("spend", "fusebox spend ../runs/rollout.jsonl --json"),
    (
        "spend compare",
        "printf 'date,model,cost\\n2026-11-01,m,1\\n' > bill.csv && \
         fusebox spend compare bill.csv ~/.claude --json",
    ),
    ("calibrate", "fusebox calibrate --json"),
    ("service list", "fusebox service list --json"),
    ("rollback", "fusebox rollback 42 --dry-run --json"),
    ("attempts list", "fusebox attempts list --json"),
    ("attempts diff", "fusebox attempts diff 1 --task 42 --json"),
    ("attempts restore", "fusebox attempts restore 1 --task 42 --json"),
    ("checkpoint", "fusebox checkpoint --task 42 --json"),
    ("task show", "fusebox task show 42 --json"),
    ("task show", "fusebox task show 43 --json"),
    ("task show", "fusebox skip cart::rounds --task 42 > skipped && fusebox task show 42 --json"),
    ("loop", "cat loop.jsonl"),
    ("loop status", "fusebox loop status l --json"),
    ("install", "fusebox install claude --dry-run --instructions --json"),
    (
        "install --all",
        "mkdir ~/.qwen && echo '[' > ~/.qwen/settings.json && fusebox install --all --mcp --dry-run --json || true",
    ),
    ("doctor", "fusebox install codex > /dev/null; fusebox doctor --json || true"),
    ("config show", "fusebox config show --json"),
    ("config check", "fusebox config check --json"),
    ("config check", "fusebox config check wrong.toml --json || true"),
    ("config import", "fusebox config import .squadron/config.yaml --json"),
    ("config import", "fusebox config import .env --json"),
    ("config presets", "fusebox config presets --json"),
    ("prices show", "fusebox prices show claude-sonnet-4-5 --json"),
    ("prices show", "fusebox prices show nobody-knows-it --json"),
    (
        "reconcile",
        "git update-ref refs/fusebox/checkpoint/unknown HEAD && fusebox reconcile --json",
    ),
    (
        "inbox",
        "mkdir -p ~/own/fusebox && echo 'inbox.codes = [\"email\"]' > ~/own/fusebox/config.toml \
         && echo 'fusebox 0A1B2C3D reset' | XDG_CONFIG_HOME=~/own fusebox inbox --apply - --json",
    ),
    ("purge", "fusebox purge --older-than 1d --dry-run --json"),
    ("replay", "fusebox replay ../traces --json"),
    ("replay", "fusebox replay ../traces --compare default,budget --json"),
    ("rollback", "fusebox rollback 42 --json"),
];

/// Documented fields that this home does not show, and why.
const UNSEEN: &[(&str, &str)] = &[
    ("service list: [].rate.calls", "no share of failures is set"),
    ("service list: [].rate.failed", "no share of failures is set"),
    ("service list: [].rate.limit", "no share of failures is set"),
    ("loop: denied_tools[]", "no client denied a permission"),
    ("loop status: half_open", "the loop is open"),
    ("loop status: retry_at", "a person is waited for"),
    ("config show: notices[].**", "the policy is as it should be"),
    ("config check: notices[].**", "the policy is as it should be"),
    ("patterns list: [].advice[].incident", "nothing was done about a trip"),
    ("patterns list: [].advice[].by", "nothing was done about a trip"),
    ("patterns list: [].advice[].text", "nothing was done about a trip"),
    ("patterns list: [].advice[].passed", "nothing was done about a trip"),
    ("runs: [].analysis.analyst", "no run tripped"),
    ("runs: [].analysis.root_cause", "no run tripped"),
    ("runs: [].verification.verifier", "no run was verified"),
    ("runs: [].verification.outcome", "no run was verified"),
    ("runs: [].verification.mandatory_because[]", "no run was verified"),
    ("runs: [].verification.said", "no run was verified"),
    ("runs: [].verification.needs_person", "no run was verified"),
    ("runs: [].verification.duration_s", "no run was verified"),
    ("replay: judge_asked[]", "nobody names a judge"),
    ("replay: guarded", "the recorded agent left the breaker alone"),
    ("replay: summary.guarded", "the recorded agent left the breaker alone"),
];

/// The paths of all values, and numbers that some readers cannot hold.
fn paths(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| paths(value, &join(path, name), found));
        }
        Value::Array(items) => {
            items.iter().for_each(|item| paths(item, &format!("{path}[]"), found));
        }
        Value::Number(number) => {
            let is_safe = number.as_f64().is_some_and(|number| number.abs() <= LARGEST);
            assert!(is_safe, "{path}: {number}");
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
    // A list or an object is known by what is in it.
    if !path.is_empty() && !value.is_array() && !value.is_object() {
        found.insert(path.to_owned());
    }
}

/// The documented paths of an output, with what is shared written out.
fn documented(output: &JsonOutput) -> Vec<String> {
    let mut all: Vec<String> = fields_of(output).into_iter().map(|(name, _)| name).collect();
    let mut shared: Vec<(String, FieldsOf)> =
        output.shared.iter().map(|(name, of)| ((*name).to_owned(), *of)).collect();
    while let Some((prefix, of)) = shared.pop() {
        all.extend(of.fields().iter().map(|(name, _)| join(&prefix, name)));
        shared.extend(of.shared().iter().map(|(name, of)| (join(&prefix, name), *of)));
    }
    all
}

/// Whether `pattern` names `path`: `*` is one name, `**` whatever is below.
fn names(pattern: &str, path: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == path };
    let Some(rest) = path.strip_prefix(before) else { return false };
    if after == "*" {
        return !rest.is_empty();
    }
    // A name may have dots itself: a reason, a test.
    let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).skip(1);
    ends.into_iter().any(|end| names(after, &rest[end..]))
}

/// The properties that the published schema of the report has, as paths.
fn report_paths() -> BTreeSet<String> {
    let text = include_str!("../../../../docs/diagnostic.schema.json");
    let schema: Value = serde_json::from_str(text).unwrap();
    let mut found = BTreeSet::new();
    schema_paths(&schema, &schema, "", &mut found);
    found
}

fn schema_paths(root: &Value, node: &Value, path: &str, found: &mut BTreeSet<String>) {
    found.insert(path.to_owned());
    if let Some(to) = node["$ref"].as_str() {
        schema_paths(root, root.pointer(to.trim_start_matches('#')).unwrap(), path, found);
    }
    for (name, of) in node["properties"].as_object().into_iter().flatten() {
        schema_paths(root, of, &join(path, name), found);
    }
    if node["items"].is_object() {
        schema_paths(root, &node["items"], &format!("{path}[]"), found);
    }
    for of in node["anyOf"].as_array().into_iter().flatten() {
        schema_paths(root, of, path, found);
    }
}

#[test]
fn every_field_that_is_printed_is_documented_and_every_documented_one_is_printed() {
    let (world, path) = person_home();
    let prepare = "fusebox loop --json --task l --prompt PLAN.md -- sh -c 'echo no; exit 3' \
        > loop.jsonl; fusebox bypass s1 --for 1h && fusebox pause s1 --for 1h 'lunch' \
        && fusebox service open mcp:jira/search \
        && fusebox task start 43 --files src/cart.rs --set preset=tdd && git init -q nested \
        && git -C nested -c user.name=A -c user.email=a@b.example commit -q --allow-empty -m x \
        && echo x > src/new.rs && git rm -qf src/lib/round.rs && git commit -qm later \
        && echo three > src/cart.rs && echo 'mode = 7' > wrong.toml";
    let (code, said) = typed(&world, &path, prepare);
    assert_eq!(code, 0, "{said}");
    world.tripped_agent("s2", "a7");
    world.write("runs/rollout.jsonl", codex_rollout(7.25));
    let outside = |n: u32| {
        json!({"session": "s3", "type": "tool_request", "call": format!("o{n}"), "tool": "write",
            "input": {"file_path": world.path("project/src/other.rs"), "content": "x"}})
    };
    world.decide(&[
        json!({"session": "s3", "type": "session_start", "task": "43", "cwd": world.path("project")}),
        json!({"session": "s3", "type": "prompt", "by": "human", "text": "go"}),
        outside(1),
        outside(2),
        json!({"session": "s4", "at_ms": crate::world::AT, "type": "prompt", "by": "human", "text": "go"}),
    ]);
    let schema = report_paths();
    let mut problems = Vec::new();
    let mut printed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, line) in COMMANDS {
        let (code, said) = typed(&world, &path, &format!("exec 2> /dev/null; {line}"));
        assert_eq!(code, 0, "{line}: {said}");
        let found = printed.entry(name).or_default();
        let values = serde_json::Deserializer::from_str(&said).into_iter::<Value>();
        values.for_each(|value| paths(&value.unwrap(), "", found));
        assert!(!found.is_empty(), "{line} prints nothing");
    }
    for output in outputs() {
        let patterns = documented(output);
        let printed = printed.get(output.command).unwrap_or_else(|| panic!("{}", output.command));
        let is_report = output.shared.iter().any(|(_, of)| *of == FieldsOf::Report);
        for path in printed {
            let is_documented = patterns.iter().any(|pattern| names(pattern, path))
                || (is_report && schema.contains(path));
            if !is_documented {
                problems.push(format!("{}: `{path}` is not documented", output.command));
            }
        }
        let unseen = patterns.iter().filter(|pattern| {
            let is_listed =
                UNSEEN.iter().any(|(name, _)| *name == format!("{}: {pattern}", output.command));
            let is_printed = printed.iter().any(|path| {
                // An object or a list is known by what is in it.
                let below = path.strip_prefix(pattern.as_str());
                names(pattern, path) || below.is_some_and(|rest| rest.starts_with(['.', '[']))
            });
            !is_listed && !is_printed
        });
        problems.extend(unseen.map(|pattern| format!("{}: {pattern}", output.command)));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_pattern_of_a_field_names_what_it_says() {
    assert!(names("a.b", "a.b") && !names("a.b", "a.c"));
    assert!(names("a.*.c", "a.any name. with dots.c") && !names("a.*.c", "a.c"));
    assert!(names("a.**", "a.b[].c") && !names("a.**", "a"));
    let mut found = BTreeSet::new();
    paths(&json!({"a": [{"b": 1}], "c": null, "d": {}}), "", &mut found);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a[].b", "c"]);
}
