//! A tool of the rig framework behind a guard: the agent's loop is rig's, and a call that the guard refuses is
//! never made. The model reads the reason as the tool's answer.
//!
//! `cargo run --manifest-path examples/rig/Cargo.toml`

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use fusebox_guard::{Guard, GuardConfig, ToolOutcome};
use rig::completion::ToolDefinition;
use rig::tool::{ToolDyn, ToolError, ToolSet};
use rig::wasm_compat::WasmBoxedFuture;
use serde_json::json;

/// Any tool of rig, behind a guard that all tools of the agent share.
struct GuardedTool<T> {
    tool: T,
    guard: Arc<Mutex<Guard>>,
    calls: AtomicU64,
}

impl<T: ToolDyn> ToolDyn for GuardedTool<T> {
    fn name(&self) -> String {
        self.tool.name()
    }

    fn definition<'a>(&'a self, prompt: String) -> WasmBoxedFuture<'a, ToolDefinition> {
        self.tool.definition(prompt)
    }

    fn call<'a>(&'a self, args: String) -> WasmBoxedFuture<'a, Result<String, ToolError>> {
        Box::pin(async move {
            let input = serde_json::from_str(&args)?;
            // Tools may run side by side: an id ties a result to its call.
            let number = self.calls.fetch_add(1, Ordering::Relaxed);
            let (name, id) = (self.name(), format!("{}-{number}", self.name()));
            let verdict = self.guard.lock().map_err(failed)?.tool_request_with_id(&id, &name, input);
            let verdict = verdict.map_err(failed)?;
            if verdict.is_refused() {
                return Err(failed(verdict.reason()));
            }
            let answer = self.tool.call(args).await;
            let outcome = match &answer {
                Ok(output) => ToolOutcome::succeeded(output),
                Err(error) => ToolOutcome::failed(error.to_string()).error_kind("ToolError"),
            }
            .for_call(id);
            let verdict = self.guard.lock().map_err(failed)?.tool_result(outcome).map_err(failed)?;
            match (answer, verdict.context()) {
                (Ok(output), Some(nudge)) => Ok(format!("{output}\n\n{nudge}")),
                (Err(error), Some(nudge)) => Err(failed(format!("{error}\n\n{nudge}"))),
                (answer, None) => answer,
            }
        })
    }
}

fn failed(why: impl std::fmt::Display) -> ToolError {
    ToolError::ToolCallError(why.to_string().into())
}

/// A tool that finds nothing, whatever it is asked.
struct SearchIssues;

impl ToolDyn for SearchIssues {
    fn name(&self) -> String {
        "search_issues".to_owned()
    }

    fn definition<'a>(&'a self, _: String) -> WasmBoxedFuture<'a, ToolDefinition> {
        Box::pin(async {
            ToolDefinition {
                name: "search_issues".to_owned(),
                description: "Searches the issue tracker.".to_owned(),
                parameters: json!({"type": "object", "properties": {"query": {"type": "string"}}}),
            }
        })
    }

    fn call<'a>(&'a self, _: String) -> WasmBoxedFuture<'a, Result<String, ToolError>> {
        Box::pin(async { Err(failed("the tracker's index is being rebuilt")) })
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let guard = Guard::open(GuardConfig::in_memory().preset("budget"))?;
    let guard = Arc::new(Mutex::new(guard));
    // With an agent of rig: `client.agent(model).tools(vec![Box::new(guarded)])`. Here the model is a script.
    let mut tools = ToolSet::default();
    tools.add_tool_boxed(Box::new(GuardedTool {
        tool: SearchIssues,
        guard: Arc::clone(&guard),
        calls: AtomicU64::new(0),
    }));
    for _ in 0..10 {
        let answer = tools.call("search_issues", json!({"query": "rounding"}).to_string()).await;
        match answer {
            Ok(output) => println!("{output}\n"),
            Err(error) => println!("{error}\n"),
        }
    }
    Ok(())
}
