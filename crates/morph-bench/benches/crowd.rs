//! A frame of a crowd whose members play clips of their own: in one call, and one by one.
//!
//! The ways take turns frame by frame, and a time is the median of all frames: a frame is shorter than
//! the turn that a busy system gives to another program.

use morph_bench::clips::{KEYS, TARGETS, TRACKS, time, track};
use morph_core::animation::{
    BatchSample, Cursor, Interpolation, WeightRows, WeightTrack, sample_batch_into,
};
use std::hint::black_box;
use std::time::{Duration, Instant};

const FRAMES: usize = 1000;

fn main() {
    // As benches of criterion have it: once, to see that it works.
    let frames = if std::env::args().any(|arg| arg == "--test") { 1 } else { FRAMES };
    println!("{TARGETS} targets, {TRACKS} tracks of {KEYS} keys, medians of {frames} frames");
    println!("{:12} {:>5} {:>32} {:>10} {:>6}", "mode", "faces", "way", "us", "ratio");
    for mode in [Interpolation::Linear, Interpolation::CubicSpline] {
        for faces in [512, 4096] {
            let mut times: [Vec<Duration>; 4] = Default::default();
            let mut crowd = Crowd::new(mode, faces);
            for frame in 0..frames {
                for (way, times) in WAYS.iter().zip(&mut times) {
                    let start = Instant::now();
                    (way.1)(&mut crowd, frame);
                    times.push(start.elapsed());
                }
            }
            let medians = times.map(median);
            for ((name, _), us) in WAYS.iter().zip(medians) {
                let ratio = us / medians[0];
                println!("{:12} {faces:>5} {name:>32} {us:10.1} {ratio:6.2}", format!("{mode:?}"));
            }
        }
    }
}

type Way = (&'static str, fn(&mut Crowd, usize));

const WAYS: [Way; 4] = [
    ("one call", Crowd::batch),
    ("one by one", Crowd::one_by_one),
    ("one by one, without cursors", Crowd::without_cursors),
    ("one by one, into new memory", Crowd::with_new_memory),
];

/// Faces with tracks and times of their own.
struct Crowd {
    tracks: Vec<WeightTrack>,
    samples: Vec<BatchSample>,
    cursors: Vec<Cursor>,
    rows: Vec<f32>,
}

impl Crowd {
    fn new(mode: Interpolation, faces: usize) -> Self {
        let tracks = (0..TRACKS).map(|seed| track(mode, seed)).collect();
        let samples = (0..faces).map(|face| BatchSample::new(face % TRACKS, face)).collect();
        let cursors = vec![Cursor::default(); faces];
        Self { tracks, samples, cursors, rows: vec![0.0; faces * TARGETS] }
    }

    fn batch(&mut self, frame: usize) {
        for (face, sample) in self.samples.iter_mut().enumerate() {
            sample.time = time(face, frame);
        }
        let rows = WeightRows::new(&mut self.rows, TARGETS, TARGETS).expect("they fit");
        sample_batch_into(&self.tracks, &mut self.samples, rows).expect("times and rows are there");
        black_box(&self.rows);
    }

    fn one_by_one(&mut self, frame: usize) {
        let rows = self.rows.chunks_exact_mut(TARGETS).zip(&mut self.cursors);
        for (face, (row, cursor)) in rows.enumerate() {
            let track = &self.tracks[face % TRACKS];
            track.sample_into(time(face, frame), cursor, row).expect("a time");
        }
        black_box(&self.rows);
    }

    fn without_cursors(&mut self, frame: usize) {
        for (face, row) in self.rows.chunks_exact_mut(TARGETS).enumerate() {
            let track = &self.tracks[face % TRACKS];
            track.sample_into(time(face, frame), &mut Cursor::default(), row).expect("a time");
        }
        black_box(&self.rows);
    }

    fn with_new_memory(&mut self, frame: usize) {
        let sampled = self.cursors.iter_mut().enumerate().map(|(face, cursor)| {
            let mut row = vec![0.0; TARGETS];
            let track = &self.tracks[face % TRACKS];
            track.sample_into(time(face, frame), cursor, &mut row).expect("a time");
            row
        });
        black_box(sampled.collect::<Vec<_>>());
    }
}

/// In microseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}
