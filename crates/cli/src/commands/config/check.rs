//! `fusebox config check`.

use std::path::{Path, PathBuf};

use fusebox_config::{CompileRequest, ConfigProblem, PolicyLayer, PolicyNotice, compile_policy};
use fusebox_guard::policies;
use serde::Serialize;

use crate::{Context, Result, client_settings, display, exit, policy, style};

/// Check configuration files: every problem with its place, and settings without effect.
///
/// Ends with 0 when the policy is in order and with 2 when it is not.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files, or folders of sessions; without one, this folder.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The files that were checked, and what is wrong with them.
#[derive(Debug, Default, Serialize)]
struct ConfigCheck {
    ok: bool,
    checked: Vec<String>,
    problems: Vec<ConfigProblem>,
    notices: Vec<PolicyNotice>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    let mut check = ConfigCheck::default();
    if args.paths.is_empty() {
        check.add_folder(context, &context.dir)?;
    }
    for path in &args.paths {
        if path.is_dir() {
            check.add_folder(context, &path.canonicalize()?)?;
        } else {
            check.add_file(context, path)?;
        }
    }
    check.ok = check.problems.is_empty();
    context.print_result(args.json, &check, |check| Ok(check.text()))?;
    Ok(if check.ok { exit::OK } else { exit::USAGE })
}

impl ConfigCheck {
    /// Checks the layers of a session in this folder.
    fn add_folder(&mut self, context: &Context, dir: &Path) -> Result<()> {
        let layers = policy::layers_around(context, Some(dir))?;
        let files = layers.user.iter().chain(&layers.project);
        self.checked.extend(files.map(|file| file.display().to_string()));
        self.compile_roles(context, policy::read(&layers)?.present());
        Ok(())
    }

    /// Checks one file alone.
    fn add_file(&mut self, context: &Context, path: &Path) -> Result<()> {
        let text = policies::read_file(path)?;
        let is_project = path.file_name().is_some_and(|name| name == ".fusebox.toml");
        let layer = if is_project {
            PolicyLayer::project(path, text)
        } else {
            PolicyLayer::user(path, text)
        };
        self.checked.push(path.display().to_string());
        self.compile_roles(context, &[layer]);
        Ok(())
    }

    /// Compiles the policy without a role, then that of every role that the layers name.
    fn compile_roles(&mut self, context: &Context, layers: &[PolicyLayer]) {
        let compile = |role| compile_policy(layers, &CompileRequest { role, underneath: &[] });
        let default = compile(None);
        let roles = default.as_ref().map(|compiled| compiled.roles.clone()).unwrap_or_default();
        let of_roles = roles.iter().map(|role| compile(Some(role)));
        for compiled in std::iter::once(default).chain(of_roles) {
            match compiled {
                Ok(compiled) => {
                    for notice in client_settings::policy_notices(context, &compiled) {
                        if !self.notices.contains(&notice) {
                            self.notices.push(notice);
                        }
                    }
                }
                Err(problems) => self.problems.extend(problems.iter().cloned()),
            }
        }
    }

    fn text(&self) -> String {
        let label = style::warning("notice");
        let problems = self.problems.iter().map(ToString::to_string);
        let notices = self.notices.iter().map(|notice| format!("{label}: {notice}"));
        let files = match self.checked.as_slice() {
            [] => "no file, the defaults hold".to_owned(),
            files => files.join(", "),
        };
        let result = match self.problems.len() {
            0 => format!("{} ({files})", style::success("The policy is in order")),
            n => style::error(display::count(n, "problem")),
        };
        problems.chain(notices).chain([result]).collect::<Vec<_>>().join("\n")
    }
}
