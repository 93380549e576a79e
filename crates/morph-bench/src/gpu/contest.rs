//! One case: every contestant is checked, then all are timed in turns.

use crate::case::Case;
use crate::clock::Work;
use crate::device::Gpu;
use crate::ours::{self, Deformed, Ours};
use crate::peers::{Peer, Peers};
use crate::results::{Measured, Results};
use crate::scene::Scene;
use crate::verify::{self, Bound};
use anyhow::Result;
use morphkit::wgsl::Output;
use rayon::prelude::*;

/// Who takes part, ready to be recorded.
struct Contestant {
    name: String,
    record: Box<dyn Fn(&mut wgpu::ComputePass<'_>)>,
    delta_bytes: u64,
    /// The largest error in units of what is allowed.
    error: f64,
}

/// Measures a case. What cannot take part is left out, with the reason.
pub(crate) fn measure(gpu: &Gpu, scene: &Scene, rounds: u32, results: &mut Results) -> Result<()> {
    let case = scene.case;
    let peers = Peers::new(gpu, scene);
    let mut contestants = Vec::new();
    let mut add = |name: &str, contestant: Result<Contestant>| match contestant {
        Ok(contestant) => contestants.push(contestant),
        Err(error) => results.left_out.push(format!("{name} at {case}: {error:#}")),
    };
    for peer in Peer::ALL {
        add(peer.name(), of_peer(gpu, scene, &peers, peer));
    }
    // Encoding takes longest, and everybody encodes alone.
    let ours = Ours::all(case).into_par_iter();
    let deformed: Vec<_> = ours.map(|ours| (Deformed::new(gpu, scene, &ours), ours)).collect();
    for (deformed, ours) in deformed {
        let contestant = deformed.and_then(|deformed| of_ours(gpu, scene, &ours, deformed));
        add(&ours.name, contestant);
    }
    let times = gpu.rounds(rounds, contestants.len(), |at| {
        gpu.time(&Work::Compute(&contestants[at].record))
    })?;
    let moved_pairs = scene.moved_pairs();
    for (Contestant { name: contender, delta_bytes, error, .. }, time) in
        contestants.into_iter().zip(times)
    {
        results.measured.push(Measured { case, contender, time, delta_bytes, error, moved_pairs });
    }
    Ok(())
}

/// First and last instance: those that are compared with float64.
fn compared(case: Case) -> impl Iterator<Item = usize> {
    let last = case.instances - 1;
    [0, last].into_iter().take(1 + usize::from(last > 0))
}

fn of_peer(gpu: &Gpu, scene: &Scene, peers: &Peers, peer: Peer) -> Result<Contestant> {
    let kernel = peers.kernel(gpu, scene, peer)?;
    gpu.run(&Work::Compute(&|pass| kernel.record(pass)))?;
    let mut error: f64 = 0.0;
    for instance in compared(scene.case) {
        let output = peers.output(gpu, instance)?;
        error = error.max(verify::check(scene, instance, &output, Bound::EXACT)?);
    }
    Ok(Contestant {
        name: peer.name().to_owned(),
        record: Box::new(move |pass| kernel.record(pass)),
        delta_bytes: scene.case.dense_bytes(peer.bytes_each()),
        error,
    })
}

fn of_ours(gpu: &Gpu, scene: &Scene, ours: &Ours, deformed: Deformed) -> Result<Contestant> {
    gpu.run(&Work::Compute(&|pass| deformed.pool.record_deform(pass)))?;
    let mut error: f64 = 0.0;
    for instance in compared(scene.case) {
        let mut bound = deformed.bound(scene, instance)?;
        if ours.options.output == Output::Compact {
            bound.normal += ours::COMPACT_NORMAL;
        }
        let output = deformed.output(gpu, instance)?;
        error = error.max(verify::check(scene, instance, &output, bound)?);
    }
    Ok(Contestant {
        name: ours.name.clone(),
        delta_bytes: deformed.pool.delta_bytes(),
        error,
        record: Box::new(move |pass| deformed.pool.record_deform(pass)),
    })
}
