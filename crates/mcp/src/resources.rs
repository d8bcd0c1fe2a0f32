//! The resources: the open incidents, each with its report.

use serde_json::{Value, json};

use crate::command::CommandOutput;
use crate::message::RpcError;

/// The command that lists the open incidents, as JSON.
pub(crate) const OPEN_INCIDENTS: [&str; 3] = ["incidents", "--open", "--json"];

const SCHEME: &str = "fusebox://incident/";
const MARKDOWN: &str = "text/markdown";

/// The resources for what [`OPEN_INCIDENTS`] printed.
pub(crate) fn list(output: &CommandOutput) -> Result<Vec<Value>, RpcError> {
    if !output.is_success {
        return Err(RpcError::internal(output.stderr.trim().to_owned()));
    }
    let incidents: Vec<Value> = serde_json::from_str(&output.stdout)
        .map_err(|error| RpcError::internal(error.to_string()))?;
    let resource = |incident: &Value| {
        let id = incident["id"].as_str()?;
        let session = incident["session"].as_str().unwrap_or_default();
        Some(json!({
            "uri": format!("{SCHEME}{id}"),
            "name": format!("incident {id}"),
            "description": format!("The report of session {session}, which is stopped."),
            "mimeType": MARKDOWN,
        }))
    };
    Ok(incidents.iter().filter_map(resource).collect())
}

/// The command that prints a resource.
pub(crate) fn command_of(uri: &str) -> Result<Vec<String>, RpcError> {
    let id = uri.strip_prefix(SCHEME).filter(|id| {
        id.len() == 8
            && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    });
    let Some(id) = id else {
        return Err(RpcError::no_resource(uri));
    };
    Ok(["show", id, "--markdown"].map(str::to_owned).into())
}

/// The resource as it is read.
pub(crate) fn content_of(uri: &str, output: &CommandOutput) -> Result<Value, RpcError> {
    if !output.is_success {
        return Err(RpcError::no_resource(uri));
    }
    Ok(json!({"contents": [{"uri": uri, "mimeType": MARKDOWN, "text": output.stdout}]}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_incident_is_a_resource() {
        let words = command_of("fusebox://incident/0a1b2c3d").unwrap();
        assert_eq!(words, ["show", "0a1b2c3d", "--markdown"]);
        for uri in ["fusebox://incident/", "fusebox://incident/--store", "file:///etc/passwd", ""] {
            assert!(command_of(uri).is_err(), "{uri}");
        }
    }
}
