//! SIMD: several numbers at once, with the instruction set of the CPU, detected at startup.
//!
//! Every operation rounds like the scalar one, so results do not depend on the CPU.

use fearless_simd::{Level, Simd, f64x8, mask64x8, prelude::*};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// Numbers per vector.
pub(crate) const WIDTH: usize = 8;

/// The vector instruction set of this CPU.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Processor(pub Level);

impl Default for Processor {
    fn default() -> Self {
        Self(Level::new())
    }
}

#[cfg(test)]
impl Processor {
    /// This instruction set and all earlier ones that the CPU supports.
    pub fn all() -> Vec<Self> {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let older =
            [best.as_sse2().map(Level::Sse2), best.as_sse4_2().map(Level::Sse4_2), best.as_avx2().map(Level::Avx2)];
        #[cfg(not(target_arch = "x86_64"))]
        let older = [None];
        older.into_iter().flatten().chain([best]).map(Self).collect()
    }
}

/// A number or a vector of numbers: geometry formulas are written once for both. None of its operations checks for NaN.
pub(crate) trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Result of a comparison, per number.
    type Mask: Copy;

    /// A constant for each number of `self`.
    fn constant(self, value: f64) -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    fn lesser(self, other: Self) -> Self;
    fn greater(self, other: Self) -> Self;
    /// `self < other`.
    fn below(self, other: Self) -> Self::Mask;
    fn either(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    fn all(mask: Self::Mask) -> bool;
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

impl Real for f64 {
    type Mask = bool;

    #[inline(always)]
    fn constant(self, value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self < other
    }

    #[inline(always)]
    fn either(one: bool, other: bool) -> bool {
        one | other
    }

    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn choose(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
}

impl<S: Simd> Real for f64x8<S> {
    type Mask = mask64x8<S>;

    #[inline(always)]
    fn constant(self, value: f64) -> Self {
        Self::splat(self.token(), value)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        SimdFloat::sqrt(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        SimdBase::abs(self)
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.min(other)
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.max(other)
    }

    #[inline(always)]
    fn below(self, other: Self) -> mask64x8<S> {
        self.simd_lt(other)
    }

    #[inline(always)]
    fn either(one: mask64x8<S>, other: mask64x8<S>) -> mask64x8<S> {
        one | other
    }

    #[inline(always)]
    fn all(mask: mask64x8<S>) -> bool {
        mask.all_true()
    }

    #[inline(always)]
    fn choose(mask: mask64x8<S>, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
    }
}
