"""A model that plays a script: the APIs of three makers on loopback, for real clients to talk to.

The server keeps no state between requests. A client sends the whole conversation each time, so the next step is
read from the conversation alone: which part of the script applies, and how many steps were played since it began.
That makes a repeated request harmless, and one script serves a session, its resumes and its subagents.
"""

import json
import threading
import time
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler

import chat_api
import gemini_api
import messages_api
import responses_api
from loopback_server import LoopbackServer

APIS = {  # by the end of the path
    "messages": messages_api,
    "responses": responses_api,
    "completions": chat_api,
    "generateContent": gemini_api,
    "streamGenerateContent": gemini_api,
}
END_OF_SCRIPT = "The script has nothing more to say."
SIDE_ANSWER = "ok"  # to requests without tools: titles, summaries and the like


# What a script is made of


@dataclass(frozen=True)
class Step:
    """One answer of the model: words, and then calls of tools. Without calls the turn ends."""

    text: str = ""
    calls: tuple = ()
    input_tokens: int = 1000  # what the model says it was given
    thinks_s: float = 0  # how long it takes to say this


def say(text):
    """The model says something and ends its turn."""
    return Step(text=text)


def call(tool, **arguments):
    """The model calls one tool."""
    return Step(calls=((tool, arguments),))


def bash(command):
    """The model runs one shell command."""
    return call("Bash", command=command, description="a step of the script")


def saying(text, step):
    """The same step, with these words before its calls."""
    return replace(step, text=text)


@dataclass(frozen=True)
class Part:
    """Steps to play once the model was told `when`; "" is the start of any conversation.

    After the last step the model ends its turn, or with `forever` plays that step again.
    """

    steps: list
    when: str = ""
    forever: bool = False

    def step(self, played):
        """The step that comes after so many."""
        if played < len(self.steps):
            return self.steps[played]
        return self.steps[-1] if self.forever else say(END_OF_SCRIPT)


class Script:
    """Parts; the one that was first mentioned latest is the one being played."""

    def __init__(self, *parts):
        self.parts = parts

    def next_step(self, messages):
        """The answer to this conversation."""
        begun, part = max(
            ((_first_mention(messages, part.when), part) for part in self.parts),
            key=lambda found: found[0],
        )
        if begun == _NEVER:
            return say(END_OF_SCRIPT)
        return part.step(sum(_calls_tools(message) for message in messages[begun + 1 :]))


_NEVER = -2


def _first_mention(messages, words):
    if not words:
        return -1
    for at, message in enumerate(messages):
        if message["role"] != "assistant" and any(words in text for text in texts_of(message)):
            return at
    return _NEVER


def _calls_tools(message):
    return message["role"] == "assistant" and any(block["type"] == "tool_use" for block in _blocks(message))


# What a client asked


@dataclass
class Request:
    """One request in the form of the Messages API, and the step it was answered with."""

    path: str
    body: dict
    step: Step = None

    @property
    def messages(self):
        """The conversation so far."""
        return self.body.get("messages", [])

    @property
    def texts(self):
        """Every piece of text in the conversation, instructions first."""
        return [*_texts(self.body.get("system", "")), *(text for said in self.messages for text in texts_of(said))]

    @property
    def text(self):
        """All of it as one."""
        return "\n".join(self.texts)

    @property
    def opening(self):
        """The first message, which tells a subagent's conversation from its parent's."""
        return "\n".join(texts_of(self.messages[0])) if self.messages else ""

    @property
    def results(self):
        """Every tool result so far, as (text, is_error)."""
        return [
            ("\n".join(_texts(block.get("content", ""))), bool(block.get("is_error")))
            for message in self.messages
            for block in _blocks(message)
            if block["type"] == "tool_result"
        ]


def texts_of(message):
    """Every piece of text of one message, those of tool results included."""
    return list(_texts(message["content"]))


def _texts(content):
    if isinstance(content, str):
        yield content
        return
    for block in content:
        if "text" in block:
            yield block["text"]
        yield from _texts(block.get("content", []))


def _blocks(message):
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


# The server


class ScriptedModel(LoopbackServer):
    """The server; a context manager. `requests` holds the conversations' requests in order, `side` the others.

    It answers at once; `thinks_s` makes it as slow as a real one, whose clients have time to write things down.
    """

    def __init__(self, script, most=60, thinks_s=0):
        self.script, self.most, self.thinks_s = script, most, thinks_s
        self.requests, self.side = [], []
        self._lock = threading.Lock()
        super().__init__(_handler_of(self))

    def answer(self, request):
        """Records a request and chooses its step."""
        time.sleep(self.thinks_s)
        step, number = self._choose(request)
        time.sleep(step.thinks_s)
        return step, number

    def _choose(self, request):
        with self._lock:
            conversation = bool(request.body.get("tools"))
            (self.requests if conversation else self.side).append(request)
            if not conversation:
                request.step = say(SIDE_ANSWER)
            elif len(self.requests) > self.most:
                request.step = say("Too many requests for one script.")
            else:
                request.step = self.script.next_step(request.messages)
            return request.step, len(self.requests) + len(self.side)

    def holding(self, words):
        """The requests whose conversation holds these words."""
        return [request for request in self.requests if words in request.text]

    def story(self):
        """One line for each request: what was answered, and the tool result that led to it. For failure messages."""
        lines = []
        for at, request in enumerate(self.requests, 1):
            last = request.results[-1] if request.results else ("(none)", False)
            step = ", ".join(f"{tool} {json.dumps(given)[:90]}" for tool, given in request.step.calls)
            mark = "error" if last[1] else "ok"
            lines.append(f"{at:3}. last result {mark}: {last[0][:110]!r} -> {step or 'says ' + request.step.text[:80]!r}")
        return "\n".join(lines) or "(the model was never asked)"


def _handler_of(model):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_HEAD(self):
            self._send(b"", "text/plain")

        def do_GET(self):
            self._send(b'{"type":"error","error":{"type":"not_found_error","message":"not here"}}', status=404)

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
            path = self.path.partition("?")[0]
            if path.endswith("/count_tokens"):
                return self._send(b'{"input_tokens":1000}')
            ending = path.rpartition("/")[2].rpartition(":")[2]
            api = APIS.get(ending)
            if not api:
                return self._send(b"{}", status=404)
            answer = api.answer(body.get("model"), *model.answer(Request(path, api.read(body))))
            if body.get("stream") or ending == "streamGenerateContent":
                return self._send(b"".join(api.events(answer)), "text/event-stream")
            return self._send(json.dumps(answer).encode())

        def _send(self, content, kind="application/json", status=200):
            try:
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the client was stopped while it waited

    return Handler
