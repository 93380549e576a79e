//! From bytes of JSON to the value and the model.

mod quick;
mod tree;

pub(crate) use tree::Json;

use crate::error::OpenError;
use crate::extension::{Treatment, treatment};
use crate::finding::{Code, Findings};
use crate::model::Root;
use serde::de::DeserializeOwned;
use serde_json::Value;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Root properties that are arrays of objects.
const OBJECT_LISTS: &[&str] = &[
    "accessors",
    "animations",
    "bufferViews",
    "buffers",
    "images",
    "materials",
    "meshes",
    "nodes",
    "samplers",
    "scenes",
    "skins",
    "textures",
];

/// Reads JSON text, UTF-8 and at most 128 levels deep, and the model out of it.
pub(crate) fn read(
    bytes: &[u8],
    is_glb: bool,
    findings: &mut Findings,
) -> Result<(Json, Root), OpenError> {
    let text = text(bytes, is_glb, findings)?;
    if let Some(root) = quick::root(text) {
        version(&root)?;
        extensions(&root, findings)?;
        return Ok((Json::sound(text), root));
    }
    let tree = tree_of(text)?;
    let root = model(&tree, findings)?;
    Ok((tree.into(), root))
}

/// The text without what may stand around it.
fn text<'a>(bytes: &'a [u8], is_glb: bool, findings: &mut Findings) -> Result<&'a str, OpenError> {
    let bytes = match bytes.strip_prefix(BOM) {
        Some(rest) => {
            findings.add(Code::JsonBom, "json", "a byte order mark before the text is skipped")?;
            rest
        }
        None => bytes,
    };
    let text = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    let bytes = if is_glb && text < bytes.len() {
        let message = "zero bytes after the text are skipped";
        findings.add(Code::GlbJsonPadding, "json", message)?;
        &bytes[..text]
    } else {
        bytes
    };
    std::str::from_utf8(bytes).map_err(|error| OpenError::Json {
        message: format!("not UTF-8 at byte {}", error.valid_up_to()),
    })
}

fn tree_of(text: &str) -> Result<Value, OpenError> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The parser's words for a number such as 1e999, which no float can hold.
        let message = message.replace("number out of range", "a number is not finite");
        OpenError::Json { message }
    })
}

/// Reads the model out of the value, and checks version and required extensions.
pub(crate) fn model(json: &Value, findings: &mut Findings) -> Result<Root, OpenError> {
    let schema =
        |place: String, message: &str| OpenError::Schema { place, message: message.into() };
    let Some(object) = json.as_object() else {
        return Err(schema("root".into(), "expected an object"));
    };
    for &key in OBJECT_LISTS {
        let Some(value) = object.get(key) else {
            continue;
        };
        let Some(list) = value.as_array() else {
            return Err(schema(key.into(), "expected an array"));
        };
        if let Some(index) = list.iter().position(|v| !v.is_object()) {
            return Err(schema(format!("{key}[{index}]"), "expected an object"));
        }
    }
    let mut root: Root = typed(json).map_err(|(place, message)| OpenError::Schema {
        place: if place == "." { "root".into() } else { place },
        message,
    })?;
    version(&root)?;
    extensions(&root, findings)?;
    root.materials = or_default(json, "materials", findings)?;
    root.textures = or_default(json, "textures", findings)?;
    root.samplers = or_default(json, "samplers", findings)?;
    root.images = or_default(json, "images", findings)?;
    Ok(root)
}

fn version(root: &Root) -> Result<(), OpenError> {
    let major = |text: &str| text.split('.').next().and_then(|m| m.parse::<u32>().ok());
    let found = root.asset.version.clone();
    if found.as_deref().and_then(major) != Some(2) {
        return Err(OpenError::Version { field: "version", found });
    }
    match root.asset.min_version.as_deref() {
        None | Some("2.0") => Ok(()),
        Some(found) => {
            Err(OpenError::Version { field: "minVersion", found: Some(found.to_owned()) })
        }
    }
}

fn extensions(root: &Root, findings: &mut Findings) -> Result<(), OpenError> {
    for (index, name) in root.extensions_required.iter().enumerate() {
        match treatment(name) {
            Treatment::Supported => {}
            Treatment::Harmless => findings.add(
                Code::ExtensionIgnored,
                format_args!("extensionsRequired[{index}]"),
                format_args!("{name} cannot change vertices or weights and is ignored"),
            )?,
            Treatment::Refused | Treatment::Unknown => {
                return Err(OpenError::Extension { index, name: name.clone() });
            }
        }
    }
    for (index, name) in root.extensions_used.iter().enumerate() {
        let what = match treatment(name) {
            Treatment::Supported | Treatment::Harmless => continue,
            Treatment::Refused => "is not supported; data beside it is read, where there is any",
            Treatment::Unknown => "is unknown and is ignored",
        };
        let place = format_args!("extensionsUsed[{index}]");
        findings.add(Code::ExtensionUnknown, place, format_args!("{name} {what}"))?;
    }
    Ok(())
}

/// Reads a list that no vertex depends on: what does not fit is a default and a note.
fn or_default<T: DeserializeOwned + Default>(
    json: &Value,
    key: &str,
    findings: &mut Findings,
) -> Result<Vec<T>, OpenError> {
    let mut list = Vec::new();
    for (index, value) in json[key].as_array().into_iter().flatten().enumerate() {
        list.push(match typed(value) {
            Ok(value) => value,
            Err((place, message)) => {
                let place = if place == "." { String::new() } else { format!(".{place}") };
                findings.add(
                    Code::ValueIgnored,
                    format_args!("{key}[{index}]{place}"),
                    format_args!("{message}; the default is used"),
                )?;
                T::default()
            }
        });
    }
    Ok(list)
}

/// Reads a type out of a value; the error is its place and its message.
fn typed<T: DeserializeOwned>(json: &Value) -> Result<T, (String, String)> {
    // To keep account of the place takes longer than reading, and few files are wrong.
    T::deserialize(json).or_else(|_wrong| {
        serde_path_to_error::deserialize(json).map_err(|error| {
            let place = error.path().to_string();
            (place, error.into_inner().to_string())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strictness;

    fn read(text: &str) -> Result<(Root, Findings), String> {
        let mut findings = Findings::new(Strictness::Lenient);
        super::read(text.as_bytes(), true, &mut findings)
            .map(|(_, root)| (root, findings))
            .map_err(|e| e.to_string())
    }

    #[track_caller]
    fn refused(text: &str, message: &str) {
        assert_eq!(read(text).map(|_| ()).unwrap_err(), message);
    }

    const HEAD: &str = r#"{"asset":{"version":"2.0"}"#;

    #[test]
    fn unknown_fields_do_no_harm() {
        let (root, findings) =
            read(&format!(r#"{HEAD},"foo":[1],"nodes":[{{"bar":2}}]}}"#)).unwrap();
        assert_eq!((root.nodes.len(), findings.list.len()), (1, 0));
    }

    #[test]
    fn wrong_types_are_errors_with_their_place() {
        refused("[]", "json: root: expected an object");
        refused(&format!(r#"{HEAD},"meshes":{{}}}}"#), "json: meshes: expected an array");
        refused(&format!(r#"{HEAD},"nodes":[{{}},[]]}}"#), "json: nodes[1]: expected an object");
        refused(
            &format!(r#"{HEAD},"meshes":[{{}}]}}"#),
            "json: meshes[0]: missing field `primitives`",
        );
        refused(
            &format!(
                r#"{HEAD},"meshes":[{{"primitives":[{{"targets":[{{"POSITION":"1"}}]}}]}}]}}"#
            ),
            "json: meshes[0].primitives[0].targets[0].POSITION: invalid type: string \"1\", expected an integer that is not negative",
        );
        refused(
            &format!(r#"{HEAD},"meshes":[{{"primitives":[{{}}],"weights":[null]}}]}}"#),
            "json: meshes[0].weights[0]: invalid type: null, expected f64",
        );
    }

    #[test]
    fn numbers_that_no_float_holds_are_refused() {
        let error = read(&format!(r#"{HEAD},"x":1e999}}"#)).map(|_| ()).unwrap_err();
        assert!(error.starts_with("json: a number is not finite at line 1"), "{error}");
    }

    #[test]
    fn text_that_is_not_utf8_is_refused() {
        let mut findings = Findings::new(Strictness::Lenient);
        let error = super::read(b"{\"a\":\"\xff\"}", false, &mut findings).unwrap_err();
        assert_eq!(error.to_string(), "json: not UTF-8 at byte 6");
    }

    #[test]
    fn nesting_is_bounded() {
        let nested =
            |depth| format!(r#"{HEAD},"extras":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
        assert!(read(&nested(100)).is_ok());
        assert!(read(&nested(200)).unwrap_err().contains("recursion limit"));
        assert!(read(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn only_version_two_is_read() {
        refused("{}", "asset.version: expected version 2.0, got none");
        refused(r#"{"asset":{"version":"1.0"}}"#, "asset.version: expected version 2.0, got 1.0");
        refused(
            r#"{"asset":{"version":"2.1","minVersion":"2.1"}}"#,
            "asset.minVersion: expected version 2.0, got 2.1",
        );
        assert!(read(r#"{"asset":{"version":"2.7"}}"#).is_ok());
    }

    #[test]
    fn required_extensions_are_ignored_or_refused_by_name() {
        let (_, findings) = read(&format!(r#"{HEAD},"extensionsRequired":["VRM"]}}"#)).unwrap();
        assert_eq!(findings.list[0].code, Code::ExtensionIgnored);
        refused(
            &format!(r#"{HEAD},"extensionsRequired":["VRM","KHR_draco_mesh_compression"]}}"#),
            "extensionsRequired[1]: KHR_draco_mesh_compression is not supported",
        );
    }

    #[test]
    fn a_broken_material_is_the_default_and_a_note() {
        let text =
            format!(r#"{HEAD},"materials":[{{"alphaCutoff":"x"}},{{"doubleSided":true}}]}}"#);
        let (root, findings) = read(&text).unwrap();
        assert!(root.materials[1].double_sided);
        assert_eq!(findings.list[0].place, "materials[0].alphaCutoff");
    }

    #[test]
    fn a_byte_order_mark_and_zero_padding_are_skipped() {
        let (_, findings) = read(&format!("\u{feff}{HEAD}}}\0\0")).unwrap();
        let codes: Vec<_> = findings.list.iter().map(|f| f.code).collect();
        assert_eq!(codes, [Code::JsonBom, Code::GlbJsonPadding]);
    }
}
