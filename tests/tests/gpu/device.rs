//! The devices of the tests: an error that nobody captures fails the test that causes it.

use morph_tests::another_gpu;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

#[test]
fn an_error_that_nobody_captures_fails_the_test_that_causes_it() {
    let gpu = another_gpu();
    let too_much = || {
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: gpu.device.limits().max_buffer_size + 4,
            usage: wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    };
    let panic = catch_unwind(AssertUnwindSafe(too_much)).unwrap_err();
    let told = panic.downcast_ref::<String>().unwrap();
    assert!(told.starts_with("uncaptured: "), "{told}");
    // Where somebody captures it, the test goes on.
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let _ = too_much();
    assert!(pollster::block_on(scope.pop()).is_some());
}

#[test]
fn all_devices_of_the_suite_are_made_by_the_one_helper() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gpu");
    let (mut folders, mut read) = (vec![folder], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for call in ["request_device", "on_uncaptured_error"].map(|name| format!("{name}(")) {
                assert!(!text.contains(&call), "{}: {call} is the helper's", path.display());
            }
            read += 1;
        }
    }
    assert!(read > 20, "{read} files");
}
