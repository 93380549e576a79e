//! Paths of `KHR_animation_pointer` that lead to weights.

/// What a pointer means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WeightPointer {
    /// The path leads over a mesh, not over a node.
    pub(super) is_mesh: bool,
    /// Index of the node or the mesh.
    pub(super) owner: usize,
    /// One weight, else all of them.
    pub(super) target: Option<usize>,
}

impl WeightPointer {
    /// Reads `/nodes/{n}/weights`, `/nodes/{n}/weights/{k}`, and the same of meshes.
    pub(super) fn read(pointer: &str) -> Option<Self> {
        let mut parts = pointer.strip_prefix('/')?.split('/');
        let is_mesh = match parts.next()? {
            "nodes" => false,
            "meshes" => true,
            _ => return None,
        };
        let owner = parts.next()?.parse().ok()?;
        if parts.next()? != "weights" {
            return None;
        }
        let target = parts.next().map(|target| target.parse().map_err(|_not_a_number| ()));
        match (target.transpose(), parts.next()) {
            (Ok(target), None) => Some(Self { is_mesh, owner, target }),
            _ => None,
        }
    }

    /// The text for another target.
    pub(super) fn with_target(self, target: usize) -> String {
        let list = if self.is_mesh { "meshes" } else { "nodes" };
        format!("/{list}/{}/weights/{target}", self.owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_to_weights_are_read() {
        let read = |text| WeightPointer::read(text).map(|p| (p.is_mesh, p.owner, p.target));
        assert_eq!(read("/nodes/3/weights"), Some((false, 3, None)));
        assert_eq!(read("/nodes/3/weights/12"), Some((false, 3, Some(12))));
        assert_eq!(read("/meshes/0/weights/1"), Some((true, 0, Some(1))));
        for text in [
            "nodes/3/weights",
            "/nodes/x/weights",
            "/nodes/3/weights/x",
            "/nodes/3/weights/1/2",
            "/nodes/3/weights.length",
            "/nodes/3/scale",
            "/materials/3/weights",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let moved = WeightPointer::read("/nodes/3/weights/12").map(|p| p.with_target(4));
        assert_eq!(moved.as_deref(), Some("/nodes/3/weights/4"));
    }
}
