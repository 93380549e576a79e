//! Films: the moments that are drawn, and the files that they go into.

mod apng;
mod gif;
mod mp4;

use super::args::RenderArgs;
use anyhow::{Context, Result, anyhow, bail};
use image::RgbaImage;
use morphkit_scene::render::Background;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

/// Frames of a turntable, unless it says how many.
const TURN: u32 = 72;
/// Frames in a second, unless `--fps` says otherwise: a whole number of hundredths each, as GIF has.
const FPS: u32 = 25;
/// Most frames of a film.
const MOST: u32 = 10_000;

/// What a file holds, by its extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// One picture.
    Png,
    Apng,
    Gif,
    Mp4,
}

/// One picture of a film: when, and from where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moment {
    /// Seconds, for what is animated.
    pub(super) time: f32,
    /// Degrees that the camera goes to the right of where it would be.
    pub(super) turn: f64,
}

impl Format {
    /// Extensions, as [`crate::output::check`] takes them.
    pub(super) const EXTENSIONS: [&str; 4] = ["png", "apng", "gif", "mp4"];

    /// A name without an extension is a picture's.
    pub(super) fn of(path: &Path) -> Self {
        match path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase).as_deref() {
            Some("apng") => Self::Apng,
            Some("gif") => Self::Gif,
            Some("mp4") => Self::Mp4,
            _ => Self::Png,
        }
    }

    /// Refuses options that make no sense together.
    ///
    /// # Errors
    /// Says what would.
    pub(super) fn check(self, args: &RenderArgs) -> Result<()> {
        let path = args.output.display();
        if self == Self::Png {
            let film = [
                ("--turntable", args.turntable.is_some()),
                ("--fps", args.fps.is_some()),
                ("--from", args.from.is_some()),
                ("--to", args.to.is_some()),
            ];
            if let Some((option, _)) = film.into_iter().find(|(_, given)| *given) {
                bail!(
                    "{path}: {option} makes a film: expected a name that ends in .apng, .gif or .mp4"
                );
            }
            return Ok(());
        }
        let plays = args.animation.is_some() && args.time.is_none();
        if !plays && args.turntable.is_none() {
            match args.time {
                Some(_) => bail!(
                    "{path}: --time is one moment: --from and --to give a film's range, and .png is one picture"
                ),
                None => {
                    bail!("{path}: a film needs --animation or --turntable; .png is one picture")
                }
            }
        }
        if plays && args.contact_sheet {
            bail!(
                "{path}: --contact-sheet shows one target at a time, so --animation needs --time: the moment to show them at"
            );
        }
        if self == Self::Mp4 {
            if args.background == Background::Transparent {
                bail!("{path}: .mp4 has no transparent background; .apng and .gif have");
            }
            mp4::find().with_context(|| path.to_string())?;
        }
        if let (Self::Gif, Some(fps @ 51..)) = (self, args.fps) {
            bail!("{path}: --fps {fps}: expected at most 50, which is all that GIF has");
        }
        Ok(())
    }
}

/// The moments to draw; `span` is the first and the last key of the animation.
///
/// # Errors
/// A range without a length, or that takes too many frames.
pub(super) fn moments(
    args: &RenderArgs,
    format: Format,
    span: Option<(f32, f32)>,
) -> Result<Vec<Moment>> {
    let still = args.time.unwrap_or(0.0);
    if format == Format::Png {
        return Ok(vec![Moment { time: still, turn: 0.0 }]);
    }
    let fps = args.fps.unwrap_or(FPS);
    let plays = args.animation.is_some() && args.time.is_none();
    let (start, end) = span.unwrap_or((0.0, 0.0));
    let (from, to) = (args.from.unwrap_or(start), args.to.unwrap_or(end));
    if plays && (from > to || !(to - from).is_finite()) {
        bail!("--from {from} to {to} seconds is no range; the animation is {start} to {end}");
    }
    // The moment at the very end is shown too.
    let played = (f64::from(to - from) * f64::from(fps) + 1e-3).floor() + 1.0;
    let turned = args.turntable.map(|frames| frames.unwrap_or(TURN));
    let count = match (plays, args.turntable) {
        (true, None | Some(None)) => played,
        _ => f64::from(turned.unwrap_or(1)),
    };
    if count > f64::from(MOST) {
        bail!("expected at most {MOST} frames, got {count}: a lower --fps or a shorter range");
    }
    let moment = |index: u32| Moment {
        time: match plays {
            // Begins anew where turning takes longer.
            true => from + ((f64::from(index) % played) / f64::from(fps)) as f32,
            false => still,
        },
        turn: turned.map_or(0.0, |_| 360.0 * f64::from(index) / count),
    };
    Ok((0..count as u32).map(moment).collect())
}

/// A film that is being written.
#[derive(Debug)]
pub(super) struct Film {
    encoder: Encoder,
}

#[derive(Debug)]
enum Encoder {
    Apng(apng::Apng),
    Gif(gif::Gif),
    Mp4(mp4::Mp4),
}

impl Film {
    /// Begins a file for so many pictures of this size.
    ///
    /// # Errors
    /// Where it cannot be written, or not in this size.
    pub(super) fn new(
        format: Format,
        (width, height): (u32, u32),
        args: &RenderArgs,
        count: usize,
    ) -> Result<Self> {
        let fps = args.fps.unwrap_or(FPS);
        let transparent = args.background == Background::Transparent;
        let path = &args.output;
        let file = || File::create(path).map(BufWriter::new).context("cannot be written");
        let encoder = match format {
            Format::Png => return Err(anyhow!("one picture is no film")),
            Format::Apng => Encoder::Apng(apng::Apng::new(file()?, (width, height), fps, count)?),
            Format::Gif => Encoder::Gif(gif::Gif::new(file()?, (width, height), fps, transparent)?),
            Format::Mp4 => Encoder::Mp4(mp4::Mp4::new(path, (width, height), fps)?),
        };
        Ok(Self { encoder })
    }

    /// Adds a picture.
    pub(super) fn add(&mut self, picture: RgbaImage) -> Result<()> {
        match &mut self.encoder {
            Encoder::Apng(film) => film.add(picture),
            Encoder::Gif(film) => film.add(picture),
            Encoder::Mp4(film) => film.add(&picture),
        }
    }

    /// Ends the file.
    pub(super) fn finish(self) -> Result<()> {
        match self.encoder {
            Encoder::Apng(film) => film.finish(),
            Encoder::Gif(film) => film.finish(),
            Encoder::Mp4(film) => film.finish(),
        }
    }
}

/// Removes what was begun and not ended; devices and pipes stay.
pub(super) fn discard(path: &Path) {
    if fs::metadata(path).is_ok_and(|found| found.is_file()) {
        // Where that fails, the error before it is told.
        let _ = fs::remove_file(path);
    }
}

/// The part of a picture that is not as in another of its size: left, top, width, height. One pixel
/// where nothing differs.
fn changed(a: &RgbaImage, b: &RgbaImage) -> (u32, u32, u32, u32) {
    let width = a.width() as usize * 4;
    let rows = || a.chunks_exact(width).zip(b.chunks_exact(width)).enumerate();
    let differs = |(_, (a, b)): &(usize, (&[u8], &[u8]))| a != b;
    let Some((top, _)) = rows().find(differs) else { return (0, 0, 1, 1) };
    let bottom = rows().rfind(differs).map_or(top, |(row, _)| row);
    let (mut left, mut right) = (width, 0);
    for (_, (a, b)) in rows().skip(top).take(bottom + 1 - top) {
        if let Some(first) = a.iter().zip(b).position(|(a, b)| a != b) {
            left = left.min(first);
        }
        if let Some(last) = a.iter().zip(b).rposition(|(a, b)| a != b) {
            right = right.max(last);
        }
    }
    let (left, right) = (left / 4, right / 4);
    (left as u32, top as u32, (right + 1 - left) as u32, (bottom + 1 - top) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;
    use image::Rgba;

    fn args(options: &str) -> RenderArgs {
        let call = format!("morphkit render a.glb {options}");
        match Cli::try_parse_from(call.split(' ')).unwrap().command {
            Command::Render(args) => args,
            other => panic!("{other:?}"),
        }
    }

    fn made(options: &str, span: Option<(f32, f32)>) -> Vec<Moment> {
        let args = args(options);
        moments(&args, Format::of(&args.output), span).unwrap()
    }

    #[test]
    fn a_film_has_a_frame_for_each_moment_and_the_last_one() {
        let film = made("-o a.gif --animation --fps 10", Some((0.5, 1.5)));
        assert_eq!(film.len(), 11);
        assert!((film[0].time - 0.5).abs() < 1e-6 && (film[10].time - 1.5).abs() < 1e-6);
        let part = made("-o a.gif --animation 0 --fps 10 --from 1 --to 1.2", Some((0.5, 1.5)));
        assert_eq!(part.len(), 3);
        assert_eq!(made("-o a.png --animation 0", Some((0.5, 1.5))).len(), 1);
        let error = moments(&args("-o a.gif --animation --to -1"), Format::Gif, Some((0.0, 1.0)));
        assert!(error.unwrap_err().to_string().contains("--from 0 to -1 seconds is no range"));
        let error = moments(&args("-o a.gif --animation"), Format::Gif, Some((0.0, 1e6)));
        assert!(error.unwrap_err().to_string().contains("got 25000001"));
    }

    #[test]
    fn a_turntable_goes_once_around_and_an_animation_on_it_begins_anew() {
        let turn = made("-o a.gif --turntable 8", None);
        assert_eq!(
            turn.iter().map(|m| m.turn as u32).collect::<Vec<_>>(),
            [0, 45, 90, 135, 180, 225, 270, 315]
        );
        let both = made("-o a.gif --turntable --animation --fps 10", Some((0.0, 0.9)));
        assert_eq!((both.len(), both[5].turn), (10, 180.0));
        let longer = made("-o a.gif --turntable 40 --animation --fps 10", Some((0.0, 0.9)));
        assert_eq!((longer.len(), longer[13].time), (40, longer[3].time));
        let frozen = made("-o a.gif --turntable 3 --animation --time 0.4", Some((0.0, 0.9)));
        assert!(frozen.len() == 3 && frozen.iter().all(|m| m.time == 0.4));
    }

    #[test]
    fn options_without_sense_are_refused_with_what_makes_sense() {
        let check = |options| {
            let args = args(options);
            Format::of(&args.output).check(&args).map_err(|error| error.to_string())
        };
        for (options, told) in [
            ("-o a.png --turntable", "--turntable makes a film"),
            ("-o a --fps 5", "--fps makes a film"),
            ("-o a.gif", "a film needs --animation or --turntable"),
            ("-o a.gif --animation --time 1", "--from and --to give a film's range"),
            ("-o a.gif --animation --contact-sheet", "needs --time"),
            ("-o a.gif --turntable --fps 60", "expected at most 50"),
            ("-o a.mp4 --turntable --background transparent", "no transparent background"),
        ] {
            let error = check(options).unwrap_err();
            assert!(error.contains(told), "{options}: {error}");
        }
        for options in ["-o a.PNG", "-o a", "-o a.gif --animation", "-o a.apng --turntable"] {
            check(options).unwrap();
        }
    }

    #[test]
    fn only_what_changes_is_written() {
        let a = RgbaImage::new(10, 8);
        let mut b = a.clone();
        assert_eq!(changed(&a, &b), (0, 0, 1, 1));
        b.put_pixel(3, 2, Rgba([1, 0, 0, 0]));
        assert_eq!(changed(&a, &b), (3, 2, 1, 1));
        b.put_pixel(1, 6, Rgba([0, 0, 0, 9]));
        assert_eq!(changed(&a, &b), (1, 2, 3, 5));
    }
}
