//! Morph data of one mesh, shared by its clones: the two profiles of Babylon Lite.

use crate::delta::{create_delta_buffer, create_delta_texture, create_filled};
use crate::lost::write;
use crate::scope::written;
use crate::{GpuError, delta_view, device_limits};
use morph_core::{
    Attribute, COMPAT_FALLBACK, Deltas, LinearLayout, MorphTargets, SeedUniform, TargetDeltas,
    TextureLayout, Weights, compat_words, encode_compat, first_four,
};
use morph_wgsl::Slots;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where deltas and weights lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// At most four targets in a tiled texture, weights in a 32-byte uniform.
    Seed,
    /// Any number of targets, deltas and weights in read-only storage buffers.
    Compat,
}

/// Position deltas and optional normal deltas of one target, three floats a vertex.
#[derive(Debug, Clone, Copy)]
pub struct TargetArrays<'a> {
    /// `vertex_count * 3` floats.
    pub positions: &'a [f32],
    /// `vertex_count * 3` floats, `None` for a target that leaves normals alone.
    pub normals: Option<&'a [f32]>,
}

/// Morph data of a mesh: deltas on the GPU, weights and names.
///
/// A clone shares everything: setting a weight through one shows in all, and the GPU resources
/// live until the last one is disposed of or dropped. Each handle is disposed of once (again is
/// fine); using a disposed handle is [`GpuError::Destroyed`].
///
/// # Source
/// Babylon Lite's `MorphTargetData`, `createMorphTargets` and `setMorphTargetWeights`.
#[derive(Debug)]
pub struct MorphData {
    shared: Arc<Mutex<Shared>>,
    live: bool,
}

#[derive(Debug)]
struct Shared {
    profile: Profile,
    targets: MorphTargets,
    weights: Weights,
    device: wgpu::Device,
    queue: wgpu::Queue,
    resources: Option<Resources>,
    handles: usize,
}

/// What a bind group binds: clones of wgpu handles, which stay valid on their own.
#[derive(Debug, Clone)]
pub enum Resources {
    /// The seed profile.
    Seed {
        /// Tiled rgba32float texture.
        texture: wgpu::Texture,
        /// Its D2 view.
        view: wgpu::TextureView,
        /// 32-byte uniform.
        uniform: wgpu::Buffer,
    },
    /// The compat profile.
    Compat {
        /// Six words a target and vertex.
        deltas: wgpu::Buffer,
        /// Header and one weight a target.
        weights: wgpu::Buffer,
    },
}

impl Resources {
    /// Bind group entries at the slots.
    #[must_use]
    pub fn entries(&self, slots: &Slots) -> [wgpu::BindGroupEntry<'_>; 2] {
        let (deltas, weights) = match self {
            Self::Seed { view, uniform, .. } => {
                (wgpu::BindingResource::TextureView(view), uniform.as_entire_binding())
            }
            Self::Compat { deltas, weights } => {
                (deltas.as_entire_binding(), weights.as_entire_binding())
            }
        };
        [
            wgpu::BindGroupEntry { binding: slots.first_binding, resource: deltas },
            wgpu::BindGroupEntry { binding: slots.first_binding + 1, resource: weights },
        ]
    }
}

impl MorphData {
    /// Morph data from plain arrays; `None` without targets or vertices.
    ///
    /// # Shapes
    /// One [`TargetArrays`] for each target, each of `vertex_count * 3` floats. Weights: omitted
    /// ones are zero, extra ones are ignored. Names: any number, unchecked.
    ///
    /// # Errors
    /// [`GpuError`] where an array has another length, a value is not finite or the device
    /// refuses.
    pub fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        profile: Profile,
        targets: &[TargetArrays<'_>],
        vertex_count: usize,
        weights: Option<&[f32]>,
        names: Option<Arc<[String]>>,
    ) -> Result<Option<Self>, GpuError> {
        let deltas = targets
            .iter()
            .map(|target| {
                let positions = Deltas::Dense(target.positions.to_vec());
                let deltas = TargetDeltas::new().with(Attribute::Position, positions);
                match target.normals {
                    Some(normals) => {
                        deltas.with(Attribute::Normal, Deltas::Dense(normals.to_vec()))
                    }
                    None => deltas,
                }
            })
            .collect();
        match MorphTargets::new(vertex_count, deltas)? {
            Some(targets) => {
                Self::from_targets(device, queue, profile, &targets, weights, names).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Morph data from checked targets; bands other than POSITION and NORMAL are not used.
    ///
    /// # Errors
    /// As [`MorphData::new`].
    pub fn from_targets(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        profile: Profile,
        targets: &MorphTargets,
        weights: Option<&[f32]>,
        names: Option<Arc<[String]>>,
    ) -> Result<Self, GpuError> {
        let count = match profile {
            Profile::Seed => targets.target_count().min(morph_core::SEED_MAX_TARGETS as usize),
            Profile::Compat => targets.target_count(),
        };
        let mut values = Weights::new(count);
        values.set_all(weights.unwrap_or_default())?;
        let weights = match names {
            Some(names) => values.with_names(names),
            None => values,
        };
        let resources = create_resources(device, queue, profile, targets, &weights)?;
        let shared = Shared {
            profile,
            targets: targets.clone(),
            weights,
            device: device.clone(),
            queue: queue.clone(),
            resources: Some(resources),
            handles: 1,
        };
        Ok(Self { shared: Arc::new(Mutex::new(shared)), live: true })
    }

    /// Sets the weights and writes them: omitted ones are zero, extra ones are ignored.
    ///
    /// Writes 16 bytes at offset 0 (seed), or 4 bytes a target at offset 16 (compat); counts and
    /// sizes stay untouched.
    ///
    /// # Errors
    /// [`GpuError::Destroyed`] after disposal, [`GpuError::Weights`] for a value that is not
    /// finite; [`GpuError::DeviceLost`], and then the weights are set, and shown after a
    /// [`MorphData::rebuild`].
    pub fn set_weights(&self, weights: &[f32]) -> Result<(), GpuError> {
        let mut shared = self.lock()?;
        shared.weights.set_all(weights)?;
        shared.write_weights()
    }

    /// Sets the weight of one target and writes it.
    ///
    /// # Errors
    /// As [`MorphData::set_weights`], and where there is no such target.
    pub fn set_weight(&self, index: usize, weight: f32) -> Result<(), GpuError> {
        let mut shared = self.lock()?;
        shared.weights.set(index, weight)?;
        shared.write_weights()
    }

    /// The profile.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.peek().profile
    }

    /// Number of targets that are shown: at most four in the seed profile.
    #[must_use]
    pub fn count(&self) -> usize {
        self.peek().weights.target_count()
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.peek().targets.vertex_count()
    }

    /// The weight of a target, `None` where there is no such target.
    #[must_use]
    pub fn weight(&self, index: usize) -> Option<f32> {
        self.peek().weights.get(index)
    }

    /// All weights, one for each target.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        self.peek().weights.as_slice().to_vec()
    }

    /// The name of a target, `None` where it has none.
    #[must_use]
    pub fn name(&self, index: usize) -> Option<String> {
        self.peek().weights.name(index).map(str::to_owned)
    }

    /// All names as they were given, to be handed on to other morph data.
    #[must_use]
    pub fn names(&self) -> Option<Arc<[String]>> {
        self.peek().weights.names().cloned()
    }

    /// What to bind, new after each [`MorphData::rebuild`].
    ///
    /// # Errors
    /// [`GpuError::Destroyed`] after disposal.
    pub fn resources(&self) -> Result<Resources, GpuError> {
        self.lock()?.resources.clone().ok_or(GpuError::Destroyed)
    }

    /// Makes the GPU resources anew, on the same device or on another after a loss. Weights, names
    /// and identity stay, for all clones; bind groups have to be made anew.
    ///
    /// # Errors
    /// [`GpuError::Destroyed`] after disposal; [`GpuError::DeviceLost`] where that device is lost as
    /// well; else as [`MorphData::new`]. Then the old resources stay, and it may be tried again.
    pub fn rebuild(&self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<(), GpuError> {
        let mut shared = self.lock()?;
        let resources =
            create_resources(device, queue, shared.profile, &shared.targets, &shared.weights)?;
        shared.resources = Some(resources);
        shared.device = device.clone();
        shared.queue = queue.clone();
        Ok(())
    }

    /// Ends this handle; the last one lets go of the GPU resources. Again is fine.
    pub fn dispose(&mut self) {
        if !std::mem::take(&mut self.live) {
            return;
        }
        let mut shared = self.peek();
        shared.handles -= 1;
        if shared.handles == 0 {
            // wgpu frees what is dropped once the GPU is done with it.
            shared.resources = None;
        }
    }

    /// A number that all clones share and no other living morph data has.
    #[must_use]
    pub fn identity(&self) -> usize {
        Arc::as_ptr(&self.shared) as usize
    }

    fn lock(&self) -> Result<MutexGuard<'_, Shared>, GpuError> {
        if self.live { Ok(self.peek()) } else { Err(GpuError::Destroyed) }
    }

    fn peek(&self) -> MutexGuard<'_, Shared> {
        // Nothing panics while the lock is held, and the state is whole at every point.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for MorphData {
    fn clone(&self) -> Self {
        if self.live {
            self.peek().handles += 1;
        }
        Self { shared: Arc::clone(&self.shared), live: self.live }
    }
}

impl Drop for MorphData {
    fn drop(&mut self) {
        self.dispose();
    }
}

/// The morph data of a scene's meshes, each once, in order of first appearance.
///
/// Clones of a mesh share their morph data; an editor lists it once.
pub fn unique_morph_data<'a>(
    meshes: impl IntoIterator<Item = Option<&'a MorphData>>,
) -> Vec<&'a MorphData> {
    let mut seen = std::collections::BTreeSet::new();
    meshes.into_iter().flatten().filter(|data| seen.insert(data.identity())).collect()
}

/// The 24-byte buffer that a mesh without targets binds, as deltas and as weights, where its
/// material's pipeline is the compat profile's: count 0, so the loop ends at once.
///
/// One serves all meshes of a device.
///
/// # Errors
/// [`GpuError`] as the device says.
pub fn create_compat_fallback(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
) -> Result<wgpu::Buffer, GpuError> {
    let bytes = bytemuck::bytes_of(&COMPAT_FALLBACK);
    create_filled(device, queue, "morph fallback", wgpu::BufferUsages::STORAGE, bytes)
}

impl Shared {
    fn write(&self, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) -> Result<(), GpuError> {
        written(&self.device, "morph weights", || write(&self.queue, buffer, offset, bytes))
    }

    fn write_weights(&self) -> Result<(), GpuError> {
        let weights = self.weights.as_slice();
        match &self.resources {
            Some(Resources::Seed { uniform, .. }) => {
                let four = first_four(weights, weights.len() as u32);
                self.write(uniform, 0, bytemuck::bytes_of(&four))
            }
            Some(Resources::Compat { weights: buffer, .. }) => {
                self.write(buffer, 16, bytemuck::cast_slice(weights))
            }
            None => Err(GpuError::Destroyed),
        }
    }
}

fn create_resources(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    profile: Profile,
    targets: &MorphTargets,
    weights: &Weights,
) -> Result<Resources, GpuError> {
    let (vertex_count, target_count) =
        (targets.vertex_count() as u32, targets.target_count() as u32);
    match profile {
        Profile::Seed => {
            let layout = TextureLayout::seed(vertex_count, target_count)
                .ok_or(GpuError::Layout(morph_core::LayoutError::NoBands))?;
            let texture = create_delta_texture(device, queue, &layout, targets)?;
            let view = delta_view(&texture, true);
            let bytes = SeedUniform::new(&layout, weights.as_slice());
            let uniform = create_filled(
                device,
                queue,
                "morph uniform",
                wgpu::BufferUsages::UNIFORM,
                bytemuck::bytes_of(&bytes),
            )?;
            Ok(Resources::Seed { texture, view, uniform })
        }
        Profile::Compat => {
            let limits = device_limits(&device.limits());
            let layout = LinearLayout::compat(vertex_count, target_count, &limits)?;
            let deltas = create_delta_buffer(device, queue, &layout, targets)?;
            let mut words = vec![0; compat_words(target_count) as usize];
            encode_compat(target_count, vertex_count, weights.as_slice(), &mut words)?;
            let weights = create_filled(
                device,
                queue,
                "morph weights",
                wgpu::BufferUsages::STORAGE,
                bytemuck::cast_slice(&words),
            )?;
            Ok(Resources::Compat { deltas, weights })
        }
    }
}
