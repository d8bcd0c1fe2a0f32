//! Recognises command lines that start anew what runs, and show how it goes: each is an attempt, and what it shows is the answer.

use super::command::{CommandLine, SimpleCommand};
use super::filter::is_printer;
use super::parse;
use super::waiting::{is_question, remote_line};

/// Whether the line starts something anew and asks after that for its state, or shows its log: `systemctl restart a; systemctl status
/// a`, `docker compose up -d && docker compose logs --tail 20 app`.
#[must_use]
pub fn restarts(line: &CommandLine<'_>) -> bool {
    last_restart(line).is_some()
}

/// Which command of the line is the last that starts something anew, where what stands behind it only shows how it goes.
#[must_use]
pub fn last_restart(line: &CommandLine<'_>) -> Option<usize> {
    // What one host is told to do on another one is not looked into.
    let mut shows_itself = false;
    let at = line.commands.iter().rposition(|command| {
        let Some(remote) = remote_line(command) else { return starts(command) };
        let remote = parse(&remote);
        let at = remote.commands.iter().rposition(starts);
        shows_itself = at.is_some_and(|at| only_shows(&remote.commands[at + 1..], false));
        at.is_some()
    })?;
    only_shows(&line.commands[at + 1..], shows_itself).then_some(at)
}

/// Whether the commands behind a start only show how it goes. `has_shown`: whether it has been shown before them.
fn only_shows(behind: &[SimpleCommand<'_>], has_shown: bool) -> bool {
    let shows = |command: &SimpleCommand<'_>| is_question(command) || shows_log(command);
    let is_part = |command: &SimpleCommand<'_>| {
        shows(command) || is_printer(command) || matches!(command.program(), "sleep" | "curl")
    };
    behind.iter().all(is_part) && (has_shown || behind.iter().any(shows))
}

/// Words that order a program to start anew what runs.
pub const START_VERBS: [&str; 3] = ["restart", "start", "try-restart"];

/// Whether a command starts anew what runs.
fn starts(command: &SimpleCommand<'_>) -> bool {
    let mut words = command.args().filter(|arg| !arg.starts_with('-'));
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    match command.program() {
        "systemctl" => START_VERBS.contains(&first) || first == "enable" && command.has("--now"),
        "pm2" | "supervisorctl" => START_VERBS.contains(&first),
        "service" | "rc-service" => START_VERBS.contains(&second),
        "docker" | "podman" => {
            START_VERBS.contains(&first)
                || first == "compose" && (command.has("up") || command.args().any(is_verb))
                || first == "run" && command.has("-d")
        }
        "docker-compose" | "podman-compose" => command.has("up") || START_VERBS.contains(&first),
        "kubectl" | "oc" => {
            matches!(first, "apply" | "replace") || first == "rollout" && second == "restart"
        }
        _ => false,
    }
}

fn is_verb(word: &str) -> bool {
    matches!(word, "restart" | "start")
}

/// Whether a command shows what a program wrote down since it was started. The journal holds what it said before as well.
fn shows_log(command: &SimpleCommand<'_>) -> bool {
    match command.program() {
        "tail" => command.args().any(|arg| arg.ends_with(".log")),
        "docker" | "podman" | "docker-compose" | "podman-compose" | "kubectl" | "oc" | "pm2" => {
            command.args().filter(|arg| !arg.starts_with('-')).take(2).any(|sub| sub == "logs")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::check;

    #[test]
    fn a13_lines_that_start_something_anew_and_show_how_it_goes() {
        check(
            restarts,
            &[
                "systemctl daemon-reload; systemctl restart syncd; systemctl status syncd --no-pager | head -3",
                "sudo systemctl restart web && sleep 2 && systemctl is-active web",
                "docker compose up -d && docker compose logs --tail 20 app",
                "docker compose up -d --build app 2>&1 | tail -3; docker compose ps",
                "docker restart app; sleep 3; docker ps -a --filter name=app",
                "pm2 restart app; pm2 logs --nostream --lines 20",
                "kubectl apply -f app.yml && kubectl rollout status deploy/app --timeout 30s",
                "ssh web1 'systemctl restart app; systemctl status app'",
            ],
            &[
                "systemctl status syncd",
                "systemctl restart syncd",
                "docker compose up -d",
                "docker compose logs --tail 20 app",
                "systemctl restart syncd; make test",
                "systemctl status a; systemctl restart a",
                "apt-get upgrade -y a; systemctl status a",
                "kubectl get pods; kubectl logs app",
                "npm start; npm run status",
                "ssh web1 systemctl restart app",
                "ssh web1 ssh web2 'systemctl restart app; systemctl status app'",
                "service nginx restart; journalctl -u nginx -n 5",
                "systemctl reload nginx; systemctl status nginx",
                "",
            ],
        );
    }

    #[test]
    fn a13_a_line_through_many_hosts_is_answered() {
        let hops = "ssh a ".repeat(2_000);
        for end in ["systemctl restart x", "systemctl status x"] {
            let line = format!("{hops}{end}");
            assert!(!restarts(&parse(&line)));
            assert!(!restarts(&parse(&format!("systemctl restart x; {line}"))));
        }
        assert!(restarts(&parse("systemctl restart x; ssh a ssh b systemctl status x")));
    }
}
