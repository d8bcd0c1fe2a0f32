"""The harness proves itself: the script, the server and the reading of requests, without any client."""

import json
import unittest
import urllib.request

import responses_api
from claude import hooks_said, is_denial, warnings
from scripted_model import END_OF_SCRIPT, Part, Request, Script, ScriptedModel, Step, bash, call, say, saying


def user(*content):
    return {"role": "user", "content": list(content) if content and isinstance(content[0], dict) else content[0]}


def result(text, is_error=False):
    return {"type": "tool_result", "tool_use_id": "x", "content": text, "is_error": is_error}


def asked(*messages):
    return Request("/v1/messages", {"messages": list(messages)})


CALLED = {"role": "assistant", "content": [{"type": "tool_use", "id": "x", "name": "Bash", "input": {}}]}
SPOKEN = {"role": "assistant", "content": [{"type": "text", "text": "well"}]}


class TheScript(unittest.TestCase):
    def test_plays_one_step_after_the_other_and_ends(self):
        script = Script(Part([bash("one"), say("two")]))
        self.assertEqual(script.next_step([user("go")]), bash("one"))
        self.assertEqual(script.next_step([user("go"), CALLED, user(result("done"))]), say("two"))
        twice = [user("go"), CALLED, user(result("done")), CALLED, user(result("done"))]
        self.assertEqual(script.next_step(twice), say(END_OF_SCRIPT))

    def test_plays_the_last_step_forever_when_told_to(self):
        script = Script(Part([bash("again")], forever=True))
        self.assertEqual(script.next_step([user("go"), *[CALLED, user(result("no"))] * 9]), bash("again"))

    def test_turns_to_another_part_when_its_words_come_and_counts_from_there(self):
        script = Script(Part([bash("old")], forever=True), Part([bash("new"), say("end")], when="try it so"))
        heard = [user("go"), CALLED, user(result("denied: try it so"))]
        self.assertEqual(script.next_step(heard), bash("new"))
        self.assertEqual(script.next_step([*heard, CALLED, user(result("try it so, again"))]), say("end"))

    def test_has_nothing_to_say_where_no_part_applies(self):
        self.assertEqual(Script(Part([bash("x")], when="later")).next_step([user("go")]), say(END_OF_SCRIPT))


class TheServer(unittest.TestCase):
    def ask(self, model, **body):
        body = {"model": "m", "messages": [user("go")], **body}
        with urllib.request.urlopen(f"{model.url}/v1/messages?beta=true", json.dumps(body).encode()) as answer:
            return answer.read().decode()

    def test_streams_an_answer_whose_pieces_make_the_step(self):
        with ScriptedModel(Script(Part([call("Read", file_path="a")]))) as model:
            streamed = self.ask(model, stream=True, tools=[{"name": "Read"}])
        events = [json.loads(line[6:]) for line in streamed.splitlines() if line.startswith("data: ")]
        order = "message_start content_block_start content_block_delta content_block_stop message_delta message_stop"
        self.assertEqual([event["type"] for event in events], order.split())
        self.assertEqual(json.loads(events[2]["delta"]["partial_json"]), {"file_path": "a"})
        self.assertEqual(events[4]["delta"]["stop_reason"], "tool_use")

    def test_says_the_words_and_the_tokens_of_a_step(self):
        step = saying("I look.", Step(calls=(("Read", {"file_path": "a"}),), input_tokens=70_000))
        with ScriptedModel(Script(Part([step]))) as model:
            answer = json.loads(self.ask(model, tools=[{}]))
        self.assertEqual([block["type"] for block in answer["content"]], ["text", "tool_use"])
        self.assertEqual((answer["content"][0]["text"], answer["usage"]["input_tokens"]), ("I look.", 70_000))

    def test_keeps_requests_without_tools_apart(self):
        with ScriptedModel(Script(Part([say("hello")]))) as model:
            self.assertEqual(json.loads(self.ask(model))["content"][0]["text"], "ok")
            self.assertEqual(json.loads(self.ask(model, tools=[{}]))["content"][0]["text"], "hello")
            self.assertEqual((len(model.side), len(model.requests)), (1, 1))

    def test_ends_a_conversation_that_would_never_end(self):
        with ScriptedModel(Script(Part([bash("x")], forever=True)), most=2) as model:
            stops = [json.loads(self.ask(model, tools=[{}]))["stop_reason"] for _ in range(3)]
        self.assertEqual(stops, ["tool_use", "tool_use", "end_turn"])


class TheResponsesApi(unittest.TestCase):
    ITEMS = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]},
        {"type": "reasoning", "summary": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
        {"type": "function_call", "call_id": "1", "name": "exec_command", "arguments": "{}"},
        {"type": "function_call", "call_id": "2", "name": "exec_command", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "1", "output": "one"},
        {"type": "function_call_output", "call_id": "2", "output": "two: try it so"},
    ]

    def test_is_read_as_the_conversation_that_scripts_are_played_against(self):
        body = responses_api.read({"instructions": "be good", "input": self.ITEMS, "tools": [{}]})
        self.assertEqual([message["role"] for message in body["messages"]], ["user", "assistant", "user"])
        request = Request("/v1/responses", body)
        self.assertEqual([text for text, _ in request.results], ["one", "two: try it so"])
        self.assertIn("be good", request.text)
        script = Script(Part([bash("old"), say("next")]), Part([say("new")], when="try it so"))
        self.assertEqual(script.next_step(body["messages"]), say("new"))
        self.assertEqual(script.next_step(body["messages"][:2]), say("next"), "two calls of one answer are one step")

    def test_answers_with_the_step_whole_and_as_a_stream(self):
        step = saying("I look.", Step(calls=(("exec_command", {"cmd": "ls"}),), input_tokens=70_000))
        answer = responses_api.answer("m", step, 1)
        self.assertEqual([item["type"] for item in answer["output"]], ["message", "function_call"])
        self.assertEqual(json.loads(answer["output"][1]["arguments"]), {"cmd": "ls"})
        self.assertEqual(answer["usage"]["input_tokens"], 70_000)
        streamed = [json.loads(event.decode().partition("data: ")[2]) for event in responses_api.events(answer)]
        self.assertEqual([event["type"] for event in streamed][::6], ["response.created", "response.completed"])
        done = [event["item"] for event in streamed if event["type"] == "response.output_item.done"]
        self.assertEqual(done, answer["output"])


class WhatHooksSaid(unittest.TestCase):
    def test_is_found_in_each_form_the_client_gives_it(self):
        warned = "<system-reminder>\nPostToolUse:Bash hook additional context: four times\n</system-reminder>"
        denied = "PreToolUse:Bash hook error: enough\nof it"
        rest = (
            "\n\n<system-reminder>\nPostToolBatch hook stopped continuation: open\n</system-reminder>"
            "\n\n<system-reminder>\nUserPromptSubmit hook additional context: look\nthere\n</system-reminder>"
        )
        request = asked(
            user(result("ran"), {"type": "text", "text": warned}),
            user(result(denied, is_error=True)),
            user(result(denied + rest, is_error=True)),
        )
        said = [("warning", "four times"), ("denial", "enough\nof it"), ("denial", "enough\nof it")]
        self.assertEqual(hooks_said(request), [*said, ("stop", "open"), ("warning", "look\nthere")])

    def test_is_found_in_messages_of_their_own(self):
        both = "PreToolUse:Bash hook additional context: one\n\nPostToolBatch hook stopped continuation: two"
        request = asked(user("go"), CALLED, user(result("ran")), {"role": "system", "content": both})
        self.assertEqual(hooks_said(request), [("warning", "one"), ("stop", "two")])

    def test_is_asked_for_by_kind(self):
        warned = "<system-reminder>\nPreToolUse:Bash hook additional context: nearly\n</system-reminder>"
        request = asked(user(result("PreToolUse:Bash hook error: no", is_error=True), {"type": "text", "text": warned}))
        self.assertEqual(warnings(request), ["nearly"])
        self.assertEqual([is_denial(text) for text, _ in request.results], [True])

    def test_is_nothing_where_only_the_client_and_its_tools_speak(self):
        reminder = "<system-reminder>\n<total_tokens>9 tokens left</total_tokens>\n</system-reminder>"
        request = asked(user("go"), SPOKEN, user(result(f"no such file\n\n{reminder}", is_error=True)))
        self.assertEqual(hooks_said(request), [])


if __name__ == "__main__":
    unittest.main()
