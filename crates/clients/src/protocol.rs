//! Reads the hooks of a client by tables: the protocols of most clients differ in names only.
//!
//! Unknown hooks and fields are skipped. An optional field of the wrong type counts as absent, so that a
//! newer version of a client that changes one does not take the rest of the event with it.

mod fields;
pub(crate) mod reply;

use std::path::PathBuf;

use fusebox_engine::event::{PromptOrigin, SessionStart, ToolRequest, ToolResult};
use fusebox_engine::{AgentId, Event, EventKind, SessionId, Tool};
use serde_json::Value;

use self::fields::NamedFields;
use crate::event_id::event_id;
use crate::object_fields::ObjectFields;
use crate::records::tool_names::canonical_call;
use crate::{ClientEnvironment, HookCall, HookPoint, WireError};

/// How a client writes its hook events. Where several names are given, the first one present counts.
#[derive(Debug)]
pub(crate) struct HookProtocol {
    /// The client's name.
    pub(crate) client: &'static str,
    /// The hooks that Fusebox reads.
    pub(crate) hooks: &'static [Hook],
    /// The fields of an event.
    pub(crate) fields: &'static FieldNames,
    /// The tools of hooks that are for one tool each, and name none.
    pub(crate) hook_tools: &'static [(&'static str, &'static str)],
    /// The client's own names of tools, with the names that Fusebox knows.
    pub(crate) tool_names: &'static [(&'static str, &'static str)],
    /// The client's own names of arguments, with the names that Fusebox knows.
    pub(crate) argument_names: &'static [(&'static str, &'static str)],
    /// Whether another client runs the same file of hooks under names of its own, which its payloads have.
    pub(crate) is_file_shared: bool,
    /// Reads what a tool returned.
    pub(crate) result: fn(&ReportedResult<'_>) -> ToolResult,
}

/// One hook of a client.
#[derive(Debug)]
pub(crate) struct Hook {
    /// Its name on the wire.
    pub(crate) name: &'static str,
    /// What it reports.
    pub(crate) fact: HookFact,
}

/// What a hook reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HookFact {
    /// A tool call is about to be made.
    Request,
    /// A tool call ended; its result may still be a failure.
    Result,
    /// A tool call failed.
    Failure,
    /// The client asks whether the call that was requested before is permitted.
    Permission,
    /// A prompt is about to reach the model.
    Prompt,
    /// The same, from a client that calls the hook before every later request to the model, too: those
    /// have no text, and the results of the response before are in.
    PromptOrRequest,
    /// A session begins.
    SessionStart,
    /// The agent ended its turn.
    TurnEnd,
    /// A subagent begins.
    SubagentStart,
    /// A subagent ended its turn.
    SubagentEnd,
    /// The conversation is compacted.
    Compaction,
    /// A session ends.
    SessionEnd,
}

/// The names of the fields of an event.
#[derive(Debug)]
pub(crate) struct FieldNames {
    pub(crate) hook: &'static [&'static str],
    pub(crate) session: &'static [&'static str],
    pub(crate) agent: &'static [&'static str],
    pub(crate) cwd: &'static [&'static str],
    /// Lists of folders, of which the first is the project's, for a hook without a folder of its own.
    pub(crate) folders: &'static [&'static str],
    pub(crate) transcript: &'static [&'static str],
    /// The server of a tool, where it is told apart from the tool.
    pub(crate) server: &'static [&'static str],
    pub(crate) tool: &'static [&'static str],
    pub(crate) input: &'static [&'static str],
    pub(crate) response: &'static [&'static str],
    pub(crate) error: &'static [&'static str],
    pub(crate) duration_ms: &'static [&'static str],
    /// The id of a call. A client without one has its results paired with their calls by content.
    pub(crate) call: &'static [&'static str],
    /// What the calls of one model response have in common.
    pub(crate) round: &'static [&'static str],
    pub(crate) prompt: &'static [&'static str],
    pub(crate) said: &'static [&'static str],
}

/// What a hook says of a call that ended.
#[derive(Debug)]
pub(crate) struct ReportedResult<'a> {
    /// The class of the tool.
    pub(crate) tool: &'a Tool,
    /// What it returned.
    pub(crate) response: Option<&'a Value>,
    /// The error, where the client reports a failure.
    pub(crate) error: Option<&'a str>,
}

impl FieldNames {
    /// The names that Claude Code introduced, which most clients took over.
    pub(crate) const CLAUDE: Self = Self {
        hook: &["hook_event_name"],
        session: &["session_id"],
        agent: &["agent_id"],
        cwd: &["cwd"],
        folders: &[],
        transcript: &["transcript_path"],
        server: &[],
        tool: &["tool_name"],
        input: &["tool_input"],
        response: &["tool_response"],
        error: &["error"],
        duration_ms: &["duration_ms"],
        call: &["tool_use_id"],
        round: &[],
        prompt: &["prompt"],
        said: &["last_assistant_message"],
    };
}

impl HookFact {
    fn point(self, tool: Option<&Tool>) -> HookPoint {
        match self {
            Self::Request => match tool {
                Some(Tool::Bash | Tool::Write | Tool::Edit) => HookPoint::BeforePermission,
                _ => HookPoint::BeforeTool,
            },
            Self::Result => HookPoint::AfterTool,
            Self::Failure => HookPoint::AfterFailure,
            Self::Permission => HookPoint::Permission,
            Self::Prompt | Self::PromptOrRequest => HookPoint::Prompt,
            Self::SessionStart => HookPoint::SessionStart,
            Self::TurnEnd => HookPoint::TurnEnd,
            Self::SubagentStart => HookPoint::SubagentStart,
            Self::SubagentEnd | Self::Compaction | Self::SessionEnd => HookPoint::Silent,
        }
    }
}

impl HookProtocol {
    /// A protocol whose tools and arguments have names that Fusebox knows.
    pub(crate) const fn new(
        client: &'static str,
        hooks: &'static [Hook],
        fields: &'static FieldNames,
        result: fn(&ReportedResult<'_>) -> ToolResult,
    ) -> Self {
        Self {
            client,
            hooks,
            fields,
            hook_tools: &[],
            tool_names: &[],
            argument_names: &[],
            is_file_shared: false,
            result,
        }
    }

    /// Reads a hook call.
    ///
    /// # Errors
    /// When the text is not a JSON object, or names no hook or session, or a call names no tool.
    pub(crate) fn read(
        &self,
        bytes: &[u8],
        environment: &ClientEnvironment,
    ) -> Result<HookCall, WireError> {
        HookCall::read(bytes, |fields| self.read_call(fields, environment))
    }

    /// Reads a hook call of these fields.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(crate) fn read_call(
        &self,
        fields: &mut ObjectFields<'_>,
        environment: &ClientEnvironment,
    ) -> Result<HookCall, WireError> {
        let mut fields = NamedFields(fields);
        let in_payload = fields.text(self.fields.hook);
        if self.is_file_shared
            && in_payload.as_ref().is_some_and(|it| self.is_other(it, environment))
        {
            return Ok(HookCall::unneeded());
        }
        let named = in_payload.or_else(|| environment.hook.clone());
        // What does not say what happened may be a call of a session that is open.
        let named = named.ok_or_else(|| WireError::Missing {
            field: self.fields.hook.first().copied().unwrap_or_default().to_owned(),
            expected: "the name of a hook",
        })?;
        let hook = self.hooks.iter().find(|hook| hook.name == named);
        let Some(hook) = hook else { return Ok(HookCall::unneeded()) };
        let fact = hook.fact;
        let session: SessionId = fields.session(self.fields.session)?;
        let subagent = fields.id::<AgentId>(self.fields.agent);
        let transcript = fields.text(self.fields.transcript).map(PathBuf::from);
        let transcript = transcript.filter(|path| subagent.is_none() && path.is_absolute());
        let cwd = fields.text(self.fields.cwd).or_else(|| fields.first_text(self.fields.folders));
        let start = environment.session_start(self.client, cwd);
        let (kind, tool) = self.read_kind(hook, &mut fields, &start, environment)?;
        let is_unnamed_subagent =
            subagent.is_none() && matches!(fact, HookFact::SubagentStart | HookFact::SubagentEnd);
        let agent = subagent.unwrap_or_else(AgentId::main);
        let event = Event { session, id: event_id(&kind), at: None, agent, kind };
        let events = if is_unnamed_subagent { Vec::new() } else { vec![event] };
        let mut point = fact.point(tool.as_ref());
        if point == HookPoint::BeforePermission && !self.asks_permission() {
            point = HookPoint::BeforeTool;
        }
        Ok(HookCall { events, point, transcript, session: Some(start), defect: None })
    }

    /// Whether a payload names another hook than the command line, which names one of this client.
    fn is_other(&self, in_payload: &str, environment: &ClientEnvironment) -> bool {
        let on_command_line = environment.hook.as_deref();
        self.hooks.iter().any(|hook| Some(hook.name) == on_command_line)
            && on_command_line != Some(in_payload)
    }

    /// Whether the client asks a hook for permission after it asked whether a call is allowed.
    fn asks_permission(&self) -> bool {
        self.hooks.iter().any(|hook| hook.fact == HookFact::Permission)
    }

    /// What happened, and the tool of a call.
    fn read_kind(
        &self,
        hook: &Hook,
        fields: &mut NamedFields<'_, '_>,
        start: &SessionStart,
        environment: &ClientEnvironment,
    ) -> Result<(EventKind, Option<Tool>), WireError> {
        let (names, fact) = (self.fields, hook.fact);
        let kind = match fact {
            HookFact::Request => {
                let request = self.read_request(hook, fields, start)?;
                let tool = request.tool.clone();
                return Ok((EventKind::ToolRequest(request), Some(tool)));
            }
            HookFact::Result | HookFact::Failure => {
                let request = self.read_request(hook, fields, start)?;
                let response = fields.taken_value(names.response);
                let error = fields.text(names.error);
                let reported = ReportedResult {
                    tool: &request.tool,
                    response: response.as_ref(),
                    error: error.as_deref(),
                };
                let mut result = (self.result)(&reported);
                if fact == HookFact::Failure {
                    result.ok = Some(false);
                }
                result.duration_ms = fields.count(names.duration_ms);
                if request.call.is_none() {
                    let named = ToolRequest { cwd: None, round: None, ..request };
                    result.request = Some(named);
                } else {
                    result.call = request.call;
                }
                EventKind::ToolResult(Box::new(result))
            }
            HookFact::Permission => EventKind::RoundEnd,
            HookFact::Prompt | HookFact::PromptOrRequest => {
                let text = fields.text(names.prompt).unwrap_or_default();
                if text.is_empty() && fact == HookFact::PromptOrRequest {
                    return Ok((EventKind::RoundEnd, None));
                }
                let is_person = environment.attended == Some(true) && !text.is_empty();
                let by = if is_person { PromptOrigin::Human } else { PromptOrigin::Automation };
                EventKind::Prompt { by, text }
            }
            HookFact::SessionStart => EventKind::SessionStart(start.clone()),
            HookFact::TurnEnd | HookFact::SubagentEnd => {
                EventKind::Idle { said: fields.text(names.said) }
            }
            HookFact::SubagentStart => EventKind::Subagent { parent: None, depth: None },
            HookFact::Compaction => EventKind::Compaction,
            HookFact::SessionEnd => EventKind::SessionEnd,
        };
        Ok((kind, None))
    }

    fn read_request(
        &self,
        hook: &Hook,
        fields: &mut NamedFields<'_, '_>,
        start: &SessionStart,
    ) -> Result<ToolRequest, WireError> {
        let of_hook = self.hook_tools.iter().find(|(own, _)| *own == hook.name);
        let call = fields.call_id(self.fields.call);
        let name = match of_hook {
            Some((_, tool)) => (*tool).to_owned(),
            None => {
                let tool = match fields.required_text(self.fields.tool) {
                    // A result needs no more than the id of its call.
                    Err(_) if call.is_some() && hook.fact != HookFact::Request => String::new(),
                    tool => tool?,
                };
                match fields.text(self.fields.server) {
                    Some(server) => format!("mcp__{server}__{tool}"),
                    None => tool,
                }
            }
        };
        let known = self.tool_names.iter().find(|(own, _)| *own == name);
        let name = known.map_or(name.as_str(), |(_, known)| known);
        let input =
            fields.value(self.fields.input).map(|input| renamed(input, self.argument_names));
        let (tool, input) = canonical_call(name, input);
        Ok(ToolRequest {
            call,
            round: fields.value(self.fields.round).map(|round| round.to_string()),
            tool,
            can_ask: false,
            input,
            cwd: start.cwd.clone(),
        })
    }
}

/// The arguments of a call, those with a name of the client's own under the canonical one.
pub(crate) fn renamed(input: Value, names: &[(&str, &str)]) -> Value {
    let Value::Object(mut map) = input else { return input };
    for (own, known) in names {
        if !map.contains_key(*known)
            && let Some(value) = map.remove(*own)
        {
            map.insert((*known).to_owned(), value);
        }
    }
    Value::Object(map)
}

#[cfg(test)]
mod tests;
