"""Sums the usage of Claude Code transcripts and Codex rollouts a second time, in another way.

Prints one line for each day and model: `day model input output cache_read cache_write cache_write_1h US-dollars`.
"""

import json
import sys
from collections import defaultdict
from decimal import Decimal

PRICES = json.load(open(sys.argv[1]), parse_float=Decimal)
KEYS = ["input_cost_per_token", "output_cost_per_token", "cache_read_input_token_cost"]
KEYS += ["cache_creation_input_token_cost", "cache_creation_input_token_cost_above_1hr"]
responses, sums = {}, defaultdict(lambda: [0] * 5)
for path in sys.argv[2:]:
    model, before = "", (0, 0, 0)
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        payload = record.get("payload") or {}
        if record["type"] == "assistant" and record["message"]["model"] != "<synthetic>":
            message, used = record["message"], record["message"]["usage"]
            hour = (used.get("cache_creation") or {}).get("ephemeral_1h_input_tokens", 0)
            written = used.get("cache_creation_input_tokens", 0) - hour
            counts = [used["input_tokens"], used["output_tokens"], used.get("cache_read_input_tokens", 0), written, hour]
            key = (message["id"], record.get("requestId") or record["sessionId"])
            _, _, known = responses.setdefault(key, (record["timestamp"][:10], message["model"], [0] * 5))
            known[:] = map(max, known, counts)
        elif record["type"] == "turn_context":
            model = payload["model"]
        elif payload.get("type") == "token_count" and payload["info"]:
            used = payload["info"]["total_token_usage"]
            total = used["input_tokens"], used["output_tokens"], used["cached_input_tokens"]
            sent, received, cached = (now - then for now, then in zip(total, before))
            before, key = total, (path, record["timestamp"], total)
            responses[key] = (record["timestamp"][:10], model, [sent - cached, received, cached, 0, 0])
for day, model, counts in responses.values():
    sums[day, model] = list(map(sum, zip(sums[day, model], counts)))
for (day, model), counts in sorted(sums.items()):
    price = PRICES.get(model)
    cost = sum(count * price.get(key, 0) for count, key in zip(counts, KEYS)) if price else None
    print(day, model, *counts, cost)
