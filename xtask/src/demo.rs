//! `demo`: from nothing to a strip of expressions, and the GPU held against the CPU.

use crate::cargo::{self, Profile};
use crate::driver;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

/// Labelled weights of the strip.
const STRIP: &str = "neutral;\
smile:mouthSmileLeft=1,mouthSmileRight=1,cheekSquintLeft=1,cheekSquintRight=1,jawOpen=0.25;\
surprise:jawOpen=0.8,mouthFunnel=0.3,browInnerUp=1,browOuterUpLeft=0.8,browOuterUpRight=0.8,eyeWideLeft=0.8,eyeWideRight=0.8;\
wink:eyeBlinkLeft=1,mouthSmileLeft=0.7,mouthSmileRight=0.4;\
angry:browDownLeft=1,browDownRight=1,mouthFrownLeft=1,mouthFrownRight=1,noseSneerLeft=0.6,noseSneerRight=0.6,eyeSquintLeft=0.4,eyeSquintRight=0.4;\
sad:browInnerUp=1,mouthFrownLeft=0.9,mouthFrownRight=0.9,mouthShrugLower=0.4,eyeLookDownLeft=0.3,eyeLookDownRight=0.3;\
pucker:mouthPucker=1,eyeSquintLeft=0.3,eyeSquintRight=0.3;\
tongue out:tongueOut=1,jawOpen=0.4,eyeSquintLeft=0.4,eyeSquintRight=0.4,mouthSmileLeft=0.4,mouthSmileRight=0.4";

/// Weights at which GPU and CPU are compared: every other target, of both signs.
const COMPARED: usize = 52;

/// Runs the demo.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    driver::ensure(sh)?;
    let morphkit = &cargo::morphkit(sh, Profile::Release)?;
    sh.create_dir("out")?;
    cmd!(sh, "{morphkit} sample head -o out/head.glb").quiet().run()?;
    cmd!(
        sh,
        "{morphkit} render out/head.glb --strip {STRIP} --columns 4 --size 320x390 --yaw 14 --pitch 4 -o out/expressions.png"
    )
    .quiet()
    .run()?;
    println!("pictures:   out/expressions.png");

    let weights: Vec<f32> =
        (0..COMPARED).map(|i| if i % 2 == 0 { 0.1 + 0.01 * i as f32 } else { -0.3 }).collect();
    let weights = weights.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
    let blend = |backend: &str| -> Result<Value> {
        let out = cmd!(
            sh,
            "{morphkit} blend out/head.glb --json --weights={weights} --backend {backend}"
        )
        .quiet()
        .read()?;
        serde_json::from_str(&out).with_context(|| format!("the answer of {backend}"))
    };
    let cpu = blend("cpu")?;
    for backend in ["texture", "storage"] {
        let gpu = blend(backend)?;
        let adapter = gpu["backend"]["adapter"].as_str().unwrap_or("unknown adapter");
        let (largest, count) = largest_difference(&cpu["meshes"], &gpu["meshes"])?;
        ensure!(count > 0, "{backend}: nothing to compare");
        println!(
            "{backend:<9} largest difference to the CPU over {count} components: {largest:.3e} ({adapter})"
        );
        ensure!(largest < 1e-4, "{backend}: the GPU differs from the CPU by {largest}");
    }
    Ok(())
}

/// Largest difference of the blended attributes in two equal trees of JSON, and how many numbers
/// they hold.
fn largest_difference(a: &Value, b: &Value) -> Result<(f64, u64)> {
    let mut largest = 0.0f64;
    let mut count = 0;
    let mut pairs = vec![(a, b, false)];
    while let Some((a, b, blended)) = pairs.pop() {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) if blended => {
                let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
                ensure!((a - b).is_finite(), "{a} against {b}");
                largest = largest.max((a - b).abs());
                count += 1;
            }
            (Value::Array(a), Value::Array(b)) => {
                ensure!(a.len() == b.len(), "{} elements against {}", a.len(), b.len());
                pairs.extend(a.iter().zip(b).map(|(a, b)| (a, b, blended)));
            }
            (Value::Object(a), Value::Object(b)) => {
                ensure!(a.keys().eq(b.keys()), "objects with other members");
                let members = a.iter().zip(b.values());
                pairs.extend(members.map(|((k, a), b)| (a, b, blended || k == "attributes")));
            }
            (a, b) => ensure!(a == b, "{a} against {b}"),
        }
    }
    Ok((largest, count))
}
