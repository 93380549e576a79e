//! What the numbers were measured on.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Facts of the machine, with what they are facts of.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) facts: Vec<(String, String)>,
    /// Bytes of the last level of the cache.
    pub(crate) cache_bytes: Option<u64>,
}

impl Machine {
    pub(crate) fn look() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let caches = caches();
        let cache = |&(level, bytes): &(u32, u64)| format!("L{level} {} KiB", bytes / 1024);
        let facts = [
            ("CPU", cpu_model()),
            ("cores", Some(cores.to_string())),
            ("caches", Some(caches.iter().map(cache).collect::<Vec<_>>().join(", "))),
            ("system", Some(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))),
            ("rustc", first_line("rustc", &["--version"])),
            ("revision", first_line("git", &["describe", "--always", "--dirty"])),
            ("load before", load_average()),
        ];
        let known = |(name, fact): (&str, Option<String>)| Some((name.to_owned(), fact?));
        Self {
            facts: facts.into_iter().filter_map(known).collect(),
            cache_bytes: caches.last().map(|&(_, bytes)| bytes),
        }
    }

    pub(crate) fn add(&mut self, name: &str, fact: String) {
        self.facts.push((name.to_owned(), fact));
    }
}

/// The work that the machine had in the last minute, in cores.
pub(crate) fn load_average() -> Option<String> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next().map(str::to_owned)
}

fn cpu_model() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let model = field("model name")?;
    // Virtual machines shorten the name; family and model tell the generation.
    Some(match (field("cpu family"), field("model\t")) {
        (Some(family), Some(number)) => format!("{model} (family {family}, model {number})"),
        _ => model,
    })
}

/// Levels and sizes of the data caches, ascending.
fn caches() -> Vec<(u32, u64)> {
    let folder = Path::new("/sys/devices/system/cpu/cpu0/cache");
    let mut caches: Vec<(u32, u64)> = (0..8)
        .filter_map(|index| {
            let read = |name| fs::read_to_string(folder.join(format!("index{index}/{name}"))).ok();
            if read("type")?.trim() == "Instruction" {
                return None;
            }
            let kib: u64 = read("size")?.trim().strip_suffix('K')?.parse().ok()?;
            Some((read("level")?.trim().parse().ok()?, kib * 1024))
        })
        .collect();
    caches.sort_unstable();
    caches
}

fn first_line(program: &str, arguments: &[&str]) -> Option<String> {
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(program).args(arguments).current_dir(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().map(str::to_owned)
}
