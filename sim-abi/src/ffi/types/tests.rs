use super::*;
use std::mem::offset_of;

/// A field that is appended behind padding would not make the struct larger, and so would not be seen.
#[test]
fn no_struct_that_may_grow_ends_with_padding() {
    macro_rules! ends {
        ($($name:ident $last:ident $kind:ty;)*) => {
            $(assert_eq!(offset_of!($name, $last) + size_of::<$kind>(), size_of::<$name>(), stringify!($name));)*
        };
    }
    ends! {
        Ray max_distance f64;
        Hit category u32;
        Contact category u32;
        Ground category u32;
        Beacon cone f64;
        Light owner u32;
        Message reserved u32;
        JointState effort f64;
        Environment reserved u32;
        MountMotion angular_acceleration Vec3;
        Filter reserved u8;
        ProbeShape extent Vec3;
        Medium flow Vec3;
        ImageRequest reserved u32;
        FaultRecord reserved u32;
    }
}
