//! Small sessions with the causes that were written down before they were analysed.

use fusebox_engine::test_run::{FailedTest, TestRun, TestRunEnd};
use fusebox_engine::{
    AgentId, CallHistory, CallOutcome, CallRequest, CallSubject, ErrorSignature, Fact, Finding,
    FindingLevel, FindingSubject, Incident, IncidentFacts, IncidentId, Rule, SessionId, TaskId,
    Timestamp, WorkKind,
};

use super::{Analysis, RootCause};

/// A session as its calls: kind and label, how each ended, and what it said.
type Calls<'a> = &'a [(Tool, &'a str, End, &'a str)];

#[derive(Clone, Copy, PartialEq)]
enum Tool {
    Bash,
    Check,
    Edit,
    Install,
    Read,
    Search,
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Ok,
    Failed,
    Fruitless,
    /// A run in which so many tests fail.
    Tests(u32),
    Run(TestRunEnd),
}

use End::{Failed, Fruitless, Ok as Fine, Run, Tests};
use Tool::{Bash, Check, Edit, Install, Read, Search};

const NO_DATABASE: &str = "connect ECONNREFUSED 127.0.0.1:5432";
const NO_DISK: &str = "error: No space left on device";
const OFFLINE: &str = "Could not resolve host: registry.example.org";
const NO_FLAG: &str = "error: unexpected argument found";

/// Name, rule, calls, and the cause that a reader gives.
const SESSIONS: &[(&str, Rule, Calls<'_>, RootCause)] = &[
    (
        "the tests need a database that nobody started",
        Rule::Infra,
        &[
            (Read, "src/db.ts", Fine, "export const pool"),
            (Check, "npm test", Run(TestRunEnd::Network), NO_DATABASE),
            (Edit, "src/db.ts a", Fine, "done"),
            (Check, "npm test", Run(TestRunEnd::Network), NO_DATABASE),
            (Edit, "src/db.ts b", Fine, "done"),
            (Check, "npm test", Run(TestRunEnd::Network), NO_DATABASE),
        ],
        RootCause::Environment,
    ),
    (
        "every write ends on a full disk",
        Rule::SameErrorAcross,
        &[
            (Bash, "git commit -m wip", Failed, NO_DISK),
            (Bash, "cargo build", Failed, NO_DISK),
            (Bash, "tar xf vendor.tar", Failed, NO_DISK),
            (Bash, "git commit -m again", Failed, NO_DISK),
        ],
        RootCause::Environment,
    ),
    (
        "a compiler is missing and cannot be installed",
        Rule::MissingProgram,
        &[
            (Bash, "ghc --version", Failed, "bash: line 1: ghc: command not found"),
            (Install, "apt-get install ghc", Failed, OFFLINE),
            (Bash, "ghc Main.hs", Failed, "bash: line 1: ghc: command not found"),
            (Bash, "which ghc", Fruitless, ""),
        ],
        RootCause::Environment,
    ),
    (
        "the server refuses the token",
        Rule::SameToolError,
        &[
            (Bash, "gh api repos/a/b", Failed, "HTTP 403 Forbidden"),
            (Bash, "gh api repos/a/b/issues", Failed, "HTTP 403 Forbidden"),
            (Bash, "gh issue list", Failed, "HTTP 403 Forbidden"),
        ],
        RootCause::Environment,
    ),
    (
        "the text to replace was read before a formatter ran",
        Rule::SameToolError,
        &[
            (Read, "src/a.py", Fine, "def a(): pass"),
            (Bash, "black src", Fine, "1 file reformatted."),
            (Edit, "src/a.py 1", Failed, "String to replace not found in file."),
            (Edit, "src/a.py 2", Failed, "String to replace not found in file."),
            (Edit, "src/a.py 3", Failed, "String to replace not found in file."),
        ],
        RootCause::Confusion,
    ),
    (
        "a plan is sent as a command",
        Rule::FailureRun,
        &[
            (Bash, "ls", Fine, "src"),
            (
                Bash,
                "Next we have to look at the parser",
                Failed,
                "bash: line 1: Next: command not found",
            ),
            (
                Bash,
                "Now there is the parser to read",
                Failed,
                "bash: line 1: Now: command not found",
            ),
        ],
        RootCause::Confusion,
    ),
    (
        "a search uses the name of another language's function",
        Rule::SameSearch,
        &[
            (Search, "parseJson()", Fruitless, "no matches"),
            (Read, "lib/json.rb", Fine, "def parse_json"),
            (Search, "parseJson()", Fruitless, "no matches"),
            (Search, "parseJson()", Fruitless, "no matches"),
        ],
        RootCause::Confusion,
    ),
    (
        "each change is new, and the same assertion fails",
        Rule::PerTest,
        &[
            (Check, "pytest", Tests(1), "assert 3 == 4"),
            (Edit, "src/a.py 1", Fine, "done"),
            (Check, "pytest", Tests(1), "assert 3 == 4"),
            (Edit, "src/b.py 2", Fine, "done"),
            (Check, "pytest", Tests(1), "assert 3 == 4"),
            (Edit, "src/c.py 3", Fine, "done"),
            (Check, "pytest", Tests(1), "assert 3 == 4"),
        ],
        RootCause::WrongApproach,
    ),
    (
        "one flag after another is guessed",
        Rule::SameToolError,
        &[
            (Bash, "tool --fast", Failed, NO_FLAG),
            (Bash, "tool --quick", Failed, NO_FLAG),
            (Bash, "tool --speed", Failed, NO_FLAG),
            (Bash, "tool --turbo", Failed, NO_FLAG),
        ],
        RootCause::WrongApproach,
    ),
    (
        "a file is read over and over",
        Rule::SameCall,
        &[
            (Bash, "javac A.java", Failed, "bash: line 1: javac: command not found"),
            (Read, "src/a.py", Fine, "def a(): pass"),
            (Read, "src/a.py", Fine, "def a(): pass"),
            (Read, "src/a.py", Fine, "def a(): pass"),
            (Read, "src/a.py", Fine, "def a(): pass"),
        ],
        RootCause::Loop,
    ),
    (
        "green tests are run again and again",
        Rule::SameCall,
        &[
            (Check, "go test ./...", Tests(1), "want 2"),
            (Edit, "a.go 1", Fine, "done"),
            (Check, "go test ./...", Run(TestRunEnd::Passed), "ok"),
            (Check, "go test ./...", Run(TestRunEnd::Passed), "ok"),
            (Check, "go test ./...", Run(TestRunEnd::Passed), "ok"),
        ],
        RootCause::Loop,
    ),
    (
        "fewer tests fail after each change, until the calls are used up",
        Rule::ToolCalls,
        &[
            (Check, "pytest", Tests(9), "9 failed"),
            (Edit, "src/a.py 1", Fine, "done"),
            (Check, "pytest", Tests(6), "6 failed"),
            (Edit, "src/b.py 2", Fine, "done"),
            (Check, "pytest", Tests(4), "4 failed"),
            (Edit, "src/c.py 3", Fine, "done"),
            (Check, "pytest", Tests(2), "2 failed"),
        ],
        RootCause::Budget,
    ),
    (
        "a build breaks by the agent's own edits",
        Rule::Infra,
        &[
            (Check, "cargo test", Run(TestRunEnd::Passed), "ok"),
            (Edit, "src/a.rs 1", Fine, "done"),
            (Check, "cargo test", Run(TestRunEnd::Build), "error[E0308]: mismatched types"),
            (Edit, "src/a.rs 2", Fine, "done"),
            (Check, "cargo test", Run(TestRunEnd::Build), "error[E0308]: mismatched types"),
            (Edit, "src/a.rs 3", Fine, "done"),
            (Check, "cargo test", Run(TestRunEnd::Build), "error[E0308]: mismatched types"),
        ],
        RootCause::WrongApproach,
    ),
];

#[test]
fn q06_the_cause_is_the_one_that_was_written_down() {
    for (name, rule, calls, cause) in SESSIONS {
        let facts = facts(*rule, calls);
        let analysis = Analysis::compose(&facts).unwrap();
        assert_eq!(analysis.root_cause, *cause, "{name}: {analysis:#?}");
        assert_eq!(Some(&analysis), Analysis::compose(&facts).as_ref(), "{name}");
        assert!((3..=5).contains(&analysis.mistakes.len()), "{name}: {analysis:#?}");
        assert!((2..=5).contains(&analysis.plan.len()), "{name}: {analysis:#?}");
        for mistake in &analysis.mistakes {
            let is_real = |number: &u64| (1..=calls.len() as u64).contains(number);
            assert!(!mistake.calls.is_empty() && mistake.calls.iter().all(is_real), "{name}");
        }
    }
}

#[test]
fn q06_without_calls_there_is_no_analysis() {
    assert_eq!(Analysis::compose(&facts(Rule::SameCall, &[])), None);
}

#[test]
fn q06_an_analysis_of_the_longest_texts_has_fewer_than_1000_words() {
    let label = "a b ".repeat(2_000);
    let calls = vec![(Bash, label.as_str(), Failed, label.as_str()); 300];
    let analysis = Analysis::compose(&facts(Rule::SameCall, &calls)).unwrap();
    let mut words = analysis.explanation.split_whitespace().count();
    words += analysis.mistakes.iter().flat_map(|m| m.what.split_whitespace()).count();
    words += analysis.mistakes.iter().map(|mistake| mistake.calls.len()).sum::<usize>();
    words += analysis.plan.iter().flat_map(|step| step.split_whitespace()).count();
    assert!(words < 1_000, "{words}");
}

fn facts(rule: Rule, calls: Calls<'_>) -> IncidentFacts {
    let session = SessionId::parse("s1").unwrap();
    let task = TaskId::from(&session);
    let cause =
        Finding::new(rule, FindingLevel::Trip, 3, 3).about(FindingSubject::Sentence(String::new()));
    let who = (session.clone(), AgentId::main(), task.clone());
    let incident = Incident::open(IncidentId::parse("i4f2a").unwrap(), who, Timestamp(1), cause);
    let mut history = CallHistory::default();
    for (id, call) in (1..).zip(calls) {
        let request = CallRequest {
            anew: false,
            call: Some(id),
            round: None,
            subject: subject(call),
            breaker: None,
            can_ask: Default::default(),
            caps: None,
        };
        history.add(Fact::Request(request), false);
        history.add(Fact::Outcome(Box::new(outcome(id, call))), false);
    }
    let facts = IncidentFacts::new(session, task, Timestamp(1));
    IncidentFacts { incident: Some(incident), history, ..facts }
}

fn subject((tool, label, _, _): &(Tool, &str, End, &str)) -> CallSubject {
    let (name, work) = match tool {
        Bash => ("bash", WorkKind::Other),
        Check => ("bash", WorkKind::Check),
        Edit => ("edit", WorkKind::Edit),
        Install => ("bash", WorkKind::Install),
        Read => ("read", WorkKind::Other),
        Search => ("search", WorkKind::Other),
    };
    CallSubject {
        tool: name.to_owned(),
        call: Some(digest(label)),
        label: (*label).to_owned(),
        work,
        ..CallSubject::default()
    }
}

fn outcome(id: u64, (_, _, end, text): &(Tool, &str, End, &str)) -> CallOutcome {
    let said = ErrorSignature { digest: digest(text), line: (*text).to_owned(), said: None };
    let run = |end, failing: u32| {
        let failed =
            FailedTest { name: "t".to_owned(), error: Some(said.clone()), ..FailedTest::default() };
        let failed = if failing > 0 { vec![failed] } else { Vec::new() };
        let error = (end != TestRunEnd::Passed).then(|| said.clone());
        TestRun { end, failed, failing: (0..failing).collect(), error, ..TestRun::default() }
    };
    let test = match end {
        Tests(failing) => Some(Box::new(run(TestRunEnd::Failed, *failing))),
        Run(end) => Some(Box::new(run(*end, 0))),
        Fine | Failed | Fruitless => None,
    };
    let ok = matches!(end, Fine | Fruitless | Run(TestRunEnd::Passed));
    CallOutcome {
        call: Some(id),
        ok,
        result: Some(digest(text)),
        error: (*end == Failed).then(|| said.clone()),
        fruitless: *end == Fruitless,
        gist: Some((*text).to_owned()),
        test,
        ..CallOutcome::default()
    }
}

fn digest(text: &str) -> u64 {
    text.bytes().fold(7, |sum, byte| u64::from(byte).wrapping_add(31_u64.wrapping_mul(sum)))
}
