//! Large pages for memory that is looked up at random.

/// Asks the system to keep this memory in pages of some MiB, before it is touched for the first time. Where every place is as
/// likely to be read next as any other, finding which page it lies in takes as long as reading it, unless there are few
/// pages. Only a hint: a system that cannot, or has no such memory left, goes on with small pages.
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
        // SAFETY: the pages lie within `memory`, and this advice changes neither what is in them nor who may use them.
        let _ = unsafe { madvise(start, length, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn in_large_pages<T>(_: &[T]) {}

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
