//! The command `man`: manual pages, from the same texts as `--help`.

use crate::args::{Cli, ManArgs};
use crate::failure::Failure;
use crate::pick;
use anyhow::{Context, anyhow};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// What the pages belong to.
const SOURCE: &str = concat!("morphkit ", env!("CARGO_PKG_VERSION"));

/// Prints a page, or writes all of them.
pub(crate) fn run(args: &ManArgs) -> Result<(), Failure> {
    let mut program = Cli::command().disable_help_subcommand(true);
    // Gives commands of commands their whole names.
    program.build();
    match &args.output {
        Some(folder) => write_all(&program, folder).map_err(Failure::Environment),
        None => {
            let page = page(find(&program, &args.command)?).map_err(Failure::output)?;
            io::stdout().lock().write_all(&page).map_err(Failure::output)
        }
    }
}

fn find<'a>(program: &'a Command, names: &[String]) -> Result<&'a Command, Failure> {
    let mut command = program;
    for name in names {
        let known: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        command = command.find_subcommand(name).ok_or_else(|| {
            let near = match pick::nearest(name, &known).as_slice() {
                [] => "`morphkit --help` lists them".to_owned(),
                near => format!("did you mean {}?", near.join(" or ")),
            };
            Failure::Environment(anyhow!("{name}: no such command; {near}"))
        })?;
    }
    Ok(command)
}

fn write_all(command: &Command, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = folder.join(format!("{name}.1"));
    let page = page(command).context("the page cannot be made")?;
    fs::write(&path, page).with_context(|| path.display().to_string())?;
    command.get_subcommands().try_for_each(|command| write_all(command, folder))
}

/// One page. Examples and tables of the help keep their lines.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone()).manual("morphkit").source(SOURCE);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(notes) = command.get_after_help() {
        let notes = notes.to_string();
        let notes = notes.strip_prefix("Examples:\n").unwrap_or(&notes);
        writeln!(page, ".SH EXAMPLES\n.nf")?;
        notes.lines().try_for_each(|line| writeln!(page, "{}", escaped(line)))?;
        writeln!(page, ".fi")?;
    }
    Ok(page)
}

/// A line that roff leaves as it is.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-");
    // At the start of a line these would begin a request.
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_help_is_no_request() {
        assert_eq!(escaped(".TH"), "\\&.TH");
        assert_eq!(escaped("'a' -o b\\c"), "\\&'a' \\-o b\\ec");
    }
}
