//! What an agent must not read where its person answers with codes.

use std::path::PathBuf;

use fusebox_advisor::KeySource;
use fusebox_engine::EscalationSettings;

/// Places with which the codes of a trip can be read or replies seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InboxSecrets {
    /// Files with a secret, and the one in which replies arrive.
    pub files: Vec<PathBuf>,
    /// The folder in which replies arrive.
    pub folders: Vec<PathBuf>,
    /// Variables with a secret.
    pub variables: Vec<String>,
}

/// What an agent must not read under these settings. The secrets of a channel are its own where no answer comes back
/// through it; those in files are hidden always.
#[must_use]
pub fn inbox_secrets(settings: &EscalationSettings) -> InboxSecrets {
    let EscalationSettings { inbox, .. } = settings;
    let mut secrets = InboxSecrets::default();
    let sources = [
        ("webhook", &settings.webhook),
        ("webhook", &settings.webhook_secret),
        ("slack", &settings.slack),
        ("discord", &settings.discord),
        ("ntfy", &settings.ntfy),
        ("ntfy", &settings.ntfy_token),
        ("github", &settings.github_token),
        ("gitlab", &settings.gitlab_token),
    ];
    for (channel, source) in sources {
        let carries_code = inbox.codes.iter().any(|it| it == channel);
        match KeySource::parse(source) {
            Ok(KeySource::File(file)) => secrets.files.push(file),
            Ok(KeySource::Variable(name)) if carries_code => secrets.variables.push(name),
            Ok(KeySource::Variable(_) | KeySource::Command(_) | KeySource::None) | Err(_) => {}
        }
    }
    if !inbox.file.is_empty() {
        let place = PathBuf::from(&inbox.file);
        if place.is_dir() { secrets.folders.push(place) } else { secrets.files.push(place) }
    }
    secrets
}
