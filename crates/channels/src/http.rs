//! An HTTP request that holds no secret until it is sent, and what its answer means.

use std::time::Duration;

use fusebox_advisor::{KEY_IN_CLEAR, KeySource, http_agent, is_loopback};

use crate::message::one_line;
use crate::{DeliveryError, REQUEST_TIME, SendContext, secret};

/// The longest answer that is read, in bytes: a page of 100 comments of the longest kind has 6.5 MB.
const REPLY_BYTES: u64 = 16 << 20;
/// Characters of an answer that an error shows.
const EXCERPT_CHARS: usize = 160;
/// Redirections that are followed.
pub(crate) const REDIRECTS: u64 = 3;

/// Where a request goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Address {
    /// An address that anyone may read.
    Plain(String),
    /// One that lets whoever knows it write.
    Secret(KeySource),
}

impl Address {
    /// Reads `https://…`, or where an address is that nobody may read.
    pub(crate) fn parse(text: &str, key: &str) -> Result<Self, String> {
        match text.split_once("://") {
            Some(("http" | "https", rest)) if !rest.is_empty() => Ok(Self::Plain(text.to_owned())),
            _ => match KeySource::parse(text) {
                Ok(source) if source != KeySource::None => Ok(Self::Secret(source)),
                _ => Err(format!(
                    "`escalate.{key}` is no address: `https://…`, `env:NAME`, `file:/PATH` or `command:LINE`"
                )),
            },
        }
    }

    /// It for people: a secret one by its source.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Plain(url) => url.clone(),
            Self::Secret(source) => format!("<{}>", secret::name(source)),
        }
    }

    fn read(&self, context: &SendContext<'_>) -> Result<String, DeliveryError> {
        match self {
            Self::Plain(url) => Ok(url.clone()),
            Self::Secret(source) => {
                Ok(secret::read(source, "its address", context)?.unwrap_or_default())
            }
        }
    }
}

/// A header with a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenHeader {
    pub(crate) name: &'static str,
    pub(crate) prefix: &'static str,
    pub(crate) source: KeySource,
    /// What the token is called in errors.
    pub(crate) what: &'static str,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HttpRequest {
    /// `GET` where there is none.
    pub(crate) body: Option<String>,
    pub(crate) address: Address,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) token: Option<TokenHeader>,
    /// The secret that the body is signed with.
    pub(crate) signature: Option<KeySource>,
    /// What follows the address.
    pub(crate) suffix: String,
    /// A one-time code in the body, which no error may show.
    pub(crate) code: Option<String>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HttpReply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    wait: Option<Duration>,
    has_no_calls_left: bool,
    location: Option<String>,
}

impl HttpRequest {
    /// A request with a JSON body.
    pub(crate) fn post(address: Address, body: &serde_json::Value) -> Self {
        let json = ("content-type", "application/json".to_owned());
        let body = Some(body.to_string());
        Self {
            body,
            address,
            headers: vec![json],
            token: None,
            signature: None,
            suffix: String::new(),
            code: None,
        }
    }

    /// What a person reads of it: the secrets by their sources.
    pub(crate) fn shown(&self) -> String {
        let method = if self.body.is_some() { "POST" } else { "GET" };
        let mut lines = vec![format!("{method} {}", self.address.shown())];
        lines.extend(self.headers.iter().map(|(name, value)| format!("{name}: {value}")));
        if let Some(token) = self.token.as_ref().filter(|token| token.source != KeySource::None) {
            let source = secret::name(&token.source);
            lines.push(format!("{}: {}<{source}>", token.name, token.prefix));
        }
        if let Some(source) = &self.signature {
            let source = secret::name(source);
            lines.push("x-fusebox-timestamp: <seconds since 1970>".to_owned());
            lines.push(format!("x-fusebox-signature: sha256=<HMAC with {source}>"));
        }
        if let Some(body) = &self.body {
            lines.extend([String::new(), body.clone()]);
        }
        lines.join("\n")
    }

    /// Sends it. An answer that says no is an error.
    pub(crate) fn send(&self, context: &SendContext<'_>) -> Result<HttpReply, DeliveryError> {
        let url = format!("{}{}", self.address.read(context)?, self.suffix);
        let mut headers = self.headers.clone();
        let mut secrets: Vec<String> =
            matches!(self.address, Address::Secret(_)).then(|| url.clone()).into_iter().collect();
        secrets.extend(self.code.clone());
        if let Some(TokenHeader { name, prefix, source, what }) = &self.token
            && let Some(token) = secret::read(source, what, context)?
        {
            headers.push((*name, format!("{prefix}{token}")));
            secrets.push(token);
        }
        if let Some(source) = &self.signature {
            let key = secret::read(source, "the secret of the webhook", context)?;
            let at = context.now_ms / 1_000;
            let signed = format!("{at}.{}", self.body.as_deref().unwrap_or_default());
            let signature = secret::signature(&key.unwrap_or_default(), signed.as_bytes());
            headers.push(("x-fusebox-timestamp", at.to_string()));
            headers.push(("x-fusebox-signature", format!("sha256={signature}")));
        }
        let is_clear = has_scheme(&url, "http") && !is_loopback(after_scheme(&url));
        if is_clear && !secrets.is_empty() {
            return Err(DeliveryError::Never(KEY_IN_CLEAR.to_owned()));
        }
        let place = place(&url);
        self.follow(url, &headers).map_err(|error| without_secrets(error, &secrets, &place))
    }

    /// Sends it to where the address has moved on the same host.
    fn follow(
        &self,
        mut url: String,
        headers: &[(&'static str, String)],
    ) -> Result<HttpReply, DeliveryError> {
        let origin = origin(&url).to_owned();
        for _ in 0..REDIRECTS {
            let reply = exchange(&url, self.body.as_deref(), headers, REQUEST_TIME)?;
            // A renamed repository answers so. Another host would get the token.
            let moved =
                reply.location.as_deref().filter(|_| matches!(reply.status, 301 | 302 | 307 | 308));
            let moved = moved.map(|to| {
                if to.starts_with('/') { format!("{origin}{to}") } else { to.to_owned() }
            });
            match moved {
                Some(to) if self::origin(&to) == origin => url = to,
                Some(_) => {
                    let text = "it has moved to another host, which is not followed";
                    return Err(DeliveryError::Never(text.to_owned()));
                }
                None => return reply.checked(),
            }
        }
        Err(DeliveryError::Never("it moves in circles".to_owned()))
    }
}

impl HttpReply {
    /// What the answer means: only one of success is returned.
    fn checked(self) -> Result<Self, DeliveryError> {
        let said = String::from_utf8_lossy(&self.body);
        let is_limited = self.status == 429
            || self.status == 403
                && (self.has_no_calls_left || self.wait.is_some() || said.contains("rate limit"));
        let text = match self.status {
            200..=299 => return Ok(self),
            404 => "HTTP 404: it is not there, or the token has no right to it".to_owned(),
            status => format!("HTTP {status}: {}", one_line(&said, EXCERPT_CHARS)),
        };
        // A token may be renewed, a server may come back.
        let passes = is_limited || matches!(self.status, 401 | 408 | 425 | 500..=599);
        Err(match passes {
            true => DeliveryError::Later { text, wait: self.wait },
            false => DeliveryError::Never(text),
        })
    }
}

/// One request and its answer, of any status. `time` is for all of it, however slowly an answer comes.
fn exchange(
    url: &str,
    body: Option<&str>,
    headers: &[(&'static str, String)],
    time: Duration,
) -> Result<HttpReply, DeliveryError> {
    let agent = http_agent(url, time);
    let named = headers.iter().map(|(name, value)| (*name, value.as_str()));
    let all = named.chain([("user-agent", "fusebox")]);
    let answered = match body {
        Some(body) => all
            .fold(agent.post(url), |request, (name, value)| request.header(name, value))
            .send(body),
        None => {
            all.fold(agent.get(url), |request, (name, value)| request.header(name, value)).call()
        }
    };
    let mut response = answered.map_err(failure)?;
    let header = |name: &str| {
        let value = response.headers().get(name)?.to_str().ok()?;
        Some(value.trim().to_owned())
    };
    let now = jiff::Timestamp::now().as_second();
    let reset = || header("x-ratelimit-reset")?.parse::<i64>().ok().map(|at| at - now);
    let has_no_calls_left = header("x-ratelimit-remaining").is_some_and(|left| left == "0");
    let wait = header("retry-after").and_then(|text| seconds_from(&text, now));
    let wait = wait.or_else(|| reset().filter(|_| has_no_calls_left));
    let wait = wait.and_then(|wait| u64::try_from(wait).ok()).map(Duration::from_secs);
    let (status, location) = (response.status().as_u16(), header("location"));
    let is_success = (200..=299).contains(&status);
    // What was taken is taken, whatever else the answer says: it must not be sent again.
    let body = if is_success && body.is_some() {
        Vec::new()
    } else {
        let read = response.body_mut().with_config().limit(REPLY_BYTES).read_to_vec();
        // What a server answers beyond its status says little when the status says no.
        if is_success { read.map_err(failure)? } else { read.unwrap_or_default() }
    };
    Ok(HttpReply { status, body, wait, has_no_calls_left, location })
}

/// Reads `Retry-After`: seconds, or a date.
fn seconds_from(text: &str, now: i64) -> Option<i64> {
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    let date = jiff::fmt::rfc2822::parse(text).ok()?;
    Some(date.timestamp().as_second() - now)
}

fn failure(error: ureq::Error) -> DeliveryError {
    if matches!(error, ureq::Error::BadUri(_) | ureq::Error::Http(_)) {
        return DeliveryError::Never("the address or a header is malformed".to_owned());
    }
    DeliveryError::later(error.to_string())
}

/// The error without what nobody may read; where it happened stands in front.
fn without_secrets(error: DeliveryError, secrets: &[String], place: &str) -> DeliveryError {
    let clean = |text: String| {
        let secrets = secrets.iter().filter(|secret| !secret.is_empty());
        secrets.fold(format!("{place}: {text}"), |text, secret| text.replace(secret, "[secret]"))
    };
    match error {
        DeliveryError::Later { text, wait } => DeliveryError::Later { text: clean(text), wait },
        DeliveryError::Never(text) => DeliveryError::Never(clean(text)),
    }
}

/// Where an address leads, for people: its scheme and its host, without a user or a password before `@`. Nothing is
/// shown of a text that is no address, which may be a secret as a whole.
fn place(url: &str) -> String {
    let (scheme, authority) = origin(url).split_once("://").unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    let has_port = host.ends_with(']')
        || host.rsplit_once(':').is_none_or(|(_, port)| port.parse::<u16>().is_ok());
    let is_web = has_scheme(url, "https") || has_scheme(url, "http");
    if is_web && has_port && !host.is_empty() && host.bytes().all(is_part) {
        return format!("{scheme}://{host}");
    }
    "the address".to_owned()
}

fn has_scheme(url: &str, scheme: &str) -> bool {
    url.split_once("://").is_some_and(|(found, _)| found.eq_ignore_ascii_case(scheme))
}

/// The scheme and the host of an address, with what stands before `@`.
fn origin(url: &str) -> &str {
    let rest = after_scheme(url);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let end = url.len() - rest.len() + host.len();
    url.get(..end).unwrap_or(url)
}

fn after_scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    /// The address of a server that reads one request and then does this.
    fn serve(then: impl FnOnce(TcpStream) + Send + 'static) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/x", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4_096]);
            then(stream);
        });
        url
    }

    #[test]
    fn esc4_a_server_that_drips_or_says_nothing_holds_no_delivery_up() {
        let head = "HTTP/1.1 200 X\r\ncontent-length: 1000000\r\n\r\n";
        for beginning in ["", "HTTP/1.1 200 X\r\nx: ", head] {
            let url = serve(move |mut stream| {
                let mut sent = stream.write_all(beginning.as_bytes());
                // It would go on for hours.
                while sent.is_ok() {
                    std::thread::sleep(Duration::from_millis(5));
                    sent = stream.write_all(b"x");
                }
            });
            let ended = exchange(&url, None, &[], Duration::from_millis(300));
            assert!(matches!(ended, Err(DeliveryError::Later { .. })), "{beginning}: {ended:?}");
        }
        let url = serve(|mut stream| while !matches!(stream.read(&mut [0; 64]), Ok(0) | Err(_)) {});
        let ended = exchange(&url, Some("{}"), &[], Duration::from_millis(300));
        assert!(matches!(ended, Err(DeliveryError::Later { .. })), "{ended:?}");
    }

    #[test]
    fn esc4_what_a_dripping_server_took_is_taken() {
        let url = serve(|mut stream| {
            let head = b"HTTP/1.1 201 X\r\ncontent-length: 1000000\r\n\r\n";
            stream.write_all(head).unwrap();
            while stream.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let reply = exchange(&url, Some("{}"), &[], Duration::from_secs(60)).unwrap();
        assert_eq!((reply.status, reply.body.len()), (201, 0));
    }

    fn reply(status: u16) -> HttpReply {
        HttpReply {
            status,
            body: b"no".to_vec(),
            wait: None,
            has_no_calls_left: false,
            location: None,
        }
    }

    #[test]
    fn what_may_pass_is_tried_again_and_what_may_not_is_given_up() {
        for status in [401, 408, 429, 500, 503] {
            assert!(
                matches!(reply(status).checked(), Err(DeliveryError::Later { .. })),
                "{status}"
            );
        }
        for status in [400, 403, 404, 410, 422] {
            assert!(matches!(reply(status).checked(), Err(DeliveryError::Never(_))), "{status}");
        }
        assert!(reply(201).checked().is_ok());
        let limited = HttpReply { has_no_calls_left: true, ..reply(403) };
        assert!(matches!(limited.checked(), Err(DeliveryError::Later { .. })));
    }

    #[test]
    fn a_date_and_seconds_say_how_long_to_wait() {
        assert_eq!(seconds_from("120", 0), Some(120));
        assert_eq!(seconds_from("Thu, 01 Jan 1970 00:01:00 GMT", 10), Some(50));
        assert_eq!(seconds_from("soon", 0), None);
    }

    #[test]
    fn an_error_names_the_host_and_no_secret() {
        assert_eq!(origin("https://a.example:8/x/y?z"), "https://a.example:8");
        let error = DeliveryError::later("at https://a.example/t0ken");
        let secrets = ["https://a.example/t0ken".to_owned(), String::new()];
        let clean = without_secrets(error, &secrets, "https://a.example");
        assert_eq!(clean.to_string(), "https://a.example: at [secret]");
    }

    #[test]
    fn esc2_a_secret_address_shows_its_host_alone() {
        for url in ["https://user:pass@word@a.example:8/x", "https://a.example:8?t0ken"] {
            assert_eq!(place(url), "https://a.example:8", "{url}");
        }
        assert_eq!(place("http://[::1]:80/x"), "http://[::1]:80");
        for secret in ["t0ken", "", "t0ken://a.example", "https://user:pa/ss@a.example", "https://"]
        {
            assert_eq!(place(secret), "the address", "{secret}");
        }
        assert!(has_scheme("HTTP://a.example/x", "http") && !has_scheme("https://a/x", "http"));
    }
}
