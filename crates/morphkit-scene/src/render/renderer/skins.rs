//! Skinning in the deform pass: influences and joints as its hook reads them.

use crate::Gpu;
use crate::render::camera::Camera;
use crate::render::vertex::pack_influences;
use crate::scene::{Influences, Pose};
use anyhow::{Result, bail};
use morphkit::gpu::{DeformHook, InstanceId, MorphPool};
use wgpu::util::{BufferInitDescriptor, DeviceExt};

const HOOK: &str = include_str!("../shaders/skin_hook.wgsl");

/// Twin of `SKIN_NONE`.
const NONE: u32 = u32::MAX;

/// Storage buffers of the deform pass and of the hook.
const STORAGE_BUFFERS: u32 = 4 + 3;

/// What is collected of a scene before anything is on the device.
#[derive(Debug, Default)]
pub(super) struct SkinsBuilder {
    influences: Vec<u8>,
    influence_count: u32,
    /// First influence, by the number of the mesh.
    meshes: Vec<u32>,
    /// First joint, by the number of the instance.
    instances: Vec<u32>,
    skinned: Vec<Skinned>,
    joint_count: u32,
}

/// An instance with a skin.
#[derive(Debug)]
struct Skinned {
    /// Index in the scene.
    at: usize,
    id: InstanceId,
    first_joint: u32,
}

/// The skins of a scene on the device.
#[derive(Debug)]
pub(super) struct Skins {
    joints: wgpu::Buffer,
    skinned: Vec<Skinned>,
}

impl SkinsBuilder {
    /// Adds a mesh of the pool, and its influences where it has any.
    pub(super) fn add_mesh(&mut self, number: u32, influences: Option<&Influences>) {
        let first = set(&mut self.meshes, number);
        if let (Some(influences), NONE) = (influences, *first) {
            *first = self.influence_count;
            self.influence_count += influences.joints.len() as u32;
            self.influences.extend_from_slice(bytemuck::cast_slice(&pack_influences(influences)));
        }
    }

    /// Adds an instance with a skin: its index in the scene, and the joints that it has.
    pub(super) fn add_instance(
        &mut self,
        (id, number): (InstanceId, u32),
        at: usize,
        joint_count: usize,
    ) {
        *set(&mut self.instances, number) = self.joint_count;
        self.skinned.push(Skinned { at, id, first_joint: self.joint_count });
        self.joint_count += joint_count as u32;
    }

    /// Puts everything on the device, and the hook into the pool; `None` where nothing is skinned.
    ///
    /// # Errors
    /// What the device cannot hold.
    pub(super) fn finish(self, gpu: &Gpu, pool: &mut MorphPool) -> Result<Option<Skins>> {
        if self.skinned.is_empty() || self.influences.is_empty() {
            return Ok(None);
        }
        let limits = gpu.device.limits();
        let found = limits.max_storage_buffers_per_shader_stage;
        if found < STORAGE_BUFFERS {
            bail!(
                "skinning in the deform pass: expected {STORAGE_BUFFERS} storage buffers a stage, \
                 the device has {found}"
            );
        }
        let limit = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let create = |label, contents: &[u8]| {
            if contents.len() as u64 > limit {
                bail!("{label}: expected at most {limit} bytes, got {}", contents.len());
            }
            let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
            let descriptor = BufferInitDescriptor { label: Some(label), contents, usage };
            Ok(gpu.device.create_buffer_init(&descriptor))
        };
        // An instance that comes later has no skin.
        let count = self.meshes.len() as u32;
        let mut table = vec![count];
        table.extend(&self.meshes);
        table.extend(&self.instances);
        table.resize(1 + self.meshes.len() + pool.instance_count(), NONE);
        let joints = vec![[0.0_f32; 16]; self.joint_count as usize];
        let buffers = [
            create("influences", &self.influences)?,
            create("joints", bytemuck::cast_slice(&joints))?,
            create("skins", bytemuck::cast_slice(&table))?,
        ];
        pool.set_deform_hook(Some(hook(&gpu.device, &buffers)));
        let [_, joints, _] = buffers;
        Ok(Some(Skins { joints, skinned: self.skinned }))
    }
}

impl Skins {
    /// Sends the joints of a pose; what they move is deformed again.
    ///
    /// # Errors
    /// None where the instances are the pool's.
    pub(super) fn set(
        &self,
        queue: &wgpu::Queue,
        pool: &mut MorphPool,
        pose: &Pose,
        camera: &Camera,
    ) -> Result<()> {
        for Skinned { at, id, first_joint } in &self.skinned {
            let joints = pose.placements[*at].joints.iter();
            let columns: Vec<_> =
                joints.map(|&joint| (camera.fit * joint).as_mat4().to_cols_array()).collect();
            let offset = u64::from(*first_joint) * size_of::<[f32; 16]>() as u64;
            queue.write_buffer(&self.joints, offset, bytemuck::cast_slice(&columns));
            pool.deform_again(*id)?;
        }
        Ok(())
    }
}

/// The place of a number in a list, which grows up to it.
fn set(list: &mut Vec<u32>, number: u32) -> &mut u32 {
    let at = number as usize;
    if list.len() <= at {
        list.resize(at + 1, NONE);
    }
    &mut list[at]
}

fn hook(device: &wgpu::Device, buffers: &[wgpu::Buffer; 3]) -> DeformHook {
    let entry = |binding| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: true },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("skins"),
        entries: &[0, 1, 2].map(entry),
    });
    let entries: Vec<_> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let descriptor =
        wgpu::BindGroupDescriptor { label: Some("skins"), layout: &layout, entries: &entries };
    let resources = device.create_bind_group(&descriptor);
    DeformHook { wgsl: HOOK.to_owned(), resources: Some((layout, resources)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_up_to_a_number_and_what_lies_between_has_none() {
        let mut list = Vec::new();
        *set(&mut list, 2) = 7;
        *set(&mut list, 0) = 5;
        assert_eq!(list, [5, NONE, 7]);
    }
}
