//! Arguments of `extract`.

use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  morphkit extract face.glb -o face.npz        face.npz, and face.json that says what is in it
  morphkit extract face.glb -o arrays          the same two files in the folder arrays

In Python, with numpy as np:
  data, index = np.load('face.npz'), json.load(open('face.json'))
  primitive = index['meshes'][0]['primitives'][0]
  base = data[primitive['base']['POSITION']]        vertices x 3
  deltas = data[primitive['targets']['POSITION']]   targets x vertices x 3
  blended = base + np.tensordot(weights, deltas, 1)

The JSON: schema (1), file, arrays (name of the .npz file),
meshes[]: index, name, target_names (or null), weights, nodes[] (node, weights),
  primitives[]: index, mode, indices (or null), vertex_count, base {ATTRIBUTE: array},
  targets {ATTRIBUTE: array} (a target that leaves an attribute alone has zeros),
animations[]: index, name, channels[]: node, target (or null: all of them), interpolation,
  times (keys), values (keys x targets; CUBICSPLINE keys x 3 x targets: in-tangents, values,
  out-tangents).
A name of an array stands where the array itself would; weights, times and all but indices are
float32, indices are uint32. COLOR_n deltas have four components, TANGENT deltas three.";

/// What to extract, and where to.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExtractArgs {
    /// A .gltf, .glb or .vrm file.
    pub(crate) file: PathBuf,
    /// The .npz file to write, with a .json file beside it; else a folder for both.
    #[arg(short, long, value_name = "FILE.npz|FOLDER")]
    pub(crate) output: PathBuf,
    /// Compute normals for targets that move positions and have none, or only zeros.
    #[arg(long)]
    pub(crate) normals: bool,
    /// Refuse what breaks the specification, even where it has one sensible meaning.
    #[arg(long)]
    pub(crate) strict: bool,
}
