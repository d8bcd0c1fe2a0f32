//! Which tool a call is of: a class that all clients share, a tool of an MCP server, or a name.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The tool of a call. Its text form is stable: `bash`, `mcp:jira/search`, or the client's own name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Tool {
    /// Runs a command line.
    Bash,
    /// Reads a file.
    Read,
    /// Changes a part of a file.
    Edit,
    /// Writes a whole file.
    Write,
    /// Applies a patch to several files.
    ApplyPatch,
    /// Searches files.
    Search,
    /// Asks the web.
    Web,
    /// Starts a subagent.
    Task,
    /// A tool of an MCP server.
    Mcp {
        /// The server's name.
        server: String,
        /// The tool's name on that server.
        tool: String,
    },
    /// Any other tool, by the name that the client gives it.
    Other(String),
}

impl Tool {
    /// The stable name: borrowed but for the tool of an MCP server.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Mcp { server, tool } => Cow::Owned(["mcp:", server, "/", tool].concat()),
            Self::Other(name) => Cow::Borrowed(name),
            Self::Bash => "bash".into(),
            Self::Read => "read".into(),
            Self::Edit => "edit".into(),
            Self::Write => "write".into(),
            Self::ApplyPatch => "apply_patch".into(),
            Self::Search => "search".into(),
            Self::Web => "web".into(),
            Self::Task => "task".into(),
        }
    }

    /// Whether it is one of the client's own tools that change files.
    #[must_use]
    pub fn is_edit(&self) -> bool {
        matches!(self, Self::Edit | Self::Write | Self::ApplyPatch)
    }

    /// The name without the server of an MCP tool.
    #[must_use]
    pub fn bare_name(&self) -> Cow<'_, str> {
        if let Self::Mcp { tool, .. } = self { Cow::Borrowed(tool) } else { self.name() }
    }

    /// The name of the tool, if it is one of this MCP server.
    #[must_use]
    pub fn on_server(&self, name: &str) -> Option<&str> {
        if let Self::Mcp { server, tool } = self
            && server == name
        {
            Some(tool)
        } else {
            None
        }
    }
}

impl Default for Tool {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl<T: AsRef<str>> From<T> for Tool {
    fn from(name: T) -> Self {
        let name = name.as_ref();
        match name {
            "bash" => Self::Bash,
            "read" => Self::Read,
            "edit" => Self::Edit,
            "write" => Self::Write,
            "apply_patch" => Self::ApplyPatch,
            "search" => Self::Search,
            "web" => Self::Web,
            "task" => Self::Task,
            _ => match mcp_parts(name) {
                Some((server, tool)) => {
                    Self::Mcp { server: server.to_owned(), tool: tool.to_owned() }
                }
                None => Self::Other(name.to_owned()),
            },
        }
    }
}

/// The server and the tool in the name of an MCP tool: `mcp:jira/search`, and as clients write it, `mcp__jira__search`.
fn mcp_parts(name: &str) -> Option<(&str, &str)> {
    if let Some(parts) = name.strip_prefix("mcp:").and_then(|rest| rest.split_once('/')) {
        return Some(parts);
    }
    let (server, tool) = name.strip_prefix("mcp__")?.split_once("__")?;
    (!server.is_empty() && !tool.is_empty()).then_some((server, tool))
}

impl From<Tool> for String {
    fn from(tool: Tool) -> Self {
        tool.name().into_owned()
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_comes_back_as_it_was_given() {
        for name in [
            "bash",
            "apply_patch",
            "web",
            "mcp:jira/search",
            "mcp:jira",
            "mcp:a/b/c",
            "mcp:/",
            "Bash",
            "BashOutput",
            "",
        ] {
            assert_eq!(Tool::from(name).to_string(), name);
            assert_eq!(Tool::from(name.to_owned()), Tool::from(name));
        }
        assert_eq!(Tool::from("mcp:jira/search").on_server("jira"), Some("search"));
        assert_eq!(Tool::from("mcp:jira/search").on_server("files"), None);
    }
}
