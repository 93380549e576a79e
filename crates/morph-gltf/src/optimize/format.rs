//! Number formats of `KHR_mesh_quantization` that attributes are brought into.

use super::elements::Elements;
use crate::component::ComponentType;

/// What numbers of an attribute become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Format {
    /// Positions: `(value - center) / step`, as whole numbers, or as floats where they would miss
    /// the bound.
    Grid { step: f64, center: [f64; 3], component: ComponentType },
    /// Directions: normalised integers.
    Unit { component: ComponentType },
}

impl Format {
    /// Whether integers stand for -1..1.
    pub(super) const fn is_normalized(&self) -> bool {
        matches!(self, Self::Unit { .. })
    }

    /// The numbers in this format. What a type cannot hold becomes the nearest that it can.
    pub(super) fn encode(&self, values: &[f32], components: usize) -> Elements {
        let numbers =
            values.iter().enumerate().map(|(at, &value)| self.scaled(value, at % components));
        match self.component() {
            ComponentType::I8 => {
                Elements::I8(numbers.map(|n| n.round().clamp(-127.0, 127.0) as i8).collect())
            }
            ComponentType::I16 => {
                Elements::I16(numbers.map(|n| n.round().clamp(-32767.0, 32767.0) as i16).collect())
            }
            _ => Elements::F32(numbers.map(|n| n as f32).collect()),
        }
    }

    /// The value that a reader of the encoded number gets, where `component` is the number's place
    /// in its element.
    pub(super) fn rounded(&self, value: f32, component: usize) -> f64 {
        let scaled = self.scaled(value, component);
        let largest = largest(self.component());
        let stored = match self.component() {
            ComponentType::F32 => f64::from(scaled as f32),
            _ => scaled.round().clamp(-largest, largest),
        };
        match self {
            Self::Grid { step, center, .. } => stored * step + center[component.min(2)],
            Self::Unit { .. } => stored / largest,
        }
    }

    /// Whether a direction's number is rounded and not cut off.
    pub(super) fn holds(&self, value: f32) -> bool {
        self.scaled(value, 0).round().abs() <= largest(self.component())
    }

    /// The numbers that are stored, as floats: what a reader gets who knows of no scale.
    pub(super) fn stored(&self, values: &[f32], components: usize) -> Vec<f32> {
        match self.encode(values, components) {
            Elements::I8(values) => values.into_iter().map(f32::from).collect(),
            Elements::I16(values) => values.into_iter().map(f32::from).collect(),
            other => other.floats(),
        }
    }

    pub(super) const fn component(&self) -> ComponentType {
        match self {
            Self::Grid { component, .. } | Self::Unit { component } => *component,
        }
    }

    fn scaled(&self, value: f32, component: usize) -> f64 {
        let value = f64::from(value);
        match self {
            Self::Grid { step, center, .. } => (value - center[component.min(2)]) / step,
            Self::Unit { component } => value * largest(*component),
        }
    }
}

/// The largest number of a type that stands for something: one more negative one has no partner.
pub(super) const fn largest(component: ComponentType) -> f64 {
    match component {
        ComponentType::I8 => 127.0,
        ComponentType::I16 => 32767.0,
        _ => 1.0,
    }
}
