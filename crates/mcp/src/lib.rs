//! Serves the commands of `fusebox` that an agent may run as tools of the Model Context Protocol, over
//! standard input and output. The server decides nothing: it starts `fusebox`, which does the same as in a
//! shell. What a report means for a session, the hook reads from the call itself.

mod command;
mod message;
mod resources;
mod server;
mod tools;

use std::io::{self, BufRead, ErrorKind, Write};
use std::path::Path;

use serde_json::Value;

use crate::message::RpcError;
use crate::server::Server;

/// The name of the server, by which the hooks know its tools.
pub const SERVER_NAME: &str = "fusebox";

/// A message longer than this is no request of a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// Serves until the client closes the connection: one message a line, answered in order. `program` is
/// `fusebox`, of this version.
///
/// # Errors
/// When the input cannot be read, or the output not be written.
pub fn serve(
    program: &Path,
    version: &str,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let server = Server::new(program, version);
    loop {
        let mut line = Vec::new();
        let most = MAX_MESSAGE_BYTES as u64 + 1;
        if io::Read::take(&mut input, most).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() > MAX_MESSAGE_BYTES {
            // The rest of the line is no message of its own.
            if !line.ends_with(b"\n") {
                input.skip_until(b'\n')?;
            }
            let error = format!("a message has at most {MAX_MESSAGE_BYTES} bytes");
            Some(message::answer(&Value::Null, Err(RpcError::parse(error))))
        } else if line.trim_ascii().is_empty() {
            None
        } else {
            server.answer(&line)
        };
        let Some(answer) = answer else { continue };
        match writeln!(output, "{answer}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_answered_once_and_its_rest_is_no_message() {
        let ping = |id: u8| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
        for padding in [MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES + 1, 3 * MAX_MESSAGE_BYTES] {
            let input = format!("{}{}{}", " ".repeat(padding), ping(1), ping(2));
            let mut output = Vec::new();
            serve(Path::new("/bin/false"), "1", input.as_bytes(), &mut output).unwrap();
            let answers: Vec<Value> = String::from_utf8(output)
                .unwrap()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert_eq!(answers.len(), 2, "{answers:?}");
            assert_eq!(
                (&answers[0]["error"]["code"], &answers[1]["id"]),
                (&(-32700).into(), &2.into())
            );
        }
        // One that just fits is served.
        let input = format!("{}{}", " ".repeat(MAX_MESSAGE_BYTES - ping(1).len()), ping(1));
        let mut output = Vec::new();
        serve(Path::new("/bin/false"), "1", input.as_bytes(), &mut output).unwrap();
        assert!(String::from_utf8(output).unwrap().contains("\"result\""));
    }
}
