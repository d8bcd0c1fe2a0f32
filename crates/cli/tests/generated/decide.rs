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
- The exit code is 0; 1 where the store cannot be used; 2 where the policy is wrong or a line cannot be read: the message names the line
  and, where it is JSON, the field. Lines after it are not read.
- Every field but `session` and `type` may be absent, and `null` is the same as absent. A field that the event does not have is
  ignored, and named once a session and type of event on standard error; inside `request` and `files_changed` it is not named.
- Digests, which may be larger than 2^53, are strings in every output. Counts and times are numbers, as the events gave them; `observed`
  and `limit` of `limits.cost_usd` are millionths of a US dollar.
- JSON Schemas: `fusebox schema event`, `fusebox schema verdict`, `fusebox schema diagnostic`, `fusebox schema config`.

## The verdict

```json
{\"session\":\"s1\",\"id\":\"#1\",\"verdict\":\"allow\",\"state\":\"closed\",\"context\":null,\"findings\":[],\"incident\":null}
```

| field | what it says |
|---|---|
| `session`, `id` | the event's; an `id` is made where it had none |
| `verdict` | `allow`; `warn`: let it pass and give `context` to the agent; `ask`: ask the person (only at the first refusal of a loop, where the request says `can_ask`, `repetition.ask` is on and a `prompt` by `human` came before); `deny`: do not run it, and give `context` to the agent as the result; `stop`: the same, and end the turn |
| `state` | the breaker after the event: `closed`, `half_open` or `open` |
| `context` | text for the agent, or null |
| `findings` | what the rules saw, worst first: `rule` ([detectors.md](detectors.md)), `level` (`notice`, `warning`, `block`, `trip`), `observed`, `limit`, `message` |
| `incident` | the id of the open incident, or null: `fusebox show ID` |

After a trip every call is refused until a person answers, but `report_complete` and `report_blocked` (of any MCP server, or without one),
`mcp:fusebox/status`, `mcp:fusebox/justify`, and in the shell, alone on the line, `report`, `justify`, `status` and `prompt` of `fusebox`.
A person answers with a `prompt` by `human`, a `guidance`, or `fusebox reset`. While a person has paused the session (`fusebox pause`), the
same calls are refused, and a `prompt` by `automation`: first `deny`, then `stop`. `state` stays as it was, and nothing is counted.

What has ended cannot be refused. A trip on an event that asks for nothing has the verdict `warn` and the state `open`: a finding has the
level `trip`, and `incident` names it. On a `tool_result` `context` tells the agent to stop and to summarise; on a `message`, a `usage` and
others that carry no words it is null, and the words come with the next `session_start`, `prompt`, `tool_request`, `tool_result` or
`iteration`. The next `tool_request` is `deny`, and from the fifth refused model response on it is `stop` (without `round`, each call is
one); the limits of the preset `guided` are `stop` at once, on any event. An `iteration` that trips is `stop`, and so is every later one:
`context` is the reason, for the program that drives the loop. Whoever wants to end the turn on the spot looks at `state`, not at
`verdict`.

A finding of the level `notice` is for the person, and alone it leaves the verdict at `allow`. A `warning` on an event that carries
no words leaves it at `allow` too: the next event that does is `warn`, with the text and no finding. With `mode = \"observe\"` every verdict
is `allow`, whatever the findings say. The three early signs
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
        FieldValues::ExitCode => "a whole number of 32 bits",
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
