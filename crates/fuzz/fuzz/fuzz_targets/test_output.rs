//! libFuzzer on the body `test_output`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("test_output", data));
