//! Huge pages for memory that is read at random.

/// Hints to the kernel that this memory will be large and read at random: pages of some MiB then
/// spare most misses of the processor's table of pages (TLB). To be called before the memory is
/// touched for the first time. A kernel that cannot, or has no such page left, uses small pages.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(super) fn advise_huge_pages<T>(memory: &[T]) {
    use rustix::mm::{Advice, madvise};
    let page = rustix::param::page_size();
    let start = memory.as_ptr().cast::<u8>();
    let skipped = start.align_offset(page);
    let length = size_of_val(memory).saturating_sub(skipped) / page * page;
    if length > 0 {
        let start = start.wrapping_add(skipped).cast_mut().cast();
        // SAFETY: the pages lie within `memory`, and this advice changes neither their contents nor
        // their protection.
        let _ = unsafe { madvise(start, length, Advice::LinuxHugepage) };
    }
}

/// Other systems have no such hint.
#[cfg(not(target_os = "linux"))]
pub(super) const fn advise_huge_pages<T>(_: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_any_size_and_place_stays_what_it_is() {
        let numbers: Vec<u32> = (0..3 << 20).collect();
        for part in [&numbers[..], &numbers[1..], &numbers[5..7000], &numbers[..3], &[]] {
            advise_huge_pages(part);
        }
        assert!(numbers.into_iter().eq(0..3 << 20));
    }
}
