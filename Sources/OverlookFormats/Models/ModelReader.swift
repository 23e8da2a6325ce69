package import OverlookSupport

/// What a model may cost.
package struct ModelLimits: Hashable, Sendable {
  /// Of files and of what is made of them, each.
  package var byteCount = 256 << 20
  package var nodeCount = 1_000_000
  package var primitiveCount = 10_000
  /// Of the JSON text, in which buffers and pictures may be written out.
  package var jsonByteCount = 64 << 20
  /// Values and members of that text: each takes much more memory than it is long.
  package var jsonValueCount = 2_000_000

  package init() {}
}

/// Reads glTF 2.0 (Khronos Group, 2.0.1): `.gltf` with what lies beside it, and `.glb`.
///
/// Known extensions: KHR_materials_unlit, KHR_materials_emissive_strength, KHR_texture_transform, KHR_mesh_quantization,
/// EXT_texture_webp. Cameras and lights (KHR_lights_punctual) are passed over, required or not. Of textures of one material, those
/// that are placed otherwise than the first are left out.
package struct ModelReader {
  /// A model, and what of the file was left out.
  package struct Result: Sendable {
    package var asset: ModelAsset
    package var findings: CheckFindings
  }

  static let glbMagic = Array("glTF".utf8)

  /// The model in a file; what it names must lie in its folder.
  package static func read(path: String, limits: ModelLimits = ModelLimits()) throws(FormatError) -> Result {
    let bytes = try WholeFile.read(path, byteLimit: limits.byteCount)
    do throws(FormatError) {
      return try read(bytes, folder: ModelFolder(ofFile: path), limits: limits)
    } catch {
      throw error.inside(path)
    }
  }

  /// The model in `bytes`; without a folder it may name no files.
  package static func read(
    _ bytes: [UInt8], folder: ModelFolder? = nil, limits: ModelLimits = ModelLimits()
  ) throws(FormatError) -> Result {
    guard bytes.count <= limits.byteCount else {
      throw .tooLarge("model", fault: "\(bytes.count) bytes, where \(limits.byteCount) are allowed")
    }
    let parts = try GLBContainer(bytes)
    // Strings have few of them: a data: address one.
    let separators = parts.json.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    guard separators <= limits.jsonValueCount else {
      throw .tooLarge("glTF JSON", fault: "more than \(limits.jsonValueCount) values")
    }
    let json = try JSONParser.parse(
      parts.json, thing: "glTF JSON",
      limits: JSONLimits(byteCount: limits.jsonByteCount, stringByteCount: limits.jsonByteCount))
    let document = try GLTFDocument(json)
    let budget = ModelBudget(limits)
    let buffers = try GLTFBuffers(document, binary: parts.binary, folder: folder, budget)
    var builder = ModelBuilder(document, GLTFAccessors(document, buffers, budget), budget)
    let asset = try builder.build()
    return Result(asset: asset, findings: builder.findings)
  }

  /// Whether a file that begins with `head` looks like glTF: JSON does by names that nothing else has.
  static func isLikely(_ head: [UInt8]) -> Bool {
    if head.starts(with: glbMagic) { return true }
    guard DocumentKind.sniffed(head) == .otherJSON else { return false }
    let text = String(decoding: head, as: UTF8.self)
    if text.contains("\"bufferViews\"") || text.contains("\"accessors\"") && text.contains("\"componentType\"") { return true }
    return text.contains("\"asset\"") && ["nodes", "meshes", "scenes", "buffers"].contains { text.contains("\"\($0)\"") }
  }

  /// Whether the file at `path` can be read and looks like glTF.
  package static func isModel(path: String) -> Bool { (try? CheckInput(path: path)).map { isLikely($0.head) } ?? false }
}

/// What reading a model has taken so far.
final class ModelBudget {
  let limits: ModelLimits
  private var byteCount = 0

  init(_ limits: ModelLimits) { self.limits = limits }

  var remaining: Int { limits.byteCount - byteCount }

  /// Counts `count` elements of `size` bytes that are about to be made.
  func take(_ count: Int, size: Int, for thing: String) throws(FormatError) {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes >= 0, bytes <= remaining else {
      throw .tooLarge(thing, fault: "the model would take more than \(limits.byteCount >> 20) MiB")
    }
    byteCount += bytes
  }
}

/// The two parts of a `.glb` file; of a `.gltf` file the first only.
struct GLBContainer {
  let json: [UInt8]
  let binary: [UInt8]?

  init(_ bytes: [UInt8]) throws(FormatError) {
    guard bytes.starts(with: ModelReader.glbMagic) else {
      json = bytes
      binary = nil
      return
    }
    var file = ByteReader(bytes, thing: "GLB file")
    try file.skip(4)
    let version = try file.readUInt32()
    guard version == 2 else { throw .unsupported("GLB file", fault: "version \(version), where 2 is read") }
    let length = Int(try file.readUInt32())
    guard length >= 12 else { throw .malformed("GLB file", fault: "a length of \(length) bytes") }
    var chunks = try file.readPart(length - 12, thing: "GLB file")
    var json: [UInt8]?
    var binary: [UInt8]?
    while chunks.remaining >= 8 {
      let count = Int(try chunks.readUInt32())
      let kind = try chunks.readUInt32()
      switch kind {
      case Self.jsonKind where json == nil: json = try chunks.readBytes(count)
      case Self.binaryKind where binary == nil: binary = try chunks.readBytes(count)
      default: try chunks.skip(count)
      }
    }
    guard let json else { throw .malformed("GLB file", fault: "it has no JSON") }
    self.json = json
    self.binary = binary
  }

  static let jsonKind: UInt32 = 0x4E4F_534A
  static let binaryKind: UInt32 = 0x004E_4942
}
