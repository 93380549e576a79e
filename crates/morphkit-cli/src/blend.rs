//! The command `blend`: vertices for given weights, from the CPU or from a graphics device.

mod answer;
mod batch;
mod device;
mod engine;
mod error_bound;
pub(crate) mod request;
pub(crate) mod source;
mod summary;
mod upload;

use crate::args::BlendArgs;
use crate::failure::{Failure, tell};
use crate::{progress, read};

use answer::Answer;
use engine::Engine;
use request::Request;
use source::{Cache, Source};
use std::io::{self, BufWriter, Write};

/// Blends one file, or one request after the other.
pub(crate) fn run(args: &BlendArgs) -> Result<(), Failure> {
    let mut session = Session::new(args);
    if args.batch {
        return batch::run(&mut session, io::stdin().lock(), io::stdout().lock());
    }
    let request = Request::from_args(args);
    let mut notes = Vec::new();
    let (source, plan) = session.prepare(&request, &mut notes)?;
    notes.iter().for_each(|note| tell(&format!("note: {note}")));
    session.open_engine()?;
    let answer = session.blend(&source, plan)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let written =
        if args.json { answer.write_json(&mut out) } else { summary::write(&answer, &mut out) };
    written.and_then(|()| out.flush()).map_err(Failure::output)
}

/// What lives from one request to the next: the last file and the device.
struct Session<'a> {
    args: &'a BlendArgs,
    cache: Cache,
    engine: Option<Engine>,
}

impl<'a> Session<'a> {
    fn new(args: &'a BlendArgs) -> Self {
        Self { args, cache: Cache::new(read::options(args.strict, args.normals)), engine: None }
    }

    /// Reads the file and checks the request, `notes` gets what looks wrong; no device is needed for that.
    fn prepare(
        &mut self,
        request: &Request,
        notes: &mut Vec<String>,
    ) -> Result<(std::rc::Rc<Source>, request::Plan), Failure> {
        let busy = (!self.args.batch).then(|| progress::spinner("reading"));
        let source = self.cache.load(&request.file)?;
        drop(busy);
        let plan = request.plan(&source, notes)?;
        Ok((source, plan))
    }

    /// Opens the device, once.
    fn open_engine(&mut self) -> Result<(), Failure> {
        if self.engine.is_none() {
            self.engine = Some(Engine::open(self.args)?);
        }
        Ok(())
    }

    fn blend(
        &mut self,
        source: &std::rc::Rc<Source>,
        plan: request::Plan,
    ) -> Result<Answer, Failure> {
        self.open_engine()?;
        let Some(engine) = &mut self.engine else {
            return Err(Failure::environment(anyhow::anyhow!("no backend")));
        };
        let mut blended = Vec::with_capacity(plan.weights.len());
        for (at, weights) in plan.weights.iter().enumerate() {
            blended.push(engine.blend(source, at, weights, plan.raw)?);
        }
        Ok(Answer::new(engine, source, plan.weights, blended))
    }
}
