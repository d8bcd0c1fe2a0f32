//! Our hooks in the settings file of a client, as most clients write it: under `hooks`, a list of groups or of
//! handlers for each event. The rest of the file stays as it is, byte for byte.

mod dropped_files;
mod handler;
mod plan;
mod protecting_text;
mod protection;
mod remove;
mod status;
mod switch;
mod variables;

pub(crate) use dropped_files::{DroppedFiles, ValueKind};
pub(crate) use handler::{refusing_settings, shell_words};
pub(crate) use plan::plan;
pub(crate) use protection::lost_protection;
pub(crate) use remove::remove;
pub(crate) use status::{PLUGIN, enables_plugin, install_status};
pub(crate) use switch::{ANY, HookSwitch, MANAGED_ONLY, SwitchedOff, lost_switches, newly_off};
pub(crate) use variables::reaches_hooks;

#[cfg(test)]
pub(crate) mod properties;

/// The key of the version of a file's form.
pub(crate) const VERSION: &str = "version";

/// How our hooks stand in the settings of a client.
#[derive(Debug)]
pub struct HookSettingsForm {
    /// The client's name.
    pub(crate) client: &'static str,
    /// How the list of an event is made up.
    pub(crate) layout: ListLayout,
    /// The version of the file's form, which a client with versions reads at the top.
    pub(crate) version: Option<i64>,
    /// The hooks to install, in order.
    pub(crate) hooks: &'static [SettingsHook],
    /// How a handler spells its command.
    pub(crate) command: CommandSpelling,
    /// Whether the command names the hook, because the payload does not. It is a shell line then.
    pub(crate) names_hook: bool,
    /// How long the client waits for us, in the client's own unit; `None` if it has no such setting.
    pub(crate) timeout: Option<u64>,
    /// The hook that can ask the client to refuse a call when the hook fails.
    pub(crate) blocks_on_failure: Option<&'static str>,
    /// The hooks before a call, which can refuse it.
    pub(crate) before_call: &'static [&'static str],
    /// Settings that turn hooks off, or all hooks but those of the machine's administrator.
    pub(crate) switches: &'static [HookSwitch],
    /// Whether the client trusts a handler by its position in the list, so that one before it takes the
    /// trust away.
    pub(crate) is_trusted_by_position: bool,
    /// The files that the client drops whole, with all hooks in them.
    pub(crate) dropped_files: DroppedFiles,
    /// Variables of the client that move what a hook reads.
    pub(crate) variables: &'static [&'static str],
    /// Whether the client has a status line that Fusebox can write.
    pub(crate) has_status_line: bool,
}

/// How the list of an event is made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListLayout {
    /// Of groups, each with a matcher and a list of handlers.
    Groups,
    /// Of handlers.
    Handlers,
}

/// One hook in the settings.
#[derive(Debug)]
pub(crate) struct SettingsHook {
    /// The client's name of the event.
    pub(crate) name: &'static str,
    /// Whether the settings select its handlers by the name of a tool.
    pub(crate) has_matcher: bool,
}

/// How a handler spells its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandSpelling {
    /// The program, and its arguments as a list.
    Words,
    /// One shell line.
    Line,
    /// One shell line that ends with 0 if the program is gone, for a client that would deny every call.
    GuardedLine,
}

impl SettingsHook {
    /// The hook of an event that has no tool.
    pub(crate) const fn plain(name: &'static str) -> Self {
        Self { name, has_matcher: false }
    }

    /// The hook of an event whose handlers are selected by the name of a tool.
    pub(crate) const fn of_tools(name: &'static str) -> Self {
        Self { name, has_matcher: true }
    }
}

impl HookSettingsForm {
    /// Groups of shell lines that end with 0 if the program is gone, and nothing that switches them off.
    pub(crate) const fn new(client: &'static str, hooks: &'static [SettingsHook]) -> Self {
        Self {
            client,
            layout: ListLayout::Groups,
            version: None,
            hooks,
            command: CommandSpelling::GuardedLine,
            names_hook: false,
            timeout: None,
            blocks_on_failure: None,
            before_call: &[],
            switches: &[],
            is_trusted_by_position: false,
            dropped_files: DroppedFiles::UNREADABLE,
            variables: &[],
            has_status_line: false,
        }
    }

    fn hook_named(&self, name: &str) -> Option<&SettingsHook> {
        self.hooks.iter().find(|hook| hook.name == name)
    }

    /// The text of a file that says nothing.
    fn empty_text(&self) -> String {
        self.version.map_or_else(
            || "{}\n".to_owned(),
            |version| format!("{{\n  \"version\": {version}\n}}\n"),
        )
    }
}
