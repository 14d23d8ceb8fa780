//! The guide contains the examples that are compiled and run here, verbatim.

fn shown(page: &str, example: &str) -> bool {
    page.contains(&format!("```rust\n{example}```\n"))
}

macro_rules! guide {
    ($($test:ident, $page:literal, $example:literal;)*) => {
        $(
            #[test]
            fn $test() {
                let (page, example) = (include_str!(concat!("../../../docs/src/", $page)), include_str!($example));
                assert!(shown(page, example), concat!("docs/src/", $page, " does not show sim-abi/tests/suite/", $example));
            }
        )*
    };
}

guide! {
    the_page_on_controllers_shows_the_tested_example, "writing-controllers.md", "guide_controller.rs";
    the_page_on_sensors_shows_the_tested_example, "writing-sensors.md", "guide_sensor.rs";
    the_page_on_actuators_shows_the_tested_example, "writing-actuators.md", "guide_actuator.rs";
    the_page_on_dynamics_shows_the_tested_example, "writing-dynamics.md", "guide_dynamics.rs";
    the_page_on_robots_shows_the_tested_example, "writing-robots.md", "guide_robot.rs";
    the_page_on_services_shows_the_tested_example, "writing-services.md", "guide_service.rs";
    the_page_on_modules_shows_the_tested_example, "writing-modules.md", "guide_module.rs";
}

#[test]
fn the_page_of_this_crate_shows_the_tested_example() {
    assert!(shown(include_str!("../../README.md"), include_str!("guide_readme.rs")), "README.md is out of date");
}

#[test]
fn the_first_controller_is_the_one_that_sim_new_makes() {
    let template = include_str!("../../../sim-core/project/templates/controller/lib.rs").replace("{{name}}", "avoid");
    assert!(
        shown(include_str!("../../../docs/src/first-controller.md"), &template),
        "first-controller.md is out of date"
    );
}
