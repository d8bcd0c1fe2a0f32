#!/usr/bin/env bash
# Everything about the breaker that needs other people's libraries or the model checker, in this order:
#   1. the models: every interleaving of a few threads (loom)
#   2. the traps: ours passes, the others do as recorded
#   3. the measurement, at real-time priority where that is allowed
# `run.sh --write` puts the tables of 2 and 3 into docs/benchmarks.md; `run.sh --quick` takes fewer rounds.
# Ends with 0 when all is well, 1 when a target is missed, another number when something could not be done.
set -euo pipefail
cd "$(dirname "$0")"

write=() quick=()
for word in "$@"; do
  case "$word" in
    --write) write=(--write) ;;
    --quick) quick=(--quick) ;;
    *) echo "run.sh: \`$word\` is not an option; they are --write and --quick" >&2; exit 2 ;;
  esac
done
target="${CARGO_TARGET_DIR:-target}"
step() { printf '\n=== %s (%ss)\n' "$1" "$SECONDS" >&2; }

step "models"
# A folder of its own: with the flag every crate is built anew.
RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR="$target/loom" cargo test --release --quiet -p breaker-models

step "traps"
cargo test --quiet -p breaker-traps
cargo run --quiet -p breaker-traps -- "${write[@]}"

step "measurement"
cargo build --release --quiet -p breaker-bench
priority=()
if chrt -f 5 true 2>/dev/null; then priority=(chrt -f 5); fi
"${priority[@]}" "$target/release/breaker-bench" "${write[@]}" "${quick[@]}"
