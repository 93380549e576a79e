//! Random meshes in files with skins, several nodes and animations.

use crate::builder::Builder;
use serde_json::{Value, json};

/// Numbers from a seed (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// -1..1
    pub(crate) fn float(&mut self) -> f32 {
        (self.word() >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }

    fn floats(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| self.float() * scale).collect()
    }

    fn unit(&mut self) -> [f32; 3] {
        loop {
            let v = [self.float(), self.float(), self.float()];
            let length = v.iter().map(|x| x * x).sum::<f32>().sqrt();
            if length > 0.1 && length < 1.0 {
                return v.map(|x| x / length);
            }
        }
    }
}

/// A mesh of one or two primitives with all attributes; gives its index.
pub(crate) fn mesh(file: &mut Builder, dice: &mut Dice, skinned: bool) -> usize {
    let targets = 1 + dice.below(5);
    let (size, place) = (0.01 + dice.below(300) as f32, dice.below(3) as f32 * 100.0);
    let shares = dice.chance(30);
    let mut primitives = Vec::new();
    for _ in 0..1 + dice.below(2) {
        let same = primitives.last().filter(|_| shares).cloned();
        let mut primitive: Value =
            same.unwrap_or_else(|| part(file, dice, targets, size, place, skinned));
        let accessor = primitive["attributes"]["POSITION"].as_u64().unwrap() as usize;
        let count = file.json["accessors"][accessor]["count"].as_u64().unwrap() as usize;
        let corners: Vec<u16> = (0..count * 3).map(|_| dice.below(count) as u16).collect();
        primitive["indices"] = file.indices(&corners).into();
        primitives.push(primitive);
    }
    let names: Vec<String> = (0..targets).map(|target| format!("shape {target}")).collect();
    let weights: Vec<f32> = dice.floats(targets, 1.0);
    file.push(
        "meshes",
        json!({ "primitives": primitives, "weights": weights, "extras": { "targetNames": names } }),
    )
}

fn part(
    file: &mut Builder,
    dice: &mut Dice,
    targets: usize,
    size: f32,
    place: f32,
    skinned: bool,
) -> Value {
    let count = 3 + dice.below(300);
    let positions: Vec<f32> = dice.floats(count * 3, size).iter().map(|x| x + place).collect();
    let normals: Vec<f32> = (0..count).flat_map(|_| dice.unit()).collect();
    let tangents: Vec<f32> = (0..count)
        .flat_map(|v| {
            let [x, y, z] = dice.unit();
            [x, y, z, if v % 2 == 0 { 1.0 } else { -1.0 }]
        })
        .collect();
    let coordinates = dice.floats(count * 2, 1.0);
    let custom = dice.floats(count, 1.0);
    let mut attributes = json!({
        "POSITION": file.floats(3, &positions),
        "NORMAL": file.floats(3, &normals),
        "TANGENT": file.floats(4, &tangents),
        "TEXCOORD_0": file.floats(2, &coordinates),
        "_HEAT": file.floats(1, &custom),
    });
    if skinned {
        let joints: Vec<u8> =
            (0..count).flat_map(|_| [dice.below(2) as u8, dice.below(2) as u8, 0, 0]).collect();
        let weights: Vec<f32> = (0..count)
            .flat_map(|_| {
                let weight = dice.float().abs();
                [weight, 1.0 - weight, 0.0, 0.0]
            })
            .collect();
        attributes["JOINTS_0"] = file.joints(&joints).into();
        attributes["WEIGHTS_0"] = file.floats(4, &weights).into();
    }
    let deltas = (0..targets).map(|target| {
        let scale = [1.0, 0.1, 0.004, 1e-7][dice.below(4)];
        let percent = [0, 5, 50, 100][if target == 0 { 2 } else { dice.below(4) }];
        let moved: Vec<u16> = (0..count as u16).filter(|_| dice.chance(percent)).collect();
        json!({
            "POSITION": deltas(file, dice, 3, count, &moved, size * scale),
            "NORMAL": deltas(file, dice, 3, count, &moved, scale),
            "TANGENT": deltas(file, dice, 3, count, &moved, scale * 0.1),
            "TEXCOORD_0": deltas(file, dice, 2, count, &moved, scale),
        })
    });
    let deltas: Vec<Value> = deltas.collect();
    json!({ "attributes": attributes, "targets": deltas })
}

/// Deltas of some vertices; whether they are stored sparse has nothing to do with how many.
fn deltas(
    file: &mut Builder,
    dice: &mut Dice,
    components: usize,
    count: usize,
    moved: &[u16],
    scale: f32,
) -> usize {
    let values = dice.floats(moved.len() * components, scale);
    if dice.chance(50) {
        return file.sparse(components, count, moved, &values);
    }
    let mut all = vec![0.0; count * components];
    for (&vertex, value) in moved.iter().zip(values.chunks_exact(components)) {
        all[vertex as usize * components..][..components].copy_from_slice(value);
    }
    file.floats(components, &all)
}

/// A file with one or two meshes, each drawn by one to three nodes, with or without a skin.
pub(crate) fn file(seed: u64) -> Builder {
    let mut dice = Dice(seed);
    let mut file = Builder::new();
    let joints = [
        file.root(json!({ "translation": [1.0, -2.0, 0.5], "scale": [2.0, 2.0, 2.0] })),
        file.root(json!({ "rotation": [0.0, 0.6, 0.0, 0.8], "translation": [0.0, 3.0, 0.0] })),
    ];
    let mut binds = Vec::new();
    for at in 0..2 {
        let mut matrix = [0.0_f32; 16];
        (0..4).for_each(|diagonal| matrix[diagonal * 5] = 1.0);
        matrix[12] = dice.float();
        matrix[1] = at as f32 * 0.25;
        binds.extend(matrix);
    }
    let binds = file.floats(16, &binds);
    for skin in
        [json!({ "joints": joints, "inverseBindMatrices": binds }), json!({ "joints": joints })]
    {
        file.push("skins", skin);
    }
    for _ in 0..1 + dice.below(2) {
        let skinned = dice.chance(50);
        let mesh = mesh(&mut file, &mut dice, skinned);
        for _ in 0..1 + dice.below(3) {
            let below = file.push("nodes", json!({ "translation": [0.0, 1.0, 0.0] }));
            let scale = 0.5 + dice.float().abs();
            let mut node = json!({
                "mesh": mesh, "children": [below], "scale": [scale, 2.0, -1.0],
                "translation": [dice.float(), 0.0, 0.0],
            });
            if skinned && dice.chance(70) {
                node["skin"] = dice.below(2).into();
            }
            let node = file.root(node);
            animate(&mut file, &mut dice, mesh, node);
        }
    }
    file
}

/// Two keys of all weights, and of the node's scale.
fn animate(file: &mut Builder, dice: &mut Dice, mesh: usize, node: usize) {
    let targets = file.json["meshes"][mesh]["weights"].as_array().unwrap().len();
    let times = file.floats(1, &[0.0, 1.0]);
    file.json["accessors"][times]["min"] = json!([0.0]);
    file.json["accessors"][times]["max"] = json!([1.0]);
    let weights = dice.floats(targets * 2, 1.0);
    let weights = file.floats(1, &weights);
    let scales = file.floats(3, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    file.push(
        "animations",
        json!({
            "samplers": [{ "input": times, "output": weights }, { "input": times, "output": scales }],
            "channels": [
                { "sampler": 0, "target": { "node": node, "path": "weights" } },
                { "sampler": 1, "target": { "node": node, "path": "scale" } },
            ],
        }),
    );
}
