//! Widgets without a window: frames are run, and a pointer that nobody holds clicks in them.

use super::*;
use egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Vec2};
use morph_sample::{MIN_HEAD_VERTICES, glb, head};

/// The widgets of the head, one frame after the other.
struct Frames {
    context: Context,
    model: Model,
    state: State,
    places: Places,
    time: f64,
}

impl Frames {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("head.glb");
        std::fs::write(&path, glb::write(&head(MIN_HEAD_VERTICES))).unwrap();
        let mut frames = Self {
            context: Context::default(),
            model: Model::open(&path).unwrap(),
            state: State::new(Backend::Cpu, None),
            places: Places::new(),
            time: 0.0,
        };
        // Panels have their sizes after the first frame.
        frames.run(Vec::new());
        frames.run(Vec::new());
        frames
    }

    fn run(&mut self, events: Vec<Event>) {
        self.time += 0.05;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 1800.0))),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        self.places.clear();
        let Self { model, state, places, .. } = self;
        let weights = model.pose(state).unwrap().weights;
        let output = self.context.run_ui(input, |ui| {
            egui::Panel::top("tools").show(ui, |ui| tools(ui, state, Some(model), places));
            egui::Panel::bottom("timeline").show(ui, |ui| timeline(ui, state, model, places));
            egui::CentralPanel::default().show(ui, |ui| {
                targets(ui, state, model, &weights, places);
            });
        });
        output.drop_without_applying_deltas();
    }

    /// A point of a widget, in parts of its width, halfway down.
    fn at(&self, widget: &str, x: f32) -> Pos2 {
        let rect = self.places.get(widget).unwrap_or_else(|| panic!("no {widget}"));
        Pos2::new(rect.left() + rect.width() * x, rect.center().y)
    }

    /// Presses at one point, and lets go at another.
    fn drag(&mut self, from: Pos2, to: Pos2) {
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.run(vec![Event::PointerMoved(from)]);
        self.run(vec![button(from, true)]);
        self.run(vec![Event::PointerMoved(to)]);
        self.run(vec![button(to, false)]);
        self.run(Vec::new());
    }

    fn click(&mut self, widget: &str) {
        let at = self.at(widget, 0.5);
        self.drag(at, at);
        // The next click is not the second one of a double click.
        self.time += 1.0;
    }

    fn target(&self, name: &str) -> Target {
        let sliders = &self.model.sliders[0];
        let index = sliders.names.iter().position(|other| other == name).unwrap();
        Target { instance: sliders.instance, index }
    }

    fn shown(&self) -> usize {
        self.places.keys().filter(|name| name.starts_with("slider ")).count()
    }
}

#[test]
fn a_slider_holds_a_weight_and_a_double_click_gives_it_back() {
    let mut frames = Frames::new();
    let jaw = frames.target("jawOpen");
    let (from, to) = (frames.at("slider jawOpen", 0.05), frames.at("slider jawOpen", 0.8));
    frames.drag(from, to);
    let held = frames.state.held.get(&jaw).copied().unwrap();
    assert!((0.7..0.9).contains(&held), "{held}");
    assert_eq!(frames.state.held.len(), 1);
    frames.time += 1.0;
    frames.drag(to, to);
    frames.drag(to, to);
    assert!(frames.state.held.is_empty(), "{:?}", frames.state.held);
}

#[test]
fn pairs_move_together_by_one_slider_and_all_are_reset_by_one_button() {
    let mut frames = Frames::new();
    frames.click("pairs");
    let (from, to) = ("slider mouthSmileLeft", "slider mouthSmileLeft");
    frames.drag(frames.at(from, 0.05), frames.at(to, 0.6));
    let weight = |frames: &Frames, name| frames.state.held.get(&frames.target(name)).copied();
    let left = weight(&frames, "mouthSmileLeft");
    assert!(left.is_some() && left == weight(&frames, "mouthSmileRight"), "{left:?}");
    frames.click("reset all");
    assert!(frames.state.held.is_empty());
}

#[test]
fn what_is_typed_into_the_search_stays_in_the_list() {
    let mut frames = Frames::new();
    let all = frames.shown();
    assert!(all > 30, "{all}");
    frames.click("search");
    frames.run(vec![Event::Text("smile left".to_owned())]);
    frames.run(Vec::new());
    assert_eq!(frames.state.search, "smile left");
    assert!(frames.places.contains_key("slider mouthSmileLeft"));
    assert_eq!(frames.shown(), 1);
    // The pointer over its row says whose heat is shown; a press hides it.
    frames.run(vec![Event::PointerMoved(frames.at("label mouthSmileLeft", 0.5))]);
    frames.run(Vec::new());
    assert_eq!(frames.state.hovered, Some(frames.target("mouthSmileLeft")));
}

#[test]
fn play_takes_the_first_animation_and_a_click_in_the_curves_stops_at_its_time() {
    let mut frames = Frames::new();
    frames.click("play");
    assert_eq!((frames.state.clip, frames.state.playing), (Some(0), true));
    frames.run(Vec::new());
    frames.click("curves");
    assert!(!frames.state.playing);
    let (start, end) = frames.model.clips[0].span;
    let middle = (start + end) / 2.0;
    assert!((frames.state.time - middle).abs() < (end - start) / 10.0, "{}", frames.state.time);
}

#[test]
fn toggles_change_what_is_shown() {
    let mut frames = Frames::new();
    for name in ["wireframe", "normals", "bounds", "heat"] {
        frames.click(name);
    }
    let shown = frames.state.shown;
    assert!(shown.wires && shown.normals && shown.bounds && !shown.heat, "{shown:?}");
    frames.state.orbit.approach(3.0);
    frames.click("reset camera");
    assert_eq!(frames.state.orbit, crate::orbit::Orbit::HOME);
}

#[test]
fn bytes_and_times_are_short() {
    let texts = [0, 9_999, 10_240, 10_400_000, 81_788_928].map(bytes);
    assert_eq!(texts, ["0 B", "9999 B", "10.0 KiB", "10156.2 KiB", "78.0 MiB"]);
    assert_eq!((time(None), time(Some(0.25))), ("-".to_owned(), "0.250 ms".to_owned()));
}
