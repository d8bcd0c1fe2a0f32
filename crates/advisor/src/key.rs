//! Where the key of a model comes from.

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
}

impl KeySource {
    /// Reads `env:NAME` or `command:LINE`; an empty text is no key. The key itself is refused, because a
    /// setting is stored and shown.
    ///
    /// # Errors
    /// What is wrong, for people. It does not repeat the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            _ if text.is_empty() => Ok(Self::None),
            Some(("env", name)) if !name.is_empty() => Ok(Self::Variable(name.to_owned())),
            Some(("command", line)) if !line.is_empty() => Ok(Self::Command(line.to_owned())),
            _ => {
                Err("`env:NAME` or `command:LINE` says where the key is; the key itself does not \
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
                String::from_utf8(bytes).map_err(|_| AdvisorError::Key("it is not UTF-8".into()))?
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

#[expect(clippy::disallowed_methods, reason = "the person's configuration names the variable")]
fn read_variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
