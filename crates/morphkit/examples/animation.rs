//! A face that plays clips over each other: which weight wins, from the defaults to a manual one.
//!
//! ```sh
//! cargo run -p morphkit --example animation
//! ```

use morphkit::core::WeightPair;
use morphkit::core::animation::{
    Clip, ClipChannel, ClipLayer, ClipMixer, Cursor, Interpolation, WeightTrack,
};
use morphkit::{Normalize, blend};
use std::error::Error;

/// The node of the face: clips name nodes, since they may animate several.
const FACE: usize = 0;

fn main() -> Result<(), Box<dyn Error>> {
    // From a file clips come by `morphkit::open(path)?.weight_animations()?`.
    let head = morph_sample::head(2000);
    let count = head.mesh.target_count();
    let target = |name: &str| head.mesh.target_index(name).ok_or("a name of ARKit's");
    let (jaw, smile) = (target("jawOpen")?, target("mouthSmileLeft")?);
    let (blink, brow) = (target("eyeBlinkLeft")?, target("browInnerUp")?);

    let speech = head.clip.as_ref().ok_or("the head has a clip")?;
    let (times, values) = (speech.times.clone(), speech.weights.clone());
    let speech = WeightTrack::new(count, Interpolation::Linear, times, values)?;
    let joy = still(count, &[(smile, 0.6), (brow, 0.4)])?;
    // A clip may animate one target alone, and leaves the others alone then.
    let keys = [(0.0, [0.0]), (0.1, [1.0]), (0.3, [0.0])];
    let blinks = WeightTrack::from_keys(Interpolation::Linear, keys)?;
    let (speech_clip, joy_clip) = (clip("speech", speech.clone()), clip("joy", joy.clone()));
    let blinks = ClipChannel::one(FACE, blink, blinks);
    let blink_clip = Clip { name: Some("blink".into()), channels: vec![blinks] };
    // Of joy only what is above the mouth: a factor for each target.
    let mut upper = vec![1.0; count];
    (upper[jaw], upper[smile]) = (0.0, 0.0);

    let mut mixer = ClipMixer::new(count, 4);
    let mut weights = vec![0.0; count];
    let none: &[WeightPair] = &[];

    println!("a crossfade from speech to joy, over two seconds:");
    println!("  time  jawOpen  mouthSmileLeft  browInnerUp");
    for step in 0..=4_u8 {
        let (time, factor) = (f32::from(step) / 2.0, f32::from(step) / 4.0);
        let layers = [
            ClipLayer::replace(&speech_clip, time, 1.0),
            ClipLayer::replace(&joy_clip, time, factor),
        ];
        mixer.mix_into(FACE, &head.mesh.default_weights, &layers, none, &mut weights)?;
        let [a, b, c] = [jaw, smile, brow].map(|target| weights[target]);
        println!("  {time:4.1}  {a:7.4}  {b:14.4}  {c:11.4}");
        // At its ends a crossfade has the bits of one clip.
        let alone = if step == 0 { &speech } else { &joy };
        if step == 0 || step == 4 {
            assert_eq!(weights, sampled(alone, time, count)?);
        }
    }

    println!("speech, joy above the mouth, a blink that adds, and a jaw held open by hand:");
    let time = 1.15;
    let layers = [
        ClipLayer::replace(&speech_clip, time, 1.0),
        ClipLayer::replace(&joy_clip, time, 1.0).with_mask(&upper),
        ClipLayer::add(&blink_clip, 0.1, 0.5),
    ];
    let by_hand = [WeightPair { index: jaw as u32, weight: 1.0 }];
    mixer.mix_into(FACE, &head.mesh.default_weights, &layers, &by_hand, &mut weights)?;
    let spoken = sampled(&speech, time, count)?;
    for (name, target, who) in [
        ("jawOpen", jaw, "by hand, over every layer"),
        ("mouthSmileLeft", smile, "speech, since the mask keeps joy away"),
        ("browInnerUp", brow, "joy, over speech"),
        ("eyeBlinkLeft", blink, "half a blink, on top of joy's 0"),
    ] {
        println!("  {name:15} {:6.4}  {who}", weights[target]);
    }
    assert_eq!([weights[jaw], weights[smile]], [1.0, spoken[smile]]);
    assert_eq!([weights[brow], weights[blink]], [0.4, 0.5]);

    // The weights are what a blend on the CPU takes, and an instance on the GPU.
    let primitive = &head.mesh.primitives[0];
    let targets = primitive.targets.as_ref().ok_or("the head has targets")?;
    let morphed = blend(&primitive.base, targets, &weights, Normalize::Yes)?;
    let (base, morphed) = (primitive.base.positions(), morphed.positions());
    let (base, morphed) = (base.unwrap_or_default(), morphed.unwrap_or_default());
    let moved = base.iter().zip(morphed).filter(|(a, b)| a != b).count();
    println!("{moved} of {} vertices moved", base.len());
    assert!(moved > 500);
    Ok(())
}

/// A pose as a track: one key.
fn still(count: usize, pose: &[(usize, f32)]) -> Result<WeightTrack, Box<dyn Error>> {
    let mut weights = vec![0.0; count];
    for &(target, weight) in pose {
        weights[target] = weight;
    }
    Ok(WeightTrack::from_keys(Interpolation::Step, [(0.0, weights)])?)
}

/// A clip of one track that animates all targets of the face.
fn clip(name: &str, track: WeightTrack) -> Clip {
    Clip { name: Some(name.into()), channels: vec![ClipChannel::new(FACE, track)] }
}

fn sampled(track: &WeightTrack, time: f32, count: usize) -> Result<Vec<f32>, Box<dyn Error>> {
    let mut weights = vec![0.0; count];
    track.sample_into(time, &mut Cursor::default(), &mut weights)?;
    Ok(weights)
}
