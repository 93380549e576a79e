//! The command `optimize`: a smaller file that shows the same, or the same within a bound.

mod report;
mod text;

use crate::args::OptimizeArgs;
use crate::failure::Failure;
use crate::{progress, read};
use anyhow::Context;
use morphkit::core::VertexOrder;
use morphkit::gltf;
use morphkit::gltf::optimize::{Change, Optimize, optimize};
use report::Report;
use std::io::{self, BufWriter, Write};

/// Optimises one file.
pub(crate) fn run(args: &OptimizeArgs) -> Result<(), Failure> {
    args.output.check(&args.file)?;
    let place = || args.file.display().to_string();
    let options = read::options(args.strict, false);
    let busy = progress::spinner("optimizing");
    let document =
        gltf::open_with(&args.file, &options).with_context(place).map_err(Failure::File)?;
    // What is broken elsewhere would be written on, and look as if this had broken it.
    document.validate().with_context(place).map_err(Failure::File)?;
    let options = Optimize {
        drop_empty: args.drop_empty,
        quantize: args.quantize.then(|| args.error.map(|bounds| bounds.0).unwrap_or_default()),
        reorder: args.reorder.then_some(VertexOrder::Signature),
        ..Optimize::default()
    };
    let mut optimized = optimize(&document, &options).with_context(place).map_err(Failure::File)?;
    busy.finish_and_clear();
    let after = args.output.save(&args.file, &document, &optimized.written)?;
    // The library counts a GLB; this is what lies there.
    optimized.report.bytes = Change { after, ..optimized.report.bytes };
    let report = Report::new(&args.output.output, &optimized.report);
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if args.json {
        serde_json::to_writer_pretty(&mut out, &report)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
    } else {
        text::write(&report, &mut out)
    };
    written.and_then(|()| out.flush()).map_err(Failure::output)
}
