//! Wrappers: programs that run another command, such as `sudo` and `timeout`.

use super::command::{ShellWord, basename, has_word};

/// The most wrappers of one command.
const MAX_WRAPPERS: usize = 16;

/// The words of a wrapper before the command: `name subs… options assignments operands command`.
/// Lists are separated by blanks.
#[derive(Clone, Copy)]
struct WrapperRule {
    /// Words that must follow the name: `compose exec`.
    subs: &'static str,
    /// Options whose value is the next word.
    valued: &'static str,
    /// Options with which it runs no command.
    stops: &'static str,
    /// Words of its own before the command: a duration, a container.
    operands: usize,
}

const PLAIN: WrapperRule = WrapperRule { subs: "", valued: "", stops: "", operands: 0 };

/// The index of the word that names the program behind all wrappers.
pub(super) fn program_at(words: &[ShellWord<'_>]) -> usize {
    let mut at = 0;
    for _ in 0..MAX_WRAPPERS {
        match words.get(at..).and_then(step) {
            Some(len) => at += len,
            None => break,
        }
    }
    at
}

fn step(words: &[ShellWord<'_>]) -> Option<usize> {
    let name = basename(&words.first()?.text);
    if is_python(name) {
        return python_module(words);
    }
    wrappers(name).iter().find_map(|wrapper| wrapper.skip(words))
}

impl WrapperRule {
    fn skip(&self, words: &[ShellWord<'_>]) -> Option<usize> {
        let mut at = 1;
        for sub in self.subs.split_ascii_whitespace() {
            at = self.skip_options(words, at)?;
            if words.get(at)?.text != sub {
                return None;
            }
            at += 1;
        }
        at = self.skip_options(words, at)?;
        while words.get(at).is_some_and(|word| is_assignment(&word.text)) {
            at += 1;
        }
        at += self.operands;
        if words.get(at)?.text == "--" {
            at += 1;
        }
        (at < words.len()).then_some(at)
    }

    fn skip_options(&self, words: &[ShellWord<'_>], mut at: usize) -> Option<usize> {
        while let Some(word) = words.get(at) {
            let text = word.text.as_ref();
            if !text.starts_with('-') {
                break;
            }
            if has_word(self.stops, text) {
                return None;
            }
            at += if has_word(self.valued, text) { 2 } else { 1 };
            if text == "--" {
                break;
            }
        }
        Some(at)
    }
}

/// `python`, `python3`, `python3.11`, `pypy3`, `py`
pub(super) fn is_python(name: &str) -> bool {
    ["python", "pypy", "py"].iter().any(|stem| {
        name.strip_prefix(stem)
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
    })
}

fn python_module(words: &[ShellWord<'_>]) -> Option<usize> {
    let mut at = 1;
    loop {
        let text = words.get(at)?.text.as_ref();
        let short = text.strip_prefix('-')?;
        if short.starts_with('c') {
            return None;
        }
        if short.ends_with('m') && !short.starts_with('-') {
            return (at + 1 < words.len()).then_some(at + 1);
        }
        at += if matches!(short, "W" | "X") { 2 } else { 1 };
    }
}

fn is_assignment(text: &str) -> bool {
    let name = text.split_once('=').map_or("", |(name, _)| name);
    // `env` takes names that the shell does not: those of its functions have signs at their end.
    let is_of_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'%' | b'(' | b')');
    !name.is_empty() && name.bytes().all(is_of_name)
}

fn wrappers(name: &str) -> &'static [WrapperRule] {
    const NONE: &[WrapperRule] = &[PLAIN];
    match name {
        "builtin" | "nohup" | "setsid" | "unbuffer" | "dotenv" | "caffeinate" | "chronic" => NONE,
        "command" => &[WrapperRule { stops: "-v -V", ..PLAIN }],
        "exec" => &[WrapperRule { valued: "-a", ..PLAIN }],
        "time" => &[WrapperRule { valued: "-f --format -o --output", ..PLAIN }],
        "nice" => &[WrapperRule { valued: "-n --adjustment", ..PLAIN }],
        "stdbuf" => &[WrapperRule { valued: "-i -o -e", ..PLAIN }],
        "ionice" => &[WrapperRule { valued: "-c -n --class --classdata", ..PLAIN }],
        "env" | "cross-env" => {
            &[WrapperRule { valued: "-u --unset -C --chdir", stops: "-S --split-string", ..PLAIN }]
        }
        "sudo" | "doas" => &[WrapperRule {
            valued: "-u -g -h -p -C -D -R -T -r -t --user --group",
            stops: "-l -v -e",
            ..PLAIN
        }],
        "timeout" | "gtimeout" => {
            &[WrapperRule { valued: "-s --signal -k --kill-after", operands: 1, ..PLAIN }]
        }
        "watch" => &[WrapperRule { valued: "-n --interval -q --equexit", ..PLAIN }],
        "xargs" => {
            &[WrapperRule { valued: "-n -P -I -L -d -a -s -E --max-args --max-procs", ..PLAIN }]
        }
        "flock" => &[WrapperRule { valued: "-w -E", operands: 1, stops: "-c", ..PLAIN }],
        "xvfb-run" => &[WrapperRule { valued: "-s -n --server-args", ..PLAIN }],
        "taskset" => &[WrapperRule { operands: 1, ..PLAIN }],
        "direnv" => &[WrapperRule { subs: "exec", operands: 1, ..PLAIN }],
        _ => project_tools(name),
    }
}

/// The wrappers of languages' package managers, and of containers.
fn project_tools(name: &str) -> &'static [WrapperRule] {
    const PACKAGES: &str = "-p --package -C --dir --cwd --prefix -w";
    const CALLS: &str = "-c --call";
    const NODE: WrapperRule = WrapperRule { valued: PACKAGES, stops: CALLS, ..PLAIN };
    const DIRECTORY: WrapperRule =
        WrapperRule { subs: "run", valued: "-C --directory -p --project", ..PLAIN };
    const UV: &str = "-p --python --with --with-requirements --with-editable --from --project \
        --package --extra --group --env-file --directory";
    const CONTAINER: &str = "-e --env -u --user -w --workdir --env-file -f --file -p \
        --project-name --profile --index";
    const IN_CONTAINER: WrapperRule =
        WrapperRule { subs: "exec", valued: CONTAINER, operands: 1, ..PLAIN };
    const IN_SERVICE: WrapperRule = WrapperRule { subs: "run", ..IN_CONTAINER };
    match name {
        "npx" | "bunx" | "pnpx" => &[NODE],
        "npm" => &[WrapperRule { subs: "exec", ..NODE }, WrapperRule { subs: "x", ..NODE }],
        "pnpm" | "yarn" => {
            &[WrapperRule { subs: "exec", ..NODE }, WrapperRule { subs: "dlx", ..NODE }]
        }
        "bun" => &[WrapperRule { subs: "x", ..NODE }],
        "uv" => &[WrapperRule { subs: "run", valued: UV, ..PLAIN }],
        "uvx" => &[WrapperRule { valued: UV, ..PLAIN }],
        "poetry" | "pipenv" | "hatch" | "pdm" | "rye" => &[DIRECTORY],
        "coverage" => &[WrapperRule {
            subs: "run",
            valued: "--source --omit --include --rcfile --data-file",
            ..PLAIN
        }],
        "bundle" => &[WrapperRule { subs: "exec", valued: "--gemfile", ..PLAIN }],
        "docker" | "podman" => {
            const COMPOSE_EXEC: WrapperRule = WrapperRule { subs: "compose exec", ..IN_CONTAINER };
            const COMPOSE_RUN: WrapperRule = WrapperRule { subs: "compose run", ..IN_CONTAINER };
            &[IN_CONTAINER, COMPOSE_EXEC, COMPOSE_RUN]
        }
        "docker-compose" => &[IN_CONTAINER, IN_SERVICE],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    fn check(line: &str, expected: &str) {
        let script = parse(line);
        let words: Vec<&str> =
            script.commands[0].words().iter().map(|word| word.text.as_ref()).collect();
        assert_eq!(words.join(" "), expected, "{line}");
    }

    #[test]
    fn wrappers_are_stepped_over() {
        for (line, expected) in [
            ("sudo -u root -n rm a", "rm a"),
            ("env -u X A=1 B=2 pytest -q", "pytest -q"),
            ("timeout -k 5 30s cargo test", "cargo test"),
            ("nice -n 10 ionice -c 3 make", "make"),
            ("time -p stdbuf -oL -eL ls", "ls"),
            ("xargs -0 -n 1 -I {} rm {}", "rm {}"),
            ("watch -n 2 kubectl get pods", "kubectl get pods"),
            ("npx --yes -p jest jest a", "jest a"),
            ("npm exec -- jest", "jest"),
            ("pnpm --dir web exec vitest run", "vitest run"),
            ("uv run --with x --python 3.12 python -m pytest -x", "pytest -x"),
            ("poetry -C dir run pytest", "pytest"),
            ("python3.11 -W ignore -Im unittest a", "unittest a"),
            ("python -m coverage run --source x -m pytest", "pytest"),
            ("docker compose -f c.yml exec -T web pytest", "pytest"),
            ("docker exec -it box ls", "ls"),
            ("sudo env nohup setsid bundle exec rspec", "rspec"),
            ("command -v pytest", "command -v pytest"),
            ("python -c 'x' -m pytest", "python -c x -m pytest"),
            ("python manage.py test", "python manage.py test"),
            ("npm install jest", "npm install jest"),
            ("sudo", "sudo"),
            ("timeout 5", "timeout 5"),
        ] {
            check(line, expected);
        }
    }
}
