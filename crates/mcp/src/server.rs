//! The methods of the protocol that this server has.

use std::path::Path;

use serde_json::{Value, json};

use crate::SERVER_NAME;
use crate::command::FuseboxProgram;
use crate::message::{Request, RpcError, answer};
use crate::{resources, tools};

/// The versions of the protocol that are served alike, the latest first.
const PROTOCOL_VERSIONS: &[&str] = &["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const INSTRUCTIONS: &str = "\
Fusebox is a circuit breaker outside of this session. When it refuses your calls, report once with \
report_blocked or report_complete, then end your turn: these tools pass after a trip. status shows how \
the sessions stand. justify asks for a change outside of the files of your task.";

/// A server for one connection.
#[derive(Debug)]
pub(crate) struct Server {
    program: FuseboxProgram,
    version: String,
}

impl Server {
    pub(crate) fn new(program: &Path, version: &str) -> Self {
        Self { program: FuseboxProgram::new(program), version: version.to_owned() }
    }

    /// The answer to a line; none to a notification.
    pub(crate) fn answer(&self, line: &[u8]) -> Option<Value> {
        match serde_json::from_slice(line) {
            Err(error) => Some(answer(&Value::Null, Err(RpcError::parse(error.to_string())))),
            // Versions of the protocol before 2025-06-18 send several requests in one line.
            Ok(Value::Array(messages)) if !messages.is_empty() => {
                let answers: Vec<Value> =
                    messages.into_iter().filter_map(|one| self.answer_message(one)).collect();
                (!answers.is_empty()).then_some(Value::Array(answers))
            }
            Ok(message) => self.answer_message(message),
        }
    }

    fn answer_message(&self, message: Value) -> Option<Value> {
        match Request::of(message) {
            Err(error) => Some(answer(&Value::Null, Err(error))),
            Ok(None) => None,
            Ok(Some(request)) => {
                let id = request.id.as_ref()?;
                Some(answer(id, self.result(&request.method, &request.params)))
            }
        }
    }

    fn result(&self, method: &str, params: &Value) -> Result<Value, RpcError> {
        match method {
            "initialize" => Ok(self.greeting(params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({"tools": tools::all()})),
            "tools/call" => {
                let name = params["name"].as_str().unwrap_or_default();
                let (arguments, note) = tools::fitting(&params["arguments"]);
                let words = tools::command_of(name, &arguments)?;
                Ok(tools::result_of(&self.program.run(&words), &note))
            }
            "resources/list" => {
                let incidents = self.program.run(&resources::OPEN_INCIDENTS);
                Ok(json!({"resources": resources::list(&incidents)?}))
            }
            "resources/templates/list" => Ok(json!({"resourceTemplates": []})),
            "resources/read" => {
                let uri = params["uri"].as_str().unwrap_or_default();
                let words = resources::command_of(uri)?;
                resources::content_of(uri, &self.program.run(&words))
            }
            method => Err(RpcError::no_method(method)),
        }
    }

    fn greeting(&self, params: &Value) -> Value {
        let asked = params["protocolVersion"].as_str().unwrap_or_default();
        let known = PROTOCOL_VERSIONS.iter().find(|version| **version == asked);
        json!({
            "protocolVersion": known.unwrap_or(&PROTOCOL_VERSIONS[0]),
            "capabilities": {"tools": {}, "resources": {}},
            "serverInfo": {"name": SERVER_NAME, "title": "Fusebox", "version": self.version},
            "instructions": INSTRUCTIONS,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer_to(line: &str) -> Value {
        let server = Server::new(Path::new("/bin/false"), "1.2.3");
        server.answer(line.as_bytes()).unwrap_or_default()
    }

    #[test]
    fn a_version_that_is_not_known_is_answered_with_the_latest() {
        for (asked, expected) in [("2024-11-05", "2024-11-05"), ("2099-01-01", "2025-11-25")] {
            let line = json!({"jsonrpc": "2.0", "id": "a", "method": "initialize",
                "params": {"protocolVersion": asked}});
            let answer = answer_to(&line.to_string());
            assert_eq!(answer["result"]["protocolVersion"], expected);
            assert_eq!((&answer["id"], &answer["jsonrpc"]), (&json!("a"), &json!("2.0")));
        }
    }

    #[test]
    fn what_is_no_request_is_answered_with_an_error_and_a_notification_with_nothing() {
        for (line, code) in [
            ("{", -32700),
            ("[]", -32600),
            ("7", -32600),
            (r#"{"id":1}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#, -32601),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}"#, -32602),
            (r#"{"jsonrpc":"2.0","id":1,"method":"resources/read"}"#, -32002),
        ] {
            assert_eq!(answer_to(line)["error"]["code"], code, "{line}");
        }
        for line in [
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"unknown"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        ] {
            assert_eq!(answer_to(line), Value::Null, "{line}");
        }
        let both = r#"[{"id":1,"method":"ping"},{"method":"x"},{"id":2,"method":"ping"}]"#;
        assert_eq!(answer_to(both).as_array().map(Vec::len), Some(2));
    }
}
