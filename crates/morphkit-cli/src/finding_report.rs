//! Findings and advice, as they stand in JSON.

use morphkit::gltf::Finding;
use morphkit::gltf::advice::Advice;
use serde::Serialize;
use serde_json::{Map, Number, Value};

#[derive(Debug, Serialize)]
pub(crate) struct FindingReport {
    pub(crate) severity: String,
    pub(crate) code: &'static str,
    pub(crate) place: String,
    pub(crate) message: String,
}

impl FindingReport {
    pub(crate) fn new(finding: &Finding) -> Self {
        Self {
            severity: finding.severity.to_string(),
            code: finding.code.as_str(),
            place: finding.place.clone(),
            message: finding.message.clone(),
        }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct AdviceReport {
    pub(crate) code: &'static str,
    pub(crate) place: String,
    pub(crate) message: String,
    pub(crate) targets: Vec<usize>,
    pub(crate) numbers: Map<String, Value>,
}

impl AdviceReport {
    pub(crate) fn new(advice: &Advice) -> Self {
        let number = |&(name, value): &(&'static str, f64)| (name.to_owned(), number(value));
        Self {
            code: advice.code.as_str(),
            place: advice.place.clone(),
            message: advice.message.clone(),
            targets: advice.targets.clone(),
            numbers: advice.numbers.iter().map(number).collect(),
        }
    }
}

/// Counts are written as integers; what is not finite is null.
fn number(value: f64) -> Value {
    const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    if value.fract() == 0.0 && value.abs() < EXACT {
        return Value::from(value as i64);
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_integers_and_lengths_are_not() {
        let texts = [2.0, -80.0, 0.5, f64::INFINITY].map(|value| number(value).to_string());
        assert_eq!(texts, ["2", "-80", "0.5", "null"]);
    }
}
