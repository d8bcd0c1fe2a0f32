// The plugin that `fusebox install opencode` writes, as a package: it finds the program by itself.
import { spawnSync } from "node:child_process";

const COMMAND = "h=\"${XDG_STATE_HOME:-$HOME/.local/state}/fusebox/bin/fusebox-hook\"; [ -x \"$h\" ] || h=$(command -v fusebox-hook) || exit 0; exec \"$h\" opencode";
const STRICT = false;
const TIMEOUT_MS = 10000;

export const Fusebox = async ({ client, directory }) => {
  const started = new Set();
  const refused = new Set();
  // What is said before a call reaches the agent with its result.
  const said = new Map();

  // What Fusebox answers to an event; nothing where it lets it pass.
  const run = (event, session, fields) => {
    const call = { hook_event_name: event, session_id: session, cwd: directory, ...fields };
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
  const ask = (event, session, fields) => {
    let first = "";
    if (!started.has(session)) {
      started.add(session);
      // A session that goes on is told here what a person answered.
      first = run("session.start", session, {}).additionalContext;
    }
    const answer = run(event, session, fields);
    const texts = [first, answer.additionalContext].filter(Boolean);
    return texts.length > 0 ? { ...answer, additionalContext: texts.join("\n\n") } : answer;
  };

  return {
    "tool.execute.before": async (input, output) => {
      const answer = ask("tool.execute.before", input.sessionID, {
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
      throw new Error(answer.permissionDecisionReason || "Fusebox refused this call.");
    },
    "tool.execute.after": async (input, output) => {
      const answer = ask("tool.execute.after", input.sessionID, {
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: input.args,
        tool_response: { output: output.output, exit: output.metadata?.exit },
      });
      const texts = [said.get(input.callID), answer.additionalContext].filter(Boolean);
      said.delete(input.callID);
      if (texts.length > 0) output.output += "\n\n" + texts.join("\n\n");
    },
    "chat.message": async (input, output) => {
      const parts = output.parts.filter((part) => part.type === "text");
      const prompt = parts.map((part) => part.text).join("\n");
      const answer = ask("chat.message", input.sessionID, { prompt });
      if (answer.decision === "block") throw new Error(answer.reason || "Fusebox refused this prompt.");
      // What a person answered to a trip reaches the agent with their next prompt.
      if (answer.additionalContext && parts.length > 0) {
        parts[parts.length - 1].text += "\n\n" + answer.additionalContext;
      }
    },
    "event": async ({ event }) => {
      const { sessionID, part } = event.properties ?? {};
      if (event.type === "session.idle") ask("session.idle", sessionID, {});
      if (event.type === "session.compacted") ask("session.compacted", sessionID, {});
      if (event.type !== "message.part.updated" || part?.type !== "tool") return;
      // A tool that throws has no other event. One that was refused here is known.
      if (part.state?.status === "error" && !refused.has(part.callID)) {
        refused.add(part.callID);
        ask("tool.error", part.sessionID, {
          tool_name: part.tool,
          tool_use_id: part.callID,
          tool_input: part.state.input,
          error: part.state.error,
        });
      }
    },
  };
};
