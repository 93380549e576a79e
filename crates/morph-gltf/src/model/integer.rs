//! Integers as JSON has them: `24`, `24.0` and `24e0` are the same number.

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

/// The largest float below which every integer is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

struct Integer(usize);

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntegerVisitor)
    }
}

struct IntegerVisitor;

impl Visitor<'_> for IntegerVisitor {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer that is not negative")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Integer, E> {
        usize::try_from(value)
            .map(Integer)
            .map_err(|_too_large| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Integer, E> {
        usize::try_from(value)
            .map(Integer)
            .map_err(|_negative| E::invalid_value(Unexpected::Signed(value), &self))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Integer, E> {
        if value.fract() == 0.0 && (0.0..=EXACT).contains(&value) {
            // Exact: the float holds an integer of at most 53 bits.
            self.visit_u64(value as u64)
        } else {
            Err(E::invalid_value(Unexpected::Float(value), &self))
        }
    }
}

pub(super) fn required<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    Integer::deserialize(deserializer).map(|i| i.0)
}

pub(super) fn optional<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<usize>, D::Error> {
    Option::<Integer>::deserialize(deserializer).map(|i| i.map(|i| i.0))
}

pub(super) fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<usize>, D::Error> {
    let list = Vec::<Integer>::deserialize(deserializer)?;
    Ok(list.into_iter().map(|i| i.0).collect())
}

/// Attribute names with their accessors.
pub(super) type Map = BTreeMap<String, usize>;

fn plain(map: BTreeMap<String, Integer>) -> Map {
    map.into_iter().map(|(name, i)| (name, i.0)).collect()
}

pub(super) fn map<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map, D::Error> {
    BTreeMap::deserialize(deserializer).map(plain)
}

pub(super) fn maps<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Map>>, D::Error> {
    let maps = Option::<Vec<BTreeMap<String, Integer>>>::deserialize(deserializer)?;
    Ok(maps.map(|maps| maps.into_iter().map(plain).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<usize, String> {
        serde_json::from_str::<Integer>(text).map(|i| i.0).map_err(|e| e.to_string())
    }

    #[test]
    fn integers_are_read_in_every_spelling() {
        for text in ["24", "24.0", "24e0", "2.4e1", "240e-1"] {
            assert_eq!(read(text), Ok(24), "{text}");
        }
        assert_eq!(read("-0.0"), Ok(0));
    }

    #[test]
    fn what_is_no_index_is_refused() {
        for text in ["-1", "0.5", "1e300", "18446744073709551616", "\"1\"", "null", "[1]"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
