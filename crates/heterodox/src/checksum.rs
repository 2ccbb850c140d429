//! A checksum that is the same on every machine and in every release.

/// The 64-bit FNV-1a hash. The checksums of `heterodox bench`, the fingerprints in logs of matches
/// and the choice of held-out games depend on it, so it must not change.
pub(crate) struct Checksum(u64);

impl Checksum {
    pub(crate) const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    /// Returns the checksum of one text.
    pub(crate) fn of(text: &str) -> Self {
        let mut sum = Self::new();
        sum.add(text.as_bytes());
        sum
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub(crate) const fn number(&self) -> u64 {
        self.0
    }

    /// Returns the checksum as 16 hexadecimal digits.
    pub(crate) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Checksum;

    #[test]
    fn the_checksum_is_that_of_the_published_algorithm() {
        assert_eq!(Checksum::of("foobar").text(), "85944171f73967e8");
    }
}
