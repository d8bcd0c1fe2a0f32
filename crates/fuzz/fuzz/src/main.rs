//! libFuzzer on the body that `FUSEBOX_FUZZ_BODY` names: one program for all of them is linked once.
#![no_main]

use std::sync::LazyLock;

static NAME: LazyLock<String> =
    LazyLock::new(|| std::env::var("FUSEBOX_FUZZ_BODY").unwrap_or_default());

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusebox_fuzz::bodies::run(&NAME, data));
