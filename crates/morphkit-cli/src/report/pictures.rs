//! Pictures of a file and its targets, as data URIs.

use super::MeshContent;
use super::args::ReportArgs;
use crate::progress;
use crate::render::framing::{Focus, Framing};
use crate::render::heat::Heat;
use crate::render::tiles::alone;
use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, RgbaImage};
use indicatif::ProgressBar;
use morphkit::gltf::Document;
use morphkit_scene::render::{Color, Looks, Renderer, Size, View};
use morphkit_scene::scene::{Pose, Scene};
use morphkit_scene::{Allowed, Backend, Gpu};
use std::rc::Rc;

/// Sides of the pictures: twice as many pixels as the page shows them with.
const COVER: u32 = 800;
const TILE: u32 = 240;
/// Quality of JPEG, of 100.
const QUALITY: u8 = 84;
/// What is behind all pictures, in a light and in a dark page.
const BACKGROUND: Color = Color([0xc3, 0xc9, 0xd3]);
/// Degrees that the camera goes up.
const PITCH: f64 = 8.0;

/// A picture as a `data:` URI.
pub(super) type Picture = String;

/// All pictures of a page.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) cover: Picture,
    pub(super) device: String,
    /// For each mesh those of its first targets, at weight 1 and as heat maps; or why there are none.
    pub(super) meshes: Vec<Result<Vec<[Picture; 2]>, String>>,
}

/// Draws all pictures.
///
/// # Errors
/// Why there are none, as a sentence for the page.
pub(super) fn draw(
    args: &ReportArgs,
    document: &Document,
    meshes: &[MeshContent],
) -> Result<Drawn, String> {
    if args.no_pictures {
        return Err("--no-pictures was asked for.".to_owned());
    }
    let sentence = |error: anyhow::Error| format!("{error:#}.");
    let scene = Rc::new(Scene::read(document).map_err(sentence)?);
    let gpu = Gpu::open(args.adapter.as_deref(), Backend::Texture).map_err(sentence)?;
    let studio = Studio { args, document, scene, gpu };
    studio.draw(meshes).map_err(sentence)
}

struct Studio<'a> {
    args: &'a ReportArgs,
    document: &'a Document,
    scene: Rc<Scene>,
    gpu: Gpu,
}

impl Studio<'_> {
    fn draw(&self, meshes: &[MeshContent]) -> Result<Drawn> {
        let pose = self.scene.pose(None)?;
        let cover = self.cover(&pose)?;
        let mut renderer = self.renderer(TILE)?;
        let is_drawn = |mesh: &MeshContent| {
            self.scene.instances.iter().any(|i| i.mesh.index == mesh.measured.mesh.index)
        };
        let rows = |mesh: &MeshContent| if is_drawn(mesh) { mesh.rows } else { 0 };
        let rows: Vec<_> = meshes.iter().map(rows).collect();
        let wanted = super::shares(&rows, self.args.pictures);
        let bar = progress::bar(wanted.iter().sum(), "targets");
        let mut drawn = Vec::with_capacity(meshes.len());
        for (mesh, count) in meshes.iter().zip(wanted) {
            let index = mesh.measured.mesh.index;
            drawn.push(if !is_drawn(mesh) {
                Err("no node of the scene draws this mesh.".to_owned())
            } else if count == 0 {
                let most = self.args.pictures;
                Err(format!(
                    "the page has those of {most} targets at most; --pictures allows more."
                ))
            } else {
                Ok(self.mesh(&mut renderer, &pose, index, count, &bar)?)
            });
        }
        bar.finish_and_clear();
        Ok(Drawn { cover, device: self.gpu.name.clone(), meshes: drawn })
    }

    fn renderer(&self, side: u32) -> Result<Renderer> {
        let backend = (Backend::Texture, Some(Allowed::DEFAULT));
        let size = Size { width: side, height: side };
        // The texture holds any deltas that a device can; where it cannot, the processor adds them.
        Renderer::new(&self.gpu, &self.scene, backend, size, BACKGROUND).or_else(|_| {
            let backend = (Backend::Cpu, None);
            Renderer::new(&self.gpu, &self.scene, backend, size, BACKGROUND)
        })
    }

    fn view(&self) -> View {
        let yaw = self.args.yaw + crate::render::front(self.document);
        View { yaw, pitch: PITCH, aspect: 1.0 }
    }

    fn cover(&self, pose: &Pose) -> Result<Picture> {
        let mut framing = Framing::new(&self.scene, self.view(), false, Focus::All);
        framing.add(&self.scene, pose)?;
        let picture = self.renderer(COVER)?.draw(pose, &framing.camera(0.0), &mut Vec::new())?;
        data_uri(picture)
    }

    /// Each of the first targets of a mesh alone, and its heat map.
    fn mesh(
        &self,
        renderer: &mut Renderer,
        pose: &Pose,
        mesh: usize,
        count: usize,
        bar: &ProgressBar,
    ) -> Result<Vec<[Picture; 2]>> {
        let scene = &self.scene;
        let of = |target| alone(scene, pose.clone(), &[(mesh, target)]);
        let mut framing = Framing::new(scene, self.view(), false, Focus::MovedOf(mesh));
        let still = alone(scene, pose.clone(), &[]);
        let places = Heat::places(scene, &still)?;
        framing.add(scene, &still)?;
        (0..count).try_for_each(|target| framing.add(scene, &of(target)))?;
        let camera = framing.camera(0.0);
        let (lit, heat) = (Looks::default(), Looks { heat: true, ..Looks::default() });
        let mut notes = Vec::new();
        let mut pictures = Vec::with_capacity(count);
        for target in 0..count {
            let pose = of(target);
            let picture = renderer.draw_as(&pose, &camera, &lit, &mut notes)?;
            let lengths = Heat::between(scene, &places, &pose)?;
            lengths.show(renderer, scene, lengths.longest());
            let hot = renderer.draw_as(&pose, &camera, &heat, &mut notes)?;
            pictures.push([data_uri(picture)?, data_uri(hot)?]);
            bar.inc(1);
        }
        Ok(pictures)
    }
}

fn data_uri(picture: RgbaImage) -> Result<Picture> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    let picture = DynamicImage::ImageRgba8(picture).into_rgb8();
    picture.write_with_encoder(encoder).context("a picture cannot be encoded")?;
    Ok(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes)))
}
