//! Operators: programs that a person has given a key to their orders, for machines without a terminal.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use fusebox_text::{hex, redact};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha1::{Digest, Sha1};

use crate::{CliError, Context, Result, clock};

/// The variable that names the file with the token.
pub(crate) const TOKEN_FILE_VARIABLE: &str = "FUSEBOX_OPERATOR_TOKEN_FILE";
/// The beginning of every token, by which redaction knows it.
const PREFIX: &str = "sk-fusebox-";
/// Random bytes of a token.
const TOKEN_BYTES: usize = 32;
/// The longest token that is read.
const MAX_TOKEN_BYTES: u64 = 256;
/// The known operators, in the state folder.
const OPERATORS: &str = "operators.json";
/// What they did, one JSON object a line, in the state folder.
const ACTS: &str = "operators.log";

#[derive(Debug, Serialize, Deserialize)]
struct Operator {
    name: String,
    /// SHA-1 of a token of 256 random bits: nobody can guess what has it.
    digest: String,
}

/// Makes a key for `name`, in place of an earlier one, and returns the token. Only its digest is kept.
pub(crate) fn create(context: &Context, name: &str) -> Result<String> {
    let mut random = [0; TOKEN_BYTES];
    File::open("/dev/urandom")?.read_exact(&mut random)?;
    let token = format!("{PREFIX}{}", hex(&random));
    let mut operators = read(context)?;
    operators.retain(|operator| operator.name != name);
    operators.push(Operator { name: name.to_owned(), digest: digest(&token) });
    write(context, &operators)?;
    Ok(token)
}

/// Takes the key of `name` away. Returns whether there was one.
pub(crate) fn remove(context: &Context, name: &str) -> Result<bool> {
    let mut operators = read(context)?;
    let before = operators.len();
    operators.retain(|operator| operator.name != name);
    write(context, &operators)?;
    Ok(operators.len() < before)
}

/// Whether this process has an operator's token; its order is recorded then. `from_stdin`: the token is
/// on standard input.
pub(crate) fn is_authorised(context: &Context, from_stdin: bool) -> Result<bool> {
    let file = context.environment.setting(TOKEN_FILE_VARIABLE);
    let mut token = String::new();
    match (from_stdin, file) {
        (true, _) => std::io::stdin().take(MAX_TOKEN_BYTES).read_to_string(&mut token)?,
        (false, Some(file)) => {
            let failed =
                |error| CliError::failed(format!("{TOKEN_FILE_VARIABLE}: {file}: {error}"));
            let opened = File::open(file).map_err(failed)?;
            opened.take(MAX_TOKEN_BYTES).read_to_string(&mut token).map_err(failed)?
        }
        (false, None) => return Ok(false),
    };
    let given = digest(token.trim());
    let Some(operator) = read(context)?.into_iter().find(|known| known.digest == given) else {
        return Err(CliError::failed("this is the token of no operator")
            .hint("a person makes one with `fusebox operator create NAME`"));
    };
    record(context, &operator.name)?;
    Ok(true)
}

fn digest(token: &str) -> String {
    hex(&Sha1::digest(token))
}

fn read(context: &Context) -> Result<Vec<Operator>> {
    match std::fs::read(context.home()?.state_dir.join(OPERATORS)) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| CliError::failed(format!("{OPERATORS}: {error}"))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

fn write(context: &Context, operators: &[Operator]) -> Result<()> {
    let (_, mut file) = context.private_file("", OPERATORS, true)?;
    Ok(file.write_all(&serde_json::to_vec(operators)?)?)
}

fn record(context: &Context, name: &str) -> Result<()> {
    let words: Vec<String> =
        context.arguments.iter().map(|word| redact(word).into_owned()).collect();
    let act = json!({ "at_ms": clock::now().0, "operator": name, "command": words });
    let file: &Path = &context.home()?.state_dir.join(ACTS);
    let mut log = OpenOptions::new().append(true).create(true).mode(0o600).open(file)?;
    Ok(writeln!(log, "{act}")?)
}
