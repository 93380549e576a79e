//! The 52 shapes by name, in ARKit's documented order.

/// What a shape does. Shapes with sides are described for the person's left one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Blink,
    LookDown,
    LookIn,
    LookOut,
    LookUp,
    Squint,
    Wide,
    JawForward,
    JawLeft,
    JawOpen,
    MouthClose,
    Funnel,
    Pucker,
    MouthLeft,
    Smile,
    Frown,
    Dimple,
    Stretch,
    RollLower,
    RollUpper,
    ShrugLower,
    ShrugUpper,
    Press,
    LowerDown,
    UpperUp,
    BrowDown,
    BrowInnerUp,
    BrowOuterUp,
    CheekPuff,
    CheekSquint,
    NoseSneer,
    TongueOut,
}

/// One shape.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) action: Action,
    /// The image of the action: the person's right.
    pub(crate) mirrored: bool,
}

const fn shape(name: &'static str, action: Action) -> Shape {
    Shape { name, action, mirrored: false }
}

const fn image(name: &'static str, action: Action) -> Shape {
    Shape { name, action, mirrored: true }
}

/// All shapes.
///
/// # Source
/// Apple, ARKit, `ARFaceAnchor.BlendShapeLocation`: names and order of the documentation.
pub(crate) const SHAPES: [Shape; 52] = [
    shape("eyeBlinkLeft", Action::Blink),
    shape("eyeLookDownLeft", Action::LookDown),
    shape("eyeLookInLeft", Action::LookIn),
    shape("eyeLookOutLeft", Action::LookOut),
    shape("eyeLookUpLeft", Action::LookUp),
    shape("eyeSquintLeft", Action::Squint),
    shape("eyeWideLeft", Action::Wide),
    image("eyeBlinkRight", Action::Blink),
    image("eyeLookDownRight", Action::LookDown),
    image("eyeLookInRight", Action::LookIn),
    image("eyeLookOutRight", Action::LookOut),
    image("eyeLookUpRight", Action::LookUp),
    image("eyeSquintRight", Action::Squint),
    image("eyeWideRight", Action::Wide),
    shape("jawForward", Action::JawForward),
    shape("jawLeft", Action::JawLeft),
    image("jawRight", Action::JawLeft),
    shape("jawOpen", Action::JawOpen),
    shape("mouthClose", Action::MouthClose),
    shape("mouthFunnel", Action::Funnel),
    shape("mouthPucker", Action::Pucker),
    shape("mouthLeft", Action::MouthLeft),
    image("mouthRight", Action::MouthLeft),
    shape("mouthSmileLeft", Action::Smile),
    image("mouthSmileRight", Action::Smile),
    shape("mouthFrownLeft", Action::Frown),
    image("mouthFrownRight", Action::Frown),
    shape("mouthDimpleLeft", Action::Dimple),
    image("mouthDimpleRight", Action::Dimple),
    shape("mouthStretchLeft", Action::Stretch),
    image("mouthStretchRight", Action::Stretch),
    shape("mouthRollLower", Action::RollLower),
    shape("mouthRollUpper", Action::RollUpper),
    shape("mouthShrugLower", Action::ShrugLower),
    shape("mouthShrugUpper", Action::ShrugUpper),
    shape("mouthPressLeft", Action::Press),
    image("mouthPressRight", Action::Press),
    shape("mouthLowerDownLeft", Action::LowerDown),
    image("mouthLowerDownRight", Action::LowerDown),
    shape("mouthUpperUpLeft", Action::UpperUp),
    image("mouthUpperUpRight", Action::UpperUp),
    shape("browDownLeft", Action::BrowDown),
    image("browDownRight", Action::BrowDown),
    shape("browInnerUp", Action::BrowInnerUp),
    shape("browOuterUpLeft", Action::BrowOuterUp),
    image("browOuterUpRight", Action::BrowOuterUp),
    shape("cheekPuff", Action::CheekPuff),
    shape("cheekSquintLeft", Action::CheekSquint),
    image("cheekSquintRight", Action::CheekSquint),
    shape("noseSneerLeft", Action::NoseSneer),
    image("noseSneerRight", Action::NoseSneer),
    shape("tongueOut", Action::TongueOut),
];
