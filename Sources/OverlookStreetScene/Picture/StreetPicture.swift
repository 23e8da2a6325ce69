import Glibc
package import OverlookSupport

/// A panorama made from the map: the scene seen from a place on the street, whole around.
package struct StreetPicture: Sendable {
  /// Metres of an eye above the ground.
  package static let heightLimit = 0.3...500.0
  /// Pixels along the horizon.
  package static let widthLimit = 256...16_384

  /// Equirectangular, north in the middle, twice as wide as high.
  package let image: Image
  /// How far what is seen is away.
  package let depth: StreetDepth

  /// Draws the scene from `height` metres above its origin, held to `heightLimit`, in a picture of `width` pixels, held to
  /// `widthLimit` and even. Takes a second or two for each thousand pixels of width squared; ends early, with nil, when `isCancelled`
  /// says so.
  package init?(
    _ scene: StreetScene, height: Double = 1.7, light: StreetLight, width: Int = 4_096, isCancelled: () -> Bool = { false }
  ) {
    let width = min(max(width, Self.widthLimit.lowerBound), Self.widthLimit.upperBound) & ~1
    let height = height.isFinite ? min(max(height, Self.heightLimit.lowerBound), Self.heightLimit.upperBound) : 1.7
    let eye = SIMD3(0, 0, Float(height))
    let mesh = StreetMesh(scene, seenBy: StreetSight(eye: eye, pixel: 2 * .pi / Float(width)))
    let shading = StreetShading(
      mesh: mesh, light: light, shadows: light.altitude > 0.5 ? Self.shadows(mesh, light, scene, width: width) : nil)
    // A face covers a quarter of the horizon; twice as many samples in both directions smooth the edges.
    let side = width / 2
    var faces: [StreetFace] = []
    var pictures: [FacePicture] = []
    for kind in StreetFace.Side.allCases {
      if isCancelled() { return nil }
      var face = StreetFace(kind, side: side)
      face.draw(mesh, eye: eye)
      pictures.append(FacePicture(face, face.clearSamples(mesh, eye: eye), shading, eye: eye))
      faces.append(face)
    }
    depth = StreetDepth(faces)
    image = Self.equirectangular(pictures, width: width)
  }

  /// Those within 32 m, whose edges are seen from near, and all.
  private static func shadows(
    _ mesh: StreetMesh, _ light: StreetLight, _ scene: StreetScene, width: Int
  ) -> StreetShadows {
    let reach = Float(min(scene.radius, 320))
    return StreetShadows(
      near: SunShadow(mesh, toSun: light.toSun, reach: min(reach, 32), side: min(max(width / 4, 256), 2_048)),
      far: SunShadow(mesh, toSun: light.toSun, reach: reach, side: min(max(width, 256), 4_096)))
  }

  private static func equirectangular(_ faces: [FacePicture], width: Int) -> Image {
    let rows = width / 2
    return Image(width: width, height: rows, scale: 1) { column, row in
      let heading = (Float(column) + 0.5) / Float(width) * 2 * .pi - .pi
      let pitch = Float.pi / 2 - (Float(row) + 0.5) / Float(rows) * .pi
      let ray = SIMD3(sinf(heading) * cosf(pitch), cosf(heading) * cosf(pitch), sinf(pitch))
      let (face, x, y) = StreetDepth.place(of: ray)
      let color = faces[face].color(x, y)
      return SIMD4(color.x, color.y, color.z, 255)
    }
  }
}

/// The shaded pixels of a face, at half its resolution.
struct FacePicture {
  private let side: Int
  private var pixels: [SIMD3<Float>]

  /// `clear`: what lets light through before what is drawn on the face; nil for nothing.
  init(_ face: StreetFace, _ clear: ClearSamples?, _ shading: StreetShading, eye: SIMD3<Float>) {
    let fine = face.raster.side
    side = max(fine / 2, 1)
    pixels = []
    pixels.reserveCapacity(side * side)
    for row in 0..<side {
      for column in 0..<side {
        let sunlight = Self.sunlight(face, column * 2, row * 2, shading, eye)
        var sum = SIMD3<Float>()
        for sample in 0..<4 {
          let (x, y) = (column * 2 + sample & 1, row * 2 + sample >> 1)
          let behind = Self.color(face, x, y, shading, eye, sunlight)
          sum += clear.map { Self.color(face, x, y, $0, behind, shading, eye) } ?? behind
        }
        pixels.append(Self.display(sum / 4))
      }
    }
  }

  /// How much of the sun reaches what four samples show, of which the first is named; nil where that is not one triangle.
  private static func sunlight(
    _ face: StreetFace, _ column: Int, _ row: Int, _ shading: StreetShading, _ eye: SIMD3<Float>
  ) -> Float? {
    let raster = face.raster
    let side = raster.side
    guard column + 1 < side, row + 1 < side else { return nil }
    let index = row * side + column
    let number = raster.triangles[index]
    guard number >= 0, raster.triangles[index + 1] == number, raster.triangles[index + side] == number,
      raster.triangles[index + side + 1] == number, shading.mesh.triangles.indices.contains(Int(number))
    else { return nil }
    let nearness = raster.nearness[index] + raster.nearness[index + side + 1]
    guard nearness > 0 else { return nil }
    let (ray, depth) = (face.frame.ray(Float(column + 1), Float(row + 1)), 2 / nearness)
    let length = ray.length
    return shading.sunlight(
      shading.mesh.triangles[Int(number)], at: eye + ray * depth, direction: ray / length, distance: depth * length,
      sample: depth * length * 2 / Float(side))
  }

  /// `sunlight`: of what it shows; nil where it is to be looked for.
  private static func color(
    _ face: StreetFace, _ column: Int, _ row: Int, _ shading: StreetShading, _ eye: SIMD3<Float>, _ sunlight: Float?
  ) -> SIMD3<Float> {
    let raster = face.raster
    let index = min(row, raster.side - 1) * raster.side + min(column, raster.side - 1)
    let ray = face.frame.ray(column: column, row: row)
    let length = ray.length
    let direction = ray / length
    let number = Int(raster.triangles[index])
    guard number >= 0, shading.mesh.triangles.indices.contains(number), raster.nearness[index] > 0 else {
      return shading.light.sky(direction)
    }
    let depth = 1 / raster.nearness[index]
    let distance = depth * length
    let triangle = shading.mesh.triangles[number]
    let (place, sample) = (eye + ray * depth, distance * 2 / Float(raster.side))
    return shading.color(
      triangle, at: place, direction: direction, distance: distance, sample: sample,
      sunlight: sunlight
        ?? shading.sunlight(triangle, at: place, direction: direction, distance: distance, sample: sample))
  }

  /// What is seen through what lies before `behind`, the nearest first.
  private static func color(
    _ face: StreetFace, _ column: Int, _ row: Int, _ clear: ClearSamples, _ behind: SIMD3<Float>, _ shading: StreetShading,
    _ eye: SIMD3<Float>
  ) -> SIMD3<Float> {
    var (sum, rest) = (SIMD3<Float>(), Float(1))
    clear.forEach(column: min(column, face.raster.side - 1), row: min(row, face.raster.side - 1)) { found in
      guard shading.mesh.clearTriangles.indices.contains(Int(found.triangle)) else { return true }
      let triangle = shading.mesh.clearTriangles[Int(found.triangle)]
      let (ray, depth) = (face.frame.ray(column: column, row: row), 1 / found.nearness)
      let length = ray.length
      let (place, direction, distance) = (eye + ray * depth, ray / length, depth * length)
      let sample = distance * 2 / Float(face.raster.side)
      let sunlight = shading.sunlight(triangle, at: place, direction: direction, distance: distance, sample: sample)
      let seen = shading.clear(
        triangle, at: place, direction: direction, distance: distance, sample: sample, sunlight: sunlight)
      guard let seen else { return true }
      sum += seen.color * (seen.alpha * rest)
      rest *= 1 - seen.alpha
      return rest > 0.002
    }
    return sum + behind * rest
  }

  /// Amounts of light as sRGB, 0 ... 255, with soft shoulders (the curve of Narkowicz, "ACES filmic tone mapping curve", 2015).
  static func display(_ light: SIMD3<Float>) -> SIMD3<Float> {
    // What shines without measure is white.
    let x = (light * 0.62).clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1_000))
    let curved = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
    func encoded(_ value: Float) -> Float {
      let place = (value > 0 ? min(value, 1) : 0) * Float(curve.count - 1)
      let number = min(Int(place), curve.count - 2)
      return curve[number] + (curve[number + 1] - curve[number]) * (place - Float(number))
    }
    return SIMD3(encoded(curved.x), encoded(curved.y), encoded(curved.z))
  }

  /// What 0 ... 1 of light is in sRGB (IEC 61966-2-1), 0 ... 255; between two of them to a hundredth.
  private static let curve = (0...4_096).map { number -> Float in
    let value = Float(number) / 4_096
    return 255 * (value <= 0.003_130_8 ? value * 12.92 : 1.055 * powf(value, 1 / 2.4) - 0.055)
  }

  /// Between four pixels; x and y run 0 ... 1 over the face.
  func color(_ x: Float, _ y: Float) -> SIMD3<UInt8> {
    let (px, py) = (min(max(x * Float(side) - 0.5, 0), Float(side - 1)), min(max(y * Float(side) - 0.5, 0), Float(side - 1)))
    let (column, row) = (min(Int(px), max(side - 2, 0)), min(Int(py), max(side - 2, 0)))
    let (u, v) = (px - Float(column), py - Float(row))
    let (nextColumn, nextRow) = (min(column + 1, side - 1), min(row + 1, side - 1))
    let low = pixels[row * side + column].mixed(with: pixels[row * side + nextColumn], u)
    let high = pixels[nextRow * side + column].mixed(with: pixels[nextRow * side + nextColumn], u)
    let color = low.mixed(with: high, v) + 0.5
    return SIMD3(UInt8(min(color.x, 255)), UInt8(min(color.y, 255)), UInt8(min(color.z, 255)))
  }
}
