//! The model straight from the text, for files in which nothing is wrong.
//!
//! A tree of all that a file says takes more time than everything else in opening it, and few
//! callers look at it. So the text is only walked, as the tree's own parser would, and the model is
//! read from it. Where anything is not as it should be, there is no answer here, and the long way
//! finds out what and where.

use super::OBJECT_LISTS;
use crate::model::{Image, Material, Root, Texture, TextureSampler};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The model, `None` where the long way has to be gone.
pub(super) fn root(text: &str) -> Option<Root> {
    let Sound = serde_json::from_str(text).ok()?;
    let mut root: Root = serde_json::from_str(text).ok()?;
    let lists: Lists = serde_json::from_str(text).ok()?;
    root.materials = lists.materials;
    root.textures = lists.textures;
    root.samplers = lists.samplers;
    root.images = lists.images;
    Some(root)
}

/// Lists that the model leaves out, since what is wrong in them is only a note.
#[derive(serde::Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Lists {
    materials: Vec<Material>,
    textures: Vec<Texture>,
    samplers: Vec<TextureSampler>,
    images: Vec<Image>,
}

/// A root object whose lists of objects are such, and in which a tree can be made of everything.
struct Sound;

/// Any value of which a tree can be made: numbers and depth are checked, and text is decoded.
struct Any;

/// An object.
struct Object;

/// A list of objects.
struct Objects;

/// The name of a member: whether it is one of a list of objects.
struct IsList(bool);

impl<'de> Deserialize<'de> for Sound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Sound;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Sound, A::Error> {
                while let Some(IsList(is_list)) = map.next_key()? {
                    if is_list {
                        let Objects = map.next_value()?;
                    } else {
                        let Any = map.next_value()?;
                    }
                }
                Ok(Sound)
            }
        }
        deserializer.deserialize_map(Members)
    }
}

impl<'de> Deserialize<'de> for IsList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = IsList;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<IsList, E> {
                Ok(IsList(OBJECT_LISTS.contains(&name)))
            }
        }
        deserializer.deserialize_str(Name)
    }
}

impl<'de> Deserialize<'de> for Objects {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements;
        impl<'de> Visitor<'de> for Elements {
            type Value = Objects;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of objects")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Objects, A::Error> {
                while let Some(Object) = list.next_element()? {}
                Ok(Objects)
            }
        }
        deserializer.deserialize_seq(Elements)
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Any).map(|Any| Self)
    }
}

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Any {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while let Some(Self) = list.next_element()? {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while let Some((Self, Self)) = map.next_entry()? {}
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strictness;
    use crate::finding::Findings;
    use crate::schema::model;
    use serde_json::Value;

    const HEAD: &str = r#"{"asset":{"version":"2.0"}"#;

    /// The long way's answer, where it finds nothing to say.
    fn long(text: &str) -> Option<Root> {
        let tree: Value = serde_json::from_str(text).ok()?;
        let mut findings = Findings::new(Strictness::Lenient);
        model(&tree, &mut findings).ok().filter(|_| findings.list.is_empty())
    }

    #[test]
    fn both_ways_read_the_same_model() {
        for rest in [
            "",
            r#","nodes":[{"mesh":1.0,"weights":[1,0.5,-0]}],"scene":0"#,
            r#","materials":[{"doubleSided":true}],"images":[{"uri":"a"}],"samplers":[{"magFilter":9728}]"#,
            r#","meshes":[{"primitives":[{"attributes":{"A":1,"A":2}}],"extras":{"x":[1e300,{"y":"\u00e4"}]}}]"#,
            r#","unknown":{"a":[[],{},null,true,18446744073709551616]},"accessors":[]"#,
        ] {
            let text = format!("{HEAD}{rest}}}");
            let found = format!("{:?}", root(&text).expect(rest));
            assert_eq!(found, format!("{:?}", long(&text).expect(rest)));
        }
    }

    #[test]
    fn what_is_not_as_it_should_be_goes_the_long_way() {
        let deep = format!(r#","x":{}{}"#, "[".repeat(200), "]".repeat(200));
        for rest in [
            r#","nodes":[{},[]]"#,
            r#","nodes":{}"#,
            r#","nodes":null"#,
            r#","materials":null"#,
            r#","materials":[[]]"#,
            r#","materials":[{"alphaCutoff":"x"}]"#,
            r#","nodes":[],"nodes":[]"#,
            r#","x":1e999"#,
            r#","x":"\ud800""#,
            r#","x":01"#,
            r#"} {"#,
            &deep,
        ] {
            assert!(root(&format!("{HEAD}{rest}}}")).is_none(), "{rest}");
        }
        assert!(root("[]").is_none());
    }
}
