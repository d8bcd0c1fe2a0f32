//! libFuzzer on the body `tail`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("tail", data));
