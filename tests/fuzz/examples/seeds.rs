//! Writes the first inputs of the targets `container`, `document` and `writer`, from generated samples:
//! `seeds FOLDER`.

use morph_fuzz::sample::{files, split};
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder")?;
    let folder = Path::new(&folder);
    for (name, file) in files() {
        write(&folder.join("container"), name, &file)?;
        let document = if file.starts_with(b"glTF") {
            let (json, bin) = split(&file);
            [json.to_string().as_bytes(), b"\0", bin].concat()
        } else {
            file
        };
        write(&folder.join("document"), name, &document)?;
        for (action, what) in ["copy", "keep", "bake", "smaller"].iter().enumerate() {
            let input = [&[action as u8, 1], document.as_slice()].concat();
            write(&folder.join("writer"), &format!("{what}-{name}"), &input)?;
        }
    }
    Ok(())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name), bytes)
}
