//! Expressions that every application knows, and their names in both versions.

use std::fmt;

/// What an expression is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A vowel: made from speech.
    Mouth,
    /// Closed eyes: made by a clock.
    Blink,
    /// The gaze: made from where to look.
    LookAt,
    /// All others.
    Other,
}

macro_rules! presets {
    ($($(#[doc = $doc:literal])+ $name:ident $one:literal $zero:literal $kind:ident,)+) => {
        /// An expression that every application knows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Preset { $($(#[doc = $doc])+ $name,)+ }

        impl Preset {
            /// All presets.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The name in VRM 1.0.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $one,)+ }
            }

            /// The name in VRM 0.x; empty where that has no such preset.
            #[must_use]
            pub const fn name_v0(self) -> &'static str {
                match self { $(Self::$name => $zero,)+ }
            }

            /// What it is about.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$name => Kind::$kind,)+ }
            }
        }
    };
}

presets! {
    /// Joy.
    Happy "happy" "joy" Other,
    /// Anger.
    Angry "angry" "angry" Other,
    /// Sorrow.
    Sad "sad" "sorrow" Other,
    /// Comfort; "fun" in VRM 0.x.
    Relaxed "relaxed" "fun" Other,
    /// Surprise; not in VRM 0.x.
    Surprised "surprised" "" Other,
    /// The vowel of "father".
    Aa "aa" "a" Mouth,
    /// The vowel of "see".
    Ih "ih" "i" Mouth,
    /// The vowel of "too".
    Ou "ou" "u" Mouth,
    /// The vowel of "bed".
    Ee "ee" "e" Mouth,
    /// The vowel of "go".
    Oh "oh" "o" Mouth,
    /// Both eyes closed.
    Blink "blink" "blink" Blink,
    /// The left eye closed.
    BlinkLeft "blinkLeft" "blink_l" Blink,
    /// The right eye closed.
    BlinkRight "blinkRight" "blink_r" Blink,
    /// The gaze goes up.
    LookUp "lookUp" "lookup" LookAt,
    /// The gaze goes down.
    LookDown "lookDown" "lookdown" LookAt,
    /// The gaze goes to the left.
    LookLeft "lookLeft" "lookleft" LookAt,
    /// The gaze goes to the right.
    LookRight "lookRight" "lookright" LookAt,
    /// The face at rest.
    Neutral "neutral" "neutral" Other,
}

impl Preset {
    /// The preset of a name in either version; case does not matter.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let of = |preset: &&Self| {
            name.eq_ignore_ascii_case(preset.name())
                || (!name.is_empty() && name.eq_ignore_ascii_case(preset.name_v0()))
        };
        Self::ALL.iter().find(of).copied()
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_either_version_means_one_preset() {
        assert_eq!(Preset::find("joy"), Some(Preset::Happy));
        assert_eq!(Preset::find("Blink_L"), Some(Preset::BlinkLeft));
        assert_eq!(Preset::find("blinkLeft"), Some(Preset::BlinkLeft));
        assert_eq!((Preset::find("unknown"), Preset::find("")), (None, None));
        for &preset in Preset::ALL {
            assert_eq!(Preset::find(preset.name()), Some(preset));
            let old = preset.name_v0();
            assert!(old.is_empty() || Preset::find(old) == Some(preset), "{old}");
        }
    }
}
