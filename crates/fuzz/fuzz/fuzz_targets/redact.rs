//! libFuzzer on the body `redact`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("redact", data));
