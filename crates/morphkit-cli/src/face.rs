//! The weights of a face: VRM expressions, presets of a file and targets by name, over the weights
//! that are there.

pub(crate) mod args;
mod expression;
mod presets;

pub(crate) use args::FaceArgs;
pub(crate) use expression::Value;

use crate::failure::{Failure, tell};
use crate::set::{Named, SET, means_nothing, set_all};
use anyhow::anyhow;
use morphkit::gltf::vrm::Vrm;
use presets::Presets;

/// The option that sets expressions.
pub(crate) const EXPRESSION: &str = "--expression";

/// The option that sets presets.
const PRESET: &str = "--preset";

/// The weights of one instance: a mesh, and the node that draws it, if one does.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    /// Index of the mesh in the file.
    pub(crate) mesh: usize,
    pub(crate) node: Option<usize>,
    pub(crate) weights: &'a mut Vec<f32>,
}

impl FaceArgs {
    /// Sets what the command line asks for: expressions, then presets, then targets by name. Says what that means.
    ///
    /// # Errors
    /// What means nothing, with what may be meant.
    pub(crate) fn apply(
        &self,
        vrm: Option<&Vrm>,
        meshes: &[Named<'_>],
        rows: &mut [Row<'_>],
    ) -> Result<(), Failure> {
        self.check_kinds(vrm, meshes)?;
        let values = self.expression.iter().map(|setting| Value {
            place: EXPRESSION.to_owned(),
            name: setting.name().to_owned(),
            value: setting.value(),
        });
        let mut notes = Vec::new();
        let told = set_expressions(&values.collect::<Vec<_>>(), vrm, rows, &mut notes)?;
        told.iter().for_each(|line| tell(line));
        notes.iter().for_each(|note| tell(&format!("note: {note}")));
        self.set_presets(meshes, rows)?;
        let mut instances: Vec<_> =
            rows.iter_mut().map(|row| (row.mesh, &mut *row.weights)).collect();
        set_all(SET, &self.set, meshes, &mut instances)
    }

    /// Whether expressions were asked for as targets, or targets as expressions.
    fn check_kinds(&self, vrm: Option<&Vrm>, meshes: &[Named<'_>]) -> Result<(), Failure> {
        let is_target = |name: &str| !means_nothing(meshes, name);
        let is_expression = |name: &str| vrm.is_some_and(|vrm| vrm.find(name).is_some());
        for setting in &self.expression {
            if !is_expression(setting.name()) && is_target(setting.name()) {
                let told = "no such expression; it is a target";
                let told = anyhow!("{EXPRESSION} {setting}: {told}: {SET} {setting}");
                return Err(Failure::Environment(told));
            }
        }
        for setting in &self.set {
            if is_expression(setting.name()) && !is_target(setting.name()) {
                let told = "no such target; it is an expression";
                let told = anyhow!("{SET} {setting}: {told}: {EXPRESSION} {setting}");
                return Err(Failure::Environment(told));
            }
        }
        Ok(())
    }

    fn set_presets(&self, meshes: &[Named<'_>], rows: &mut [Row<'_>]) -> Result<(), Failure> {
        let Some(path) = &self.presets else { return Ok(()) };
        let counts = Presets::read(path)?.set(&self.preset, meshes, rows)?;
        for (wanted, count) in self.preset.iter().zip(counts) {
            tell(&format!("{PRESET} {wanted}: {} set", crate::inspect::count(count, "weight")));
        }
        Ok(())
    }
}

/// Sets expressions; gives what each of them moves. `notes` gets what is not as it was asked for.
///
/// # Errors
/// Where there is no such expression, or none at all.
pub(crate) fn set_expressions(
    values: &[Value],
    vrm: Option<&Vrm>,
    rows: &mut [Row<'_>],
    notes: &mut Vec<String>,
) -> Result<Vec<String>, Failure> {
    expression::set(values, vrm, rows, notes).map_err(Failure::Environment)
}
