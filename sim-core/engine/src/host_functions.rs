//! The functions of the host that a component may call during its step.

use super::component_call::{self, answer, fail};
use super::mover::{Incident, Origin};
use nalgebra::{Isometry3, Vector3};
use sim_abi::Fault;
use sim_abi::ffi::host::{HostApi, WorldApi};
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Growing, Rows, RowsMut, Text, View, ViewMut, read, size_at, write};
use sim_geometry::surroundings::{InvalidQuery, Surroundings, filter_of, vectors};
use std::sync::atomic::Ordering;

// SAFETY of all functions below: the arguments of a component are valid for the duration of its call, as the ABI contract requires.

unsafe extern "C" fn log(context: HostContext, level: u32, text: Text) {
    /// Longer lines are truncated, bytes.
    const MAX_LENGTH: usize = 16 << 10;
    answer(context, (), |caller| {
        // SAFETY: the component is in its call.
        let Origin { name: component, log_limit, .. } = unsafe { &*caller.origin };
        let mut incidents = caller.incidents.borrow_mut();
        if !log_limit.admits(caller.tick.time()) {
            return;
        }
        if let Some(text) = log_limit.left_out() {
            incidents.push(Incident::Log { component: component.clone(), level: LogLevel::Warn, text });
        }
        // SAFETY: see above.
        let text = unsafe { Text { len: text.len.min(MAX_LENGTH), ..text }.read() }.into_owned();
        let (component, level) = (component.clone(), LogLevel::from_number(level));
        incidents.push(Incident::Log { component, level, text });
    });
}

unsafe extern "C" fn keys(context: HostContext, out: ViewMut<u32>) -> usize {
    // SAFETY: see above.
    answer(context, 0, |caller| unsafe { out.fill(&caller.world.operator_of(caller.mover).keys) })
}

unsafe extern "C" fn axis(context: HostContext, name: Text) -> f64 {
    answer(context, 0.0, |caller| {
        // SAFETY: see above.
        let name = unsafe { name.as_slice() };
        let axes = &caller.world.operator_of(caller.mover).axes;
        axes.iter().find(|(axis, _)| axis.as_bytes() == name).map_or(0.0, |(_, value)| *value)
    })
}

pub(super) static HOST: HostApi = HostApi { size: size_of::<HostApi>(), log, keys, axis, fail };

/// Reads a struct passed by a component, according to its size field. If the size is not set, the call is a failure of the component.
///
/// # Safety
/// `pointer` is null, for the defaults, or points to a struct that begins with a size.
unsafe fn read_struct<T: Growing + Default>(pointer: *const T, name: &str) -> T {
    // SAFETY: the caller's promise.
    unsafe {
        if !pointer.is_null() && size_at(pointer) < T::FIRST {
            let (size, least) = (size_at(pointer), T::FIRST);
            let fault = Fault::new(format!("it passed a `{name}` with invalid size {size}"));
            let help = format!("set its field `size` to `sizeof({name})`, at least {least}");
            component_call::note(fault.help(help));
            return T::default();
        }
        read(pointer)
    }
}

/// The result of a query; an invalid query finds nothing, and the call is a failure of the component.
fn noted<T: Default>(answer: Result<T, InvalidQuery>) -> T {
    answer.unwrap_or_else(|invalid| {
        component_call::note(invalid.fault());
        T::default()
    })
}

unsafe extern "C" fn cast_fan(
    context: HostContext,
    pose: *const Pose,
    directions: View<Vec3>,
    max_distance: f64,
    filter: *const Filter,
    out: ViewMut<f64>,
) {
    answer(context, (), |caller| {
        // SAFETY: see above.
        let (pose, directions, filter, out) = unsafe {
            (Isometry3::from(*pose), directions.as_slice(), read_struct(filter, "sim_filter"), out.as_slice())
        };
        let count = directions.len().min(out.len());
        let (directions, filter) = (vectors(&directions[..count]), filter_of(filter, caller.body));
        // SAFETY: the component is in its call, on this thread, and this is the only place that accesses the list.
        let neighbors = unsafe { caller.neighbors.as_mut() };
        noted(caller.world.fan(neighbors, &pose, directions, max_distance, &filter, &mut out[..count]));
    });
}

unsafe extern "C" fn cast_rays(context: HostContext, rays: Rows<Ray>, filter: *const Filter, out: RowsMut<Hit>) {
    answer(context, (), |caller| {
        // SAFETY: see above.
        let filter = filter_of(unsafe { read_struct(filter, "sim_filter") }, caller.body);
        for index in 0..rays.len.min(out.len) {
            // SAFETY: see above.
            unsafe { out.set(index, noted(caller.world.ray(&rays.get(index), &filter))) };
        }
    });
}

unsafe extern "C" fn cast_shape(
    context: HostContext,
    shape: *const ProbeShape,
    pose: *const Pose,
    direction: *const Vec3,
    max_distance: f64,
    filter: *const Filter,
    out: RowsMut<Hit>,
) {
    answer(context, (), |caller| {
        // SAFETY: see above.
        let (shape, pose, direction, filter) =
            unsafe { (read_struct(shape, "sim_probe_shape"), *pose, *direction, read_struct(filter, "sim_filter")) };
        let filter = filter_of(filter, caller.body);
        let hit = noted(caller.world.cast_shape(&shape, pose, direction, max_distance, &filter));
        // SAFETY: see above.
        unsafe { out.set(0, hit) };
    });
}

unsafe extern "C" fn nearest(
    context: HostContext,
    point: *const Vec3,
    radius: f64,
    filter: *const Filter,
    out: RowsMut<Hit>,
) {
    answer(context, (), |caller| {
        // SAFETY: see above.
        let (point, filter) = unsafe { (*point, filter_of(read_struct(filter, "sim_filter"), caller.body)) };
        // SAFETY: see above.
        unsafe { out.set(0, noted(caller.world.nearest(point, radius, &filter))) };
    });
}

unsafe extern "C" fn object_at(context: HostContext, point: *const Vec3, filter: *const Filter) -> u32 {
    answer(context, NO_OBJECT, |caller| {
        // SAFETY: see above.
        let (point, filter) = unsafe { (*point, filter_of(read_struct(filter, "sim_filter"), caller.body)) };
        caller.world.object_at(point, &filter).unwrap_or_else(|invalid| {
            component_call::note(invalid.fault());
            NO_OBJECT
        })
    })
}

unsafe extern "C" fn object_name(context: HostContext, object: u32, out: ViewMut<u8>) -> usize {
    answer(context, 0, |caller| {
        let name = caller.world.bodies.get(object as usize).map_or("", |body| &*body.name);
        // SAFETY: see above.
        unsafe { out.fill(name.as_bytes()) }
    })
}

unsafe extern "C" fn contacts(context: HostContext, first: usize, out: RowsMut<Contact>) -> usize {
    // SAFETY: see above.
    answer(context, 0, |caller| unsafe { out.fill(caller.world.contacts_of(caller.body), first) })
}

unsafe extern "C" fn medium(context: HostContext, point: *const Vec3, out: *mut Medium) {
    answer(context, (), |caller| {
        // SAFETY: see above.
        unsafe {
            _ = read_struct(out, "sim_medium");
            write(out, caller.world.media.at(&Vector3::from(*point)).0);
        }
    });
}

unsafe extern "C" fn ground(context: HostContext, points: View<Vec3>, out: RowsMut<Ground>) {
    answer(context, (), |caller| {
        // SAFETY: see above.
        for (index, point) in vectors(unsafe { points.as_slice() }).iter().enumerate() {
            // SAFETY: see above.
            unsafe { out.set(index, noted(caller.world.ground_under(point, caller.body))) };
        }
    });
}

unsafe extern "C" fn ground_color(context: HostContext, point: *const Vec3) -> Vec3 {
    answer(context, Vec3::default(), |caller| {
        // SAFETY: see above.
        let point = unsafe { *point };
        let [x, y, z] = caller.world.ground_color(point.x, point.y);
        Vec3 { x, y, z }
    })
}

unsafe extern "C" fn beacons(context: HostContext, first: usize, out: RowsMut<Beacon>) -> usize {
    // SAFETY: see above.
    answer(context, 0, |caller| unsafe { out.fill(&caller.world.beacons, first) })
}

unsafe extern "C" fn lights(context: HostContext, first: usize, out: RowsMut<Light>) -> usize {
    // SAFETY: see above.
    answer(context, 0, |caller| unsafe { out.fill(&caller.world.lights, first) })
}

unsafe extern "C" fn messages(context: HostContext, first: usize, out: RowsMut<Message>) -> usize {
    // SAFETY: see above.
    answer(context, 0, |caller| unsafe { out.fill(caller.world.messages_of(caller.mover), first) })
}

unsafe extern "C" fn message_words(context: HostContext, message: usize, out: ViewMut<f64>) -> usize {
    answer(context, 0, |caller| {
        let words = caller.world.message_words(caller.mover, message);
        // SAFETY: see above.
        words.map_or(0, |words| unsafe { out.fill(words) })
    })
}

unsafe extern "C" fn image(context: HostContext, request: *const ImageRequest, pixels: ViewMut<u8>) -> u32 {
    answer(context, IMAGE_NO_RENDERER, |caller| {
        // SAFETY: see above.
        let (request, pixels) = unsafe { (read_struct(request, "sim_image_request"), pixels.as_slice()) };
        let world = caller.world;
        let bytes = (request.width as usize).checked_mul(request.height as usize).and_then(|area| area.checked_mul(4));
        if bytes.is_none_or(|bytes| bytes == 0 || bytes != pixels.len()) {
            return IMAGE_WRONG_SIZE;
        }
        match &world.images {
            Some(images) => {
                world.drawn.store(true, Ordering::Relaxed);
                images.draw(world, &request, pixels).number()
            }
            None => IMAGE_NO_RENDERER,
        }
    })
}

pub(super) static WORLD: WorldApi = WorldApi {
    size: size_of::<WorldApi>(),
    cast_fan,
    cast_rays,
    cast_shape,
    nearest,
    object_at,
    object_name,
    contacts,
    medium,
    ground,
    ground_color,
    beacons,
    lights,
    messages,
    message_words,
    image,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_struct_that_does_not_say_its_size_is_a_fault_that_names_it() {
        let careless = Filter { size: 4, ..Filter::default() };
        let asked = component_call::CallSequence::begin().call(1, std::ptr::null(), || {
            // SAFETY: a filter lies there.
            let filter = unsafe { read_struct(&raw const careless, "sim_filter") };
            assert_eq!(filter.size, size_of::<Filter>(), "the defaults");
            DONE
        });
        let fault = asked.unwrap_err();
        assert_eq!(fault.message(), "it passed a `sim_filter` with invalid size 4");
        assert!(fault.advice().contains("sizeof(sim_filter)"), "{}", fault.advice());
    }
}
