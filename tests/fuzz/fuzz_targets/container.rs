//! Any bytes as a file: GLB headers and chunks, plain JSON, data URIs.
#![no_main]

use morph_fuzz::{libfuzzer_sys, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| read::file(bytes));
