//! What the pages tell to type: every command runs, and says what the page says that it does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pages, by their place in the repository.
fn pages() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = std::fs::read_dir(root.join("docs")).expect("the folder is there");
    let docs = docs.map(|entry| entry.expect("it can be read").file_name().into_string());
    let docs = docs.map(|name| format!("docs/{}", name.expect("UTF-8")));
    let pages = docs.filter(|name| name.ends_with(".md"));
    let others = ["README.md", "crates/morphkit-cli/README.md"].map(str::to_owned);
    let read = |name: &String| std::fs::read_to_string(root.join(name)).expect("UTF-8");
    pages.chain(others).map(|name| (name.clone(), read(&name))).collect()
}

/// A block of a page: its language, the number of its first line, its lines.
struct Block<'a> {
    language: &'a str,
    first: usize,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(language) = line.strip_prefix("```") {
            is_inside = !is_inside;
            if is_inside {
                blocks.push(Block { language, first: number + 1, lines: Vec::new() });
            }
        } else if is_inside {
            blocks.last_mut().expect("a block is open").lines.push(line);
        }
    }
    blocks
}

/// A folder in which a page's commands run, with the program in its search path.
struct Shell {
    folder: tempfile::TempDir,
    path: String,
}

impl Shell {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for below in ["out", "assets", "smile", "home/.local/share/bash-completion/completions"] {
            std::fs::create_dir_all(folder.path().join(below)).expect("it can be written to");
        }
        // A shader of one's own, for `shader check`; and a folder of files.
        let file = |name: &str, bytes: &[u8]| {
            std::fs::write(folder.path().join(name), bytes).expect("it can be written to");
        };
        file("look.wgsl", LOOK.as_bytes());
        file("mine.wgsl", LOOK.as_bytes());
        file("assets/cube.glb", &morph_sample::glb::write(&morph_sample::cube()));
        let bin = PathBuf::from(env!("CARGO_BIN_EXE_morphkit"));
        let bin = bin.parent().expect("a folder").to_str().expect("UTF-8").to_owned();
        let path = std::env::var("PATH").unwrap_or_default();
        Self { folder, path: format!("{bin}:{path}") }
    }

    /// What a line prints, errors among it, and its exit status.
    fn run(&self, line: &str) -> (String, i32) {
        let line =
            line.replace("../smile/", "smile/").replace("target/release/morphkit", "morphkit");
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {line}\n}} 2>&1")])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("HOME", self.folder.path().join("home"))
            .env("NODEVICE_SELECT", "1")
            .output()
            .expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (text, output.status.code().unwrap_or(-1))
    }
}

const LOOK: &str = "@vertex fn mine(@location(0) p: vec3<f32>, @builtin(vertex_index) i: u32)
    -> @builtin(position) vec4<f32> {
    var v: MorphVertex;
    v.position = p;
    return vec4<f32>(morph_vertex(v, morph_local(i), 0u).position, 1.0);
}";

/// The command of a line of a block of shell text, where it is one of the program's. In text that
/// has remarks in a column, two spaces end the command.
fn command(line: &str) -> Option<(&str, i32)> {
    let name = line.split(' ').next()?;
    (name == "morphkit" || name.ends_with("/release/morphkit")).then(|| {
        let status = line.split_once("# exit status ").map_or(0, |(_, status)| {
            status.trim().parse().expect("a number follows \"exit status\"")
        });
        let end = line.find("  ").unwrap_or(line.len());
        (&line[..end], status)
    })
}

#[test]
#[cfg(unix)]
fn commands_of_the_pages_run() {
    let pages = pages();
    let count: usize = std::thread::scope(|scope| {
        let runs: Vec<_> =
            pages.iter().map(|(name, text)| scope.spawn(|| run_commands(name, text))).collect();
        runs.into_iter().map(|run| run.join().expect("the commands of the page run")).sum()
    });
    assert!(count > 25, "{count} commands");
}

/// Runs all commands of a page in one folder; gives how many there are.
fn run_commands(name: &str, text: &str) -> usize {
    let shell = Shell::new();
    let mut count = 0;
    for block in blocks(text) {
        for (number, line) in (block.first..).zip(&block.lines) {
            let Some((line, expected)) = command(line) else { continue };
            if block.language != "sh" && name != "crates/morphkit-cli/README.md" {
                continue;
            }
            if line.contains("man -l") {
                continue; // a pager that a machine need not have
            }
            let (said, status) = shell.run(&smaller(line));
            assert_eq!(status, expected, "{name}:{number}: {line}\n{said}");
            count += 1;
        }
    }
    count
}

/// The same call with less to do, where what is printed is not looked at: a head of fewer vertices,
/// smaller pictures, one shader of all (other tests write them all).
fn smaller(line: &str) -> String {
    let line = line.replace("sample head -o", "sample head --vertices 2000 -o");
    let line = line.replace("sample vrm1 -o", "sample vrm1 --vertices 2000 -o");
    let less = match () {
        () if line.contains(".gif") => " --size 160x120 --fps 4",
        () if line.contains(" report ") => " --pictures 2",
        () if line.contains(" render ") && !line.contains("--size") => " --size 160x120",
        () if line.contains(" shader emit ") && !line.contains("--permutation") => {
            " --permutation vertex-linear-rows-pn-normalized"
        }
        () => "",
    };
    line + less
}

/// Blocks of the language `console`: after each line that begins with "$ " stands what it prints,
/// where a line of three dots stands for any number of lines. Rewritten with `BLESS=1`, but for
/// outputs with dots.
#[test]
#[cfg(unix)]
fn what_commands_of_the_pages_print_is_what_the_pages_say() {
    let mut count = 0;
    for (name, text) in pages() {
        let shell = Shell::new();
        let mut blessed = text.clone();
        for block in blocks(&text).iter().filter(|block| block.language == "console") {
            let starts = (0..block.lines.len()).filter(|at| block.lines[*at].starts_with("$ "));
            let starts: Vec<_> = starts.collect();
            assert_eq!(starts.first(), Some(&0), "{name}:{}: expected a line of $", block.first);
            let ends = starts.iter().skip(1).copied().chain([block.lines.len()]);
            for (&start, end) in starts.iter().zip(ends) {
                let (line, expected) = (&block.lines[start][2..], &block.lines[start + 1..end]);
                let (said, _) = shell.run(line);
                let said: Vec<_> = said.lines().map(str::trim_end).collect();
                count += 1;
                if matches(expected, &said) {
                    continue;
                }
                let number = block.first + start;
                let is_whole = !expected.contains(&"...");
                assert!(
                    is_whole && std::env::var_os("BLESS").is_some(),
                    "{name}:{number}: {line}\nexpected:\n{}\n\ngot:\n{}",
                    expected.join("\n"),
                    said.join("\n")
                );
                let old = [&[block.lines[start]], expected].concat().join("\n") + "\n";
                let new = [&[block.lines[start]], &said[..]].concat().join("\n") + "\n";
                blessed = blessed.replacen(&old, &new, 1);
            }
        }
        if blessed != text {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            std::fs::write(root.join(name), blessed).expect("the page can be written");
        }
    }
    assert!(count > 0, "{count} commands");
}

/// Whether lines are those that were expected, with three dots for any number of them.
fn matches(expected: &[&str], said: &[&str]) -> bool {
    match expected {
        [] => said.is_empty(),
        ["...", rest @ ..] => (0..=said.len()).any(|skipped| matches(rest, &said[skipped..])),
        [line, rest @ ..] => said.first() == Some(line) && matches(rest, &said[1..]),
    }
}
