//! The widgets around the model. They change the state and nothing else.

use crate::groups::matches;
use crate::lines;
use crate::model::{Model, Sliders};
use crate::picture::Picture;
use crate::state::{State, Target};
use clap::ValueEnum;
use eframe::egui::{self, Align, Color32, Layout, Rect, RichText, Ui};
use egui_plot::{Legend, Line, Plot, VLine};
use morphkit_scene::Backend;
use std::collections::BTreeMap;

/// Where widgets are in the window, for tests that click on them.
pub(crate) type Places = BTreeMap<String, Rect>;

/// Height of the curves. Fixed: what a panel gives, the plot would take, and more each frame.
const CURVES_HEIGHT: f32 = 190.0;

/// What a row of the table says of a picture.
type Told<'a> = &'a dyn Fn(&Picture) -> String;

/// Space between groups of widgets.
const GAP: f32 = 8.0;

/// What is drawn, and the camera.
pub(crate) fn tools(ui: &mut Ui, state: &mut State, model: Option<&Model>, places: &mut Places) {
    ui.horizontal(|ui| {
        let name = model.and_then(|model| model.path.file_name());
        let name = name.map_or("no file".into(), |name| name.to_string_lossy());
        ui.label(RichText::new(name).strong());
        if let Some(model) = model {
            let targets: usize = model.sliders.iter().map(|sliders| sliders.names.len()).sum();
            let text = format!("{} vertices, {targets} targets", model.vertex_count);
            ui.label(RichText::new(text).weak());
        }
        ui.separator();
        let shown = &mut state.shown;
        for (flag, name, hint) in [
            (&mut shown.wires, "wireframe", "Edges of triangles"),
            (&mut shown.normals, "normals", "Normals of what is seen"),
            (
                &mut shown.bounds,
                "bounds",
                "Boxes of the base, of what is seen, and of the worst case",
            ),
            (&mut shown.heat, "heat", "How far the target below the pointer moves each vertex"),
        ] {
            let response = ui.toggle_value(flag, name).on_hover_text(hint);
            places.insert(name.to_owned(), response.rect);
        }
        ui.separator();
        let camera = ui.button("reset camera");
        places.insert("reset camera".to_owned(), camera.rect);
        if camera.clicked() {
            state.orbit = crate::orbit::Orbit::HOME;
        }
    });
}

/// The targets as sliders; gives the one below the pointer.
pub(crate) fn targets(
    ui: &mut Ui,
    state: &mut State,
    model: &Model,
    weights: &[Vec<f32>],
    places: &mut Places,
) {
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut state.search).hint_text("search targets");
        let response = ui.add(field.desired_width(ui.available_width() - 64.0));
        places.insert("search".to_owned(), response.rect);
        if ui.button("clear").clicked() {
            state.search.clear();
        }
    });
    ui.horizontal(|ui| {
        let pairs = ui.checkbox(&mut state.pairs, "left and right together");
        places.insert("pairs".to_owned(), pairs.rect);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let reset = ui.button("reset all");
            places.insert("reset all".to_owned(), reset.rect);
            if reset.clicked() {
                state.held.clear();
            }
        });
    });
    ui.separator();
    state.hovered = None;
    let area = egui::ScrollArea::vertical().auto_shrink([false, false]);
    area.show(ui, |ui| {
        let mut found = 0;
        for sliders in &model.sliders {
            found += instance(ui, state, model, sliders, weights, places);
        }
        if found == 0 {
            let text =
                if model.sliders.is_empty() { "no targets" } else { "no target is called so" };
            ui.label(RichText::new(text).weak());
        }
    });
}

/// Gives how many targets were found.
fn instance(
    ui: &mut Ui,
    state: &mut State,
    model: &Model,
    sliders: &Sliders,
    weights: &[Vec<f32>],
    places: &mut Places,
) -> usize {
    let mut count = 0;
    if model.sliders.len() > 1 {
        ui.add_space(GAP);
        ui.label(RichText::new(&sliders.title).strong().size(15.0));
    }
    for group in &sliders.groups {
        let fits = |target: &&usize| matches(&sliders.names[**target], &state.search);
        let found: Vec<usize> = group.targets.iter().filter(fits).copied().collect();
        if found.is_empty() {
            continue;
        }
        count += found.len();
        let title = format!("{} ({})", group.name, found.len());
        let header = egui::CollapsingHeader::new(title).default_open(true);
        // A search opens what it finds.
        let open = (!state.search.is_empty()).then_some(true);
        let header = header.id_salt((sliders.instance, &group.name)).open(open);
        header.show(ui, |ui| {
            for index in found {
                let target = Target { instance: sliders.instance, index };
                let row = weights.get(target.instance);
                let weight = row.and_then(|row| row.get(index)).copied().unwrap_or(0.0);
                slider(ui, state, sliders, target, weight, places);
            }
        });
    }
    count
}

fn slider(
    ui: &mut Ui,
    state: &mut State,
    sliders: &Sliders,
    target: Target,
    weight: f32,
    places: &mut Places,
) {
    let name = &sliders.names[target.index];
    let partner = sliders.partners[target.index];
    let held = state.held.contains_key(&target);
    let row = ui.horizontal(|ui| {
        let text = RichText::new(name);
        let text = if held { text.color(Color32::from_rgb(0x8c, 0xc8, 0xff)) } else { text };
        let label = egui::Label::new(text).truncate();
        let size = egui::vec2(150.0, ui.spacing().interact_size.y);
        let left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, left, |ui| {
            ui.set_min_width(size.x);
            ui.add(label);
        });
        ui.spacing_mut().slider_width = (ui.available_width() - 66.0).max(40.0);
        let mut value = weight;
        let widget = egui::Slider::new(&mut value, 0.0..=1.0)
            .clamping(egui::SliderClamping::Never)
            .max_decimals(3)
            .show_value(false);
        let slider = ui.add(widget).on_hover_text("double click: as the file has it");
        let number = egui::DragValue::new(&mut value).speed(0.01).max_decimals(3);
        let number = ui.add_sized([58.0, ui.spacing().interact_size.y], number);
        if slider.changed() || number.changed() {
            state.hold(target, partner, value);
        }
        let twice = ui.input(|i| i.pointer.button_double_clicked(egui::PointerButton::Primary));
        if twice && slider.contains_pointer() {
            state.release(target, partner);
        }
        if ui.is_rect_visible(slider.rect) && ui.clip_rect().contains_rect(slider.rect) {
            places.entry(format!("slider {name}")).or_insert(slider.rect);
            places.entry(format!("number {name}")).or_insert(number.rect);
            places.entry(format!("label {name}")).or_insert(Rect::from_min_size(
                slider.rect.min - egui::vec2(120.0, 0.0),
                egui::vec2(100.0, slider.rect.height()),
            ));
        }
    });
    // While something is dragged, the model is to be seen.
    let still = ui.input(|i| !i.pointer.any_down());
    if still && row.response.contains_pointer() {
        state.hovered = Some(target);
    }
}

/// Animations: play, scrub, speed, and the curves of weights.
pub(crate) fn timeline(ui: &mut Ui, state: &mut State, model: &Model, places: &mut Places) {
    ui.horizontal(|ui| {
        let chosen = state.clip.and_then(|clip| model.clips.get(clip));
        let text = chosen.map_or("no animation", |clip| clip.name.as_str());
        let mut choice = state.clip;
        let combo = egui::ComboBox::from_id_salt("clip").selected_text(text).width(160.0);
        let combo = combo.show_ui(ui, |ui| {
            ui.selectable_value(&mut choice, None, "no animation");
            for (index, clip) in model.clips.iter().enumerate() {
                ui.selectable_value(&mut choice, Some(index), &clip.name);
            }
        });
        places.insert("clip".to_owned(), combo.response.rect);
        if choice != state.clip {
            let start = choice.and_then(|clip| model.clips.get(clip)).map_or(0.0, |c| c.span.0);
            state.choose(choice, start);
        }
        let text = if state.playing { "pause" } else { "play" };
        let play = ui.add_sized([56.0, ui.spacing().interact_size.y], egui::Button::new(text));
        places.insert("play".to_owned(), play.rect);
        if play.clicked() {
            // What is not chosen is the first one.
            if let (None, Some(clip)) = (state.clip, model.clips.first()) {
                state.choose(Some(0), clip.span.0);
            }
            state.playing = !state.playing;
        }
        let (start, end) =
            state.clip.and_then(|clip| model.clips.get(clip)).map_or((0.0, 0.0), |c| c.span);
        ui.spacing_mut().slider_width = (ui.available_width() - 260.0).max(60.0);
        let time = egui::Slider::new(&mut state.time, start..=end.max(start + 1e-3)).suffix(" s");
        let time = ui.add_enabled(state.clip.is_some(), time.fixed_decimals(2));
        places.insert("time".to_owned(), time.rect);
        if time.dragged() {
            state.playing = false;
        }
        let speed = egui::DragValue::new(&mut state.speed).range(-4.0..=4.0).speed(0.02);
        ui.add(speed.prefix("speed ").max_decimals(2));
        state.settle(start);
    });
    let Some(clip) = state.clip.and_then(|clip| model.clips.get(clip)) else { return };
    if clip.curves.is_empty() {
        ui.label(RichText::new("moves no weights").weak());
        return;
    }
    let plot = Plot::new("curves")
        .height(CURVES_HEIGHT)
        // Curves end before the names.
        .include_x(f64::from(clip.span.1 + (clip.span.1 - clip.span.0) * 0.15))
        .legend(Legend::default().text_style(egui::TextStyle::Small))
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .show_axes([true, true]);
    let time = f64::from(state.time);
    let shown = plot.show(ui, |ui| {
        for curve in &clip.curves {
            ui.line(Line::new(model.name(curve.target), curve.points.clone()).width(1.5));
        }
        ui.vline(VLine::new("", time).color(Color32::WHITE).width(1.0).allow_hover(false));
        // A click may begin and end within one frame.
        let scrubs = ui.response().is_pointer_button_down_on() || ui.response().clicked();
        ui.pointer_coordinate().filter(|_| scrubs).map(|point| point.x)
    });
    places.insert("curves".to_owned(), shown.response.rect);
    if let Some(time) = shown.inner {
        state.time = (time as f32).clamp(clip.span.0, clip.span.1);
        state.playing = false;
    }
}

/// What adds the targets, in what layout and how fast.
pub(crate) fn layouts(
    ui: &mut Ui,
    state: &mut State,
    pictures: &[Option<Picture>; 2],
    device: &str,
    places: &mut Places,
) {
    ui.horizontal(|ui| {
        for (at, name) in ["A", "B"].into_iter().enumerate() {
            if at == 1 {
                let compare = ui.checkbox(&mut state.compare, "against");
                places.insert("compare".to_owned(), compare.rect);
                if !state.compare {
                    continue;
                }
            }
            if state.compare {
                ui.label(RichText::new(name).strong());
            }
            let layout = &mut state.layouts[at];
            let combo = egui::ComboBox::from_id_salt(name).width(116.0);
            let combo = combo.selected_text(layout.to_string()).show_ui(ui, |ui| {
                for &backend in Backend::value_variants() {
                    ui.selectable_value(layout, backend, backend.to_string());
                }
            });
            places.insert(format!("layout {name}"), combo.response.rect);
        }
    });
    let count = if state.compare { 2 } else { 1 };
    egui::Grid::new("layouts").num_columns(count + 1).spacing([16.0, 2.0]).show(ui, |ui| {
        let rows: [(&str, Told<'_>); 3] = [
            ("deltas", &|picture| match picture.backend {
                Backend::Cpu => "in memory".to_owned(),
                _ => bytes(picture.delta_bytes()),
            }),
            ("deform pass", &|picture| time(picture.timings.deform)),
            ("drawing", &|picture| time(picture.timings.draw)),
        ];
        for (title, value) in rows {
            ui.label(RichText::new(title).weak());
            for picture in &pictures[..count] {
                ui.label(picture.as_ref().map_or_else(|| "-".to_owned(), value));
            }
            ui.end_row();
        }
    });
    let stored: Vec<_> =
        pictures[..count].iter().flatten().flat_map(|picture| picture.stored()).collect();
    if !stored.is_empty() {
        let header = egui::CollapsingHeader::new("layout in use");
        header.show(ui, |ui| stored.iter().for_each(|line| drop(ui.label(line))));
    }
    let by_device = pictures.iter().flatten().any(|picture| picture.timings.by_device);
    let clock = if by_device { "times by the device's clock" } else { "times by our clock" };
    ui.label(RichText::new(format!("{device}; {clock}")).weak().small());
}

/// What the colours of lines mean.
pub(crate) fn legend(ui: &Ui, rect: Rect, state: &State) {
    let mut entries: Vec<([u8; 3], &str)> = Vec::new();
    if state.shown.bounds {
        entries.extend([
            (lines::BASE, "base"),
            (lines::LIVE, "as seen"),
            (lines::WORST, "worst case of weights from 0 to 1"),
        ]);
    }
    if state.shown.normals {
        entries.push((lines::NORMAL, "normals"));
    }
    let mut at = rect.left_top() + egui::vec2(12.0, 12.0);
    for ([r, g, b], text) in entries {
        let color = Color32::from_rgb(r, g, b);
        let painter = ui.painter();
        painter.rect_filled(Rect::from_min_size(at, egui::vec2(14.0, 4.0)), 1.0, color);
        let font = egui::FontId::proportional(12.5);
        let place = at + egui::vec2(20.0, 2.0);
        painter.text(place, egui::Align2::LEFT_CENTER, text, font, Color32::from_gray(225));
        at.y += 17.0;
    }
}

/// What the colours of the heat map mean.
pub(crate) fn scale(ui: &Ui, rect: Rect, name: &str, farthest: f32) {
    let (width, height) = (180.0, 10.0);
    let at = rect.left_bottom() + egui::vec2(12.0, -30.0);
    let painter = ui.painter();
    let steps = 60;
    for step in 0..steps {
        let [r, g, b] = morphkit_scene::render::heat_color(step as f32 / (steps - 1) as f32);
        let x = at.x + width * step as f32 / steps as f32;
        let part = Rect::from_min_size(
            egui::pos2(x, at.y),
            egui::vec2(width / steps as f32 + 0.5, height),
        );
        painter.rect_filled(part, 0.0, Color32::from_rgb(r, g, b));
    }
    let font = egui::FontId::proportional(12.5);
    let light = Color32::from_gray(225);
    let text = format!("|delta| of {name}");
    painter.text(at - egui::vec2(0.0, 4.0), egui::Align2::LEFT_BOTTOM, text, font.clone(), light);
    let below = at + egui::vec2(0.0, height + 2.0);
    painter.text(below, egui::Align2::LEFT_TOP, "0", font.clone(), light);
    let end = below + egui::vec2(width, 0.0);
    painter.text(end, egui::Align2::RIGHT_TOP, format!("{farthest:.4}"), font, light);
}

/// A count of bytes, short.
fn bytes(count: u64) -> String {
    match count {
        0..10_240 => format!("{count} B"),
        10_240..0xa0_0000 => format!("{:.1} KiB", count as f64 / 1024.0),
        _ => format!("{:.1} MiB", count as f64 / (1024.0 * 1024.0)),
    }
}

fn time(milliseconds: Option<f64>) -> String {
    milliseconds.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.3} ms"))
}

#[cfg(test)]
mod tests;
