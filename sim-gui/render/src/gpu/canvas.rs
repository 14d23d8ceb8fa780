//! An image on the GPU: drawing and readback.

use super::globals::Globals;
use super::pipelines::{COLOR, DEPTH, DISTANCE, LineData, MASK, Pipelines, PointData, SAMPLES, Sampled};
use super::quality::Quality;
use super::{Gpu, GpuError, buffer};
use crate::camera::Camera;
use crate::line::Line;
use crate::point::Point;
use crate::scenery::{Scenery, Water};
use crate::stage::{Batch, Stage};
use crate::water::WATERS;
use nalgebra::Point3;
use std::sync::PoisonError;
use wgpu::{LoadOp, Operations, RenderPassColorAttachment, StoreOp, TextureFormat, TextureUsages, TextureView};

/// An image on the GPU.
pub struct Canvas {
    size: [u32; 2],
    quality: Quality,
    color: wgpu::Texture,
    color_view: TextureView,
    smooth_view: Option<TextureView>,
    depth_view: TextureView,
    distance: Option<(wgpu::Texture, TextureView, TextureView)>,
    mask_view: TextureView,
    shadow_view: TextureView,
    globals: wgpu::Buffer,
    lines: Vertices,
    line_data: Vec<LineData>,
    points: Vertices,
    point_data: Vec<PointData>,
    /// Transparent instances: whether they are on the viewer's side of all water, distance, mesh, instance.
    transparent: Vec<(bool, f32, usize, u32)>,
    /// Water surfaces: distance, index.
    water: Vec<(f64, u32)>,
    readback: Option<wgpu::Buffer>,
}

impl Canvas {
    /// An image of this size, clamped to at least one pixel and at most the maximum of the device.
    pub fn new(gpu: &Gpu, [width, height]: [u32; 2], quality: Quality) -> Self {
        let most = gpu.device.limits().max_texture_dimension_2d;
        let size = [width.clamp(1, most), height.clamp(1, most)];
        let device = &gpu.device;
        let color = texture(
            device,
            size,
            COLOR,
            1,
            TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC,
        );
        let samples = if quality.smooth { SAMPLES } else { 1 };
        let target = TextureUsages::RENDER_ATTACHMENT;
        let view = |texture: &wgpu::Texture| texture.create_view(&Default::default());
        let shadow_size = [quality.shadow_pixels.clamp(1, most); 2];
        Self {
            size,
            quality,
            color_view: view(&color),
            color,
            smooth_view: quality.smooth.then(|| view(&texture(device, size, COLOR, SAMPLES, target))),
            depth_view: view(&texture(device, size, DEPTH, samples, target)),
            distance: None,
            mask_view: view(&texture(device, size, MASK, 1, target | TextureUsages::TEXTURE_BINDING)),
            shadow_view: view(&texture(device, shadow_size, DEPTH, 1, target | TextureUsages::TEXTURE_BINDING)),
            globals: buffer(device, "globals", size_of::<Globals>() as u64, wgpu::BufferUsages::UNIFORM),
            lines: Vertices::new(device, "lines"),
            line_data: Vec::new(),
            points: Vertices::new(device, "points"),
            point_data: Vec::new(),
            transparent: Vec::new(),
            water: Vec::new(),
            readback: None,
        }
    }

    /// Width and height, px.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The drawing quality.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// The finished image.
    pub fn view(&self) -> &TextureView {
        &self.color_view
    }

    /// Draws an [uploaded](Gpu::upload) stage with lines and points. Bodies in `selected` get an outline of this color (sRGB and
    /// opacity).
    pub fn draw(
        &mut self,
        gpu: &mut Gpu,
        stage: &Stage,
        scenery: &Scenery,
        camera: &Camera,
        (lines, points): (&[Line], &[Point]),
        selected: (&[usize], [f32; 4]),
    ) {
        let group = self.prepare(gpu, stage, scenery, camera, selected.1);
        self.load_lines(gpu, stage, lines);
        self.load_points(gpu, stage, points);
        self.sort_transparent(stage, scenery, camera);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        if self.quality.shadows && scenery.cut.is_none() {
            self.draw_shadows(gpu, stage, &mut encoder);
        }
        self.draw_world(gpu, stage, scenery, &group, &mut encoder);
        if !selected.0.is_empty() {
            self.draw_outline(gpu, stage, &group, selected.0, &mut encoder);
        }
        gpu.queue.submit([encoder.finish()]);
    }

    /// Writes the uniforms that all shaders share.
    fn prepare(
        &mut self,
        gpu: &mut Gpu,
        stage: &Stage,
        scenery: &Scenery,
        camera: &Camera,
        outline: [f32; 4],
    ) -> wgpu::BindGroup {
        gpu.paint(scenery.floor.as_ref().and_then(|floor| floor.painting.as_ref()));
        let globals = Globals::new(stage, scenery, camera, self.size, self.quality, outline);
        gpu.queue.write_buffer(&self.globals, 0, bytemuck::bytes_of(&globals));
        self.group(gpu, &self.mask_view)
    }

    /// The bind group that all shaders share. The mask cannot be read while it is drawn: another texture replaces it then.
    fn group(&self, gpu: &Gpu, mask: &TextureView) -> wgpu::BindGroup {
        let Pipelines { layout, shadow_sampler, smooth_sampler, .. } = &gpu.pipelines;
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout,
            entries: &[
                entry(0, self.globals.as_entire_binding()),
                entry(1, wgpu::BindingResource::TextureView(&self.shadow_view)),
                entry(2, wgpu::BindingResource::Sampler(shadow_sampler)),
                entry(3, wgpu::BindingResource::TextureView(&gpu.picture)),
                entry(4, wgpu::BindingResource::Sampler(smooth_sampler)),
                entry(5, wgpu::BindingResource::TextureView(mask)),
            ],
        })
    }

    /// Lines with `on_top` come last.
    fn load_lines(&mut self, gpu: &Gpu, stage: &Stage, lines: &[Line]) {
        let place = |point: Point3<f64>| (point.coords - stage.origin()).map(|part| part as f32);
        self.line_data.clear();
        for on_top in [false, true] {
            self.line_data.extend(lines.iter().filter(|line| line.on_top == on_top).map(|line| {
                let (from, to) = (place(line.from), place(line.to));
                LineData {
                    from_width: [from.x, from.y, from.z, line.width],
                    to: [to.x, to.y, to.z, f32::from(u8::from(!on_top))],
                    color: line.color,
                }
            }));
        }
        self.lines.load(gpu, bytemuck::cast_slice(&self.line_data));
    }

    fn load_points(&mut self, gpu: &Gpu, stage: &Stage, points: &[Point]) {
        let origin = stage.origin();
        self.point_data.clear();
        self.point_data.extend(points.iter().map(|point| PointData {
            at: [0, 1, 2].map(|axis| (point.at[axis] - origin[axis]) as f32),
            color: point.color,
        }));
        self.points.load(gpu, bytemuck::cast_slice(&self.point_data));
    }

    /// Sorts transparent things and water, most distant first.
    fn sort_transparent(&mut self, stage: &Stage, scenery: &Scenery, camera: &Camera) {
        let place = Point3::from(camera.pose.translation.vector);
        let eye = (place.coords - stage.origin()).cast::<f32>();
        let waters = &scenery.water[..scenery.water.len().min(WATERS)];
        self.transparent.clear();
        for batch in stage.batches().iter().filter(|batch| batch.transparent) {
            let [low, high] = stage.meshes()[batch.mesh].bounds;
            for item in batch.items.clone() {
                let (center, _) = crate::stage::placed_box(&stage.instances()[item], low, high);
                let far = if batch.endless { f32::MAX } else { (center - eye).norm_squared() };
                let at = Point3::from(center.cast::<f64>() + stage.origin());
                let near = !waters.iter().any(|water| water.parts(&place, &at));
                self.transparent.push((near, far, batch.mesh, item as u32));
            }
        }
        self.transparent.sort_by(|a, b| (a.0, b.1).partial_cmp(&(b.0, a.1)).unwrap_or(std::cmp::Ordering::Equal));
        self.water.clear();
        let distance = |water: &Water| (water.pose.translation.vector - place.coords).norm_squared();
        self.water.extend(waters.iter().enumerate().map(|(number, water)| (distance(water), number as u32)));
        self.water.sort_by(|a, b| b.0.total_cmp(&a.0));
    }

    fn draw_shadows(&self, gpu: &Gpu, stage: &Stage, encoder: &mut wgpu::CommandEncoder) {
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &gpu.pipelines.shadow_layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: self.globals.as_entire_binding() }],
        });
        let mut pass = begin(encoder, &[], Some((&self.shadow_view, 1.0, StoreOp::Store)));
        pass.set_bind_group(0, &group, &[]);
        pass.set_pipeline(&gpu.pipelines.shadow);
        gpu.draw_batches(&mut pass, stage, |batch| !batch.transparent && !batch.endless);
    }

    fn draw_world(
        &self,
        gpu: &Gpu,
        stage: &Stage,
        scenery: &Scenery,
        group: &wgpu::BindGroup,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let (programs, view, resolve): (&Sampled, _, _) = match &self.smooth_view {
            Some(view) => (&gpu.pipelines.smooth, view, Some(&self.color_view)),
            None => (&gpu.pipelines.plain, &self.color_view, None),
        };
        let store = if resolve.is_some() { StoreOp::Discard } else { StoreOp::Store };
        let color = attachment(view, resolve, LoadOp::Clear(wgpu::Color::BLACK), store);
        let mut pass = begin(encoder, &[Some(color)], Some((&self.depth_view, 0.0, StoreOp::Discard)));
        pass.set_bind_group(0, group, &[]);
        pass.set_pipeline(&programs.sky);
        pass.draw(0..3, 0..1);
        let (mesh, glass) = match scenery.cut {
            Some(_) => (&programs.mesh_cut, &programs.glass_cut),
            None => (&programs.mesh, &programs.glass),
        };
        pass.set_pipeline(mesh);
        gpu.draw_batches(&mut pass, stage, |batch| !batch.transparent);
        if scenery.floor.is_some() {
            pass.set_pipeline(&programs.floor);
            pass.draw(0..3, 0..1);
        } else if scenery.grid.is_some() {
            pass.set_pipeline(&programs.grid);
            pass.draw(0..3, 0..1);
        }
        let beyond = self.transparent.partition_point(|(near, ..)| !near);
        let (beyond, before) = self.transparent.split_at(beyond);
        pass.set_pipeline(glass);
        for (_, _, mesh, item) in beyond {
            gpu.draw_items(&mut pass, *mesh, *item..item + 1);
        }
        pass.set_pipeline(&programs.water);
        for (_, number) in &self.water {
            pass.draw(0..4, *number..number + 1);
        }
        pass.set_pipeline(glass);
        for (_, _, mesh, item) in before {
            gpu.draw_items(&mut pass, *mesh, *item..item + 1);
        }
        if !self.point_data.is_empty() {
            pass.set_pipeline(&programs.point);
            pass.set_vertex_buffer(0, self.points.buffer.slice(..));
            pass.draw(0..4, 0..self.point_data.len() as u32);
        }
        // Lines come last: glass and water do not write depth and would cover them.
        let below = self.line_data.iter().filter(|line| line.to[3] > 0.5).count() as u32;
        self.draw_lines(&mut pass, &programs.line, 0..below);
        self.draw_lines(&mut pass, &programs.line_on_top, below..self.line_data.len() as u32);
    }

    fn draw_lines(&self, pass: &mut wgpu::RenderPass<'_>, program: &wgpu::RenderPipeline, range: std::ops::Range<u32>) {
        if !range.is_empty() {
            pass.set_pipeline(program);
            pass.set_vertex_buffer(0, self.lines.buffer.slice(..));
            pass.draw(0..4, range);
        }
    }

    fn draw_outline(
        &self,
        gpu: &Gpu,
        stage: &Stage,
        group: &wgpu::BindGroup,
        selected: &[usize],
        encoder: &mut wgpu::CommandEncoder,
    ) {
        let group_without_mask = self.group(gpu, &gpu.picture);
        {
            let color = attachment(&self.mask_view, None, LoadOp::Clear(wgpu::Color::BLACK), StoreOp::Store);
            let mut pass = begin(encoder, &[Some(color)], None);
            pass.set_bind_group(0, &group_without_mask, &[]);
            pass.set_pipeline(&gpu.pipelines.mask);
            for item in selected.iter().flat_map(|body| stage.of_body(*body)) {
                let batch = |batch: &&Batch| batch.items.contains(&(*item as usize)) && !batch.endless;
                if let Some(batch) = stage.batches().iter().find(batch) {
                    gpu.draw_items(&mut pass, batch.mesh, *item..item + 1);
                }
            }
        }
        let color = attachment(&self.color_view, None, LoadOp::Load, StoreOp::Store);
        let mut pass = begin(encoder, &[Some(color)], None);
        pass.set_bind_group(0, group, &[]);
        pass.set_pipeline(&gpu.pipelines.outline);
        pass.draw(0..3, 0..1);
    }

    /// Renders the distance along the optical axis, m, into `pixels`, row by row from the top; infinity where nothing is within
    /// the far distance. Without antialiasing: each pixel is sampled at its center.
    ///
    /// # Errors
    /// The device cannot return the image.
    pub fn distances(
        &mut self,
        gpu: &mut Gpu,
        stage: &Stage,
        scenery: &Scenery,
        camera: &Camera,
        pixels: &mut [u8],
    ) -> Result<(), GpuError> {
        let group = self.prepare(gpu, stage, scenery, camera, [0.0; 4]);
        let (texture, view, depth) = self.distance.get_or_insert_with(|| {
            let make =
                |format, usage| texture(&gpu.device, self.size, format, 1, usage | TextureUsages::RENDER_ATTACHMENT);
            let color = make(DISTANCE, TextureUsages::COPY_SRC);
            let view = color.create_view(&Default::default());
            (color, view, make(DEPTH, TextureUsages::empty()).create_view(&Default::default()))
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let far = wgpu::Color { r: f64::from(f32::INFINITY.to_bits()), g: 0.0, b: 0.0, a: 0.0 };
            let color = attachment(view, None, LoadOp::Clear(far), StoreOp::Store);
            let mut pass = begin(&mut encoder, &[Some(color)], Some((depth, 0.0, StoreOp::Discard)));
            pass.set_bind_group(0, &group, &[]);
            pass.set_pipeline(&gpu.pipelines.mesh_distance);
            gpu.draw_batches(&mut pass, stage, |batch| !batch.transparent);
            if scenery.floor.is_some() {
                pass.set_pipeline(&gpu.pipelines.floor_distance);
                pass.draw(0..3, 0..1);
            }
        }
        read(gpu, encoder, texture, self.size, &mut self.readback, pixels)
    }

    /// Copies the finished image into `pixels`: four bytes per pixel, row by row from the top.
    ///
    /// # Errors
    /// The device cannot return the image.
    pub fn read(&mut self, gpu: &Gpu, pixels: &mut [u8]) -> Result<(), GpuError> {
        let encoder = gpu.device.create_command_encoder(&Default::default());
        read(gpu, encoder, &self.color, self.size, &mut self.readback, pixels)
    }
}

/// A buffer that grows with its content.
struct Vertices {
    label: &'static str,
    buffer: wgpu::Buffer,
    bytes: u64,
}

impl Vertices {
    fn new(device: &wgpu::Device, label: &'static str) -> Self {
        let bytes = 1024;
        Self { label, buffer: buffer(device, label, bytes, wgpu::BufferUsages::VERTEX), bytes }
    }

    fn load(&mut self, gpu: &Gpu, bytes: &[u8]) {
        if bytes.len() as u64 > self.bytes {
            self.bytes = (bytes.len() as u64).next_power_of_two();
            self.buffer = buffer(&gpu.device, self.label, self.bytes, wgpu::BufferUsages::VERTEX);
        }
        if !bytes.is_empty() {
            gpu.queue.write_buffer(&self.buffer, 0, bytes);
        }
    }
}

fn texture(
    device: &wgpu::Device,
    [width, height]: [u32; 2],
    format: TextureFormat,
    samples: u32,
    usage: TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

fn attachment<'a>(
    view: &'a TextureView,
    resolve_target: Option<&'a TextureView>,
    load: LoadOp<wgpu::Color>,
    store: StoreOp,
) -> RenderPassColorAttachment<'a> {
    RenderPassColorAttachment { view, depth_slice: None, resolve_target, ops: Operations { load, store } }
}

fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    color_attachments: &[Option<RenderPassColorAttachment<'_>>],
    depth: Option<(&TextureView, f32, StoreOp)>,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments,
        depth_stencil_attachment: depth.map(|(view, clear, store)| wgpu::RenderPassDepthStencilAttachment {
            view,
            depth_ops: Some(Operations { load: LoadOp::Clear(clear), store }),
            stencil_ops: None,
        }),
        ..Default::default()
    })
}

/// Waits for the device and copies an image with four bytes per pixel.
fn read(
    gpu: &Gpu,
    mut encoder: wgpu::CommandEncoder,
    texture: &wgpu::Texture,
    [width, height]: [u32; 2],
    readback: &mut Option<wgpu::Buffer>,
    pixels: &mut [u8],
) -> Result<(), GpuError> {
    let failed =
        |cause: String| GpuError { message: format!("cannot read the image from the graphics device: {cause}") };
    let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let size = u64::from(row) * u64::from(height);
    let target = readback.get_or_insert_with(|| buffer(&gpu.device, "image", size, wgpu::BufferUsages::MAP_READ));
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: target,
            layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None },
        },
        texture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    target.slice(..).map_async(wgpu::MapMode::Read, move |result| _ = sender.send(result));
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| failed(error.to_string()))?;
    receiver.recv().map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))?;
    {
        let mapped = target.slice(..).get_mapped_range().map_err(|error| failed(error.to_string()))?;
        let rows = mapped.chunks_exact(row as usize).zip(pixels.chunks_exact_mut(4 * width as usize));
        rows.for_each(|(from, to)| to.copy_from_slice(&from[..to.len()]));
    }
    target.unmap();
    let refused = gpu.refused.lock().unwrap_or_else(PoisonError::into_inner).take();
    refused.map_or(Ok(()), |refused| Err(failed(refused)))
}
