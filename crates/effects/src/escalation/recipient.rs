//! Who a message goes to: the desktop, a channel, or a step of GitHub or GitLab.

use fusebox_channels::{
    Channel, ChannelSettings, DeliveryError, EscalationMessage, Forge, ForgeKind, ForgeStep,
    ForgeTarget, PriorAttempts, SendContext,
};
use fusebox_engine::EscalationSettings;
use fusebox_runtime::escalation::MessageOrder;

/// The name of the desktop among the channels.
pub(super) const DESKTOP: &str = "desktop";

/// Who a message goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recipient {
    Desktop,
    Channel(Channel),
    Forge(ForgeKind, ForgeStep),
}

/// The recipients of these channels. A forge is told where the task has an issue.
pub(super) fn of_channels(channels: &[String], has_issue: bool) -> Vec<Recipient> {
    let mut all = Vec::new();
    for name in channels {
        if name == DESKTOP {
            all.push(Recipient::Desktop);
        } else if let Some(channel) = Channel::ALL.into_iter().find(|one| one.name() == name) {
            all.push(Recipient::Channel(channel));
        } else if let Some(kind) = ForgeKind::ALL.into_iter().find(|one| one.name() == name)
            && has_issue
        {
            all.extend(ForgeStep::AT_TRIP.map(|step| Recipient::Forge(kind, step)));
        }
    }
    all
}

impl Recipient {
    /// Its name in the outbox: `slack`, or `github.comment`.
    pub(super) fn name(self) -> String {
        match self {
            Self::Desktop => DESKTOP.to_owned(),
            Self::Channel(channel) => channel.name().to_owned(),
            Self::Forge(kind, step) => format!("{}.{}", kind.name(), step.name()),
        }
    }

    /// The recipient of this name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let steps = ForgeKind::ALL
            .into_iter()
            .flat_map(|kind| ForgeStep::ALL.into_iter().map(move |step| Self::Forge(kind, step)));
        let channels = Channel::ALL.into_iter().map(Self::Channel);
        let mut all = [Self::Desktop].into_iter().chain(channels).chain(steps);
        all.find(|recipient| recipient.name() == name)
    }

    /// Whether it is told in public that an agent was stopped: where a person answered before, it is not.
    pub(super) fn is_told_of_trip(self) -> bool {
        matches!(self, Self::Forge(_, step) if step != ForgeStep::StatusBack)
    }

    pub(super) fn send(
        self,
        settings: &EscalationSettings,
        order: &MessageOrder,
        message: &EscalationMessage,
        prior: PriorAttempts,
        context: &SendContext<'_>,
    ) -> Result<(), DeliveryError> {
        match self {
            Self::Desktop => Ok(()),
            Self::Channel(channel) => {
                let request = channel.request(&of_channel(settings), message);
                request.map_err(not_now)?.send(context)
            }
            Self::Forge(kind, step) => {
                let (forge, target) = of_forge(kind, settings, order)?;
                forge.deliver(step, &target, message, prior, context)
            }
        }
    }

    /// The request for people, or what is missing for it.
    pub(super) fn shown(
        self,
        settings: &EscalationSettings,
        order: &MessageOrder,
        message: &EscalationMessage,
    ) -> Result<String, String> {
        match self {
            Self::Desktop => Ok(format!("{}\n{}", message.title(), message.lines().join("\n"))),
            Self::Channel(channel) => Ok(channel.request(&of_channel(settings), message)?.shown()),
            Self::Forge(kind, step) => {
                let (forge, target) =
                    of_forge(kind, settings, order).map_err(|error| error.to_string())?;
                let request = forge.request(step, &target, message);
                Ok(request.map_err(|error| error.to_string())?.shown())
            }
        }
    }
}

/// What is missing or wrong in the settings of the channels that a level names, each once.
pub(super) fn problems(settings: &EscalationSettings, channels: &[String]) -> Vec<String> {
    let mut problems: Vec<String> = Vec::new();
    for to in of_channels(channels, true) {
        let problem = match to {
            Recipient::Desktop => None,
            Recipient::Channel(channel) => {
                let carries_code = settings.inbox.codes.iter().any(|it| it == channel.name());
                let code = carries_code.then(String::new);
                let message = EscalationMessage { code, ..EscalationMessage::default() };
                channel.request(&of_channel(settings), &message).err()
            }
            Recipient::Forge(kind, _) => forge(kind, settings).err(),
        };
        problems.extend(problem.filter(|problem| !problems.contains(problem)));
    }
    problems
}

pub(crate) fn of_channel(settings: &EscalationSettings) -> ChannelSettings {
    ChannelSettings {
        command: settings.command.clone(),
        webhook: settings.webhook.clone(),
        webhook_secret: settings.webhook_secret.clone(),
        slack: settings.slack.clone(),
        discord: settings.discord.clone(),
        ntfy: settings.ntfy.clone(),
        ntfy_token: settings.ntfy_token.clone(),
        email: settings.email.clone(),
        sendmail: settings.sendmail.clone(),
    }
}

fn of_forge(
    kind: ForgeKind,
    settings: &EscalationSettings,
    order: &MessageOrder,
) -> Result<(Forge, ForgeTarget), DeliveryError> {
    let forge = forge(kind, settings).map_err(not_now)?;
    let issue = order.issue.as_deref().unwrap_or_default();
    let target = ForgeTarget::parse(issue).ok_or_else(|| {
        DeliveryError::Never(format!("the issue of the task is no `OWNER/REPO#N`: {issue}"))
    })?;
    Ok((forge, ForgeTarget { commit: order.commit.clone(), ..target }))
}

/// What is wrong in the settings may be mended, or be right for the process that tries next.
fn not_now(text: String) -> DeliveryError {
    DeliveryError::Later { text, wait: None }
}

/// One of the two forges, as the settings reach it.
pub(crate) fn forge(kind: ForgeKind, settings: &EscalationSettings) -> Result<Forge, String> {
    let (api, token) = match kind {
        ForgeKind::GitHub => (&settings.github_api, &settings.github_token),
        ForgeKind::GitLab => (&settings.gitlab_api, &settings.gitlab_token),
    };
    Forge::new(kind, api, token)
}
