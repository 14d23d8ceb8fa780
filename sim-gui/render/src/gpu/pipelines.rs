//! The render pipelines.

use crate::mesh::Vertex;
use crate::stage::Instance;
use wgpu::{BlendState, ColorTargetState, CompareFunction, Face, TextureFormat, VertexBufferLayout, VertexStepMode};

pub(super) const COLOR: TextureFormat = TextureFormat::Rgba8Unorm;
pub(super) const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// The bits of an f32: not every device, and rarely OpenGL, can render to float textures.
pub(super) const DISTANCE: TextureFormat = TextureFormat::R32Uint;
pub(super) const MASK: TextureFormat = TextureFormat::R8Unorm;
/// Samples per pixel of an antialiased image.
pub(super) const SAMPLES: u32 = 4;

/// Pipelines for one number of samples per pixel.
pub(super) struct Sampled {
    pub(super) mesh: wgpu::RenderPipeline,
    pub(super) mesh_cut: wgpu::RenderPipeline,
    pub(super) glass: wgpu::RenderPipeline,
    pub(super) glass_cut: wgpu::RenderPipeline,
    pub(super) water: wgpu::RenderPipeline,
    pub(super) sky: wgpu::RenderPipeline,
    pub(super) floor: wgpu::RenderPipeline,
    pub(super) grid: wgpu::RenderPipeline,
    pub(super) line: wgpu::RenderPipeline,
    pub(super) line_on_top: wgpu::RenderPipeline,
    pub(super) point: wgpu::RenderPipeline,
}

/// All pipelines and their shared layouts.
pub(super) struct Pipelines {
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) shadow_layout: wgpu::BindGroupLayout,
    /// Layout of a mesh texture.
    pub(super) texture_layout: wgpu::BindGroupLayout,
    pub(super) texture_sampler: wgpu::Sampler,
    pub(super) smooth: Sampled,
    pub(super) plain: Sampled,
    pub(super) mesh_distance: wgpu::RenderPipeline,
    pub(super) floor_distance: wgpu::RenderPipeline,
    pub(super) shadow: wgpu::RenderPipeline,
    pub(super) mask: wgpu::RenderPipeline,
    pub(super) outline: wgpu::RenderPipeline,
    pub(super) shadow_sampler: wgpu::Sampler,
    pub(super) smooth_sampler: wgpu::Sampler,
}

/// How a pipeline writes depth.
#[derive(Clone, Copy)]
struct Depth {
    format: TextureFormat,
    compare: CompareFunction,
    write: bool,
}

/// Reversed depth: 1 near, 0 far.
const NEARER: Depth = Depth { format: DEPTH, compare: CompareFunction::GreaterEqual, write: true };

struct Program<'a> {
    label: &'a str,
    vertex: &'a str,
    fragment: Option<(&'a str, TextureFormat, Option<BlendState>)>,
    buffers: &'a [Option<VertexBufferLayout<'a>>],
    depth: Option<Depth>,
    cull: Option<Face>,
    samples: u32,
}

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let module = device.create_shader_module(wgpu::include_wgsl!("shader.wgsl"));
        let layout = layout(device, false);
        let shadow_layout = self::layout(device, true);
        let texture_layout = texture_layout(device);
        let pipeline_layout = |groups: &[Option<&wgpu::BindGroupLayout>]| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: groups,
                immediate_size: 0,
            })
        };
        let (all, few) = (pipeline_layout(&[Some(&layout)]), pipeline_layout(&[Some(&shadow_layout)]));
        let textured = pipeline_layout(&[Some(&layout), Some(&texture_layout)]);
        let make = |program: Program<'_>| {
            let pipeline_layout = match program.fragment {
                None => &few,
                Some(("mesh_color" | "mesh_cut_color", ..)) => &textured,
                Some(_) => &all,
            };
            create(device, &module, pipeline_layout, program)
        };
        let meshes = mesh_buffers();
        let sampled = |samples: u32| {
            let blend = Some(BlendState::ALPHA_BLENDING);
            let program = |label, vertex, fragment| Program {
                label,
                vertex,
                fragment: Some((fragment, COLOR, None)),
                buffers: &[],
                depth: Some(NEARER),
                cull: None,
                samples,
            };
            let unwritten = Depth { write: false, ..NEARER };
            let on_top = Depth { compare: CompareFunction::Always, ..unwritten };
            let lines = [line_buffer()];
            let line = |depth| Program {
                fragment: Some(("line_color", COLOR, blend)),
                buffers: &lines,
                depth: Some(depth),
                ..program("line", "line_vertex", "line_color")
            };
            let glass = |fragment| Program {
                buffers: &meshes,
                fragment: Some((fragment, COLOR, blend)),
                depth: Some(unwritten),
                ..program("glass", "mesh_vertex", fragment)
            };
            Sampled {
                mesh: make(Program {
                    buffers: &meshes,
                    cull: Some(Face::Back),
                    ..program("mesh", "mesh_vertex", "mesh_color")
                }),
                mesh_cut: make(Program { buffers: &meshes, ..program("cut mesh", "mesh_vertex", "mesh_cut_color") }),
                glass: make(glass("mesh_color")),
                glass_cut: make(glass("mesh_cut_color")),
                water: make(Program {
                    fragment: Some(("water_color", COLOR, blend)),
                    depth: Some(unwritten),
                    ..program("water", "water_vertex", "water_color")
                }),
                sky: make(Program { depth: Some(on_top), ..program("sky", "whole_vertex", "sky_color") }),
                floor: make(program("floor", "whole_vertex", "floor_color")),
                grid: make(Program {
                    fragment: Some(("grid_color", COLOR, blend)),
                    depth: Some(unwritten),
                    ..program("grid", "whole_vertex", "grid_color")
                }),
                line: make(line(unwritten)),
                line_on_top: make(line(on_top)),
                point: make(Program { buffers: &[point_buffer()], ..program("point", "point_vertex", "point_color") }),
            }
        };
        let distance = |label, vertex, fragment| Program {
            label,
            vertex,
            fragment: Some((fragment, DISTANCE, None)),
            buffers: &[],
            depth: Some(NEARER),
            cull: None,
            samples: 1,
        };
        let shadow_depth = Depth { format: DEPTH, compare: CompareFunction::LessEqual, write: true };
        Self {
            smooth: sampled(SAMPLES),
            plain: sampled(1),
            mesh_distance: make(Program {
                buffers: &meshes,
                cull: Some(Face::Back),
                ..distance("mesh distance", "mesh_vertex", "mesh_depth")
            }),
            floor_distance: make(distance("floor distance", "whole_vertex", "floor_depth")),
            shadow: make(Program {
                label: "shadow",
                vertex: "shadow_vertex",
                fragment: None,
                buffers: &meshes,
                depth: Some(shadow_depth),
                cull: None,
                samples: 1,
            }),
            mask: make(Program {
                buffers: &meshes,
                fragment: Some(("mesh_mask", MASK, None)),
                depth: None,
                ..distance("mask", "mesh_vertex", "mesh_mask")
            }),
            outline: make(Program {
                fragment: Some(("outline_color", COLOR, Some(BlendState::ALPHA_BLENDING))),
                depth: None,
                ..distance("outline", "whole_vertex", "outline_color")
            }),
            shadow_sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                compare: Some(CompareFunction::LessEqual),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..Default::default()
            }),
            smooth_sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..Default::default()
            }),
            texture_sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                address_mode_u: wgpu::AddressMode::Repeat,
                address_mode_v: wgpu::AddressMode::Repeat,
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                mipmap_filter: wgpu::MipmapFilterMode::Linear,
                ..Default::default()
            }),
            layout,
            shadow_layout,
            texture_layout,
        }
    }
}

/// The layout of the uniforms that all shaders share; pipelines that draw the shadow map cannot read it at the same time.
fn layout(device: &wgpu::Device, shadow: bool) -> wgpu::BindGroupLayout {
    let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry { binding, visibility: both, ty, count: None };
    let texture = |sample_type| wgpu::BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let uniform = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let picture = wgpu::TextureSampleType::Float { filterable: true };
    let entries = [
        entry(0, uniform),
        entry(1, texture(wgpu::TextureSampleType::Depth)),
        entry(2, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison)),
        entry(3, texture(picture)),
        entry(4, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        entry(5, texture(picture)),
    ];
    let entries = if shadow { &entries[..1] } else { &entries[..] };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
}

/// The texture of a mesh and its sampler.
fn texture_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry =
        |binding, ty| wgpu::BindGroupLayoutEntry { binding, visibility: wgpu::ShaderStages::FRAGMENT, ty, count: None };
    let entries = [
        entry(
            0,
            wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: true },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
        ),
        entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
    ];
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

fn mesh_buffers<'a>() -> [Option<VertexBufferLayout<'a>>; 2] {
    const VERTEX: [wgpu::VertexAttribute; 4] =
        wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Unorm8x4, 7 => Float32x2];
    const INSTANCE: [wgpu::VertexAttribute; 4] =
        wgpu::vertex_attr_array![3 => Float32x4, 4 => Float32x4, 5 => Float32x4, 6 => Float32x4];
    let layout = |array_stride: usize, step_mode, attributes| {
        Some(VertexBufferLayout { array_stride: array_stride as u64, step_mode, attributes })
    };
    [
        layout(size_of::<Vertex>(), VertexStepMode::Vertex, &VERTEX),
        layout(size_of::<Instance>(), VertexStepMode::Instance, &INSTANCE),
    ]
}

fn line_buffer<'a>() -> Option<VertexBufferLayout<'a>> {
    const LINE: [wgpu::VertexAttribute; 3] = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4];
    let array_stride = size_of::<LineData>() as u64;
    Some(VertexBufferLayout { array_stride, step_mode: VertexStepMode::Instance, attributes: &LINE })
}

fn point_buffer<'a>() -> Option<VertexBufferLayout<'a>> {
    const POINT: [wgpu::VertexAttribute; 2] = wgpu::vertex_attr_array![0 => Float32x3, 1 => Unorm8x4];
    let array_stride = size_of::<PointData>() as u64;
    Some(VertexBufferLayout { array_stride, step_mode: VertexStepMode::Instance, attributes: &POINT })
}

fn create(
    device: &wgpu::Device,
    module: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    program: Program<'_>,
) -> wgpu::RenderPipeline {
    let targets = program
        .fragment
        .map(|(_, format, blend)| [Some(ColorTargetState { format, blend, write_mask: wgpu::ColorWrites::ALL })]);
    let strip = matches!(program.vertex, "line_vertex" | "point_vertex" | "water_vertex");
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(program.label),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(program.vertex),
            compilation_options: Default::default(),
            buffers: program.buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: match strip {
                true => wgpu::PrimitiveTopology::TriangleStrip,
                false => wgpu::PrimitiveTopology::TriangleList,
            },
            cull_mode: program.cull,
            ..Default::default()
        },
        depth_stencil: program.depth.map(|depth| wgpu::DepthStencilState {
            format: depth.format,
            depth_write_enabled: Some(depth.write),
            depth_compare: Some(depth.compare),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState { count: program.samples, ..Default::default() },
        fragment: program.fragment.zip(targets.as_ref()).map(|((entry, ..), targets)| wgpu::FragmentState {
            module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// A line in GPU layout.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct LineData {
    /// One end, m, and the width, pixels.
    pub from_width: [f32; 4],
    /// The other end, m.
    pub to: [f32; 4],
    /// Red, green, blue, opacity.
    pub color: [f32; 4],
}

/// A point in GPU layout.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct PointData {
    /// Position, m.
    pub at: [f32; 3],
    /// Red, green, blue, opacity.
    pub color: [u8; 4],
}
