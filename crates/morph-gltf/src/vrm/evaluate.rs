//! From values of expressions to weights of targets.

use super::{Bind, Expression, Kind, Override, Preset, Vrm, VrmVersion};
use morph_core::{WeightsError, check_finite};

impl Vrm {
    /// The expression that a name means: the first of this name, else the preset of this name in
    /// either version (`joy` and `happy` are one), else the only one of this name in another case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let all = &self.expressions;
        let exact = all.iter().position(|expression| expression.name == name);
        let preset = || {
            let wanted = Preset::find(name)?;
            all.iter().position(|expression| expression.preset == Some(wanted))
        };
        let any_case = || {
            let lower = name.to_lowercase();
            let mut like = all.iter().enumerate().filter(|(_, e)| e.name.to_lowercase() == lower);
            let (first, _) = like.next()?;
            like.next().is_none().then_some(first)
        };
        exact.or_else(preset).or_else(any_case)
    }

    /// What each expression is after thresholds and overrides, for one value each; missing values
    /// are 0, and further ones are ignored.
    ///
    /// # Errors
    /// [`WeightsError::NonFinite`] where a value is NaN or infinite.
    ///
    /// # Source
    /// `VRMC_vrm` 1.0, `expressions.md`, "Procedural override".
    pub fn outputs(&self, values: &[f32]) -> Result<Vec<f32>, WeightsError> {
        check_finite(values)?;
        let value = |(at, expression): (usize, &Expression)| {
            let value = values.get(at).copied().unwrap_or(0.0).clamp(0.0, 1.0);
            match expression.is_binary {
                true => f32::from(value > 0.5),
                false => value,
            }
        };
        let inputs: Vec<f32> = self.expressions.iter().enumerate().map(value).collect();
        if self.version == VrmVersion::V0 {
            return Ok(inputs);
        }
        let overridden = [Kind::Blink, Kind::LookAt, Kind::Mouth]
            .map(|kind| (kind, self.overridden(kind, &inputs)));
        let output = |(expression, &input): (&Expression, &f32)| {
            let kind = expression.kind();
            match overridden.iter().find(|(of, _)| *of == kind) {
                Some(&(_, amount)) if expression.is_binary && amount > 0.0 => 0.0,
                Some(&(_, amount)) => input * (1.0 - amount),
                None => input,
            }
        };
        Ok(self.expressions.iter().zip(&inputs).map(output).collect())
    }

    /// How far expressions of a kind are overridden, 0 to 1.
    fn overridden(&self, kind: Kind, inputs: &[f32]) -> f32 {
        let others = self.expressions.iter().zip(inputs).filter(|(e, _)| e.kind() != kind);
        let amount = |(expression, &input): (&Expression, &f32)| match expression.overrides(kind) {
            Override::None => 0.0,
            Override::Block => f32::from(input > 0.0),
            Override::Blend => input,
        };
        others.map(amount).sum::<f32>().clamp(0.0, 1.0)
    }

    /// Puts expressions into the weights of one instance: a mesh, and the node that draws it.
    ///
    /// `outputs` are those of [`Vrm::outputs`]. Targets that some expression binds are set, whatever
    /// they were; the others stay. Gives the number of those that were set.
    ///
    /// # Errors
    /// [`WeightsError::NonFinite`] with the target where binds add up to no finite number; the weights
    /// are spoiled then.
    pub fn apply(
        &self,
        outputs: &[f32],
        mesh: usize,
        node: Option<usize>,
        weights: &mut [f32],
    ) -> Result<usize, WeightsError> {
        let count = weights.len();
        let mut bound = vec![false; count];
        let ours = |bind: &&Bind| bind.owner.is(mesh, node) && bind.target < count;
        for bind in self.expressions.iter().flat_map(|e| &e.binds).filter(ours) {
            weights[bind.target] = 0.0;
            bound[bind.target] = true;
        }
        for (expression, &output) in self.expressions.iter().zip(outputs) {
            if output != 0.0 {
                let binds = expression.binds.iter().filter(ours);
                binds.for_each(|bind| weights[bind.target] += output * bind.weight);
            }
        }
        check_finite(weights)?;
        Ok(bound.into_iter().filter(|bound| *bound).count())
    }
}

impl Expression {
    /// What it is about.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.preset.map_or(Kind::Other, Preset::kind)
    }

    /// What it does to expressions of a kind.
    #[must_use]
    pub const fn overrides(&self, kind: Kind) -> Override {
        match kind {
            Kind::Blink => self.override_blink,
            Kind::LookAt => self.override_look_at,
            Kind::Mouth => self.override_mouth,
            Kind::Other => Override::None,
        }
    }
}
