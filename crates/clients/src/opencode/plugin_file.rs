//! The plugin that Fusebox writes for opencode: it starts the hook at each event and obeys the answer.

use serde_json::json;

use crate::install::HookCommand;

/// The hooks of the client that the plugin has.
pub(super) const HOOKS: &[&str] =
    &["tool.execute.before", "tool.execute.after", "chat.message", "event"];

/// Writes the plugin. The line of the command is one that reads back as ours.
pub(super) fn write(command: &HookCommand) -> String {
    let refusing = command.refusing_line(|_| None);
    let is_strict = refusing.is_some();
    let line = refusing.unwrap_or_else(|| command.guarded_line());
    PLUGIN
        .replace("IS_STRICT", if is_strict { "true" } else { "false" })
        .replace("COMMAND_LINE", &json!(line).to_string())
}

const PLUGIN: &str = r#"// `fusebox install opencode` writes this file, `fusebox uninstall opencode` takes it away.
import { spawnSync } from "node:child_process";

const COMMAND = COMMAND_LINE;
const STRICT = IS_STRICT;
const TIMEOUT_MS = 10000;

// What Fusebox answers to an event; nothing where it lets it pass.
const run = (event, session, cwd, fields) => {
  const call = { hook_event_name: event, session_id: session, cwd, ...fields };
  const ran = spawnSync("/bin/sh", ["-c", COMMAND], {
    input: JSON.stringify(call),
    encoding: "utf8",
    timeout: TIMEOUT_MS,
  });
  // A strict hook whose program is gone refuses every call.
  if (ran.status === 2) {
    return { permissionDecision: "deny", permissionDecisionReason: (ran.stderr || "").trim() };
  }
  // One that took too long, or that a signal ended, has no status.
  if (STRICT && ran.status === null) {
    const why = ran.error?.code === "ETIMEDOUT" ? "took too long" : "ended without an answer";
    return { permissionDecision: "deny", permissionDecisionReason: `Fusebox refuses: its hook ${why}.` };
  }
  try {
    return ran.status === 0 && ran.stdout ? JSON.parse(ran.stdout) : {};
  } catch {
    return {};
  }
};

// Asks of one start of the plugin, which tells the start of each session by itself.
const asker = () => {
  const started = new Set();
  const ask = (event, session, cwd, fields) => {
    let first = "";
    if (!started.has(session)) {
      started.add(session);
      // A session that goes on is told here what a person answered.
      first = run("session.start", session, cwd, {}).additionalContext;
    }
    const answer = run(event, session, cwd, fields);
    const texts = [first, answer.additionalContext].filter(Boolean);
    return texts.length > 0 ? { ...answer, additionalContext: texts.join("\n\n") } : answer;
  };
  return { ask, started };
};

const refusal = (answer) => new Error(answer.permissionDecisionReason || "Fusebox refused this call.");
const promptRefusal = (answer) => new Error(answer.reason || "Fusebox refused this prompt.");

// Version 1 of the client.
const server = async ({ client, directory }) => {
  const { ask } = asker();
  const refused = new Set();
  // What is said before a call reaches the agent with its result, what is said after a failure with the next one.
  const said = new Map();
  const waiting = new Map();

  return {
    "tool.execute.before": async (input, output) => {
      const answer = ask("tool.execute.before", input.sessionID, directory, {
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: output.args,
      });
      if (answer.additionalContext) said.set(input.callID, answer.additionalContext);
      if (answer.permissionDecision !== "deny") return;
      refused.add(input.callID);
      if (answer.continue === false) {
        await client.session.abort({ path: { id: input.sessionID } });
      }
      throw refusal(answer);
    },
    "tool.execute.after": async (input, output) => {
      const answer = ask("tool.execute.after", input.sessionID, directory, {
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: input.args,
        tool_response: { output: output.output, exit: output.metadata?.exit },
      });
      const waited = waiting.get(input.sessionID);
      const texts = [waited, said.get(input.callID), answer.additionalContext].filter(Boolean);
      said.delete(input.callID);
      waiting.delete(input.sessionID);
      if (texts.length > 0) output.output += "\n\n" + texts.join("\n\n");
    },
    "chat.message": async (input, output) => {
      const parts = output.parts.filter((part) => part.type === "text");
      const prompt = parts.map((part) => part.text).join("\n");
      const answer = ask("chat.message", input.sessionID, directory, { prompt });
      if (answer.decision === "block") throw promptRefusal(answer);
      // What a person answered to a trip reaches the agent with their next prompt.
      if (answer.additionalContext && parts.length > 0) {
        parts[parts.length - 1].text += "\n\n" + answer.additionalContext;
      }
    },
    "event": async ({ event }) => {
      const { sessionID, part } = event.properties ?? {};
      if (event.type === "session.idle") ask("session.idle", sessionID, directory, {});
      if (event.type === "session.compacted") ask("session.compacted", sessionID, directory, {});
      if (event.type !== "message.part.updated" || part?.type !== "tool") return;
      // A tool that throws has no other event. One that was refused here is known.
      if (part.state?.status === "error" && !refused.has(part.callID)) {
        refused.add(part.callID);
        const answer = ask("tool.error", part.sessionID, directory, {
          tool_name: part.tool,
          tool_use_id: part.callID,
          tool_input: part.state.input,
          error: part.state.error,
        });
        if (answer.additionalContext) waiting.set(part.sessionID, answer.additionalContext);
      }
    },
  };
};

// The calls of version 2 between their hooks. Calls that a program of the agent makes have the id of that program:
// each gets one of its own.
const openCalls = () => {
  const open = [];
  // How many calls had an id.
  const counts = new Map();
  const text = (value) => JSON.stringify(value) ?? "";
  return {
    begin: (event) => {
      const count = counts.get(event.id) ?? 0;
      counts.set(event.id, count + 1);
      const use = count === 0 ? event.id : `${event.id}.${count}`;
      const call = { id: event.id, use, tool: event.tool, input: text(event.input), said: [] };
      open.push(call);
      // A call whose tool breaks has no other hook.
      if (open.length > 1000) open.shift();
      if (counts.size > 1000) counts.delete(counts.keys().next().value);
      return call;
    },
    end: (event) => {
      const input = text(event.input);
      const at = open.findIndex(
        (call) => call.id === event.id && call.tool === event.tool && call.input === input,
      );
      return at < 0 ? undefined : open.splice(at, 1)[0];
    },
  };
};

const textOf = (content) => {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => (part?.type === "text" ? [part.text] : [])).join("\n");
};

const withText = (content, text) => [
  ...(typeof content === "string" ? [{ type: "text", text: content }] : (content ?? [])),
  { type: "text", text },
];

const TURN_ENDS = ["session.execution.succeeded", "session.execution.failed", "session.execution.interrupted"];

// Version 2 of the client, from its documents.
const setup = async (ctx) => {
  const { ask, started } = asker();
  const calls = openCalls();
  // What was said at a call that failed reaches the agent with the next result.
  const waiting = new Map();

  const folderOf = async (sessionID) => {
    try {
      return (await ctx.session.get({ sessionID })).location.directory;
    } catch {
      return ctx.location?.directory;
    }
  };

  await ctx.tool.hook("execute.before", async (event) => {
    const folder = await folderOf(event.sessionID);
    const call = calls.begin(event);
    const answer = ask("tool.execute.before", event.sessionID, folder, {
      tool_name: event.tool,
      tool_use_id: call.use,
      tool_input: event.input,
    });
    if (answer.additionalContext) call.said.push(answer.additionalContext);
    if (answer.permissionDecision !== "deny") return;
    calls.end(event);
    // The client waits for this hook: it is not waited for the client.
    if (answer.continue === false) ctx.session.interrupt({ sessionID: event.sessionID }).catch(() => {});
    throw refusal(answer);
  });

  await ctx.tool.hook("execute.after", async (event) => {
    const call = calls.end(event);
    const fields = { tool_name: event.tool, tool_use_id: call?.use ?? event.id, tool_input: event.input };
    const isError = event.status === "error";
    const result = isError
      ? { error: event.error?.message || "the tool failed" }
      : { tool_response: { output: textOf(event.result?.content), exit: event.result?.metadata?.exit } };
    const name = isError ? "tool.error" : "tool.execute.after";
    const folder = await folderOf(event.sessionID);
    const answer = ask(name, event.sessionID, folder, { ...fields, ...result });
    const texts = [...(waiting.get(event.sessionID) ?? []), ...(call?.said ?? []), answer.additionalContext];
    const said = texts.filter(Boolean);
    waiting.delete(event.sessionID);
    if (said.length === 0) return;
    if (isError) {
      waiting.set(event.sessionID, said);
    } else {
      event.result = { ...event.result, content: withText(event.result?.content, said.join("\n\n")) };
    }
  });

  await ctx.session.hook("prompt", async (event) => {
    const folder = await folderOf(event.sessionID);
    const answer = ask("chat.message", event.sessionID, folder, { prompt: event.prompt.text });
    if (answer.decision === "block") throw promptRefusal(answer);
    if (answer.additionalContext) event.prompt.text += "\n\n" + answer.additionalContext;
  });

  // The events of every session come here: those of sessions that are guarded from here count.
  const stop = new AbortController();
  const follow = async () => {
    for await (const event of ctx.event.subscribe({ signal: stop.signal })) {
      const session = event.data?.sessionID;
      if (!started.has(session)) continue;
      if (TURN_ENDS.includes(event.type)) ask("session.idle", session, await folderOf(session), {});
      if (event.type === "session.compaction.ended") {
        ask("session.compacted", session, await folderOf(session), {});
      }
    }
  };
  const followed = follow().catch(() => {});
  return async () => {
    stop.abort();
    await followed;
  };
};

// Version 1 calls `server`, version 2 calls `setup`.
export default { id: "fusebox", server, setup };
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_strict_plugin_refuses_when_its_hook_has_no_status() {
        let command = HookCommand::new("/opt/fusebox-hook", "opencode", &[]).unwrap();
        assert!(write(&command).contains("\nconst STRICT = false;\n"));
        let plugin = write(&command.refusing_without_program("gone"));
        assert!(plugin.contains("\nconst STRICT = true;\n"));
        assert!(plugin.contains("if (STRICT && ran.status === null) {"));
    }
}
