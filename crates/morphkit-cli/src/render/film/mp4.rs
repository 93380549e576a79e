//! MP4, by an ffmpeg that is on the path.

use anyhow::{Context, Result, anyhow, bail};
use image::RgbaImage;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = "ffmpeg";

/// Checks that there is an ffmpeg.
///
/// # Errors
/// Says how else it goes.
pub(super) fn find() -> Result<()> {
    let mut command = Command::new(PROGRAM);
    command.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!(
                "writing .mp4 takes {PROGRAM}, which is not on the path; .apng and .gif need nothing"
            )
        }
        Err(error) => Err(anyhow!(error).context(PROGRAM)),
    }
}

/// Pictures on their way to ffmpeg.
#[derive(Debug)]
pub(super) struct Mp4 {
    child: Child,
}

impl Mp4 {
    pub(super) fn new(path: &Path, (width, height): (u32, u32), fps: u32) -> Result<Self> {
        let mut command = Command::new(PROGRAM);
        command.args(["-hide_banner", "-loglevel", "error", "-y"]);
        command.args(["-f", "rawvideo", "-pixel_format", "rgba"]);
        command.args(["-video_size", &format!("{width}x{height}"), "-framerate", &fps.to_string()]);
        // Most players want 4:2:0, which has even sides.
        command.args(["-i", "-", "-an", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"]);
        command.args(["-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"]);
        // A name that begins with a dash is a name all the same.
        let path = if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) };
        command.arg(path);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        Ok(Self { child: child.spawn().context(PROGRAM)? })
    }

    pub(super) fn add(&mut self, picture: &RgbaImage) -> Result<()> {
        let Some(pipe) = &mut self.child.stdin else { return Err(anyhow!("{PROGRAM} is gone")) };
        match pipe.write_all(picture.as_raw()) {
            Ok(()) => Ok(()),
            // It has said why.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.end(),
            Err(error) => Err(anyhow!(error).context(PROGRAM)),
        }
    }

    pub(super) fn finish(mut self) -> Result<()> {
        self.end()
    }

    /// Waits for it; gives what it said where it failed.
    fn end(&mut self) -> Result<()> {
        drop(self.child.stdin.take());
        let mut said = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            std::io::Read::read_to_string(&mut pipe, &mut said).unwrap_or_default();
        }
        let status = self.child.wait().context(PROGRAM)?;
        if !status.success() {
            let said = said.trim();
            bail!(
                "{PROGRAM}: {}",
                if said.is_empty() { status.to_string() } else { said.to_owned() }
            );
        }
        Ok(())
    }
}
