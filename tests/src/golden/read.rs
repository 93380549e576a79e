//! The grammar of the flat text.

use super::{Case, Fields, Values};
use std::str::SplitWhitespace;

/// Reads a file.
///
/// # Panics
/// Where the text breaks the grammar, saying what was expected.
#[must_use]
pub fn parse(group: &str, text: &str) -> Vec<Case> {
    let mut tokens = Tokens(text.split_whitespace());
    for word in ["morphkit-golden", "1", group] {
        tokens.expect(word);
    }
    let cases = (0..tokens.count()).map(|_| case(group, &mut tokens)).collect();
    assert_eq!(tokens.0.next(), None, "{group}: nothing follows the last case");
    cases
}

fn case(group: &str, tokens: &mut Tokens<'_>) -> Case {
    tokens.expect("case");
    let name = format!("{group}/{}", tokens.word());
    tokens.expect("rules");
    let rules = tokens.list(str::to_owned);
    tokens.expect("input");
    let input = fields(tokens);
    tokens.expect("output");
    Case { name, rules, input, output: fields(tokens) }
}

fn fields(tokens: &mut Tokens<'_>) -> Fields {
    Fields((0..tokens.count()).map(|_| field(tokens)).collect())
}

fn field(tokens: &mut Tokens<'_>) -> (String, Values) {
    let name = tokens.word().to_owned();
    let values = match tokens.word() {
        "u" => Values::Numbers(tokens.list(|token| token.parse().unwrap())),
        "f" => Values::Floats(tokens.list(|token| {
            assert_eq!(token.len(), 8, "{name}: {token}");
            f32::from_bits(u32::from_str_radix(token, 16).unwrap())
        })),
        "w" => Values::Words(tokens.list(str::to_owned)),
        other => panic!("{name}: no type {other}"),
    };
    (name, values)
}

struct Tokens<'a>(SplitWhitespace<'a>);

impl<'a> Tokens<'a> {
    fn word(&mut self) -> &'a str {
        self.0.next().expect("the file goes on")
    }

    fn expect(&mut self, word: &str) {
        assert_eq!(self.word(), word);
    }

    fn count(&mut self) -> usize {
        self.word().parse().unwrap()
    }

    fn list<T>(&mut self, read: impl Fn(&'a str) -> T) -> Vec<T> {
        (0..self.count()).map(|_| read(self.word())).collect()
    }
}
