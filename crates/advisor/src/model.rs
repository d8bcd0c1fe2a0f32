//! Asks a model behind HTTP, in the form of Anthropic's messages or of OpenAI's chat completions.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{ANSWER_BYTES, AdvisorAnswer, AdvisorError, AnswerUsage, AskOptions, KeySource};

/// The most tokens of an answer; an analysis has under 1,000 words.
const ANSWER_TOKENS: u64 = 4_000;
/// The version of Anthropic's interface.
const ANTHROPIC_VERSION: &str = "2023-06-01";
/// Characters of an error's body that are kept.
const ERROR_CHARS: usize = 200;

/// A model behind HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelEndpoint {
    url: String,
    model: String,
    key: KeySource,
    form: RequestForm,
}

/// The form of requests and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestForm {
    /// `POST …/messages`.
    Anthropic,
    /// `POST …/chat/completions`, which many servers understand.
    ChatCompletions,
}

impl ModelEndpoint {
    /// The model at an address: one that ends in `/messages` is Anthropic's, every other takes chat
    /// completions.
    pub(crate) fn new(url: &str, model: &str, key: &str) -> Result<Self, String> {
        if model.is_empty() {
            return Err("the model of the address is not named".to_owned());
        }
        let key = KeySource::parse(key)?;
        let (scheme, rest) = url.split_once("://").unwrap_or_default();
        if scheme.eq_ignore_ascii_case("http") && key != KeySource::None && !is_loopback(rest) {
            return Err(KEY_IN_CLEAR.to_owned());
        }
        let is_anthropic = rest.trim_end_matches('/').ends_with("/messages");
        let form = if is_anthropic { RequestForm::Anthropic } else { RequestForm::ChatCompletions };
        Ok(Self { url: url.to_owned(), model: model.to_owned(), key, form })
    }

    pub(crate) fn model(&self) -> &str {
        &self.model
    }

    pub(crate) fn ask(
        &self,
        question: &str,
        options: &AskOptions<'_>,
    ) -> Result<AdvisorAnswer, AdvisorError> {
        let key = self.key.read(options)?;
        let agent = http_agent(&self.url, options.time);
        let mut request = agent.post(&self.url).header("content-type", "application/json");
        if self.form == RequestForm::Anthropic {
            request = request.header("anthropic-version", ANTHROPIC_VERSION);
        }
        if let Some(key) = key {
            request = match self.form {
                RequestForm::Anthropic => request.header("x-api-key", key),
                RequestForm::ChatCompletions => {
                    request.header("authorization", format!("Bearer {key}"))
                }
            };
        }
        let body = self.body(question).to_string();
        let failed = |error: ureq::Error| {
            if matches!(error, ureq::Error::Timeout(_)) {
                AdvisorError::TimedOut(options.time)
            } else if matches!(error, ureq::Error::BodyExceedsLimit(_)) {
                AdvisorError::TooLong
            } else {
                AdvisorError::Http(error.to_string())
            }
        };
        let mut response = request.send(body).map_err(failed)?;
        let status = response.status();
        let reader = response.body_mut().with_config().limit(ANSWER_BYTES as u64);
        let bytes = reader.read_to_vec().map_err(failed)?;
        let text = String::from_utf8(bytes).map_err(|_| AdvisorError::NotUtf8)?;
        if !status.is_success() {
            let said: String = text.chars().take(ERROR_CHARS).collect();
            return Err(AdvisorError::Http(format!("HTTP {status}: {said}")));
        }
        self.read(&text).ok_or(AdvisorError::Empty)
    }

    fn body(&self, question: &str) -> Value {
        let messages = json!([{"role": "user", "content": question}]);
        match self.form {
            RequestForm::Anthropic => {
                json!({"model": self.model, "max_tokens": ANSWER_TOKENS, "messages": messages})
            }
            RequestForm::ChatCompletions => json!({"model": self.model, "messages": messages}),
        }
    }

    fn read(&self, body: &str) -> Option<AdvisorAnswer> {
        let body: Value = serde_json::from_str(body).ok()?;
        let (text, read, written) = match self.form {
            RequestForm::Anthropic => {
                let parts = body["content"].as_array()?.iter();
                let text = parts.filter_map(|part| part["text"].as_str()).collect();
                (text, "input_tokens", "output_tokens")
            }
            RequestForm::ChatCompletions => {
                let text = body["choices"][0]["message"]["content"].as_str()?.to_owned();
                (text, "prompt_tokens", "completion_tokens")
            }
        };
        let tokens = |name: &str| body["usage"][name].as_u64();
        let usage = tokens(read).zip(tokens(written)).map(|(input_tokens, output_tokens)| {
            let model = body["model"].as_str().unwrap_or(&self.model).to_owned();
            AnswerUsage { model, input_tokens, output_tokens }
        });
        Some(AdvisorAnswer { text, usage })
    }
}

/// What is said of an address to which a key would go in plain text.
pub const KEY_IN_CLEAR: &str = "a key is sent by https only, or to this machine";

/// A client for one address: it follows no redirection, which would carry the key to another host, and returns
/// answers of every status.
#[must_use]
pub fn http_agent(url: &str, time: Duration) -> ureq::Agent {
    let mut config = ureq::Agent::config_builder()
        .timeout_global(Some(time))
        .max_redirects(0)
        .http_status_as_error(false);
    // The proxy of the environment would read a key that goes to this machine in plain text.
    if url.split_once("://").is_none_or(|(_, rest)| is_loopback(rest)) {
        config = config.proxy(None);
    }
    config.build().new_agent()
}

/// Whether what follows the scheme of an address names this machine.
#[must_use]
pub fn is_loopback(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // What stands before `@` is no host.
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(host, "localhost" | "::1")
        || host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::process::Command;

    use super::*;
    use crate::Advisor;

    /// Answers one request with this body; returns the request.
    fn serve(answer: String) -> (String, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let served = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut read = Vec::new();
            let mut buffer = [0; 4_096];
            while !String::from_utf8_lossy(&read).ends_with(r#""model":"m-1"}"#) {
                let length = stream.read(&mut buffer).unwrap();
                read.extend_from_slice(&buffer[..length]);
            }
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8(read).unwrap()
        });
        (address, served)
    }

    fn ask(path: &str, key: &str, answer: &str) -> (Result<String, AdvisorError>, String) {
        let (address, served) = serve(answer.to_owned());
        let advisor = Advisor::parse(&format!("http://{address}{path}"), "m-1", key).unwrap();
        let dir = std::env::temp_dir();
        let time = Duration::from_secs(60);
        let answer = advisor.ask("why?", &AskOptions { time, dir: &dir, variables: &[] });
        (answer, served.join().unwrap())
    }

    fn http(status: &str, body: &str) -> String {
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\nlocation: /elsewhere\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    }

    #[test]
    fn q7_both_forms_are_spoken_and_the_key_stands_in_the_header_alone() {
        let body = r#"{"content":[{"type":"text","text":"be"},{"type":"text","text":"cause"}],
            "model":"m-1b","usage":{"input_tokens":7,"output_tokens":2}}"#;
        let (answer, asked) = ask("/v1/messages", "command:echo k-1", &http("200 OK", body));
        assert_eq!(answer.unwrap(), "because");
        assert!(asked.starts_with("POST /v1/messages "), "{asked}");
        assert!(asked.contains("x-api-key: k-1\r\n") && asked.contains("\"model\":\"m-1\""));
        assert!(asked.contains(r#"{"content":"why?","role":"user"}"#), "{asked}");

        let body = r#"{"choices":[{"message":{"content":"because"}}]}"#;
        let (answer, asked) =
            ask("/v1/chat/completions", "command:echo k-2", &http("200 OK", body));
        assert_eq!(answer.unwrap(), "because");
        assert!(asked.contains("authorization: Bearer k-2\r\n"), "{asked}");
    }

    /// The address that the child process of the test below asks.
    const ASKED: &str = "FUSEBOX_TEST_ASKED";

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the child process is told its address")]
    fn q7_a_key_for_this_machine_goes_to_no_proxy() {
        if let Ok(url) = std::env::var(ASKED) {
            let advisor = Advisor::parse(&url, "m-1", "command:echo k-1").unwrap();
            let (time, dir) = (Duration::from_secs(10), std::env::temp_dir());
            advisor.ask("why?", &AskOptions { time, dir: &dir, variables: &[] }).unwrap();
            return;
        }
        let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
        proxy.set_nonblocking(true).unwrap();
        let proxy_url = format!("http://{}", proxy.local_addr().unwrap());
        let body = r#"{"content":[{"type":"text","text":"because"}]}"#;
        let (address, served) = serve(http("200 OK", body));
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "model::tests::q7_a_key_for_this_machine_goes_to_no_proxy"]);
        for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
            child.env(name, &proxy_url);
        }
        child.env_remove("no_proxy").env_remove("NO_PROXY");
        let ran = child.env(ASKED, format!("http://{address}/v1/messages")).output().unwrap();
        assert!(proxy.accept().is_err(), "the proxy was spoken with");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
        assert!(served.join().unwrap().contains("x-api-key: k-1\r\n"));
    }

    #[test]
    fn q7_errors_and_redirections_are_no_answer_and_do_not_name_the_key() {
        let long = "a".repeat(ANSWER_BYTES + 1);
        for answer in [
            http("401 Unauthorized", "no"),
            http("302 Found", ""),
            http("200 OK", "{}"),
            http("200 OK", "\u{1}"),
            http("200 OK", &long),
        ] {
            let (answer, _) = ask("/v1/messages", "command:echo k-secret", &answer);
            let error = answer.unwrap_err().to_string();
            assert!(!error.contains("k-secret"), "{error}");
        }
    }

    #[test]
    fn a_key_goes_over_https_or_to_this_machine_and_stands_in_no_setting() {
        let parse = |url: &str, key: &str| Advisor::parse(url, "m", key);
        for url in ["https://a.example/v1/messages", "http://localhost:1/x", "http://[::1]:1/x"] {
            assert!(parse(url, "env:KEY").is_ok(), "{url}");
        }
        for url in
            ["http://a.example/x", "http://localhost@a.example", "http://127.0.0.1.a.example"]
        {
            assert!(parse(url, "env:KEY").is_err(), "{url}");
        }
        assert!(parse("http://a.example/x", "").is_ok());
        let refused = parse("https://a.example", "sk-1234").unwrap_err();
        assert!(!refused.contains("1234"), "{refused}");
        assert!(Advisor::parse("https://a.example", "", "").is_err());
    }
}
