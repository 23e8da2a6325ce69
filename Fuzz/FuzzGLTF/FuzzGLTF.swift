import FuzzSupport
import OverlookFormats
import OverlookSupport

/// glTF and GLB: whatever a file says, nothing in a model leads outside of its arrays, and it can be moved.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var limits = ModelLimits()
  limits.byteCount = 16 << 20
  guard let asset = try? ModelReader.read(bytes, limits: limits).asset else { return 0 }
  for primitive in asset.primitives {
    demand(primitive.indices.allSatisfy { Int($0) < primitive.vertices.count }, "an index beyond the vertices")
    demand(asset.materials.indices.contains(primitive.material), "a material that is not there")
    demand(primitive.skinVertices.isEmpty || primitive.skinVertices.count == primitive.vertices.count, "joints of other vertices")
    demand(primitive.vertices.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }, "a position that is not finite")
  }
  for (index, node) in asset.nodes.enumerated() {
    demand(node.parent.map { $0 < index } ?? true, "a child before its parent")
    demand(node.primitives.upperBound <= asset.primitives.count, "primitives that are not there")
    guard let skin = node.skin else { continue }
    let joints = asset.skins[skin].joints.count
    demand(
      asset.primitives[node.primitives].allSatisfy { $0.skinVertices.allSatisfy { Int($0.joints.max()) < joints } }, "a joint")
  }
  for texture in asset.materials.compactMap(\.colorTexture) {
    demand(asset.textures.indices.contains(texture), "a texture that is not there")
  }
  var pose = ModelPose(nodes: asset.nodes, skins: asset.skins)
  for clip in asset.clips { pose.move(asset, clip, seconds: clip.duration / 3) }
  return 0
}
