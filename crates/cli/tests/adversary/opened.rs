//! The same attempts at an open breaker: nothing passes but the listed reports.

use crate::row::{self, Step};
use crate::sandbox::Sandbox;

#[test]
fn an_open_breaker_refuses_every_attempt() {
    let mut sandbox = Sandbox::new(true);
    let before = sandbox.snapshot();
    for (id, steps, _) in row::all() {
        for step in *steps {
            assert!(sandbox.refuses(*step), "{id}: {step:?}");
        }
    }
    assert_eq!(sandbox.snapshot(), before);
}

#[test]
fn an_open_breaker_lets_reports_pass_and_nothing_beside_them() {
    let mut sandbox = Sandbox::new(true);
    for line in [
        "fusebox status",
        "fusebox report complete 'all green'",
        "fusebox report blocked --on '#41' 'no key'",
        "fusebox prompt",
    ] {
        assert!(!sandbox.refuses(Step::Sh(line)), "{line}");
    }
    for line in [
        "fusebox status; rm a",
        "fusebox status && fusebox reset s1",
        "fusebox status > a",
        "fusebox status | sh",
        "fusebox status &",
        "fusebox report complete \"$(rm a)\"",
        "fusebox report complete `rm a`",
        "PATH=. fusebox status",
        "./fusebox status",
        "env fusebox status",
        "fusebox status\nrm a",
        "fusebox show",
        "ls",
    ] {
        assert!(sandbox.refuses(Step::Sh(line)), "{line}");
    }
    for tool in ["mcp__fusebox__run", "mcp__fusebox__reset", "mcp__x__justify", "mcp__x__status"] {
        assert!(sandbox.refuses(Step::Tool(tool, "{}")), "{tool}");
    }
    // An agent may report through any server.
    for tool in ["mcp__fusebox__report_blocked", "mcp__x__report_complete"] {
        assert!(!sandbox.refuses(Step::Tool(tool, "{\"reason\": \"no key\"}")), "{tool}");
    }
}
