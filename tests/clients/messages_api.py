"""The Messages API of Anthropic, which Claude Code speaks: what was asked, and the wire form of an answer."""

import json


def read(body):
    """What was asked. The script reads this form, so there is nothing to do."""
    return body


def answer(name, step, number):
    """The whole answer."""
    blocks = [{"type": "text", "text": step.text}] if step.text else []
    for at, (tool, given) in enumerate(step.calls):
        blocks.append({"type": "tool_use", "id": f"toolu_{number:06}{at:02}", "name": tool, "input": given})
    return {
        "id": f"msg_{number:06}",
        "type": "message",
        "role": "assistant",
        "model": name,
        "content": blocks,
        "stop_reason": "tool_use" if step.calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": step.input_tokens,
            "output_tokens": 20,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        },
    }


def events(message):
    """The same as a stream."""
    opening = {**message, "content": [], "stop_reason": None}
    yield _event("message_start", message=opening)
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield _event("content_block_start", index=index, content_block=empty)
        yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    closing = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield _event("message_delta", delta=closing, usage=message["usage"])
    yield _event("message_stop")


def _event(kind, **data):
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()
