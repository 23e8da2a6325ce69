import Foundation
import OverlookFormats
import OverlookSupport
import Testing

/// Row "glTF" of the table of faults.
@Suite struct HostileModelTests {
  private func fault(_ change: (inout GLTFSample) -> Void) -> String {
    var sample = GLTFSample.triangle
    change(&sample)
    return sample.fault ?? "none"
  }

  @Test func refusesNumbersBeyondTheirPlaces() {
    let positions = #"{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}"#
    #expect(fault { $0.accessors[0] = positions.replacing("3,", with: "4,") }.contains("beyond its buffer view"))
    #expect(fault { $0.accessors[0] = positions.replacing("3,", with: "4611686018427387904,") }.contains("too large"))
    #expect(fault { $0.accessors[0] = positions.replacing("3,", with: "-1,") }.contains("no whole number"))
    #expect(fault { $0.accessors[0] = positions.replacing("3,", with: "1e300,") }.contains("no whole number"))
    #expect(fault { $0.views[0] = #"{"buffer":0,"byteOffset":40,"byteLength":36}"# }.contains("beyond the"))
    #expect(fault { $0.views[0] = #"{"buffer":0,"byteLength":36,"byteStride":252}"# }.contains("beyond its buffer view"))
    #expect(fault { $0.views[0] = #"{"buffer":0,"byteLength":36,"byteStride":8}"# }.contains("beyond its buffer view"))
    #expect(fault { $0.accessors[0] = positions.replacing(":0,", with: ":99,") }.contains("buffer view 99 is named"))
  }

  /// Of an accessor without a view only the count is bounded, by the memory that it would take.
  @Test func refusesZerosWithoutEnd() {
    let fault = fault { $0.accessors[0] = #"{"componentType":5126,"count":100000000,"type":"VEC3"}"# }
    #expect(fault.contains("more than 256 MiB"))
  }

  @Test func refusesIndicesBeyondTheVertices() {
    #expect(
      fault {
        let last = $0.addShorts([0, 1, 3])
        $0.primitive = #"{"attributes":{"POSITION":0},"indices":\#(last)}"#
      }.contains("an index beyond its 3 vertices"))
  }

  @Test func refusesPositionsThatAreNotFinite() {
    #expect(
      fault {
        let bad = $0.addFloats([0, 0, 0, .nan, 0, 0, 0, .infinity, 0], type: "VEC3")
        $0.primitive = #"{"attributes":{"POSITION":\#(bad)}}"#
      }.contains("not finite"))
  }

  @Test func leavesOutABadPartAndKeepsItsNeighbour() throws {
    var sample = GLTFSample.triangle
    sample.primitive = #"{"attributes":{"POSITION":7}},{"attributes":{"POSITION":0}}"#
    let result = try sample.read()
    #expect(result.asset.triangleCount == 1)
    #expect(result.findings.lines.count == 1)
  }

  @Test func leavesOutTargetsAndWeightsThatDoNotFit() throws {
    var short = GLTFSample.triangle
    let two = short.addFloats([0, 0, 1, 0, 0, 1], type: "VEC3")
    let part = #"{"attributes":{"POSITION":0},"indices":1"#
    short.primitive = part + #","targets":[{"POSITION":\#(two)}]},"# + part + "}"
    let result = try short.read()
    #expect(result.asset.primitives.count == 1 && result.findings.lines.count == 1)

    var still = GLTFSample.triangle
    let (times, values) = (still.addFloats([0, 1], type: "SCALAR"), still.addFloats([0, 1], type: "SCALAR"))
    still.more =
      #","animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}],"#
      + #""samplers":[{"input":\#(times),"output":\#(values)}]}]"#
    #expect(try still.read().asset.clips.first?.channels.isEmpty == true)
    #expect(try still.read().findings.lines.count == 1)

    // Two weights a key, and values for one.
    var moving = still
    let up = moving.addFloats([0, 0, 1, 0, 0, 1, 0, 0, 1], type: "VEC3")
    moving.primitive = part + #","targets":[{"POSITION":\#(up)},{"POSITION":\#(up)},{},7]}"#
    let moved = try moving.read()
    #expect(moved.asset.primitives.first?.targets.count == 4)
    #expect(moved.asset.clips.first?.channels.isEmpty == true && moved.findings.lines.count == 1)
  }

  @Test func refusesCirclesAndSharedChildren() {
    #expect(fault { $0.nodes = #"[{"mesh":0},{"children":[2]},{"children":[1]}]"# }.contains("their own ancestors"))
    #expect(fault { $0.nodes = #"[{"mesh":0,"children":[0]}]"# }.contains("their own ancestors"))
    #expect(fault { $0.nodes = #"[{"mesh":0,"children":[2]},{"children":[2]},{}]"# }.contains("two parents"))
    #expect(fault { $0.nodes = #"[{"mesh":0,"children":[9]}]"# }.contains("node 9 is named"))
  }

  /// Exporters list children among the roots of a scene. They stand where their parents have them, and are shown once.
  @Test func showsChildrenThatASceneLists() throws {
    var sample = GLTFSample.triangle
    sample.nodes = #"[{"translation":[5,0,0],"children":[1]},{"translation":[0,7,0],"mesh":0},{"mesh":0}]"#
    for scenes in [#"[{"nodes":[0,1]}]"#, #"[{"nodes":[1,0]}]"#, #"[{"nodes":[1]}]"#] {
      sample.scenes = scenes
      let result = try sample.read()
      #expect(result.asset.triangleCount == 1)
      #expect(result.asset.nodes.filter { !$0.primitives.isEmpty }.map(\.parent) == [0])
      #expect(result.findings.lines.contains { $0.contains("node 1") && $0.contains("lists as a root") })
    }
    #expect(fault { $0.scenes = #"[{"nodes":[3]}]"# }.contains("node 3 is named"))
  }

  @Test func readsAChainOfTwentyThousandNodes() throws {
    var sample = GLTFSample.triangle
    sample.nodes = "[" + (1...20_000).map { #"{"children":[\#($0)]}"# }.joined(separator: ",") + #",{"mesh":0}]"#
    let asset = try sample.read().asset
    #expect(asset.nodes.count == 20_001 && asset.triangleCount == 1)
  }

  @Test func refusesTooManyPartsAndNodes() {
    var limits = ModelLimits()
    limits.primitiveCount = 2
    var sample = GLTFSample.triangle
    sample.primitive = Array(repeating: sample.primitive, count: 3).joined(separator: ",")
    #expect(throws: FormatError.self) { try sample.read(limits: limits) }
    limits = ModelLimits()
    limits.nodeCount = 1
    sample = .triangle
    sample.nodes = #"[{"mesh":0},{}]"#
    #expect(throws: FormatError.self) { try sample.read(limits: limits) }
  }

  /// A large accessor that ten thousand parts share counts ten thousand times.
  @Test func countsWhatItMakesRatherThanWhatItReads() {
    var limits = ModelLimits()
    limits.byteCount = 1 << 20
    var sample = GLTFSample.triangle
    let large = sample.addFloats(Array(repeating: 1, count: 9_000), type: "VEC3")
    sample.primitive = Array(repeating: #"{"attributes":{"POSITION":\#(large)}}"#, count: 1_000).joined(separator: ",")
    #expect(throws: FormatError.self) { try sample.read(limits: limits) }
  }

  @Test func namesTheExtensionThatItLacks() {
    #expect(fault { $0.more = #","extensionsRequired":["KHR_draco_mesh_compression"]"# }.contains("KHR_draco_mesh_compression"))
    #expect(fault { $0.more = #","extensionsRequired":["KHR_materials_unlit"]"# } == "none")
    #expect(fault { $0.more = #","extensionsRequired":["KHR_lights_punctual"]"# } == "none")
  }

  @Test func refusesDeepJSON() {
    let text = #"{"asset":{"version":"2.0"},"extras":"# + String(repeating: "[", count: 100_000)
    #expect(throws: FormatError.self) { try ModelReader.read(Array(text.utf8)) }
  }

  @Test func refusesMillionsOfValues() {
    let text = #"{"asset":{"version":"2.0"},"nodes":["# + String(repeating: "{},", count: 3_000_000) + "{}]}"
    #expect(throws: FormatError.self) { try ModelReader.read(Array(text.utf8)) }
  }

  @Test(arguments: [
    "../secret.bin", "%2e%2e/secret.bin", "a/../../secret.bin", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1/x.bin",
    "..%5csecret.bin", "link/secret.bin", "", ".", "a//b", "missing.bin",
  ]) func namesNothingOutsideItsFolder(uri: String) throws {
    let outer = FileManager.default.temporaryDirectory.appendingPathComponent("gltf-\(UUID().uuidString)")
    let folder = outer.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outer) }
    var sample = GLTFSample.triangle
    try Data(sample.binary).write(to: outer.appendingPathComponent("secret.bin"))
    try FileManager.default.createSymbolicLink(at: folder.appendingPathComponent("link"), withDestinationURL: outer)
    sample.bufferURI = uri
    try Data(sample.bytes).write(to: folder.appendingPathComponent("m.gltf"))
    #expect(throws: FormatError.self) { try ModelReader.read(path: folder.appendingPathComponent("m.gltf").path) }
  }

  @Test func whatASparseAccessorLacksIsNamed() {
    func fault(_ sparse: String) -> String {
      self.fault {
        let (places, values) = ($0.views.count, $0.views.count + 1)
        $0.addShorts([9])
        $0.addFloats([4, 5, 6], type: "VEC3")
        let text = sparse.replacing("PLACES", with: "\(places)").replacing("VALUES", with: "\(values)")
        $0.accessors.append(#"{"componentType":5126,"count":3,"type":"VEC3","sparse":\#(text)}"#)
        $0.primitive = #"{"attributes":{"POSITION":\#($0.accessors.count - 1)},"indices":1}"#
      }
    }
    let good = #"{"count":1,"indices":{"bufferView":PLACES,"componentType":5123},"values":{"bufferView":VALUES}}"#
    #expect(fault(good).contains("element 9 is replaced, and there are 3"))
    #expect(fault(good.replacing(#""count":1"#, with: #""count":4"#)).contains("more elements than its accessor"))
    #expect(fault(good.replacing("values", with: "other")).contains("it is not complete"))
    #expect(fault(good.replacing("5123", with: "5122")).contains("not unsigned"))
    #expect(fault(good.replacing("5123", with: "7")).contains("none of glTF"))
  }

  @Test func numbersThatGLTFDoesNotHaveAreNamed() {
    #expect(fault { $0.views[0] = #"{"buffer":0,"byteLength":36,"byteStride":300}"# }.contains("a stride of 300 bytes"))
    #expect(fault { $0.views[0] = #"{"buffer":3,"byteLength":36}"# }.contains("buffer 3 is named, and there are 1"))
    #expect(fault { $0.primitive = #"{"attributes":{"POSITION":0},"mode":9}"# }.contains("its mode is none of glTF"))
    #expect(fault { $0.primitive = #"{"attributes":{"POSITION":0},"material":5}"# }.contains("material 5 is named"))
    #expect(fault { $0.nodes = #"[{"mesh":0,"skin":2}]"# }.contains("skin 2 is named, and there are 0"))
    #expect(fault { $0.more = #","skins":[{"joints":[]}]"# }.contains("it has no joints"))
    #expect(
      fault {
        let joints = $0.addShorts([0, 0, 0, 0], type: "VEC4", width: 4)
        let weights = $0.addFloats(Array(repeating: 0.25, count: 12), type: "VEC4")
        $0.primitive = #"{"attributes":{"POSITION":0,"JOINTS_0":\#(joints),"WEIGHTS_0":\#(weights)}}"#
      }.contains("not four small numbers for each vertex"))
    #expect(fault { $0.bufferURI = "other.bin" }.contains("in a file of its own"))
    var limits = ModelLimits()
    limits.byteCount = 10
    #expect(throws: FormatError.self) { try GLTFSample.triangle.read(limits: limits) }
  }

  @Test func refusesJointsThatTheSkinDoesNotHave() {
    #expect(
      fault {
        let joints = $0.addShorts([0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], type: "VEC4", width: 4)
        let weights = $0.addFloats(Array(repeating: 0.25, count: 12), type: "VEC4")
        $0.primitive = #"{"attributes":{"POSITION":0,"JOINTS_0":\#(joints),"WEIGHTS_0":\#(weights)}}"#
        $0.nodes = #"[{"mesh":0,"skin":0},{}]"#
        $0.more = #","skins":[{"joints":[1]}]"#
      }.contains("joints that its skin does not have"))
  }

  @Test func leavesOutMovementsThatDoNotFit() throws {
    var sample = GLTFSample.triangle
    let times = sample.addFloats([1, 0], type: "SCALAR")
    let values = sample.addFloats([0, 0, 0], type: "VEC3")
    sample.more =
      #","animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}},{"sampler":5,"target":{"node":0,"path":"scale"}},"#
      + #"{"sampler":0,"target":{"node":7,"path":"scale"}},{"sampler":0,"target":{"node":0,"path":"weights"}}],"#
      + #""samplers":[{"input":\#(times),"output":\#(values)}]}]"#
    let result = try sample.read()
    #expect(result.asset.clips.map(\.channels.count) == [0])
    #expect(result.findings.lines.count == 4)
  }

  /// Every part of a file that was cut, and every one with a byte changed, is an answer: a model or an error.
  @Test func answersWhateverTheBytesSay() throws {
    var writer = GLBWriter()
    let material = writer.addMaterial(.red)
    let node = writer.addNode(writer.addMesh([(ModelSurface.box(size: SIMD3(1, 1, 1)), material)]))
    writer.addClip("turn", [(node, "rotation", [0, 1], [[0, 0, 0, 1], [0, 1, 0, 0]])])
    let whole = writer.bytes
    for count in 0..<whole.count { #expect(throws: FormatError.self) { try ModelReader.read(Array(whole.prefix(count))) } }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let asset = try? ModelReader.read(bytes).asset else { continue }
      for primitive in asset.primitives {
        #expect(primitive.indices.allSatisfy { Int($0) < primitive.vertices.count })
      }
    }
  }
}
