//! Recognises command lines that wait; repeating them is no sign of a loop.

use fusebox_scan::WordSet;

use super::code;
use super::command::{CommandLine, SimpleCommand, basename};
use super::filter::is_printer;
use super::parse;
use super::question::windows_script;
use super::search::{asks_registry, is_resolver};
use super::task_name::is_watch_task;

/// Programs that ask what is elsewhere: clusters, clouds, services, devices.
static REMOTES: WordSet<78> = WordSet::new(
    "kubectl oc nomad gh glab docker podman docker-compose az gcloud aws doctl fly flyctl heroku \
     vercel netlify eas helm systemctl supervisorctl pm2 consul vault argocd flux airflow \
     databricks sky scontrol xcrun patronictl etcdctl rabbitmqctl rabbitmqadmin nodetool ceph \
     virsh lxc incus multipass vagrant oci ibmcloud linode-cli hcloud scw openstack cf eb copilot \
     firebase supabase wrangler tailscale railway temporal prefect dagster gsutil bq istioctl \
     kaggle modal runpodctl circleci buildkite-agent kafka-consumer-groups \
     kafka-consumer-groups.sh redis-cli asadmin pulumi nats tkn velero flink hdfs cilium",
);
/// What is asked of them.
const STATE_WORDS: [&str; 22] = [
    "status",
    "get",
    "describe",
    "list",
    "show",
    "ps",
    "view",
    "checks",
    "inspect",
    "top",
    "info",
    "wait",
    "is-active",
    "stat",
    "watch",
    "state",
    "history",
    "health",
    "progress",
    "is-enabled",
    "is-failed",
    "-status",
];

/// Whether the line waits for time to pass or something to happen.
#[must_use]
pub fn is_waiting(line: &CommandLine<'_>) -> bool {
    line.commands.iter().any(command_waits) || asks_about_others(line)
}

/// Whether the line does nothing but look at the end of a file that a running program may write on.
#[must_use]
pub fn reads_log(line: &CommandLine<'_>) -> bool {
    let reads = |command: &SimpleCommand<'_>| match command.program() {
        "tail" => command.args().any(is_log),
        "kubectl" | "oc" | "docker" | "podman" | "docker-compose" | "nomad" | "fly" | "heroku" => {
            command.args().filter(|arg| !arg.starts_with('-')).take(2).any(|sub| sub == "logs")
        }
        // Which names there are, and what was measured or written down, others change: seldom asked, it is awaited.
        "promtool" | "logcli" => command.has("query") || command.has("instant-query"),
        program => is_resolver(program) && command.written_redirects().next().is_none(),
    };
    line.complete
        && line.commands.iter().any(reads)
        && line.commands.iter().all(|command| reads(command) || is_printer(command))
}

fn command_waits(command: &SimpleCommand<'_>) -> bool {
    let program = command.program();
    let mut operands = command.args().filter(|arg| !arg.starts_with('-'));
    let sub = operands.next().unwrap_or_default();
    let watched = command.wrappers().iter().any(|word| basename(&word.text) == "watch");
    let by_program = match program {
        "sleep" | "usleep" | "wait" | "watch" | "inotifywait" | "fswatch" | "entr" | "nodemon"
        | "watchexec" | "wait-on" | "wait-for-it.sh" | "wait-for-it" | "dockerize" => true,
        "echo" | "printf" | "grep" | "rg" | "git" | "man" | "cat" | "sed" => return watched,
        "pwsh" | "powershell" | "powershell.exe" | "pwsh.exe" | "cmd" | "cmd.exe" => {
            windows_script(command).is_some_and(|script| script_waits(&script))
        }
        "tail" => follows(command),
        "journalctl" => follows(command),
        "kubectl" | "oc" => {
            sub == "wait"
                || (sub == "rollout" && command.has("status"))
                // What a pod prints, it prints by itself; one that has ended prints no more.
                || (sub == "logs" && !command.has("--previous") && !command.has("-p"))
                || command.has("-w")
        }
        "docker" | "podman" | "docker-compose" => {
            sub == "wait" || (command.has("logs") && follows(command))
        }
        "gh" => sub == "run" && operands.next() == Some("watch"),
        "tsc" => command.has("-w"),
        "cargo" => sub == "watch",
        "npm" | "yarn" | "pnpm" | "bun" | "make" | "just" => {
            is_watch_task(sub) || (sub == "run" && operands.next().is_some_and(is_watch_task))
        }
        _ => code::inline_code(command).any(code::has_wait_call),
    };
    by_program || watched || command.args().any(|arg| matches!(arg, "--watch" | "--watchAll"))
}

/// Whether a script of a shell of Windows waits for time to pass: `Start-Sleep 60; Get-Job`.
fn script_waits(script: &[&str]) -> bool {
    const WAITS: [&str; 4] = ["start-sleep", "wait-job", "wait-process", "timeout"];
    let is_wait = |word: &str| WAITS.iter().any(|known| word.eq_ignore_ascii_case(known));
    let mut begins = true;
    script.iter().any(|word| {
        let name = word.trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let begun = std::mem::replace(&mut begins, word.ends_with([';', '|', '{', '(', '&']));
        begun && is_wait(name)
    })
}

/// Whether the line asks about what others change: a cluster, a queue, a process, a port, a check of a
/// server.
#[must_use]
pub fn asks_about_others(line: &CommandLine<'_>) -> bool {
    let asking = line.commands.iter().rev().find(|command| !command.piped_from);
    asking.is_some_and(is_question) || only_listens(line)
}

/// Whether a line sets a port and shows what a device prints there, and does nothing else.
fn only_listens(line: &CommandLine<'_>) -> bool {
    let is_beside = |command: &SimpleCommand<'_>| {
        is_printer(command) || matches!(command.program(), "stty" | "sleep")
    };
    let mut others = line.commands.iter().filter(|command| !is_beside(command)).peekable();
    others.peek().is_some() && others.all(shows_device)
}

/// Whether a command shows what a device prints by itself: `cat /dev/ttyACM0`.
fn shows_device(command: &SimpleCommand<'_>) -> bool {
    const LISTENERS: [&str; 9] =
        ["cat", "head", "tail", "picocom", "minicom", "tio", "screen", "socat", "cu"];
    const PORTS: [&str; 4] = ["/dev/tty", "/dev/cu.", "/dev/serial/", "/dev/rfcomm"];
    // `socat - FILE:/dev/ttyUSB0,b115200`
    let is_port = |word: &str| {
        word.split([':', '=', ',']).any(|part| PORTS.iter().any(|start| part.starts_with(start)))
    };
    LISTENERS.contains(&command.program())
        && command.written_redirects().next().is_none()
        && command.args().any(is_port)
}

/// Whether a command asks about what others change.
pub(super) fn is_question(command: &SimpleCommand<'_>) -> bool {
    if command.written_redirects().next().is_some() {
        return false;
    }
    let program = command.program();
    let mut words = command.args().filter(|arg| !arg.starts_with('-'));
    match program {
        "redis-cli" if words.clone().any(|word| QUEUE_WORDS.contains(&word)) => true,
        _ if program.starts_with("kafka-consumer-groups") => command.has("--describe"),
        _ if program.starts_with("kafka-reassign-partitions") => {
            command.has("--verify") || command.has("--list")
        }
        _ if asks_registry(command) => true,
        // What the agent itself has put there.
        "helm" => {
            words.next().is_some_and(|word| matches!(word, "status" | "history" | "list" | "ls"))
        }
        // What somebody may do, the owners of the cluster decide.
        "kubectl" | "oc" if command.has("can-i") => true,
        "vault" => words.next() == Some("status"),
        "pulumi" if command.has("output") => false,
        "consul" if command.has("kv") => false,
        "yarn" | "mapred" | "spark-submit" => command.has("-status") || command.has("--status"),
        "ssh" => remote_line(command).is_some_and(|line| asks_about_others(&parse(&line))),
        // Whether the hosts of an inventory answer.
        "ansible" => command.has("ping") || command.has("wait_for_connection"),
        "gh" | "glab" if words.clone().next() == Some("api") => only_gets(command),
        _ if REMOTES.has_exactly(program.as_bytes()) => words.any(is_state),
        "psql" | "mysql" | "mariadb" | "mongosh" | "cockroach" | "snowsql"
        | "clickhouse-client" | "clickhouse" | "sqlcmd" | "trino" | "beeline" | "cqlsh" => {
            command.args().any(asks_server)
        }
        "adb" => words.any(|word| matches!(word, "devices" | "get-state" | "getprop" | "dumpsys")),
        "squeue" | "sacct" | "sinfo" | "lpstat" | "nvidia-smi" | "dmesg" | "qstat" | "bjobs"
        | "pgrep" | "pidof" | "ps" | "lsof" | "ss" | "netstat" | "ping" | "pg_isready" | "jobs"
        | "condor_q" => true,
        "nc" | "ncat" => command.args().any(|arg| arg.starts_with('-') && arg.contains('z')),
        "curl" | "wget" | "http" | "https" => words.any(|word| {
            let path = word.split(['?', '#']).next().unwrap_or_default().to_lowercase();
            let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            [
                "health", "healthz", "ready", "readyz", "live", "livez", "status", "ping", "up",
                "progress", "state",
            ]
            .contains(&last)
        }),
        // What the first of them say changes by the agent's own hand; the others name a file.
        "git" | "hg" | "svn" | "jj" | "fossil" | "npm" | "pnpm" | "make" | "just" | "cat"
        | "cd" | "chmod" | "cp" | "echo" | "find" | "grep" | "head" | "less" | "ls" | "mkdir"
        | "mv" | "printf" | "rg" | "rm" | "sed" | "stat" | "tail" | "test" | "touch" | "wc" => {
            false
        }
        _ => words.take(2).any(|word| word == "status"),
    }
}

/// Whether a call of the interface of a forge only reads, and not a file: `gh api repos/o/r/actions/runners`.
fn only_gets(command: &SimpleCommand<'_>) -> bool {
    const DOCUMENTS: [&str; 7] =
        ["compare", "contents", "files", "git", "graphql", "readme", "search"];
    let is_document = |word: &str| word.split(['/', '?']).any(|part| DOCUMENTS.contains(&part));
    !(sends_to_forge(command) || command.args().any(is_document))
}

/// Whether a call of the interface of a forge sends something. One with a field is sent by `POST`.
pub(super) fn sends_to_forge(command: &SimpleCommand<'_>) -> bool {
    const SENDING: [&str; 4] = ["--field", "--raw-field", "--input", "--form"];
    const METHODS: [&str; 2] = ["--method=", "--method"];
    let mut is_method = false;
    command.args().any(|word| {
        let letters = short_options(word);
        let verb = METHODS.iter().find_map(|option| word.strip_prefix(option));
        let verb = verb.or_else(|| letters.and_then(|letters| letters.strip_prefix('X')));
        let was_method = std::mem::replace(&mut is_method, verb == Some(""));
        was_method && word != "GET"
            || verb.is_some_and(|verb| !matches!(verb, "" | "GET"))
            || letters.is_some_and(|letters| letters.starts_with(['f', 'F']))
            || SENDING.contains(&word.split('=').next().unwrap_or(word))
    })
}

/// The letters of a word of short options, from the first on that takes a value: `ftitle=a` of `-iftitle=a`.
fn short_options(word: &str) -> Option<&str> {
    let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
    Some(letters.trim_start_matches('i'))
}

/// Calls of `ssh` in the line of another one that are followed.
const MAX_HOPS: usize = 4;

/// The command line that `ssh` runs on its host; `None` where it leads on through more hosts than are followed: each of them
/// is parsed for itself.
pub(super) fn remote_line(command: &SimpleCommand<'_>) -> Option<String> {
    let mut words = remote_words(command)?;
    words.next()?;
    let line = words.collect::<Vec<_>>().join(" ");
    let is_inside = |sign: char| sign.is_alphanumeric() || matches!(sign, '.' | '-' | '_');
    let hops = line.split(|sign| !is_inside(sign)).filter(|word| *word == "ssh");
    (!line.is_empty() && hops.count() <= MAX_HOPS).then_some(line)
}

/// The host on which `ssh` runs a command line, with the user in front.
pub(super) fn remote_host<'c>(command: &'c SimpleCommand<'_>) -> Option<&'c str> {
    remote_words(command)?.next()
}

/// The host and the words that run there.
fn remote_words<'c>(command: &'c SimpleCommand<'_>) -> Option<impl Iterator<Item = &'c str>> {
    const VALUED: [&str; 9] = ["-i", "-p", "-l", "-o", "-F", "-J", "-L", "-R", "-b"];
    let mut is_value = false;
    (command.program() == "ssh").then(|| {
        command.args().skip_while(move |word| {
            let was_option = std::mem::replace(&mut is_value, VALUED.contains(word));
            was_option || word.starts_with('-')
        })
    })
}

/// Words that ask how much is in a queue.
const QUEUE_WORDS: [&str; 6] = ["llen", "xlen", "zcard", "scard", "xpending", "dbsize"];

/// Whether a query is about the server itself and those that use it.
fn asks_server(query: &str) -> bool {
    let query = query.to_ascii_lowercase();
    let words = [
        "rs.status",
        "sh.status",
        "currentop",
        "pg_stat_",
        "pg_is_in_recovery",
        "processlist",
        "slave status",
        "replica status",
        "system.mutations",
        "system.processes",
        "system.merges",
        "task_history",
        "query_history",
        "copy_history",
        "information_schema.jobs",
        "sys.dm_",
        "show jobs",
        "show tasks",
    ];
    words.iter().any(|words| query.contains(words))
}

/// Whether a word asks a remote thing for its state: `list`, `describe-volumes`, `list_queues`, `build:view`.
fn is_state(word: &str) -> bool {
    let mut parts = word.split([':', '-', '_']);
    let is_verb = |part: Option<&str>| {
        part.is_some_and(|part| ["describe", "get", "list", "wait"].contains(&part))
    };
    STATE_WORDS.contains(&word)
        || is_verb(parts.next())
        || word.rsplit_once(':').is_some_and(|(_, verb)| STATE_WORDS.contains(&verb))
}

/// Whether a file is one that a running program writes on.
fn is_log(path: &str) -> bool {
    let name = basename(path);
    path.ends_with(".log")
        || path.ends_with(".out")
        || ["log.", "stdout", "stderr"].iter().any(|start| name.starts_with(start))
}

fn follows(command: &SimpleCommand<'_>) -> bool {
    command.args().any(|arg| {
        let short = arg.strip_prefix('-').filter(|short| !short.starts_with('-'));
        arg.starts_with("--follow") || short.is_some_and(|short| short.contains(['f', 'F']))
    })
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn check(lines: &[&str], expected: bool) {
        for line in lines {
            assert_eq!(is_waiting(&parse(line)), expected, "{line}");
        }
    }

    #[test]
    fn commands_that_wait() {
        check(
            &[
                "sleep 5",
                "cd x && sleep 30; curl localhost",
                "wait $pid",
                "watch -n 5 kubectl get pods",
                "npx jest --watch",
                "tail -f log",
                "tail -n 5 -F log | grep x",
                "timeout 30 tail -f log",
                "inotifywait -e modify .",
                "kubectl wait --for=condition=Ready pod/x",
                "kubectl rollout status deploy/x",
                "gh run watch 12",
                "gh pr checks 3 --watch",
                "until curl -s localhost; do sleep 1; done",
                "bash -c 'sleep 3 && ls'",
                "python -c 'import time; time.sleep(3)'",
                "npm run test:watch",
                "docker logs -f web",
                "gh pr checks 12",
                "gh run list",
                "kubectl get pods",
                "nc -z db 5432",
                "curl -s localhost:8080/health",
                "docker ps",
                "az deployment group show -n x",
                "squeue -u me",
                "xcrun simctl list devices booted",
                "adb shell getprop sys.boot_completed",
                "patronictl list",
                "rabbitmqctl list_queues name messages",
                "eas build:view 51aa --json",
                "redis-cli llen jobs",
                "zpool status -x tank | grep scan",
                "kafka-consumer-groups.sh --bootstrap-server k:9092 --describe --group g",
                "kafka-reassign-partitions.sh --bootstrap-server k:9092 --reassignment-json-file a.json --verify",
                "kafka-reassign-partitions --bootstrap-server k:9092 --list",
                "mongosh --quiet --eval 'rs.status().members'",
                "psql -Atc 'select * from pg_stat_replication'",
                "ssh -i key nas1 zpool status tank",
                "ssh web1 'systemctl is-active nginx'",
                "yarn application -status application_17_42",
                "airflow dags state etl 2026-11-01",
                "helm history web",
                "clickhouse-client -q 'select is_done from system.mutations'",
                "gh api repos/kiln/firmware/actions/runners --jq '.runners[].status'",
                "gh api --method GET repos/o/r/actions/runs -H 'Accept: a'",
                "gh api -iX GET repos/o/r/actions/runs",
                "gh api -i repos/o/r/actions/runners -q.total_count",
                "glab api projects/7/pipelines/12",
                "ansible tills -m ping -o | grep -c SUCCESS",
            ],
            true,
        );
    }

    #[test]
    fn r10_looks_at_the_end_of_a_log() {
        for (line, expected) in [
            ("tail -n 2 runs/train.log", true),
            ("echo now; tail -5 nohup.out | grep epoch", true),
            ("make > build.log 2>&1; tail -5 build.log", false),
            ("make || tail build.log", false),
            ("cat build.log", false),
            ("tail notes.md", false),
            ("dig +short www.example.org", true),
            ("host www.example.org 9.9.9.9", true),
            ("dig www.example.org > answer.txt", false),
            ("promtool query instant http://prom:9090 'up{job=\"cart\"}'", true),
            ("promtool check rules rules.yml", false),
            ("logcli query --since=1m '{app=\"cart\"}' | tail -3", true),
            ("tail -n 1 runs/7/log.txt", true),
        ] {
            assert_eq!(reads_log(&parse(line)), expected, "{line}");
        }
    }

    #[test]
    fn a_question_through_many_hosts_is_answered() {
        for (hops, expected) in [(1, true), (5, true), (6, false), (2_000, false)] {
            let line = format!("{}systemctl is-active nginx", "ssh a ".repeat(hops));
            assert_eq!(asks_about_others(&parse(&line)), expected, "{hops}");
        }
    }

    #[test]
    fn commands_that_do_not_wait() {
        check(
            &[
                "echo sleep 5",
                "grep -rn -- --watch src",
                "git commit -m 'sleep 5'",
                "tail -n 20 log",
                "tail log-f",
                "tail -n 2 runs/train.log",
                "cargo test",
                "gh run view 7 --log > run.log",
                "kubectl apply -f a.yaml",
                "ls # sleep 5",
                "git status",
                "cat status",
                "kubectl logs web --previous",
                "helm get values web",
                "vault kv get secret/a",
                "consul kv get config/a",
                "gh api repos/o/r/contents/README.md",
                "gh api -X POST repos/o/r/dispatches",
                "gh api --method=PATCH repos/o/r",
                "gh api repos/o/r/issues -f title=a",
                "gh api repos/o/r/issues -ftitle=a",
                "gh api repos/o/r/issues -iftitle=a",
                "gh api repos/o/r/issues -if title=a",
                "gh api repos/o/r/issues -iFbody=@x",
                "gh api -iXPOST repos/o/r/dispatches",
                "gh api -iX DELETE repos/o/r",
                "gh api repos/o/r/issues -Fbody=@x",
                "ansible tills -m copy -a 'src=a dest=b'",
                "ssh web1 cat /etc/hosts",
                "yarn test",
            ],
            false,
        );
    }
}
