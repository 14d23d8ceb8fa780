//! How many inputs a reader is tried with.

/// `sample`, or what `SIM_FUZZ_INPUTS` says.
pub fn inputs(sample: u64) -> u64 {
    std::env::var("SIM_FUZZ_INPUTS")
        .ok()
        .map_or(sample, |count| count.parse().expect("SIM_FUZZ_INPUTS is a whole number"))
}
