import Foundation
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookStreetScene

/// What of 3D models is more than solid triangles, in pictures of a street, against formulas: half-clear surfaces, pictures of normals,
/// lines and points.
@Suite struct StreetModelSurfaceTests {
  private let south = StreetLight(azimuth: 180, altitude: 45)
  private static let frame = StreetFrame(origin: LocationCoordinate(latitude: 60, longitude: 25))
  private static let eye = 1.7
  private static let width = 2_048
  /// As models stand with their front to the north: x points west, y up.
  private static let upright = Matrix4(
    columns: (SIMD4(-1, 0, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, -1, 0, 0), SIMD4(0, 0, 0, 1)))

  private static func paint(_ color: SIMD3<Float>, alpha: Float = 1, isUnlit: Bool = true) -> ModelMaterial {
    var material = ModelMaterial()
    (material.color, material.metallic, material.isUnlit) = (SIMD4(color, alpha), 0, isUnlit)
    if alpha < 1 { material.alphaMode = .blend }
    return material
  }

  private static let (red, blue, white) = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 0, 1), SIMD3<Float>(1, 1, 1))

  /// A sheet across the way, whose front looks back to the eye. Its pictures begin at the upper left corner as it is seen.
  private static func sheet(
    _ material: ModelMaterial, size: Float = 10, normal: SIMD3<Float> = SIMD3(0, 0, -1), color: UInt32 = 0xFFFF_FFFF,
    places: [SIMD2<Float>] = [SIMD2(0, 1), SIMD2(1, 1), SIMD2(1, 0), SIMD2(0, 0)], _ textures: [ModelTexture] = []
  ) -> ModelAsset {
    let half = size / 2
    let corners = [SIMD3(half, 0, 0), SIMD3(-half, 0, 0), SIMD3(-half, size, 0), SIMD3(half, size, 0)]
    let vertices = zip(corners, places).map { ModelVertex(position: $0, normal: normal, place: $1, color: color) }
    return asset(.triangles, vertices, [0, 1, 2, 0, 2, 3], material, textures)
  }

  private static func asset(
    _ shape: ModelPrimitive.Shape, _ vertices: [ModelVertex], _ indices: [UInt32], _ material: ModelMaterial,
    _ textures: [ModelTexture] = []
  ) -> ModelAsset {
    ModelAsset(
      nodes: [ModelNode(primitives: 0..<1)],
      primitives: [ModelPrimitive(shape: shape, vertices: vertices, indices: indices, material: 0)], materials: [material],
      textures: textures)
  }

  /// So many metres to the north.
  private static func stands(_ asset: ModelAsset, _ north: Double) -> StreetModel {
    StreetModel(asset, at: WorldPoint(frame.coordinate(SIMD2(0, north))), metersFromModel: upright)
  }

  private func picture(
    _ models: [StreetModel], _ light: StreetLight? = nil, height: Double = eye, width: Int = width
  ) throws -> Image {
    var scene = StreetScene(frame: Self.frame, radius: 300)
    scene.models = models
    return try #require(StreetPicture(scene, height: height, light: light ?? south, width: width)).image
  }

  private func pixel(_ image: Image, heading: Double, pitch: Double) -> SIMD3<Int> {
    let column = Int(((heading + 180) / 360 * Double(image.width)).rounded(.down))
    let row = Int(((90 - pitch) / 180 * Double(image.height)).rounded(.down))
    let start = 4 * (row * image.width + column)
    return SIMD3(Int(image.pixels[start]), Int(image.pixels[start + 1]), Int(image.pixels[start + 2]))
  }

  private func difference(_ first: SIMD3<Int>, _ second: SIMD3<Int>) -> Int {
    let difference = first &- second
    return max(abs(difference.x), abs(difference.y), abs(difference.z))
  }

  private func isRed(_ color: SIMD3<Int>) -> Bool { color.x > 2 * color.y + 20 && color.x > 2 * color.z + 20 }

  // MARK: Half-clear

  /// Shares of colours at distances to the north, seen 5 degrees up.
  private func blended(_ layers: [(color: SIMD3<Float>, alpha: Float, north: Float)]) -> SIMD3<Int> {
    var (sum, rest) = (SIMD3<Float>(), Float(1))
    for layer in layers {
      sum += south.hazed(layer.color, distance: layer.north / cos(5 * .pi / 180)) * (layer.alpha * rest)
      rest *= 1 - layer.alpha
    }
    let shown = FacePicture.display(sum).rounded(.toNearestOrEven)
    return SIMD3(Int(shown.x), Int(shown.y), Int(shown.z))
  }

  @Test func whatIsHalfClearIsBlendedWithWhatIsBehindIt() throws {
    let ground = Self.stands(Self.sheet(Self.paint(Self.white), size: 20), 30)
    let square = Self.stands(Self.sheet(Self.paint(Self.red, alpha: 0.5)), 20)
    let seen = pixel(try picture([ground, square]), heading: 0, pitch: 5)
    let expected = blended([(Self.red, 0.5, 20), (Self.white, 1, 30)])
    #expect(difference(seen, expected) <= 1, "\(seen) \(expected)")
    // It is neither of the two alone.
    #expect(difference(expected, blended([(Self.white, 1, 30)])) > 30 && difference(expected, blended([(Self.red, 1, 20)])) > 60)
    // Behind it nothing changes: from its other side, beside it, and where something solid stands before it.
    let plain = try picture([ground])
    #expect(pixel(try picture([ground, square]), heading: 20, pitch: 5) == pixel(plain, heading: 20, pitch: 5))
    let hidden = Self.stands(Self.sheet(Self.paint(Self.red, alpha: 0.5)), 40)
    #expect(pixel(try picture([ground, hidden]), heading: 0, pitch: 5) == pixel(plain, heading: 0, pitch: 5))
  }

  @Test func severalAreSeenThroughInTheOrderOfTheirDistances() throws {
    let models = [
      Self.stands(Self.sheet(Self.paint(Self.white), size: 20), 30),
      Self.stands(Self.sheet(Self.paint(Self.red, alpha: 0.5)), 20),
      Self.stands(Self.sheet(Self.paint(Self.blue, alpha: 0.75)), 14),
    ]
    let expected = blended([(Self.blue, 0.75, 14), (Self.red, 0.5, 20), (Self.white, 1, 30)])
    let turned = blended([(Self.red, 0.5, 20), (Self.blue, 0.75, 14), (Self.white, 1, 30)])
    #expect(difference(expected, turned) > 20)
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let seen = pixel(try picture(order.map { models[$0] }), heading: 0, pitch: 5)
      #expect(difference(seen, expected) <= 1, "\(seen) \(expected)")
    }
    // Those of one model as well, the farther triangles first or last.
    var vertices: [ModelVertex] = []
    for (north, color) in [(Float(0), UInt32(0x80FF_0000)), (3, 0x8000_00FF)] {
      for (x, y) in [(Float(5), Float(0)), (-5, 0), (-5, 10), (5, 10)] {
        vertices.append(ModelVertex(position: SIMD3(x, y, north), normal: SIMD3(0, 0, -1), color: color))
      }
    }
    let sheets: [UInt32] = [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]
    var material = Self.paint(Self.white)
    material.alphaMode = .blend
    let share = Float(0x80) / 255
    let both = blended([(Self.blue, share, 15), (Self.red, share, 18), (Self.white, 1, 30)])
    for indices in [sheets, sheets.suffix(6) + sheets.prefix(6)] {
      let model = Self.stands(Self.asset(.triangles, vertices, Array(indices), material), 15)
      let seen = pixel(try picture([models[0], model]), heading: 0, pitch: 5)
      #expect(difference(seen, both) <= 1, "\(seen) \(both)")
    }
  }

  @Test func theAlphaOfPicturesCounts() throws {
    // Its left half a quarter there, its right half not at all.
    let texture = ModelTexture(
      image: Image(width: 64, height: 64, scale: 1) { column, _ in column < 32 ? SIMD4(64, 0, 0, 64) : SIMD4() }, repeats: false)
    var material = Self.paint(Self.white)
    (material.alphaMode, material.colorTexture) = (.blend, 0)
    let ground = Self.stands(Self.sheet(Self.paint(Self.white), size: 30), 30)
    let image = try picture([ground, Self.stands(Self.sheet(material, [texture]), 20)])
    let north = 20 / Float(cos(7 * Double.pi / 180))
    let seen = pixel(image, heading: -7, pitch: 5)
    let expected = blended([(Self.red, 64.0 / 255, north), (Self.white, 1, north * 1.5)])
    #expect(difference(seen, expected) <= 2, "\(seen) \(expected)")
    #expect(pixel(image, heading: 7, pitch: 5) == pixel(try picture([ground]), heading: 7, pitch: 5))
  }

  @Test func onlyWhatLetsLessThanHalfThroughThrowsAShadow() throws {
    func ground(_ alpha: Float) throws -> Int {
      let sheet = Self.stands(Self.sheet(Self.paint(Self.red, alpha: alpha), size: 20), 40)
      // From above; the sun stands at 45 degrees in the south, so that the shadow of 20 m ends 60 m north. Behind the sheet's top.
      let color = pixel(try picture([sheet], height: 120), heading: 0, pitch: -atan2(120.0, 57) * 180 / .pi)
      return color.x + color.y + color.z
    }
    let (none, thin, thick) = (try ground(0), try ground(0.4), try ground(0.8))
    #expect(thin == none && Double(thick) < 0.8 * Double(none), "\(none) \(thin) \(thick)")
  }

  @Test func whatIsSeenThroughHidesNothingElse() {
    var scene = StreetScene(frame: Self.frame, radius: 300)
    scene.models = [Self.stands(Self.sheet(Self.paint(Self.red, alpha: 0.8)), 20)]
    #expect(StreetDepth(scene).isSeen(SIMD3(0, 40, 0)))
    scene.models = [Self.stands(Self.sheet(Self.paint(Self.red)), 20)]
    #expect(!StreetDepth(scene).isSeen(SIMD3(0, 40, 0)))
  }

  // MARK: Normals

  private static func normals(_ bump: SIMD3<Float>) -> ModelTexture {
    let encoded = ((bump + 1) * 127.5).rounded(.toNearestOrEven)
    return ModelTexture(
      image: Image(width: 8, height: 8, scale: 1) { _, _ in SIMD4(UInt8(encoded.x), UInt8(encoded.y), UInt8(encoded.z), 255) })
  }

  /// The middle of a lit sheet with its normals, or with a picture of normals, in a sun that stands to the side.
  private func lit(
    _ normal: SIMD3<Float> = SIMD3(0, 0, -1), _ texture: ModelTexture? = nil, scale: Float = 1,
    places: [SIMD2<Float>]? = nil
  ) throws -> SIMD3<Int> {
    var material = Self.paint(SIMD3(0.4, 0.4, 0.4), isUnlit: false)
    if texture != nil { (material.normalTexture, material.normalScale) = (0, scale) }
    let textures = texture.map { [$0] } ?? []
    let sheet =
      places.map { Self.sheet(material, normal: normal, places: $0, textures) } ?? Self.sheet(material, normal: normal, textures)
    let image = try picture([Self.stands(sheet, 20)], StreetLight(azimuth: 140, altitude: 30), width: 512)
    return pixel(image, heading: 0, pitch: 5)
  }

  @Test func aFlatPictureOfNormalsChangesNothing() throws {
    let plain = try lit()
    #expect(difference(try lit(SIMD3(0, 0, -1), Self.normals(SIMD3(0, 0, 1))), plain) <= 1)
    #expect(difference(try lit(SIMD3(0, 0, -1), Self.normals(SIMD3(0.6, 0, 0.8)), scale: 0), plain) <= 1)
  }

  /// A sheet whose picture turns its normals is as bright as one whose own are turned so. Right in the picture is east, up is up.
  @Test(arguments: [SIMD3<Float>(0.6, 0, 0.8), SIMD3(-0.6, 0, 0.8), SIMD3(0, 0.6, 0.8), SIMD3(0, -0.6, 0.8)])
  func aPictureOfNormalsTurnsTheLightAsTurnedNormalsDo(bump: SIMD3<Float>) throws {
    let (plain, turned) = (try lit(), try lit(SIMD3(-bump.x, bump.y, -bump.z)))
    let bumped = try lit(SIMD3(0, 0, -1), Self.normals(bump))
    #expect(difference(bumped, turned) <= 2, "\(bumped) \(turned)")
    // The sun stands in the south-east, 30 degrees high: towards it is brighter, away from it darker.
    let brighter = bump.x > 0 || bump.y > 0
    #expect((bumped.x > plain.x) == brighter && abs(bumped.x - plain.x) > 5, "\(bumped) \(plain)")
    // Half of the bump at twice the scale.
    let scaled = try lit(SIMD3(0, 0, -1), Self.normals(SIMD3(bump.x / 2, bump.y / 2, bump.z)), scale: 2)
    #expect(difference(scaled, turned) <= 3, "\(scaled) \(turned)")
    // The picture lies mirrored on it.
    let mirrored = try lit(
      SIMD3(0, 0, -1), Self.normals(SIMD3(-bump.x, bump.y, bump.z)),
      places: [SIMD2(1, 1), SIMD2(0, 1), SIMD2(0, 0), SIMD2(1, 0)])
    #expect(difference(mirrored, turned) <= 2, "\(mirrored) \(turned)")
  }

  @Test func aPictureOfNormalsThatCannotBeLaidOnChangesNothing() throws {
    let (plain, bumps) = (try lit(), Self.normals(SIMD3(0.6, 0, 0.8)))
    let point = Array(repeating: SIMD2<Float>(0.5, 0.5), count: 4)
    #expect(difference(try lit(SIMD3(0, 0, -1), bumps, places: point), plain) <= 1)
    for line in [
      [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 0), SIMD2(0, 0)], [SIMD2(0, 0), SIMD2(1, 1), SIMD2(2, 2), SIMD2(1, 1)],
    ] { #expect(difference(try lit(SIMD3(0, 0, -1), bumps, places: line), plain) <= 1) }
    for scale in [Float.nan, .infinity, -.infinity] {
      #expect(difference(try lit(SIMD3(0, 0, -1), bumps, scale: scale), plain) <= 1)
    }
    _ = try lit(SIMD3(0, 0, -1), bumps, scale: .greatestFiniteMagnitude)
    _ = try lit(
      SIMD3(0, 0, -1), bumps, places: [SIMD2(.nan, 0), SIMD2(.infinity, 1), SIMD2(1e38, -1e38), SIMD2(0, 0)])
  }

  // MARK: Lines and points

  private static let step = 360.0 / Double(width)

  private static func strokes(_ shape: ModelPrimitive.Shape, _ places: [SIMD3<Float>], _ indices: [UInt32]) -> ModelAsset {
    asset(shape, places.map { ModelVertex(position: $0) }, indices, paint(red))
  }

  /// In the middle of a column of pixels.
  private static let aside = step / 2
  private static let west = Float(-20 * tan(aside * .pi / 180))

  @Test func aLineIsAPixelWideAndAsLongAsItIs() throws {
    let line = Self.strokes(.lines, [SIMD3(Self.west, 3, 0), SIMD3(Self.west, 10, 0)], [0, 1])
    let image = try picture([Self.stands(line, 20)])
    for pitch in [5.0, 10, 20] {
      #expect(isRed(pixel(image, heading: Self.aside, pitch: pitch)))
      for away in [-2.0, 2] { #expect(!isRed(pixel(image, heading: Self.aside + away * Self.step, pitch: pitch))) }
    }
    let (low, high) = (atan((3 - Self.eye) / 20) * 180 / .pi, atan((10 - Self.eye) / 20) * 180 / .pi)
    #expect(
      isRed(pixel(image, heading: Self.aside, pitch: low + 0.3)) && !isRed(pixel(image, heading: Self.aside, pitch: low - 0.3)))
    #expect(
      isRed(pixel(image, heading: Self.aside, pitch: high - 0.3)) && !isRed(pixel(image, heading: Self.aside, pitch: high + 0.3)))
  }

  /// Of green light, what something red takes away from a pixel of `plain`, 0 ... 1.
  private func cover(_ image: Image, _ plain: Image, heading: Double, pitch: Double) -> Double {
    1 - Double(pixel(image, heading: heading, pitch: pitch).y) / Double(pixel(plain, heading: heading, pitch: pitch).y)
  }

  /// One that passes close by is no wider there than far off.
  @Test func aLineIsAsWideNearAsFar() throws {
    let wire = Self.strokes(.lines, [SIMD3(200, 4, 0), SIMD3(-200, 4, 0)], [0, 1])
    let (image, plain) = (try picture([Self.stands(wire, 3)]), try picture([]))
    for heading in [0.0, 45, 70, -70] {
      let column = (heading / Self.step).rounded(.down) * Self.step + Self.aside
      let pitch = atan((4 - Self.eye) * cos(column * .pi / 180) / 3) * 180 / .pi
      let rows = (-12...12).map { cover(image, plain, heading: column, pitch: pitch + Double($0) * Self.step) }
      // Of sRGB, which makes less of the half of a pixel.
      #expect((0.5...2).contains(rows.reduce(0, +)), "\(heading): \(rows)")
      #expect((rows[..<10] + rows[15...]).allSatisfy { abs($0) < 0.02 }, "\(heading): \(rows)")
    }
  }

  @Test func aPointIsThreePixelsWide() throws {
    let height = Float(Self.eye + 20 * tan(5.05 * Double.pi / 180))
    let points = Self.strokes(.points, [SIMD3(Self.west, height, 0)], [0])
    let (image, plain) = (try picture([Self.stands(points, 20)]), try picture([]))
    let middle = (90 - (((90 - 5.05) / Self.step).rounded(.down) + 0.5) * Self.step)
    for (x, y) in [(0.0, 0.0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
      let near = cover(image, plain, heading: Self.aside + x * Self.step, pitch: middle + y * Self.step)
      #expect(near > 0.3, "\(x) \(y): \(near)")
      guard x != 0 || y != 0 else { continue }
      let far = cover(image, plain, heading: Self.aside + 3 * x * Self.step, pitch: middle + 3 * y * Self.step)
      #expect(abs(far) < 0.02, "\(x) \(y): \(far)")
    }
    // A house's worth of solid surface hides them.
    let wall = Self.stands(Self.sheet(Self.paint(Self.white)), 15)
    #expect(!isRed(pixel(try picture([wall, Self.stands(points, 20)]), heading: Self.aside, pitch: middle)))
  }

  @Test func strokesThrowNoShadowAndHideNothing() throws {
    let wires = (0..<200).map { SIMD3(Float($0) * 0.05 - 5, 10, 0) }
    let model = Self.stands(Self.strokes(.points, wires, Array(0..<200)), 40)
    let (with, without) = (try picture([model], height: 120), try picture([], height: 120))
    let pitch = -atan2(120.0, 50) * 180 / .pi
    #expect(pixel(with, heading: 0, pitch: pitch) == pixel(without, heading: 0, pitch: pitch))
    var scene = StreetScene(frame: Self.frame, radius: 300)
    scene.models = [model]
    #expect(StreetMesh(scene).looks.isEmpty)
  }

  @Test func whatIsNoLineIsLeftOut() throws {
    let places = [
      SIMD3<Float>(0, 2, 0), SIMD3(0, 8, 0), SIMD3(.nan, 1, 1), SIMD3(.infinity, 1, 1), SIMD3(0, Float(Self.eye), -20),
    ]
    // An odd one, one that is none, numbers that lead nowhere, places that are none, and one that leads through the eye.
    for indices: [UInt32] in [[0, 1, 2], [0], [0, 0], [0, 99, 4_000_000_000, 1], [0, 2], [3, 1], [4, 4], [4, 0], [2, 3]] {
      for shape in [ModelPrimitive.Shape.lines, .points, .triangles] {
        var asset = Self.strokes(shape, places, indices)
        // As wide as a model that can be seen.
        asset.bounds = ModelBox(around: [SIMD3(-10, 0, -10), SIMD3(10, 10, 10)])
        _ = try picture([Self.stands(asset, 20)], width: 256)
      }
    }
    var good = Self.strokes(.lines, places + [SIMD3(Self.west, 2, 0), SIMD3(Self.west, 8, 0)], [0, 2, 5, 6, 1, 99, 4])
    good.bounds = ModelBox(around: [SIMD3(-10, 0, -10), SIMD3(10, 10, 10)])
    #expect(isRed(pixel(try picture([Self.stands(good, 20)]), heading: Self.aside, pitch: 5)))
  }

  @Test func theyAreNoMoreThanTheLimit() {
    var scene = StreetScene(frame: Self.frame, radius: 300)
    let places = [SIMD3<Float>(0, 2, 0), SIMD3(0, 8, 0)]
    let lines = Self.strokes(.lines, places, (0..<1_200_000).map { UInt32($0 & 1) })
    scene.models = [Self.stands(lines, 20)]
    let mesh = StreetMesh(scene, seenBy: StreetSight(eye: SIMD3(0, 0, 1.7), pixel: 0.002))
    #expect(mesh.triangles.count > 100_000 && mesh.triangles.count <= 1_000_000 + mesh.groundCount)
  }
}
