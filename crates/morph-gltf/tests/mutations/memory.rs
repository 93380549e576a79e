//! An allocator that remembers the most that a thread has held.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// Runs, and gives the most bytes that were held meanwhile, beyond those before.
pub(crate) fn most_memory<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    MOST.set(before);
    let result = run();
    (result, usize::try_from(MOST.get() - before).unwrap_or(0))
}

fn count(bytes: isize) {
    let live = LIVE.get() + bytes;
    LIVE.set(live);
    MOST.set(MOST.get().max(live));
}

/// The system's allocator, counting what each thread holds.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: hands every call on to the system's allocator unchanged. The cells are initialised by
// constants and need no drop, so reaching them allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's layout, as it came.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}
