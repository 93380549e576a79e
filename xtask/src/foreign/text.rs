//! The flat text of golden vectors.

use super::cases::{Case, Field, File, Value};
use anyhow::{Context, Result, ensure};
use std::fmt::Write;
use std::str::SplitAsciiWhitespace;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<File> {
    let mut tokens = Tokens(text.split_ascii_whitespace());
    tokens.expect("morphkit-golden")?;
    let version = tokens.number()?;
    let group = tokens.word()?;
    let cases = tokens.list(|tokens| {
        tokens.expect("case")?;
        let name = tokens.word()?;
        tokens.expect("rules")?;
        let rules = tokens.list(Tokens::word)?;
        tokens.expect("input")?;
        let input = tokens.list(Tokens::field)?;
        tokens.expect("output")?;
        let output = tokens.list(Tokens::field)?;
        Ok(Case { name, rules, input, output })
    })?;
    ensure!(tokens.0.next().is_none(), "something follows the last case");
    Ok(File { version, group, cases })
}

/// Writes a file.
pub(super) fn write(file: &File) -> String {
    let mut text =
        format!("morphkit-golden {}\n{} {}\n", file.version, file.group, file.cases.len());
    for case in &file.cases {
        let _ = writeln!(text, "case {}", case.name);
        let _ = writeln!(text, "rules {} {}", case.rules.len(), case.rules.join(" "));
        for (side, fields) in [("input", &case.input), ("output", &case.output)] {
            let _ = writeln!(text, "{side} {}", fields.len());
            for field in fields {
                let values: Vec<String> = field.values.iter().map(token).collect();
                let count = values.len();
                let _ =
                    writeln!(text, "{} {} {count} {}", field.name, field.kind, values.join(" "));
            }
        }
    }
    text
}

fn token(value: &Value) -> String {
    match value {
        Value::Integer(integer) => integer.to_string(),
        Value::Float(float) if float.is_nan() => "7fc00000".to_owned(),
        Value::Float(float) => format!("{:08x}", (*float as f32).to_bits()),
        Value::Word(word) => word.clone(),
    }
}

struct Tokens<'a>(SplitAsciiWhitespace<'a>);

impl Tokens<'_> {
    fn word(&mut self) -> Result<String> {
        Ok(self.0.next().context("the text ends early")?.to_owned())
    }

    fn expect(&mut self, wanted: &str) -> Result<()> {
        let found = self.word()?;
        ensure!(found == wanted, "expected {wanted}, found {found}");
        Ok(())
    }

    fn number(&mut self) -> Result<u64> {
        Ok(self.word()?.parse()?)
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| read(self)).collect()
    }

    fn field(&mut self) -> Result<Field> {
        let name = self.word()?;
        let kind = self.word()?.parse()?;
        let values = self.list(|tokens| {
            Ok(match kind {
                'u' => Value::Integer(tokens.number()?),
                'f' => Value::Float(f64::from(f32::from_bits(u32::from_str_radix(
                    &tokens.word()?,
                    16,
                )?))),
                _ => Value::Word(tokens.word()?),
            })
        })?;
        Ok(Field { name, kind, values })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_the_same() {
        let text = "morphkit-golden 1\nsmall 1\ncase first\nrules 2 B1 B2\ninput 2\nbands w 1 NORMAL\n\
                    none f 0 \noutput 2\nfound f 2 bf800000 80000000\ncount u 1 7\n";
        let file = read(text).unwrap();
        assert_eq!(file.cases[0].output[0].values[0], Value::Float(-1.0));
        assert_eq!(write(&file), text);
    }
}
