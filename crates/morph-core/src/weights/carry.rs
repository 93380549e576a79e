//! Weights that outlive their targets: what they mean after an edit.

use super::Weights;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl Weights {
    /// For each of other targets the one of these whose weight it keeps, `None` for a new one.
    ///
    /// By name where both have names: the second target of a name is the second one there, and
    /// targets past the names of both are the same by index. Else by index.
    ///
    /// # Shapes
    /// `target_count` elements.
    #[must_use]
    pub fn sources(&self, target_count: usize, names: Option<&[String]>) -> Vec<Option<usize>> {
        let by_index = |index: usize| (index < self.target_count()).then_some(index);
        let (Some(old), Some(new)) = (&self.names, names) else {
            return (0..target_count).map(by_index).collect();
        };
        let mut named: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
        for (index, name) in old.iter().take(self.target_count()).enumerate() {
            named.entry(name.as_str()).or_default().push_back(index);
        }
        let source = |index: usize| match new.get(index) {
            Some(name) => named.get_mut(name.as_str()).and_then(VecDeque::pop_front),
            None => by_index(index).filter(|&index| index >= old.len()),
        };
        (0..target_count).map(source).collect()
    }

    /// The weights that go with other targets: each has the weight of its source, a new one 0.
    ///
    /// # Shapes
    /// `sources` has an element for each of the other targets, as [`Weights::sources`] gives.
    #[must_use]
    pub fn carried(&self, sources: &[Option<usize>], names: Option<Arc<[String]>>) -> Self {
        let weight = |source: &Option<usize>| source.and_then(|index| self.get(index));
        Self { values: sources.iter().map(|s| weight(s).unwrap_or(0.0)).collect(), names }
    }

    /// The weights after the targets became others: those that still mean something stay, by name
    /// where both have names and else by index; weights of targets that are gone go, new targets
    /// have weight 0.
    ///
    /// # Example
    /// ```
    /// use morph_core::Weights;
    /// let mut weights = Weights::new(3).with_names(["a".into(), "b".into(), "c".into()]);
    /// weights.set_all(&[0.1, 0.2, 0.3])?;
    /// let names = ["c".to_string(), "new".to_string(), "a".to_string()];
    /// assert_eq!(weights.for_targets(3, Some(names.into())).as_slice(), [0.3, 0.0, 0.1]);
    /// assert_eq!(weights.for_targets(2, None).as_slice(), [0.1, 0.2]);
    /// # Ok::<(), morph_core::WeightsError>(())
    /// ```
    #[must_use]
    pub fn for_targets(&self, target_count: usize, names: Option<Arc<[String]>>) -> Self {
        let sources = self.sources(target_count, names.as_deref());
        self.carried(&sources, names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    fn names(names: &[&str]) -> Arc<[String]> {
        names.iter().map(|name| name.to_string()).collect()
    }

    fn weights(own: Option<&[&str]>, values: &[f32]) -> Weights {
        let mut weights = Weights::new(values.len());
        weights.set_all(values).unwrap();
        Weights { names: own.map(names), ..weights }
    }

    #[test]
    fn weights_follow_their_names() {
        let old = weights(Some(&["a", "b", "c"]), &[1.0, 2.0, 3.0]);
        let new = old.for_targets(4, Some(names(&["c", "x", "a", "b"])));
        assert_eq!(new.as_slice(), [3.0, 0.0, 1.0, 2.0]);
        assert_eq!(new.name(1), Some("x"));
        assert_eq!(old.for_targets(1, Some(names(&["b"]))).as_slice(), [2.0]);
    }

    #[test]
    fn without_names_on_one_side_weights_stay_where_they_are() {
        let named = weights(Some(&["a", "b"]), &[1.0, 2.0]);
        assert_eq!(named.for_targets(3, None).as_slice(), [1.0, 2.0, 0.0]);
        let plain = weights(None, &[1.0, 2.0]);
        assert_eq!(plain.for_targets(1, Some(names(&["b"]))).as_slice(), [1.0]);
        assert_eq!(plain.sources(3, None), [Some(0), Some(1), None]);
    }

    #[test]
    fn equal_names_keep_their_order_and_what_has_no_name_its_place() {
        let old = weights(Some(&["a", "a", "b"]), &[1.0, 2.0, 3.0]);
        let new = old.for_targets(4, Some(names(&["a", "b", "a", "a"])));
        assert_eq!(new.as_slice(), [1.0, 3.0, 2.0, 0.0]);
        let short = weights(Some(&["a"]), &[1.0, 2.0, 3.0]);
        assert_eq!(short.for_targets(3, Some(names(&["a"]))).as_slice(), [1.0, 2.0, 3.0]);
        assert_eq!(short.sources(3, Some(&*names(&["x", "a"]))), [None, Some(0), Some(2)]);
        let more = weights(Some(&["a", "b"]), &[1.0]);
        assert_eq!(more.for_targets(2, Some(names(&["b", "a"]))).as_slice(), vec![0.0, 1.0]);
    }
}
