//! Recognises errors by words that an answer about something else may hold as well: for calls of which the client
//! did not tell how they ended.

use serde_json::Value;

use super::ansi;
use super::emptiness::ERROR_ENDS;

/// The longest output that is an error and nothing else, in bytes.
const MAX_BYTES: usize = 1_500;
/// A beginning, and whether what follows it fits.
type Start = (&'static str, fn(&str) -> bool);
/// How the first line of such an output starts, lower-cased, and what may follow.
const STARTS: [Start; 15] = [
    // Whose arguments a server does not take.
    ("invalid arguments for tool ", |_| true),
    ("connection error: ", |_| true),
    ("proxy tunneling failed", ends_clause),
    ("e: ", |rest| rest.contains(' ')),
    ("no devices", |rest| {
        rest.is_empty() || rest.starts_with(['/', '.', ',', ':']) || is_found(rest)
    }),
    ("*** access refused", ends_clause),
    ("access refused", ends_clause),
    ("script error", ends_clause),
    ("an unexpected error occurred", |rest| ends_clause(rest) || rest.starts_with(" while ")),
    ("timeout: no response from ", |rest| !rest.contains(' ')),
    ("request failed with status ", |_| true),
    ("request failed with code ", |_| true),
    ("no tests found, exiting with code ", |_| true),
    // `git rebase --continue` before the conflicts of a file are resolved.
    ("needs merge", str::is_empty),
    ("✖ ", |rest| !rest.starts_with("0 ")),
];

/// The longest output whose last line may be an error below a banner, in bytes.
const MAX_BANNER_BYTES: usize = 400;

/// Whether an output of which no status is known is an error, by words that only an error has there.
pub fn is_untold_error(body: &str) -> bool {
    let body = body.trim();
    if body.len() > MAX_BYTES {
        return false;
    }
    if body.starts_with('{') {
        return serde_json::from_str(body).is_ok_and(|answer| tells_http_error(&answer));
    }
    let plain = ansi::to_plain_text(body);
    // A list with crosses and ticks tells of many things.
    let is_list = plain.contains(['✔', '✓']);
    let first = plain.trim().lines().next().unwrap_or_default().trim().to_lowercase();
    // The name of the program that says so.
    let said =
        first.split_once(": ").filter(|(name, _)| !name.contains(' ')).map_or("", |(_, said)| said);
    let is_start = |(start, fits): &Start| {
        [first.as_str(), said].iter().any(|text| text.strip_prefix(start).is_some_and(fits))
    };
    let last = plain.trim().lines().next_back().filter(|_| plain.len() <= MAX_BANNER_BYTES);
    let last = last.unwrap_or_default().trim().to_lowercase();
    // What was not found may be one of many things.
    let mut before = "";
    ERROR_ENDS.iter().any(|end| last.ends_with(end) && *end != ": not found")
        || is_http_refusal(&plain)
        || !is_list && STARTS.iter().any(is_start)
        || plain.lines().map(str::trim).any(|line| {
            let is_boxed = std::mem::replace(&mut before, line) == "╷";
            is_boxed && line.starts_with("│ Error: ") || is_error_line(line)
        })
}

/// How a server refuses a request: the status with its own words, lower-cased.
const HTTP_ERRORS: [&str; 10] = [
    "400 bad request",
    "401 unauthorized",
    "403 forbidden",
    "404 not found",
    "409 conflict",
    "429 too many requests",
    "500 internal server error",
    "502 bad gateway",
    "503 service unavailable",
    "504 gateway timeout",
];

/// Whether an output is one line: the status with which a server refuses a request, and what it says of that. A log or
/// a page may begin with such a line.
pub fn is_http_refusal(body: &str) -> bool {
    let line = body.trim().to_ascii_lowercase();
    !line.contains('\n')
        && HTTP_ERRORS.iter().any(|status| line.strip_prefix(status).is_some_and(ends_clause))
}

/// Whether a server answers with the status of a request that failed, and says why. That it has no such thing is an
/// answer.
fn tells_http_error(answer: &Value) -> bool {
    let is_status = |key: &str| {
        answer[key].as_u64().is_some_and(|code| (400..600).contains(&code) && code != 404)
    };
    answer["message"].is_string() && ["status", "statusCode"].into_iter().any(is_status)
}

/// Whether a clause has ended in front of the text.
fn ends_clause(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['.', ':', '!', ','])
}

fn is_found(rest: &str) -> bool {
    [" found", " connected", " attached", " detected"].iter().any(|word| rest.starts_with(word))
}

/// Whether a program says in this line that it failed, with the code or the label that it has for that.
fn is_error_line(line: &str) -> bool {
    // PowerShell
    line.strip_prefix("+ CategoryInfo").is_some_and(|rest| rest.trim_start().starts_with(": "))
        // ImageMagick
        || line.contains(": attempt to perform an operation not allowed by the security policy `")
        // Logs of Java
        || line.starts_with('[') && line.contains("] ERROR Error ")
        || has_abend(line)
        || is_located_error(line)
}

/// Whether the line names an abnormal end of a mainframe and its code: `ABEND S0C7`, `ABEND=U4038`.
fn has_abend(line: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices("ABEND").any(|(at, word)| {
        let Some(rest) = line[at + word.len()..].strip_prefix([' ', '=']) else { return false };
        let code = rest.split(|c| !is_word(c)).next().unwrap_or_default();
        let digits = code.strip_prefix(['S', 'U']).unwrap_or_default();
        let is_digit = |c: char| c.is_ascii_digit() || ('A'..='F').contains(&c);
        !line[..at].ends_with(is_word)
            && matches!(digits.len(), 3 | 4)
            && digits.chars().all(is_digit)
    })
}

/// Whether the line is a diagnostic of a compiler: `a.ts(1,10): error TS2305: …`.
fn is_located_error(line: &str) -> bool {
    let Some((place, said)) = line.split_once("): error ") else { return false };
    let code = said.split_once(':').map_or("", |(code, _)| code);
    let letters = code.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = &code[letters..];
    let is_code = letters > 0 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let is_place = place.rsplit_once('(').is_some_and(|(file, at)| {
        file.contains('.') && !at.is_empty() && at.bytes().all(|b| b.is_ascii_digit() || b == b',')
    });
    is_code && is_place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r05_errors_that_only_their_code_or_label_tells() {
        for output in [
            "E: Unable to locate package jq",
            "adb: no devices/emulators found",
            "No devices found",
            "src/week.ts: needs merge",
            "*** Access refused: /api/queues/shop",
            "SCRIPT ERROR: Parse Error: no",
            "An unexpected error occurred while executing the command:",
            "Timeout: No Response from 10.0.0.7",
            "Request failed with status code 403",
            "✖ 12 problems (12 errors, 0 warnings)",
            "a: Creating...\n╷\n│ Error: creating EC2 Instance: no\n╵",
            ".\\a.ps1 : no\n    + CategoryInfo          : SecurityError: (:) []",
            "convert-im6.q16: attempt to perform an operation not allowed by the security policy `PDF' @ error/a.c/1.",
            "[2025-01-04] ERROR Error processing message, terminating",
            "retcode: ABEND S0C7\nstatus:  OUTPUT",
            "STEP1 ABEND=U4038",
            "C:\\My Shop\\Shop.csproj(41,5): error MSB3073: The command failed",
            "src/index.ts(1,10): error TS2305: no member",
            "Invalid arguments for tool get_node: [{\"code\":\"invalid_type\"}]",
            "Connection error: ('Unable to connect to any servers', {})",
            "Proxy tunneling failed: Proxy Authentication Required",
            "401 Unauthorized: the access token has expired",
            "{\"object\":\"error\",\"status\":429,\"message\":\"You have been rate limited.\"}",
        ] {
            assert!(is_untold_error(output), "{output:?}");
        }
    }

    #[test]
    fn r05_words_of_errors_in_answers_about_something_else() {
        for output in [
            "E: 12",
            "E: g#",
            "No devices are recalled this week.",
            "src/week.ts: needs merge of two branches",
            "No devices of class 3 were sold in May.",
            "Access refused to 3 of 12 visitors, all by badge.",
            "Access refused visitors may ask at the desk.",
            "Script errors fell to 3 this week.",
            "Script error budget: 3 percent.",
            "An unexpected error occurred twice in May; both are closed.",
            "An unexpected error occurred in 3 of 12 tickets.",
            "Timeout: no response yet.",
            "Timeout: no response from Anna before Friday.",
            "Request failed with 3 of 12 hosts and passed with the rest.",
            "Request failed with Anna, granted with Ben.",
            "✖ 3 closed, ✔ 12 open",
            "✖ 0 problems",
            "✖ Anna\n✓ Ben",
            "│ name │\n│ error: 3 │ ok: 4 │",
            "│ Error: 3 │",
            "+ CategoryInfo was renamed to Category",
            "see + CategoryInfo : what it means",
            "Pictures are not allowed by the security policy of the museum.",
            "Dogs are not allowed by the security policy, guide dogs are.",
            "The bars show the standard error error by error",
            "type I error error 3, type II error 4",
            "Am Abend und nachts 11 Grad, Wind aus Nord.",
            "Am Abend Sonne, 11 Grad.",
            "Am Abend S213 nach Basel",
            "FEIERABEND U300",
            "ABEND SONNE",
            "Ticket 3 (closed by build (12,3)): error budget 3 percent left",
            "Stage b.1 (3): error margin: 4",
            "{\"note\": \"ABEND S0C7\"}",
            "Invalid arguments were given to 3 of 12 tools.",
            "Connection errors fell to 3 this week.",
            "401 Unauthorized visitors came in May.",
            "404 Not Found Records is a label of Berlin.",
            "{\"status\":200,\"message\":\"saved\"}",
            "{\"status\":404,\"count\":3}",
            "{\"status\":\"open\",\"message\":\"a 429 was seen\"}",
        ] {
            assert!(!is_untold_error(output), "{output:?}");
        }
    }
}
