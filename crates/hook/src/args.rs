//! The hook's words: `fusebox-hook CLIENT [--observe] [--on-error=deny] [HOOK]`.

use fusebox_clients::{Client, client_named};
use fusebox_engine::OnError;

/// What the hook was started with.
#[derive(Debug)]
pub struct Args {
    /// The client whose protocol is read and written.
    pub client: &'static Client,
    /// The hook of the client, where the client does not write its name.
    pub hook: Option<String>,
    /// Deny nothing, only write down.
    pub observe: bool,
    /// What happens to a call when Fusebox itself fails.
    pub on_error: OnError,
}

impl Args {
    /// Reads the words after the program's name. Unknown options are skipped: an older binary must
    /// not fail because of a newer install.
    ///
    /// # Errors
    /// When the client is missing or not known.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let (mut client, mut hook) = (None, None);
        let mut args = (false, OnError::Allow);
        for word in words {
            match word.as_str() {
                "--observe" => args.0 = true,
                "--on-error=deny" => args.1 = OnError::Deny,
                option if option.starts_with('-') => {}
                name if client.is_none() => client = Some(name),
                name => hook = hook.or_else(|| Some(name.to_owned())),
            }
        }
        let known = || fusebox_clients::CLIENTS.iter().map(|client| client.name);
        let name = client.ok_or_else(|| usage(known()))?;
        let client = client_named(name).ok_or_else(|| {
            format!("`{name}` is not a client this version knows. {}", usage(known()))
        })?;
        Ok(Self { client, hook, observe: args.0, on_error: args.1 })
    }
}

fn usage<'a>(clients: impl Iterator<Item = &'a str>) -> String {
    let clients: Vec<&str> = clients.collect();
    format!("Use: fusebox-hook CLIENT, with one of {}.", clients.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Args, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        Args::parse(&words)
    }

    #[test]
    fn the_client_is_named_and_unknown_options_are_skipped() {
        let args = parse("claude --observe --from-the-future").unwrap();
        assert_eq!((args.client.name, args.observe, args.hook), ("claude", true, None));
        let args = parse("copilot --observe preToolUse more").unwrap();
        assert_eq!((args.client.name, args.hook.as_deref()), ("copilot", Some("preToolUse")));
        assert_eq!(parse("claude --on-error=deny").unwrap().on_error, OnError::Deny);
        assert!(parse("").unwrap_err().starts_with("Use: fusebox-hook CLIENT"));
        assert!(parse("nobody").unwrap_err().starts_with("`nobody` is not a client"));
    }
}
