//! Recognises commands whose output is a secret and nothing else: `printenv API_KEY`, `pass show mail`,
//! `gh auth token`, `kubectl get secret db -o jsonpath='{.data.password}' | base64 -d`.

use std::borrow::Cow;

use fusebox_scan::WordSet;

use crate::redact::{names_secret, surely_names_secret};

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
const PRINTERS: [(&str, Telling); 72] = [
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
    ("argocd admin initial-password", Always),
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
    ("pwqgen", Always),
    ("gpg --gen-random", Always),
    ("step crypto rand", Always),
    ("oathtool", Always),
    ("mix phx.gen.secret", Always),
    ("bitcoin-cli dumpprivkey", Always),
    ("kubeadm token", Always),
    ("kubeadm certs certificate-key", Always),
    ("wg genkey", Always),
    ("wg genpsk", Always),
    ("rails secret", Always),
    ("rake secret", Always),
    ("artisan key:generate", With("-show")),
];

/// Programs that show a file.
const READERS: [&str; 8] = ["cat", "bat", "less", "more", "head", "tail", "type", "Get-Content"];
/// Programs that show variables among their words.
const SPEAKERS: [&str; 3] = ["echo", "printf", "Write-Output"];
/// The first words of all of these. Most commands have none of them.
static PROGRAMS: WordSet<59> = WordSet::new(
    "printenv pass gopass op bw rbw lpass keyring secret-tool security chamber doppler infisical \
     vault consul etcdctl aws gcloud az gh glab heroku fly flyctl oc argocd kubectl npm yarn git \
     pulumi terraform tofu sops openssl pwgen apg pwqgen gpg step oathtool mix bitcoin-cli kubeadm \
     wg rails rake artisan cat bat less more head tail type Get-Content echo printf \
     Write-Output",
);

/// Programs that print what they read, or a part of it.
const FILTERS: [&str; 12] =
    ["base64", "tr", "head", "tail", "cut", "jq", "awk", "sed", "cat", "tee", "grep", "xargs"];
/// What the names of files end with that hold a secret and nothing else.
const SECRET_ENDINGS: [&str; 6] = [".key", ".secret", ".token", ".password", ".pass", ".txt"];

/// The longest beginning of a command that is read. What is behind it is mostly text that it is given.
const MAX_COMMAND_BYTES: usize = 4096;

/// Whether what the command prints is a secret and nothing else.
#[must_use]
pub fn prints_secret(command: &str) -> bool {
    let command = crate::excerpt::prefix_up_to(command, MAX_COMMAND_BYTES);
    let has_program = |text: &str| text.split(|c| !is_of_program(c)).any(is_program);
    if !has_program(command) {
        return false;
    }
    unquoted_parts(command, b";\n&").into_iter().filter(|part| has_program(part)).any(|part| {
        let mut stages = unquoted_parts(part, b"|").into_iter().map(str::trim);
        stages.next().is_some_and(is_printer) && stages.all(is_filter)
    })
}

fn is_of_program(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

fn is_program(word: &str) -> bool {
    PROGRAMS.has_exactly(word.as_bytes())
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

/// The output of a command that prints a secret, without it; `None` where it reads as a message.
///
/// The secret is the first line, or all of a table of words: random ones in lines of their own behind it are secrets too.
#[must_use]
pub fn without_printed_secrets(output: &str) -> Option<String> {
    let first = printed_secret(output)?;
    let without_word = |line: &'_ str| {
        let word = printed_word(line);
        let is_secret = is_further_secret(word) && is_secret_line(word);
        if is_secret { line.replacen(word, "[redacted]", 1) } else { line.to_owned() }
    };
    let clean: String = output.split_inclusive('\n').map(without_word).collect();
    Some(clean.replace(first, "[redacted]"))
}

/// Whether a word in a line of its own behind the first secret is one, too.
pub(crate) fn is_further_secret(word: &str) -> bool {
    word.len() >= 8 && word.bytes().any(|b| b.is_ascii_digit())
}

/// The secret in the output of a command that prints one: its first line, unless that reads as a message.
pub(crate) fn printed_secret(output: &str) -> Option<&str> {
    let word = printed_word(output.trim_start().lines().next()?);
    is_secret_line(word).then_some(word)
}

/// What a line says, without quotes and without the number that a client writes before the lines of a file.
fn printed_word(line: &str) -> &str {
    let line = line.trim();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = line.get(digits..).filter(|_| digits > 0);
    let text = numbered.and_then(|rest| rest.strip_prefix(['\t', '→', '|']));
    text.unwrap_or(line).trim().trim_matches(['"', '\''])
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
fn is_printer(command: &str) -> bool {
    // What is written into a file or asks for help prints none.
    let is_elsewhere = |word: &str| {
        word == "--help" || word.starts_with('>') || word.starts_with("1>") || word == "-h"
    };
    let words: Vec<Cow<'_, str>> = command.split_whitespace().map(bare).collect();
    if words.len() < 2 || words.iter().any(|word| is_elsewhere(word)) {
        return false;
    }
    let of_printer = |at: usize| tells(words.get(at..).unwrap_or_default(), &words);
    (0..words.len().min(8)).any(of_printer) || shows_variable(&words) || shows_file(&words)
}

/// The word without quotes and brackets.
fn bare(word: &str) -> Cow<'_, str> {
    const SIGNS: [char; 4] = ['"', '\'', '(', ')'];
    if word.contains(SIGNS) { word.replace(SIGNS, "").into() } else { word.into() }
}

/// Whether the words begin with a program that prints secrets and have the others of it in their order, and the command
/// has what tells that it prints one.
fn tells(words: &[Cow<'_, str>], command: &[Cow<'_, str>]) -> bool {
    let Some((program, rest)) = words.split_first() else { return false };
    let program = program.rsplit('/').next().unwrap_or_default();
    if !is_program(program) {
        return false;
    }
    PRINTERS.iter().any(|(printer, telling)| {
        let mut printer = printer.split(' ');
        let mut rest = rest.iter();
        printer.next() == Some(program)
            && printer.all(|wanted| rest.any(|word| word == wanted))
            && match *telling {
                Always => true,
                Name => rest.any(|word| names_secret(word)),
                With(part) => command.iter().any(|word| word.contains(part)),
            }
    })
}

/// Whether the words print one variable whose name says that it is secret: `echo $API_KEY`.
fn shows_variable(words: &[Cow<'_, str>]) -> bool {
    let Some(speaker) = words.iter().take(2).position(|word| SPEAKERS.contains(&word.as_ref()))
    else {
        return false;
    };
    let name = words.last().and_then(|word| word.strip_prefix('$')).unwrap_or_default();
    let name = name.trim_matches(['{', '}']).trim_start_matches("env:");
    words.len() - speaker <= 3 && names_secret(name)
}

/// Whether the words show a file whose name says that it is secret: `cat config/master.key`.
fn shows_file(words: &[Cow<'_, str>]) -> bool {
    let reader = words.iter().position(|word| READERS.contains(&word.as_ref()));
    reader.is_some_and(|reader| words.iter().skip(reader + 1).any(|path| holds_secret(path)))
}

/// Whether a file holds a secret and nothing else, as its name says: `config/master.key`, `.vault-token`, `/run/secrets/db`.
#[must_use]
pub fn holds_secret(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = SECRET_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
    path.contains("/run/secrets/")
        || name.ends_with(".key") && !name.contains("pub")
        || name == ".google_authenticator"
        || match stem {
            Some(stem) => names_secret(stem),
            None => surely_names_secret(name),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: bool, commands: &str) {
        for command in commands.lines().filter(|line| !line.is_empty()) {
            assert_eq!(prints_secret(command), expected, "{command}");
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
    fn k03_every_printer_is_among_the_programs() {
        let printers = PRINTERS.iter().filter_map(|(words, _)| words.split(' ').next());
        for program in printers.chain(READERS).chain(SPEAKERS) {
            assert!(is_program(program), "{program}");
        }
    }

    #[test]
    fn k03_a_long_command_prints_what_its_end_says() {
        let folder = "shop/".repeat(40);
        check(
            true,
            &format!(
                "cd /home/me/{folder} && cat config/master.key
cd /home/me/{folder}; mix phx.gen.secret
bitcoin-cli -datadir=/home/me/{folder} dumpprivkey bc1qar0srrr7xfkvy5l643
cat .google_authenticator
kubeadm certs certificate-key"
            ),
        );
        check(
            false,
            &format!(
                "cd /home/me/{folder} && cat config/master.yml
cat a-file-with-a-name-that-is-longer-than-what-is-kept-of-it
bitcoin-cli getblockcount
mix phx.gen.html Accounts User users
mix deps.get"
            ),
        );
    }

    #[test]
    fn k03_what_such_a_command_says_otherwise_is_no_secret() {
        assert_eq!(printed_secret("Kz7-horse\nuser: me"), Some("Kz7-horse"));
        assert_eq!(printed_secret("\"Kz7-horse\"\n"), Some("Kz7-horse"));
        assert_eq!(printed_secret("Error: mail is not in the password store."), None);
        assert_eq!(printed_secret(""), None);
        assert_eq!(printed_secret("null"), None);
        let clean = |output| without_printed_secrets(output);
        assert_eq!(clean("Kz7-horse\nuser: me").as_deref(), Some("[redacted]\nuser: me"));
        let file = "XPSCD7JFDNV5KW2V\n\" RATE_LIMIT 3 30\n\" TOTP_AUTH\n70289288\n28012231";
        let told = "[redacted]\n\" RATE_LIMIT 3 30\n\" TOTP_AUTH\n[redacted]\n[redacted]";
        assert_eq!(clean(file).as_deref(), Some(told));
        assert_eq!(clean("     1→40b5b048a52c7d63").as_deref(), Some("     1→[redacted]"));
        assert_eq!(clean("cat: config/master.key: No such file or directory"), None);
        assert_eq!(
            clean("Kz7-horse\nfinished\n12 files").as_deref(),
            Some("[redacted]\nfinished\n12 files")
        );
    }
}
