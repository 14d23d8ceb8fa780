//! What a library of the system says where nobody can use it.

/// Keeps Mesa's layer that selects graphics cards (`VK_LAYER_MESA_device_select`) out of this process where there is no session
/// of a desktop: it would look for a Wayland display whenever Vulkan is opened, and libwayland would complain on standard error
/// that `XDG_RUNTIME_DIR` is not set. Where the user selects a card by a variable of the environment, the layer stays. To be
/// called while the program has one thread.
pub fn leave_desktop_alone() {
    #[cfg(target_os = "linux")]
    {
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let selected = ["NODEVICE_SELECT", "MESA_VK_DEVICE_SELECT", "DRI_PRIME"].into_iter().any(is_set);
        if !is_set("XDG_RUNTIME_DIR") && !selected {
            // SAFETY: the process has one thread, so nobody reads the environment meanwhile.
            unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
        }
    }
}
