//! `bindgen IN.wasm OUT NAME`: the JavaScript and the TypeScript types beside a WebAssembly module,
//! as ES modules for browsers and Node.
#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "a program for people prints")]

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out, name] = args.as_slice() else {
        eprintln!("error: expected IN.wasm OUT NAME");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
