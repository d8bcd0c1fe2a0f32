//! Every message a person can get for a configuration that is wrong, word for word.

use fusebox_config::{CompileRequest, NameSuggestion, PolicyLayer, ProblemKind, compile_policy};

/// What is said of `text` as the user's `config.toml`.
fn problem_text(layers: &[PolicyLayer]) -> String {
    match compile_policy(layers, &CompileRequest::default()) {
        Ok(_) => String::new(),
        Err(problems) => problems.to_string(),
    }
}

fn table(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let expected = expected.replace("> ", "config.toml:");
        assert_eq!(problem_text(&[PolicyLayer::user("config.toml", *text)]), expected, "{text}");
    }
}

#[test]
fn b07_of_many_unknown_keys_each_is_named_and_the_first_with_the_nearest() {
    let text: String = (0..4_000).map(|n| format!("k{n} = 1\n")).collect();
    let problems =
        compile_policy(&[PolicyLayer::user("config.toml", text)], &CompileRequest::default())
            .unwrap_err();
    let lines: Vec<usize> = problems.iter().map(|p| p.at.position.unwrap().line).collect();
    assert_eq!(lines, (1..=4_000).collect::<Vec<_>>());
    let listed = |fault: &ProblemKind| {
        matches!(fault, ProblemKind::Unknown { suggestion: NameSuggestion::List, .. })
    };
    assert_eq!(problems.iter().filter(|problem| listed(&problem.kind)).count(), 3_980);
    let last = problems.iter().last().unwrap().to_string();
    assert_eq!(last, "config.toml:4000:1: k3999 is not a setting; `fusebox config show` lists all");
}

#[test]
fn b07_an_unknown_key_is_named_with_the_nearest_one() {
    table(&[
        (
            "# mine\n\n[limits]\ntool_cals = 5",
            "> 4:1: limits.tool_cals is not a setting; did you mean limits.tool_calls?",
        ),
        ("tool_calls = 5", "> 1:1: tool_calls is not a setting; did you mean limits.tool_calls?"),
        ("limits.turn = 5", "> 1:8: limits.turn is not a setting; did you mean limits.turns?"),
        (
            "[limits]\nTOOL_CALLS = 1",
            "> 2:1: limits.TOOL_CALLS is not a setting; did you mean limits.tool_calls?",
        ),
        (
            "max_tool_call = 1",
            "> 1:1: max_tool_call is not a setting; did you mean limits.tool_calls?",
        ),
        (
            "[roles.pm.limits]\ntool_cals = 3",
            "> 2:1: roles.pm.limits.tool_cals is not a setting; did you mean roles.pm.limits.tool_calls?",
        ),
        (
            "[stagnation]\noutput_decline = 30",
            "> 2:1: stagnation.output_decline is not a setting; write output_floor, the percentage that must remain instead of the one that may be lost (output_decline = 30 is output_floor = 70)",
        ),
        ("[limts]\nturns = 5", "> 1:2: [limts] is not a section; did you mean [limits]?"),
        (
            "[roles.pm.limts]\nturns = 5",
            "> 1:11: [roles.pm.limts] is not a section; did you mean [roles.pm.limits]?",
        ),
        ("foo.bar = 1", "> 1:1: [foo] is not a section; the nearest is [run]"),
        (
            "guided.verification_criteria = \"rounded\"",
            "> 1:8: guided.verification_criteria is not a setting; each task has its own: `fusebox task start ID --criteria TEXT`",
        ),
        ("zzz = 1", "> 1:1: zzz is not a setting; the nearest is mode"),
        (
            "\"a\\u001bb\" = 3",
            r#"> 1:1: "a\u001Bb" is not a setting; the nearest is repetition.ask"#,
        ),
        (
            "project_may_loosen = [\"limits.tool_cals\"]",
            "> 1:22: limits.tool_cals is not a setting; did you mean limits.tool_calls?",
        ),
    ]);
}

#[test]
fn b07_a_value_out_of_range_is_named_with_what_may_be_written() {
    let limit = r#"must be a positive whole number or "unlimited", not"#;
    let ratio = "must be a share above 0 and up to 1, like 0.8, not";
    let time = r#"must be a time like "90s", "30m" or "2h", or "unlimited", not"#;
    let money = r#"must be a positive number of US dollars or "unlimited", not"#;
    for (text, expected) in [
        ("[limits]\nturns = 0", format!("> 2:9: limits.turns {limit} 0")),
        ("[limits]\nturns = -3", format!("> 2:9: limits.turns {limit} -3")),
        ("max_turns = 0", format!("> 1:13: max_turns (limits.turns) {limit} 0")),
        ("limits = { turns = 0 }", format!("> 1:20: limits.turns {limit} 0")),
        ("[roles.pm]\nlimits.turns = 0", format!("> 2:16: roles.pm.limits.turns {limit} 0")),
        (
            "[limits]\nturns = 99999999999999999999",
            format!("> 2:9: limits.turns {limit} 99999999999999999999"),
        ),
        (
            "[limits]\nturns = 999999999999999999999999999999999999999999999",
            format!("> 2:9: limits.turns {limit} 9999999999999999999999999999999999999999…"),
        ),
        ("[limits]\nwarn_at = 1.5", format!("> 2:11: limits.warn_at {ratio} 1.5")),
        ("[limits]\nwarn_at = 0", format!("> 2:11: limits.warn_at {ratio} 0")),
        ("[limits]\nwarn_at = -0.1", format!("> 2:11: limits.warn_at {ratio} -0.1")),
        ("[limits]\nwarn_at = nan", format!("> 2:11: limits.warn_at {ratio} nan")),
        ("[limits]\nwarn_at = inf", format!("> 2:11: limits.warn_at {ratio} inf")),
        ("[limits]\nactive_time = \"0s\"", format!("> 2:15: limits.active_time {time} \"0s\"")),
        ("[limits]\nactive_time = -5", format!("> 2:15: limits.active_time {time} -5")),
        ("[limits]\ncost_usd = 0.0", format!("> 2:12: limits.cost_usd {money} 0.0")),
        ("[limits]\ncost_usd = 1e300", format!("> 2:12: limits.cost_usd {money} 1e300")),
    ] {
        table(&[(text, &expected)]);
    }
}

#[test]
fn m03_an_amount_that_is_not_clear_is_named_with_the_way_to_write_it() {
    let cap = r#"must be an amount like "5 USD" or "200000 tokens", or "unlimited", not"#;
    let money = r#"must be a positive number of US dollars or "unlimited", not"#;
    let unit = r#"is not a unit: write US dollars or tokens, like "5 USD""#;
    let comma = r#"write a point before the cents and no commas, like "5.00 USD""#;
    for (currency, written) in [("EUR", "\"0.50 EUR\""), ("\u{20ac}", "\"5 \u{20ac}\"")] {
        let at_cap = format!("> 2:11: spend.all.day {cap} {written}; \"{currency}\" {unit}");
        table(&[(&format!("[spend]\nall.day = {written}"), &at_cap)]);
        // Where tokens are refused, nobody is told to write them.
        let unit = unit.replace(" or tokens", "");
        let at_limit = format!("> 2:12: limits.cost_usd {money} {written}; \"{currency}\" {unit}");
        table(&[(&format!("[limits]\ncost_usd = {written}"), &at_limit)]);
    }
    for (written, hint) in [
        ("\"1e3\"", "; write its unit, as in \"1e3 USD\"".to_owned()),
        ("\"5,00 USD\"", format!("; {comma}")),
        ("\"1,000\"", format!("; {comma}")),
        ("\"-5 USD\"", "; it is below zero".to_owned()),
        ("\"0 USD\"", "; it has to be more than zero".to_owned()),
        ("\"1e400 USD\"", "; it is more than 18 million US dollars".to_owned()),
        ("\"NaN\"", String::new()),
        ("\"\"", String::new()),
        ("nan", String::new()),
        ("-5", String::new()),
        ("true", String::new()),
    ] {
        let at_cap = format!("> 2:11: spend.all.day {cap} {written}{hint}");
        table(&[(&format!("[spend]\nall.day = {written}"), &at_cap)]);
        let at_limit = format!("> 2:12: limits.cost_usd {money} {written}{hint}");
        table(&[(&format!("[limits]\ncost_usd = {written}"), &at_limit)]);
    }
    for (text, expected) in [
        ("all.day = 5", format!("> 2:11: spend.all.day {cap} 5; write its unit, as in \"5 USD\"")),
        (
            "all.day = 0.5",
            format!("> 2:11: spend.all.day {cap} 0.5; write its unit, as in \"0.5 USD\""),
        ),
        ("all.day = 1e400", format!("> 2:11: spend.all.day {cap} inf")),
        (
            "all.day = \"1.5 tokens\"",
            format!(
                "> 2:11: spend.all.day {cap} \"1.5 tokens\"; tokens are a whole number, like \"200000 tokens\""
            ),
        ),
        (
            "all.day = \"90 %\"",
            format!(
                "> 2:11: spend.all.day {cap} \"90 %\"; spend.window caps the share of a subscription"
            ),
        ),
    ] {
        table(&[(&format!("[spend]\n{text}"), &expected)]);
    }
    for written in ["\"5 tokens\"", "\"1.5 tokens\"", "\"90 %\"", "\"120 %\""] {
        let at_limit = format!("> 2:12: limits.cost_usd {money} {written}");
        table(&[(&format!("[limits]\ncost_usd = {written}"), &at_limit)]);
    }
}

#[test]
fn m02_a_byte_order_mark_before_the_prices_is_no_fault() {
    let price = "claude-lyric-9 input=3 output=15";
    let text = format!("\u{feff}[prices]\r\nmodels = [\"{price}\"]\r\n");
    let layer = PolicyLayer::user("config.toml", text);
    let policy = compile_policy(&[layer], &CompileRequest::default()).unwrap().policy;
    assert_eq!(policy.spend.prices, [price]);
}

#[test]
fn m03_an_amount_with_one_meaning_is_read_as_it_is_written() {
    for written in ["\"$5\"", "\"5 usd\"", "\"5USD\"", "\"USD 5\"", "\"5.00 USD\"", "\"5\""] {
        let text = format!("spend.all.day = {written}\nlimits.cost_usd = {written}\n");
        let layer = PolicyLayer::user("config.toml", text);
        let policy = compile_policy(&[layer], &CompileRequest::default()).unwrap().policy;
        assert_eq!(policy.limits.cost_micros.get(), Some(5_000_000), "{written}");
        let caps: Vec<String> = policy.spend.caps.values().map(ToString::to_string).collect();
        assert_eq!(caps, ["5 USD"], "{written}");
    }
}

#[test]
fn a_wrong_type_is_named_with_what_may_be_written() {
    let limit = r#"must be a positive whole number or "unlimited", not"#;
    for (text, expected) in [
        ("[limits]\nturns = \"50\"", format!("> 2:9: limits.turns {limit} \"50\"")),
        ("[limits]\nturns = 2.0", format!("> 2:9: limits.turns {limit} 2.0")),
        ("[limits]\nturns = [1]", format!("> 2:9: limits.turns {limit} a list")),
        ("[limits]\nturns = { a = 1 }", format!("> 2:9: limits.turns {limit} a table")),
        ("limits.turns.x = 5", format!("> 1:8: limits.turns {limit} a table")),
        ("[limits.turns]\nx = 1", format!("> 1:9: limits.turns {limit} a table")),
        (
            "[limits]\nturns = 2024-01-01",
            format!("> 2:9: limits.turns {limit} the date 2024-01-01"),
        ),
    ] {
        table(&[(text, &expected)]);
    }
    table(&[
        (
            "retention = \"unlimited\"",
            r#"> 1:13: retention must be a time like "90s", "30m" or "2h", not "unlimited""#,
        ),
        ("on_error = true", r#"> 1:12: on_error must be "deny" or "allow", not true"#),
        (
            "mode = \"enforced\"",
            r#"> 1:8: mode must be "enforce" or "observe", not "enforced"; did you mean "enforce"?"#,
        ),
        (
            "notify = [\"bell\", \"mail\"]",
            r#"> 1:10: notify must be a list of "bell" or "desktop", not one with "mail""#,
        ),
        (
            "notify = \"bell\"",
            r#"> 1:10: notify must be a list of "bell" or "desktop", not "bell""#,
        ),
        (
            "[repetition]\nignore = [\"a\", 5]",
            r#"> 2:10: repetition.ignore must be a list of texts, like ["one", "two"], not one with 5"#,
        ),
        ("preset = 3", "> 1:10: preset must be the name of a preset or a list of names, not 3"),
        ("limits = 5", "> 1:1: limits is a section: write [limits] and its settings below it"),
        (
            "[[limits]]\nturns = 1",
            "> 1:3: limits is a section: write [limits] and its settings below it",
        ),
        (
            "roles.pm = 3",
            "> 1:7: roles.pm is a section: write [roles.pm] and its settings below it",
        ),
    ]);
}

#[test]
fn what_is_not_toml_is_shown_line_by_line() {
    table(&[
        ("[limits]\nturns 2", "> 2:7: this is not valid TOML: key with no value, expected `=`"),
        ("[limits\nturns = 2", "> 1:8: this is not valid TOML: unclosed table, expected `]`"),
        ("[limits]\nturns =\n", "> 2:8: this is not valid TOML: the value is missing"),
        ("mode = enforce", "> 1:8: this is not valid TOML: string values must be quoted"),
        (
            "[limits]\nturns = 2\nturns = 3",
            "> 3:1: this is not valid TOML: turns stands twice in the same section",
        ),
        (
            "x = 1\nx = 2\n[y]\n[y]",
            "> 2:1: this is not valid TOML: x stands twice in the same section\n\
             > 4:2: this is not valid TOML: y stands twice in the same section",
        ),
        (
            "[limits]\nturns = 2\nmax_turns = 3",
            "> 3:1: limits.max_turns (limits.turns) is already set on line 2",
        ),
    ]);
}

#[test]
fn a06_what_is_no_glob_is_named() {
    table(&[
        (
            "[scope]\nfiles = [\"src/**\", \"a[b\"]",
            r##"> 2:9: scope.files must be a list of globs, like ["src/cart/**", "docs/*.md"], not one with "a[b"; its `[` has no partner"##,
        ),
        (
            "[scope]\nforbid = [\"/etc/**\"]",
            r##"> 2:10: scope.forbid must be a list of globs, like ["src/cart/**", "docs/*.md"], not one with "/etc/**"; it leaves the folder; globs are written from there, without a leading `/` and `..`"##,
        ),
        (
            "[scope]\nforbid = [\"!a\"]",
            r##"> 2:10: scope.forbid must be a list of globs, like ["src/cart/**", "docs/*.md"], not one with "!a"; only `scope.files` takes some out again"##,
        ),
    ]);
}

#[test]
fn an_unknown_preset_is_named() {
    for (text, expected) in [
        ("preset = \"bugdet\"", "> 1:10: \"bugdet\" is not a preset; did you mean \"budget\"?".to_owned()),
        (
            "preset = [\"x\"]",
            "> 1:10: \"x\" is not a preset; choose from default, budget, tdd, loop, service, guided"
                .to_owned(),
        ),
    ] {
        table(&[(text, &expected)]);
    }
}

#[test]
fn a_setting_in_the_wrong_place_is_told_where_it_belongs() {
    table(&[
        (
            "[roles.pm]\npreset = \"budget\"",
            "> 2:1: preset cannot be set for a role; it belongs at the top",
        ),
        (
            "[roles.pm]\nretention = \"1d\"",
            "> 2:1: retention cannot be set for a role; it belongs at the top",
        ),
    ]);
    let project = PolicyLayer::project(".fusebox.toml", "project_may_loosen = [\"mode\"]");
    assert_eq!(
        problem_text(&[project]),
        ".fusebox.toml:1:1: project_may_loosen cannot be set here; it belongs in your own config.toml, in no role"
    );
}

#[test]
fn b07_the_environment_and_flags_are_named_too() {
    let limit = r#"limits.tool_calls must be a positive whole number or "unlimited", not"#;
    let environment =
        |name: &str, value: &str| problem_text(&[PolicyLayer::environment([(name, value)])]);
    assert_eq!(
        environment("FUSEBOX_LIMITS_TOOL_CALLS", "many"),
        format!("FUSEBOX_LIMITS_TOOL_CALLS: {limit} \"many\"")
    );
    assert_eq!(
        environment("FUSEBOX_LIMITS_TOOL_CALS", "3"),
        "FUSEBOX_LIMITS_TOOL_CALS: FUSEBOX_LIMITS_TOOL_CALS is not a setting; did you mean FUSEBOX_LIMITS_TOOL_CALLS?"
    );
    assert_eq!(
        problem_text(&[PolicyLayer::flag("--mode", "mode", "off")]),
        "--mode: mode must be \"enforce\" or \"observe\", not \"off\""
    );
    assert_eq!(
        problem_text(&[PolicyLayer::task("42", [("limits.tool_calls", "0"), ("limits", "3")])]),
        format!(
            "task 42: {limit} 0\ntask 42: limits is not a setting; the nearest is limits.turns"
        )
    );
}

#[test]
fn s04_a_failure_rate_that_cannot_be_is_named() {
    let rate = "service.failure_rate must be a whole number from 1 to 100 or \"unlimited\"";
    let (least, most) = ("service.minimum_calls must be a positive", "from 1 to 1000");
    table(&[
        ("[service]\nfailure_rate = 0", &format!("> 2:16: {rate}, not 0")),
        ("[service]\nfailure_rate = 101", &format!("> 2:16: {rate}, not 101")),
        ("[service]\nfailure_rate = 0.8", &format!("> 2:16: {rate}, not 0.8")),
        (
            "[service]\nminimum_calls = \"unlimited\"",
            &format!("> 2:17: {least} whole number, not \"unlimited\""),
        ),
        (
            "[service]\nrate_calls = 1001",
            &format!("> 2:14: service.rate_calls must be a whole number {most}, not 1001"),
        ),
        (
            "[service]\nrate_time = \"0s\"",
            "> 2:13: service.rate_time must be a time like \"90s\", \"30m\" or \"2h\", or \"unlimited\", not \"0s\"",
        ),
    ]);
}

#[test]
fn b07_every_problem_of_every_layer_is_told_at_once() {
    let user = "mode = 3\n[limits]\nturns = 0\nfoo = 1\n[zzz]\n";
    let layers = [
        PolicyLayer::flag("--mode", "mode", "off"),
        PolicyLayer::project(".fusebox.toml", "limits ="),
        PolicyLayer::user("config.toml", user),
    ];
    let expected = [
        "config.toml:1:8: mode must be \"enforce\" or \"observe\", not 3",
        "config.toml:3:9: limits.turns must be a positive whole number or \"unlimited\", not 0",
        "config.toml:4:1: limits.foo is not a setting; the nearest is limits.turns",
        "config.toml:5:2: [zzz] is not a section; the nearest is [run]",
        ".fusebox.toml:1:9: this is not valid TOML: the value is missing",
        "--mode: mode must be \"enforce\" or \"observe\", not \"off\"",
    ];
    assert_eq!(problem_text(&layers), expected.join("\n"));
}
