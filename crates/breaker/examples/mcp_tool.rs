//! Tools of MCP servers behind a registry of breakers: an answer tells the agent what to do instead of trying again.
//!
//! `cargo run -p fusebox-breaker --example mcp_tool`

#![expect(clippy::print_stdout, reason = "an example shows what happens")]

use fusebox_breaker::{Error, Outcome, Registry, Settings, State, Trip, advice};

/// What a tool's answer comes to.
#[derive(Debug)]
enum ToolError {
    /// The server or what it stands for does not work.
    Unavailable,
    /// The model asked for something that does not exist.
    InvalidArguments,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = Settings { trip: Trip::Consecutive { failures: 3 }, ..Settings::default() };
    let breakers: Registry<String> = Registry::new(settings)?.capacity(100);

    // Twenty bad arguments say nothing about the server.
    for _ in 0..20 {
        call_tool(&breakers, "mcp:files/read", || Err(ToolError::InvalidArguments));
    }
    assert_eq!(breakers.get("mcp:files/read").state(), State::Closed);

    let mut answers: Vec<String> = Vec::new();
    for _ in 0..4 {
        answers.push(call_tool(&breakers, "mcp:search/query", || Err(ToolError::Unavailable)));
    }
    for answer in &answers {
        println!("to the agent: {answer}");
    }
    assert!(answers[3].starts_with("CircuitBreakerOpen: mcp:search/query, retry in 30 s. STOP"));
    assert_eq!(breakers.get("mcp:files/read").state(), State::Closed);
    Ok(())
}

/// Calls a tool and puts what came of it into words for the agent.
fn call_tool(
    breakers: &Registry<String>,
    tool: &str,
    call: impl FnOnce() -> Result<String, ToolError>,
) -> String {
    match breakers.get(tool).call_with(health_of, call) {
        Ok(answer) => answer,
        Err(Error::Open(open)) => advice::open(tool, &open),
        Err(Error::Inner(error)) => format!("{tool} failed: {error:?}"),
    }
}

fn health_of(result: &Result<String, ToolError>) -> Outcome {
    match result {
        Ok(_) => Outcome::Success,
        Err(ToolError::Unavailable) => Outcome::Failure,
        Err(ToolError::InvalidArguments) => Outcome::Neutral,
    }
}
