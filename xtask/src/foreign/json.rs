//! The JSON form of golden vectors.

use super::cases::{Case, Field, File, Value};
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value as Json, json};

/// Reads a file.
pub(super) fn read(text: &str) -> Result<File> {
    let file: Json = serde_json::from_str(text)?;
    let version = file["version"].as_u64().context("version is no number")?;
    Ok(File {
        version,
        group: word(&file["group"])?,
        cases: list(&file["cases"], |case| {
            Ok(Case {
                name: word(&case["name"])?,
                rules: list(&case["rules"], word)?,
                input: fields(&case["input"])?,
                output: fields(&case["output"])?,
            })
        })?,
    })
}

/// Writes a file.
pub(super) fn write(file: &File) -> String {
    let cases = file.cases.iter().map(|case| {
        json!({
            "name": case.name,
            "rules": case.rules,
            "input": object(&case.input),
            "output": object(&case.output),
        })
    });
    json!({ "version": file.version, "group": file.group, "cases": cases.collect::<Vec<_>>() })
        .to_string()
}

fn object(fields: &[Field]) -> Json {
    let pair = |field: &Field| (field.name.clone(), field.values.iter().map(plain).collect());
    Json::Object(fields.iter().map(pair).collect::<Map<_, _>>())
}

fn plain(value: &Value) -> Json {
    match value {
        Value::Integer(integer) => json!(integer),
        Value::Float(float) if float.is_nan() => json!("NaN"),
        Value::Float(f64::INFINITY) => json!("Infinity"),
        Value::Float(f64::NEG_INFINITY) => json!("-Infinity"),
        Value::Float(float) => json!(float),
        Value::Word(word) => json!(word),
    }
}

fn fields(fields: &Json) -> Result<Vec<Field>> {
    let fields = fields.as_object().context("no object of fields")?;
    fields
        .iter()
        .map(|(name, values)| {
            let values = list(values, value)?;
            let kind = match values.first() {
                Some(Value::Integer(_)) => 'u',
                Some(Value::Word(_)) => 'w',
                Some(Value::Float(_)) | None => 'f',
            };
            Ok(Field { name: name.clone(), kind, values })
        })
        .collect()
}

fn value(value: &Json) -> Result<Value> {
    Ok(match value {
        Json::String(word) => match word.as_str() {
            "NaN" => Value::Float(f64::NAN),
            "Infinity" => Value::Float(f64::INFINITY),
            "-Infinity" => Value::Float(f64::NEG_INFINITY),
            _ => Value::Word(word.clone()),
        },
        Json::Number(number) => match (number.as_u64(), number.as_f64()) {
            (Some(integer), _) => Value::Integer(integer),
            (None, Some(float)) => Value::Float(float),
            (None, None) => bail!("{number} is no number of 64 bits"),
        },
        _ => bail!("{value} is no value"),
    })
}

fn list<T>(values: &Json, read: impl FnMut(&Json) -> Result<T>) -> Result<Vec<T>> {
    values.as_array().context("no array")?.iter().map(read).collect()
}

fn word(value: &Json) -> Result<String> {
    Ok(value.as_str().context("no string")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_the_same() {
        let text = r#"{ "version": 1, "group": "small", "cases": [{ "name": "first", "rules": ["B1"],
            "input": { "bands": ["NORMAL"] },
            "output": { "count": [7], "found": [-0.1040000021457672, -0.0, "-Infinity"] } }] }"#;
        let file = read(text).unwrap();
        assert_eq!(file.cases[0].output[0].values, [Value::Integer(7)]);
        assert_eq!(file.cases[0].output[1].values[2], Value::Float(f64::NEG_INFINITY));
        assert_eq!(read(&write(&file)).unwrap(), file);
        assert!(write(&file).contains("[-0.1040000021457672,-0.0,\"-Infinity\"]"));
    }
}
