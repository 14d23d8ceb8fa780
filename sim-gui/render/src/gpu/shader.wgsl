// Colors come in linear and leave encoded as sRGB, so that a plain 8-bit target holds what a screen shows.

struct Lamp {
    position: vec4<f32>,    // w: 0 shines from its place, 1 along its direction
    color: vec4<f32>,       // w: radius
    attenuation: vec4<f32>,
}

struct Water {
    row0: vec4<f32>,        // water_from_stage
    row1: vec4<f32>,
    row2: vec4<f32>,
    extent: vec4<f32>,      // half length, half width, depth, 1 without end
}

struct Globals {
    clip_from_stage: mat4x4<f32>,
    stage_from_clip: mat4x4<f32>,
    light_from_stage: mat4x4<f32>,
    eye: vec4<f32>,             // w: 1 for a parallel projection
    forward: vec4<f32>,
    sun_direction: vec4<f32>,   // toward the sun; w: 1 with shadows
    sun_color: vec4<f32>,       // w: size of a texel of the shadow map
    ambient_up: vec4<f32>,
    ambient_down: vec4<f32>,
    sky: vec4<f32>,             // encoded
    horizon: vec4<f32>,         // color of the sky there, encoded
    viewport: vec4<f32>,        // width, height, 1 / width, 1 / height
    floor_color: vec4<f32>,     // w: 1 where there is a floor
    floor_area: vec4<f32>,      // painted area: low x, low y, high x, high y
    floor_place: vec4<f32>,     // height, half length, half width, 1 where something is painted
    grid: vec4<f32>,            // height, spacing, strength, 0
    origin: vec4<f32>,          // of the stage, in world axes
    outline: vec4<f32>,
    counts: vec4<u32>,          // lamps, waters
    cut: vec4<f32>,             // height above which bodies are left out
    water_loss: vec4<f32>,      // 1/m
    water_deep: vec4<f32>,      // color of deep water; w: how far the sky is
    lamps: array<Lamp, 8>,
    waters: array<Water, 8>,
}

@group(0) @binding(0) var<uniform> g: Globals;
@group(0) @binding(1) var shadow_map: texture_depth_2d;
@group(0) @binding(2) var shadow_sampler: sampler_comparison;
@group(0) @binding(3) var floor_picture: texture_2d<f32>;
@group(0) @binding(4) var smooth_sampler: sampler;
@group(0) @binding(5) var mask: texture_2d<f32>;
@group(1) @binding(0) var mesh_texture: texture_2d<f32>;
@group(1) @binding(1) var mesh_sampler: sampler;

fn encoded(c: vec3<f32>) -> vec3<f32> {
    let high = 1.055 * pow(max(c, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
    return select(high, c * 12.92, c <= vec3(0.0031308));
}

fn linear(c: vec3<f32>) -> vec3<f32> {
    let high = pow((c + 0.055) / 1.055, vec3(2.4));
    return select(high, c / 12.92, c <= vec3(0.04045));
}

// --- water ---

// Where the viewer is who sees a point.
fn viewer(place: vec3<f32>) -> vec3<f32> {
    let away = dot(place - g.eye.xyz, g.forward.xyz);
    return select(g.eye.xyz, place - g.forward.xyz * away, g.eye.w > 0.5);
}

fn in_water(water: Water, place: vec3<f32>) -> vec3<f32> {
    let p = vec4(place, 1.0);
    return vec3(dot(water.row0, p), dot(water.row1, p), dot(water.row2, p));
}

// What is left of a color behind the water before it.
fn through_water(color: vec3<f32>, place: vec3<f32>) -> vec3<f32> {
    if g.counts.y == 0u {
        return color;
    }
    let eye = viewer(place);
    let whole = distance(eye, place);
    var way = 0.0;
    for (var i = 0u; i < g.counts.y; i++) {
        let water = g.waters[i];
        let a = in_water(water, eye);
        let change = in_water(water, place) - a;
        let safe = select(change, vec3(1e-9), abs(change) < vec3(1e-9));
        let low = (vec3(-water.extent.xyz) - a) / safe;
        let high = (vec3(water.extent.xy, 0.0) - a) / safe;
        let first = min(low, high);
        let last = max(low, high);
        let enters = max(max(first.x, first.y), max(first.z, 0.0));
        let leaves = min(min(last.x, last.y), min(last.z, 1.0));
        way += max(leaves - enters, 0.0) * whole;
    }
    let left = exp(-g.water_loss.rgb * way);
    return color * left + g.water_deep.rgb * (1.0 - left);
}

struct WaterOut {
    @builtin(position) clip: vec4<f32>,
    @location(0) place: vec3<f32>,
    @location(1) @interpolate(flat) number: u32,
}

@vertex
fn water_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) number: u32) -> WaterOut {
    let water = g.waters[number];
    let corner = vec2(f32(index & 1u) * 2.0 - 1.0, f32(index >> 1u) * 2.0 - 1.0);
    // A surface without end goes along with the viewer.
    let middle = in_water(water, g.eye.xyz).xy * water.extent.w;
    let local = vec3(corner * water.extent.xy + middle, 0.0) - vec3(water.row0.w, water.row1.w, water.row2.w);
    var out: WaterOut;
    out.place = water.row0.xyz * local.x + water.row1.xyz * local.y + water.row2.xyz * local.z;
    out.clip = g.clip_from_stage * vec4(out.place, 1.0);
    out.number = number;
    return out;
}

@fragment
fn water_color(in: WaterOut) -> @location(0) vec4<f32> {
    let up = g.waters[in.number].row2.xyz;
    let cosine = dot(normalize(viewer(in.place) - in.place), up);
    let water = encoded(clamp(g.water_deep.rgb * 1.7, vec3(0.0), vec3(1.0)));
    if cosine < 0.0 {
        let mirrored = 1.0 - smoothstep(0.6, 0.75, -cosine);
        return vec4(water, mix(0.2, 0.95, mirrored));
    }
    let mirrored = mix(pow(1.0 - cosine, 5.0), 1.0, 0.02);
    return vec4(mix(water, g.horizon.rgb, mirrored), mix(0.2, 0.92, mirrored));
}

// --- meshes ---

struct MeshIn {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) color: vec4<f32>,
    @location(3) row0: vec4<f32>,
    @location(4) row1: vec4<f32>,
    @location(5) row2: vec4<f32>,
    @location(6) tint: vec4<f32>,
    @location(7) texture_place: vec2<f32>,
}

struct MeshOut {
    @builtin(position) clip: vec4<f32>,
    @location(0) place: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) color: vec4<f32>,
    @location(3) texture_place: vec2<f32>,
}

fn placed(in: MeshIn) -> vec3<f32> {
    let p = vec4(in.position, 1.0);
    return vec3(dot(in.row0, p), dot(in.row1, p), dot(in.row2, p));
}

@vertex
fn mesh_vertex(in: MeshIn) -> MeshOut {
    var out: MeshOut;
    out.place = placed(in);
    // Normals follow the matrix of cofactors, which unequal factors ask for.
    let n = in.normal;
    let c0 = cross(in.row1.xyz, in.row2.xyz);
    let c1 = cross(in.row2.xyz, in.row0.xyz);
    let c2 = cross(in.row0.xyz, in.row1.xyz);
    out.normal = vec3(dot(c0, n), dot(c1, n), dot(c2, n)) * sign(dot(in.row0.xyz, c0));
    out.color = vec4(linear(in.color.rgb), in.color.a) * in.tint;
    out.clip = g.clip_from_stage * vec4(out.place, 1.0);
    out.texture_place = in.texture_place;
    return out;
}

fn lit(place: vec3<f32>, normal: vec3<f32>) -> f32 {
    if g.sun_direction.w < 0.5 {
        return 1.0;
    }
    let texel = g.sun_color.w;
    // The test point leaves the surface by a texel, so that a face does not shade itself.
    let p = g.light_from_stage * vec4(place + normal * texel * 1.5, 1.0);
    let uv = vec2(p.x * 0.5 + 0.5, 0.5 - p.y * 0.5);
    let size = vec2<f32>(textureDimensions(shadow_map));
    var sum = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            sum += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + vec2(f32(x), f32(y)) / size, p.z);
        }
    }
    let outside = any(uv < vec2(0.002)) || any(uv > vec2(0.998)) || p.z > 1.0;
    return select(sum / 9.0, 1.0, outside);
}

fn shaded(color: vec3<f32>, place: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    let n = normalize(normal);
    var light = mix(g.ambient_down.rgb, g.ambient_up.rgb, n.z * 0.5 + 0.5);
    let toward = dot(n, g.sun_direction.xyz);
    if toward > 0.0 {
        light += g.sun_color.rgb * toward * lit(place, n);
    }
    for (var i = 0u; i < g.counts.x; i++) {
        let lamp = g.lamps[i];
        var ray = -lamp.position.xyz;
        var strength = 1.0;
        if lamp.position.w < 0.5 {
            ray = lamp.position.xyz - place;
            let distance = length(ray);
            ray /= max(distance, 1e-6);
            let a = lamp.attenuation.xyz;
            strength = 1.0 / max(a.x + a.y * distance + a.z * distance * distance, 1e-3);
            strength *= f32(distance < lamp.color.w);
        }
        light += lamp.color.rgb * max(dot(n, ray), 0.0) * strength;
    }
    return color * light;
}

fn mesh_seen(in: MeshOut) -> vec4<f32> {
    let texel = textureSample(mesh_texture, mesh_sampler, in.texture_place);
    let color = shaded(in.color.rgb * texel.rgb, in.place, in.normal);
    return vec4(encoded(through_water(color, in.place)), in.color.a);
}

@fragment
fn mesh_color(in: MeshOut) -> @location(0) vec4<f32> {
    return mesh_seen(in);
}

// What is cut shows its inside as a flat face.
@fragment
fn mesh_cut_color(in: MeshOut, @builtin(front_facing) outside: bool) -> @location(0) vec4<f32> {
    let seen = mesh_seen(in);
    if in.place.z > g.cut.x {
        discard;
    }
    return select(vec4(encoded(in.color.rgb * 0.35), in.color.a), seen, outside);
}

@fragment
fn mesh_depth(in: MeshOut) -> @location(0) u32 {
    return bitcast<u32>(dot(in.place - g.eye.xyz, g.forward.xyz));
}

@fragment
fn mesh_mask(in: MeshOut) -> @location(0) f32 {
    if in.place.z > g.cut.x {
        discard;
    }
    return 1.0;
}

@vertex
fn shadow_vertex(in: MeshIn) -> @builtin(position) vec4<f32> {
    return g.light_from_stage * vec4(placed(in), 1.0);
}

// --- sky, floor and grid: one triangle over the whole image ---

struct WholeOut {
    @builtin(position) clip: vec4<f32>,
    @location(0) at: vec2<f32>,
}

@vertex
fn whole_vertex(@builtin(vertex_index) index: u32) -> WholeOut {
    var out: WholeOut;
    out.at = vec2(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    out.clip = vec4(out.at, 0.0, 1.0);
    return out;
}

fn ray_from(at: vec2<f32>) -> array<vec3<f32>, 2> {
    let near = g.stage_from_clip * vec4(at, 1.0, 1.0);
    let far = g.stage_from_clip * vec4(at, 0.0, 1.0);
    let start = near.xyz / near.w;
    return array(start, normalize(far.xyz / far.w - start));
}

@fragment
fn sky_color(in: WholeOut) -> @location(0) vec4<f32> {
    let ray = ray_from(in.at);
    let up = ray[1].z;
    let rise = select(pow(abs(up), 0.6), min(abs(up) * 3.0, 1.0) * 0.3, up < 0.0);
    let color = mix(g.horizon.rgb, g.sky.rgb, clamp(rise, 0.0, 1.0));
    if g.counts.y == 0u {
        return vec4(color, 1.0);
    }
    return vec4(encoded(through_water(linear(color), ray[0] + ray[1] * g.water_deep.w)), 1.0);
}

struct FloorOut {
    @location(0) color: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

struct FloorPoint {
    place: vec3<f32>,
    distance: f32,
    inside: bool,
}

fn floor_point(at: vec2<f32>, height: f32) -> FloorPoint {
    let ray = ray_from(at);
    let distance = (height - ray[0].z) / ray[1].z;
    var point: FloorPoint;
    point.place = ray[0] + ray[1] * distance;
    point.distance = distance;
    point.inside = distance > 0.0 && ray[1].z < 0.0;
    return point;
}

fn depth_of(place: vec3<f32>) -> f32 {
    let clip = g.clip_from_stage * vec4(place, 1.0);
    return clip.z / clip.w;
}

// How far the middle of a line stands out of a pixel, 0 … 1.
fn on_line(at: vec2<f32>, spacing: f32, width: vec2<f32>) -> f32 {
    let cell = at / spacing;
    let away = abs(fract(cell - 0.5) - 0.5) * spacing;
    let near = 1.0 - clamp(away / max(width, vec2(1e-6)), vec2(0.0), vec2(1.0));
    // Lines closer than a few pixels fade away instead of flickering.
    let fade = clamp(1.5 - 5.0 * width / spacing, vec2(0.0), vec2(1.0));
    return max(near.x * fade.x, near.y * fade.y);
}

fn grid_strength(world: vec2<f32>, width: vec2<f32>) -> f32 {
    let fine = on_line(world, g.grid.y, width) * 0.45;
    let bold = on_line(world, g.grid.y * 10.0, width);
    return max(fine, bold) * g.grid.z;
}

fn in_floor(world: vec2<f32>) -> bool {
    return abs(world.x) <= g.floor_place.y && abs(world.y) <= g.floor_place.z;
}

@fragment
fn floor_color(in: WholeOut) -> FloorOut {
    let point = floor_point(in.at, g.floor_place.x);
    let world = point.place.xy + g.origin.xy;
    let width = fwidth(world);
    let area = g.floor_area;
    let uv = (world - area.xy) / max(area.zw - area.xy, vec2(1e-9));
    let dx = dpdx(uv);
    let dy = dpdy(uv);
    let picture = textureSampleGrad(floor_picture, smooth_sampler, uv, dx, dy);
    var color = g.floor_color.rgb;
    if g.floor_place.w > 0.5 && all(uv >= vec2(0.0)) && all(uv < vec2(1.0)) {
        color = picture.rgb;
    }
    let depth = depth_of(point.place);
    if !point.inside || !in_floor(world) || depth <= 0.0 || depth > 1.0 {
        discard;
    }
    var out: FloorOut;
    let shade = encoded(through_water(shaded(color, point.place, vec3(0.0, 0.0, 1.0)), point.place));
    let dark = dot(shade, vec3(0.3, 0.6, 0.1)) < 0.35;
    let ink = select(vec3(0.0), vec3(1.0), dark);
    let line = grid_strength(world, width) * 0.35;
    out.color = vec4(mix(shade, ink, line), 1.0);
    out.depth = depth;
    return out;
}

struct DepthOut {
    @location(0) value: u32,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn floor_depth(in: WholeOut) -> DepthOut {
    let point = floor_point(in.at, g.floor_place.x);
    let depth = depth_of(point.place);
    if !point.inside || !in_floor(point.place.xy + g.origin.xy) || depth <= 0.0 || depth > 1.0 {
        discard;
    }
    return DepthOut(bitcast<u32>(dot(point.place - g.eye.xyz, g.forward.xyz)), depth);
}

// The grid where there is no floor.
@fragment
fn grid_color(in: WholeOut) -> FloorOut {
    let ray = ray_from(in.at);
    let distance = (g.grid.x - ray[0].z) / ray[1].z;
    let place = ray[0] + ray[1] * distance;
    let world = place.xy + g.origin.xy;
    let line = grid_strength(world, fwidth(world));
    let depth = depth_of(place);
    if distance <= 0.0 || line < 0.01 || depth <= 0.0 || depth > 1.0 {
        discard;
    }
    var out: FloorOut;
    out.color = vec4(vec3(0.15), line * 0.5);
    out.depth = depth;
    return out;
}

// --- lines: each a quad that faces the viewer ---

struct LineIn {
    @location(0) from_width: vec4<f32>,
    @location(1) to: vec4<f32>,
    @location(2) color: vec4<f32>,
}

struct LineOut {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
}

@vertex
fn line_vertex(@builtin(vertex_index) index: u32, in: LineIn) -> LineOut {
    var a = g.clip_from_stage * vec4(in.from_width.xyz, 1.0);
    var b = g.clip_from_stage * vec4(in.to.xyz, 1.0);
    // What lies behind the nearest distance (z > w) is cut off, so that the division below is safe.
    let over_a = a.z - a.w;
    let over_b = b.z - b.w;
    if over_a > 0.0 && over_b < 0.0 {
        a = mix(a, b, over_a / (over_a - over_b));
    } else if over_b > 0.0 && over_a < 0.0 {
        b = mix(b, a, over_b / (over_b - over_a));
    }
    let size = g.viewport.xy;
    let pa = a.xy / a.w * size;
    let pb = b.xy / b.w * size;
    let along = pb - pa;
    let length = max(length(along), 1e-6);
    let direction = along / length;
    let across = vec2(-direction.y, direction.x) * in.from_width.w;
    let last = (index & 1u) == 1u;
    let side = select(-1.0, 1.0, index >= 2u);
    var out: LineOut;
    out.clip = select(a, b, last);
    let shift = across * side + direction * in.from_width.w * select(-0.5, 0.5, last);
    out.clip = vec4(out.clip.xy + shift / size * out.clip.w, out.clip.zw);
    // A line on a surface wins over it.
    out.clip.z = min(out.clip.z + 2e-5 * out.clip.w * in.to.w, out.clip.w);
    out.color = in.color;
    return out;
}

@fragment
fn line_color(in: LineOut) -> @location(0) vec4<f32> {
    return in.color;
}

// --- points: each a disc that faces the viewer ---

// Half the width of a point, pixels.
const POINT_RADIUS: f32 = 1.75;

struct PointIn {
    @location(0) at: vec3<f32>,
    @location(1) color: vec4<f32>,
}

struct PointOut {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) corner: vec2<f32>,
}

@vertex
fn point_vertex(@builtin(vertex_index) index: u32, in: PointIn) -> PointOut {
    var out: PointOut;
    out.corner = vec2(select(-1.0, 1.0, (index & 1u) == 1u), select(-1.0, 1.0, index >= 2u));
    out.clip = g.clip_from_stage * vec4(in.at, 1.0);
    out.clip = vec4(out.clip.xy + out.corner * 2.0 * POINT_RADIUS / g.viewport.xy * out.clip.w, out.clip.zw);
    // A point on a surface wins over it, but shows through nothing that is thicker than a third of a percent of the distance.
    out.clip.z = min(out.clip.z * 1.003, out.clip.w);
    out.color = in.color;
    return out;
}

@fragment
fn point_color(in: PointOut) -> @location(0) vec4<f32> {
    if dot(in.corner, in.corner) > 1.0 {
        discard;
    }
    return in.color;
}

// --- the outline of what is selected ---

@fragment
fn outline_color(in: WholeOut) -> @location(0) vec4<f32> {
    let at = vec2<i32>(in.clip.xy);
    let limit = vec2<i32>(textureDimensions(mask)) - 1;
    let own = textureLoad(mask, at, 0).r;
    var most = 0.0;
    for (var y = -2; y <= 2; y++) {
        for (var x = -2; x <= 2; x++) {
            if x * x + y * y <= 5 {
                most = max(most, textureLoad(mask, clamp(at + vec2(x, y), vec2(0), limit), 0).r);
            }
        }
    }
    let edge = most * (1.0 - own);
    return vec4(g.outline.rgb, edge * g.outline.a);
}
