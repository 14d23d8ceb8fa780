//! A generated binary glTF file.

/// A tetrahedron below a node that doubles its size, below a node that moves it.
pub fn glb() -> Vec<u8> {
    glb_with_json(|json| json)
}

/// As [`glb`], with its JSON changed.
pub fn glb_with_json(change: impl FnOnce(String) -> String) -> Vec<u8> {
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"translation":[10,20,30],"children":[1]},{"mesh":0,"scale":[2,2,2]}],"meshes":[{"name":"wedge","primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0,"mode":4}]}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.25,0.5,0.75,1]}}],"buffers":[{"byteLength":60}],"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},{"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}]}"#;
    let mut json = change(json.to_string()).into_bytes();
    while !json.len().is_multiple_of(4) {
        json.push(b' ');
    }
    let corners: [[f32; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut data: Vec<u8> = corners.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    data.extend([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    let mut bytes = b"glTF".to_vec();
    bytes.extend(2u32.to_le_bytes());
    bytes.extend((12 + 8 + json.len() as u32 + 8 + data.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &json), (b"BIN\0", &data)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}
