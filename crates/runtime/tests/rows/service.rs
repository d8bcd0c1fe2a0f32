//! Services and tools (S1–S7) through `decide`: breakers of tools and services that all sessions share.

mod rate;

use fusebox_engine::{
    BreakerState, BudgetLimits, Duration, EnforcementMode, Finding, FindingLevel, Limit, OnDrop,
    Policy, RepetitionLimits, Rule, ServicePolicy, Timestamp, Verdict, VerdictAction,
};
use fusebox_runtime::replay;
use fusebox_runtime::service::{self, ServiceOrder, ServiceView};
use serde_json::{Value, json};

use crate::story::{Story, rules};

const SEARCH: &str = "mcp:jira/search";
const DOWN: &str = "MCP error -32001: Request timed out";

fn story() -> Story {
    with(|_| {})
}

/// Repetition is left out, so that what is refused is refused by a breaker.
fn with(set: impl FnOnce(&mut ServicePolicy)) -> Story {
    let mut service = ServicePolicy::default();
    set(&mut service);
    let ignore = vec!["mcp:*".to_owned(), "web".to_owned()];
    let repetition = RepetitionLimits { ignore, ..RepetitionLimits::default() };
    Story::new(Policy { service, repetition, ..Policy::default() })
}

/// A story in which the breaker of [`SEARCH`] has just opened, for 30 s.
fn opened() -> Story {
    let mut story = story();
    story.calls("FFFFF");
    story
}

fn down() -> Value {
    json!({"ok": false, "output": DOWN})
}

fn fine() -> Value {
    json!({"ok": true, "output": "3 issues"})
}

fn of_kind(kind: &str) -> Value {
    json!({"ok": false, "output": "no", "error_kind": kind})
}

impl Story {
    /// One call in `session`, each with arguments of its own; the verdict of the request.
    fn service(&mut self, session: &'static str, tool: &str, result: Value) -> Verdict {
        self.session = session;
        let input = json!({"n": self.at});
        self.call(tool, input, result).asked
    }

    fn services(&mut self, n: usize, tool: &str, result: &Value) {
        for _ in 0..n {
            let verdict = self.service("s1", tool, result.clone());
            assert!(!is_turned_away(&verdict), "{verdict:?}");
        }
    }

    /// Calls of [`SEARCH`], in whichever session: `F` fails, `.` succeeds, `L` takes five seconds,
    /// `?` is of an ignored class; none of them may be refused.
    fn calls(&mut self, calls: &str) {
        for (n, call) in calls.chars().enumerate() {
            let result = match call {
                'F' => down(),
                '.' => fine(),
                'L' => json!({"ok": true, "output": "late", "duration_ms": 5_000}),
                _ => of_kind("InvalidArguments"),
            };
            let verdict = self.service(["s1", "s2", "s3"][n % 3], SEARCH, result);
            assert!(!is_turned_away(&verdict), "call {n}: {verdict:?}");
        }
    }

    /// Only asks; the call is on its way then.
    fn ask(&mut self, session: &'static str, id: &str) -> Verdict {
        self.session = session;
        self.request(id, SEARCH, json!({"id": id}))
    }

    fn answer(&mut self, session: &'static str, id: &str, result: Value) -> Verdict {
        self.session = session;
        self.result(id, result)
    }

    /// A session asks for the probe, `probe`, when the breaker has been open for 30 s.
    fn probe(&mut self, session: &'static str) {
        self.wait(30_000);
        let asked = self.ask(session, "probe");
        assert!(is_probe(&asked), "{asked:?}");
    }

    fn view(&self, key: &str) -> ServiceView {
        let policy = &self.policies.of(None).service;
        service::one(self.runtime.store(), policy, key, Timestamp(self.at)).unwrap().unwrap()
    }

    fn state(&self, key: &str) -> &'static str {
        self.view(key).state.as_str()
    }

    fn order(&mut self, key: &str, order: ServiceOrder) {
        let policy = self.policies.of(None).service.clone();
        let at = Timestamp(self.at);
        service::order(self.runtime.store_mut(), &policy, key, order, at).unwrap();
    }
}

/// What a verdict says of breakers of services.
fn notice(verdict: &Verdict) -> Option<&Finding> {
    verdict.findings.iter().find(|finding| finding.rule.is_service_breaker())
}

/// The state of the breaker and the failures in a row, after these calls of [`SEARCH`].
fn check(set: impl FnOnce(&mut ServicePolicy), calls: &str, expected: (&str, u64)) {
    let mut story = with(set);
    story.calls(calls);
    assert_eq!((story.state(SEARCH), story.view(SEARCH).failures), expected, "{calls}");
}

fn is_turned_away(verdict: &Verdict) -> bool {
    verdict.verdict == VerdictAction::Deny && notice(verdict).is_some()
}

fn is_probe(verdict: &Verdict) -> bool {
    verdict.verdict == VerdictAction::Warn
        && verdict.context.as_deref().is_some_and(|said| said.contains("try ONE simple check"))
}

#[test]
fn s01_the_fifth_failure_in_a_row_opens_for_every_session() {
    let mut story = Story::new(Policy::default());
    story.services(4, SEARCH, &down());
    assert!(!is_turned_away(&story.service("s2", SEARCH, down())), "four are not enough");
    let refused = story.service("s3", SEARCH, fine());
    assert!(is_turned_away(&refused), "{refused:?}");
    assert_eq!(rules(&refused), [(Rule::FailureThreshold, FindingLevel::Block)]);
    assert_eq!((refused.state, refused.incident), (BreakerState::Closed, None));
    assert!(!is_turned_away(&story.service("s3", "mcp:jira/comment", fine())));
    assert!(!is_turned_away(&story.service("s3", "mcp:github/search", fine())));
    assert!(!is_turned_away(&story.service("s3", "bash", fine())));
    assert_eq!(story.incidents(), []);
}

#[test]
fn s01_an_ignored_class_neither_counts_nor_resets() {
    check(|_| {}, "FFFF??", ("closed", 4));
    check(|_| {}, "FFFF??F", ("open", 0));
    let mut story = story();
    story.calls("FFFF");
    story.services(1, SEARCH, &json!({"ok": false, "output": "File does not exist."}));
    assert_eq!((story.state(SEARCH), story.view(SEARCH).failures), ("closed", 4));
}

#[test]
fn s01_a_success_between_failures_begins_anew() {
    check(|_| {}, "FFFF.FFFF", ("closed", 4));
    check(|_| {}, "FFFF.FFFFF", ("open", 0));
}

#[test]
fn s01_a_class_that_nobody_lists_counts_unless_all_are_ignored() {
    let mut story = story();
    story.services(5, SEARCH, &of_kind("SomethingNew"));
    assert_eq!(story.state(SEARCH), "open");
    let mut story = with(|it| it.ignore_errors = vec!["*".to_owned()]);
    story.services(6, SEARCH, &of_kind("SomethingNew"));
    assert_eq!((story.state(SEARCH), story.view(SEARCH).failures), ("closed", 0));
}

#[test]
fn s01_a_red_command_is_no_failure_even_where_every_tool_has_a_breaker() {
    let mut story = with(|it| it.tools = vec!["*".to_owned()]);
    for n in 0..6 {
        let result = json!({"ok": false, "exit_code": 1, "output": format!("boom {n}")});
        story.services(1, "bash", &result);
    }
    assert_eq!(story.state("bash"), "closed");
    for n in 0..5 {
        story.service("s1", "deploy", json!({"ok": false, "output": format!("boom {n}")}));
    }
    assert!(is_turned_away(&story.service("s2", "deploy", fine())));
}

#[test]
fn s01_ten_failures_of_a_service_open_it_whole() {
    let mut story = story();
    story.services(4, "mcp:jira/a", &down());
    story.services(4, "mcp:jira/b", &of_kind("RateLimitExceeded"));
    story.services(1, "mcp:jira/c", &down());
    assert_eq!((story.state("mcp:jira"), story.view("mcp:jira").failures), ("closed", 9));
    story.services(1, "mcp:jira/d", &down());
    let refused = story.service("s2", "mcp:jira/e", fine());
    assert_eq!(rules(&refused), [(Rule::ServiceThreshold, FindingLevel::Block)]);
    assert!(refused.context.unwrap().starts_with("CircuitBreakerOpen: mcp:jira, retry in 29 s."));
    assert!(!is_turned_away(&story.service("s2", "mcp:github/e", fine())));
}

#[test]
fn s01_each_host_of_the_web_has_a_breaker() {
    let mut story = story();
    let mut fetch = |host: &str, result: Value| {
        let input = json!({"url": format!("https://{host}/page")});
        story.call("web", input, result).asked
    };
    let failed = |code: u16| json!({"ok": false, "output": format!("Request failed with status code {code}")});
    for _ in 0..5 {
        fetch("down.example", failed(503));
    }
    assert!(is_turned_away(&fetch("down.example", fine())));
    assert!(!is_turned_away(&fetch("up.example", fine())));
    for n in 0..7 {
        assert!(!is_turned_away(&fetch(&format!("{n}.example"), failed(404))));
    }
}

#[test]
fn s02_after_the_time_one_probe_runs_and_its_success_closes() {
    let mut story = opened();
    // Each event is told a second after the one before.
    story.wait(29_000 - 1);
    assert!(is_turned_away(&story.ask("s2", "early")), "a millisecond too early");
    let early = story.at;
    story.at = early + 1 - 1_000;
    assert!(is_probe(&story.ask("s2", "probe")));
    assert_eq!(story.at, early + 1);
    let other = story.ask("s3", "other");
    assert!(is_turned_away(&other));
    assert!(other.context.unwrap().starts_with("CircuitBreakerOpen: mcp:jira/search. STOP"));
    story.answer("s2", "probe", fine());
    assert_eq!(story.state(SEARCH), "closed");
    assert_eq!(story.ask("s3", "again").verdict, VerdictAction::Allow);
}

#[test]
fn s02_a_probe_that_fails_opens_with_a_new_timer() {
    let mut story = opened();
    story.probe("s1");
    story.answer("s1", "probe", down());
    let failed_at = story.at;
    let refused = story.ask("s2", "after");
    assert!(refused.context.unwrap().contains("retry in 29 s"));
    story.at = failed_at + 30_000 - 1_000;
    assert!(is_probe(&story.ask("s2", "next")));
}

#[test]
fn s02_a_probe_that_outlives_its_lease_has_failed() {
    let mut story = opened();
    story.probe("s1");
    let asked_at = story.at;
    story.at = asked_at + 59_999 - 1_000;
    assert_eq!(story.state(SEARCH), "half_open");
    assert!(is_turned_away(&story.ask("s2", "waits")));
    story.at = asked_at + 60_000 - 1_000;
    assert!(is_turned_away(&story.ask("s2", "waits more")));
    assert_eq!(story.state(SEARCH), "open");
    story.at = asked_at + 90_000 - 1_000;
    assert!(is_probe(&story.ask("s2", "next")));
}

#[test]
fn s02_a_probe_that_is_cancelled_gives_its_slot_back() {
    let refused = |story: &mut Story| {
        story.answer("s1", "probe", json!({"ok": false, "refused": true, "output": "no"}))
    };
    let tell = |story: &mut Story, event: &str| {
        story.session = "s1";
        story.send(json!({"type": event}))
    };
    let ended = |story: &mut Story| tell(story, "session_end");
    let idle = |story: &mut Story| tell(story, "idle");
    let check = |on_drop, cancel: &dyn Fn(&mut Story) -> Verdict, next_is_probe| {
        let mut story = with(|it| it.on_drop = on_drop);
        story.calls("FFFFF");
        story.probe("s1");
        assert!(is_turned_away(&story.ask("s2", "waits")));
        cancel(&mut story);
        assert_eq!(is_probe(&story.ask("s2", "next")), next_is_probe, "{on_drop:?}");
    };
    check(OnDrop::Neutral, &refused, true);
    check(OnDrop::Neutral, &ended, true);
    check(OnDrop::Neutral, &idle, true);
    check(OnDrop::Failure, &refused, false);
    check(OnDrop::Failure, &ended, false);
}

#[test]
fn s02_an_ignored_class_is_neutral_as_the_result_of_a_probe() {
    let mut story = opened();
    story.probe("s1");
    story.answer("s1", "probe", of_kind("InvalidArguments"));
    assert_eq!(story.state(SEARCH), "half_open");
    assert!(is_probe(&story.ask("s2", "next")));
}

#[test]
fn s02_a_call_that_another_rule_refuses_takes_no_probe() {
    let limits = BudgetLimits { tool_calls: Limit::at(5), ..BudgetLimits::default() };
    let mut story = Story::new(Policy { limits, ..Policy::default() });
    story.services(5, SEARCH, &down());
    story.wait(30_000);
    let refused = story.ask("s1", "over");
    assert_eq!((refused.verdict, refused.state), (VerdictAction::Deny, BreakerState::Open));
    assert!(is_probe(&story.ask("s2", "probe")));
}

#[test]
fn s02_the_same_request_told_twice_is_one_probe() {
    let mut story = opened();
    story.probe("s1");
    assert_eq!(story.ask("s1", "probe").verdict, VerdictAction::Allow);
    story.answer("s1", "probe", fine());
    assert_eq!(story.state(SEARCH), "closed");
}

#[test]
fn s03_a_result_of_an_earlier_epoch_changes_nothing() {
    let mut story = story();
    assert_eq!(story.ask("s2", "slow").verdict, VerdictAction::Allow);
    assert_eq!(story.ask("s3", "slower").verdict, VerdictAction::Allow);
    story.services(5, SEARCH, &down());
    let opened_at = story.at;
    story.answer("s2", "slow", fine());
    assert_eq!(story.state(SEARCH), "open");
    story.answer("s3", "slower", down());
    story.at = opened_at + 30_000 - 1_000;
    assert!(is_probe(&story.ask("s4", "probe")), "no timer was extended");
}

#[test]
fn s05_slow_calls_count_and_the_time_grows_where_that_is_set() {
    check(|it| it.slow_call = Limit::at(5_000), "LLLLL", ("open", 0));
    check(|it| it.slow_call = Limit::UNLIMITED, "LLLLLL", ("closed", 0));
    let mut story = with(|it| it.backoff = true);
    story.calls("FFFFF");
    story.wait(4_000).probe("s1");
    story.answer("s1", "probe", down());
    let wait = story.view(SEARCH).retry_after_ms.unwrap();
    assert!((60_000..=66_000).contains(&wait), "{wait}");
}

#[test]
fn s06_the_agent_is_told_to_stop_wait_switch_analyse_and_ask() {
    let mut story = opened();
    story.wait(2_000);
    let refused = story.service("s1", SEARCH, fine());
    assert_eq!(
        refused.context.as_deref(),
        Some(
            "CircuitBreakerOpen: mcp:jira/search, retry in 27 s. STOP, do not retry the same \
             action. WAIT or SWITCH strategies. ANALYZE why: is the service down? Am I spamming? \
             Is my input fundamentally wrong? ASK HUMAN: if you cannot go on without it, say what \
             you need."
        )
    );
}

#[test]
fn s06_the_agent_whose_call_opens_it_is_warned_and_not_stopped() {
    let mut story = story();
    for n in 0..4 {
        assert_eq!(notice(&story.call(SEARCH, json!({"n": n}), down()).answer()), None);
    }
    let answered = story.call(SEARCH, json!({"n": 4}), down()).answer();
    let notice = notice(&answered).unwrap();
    assert_eq!((notice.level, notice.observed, notice.limit), (FindingLevel::Warning, 5, 5));
    assert_eq!(
        notice.message(),
        "mcp:jira/search failed 5 times in a row: its breaker is open for 30s."
    );
    let warning = "mcp:jira/search failed 5 times in a row: its breaker is open for 30s.";
    assert_eq!(answered.context.as_deref(), Some(warning));
    for _ in 0..20 {
        assert!(is_turned_away(&story.service("s1", SEARCH, fine())));
    }
    assert_eq!(story.incidents(), []);
}

#[test]
fn s07_a_person_opens_closes_disables_and_resets() {
    let mut story = story();
    story.order(SEARCH, ServiceOrder::Open);
    let refused = story.service("s1", SEARCH, fine());
    assert!(refused.context.unwrap().starts_with("CircuitBreakerOpen: mcp:jira/search. STOP"));
    story.wait(24 * 3_600_000);
    assert!(is_turned_away(&story.service("s1", SEARCH, fine())), "for as long as they want");
    story.order(SEARCH, ServiceOrder::Close);
    story.calls("FFFFFF");
    assert_eq!((story.state(SEARCH), story.view(SEARCH).counts.failures), ("forced_closed", 6));
    story.order(SEARCH, ServiceOrder::Disable);
    story.services(6, SEARCH, &of_kind("ToolError"));
    assert_eq!((story.state(SEARCH), story.view(SEARCH).counts.failures), ("disabled", 6));
    story.order(SEARCH, ServiceOrder::Reset);
    let service = story.view("mcp:jira").failures;
    assert_eq!(service, 0, "what a person holds says nothing of the service");
    story.services(4, SEARCH, &of_kind("NetworkError"));
    assert_eq!(story.state(SEARCH), "closed");
    story.services(1, SEARCH, &of_kind("NetworkError"));
    assert_eq!(story.state(SEARCH), "open");
}

#[test]
fn s07_asking_how_they_stand_changes_nothing() {
    let mut story = opened();
    story.wait(40_000);
    let before = story.runtime.store().read().breakers().unwrap();
    assert_eq!(story.state(SEARCH), "half_open");
    assert_eq!(story.state("mcp:jira"), "closed");
    assert_eq!(story.runtime.store().read().breakers().unwrap(), before);
    assert!(is_probe(&story.ask("s2", "probe")));
}

#[test]
fn s01_other_tools_leave_no_row() {
    let mut story = story();
    story.fails("make", "boom");
    story.call("read", json!({"file_path": "a"}), json!({"ok": false, "output": "ENOENT"}));
    story.call("mcp:fusebox/status", json!({}), fine());
    assert_eq!(story.runtime.store().read().breakers().unwrap(), []);
}

#[test]
fn s01_where_nothing_is_enforced_nothing_is_refused_and_it_is_written_down() {
    let mut story = Story::new(Policy { mode: EnforcementMode::Observe, ..Policy::default() });
    story.services(5, SEARCH, &down());
    let passed = story.service("s1", SEARCH, fine());
    assert_eq!(passed.verdict, VerdictAction::Allow);
    assert_eq!(rules(&passed), [(Rule::FailureThreshold, FindingLevel::Block)]);
    assert_eq!(story.state(SEARCH), "open", "what passed without leave says nothing");
}

#[test]
fn s03_a_clock_that_was_ahead_holds_nothing_open() {
    let mut story = story();
    story.at = 4_000_000_000_000;
    story.calls("FFFFF");
    story.at = 1_000_000;
    let refused = story.service("s2", SEARCH, fine());
    assert!(refused.context.unwrap().contains("retry in 30 s"));
    story.probe("s2");
}

#[test]
fn s03_a_row_that_cannot_be_read_is_open_for_a_time() {
    let mut story = story();
    story.calls(".");
    let mut row = story.runtime.store().read().breaker(SEARCH).unwrap().unwrap();
    row.body = "{".to_owned();
    story.runtime.store_mut().write(|tx| tx.put_breaker(&row)).unwrap();
    assert!(is_turned_away(&story.service("s1", SEARCH, fine())));
    story.probe("s1");
}

#[test]
fn s02_the_log_says_what_the_breakers_said_and_replays() {
    let mut story = Story::new(Policy::default());
    story.services(5, SEARCH, &down());
    story.service("s2", SEARCH, fine());
    story.wait(30_000);
    story.ask("s2", "probe");
    story.answer("s2", "probe", fine());
    let store = story.runtime.store();
    let log = store.read().log(fusebox_store::LogSelection::All, 0, 100).unwrap();
    let facts: Vec<Value> =
        log.iter().map(|row| serde_json::from_str(&row.observation).unwrap()).collect();
    let refused = &facts[10]["breaker"];
    assert_eq!(
        (&refused["key"], &refused["admitted"], &refused["retry_after_ms"]),
        (&json!(SEARCH), &json!(false), &json!(29_000))
    );
    assert_eq!(facts[9]["breaker"]["opened"][0]["open_for_ms"], json!(30_000));
    assert_eq!(facts[11]["breaker"]["probe"], json!(1));
    assert_eq!(facts[12]["breaker"]["outcome"], json!("success"));
    assert_eq!(replay::replay(store).unwrap().differences, []);
}

#[test]
fn s01_the_number_of_rows_is_bounded_and_what_tells_most_stays() {
    let mut story = opened();
    story.order("mcp:held/x", ServiceOrder::Open);
    for n in 0..300 {
        let input = json!({"url": format!("https://h{n}.example")});
        story.call("web", input, fine());
    }
    let rows = story.runtime.store().read().breakers().unwrap();
    assert_eq!(rows.len(), fusebox_store::MAX_BREAKERS as usize);
    for key in [SEARCH, "mcp:held/x", "web/h299.example"] {
        assert!(rows.iter().any(|row| row.key == key), "{key}");
    }
}

#[test]
fn s01_a_session_with_numbers_of_its_own_is_judged_by_them() {
    let mut story = story();
    story.calls("FFF");
    let mut policy = Policy::default();
    policy.service.failure_threshold = Limit::at(4);
    policy.service.reset_timeout = Duration::from_secs(5);
    story.set_policy(policy);
    story.service("s9", SEARCH, down());
    let refused = story.service("s9", SEARCH, fine());
    assert!(refused.context.unwrap().contains("retry in 4 s"));
}
