//! Settings of the allocator.
//!
//! glibc gives each thread an arena and keeps the largest size that each one ever had. Other
//! allocators need none of this.

/// Limits glibc to two arenas for all threads. Call it before other threads start. With eight
/// arenas, 300 pictures of long games left 45 MiB in fragments that could not be returned to the
/// system. With one, threads wait for each other: a page took 3.5 ms beside those pictures instead
/// of 1.2 ms.
pub fn share_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "no safe function does it")]
    // SAFETY: mallopt is safe for any documented parameter.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

/// Returns free memory to the system. Takes a few milliseconds for a server of 600 MiB.
pub(crate) fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "no safe function does it")]
    // SAFETY: malloc_trim has no preconditions; it locks each arena while it scans it.
    unsafe {
        libc::malloc_trim(0);
    }
}
