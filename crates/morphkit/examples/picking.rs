//! Rays at the mouth of a head: what do they hit with the jaw shut, and what with the jaw open?
//!
//! ```sh
//! cargo run -p morphkit --example picking
//! ```

use morphkit::core::pick::{Faces, Hit, PickInstance, PickMesh, Picker, Ray, Triangles};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // A head that looks along +z, in metres. From a file it would be `morphkit::open(path)?`, and
    // the joints of a skinned mesh would go into `influences`.
    let head = morph_sample::head(5000);
    let primitive = &head.mesh.primitives[0];
    let picker = Picker::new(&PickMesh {
        base: &primitive.base,
        targets: primitive.targets.as_ref(),
        triangles: Triangles::U32(&head.indices[0]),
        influences: None,
    })?;
    println!("{} triangles in {} blocks", head.indices[0].len() / 3, picker.block_count());

    // One for each instance: it keeps what was morphed until the next pose.
    let mut face = picker.instance();
    let jaw_open = head.mesh.target_index("jawOpen").ok_or("the head has a jaw")?;
    let mut weights = vec![0.0; head.mesh.target_count()];
    println!("jaw shut:");
    let shut = Pose::at(&mut face, &weights)?;
    weights[jaw_open] = 1.0;
    println!("jaw open:");
    let open = Pose::at(&mut face, &weights)?;

    // Shut, the first ray meets the lower lip. Open, it goes past the lip into the mouth, four
    // centimetres deeper, and the lip has come down to the second ray.
    let lip = shut.mouth.ok_or("the lips are shut")?;
    let inside = open.mouth.ok_or("the mouth has a back")?;
    assert!(inside.t - lip.t > 0.04 && inside.triangle != lip.triangle);
    assert_eq!(open.chin.map(|hit| hit.triangle), Some(lip.triangle));
    assert_ne!(shut.chin.map(|hit| hit.triangle), Some(lip.triangle));
    // The forehead does not follow the jaw: the same place, bit for bit.
    assert_eq!(shut.forehead, open.forehead);
    assert!(shut.forehead.is_some());
    // Beside the head there is nothing.
    let beside = Ray::new([0.5, 0.0, 1.0], [0.0, 0.0, -1.0])?;
    assert_eq!(face.pick(&beside, Faces::Front), None);
    Ok(())
}

/// What three rays hit.
#[derive(Debug)]
struct Pose {
    forehead: Option<Hit>,
    mouth: Option<Hit>,
    chin: Option<Hit>,
}

impl Pose {
    /// Sets the pose once, and picks three times: the second and the third ray find vertices of
    /// blocks that the rays before went through already morphed.
    fn at(face: &mut PickInstance, weights: &[f32]) -> Result<Self, Box<dyn Error>> {
        face.set_pose(weights, &[])?;
        let mut from_the_front = |height| -> Result<Option<Hit>, Box<dyn Error>> {
            // A millimetre off the middle, where two triangles meet and either may be hit.
            let ray = Ray::new([0.001, height, 1.0], [0.0, 0.0, -1.0])?;
            let hit = face.pick(&ray, Faces::Front);
            if let Some(Hit { triangle, t, barycentrics: [a, b, c], .. }) = hit {
                let [x, y, z] = ray.at(t);
                println!(
                    "  triangle {triangle}, {a:.3} {b:.3} {c:.3} of its corners, at {x:.4} {y:.4} {z:.4}"
                );
            }
            Ok(hit)
        };
        Ok(Self {
            forehead: from_the_front(0.05)?,
            mouth: from_the_front(-0.072)?,
            chin: from_the_front(-0.096)?,
        })
    }
}
