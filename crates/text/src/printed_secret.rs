//! Recognises commands whose output is a secret and nothing else: `printenv API_KEY`, `pass show mail`,
//! `gh auth token`, `kubectl get secret db -o jsonpath='{.data.password}' | base64 -d`.

use crate::redact::names_secret;

/// What in the words of a command says that it prints a secret.
#[derive(Clone, Copy)]
enum Telling {
    /// The words alone.
    Always,
    /// A word behind them that names a secret.
    Name,
    /// A word behind them that has this in it.
    With(&'static str),
}
use Telling::{Always, Name, With};

/// Commands that print secrets: words that follow each other in this order, with others between them.
const PRINTERS: [(&str, Telling); 63] = [
    ("printenv", Name),
    ("pass show", Always),
    ("gopass show", Always),
    ("op read", Always),
    ("op item get", With("password")),
    ("op signin", With("-raw")),
    ("bw get password", Always),
    ("bw get totp", Always),
    ("rbw get", Always),
    ("lpass show", With("-password")),
    ("keyring get", Always),
    ("secret-tool lookup", Always),
    ("security find-generic-password", With("-w")),
    ("security find-internet-password", With("-w")),
    ("chamber read", Always),
    ("doppler secrets get", With("-plain")),
    ("infisical secrets get", With("-plain")),
    ("vault kv get", With("-field")),
    ("vault read", With("-field")),
    ("vault print token", Always),
    ("consul kv get", Name),
    ("etcdctl get", Name),
    ("aws configure get", Name),
    ("aws ssm get-parameter", With("-with-decryption")),
    ("aws secretsmanager get-secret-value", With("SecretString")),
    ("aws ecr get-login-password", Always),
    ("aws codeartifact get-authorization-token", With("authorizationToken")),
    ("gcloud auth print-access-token", Always),
    ("gcloud auth print-identity-token", Always),
    ("gcloud auth application-default print-access-token", Always),
    ("gcloud secrets versions access", Always),
    ("az account get-access-token", With("accessToken")),
    ("az keyvault secret show", With("value")),
    ("az acr login", With("accessToken")),
    ("gh auth token", Always),
    ("glab auth token", Always),
    ("heroku auth:token", Always),
    ("heroku config:get", Name),
    ("fly auth token", Always),
    ("flyctl auth token", Always),
    ("oc whoami", With("-t")),
    ("argocd account generate-token", Always),
    ("kubectl get secret", With("jsonpath")),
    ("kubectl get secret", With("template")),
    ("kubectl get secrets", With("jsonpath")),
    ("kubectl create token", Always),
    ("oc get secret", With("jsonpath")),
    ("npm config get", Name),
    ("yarn config get", Name),
    ("git config", Name),
    ("pulumi config get", Name),
    ("pulumi stack output", Name),
    ("terraform output", Name),
    ("tofu output", Name),
    ("sops -d", With("extract")),
    ("openssl rand", Always),
    ("pwgen", Always),
    ("apg", Always),
    ("wg genkey", Always),
    ("wg genpsk", Always),
    ("rails secret", Always),
    ("rake secret", Always),
    ("artisan key:generate", With("-show")),
];

/// Programs that show a file.
const READERS: [&str; 9] =
    ["read", "cat", "bat", "less", "more", "head", "tail", "type", "Get-Content"];
/// Programs that show variables among their words.
const SPEAKERS: [&str; 3] = ["echo", "printf", "Write-Output"];
/// Programs that print what they read, or a part of it.
const FILTERS: [&str; 12] =
    ["base64", "tr", "head", "tail", "cut", "jq", "awk", "sed", "cat", "tee", "grep", "xargs"];
/// What the names of files end with that hold a secret and nothing else.
const SECRET_ENDINGS: [&str; 6] = [".key", ".secret", ".token", ".password", ".pass", ".txt"];

/// How much of a command is known.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Whole,
    /// Its beginning: what is cut off may say that it prints a secret.
    Beginning,
}

/// Whether what the command prints is a secret and nothing else.
fn is_printed_by(command: &str, known: Known) -> bool {
    let mut parts = unquoted_parts(command, b";\n&").into_iter().peekable();
    while let Some(part) = parts.next() {
        let is_cut = known == Known::Beginning && parts.peek().is_none();
        let known = if is_cut { Known::Beginning } else { Known::Whole };
        let mut stages = unquoted_parts(part, b"|").into_iter().map(str::trim);
        let is_printer = stages.next().is_some_and(|stage| is_printer(stage, known));
        let stages: Vec<&str> = stages.collect();
        let seen = stages.len().saturating_sub(usize::from(is_cut));
        if is_printer && stages.iter().take(seen).all(|stage| is_filter(stage)) {
            return true;
        }
    }
    false
}

/// The parts of the text between these signs, except those in quotes.
fn unquoted_parts<'t>(text: &'t str, signs: &[u8]) -> Vec<&'t str> {
    let (mut parts, mut from, mut quote) = (Vec::new(), 0, None);
    for (at, byte) in text.bytes().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if signs.contains(&byte) => {
                parts.extend(text.get(from..at));
                from = at + 1;
            }
            None => {}
        }
    }
    parts.extend(text.get(from..));
    parts
}

/// The secret in the output, if the command says that it prints one.
///
/// An output of several lines has its secret in the first. One that reads as a message is none. A command may have been
/// cut to `max_command_bytes`: where it is as long, what is cut off is taken for what says that it prints a secret.
#[must_use]
pub fn printed_secret<'t>(
    command: &str,
    max_command_bytes: usize,
    output: &'t str,
) -> Option<&'t str> {
    /// So much shorter may a text be that is cut between two characters.
    const CHARACTER_REST: usize = char::MAX.len_utf8() - 1;
    let may_be_cut = command.len() + CHARACTER_REST >= max_command_bytes;
    let known = if may_be_cut { Known::Beginning } else { Known::Whole };
    let line = output.trim_start().lines().next()?.trim();
    let line = line.trim_matches(['"', '\'']);
    (is_secret_line(line) && is_printed_by(command, known)).then_some(line)
}

/// Whether a line that a command printed which prints secrets may be one: a word of its own.
pub(crate) fn is_secret_line(line: &str) -> bool {
    const LEAST_CHARS: usize = 6;
    line.len() >= LEAST_CHARS
        && !line.contains(char::is_whitespace)
        && !line.ends_with(':')
        && crate::redact::may_be_secret(line)
}

fn is_filter(stage: &str) -> bool {
    let program = stage.split_whitespace().next().unwrap_or_default();
    FILTERS.contains(&program) && !stage.contains('>')
}

/// Whether a simple command prints a secret.
fn is_printer(command: &str, known: Known) -> bool {
    // What is written into a file or asks for help prints none.
    let is_elsewhere = |word: &str| {
        word == "--help" || word.starts_with('>') || word.starts_with("1>") || word == "-h"
    };
    let bare = |word: &'_ str| -> String { word.replace(['"', '\'', '(', ')'], "") };
    let words: Vec<String> = command.split_whitespace().map(bare).collect();
    if words.len() < 2 || words.iter().any(|word| is_elsewhere(word)) {
        return false;
    }
    PRINTERS.iter().any(|(printer, telling)| tells(&words, printer, *telling, known))
        || shows_variable(&words)
        || shows_file(&words)
}

/// Whether the words have those of the printer in their order, and what tells that it prints a secret.
fn tells(words: &[String], printer: &str, telling: Telling, known: Known) -> bool {
    let mut printer = printer.split(' ').peekable();
    let Some(program) = printer.peek() else { return false };
    let of_program = |word: &String| word.rsplit('/').next() == Some(program);
    let Some(first) = words.iter().take(8).position(of_program) else { return false };
    let mut rest = words.iter().skip(first + 1);
    printer.next();
    if !printer.all(|wanted| rest.any(|word| word == wanted)) {
        return false;
    }
    match telling {
        Always => true,
        Name => rest.any(|word| names_secret(word)),
        With(part) => known == Known::Beginning || words.iter().any(|word| word.contains(part)),
    }
}

/// Whether the words print one variable whose name says that it is secret: `echo $API_KEY`.
fn shows_variable(words: &[String]) -> bool {
    let Some(speaker) = words.iter().take(2).position(|word| SPEAKERS.contains(&word.as_str()))
    else {
        return false;
    };
    let name = words.last().and_then(|word| word.strip_prefix('$')).unwrap_or_default();
    let name = name.trim_matches(['{', '}']).trim_start_matches("env:");
    words.len() - speaker <= 3 && names_secret(name)
}

/// Whether the words show a file whose name says that it is secret: `cat config/master.key`.
fn shows_file(words: &[String]) -> bool {
    let reader = words.iter().position(|word| READERS.contains(&word.as_str()));
    let is_secret = |path: &String| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let stem = SECRET_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
        path.contains("/run/secrets/")
            || name.ends_with(".key") && !name.contains("pub")
            || names_secret(stem.unwrap_or(name))
    };
    reader.is_some_and(|reader| words.iter().skip(reader + 1).any(is_secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: bool, commands: &str) {
        for command in commands.lines().filter(|line| !line.is_empty()) {
            assert_eq!(is_printed_by(command, Known::Whole), expected, "{command}");
        }
    }

    #[test]
    fn k03_commands_whose_output_is_a_secret() {
        check(
            true,
            "printenv API_KEY
echo $GITHUB_TOKEN
echo \"${DB_PASSWORD}\"
cd shop && pass show work/mail
sudo cat /run/secrets/db
cat config/master.key
cat .vault-token
docker exec db cat /var/lib/admin-password
kubectl -n shop get secret db -o jsonpath='{.data.password}' | base64 -d
kubectl get secret db -o go-template='{{.data.password | base64decode}}' | base64 --decode | tr -d '\\n'
aws configure get aws_secret_access_key --profile prod
aws ssm get-parameter --name /shop/db --with-decryption --query Parameter.Value
vault kv get -field=password secret/shop
security find-generic-password -s vpn -w
terraform output -raw db_password
openssl rand -hex 32",
        );
        check(
            false,
            "printenv PATH
printenv
echo $HOME
echo $API_KEY > .env
echo the token is $API_KEY now
pass ls
pass show --help
cat src/token.rs
cat tests/password_test.py
cat public.key.pub
cat package.json
kubectl get secrets -n shop
kubectl get secret db | base64 -d
kubectl get pods -o jsonpath='{.items[0].metadata.name}'
openssl rand -hex 32 | wc -c
openssl rand -base64 32 > secret.txt
printenv API_KEY | sha256sum
echo $API_KEY | gh secret set API_KEY
vault status
git config user.name
terraform output -raw vpc_id
aws configure get region",
        );
    }

    #[test]
    fn k03_what_such_a_command_says_otherwise_is_no_secret() {
        let printed = |output| printed_secret("pass show mail", usize::MAX, output);
        assert_eq!(printed("Kz7-horse\nuser: me"), Some("Kz7-horse"));
        assert_eq!(printed("\"Kz7-horse\"\n"), Some("Kz7-horse"));
        assert_eq!(printed("Error: mail is not in the password store."), None);
        assert_eq!(printed(""), None);
        assert_eq!(printed("null"), None);
        assert_eq!(printed_secret("ls", usize::MAX, "Kz7-horse"), None);
        let cut = "kubectl -n shop get secret shop-credentials -o 'jsonpath={.da";
        assert_eq!(printed_secret(cut, 60, "Kz7-horse"), Some("Kz7-horse"));
        let cut = "kubectl get secret db -o jsonpath='{.data.password}' | base6";
        assert_eq!(printed_secret(cut, 60, "Kz7-horse"), Some("Kz7-horse"));
        assert_eq!(
            printed_secret(
                "cat a-file-with-a-name-that-is-longer-than-what-is-kept-of-it",
                60,
                "Kz7-horse"
            ),
            None
        );
    }
}
