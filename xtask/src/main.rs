//! Development commands of the family. `cargo xtask` prints the list.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people prints")]

mod arm;
mod bench;
mod book;
mod browser;
mod cargo;
mod demo;
mod driver;
mod foreign;
mod foreign_shaders;
mod fuzz;
mod gpu;
mod header;
mod meshopt;
mod npm;
mod packages;
mod pictures;
mod probes;
mod shaders;
mod snapshots;
mod start;
mod suite;
mod tint;
mod validator;
mod vectors;
mod view;
mod wasm;

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::ExitCode;
use xshell::Shell;

const HELP: &str = "\
cargo xtask demo                        generate the head, render a strip of expressions into out/,
                                        compare the GPU with the CPU
cargo xtask test [--long]               everything that a change must pass; --long adds properties
                                        with many more cases, fuzzing, each benchmark once, a soak, the GPU suite
                                        on a second driver, Tint, a browser,
                                        WebAssembly and AArch64, and needs the network
cargo xtask book                        the pages of docs as a book in HTML, out/book
cargo xtask start                       the program of docs/start.md, as it is printed there
cargo xtask pictures                    the pictures of the pages anew, into docs
cargo xtask validate-shaders [FILTER]   validate every shader permutation and print a table
    --permutation NAME                  those of these names instead; may be repeated
    --emit DIR [--lang wgsl,spirv,glsl,hlsl,msl] [--group G] [--binding B]
                                        write them into a folder, each with its reflection as JSON
    --with FILE --permutation NAME [--group G] [--binding B]
                                        check a WGSL file of your own together with a permutation
cargo xtask foreign                     the golden vectors in C, Python and JavaScript, and spoiled ones
cargo xtask foreign-shaders             every permutation's SPIR-V, GLSL and HLSL through Khronos's tools
cargo xtask header [--check]            write docs/morph_layout.h, or say whether it is up to date
cargo xtask snapshots [--bless]         compare the snapshots of shader text, reflection and errors;
                                        --bless accepts what there is now
cargo xtask vectors [--check]           write the golden vectors, or say whether they are as committed
cargo xtask meshopt [--check]           write the compressed files of the tests with meshoptimizer's encoder,
                                        or say whether they are as committed (needs npm)
cargo xtask validator [PATH]...         the Khronos glTF validator on what the program writes from our
                                        samples, and from these files and folders (needs npm)
cargo xtask limits                      the GPU suite on devices of WebGL2's limits, of wgpu's downlevel
                                        ones and of small ones: tests hold or are refused with numbers
cargo xtask soak [--seconds N]          an engine-like loop whose device is lost at random, for N seconds, 600
                                        where nobody says: results, counters, flat memory
cargo xtask second-driver               the GPU suite on SwiftShader, which Debian's chromium brings
cargo xtask tint                        every shader permutation through Chromium's WGSL compiler
cargo xtask browser                     blend and draw in Chromium; compare with the golden vectors,
                                        and with the pictures of other engines (needs npm, chromium)
cargo xtask view [--screenshot FILE]    the viewer: its tests, and its window under Xvfb, clicked and dragged;
                                        FILE gets a picture of it
cargo xtask wasm                        build the libraries and the npm package for WebAssembly, and run
                                        the golden vectors in Node; adds the target by rustup, or as the
                                        last resort unpacks 140 MB of Debian's packages below target
cargo xtask arm                         morph-core's tests for AArch64 under qemu-user; adds the target by
                                        rustup
cargo xtask fuzz [--seconds N]          run the fuzz targets of morph-gltf, each for N seconds, 60 where
                                        nobody says; on a nightly compiler with the address sanitizer,
                                        where one is installed
    [--target NAME]...                  these only
    --target NAME --input FILE          one input of a target, to see a crash again
cargo xtask bench cpu [--quick]         time the blend beside luma.gl, three.js, Babylon.js, NumPy and
                                        the machine's limits; tables and a plot go into out/bench
    [--only CELL]... [--merge]          some cells, as \"5000 x 52, mixed\"; the report keeps others
cargo xtask bench gpu [--quick]         time the deform pass beside other engines' loops and the device's
                                        limits; --quick is for software adapters
    [--only CASE]... [--rounds N]       some cases, as \"100000/52\", or skin, frame, crowd, memory
cargo xtask bench load [--quick] [FILE]...
                                        time loading beside the gltf crate, three.js and glTF-Transform,
                                        and the memory that it takes; more .glb files may be named
cargo xtask bench bounds [--quick] [FILE]...
                                        how much larger boxes for culling are than the exact ones, beside
                                        three.js's and PlayCanvas's, on the head and on glTF files; picking
                                        beside brute force

As root on Debian, commands install what they need and do not find, without asking; CONTRIBUTING.md lists
it. MORPHKIT_NO_INSTALL=1 forbids that, and whatever is fetched from npm, rustup and pip.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let sh = Shell::new()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the xtask has a parent")?;
    sh.change_dir(root);
    // Mesa's device selection asks for a window system, and complains on machines without one.
    sh.set_var("NODEVICE_SELECT", "1");
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["demo"] => demo::run(&sh),
        ["test"] => suite::run(&sh, false),
        ["test", "--long"] => suite::run(&sh, true),
        ["book"] => book::run(&sh),
        ["start"] => start::run(&sh).map(|folder| println!("{}", folder.display())),
        ["pictures"] => pictures::run(&sh),
        ["validate-shaders", rest @ ..] => shaders::run(&shaders::Args::parse(rest)?),
        ["foreign"] => foreign::run(&sh),
        ["foreign-shaders"] => foreign_shaders::run(&sh),
        ["header"] => header::run(&sh, false),
        ["header", "--check"] => header::run(&sh, true),
        ["snapshots"] => snapshots::run(&sh, false),
        ["snapshots", "--bless"] => snapshots::run(&sh, true),
        ["meshopt"] => meshopt::run(&sh, false),
        ["meshopt", "--check"] => meshopt::run(&sh, true),
        ["validator", paths @ ..] => validator::run(&sh, paths),
        ["limits"] => gpu::limits(&sh),
        ["soak", options @ ..] => gpu::soak(&sh, gpu::soak_seconds(options)?),
        ["second-driver"] => gpu::second_driver(&sh),
        ["tint"] => tint::run(&sh),
        ["browser"] => browser::run(&sh),
        ["view"] => view::run(&sh, None),
        ["view", "--screenshot", file] => view::run(&sh, Some(file)),
        ["wasm"] => wasm::run(&sh),
        ["arm"] => arm::run(&sh),
        ["vectors"] => vectors::run(&sh, false),
        ["vectors", "--check"] => vectors::run(&sh, true),
        ["fuzz", rest @ ..] => fuzz::run(&sh, &fuzz::Args::parse(rest)?),
        ["bench", "cpu", options @ ..] => bench::cpu(&sh, options),
        ["bench", "gpu", options @ ..] => bench::gpu(&sh, options),
        ["bench", "bounds", options @ ..] => bench::bounds(&sh, options),
        ["bench", "load", options @ ..] => bench::load(&sh, options),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => bail!("no such command or arguments: {}\n\n{HELP}", args.join(" ")),
    }
}
