//! Numbers of things, such as `1 robot` and `2 robots`.

use sim_core::diagnostic::Sentence;

/// "1 robot", "2 robots".
pub fn robots(count: usize) -> Sentence {
    say!("count-robots", ["{count} robot", "{count} robots"], count)
}

/// "1 component", "2 components".
pub fn components(count: usize) -> Sentence {
    say!("count-components", ["{count} component", "{count} components"], count)
}

/// "1 library", "2 libraries".
pub fn libraries(count: usize) -> Sentence {
    say!("count-libraries", ["{count} library", "{count} libraries"], count)
}

/// "1 object", "2 objects".
pub fn objects(count: usize) -> Sentence {
    say!("count-objects", ["{count} object", "{count} objects"], count)
}

/// "1 service", "2 services".
pub fn services(count: usize) -> Sentence {
    say!("count-services", ["{count} service", "{count} services"], count)
}

/// "1 file", "2 files".
pub fn files(count: usize) -> Sentence {
    say!("count-files", ["{count} file", "{count} files"], count)
}

/// "1 scene", "2 scenes".
pub fn scenes(count: usize) -> Sentence {
    say!("count-scenes", ["{count} scene", "{count} scenes"], count)
}

/// "… and 3 more (--json lists all)".
pub fn and_more(more: usize) -> Sentence {
    say!("count-and-more", "… and {more} more (--json lists all)", more)
}
