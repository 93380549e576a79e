//! Deltas that become others while ids of them live on.

use super::{DeltaKey, DeltaStore, Resource, Source};
use crate::GpuError;
use crate::pool::edit::changes::{self, Texels, Words};
use crate::pool::known::Known;
use crate::pool::pages::Place;
use crate::pool::rows::UploadStats;
use crate::pool::waiting::Over;
use crate::scope::written;
use morph_core::{MorphTargets, TextureLayout};

/// An edit of one id's deltas that is sure to succeed.
#[derive(Debug)]
pub(in crate::pool) struct DeltaEdit {
    old: DeltaKey,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Other ids have the old ones, or the layout is another: a set beside it.
    Other { key: DeltaKey, is_new: bool },
    /// The one id that has them: what changes is written over them.
    Words { source: Source, targets: MorphTargets, places: [Place; 2], changes: Vec<Words> },
    /// As above, in a texture.
    Texels { targets: MorphTargets, layout: TextureLayout, changes: Vec<Texels> },
}

/// What is to be written over deltas.
#[derive(Debug)]
pub(super) enum Change {
    Words(Words),
    Texels(TextureLayout, Texels),
}

impl Change {
    fn bytes(&self) -> u64 {
        match self {
            Self::Words(change) => change.words.len() as u64 * 4,
            Self::Texels(_, change) => change.texels.len() as u64 * 16,
        }
    }
}

impl Over for Change {
    fn over(self, earlier: Self) -> Result<Self, (Self, Self)> {
        match (self, earlier) {
            (Self::Words(later), Self::Words(earlier)) => later
                .over(earlier)
                .map(Self::Words)
                .map_err(|(later, earlier)| (Self::Words(later), Self::Words(earlier))),
            (Self::Texels(layout, later), Self::Texels(of, earlier)) if layout == of => {
                let new = |texels| Self::Texels(layout, texels);
                later
                    .over(earlier, layout.width())
                    .map(new)
                    .map_err(|(later, earlier)| (new(later), new(earlier)))
            }
            apart => Err(apart),
        }
    }
}

/// What became of an edit.
#[derive(Debug)]
pub(in crate::pool) struct Edited {
    pub(in crate::pool) key: DeltaKey,
    pub(in crate::pool) written: UploadStats,
    pub(in crate::pool) is_whole: bool,
    /// Whether bind groups have to be made anew.
    pub(in crate::pool) is_moved: bool,
}

impl DeltaStore {
    /// Makes room for what an id's deltas become; nothing that is in use changes.
    pub(in crate::pool) fn prepare_edit(
        &mut self,
        device: &wgpu::Device,
        old: DeltaKey,
        targets: &MorphTargets,
        source: Source,
    ) -> Result<DeltaEdit, GpuError> {
        let there = self.find(targets, &source).is_some();
        let own = if there { None } else { self.over(old, targets, &source) };
        let way = match own {
            Some(way) => {
                self.stored[old].is_edited = true;
                way
            }
            None => {
                let key = self.add(device, targets, source)?;
                Way::Other { key, is_new: !there }
            }
        };
        Ok(DeltaEdit { old, way })
    }

    /// What is to be written over deltas that no other id has; `None` where that is no way.
    fn over(&mut self, key: DeltaKey, targets: &MorphTargets, source: &Source) -> Option<Way> {
        let stored = self.stored.get(key)?;
        if stored.uses > 1 || stored.is_edited {
            return None;
        }
        let before = stored.targets.kept()?;
        match (&stored.source, source, &stored.resource) {
            (Source::Linear(old), Source::Linear(new), Resource::Words(place)) => {
                let alike = |a: &morph_core::LinearLayout, b: &morph_core::LinearLayout| {
                    (a.vertex_count(), a.attributes()) == (b.vertex_count(), b.attributes())
                };
                if !alike(old, new) {
                    return None;
                }
                let resized = self.pages.resize(*place, new.byte_count())?;
                let changes = changes::linear((old, before), (new, targets));
                let (source, targets) = (Source::Linear(*new), targets.clone());
                Some(Way::Words { source, targets, places: [*place, resized], changes })
            }
            (Source::Texture(old), Source::Texture(new), Resource::Texture { .. }) => {
                let changes = (old == new).then(|| changes::texture(new, before, targets))?;
                Some(Way::Texels { targets: targets.clone(), layout: *new, changes })
            }
            _ => None,
        }
    }

    /// Takes back what was prepared.
    pub(in crate::pool) fn undo_edit(&mut self, edit: DeltaEdit) {
        match edit.way {
            Way::Other { key, .. } => self.release(key),
            Way::Words { places: [old, new], .. } => {
                self.stored[edit.old].is_edited = false;
                self.pages.undo_resize(old, new);
            }
            Way::Texels { .. } => self.stored[edit.old].is_edited = false,
        }
    }

    /// The id has the deltas of the key from now on. What is written over old ones waits for
    /// [`DeltaStore::settle`].
    pub(in crate::pool) fn commit_edit(&mut self, edit: DeltaEdit) -> Edited {
        let mut written = UploadStats::default();
        match edit.way {
            Way::Other { key, is_new } => {
                if is_new {
                    let bytes = self.stored[key].source.layout().byte_count();
                    written = UploadStats { writes: 1, bytes };
                }
                self.release(edit.old);
                Edited { key, written, is_whole: is_new, is_moved: key != edit.old }
            }
            Way::Words { source, targets, places: [old, new], changes } => {
                self.later(edit.old, changes.into_iter().map(Change::Words), &mut written);
                let targets = Known::new(&targets, self.keep);
                let stored = &mut self.stored[edit.old];
                (stored.source, stored.targets, stored.is_edited) = (source, targets, false);
                stored.resource = Resource::Words(new);
                let is_moved = old.bytes != new.bytes;
                Edited { key: edit.old, written, is_whole: false, is_moved }
            }
            Way::Texels { targets, layout, changes } => {
                let stored = &mut self.stored[edit.old];
                stored.targets = Known::new(&targets, self.keep);
                stored.is_edited = false;
                let change = |change| Change::Texels(layout, change);
                self.later(edit.old, changes.into_iter().map(change), &mut written);
                Edited { key: edit.old, written, is_whole: false, is_moved: false }
            }
        }
    }

    fn later(
        &mut self,
        key: DeltaKey,
        changes: impl Iterator<Item = Change>,
        written: &mut UploadStats,
    ) {
        let counted = changes.inspect(|change| {
            *written = *written + UploadStats { writes: 1, bytes: change.bytes() };
        });
        self.pending.push(key, counted);
    }

    /// Writes what edits changed of deltas that are still there. What the device refuses waits for
    /// the next time.
    pub(super) fn write_pending(&mut self, device: &wgpu::Device) -> UploadStats {
        let Self { queue, pages, stored, pending, .. } = self;
        let written = pending.write(|key, change| match (change, &stored.get(key)?.resource) {
            (Change::Words(change), Resource::Words(place)) => {
                Some(pages.write_words(device, queue, *place, change))
            }
            (Change::Texels(layout, change), Resource::Texture { view }) => {
                Some(write(device, queue, view.texture(), (layout, change)))
            }
            _ => None,
        });
        // Why it was not written is told by what needs a result.
        written.0
    }
}

/// Writes texels, layer by layer.
fn write(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &wgpu::Texture,
    (layout, change): (&TextureLayout, &Texels),
) -> Result<UploadStats, GpuError> {
    let mut stats = UploadStats::default();
    let mut row = change.row;
    let mut texels = change.texels.as_slice();
    while !texels.is_empty() {
        let (layer, y) = (row / layout.height(), row % layout.height());
        let rows = (texels.len() as u32 / change.width).min(layout.height() - y);
        let (now, later) = texels.split_at((rows * change.width) as usize);
        let (width, height, depth_or_array_layers) = (change.width, rows, 1);
        written(device, "morph delta texture", || {
            queue.write_texture(
                wgpu::TexelCopyTextureInfo {
                    texture,
                    mip_level: 0,
                    origin: wgpu::Origin3d { x: change.column, y, z: layer },
                    aspect: wgpu::TextureAspect::All,
                },
                bytemuck::cast_slice(now),
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(width * 16),
                    rows_per_image: None,
                },
                wgpu::Extent3d { width, height, depth_or_array_layers },
            );
            true
        })?;
        stats = stats + UploadStats { writes: 1, bytes: now.len() as u64 * 16 };
        (row, texels) = (row + rows, later);
    }
    Ok(stats)
}
