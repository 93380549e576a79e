//! The kernels of the deform pass against the reference on the CPU, over what each layout keeps.

mod compact;
pub(crate) mod dispatch;
mod limits;
mod scene;

use dispatch::{run, run_hooked};
use morph_core::deform::GroupSize;
use morph_core::packed::BlockEncoding;
use morph_core::{AttributeSet, MorphTargets, VertexAttributes};
use morph_tests::{random_mesh, random_weights};
use morph_wgsl::{Deform, DeformLayout, Output};
use scene::{Mesh, Scene, sized};

/// Numbers of vertices and targets: one of each, blocks that are full, short and just begun, and
/// more targets than a workgroup has invocations.
const SIZES: [(usize, usize); 6] = [(1, 1), (63, 4), (64, 4), (65, 52), (200, 52), (130, 300)];

const BOUNDED: DeformLayout = DeformLayout::Blocked(BlockEncoding::Bounded);

/// Random, none, the last alone, all.
fn weights(seed: u32, target_count: usize, instances: usize) -> Vec<Vec<f32>> {
    let mut last = vec![0.0; target_count];
    last[target_count - 1] = -1.5;
    let all = (0..target_count).map(|t| 0.25 + t as f32 / 64.0).collect();
    let mut list = vec![random_weights(seed, target_count), vec![], last, all];
    list.extend((4..).map(|i| random_weights(seed + i, target_count)).take(instances));
    list.truncate(instances);
    list
}

fn meshes(kernel: &Deform, sizes: &[(usize, usize)]) -> Vec<Mesh> {
    packed(kernel, &unpacked(kernel.attributes, sizes))
}

fn unpacked(
    attributes: AttributeSet,
    sizes: &[(usize, usize)],
) -> Vec<(VertexAttributes, MorphTargets)> {
    let mesh = |(seed, &(vertices, targets))| {
        let (base, targets) = random_mesh(seed, vertices, targets, attributes);
        (base, sized(&targets))
    };
    (11..).zip(sizes).map(mesh).collect()
}

fn packed(kernel: &Deform, of: &[(VertexAttributes, MorphTargets)]) -> Vec<Mesh> {
    of.iter().map(|(base, targets)| Mesh::new(kernel, base.clone(), targets)).collect()
}

/// Kernels beside the reference; those of one layout and one set of attributes read the same meshes.
fn check_all(kernels: &[Deform], sizes: &[(usize, usize)]) {
    let (mut made, mut kept) = (Vec::new(), Vec::new());
    for kernel in kernels {
        let unpacked = at(&mut made, kernel.attributes, |of| unpacked(of, sizes));
        let of = (kernel.layout, kernel.attributes);
        let meshes = at(&mut kept, of, |_| packed(kernel, unpacked));
        check_with(kernel, meshes);
    }
}

/// What goes with a key; made where it is not there.
fn at<K: Copy + PartialEq, V>(all: &mut Vec<(K, V)>, key: K, make: impl FnOnce(K) -> V) -> &V {
    let known = all.iter().position(|(of, _)| *of == key);
    let at = known.unwrap_or(all.len());
    if known.is_none() {
        all.push((key, make(key)));
    }
    &all[at].1
}

fn check(kernel: &Deform, sizes: &[(usize, usize)]) {
    check_with(kernel, &meshes(kernel, sizes));
}

fn check_with(kernel: &Deform, meshes: &[Mesh]) {
    // The last chunk of a crowd has fewer instances.
    let instances = kernel.group.instances() as usize + 3;
    if kernel.layout == BOUNDED && kernel.attributes == AttributeSet::PN {
        assert!(meshes.iter().any(Mesh::has_both_widths), "{kernel}");
    }
    let mut scene = Scene::new(kernel);
    for (at, mesh) in meshes.iter().enumerate() {
        scene.add(mesh, &weights(at as u32, mesh.decoded.target_count(), instances));
    }
    let input = scene.input();
    let output = run(kernel, &input);
    scene.check(&output);
    // spec E6
    assert_eq!(run(kernel, &input), output, "{kernel}: the same bits each time");
}

/// The kernels of a table whose vertices can be compared word by word.
fn kernels(of: impl Fn(&Deform) -> bool) -> Vec<Deform> {
    let compact_normal = |k: &Deform| k.output == Output::Compact && k.attributes.normal;
    let kernels: Vec<_> =
        Deform::all().into_iter().filter(|k| !compact_normal(k) && of(k)).collect();
    assert!(!kernels.is_empty());
    kernels
}

#[test]
fn dense_kernels_equal_the_cpu_for_several_meshes_in_one_dispatch() {
    check_all(
        &kernels(|k| matches!(k.layout, DeformLayout::Linear | DeformLayout::Dense(_))),
        &SIZES,
    );
}

#[test]
fn row_sparse_kernels_equal_the_cpu_for_several_meshes_in_one_dispatch() {
    check_all(&kernels(|k| k.layout == DeformLayout::RowSparse), &SIZES);
}

#[test]
fn blocked_kernels_equal_the_cpu_for_several_meshes_in_one_dispatch() {
    let alone = |k: &Deform| k.group == GroupSize::One;
    check_all(&kernels(|k| matches!(k.layout, DeformLayout::Blocked(_)) && alone(k)), &SIZES);
}

#[test]
fn crowds_equal_the_cpu_for_several_meshes_in_one_dispatch() {
    check_all(&kernels(|k| k.group != GroupSize::One), &SIZES);
}

#[test]
fn one_large_mesh_equals_the_cpu_with_every_layout() {
    let kernels = DeformLayout::ALL.map(|layout| Deform::new(layout, AttributeSet::PN, true));
    check_all(&kernels, &[(1000, 300)]);
}

#[test]
fn odd_sets_of_attributes_equal_the_cpu() {
    let sets = [
        AttributeSet { normal: true, ..AttributeSet::EMPTY },
        AttributeSet { tangent: true, normal: true, ..AttributeSet::EMPTY },
        AttributeSet { texcoords: 0b100, ..AttributeSet::EMPTY },
        AttributeSet { texcoords: 0b1, colors: 0b100, ..AttributeSet::PN },
    ];
    for set in sets {
        for layout in DeformLayout::ALL {
            check(&Deform::new(layout, set, true), &[(70, 9)]);
        }
    }
}

// spec B16
#[test]
fn where_nothing_is_active_every_bit_of_the_base_comes_out() {
    let odd = [-0.0, f32::MIN_POSITIVE / 4.0, f32::MAX, 1.0, -3.5];
    for kernel in kernels(|k| k.attributes == AttributeSet::PN && k.output == Output::Arena) {
        let kernel = Deform { normalize: false, ..kernel };
        let (_, targets) = random_mesh(5, 70, 4, AttributeSet::PN);
        let values = |from: usize| -> Vec<[f32; 3]> {
            (0..70).map(|v| [0, 1, 2].map(|c| odd[(v * 3 + c + from) % odd.len()])).collect()
        };
        let base = VertexAttributes::new(70).with_positions(&values(0)).unwrap();
        let base = base.with_normals(&values(1)).unwrap();
        let mesh = Mesh::new(&kernel, base, &targets);
        // In a crowd, one that rests stands among those that move.
        let instances: &[Vec<f32>] = match kernel.group {
            GroupSize::One => &[vec![], vec![0.0, -0.0]],
            _ => &[vec![], vec![0.0, -0.0], vec![1.0; 4]],
        };
        let mut scene = Scene::new(&kernel);
        scene.add(&mesh, instances);
        let output = run(&kernel, &scene.input());
        for instance in 0..2 {
            let first = 8 + instance * 70 * 6;
            for (vertex, words) in output[first..][..70 * 6].chunks_exact(6).enumerate() {
                let found: Vec<u32> = words.to_vec();
                let expected: Vec<u32> = [mesh.base.positions(), mesh.base.normals()]
                    .iter()
                    .flat_map(|values| values.unwrap()[vertex].map(f32::to_bits))
                    .collect();
                assert_eq!(found, expected, "{kernel}: instance {instance}, vertex {vertex}");
            }
        }
    }
}

#[test]
fn a_hook_comes_last_and_knows_vertex_mesh_and_instance() {
    let hook = "fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
        var told = v;
        told.position = vec3<f32>(f32(at.vertex), f32(at.mesh), f32(at.instance));
        return told;
    }";
    let chosen = |k: &Deform| k.attributes == AttributeSet::P && k.output == Output::Arena;
    for kernel in kernels(chosen) {
        let meshes = meshes(&kernel, &[(3, 2), (70, 5)]);
        let mut scene = Scene::new(&kernel);
        scene.add(&meshes[0], &weights(1, 2, 2));
        scene.add(&meshes[1], &weights(2, 5, 1));
        let input = scene.input();
        let output = run_hooked(&kernel, &input, Some(hook));
        let second_set = 32 + meshes[0].set_words();
        let mut at = 8;
        for (vertices, mesh, instance) in [(3, 132, 0), (3, 132, 1), (70, 100 + second_set, 2)] {
            for vertex in 0..vertices {
                let found = [0, 1, 2].map(|word| f32::from_bits(output[at + word]));
                assert_eq!(found, [vertex as f32, mesh as f32, instance as f32], "{kernel}");
                at += 4;
            }
        }
    }
}

#[test]
fn a_set_without_entries_gives_the_base() {
    for layout in DeformLayout::ALL {
        let kernel = Deform::new(layout, AttributeSet::PN, true);
        let (base, targets) = random_mesh(9, 100, 2, AttributeSet::PN);
        let still = |of: &MorphTargets| {
            let zero = morph_core::Deltas::from_vec3(&vec![[0.0; 3]; of.vertex_count()]);
            let target = morph_core::TargetDeltas::new()
                .with(morph_core::Attribute::Position, zero.clone())
                .with(morph_core::Attribute::Normal, zero);
            MorphTargets::new(of.vertex_count(), vec![target]).unwrap().unwrap()
        };
        let mesh = Mesh::new(&kernel, base, &still(&targets));
        let mut scene = Scene::new(&kernel);
        scene.add(&mesh, &[vec![1.0]]);
        scene.check(&run(&kernel, &scene.input()));
    }
}
