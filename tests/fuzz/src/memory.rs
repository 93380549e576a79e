//! An allocator that ends the program where a file takes memory out of proportion.
//!
//! libFuzzer's own limit sees only pages that were touched, and only once a second; a huge
//! reservation that is refused a moment later would pass it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes that a file of a few bytes may take: morph-gltf grants 64 MiB to the meshes, to the
/// weight animations, to those of nodes and to compressed views, and reads meshes twice.
const ALWAYS: usize = (5 * 64) << 20;
/// Bytes for each byte of a file: each of these may be 256 times as large, and JSON of empty objects
/// grows a thousandfold.
const FACTOR: usize = 5 * 256 + 1024;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

struct Limited;

#[global_allocator]
static ALLOCATOR: Limited = Limited;

/// Runs with as much memory as a file of so many bytes may take.
///
/// # Panics
/// Ends the program where more is asked for.
pub fn in_proportion<T>(file_bytes: usize, run: impl FnOnce() -> T) -> T {
    let allowed = ALWAYS + file_bytes.saturating_mul(FACTOR);
    LIMIT.store(LIVE.load(Relaxed).saturating_add(allowed), Relaxed);
    let result = run();
    LIMIT.store(usize::MAX, Relaxed);
    result
}

fn take(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Relaxed).saturating_add(bytes);
    if live > LIMIT.load(Relaxed) {
        LIMIT.store(usize::MAX, Relaxed);
        eprintln!("out of proportion: {live} bytes are taken, the last {bytes} at once");
        eprintln!("{}", std::backtrace::Backtrace::force_capture());
        std::process::abort();
    }
}

// SAFETY: hands every call on to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller's layout, as it came.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller's layout, as it came.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size);
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}
