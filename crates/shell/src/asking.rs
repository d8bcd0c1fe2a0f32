//! Recognises command lines that ask about things by their names and change nothing: that there is no such thing, or
//! that it is not ready yet, is then an answer.

use super::command::{CommandLine, SimpleCommand};
use super::filter::is_printer;
use super::parse;
use super::question::{is_one_select, windows_script};
use super::setup::keeps_download;
use super::waiting::remote_line;
use super::writes::git_subcommand;

/// Words of a command that say that it asks.
const QUESTIONS: [&str; 30] = [
    "cat", "check", "describe", "exists", "fetch", "find", "get", "head", "history", "info",
    "inspect", "jobs", "list", "ls", "poll", "progress", "query", "read", "resolve", "retrieve",
    "search", "show", "stat", "state", "stats", "status", "view", "wait", "whoami", "watch",
];
/// Words that say that it acts, where one stands in front of those.
const ACTS: [&str; 37] = [
    "add", "apply", "attach", "build", "cancel", "clone", "commit", "copy", "create", "delete",
    "deploy", "destroy", "disable", "down", "enable", "exec", "install", "kill", "make", "move",
    "post", "publish", "push", "put", "remove", "restart", "rm", "run", "send", "serve", "set",
    "start", "stop", "submit", "test", "up", "update",
];
/// So many words behind a program may say what it does.
const WORDS: usize = 8;

/// Whether all commands of the line ask about things and none acts. The end of the line may be missing.
#[must_use]
pub fn asks_for_things(line: &CommandLine<'_>) -> bool {
    let mut working = line.commands.iter().filter(|command| !is_printer(command)).peekable();
    working.peek().is_some() && working.all(asks)
}

/// Whether the line asks a program for whether something is installed, which it answers with `true` or `false`.
#[must_use]
pub fn asks_whether_installed(line: &CommandLine<'_>) -> bool {
    let mut working = line.commands.iter().filter(|command| !is_printer(command));
    working.any(|command| {
        command.program() == "gem"
            && command.has("list")
            && (command.has("-i") || command.has("--installed"))
    })
}

fn asks(command: &SimpleCommand<'_>) -> bool {
    if command.written_redirects().next().is_some() {
        return false;
    }
    let program = command.program();
    let option = |known: &[char]| {
        command.args().any(|arg| {
            let short = arg.strip_prefix('-').filter(|short| !short.starts_with('-'));
            short.is_some_and(|short| short.starts_with(known))
        })
    };
    let long = |known: &[&str]| command.args().any(|arg| known.contains(&arg));
    match program {
        "ssh" => remote_line(command).is_some_and(|line| asks_for_things(&parse(&line))),
        "sleep" | "whois" | "id" | "whatis" | "snmpget" | "snmpwalk" | "snmpgetnext" | "getent"
        | "apropos" | "nix-locate" | "lsattr" | "klist" => true,
        "dpkg" => {
            option(&['S', 's', 'l', 'L'])
                || long(&["--search", "--status", "--list", "--listfiles"])
        }
        "rpm" => option(&['q']) || long(&["--query"]),
        "pacman" => option(&['Q']) || long(&["-Si", "-Ss", "-Fs", "-F"]),
        "apt-cache" | "dpkg-query" | "apt-file" => true,
        "crontab" => option(&['l']),
        "reg" | "reg.exe" | "sc" | "sc.exe" | "schtasks" | "schtasks.exe" => {
            command.args().any(|arg| arg.trim_start_matches('/').eq_ignore_ascii_case("query"))
        }
        "git" => reads_repository(command),
        "curl" | "http" | "https" => only_fetches(command),
        "psql" | "mysql" | "mariadb" | "sqlite3" | "mongosh" | "duckdb" => {
            command.args().any(is_one_select)
        }
        "pwsh" | "powershell" | "powershell.exe" | "pwsh.exe" => {
            windows_script(command).is_some_and(|script| is_reading_script(&script))
        }
        // What the project says of itself, the agent alone changes.
        "make" | "just" | "npm" | "yarn" | "pnpm" | "cargo" | "go" | "grep" | "rg" | "sed"
        | "awk" | "cat" | "ls" | "head" | "tail" | "find" | "echo" | "test" | "[" | "jq" | "yq"
        | "less" | "bat" | "wc" | "stat" => {
            program == "npm" && long(&["ls", "list", "view", "info"])
        }
        _ if is_cmdlet(program) => reads(program),
        _ => says_that_it_asks(command),
    }
}

fn reads_repository(git: &SimpleCommand<'_>) -> bool {
    const READS: [&str; 5] = ["rev-parse", "describe", "ls-remote", "show-ref", "cat-file"];
    git_subcommand(git).is_some_and(|verb| READS.contains(&verb))
}

/// Whether a request sends nothing, and what comes is kept in no file: `-d@a.json` and `-o a.tgz` do, and so does the
/// `name=ann` of HTTPie.
fn only_fetches(client: &SimpleCommand<'_>) -> bool {
    const SENDING: [&str; 7] = ["-d", "-F", "-T", "--data", "--form", "--json", "--upload-file"];
    const VERBS: [&str; 4] = ["POST", "PUT", "PATCH", "DELETE"];
    let is_curl = client.program() == "curl";
    let is_kept = match is_curl {
        true => keeps_download(client),
        false => client.args().any(|arg| arg.starts_with("-o") || arg.starts_with("--output")),
    };
    let is_field = |arg: &str| !arg.starts_with('-') && !arg.contains("://") && arg.contains('=');
    let sends = |arg: &str| {
        SENDING.iter().any(|option| arg.starts_with(option))
            || VERBS.iter().any(|verb| arg.ends_with(verb))
            || !is_curl && is_field(arg)
    };
    !is_kept && !client.args().any(sends)
}

/// Whether the first of its words that says anything says that the command asks: `asc builds list`, `aws s3api
/// head-object`, `python scripts/job_state.py`.
fn says_that_it_asks(command: &SimpleCommand<'_>) -> bool {
    let mut words = command.args().filter(|arg| !arg.starts_with('-')).take(WORDS);
    let is_option = |known: &str| command.args().any(|arg| arg == known);
    let by_word = words.find_map(|word| {
        let mut parts = word.split(['-', '_', '.', ':', '/']);
        parts.find_map(|part| match part.to_ascii_lowercase() {
            part if QUESTIONS.contains(&part.as_str()) => Some(true),
            part if ACTS.contains(&part.as_str()) => Some(false),
            _ => None,
        })
    });
    by_word.unwrap_or_else(|| is_option("--status") || is_option("--list") || is_option("--info"))
}

/// Whether a script of PowerShell begins with a command that reads, and has none that acts.
fn is_reading_script(script: &[&str]) -> bool {
    let bare =
        |word: &&str| word.trim_matches(|sign: char| !sign.is_ascii_alphanumeric()).to_owned();
    let mut cmdlets = script.iter().map(bare).filter(|word| is_cmdlet(word)).peekable();
    cmdlets.peek().is_some() && cmdlets.all(|word| reads(&word))
}

/// Whether a word is a command of PowerShell: `Get-WinEvent`.
fn is_cmdlet(word: &str) -> bool {
    word.split_once('-').is_some_and(|(verb, noun)| {
        let is_name = |part: &str| {
            part.starts_with(|sign: char| sign.is_ascii_uppercase())
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        is_name(verb) && is_name(noun)
    })
}

/// Whether a command of PowerShell only reads, selects or shows.
fn reads(cmdlet: &str) -> bool {
    const VERBS: [&str; 13] = [
        "Compare",
        "ConvertFrom",
        "ConvertTo",
        "Find",
        "ForEach",
        "Format",
        "Get",
        "Group",
        "Measure",
        "Resolve",
        "Search",
        "Select",
        "Sort",
    ];
    let verb = cmdlet.split('-').next().unwrap_or_default();
    VERBS.contains(&verb) || matches!(verb, "Test" | "Where")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::check;

    #[test]
    fn r06_r10_lines_that_ask_about_things() {
        check(
            asks_for_things,
            &[
                "asc builds list --app 64 --limit 1 --output json | jq -r '.data[0].state'",
                "aws s3api head-object --bucket b --key a.csv",
                "aws ssm get-parameter --name /x --region eu-1",
                "kubectl -n shop get cm legacy",
                "az vm show -g one -n old",
                "ssh web1 rpm -q xz",
                "ssh web1 systemctl status old.service",
                "rpm -q xz",
                "dpkg -S /usr/lib/a.so",
                "sudo crontab -l -u dev",
                "git -C shop rev-parse --verify v2",
                "curl -s https://api.example.org/v1/jobs/17 | jq -r .status",
                "curl -s -o /dev/null -w '%{http_code}' https://api.example.org/v1/jobs/17",
                "python scripts/import_state.py 17",
                "psql -Atc \"select status from jobs where id=17\"",
                "pwsh -Command \"Get-WinEvent -ComputerName a | Select-Object -First 1\"",
                "Get-WinEvent -ComputerName a -MaxEvents 5",
                "sleep 5; gh release view v1",
                "winget list --id Acme.Reader",
                "schtasks /query /s one /tn old",
                "npm ls react",
            ],
            &[
                "aws s3 cp a s3://b",
                "kubectl delete pod a",
                "gh release create v1",
                "curl -X POST https://api.example.org/v1/jobs",
                "curl -d a=1 https://api.example.org/v1/jobs",
                "curl -d@a.json https://api.example.org/v1/jobs",
                "curl -o a.tgz https://api.example.org/v1/a.tgz",
                "curl -fsSLo a.tgz https://api.example.org/v1/a.tgz",
                "http https://api.example.org/v1/jobs name=ann",
                "git commit -m describe",
                "git -C rev-parse commit -qam status",
                "psql -c 'select 1; delete from jobs'",
                "python scripts/send_mail.py",
                "ssh web1 systemctl restart a",
                "Start-Service spooler",
                "pwsh -Command \"Get-Service a | Restart-Service\"",
                "rpm -i a.rpm",
                "git checkout v2",
                "cat status.json",
                "grep status plan.yml",
                "npm run status",
                "./build.sh",
                "make && gh release view v1",
                "aws ssm get-parameter --name /x > a.json",
                "",
            ],
        );
    }
}
