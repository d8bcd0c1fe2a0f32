//! `docs/clients.md`: what each client lets its hooks do, from the adapters.

use fusebox_clients::install::installer_of;
use fusebox_clients::{
    AGENTS, AgentProgram, CLIENTS, Client, ClientAbilities, ClientFacts, HookPoint,
};

const HEAD: &str = "\
# Clients

*Generated from the adapters; `FUSEBOX_BLESS=1 cargo test -p fusebox --test generated` writes it anew.*

`fusebox install` puts hooks into these agent programs, `fusebox doctor` says how they stand on a machine. What a breaker can do
depends on what a client lets its hooks do.

| column | what |
|---|---|
| refuse | a call is refused before it is made, and the agent reads why |
| tell | the points at which the agent can be told something |
| stop | the points at which its turn can be ended; elsewhere every call and every automated prompt is refused until it ends by itself |
| resume | how a session that was stopped is held when it goes on |
| subagents | how they are told apart |
| tokens, cost, messages | whether the hooks know them, so that limits of them hold; `fusebox run` reads them from the output as well |

";

/// The page.
pub(crate) fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("| client | versions | refuse | tell | stop | resume | subagents | tokens | cost | messages |\n");
    page.push_str("|---|---|---|---|---|---|---|---|---|---|\n");
    for (client, facts) in installable() {
        page.push_str(&row(client, facts));
    }
    page.push_str("\n## What is not possible\n");
    for (client, facts) in installable() {
        page.push_str(&format!("\n### {}\n\n", client.title));
        if let Some(caution) = facts.evidence.caution() {
            page.push_str(&format!(
                "**{}**: written from its documents.\n\n",
                capitalized(caution)
            ));
        }
        for limit in facts.limits {
            page.push_str(&format!("- {}\n", capitalized(limit)));
        }
        if let Some(guards) = facts.own_guards {
            page.push_str(&format!("- A guard of its own: {guards}\n"));
        }
    }
    page.push_str(OWN_CAPS);
    for agent in AGENTS {
        for cap in agent.own_caps {
            page.push_str(&format!(
                "| `{}` | `{}` | `{}` | {} |\n",
                agent.program, cap.variable, cap.setting, cap.default
            ));
        }
    }
    page.push_str(POSTED_HOOKS);
    for agent in AGENTS {
        if let Some(posted) = agent.posted_hooks {
            let hindrances: Vec<String> =
                posted.hindrances.iter().map(|word| format!("`{word}`")).collect();
            page.push_str(&format!(
                "| `{}` | {} | {} |\n",
                agent.program,
                posted.since,
                hindrances.join(", ")
            ));
        }
    }
    page.push_str(READ_OUTPUT);
    for agent in AGENTS.iter().filter(|agent| agent.has_readable_output()) {
        page.push_str(&format!("| `{}` | `{}` |\n", agent.name, asked_for(agent)));
    }
    page
}

/// The command that starts an agent without a person, as `run` writes it.
fn asked_for(agent: &AgentProgram) -> String {
    let commands = [vec![agent.program], vec![agent.program, "exec"], vec![agent.program, "run"]];
    let written = commands.iter().find_map(|command| {
        let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        let written = agent.with_structured_output(&command);
        (written != command).then(|| written.join(" "))
    });
    written.unwrap()
}

const POSTED_HOOKS: &str = "
## Posted hooks under `run` and `loop`

A client that can post its hooks, instead of starting a program for each, is handed such hooks for the time of a run where none are
installed and no person sits at it. The supervisor answers them in its own process, call by call, as installed hooks are; nothing is
installed ([how](run.md#what-holds-during-a-run)). The output alone tells the calls of every other client without hooks.

| client | from version | not where its settings have one of |
|---|---|---|
";

const READ_OUTPUT: &str = "
## Output that `run` reads

With `--agent`, `fusebox run` starts the client with structured output, and reads its calls, words, tokens and costs there, without
hooks as well; `fusebox loop` does so for each client that it knows by the command.

| `--agent` | started as |
|---|---|
";

const OWN_CAPS: &str = "
## Caps of the clients under `run` and `loop`

Some clients put caps on themselves. `fusebox run` and `fusebox loop` lower such a cap to a limit of the policy, by its variable. They
never raise one: neither above what you set, nor above what holds without the variable.

| client | variable | lowered to | without it |
|---|---|---|---|
";

fn installable() -> impl Iterator<Item = (&'static Client, &'static ClientFacts)> {
    CLIENTS.iter().filter_map(|client| Some((*client, installer_of(client)?.facts)))
}

fn row(client: &Client, facts: &ClientFacts) -> String {
    let abilities = ClientAbilities::of(client, facts);
    let yes = |is: bool| if is { "yes" } else { "no" };
    let caution = facts.evidence.caution().map(|text| format!(" ({text})")).unwrap_or_default();
    let versions = match facts.versions {
        (first, last) if first == last => first.to_owned(),
        (first, last) => format!("{first} to {last}"),
    };
    let documented = facts.documented.map(|(first, last)| {
        format!("; {first} to {last} from their documents, not tried with the real client")
    });
    let versions = versions + &documented.unwrap_or_default();
    let tell = match points(&abilities.warns).as_str() {
        "" => "only why a call was refused".to_owned(),
        points => points.to_owned(),
    };
    let stop = match points(&abilities.stops).as_str() {
        "" if abilities.refuses_prompts => "no; prompts are refused".to_owned(),
        "" => "no".to_owned(),
        points => points.to_owned(),
    };
    format!(
        "| {}{caution} | {versions} | {} | {tell} | {stop} | {} | {} | {} | {} | {} |\n",
        client.title,
        yes(abilities.denies),
        facts.resume,
        facts.subagents,
        yes(abilities.knows_usage),
        yes(abilities.knows_usage),
        yes(abilities.knows_messages),
    )
}

fn points(points: &[HookPoint]) -> String {
    let name = |point: &HookPoint| match point {
        HookPoint::BeforeTool | HookPoint::BeforePermission => "before a call",
        HookPoint::Permission => "when permission is asked",
        HookPoint::AfterTool => "after a call",
        HookPoint::AfterFailure => "after a failure",
        HookPoint::AfterRound => "after all calls of a response",
        HookPoint::Prompt => "at a prompt",
        HookPoint::SessionStart => "at the start",
        HookPoint::SubagentStart => "at a subagent's start",
        HookPoint::SettingsChange | HookPoint::TurnEnd | HookPoint::Silent => "",
    };
    points.iter().map(name).filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + chars.as_str()
}
