//! The table: what players do.

use super::Feature::{self, *};
use super::Player::{self, *};

/// How something is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The player, or the part of it that is named, was run.
    Run,
    /// Its source was read.
    Read,
}

/// What one player does with one feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact {
    /// Who.
    pub player: Player,
    /// With what.
    pub feature: Feature,
    /// What it does: a sentence without its subject.
    pub effect: &'static str,
    /// How that is known.
    pub seen: Seen,
    /// The place in the player's source.
    pub source: &'static str,
}

const fn run(player: Player, feature: Feature, effect: &'static str, source: &'static str) -> Fact {
    Fact { player, feature, effect, seen: Seen::Run, source }
}

const fn read(
    player: Player,
    feature: Feature,
    effect: &'static str,
    source: &'static str,
) -> Fact {
    Fact { player, feature, effect, seen: Seen::Read, source }
}

const LOADER: &str = "GLTFLoader.js, addMorphTargets";
const MANAGER: &str = "morphTargetManager.js, synchronize";
const TARGET: &str = "glTFLoader.pure.js, _loadMorphTargetVertexDataAsync";
const GLB: &str = "glb-parser.js, createMesh";
const JSON: &str = "gltf-json, mesh.rs, MorphTarget";
const GODOT: &str = "gltf_document.cpp, _parse_meshes";
const UNITY: &str = "ImporterMeshes.cs, ConstructMeshTargets";
const BEVY: &str = "bevy_gltf, loader/mod.rs, PrimitiveMorphAttributesIter";
const VALIDATES: &str = "bevy_gltf, loader/mod.rs, GltfLoaderSettings::validate";

/// All facts, in the order of features and players.
#[rustfmt::skip]
pub const FACTS: &[Fact] = &[
    run(Three, TangentDeltas, "leaves them out, so normal maps keep the base's tangents", LOADER),
    read(BabylonLite, TangentDeltas, "leaves them out, so normal maps keep the base's tangents", "gltf-feature-morph.js"),
    read(PlayCanvas, TangentDeltas, "leaves them out, so normal maps keep the base's tangents", GLB),

    run(Three, TexCoordDeltas, "leaves them out", LOADER),
    read(Babylon, TexCoordDeltas, "morphs TEXCOORD_0 and TEXCOORD_1 and no other set", TARGET),
    read(PlayCanvas, TexCoordDeltas, "leaves them out", GLB),
    run(GltfCrate, TexCoordDeltas, "drops them with the JSON: no call reaches them", JSON),
    read(Bevy, TexCoordDeltas, "leaves them out", BEVY),
    read(Godot, TexCoordDeltas, "leaves them out", GODOT),
    read(UnityGltf, TexCoordDeltas, "leaves them out", UNITY),

    read(Three, ColorDeltas, "morphs COLOR_0 and no other set, and does not clamp the sum", LOADER),
    read(Babylon, ColorDeltas, "morphs COLOR_0 and no other set", TARGET),
    read(PlayCanvas, ColorDeltas, "leaves them out", GLB),
    run(GltfCrate, ColorDeltas, "drops them with the JSON: no call reaches them", JSON),
    read(Bevy, ColorDeltas, "leaves them out", BEVY),
    read(Godot, ColorDeltas, "leaves them out", GODOT),
    read(UnityGltf, ColorDeltas, "leaves them out", UNITY),

    read(Three, ColorComponents, "adds the weight to alpha, where nothing should change", "WebGLMorphtargets.js, update"),
    read(Babylon, ColorComponents, "adds components of one vertex to those of another", TARGET),

    run(Three, MixedAttributes, "adds the weighted base where a target lacks an attribute", LOADER),
    run(Babylon, MixedAttributes, "lets no target move an attribute that one of them lacks", MANAGER),
    read(PlayCanvas, MixedAttributes, "takes deltas of another target, or none, after one that lacks an attribute", "morph.js, _initTextureBased"),

    run(Three, NoPositionDeltas, "throws a TypeError when WebGL draws it", "WebGLMorphtargets.js, update"),

    read(Bevy, TargetWithoutVectors, "moves the deltas of all later targets up to it", BEVY),

    run(GltfCrate, DeltasWithoutData, "refuses the file: missing data", "gltf-json, accessor.rs"),
    read(Bevy, DeltasWithoutData, "refuses the file unless validation is switched off", VALIDATES),
    read(UnityGltf, DeltasWithoutData, "fails on a null reference", "ImporterMeshes.cs, ConstructMeshTargetsPrepareBuffers; KhronosGroup/UnityGLTF#900"),

    run(BabylonLite, SparseDeltas, "does not read them: nothing moves", "resolveAccessor"),

    read(UnityGltf, SparseOverView, "loses the values of the view and keeps the sparse ones", UNITY),

    run(GltfCrate, Quantization, "refuses the file: unsupported extension", "gltf-json, root.rs"),
    read(Bevy, Quantization, "refuses the file unless validation is switched off", VALIDATES),

    run(PlayCanvas, IntegerDeltas, "keeps deltas as halves by default: beyond 2048 in steps of 2, beyond 4096 of 4", "morph.js; float-packing.js, float2Half"),

    run(Three, TightEnd, "refuses the file with a RangeError", "GLTFLoader.js, loadAccessor"),

    read(UnityGltf, SharedDeltas, "gives them to the first of the two and zeros to the other", "ImporterMeshes.cs, ConvertAttributeAccessorsToUnityTypes"),

    read(Bevy, FlatIndexed, "unshares the vertices of the base and not the deltas: wrong vertices move", "bevy_mesh, mesh.rs, duplicate_vertices"),

    read(UnityGltf, SomeWithoutTargets, "fails on a null reference", "ImporterMeshes.cs, CreateUnityMeshData"),

    read(Godot, FirstWithoutTargets, "declares blend shapes by the first primitive alone, so there are none", GODOT),

    read(Three, ManyTargets, "needs a texture with a layer a target, and WebGL 2 promises 256 layers", "WebGLMorphtargets.js, update"),
    read(Babylon, ManyTargets, "blends 8 targets at once where the device has fewer texture layers than targets", MANAGER),
    read(PlayCanvas, ManyTargets, "needs a texture with a layer a target, and WebGL 2 promises 256 layers", "morph.js, _createTexture"),
    read(Bevy, ManyTargets, "refuses the file: at most 256 targets", "bevy_mesh, morph.rs, MorphWeights::new"),

    run(BabylonLite, NodeWeights, "shows the mesh's weights instead", "gltf-feature-morph.js"),
    read(PlayCanvas, NodeWeights, "shows the mesh's weights instead", GLB),
    read(Bevy, NodeWeights, "shows the mesh's weights instead", "bevy_gltf, loader/mod.rs, load_node"),

    run(Three, ExtraWeights, "keeps them all, so the mesh has more influences than targets", "GLTFLoader.js, updateMorphTargets"),

    read(Babylon, OtherNamesCount, "takes names by index, as far as they go", "glTFLoader.pure.js, _createMorphTargets"),
    read(PlayCanvas, OtherNamesCount, "takes names by index, as far as they go", GLB),
    read(Bevy, OtherNamesCount, "takes names by index, as far as they go", "bevy_gltf, loader/mod.rs, MorphTargetNames"),
    read(Godot, OtherNamesCount, "takes names by index, and calls the rest morph_ and their index", GODOT),
    read(UnityGltf, OtherNamesCount, "takes names by index, and calls the rest Morphtarget and their index", "ImporterMeshes.cs, AddBlendShapesToMesh"),

    run(Three, NamesNotStrings, "takes them as names all the same", "GLTFLoader.js, updateMorphTargets"),
    read(Bevy, NamesNotStrings, "gives the targets no names", "bevy_gltf, loader/mod.rs, MorphTargetNames"),

    read(PlayCanvas, CubicWeights, "counts three curves a target, so weights go wrong", "glb-parser.js, createMorphTargetCurves"),

    read(Three, ChannelWithoutNode, "leaves the channel out unless a plug-in reads it", "GLTFLoader.js, loadAnimation"),
    run(GltfCrate, ChannelWithoutNode, "refuses the file: missing field `node`", "gltf-json, animation.rs, Target"),
    read(Bevy, ChannelWithoutNode, "refuses the file, which the gltf crate cannot parse", "bevy_gltf, loader/mod.rs"),

    read(Three, Meshopt, "refuses the file unless a decoder is set with setMeshoptDecoder", "GLTFLoader.js, GLTFMeshoptCompression"),
    run(GltfCrate, Meshopt, "refuses the file: unsupported extension", "gltf-json, root.rs"),
    read(Bevy, Meshopt, "refuses the file unless validation is switched off, and does not decode it", VALIDATES),

    read(PlayCanvas, Draco, "reads no targets of such a primitive", "khr-draco-mesh-compression.js, createDracoMesh"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_in_order_each_once_and_every_feature_and_player_has_one() {
        let keys: Vec<_> = FACTS.iter().map(|fact| (fact.feature, fact.player)).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
        for feature in Feature::ALL {
            assert!(FACTS.iter().any(|fact| fact.feature == *feature), "{feature}");
        }
        for player in Player::ALL {
            assert!(FACTS.iter().any(|fact| fact.player == *player), "{player}");
        }
        assert!(FACTS.iter().all(|fact| !fact.effect.ends_with('.') && !fact.source.is_empty()));
    }
}
