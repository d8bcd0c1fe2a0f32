//! libFuzzer on the body `transcripts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run("transcripts", data));
