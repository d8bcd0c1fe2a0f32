//! What a call does to files, computed once from its tool and its arguments.

use std::collections::BTreeSet;

use fusebox_engine::{EditSize, Tool, WriteCondition};
use fusebox_shell::{
    CommandLine, ScriptVariables, ShellWord, SimpleCommand, WorkingDir, WrittenPaths, clears,
    only_sets, parse, patched_files, sets_or_clears, written_paths, written_words,
};
use fusebox_text::digest;
use serde_json::Value;

use crate::agent_statements::{justified_file, justify_command};
use crate::arguments::{file_paths, local_path, patches, text};
use crate::named_call::NamedCall;

/// Where an edit says what it puts in place of a text.
const NEW_TEXT_KEYS: &[&str] = &["new_string", "new_str", "newString", "new_source"];

/// What a call does, as far as its tool and its arguments say. Paths are as the call gives them.
///
/// The guard, the scope, attempts, checkpoints and progress all read it.
#[derive(Debug, Clone)]
pub struct CallEffects<'a> {
    /// The tool.
    pub tool: &'a Tool,
    /// Its arguments.
    pub input: Option<&'a Value>,
    /// What it runs: the command line of a shell.
    pub command_line: Option<CommandLine<'a>>,
    /// The files that this command line writes.
    pub(crate) written: WrittenPaths,
}

impl<'a> CallEffects<'a> {
    /// The effects of a call.
    #[must_use]
    pub fn new(tool: &'a Tool, input: Option<&'a Value>) -> Self {
        let line = input.filter(|_| *tool == Tool::Bash).and_then(|input| text(input, "command"));
        let command_line = line.map(parse);
        let written = command_line.as_ref().map(written_paths).unwrap_or_default();
        Self { tool, input, command_line, written }
    }

    /// Whether files are changed: never, when the call succeeds, or even when it fails. `folders` are those
    /// that the agent works in.
    pub(crate) fn write_condition(&self, folders: &[&str]) -> WriteCondition {
        match (&self.command_line, self.tool) {
            (_, Tool::Edit | Tool::Write | Tool::ApplyPatch) => WriteCondition::WhenOk,
            // A command line that does not even end fails as a whole.
            (Some(line), _) if !line.complete => WriteCondition::WhenOk,
            (Some(line), _) if only_shows(line, &self.written) => WriteCondition::Never,
            (Some(line), _) if only_runs_copy(line) => WriteCondition::Never,
            // A cache that is cleared is no new work.
            (Some(line), _) if only_sets(line) => WriteCondition::Never,
            (Some(line), _) if line.commands.iter().any(selects_context) => WriteCondition::WhenOk,
            (Some(_), _) if !self.written.any() => WriteCondition::Never,
            (Some(line), _) if only_keeps_output(line, folders) => WriteCondition::Never,
            // A writer that failed changed nothing; what ran before the failing command may have.
            (Some(line), _) => {
                match writes_last(line) || only_removes_made_files(line) || only_undoes_first(line)
                {
                    true => WriteCondition::WhenOk,
                    false => WriteCondition::Always,
                }
            }
            _ => WriteCondition::Never,
        }
    }

    /// Whether a path may mean something else than a file here: the tool is a server's.
    #[must_use]
    pub fn is_by_server(&self) -> bool {
        matches!(self.tool, Tool::Mcp { .. } | Tool::Other(_)) && !self.is_justification()
    }

    /// The files that the call is about to write, or that a justification is about. Where a pattern
    /// or a variable hides which files of a folder are written, the folder.
    #[must_use]
    pub fn write_paths(&self) -> BTreeSet<String> {
        let Some(input) = self.input else { return BTreeSet::new() };
        let owned = |path: &str| local_path(path).to_owned();
        match self.tool {
            Tool::Bash => self
                .command_line
                .as_ref()
                .map_or_else(BTreeSet::new, |line| self.command_line_paths(line)),
            Tool::Edit | Tool::Write | Tool::ApplyPatch => {
                let named: BTreeSet<String> = file_paths(input).map(str::to_owned).collect();
                if !named.is_empty() {
                    return named;
                }
                patches(input).flat_map(patched_files).map(str::to_owned).collect()
            }
            Tool::Read | Tool::Search | Tool::Web | Tool::Task => BTreeSet::new(),
            Tool::Mcp { .. } | Tool::Other(_) if self.is_justification() => {
                justified_file(input).map(str::to_owned).into_iter().collect()
            }
            Tool::Mcp { .. } | Tool::Other(_) => {
                let calls = NamedCall::all(self.tool, input);
                calls.iter().flat_map(NamedCall::paths_here).map(owned).collect()
            }
        }
    }

    /// How large an edit of one file is; `None` for other calls, and where the tool does not say.
    pub(crate) fn edit_size(&self) -> Option<EditSize> {
        let input = self.input.filter(|_| *self.tool == Tool::Edit)?;
        let new_texts = |input: &Value| {
            let bytes = NEW_TEXT_KEYS.iter().filter_map(|key| text(input, key)).map(str::len);
            bytes.sum::<usize>() as u64
        };
        let several = input.get("edits").and_then(Value::as_array).into_iter().flatten();
        let bytes = new_texts(input) + several.map(new_texts).sum::<u64>();
        let path = digest::of_text(file_paths(input).next()?);
        let file = u32::try_from(path >> 32).unwrap_or_default().max(1);
        (bytes > 0).then_some(EditSize { file, bytes })
    }

    fn is_justification(&self) -> bool {
        self.tool.on_server("fusebox") == Some("justify")
    }

    fn command_line_paths(&self, line: &CommandLine<'_>) -> BTreeSet<String> {
        if let Some((file, _)) = line.single().and_then(justify_command) {
            return BTreeSet::from([file.to_owned()]);
        }
        let mut paths: BTreeSet<String> = self.written.targets.iter().cloned().collect();
        let is_hidden = |word: &&ShellWord<'_>| !word.is_literal();
        let mut variables = None;
        for command in &line.commands {
            let named: BTreeSet<String> = written_words(command).targets.into_iter().collect();
            let words = command.words().iter().skip(1);
            let words = words.filter(|word| named.contains(word.text.as_ref()));
            for word in command.written_redirects().chain(words).filter(is_hidden) {
                let variables = variables.get_or_insert_with(|| ScriptVariables::of(line));
                let values = variables.values(&word.text);
                paths.extend(values.iter().filter_map(|value| known_folder(command, value)));
            }
        }
        paths
    }
}

/// Whether later questions are about something else: a branch begins, another revision is checked out, a bisection goes
/// on, or another workspace, cluster or account is selected (`terraform workspace select a`, `kubectl config use-context
/// a`).
pub(crate) fn selects_context(command: &SimpleCommand<'_>) -> bool {
    const CLIENTS: [&str; 12] = [
        "argocd",
        "az",
        "cf",
        "docker",
        "fly",
        "gcloud",
        "kubectl",
        "oc",
        "podman",
        "pulumi",
        "terraform",
        "tofu",
    ];
    let selects = || {
        let mut words = command.args().filter(|arg| !arg.starts_with('-'));
        let subject = words.next().is_some_and(|word| {
            matches!(word, "workspace" | "stack" | "config" | "context" | "account" | "project")
        });
        let selects = |word| matches!(word, "select" | "use" | "use-context" | "switch" | "set");
        subject && words.next().is_some_and(selects)
    };
    selects_revision(command)
        || matches!(command.program(), "kubectx" | "kubens") && command.args().next().is_some()
        || CLIENTS.contains(&command.program()) && selects()
}

/// Whether the command begins a branch, checks out a revision or goes on with a bisection: the same question about the
/// repository then has another answer.
fn selects_revision(command: &SimpleCommand<'_>) -> bool {
    // `git checkout -q 4f2c9d1`, without a file behind it.
    let is_revision = |word: &str| {
        (7..=40).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && word.bytes().any(|byte| byte.is_ascii_digit())
    };
    let goes_to_revision = || {
        let mut words = command.args().filter(|arg| !arg.starts_with('-'));
        words.next() == Some("checkout")
            && words.next().is_some_and(is_revision)
            && words.next().is_none()
    };
    command.program() == "git"
        && (command.has("bisect")
            || goes_to_revision()
            || command.has("checkout") && command.has("--detach")
            || command.has("switch") && (command.has("-c") || command.has("-C"))
            || command.has("checkout") && (command.has("-b") || command.has("-B")))
}

/// Whether the line writes nothing but what a program prints, and shows it: `./run > out.log 2>&1; tail out.log`.
fn only_shows(line: &CommandLine<'_>, written: &WrittenPaths) -> bool {
    // What these make of a file is an edit of it. In a temporary folder it is a look at it.
    let edits = |command: &SimpleCommand<'_>| matches!(command.program(), "sed" | "jq");
    let is_shown = |path: &String| {
        let by_redirect = line.commands.iter().position(|command| {
            !writes_own_text(command)
                && !edits(command)
                && command.written_redirects().any(|word| word.text == path.as_str())
        });
        let shows = |command: &SimpleCommand<'_>| {
            matches!(command.program(), "cat" | "head" | "tail" | "less" | "grep" | "wc")
                && command.has(path)
        };
        by_redirect.is_some_and(|at| line.commands[at + 1..].iter().any(shows))
    };
    !written.targets.is_empty() && written.targets.iter().all(is_shown)
}

/// Whether the line writes nothing but a copy, and runs it or gives it to a program: another name for one file.
fn only_runs_copy(line: &CommandLine<'_>) -> bool {
    let Some((first, rest)) = line.commands.split_first() else { return false };
    let is_copy = first.program() == "cp" && first.redirects.is_empty();
    let Some(copy) = first.args().last().filter(|_| is_copy) else { return false };
    let name = copy.trim_start_matches("./");
    let uses = |command: &SimpleCommand<'_>| {
        command.words().iter().any(|word| word.text.rsplit('/').next() == Some(name))
            && command.program() != "sed"
    };
    !name.contains('/') && rest.iter().any(uses) && rest.iter().all(leaves_files)
}

/// Whether the command writes no file, as far as it says.
fn leaves_files(command: &SimpleCommand<'_>) -> bool {
    !written_words(command).any() && command.written_redirects().next().is_none()
}

/// Whether all that the line itself does to files is to remove what tools make again: caches, build folders, lock files.
/// What fails behind that fails as before.
fn only_removes_made_files(line: &CommandLine<'_>) -> bool {
    let removes = |command: &SimpleCommand<'_>| {
        let is_remover = matches!(command.program(), "rm" | "rmdir" | "unlink");
        clears(command) || is_remover && removes_made_files(command)
    };
    line.commands.iter().any(removes)
        && line.commands.iter().all(|command| leaves_files(command) || removes(command))
}

/// Whether a command that removes what it names is given nothing but what tools make again.
pub(crate) fn removes_made_files(command: &SimpleCommand<'_>) -> bool {
    let mut paths = command.args().filter(|arg| !arg.starts_with('-')).peekable();
    !command.is_run_by_xargs() && paths.peek().is_some() && paths.all(is_made_by_tools)
}

/// Whether nothing but what brings the files back to a commit stands in front of the command that gives the line its
/// status: `git reset --hard && git stash pop`. Where that fails, nothing new is there.
fn only_undoes_first(line: &CommandLine<'_>) -> bool {
    let Some((last, before)) = line.commands.split_last() else { return false };
    let undoes = |command: &SimpleCommand<'_>| {
        let mut words = command.args().filter(|word| !word.starts_with('-'));
        command.program() == "git"
            && match words.next() {
                Some("reset") => words.all(|word| word == "HEAD"),
                Some("checkout") => command.has("--") && words.all(|word| word == "."),
                Some("restore") => words.all(|word| word == "."),
                _ => false,
            }
    };
    !last.piped_from
        && before.iter().any(undoes)
        && before.iter().all(|command| leaves_files(command) || undoes(command))
}

/// Whether a path names what tools make and make again when it is gone.
fn is_made_by_tools(path: &str) -> bool {
    const FOLDERS: [&str; 18] = [
        ".dart_tool",
        ".eggs",
        ".gradle",
        ".next",
        ".nuxt",
        ".parcel-cache",
        ".svelte-kit",
        ".terraform",
        ".turbo",
        "CMakeFiles",
        "DerivedData",
        "Pods",
        "_build",
        "build",
        "dist",
        "node_modules",
        "out",
        "target",
    ];
    const FILES: [&str; 6] = [
        ".terraform.lock.hcl",
        "CMakeCache.txt",
        "Manifest.toml",
        "npm-shrinkwrap.json",
        "package-lock.json",
        "pnpm-lock.yaml",
    ];
    /// Below these a folder `build` holds sources.
    const SOURCES: [&str; 8] = ["app", "cmd", "include", "internal", "lib", "pkg", "src", "tools"];
    let path = path.trim_end_matches("/*").trim_end_matches('/');
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let says_cache = |part: &str| {
        let mut words = part.split(['_', '-', '.']);
        words.any(|word| matches!(word, "cache" | "caches" | "pycache" | "cacache"))
    };
    // `cache.py` is a source, and a folder above one may be named so.
    let is_cache = says_cache(name) && !name.trim_start_matches('.').contains('.');
    let is_in_cache =
        |part: &str| part.starts_with(['.', '_']) && says_cache(part) || part == "Caches";
    let is_of_sources = folder.split('/').any(|part| SOURCES.contains(&part));
    FILES.contains(&name)
        || [".lock", ".pyc", ".tsbuildinfo", ".egg-info"].iter().any(|end| name.ends_with(end))
        || path.starts_with("/var/cache/")
        || path.split('/').any(is_in_cache)
        || !is_of_sources && (is_cache || FOLDERS.contains(&name))
}

/// Whether the line writes nothing but what its programs print, into temporary files outside of the folders:
/// the same as a pipe. A text of the line's own is written to be used.
fn only_keeps_output(line: &CommandLine<'_>, folders: &[&str]) -> bool {
    let is_temporary = |word: &ShellWord<'_>| {
        const PLACES: [&str; 8] = [
            "/tmp/",
            "/var/tmp/",
            "/private/tmp/",
            "/dev/shm/",
            "$TMPDIR/",
            "${TMPDIR}/",
            "${TMPDIR:-/tmp}/",
            "$(mktemp",
        ];
        let path = word.text.trim_matches('"');
        let is_inside = |folder: &&str| !folder.is_empty() && path.starts_with(*folder);
        PLACES.iter().any(|place| path.starts_with(place))
            && !path.contains("/../")
            && !folders.iter().any(is_inside)
    };
    let keeps = |command: &SimpleCommand<'_>| {
        let mut kept = command.written_redirects().peekable();
        (kept.peek().is_none() || !writes_own_text(command) && kept.all(is_temporary))
            && !written_words(command).any()
    };
    line.complete && line.commands.iter().all(keeps)
}

/// Whether what the command prints is a text of the line's own, and not what a program found out.
fn writes_own_text(command: &SimpleCommand<'_>) -> bool {
    matches!(command.program(), "cat" | "echo" | "printf" | "tee" | "")
}

/// Whether the only command that can have written is the one that gives the line its status.
fn writes_last(line: &CommandLine<'_>) -> bool {
    let is_idle = |command: &SimpleCommand<'_>| {
        matches!(command.program(), "cd" | "true" | "echo")
            && command.written_redirects().next().is_none()
            || sets_or_clears(command)
    };
    let (mut pipelines, mut runs) = (0_usize, false);
    for command in &line.commands {
        if !command.piped_from {
            pipelines += usize::from(runs);
            runs = false;
        }
        runs |= !is_idle(command);
    }
    pipelines + usize::from(runs) == 1
}

/// The folder that a pattern or an unknown variable is in; the path itself where there is none.
/// `None` where it may be anywhere.
fn known_folder(command: &SimpleCommand<'_>, word: &str) -> Option<String> {
    let word = word.trim_matches('"');
    let joined = |path: &str| WorkingDir::join(&command.dir, path).map(|path| path.into_owned());
    let Some(at) = word.find(['*', '?', '[', '{', '$', '`', '(']) else { return joined(word) };
    let (before, hidden) = word.split_at(at);
    match before.rsplit_once('/') {
        Some(("", _)) => Some("/".to_owned()),
        Some((folder, _)) => joined(folder),
        None if hidden.starts_with(['*', '?', '[', '{']) => joined("."),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(tool: &str, input: Value, expected: &[&str]) {
        let found = CallEffects::new(&tool.into(), Some(&input)).write_paths();
        let expected: BTreeSet<String> = expected.iter().map(|path| (*path).to_owned()).collect();
        assert_eq!(found, expected, "{tool} {input}");
    }

    fn line(command: &str, expected: &[&str]) {
        check("bash", json!({"command": command}), expected);
    }

    #[test]
    fn a06_edits_and_patches_name_their_files() {
        check("edit", json!({"file_path": "/w/a.rs", "edits": []}), &["/w/a.rs"]);
        check("write", json!({"file_path": "a.rs", "content": "x"}), &["a.rs"]);
        check("read", json!({"file_path": "a.rs"}), &[]);
        check("search", json!({"path": "src"}), &[]);
        let patch = "*** Begin Patch\n*** Update File: a.rs\n*** Move to: b.rs\n@@\n--- x\n+++ y\n\
            *** Delete File: c.rs\n";
        check("apply_patch", json!({"input": patch}), &["a.rs", "b.rs", "c.rs"]);
        let diff = "--- a/x.rs\t2026\n+++ b/x.rs\t2026\n@@\n--- /dev/null\n+++ b/y.rs\n";
        check("apply_patch", json!({"patch": diff}), &["x.rs", "y.rs"]);
        check("mcp:fs/write_file", json!({"path": "a.rs"}), &["a.rs"]);
        check("mcp:fs/read_file", json!({"path": "a.rs"}), &[]);
        check("mcp:editor/read_file", json!({"path": "a.rs"}), &[]);
        check("mcp:fs/copy_file", json!({"source": "a.rs", "destination": "b.rs"}), &["b.rs"]);
        check("mcp:fs/move_file", json!({"source": "a.rs", "dst": "b.rs"}), &["a.rs", "b.rs"]);
        check(
            "mcp:fs/write_files",
            json!({"files": [{"path": "a.rs", "text": "b.rs"}]}),
            &["a.rs"],
        );
        // The same as the guard says: a server that is called after no forge writes here.
        let of_repository = json!({"owner": "o", "repo": "r", "path": "a.rs"});
        check("mcp:github/update_file", of_repository.clone(), &[]);
        check("mcp:hub/update_file", of_repository, &["a.rs"]);
        let by_other = |server: &str| {
            json!({"server_name": server, "tool_name": "update_file",
                "arguments": {"owner": "o", "repo": "r", "path": "a.rs"}})
        };
        check("use_mcp_tool", by_other("github"), &[]);
        check("use_mcp_tool", by_other("fs"), &["a.rs"]);
        check("str_replace_editor", json!({"command": "view", "path": "a.rs"}), &[]);
        check("str_replace_editor", json!({"command": "create", "path": "a.rs"}), &["a.rs"]);
        let input = json!({"file": "a.rs", "test": "t", "because": "w"});
        check("mcp:fusebox/justify", input, &["a.rs"]);
    }

    #[test]
    fn a06_commands_name_their_files() {
        line("cat a.rs b.rs 2>/dev/null", &[]);
        line("echo x > a.rs", &["a.rs"]);
        line("echo x | tee -a a.rs b.rs", &["a.rs", "b.rs"]);
        line("sed -i s/x/y/ a.rs", &["a.rs"]);
        line("mv a.rs b.rs", &["a.rs", "b.rs"]);
        line("rm -f a.rs", &["a.rs"]);
        line("git checkout -- a.rs", &["a.rs"]);
        line("git -C sub checkout -- a.rs", &["sub/a.rs"]);
        line("cd src && rm a.rs && cd .. && rm b.rs", &["src/a.rs", "src/../b.rs"]);
        line("sh -c 'rm a.rs'", &["a.rs"]);
        line("rm src/routes/*.ts", &["src/routes"]);
        line("rm *.ts", &["."]);
        line("D=src/routes; echo > $D/a.ts", &["src/routes/a.ts"]);
        line("for f in a.rs b.rs; do sed -i s/x/y/ $f; done", &["a.rs", "b.rs"]);
        line("for f in src/*.rs; do rm \"$f\"; done", &["src"]);
        line("rm src/$X.rs", &["src"]);
        line("rm $X", &[]);
        line("echo > 'app/[id]/page.tsx'", &["app/[id]/page.tsx"]);
    }

    fn writes(command: &str) -> WriteCondition {
        let input = json!({"command": command});
        CallEffects::new(&Tool::Bash, Some(&input)).write_condition(&[])
    }

    #[test]
    fn r10_a_line_that_shows_what_it_redirects_changes_nothing() {
        for command in [
            "./run > /tmp/o3 2>&1; tail -2 /tmp/o3",
            "cargo test &> t.log; grep FAIL t.log",
            "sed -n 1,20p a.rs > /tmp/part",
        ] {
            assert_eq!(writes(command), WriteCondition::Never, "{command}");
        }
        for command in [
            "./run > out.json",
            "./run > a.txt; head b.txt",
            "echo x > a.txt; cat a.txt",
            "./run > a.log; tail a.log; rm b",
            "sed s/x/y/ a.rs > b.rs; cat b.rs",
            "echo x > /tmp/a.txt",
        ] {
            assert_ne!(writes(command), WriteCondition::Never, "{command}");
        }
    }

    #[test]
    fn r04_a_line_that_removes_what_tools_make_again_and_fails_changed_nothing() {
        for command in [
            "rm -rf build",
            "rm -rf build/ && make",
            "rm -rf node_modules/.cache/turbo; npx turbo run test",
            "rm -f Manifest.toml; julia --project -e 'using Pkg; Pkg.resolve()'",
            "rm -rf ~/.gradle/caches ~/Library/Developer/Xcode/DerivedData/*",
            "rm -rf src/__pycache__ .pytest_cache && pytest -q",
            "rm yarn.lock",
            "rm -rf var/cache/*",
            "git reset --hard -q && git stash pop",
            "git checkout -- . ; git stash apply",
            "cargo clean && cargo build",
            "npm cache clean --force; npm ci",
            "git config --global url.a.insteadOf b && go get a/b@v1",
            "export GOFLAGS=-mod=mod; go mod tidy",
        ] {
            assert_eq!(writes(command), WriteCondition::WhenOk, "{command}");
        }
        for command in [
            "rm -rf src/build.rs && make",
            "rm -rf build src/old && make",
            "rm -rf node_modules && npm ci && npm test",
            "rm -rf build && sed -i s/a/b/ a.c && make",
            "rm -rf out && ./gen > a.json && diff a.json b.json",
            "rm -rf src/cached_views.py/../app && pytest",
            "rm src/cache/store.py && pytest",
            "rm src/cache.py; pytest",
            "rm lib/page-cache.ts; tsc",
            "rm -rf src/cache && go vet ./...",
            "rm /home/u/image-cache/a.go && go vet ./...",
            "rm -rf cmd/build internal/out; go vet ./...",
            "cat list.txt | xargs rm; make",
            "rm -rf $X; make",
            "git pull -q && git stash pop",
            "git reset --hard HEAD~1 && git stash pop",
            "git checkout -- src/a.rs && git stash pop",
        ] {
            assert_eq!(writes(command), WriteCondition::Always, "{command}");
        }
    }

    #[test]
    fn a06_a_justification_names_its_file_where_it_is_the_whole_command() {
        let justify = "fusebox justify src/lib.rs --test t --because 'a b c d'";
        line(justify, &["src/lib.rs"]);
        for other in [
            format!("cd src && {justify}"),
            format!("sh -c \"{justify}\""),
            format!("{justify} | cat"),
            format!("{justify}; true"),
            format!("X=1 {justify}"),
            "fusebox justify src/lib.rs --test t".to_owned(),
        ] {
            line(&other, &[]);
        }
    }
}
