//! Suppresses irrelevant messages of graphics libraries.

/// Disables Mesa's device selection layer (`VK_LAYER_MESA_device_select`) in this process if there is no desktop session.
/// Otherwise it would look for a Wayland display whenever Vulkan is opened, and libwayland would print on standard error that
/// `XDG_RUNTIME_DIR` is not set. The layer stays enabled if an environment variable selects a GPU. Call this while the program is
/// single-threaded.
pub fn disable_device_selection() {
    #[cfg(target_os = "linux")]
    {
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let selected = ["NODEVICE_SELECT", "MESA_VK_DEVICE_SELECT", "DRI_PRIME"].into_iter().any(is_set);
        if !is_set("XDG_RUNTIME_DIR") && !selected {
            // SAFETY: the process is single-threaded, so the environment is not read concurrently.
            unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
        }
    }
}
