#!/usr/bin/env bash
# Runs fuzz targets, each for so many seconds from the kept corpus on; fails where one breaks, with
# the input that broke it. Usage: run.sh SECONDS [TARGET…]. Needs a C++ compiler; Rust may be stable.
set -euo pipefail
cd "$(dirname "$0")"

seconds="${1:?usage: run.sh SECONDS [TARGET…]}"
shift
targets=("$@")
[ "${#targets[@]}" -gt 0 ] || mapfile -t targets < <(cd corpus && ls)

command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --version 0.13.2 --locked

# The dependencies that ship, not newer ones.
cp ../../Cargo.lock fuzz/Cargo.lock
# No sanitizer: the code has no unsafe block, and every panic is found without one.
cargo fuzz build --sanitizer none

fuzz_one() {
  # What is found lies outside the kept corpus; an input that matters is copied there by hand.
  mkdir -p "fuzz/corpus/$1"
  local log="fuzz/corpus/$1.log"
  if cargo fuzz run --sanitizer none "$1" "fuzz/corpus/$1" "corpus/$1" -- \
    -max_total_time="$seconds" -timeout=30 -max_len=16384 -print_final_stats=1 >"$log" 2>&1; then
    printf '%-12s %s\n' "$1" "$(grep -o 'number_of_executed_units: *[0-9]*' "$log" | tr -s ' ')"
  else
    tail -n 60 "$log"
    printf '%s is broken by %s\n' "$1" "$(grep -o 'Test unit written to .*' "$log" | cut -d' ' -f5-)"
    return 1
  fi
}
export -f fuzz_one
export seconds
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {}'
