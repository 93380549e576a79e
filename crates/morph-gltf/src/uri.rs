//! URIs: `data:` ones are decoded here, others go to the resolver.

use crate::resolver::ResolveError;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// Padding may be left out, and stray bits in the last character do no harm.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// A decoded `data:` URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DataUri {
    /// Media type, without parameters; `None` where it is left out.
    pub(crate) mime: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// Decodes a `data:` URI, base64 or percent-encoded; `None` where it is another URI.
///
/// # Errors
/// [`ResolveError::DataUri`] says what cannot be decoded.
///
/// # Source
/// RFC 2397.
pub(crate) fn decode_data(uri: &str) -> Option<Result<DataUri, ResolveError>> {
    let scheme = uri.get(..5)?;
    if !scheme.eq_ignore_ascii_case("data:") {
        return None;
    }
    let fail = |message: String| Some(Err(ResolveError::DataUri { message }));
    let Some((head, data)) = uri[5..].split_once(',') else {
        return fail("no comma before the data".into());
    };
    let mut parts = head.split(';');
    let mime = parts.next().filter(|m| !m.is_empty()).map(str::to_ascii_lowercase);
    let is_base64 = parts.next_back().is_some_and(|p| p.trim().eq_ignore_ascii_case("base64"));
    // Some writers percent-encode `+`, `/` and `=` of base64.
    let plain: Cow<'_, [u8]> = percent_decode_str(data).into();
    let bytes = if is_base64 {
        match BASE64.decode(plain.as_ref()) {
            Ok(bytes) => bytes,
            Err(error) => return fail(format!("base64: {error}")),
        }
    } else {
        plain.into_owned()
    };
    Some(Ok(DataUri { mime, bytes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, mime: Option<&str>, bytes: &[u8]) {
        let expected = DataUri { mime: mime.map(str::to_owned), bytes: bytes.to_vec() };
        assert_eq!(decode_data(uri), Some(Ok(expected)));
    }

    #[test]
    fn base64_is_decoded_with_and_without_padding() {
        check(
            "data:application/octet-stream;base64,AQI=",
            Some("application/octet-stream"),
            &[1, 2],
        );
        check("data:;base64,AQI", None, &[1, 2]);
        check("DATA:image/PNG;charset=x;BASE64,AQI%3D", Some("image/png"), &[1, 2]);
    }

    #[test]
    fn percent_encoded_data_is_decoded() {
        check("data:,a%00b", None, b"a\0b");
        check("data:text/plain,a+b", Some("text/plain"), b"a+b");
    }

    #[test]
    fn what_is_no_data_uri_is_left_to_the_resolver() {
        for uri in ["", "data", "mesh.bin", "database:1", "d\u{e4}ta:x"] {
            assert_eq!(decode_data(uri), None, "{uri}");
        }
    }

    #[test]
    fn damaged_data_uris_say_what_is_wrong() {
        let text = |uri| decode_data(uri).unwrap().unwrap_err().to_string();
        assert_eq!(text("data:;base64"), "data: URI: no comma before the data");
        assert!(text("data:;base64,A*==").starts_with("data: URI: base64: "));
    }
}
