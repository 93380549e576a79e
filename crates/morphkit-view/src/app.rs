//! The window: reads files, draws the model where something changed, and shows errors.

use crate::Args;
use crate::lines;
use crate::model::Model;
use crate::panels::{self, Places};
use crate::picture::Picture;
use crate::state::{State, Target};
use anyhow::{Context, Result};
use eframe::egui::{self, Color32, PointerButton, Rect, RichText, Ui};
use eframe::egui_wgpu::RenderState;
use morphkit_scene::Gpu;
use morphkit_scene::render::{Looks, Size};
use morphkit_scene::scene::Pose;
use serde_json::json;
use std::path::{Path, PathBuf};

/// All that the window has.
pub(crate) struct App {
    window: RenderState,
    gpu: Gpu,
    state: State,
    model: Option<Model>,
    /// What the first and the second layout draw.
    pictures: [Option<Picture>; 2],
    /// What was drawn last, and how large.
    drawn: Option<(State, Size)>,
    /// Whose numbers the pictures show as colours, and the farthest delta.
    hot: Option<(Target, f32)>,
    /// What went wrong, until it is closed.
    error: Option<String>,
    dump: Option<Dump>,
}

/// Where the state is written.
struct Dump {
    path: PathBuf,
    last: String,
}

impl App {
    /// Opens the file of the command line; where it is wrong, the window says so.
    pub(crate) fn new(context: &eframe::CreationContext<'_>, args: Args) -> Result<Self> {
        let window = context.wgpu_render_state.clone().context("the window has no wgpu")?;
        let gpu = Gpu::from_wgpu(&window.adapter, window.device.clone(), window.queue.clone());
        context.egui_ctx.set_theme(egui::Theme::Dark);
        let mut app = Self {
            window,
            gpu,
            state: State::new(args.backend, args.against),
            model: None,
            pictures: [None, None],
            drawn: None,
            hot: None,
            error: None,
            dump: args.state.map(|path| Dump { path, last: String::new() }),
        };
        if let Some(file) = &args.file {
            app.open(file);
        }
        Ok(app)
    }

    /// Opens a file; where that fails, what was shown stays.
    fn open(&mut self, path: &Path) {
        match Model::open(path) {
            Ok(model) => {
                self.state.forget_file();
                self.pictures = [None, None];
                self.drawn = None;
                self.error = None;
                self.model = Some(model);
            }
            Err(error) => self.error = Some(format!("{error:#}")),
        }
    }

    /// Draws what changed.
    fn draw(&mut self, size: Size, pose: &Pose) {
        let now = Some((self.state.clone(), size));
        if self.drawn == now {
            return;
        }
        if let Err(error) = self.try_draw(size, pose) {
            self.error = Some(format!("{error:#}"));
        }
        self.drawn = now;
    }

    fn try_draw(&mut self, size: Size, pose: &Pose) -> Result<()> {
        let Some(model) = &mut self.model else { return Ok(()) };
        let state = &self.state;
        let aspect = f64::from(size.width) / f64::from(size.height);
        let camera = state.orbit.camera(&model.points, model.front, aspect);
        let mut looks = Looks { wires: state.shown.wires, timed: true, ..Looks::default() };
        if state.shown.normals {
            looks.lines.extend(lines::normals(model, pose, &camera)?);
        }
        if state.shown.bounds {
            looks.lines.extend(lines::boxes(model, pose, &camera)?);
        }
        let heat = state.hovered.filter(|_| state.shown.heat).map(|target| {
            let (mut rows, farthest) = model.heat(target);
            let share = |length: &mut f32| *length /= farthest.max(f32::MIN_POSITIVE);
            rows.iter_mut().flatten().for_each(share);
            (target, rows, farthest)
        });
        looks.heat = heat.is_some();
        self.hot = heat.as_ref().map(|(target, _, farthest)| (*target, *farthest));
        let mut notes = Vec::new();
        for (at, picture) in self.pictures.iter_mut().enumerate() {
            let backend = state.layouts[at];
            if at == 1 && !state.compare {
                *picture = None;
                continue;
            }
            if picture.as_ref().is_none_or(|picture| picture.backend != backend) {
                *picture = None;
                *picture =
                    Some(Picture::new(&self.window, &self.gpu, &model.scene, backend, size)?);
            }
            if let Some(picture) = picture {
                let heat = heat.as_ref().map(|(target, rows, _)| (target.instance, &rows[..]));
                picture.draw((pose, &camera), &looks, heat, size, &mut notes)?;
            }
        }
        for note in notes {
            if !model.notes.contains(&note) {
                model.notes.push(note);
            }
        }
        Ok(())
    }

    /// The model, and what the pointer does to it.
    fn stage(&mut self, ui: &mut Ui, pose: Option<&Pose>, places: &mut Places) {
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size(), egui::Sense::click_and_drag());
        places.insert("model".to_owned(), rect);
        ui.painter().rect_filled(rect, 0.0, Color32::from_rgb(0x2a, 0x2e, 0x36));
        let Some(pose) = pose else {
            let text = "Drop a .glb, .gltf or .vrm file here";
            let (font, color) = (egui::FontId::proportional(18.0), Color32::from_gray(170));
            let center = egui::Align2::CENTER_CENTER;
            ui.painter().text(rect.center(), center, text, font, color);
            return;
        };
        self.point(ui, rect, &response);
        let scale = ui.ctx().pixels_per_point();
        let pixels = |points: f32| ((points * scale).round() as u32).max(1);
        let size = Size { width: pixels(rect.width()), height: pixels(rect.height()) };
        self.draw(size, pose);
        let split = if self.state.compare { self.state.split } else { 1.0 };
        let middle = rect.left() + rect.width() * split;
        for (at, picture) in self.pictures.iter().enumerate() {
            let Some(picture) = picture else { continue };
            let [from, to] = if at == 0 { [0.0, split] } else { [split, 1.0] };
            let part = |from: f32, to: f32| {
                let x = |share: f32| rect.left() + rect.width() * share;
                Rect::from_x_y_ranges(x(from)..=x(to), rect.y_range())
            };
            let uv = Rect::from_min_max(egui::pos2(from, 0.0), egui::pos2(to, 1.0));
            ui.painter().image(picture.id, part(from, to), uv, Color32::WHITE);
        }
        if self.state.compare {
            self.divide(ui, rect, middle, places);
        }
        panels::legend(ui, rect, &self.state);
        if let (Some((target, farthest)), Some(model)) = (self.hot, &self.model) {
            panels::scale(ui, rect, &model.name(target), farthest);
        }
    }

    /// Drags and the wheel.
    fn point(&mut self, ui: &Ui, rect: Rect, response: &egui::Response) {
        let orbit = &mut self.state.orbit;
        let drag = response.drag_delta() / rect.height().max(1.0);
        let drag = [f64::from(drag.x), f64::from(drag.y)];
        let shift = ui.input(|i| i.modifiers.shift);
        if response.dragged_by(PointerButton::Primary) && !shift {
            orbit.turn(drag);
        } else if response.dragged() {
            orbit.shift(drag);
        }
        if response.hovered() {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            orbit.approach(f64::from(scroll / 240.0).exp() * f64::from(pinch));
        }
        if response.double_clicked() {
            *orbit = crate::orbit::Orbit::HOME;
        }
    }

    /// The line between two layouts.
    fn divide(&mut self, ui: &Ui, rect: Rect, middle: f32, places: &mut Places) {
        let handle = Rect::from_x_y_ranges(middle - 5.0..=middle + 5.0, rect.y_range());
        let response = ui.interact(handle, ui.scope_id().with("split"), egui::Sense::drag());
        places.insert("split".to_owned(), handle);
        if response.dragged() {
            let moved = response.drag_delta().x / rect.width().max(1.0);
            self.state.split = (self.state.split + moved).clamp(0.02, 0.98);
        }
        let response = response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
        let shade = if response.hovered() { 255 } else { 190 };
        let stroke = egui::Stroke::new(1.5, Color32::from_gray(shade));
        ui.painter().vline(middle, rect.y_range(), stroke);
        let font = egui::FontId::proportional(13.0);
        for (at, align, side) in
            [(0, egui::Align2::RIGHT_TOP, -10.0), (1, egui::Align2::LEFT_TOP, 10.0)]
        {
            let text = format!("{}: {}", ["A", "B"][at], self.state.layouts[at]);
            let place = egui::pos2(middle + side, rect.top() + 10.0);
            ui.painter().text(place, align, text, font.clone(), Color32::from_gray(225));
        }
    }

    fn messages(&mut self, ui: &mut Ui, places: &mut Places) {
        if let Some(error) = &self.error {
            let frame = egui::Frame::NONE.fill(Color32::from_rgb(0x6b, 0x1f, 0x24)).inner_margin(8);
            let close = egui::Panel::top("error").frame(frame).show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    let close = ui.button("close");
                    places.insert("close".to_owned(), close.rect);
                    ui.label(RichText::new(error).color(Color32::WHITE));
                    close.clicked()
                })
                .inner
            });
            if close.inner {
                self.error = None;
            }
        }
    }

    /// Writes what the window shows, where it changed.
    fn write_dump(&mut self, places: &Places) {
        let Some(dump) = &mut self.dump else { return };
        let name = |target| self.model.as_ref().map_or_else(String::new, |m| m.name(target));
        let places: serde_json::Map<_, _> = places
            .iter()
            .map(|(name, r)| (name.clone(), json!([r.min.x, r.min.y, r.max.x, r.max.y])))
            .collect();
        let layout = |picture: &Option<Picture>| {
            picture.as_ref().map(|picture| {
                let timings = picture.timings;
                json!({
                    "backend": picture.backend.to_string(),
                    "deltaBytes": picture.delta_bytes(),
                    "timed": timings.deform.is_some() || timings.draw.is_some(),
                    "byDevice": timings.by_device,
                })
            })
        };
        let whole = json!({
            "file": self.model.as_ref().map(|model| model.path.display().to_string()),
            "state": self.state.dump(name),
            "pictures": self.pictures.each_ref().map(layout),
            "error": self.error,
            "places": places,
        });
        let text = whole.to_string();
        if text != dump.last {
            // Whoever reads it never sees half of it.
            let beside = dump.path.with_extension("new");
            let written =
                std::fs::write(&beside, &text).and_then(|()| std::fs::rename(&beside, &dump.path));
            match written {
                Ok(()) => dump.last = text,
                Err(error) => self.error = Some(format!("{}: {error}", dump.path.display())),
            }
        }
    }

    fn pose(&mut self) -> Option<Pose> {
        match self.model.as_ref()?.pose(&self.state) {
            Ok(pose) => Some(pose),
            Err(error) => {
                self.error = Some(format!("{error:#}"));
                None
            }
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let dropped = ui.input(|i| i.raw.dropped_files.first().map(|file| file.path().to_owned()));
        if let Some(path) = dropped {
            self.open(&path);
        }
        let span = self.state.clip.and_then(|c| self.model.as_ref()?.clips.get(c)).map(|c| c.span);
        if let Some(span) = span {
            self.state.advance(ui.input(|i| i.stable_dt.min(0.1)), span);
        }
        let mut places = Places::new();
        self.messages(ui, &mut places);
        egui::Panel::top("tools").show(ui, |ui| {
            ui.add_space(2.0);
            panels::tools(ui, &mut self.state, self.model.as_ref(), &mut places);
            ui.add_space(2.0);
        });
        let pose = self.pose();
        if let (Some(model), Some(pose)) = (&self.model, &pose) {
            if !model.clips.is_empty() {
                let panel = egui::Panel::bottom("timeline").resizable(false);
                panel.show(ui, |ui| {
                    ui.add_space(4.0);
                    panels::timeline(ui, &mut self.state, model, &mut places);
                    ui.add_space(4.0);
                });
            }
            let side = egui::Panel::right("targets").resizable(true);
            side.default_size(390.0).min_size(320.0).show(ui, |ui| {
                ui.add_space(4.0);
                panels::layouts(ui, &mut self.state, &self.pictures, &self.gpu.name, &mut places);
                for note in &model.notes {
                    ui.label(RichText::new(format!("note: {note}")).small());
                }
                ui.separator();
                panels::targets(ui, &mut self.state, model, &pose.weights, &mut places);
            });
        }
        // What widgets changed shows in this frame already.
        let pose = self.pose();
        let stage = egui::CentralPanel::no_frame();
        stage.show(ui, |ui| self.stage(ui, pose.as_ref(), &mut places));
        let mut waits = false;
        for picture in self.pictures.iter_mut().flatten() {
            waits |= picture.take_timings();
        }
        if self.state.playing || waits {
            ui.ctx().request_repaint();
        } else {
            // Times come a little later than the picture.
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(250));
        }
        self.write_dump(&places);
    }
}
