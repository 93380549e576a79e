//! Weights of one instance, with checked setters.

mod carry;

use crate::WeightsError;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// The weights of one instance and the names by which they may be set.
///
/// # Units and conventions
/// Weights are factors without a range: negative ones and ones beyond 1 are kept as they are.
/// NaN and infinities are refused. Look-up by name takes the first match; names past the target
/// count are no targets.
///
/// # Example
/// ```
/// use morph_core::Weights;
/// let mut weights = Weights::new(3).with_names(["smile".into(), "blink".into()]);
/// weights.set_by_name("blink", 0.5)?;
/// weights.set_all(&[0.25])?; // omitted ones become zero
/// assert_eq!(weights.as_slice(), [0.25, 0.0, 0.0]);
/// assert_eq!((weights.name(1), weights.name(2)), (Some("blink"), None));
/// # Ok::<(), morph_core::WeightsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights {
    values: Vec<f32>,
    names: Option<Arc<[String]>>,
}

impl Weights {
    /// Zeros for `target_count` targets, without names.
    #[must_use]
    pub fn new(target_count: usize) -> Self {
        Self { values: vec![0.0; target_count], names: None }
    }

    /// With names, unchecked: a missing one reads as absent, extra ones are no targets.
    ///
    /// This is the authored door: names from any source (USD, a rig, a file of one's own) enter
    /// here.
    #[must_use]
    pub fn with_names(mut self, names: impl Into<Arc<[String]>>) -> Self {
        self.names = Some(names.into());
        self
    }

    /// Number of targets.
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.values.len()
    }

    /// The weights, one for each target.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.values
    }

    /// One weight, `None` where there is no such target.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<f32> {
        self.values.get(index).copied()
    }

    /// All names, as they were given.
    #[must_use]
    pub fn names(&self) -> Option<&Arc<[String]>> {
        self.names.as_ref()
    }

    /// The name of a target, `None` where it has none.
    #[must_use]
    pub fn name(&self, index: usize) -> Option<&str> {
        let names = self.names.as_ref()?;
        names.iter().take(self.values.len()).nth(index).map(String::as_str)
    }

    /// Index of the first target of this name.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        // spec W10
        self.names.as_ref()?.iter().take(self.values.len()).position(|n| n == name)
    }

    /// Indices of targets whose name an earlier target already has.
    #[must_use]
    pub fn duplicate_names(&self) -> Vec<usize> {
        (0..self.values.len())
            .filter(|&i| self.name(i).is_some_and(|n| self.index_of(n) != Some(i)))
            .collect()
    }

    /// Whether [`Weights::set_all`] would leave every weight as it is.
    #[must_use]
    pub fn is_set_to(&self, values: &[f32]) -> bool {
        let given = values.iter().copied().chain(core::iter::repeat(0.0));
        self.values.iter().zip(given).all(|(mine, value)| *mine == value)
    }

    /// Sets one weight.
    ///
    /// # Errors
    /// [`WeightsError`] where there is no such target or the value is not finite.
    pub fn set(&mut self, index: usize, value: f32) -> Result<(), WeightsError> {
        let target_count = self.values.len();
        let Some(weight) = self.values.get_mut(index) else {
            return Err(WeightsError::NoSuchTarget { index, target_count });
        };
        if !value.is_finite() {
            return Err(WeightsError::NonFinite { index, value });
        }
        *weight = value;
        Ok(())
    }

    /// Sets the first target of this name.
    ///
    /// # Errors
    /// [`WeightsError`] where no target has the name or the value is not finite.
    pub fn set_by_name(&mut self, name: &str, value: f32) -> Result<(), WeightsError> {
        let index = self.index_of(name).ok_or(WeightsError::NoSuchName)?;
        self.set(index, value)
    }

    /// Sets all weights: omitted ones become zero, extra ones are ignored.
    ///
    /// # Errors
    /// [`WeightsError::NonFinite`] for the first value that is not finite; nothing is set then.
    pub fn set_all(&mut self, values: &[f32]) -> Result<(), WeightsError> {
        // spec W2, W3, W4, W5
        check_finite(values)?;
        let given = values.len().min(self.values.len());
        self.values[..given].copy_from_slice(&values[..given]);
        self.values[given..].fill(0.0);
        Ok(())
    }
}

/// Checks that every weight is finite.
///
/// # Errors
/// [`WeightsError::NonFinite`] for the first that is not.
pub fn check_finite(weights: &[f32]) -> Result<(), WeightsError> {
    match weights.iter().position(|w| !w.is_finite()) {
        Some(index) => Err(WeightsError::NonFinite { index, value: weights[index] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn named(count: usize, names: &[&str]) -> Weights {
        Weights::new(count).with_names(names.iter().map(|n| n.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn weights_have_no_range() {
        let mut weights = Weights::new(2);
        weights.set_all(&[-0.5, 1.7]).unwrap();
        assert_eq!(weights.as_slice(), [-0.5, 1.7]);
    }

    #[test]
    fn omitted_weights_become_zero_and_extra_ones_are_ignored() {
        let mut weights = Weights::new(2);
        weights.set_all(&[1.0, 2.0, 3.0]).unwrap();
        assert_eq!(weights.as_slice(), [1.0, 2.0]);
        weights.set_all(&[4.0]).unwrap();
        assert_eq!(weights.as_slice(), [4.0, 0.0]);
        assert!(weights.is_set_to(&[4.0]) && weights.is_set_to(&[4.0, 0.0, 9.0]));
        assert!(!weights.is_set_to(&[4.0, 1.0]) && !weights.is_set_to(&[]));
    }

    #[test]
    fn a_refused_value_names_its_index_and_changes_nothing() {
        let mut weights = Weights::new(2);
        weights.set_all(&[1.0, 2.0]).unwrap();
        let error = weights.set_all(&[0.0, f32::INFINITY]).unwrap_err();
        assert_eq!(error.to_string(), "weights[1]: expected a finite number, got inf");
        assert!(weights.set(0, f32::NAN).is_err());
        assert_eq!(weights.as_slice(), [1.0, 2.0]);
        assert_eq!(weights.set(2, 0.0).unwrap_err().to_string(), "weights[2]: there are 2 targets");
    }

    #[test]
    fn authored_names_need_not_match_the_target_count() {
        let fewer = named(3, &["a"]);
        assert_eq!((fewer.name(0), fewer.name(1)), (Some("a"), None));
        let more = named(1, &["a", "b"]);
        assert_eq!((more.index_of("b"), more.name(1)), (None, None));
        assert_eq!(Weights::new(1).name(0), None);
    }

    #[test]
    fn the_first_of_two_equal_names_is_found_and_the_other_listed() {
        let mut weights = named(3, &["a", "b", "a"]);
        weights.set_by_name("a", 1.0).unwrap();
        assert_eq!(weights.as_slice(), [1.0, 0.0, 0.0]);
        assert_eq!(weights.duplicate_names(), [2]);
        assert_eq!(weights.set_by_name("c", 1.0), Err(WeightsError::NoSuchName));
    }
}
