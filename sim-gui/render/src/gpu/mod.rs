//! The GPU, or a software adapter.

mod canvas;
mod globals;
mod pipelines;
mod quality;

pub use canvas::Canvas;
pub use quality::Quality;

use crate::scenery::Painting;
use crate::stage::{Instance, Stage};
use crate::texture::Texture;
use pipelines::Pipelines;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::util::DeviceExt;

/// Why the GPU cannot draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuError {
    /// The error.
    pub message: String,
}

impl std::fmt::Display for GpuError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for GpuError {}

/// The adapter that draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    /// Its name.
    pub name: String,
    /// Whether it is a software implementation on the CPU.
    pub software: bool,
}

/// A device with the pipelines and buffers of one stage.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    adapter: Adapter,
    pipelines: Pipelines,
    meshes: Vec<MeshBuffers>,
    instances: wgpu::Buffer,
    instance_bytes: u64,
    generation: Option<u64>,
    painting: Option<Arc<Painting>>,
    picture: wgpu::TextureView,
    /// Replaces the texture of meshes without one.
    white: wgpu::BindGroup,
    /// The errors of an owned device since the last image.
    refused: Arc<Mutex<Option<String>>>,
}

struct MeshBuffers {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    /// Ranges of indices and their textures; `None`: white.
    runs: Vec<(std::ops::Range<u32>, Option<wgpu::BindGroup>)>,
}

impl Gpu {
    /// A device without a display: a graphics card if available, otherwise a software adapter.
    ///
    /// # Errors
    /// There is no adapter, or it provides no device.
    pub fn headless() -> Result<Self, GpuError> {
        // OpenGL comes last: its libraries look for a display and print errors without one.
        let first = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY);
        let adapter = adapter(first).or_else(|_| adapter(wgpu::Backends::all()))?;
        let (device, queue) = pollster::block_on(adapter.request_device(&device_descriptor(&adapter)))
            .map_err(|error| GpuError { message: format!("cannot open the graphics device: {error}") })?;
        let gpu = Self::shared(device, queue, &adapter.get_info());
        let refused = gpu.refused.clone();
        // Reported with the next image, which cannot be valid.
        gpu.device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            refused.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
        }));
        Ok(gpu)
    }

    /// Uses a device opened elsewhere, such as that of a window.
    pub fn shared(device: wgpu::Device, queue: wgpu::Queue, info: &wgpu::AdapterInfo) -> Self {
        let pipelines = Pipelines::new(&device);
        let instances = buffer(&device, "instances", 1024, wgpu::BufferUsages::VERTEX);
        let white = Texture { size: [1, 1], pixels: vec![[255; 4]] };
        let picture = picture(&device, &queue, &[&white]);
        let white = bound(&device, &pipelines, &picture);
        let software = info.device_type == wgpu::DeviceType::Cpu;
        Self {
            adapter: Adapter { name: info.name.clone(), software },
            pipelines,
            meshes: Vec::new(),
            instance_bytes: 1024,
            instances,
            generation: None,
            painting: None,
            picture,
            white,
            refused: Arc::default(),
            device,
            queue,
        }
    }

    /// The adapter that draws.
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// Uploads the meshes and instances of a stage. A device belongs to one stage.
    pub fn upload(&mut self, stage: &Stage) {
        if self.generation != Some(stage.generation()) {
            self.generation = Some(stage.generation());
            let mut bound = HashMap::new();
            let meshes = stage.meshes().iter().map(|mesh| MeshBuffers::new(self, mesh, &mut bound));
            self.meshes = meshes.collect();
        }
        let bytes: &[u8] = bytemuck::cast_slice(stage.instances());
        if bytes.len() as u64 > self.instance_bytes {
            self.instance_bytes = (bytes.len() as u64).next_power_of_two();
            self.instances = buffer(&self.device, "instances", self.instance_bytes, wgpu::BufferUsages::VERTEX);
        }
        if !bytes.is_empty() {
            self.queue.write_buffer(&self.instances, 0, bytes);
        }
    }

    /// Uploads the texture of a painted floor if it has changed.
    fn paint(&mut self, painting: Option<&Arc<Painting>>) {
        let same = match (&self.painting, painting) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        if same {
            return;
        }
        self.painting = painting.cloned();
        if let Some(painting) = painting {
            let size = painting.size.map(|length| length as u32);
            let level = Texture { size, pixels: painting.pixels.clone() };
            self.picture = picture(&self.device, &self.queue, &[&level]);
        }
    }

    /// Draws the instances of a stage with the current pipeline.
    fn draw_batches(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        stage: &Stage,
        wanted: impl Fn(&crate::stage::Batch) -> bool,
    ) {
        for batch in stage.batches().iter().filter(|batch| wanted(batch)) {
            self.draw_items(pass, batch.mesh, batch.items.start as u32..batch.items.end as u32);
        }
    }

    fn draw_items(&self, pass: &mut wgpu::RenderPass<'_>, mesh: usize, items: std::ops::Range<u32>) {
        let mesh = &self.meshes[mesh];
        let size = size_of::<Instance>() as u64;
        pass.set_vertex_buffer(0, mesh.vertices.slice(..));
        pass.set_vertex_buffer(1, self.instances.slice(u64::from(items.start) * size..u64::from(items.end) * size));
        pass.set_index_buffer(mesh.indices.slice(..), wgpu::IndexFormat::Uint32);
        for (indices, texture) in &mesh.runs {
            pass.set_bind_group(1, texture.as_ref().unwrap_or(&self.white), &[]);
            pass.draw_indexed(indices.clone(), 0, 0..items.end - items.start);
        }
    }
}

/// The device descriptor for an adapter: with the default limits, or the adapter's own where those are lower.
pub fn device_descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
    let required_limits = wgpu::Limits::default().or_worse_values_from(&adapter.limits());
    wgpu::DeviceDescriptor { label: Some("robot simulator"), required_limits, ..Default::default() }
}

fn adapter(backends: wgpu::Backends) -> Result<wgpu::Adapter, GpuError> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    (descriptor.backends, descriptor.flags) = (backends, wgpu::InstanceFlags::empty());
    let power_preference = wgpu::PowerPreference::HighPerformance;
    let options = wgpu::RequestAdapterOptions { power_preference, ..Default::default() };
    let adapter = pollster::block_on(wgpu::Instance::new(descriptor).request_adapter(&options));
    adapter.map_err(|error| GpuError { message: format!("no graphics adapter found: {error}") })
}

impl MeshBuffers {
    /// Uploads a mesh; textures already in `known`, by their address, are shared.
    fn new(gpu: &Gpu, mesh: &crate::mesh::MeshData, known: &mut HashMap<usize, wgpu::BindGroup>) -> Self {
        // Written by the queue: a buffer that is mapped at creation panics if the device is lost.
        let make = |contents: &[u8], usage| {
            let buffer = buffer(&gpu.device, "mesh", contents.len() as u64, usage);
            gpu.queue.write_buffer(&buffer, 0, contents);
            buffer
        };
        let runs = mesh.runs.iter().map(|run| {
            let texture = run.texture.as_ref().map(|texture| {
                let bind = || {
                    let levels = texture.levels();
                    let most = gpu.device.limits().max_texture_dimension_2d;
                    let fits = |level: &&Texture| level.size.iter().all(|side| *side <= most);
                    let view = picture(&gpu.device, &gpu.queue, &levels.iter().filter(fits).collect::<Vec<_>>());
                    bound(&gpu.device, &gpu.pipelines, &view)
                };
                known.entry(Arc::as_ptr(texture) as usize).or_insert_with(bind).clone()
            });
            (run.indices.clone(), texture)
        });
        Self {
            vertices: make(bytemuck::cast_slice(&mesh.vertices), wgpu::BufferUsages::VERTEX),
            indices: make(bytemuck::cast_slice(&mesh.indices), wgpu::BufferUsages::INDEX),
            runs: runs.collect(),
        }
    }
}

fn buffer(device: &wgpu::Device, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
}

/// An sRGB texture with its mip levels.
fn picture(device: &wgpu::Device, queue: &wgpu::Queue, levels: &[&Texture]) -> wgpu::TextureView {
    let [width, height] = levels.first().map_or([1, 1], |level| level.size);
    let descriptor = wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: levels.len() as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let pixels: Vec<u8> = levels.iter().flat_map(|level| level.pixels.as_flattened()).copied().collect();
    let order = wgpu::util::TextureDataOrder::LayerMajor;
    let texture = device.create_texture_with_data(queue, &descriptor, order, &pixels);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// A texture as bind group of a mesh.
fn bound(device: &wgpu::Device, pipelines: &Pipelines, view: &wgpu::TextureView) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("texture"),
        layout: &pipelines.texture_layout,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(view) },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&pipelines.texture_sampler) },
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_errors_and_device_loss_are_reported_by_the_next_image() {
        let mut gpu = Gpu::headless()
            .expect("these tests need a graphics adapter; on Debian: apt-get install mesa-vulkan-drivers libvulkan1");
        let mut pixels = vec![0; 64 * 48 * 4];
        let mut canvas = Canvas::new(&gpu, [64, 48], Quality::default());
        canvas.read(&gpu, &mut pixels).unwrap();
        let most = gpu.device.limits().max_texture_dimension_2d;
        let wide = Texture { size: [most + 1, 1], pixels: vec![[0; 4]; most as usize + 1] };
        gpu.picture = picture(&gpu.device, &gpu.queue, &[&wide]);
        let message = canvas.read(&gpu, &mut pixels).unwrap_err().to_string();
        assert!(message.contains(&most.to_string()), "{message}");
        canvas.read(&gpu, &mut pixels).unwrap();
        gpu.device.destroy();
        canvas.read(&gpu, &mut pixels).unwrap_err();
        // Uploading does not panic either.
        gpu.upload(&Stage::new(crate::Detail::Full));
        Canvas::new(&gpu, [32, 32], Quality::default()).read(&gpu, &mut pixels).unwrap_err();
    }
}
