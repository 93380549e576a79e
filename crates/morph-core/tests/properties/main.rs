//! What holds for every mesh, every target and every weight.

mod animation;
mod blend;
mod bounds;
mod forms;
mod mesh;
mod normals;
mod order;
mod packed;
mod pick;

/// Few cases, since each is a whole mesh; `PROPTEST_CASES` asks for more.
fn config() -> proptest::prelude::ProptestConfig {
    let default = proptest::prelude::ProptestConfig::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    if asked { default } else { proptest::prelude::ProptestConfig { cases: 96, ..default } }
}
