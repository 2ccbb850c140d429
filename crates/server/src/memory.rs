//! Memory that was needed once and is free again.
//!
//! The allocator of glibc gives each thread an arena and keeps what each had at its worst moment. Other
//! allocators need nothing of this.

/// Lets all threads share two arenas. To be called before other threads start. With eight, 300 pictures of long
/// games left 45 MiB in pieces that could not be given back; with one, threads wait for each other (a page took
/// 3.5 ms beside those pictures in place of 1.2).
pub fn share_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "no safe function does it")]
    // SAFETY: mallopt has no conditions but that its numbers are known.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

/// Gives free memory back to the system. Takes a few milliseconds for a server of 600 MiB.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "no safe function does it")]
    // SAFETY: malloc_trim has no conditions; it locks each arena while it looks through it.
    unsafe {
        libc::malloc_trim(0);
    }
}
