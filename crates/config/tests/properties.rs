//! For any text, loading ends with a policy or with problems; valid values are kept.

use std::collections::BTreeMap;

use fusebox_config::{
    CompileRequest, PolicyLayer, Setting, SettingKind, SettingValue, compile_policy, settings,
};
use fusebox_engine::{Duration, Limit, Ratio};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;

/// Words of configuration files, so that some of the generated texts are nearly valid.
const WORDS: &[&str] = &[
    "tool_calls",
    "circuit_breaker",
    "\"unlimited\"",
    "\"budget\"",
    "\"default\"",
    "2024-01-01",
    "9999999999999999999999",
];

/// Shorter words, and signs.
const SIGNS: &[&str] = &[
    "limits", "turns", "roles", "pm", "preset", "mode", "notify", "\"tdd\"", "\"2h\"", "0", "-1",
    "7", "0.5", "nan", "inf", "1e999", "0x_1", "true", "=", ".", ",", "[", "]", "[[", "]]", "{",
    "}", "\n", "\r\n", " ", "#", "\"", "'", "\"\"\"", "\\", "\u{0}", "ü", "\u{feff}",
];

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select([WORDS, SIGNS].concat()), 0..40)
        .prop_map(|pieces| pieces.concat());
    prop_oneof![".{0,80}", pieces]
}

fn limit(largest: u64) -> impl Strategy<Value = SettingValue> {
    let number = prop_oneof![1..=largest, Just(1), Just(largest)];
    prop_oneof![
        number.prop_map(|n| SettingValue::Limit(Limit::at(n))),
        Just(SettingValue::Limit(Limit::UNLIMITED)),
    ]
}

fn list(item: impl Strategy<Value = String> + 'static) -> BoxedStrategy<SettingValue> {
    prop::collection::vec(item, 0..4).prop_map(SettingValue::List).boxed()
}

const LARGEST: u64 = i64::MAX.unsigned_abs();

fn value(kind: SettingKind) -> BoxedStrategy<SettingValue> {
    let words = |words: &'static [&'static str]| select(words).prop_map(str::to_owned);
    match kind {
        SettingKind::Limit | SettingKind::Time => limit(LARGEST).boxed(),
        SettingKind::Percent => limit(100).boxed(),
        SettingKind::Money => limit(1_000_000_000_000_000).boxed(),
        SettingKind::Prices => {
            list(("[a-z][a-z0-9-]{0,9}", 0..1_000u32, 0..1_000u32).prop_map(
                |(model, input, output)| format!("{model} input={input} output={output}"),
            ))
        }
        SettingKind::Cap => prop_oneof![
            (1..=LARGEST).prop_map(|n| format!("{n} tokens")),
            (1..=18_000_000u64).prop_map(|n| format!("{n} USD")),
            (1..=18_000_000u64, 1..=9u8).prop_map(|(n, tenths)| format!("{n}.{tenths} USD")),
            Just("unlimited".to_owned()),
        ]
        .prop_map(SettingValue::Text)
        .boxed(),
        SettingKind::UpTo(most) => {
            (1..=most).prop_map(|n| SettingValue::Limit(Limit::at(n))).boxed()
        }
        SettingKind::Count => (1..=LARGEST).prop_map(|n| SettingValue::Limit(Limit::at(n))).boxed(),
        SettingKind::Ratio => (0.0..=1.0f64)
            .prop_filter_map("a share", |share| Ratio::new(share).map(SettingValue::Ratio))
            .boxed(),
        SettingKind::Duration => {
            (1..=LARGEST).prop_map(|ms| SettingValue::Duration(Duration(ms))).boxed()
        }
        SettingKind::Bool => any::<bool>().prop_map(SettingValue::Bool).boxed(),
        SettingKind::Choice(choices) => words(choices).prop_map(SettingValue::Text).boxed(),
        SettingKind::Choices(choices) => list(words(choices)),
        SettingKind::Globs { .. } => {
            list(select(&["src/**", "*.md", "{a,b}/c"][..]).prop_map(str::to_owned))
        }
        SettingKind::List => list(any::<String>().prop_filter("a text", |text| !text.is_empty())),
        SettingKind::Text => "[a-z]{1,8}".prop_map(SettingValue::Text).boxed(),
        SettingKind::ProjectFile => Just(SettingValue::Text("a/b.md".to_owned())).boxed(),
        SettingKind::Recovery => Just(SettingValue::Text("manual".to_owned())).boxed(),
        SettingKind::Presets => Just(SettingValue::List(vec!["budget".to_owned()])).boxed(),
    }
}

/// Settings of the policy with a value each.
fn written() -> impl Strategy<Value = BTreeMap<&'static str, (&'static Setting, SettingValue)>> {
    let settings: Vec<&'static Setting> = settings::all()
        .filter(|setting| setting.read(&fusebox_engine::Policy::default()).is_some())
        .collect();
    let entry = select(settings).prop_flat_map(|setting| {
        value(setting.kind).prop_map(move |value| (setting.key, (setting, value)))
    });
    prop::collection::vec(entry, 0..12).prop_map(|entries| entries.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn arbitrary_text_is_answered(user in text(), project in text(), key in text(), value in text()) {
        let layers = [
            PolicyLayer::user("config.toml", user),
            PolicyLayer::project(".fusebox.toml", project),
            PolicyLayer::task("42", [(key.clone(), value.clone())]),
            PolicyLayer::environment([(format!("FUSEBOX_{key}"), value.clone())]),
            PolicyLayer::flag("--set", key.clone(), value),
        ];
        for layer in &layers {
            let request = CompileRequest { role: Some(&key), ..CompileRequest::default() };
            if let Err(problems) = compile_policy(std::slice::from_ref(layer), &request) {
                prop_assert!(problems.iter().count() > 0);
                let safe = !problems.to_string().contains(|c: char| c.is_control() && c != '\n');
                prop_assert!(safe, "a message must be safe to print");
            }
        }
        let _ = compile_policy(&layers, &CompileRequest::default());
    }

    #[test]
    fn valid_settings_come_out_as_they_went_in(written in written()) {
        let mut text = String::new();
        for (key, (setting, value)) in &written {
            text.push_str(&format!("{key} = {}\n", setting.kind.to_toml(value)));
        }
        let compiled = compile_policy(&[PolicyLayer::user("config.toml", text.clone())], &CompileRequest::default());
        let compiled = compiled.map_err(|problems| TestCaseError::fail(format!("{text}{problems}")))?;
        for (key, (setting, value)) in &written {
            prop_assert_eq!(setting.read(&compiled.policy), Some(value.clone()), "{}", key);
        }
        // What `config show` prints is a configuration with the same meaning.
        let shown: String =
            compiled.provenance.iter().map(|e| format!("{} = {}\n", e.key, e.value)).collect();
        let again = compile_policy(&[PolicyLayer::user("shown.toml", shown)], &CompileRequest::default());
        prop_assert_eq!(again.map(|again| again.policy), Ok(compiled.policy));
    }
}

#[test]
fn deep_nesting_and_long_keys_are_answered() {
    for text in [
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}", "{a=".repeat(100_000)),
        format!("[{}]", vec!["a"; 10_000].join(".")),
        format!("limits.{} = 1", vec!["a"; 10_000].join(".")),
        format!("{} = 1", "a".repeat(1_000_000)),
        format!("mode = \"{}\"", "a".repeat(1_000_000)),
    ] {
        let problems =
            compile_policy(&[PolicyLayer::user("config.toml", text)], &CompileRequest::default());
        assert!(problems.is_err_and(|problems| problems.to_string().len() < 2_000_000));
    }
}
