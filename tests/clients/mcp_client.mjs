// Talks to `fusebox mcp serve` with the client of the protocol's own TypeScript SDK, and prints what came of it as JSON.
//
//     node mcp_client.mjs MODULES COMMAND [ARGUMENT...]
//
// MODULES is the folder of modules with the SDK in it. The SDK checks every answer against the schema of the protocol.

import { createRequire } from "node:module";

const [modules, command, ...args] = process.argv.slice(2);
const require = createRequire(`${modules}/client.js`);
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { EmptyResultSchema, SUPPORTED_PROTOCOL_VERSIONS } = require("@modelcontextprotocol/sdk/types.js");

// A connection; `version` is the one that the client asks for instead of its latest.
async function connect(version) {
  const transport = new StdioClientTransport({ command, args, env: process.env, stderr: "pipe" });
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    if (version && message.method === "initialize") message.params.protocolVersion = version;
    return send(message);
  };
  const client = new Client({ name: "conformance", version: "0" });
  const complaints = [];
  client.onerror = (error) => complaints.push(error.message);
  let negotiated;
  transport.setProtocolVersion = (chosen) => (negotiated = chosen);
  await client.connect(transport);
  return { client, transport, complaints, negotiated: () => negotiated };
}

// The code of the error that a request ends with.
async function codeOf(request) {
  try {
    await request();
    return null;
  } catch (error) {
    return error.code ?? error.message;
  }
}

const told = { versions: {} };
for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
  const { client, complaints, negotiated } = await connect(version);
  const { tools } = await client.listTools();
  told.versions[version] = { negotiated: negotiated(), tools: tools.length, complaints };
  await client.close();
}

const { client, transport, complaints } = await connect();
told.server = client.getServerVersion();
told.instructions = client.getInstructions();
told.capabilities = Object.keys(client.getServerCapabilities()).sort();
told.tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
told.templates = (await client.listResourceTemplates()).resourceTemplates.length;
const { resources } = await client.listResources();
told.resources = [];
for (const { uri } of resources) {
  const { contents } = await client.readResource({ uri });
  told.resources.push(contents[0].text);
}
told.status = await client.callTool({ name: "status", arguments: {} });
told.blocked = await client.callTool({
  name: "report_blocked",
  arguments: JSON.parse(process.env.REPORT),
});
told.lacking = await codeOf(() => client.callTool({ name: "justify", arguments: {} }));
told.unknown_tool = await codeOf(() => client.callTool({ name: "no_such_tool", arguments: {} }));
told.unknown_resource = await codeOf(() => client.readResource({ uri: "fusebox://nothing" }));
told.unknown_method = await codeOf(() => client.request({ method: "prompts/list" }, EmptyResultSchema));

// A request that is cancelled at once ends for the client, and the server answers the next one.
const stop = new AbortController();
const cancelled = client.callTool({ name: "status", arguments: {} }, undefined, { signal: stop.signal });
stop.abort("enough");
told.cancelled = await cancelled.then(() => null, (error) => String(error.message ?? error));
told.complaints = [...complaints];
told.ping = await client.ping();

// What is no request at all ends nothing.
for (const line of ["{", "[]", '{"jsonrpc":"2.0","method":"notifications/unknown"}', "\u0000"]) {
  transport._process.stdin.write(`${line}\n`);
}
told.ping_after_noise = await client.ping();
const process_ = transport._process;
const ended = new Promise((resolve) => process_.once("exit", (code) => resolve(code)));
process_.stdin.end();
told.exit = await ended;
console.log(JSON.stringify(told));
