//! Has an agent program post its hooks to this process, where none are installed and no person is there.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use fusebox_clients::{
    AgentProgram, Client, HOOK_SECRET_VARIABLE, PostTarget, PostedHooks, client_named,
};
use fusebox_hook::HookAnswers;
use fusebox_supervisor::is_attended;
use fusebox_text::hex;
use serde_json::Value;

use super::hooks;
use super::plan::RunKind;
use super::post_server::PostServer;
use crate::commands::install::program;
use crate::commands::install::target::user_folder;
use crate::program_folder::{is_at_least, is_executable};
use crate::{Context, Result, client_settings};

/// The bytes of a secret: nobody can guess them.
const SECRET_BYTES: usize = 16;
/// Variables that send the client's posts elsewhere.
const PROXY_VARIABLES: &[&str] = &["http_proxy", "https_proxy", "all_proxy"];

/// A command that posts its hooks.
pub(super) struct PostingCommand {
    /// The command, with settings for it.
    pub(super) command: Vec<String>,
    /// The variable that it needs in its environment.
    pub(super) secret: (String, String),
}

/// Whether a command may post its hooks: none are installed, no person may be there, and its version is known to post.
pub(super) fn can_post(
    agent: &'static AgentProgram,
    command: &[String],
    kind: &RunKind<'_>,
    context: &Context,
) -> bool {
    let may_have_person = kind.unattended.is_none() && is_attended() && agent.wants_person(command);
    let arrives = |form| posts_arrive(agent, form, command, context);
    !may_have_person && agent.posted_hooks.is_some_and(arrives)
}

/// The command with posted hooks, which this process answers from now on. `None` where it has settings of its own.
pub(super) fn post(
    agent: &'static AgentProgram,
    command: &[String],
    kind: &RunKind<'_>,
    environment: &[(String, String)],
    is_confined: bool,
    context: &Context,
) -> Option<PostingCommand> {
    let form = agent.posted_hooks?;
    let service = hooks::service(environment, false, context);
    let answers = service.map(|service| HookAnswers::new(service, is_confined));
    match answers.and_then(|answers| start(agent, form, command, kind, answers, context)) {
        Ok(posting) => posting,
        Err(error) => {
            context.note(&format!("hooks cannot be posted: {error}"));
            None
        }
    }
}

fn start(
    agent: &'static AgentProgram,
    form: &PostedHooks,
    command: &[String],
    kind: &RunKind<'_>,
    answers: HookAnswers,
    context: &Context,
) -> Result<Option<PostingCommand>> {
    // Asked before a port is opened: settings of the person's own are not replaced.
    let (Some(client), Some(_)) = (client_named(agent.name), agent.with_settings(command, "{}"))
    else {
        return Ok(None);
    };
    let (hook, lead) = program::hook_beside(&program::own()?);
    let Some(hook) = hook.to_str() else { return Ok(None) };
    let secret = new_secret()?;
    let server = PostServer {
        id: kind.id.clone(),
        client,
        project: context.dir.clone(),
        secret: secret.clone(),
        answers,
    };
    let (url, arguments) = (server.start()?, [lead, &[client.name]].concat());
    let settings = (form.settings)(&PostTarget { url: &url, program: hook, arguments: &arguments });
    let command = agent.with_settings(command, &settings);
    let secret = (HOOK_SECRET_VARIABLE.to_owned(), secret);
    Ok(command.map(|command| PostingCommand { command, secret }))
}

/// Whether the program posts hooks, nothing of its settings or the environment hinders it, and none are installed,
/// which would count every call twice.
fn posts_arrive(
    agent: &AgentProgram,
    form: &PostedHooks,
    command: &[String],
    context: &Context,
) -> bool {
    let is_proxy = |name: &String| PROXY_VARIABLES.contains(&name.to_ascii_lowercase().as_str());
    let version = command.first().and_then(|word| version_of(agent, word, context));
    version.is_some_and(|version| is_at_least(&version, form.since))
        && !context.variables.names.iter().any(is_proxy)
        && settings_files(agent, form, context).iter().all(|file| is_free(file, form.hindrances))
        && !client_named(agent.name).is_none_or(|client| has_hooks(client, context))
}

/// Every file that the program may read settings from, there or not.
fn settings_files(agent: &AgentProgram, form: &PostedHooks, context: &Context) -> Vec<PathBuf> {
    let files = client_settings::files(context).into_iter().flatten();
    let of_agent = files.filter(|(client, _, _)| client.name == agent.name);
    let fetched = client_named(agent.name)
        .and_then(|client| user_folder(context, client.settings?))
        .map(|folder| folder.join(form.fetched_file));
    let entries = fs::read_dir(form.administrator_folder).into_iter().flatten().flatten();
    let further = entries.map(|entry| entry.path());
    of_agent.map(|(_, _, file)| file).chain(fetched).chain(further).collect()
}

fn is_free(file: &Path, hindrances: &[&str]) -> bool {
    match fs::read_to_string(file) {
        Ok(text) => !hindrances.iter().any(|word| text.contains(word)),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

/// Whether hooks of ours are installed, or may be: a file that cannot be understood may have some.
fn has_hooks(client: &Client, context: &Context) -> bool {
    let all = client_settings::read_all(context);
    let of_client = all.iter().flatten().filter(|one| one.client.name == client.name);
    let Ok(statuses): Result<Vec<_>, _> =
        of_client.map(|settings| settings.installed.as_ref()).collect()
    else {
        return true;
    };
    statuses.iter().any(|installed| !installed.hooks.is_empty())
        || !client_settings::active_packages(context, client, statuses.into_iter()).is_empty()
}

/// The version of the program, from where it is installed: a native install is named for it, and a package says it.
fn version_of(agent: &AgentProgram, word: &str, context: &Context) -> Option<String> {
    let path = if word.contains('/') {
        context.dir.join(word)
    } else {
        let mut folders = std::env::split_paths(&context.variables.path);
        folders.find_map(|folder| {
            Some(context.dir.join(folder).join(word)).filter(|path| is_executable(path))
        })?
    };
    let path: PathBuf = fs::canonicalize(path).ok()?;
    let name = path.file_name()?.to_str()?;
    let parts = name.split('.').filter(|part| part.parse::<u64>().is_ok());
    if parts.count() == 3 {
        return Some(name.to_owned());
    }
    let packages = path.ancestors().skip(1).map(|folder| folder.join("package.json"));
    let package = packages.filter_map(|file| {
        let package: Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        (package["name"] == agent.package).then(|| package["version"].as_str().map(str::to_owned))
    });
    package.flatten().next()
}

fn new_secret() -> Result<String> {
    let mut random = [0; SECRET_BYTES];
    File::open("/dev/urandom")?.read_exact(&mut random)?;
    Ok(hex(&random))
}
