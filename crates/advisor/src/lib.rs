//! Asks a program or a model behind HTTP a question, within bounds of time and size.
//!
//! The key of a model is read when it is needed and goes nowhere but into the request: no error names it.

mod command;
mod key;
mod model;

use std::path::Path;
use std::time::Duration;

pub use command::run_program;
pub use key::KeySource;
pub use model::{KEY_IN_CLEAR, ModelEndpoint, http_agent, is_loopback};

/// The longest answer, in bytes.
pub const ANSWER_BYTES: usize = 1 << 20;

/// Who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advisor {
    /// A command line for `sh`, which reads the request on its standard input.
    Command(String),
    /// A model behind HTTP.
    Model(ModelEndpoint),
}

/// How a question is asked.
#[derive(Debug, Clone, Copy)]
pub struct AskOptions<'a> {
    /// The longest time that the question may take, reading the key not included.
    pub time: Duration,
    /// The working directory of a command.
    pub dir: &'a Path,
    /// Variables of a command: with a value they are set, without one removed.
    pub variables: &'a [(&'a str, Option<&'a str>)],
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvisorAnswer {
    /// Its text, never empty.
    pub text: String,
    /// What it used, where a model behind HTTP says so.
    pub usage: Option<AnswerUsage>,
}

/// What an answer used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerUsage {
    /// The model that answered.
    pub model: String,
    /// Tokens that it read.
    pub input_tokens: u64,
    /// Tokens that it wrote.
    pub output_tokens: u64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AdvisorError {
    /// The command could not be started, or spoken with.
    #[error("it could not be run: {0}")]
    Io(#[from] std::io::Error),
    /// It took too long.
    #[error("no answer within {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// The command failed.
    #[error("it ended with {0}")]
    Exit(String),
    /// The answer is too long.
    #[error("the answer is longer than {ANSWER_BYTES} bytes")]
    TooLong,
    /// The answer is empty.
    #[error("the answer is empty")]
    Empty,
    /// The answer is not UTF-8.
    #[error("the answer is not UTF-8")]
    NotUtf8,
    /// The model could not be reached, or refused.
    #[error("{0}")]
    Http(String),
    /// The key could not be read.
    #[error("its key: {0}")]
    Key(String),
}

impl Advisor {
    /// Reads who is asked: an `http` address needs the name of a model, everything else is a command
    /// line. `key` says where the key of the model comes from; see [`KeySource::parse`].
    ///
    /// # Errors
    /// What is missing or wrong, for people.
    pub fn parse(text: &str, model: &str, key: &str) -> Result<Self, String> {
        if text.starts_with("http://") || text.starts_with("https://") {
            return Ok(Self::Model(ModelEndpoint::new(text, model, key)?));
        }
        Ok(Self::Command(text.to_owned()))
    }

    /// Asks, and waits for the answer, which is never empty.
    ///
    /// # Errors
    /// When there is no answer within the bounds.
    pub fn ask(&self, request: &str, options: &AskOptions<'_>) -> Result<String, AdvisorError> {
        Ok(self.ask_counted(request, options)?.text)
    }

    /// The same, with what the answer used.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub fn ask_counted(
        &self,
        request: &str,
        options: &AskOptions<'_>,
    ) -> Result<AdvisorAnswer, AdvisorError> {
        let answer = match self {
            Self::Command(line) => {
                let bytes = command::run(line, request.as_bytes(), ANSWER_BYTES, options)?;
                let text = String::from_utf8(bytes).map_err(|_| AdvisorError::NotUtf8)?;
                AdvisorAnswer { text, usage: None }
            }
            Self::Model(endpoint) => endpoint.ask(request, options)?,
        };
        if answer.text.trim().is_empty() { Err(AdvisorError::Empty) } else { Ok(answer) }
    }

    /// Its name for people: the program, or the model.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Command(line) => line.split_whitespace().next().unwrap_or(line),
            Self::Model(endpoint) => endpoint.model(),
        }
    }
}
