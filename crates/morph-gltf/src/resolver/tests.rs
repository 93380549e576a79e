use super::*;
use std::fs;

#[test]
fn legal_names_are_decoded_and_read_up_to_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("my face \u{e9}.bin"), b"hello").unwrap();
    fs::write(folder.path().join("sub/b.bin"), b"abc").unwrap();
    let resolver = FolderResolver::new(folder.path());
    assert_eq!(resolver.read("my%20face%20%C3%A9.bin", 9), Ok(b"hello".to_vec()));
    assert_eq!(resolver.read("my face \u{e9}.bin", 2), Ok(b"he".to_vec()));
    assert_eq!(resolver.read("./sub//b.bin", 3), Ok(b"abc".to_vec()));
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("model");
    fs::create_dir(&inner).unwrap();
    fs::write(outer.path().join("secret.bin"), b"secret").unwrap();
    let absolute = outer.path().join("secret.bin");
    let resolver = FolderResolver::new(&inner);
    for uri in [
        absolute.to_str().unwrap(),
        "../secret.bin",
        "%2e%2e/secret.bin",
        "..%2Fsecret.bin",
        "x/../../secret.bin",
        "..\\secret.bin",
        "..%5Csecret.bin",
        "file:///etc/passwd",
        "file%3A///etc/passwd",
        "http://example.com/a.bin",
        "C:/secret.bin",
        "//server/share",
        "%2Fetc%2Fpasswd",
        "a%00b",
        "%ff",
        "",
        ".",
    ] {
        let result = resolver.read(uri, 64);
        assert!(matches!(result, Err(ResolveError::Refused { .. })), "{uri}: {result:?}");
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_that_lead_out_are_refused() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("model");
    fs::create_dir(&inner).unwrap();
    fs::write(outer.path().join("secret.bin"), b"secret").unwrap();
    fs::write(inner.join("real.bin"), b"real").unwrap();
    std::os::unix::fs::symlink("../secret.bin", inner.join("out.bin")).unwrap();
    std::os::unix::fs::symlink("real.bin", inner.join("in.bin")).unwrap();
    let resolver = FolderResolver::new(&inner);
    assert_eq!(
        resolver.read("out.bin", 64).unwrap_err().to_string(),
        "\"out.bin\": leads out of the model's folder"
    );
    assert_eq!(resolver.read("in.bin", 64), Ok(b"real".to_vec()));
}

#[test]
fn missing_files_and_folders_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let resolver = FolderResolver::new(folder.path());
    let missing = resolver.read("missing.bin", 64).unwrap_err();
    assert!(matches!(missing, ResolveError::Read { .. }));
    assert!(missing.to_string().starts_with("\"missing.bin\": "));
    assert_eq!(resolver.read("sub", 64).unwrap_err().to_string(), "\"sub\": is no file");
}

#[test]
fn memory_answers_by_plain_and_by_encoded_name() {
    let files = BTreeMap::from([("a b.bin".to_owned(), vec![1, 2, 3])]);
    assert_eq!(files.read("a%20b.bin", 2), Ok(vec![1, 2]));
    assert_eq!(files.read("c.bin", 2).unwrap_err().to_string(), "\"c.bin\": no such file");
    assert!(NoFiles.read("a", 1).is_err());
}

#[test]
fn long_names_are_shortened_in_messages() {
    let text = NoFiles.read(&"\u{e9}".repeat(5000), 1).unwrap_err().to_string();
    assert!(text.len() < 400, "{text}");
}
