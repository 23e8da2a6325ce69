import Foundation
import OverlookFormats

/// A glTF document for tests, by default of one triangle, whose parts may be changed one by one.
struct GLTFSample {
  /// Little-endian; one buffer.
  var binary: [UInt8] = []
  var views: [String] = []
  var accessors: [String] = []
  var primitive = #"{"attributes":{"POSITION":0},"indices":1}"#
  var nodes = #"[{"mesh":0}]"#
  var scenes: String? = #"[{"nodes":[0]}]"#
  /// Members of the document beside the others, each with its comma before it.
  var more = ""
  /// In place of the buffer's own.
  var bufferURI: String?

  /// (0, 0, 0), (1, 0, 0), (0, 1, 0).
  static var triangle: GLTFSample {
    var sample = GLTFSample()
    sample.addFloats([0, 0, 0, 1, 0, 0, 0, 1, 0], type: "VEC3")
    sample.addShorts([0, 1, 2])
    return sample
  }

  @discardableResult
  mutating func addFloats(_ numbers: [Float], type: String) -> Int {
    let width = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16][type] ?? 1
    return add(numbers.flatMap { Self.bytes($0.bitPattern, 4) }, 5126, numbers.count / width, type)
  }

  @discardableResult
  mutating func addShorts(_ numbers: [UInt16], type: String = "SCALAR", width: Int = 1) -> Int {
    add(numbers.flatMap { Self.bytes(UInt32($0), 2) }, 5123, numbers.count / width, type)
  }

  @discardableResult
  mutating func add(_ bytes: [UInt8], _ componentType: Int, _ count: Int, _ type: String, _ more: String = "") -> Int {
    while binary.count % 4 != 0 { binary.append(0) }
    views.append(#"{"buffer":0,"byteOffset":\#(binary.count),"byteLength":\#(bytes.count)}"#)
    binary += bytes
    accessors.append(
      #"{"bufferView":\#(views.count - 1),"componentType":\#(componentType),"count":\#(count),"type":"\#(type)"\#(more)}"#)
    return accessors.count - 1
  }

  static func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  var json: String {
    let uri = bufferURI ?? "data:application/octet-stream;base64,\(Data(binary).base64EncodedString())"
    let scene = scenes.map { #","scene":0,"scenes":\#($0)"# } ?? ""
    return #"{"asset":{"version":"2.0"},"buffers":[{"byteLength":\#(binary.count),"uri":"\#(uri)"}],"#
      + #""bufferViews":[\#(views.joined(separator: ","))],"accessors":[\#(accessors.joined(separator: ","))],"#
      + #""meshes":[{"primitives":[\#(primitive)]}],"nodes":\#(nodes)\#(scene)\#(more)}"#
  }

  var bytes: [UInt8] { Array(json.utf8) }

  func read(limits: ModelLimits = ModelLimits()) throws -> ModelReader.Result { try ModelReader.read(bytes, limits: limits) }

  /// What is wrong with the sample, in words; nil when it can be read.
  var fault: String? {
    do {
      _ = try read()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
