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

use crate::server::Server;

/// The name of the server, by which the hooks know its tools.
pub const SERVER_NAME: &str = "fusebox";

/// A message longer than this is no request of a client, in bytes.
const MAX_MESSAGE_BYTES: u64 = 4 << 20;

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
        let read = io::Read::take(&mut input, MAX_MESSAGE_BYTES).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let Some(answer) = server.answer(&line) else { continue };
        match writeln!(output, "{answer}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
}
