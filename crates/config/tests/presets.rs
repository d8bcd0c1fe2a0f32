//! The presets, key by key. Every default is in docs/configuration.md, which is compared with the
//! settings table, and in the engine's default policy.

use fusebox_config::{
    CompileRequest, PolicyLayer, PresetValue, compile_policy, find_preset, settings,
};
use fusebox_engine::{Duration, Limit, LoopRecovery, Policy};

type Row = (&'static str, &'static str);

fn check(name: &str, expected: &[Row]) {
    let values = find_preset(name).map(|preset| preset.values()).unwrap_or_default();
    let found: Vec<String> = values
        .iter()
        .map(|PresetValue { key, role, value }| match role {
            Some(role) => format!("{role}/{key} = {value}"),
            None => format!("{key} = {value}"),
        })
        .collect();
    let expected: Vec<String> =
        expected.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    assert_eq!(found, expected, "preset {name}");
}

#[test]
fn the_default_preset_has_a_value_for_every_setting() {
    let values = find_preset("default").map(|preset| preset.values()).unwrap_or_default();
    let keys: Vec<&str> = values.iter().map(|value| value.key).collect();
    for setting in settings::all() {
        assert!(keys.contains(&setting.key), "{} has no default", setting.key);
    }
}

const UNLIMITED: &str = "\"unlimited\"";

#[test]
fn the_budget_preset() {
    check(
        "budget",
        &[
            ("limits.iterations", "5"),
            ("limits.tool_calls", "200"),
            ("limits.turns", "50"),
            ("limits.active_time", "\"2h\""),
            ("limits.sleep_time", "\"1d\""),
            ("limits.messages", UNLIMITED),
            ("limits.context_tokens", UNLIMITED),
            ("limits.output_tokens", UNLIMITED),
            ("limits.cost_usd", UNLIMITED),
            ("limits.warn_at", "0.8"),
            ("pm/limits.tool_calls", "50"),
            ("pm/limits.turns", "10"),
            ("pm/limits.active_time", "\"10m\""),
            ("pr-review/limits.tool_calls", "100"),
            ("pr-review/limits.turns", "20"),
            ("pr-review/limits.active_time", "\"30m\""),
            ("security-review/limits.tool_calls", "100"),
            ("security-review/limits.turns", "20"),
            ("security-review/limits.active_time", "\"30m\""),
        ],
    );
}

const FORBID: &str = r#"["**/migrations/**", "**/migrate/**", "**/schema.{prisma,sql,rb,graphql}", "**/*.migration.*", "**/routes/**", "**/{routes,router,urls}.{js,jsx,ts,tsx,rb,py,php,go,rs}", "**/router/**", "**/{store,stores,redux}/**", "**/{views,pages,screens}/**"]"#;

#[test]
fn the_tdd_preset() {
    check(
        "tdd",
        &[
            ("attempts.per_test", "3"),
            ("attempts.per_slice", "7"),
            ("attempts.infra", "5"),
            ("attempts.protect_tests", "true"),
            ("attempts.keep_attempts", "\"30d\""),
            ("scope.forbid", FORBID),
        ],
    );
}

#[test]
fn the_loop_preset() {
    check(
        "loop",
        &[
            ("stagnation.no_progress", "3"),
            ("stagnation.same_error", "5"),
            ("stagnation.output_floor", "70"),
            ("stagnation.questions", "3"),
            ("stagnation.denials", "2"),
            ("stagnation.recovery", "\"manual\""),
        ],
    );
    let layer = PolicyLayer::user("config.toml", "preset = \"loop\"");
    let policy = compile_policy(&[layer], &CompileRequest::default()).unwrap().policy;
    let limits = &policy.stagnation;
    assert_eq!((limits.half_opens_at(), limits.opens_at()), (Some(3), Some(4)));
    assert_eq!(limits.recovery, LoopRecovery::Manual);
}

#[test]
fn l01_one_number_of_a_published_design_moves_both_states() {
    let policy = |text: &str| {
        let layer = PolicyLayer::user("config.toml", format!("preset = \"loop\"\n{text}"));
        compile_policy(&[layer], &CompileRequest::default()).unwrap().policy.stagnation
    };
    let limits = policy("noProgressThreshold = 10");
    assert_eq!((limits.half_opens_at(), limits.opens_at()), (Some(10), Some(11)));
    let limits = policy("[stagnation]\nhalf_open_after = 2\nopen_after = 6");
    assert_eq!((limits.half_opens_at(), limits.opens_at()), (Some(2), Some(6)));
    let limits = policy("[stagnation]\nrecovery = \"cooldown:30m\"");
    assert_eq!(limits.recovery, LoopRecovery::Cooldown(Duration::from_mins(30)));
}

#[test]
fn the_presets_of_later_versions() {
    check(
        "service",
        &[
            ("service.tools", "[\"*\"]"),
            ("service.failure_threshold", "5"),
            ("service.service_threshold", "10"),
            ("service.reset_timeout", "\"30s\""),
            ("service.probe_lease", "\"1m\""),
            ("service.count_errors", "[\"ToolError\", \"NetworkError\", \"RateLimitExceeded\"]"),
            ("service.ignore_errors", "[\"InvalidArguments\", \"FileNotFound\"]"),
        ],
    );
    check(
        "guided",
        &[
            ("guided.enabled", "true"),
            ("guided.qc_on_exceed", "true"),
            ("guided.max_retries", "2"),
            ("guided.mandatory_verification", "true"),
            ("guided.analyst", "\"builtin\""),
            ("guided.analyst_timeout", "\"2m\""),
            ("guided.tool_calls_warning", "50"),
            ("guided.tool_calls_critical", "80"),
            ("guided.messages_warning", "150"),
            ("guided.messages_critical", "200"),
            ("guided.recursion", "180"),
            ("guided.context_warning", "100000"),
            ("guided.context_critical", "120000"),
            ("guided.trim_threshold", "50"),
            ("guided.trim_max_tokens", "100000"),
            ("guided.trim_strategy", "\"last\""),
        ],
    );
}

#[test]
fn the_default_preset_is_the_default_policy() {
    for layers in
        [vec![], vec![PolicyLayer::user("config.toml", "preset = \"default\"\n[limits]\n")]]
    {
        let compiled = compile_policy(&layers, &CompileRequest::default()).unwrap();
        assert_eq!(compiled.policy, Policy::default());
        assert_eq!(compiled.notices, []);
        for entry in &compiled.provenance {
            assert!(settings::find(entry.key).is_some_and(|setting| setting.is_supported()));
        }
    }
}

#[test]
fn the_two_levels_of_guided_hold_and_what_is_not_built_says_so() {
    let compile = |text: &str, task: &[(&str, &str)]| {
        let user = PolicyLayer::user("config.toml", text.to_owned());
        let task = PolicyLayer::task("42", task.iter().copied());
        compile_policy(&[user, task], &CompileRequest::default()).unwrap()
    };
    let guided = compile("preset = \"guided\"", &[]);
    assert_eq!(guided.policy.guided.tool_calls_critical, Limit::at(80));
    assert_eq!(guided.notices, []);
    let off = compile("preset = \"guided\"\n[guided]\nenabled = false", &[]);
    assert!(!off.policy.guided.enabled);
    let analyst = compile("[guided]\nanalyst = \"claude -p\"", &[]);
    assert_eq!((analyst.policy.advisors.analyst.as_str(), analyst.notices.len()), ("claude -p", 0));
    let builtin = compile("[guided]\nanalyst = \"builtin\"", &[]);
    assert_eq!(builtin.policy.advisors, Policy::default().advisors);
    let retries = compile("", &[("max_retries", "1")]).policy.guided.retries();
    let none = compile("", &[("enabled", "false")]).policy.guided.retries();
    assert_eq!((Policy::default().guided.retries(), retries, none), (2, 1, 0));
    // A task's own budget takes the place of the level, in the words of that design.
    let own = [("max_tool_calls", "100"), ("max_context", "150000"), ("enabled", "true")];
    let task = compile("preset = \"guided\"", &own);
    assert_eq!(task.policy.limits.tool_calls, Limit::at(100));
    assert_eq!(task.policy.guided.tool_calls_critical, Limit::at(100));
    assert_eq!(task.policy.guided.context_critical, Limit::at(150_000));
    let without = compile("", &own);
    assert_eq!(without.policy.guided.tool_calls_critical, Limit::UNLIMITED);
}
