//! libFuzzer on the body `gemini_stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("gemini_stream", data));
