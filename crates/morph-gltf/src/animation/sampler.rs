//! A channel's keys: interpolation, times and values.

use crate::Document;
use crate::accessor::AccessorData;
use crate::component::{ComponentType, ElementType};
use crate::error::AnimationError;
use crate::finding::{Code, Findings};
use crate::model::{self, Animation};
use morph_core::animation::{Interpolation, WeightTrack};

/// Bytes that keys may still take: channels may name one sampler over and over.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: u64,
    used: u64,
}

impl Budget {
    pub(crate) const fn new(limit: u64) -> Self {
        Self { limit, used: 0 }
    }

    fn take(
        &mut self,
        place: &str,
        elements: usize,
        components: usize,
    ) -> Result<(), AnimationError> {
        let bytes = (elements as u64).saturating_mul(components as u64).saturating_mul(4);
        self.used = self.used.saturating_add(bytes);
        if self.used > self.limit {
            return Err(AnimationError::Limit {
                place: place.to_owned(),
                limit: self.limit,
                needed: self.used,
            });
        }
        Ok(())
    }
}

/// A sampler and where it stands.
#[derive(Debug)]
pub(super) struct Sampler<'a> {
    place: String,
    model: &'a model::Sampler,
}

pub(super) fn of<'a>(
    model: &'a Animation,
    animation: usize,
    channel_place: &str,
    sampler: usize,
) -> Result<Sampler<'a>, AnimationError> {
    match model.samplers.get(sampler) {
        Some(model) => {
            Ok(Sampler { place: format!("animations[{animation}].samplers[{sampler}]"), model })
        }
        None => Err(AnimationError::NoSuch {
            place: format!("{channel_place}.sampler: "),
            kind: "samplers",
            index: sampler,
            count: model.samplers.len(),
        }),
    }
}

impl Document {
    /// Reads a sampler as a track of `numbers` numbers a key.
    pub(super) fn load_track(
        &self,
        place: &str,
        sampler: &Sampler<'_>,
        element: ElementType,
        numbers: usize,
        budget: &mut Budget,
        findings: &mut Findings,
    ) -> Result<WeightTrack, AnimationError> {
        let interpolation = match sampler.model.interpolation.as_deref() {
            None | Some("LINEAR") => Interpolation::Linear,
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::CubicSpline,
            Some(found) => {
                let (place, found) = (sampler.place.clone(), found.to_owned());
                return Err(AnimationError::Interpolation { place, found });
            }
        };
        let times = self.load_times(sampler, budget)?;
        let place_out = format!("{}.output", sampler.place);
        let output = sampler.model.output;
        let data = self.keys(&place_out, output, budget)?;
        let possible = data.component_type() != ComponentType::U32;
        if data.element_type() != element || !possible {
            return Err(AnimationError::Format {
                place: place_out,
                accessor: output,
                expected: match element {
                    ElementType::Scalar => "SCALAR f32, or normalized integers of 8 or 16 bits",
                    ElementType::Vec3 => "VEC3 f32, or normalized integers of 8 or 16 bits",
                    _ => "VEC4 f32, or normalized integers of 8 or 16 bits",
                },
                found: data.describe(),
            });
        }
        if data.component_type() != ComponentType::F32 && !data.is_normalized() {
            let message = format!("accessors[{output}]: {} means its value", data.describe());
            findings.add(Code::SamplerUnnormalised, place_out, message)?;
        }
        WeightTrack::new(numbers, interpolation, times, data.to_f32())
            .map_err(|reason| AnimationError::Track { place: place.to_owned(), reason })
    }

    fn load_times(
        &self,
        sampler: &Sampler<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<f32>, AnimationError> {
        let accessor = sampler.model.input;
        let place = format!("{}.input", sampler.place);
        let data = self.keys(&place, accessor, budget)?;
        if (data.element_type(), data.component_type()) != (ElementType::Scalar, ComponentType::F32)
        {
            let (expected, found) = ("SCALAR f32", data.describe());
            return Err(AnimationError::Format { place, accessor, expected, found });
        }
        let times = data.to_f32();
        match times.first() {
            Some(&time) if time < 0.0 => {
                Err(AnimationError::NegativeTime { place: sampler.place.clone(), time })
            }
            _ => Ok(times),
        }
    }

    fn keys(
        &self,
        place: &str,
        accessor: usize,
        budget: &mut Budget,
    ) -> Result<AccessorData<'_>, AnimationError> {
        let data = self
            .accessor(accessor)
            .map_err(|reason| AnimationError::Accessor { place: place.to_owned(), reason })?;
        budget.take(place, data.count(), data.components())?;
        Ok(data)
    }
}
