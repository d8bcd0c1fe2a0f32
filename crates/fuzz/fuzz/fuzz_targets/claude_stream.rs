//! libFuzzer on the body `claude_stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("claude_stream", data));
