"""The Chat Completions API of OpenAI, which Qwen Code and Copilot CLI speak: what was asked, and the wire form of an answer."""

import json

OUTPUT_TOKENS = 20


def read(body):
    """What was asked, in the form of the Messages API."""
    said = body.get("messages", [])
    system = "\n".join(_text(one.get("content")) for one in said if one["role"] in ("system", "developer"))
    messages = [_message(one) for one in said if one["role"] not in ("system", "developer")]
    return {"system": system, "messages": messages, "tools": body.get("tools")}


def _message(said):
    if said["role"] == "tool":
        return {"role": "user", "content": [{"type": "tool_result", "content": _text(said.get("content"))}]}
    calls = [
        {"type": "tool_use", "id": one["id"], "name": one["function"]["name"], "input": {}}
        for one in said.get("tool_calls") or []
    ]
    return {"role": said["role"], "content": [{"type": "text", "text": _text(said.get("content"))}, *calls]}


def _text(content):
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content or [])


def answer(name, step, number):
    """The whole answer."""
    calls = [
        {
            "id": f"call_{number:06}{at:02}",
            "type": "function",
            "function": {"name": tool, "arguments": json.dumps(given)},
        }
        for at, (tool, given) in enumerate(step.calls)
    ]
    message = {"role": "assistant", "content": step.text or None, **({"tool_calls": calls} if calls else {})}
    return {
        "id": f"chatcmpl-{number:06}",
        "object": "chat.completion",
        "created": 0,
        "model": name,
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
        "usage": {
            "prompt_tokens": step.input_tokens,
            "completion_tokens": OUTPUT_TOKENS,
            "total_tokens": step.input_tokens + OUTPUT_TOKENS,
        },
    }


def events(answer):
    """The same as a stream."""
    choice = answer["choices"][0]
    message = choice["message"]
    base = {key: answer[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}

    def chunk(delta, reason=None):
        return {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    yield _data(chunk({"role": "assistant", "content": message["content"] or ""}))
    for at, call in enumerate(message.get("tool_calls", [])):
        yield _data(chunk({"tool_calls": [{**call, "index": at}]}))
    yield _data(chunk({}, choice["finish_reason"]))
    yield _data({**base, "choices": [], "usage": answer["usage"]})
    yield b"data: [DONE]\n\n"


def _data(chunk):
    return f"data: {json.dumps(chunk)}\n\n".encode()
