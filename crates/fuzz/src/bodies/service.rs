//! Checks the error class and the breaker of a guarded tool's call.

use fusebox_engine::event::{ToolRequest, ToolResult};
use fusebox_observe::service::{BreakerNames, classify_error, error_class};
use serde_json::json;

/// The classes that a text can have.
const CLASSES: &[&str] =
    &["ToolError", "NetworkError", "RateLimitExceeded", "InvalidArguments", "FileNotFound"];

/// A text has one of the known classes whatever is in it, what follows the part that is read changes
/// nothing, and a name is short, plain and stands for itself.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let class = classify_error(&text);
    assert!(class.is_none_or(|class| CLASSES.contains(&class)), "{class:?}");
    let result = ToolResult { output: Some(text.to_string()), ..ToolResult::default() };
    let failed = ToolResult { ok: Some(false), ..result.clone() };
    assert_eq!(
        error_class(&"mcp:s/t".into(), &failed).as_deref(),
        Some(class.unwrap_or("ToolError"))
    );
    assert_eq!(error_class(&"bash".into(), &failed), None, "a red command is an answer");
    assert_eq!(error_class(&"mcp:s/t".into(), &ToolResult { ok: Some(true), ..result }), None);
    let named = ToolResult { error_kind: Some(text.to_string()), ..failed };
    check_name(error_class(&"bash".into(), &named).as_deref().unwrap_or_default());
    for (tool, input) in [("web", json!({"url": text})), (text.as_ref(), json!({}))] {
        let tool = tool.to_owned();
        let request =
            ToolRequest { tool: tool.into(), input: Some(input), ..ToolRequest::default() };
        let target = BreakerNames::of_request(&request);
        check_name(&target.tool);
        assert_eq!(BreakerNames::of_tool(&target.tool), target);
    }
}

fn check_name(name: &str) {
    assert!(name.chars().count() <= 90, "{name}");
    assert!(!name.chars().any(char::is_control), "{name:?}");
}
