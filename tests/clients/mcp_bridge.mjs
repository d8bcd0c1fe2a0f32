// Serves a server of standard input and output over HTTP, with the transports of the protocol's own TypeScript SDK:
// the conformance suite reaches a server by its address alone. Messages pass unchanged.
//
//     node mcp_bridge.mjs MODULES COMMAND [ARGUMENT...]
//
// Prints the address and serves until it is killed; every session has a process of its own.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const [modules, command, ...args] = process.argv.slice(2);
const require = createRequire(`${modules}/bridge.js`);
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { StreamableHTTPServerTransport } = require("@modelcontextprotocol/sdk/server/streamableHttp.js");

const sessions = new Map();

// A session: what the client posts goes to the process, and what the process writes is the answer.
async function open() {
  const http = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, http),
  });
  const server = new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" });
  http.onmessage = (message) => server.send(message);
  http.onclose = () => server.close();
  server.onmessage = (message) => http.send(message);
  await http.start();
  await server.start();
  return http;
}

const bridge = createServer(async (request, response) => {
  const session = sessions.get(request.headers["mcp-session-id"]) ?? (await open());
  await session.handleRequest(request, response);
});
bridge.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${bridge.address().port}/mcp`));
