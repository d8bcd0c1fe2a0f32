"""The API of Gemini, which Gemini CLI speaks: what was asked, and the wire form of an answer."""

import json

OUTPUT_TOKENS = 20


def read(body):
    """What was asked, in the form of the Messages API."""
    messages = [
        {"role": "assistant" if said.get("role") == "model" else "user", "content": list(_blocks(said))}
        for said in body.get("contents", [])
    ]
    system = "\n".join(part.get("text", "") for part in body.get("systemInstruction", {}).get("parts", []))
    tools = [tool for tool in body.get("tools") or [] if "functionDeclarations" in tool]
    return {"system": system, "messages": messages, "tools": tools}


def _blocks(said):
    for part in said.get("parts", []):
        if "functionResponse" in part:
            response = part["functionResponse"].get("response", {})
            text = response.get("output") or response.get("error") or json.dumps(response)
            yield {"type": "tool_result", "content": text, "is_error": "error" in response}
        elif "functionCall" in part:
            yield {"type": "tool_use", "id": "", "name": part["functionCall"]["name"], "input": {}}
        else:
            yield {"type": "text", "text": part.get("text", "")}


def answer(name, step, number):
    """The whole answer."""
    parts = [{"text": step.text}] if step.text else []
    for at, (tool, given) in enumerate(step.calls):
        parts.append({"functionCall": {"id": f"fc_{number:06}{at:02}", "name": tool, "args": given}})
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {
            "promptTokenCount": step.input_tokens,
            "candidatesTokenCount": OUTPUT_TOKENS,
            "totalTokenCount": step.input_tokens + OUTPUT_TOKENS,
        },
        "modelVersion": name or "scripted",
        "responseId": f"response-{number:06}",
    }


def events(answer):
    """The same as a stream: one event."""
    yield f"data: {json.dumps(answer)}\n\n".encode()
