//! Changes to JSON as a tree. The fuzz targets (`tests/fuzz`) make the same changes.

use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Numbers at which readers break.
pub static EDGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let two: fn(u32) -> u64 = |power| 1 << power;
    let mut edges = vec![json!(0), json!(1), json!(-1), json!(2), json!(3.0), json!(0.5)];
    edges.extend([8, 16, 31, 32, 53, 63].map(|power| json!(two(power))));
    edges.extend([8, 16, 31, 32, 53, 63].map(|power| json!(two(power) - 1)));
    edges.extend([json!(u64::MAX), json!(i64::MIN), json!(1e308), json!(-1e308), json!(1e-320)]);
    edges
});

/// Values of other types.
static OTHERS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    vec![json!(null), json!(true), json!(""), json!([]), json!({}), json!("data:,"), json!("../a")]
});

/// Choices from a seed (splitmix64): no two runs differ.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// Choices of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) as usize).checked_rem(end).unwrap_or(0)
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// JSON text with one thing changed; `None` where it is no JSON.
pub fn mutate_text(text: &str, dice: &mut Dice) -> Option<String> {
    let mut json: Value = serde_json::from_str(text).ok()?;
    if dice.below(8) == 0 {
        return Some(member_twice(json.to_string(), dice));
    }
    mutate(&mut json, dice);
    Some(json.to_string())
}

/// Changes one thing.
pub fn mutate(json: &mut Value, dice: &mut Dice) {
    let mut all = Vec::new();
    places(json, String::new(), &mut all);
    let is = |kind: fn(&Value) -> bool| -> Vec<&String> {
        all.iter().filter(|at| json.pointer(at).is_some_and(kind)).collect()
    };
    let lists = |json: &Value| json.as_array().is_some_and(|list| !list.is_empty());
    let (numbers, lists) = (is(Value::is_number), is(lists));
    let change = dice.below(8);
    let place = match change {
        0..4 => dice.of(&numbers).copied(),
        4 => dice.of(&lists).copied(),
        _ => dice.of(&all),
    };
    let Some(place) = place else { return };
    let other = dice.of(&numbers).and_then(|at| json.pointer(at).cloned());
    let Some(value) = json.pointer_mut(place) else { return };
    match change {
        0..2 => *value = dice.of(&EDGES).cloned().unwrap_or_default(),
        2 => *value = other.unwrap_or_default(),
        3 => nudge(value, dice),
        4 => repeat(value, dice),
        5 => *value = dice.of(&OTHERS).cloned().unwrap_or_default(),
        6 => swap(value, dice),
        _ => remove(json, &place.clone()),
    }
}

/// Pointers to all values below and including this one.
fn places(json: &Value, here: String, all: &mut Vec<String>) {
    match json {
        Value::Array(list) => {
            let each = list.iter().enumerate();
            each.for_each(|(at, value)| places(value, format!("{here}/{at}"), all));
        }
        Value::Object(members) => {
            for (name, value) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                places(value, format!("{here}/{name}"), all);
            }
        }
        _ => {}
    }
    all.push(here);
}

/// One more or one less.
fn nudge(value: &mut Value, dice: &mut Dice) {
    let by = [-1.0, 1.0, 4.0][dice.below(3)];
    if let Some(number) = value.as_f64() {
        *value = json!(number + by);
    }
}

/// An element of a list, once more or many times.
fn repeat(value: &mut Value, dice: &mut Dice) {
    let Some(list) = value.as_array_mut() else { return };
    let Some(element) = dice.of(list).cloned() else { return };
    let times = [1, 2, 60][dice.below(3)];
    list.extend(std::iter::repeat_n(element, times));
}

/// Two elements, or the values of two members, change places.
fn swap(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let (a, b) = (dice.below(list.len()), dice.below(list.len()));
            list.swap(a, b);
        }
        Value::Object(members) => swap_members(members, dice),
        _ => {}
    }
}

fn swap_members(members: &mut Map<String, Value>, dice: &mut Dice) {
    let names: Vec<String> = members.keys().cloned().collect();
    let (Some(a), Some(b)) = (dice.of(&names), dice.of(&names)) else { return };
    let (of_a, of_b) = (members[a].clone(), members[b].clone());
    members.insert(a.clone(), of_b);
    members.insert(b.clone(), of_a);
}

fn remove(json: &mut Value, place: &str) {
    let Some((parent, name)) = place.rsplit_once('/') else { return };
    match json.pointer_mut(parent) {
        Some(Value::Array(list)) => {
            let at = name.parse().ok().filter(|&at: &usize| at < list.len());
            at.map(|at| list.remove(at));
        }
        Some(Value::Object(members)) => {
            members.remove(&name.replace("~1", "/").replace("~0", "~"));
        }
        _ => {}
    }
}

/// A member that an object has twice, which no tree can say.
fn member_twice(text: String, dice: &mut Dice) -> String {
    let names: Vec<usize> = text.match_indices("\":").map(|(end, _)| end).collect();
    let Some(&end) = dice.of(&names) else { return text };
    let Some(start) = text[..end].rfind('"') else { return text };
    let edge = dice.of(&EDGES).cloned().unwrap_or_default();
    format!("{}{}:{edge},{}", &text[..start], &text[start..=end], &text[start..])
}
