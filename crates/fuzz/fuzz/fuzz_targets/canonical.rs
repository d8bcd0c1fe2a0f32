//! libFuzzer on the body `canonical`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("canonical", data));
