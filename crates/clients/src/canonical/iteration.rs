//! Reads the fields of an `iteration`: one turn of a loop, measured from outside.

use fusebox_engine::event::{ChangedFiles, DeniedTool, IterationEnd, LoopIteration};
use serde_json::Value;

use super::read::changed;
use crate::fields::Fields;
use crate::{WireError, json};

pub(super) fn read(fields: &mut Fields<'_>) -> Result<LoopIteration, WireError> {
    Ok(LoopIteration {
        run: fields.text("run")?,
        files_changed: changed(fields)?.map(|changed| match changed {
            ChangedFiles::Count(number) => number,
            ChangedFiles::Files(files) => files.len() as u64,
        }),
        commits: fields.count("commits")?,
        tests_passing: fields.count("tests_passing")?,
        output_len: fields.count("output_len")?,
        error: fields.text("error")?,
        outcome: outcome(fields)?,
        claims_complete: fields.flag("claims_complete")?,
        questions: fields.count("questions")?.unwrap_or_default(),
        denied_tools: denied_tools(fields)?,
    })
}

fn outcome(fields: &mut Fields<'_>) -> Result<IterationEnd, WireError> {
    match fields.text("outcome")?.as_deref() {
        Some("ok") | None => Ok(IterationEnd::Ok),
        Some("timeout") => Ok(IterationEnd::Timeout),
        Some("idle") => Ok(IterationEnd::Idle),
        Some("exit") => Ok(IterationEnd::Exit),
        Some("api_error") => Ok(IterationEnd::ApiError),
        Some(other) => {
            let expected = "one of ok, timeout, idle, exit, api_error";
            Err(fields.wrong("outcome", &Value::from(other), expected))
        }
    }
}

/// Names, or objects where a compound command explains the denial.
fn denied_tools(fields: &mut Fields<'_>) -> Result<Vec<DeniedTool>, WireError> {
    let items = fields.list("denied_tools")?.unwrap_or_default();
    items.into_iter().enumerate().map(|(at, item)| denied_tool(at, item)).collect()
}

fn denied_tool(at: usize, item: Value) -> Result<DeniedTool, WireError> {
    let field = format!("denied_tools[{at}]");
    match item {
        Value::String(tool) => Ok(DeniedTool { tool, compound: false }),
        Value::Object(_) => {
            let mut fields = Fields::within(&field, item)?;
            Ok(DeniedTool { tool: fields.need_text("tool")?, compound: fields.flag("compound")? })
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            let found = json::kind(&item).to_owned();
            Err(WireError::Wrong { field, found, expected: "the name of a tool".to_owned() })
        }
    }
}
