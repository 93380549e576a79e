//! Which joints move a vertex, and how much.

use anyhow::{Result, bail};
use morphkit::gltf::Document;
use morphkit::gltf::model;

/// Joints that one vertex may follow: `JOINTS_0` and `JOINTS_1`.
pub(super) const INFLUENCES: usize = 8;

/// The joints of each vertex of a primitive.
#[derive(Debug, Clone, Default)]
pub struct Influences {
    /// Indices into the skin's joints, 0 where the weight is.
    pub joints: Vec<[u16; INFLUENCES]>,
    /// Their shares, which add up to 1.
    pub weights: Vec<[f32; INFLUENCES]>,
}

impl Influences {
    /// Reads `JOINTS_n` and `WEIGHTS_n` of a primitive, `None` where it has none.
    pub(super) fn read(
        document: &Document,
        place: &str,
        primitive: &model::Primitive,
        vertex_count: usize,
        notes: &mut Vec<String>,
    ) -> Result<Option<Self>> {
        let find = |name: &str| primitive.attributes.get(name).copied();
        if find("JOINTS_0").is_none() || find("WEIGHTS_0").is_none() {
            return Ok(None);
        }
        let mut influences = Self {
            joints: vec![[0; INFLUENCES]; vertex_count],
            weights: vec![[0.0; INFLUENCES]; vertex_count],
        };
        let mut sets = 0;
        for set in 0..2 {
            let (joints, weights) = (format!("JOINTS_{set}"), format!("WEIGHTS_{set}"));
            let (Some(joints), Some(weights)) = (find(&joints), find(&weights)) else { break };
            influences.read_set(document, place, set, joints, weights)?;
            sets += 1;
        }
        if find("JOINTS_2").is_some() && sets == 2 {
            notes.push(format!("{place}: joints beyond JOINTS_1 are left out"));
        }
        influences.weights.iter_mut().for_each(share_out);
        Ok(Some(influences))
    }

    fn read_set(
        &mut self,
        document: &Document,
        place: &str,
        set: usize,
        joints: usize,
        weights: usize,
    ) -> Result<()> {
        let joints_at = format!("{place}.attributes.JOINTS_{set}");
        let weights_at = format!("{place}.attributes.WEIGHTS_{set}");
        let expected = self.joints.len();
        let (joints, weights) = (document.accessor(joints)?, document.accessor(weights)?);
        for (place, data) in [(&joints_at, &joints), (&weights_at, &weights)] {
            if data.components() != 4 {
                bail!("{place}: expected VEC4, got {} components", data.components());
            }
            if data.count() != expected {
                bail!("{place}: expected {expected} vertices, got {}", data.count());
            }
        }
        let Some(numbers) = joints.to_u32() else {
            bail!("{joints_at}: expected u8 or u16, got {}", joints.component_type());
        };
        let shares = weights.to_f32();
        for vertex in 0..expected {
            for k in 0..4 {
                let (joint, share) = (numbers[vertex * 4 + k], shares[vertex * 4 + k]);
                if !(share.is_finite() && share >= 0.0) {
                    bail!(
                        "{weights_at}: vertex {vertex}: expected a share of 0 or more, got {share}"
                    );
                }
                if share > 0.0 {
                    let Ok(joint) = u16::try_from(joint) else {
                        bail!("{joints_at}: vertex {vertex}: expected at most 65535, got {joint}");
                    };
                    self.joints[vertex][set * 4 + k] = joint;
                    self.weights[vertex][set * 4 + k] = share;
                }
            }
        }
        Ok(())
    }

    /// Checks that every joint is one of the skin's.
    pub(super) fn check(&self, place: &str, joint_count: usize) -> Result<()> {
        let wrong = |joints: &[u16; INFLUENCES]| {
            joints.iter().copied().find(|&joint| usize::from(joint) >= joint_count)
        };
        let mut all = self.joints.iter().enumerate();
        if let Some((vertex, joint)) = all.find_map(|(v, joints)| wrong(joints).map(|j| (v, j))) {
            bail!("{place}: vertex {vertex} follows joint {joint}, the skin has {joint_count}");
        }
        Ok(())
    }
}

/// Makes shares add up to 1; a vertex without any follows the first joint.
fn share_out(weights: &mut [f32; INFLUENCES]) {
    let sum: f32 = weights.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        weights.iter_mut().for_each(|weight| *weight /= sum);
    } else {
        *weights = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_one() {
        let mut weights = [0.5, 0.25, 0.0, 0.0, 0.25, 0.0, 0.0, 1.0];
        share_out(&mut weights);
        assert_eq!(weights, [0.25, 0.125, 0.0, 0.0, 0.125, 0.0, 0.0, 0.5]);
        let mut none = [0.0; INFLUENCES];
        share_out(&mut none);
        assert_eq!(none[0], 1.0);
    }

    #[test]
    fn a_joint_that_the_skin_lacks_is_an_error() {
        let influences = Influences {
            joints: vec![[0; INFLUENCES], [0, 2, 0, 0, 0, 0, 0, 0]],
            weights: vec![[0.0; INFLUENCES]; 2],
        };
        assert!(influences.check("here", 3).is_ok());
        let error = influences.check("here", 2).unwrap_err().to_string();
        assert_eq!(error, "here: vertex 1 follows joint 2, the skin has 2");
    }
}
