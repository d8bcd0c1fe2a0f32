//! `docs/decide.md`: the whole protocol of `fusebox decide`, from the table that its schema is made of.

use fusebox_clients::canonical::{COMMON_FIELDS, EVENTS, EventField, FieldValues};

const HEAD: &str = "\
# The protocol of `decide`

<!-- Generated from crates/clients/src/canonical/event_fields.rs: change that file, not this page. -->

`fusebox decide` is the integration for any agent in any language. Write one JSON object a line; read one
line back for each. Before a tool call write a `tool_request` and obey the answer; after it write a `tool_result`.

```console
$ fusebox decide --keep <<'EVENTS'
{\"session\":\"s1\",\"type\":\"tool_request\",\"call\":\"c1\",\"tool\":\"bash\",\"input\":{\"command\":\"cargo test\"}}
{\"session\":\"s1\",\"type\":\"tool_result\",\"call\":\"c1\",\"ok\":false,\"exit_code\":101,\"output\":\"…\"}
EVENTS
```

- State is in memory and ends with the process. `--keep` keeps it where the hooks keep theirs, so that `fusebox status`,
  `show`, `reset`, `pause` and all others work on it. `--store FOLDER` keeps it elsewhere; `fusebox status`, `incidents`,
  `show` and `log` take the same `--store FOLDER`.
- The policy is that of the working directory, as for hooks; `--preset` and `--config` choose another.
- The exit code is 0, or 2 where a line cannot be read: the message names the line and the field.
- Every field but `session` and `type` may be absent, and `null` is the same as absent. A field that the event does not have is
  ignored, and named once a session on standard error.
- Numbers that may be larger than 2^53 (digests) are strings in every output.
- JSON Schemas: `fusebox schema event`, `fusebox schema verdict`, `fusebox schema diagnostic`, `fusebox schema config`.

## The verdict

```json
{\"session\":\"s1\",\"id\":\"#1\",\"verdict\":\"allow\",\"state\":\"closed\",\"context\":null,\"findings\":[],\"incident\":null}
```

| field | what it says |
|---|---|
| `session`, `id` | the event's; an `id` is made where it had none |
| `verdict` | `allow`; `warn`: let it pass and give `context` to the agent; `ask`: ask the person (only where the request says `can_ask` and `repetition.ask` is on); `deny`: do not run it, and give `context` to the agent as the result; `stop`: the same, and end the turn |
| `state` | the breaker after the event: `closed`, `half_open` or `open` |
| `context` | text for the agent, or null |
| `findings` | what the rules saw, worst first: `rule` ([detectors.md](detectors.md)), `level` (`notice`, `warning`, `block`, `trip`), `observed`, `limit`, `message` |
| `incident` | the id of the open incident, or null: `fusebox show ID` |

After a trip every call but `report_complete` and `report_blocked` (of any MCP server, or without one), `mcp:fusebox/status` and
`mcp:fusebox/justify` is refused until a person answers: with a `prompt` by `human`, a `guidance`, or `fusebox reset`. While a
person has paused the session (`fusebox pause`), calls are refused as well, and nothing is counted.

What has ended cannot be refused. A trip on a `tool_result`, a `message` or another event that asks for nothing has the verdict
`warn` and the state `open`: a finding has the level `trip`, `incident` names it, and `context` tells the agent to stop and to
summarise. The next `tool_request` is `deny`, and `stop` after five refused model responses; the limits of the preset `guided` are
`stop` at once, on any event. Whoever wants to end the turn on the spot looks at `state`, not at `verdict`.

A finding of the level `notice` is for the person, and alone it leaves the verdict at `allow`. The three early signs
(`repetition.edits_without_check`, `repetition.same_search`, `repetition.growing_edits`) reach the agent too: one sentence of each, as
`warn`, once until a person writes. Nothing is ever refused for them.

## The fields of every event
";

/// The whole page.
pub(crate) fn page() -> String {
    let mut page = HEAD.to_owned();
    table(COMMON_FIELDS, &mut page);
    for event in EVENTS {
        page.push_str(&format!("\n## `{}`\n\n{}\n", event.name, event.when));
        if !event.fields.is_empty() {
            table(event.fields, &mut page);
        }
        page.push_str(&format!("\n```json\n{}\n```\n", event.example));
    }
    page
}

fn table(fields: &[EventField], page: &mut String) {
    page.push_str("\n| field | value | what it says |\n|---|---|---|\n");
    for field in fields {
        let EventField { name, values, meaning } = field;
        page.push_str(&format!("| `{name}` | {} | {meaning} |\n", value(*values)));
    }
}

fn value(values: FieldValues) -> String {
    let text = match values {
        FieldValues::Id => "an id",
        FieldValues::Text => "text",
        FieldValues::Count => "a whole number from 0",
        FieldValues::ExitCode => "a whole number",
        FieldValues::Amount => "a number from 0",
        FieldValues::Flag => "`true` or `false`",
        FieldValues::Any => "any JSON value",
        FieldValues::Files => {
            "a number; or a list of paths, or of `{\"path\", \"content\", \"created\"}`"
        }
        FieldValues::Tools => "a list of names, or of `{\"tool\", \"compound\"}`",
        FieldValues::Request => "an object with the fields of `tool_request`",
        FieldValues::OneOf(words) => return format!("`{}`", words.join("`, `")),
    };
    text.to_owned()
}
