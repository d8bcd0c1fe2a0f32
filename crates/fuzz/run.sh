#!/usr/bin/env bash
# Lets libFuzzer look for inputs that break a body, from the kept corpus on: each for so many seconds (60s) or
# with so many inputs (50000); fails where one breaks, with the input that broke it. Every run looks elsewhere,
# unless FUSEBOX_FUZZ_SEED has a number: then the same inputs are tried, and what one run finds, the next finds.
# Usage: run.sh LIMIT [BODY…]. Needs a C++ compiler; Rust may be stable.
set -euo pipefail
cd "$(dirname "$0")"

limit="${1:?usage: run.sh SECONDSs|INPUTS [BODY…]}"
case "$limit" in
  *s) limit="-max_total_time=${limit%s}" ;;
  *) limit="-runs=$limit" ;;
esac
shift
bodies=("$@")
[ "${#bodies[@]}" -gt 0 ] || mapfile -t bodies < <(cd corpus && ls)

# What libFuzzer follows: edges taken and values compared. No sanitizer: the code has no unsafe
# block, and every panic is found without one.
coverage=(
  -Cpasses=sancov-module
  -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
  -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-sanitizer-coverage-trace-compares
  -Cllvm-args=-simplifycfg-branch-fold-threshold=0
  -Ccodegen-units=1
  --cfg fuzzing
)
host="$(rustc -vV | sed -n 's/^host: //p')"
target="${FUSEBOX_FUZZ_TARGET_DIR:-$PWD/fuzz/target}"
# The dependencies that ship, not newer ones.
cp ../../Cargo.lock fuzz/Cargo.lock
# With a target named, build scripts and macros are built without these flags.
RUSTFLAGS="${coverage[*]}" cargo build --release --manifest-path fuzz/Cargo.toml \
  --target "$host" --target-dir "$target"

fuzz_one() {
  # What is found lies outside the kept corpus; an input that matters is copied there by hand.
  mkdir -p "fuzz/corpus/$1" fuzz/artifacts
  local log="fuzz/corpus/$1.log"
  if FUSEBOX_FUZZ_BODY="$1" "$program" "fuzz/corpus/$1" "corpus/$1" "$limit" \
    -seed="${FUSEBOX_FUZZ_SEED:-0}" -timeout=30 -max_len=16384 \
    -artifact_prefix="fuzz/artifacts/$1-" -print_final_stats=1 >"$log" 2>&1; then
    printf '%-12s %s\n' "$1" "$(grep -o 'number_of_executed_units: *[0-9]*' "$log" | tr -s ' ')"
  else
    tail -n 60 "$log"
    printf '%s is broken by %s\n' "$1" "$(grep -o 'Test unit written to .*' "$log" | cut -d' ' -f5-)"
    return 1
  fi
}
export -f fuzz_one
export limit program="$target/$host/release/fusebox-fuzz-targets"
printf '%s\n' "${bodies[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {}'
