//! Elementary functions with bit-identical results on every machine.
//!
//! `f64::sin` and similar functions call the system's math library, whose last bits differ between systems, versions and
//! processors; `f64::powi` has no fixed order of multiplications. The functions here are from the crate `libm` (a port of
//! musl's and FreeBSD's library), which uses IEEE 754 operations only. Their error is at most one or two units in the
//! last place. `f64::sqrt`, `abs`, `floor`, `rem_euclid` and `mul_add` are exact by IEEE 754 and need no counterpart;
//! rotations of [`nalgebra`] use the functions of this module.

/// Functions of one number: name, function of `libm`, description.
macro_rules! functions {
    ($($name:ident = $function:ident, $text:literal;)*) => {$(
        #[doc = $text]
        #[inline]
        pub fn $name(x: f64) -> f64 {
            libm::$function(x)
        }
    )*};
}

functions! {
    sin = sin, "Sine of an angle in rad.";
    cos = cos, "Cosine of an angle in rad.";
    tan = tan, "Tangent of an angle in rad.";
    asin = asin, "Arc sine, rad in [−π/2, π/2]. NaN outside [−1, 1].";
    acos = acos, "Arc cosine, rad in [0, π]. NaN outside [−1, 1].";
    atan = atan, "Arc tangent, rad in [−π/2, π/2].";
    sinh = sinh, "Hyperbolic sine.";
    cosh = cosh, "Hyperbolic cosine.";
    tanh = tanh, "Hyperbolic tangent.";
    asinh = asinh, "Inverse hyperbolic sine.";
    atanh = atanh, "Inverse hyperbolic tangent. NaN outside [−1, 1].";
    exp = exp, "e to the power of x.";
    exp2 = exp2, "2 to the power of x.";
    exp_m1 = expm1, "e to the power of x, less 1; precise near zero.";
    ln = log, "Natural logarithm. −∞ of zero, NaN below.";
    ln_1p = log1p, "Natural logarithm of 1 + x; precise near zero.";
    log2 = log2, "Logarithm to base 2. −∞ of zero, NaN below.";
    log10 = log10, "Logarithm to base 10. −∞ of zero, NaN below.";
    cbrt = cbrt, "Cube root.";
}

/// Sine and cosine of an angle in rad: the same bits as [`sin`] and [`cos`], at lower cost.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// Inverse hyperbolic cosine. NaN below 1, where the function of `libm` returns meaningless numbers.
#[inline]
pub fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

/// Angle of the vector (x, y) from the x axis, rad in [−π, π]. Argument order as for `f64::atan2`: y first.
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// √(x² + y²) without intermediate overflow.
#[inline]
pub fn hypot(x: f64, y: f64) -> f64 {
    libm::hypot(x, y)
}

/// x to the power of y. NaN if x is negative and y is not an integer.
#[inline]
pub fn powf(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// x to the power of an integer, by squaring: the powers x, x², x⁴ … whose bit is set in `n` are multiplied in this
/// order, and the reciprocal is taken if `n` is negative (Knuth, The Art of Computer Programming, vol. 2, 4.6.3,
/// algorithm A). The square is bit-identical to `x * x` and the cube to `x * (x * x)`.
#[inline]
pub fn powi(x: f64, n: i32) -> f64 {
    let (mut result, mut power, mut left) = (1.0, x, n.unsigned_abs());
    loop {
        if left & 1 == 1 {
            result *= power;
        }
        left >>= 1;
        if left == 0 {
            break;
        }
        power *= power;
    }
    if n < 0 { 1.0 / result } else { result }
}
