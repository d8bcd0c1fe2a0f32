//! Serves the commands of `fusebox` that an agent may run as tools of the Model Context Protocol, over
//! standard input and output. The server decides nothing: it starts `fusebox`, which does the same as in a
//! shell. What a report means for a session, the hook reads from the call itself.
//!
//! The protocol itself is that of its official SDK, `rmcp`.

mod command;
mod handler;
mod resources;
mod tools;
mod transport;

use std::io;
use std::path::Path;

use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime;

use crate::handler::FuseboxHandler;
use crate::transport::ClientConnection;

/// The name of the server, by which the hooks know its tools.
pub const SERVER_NAME: &str = "fusebox";

/// Serves over standard input and output until the client closes the connection. `program` is `fusebox`, of
/// this version.
///
/// # Errors
/// When the runtime cannot be made, or the client opens with what is no request.
pub fn serve(program: &Path, version: &str) -> io::Result<()> {
    let handler = FuseboxHandler::new(program, version);
    let runtime = runtime::Builder::new_current_thread().enable_time().build()?;
    let served = runtime.block_on(serve_over(handler, tokio::io::stdin(), tokio::io::stdout()));
    // A read of standard input cannot be cancelled, and nothing waits for it any more.
    runtime.shutdown_background();
    served
}

async fn serve_over(
    handler: FuseboxHandler,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    let commands = handler.commands();
    let connection = ClientConnection::new(input, output);
    let service = match rmcp::serve_server(handler, connection).await {
        // The client left before it said anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        started => started.map_err(io::Error::other)?,
    };
    let ended = service.waiting().await;
    commands.finish().await;
    ended.map(drop).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::os::unix::fs::PermissionsExt;

    use serde_json::{Value, json};
    use tokio::io::AsyncReadExt;

    use super::*;
    use crate::transport::MAX_MESSAGE_BYTES;

    /// What a server answers to these lines, after which the client closes the connection.
    fn answers_to(lines: &str) -> (io::Result<()>, Vec<Value>) {
        answers_of(Path::new("/bin/false"), lines)
    }

    /// The same where this program is `fusebox`.
    fn answers_of(program: &Path, lines: &str) -> (io::Result<()>, Vec<Value>) {
        let (output, mut answered) = tokio::io::duplex(1 << 20);
        let handler = FuseboxHandler::new(program, "1.2.3");
        let runtime = runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let mut text = String::new();
        let ended = runtime.block_on(async {
            let ended = serve_over(handler, Cursor::new(lines.to_owned()), output).await;
            answered.read_to_string(&mut text).await.unwrap();
            ended
        });
        (ended, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    fn greeting(version: &str) -> String {
        let params = json!({"protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "test", "version": "0"}});
        let request =
            json!({"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params});
        format!("{request}\n")
    }

    fn ping(id: u8) -> String {
        format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": "ping"}))
    }

    #[test]
    fn a_version_that_is_not_known_is_answered_with_the_latest_that_greets() {
        for (asked, expected) in [("2024-11-05", "2024-11-05"), ("2099-01-01", "2025-11-25")] {
            let (ended, answers) = answers_to(&greeting(asked));
            ended.unwrap();
            assert_eq!(answers[0]["result"]["protocolVersion"], expected);
            assert_eq!(answers[0]["result"]["serverInfo"]["version"], "1.2.3");
            assert_eq!((&answers[0]["id"], &answers[0]["jsonrpc"]), (&json!("a"), &json!("2.0")));
        }
    }

    #[test]
    fn a_client_that_says_nothing_ends_the_server_and_one_that_never_greets_is_an_error() {
        let (ended, answers) = answers_to("");
        assert!(ended.is_ok() && answers.is_empty(), "{answers:?}");
        let (ended, answers) = answers_to("{\n\n[]\n");
        assert!(ended.is_ok(), "{ended:?}");
        assert!(answers.iter().all(|answer| answer["error"]["code"].is_i64()), "{answers:?}");
        let notice = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert!(answers_to(&format!("{notice}\n")).0.is_err());
    }

    #[test]
    fn what_is_no_request_ends_nothing() {
        for (line, code) in [
            ("{", Some(-32700)),
            ("\u{0}", Some(-32700)),
            ("make check", Some(-32700)),
            ("{\"jsonrpc\":\"2.0\",", Some(-32700)),
            ("   ", None),
            ("7", Some(-32600)),
            ("[]", Some(-32600)),
            (r#"{"id":1}"#, Some(-32600)),
            (r#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#, Some(-32601)),
            (r#"{"jsonrpc":"2.0","id":1,"method":"unknown"}"#, Some(-32601)),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#,
                Some(-32602),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":""}}"#,
                Some(-32002),
            ),
            (r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#, None),
            (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, None),
        ] {
            let (ended, answers) =
                answers_to(&format!("{}{line}\n{}", greeting("2025-06-18"), ping(2)));
            ended.unwrap();
            let codes: Vec<i64> =
                answers.iter().filter_map(|answer| answer["error"]["code"].as_i64()).collect();
            assert_eq!(codes, Vec::from_iter(code), "{line}: {answers:?}");
            assert!(answers.iter().any(|answer| answer["id"] == 2), "{line}: {answers:?}");
        }
    }

    #[test]
    fn what_was_asked_before_the_client_left_is_answered_however_long_it_takes() {
        let folder = tempfile::tempdir().unwrap();
        let slow = folder.path().join("fusebox");
        // The SDK alone drops what takes more than 5 s.
        std::fs::write(&slow, "#!/bin/sh\nsleep 4\necho '[]'\n").unwrap();
        std::fs::set_permissions(&slow, std::fs::Permissions::from_mode(0o755)).unwrap();
        let call = |id: u8| {
            let params = json!({"name": "status", "arguments": {}});
            let call =
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
            format!("{call}\n")
        };
        let lines = format!("{}{}{}", greeting("2025-06-18"), call(1), call(2));
        let (ended, answers) = answers_of(&slow, &lines);
        ended.unwrap();
        let ids: Vec<&Value> = answers.iter().skip(1).map(|answer| &answer["id"]).collect();
        assert_eq!(ids, [&json!(1), &json!(2)], "{answers:?}");
        // A request that was taken back is not waited for.
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}});
        let (ended, answers) = answers_of(&slow, &format!("{lines}{cancelled}\n"));
        ended.unwrap();
        assert_eq!(answers.len(), 2, "{answers:?}");
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_with_its_rest_and_the_next_is_served() {
        let served = |padding: usize| {
            let lines =
                format!("{}{}{}{}", greeting("2025-06-18"), " ".repeat(padding), ping(1), ping(2));
            let (ended, answers) = answers_to(&lines);
            ended.unwrap();
            answers.into_iter().skip(1).map(|answer| answer["id"].clone()).collect::<Vec<_>>()
        };
        for padding in [MAX_MESSAGE_BYTES, 3 * MAX_MESSAGE_BYTES] {
            assert_eq!(served(padding), [json!(2)]);
        }
        // One that just fits is served.
        assert_eq!(served(MAX_MESSAGE_BYTES - ping(1).len()), [json!(1), json!(2)]);
    }
}
