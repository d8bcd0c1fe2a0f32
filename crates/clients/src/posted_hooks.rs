//! Hooks that an agent program posts to its supervisor, instead of starting a program at each.

/// The variable with the secret of a run, which a posted hook must name.
pub const HOOK_SECRET_VARIABLE: &str = "FUSEBOX_HOOK_SECRET";
/// The header that names the run.
pub const RUN_HEADER: &str = "Fusebox-Run";
/// The variable of the client's environment with the value of that header.
pub(crate) const RUN_VARIABLE: &str = "FUSEBOX_RUN";

/// How an agent program is asked to post its hooks.
#[derive(Debug)]
pub struct PostedHooks {
    /// The first version that was seen to refuse a call whose post fails.
    pub since: &'static str,
    /// Words in its settings that can keep a posted hook from arriving.
    pub hindrances: &'static [&'static str],
    /// A folder of further settings of the administrator.
    pub administrator_folder: &'static str,
    /// A file with settings of the administrator in the person's settings folder.
    pub fetched_file: &'static str,
    /// Settings for one run with the hooks.
    pub settings: fn(&PostTarget<'_>) -> String,
}

/// Where hooks go.
#[derive(Debug, Clone, Copy)]
pub struct PostTarget<'a> {
    /// Where they are posted.
    pub url: &'a str,
    /// The program of the hooks that the client does not post.
    pub program: &'a str,
    /// The arguments of that program.
    pub arguments: &'a [&'a str],
}
