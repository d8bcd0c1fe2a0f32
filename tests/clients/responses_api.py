"""The Responses API of OpenAI, which Codex speaks: what was asked, and the wire form of an answer.

What was asked is turned into the form of the Messages API, which is the one that scripts are played against.
"""

import itertools
import json

OUTPUT_TOKENS = 20


def read(body):
    """What was asked, in the form of the Messages API."""
    items = body.get("input", [])
    items = [{"role": "user", "content": items}] if isinstance(items, str) else items
    said = [(_role(item), _blocks(item)) for item in items]
    messages = [
        {"role": role, "content": [block for _, blocks in together for block in blocks]}
        for role, together in itertools.groupby(said, key=lambda one: one[0])
    ]
    return {"system": body.get("instructions") or "", "messages": messages, "tools": body.get("tools")}


def _role(item):
    if item.get("type", "").endswith("_output"):
        return "user"
    return item.get("role", "assistant")  # calls of tools and thoughts have none


def _blocks(item):
    kind = item.get("type", "message")
    if kind.endswith("_output"):
        return [{"type": "tool_result", "content": _text(item.get("output", ""))}]
    if kind.endswith("_call"):
        return [{"type": "tool_use", "id": item.get("call_id"), "name": item.get("name"), "input": {}}]
    return [{"type": "text", "text": _text(item.get("content", ""))}]


def _text(content):
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content or [])


def answer(name, step, number):
    """The whole answer."""
    output = []
    if step.text:
        words = {"type": "output_text", "text": step.text, "annotations": []}
        output.append({"type": "message", "id": f"msg_{number:06}", "role": "assistant", "content": [words]})
    for at, (tool, given) in enumerate(step.calls):
        ids = {"id": f"fc_{number:06}{at:02}", "call_id": f"call_{number:06}{at:02}"}
        output.append({"type": "function_call", **ids, "name": tool, "arguments": json.dumps(given)})
    return {
        "id": f"resp_{number:06}",
        "object": "response",
        "model": name,
        "status": "completed",
        "output": [{**item, "status": "completed"} for item in output],
        "usage": {
            "input_tokens": step.input_tokens,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": OUTPUT_TOKENS,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": step.input_tokens + OUTPUT_TOKENS,
        },
    }


def events(answer):
    """The same as a stream; the client takes an item when it is done."""
    opening = {**answer, "status": "in_progress", "output": [], "usage": None}
    told = [("response.created", {"response": opening})]
    for index, item in enumerate(answer["output"]):
        place = {"output_index": index}
        begun = {"content": []} if item["type"] == "message" else {"arguments": ""}
        told.append(("response.output_item.added", {**place, "item": {**item, **begun, "status": "in_progress"}}))
        if item["type"] == "message":
            words = {"item_id": item["id"], "content_index": 0, "delta": item["content"][0]["text"]}
            told.append(("response.output_text.delta", {**place, **words}))
        told.append(("response.output_item.done", {**place, "item": item}))
    told.append(("response.completed", {"response": answer}))
    for number, (kind, data) in enumerate(told):
        yield f"event: {kind}\ndata: {json.dumps({'type': kind, 'sequence_number': number, **data})}\n\n".encode()
