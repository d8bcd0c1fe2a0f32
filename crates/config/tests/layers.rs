//! Who wins, what a project may do, and what is said about it.

use fusebox_config::{CompileRequest, CompiledPolicy, PolicyLayer, compile_policy};

fn compiled(layers: &[PolicyLayer], role: Option<&str>) -> CompiledPolicy {
    match compile_policy(layers, &CompileRequest { role, ..CompileRequest::default() }) {
        Ok(compiled) => compiled,
        Err(problems) => panic!("{problems}"),
    }
}

fn user(text: &str) -> PolicyLayer {
    PolicyLayer::user("config.toml", text)
}

fn project(text: &str) -> PolicyLayer {
    PolicyLayer::project(".fusebox.toml", text)
}

/// `value from source` of a key.
fn shown(compiled: &CompiledPolicy, key: &str) -> String {
    let entry = compiled.provenance.iter().find(|entry| entry.key == key);
    entry.map_or(String::new(), |entry| format!("{} from {}", entry.value, entry.source))
}

fn notices(compiled: &CompiledPolicy) -> Vec<String> {
    compiled.notices.iter().map(ToString::to_string).collect()
}

#[test]
fn each_layer_wins_over_those_below_it() {
    let key = "limits.tool_calls";
    let layers = [
        (PolicyLayer::flag("--set", key, "7"), "7 from --set"),
        (
            PolicyLayer::environment([("FUSEBOX_LIMITS_TOOL_CALLS", "8")]),
            "8 from FUSEBOX_LIMITS_TOOL_CALLS",
        ),
        (PolicyLayer::task("42", [(key, "9")]), "9 from task 42"),
        (project("[roles.pm.limits]\ntool_calls = 10"), "10 from .fusebox.toml:2 (role pm)"),
        (
            user("preset = \"budget\"\nlimits.tool_calls = 300\nroles.pm.limits.tool_calls = 11"),
            "11 from config.toml:3 (role pm)",
        ),
    ];
    for first in 0..layers.len() {
        let given: Vec<PolicyLayer> =
            layers[first..].iter().map(|(layer, _)| layer.clone()).collect();
        assert_eq!(shown(&compiled(&given, Some("pm")), key), layers[first].1);
    }
    let given = [project("limits.tool_calls = 12"), user("limits.tool_calls = 13")];
    assert_eq!(shown(&compiled(&given, None), key), "12 from .fusebox.toml:1");
    assert_eq!(shown(&compiled(&given[1..], None), key), "13 from config.toml:1");
    let budget = [user("preset = \"budget\"")];
    assert_eq!(shown(&compiled(&budget, None), key), "200 from preset budget");
    assert_eq!(shown(&compiled(&budget, Some("pm")), key), "50 from preset budget (role pm)");
    assert_eq!(shown(&compiled(&[], None), key), "\"unlimited\" from preset default");
}

#[test]
fn b07_an_empty_role_has_the_defaults_and_an_unknown_one_says_so() {
    let budget = [user("preset = \"budget\"\n[roles.tester]\n[roles.writer.limits]\n[limits]\n")];
    let plain = compiled(&budget, None);
    assert_eq!(compiled(&budget, Some("")), plain);
    for known in ["tester", "writer", "feat-dev", "bug-fix"] {
        let mut for_role = compiled(&budget, Some(known));
        assert_eq!(for_role.policy.role.take().as_deref(), Some(known));
        assert_eq!(for_role, plain, "{known}");
    }
    let mut unknown = compiled(&budget, Some("tster"));
    assert_eq!(notices(&unknown), ["role tster is in no preset and no file: it has the defaults"]);
    unknown.policy.role = None;
    assert_eq!(unknown.policy, plain.policy);
}

#[test]
fn budgets_of_the_known_roles() {
    for (role, calls, turns, active) in [
        ("pm", "50", "10", "\"10m\""),
        ("pr-review", "100", "20", "\"30m\""),
        ("security-review", "100", "20", "\"30m\""),
        ("feat-dev", "200", "50", "\"2h\""),
    ] {
        let compiled = compiled(&[user("preset = \"budget\"")], Some(role));
        for (key, value) in
            [("tool_calls", calls), ("turns", turns), ("active_time", active), ("iterations", "5")]
        {
            let shown = shown(&compiled, &format!("limits.{key}"));
            assert!(shown.starts_with(&format!("{value} from")), "{role} {key}: {shown}");
        }
    }
}

#[test]
fn m03_caps_are_written_with_and_without_a_window_and_for_one_role() {
    let layers = [user(
        "[spend]\ntask = \"5 USD\"\nall.day = \"20 USD\"\nrole.pm.day = \"2 USD\"\n\
         session = { lifetime = \"$0.5\", five_hours = \"90000 tokens\" }\nrole.week = \"9 USD\"",
    )];
    let plain = compiled(&layers, None);
    for (key, expected) in [
        ("spend.task.lifetime", "\"5 USD\" from config.toml:2"),
        ("spend.task.day", "\"unlimited\" from "),
        ("spend.all.day", "\"20 USD\" from config.toml:3"),
        ("spend.session.lifetime", "\"0.5 USD\" from config.toml:5"),
        ("spend.session.five_hours", "\"90000 tokens\" from config.toml:5"),
        ("spend.role.day", "\"unlimited\" from "),
        ("spend.role.week", "\"9 USD\" from config.toml:6"),
    ] {
        assert!(shown(&plain, key).starts_with(expected), "{key}: {}", shown(&plain, key));
    }
    let of_role = shown(&compiled(&layers, Some("pm")), "spend.role.day");
    assert_eq!(of_role, "\"2 USD\" from config.toml:4 (role pm)");
}

#[test]
fn m03_what_is_no_cap_is_named_where_it_stands() {
    for (wrong, said) in [
        ("task = \"5 EUR\"", "an amount like \"5 USD\""),
        ("task = \"0 USD\"", "an amount like \"5 USD\""),
        ("task = \"-1 USD\"", "an amount like \"5 USD\""),
        ("all.day = \"NaN\"", "an amount like \"5 USD\""),
        ("all.hour = \"5 USD\"", "spend.all.hour"),
        ("everyone = \"5 USD\"", "spend.everyone"),
        ("all.day.week = \"5 USD\"", "spend.all.day"),
    ] {
        let layer = user(&format!("[spend]\n{wrong}"));
        let problems = compile_policy(&[layer], &CompileRequest::default()).unwrap_err();
        let text = problems.to_string();
        assert!(text.contains("config.toml:2") && text.contains(said), "{wrong}: {text}");
    }
}

#[test]
fn a_presets_number_for_a_role_never_loosens_what_somebody_wrote() {
    let written = [user("preset = \"budget\"\nlimits.tool_calls = 10\nlimits.turns = 40")];
    let compiled = compiled(&written, Some("pm"));
    assert_eq!(shown(&compiled, "limits.tool_calls"), "10 from config.toml:2");
    assert_eq!(shown(&compiled, "limits.turns"), "10 from preset budget (role pm)");
}

#[test]
fn a_project_tightens_anything_and_loosens_only_what_the_user_did_not_write() {
    // The user's value, the project's value, whether the project's is used.
    let table = [
        ("limits.tool_calls = 100", "limits.tool_calls = 99", true),
        ("limits.tool_calls = 100", "limits.tool_calls = 100", true),
        ("limits.tool_calls = 100", "limits.tool_calls = 101", false),
        ("limits.tool_calls = 100", "limits.tool_calls = \"unlimited\"", false),
        ("limits.tool_calls = 100", "circuit_breaker.max_tool_calls = 101", false),
        ("", "limits.refusals = 50", true),
        ("limits.turns = 5", "limits.refusals = 50", true),
        ("limits.active_time = \"2h\"", "limits.active_time = 7201", false),
        ("limits.cost_usd = 5", "limits.cost_usd = 4.99", true),
        ("spend.task = \"5 USD\"", "spend.task = \"4 USD\"", true),
        ("spend.task = \"5 USD\"", "spend.task = \"6 USD\"", false),
        ("spend.task = \"5 USD\"", "spend.task = \"6 tokens\"", false),
        ("spend.unknown = \"refuse\"", "spend.unknown = \"tokens\"", false),
        ("limits.warn_at = 0.5", "limits.warn_at = 0.9", false),
        ("limits.warn_at = 0.5", "limits.warn_at = 0.4", true),
        ("repetition.same_call = 4", "repetition.same_call = 8", false),
        ("repetition.ignore = [\"mcp:*\"]", "repetition.ignore = [\"mcp:jira/*\"]", true),
        ("repetition.ignore = [\"mcp:jira/*\"]", "repetition.ignore = [\"mcp:*\"]", false),
        ("mode = \"enforce\"", "mode = \"observe\"", false),
        ("mode = \"observe\"", "mode = \"enforce\"", true),
        ("on_error = \"deny\"", "on_error = \"allow\"", false),
        ("on_error = \"allow\"", "on_error = \"deny\"", true),
        ("retention = \"30d\"", "retention = \"1d\"", false),
        ("retention = \"30d\"", "retention = \"60d\"", true),
        ("notify = [\"bell\"]", "notify = []", false),
        ("notify = [\"bell\"]", "notify = [\"bell\", \"desktop\"]", true),
        ("test_commands = [\"./check\"]", "test_commands = []", false),
        ("attempts.junit = [\"a.xml\"]", "attempts.junit = []", false),
        ("attempts.junit = [\"a.xml\"]", "attempts.junit = [\"a.xml\", \"b.xml\"]", true),
        ("stagnation.same_error = 5", "sameErrorThreshold = 6", false),
        ("preset = \"budget\"", "preset = \"default\"", false),
        ("preset = \"default\"", "preset = \"budget\"", true),
        ("", "preset = \"budget\"", true),
    ];
    for (users, theirs, used) in table {
        let compiled = compiled(&[user(users), project(theirs)], None);
        let row = format!("{users:?} then {theirs:?}");
        assert_eq!(compiled.notices.is_empty(), used, "{row}: {:?}", compiled.notices);
        let from_project =
            compiled.provenance.iter().any(|e| e.source.to_string() == ".fusebox.toml:1");
        assert_eq!(from_project, used, "{row}");
    }
}

#[test]
fn a_loosening_project_is_named_with_the_way_to_allow_it() {
    let theirs = project("preset = \"default\"\n[limits]\ntool_calls = 500");
    let strict =
        compiled(&[user("preset = \"budget\"\n[limits]\ntool_calls = 100"), theirs.clone()], None);
    assert_eq!(
        notices(&strict),
        [
            ".fusebox.toml:1: preset = \"default\" is not used: it loosens limits.active_time of your \
             \"budget\" (config.toml:1); to allow it, add preset to project_may_loosen",
            ".fusebox.toml:3: limits.tool_calls = 500 is not used: it is looser than your 100 \
             (config.toml:3); to allow it, add limits.tool_calls to project_may_loosen",
        ]
    );
    assert_eq!(shown(&strict, "limits.tool_calls"), "100 from config.toml:3");
    assert_eq!(shown(&strict, "preset"), "\"budget\" from config.toml:1");
    let allowing = "project_may_loosen = [\"preset\", \"limits.tool_calls\"]\npreset = \"budget\"\n\
                    [limits]\ntool_calls = 100";
    let allowed = compiled(&[user(allowing), theirs], None);
    assert_eq!(notices(&allowed), [""; 0]);
    assert_eq!(shown(&allowed, "limits.tool_calls"), "500 from .fusebox.toml:3");
    assert_eq!(shown(&allowed, "limits.turns"), "\"unlimited\" from preset default");
}

#[test]
fn a_project_may_not_loosen_through_a_role() {
    let users = user("[limits]\ntool_calls = 100\n[roles.dev.limits]\ntool_calls = 150");
    let table = [
        ("dev", 151, "150 from config.toml:4 (role dev)"),
        ("dev", 149, "149 from .fusebox.toml:1 (role dev)"),
        ("qa", 101, "100 from config.toml:2"),
        ("qa", 99, "99 from .fusebox.toml:1 (role qa)"),
    ];
    for (role, calls, expected) in table {
        let theirs = project(&format!("roles.{role}.limits.tool_calls = {calls}"));
        let compiled = compiled(&[users.clone(), theirs], Some(role));
        assert_eq!(shown(&compiled, "limits.tool_calls"), expected);
    }
}

#[test]
fn presets_are_laid_over_one_another() {
    let both = compiled(&[user("preset = [\"budget\", \"default\"]")], None);
    assert_eq!(both.policy.preset, ["budget"]);
    let request = CompileRequest { underneath: &["budget"], ..CompileRequest::default() };
    let run = compile_policy(&[user("limits.turns = 3")], &request).unwrap();
    assert_eq!(run.policy.preset, ["budget"]);
    assert_eq!(shown(&run, "limits.tool_calls"), "200 from preset budget");
    assert_eq!(shown(&run, "limits.turns"), "3 from config.toml:1");
    let flag = compiled(
        &[user("preset = \"budget\""), PolicyLayer::flag("--preset", "preset", "default")],
        None,
    );
    assert_eq!(shown(&flag, "preset"), "\"default\" from --preset");
    assert_eq!(shown(&flag, "limits.tool_calls"), "\"unlimited\" from preset default");
}

#[test]
fn the_environment_is_read_and_what_is_not_ours_is_left_alone() {
    let variables = [
        ("PATH", "/bin"),
        ("FUSEBOX_TASK", "42"),
        ("FUSEBOX_STATE_DIR", "/tmp"),
        ("FUSEBOX_MODE", "observe"),
        ("FUSEBOX_PRESET", "default,budget"),
        ("FUSEBOX_LIMITS_TURNS", "1_000"),
        ("FUSEBOX_LIMITS_ACTIVE_TIME", "90"),
        ("FUSEBOX_LIMITS_COST_USD", "0.50"),
        ("FUSEBOX_LIMITS_TOOL_CALLS", ""),
        ("FUSEBOX_NOTIFY", "bell"),
        ("FUSEBOX_EXPERIMENT_B", "1"),
        ("MESSAGE_TRIM_THRESHOLD", "50"),
    ];
    let compiled = compiled(&[PolicyLayer::environment(variables)], None);
    for (key, value) in [
        ("mode", "\"observe\" from FUSEBOX_MODE"),
        ("preset", "\"budget\" from FUSEBOX_PRESET"),
        ("limits.turns", "1000 from FUSEBOX_LIMITS_TURNS"),
        ("limits.active_time", "\"1m30s\" from FUSEBOX_LIMITS_ACTIVE_TIME"),
        ("limits.cost_usd", "0.5 from FUSEBOX_LIMITS_COST_USD"),
        ("limits.tool_calls", "200 from preset budget"),
        ("notify", "[\"bell\"] from FUSEBOX_NOTIFY"),
    ] {
        assert_eq!(shown(&compiled, key), value);
    }
    assert_eq!(
        notices(&compiled),
        [
            "MESSAGE_TRIM_THRESHOLD is not used: this version does not have guided.trim_threshold yet",
            "FUSEBOX_EXPERIMENT_B is not a setting and is not used",
        ]
    );
}

#[test]
fn a_compiled_policy_is_json() {
    let compiled = compiled(&[user("mode = \"observe\"")], Some("nobody"));
    let json = serde_json::to_value(&compiled).unwrap();
    assert_eq!(json["policy"]["mode"], "observe");
    let mode = serde_json::json!({
        "key": "mode",
        "value": "\"observe\"",
        "source": {"origin": {"kind": "user", "name": "config.toml"}, "line": 1, "column": 1},
    });
    assert_eq!(json["provenance"][1], mode);
    assert_eq!(json["notices"][0]["kind"], "unknown_role");
}

#[test]
fn s04_what_a_failure_rate_does_not_use_is_named() {
    let check = |lines: &str, expected: &[&str]| {
        let layer = PolicyLayer::user("config.toml", format!("[service]\n{lines}"));
        let compiled = compile_policy(&[layer], &CompileRequest::default()).unwrap();
        assert_eq!(notices(&compiled), expected, "{lines}");
    };
    check("failure_rate = 80", &[]);
    check("failure_rate = 80\nrate_calls = 5", &[]);
    check("failure_rate = 80\nminimum_calls = 20", &[]);
    check("failure_rate = 80\nrate_time = \"10m\"\nminimum_calls = 50", &[]);
    check(
        "minimum_calls = 5",
        &[
            "config.toml:2: service.minimum_calls has no effect: service.failure_rate is \"unlimited\"",
        ],
    );
    check(
        "failure_rate = 80\nminimum_calls = 21",
        &[
            "config.toml:3: service.minimum_calls is more than service.rate_calls holds: 20 calls are enough",
        ],
    );
    check(
        "failure_rate = 80\nrate_time = \"10m\"\nrate_calls = 50",
        &[
            "config.toml:4: service.rate_calls has no effect: service.rate_time says which calls count",
        ],
    );
}
