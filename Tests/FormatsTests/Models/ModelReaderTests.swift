import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct ModelReaderTests {
  private func positions(_ sample: GLTFSample) throws -> [SIMD3<Float>] {
    let primitive = try #require(try sample.read().asset.primitives.first)
    return primitive.indices.map { primitive.vertices[Int($0)].position }
  }

  @Test func readsATriangleAndComputesItsMissingNormal() throws {
    let asset = try GLTFSample.triangle.read().asset
    let primitive = try #require(asset.primitives.first)
    #expect(primitive.indices == [0, 1, 2])
    #expect(primitive.vertices.map(\.position) == [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)])
    // x cross y.
    #expect(primitive.vertices.allSatisfy { $0.normalX == 0 && $0.normalY == 0 && $0.normalZ == 32767 })
    #expect(asset.bounds == ModelBox(minimum: SIMD3(0, 0, 0), maximum: SIMD3(1, 1, 0)))
    #expect(asset.triangleCount == 1)
  }

  @Test func readsWithoutIndicesAndWithBytesAndLongs() throws {
    var plain = GLTFSample.triangle
    plain.primitive = #"{"attributes":{"POSITION":0}}"#
    var bytes = GLTFSample.triangle
    let byteIndices = bytes.add([2, 1, 0], 5121, 3, "SCALAR")
    bytes.primitive = #"{"attributes":{"POSITION":0},"indices":\#(byteIndices)}"#
    var longs = GLTFSample.triangle
    let longIndices = longs.add([1, 2, 0].flatMap { GLTFSample.bytes($0, 4) }, 5125, 3, "SCALAR")
    longs.primitive = #"{"attributes":{"POSITION":0},"indices":\#(longIndices)}"#
    let (a, b, c) = (SIMD3<Float>(0, 0, 0), SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0))
    #expect(try positions(plain) == [a, b, c])
    #expect(try positions(bytes) == [c, b, a])
    #expect(try positions(longs) == [b, c, a])
  }

  /// glTF 2.0, 3.7.2.1: the triangles of a strip keep their side.
  @Test(arguments: [
    (5, [0, 1, 2, 1, 3, 2]), (6, [0, 1, 2, 0, 2, 3]), (1, [0, 1, 2, 3]), (3, [0, 1, 1, 2, 2, 3]),
    (2, [0, 1, 1, 2, 2, 3, 3, 0]), (0, [0, 1, 2, 3]),
  ]) func stringsShapesTogether(mode: Int, expected: [Int]) throws {
    var sample = GLTFSample()
    let corners: [SIMD3<Float>] = [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(1, 1, 0)]
    sample.addFloats(corners.flatMap { [$0.x, $0.y, $0.z] }, type: "VEC3")
    sample.addShorts([0, 1, 2, 3])
    sample.primitive = #"{"attributes":{"POSITION":0},"indices":1,"mode":\#(mode)}"#
    #expect(try positions(sample) == expected.map { corners[$0] })
  }

  /// 3.6.2.3: elements replaced in an accessor that has no view and so is zeros.
  @Test func readsSparseAccessors() throws {
    var sample = GLTFSample.triangle
    let (places, values) = (sample.views.count, sample.views.count + 1)
    sample.addShorts([2])
    sample.addFloats([4, 5, 6], type: "VEC3")
    sample.accessors.append(
      #"{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":\#(places),"componentType":5123},"values":{"bufferView":\#(values)}}}"#
    )
    sample.primitive = #"{"attributes":{"POSITION":\#(sample.accessors.count - 1)},"indices":1}"#
    #expect(try positions(sample) == [SIMD3(0, 0, 0), SIMD3(0, 0, 0), SIMD3(4, 5, 6)])
  }

  @Test func readsInterleavedViewsAndNormalizedNumbers() throws {
    var sample = GLTFSample()
    // Position (12 bytes), colour (4), coordinates as shorts (4).
    for (x, color, u) in [(Float(0), [255, 0, 0, 255], 0), (1, [0, 255, 0, 255], 65535), (2, [0, 0, 51, 0], 13107)] {
      sample.binary += [x, x * x, 0].flatMap { GLTFSample.bytes($0.bitPattern, 4) } + color.map { UInt8($0) }
      sample.binary += GLTFSample.bytes(UInt32(u), 2) + GLTFSample.bytes(0, 2)
    }
    sample.views = [#"{"buffer":0,"byteLength":60,"byteStride":20}"#]
    sample.accessors = [
      #"{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}"#,
      #"{"bufferView":0,"byteOffset":12,"componentType":5121,"normalized":true,"count":3,"type":"VEC4"}"#,
      #"{"bufferView":0,"byteOffset":16,"componentType":5123,"normalized":true,"count":3,"type":"VEC2"}"#,
    ]
    sample.primitive = #"{"attributes":{"POSITION":0,"COLOR_0":1,"TEXCOORD_0":2}}"#
    let primitive = try #require(try sample.read().asset.primitives.first)
    #expect(primitive.vertices.map(\.position) == [SIMD3(0, 0, 0), SIMD3(1, 1, 0), SIMD3(2, 4, 0)])
    #expect(primitive.vertices.map(\.color) == [0xFF00_00FF, 0xFF00_FF00, 0x0033_0000])
    #expect(primitive.vertices.map(\.u) == [0, 1, 0.2])
  }

  @Test func placesNodesInTheirParents() throws {
    var sample = GLTFSample.triangle
    sample.nodes = #"[{"children":[1],"translation":[10,0,0],"scale":[2,2,2]},{"mesh":0,"translation":[0,3,0]}]"#
    let asset = try sample.read().asset
    // 10 + 2 * (0 ... 1), 2 * (3 ... 4).
    #expect(asset.bounds == ModelBox(minimum: SIMD3(10, 6, 0), maximum: SIMD3(12, 8, 0)))
  }

  /// A quarter turn about z behind a step of (5, 6, 7), once as a matrix by columns and once as a quaternion.
  @Test(arguments: [
    #"[{"mesh":0,"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1]}]"#,
    #"[{"mesh":0,"translation":[5,6,7],"rotation":[0,0,1,1]}]"#,
  ]) func turnsNodes(_ nodes: String) throws {
    var sample = GLTFSample.triangle
    sample.nodes = nodes
    let bounds = try #require(try sample.read().asset.bounds)
    // (1, 0, 0) becomes (0, 1, 0), and (0, 1, 0) becomes (-1, 0, 0).
    let (minimum, maximum) = (bounds.minimum - SIMD3(4, 6, 7), bounds.maximum - SIMD3(5, 7, 7))
    #expect((minimum * minimum).sum() < 1e-10 && (maximum * maximum).sum() < 1e-10)
  }

  /// glTF 2.0, 3.11: f = max(c / 127, -1), and c / 32767.
  @Test(arguments: [(5120, 1, 127), (5122, 2, 32767)]) func readsSignedNumbers(_ type: Int, _ bytes: Int, _ most: Int) throws {
    var sample = GLTFSample.triangle
    let numbers = [most, -most - 1, most, 0, -most, 1].flatMap { GLTFSample.bytes(UInt32(bitPattern: Int32($0)), bytes) }
    let places = sample.add(numbers, type, 3, "VEC2", #","normalized":true"#)
    sample.primitive = #"{"attributes":{"POSITION":0,"TEXCOORD_0":\#(places)}}"#
    let vertices = try sample.read().asset.primitives[0].vertices
    #expect(vertices.map(\.u) == [1, 1, -1] && vertices.map(\.v) == [-1, 0, 1 / Float(most)])
    // As they stand, where they are not said to be shares.
    sample.accessors[places] = sample.accessors[places].replacing(#","normalized":true"#, with: "")
    #expect(try sample.read().asset.primitives[0].vertices.map(\.v) == [Float(-most - 1), 0, 1])
  }

  @Test func readsAPictureThatLiesInTheBufferAndHowItIsSeen() throws {
    var sample = GLTFSample.triangle
    sample.addFloats([0, 0, 0, 0, 0, 0], type: "VEC2")
    let picture = try PNGEncoder.encode(Image(width: 2, height: 3, scale: 1) { _, _ in SIMD4(10, 20, 30, 255) })
    let view = sample.views.count
    _ = sample.add(picture, 5121, picture.count, "SCALAR")
    sample.primitive = #"{"attributes":{"POSITION":0,"TEXCOORD_0":2},"material":0}"#
    sample.more =
      #","images":[{"bufferView":\#(view)}],"samplers":[{"wrapS":33071,"wrapT":33071,"magFilter":9728}],"#
      + #""textures":[{"source":0,"sampler":0},{"source":0}],"materials":[{"normalTexture":{"index":0,"scale":0.5},"#
      + #""occlusionTexture":{"index":1,"strength":0.25},"pbrMetallicRoughness":{"metallicRoughnessTexture":{"index":1},"#
      + #""baseColorTexture":{"index":0}},"emissiveTexture":{"index":1,"texCoord":1}}]"#
    let result = try sample.read()
    let material = result.asset.materials[0]
    #expect(result.asset.textures.map(\.image.height) == [3, 3] && result.asset.textures.map(\.repeats) == [false, true])
    #expect(result.asset.textures.map(\.isCoarse) == [true, false])
    #expect(material.normalTexture == 0 && material.normalScale == 0.5 && material.occlusion == 0.25)
    // One material has one set of coordinates.
    #expect(material.emissionTexture == nil)
    #expect(result.findings.lines.contains { $0.contains("placed otherwise than others of its material") })
  }

  @Test func readsMaterials() throws {
    var sample = GLTFSample.triangle
    sample.primitive = #"{"attributes":{"POSITION":0},"material":0}"#
    sample.more =
      #","materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.25,1,0.5],"metallicFactor":0.2,"roughnessFactor":0.7},"#
      + #""emissiveFactor":[1,0.5,0],"alphaMode":"MASK","alphaCutoff":0.3,"doubleSided":true,"#
      + #""extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":2}}}]"#
    let asset = try sample.read().asset
    let material = asset.materials[asset.primitives[0].material]
    #expect(material.color == SIMD4(0.5, 0.25, 1, 0.5))
    #expect(material.metallic == 0.2 && material.roughness == 0.7)
    #expect(material.emission == SIMD3(2, 1, 0))
    #expect(material.alphaMode == .mask(cutoff: 0.3))
    #expect(material.isDoubleSided && material.isUnlit)
  }

  /// KHR_texture_transform: offset (5, 12), a quarter turn, scale (2, 0.5) take (1, 1) to (5.5, 10); the value is that of
  /// cesium-native's test.
  @Test func movesTextureCoordinates() throws {
    var sample = GLTFSample.triangle
    sample.addFloats([1, 1, 0, 0, 0, 0], type: "VEC2")
    let picture = try PNGEncoder.encode(Image(width: 2, height: 2, scale: 1) { _, _ in SIMD4(10, 20, 30, 255) })
    sample.primitive = #"{"attributes":{"POSITION":0,"TEXCOORD_0":2},"material":0}"#
    sample.more =
      #","images":[{"uri":"data:image/png;base64,\#(Data(picture).base64EncodedString())"}],"textures":[{"source":0}],"#
      + #""materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":"#
      + #"{"offset":[5,12],"rotation":1.57079633,"scale":[2,0.5]}}}}}]"#
    let asset = try sample.read().asset
    let vertex = asset.primitives[0].vertices[0]
    #expect(abs(vertex.u - 5.5) < 1e-5 && abs(vertex.v - 10) < 1e-5)
    #expect(asset.textures.first?.image.width == 2)
  }

  @Test func leavesOutAPictureThatDoesNotDecode() throws {
    var sample = GLTFSample.triangle
    sample.primitive = #"{"attributes":{"POSITION":0},"material":0}"#
    sample.more =
      #","images":[{"uri":"data:image/png;base64,aGVsbG8="}],"textures":[{"source":0}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}]"#
    let result = try sample.read()
    #expect(result.asset.materials[0].colorTexture == nil)
    #expect(result.findings.lines.count == 1)
  }

  // MARK: Movement

  /// The spline of glTF 2.0, C.4: with tangents of 0 the middle between 0 and 8 is 4, a quarter of the way 8 * (3/16 - 2/64) =
  /// 1.25.
  @Test(arguments: [
    ("STEP", 0.25, 0), ("LINEAR", 0.25, 2), ("CUBICSPLINE", 0.25, 1.25), ("CUBICSPLINE", 0.5, 4), ("LINEAR", 9, 8),
  ])
  func movesNodes(interpolation: String, seconds: Double, expected: Float) throws {
    var sample = GLTFSample.triangle
    let times = sample.addFloats([0, 1], type: "SCALAR")
    let still: [Float] = [0, 0, 0]
    let keys: [Float] = interpolation == "CUBICSPLINE" ? still + still + still + still + [8, 0, 0] + still : still + [8, 0, 0]
    let values = sample.addFloats(keys, type: "VEC3")
    sample.more =
      #","animations":[{"name":"go","channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"#
      + #""samplers":[{"input":\#(times),"output":\#(values),"interpolation":"\#(interpolation)"}]}]"#
    let asset = try sample.read().asset
    let clip = try #require(asset.clips.first)
    #expect(clip.name == "go" && clip.duration == 1)
    var pose = ModelPose(nodes: asset.nodes, skins: asset.skins)
    pose.move(asset, clip, seconds: seconds)
    #expect(abs(pose.modelFromNode[0].columns.3.x - Double(expected)) < 1e-5)
  }

  /// Half of a quarter turn is 45 degrees, the shorter way, whichever sign the quaternion has.
  @Test(arguments: [Float(1), -1]) func turnsTheShorterWay(sign: Float) throws {
    var sample = GLTFSample.triangle
    let half = Float(0.5).squareRoot()
    let times = sample.addFloats([0, 1], type: "SCALAR")
    let values = sample.addFloats([0, 0, 0, 1, 0, 0, sign * half, sign * half], type: "VEC4")
    sample.more =
      #","animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}],"samplers":[{"input":\#(times),"output":\#(values)}]}]"#
    let asset = try sample.read().asset
    var pose = ModelPose(nodes: asset.nodes, skins: asset.skins)
    pose.move(asset, asset.clips[0], seconds: 0.5)
    let x = pose.modelFromNode[0].columns.0
    #expect(abs(x.x - 0.5.squareRoot()) < 1e-6 && abs(x.y - 0.5.squareRoot()) < 1e-6)
  }

  @Test func joinsCornersToTheJointsThatMoveThem() throws {
    var sample = GLTFSample.triangle
    let joints = sample.addShorts([0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], type: "VEC4", width: 4)
    let weights = sample.addFloats([0.25, 0.75, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0], type: "VEC4")
    sample.primitive = #"{"attributes":{"POSITION":0,"JOINTS_0":\#(joints),"WEIGHTS_0":\#(weights)},"indices":1}"#
    sample.nodes = #"[{"mesh":0,"skin":0},{"translation":[5,0,0]},{}]"#
    sample.scenes = nil
    sample.more = #","skins":[{"joints":[1,2]}]"#
    let asset = try sample.read().asset
    #expect(asset.primitives[0].skinVertices[0].weights == SIMD4(16384, 49151, 0, 0))
    // A sum other than 1 is made 1, and nothing at all counts as the first joint alone.
    #expect(asset.primitives[0].skinVertices[1].weights.x == 65535)
    #expect(asset.primitives[0].skinVertices[2].weights.x == 65535)
    let pose = ModelPose(nodes: asset.nodes, skins: asset.skins)
    #expect(pose.modelFromMesh.map(\.column3.x) == [5, 0])
  }

  /// The matrix that takes the mesh to its joint stands in columns.
  @Test func jointsStartFromWhereTheMeshWasBound() throws {
    var sample = GLTFSample.triangle
    let joints = sample.addShorts([UInt16](repeating: 0, count: 12), type: "VEC4", width: 4)
    let weights = sample.addFloats([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], type: "VEC4")
    let bound = sample.addFloats([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -2, -3, -4, 1], type: "MAT4")
    sample.primitive = #"{"attributes":{"POSITION":0,"JOINTS_0":\#(joints),"WEIGHTS_0":\#(weights)},"indices":1}"#
    sample.nodes = #"[{"mesh":0,"skin":0},{"translation":[5,5,5]}]"#
    sample.scenes = nil
    sample.more = #","skins":[{"joints":[1],"inverseBindMatrices":\#(bound)}]"#
    let asset = try sample.read().asset
    #expect(asset.skins[0].jointFromMesh[0].column3 == SIMD4(-2, -3, -4, 1))
    let moved = ModelPose(nodes: asset.nodes, skins: asset.skins).modelFromMesh
    #expect(moved.map(\.column3.x) == [3] && moved.map(\.column3.y) == [2] && moved.map(\.column3.z) == [1])
    sample.more = #","skins":[{"joints":[1,1],"inverseBindMatrices":\#(bound)}]"#
    #expect(sample.fault?.contains("skin 0") == true)
  }

  // MARK: Targets

  /// A triangle with two targets: one lifts all corners by 1 along z, the other moves the first by 2 along x and turns its
  /// normal.
  private func morphing(normals hasNormals: Bool = true) -> GLTFSample {
    var sample = GLTFSample.triangle
    let normals = sample.addFloats([0, 0, 1, 0, 0, 1, 0, 0, 1], type: "VEC3")
    let up = sample.addFloats([0, 0, 1, 0, 0, 1, 0, 0, 1], type: "VEC3")
    let aside = sample.addFloats([2, 0, 0, 0, 0, 0, 0, 0, 0], type: "VEC3")
    let turned = sample.addFloats([1, 0, -1, 0, 0, 0, 0, 0, 0], type: "VEC3")
    let own = hasNormals ? #","NORMAL":\#(normals)"# : ""
    sample.primitive =
      #"{"attributes":{"POSITION":0\#(own)},"indices":1,"#
      + #""targets":[{"POSITION":\#(up)},{"POSITION":\#(aside),"NORMAL":\#(turned)}]}"#
    return sample
  }

  @Test func readsTargetsAndTheirWeights() throws {
    var sample = morphing()
    sample.nodes = #"[{"mesh":0,"weights":[0.5,0.25]}]"#
    let result = try sample.read()
    let primitive = try #require(result.asset.primitives.first)
    let up = ModelShift(position: SIMD3(0, 0, 1))
    #expect(primitive.targets.count == 2 && primitive.targets[0] == [up, up, up])
    #expect(primitive.targets[1][0] == ModelShift(position: SIMD3(2, 0, 0), normal: SIMD3(1, 0, -1)))
    #expect(result.asset.nodes[0].weights == [0.5, 0.25])
    #expect(result.findings.lines.isEmpty)
    // As far as weights of 0 ... 1 can bring the corners.
    #expect(primitive.bounds == ModelBox(minimum: SIMD3(0, 0, 0), maximum: SIMD3(2, 1, 1)))
  }

  @Test func weightsAreThoseOfTheNodeElseOfTheMeshElseNone() throws {
    var sample = morphing()
    #expect(try sample.read().asset.nodes[0].weights == [0, 0])
    sample.nodes = #"[{"mesh":0,"weights":[1]}]"#
    let odd = try sample.read()
    #expect(odd.asset.nodes[0].weights == [0, 0])
    #expect(odd.findings.lines.count == 1)
    // The sample has no place for members of its mesh but behind the primitives.
    sample.nodes = #"[{"mesh":0}]"#
    let text = sample.json.replacing(#""meshes":[{"#, with: #""meshes":[{"weights":[0.75,1],"#)
    #expect(try ModelReader.read(Array(text.utf8)).asset.nodes[0].weights == [0.75, 1])
  }

  /// Flat triangles have corners of their own, and so have their targets.
  @Test func targetsFollowCornersThatAreTakenApart() throws {
    var sample = morphing(normals: false)
    let indices = sample.addShorts([2, 0, 1])
    sample.primitive = sample.primitive.replacing(#""indices":1"#, with: #""indices":\#(indices)"#)
    let primitive = try #require(try sample.read().asset.primitives.first)
    #expect(primitive.vertices.map(\.position) == [SIMD3(0, 1, 0), SIMD3(0, 0, 0), SIMD3(1, 0, 0)])
    #expect(primitive.targets[1].map(\.position.x) == [0, 2, 0])
  }

  /// Of a spline with flat tangents a quarter of the way is 0.15625 of it (3t² - 2t³).
  @Test(
    arguments: [
      ("STEP", 0.25, [0, 0]), ("LINEAR", 0.25, [0.25, 0.125]), ("CUBICSPLINE", 0.25, [0.15625, 0.078125]),
      ("LINEAR", 5, [1, 0.5]),
    ] as [(String, Double, [Float])])
  func movesWeights(interpolation: String, seconds: Double, expected: [Float]) throws {
    var sample = morphing()
    let times = sample.addFloats([0, 1], type: "SCALAR")
    let still: [Float] = [0, 0]
    let keys: [Float] = interpolation == "CUBICSPLINE" ? still + still + still + still + [1, 0.5] + still : still + [1, 0.5]
    let values = sample.addFloats(keys, type: "SCALAR")
    sample.nodes = #"[{"mesh":0,"weights":[0.5,0.25]}]"#
    sample.more =
      #","animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}],"#
      + #""samplers":[{"input":\#(times),"output":\#(values),"interpolation":"\#(interpolation)"}]}]"#
    let asset = try sample.read().asset
    var pose = ModelPose(nodes: asset.nodes, skins: asset.skins)
    #expect(pose.weights == [0.5, 0.25])
    pose.move(asset, try #require(asset.clips.first), seconds: seconds)
    #expect(pose.weights == expected)
  }

  // MARK: Files

  @Test func readsWhatItsOwnWriterMakes() throws {
    var writer = GLBWriter()
    let material = writer.addMaterial(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5))
    let mesh = writer.addMesh([(ModelSurface.box(size: SIMD3(2, 4, 6)), material)])
    let node = writer.addNode(mesh, at: SIMD3(0, 2, 0))
    writer.addClip("up", [(node, "translation", [0, 2], [[0, 2, 0], [0, 4, 0]])])
    let asset = try ModelReader.read(writer.bytes).asset
    #expect(asset.bounds == ModelBox(minimum: SIMD3(-1, 0, -3), maximum: SIMD3(1, 4, 3)))
    #expect(asset.triangleCount == 12)
    #expect(asset.materials[0].alphaMode == .blend)
    // 0.5 in sRGB is 0.214 in light (IEC 61966-2-1).
    #expect(abs(asset.materials[0].color.y - 0.21404) < 1e-4)
    #expect(asset.clips.map(\.duration) == [2])
    // From outside, every triangle turns the other way round from its normal's inside.
    let primitive = asset.primitives[0]
    for first in stride(from: 0, to: primitive.indices.count, by: 3) {
      let corners = (0..<3).map { primitive.vertices[Int(primitive.indices[first + $0])] }
      let (a, b) = (corners[1].position - corners[0].position, corners[2].position - corners[0].position)
      let turn = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      let normal = SIMD3(Float(corners[0].normalX), Float(corners[0].normalY), Float(corners[0].normalZ))
      #expect((turn * normal).sum() > 0)
    }
  }

  @Test func readsBuffersBesideIt() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gltf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("a b"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sample = GLTFSample.triangle
    try Data(sample.binary).write(to: folder.appendingPathComponent("a b/x.bin"))
    sample.bufferURI = "a%20b/x.bin"
    try Data(sample.bytes).write(to: folder.appendingPathComponent("m.gltf"))
    #expect(try ModelReader.read(path: folder.appendingPathComponent("m.gltf").path).asset.triangleCount == 1)
    let report = FileCheck.run(folder.appendingPathComponent("m.gltf").path)
    #expect(report.error == nil && report.findings.isEmpty)
  }
}
