//! The configuration of each design, and what it is here.

use super::*;

/// The lists of what was understood, translated and left, a line each.
fn listed_settings(imported: &ImportedSettings) -> (Vec<String>, Vec<String>, Vec<String>) {
    let lines = |list: &[ImportedSetting]| {
        list.iter().map(|one| format!("{} -> {} = {}", one.written, one.key, one.value)).collect()
    };
    let left = imported.left.iter().map(|left| format!("{}: {}", left.key, left.why)).collect();
    (lines(&imported.understood), lines(&imported.translated), left)
}

#[track_caller]
fn check(name: &str, text: &str, toml: &str, expected: (&[&str], &[&str], &[&str])) {
    let imported = import_settings(name, text).unwrap();
    assert_eq!(imported.toml, toml);
    let (understood, translated, left) = listed_settings(&imported);
    assert_eq!(understood, expected.0);
    assert_eq!(translated, expected.1);
    assert_eq!(left, expected.2);
}

#[test]
fn a_file_of_squadron_keeps_its_limits_and_roles() {
    let text = "project: shop
agents:
  pm: {model: large, token: hunter2}
circuit_breakers:
  defaults:
    max_iterations: 5   # cycles
    max_active_duration: 7200
    warning_threshold: 0.80
    max_rounds: 3
  roles:
    pm:
      max_tool_calls: 50
    feat-dev:
      # uses defaults
";
    check(
        ".squadron/config.yaml",
        text,
        "[limits]\niterations = 5\nactive_time = \"2h\"\nwarn_at = 0.8\n\n[roles.pm.limits]\ntool_calls = 50\n",
        (
            &[
                "circuit_breakers.defaults.max_iterations = 5 -> limits.iterations = 5",
                "circuit_breakers.defaults.warning_threshold = 0.8 -> limits.warn_at = 0.8",
                "circuit_breakers.roles.pm.max_tool_calls = 50 -> roles.pm.limits.tool_calls = 50",
            ],
            &[
                "circuit_breakers.defaults.max_active_duration = 7200 -> limits.active_time = \"2h\"",
            ],
            &[
                "agents: is no setting of a circuit breaker",
                "circuit_breakers.defaults.max_rounds: is no setting; the nearest is \
                 limits.turns",
                "project: is no setting of a circuit breaker",
            ],
        ),
    );
}

#[test]
fn a_file_of_cuedeck_becomes_the_breaker_of_services() {
    let text = "[circuit_breaker]\nfailure_threshold = 5\nreset_timeout_seconds = 30\n\
        count_errors = [\"ToolError\"]\n\n[watch]\nservice = 3\n";
    check(
        ".cuedeck/config.toml",
        text,
        "[service]\nfailure_threshold = 5\nreset_timeout = \"30s\"\ncount_errors = [\"ToolError\"]\n",
        (
            &[
                "circuit_breaker.count_errors = [\"ToolError\"] -> service.count_errors = [\"ToolError\"]",
                "circuit_breaker.failure_threshold = 5 -> service.failure_threshold = 5",
            ],
            &["circuit_breaker.reset_timeout_seconds = 30 -> service.reset_timeout = \"30s\""],
            &["watch: is no setting of a circuit breaker"],
        ),
    );
}

#[test]
fn the_thresholds_of_a_loop_are_known_without_a_table() {
    let text = r#"{"noProgressThreshold": 3, "sameErrorThreshold": 5, "outputDeclineThreshold": 70,
        "limits": {"tool_calls": 3}, "mode": "observe"}"#;
    check(
        "nity.json",
        text,
        "[stagnation]\nsame_error = 5\nno_progress = 3\noutput_floor = 70\n",
        (
            &[
                "noProgressThreshold = 3 -> stagnation.no_progress = 3",
                "outputDeclineThreshold = 70 -> stagnation.output_floor = 70",
                "sameErrorThreshold = 5 -> stagnation.same_error = 5",
            ],
            &[],
            // Our own names mean nothing in a file of somebody else.
            &[
                "limits: is no setting of a circuit breaker",
                "mode: is no setting of a circuit breaker",
            ],
        ),
    );
    check(
        "loop.yml",
        "circuit_breaker: {output_decline: 30}",
        "[stagnation]\noutput_floor = 70\n",
        (&[], &["circuit_breaker.output_decline = 30 -> stagnation.output_floor = 70"], &[]),
    );
}

#[test]
fn a_task_and_the_variables_of_mimir_are_read() {
    let task =
        r#"{"task": {"title": "x", "circuitBreaker": {"maxToolCalls": 100, "maxDuration": 600}}}"#;
    let imported = import_settings("task.json", task).unwrap();
    assert_eq!(imported.toml, "[limits]\ntool_calls = 100\nactive_time = \"10m\"\n");
    assert_eq!(imported.left.len(), 1, "{:?}", imported.left);
    let variables =
        "# limits\nexport CIRCUIT_BREAKER_TOOL_WARNING=50\nQC_MAX_RETRIES=\"2\"\nPATH=/bin\n";
    let imported = import_settings(".env", variables).unwrap();
    assert_eq!(imported.toml, "[guided]\nmax_retries = 2\ntool_calls_warning = 50\n");
    let left: Vec<&str> = imported.left.iter().map(|left| left.key.as_str()).collect();
    assert_eq!(left, ["PATH"]);
}

#[test]
fn what_cannot_be_a_setting_is_left_with_the_reason() {
    let text = "circuit_breakers:\n  defaults: {max_tool_calls: 0, max_turns: [1], max_iterations: }\n  \
        roles: {pm: {retention: 5}}\n  max_tool_calls: 7\n  limits: {tool_calls: 8}\n";
    let imported = import_settings("x.yaml", text).unwrap();
    let (understood, translated, left) = listed_settings(&imported);
    assert_eq!(understood.len() + translated.len(), 1);
    let whys = [
        "max_tool_calls: limits.tool_calls must be a positive whole number or \"unlimited\", not 0",
        "must be a positive whole number or \"unlimited\", not a list",
        "has no value that a setting takes",
        "retention cannot be set for a role",
        "is limits.tool_calls, which is there already",
    ];
    for why in whys {
        assert!(left.iter().any(|left| left.contains(why)), "{why}: {left:#?}");
    }
}

#[test]
fn a_file_that_is_no_such_file_is_an_error_without_its_content() {
    for (name, text, why) in [
        ("a.yaml", "a: [hunter2", "it is not valid YAML: "),
        ("a.yaml", "a: 1\na: 2\n", "it is not valid YAML: "),
        ("a.json", "{\"a\": hunter2}", "it is not valid JSON: "),
        ("a.toml", "a = hunter2", "it is not valid TOML: "),
        ("a.yaml", "- 1", "it holds no settings"),
        ("a.ini", "a = 1", "its name ends in none of"),
    ] {
        let error = import_settings(name, text).unwrap_err();
        assert!(error.starts_with(why) && !error.contains("hunter2"), "{name}: {error}");
    }
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n\
        c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n\
        e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n\
        g: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nh: [*g,*g,*g,*g,*g,*g,*g,*g,*g]\n";
    assert!(import_settings("a.yaml", bomb).is_err());
}
