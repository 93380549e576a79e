//! `book FOLDER OUT`: the pages of a folder as HTML, with every link looked up.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people prints")]

use anyhow::{Context, Result, bail, ensure};
use mdbook_driver::MDBook;
use mdbook_driver::book::BookItem;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

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
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [folder, out] = args.as_slice() else { bail!("expected FOLDER OUT") };
    let mut book = MDBook::load(folder)?;
    book.config.build.build_dir = std::path::absolute(out)?;
    let mut titles = Vec::new();
    for item in book.iter() {
        if let BookItem::Chapter(chapter) = item {
            let path = chapter.path.as_deref().context("every chapter is there")?;
            let path = path.to_str().context("a name in UTF-8")?;
            titles.push((format!("[{path}]("), format!("[{}](", chapter.name)));
        }
    }
    book.book.for_each_mut(|item| {
        if let BookItem::Chapter(chapter) = item {
            chapter.content = without_links_outside(&chapter.content);
            // A link that shows the name of a file shows the chapter's instead.
            for (file, title) in &titles {
                chapter.content = chapter.content.replace(file, title);
            }
        }
    });
    let chapters = titles.len();
    book.build()?;
    let links = check(out)?;
    println!("{}: {chapters} chapters, {links} links lead somewhere", out.display());
    Ok(())
}

/// Links out of the folder lead to the repository, which the book does not have: their text and
/// the path stay.
fn without_links_outside(text: &str) -> String {
    let mut pieces = text.split("](../");
    let mut told = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (path, rest) = piece.split_once(')').unwrap_or((piece, ""));
        if let Some(bracket) = told.rfind('[') {
            told.remove(bracket);
        }
        told += &format!(" (`{path}`){rest}");
    }
    told
}

/// Looks up every link of every page; gives how many there are.
fn check(out: &Path) -> Result<usize> {
    let mut pages = BTreeMap::new();
    for entry in std::fs::read_dir(out)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let text = std::fs::read_to_string(&path)?;
            pages.insert(path, text);
        }
    }
    let ids: BTreeMap<_, BTreeSet<_>> =
        pages.iter().map(|(path, text)| (path.clone(), values(text, " id=\"").collect())).collect();
    let (mut count, mut broken) = (0, Vec::new());
    for (path, text) in &pages {
        for link in values(text, " href=\"").chain(values(text, " src=\"")) {
            if link.contains(':') || link.is_empty() {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { join(out, file) };
            let known = ids.get(&target).map(|ids| anchor.is_empty() || ids.contains(anchor));
            if !known.unwrap_or_else(|| target.exists()) {
                let page = path.file_name().context("a page has a name")?.to_string_lossy();
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    ensure!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    ensure!(count > 100, "{count} links");
    Ok(count)
}

/// What stands between the marker and the next quote.
fn values<'a>(text: &'a str, marker: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(marker).skip(1).filter_map(|rest| rest.split('"').next())
}

/// A path below the folder, without `.` and `..`.
fn join(folder: &Path, file: &str) -> PathBuf {
    let mut path = folder.to_owned();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}
