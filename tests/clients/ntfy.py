"""A server of topics on loopback, as ntfy is: what is posted is kept, and whoever knows the topic reads it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Topic:
    """One topic; a context manager. `messages` holds what was posted, in order."""

    def __init__(self):
        self.messages = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self):
        """Where the topic is; its name is a secret."""
        return "http://127.0.0.1:%d/t0p1c" % self._server.server_address[1]

    def post(self, text):
        """Somebody writes to the topic."""
        self.messages.append({"id": f"m{len(self.messages)}", "time": 1, "event": "message", "message": text})

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


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
