//! Numbers for people.

/// Bytes in the unit that keeps them short: `512 B`, `1.5 KiB`, `44.1 MiB`.
pub(crate) fn bytes(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64;
    let mut unit = "";
    for next in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] {
        // Rounded to one decimal, 1024.0 would be shown below this.
        if value < 1023.95 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    format!("{value:.1} {unit}")
}

/// A share of 0..1 in percent; what is there never reads as 0.0.
pub(crate) fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.0005 {
        return "< 0.1 %".into();
    }
    format!("{:.1} %", share * 100.0)
}

/// A number with up to four significant digits.
pub(crate) fn number(value: f32) -> String {
    let magnitude = value.abs();
    if value == 0.0 {
        return "0".into();
    }
    if !(1e-4..1e5).contains(&magnitude) {
        return format!("{value:.2e}");
    }
    let digits = (3.0 - magnitude.log10().floor()).clamp(0.0, 7.0) as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// `1 target`, `2 targets`.
pub(crate) fn count(count: usize, one: &str) -> String {
    match (count, one) {
        (1, _) => format!("1 {one}"),
        (_, "vertex") => format!("{count} vertices"),
        (_, "mesh") => format!("{count} meshes"),
        _ => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_take_the_unit_that_keeps_them_short() {
        for (value, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (1 << 20, "1.0 MiB"),
            ((1 << 20) - 1, "1.0 MiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(bytes(value), text);
        }
    }

    #[test]
    fn what_is_there_never_reads_as_nothing() {
        assert_eq!(percent(0.0), "0.0 %");
        assert_eq!(percent(0.0001), "< 0.1 %");
        assert_eq!(percent(1.0), "100.0 %");
        assert_eq!(number(1e-7), "1.00e-7");
        assert_eq!(number(0.012345), "0.01235");
        assert_eq!(number(-2.0), "-2");
        assert_eq!(number(99999.0), "99999");
        assert_eq!(number(f32::INFINITY), "inf");
    }
}
