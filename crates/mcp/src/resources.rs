//! The resources: the open incidents, each with its report.

use rmcp::ErrorData;
use rmcp::model::{Resource, ResourceContents};
use serde_json::Value;

use crate::command::CommandOutput;

/// The command that lists the open incidents, as JSON.
pub(crate) const OPEN_INCIDENTS: [&str; 3] = ["incidents", "--open", "--json"];

const SCHEME: &str = "fusebox://incident/";
const MARKDOWN: &str = "text/markdown";

/// The resources for what [`OPEN_INCIDENTS`] printed.
pub(crate) fn list(output: &CommandOutput) -> Result<Vec<Resource>, ErrorData> {
    if !output.is_success {
        return Err(ErrorData::internal_error(output.stderr.trim().to_owned(), None));
    }
    let incidents: Vec<Value> = serde_json::from_str(&output.stdout)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let resource = |incident: &Value| {
        let id = incident["id"].as_str()?;
        let session = incident["session"].as_str().unwrap_or_default();
        let description = format!("The report of session {session}, which is stopped.");
        Some(
            Resource::new(format!("{SCHEME}{id}"), format!("incident {id}"))
                .with_description(description)
                .with_mime_type(MARKDOWN),
        )
    };
    Ok(incidents.iter().filter_map(resource).collect())
}

/// The command that prints a resource.
pub(crate) fn command_of(uri: &str) -> Result<Vec<String>, ErrorData> {
    let id = uri.strip_prefix(SCHEME).filter(|id| {
        id.len() == 8
            && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    });
    let Some(id) = id else {
        return Err(no_resource(uri));
    };
    Ok(["show", id, "--markdown"].map(str::to_owned).into())
}

/// The resource as it is read.
pub(crate) fn content_of(uri: &str, output: &CommandOutput) -> Result<ResourceContents, ErrorData> {
    if !output.is_success {
        return Err(no_resource(uri));
    }
    Ok(ResourceContents::text(output.stdout.as_str(), uri).with_mime_type(MARKDOWN))
}

fn no_resource(uri: &str) -> ErrorData {
    ErrorData::resource_not_found(format!("there is no resource `{uri}`"), None)
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
