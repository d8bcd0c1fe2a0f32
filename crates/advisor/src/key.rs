//! Where the key of a model comes from.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use crate::{AdvisorError, AskOptions, command};

/// The longest key, in bytes.
const KEY_BYTES: usize = 8 << 10;

/// Where the key of a model comes from. It is read for each request and kept nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// The model needs none.
    None,
    /// An environment variable.
    Variable(String),
    /// A command line for `sh` that prints it.
    Command(String),
    /// A file, by its absolute path.
    File(PathBuf),
}

impl KeySource {
    /// Reads `env:NAME`, `command:LINE` or `file:/PATH`; an empty text is no key. The key itself is refused, because a
    /// setting is stored and shown.
    ///
    /// # Errors
    /// What is wrong, for people. It does not repeat the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            _ if text.is_empty() => Ok(Self::None),
            Some(("env", name)) if !name.is_empty() => Ok(Self::Variable(name.to_owned())),
            Some(("command", line)) if !line.is_empty() => Ok(Self::Command(line.to_owned())),
            Some(("file", path)) if path.starts_with('/') => Ok(Self::File(PathBuf::from(path))),
            _ => {
                Err("`env:NAME`, `command:LINE` or `file:/PATH` says where the key is; the key itself does not \
                      belong into a configuration"
                    .to_owned())
            }
        }
    }

    /// The key; `None` where none is needed.
    ///
    /// # Errors
    /// [`AdvisorError::Key`] when it cannot be read.
    pub fn read(&self, options: &AskOptions<'_>) -> Result<Option<String>, AdvisorError> {
        let key = match self {
            Self::None => return Ok(None),
            Self::Variable(name) => read_variable(name)
                .ok_or_else(|| AdvisorError::Key(format!("the variable {name} is not set")))?,
            Self::Command(line) => {
                let bytes = command::run(line, b"", KEY_BYTES, options)
                    .map_err(|error| AdvisorError::Key(format!("its command: {error}")))?;
                text(bytes)?
            }
            Self::File(path) => {
                let failed = |error| AdvisorError::Key(format!("{}: {error}", path.display()));
                let mut bytes = Vec::new();
                let file = File::open(path).map_err(failed)?;
                file.take(KEY_BYTES as u64).read_to_end(&mut bytes).map_err(failed)?;
                text(bytes)?
            }
        };
        let key = key.trim();
        let is_usable = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        match is_usable {
            true => Ok(Some(key.to_owned())),
            false => Err(AdvisorError::Key("it is empty, or holds what no key does".to_owned())),
        }
    }
}

fn text(bytes: Vec<u8>) -> Result<String, AdvisorError> {
    String::from_utf8(bytes).map_err(|_| AdvisorError::Key("it is not UTF-8".into()))
}

#[expect(clippy::disallowed_methods, reason = "the person's configuration names the variable")]
fn read_variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
