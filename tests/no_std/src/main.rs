//! Builds where morph-core needs no std.
#![no_std]
#![no_main]

use core::panic::PanicInfo;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// An allocator that has no memory: the probe is checked, not run.
struct Nothing;

// The probe has to name an allocator, since morph-core allocates.
unsafe impl core::alloc::GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: core::alloc::Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: core::alloc::Layout) {}
}

#[global_allocator]
static NOTHING: Nothing = Nothing;

/// Uses what takes a square root.
#[unsafe(no_mangle)]
pub extern "C" fn probe(base: &morph_core::VertexAttributes, targets: &morph_core::MorphTargets) -> bool {
    morph_core::blend(base, targets, &[1.0], morph_core::Normalize::Yes).is_ok()
}
