//! Compares an error with what the call itself named: `No matching distribution for a==1` is that for
//! `a==2`.

use std::borrow::Cow;

use fusebox_engine::CallOutcome;
use fusebox_text::digest::{DigestBuilder, of_text};
use fusebox_text::excerpt::{prefix_up_to, suffix_up_to};
use fusebox_text::{envelope, mask, word_runs};

/// A shorter word in the call names nothing that an error could repeat, and says nothing in an error
/// unless it has a digit.
const SHORTEST_WORD: usize = 3;

/// The digest of the words of `error` that are not in `label`, the short form of the call; `None` where the
/// error repeats no word of it, or nothing else.
///
/// `more` are the digests of the words of the call that its label has no room for ([`words_behind`]).
pub(crate) fn digest_beyond_call(label: &str, more: &[u16], error: &str) -> Option<u64> {
    let lower = error.to_ascii_lowercase();
    if is_denial(&lower) {
        return Some(CallOutcome::DENIAL);
    }
    if let Some(lack) = lack_of(&lower) {
        return Some(of_text(lack));
    }
    // An id may be short; a status (`exit status 12`) is as soon a number of a command line.
    let has_ids = label.starts_with("mcp:");
    let is_name = |word: &&str| {
        let is_id = || has_ids && word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        word.len() >= SHORTEST_WORD || is_id()
    };
    let named: Vec<&str> = words(label).filter(is_name).collect();
    let is_one = |word: &str| {
        named.iter().any(|named| is_same_word(named, word) || is_last_part(named, word))
            || !more.is_empty() && more.contains(&short_digest(word))
    };
    // `root@web1`, `redis-17.1.0`
    let is_pair = |word: &str| {
        let pairs = word.match_indices(['@', '-', '=', '_']);
        let mut pairs = pairs.map(|(at, sign)| (&word[..at], &word[at + sign.len()..]));
        pairs.any(|(a, b)| is_one(a) && is_one(b))
    };
    let is_named = |word: &str| is_one(word) || is_pair(word);
    let says = || error.split([' ', '"', '\'']).filter(|part| !is_place(part)).flat_map(words);
    if !error.contains('/') && !says().any(is_named) {
        return None;
    }
    // `adb: no devices/emulators found` is `error: no devices/emulators found`.
    let is_severity = |word: &str| matches!(word, "error" | "Error" | "ERROR" | "fatal");
    // How much of a long line is left behind the names in it is no part of the error.
    let most = if error.len() >= CUT_ERROR_BYTES { WORDS_OF_CUT_ERROR } else { usize::MAX };
    let beyond = says().filter(|word| !is_named(word) && !is_severity(word));
    let mut beyond = beyond.take(most).peekable();
    beyond.peek()?;
    let mut digest = DigestBuilder::new();
    beyond.for_each(|word| digest.text(&word.to_lowercase()));
    Some(digest.finish())
}

/// An error of so many bytes may have been cut; of such a one only so many words are compared.
const CUT_ERROR_BYTES: usize = 155;
const WORDS_OF_CUT_ERROR: usize = 10;

/// Only so much of a call is read for the words that its label has no room for, in bytes, and only so many are kept.
const MAX_CALL_BYTES: usize = 1_000;
const MAX_WORDS: usize = 10;

/// Digests of the words of a text behind its first `start` bytes, without those that are cut there.
pub(crate) fn words_behind(text: &str, start: usize) -> Vec<u16> {
    let Some(begin) = text.len().checked_sub(1).filter(|last| *last >= start) else {
        return Vec::new();
    };
    let end = prefix_up_to(text, MAX_CALL_BYTES);
    // A word that the cut goes through is read whole.
    let is_gap = |sign: char| !(sign.is_alphanumeric() || "._-=+@".contains(sign));
    let head = prefix_up_to(end, start.min(begin));
    let from = head.rfind(is_gap).map_or(0, |at| at + 1);
    let mut digests = Vec::new();
    let behind = end.get(from..).unwrap_or_default();
    for word in words(behind).filter(|word| word.len() >= SHORTEST_WORD) {
        let digest = short_digest(word);
        if !digests.contains(&digest) {
            digests.push(digest);
        }
        if digests.len() == MAX_WORDS {
            break;
        }
    }
    digests
}

/// Whether a word is among those that a call names behind its label.
pub(crate) fn is_among(more: &[u16], word: &str) -> bool {
    !more.is_empty() && more.contains(&short_digest(word))
}

/// A digest of 16 bits of a word in any case.
pub(crate) fn short_digest(word: &str) -> u16 {
    (of_text(&word.to_lowercase()) >> 48) as u16
}

/// About so many bytes of an output have one word.
const TYPICAL_WORD_BYTES: usize = 8;
/// Only so much of the end of an output is read for its words, in bytes.
const MAX_WORDS_BYTES: usize = 4_096;

/// The end of an output, of which the words are read.
pub(crate) fn end_with_words(output: &str) -> &str {
    let body = envelope::output_body(output).trim_end();
    // Behind an exception Node.js names its own version.
    let last = body.rfind('\n').map_or("", |at| &body[at + 1..]);
    let body = if last.starts_with("Node.js v") { &body[..body.len() - last.len()] } else { body };
    suffix_up_to(body, MAX_WORDS_BYTES)
}

/// The digest of the words of an output, in any order, and where there is a `label`, without its words and indented
/// lines: names, and how many errors are
/// counted, but no other numbers or times. `None` where there are none.
pub(crate) fn digest_of_words(output: &str, label: Option<&str>) -> Option<u64> {
    let end = end_with_words(output);
    let told = end.lines().any(is_for_debugging).then(|| {
        let lines: Vec<&str> = end.split('\n').filter(|line| !is_for_debugging(line)).collect();
        lines.join("\n")
    });
    let end = told.as_deref().unwrap_or(end);
    let is_code = |line: &&str| {
        line.starts_with(|c: char| c.is_whitespace() || c.is_ascii_digit() || c == '|')
    };
    let end = match label {
        Some(_) => {
            Cow::Owned(end.split('\n').filter(|line| !is_code(line)).collect::<Vec<_>>().join("\n"))
        }
        None => Cow::Borrowed(end),
    };
    let label = label.unwrap_or_default();
    let masked = mask(&end);
    let named: Vec<&str> = word_runs(label).filter(|word| word.len() >= SHORTEST_WORD).collect();
    // The word before, where it is a number.
    let mut before = None;
    let mut words: Vec<u64> = Vec::with_capacity(masked.len() / TYPICAL_WORD_BYTES);
    words.extend(word_runs(&masked).filter_map(|word| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = std::mem::replace(&mut before, is_number.then_some(word));
        let is_name =
            word.len() >= SHORTEST_WORD && !word.starts_with(|c: char| c.is_ascii_digit());
        let name = || (is_name && !named.contains(&word)).then(|| of_text(word));
        let Some(number) = number else { return name() };
        // `due to 9 previous errors`
        if word == "previous" {
            before = Some(number);
            return None;
        }
        // One blank before it: `12:14  error` has a column in front.
        let is_beside = || {
            let front = masked.get(..word.as_ptr() as usize - masked.as_ptr() as usize);
            let front = front.and_then(|front| front.strip_suffix(' '));
            let front = front.map(|front| front.strip_suffix(" previous").unwrap_or(front));
            front.is_some_and(|front| front.ends_with(number))
        };
        let is_counted = || COUNTED_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
        if is_counted() && is_beside() { Some(of_text(number)) } else { name() }
    }));
    words.sort_unstable();
    words.dedup();
    let mut digest = DigestBuilder::new();
    words.iter().for_each(|word| digest.number(*word));
    (!words.is_empty()).then(|| digest.finish())
}

/// Whether a line is one that only a person who looks for a fault wants to read: `DEBUG rows=3`, `[debug] a`.
fn is_for_debugging(line: &str) -> bool {
    const LEVELS: [&str; 3] = ["DEBUG", "TRACE", "DBG"];
    let is_time = |word: &&str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let Some(word) = line.split_ascii_whitespace().find(|word| !is_time(word)) else {
        return false;
    };
    let word = word.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let end = word.find(|sign: char| !sign.is_alphabetic()).unwrap_or(word.len());
    let (word, behind) = word.split_at(end);
    LEVELS.contains(&word)
        || behind.starts_with([':', ']'])
            && LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level))
}

/// How many errors the end of an output counts: the largest number that stands with one blank before such a word, and is no
/// column (`Found 3 errors`, `9 previous errors`).
pub(crate) fn count_errors(output: &str) -> Option<u64> {
    let end = end_with_words(output);
    let is_gap = |sign: char| sign.is_whitespace() || matches!(sign, '(' | ',');
    let mut before = "";
    let counts = end.split(is_gap).filter_map(|word| {
        let name = word.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        if name == "previous" {
            return None;
        }
        let number = std::mem::replace(&mut before, word);
        let is_counted = COUNTED_WORDS.iter().any(|known| name.eq_ignore_ascii_case(known));
        if is_counted && name != "warnings" { number.parse().ok() } else { None }
    });
    counts.max()
}

/// What the number before these words counts: how much is wrong.
const COUNTED_WORDS: [&str; 10] = [
    "errors",
    "error",
    "problems",
    "issues",
    "violations",
    "offenses",
    "warnings",
    "failures",
    "vulnerabilities",
    "findings",
];

/// How programs say that somebody may not do something, or has to say first who that is. It is one error,
/// whoever says it and of what.
const DENIALS: [&str; 30] = [
    "permission denied",
    "access denied",
    "accessdenied",
    "access is denied",
    "operation not permitted",
    "not authorized",
    "unauthorized",
    "password is required",
    "eacces",
    "insufficient permission",
    "not have permission",
    "n't have permission",
    "not logged in",
    "must be logged in",
    "need to log in",
    "auth login",
    "az login",
    "sso login",
    "login required",
    "authentication required",
    "unauthenticated",
    "could not read username",
    "terminal prompts disabled",
    "not authenticated",
    "authentication token",
    "refreshing your current auth",
    "expiredtoken",
    "expired token",
    "token is expired",
    "token included in the request is expired",
];

/// How the system says what the machine lacks. It is one error, whichever program meets it and wherever.
const LACKS: [&str; 11] = [
    "key was rejected by service",
    "required key not available",
    "no space left on device",
    "read-only file system",
    "disk quota exceeded",
    "too many open files",
    "cannot allocate memory",
    "network is unreachable",
    "unable to get local issuer certificate",
    "certificate signed by unknown authority",
    "self-signed certificate in certificate chain",
];

/// How programs say that a host name cannot be resolved. All of these are one error.
const LACKS_OF_NAMES: [&str; 10] = [
    "temporary failure in name resolution",
    "temporary failure resolving",
    "could not resolve host",
    "unable to resolve host",
    "name or service not known",
    "eai_again",
    "dns error: failed to lookup",
    "failed to lookup address",
    "server misbehaving",
    ":nxdomain",
];

/// What the machine lacks, as a lower-cased error says it.
fn lack_of(error: &str) -> Option<&'static str> {
    if LACKS_OF_NAMES.iter().any(|words| error.contains(words)) {
        return Some(LACKS_OF_NAMES[0]);
    }
    LACKS.iter().find(|words| error.contains(**words)).copied()
}

/// Only so much of the end of an output is read for what the machine lacks, in bytes.
const MAX_LACK_BYTES: usize = 2_048;

/// The digest of what the machine lacks, as the output of a failed call says it in any line: programs report behind it
/// what they could not do.
pub(crate) fn lack_in_output(output: &str) -> Option<u64> {
    let end = suffix_up_to(output, MAX_LACK_BYTES).to_ascii_lowercase();
    lack_of(&end).map(of_text)
}

/// Whether the output of a failed call says in any line what the machine lacks, or that somebody may not do something.
pub(crate) fn is_of_machine(output: &str) -> bool {
    let end = suffix_up_to(output, MAX_LACK_BYTES).to_ascii_lowercase();
    lack_of(&end).is_some() || is_denial(&end)
}

/// How tools say that there is no such part as a file asks for: a header, a module, a package.
const MISSING_PARTS: [&str; 19] = [
    "no such file or directory",
    "file not found",
    "no such module",
    "can't find crate",
    "could not find module",
    "cannot find module",
    "cannot find package",
    "no module named",
    "no required module",
    "module not found",
    "cannot open include",
    "unable to open include",
    "is not in std",
    "an assembly reference",
    "was not found",
    "' not found",
    "cannot be found",
    "cannot load such file",
    "in @inc",
];

/// Whether an error says that a part is not there which a file only asks for: that is one lack of the machine, whichever
/// file asks.
pub(crate) fn lacks_part(error: &str) -> bool {
    let error = error.to_ascii_lowercase();
    error.ends_with(" does not exist") || MISSING_PARTS.iter().any(|words| error.contains(words))
}

/// Whether an error says that somebody may not do something.
pub(crate) fn tells_denial(error: &str) -> bool {
    is_denial(&error.to_ascii_lowercase())
}

/// Whether a lower-cased error says that somebody may not do something.
fn is_denial(error: &str) -> bool {
    DENIALS.iter().any(|words| error.contains(words))
}

/// Whether a part of an error is a path or an address: which one, the call asked about, in whole or in part.
fn is_place(part: &str) -> bool {
    part.contains('/')
}

/// The words of a text that say something. A path is named by its parts: `cp a/x.so /mnt` fails with
/// `'/mnt/x.so'`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_gap = |sign: char| !(sign.is_alphanumeric() || "._-=+@".contains(sign));
    let words = text.split(is_gap).map(|word| word.trim_matches(['.', '-', '_']));
    words.filter(|word| {
        word.len() >= SHORTEST_WORD || word.bytes().any(|byte| byte.is_ascii_digit())
    })
}

/// Whether a dotted name ends with this part of it: `Data.Map.lookupDefault` names `lookupDefault`.
fn is_last_part(name: &str, part: &str) -> bool {
    part.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && name.strip_suffix(part).is_some_and(|front| front.ends_with('.'))
}

fn is_same_word(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
        || !one.is_ascii() && !other.is_ascii() && one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r05_an_error_is_compared_without_what_the_call_named() {
        let a = digest_beyond_call("pip install a==1", &[], "No matching distribution for a==1");
        let b = digest_beyond_call("pip install B==22", &[], "No matching distribution for b==22");
        assert_eq!(a, b);
        assert!(a.is_some());
        let other = digest_beyond_call("pip install a==1", &[], "No network to find a==1");
        assert_ne!(a, other);
    }

    #[test]
    fn r05_a_denial_is_one_error_whoever_says_it() {
        let one = digest_beyond_call("cat /a", &[], "cat: /a: Permission denied");
        for (label, error) in [
            ("net stop x", "Access is denied."),
            (
                "git clone https://h/a",
                "fatal: could not read Username for 'https://h': terminal prompts disabled",
            ),
            (
                "chmod u+w /etc/hosts",
                "chmod: changing permissions of '/etc/hosts': Operation not permitted",
            ),
            ("mongosh --eval 1", "MongoServerError[Unauthorized]: not authorized on shop"),
        ] {
            assert_eq!(digest_beyond_call(label, &[], error), one, "{error}");
        }
        assert_ne!(digest_beyond_call("cat /a", &[], "cat: /a: No such file or directory"), one);
    }

    #[test]
    fn r05_a_name_that_is_joined_of_two_that_the_call_named_is_no_part_of_an_error() {
        let of = |version: &str| {
            let label = format!("helm install redis shop/redis --version {version}");
            digest_beyond_call(&label, &[], &format!("no chart found for redis-{version}"))
        };
        assert_eq!(of("17.1.0"), of("17.22.0"));
        let of = |what: &str| {
            digest_beyond_call("helm install redis", &[], &format!("redis has no redis-{what}"))
        };
        assert_ne!(of("master"), of("replica"));
    }

    #[test]
    fn r05_which_path_or_address_is_no_part_of_an_error() {
        let of = |what: &str| {
            digest_beyond_call(
                "docker ps",
                &[],
                &format!("cannot reach the daemon: Get \"http://s/{what}\": refused"),
            )
        };
        assert_eq!(of("v1/info"), of("v1/images/json"));
        assert_ne!(
            of("v1/info"),
            digest_beyond_call("docker ps", &[], "no daemon at http://s/v1/info")
        );
    }

    #[test]
    fn r05_what_the_machine_lacks_is_one_error_in_whichever_line_it_stands() {
        let lack = digest_beyond_call("curl x", &[], "curl: (6) Could not resolve host: x");
        for output in [
            "warning: spurious network error: [6] Could not resolve host: index.crates.io\nerror: failed to get `a`",
            "go: a@v1: Get \"https://p/a\": dial tcp: lookup p on 10.0.2.3:53: server misbehaving",
            "** (Mix) Failed to fetch record\n{:failed_connect, [{:inet, [:inet], :nxdomain}]}",
        ] {
            assert_eq!(lack_in_output(output), lack, "{output}");
        }
        for output in ["", "Host a.example not found: 3(NXDOMAIN)", "error: failed to get `a`"] {
            assert_eq!(lack_in_output(output), None, "{output}");
        }
    }

    #[test]
    fn a13_how_many_errors_an_output_counts() {
        for (output, count) in [
            ("a.py:1: error: no\nFound 13 errors in 9 files", Some(13)),
            ("error: could not compile `a` due to 9 previous errors; 2 warnings emitted", Some(9)),
            ("\u{2716} 3 problems (1 error, 2 warnings)", Some(3)),
            ("make: *** [Makefile:4: all] Error 101", None),
            ("  3:1  error  no x  no-undef\na.ts:3:1 - error TS1: no", None),
            ("", None),
        ] {
            assert_eq!(count_errors(output), count, "{output}");
        }
    }

    #[test]
    fn r05_words_behind_a_long_label_are_named_as_well() {
        let of = |count: u32| {
            let call = format!(
                "kafka-topics.sh --bootstrap-server kafka:9092 --alter --topic carts --partitions {count}"
            );
            let error =
                format!("Topic has 24 partitions, which is higher than the requested {count}.");
            digest_beyond_call(&call[..60], &words_behind(&call, 60), &error)
        };
        assert!(of(301).is_some());
        assert_eq!(of(301), of(302));
        assert!(words_behind("short", 60).is_empty());
        assert_eq!(words_behind("abc defghi", 6), words_behind("abc defghi", 4));
    }

    #[test]
    fn r05_an_error_that_repeats_nothing_or_nothing_else_is_whole() {
        assert_eq!(digest_beyond_call("cargo build", &[], "mismatched types"), None);
        assert_eq!(digest_beyond_call("cat notes.txt", &[], "cat: notes.txt"), None);
        assert_eq!(digest_beyond_call("go run 12", &[], "exit status 12"), None);
    }
}
