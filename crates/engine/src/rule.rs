//! The rules by name, in the fixed order in which a verdict names them.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! rules {
    ($($(#[doc = $about:literal])+ $variant:ident => $name:literal $(once $old:literal)?, $title:literal;)*) => {
        /// A rule. The order of the variants is the order in which findings are named.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Rule {
            $($(#[doc = $about])+ #[serde(rename = $name $(, alias = $old)?)] $variant,)*
        }

        impl Rule {
            /// Every rule, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in configuration, output and the log.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it counts, for people.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }

            /// Its description for the reference: the doc comment of the variant.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self { $(Self::$variant => concat!($($about),+).trim_ascii()),* }
            }
        }
    };
}

rules! {
    /// A call that writes to Fusebox's files, to its configuration or to a client's hooks, or that
    /// gives an order that is a person's. It is refused every time; no number turns that off.
    Protected => "guard.protected", "calls that touch Fusebox itself";
    /// Our hooks in a client's settings, a switch that would disable them, or a program of ours was
    /// changed while a call of the agent ran, or a background command of it. It is put back, and the
    /// session is stopped.
    Tampered => "guard.tampered", "changes to the circuit breaker's protection";
    /// What was remembered of a session cannot be read. It counts as open until a person looks,
    /// never as closed.
    StateCorrupt => "breaker.state_corrupt", "unreadable state";
    /// A call that edits, skips, weakens or removes a test that fails: that is no fix. A notice, or
    /// refused where tests are protected.
    ProtectTests => "attempts.protect_tests", "changes to a failing test";
    /// A call that changes a file which is forbidden in the task. It is refused, written down as a
    /// violation, and counts as a failed attempt of the current test.
    ScopeForbid => "scope.forbid", "changes to forbidden files";
    /// A call that changes a file outside the scope of the task without a justification. The first
    /// is refused and told how to justify it; the second is a violation and a failed attempt, as is
    /// a justification that is about something else.
    ScopeJustify => "scope.justify", "changes outside the scope";
    /// A scope is wanted and no files are named, so any file may be changed. A notice, once in a
    /// task.
    ScopeFiles => "scope.files", "files named for the task";
    /// Failed attempts at one test: runs after a change in which it fails again. A pass sets the
    /// count to 0.
    PerTest => "attempts.per_test", "attempts at one test";
    /// Failed attempts in a slice of work, whichever test failed. A run with fewer failures than
    /// the one before is none.
    PerSlice => "attempts.per_slice", "attempts in the slice";
    /// Test runs in a row that could not run at all: a build that fails, a missing program, a crash,
    /// no network. A notice where attempts are unlimited.
    Infra => "attempts.infra", "infrastructure failures in a row";
    /// Tries after which the same check failed as it did before: changes, and other calls that lack the same. The agent is
    /// asked for a hypothesis, and nothing is refused where a person attends.
    Advice => "attempts.advice", "tries after which a check failed alike";
    /// Failing test runs that follow a change; a passing run sets the count to 0. What is refused
    /// is the next test run.
    Iterations => "limits.iterations", "iterations";
    /// Tool calls that were admitted.
    ToolCalls => "limits.tool_calls", "tool calls";
    /// Prompts that a machine gave since a person's last one. What is refused is the next such
    /// prompt.
    Turns => "limits.turns", "turns";
    /// Time inside turns. Waiting for a permission, sleep, and the part of a gap above 10 minutes do
    /// not count.
    ActiveTime => "limits.active_time", "active time";
    /// Time asleep after the agent said that it is blocked.
    SleepTime => "limits.sleep_time", "sleep time";
    /// Messages in the conversation.
    Messages => "limits.messages", "messages";
    /// Tokens in the conversation.
    ContextTokens => "limits.context_tokens", "context tokens";
    /// Tokens that the model wrote: a cap of the task since a person's prompt, which `fusebox spend allow` raises.
    OutputTokens => "limits.output_tokens", "output tokens";
    /// What the task has cost: a cap of the task since a person's prompt, which `fusebox spend allow` raises.
    Cost => "limits.cost_usd", "cost";
    /// Tool calls of a hook session that no person attends, since its task began or a person answered.
    UnattendedToolCalls => "unattended.tool_calls", "tool calls without a person";
    /// Time inside turns of a hook session that no person attends.
    UnattendedActiveTime => "unattended.active_time", "active time without a person";
    /// What a hook session that no person attends has cost.
    UnattendedCost => "unattended.cost_usd", "cost without a person";
    /// More calls, time, output tokens or cost than most good runs of this client in this project needed, where
    /// `limits.calibrated` keeps these numbers current. A session that nobody attends is warned and then stopped; a person
    /// who attends gets a notice.
    Calibrated => "limits.calibrated", "more than good runs needed";
    /// Tool calls, with a warning and a critical number of their own; at the critical one the turn is
    /// stopped at once.
    GuidedToolCalls => "guided.tool_calls_critical", "tool calls";
    /// Messages in all, with a warning and a critical number.
    GuidedMessages => "guided.messages_critical", "messages";
    /// Messages since the last prompt.
    GuidedRecursion => "guided.recursion", "messages since the last prompt";
    /// Tokens in the conversation, with a warning and a critical number.
    GuidedContext => "guided.context_critical", "context tokens";
    /// What one session has spent of its cap.
    SpendSession => "spend.session", "spent by the session";
    /// What one subagent has spent of its cap.
    SpendSubagent => "spend.subagent", "spent by the subagent";
    /// What all sessions of one task have spent of its cap.
    SpendTask => "spend.task", "spent on the task";
    /// What all tasks of one issue have spent of its cap.
    SpendIssue => "spend.issue", "spent on the issue";
    /// What was spent on one branch of its cap.
    SpendBranch => "spend.branch", "spent on the branch";
    /// What was spent in one project of its cap.
    SpendProject => "spend.project", "spent in the project";
    /// What all agents of one role have spent of their cap.
    SpendRole => "spend.role", "spent by the role";
    /// What all agents of this machine have spent of their cap. A cap is one sum for everyone: the first agent that
    /// finds it spent is stopped with an incident, and the calls of the others are refused until a person allows more
    /// or the window ends.
    SpendAll => "spend.all", "spent by all agents";
    /// How much of a window of the subscription is used, five hours or a week, as the client tells it. At the share of
    /// `spend.window` it is refused like a cap, until the provider's window ends or a person allows more.
    SpendWindow => "spend.window", "used of a window of the subscription";
    /// A model without a price answered, and `spend.unknown` is `refuse`.
    SpendUnknown => "spend.unknown", "responses of models without a price";
    /// A session has cost more than `spend.unusual` times the median of the last 30 sessions of its project. A notice, once in a
    /// session; it takes 10 sessions whose costs are known.
    SpendUnusual => "spend.unusual", "cost beyond that of other sessions";
    /// Failures in a row of one tool, in any session. Its breaker then refuses that tool to every
    /// agent, until its time is over and one probe succeeds. Bad arguments and missing files neither
    /// count nor reset; the agent is not stopped.
    FailureThreshold => "service.failure_threshold", "failures of a tool in a row";
    /// The share of failures among the last calls of one tool, in any session, where some calls succeed
    /// in between. Its breaker then opens as after failures in a row. Before `minimum_calls` it has no
    /// opinion.
    FailureRate => "service.failure_rate", "percent of failures among the calls of a tool";
    /// Failures in a row of all tools of one service: of an MCP server, or of every host of the web.
    /// The breaker refuses all of them.
    ServiceThreshold => "service.service_threshold", "failures of a service in a row";
    /// The same call gives the same result again and again, with no other call in between and
    /// nothing changed.
    SameCall => "repetition.same_call", "the same call with the same result in a row";
    /// The same call gives the same result again, with other calls in between, while nothing new was
    /// changed and the call never answered differently.
    SameCallAnywhere => "repetition.same_call_anywhere",
        "the same call with the same result without progress";
    /// Two to eight calls go round, each with the result it had a lap before, and nothing changes.
    /// The number counts laps.
    Cycle => "repetition.cycle", "a cycle of calls without progress";
    /// One tool fails with the same error again and again, whatever its arguments, and nothing new
    /// is changed. The tool is refused. With up to two other calls of the tool between each it is named one later, and not refused.
    SameToolError => "repetition.same_tool_error", "the same error of one tool, arguments varied";
    /// The same error comes from one tool after another with no success in between.
    SameErrorAcross => "repetition.same_error", "the same error across tools";
    /// One tool fails, finds nothing or only prints words, with the same output, although it is asked for
    /// different things; or one question has the same answer, however it is spelled. Successful answers about
    /// different things do not count, nor what says only that it was done or that all is well (`ok`, `200`,
    /// a test run that passes). What is refused is the tool, or the question where it is one.
    SameOutput => "repetition.same_output", "the same output of one tool, arguments varied";
    /// The same message is written again with nothing new in between, or one sentence is said again
    /// inside a message, close after itself and with nothing new in between, code included. It trips only after a call has
    /// carried the word to the agent, and never for what is said again inside one message.
    SameMessage => "repetition.same_message", "the same words again";
    /// Edits in a row that leave the files as they were.
    EmptyEdits => "repetition.empty_edits", "edits that change nothing";
    /// Edits that bring back contents that were there before.
    RevertedWorkspace => "repetition.reverted_workspace", "returns to an earlier content";
    /// The same edit again and again, accepted or not.
    SameEdit => "repetition.same_edit", "repeats of one edit";
    /// Edits that are rejected, whatever the reasons, with looks in between and none accepted. Where
    /// the next one is rejected too, the one after it is refused once, unless the agent has looked at its file.
    /// It never trips.
    RejectedEdits => "repetition.rejected_edits", "rejected edits without an accepted one";
    /// The client wanted to stop and a stop hook made the agent go on.
    StopContinuations => "repetition.stop_continuations", "continuations forced at the stop";
    /// Subagents that start subagents that start subagents.
    SubagentDepth => "repetition.subagent_depth", "subagents inside subagents";
    /// Every one of the last steps did what was done before and got the same answer, since the last
    /// new change: loops of any period. After six such steps only what was done twice before counts, so that
    /// a second pass over the same files does not trip.
    NothingNew => "repetition.nothing_new", "steps that bring nothing new";
    /// Failures in a row with at most `failure_run_errors` (3) distinct errors, whatever was tried.
    FailureRun => "repetition.failure_run", "failures in a row with few distinct errors";
    /// Calls that are equal but for their numbers and give equal results. What is refused is the
    /// tool.
    Drift => "repetition.drift", "calls that differ only in their numbers";
    /// The same program or module is not there, whatever needs it, until it runs or something is
    /// installed. What is refused, from N+2 on, are the commands that need it.
    MissingProgram => "repetition.missing_program", "calls of a missing program";
    /// Of the last calls nearly none brought anything: it was seen before, it found nothing, or it
    /// failed as before; and none changed anything. It trips at N+2, and at 20 where most of them are searches or
    /// looks that ask for different things.
    BarrenWindow => "repetition.barren_window", "calls that brought nothing";
    /// The conversation is compacted again and again and nothing new comes in between.
    IdleCompactions => "repetition.idle_compactions", "compactions with nothing new between them";
    /// A call that waits was made seldom and for long, and had the same answer every time. A notice.
    LongWait => "repetition.long_wait", "equal answers of a wait";
    /// As many subagents of one agent were stopped: the agent that starts them is stopped too.
    TrippedSubagents => "repetition.tripped_subagents", "tripped subagents";
    /// Iterations of a loop in a row in which the client's permissions denied tools, progress or not.
    /// If only compound commands of allowed commands were denied, that is a notice.
    Denials => "stagnation.denials", "iterations with denied permissions";
    /// The iterations of a loop end with the same error, progress or not. Times, lengths of time, line
    /// numbers, ids of processes, memory addresses, UUIDs and temporary paths in its text do not make it a
    /// different one.
    SameError => "stagnation.same_error", "the same error at the end of an iteration";
    /// Iterations of a loop that ask questions instead of working. So many are allowed, and count
    /// neither as progress nor as none; the next one opens the loop: blocked on a human.
    Questions => "stagnation.questions", "iterations with questions instead of work";
    /// Iterations of a loop in a row in which no file and no commit changed and no more tests pass
    /// than ever before. At this number the loop is half-open, at the next it is open. Iterations that
    /// could not be measured do not count.
    NoProgress => "stagnation.no_progress", "iterations without progress";
    /// The output of two iterations in a row was below so many percent of the median of the ones
    /// before, and nothing changed: the loop is half-open, and open with one more iteration without
    /// progress. An output that is back at this percentage closes what a decline made half-open.
    /// Nothing is compared with fewer than 5 earlier outputs.
    OutputDecline => "stagnation.output_floor" once "stagnation.output_decline",
        "percent of the usual output";
    /// A judge outside (`guided.judge`) answered that the agent gets nowhere. It is asked after 12 changes without a green run or
    /// 40 calls without an accepted change, at most once in 10 minutes; that it is asked is a notice. The first such answer
    /// is a nudge with its reason, the second in a row trips a session that nobody attends.
    JudgedStuck => "judge.no_progress", "answers of the judge that the agent gets nowhere";
    /// Edits in a row without a check of their effect. A notice, never a trip.
    EditsWithoutCheck => "repetition.edits_without_check", "edits in a row without a check";
    /// The same search again. A notice, never a trip.
    SameSearch => "repetition.same_search", "the same search";
    /// Edits of one file in a row, each with more text than the one before, and no check passes. A notice,
    /// never a trip.
    GrowingEdits => "repetition.growing_edits", "edits of one file that keep growing";
    /// A failure shows its first sign that tripped in this project before, and for which advice is known that helped then.
    /// The agent hears once in a session what helped; never a trip.
    SeenBefore => "learning.seen_before", "trips with the same sign in this project";
    /// No event came for a while although no call is running. A notice, never a trip.
    Quiet => "limits.quiet_after", "time without activity";
}

impl Rule {
    /// Whether it is a budget of the task.
    #[must_use]
    pub fn is_budget(self) -> bool {
        (Self::Iterations..=Self::GuidedContext).contains(&self)
    }

    /// Whether a trip of this rule stops the turn at once.
    #[must_use]
    pub fn stops_at_once(self) -> bool {
        self == Self::Tampered || (Self::GuidedToolCalls..=Self::GuidedContext).contains(&self)
    }

    /// Whether an unattended run that it stopped is tried again with the analysis of the trip. What asks
    /// for more room or for an answer waits for a person.
    #[must_use]
    pub fn is_retried(self) -> bool {
        (Self::GuidedToolCalls..=Self::GuidedContext).contains(&self)
            || (Self::SameCall..=Self::TrippedSubagents).contains(&self)
            || matches!(
                self,
                Self::SameError | Self::NoProgress | Self::OutputDecline | Self::JudgedStuck
            )
    }

    /// Whether it limits a hook session that no person attends.
    #[must_use]
    pub fn is_unattended_net(self) -> bool {
        (Self::UnattendedToolCalls..=Self::UnattendedCost).contains(&self)
    }

    /// Whether it is a cap of `[spend]`. The caps of a task since a person's prompt are budgets of the task.
    #[must_use]
    pub fn is_spend_cap(self) -> bool {
        (Self::SpendSession..=Self::SpendWindow).contains(&self)
    }

    /// Whether it limits how much is used: a budget of the task, or a cap of what is spent.
    #[must_use]
    pub fn limits_use(self) -> bool {
        self.is_budget() || self.is_spend_cap()
    }

    /// Whether it counts attempts at failing tests.
    #[must_use]
    pub fn counts_attempts(self) -> bool {
        matches!(self, Self::PerTest | Self::PerSlice | Self::Infra)
    }

    /// Whether it opens the breaker of the task, for all of its sessions: budgets, attempts, loops, and
    /// what any agent of it did to the breaker.
    #[must_use]
    pub fn opens_task_breaker(self) -> bool {
        self == Self::Tampered || self.is_budget() || self.counts_attempts() || self.judges_loops()
    }

    /// Whether it finds that the same is done, said or answered again and again.
    #[must_use]
    pub fn is_repetition(self) -> bool {
        (Self::SameCall..=Self::IdleCompactions).contains(&self)
    }

    /// Whether it finds that an agent gets nowhere: it repeats itself, or its attempts at tests, the iterations of its loop,
    /// its subagents or a judge say so.
    #[must_use]
    pub fn finds_no_progress(self) -> bool {
        self.counts_attempts() || self.judges_loops() || self.is_retried() && !self.limits_use()
    }

    /// Whether it can open a breaker: others refuse single calls, or only notice.
    #[must_use]
    pub fn can_trip(self) -> bool {
        !matches!(
            self,
            Self::Protected
                | Self::ProtectTests
                | Self::ScopeForbid
                | Self::ScopeJustify
                | Self::ScopeFiles
                | Self::RejectedEdits
                | Self::LongWait
                | Self::EditsWithoutCheck
                | Self::SameSearch
                | Self::SeenBefore
                | Self::Quiet
        )
    }

    /// Whether it is the shared breaker of a tool or a service.
    #[must_use]
    pub fn is_service_breaker(self) -> bool {
        (Self::FailureThreshold..=Self::ServiceThreshold).contains(&self)
    }

    /// Whether it judges the iterations of a loop.
    #[must_use]
    pub fn judges_loops(self) -> bool {
        (Self::Denials..=Self::OutputDecline).contains(&self)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
