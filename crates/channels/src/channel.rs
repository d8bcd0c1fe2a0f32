//! The channels that a person can name, their settings, and the request that each makes of a message.

use fusebox_advisor::KeySource;
use serde_json::json;

use crate::http::{Address, HttpRequest, TokenHeader};
use crate::message::one_line;
use crate::program::ProgramRequest;
use crate::{DeliveryError, EscalationMessage, SendContext};

/// A channel that sends a message and keeps nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// Any program: it reads the message as JSON.
    Command,
    /// A server that receives the message as JSON.
    Webhook,
    /// Slack, and what understands its incoming webhooks.
    Slack,
    /// Discord.
    Discord,
    /// ntfy.
    Ntfy,
    /// E-mail, by the machine's own `sendmail`.
    Email,
}

/// Settings of the channels, as a person wrote them; empty where they wrote nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChannelSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The address of the webhook.
    pub webhook: String,
    /// Where the secret is that the webhook is signed with.
    pub webhook_secret: String,
    /// Where the address of Slack's webhook is.
    pub slack: String,
    /// Where the address of Discord's webhook is.
    pub discord: String,
    /// The address of the topic.
    pub ntfy: String,
    /// Where the token of ntfy is.
    pub ntfy_token: String,
    /// Who gets e-mail.
    pub email: Vec<String>,
    /// The program that sends e-mail.
    pub sendmail: String,
}

/// A request that can be shown and sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRequest(Planned);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Planned {
    Http(HttpRequest),
    Program(ProgramRequest),
}

impl From<HttpRequest> for PlannedRequest {
    fn from(request: HttpRequest) -> Self {
        Self(Planned::Http(request))
    }
}

impl PlannedRequest {
    /// What a person reads of it. It holds no secret.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.0 {
            Planned::Http(request) => request.shown(),
            Planned::Program(ProgramRequest { words, input }) => {
                format!("run {}\n\n{input}", words.join(" "))
            }
        }
    }

    /// Sends it.
    ///
    /// # Errors
    /// When it did not arrive, or nobody knows whether it did.
    pub fn send(&self, context: &SendContext<'_>) -> Result<(), DeliveryError> {
        match &self.0 {
            Planned::Http(request) => request.send(context).map(drop),
            Planned::Program(request) => request.send(context),
        }
    }
}

impl Channel {
    /// Every channel, in the order of the settings.
    pub const ALL: [Self; 6] =
        [Self::Command, Self::Webhook, Self::Slack, Self::Discord, Self::Ntfy, Self::Email];

    /// Its name, as the settings have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Webhook => "webhook",
            Self::Slack => "slack",
            Self::Discord => "discord",
            Self::Ntfy => "ntfy",
            Self::Email => "email",
        }
    }

    /// The request that sends this message.
    ///
    /// # Errors
    /// What is missing or wrong in the settings, for people.
    pub fn request(
        self,
        settings: &ChannelSettings,
        message: &EscalationMessage,
    ) -> Result<PlannedRequest, String> {
        match self {
            Self::Command => command(settings, message),
            Self::Webhook => webhook(settings, message),
            Self::Slack => slack(settings, message),
            Self::Discord => discord(settings, message),
            Self::Ntfy => ntfy(settings, message),
            Self::Email => email(settings, message),
        }
    }
}

fn command(
    settings: &ChannelSettings,
    message: &EscalationMessage,
) -> Result<PlannedRequest, String> {
    let words = settings.command.clone();
    if words.first().is_none_or(String::is_empty) {
        return Err(missing("command"));
    }
    Ok(PlannedRequest(Planned::Program(ProgramRequest { words, input: body(message) })))
}

fn body(message: &EscalationMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

fn webhook(
    settings: &ChannelSettings,
    message: &EscalationMessage,
) -> Result<PlannedRequest, String> {
    let address = address(&settings.webhook, "webhook")?;
    let mut request = HttpRequest::post(address, &json!(null));
    request.body = Some(body(message));
    request.headers.push(("x-fusebox-id", message.id.clone()));
    request.signature = optional_key(&settings.webhook_secret, "webhook_secret")?;
    Ok(coded(request, message))
}

fn slack(
    settings: &ChannelSettings,
    message: &EscalationMessage,
) -> Result<PlannedRequest, String> {
    let address = secret_address(&settings.slack, "slack")?;
    // Slack reads `&`, `<` and `>` as its own marks: `<!channel>` would call everybody.
    let lines: Vec<String> = message.lines().iter().map(|line| slack_text(line)).collect();
    let text = format!("*{}*\n{}", slack_text(&message.title()), lines.join("\n"));
    Ok(coded(HttpRequest::post(address, &json!({"text": text})), message))
}

fn slack_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn discord(
    settings: &ChannelSettings,
    message: &EscalationMessage,
) -> Result<PlannedRequest, String> {
    let address = secret_address(&settings.discord, "discord")?;
    let text = format!("**{}**\n{}", message.title(), message.lines().join("\n"));
    // Nobody is called by a name that an agent wrote. A message has 2,000 characters at most.
    let text: String = text.chars().take(1_900).collect();
    let body = json!({"content": text, "allowed_mentions": {"parse": []}});
    Ok(coded(HttpRequest::post(address, &body), message))
}

fn ntfy(settings: &ChannelSettings, message: &EscalationMessage) -> Result<PlannedRequest, String> {
    let address = address(&settings.ntfy, "ntfy")?;
    let token = optional_key(&settings.ntfy_token, "ntfy_token")?;
    // A header cannot hold every character.
    let title: String =
        message.title().chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    if message.code.is_some() && token.is_none() && matches!(address, Address::Plain(_)) {
        return Err("`escalate.ntfy`: whoever knows the topic reads the code in it; `env:NAME`, `file:/PATH` \
                    or `command:LINE` says where its address is, or `escalate.ntfy_token` where a token is"
            .to_owned());
    }
    let request = HttpRequest {
        body: Some(message.lines().join("\n")),
        address,
        headers: vec![
            ("title", title),
            ("priority", "high".to_owned()),
            ("tags", "rotating_light".to_owned()),
        ],
        token: token.map(ntfy_token),
        signature: None,
        suffix: String::new(),
        code: None,
    };
    Ok(coded(request, message))
}

pub(crate) fn ntfy_token(source: KeySource) -> TokenHeader {
    TokenHeader { name: "authorization", prefix: "Bearer ", source, what: "the token of ntfy" }
}

/// The request with the message's code, which no error may show.
fn coded(mut request: HttpRequest, message: &EscalationMessage) -> PlannedRequest {
    request.code.clone_from(&message.code);
    request.into()
}

fn email(
    settings: &ChannelSettings,
    message: &EscalationMessage,
) -> Result<PlannedRequest, String> {
    if settings.email.is_empty() {
        return Err(missing("email"));
    }
    let is_address = |to: &String| {
        to.contains('@') && !to.starts_with('-') && to.bytes().all(|byte| byte.is_ascii_graphic())
    };
    if let Some(wrong) = settings.email.iter().find(|to| !is_address(to)) {
        return Err(format!("`escalate.email`: `{}` is no address", one_line(wrong, 80)));
    }
    let sendmail = if settings.sendmail.is_empty() { "sendmail" } else { &settings.sendmail };
    let mut words = vec![sendmail.to_owned(), "-i".to_owned(), "--".to_owned()];
    words.extend(settings.email.iter().cloned());
    // A header of another character set would have to be encoded.
    let subject: String =
        message.title().chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    let input = format!(
        "To: {}\nSubject: {subject}\nMessage-ID: <{}@fusebox.invalid>\nAuto-Submitted: auto-generated\n\
         MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{}\n",
        settings.email.join(", "),
        message.id,
        message.lines().join("\n"),
    );
    Ok(PlannedRequest(Planned::Program(ProgramRequest { words, input })))
}

pub(crate) fn address(text: &str, key: &'static str) -> Result<Address, String> {
    if text.is_empty() {
        return Err(missing(key));
    }
    Address::parse(text, key)
}

/// An address that lets whoever knows it write: it may stand in no file of settings.
fn secret_address(text: &str, key: &'static str) -> Result<Address, String> {
    match address(text, key)? {
        Address::Plain(_) => Err(format!(
            "`escalate.{key}`: the address is a secret; `env:NAME`, `file:/PATH` or `command:LINE` says where it is"
        )),
        secret @ Address::Secret(_) => Ok(secret),
    }
}

/// Where a secret is, if one is named.
pub(crate) fn optional_key(text: &str, key: &str) -> Result<Option<KeySource>, String> {
    let source = KeySource::parse(text).map_err(|error| format!("`escalate.{key}`: {error}"))?;
    Ok(Some(source).filter(|source| *source != KeySource::None))
}

fn missing(key: &str) -> String {
    format!("`escalate.{key}` is not set")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> EscalationMessage {
        EscalationMessage {
            id: "id-1".to_owned(),
            reason: "<!channel> @all looped".to_owned(),
            short_id: "9f3c".to_owned(),
            ..EscalationMessage::default()
        }
    }

    fn settings() -> ChannelSettings {
        ChannelSettings {
            command: vec!["notify-pm".to_owned(), "--urgent".to_owned()],
            webhook: "https://hooks.example/in".to_owned(),
            webhook_secret: "env:HOOK".to_owned(),
            slack: "env:SLACK".to_owned(),
            discord: "command:pass discord".to_owned(),
            ntfy: "https://ntfy.example/topic".to_owned(),
            email: vec!["pm@example.com".to_owned()],
            ..ChannelSettings::default()
        }
    }

    fn shown(channel: Channel) -> String {
        channel.request(&settings(), &message()).unwrap().shown()
    }

    #[test]
    fn each_request_says_it_in_its_own_form_and_calls_nobody() {
        assert!(shown(Channel::Command).starts_with("run notify-pm --urgent\n\n{\"id\":\"id-1\""));
        let webhook = shown(Channel::Webhook);
        assert!(webhook.contains("x-fusebox-id: id-1\n"), "{webhook}");
        assert!(webhook.contains("sha256=<HMAC with env:HOOK>"), "{webhook}");
        let slack = shown(Channel::Slack);
        assert!(
            slack.starts_with("POST <env:SLACK>\n") && slack.contains("&lt;!channel&gt;"),
            "{slack}"
        );
        assert!(shown(Channel::Discord).contains("\"allowed_mentions\":{\"parse\":[]}"));
        assert!(shown(Channel::Ntfy).contains("title: Fusebox stopped an agent\n"));
        let email = shown(Channel::Email);
        assert!(email.starts_with("run sendmail -i -- pm@example.com\n"), "{email}");
    }

    #[test]
    fn what_is_missing_or_a_secret_in_a_file_is_named() {
        let nothing = ChannelSettings::default();
        for channel in Channel::ALL {
            let error = channel.request(&nothing, &message()).unwrap_err();
            assert!(
                error.contains(&format!("`escalate.{}` is not set", channel.name())),
                "{error}"
            );
        }
        let plain = ChannelSettings {
            slack: "https://hooks.slack.com/services/T/B/x".to_owned(),
            ..settings()
        };
        let error = Channel::Slack.request(&plain, &message()).unwrap_err();
        assert!(error.contains("is a secret") && !error.contains("services"), "{error}");
        let option = ChannelSettings { email: vec!["-bs@x".to_owned()], ..settings() };
        assert!(Channel::Email.request(&option, &message()).is_err());
    }
}
