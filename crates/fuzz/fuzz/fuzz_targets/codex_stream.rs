//! libFuzzer on the body `codex_stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("codex_stream", data));
