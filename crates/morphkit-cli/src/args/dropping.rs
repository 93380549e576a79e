//! What packed layouts may leave out, as the command line asks for it.

use clap::Args;
use morphkit_scene::Allowed;

/// Which small deltas packed layouts leave out.
#[derive(Debug, Clone, Copy, PartialEq, Args)]
#[group(multiple = false)]
pub(crate) struct DroppingArgs {
    /// Let packed layouts leave out deltas that move a vertex by less than RADII of the mesh's
    /// radius and turn its normal by less than DEGREES, each target alone; deform-bounded keeps
    /// all others within that as well. The other layouts are not held to it.
    #[arg(long, value_name = "RADII,DEGREES")]
    error_bound: Option<Allowed>,
    /// Let packed layouts leave out nothing but zeros.
    #[arg(long)]
    keep_all: bool,
}

impl DroppingArgs {
    /// What was asked for, else `default`; `None` for leaving out nothing.
    pub(crate) fn or(&self, default: Option<Allowed>) -> Option<Allowed> {
        if self.keep_all { None } else { self.error_bound.or(default) }
    }
}
