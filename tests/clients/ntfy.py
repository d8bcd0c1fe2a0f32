"""A server of topics on loopback, as ntfy is: what is posted is kept, and whoever knows the topic reads it."""

import json
from http.server import BaseHTTPRequestHandler

from loopback_server import LoopbackServer


class Topic(LoopbackServer):
    """One topic; a context manager. `messages` holds what was posted, in order."""

    def __init__(self):
        self.messages = []
        super().__init__(_handler_of(self))

    @property
    def url(self):
        """Where the topic is; its name is a secret."""
        return super().url + "/t0p1c"

    def post(self, text):
        """Somebody writes to the topic."""
        self.messages.append({"id": f"m{len(self.messages)}", "time": 1, "event": "message", "message": text})


def _handler_of(topic):
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_POST(self):
            topic.post(self.rfile.read(int(self.headers.get("content-length") or 0)).decode())
            self._send("{}")

        def do_GET(self):
            self._send("".join(json.dumps(message) + "\n" for message in list(topic.messages)))

        def _send(self, text):
            content = text.encode()
            self.send_response(200)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler
