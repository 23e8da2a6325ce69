import Foundation
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookStreetScene

/// 3D models in pictures of a street, against geometry.
@Suite struct StreetModelTests {
  private let south = StreetLight(azimuth: 180, altitude: 45)
  private static let origin = LocationCoordinate(latitude: 60, longitude: 25)
  private static let frame = StreetFrame(origin: origin)
  /// As models stand with their front to the north.
  private static let upright = Matrix4(
    columns: (SIMD4(-1, 0, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, -1, 0, 0), SIMD4(0, 0, 0, 1)))

  private static func paint(_ color: SIMD3<Float>, isUnlit: Bool = false) -> ModelMaterial {
    var material = ModelMaterial()
    (material.color, material.metallic, material.isUnlit) = (SIMD4(color, 1), 0, isUnlit)
    return material
  }

  /// A box on the ground, so many metres from left to right, high and from back to front.
  private static func box(_ size: SIMD3<Float>, _ material: ModelMaterial) -> ModelAsset {
    let half = SIMD3(size.x / 2, size.y, size.z / 2)
    var (vertices, indices): ([ModelVertex], [UInt32]) = ([], [])
    for axis in 0..<3 {
      for sign in [Float(-1), 1] {
        var (normal, right, up) = (SIMD3<Float>(), SIMD3<Float>(), SIMD3<Float>())
        normal[axis] = sign
        right[(axis + 1) % 3] = sign
        up[(axis + 2) % 3] = 1
        let first = UInt32(vertices.count)
        for (x, y) in [(Float(-1), Float(-1)), (1, -1), (1, 1), (-1, 1)] {
          let corner = normal + right * x + up * y
          let place = SIMD3(corner.x * half.x, (corner.y + 1) / 2 * half.y, corner.z * half.z)
          vertices.append(ModelVertex(position: place, normal: normal, place: SIMD2((x + 1) / 2, (y + 1) / 2)))
        }
        indices += [0, 1, 2, 0, 2, 3].map { first + $0 }
      }
    }
    return ModelAsset(
      nodes: [ModelNode(primitives: 0..<1)], primitives: [ModelPrimitive(vertices: vertices, indices: indices, material: 0)],
      materials: [material])
  }

  /// A sheet across the way, whose front looks back to the eye.
  private static func sheet(
    _ width: Float, _ height: Float, _ material: ModelMaterial, _ textures: [ModelTexture] = []
  ) -> ModelAsset {
    // Its left as it is seen from the south comes first: the model's x points west.
    let corners: [(SIMD3<Float>, SIMD2<Float>)] = [
      (SIMD3(width / 2, 0, 0), SIMD2(0, 1)), (SIMD3(-width / 2, 0, 0), SIMD2(1, 1)),
      (SIMD3(-width / 2, height, 0), SIMD2(1, 0)), (SIMD3(width / 2, height, 0), SIMD2(0, 0)),
    ]
    let vertices = corners.map { ModelVertex(position: $0.0, normal: SIMD3(0, 0, -1), place: $0.1) }
    return ModelAsset(
      nodes: [ModelNode(primitives: 0..<1)],
      primitives: [ModelPrimitive(vertices: vertices, indices: [0, 1, 2, 0, 2, 3], material: 0)], materials: [material],
      textures: textures)
  }

  private static func place(_ east: Double, _ north: Double) -> WorldPoint {
    WorldPoint(frame.coordinate(SIMD2(east, north)))
  }

  private static func house(_ west: Double, _ south: Double, _ width: Double, _ depth: Double, top: Double) -> StreetBuilding {
    StreetBuilding(
      rings: [
        [SIMD2(west, south), SIMD2(west + width, south), SIMD2(west + width, south + depth), SIMD2(west, south + depth)]
      ], top: top)
  }

  private func scene(_ models: [StreetModel], _ buildings: [StreetBuilding] = []) -> StreetScene {
    var scene = StreetScene(frame: Self.frame, radius: 300)
    (scene.models, scene.buildings) = (models, buildings)
    return scene
  }

  private func picture(_ scene: StreetScene, _ light: StreetLight? = nil, height: Double = 1.7) throws -> Image {
    try #require(StreetPicture(scene, height: height, light: light ?? south, width: 2_048)).image
  }

  private func pixel(_ image: Image, heading: Double, pitch: Double) -> SIMD3<Int> {
    let column = Int(((heading + 180) / 360 * Double(image.width)).rounded(.down))
    let row = Int(((90 - pitch) / 180 * Double(image.height)).rounded(.down))
    let start = 4 * (row * image.width + column)
    return SIMD3(Int(image.pixels[start]), Int(image.pixels[start + 1]), Int(image.pixels[start + 2]))
  }

  private func isRed(_ color: SIMD3<Int>) -> Bool { color.x > 2 * color.y + 20 && color.x > 2 * color.z + 20 }
  private func sum(_ color: SIMD3<Int>) -> Int { color.x + color.y + color.z }
  private func degrees(_ ratio: Double) -> Double { atan(ratio) * 180 / .pi }

  private static let red = paint(SIMD3(1, 0, 0), isUnlit: true)

  /// A pixel is 0.18 degrees wide.
  @Test(arguments: [0.0, 90, 30]) func aBoxCoversThePixelsThatItsSizeSays(heading: Double) throws {
    // 4 m wide, 6 m high, 2 m deep, 20 m ahead.
    var model = StreetModel(Self.box(SIMD3(4, 6, 2), Self.red), at: Self.place(0, 20), metersFromModel: Self.upright)
    let turn = -heading * .pi / 180
    let about = Matrix4(
      columns: (SIMD4(cos(turn), 0, -sin(turn), 0), SIMD4(0, 1, 0, 0), SIMD4(sin(turn), 0, cos(turn), 0), SIMD4(0, 0, 0, 1)))
    model.metersFromModel = Self.upright * about
    let image = try picture(scene([model]))
    // By the corners of its outline, x east and y north; clockwise seen from above as headings are.
    let radians = heading * .pi / 180
    let corners = [(-2.0, -1.0), (2, -1), (2, 1), (-2, 1)].map { x, y in
      SIMD2(x * cos(radians) + y * sin(radians), 20 - x * sin(radians) + y * cos(radians))
    }
    let sides = corners.map { degrees($0.x / $0.y) }
    let (left, right) = (sides.min() ?? 0, sides.max() ?? 0)
    #expect(isRed(pixel(image, heading: left + 0.3, pitch: 0)) && isRed(pixel(image, heading: right - 0.3, pitch: 0)))
    #expect(!isRed(pixel(image, heading: left - 0.3, pitch: 0)) && !isRed(pixel(image, heading: right + 0.3, pitch: 0)))
    guard heading != 30 else { return }
    let ahead = 20 - (heading == 0 ? 1 : 2)
    let (top, foot) = (degrees((6 - 1.7) / Double(ahead)), degrees(-1.7 / Double(ahead)))
    #expect(isRed(pixel(image, heading: 0, pitch: top - 0.3)) && !isRed(pixel(image, heading: 0, pitch: top + 0.3)))
    #expect(isRed(pixel(image, heading: 0, pitch: foot + 0.3)) && !isRed(pixel(image, heading: 0, pitch: foot - 0.3)))
  }

  @Test func aModelStandsHigherUpAndLargerWhereItIsTold() throws {
    let model = StreetModel(
      Self.box(SIMD3(2, 2, 2), Self.red), at: Self.place(30, 0), altitudeMeters: 10,
      metersFromModel: Self.upright * Matrix4.scale(2, 2, 2))
    let image = try picture(scene([model]))
    // 4 m wide, from 10 to 14 m up, its front 28 m to the east; its underside is seen as far as 32 m.
    let (low, high) = (degrees((10 - 1.7) / 32), degrees((14 - 1.7) / 28))
    #expect(isRed(pixel(image, heading: 90, pitch: low + 0.3)) && !isRed(pixel(image, heading: 90, pitch: low - 0.3)))
    #expect(isRed(pixel(image, heading: 90, pitch: high - 0.3)) && !isRed(pixel(image, heading: 90, pitch: high + 0.3)))
    #expect(isRed(pixel(image, heading: 90 + degrees(2.0 / 28) - 0.3, pitch: (low + high) / 2)))
    #expect(!isRed(pixel(image, heading: 90 + degrees(2.0 / 28) + 0.3, pitch: (low + high) / 2)))
  }

  @Test func housesHideWhatIsBehindThemAndNoMore() throws {
    let house = Self.house(-10, 20, 20, 10, top: 8)
    let tower = StreetModel(Self.box(SIMD3(6, 30, 6), Self.red), at: Self.place(0, 50), metersFromModel: Self.upright)
    let image = try picture(scene([tower], [house]))
    let eaves = degrees((8 - 1.7) / 20)
    #expect(!isRed(pixel(image, heading: 0, pitch: eaves - 0.4)) && isRed(pixel(image, heading: 0, pitch: eaves + 0.4)))
    let before = StreetModel(Self.box(SIMD3(2, 3, 2), Self.red), at: Self.place(0, 12), metersFromModel: Self.upright)
    let near = try picture(scene([before], [house]))
    #expect(isRed(pixel(near, heading: 0, pitch: 2)) && !isRed(pixel(near, heading: 8, pitch: 2)))
    // A house within the model's outline is hidden by it.
    let within = StreetModel(Self.box(SIMD3(40, 40, 40), Self.red), at: Self.place(0, 35), metersFromModel: Self.upright)
    #expect(isRed(pixel(try picture(scene([within], [house])), heading: 0, pitch: 4)))
  }

  @Test func itHasTheLightOfTheSunAndTheShadowOfHouses() throws {
    let white = Self.paint(SIMD3(0.7, 0.7, 0.7))
    let box = StreetModel(Self.box(SIMD3(8, 8, 2), white), at: Self.place(0, 30), metersFromModel: Self.upright)
    let toEye = sum(pixel(try picture(scene([box])), heading: 0, pitch: 5))
    let away = sum(pixel(try picture(scene([box]), StreetLight(azimuth: 0, altitude: 45)), heading: 0, pitch: 5))
    #expect(toEye > away + 100, "\(toEye) \(away)")
    // A house behind the eye, 45 m south of the box and 60 m high: the sun is 45 degrees high, and the shadow reaches 16 m up.
    let shaded = sum(pixel(try picture(scene([box], [Self.house(-40, -30, 80, 14, top: 60)])), heading: 0, pitch: 5))
    #expect(shaded < toEye - 100, "\(shaded)")
    let night = sum(pixel(try picture(scene([box]), StreetLight(azimuth: 180, altitude: -20)), heading: 0, pitch: 5))
    #expect(night < shaded)
  }

  @Test func itsShadowIsAsLongAsTheSunSays() throws {
    let white = Self.paint(SIMD3(0.7, 0.7, 0.7))
    let box = StreetModel(Self.box(SIMD3(20, 10, 4), white), at: Self.place(0, 40), metersFromModel: Self.upright)
    // From above; the sun stands in the south at 45 degrees: the shadow of 10 m ends 52 m north.
    let image = try picture(scene([box]), height: 120)
    func ground(_ north: Double) -> Int { sum(pixel(image, heading: 0, pitch: -atan2(120.0, north) * 180 / .pi)) }
    let (shaded, lit) = (ground(48), ground(60))
    #expect(Double(shaded) < 0.75 * Double(lit), "\(shaded) \(lit)")
    #expect(abs(ground(51) - shaded) < 60 && abs(ground(53) - lit) < 60)
  }

  @Test func picturesLieOnItAndHolesAreSeenThrough() throws {
    // Left half red, right half blue and clear.
    func texture(alpha: UInt8) throws -> ModelTexture {
      ModelTexture(
        image: Image(width: 64, height: 64, scale: 1) { column, _ in
          column < 32 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, alpha, alpha)
        }, repeats: false)
    }
    var material = Self.paint(SIMD3(1, 1, 1), isUnlit: true)
    (material.colorTexture, material.isDoubleSided) = (0, true)
    func image(_ material: ModelMaterial, alpha: UInt8, _ buildings: [StreetBuilding] = []) throws -> Image {
      let sheet = Self.sheet(8, 8, material, [try texture(alpha: alpha)])
      return try picture(
        scene([StreetModel(sheet, at: Self.place(0, 20), metersFromModel: Self.upright)], buildings))
    }
    let whole = try image(material, alpha: 255)
    let (left, right) = (pixel(whole, heading: -5, pitch: 8), pixel(whole, heading: 5, pitch: 8))
    #expect(isRed(left) && right.z > 2 * right.x + 20, "\(left) \(right)")
    material.alphaMode = .mask(cutoff: 0.5)
    let holed = try image(material, alpha: 0)
    #expect(isRed(pixel(holed, heading: -5, pitch: 8)))
    #expect(pixel(holed, heading: 5, pitch: 8) == pixel(try picture(scene([])), heading: 5, pitch: 8))
  }

  @Test func whatIsOneSidedIsSeenFromItsFront() throws {
    let toEye = Self.sheet(8, 8, Self.red)
    func middle(_ model: StreetModel) throws -> Bool { isRed(pixel(try picture(scene([model])), heading: 0, pitch: 5)) }
    #expect(try middle(StreetModel(toEye, at: Self.place(0, 20), metersFromModel: Self.upright)))
    let turned = Self.upright * Matrix4(columns: (SIMD4(-1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, -1, 0), SIMD4(0, 0, 0, 1)))
    #expect(try !middle(StreetModel(toEye, at: Self.place(0, 20), metersFromModel: turned)))
    var material = Self.red
    material.isDoubleSided = true
    #expect(try middle(StreetModel(Self.sheet(8, 8, material), at: Self.place(0, 20), metersFromModel: turned)))
  }

  @Test func aClipAndJointsMoveIt() throws {
    let lift = ModelChannel(node: 0, property: .translation, interpolation: .linear, times: [0, 4], values: [0, 0, 0, 0, 20, 0])
    var asset = Self.box(SIMD3(4, 4, 4), Self.red)
    asset.clips = [ModelClip(name: "lift", channels: [lift])]
    let model = StreetModel(asset, at: Self.place(0, 20), metersFromModel: Self.upright, clip: 0, seconds: 4)
    let image = try picture(scene([model]))
    #expect(!isRed(pixel(image, heading: 0, pitch: 2)) && isRed(pixel(image, heading: 0, pitch: degrees((22 - 1.7) / 18))))
    // A corner wholly of the second joint, which stands 10 m to the model's left.
    var box = Self.box(SIMD3(4, 4, 4), Self.red)
    let bound = ModelSkinVertex(joints: SIMD4(1, 0, 0, 0), weights: SIMD4(65_535, 0, 0, 0))
    let part = box.primitives[0]
    box = ModelAsset(
      nodes: [
        ModelNode(primitives: 0..<1, skin: 0), ModelNode(),
        ModelNode(transform: ModelTransform(translation: SIMD3(10, 0, 0))),
      ],
      primitives: [
        ModelPrimitive(
          vertices: part.vertices, skinVertices: part.vertices.map { _ in bound }, indices: part.indices, material: 0)
      ],
      skins: [ModelSkin(joints: [1, 2], jointFromMesh: [Matrix4.identity.floats, Matrix4.identity.floats])],
      materials: [Self.red])
    let bent = try picture(scene([StreetModel(box, at: Self.place(0, 20), metersFromModel: Self.upright)]))
    // Left of what looks north is west.
    #expect(!isRed(pixel(bent, heading: 0, pitch: 2)) && isRed(pixel(bent, heading: degrees(-10.0 / 18), pitch: 2)))
  }

  @Test func whatIsFarAwayOrNoPlaceIsLeftOut() throws {
    let box = Self.box(SIMD3(100, 100, 100), Self.red)
    func count(_ place: WorldPoint, _ matrix: Matrix4 = Self.upright) -> Int {
      StreetMesh(scene([StreetModel(box, at: place, metersFromModel: matrix)])).looks.count
    }
    #expect(count(Self.place(0, 330)) == 1 && count(Self.place(0, 380)) == 0)
    let near = Self.place(0, 20)
    #expect(count(WorldPoint(x: near.x + 1, y: near.y)) == 1, "the next copy of the world is the same place")
    #expect(count(WorldPoint(x: .nan, y: near.y)) == 0)
    #expect(count(near, Self.upright * Matrix4.scale(.infinity, 1, 1)) == 0)
    // Numbers that no picture can show are borne.
    var glaring = Self.paint(SIMD3(1, 1, 1))
    glaring.emission = SIMD3(repeating: .greatestFiniteMagnitude)
    let bright = StreetModel(Self.box(SIMD3(4, 4, 4), glaring), at: near, metersFromModel: Self.upright)
    let white = pixel(try picture(scene([bright])), heading: 0, pitch: 2)
    #expect(white.min() > 240, "\(white)")
    _ = StreetPicture(
      scene([StreetModel(box, at: near, metersFromModel: Self.upright * Matrix4.scale(1e30, 1e30, 1e30))]), light: south,
      width: 256)
  }

  @Test func itStandsInTheWayOfWhatIsSeen() {
    let model = StreetModel(Self.box(SIMD3(6, 10, 2), Self.red), at: Self.place(0, 20), metersFromModel: Self.upright)
    let depth = StreetDepth(scene([model]), height: 1.7, side: 512)
    #expect(abs((depth.distance(toward: SIMD3(0, 1, 0)) ?? 0) - 19) < 0.1)
    #expect(!depth.isSeen(SIMD3(0, 60, 0)))
  }
}
