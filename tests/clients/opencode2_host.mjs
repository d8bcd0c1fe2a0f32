// What OpenCode 2 does with a plugin, from its documents (2.0.20): it calls `setup`, gives each prompt and each call to
// the hooks that were registered, and publishes events. The client itself is not here.
//
//     node opencode2_host.mjs PLUGIN < script.json
//
// The script is a list of steps of sessions; a line of JSON for each says what came of it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const plugin = (await import(pathToFileURL(process.argv[2]).href)).default;
if (typeof plugin?.id !== "string" || typeof plugin.setup !== "function") {
  throw new Error("Plugin must export a default definition with an id and an effect or setup function.");
}

const hooks = {};
const interrupted = [];
const events = [];
let wake = () => {};
const domain = (name) => async (hook, callback) => {
  (hooks[`${name}.${hook}`] ??= []).push(callback);
  return { dispose: async () => {} };
};
const trigger = async (name, event) => {
  for (const callback of hooks[name] ?? []) await callback(event);
  return event;
};

async function* subscribe({ signal } = {}) {
  signal?.addEventListener("abort", () => wake());
  while (!signal?.aborted) {
    while (events.length > 0) yield events.shift();
    await new Promise((resolve) => (wake = resolve));
  }
}

const cleanup = await plugin.setup({
  app: {},
  options: {},
  location: { directory: process.cwd() },
  tool: { hook: domain("tool") },
  session: {
    hook: domain("session"),
    get: async ({ sessionID }) => ({ id: sessionID, location: { directory: process.cwd() } }),
    interrupt: async ({ sessionID }) => {
      interrupted.push(sessionID);
      return { interrupted: true };
    },
  },
  event: { subscribe },
});

const step = async ({ session: sessionID, prompt, call, publish }) => {
  if (publish) {
    events.push({ id: "evt", created: 0, type: publish, data: { sessionID } });
    wake();
    // The event is followed beside whatever the session does.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return {};
  }
  if (prompt !== undefined) {
    const event = { sessionID, messageID: "msg", prompt: { text: prompt }, delivery: "steer" };
    return { prompt: (await trigger("session.prompt", event)).prompt.text };
  }
  const base = { tool: call.tool, sessionID, agent: "build", messageID: "msg", id: call.id, input: call.input };
  await trigger("tool.execute.before", { ...base });
  if (call.error !== undefined) {
    await trigger("tool.execute.after", { ...base, status: "error", error: { message: call.error } });
    return { ran: true };
  }
  const result = { content: [{ type: "text", text: call.text ?? "" }], metadata: { exit: call.exit ?? 0 } };
  const after = await trigger("tool.execute.after", { ...base, status: "completed", result });
  return { ran: true, text: after.result.content.map((part) => part.text).join("\n") };
};

for (const one of JSON.parse(readFileSync(0, "utf8"))) {
  let came;
  try {
    came = await step(one);
  } catch (error) {
    came = { refused: error.message };
  }
  console.log(JSON.stringify({ ...came, interrupted: interrupted.includes(one.session) }));
}
await cleanup?.();
