//! libFuzzer on the body `mask`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("mask", data));
