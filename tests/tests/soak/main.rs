//! A loop as engines have it: instances come and go, targets are edited, the device is small and is
//! lost at random. It runs for `MORPH_SOAK_SECONDS` (`cargo xtask soak`), a few where nobody says.
//!
//! What every instance shows is compared with the CPU, what the pool counts with a plain list of what
//! is alive, and the memory of the process with what it was.

mod world;

use morph_gpu::PoolStats;
use std::time::{Duration, Instant};
use world::World;

/// Seconds where nobody says.
const SECONDS: u64 = 4;

/// Seconds from which on memory is judged: before, caches and the allocator still fill.
const JUDGED: u64 = 60;

/// What the memory of the last half may be above that of the time before, in bytes.
const MORE: u64 = 16 << 20;

fn seconds() -> u64 {
    let told = std::env::var("MORPH_SOAK_SECONDS");
    told.map_or(SECONDS, |seconds| seconds.parse().expect("MORPH_SOAK_SECONDS: seconds"))
}

/// Bytes of this process that are in memory; `None` where the system does not say.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

#[test]
fn an_engine_that_loses_its_device_at_random_goes_on_with_flat_memory() {
    let (start, length) = (Instant::now(), Duration::from_secs(seconds()));
    let mut world = World::new(0x5eed);
    let mut memory: Vec<u64> = Vec::new();
    let every = length / 60;
    while start.elapsed() < length || world.frames < 100 {
        world.frame();
        // Now and then everything goes.
        if world.frames.is_multiple_of(500) {
            world.clear();
            assert_eq!(world.stats(), PoolStats::default());
        }
        if start.elapsed() >= every * (memory.len() as u32 + 1) {
            memory.extend(resident());
        }
    }
    world.clear();
    assert_eq!(world.stats(), PoolStats::default());
    let mib: Vec<u64> = memory.iter().map(|bytes| bytes >> 20).collect();
    println!("{world}\nMiB resident, {} s apart: {mib:?}", every.as_secs_f32());
    assert!(world.losses > 0 && world.compared > 0 && world.edits > 0, "{world}");
    if length.as_secs() >= JUDGED && !memory.is_empty() {
        let most = |part: &[u64]| part.iter().copied().max().unwrap_or_default();
        // A sixth to fill what is kept.
        let (before, after) = memory[memory.len() / 6..].split_at(memory.len() * 5 / 12);
        assert!(most(after) <= most(before) + MORE, "memory grows: {mib:?} MiB");
    }
}
