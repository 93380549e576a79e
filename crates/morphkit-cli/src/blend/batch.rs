//! Requests line by line.

use super::Session;
use super::request::Request;
use crate::failure::Failure;
use serde_json::json;
use std::io::{self, BufRead, BufWriter, Read, Write};

/// Longest line that is read: room for hundreds of thousands of weights.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Answers every line; ends with the input, or where no device can be opened.
pub(super) fn run(
    session: &mut Session<'_>,
    mut input: impl BufRead,
    output: impl Write,
) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        let read = read.map_err(|error| {
            Failure::Environment(anyhow::Error::new(error).context("cannot read the requests"))
        })?;
        if read == 0 {
            return Ok(());
        }
        if read as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            return Err(Failure::environment(anyhow::anyhow!(
                "request: expected a line of at most {MAX_LINE_BYTES} bytes, got more"
            )));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        answer(session, &line, &mut out)?;
        out.flush().map_err(Failure::output)?;
    }
}

fn answer(session: &mut Session<'_>, line: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    let request = serde_json::from_slice::<Request>(line)
        .map_err(|error| Failure::environment(anyhow::anyhow!("request: {error}")));
    let (source, plan) =
        match request.and_then(|request| session.prepare(&request, &mut Vec::new())) {
            Ok(prepared) => prepared,
            Err(failure) => return refuse(&failure, out),
        };
    // Without a device no later request can be answered either.
    session.open_engine()?;
    match session.blend(&source, plan) {
        Ok(answer) => answer.write_json(out).map_err(Failure::output),
        Err(failure) => refuse(&failure, out),
    }
}

fn refuse(failure: &Failure, out: &mut impl Write) -> Result<(), Failure> {
    let write = |out: &mut dyn Write| -> io::Result<()> {
        writeln!(out, "{}", json!({ "error": failure.to_string() }))
    };
    write(out).map_err(Failure::output)
}
