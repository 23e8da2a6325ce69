import Glibc
public import OverlookGeometry
import OverlookSupport

extension TimedOverlayCatalogue {
  /// Rain that the library makes up: bands and showers that grow, drift and die, the same for the same numbers. For trying and
  /// for demos.
  ///
  /// - Parameters:
  ///   - seed: Another number is other weather.
  ///   - bounds: Where it rains; by default around Great Britain and Ireland, 48 to 61 degrees north and 12 west to 5 east.
  ///   - frameCount: Pictures, a quarter of an hour apart, 1 ... 1000.
  ///   - side: Pixels of a picture along each side, 16 ... 2048.
  public static func rainField(
    seed: UInt64 = 1, bounds: CoordinateBounds = rainFieldBounds, frameCount: Int = 24, side: Int = 512
  ) -> TimedOverlayCatalogue {
    let field = RainField(seed: seed)
    let pixels = min(max(side, 16), 2048)
    let count = min(max(frameCount, 1), 1000)
    return TimedOverlayCatalogue(
      layerName: "rain", title: localized("Rain (made up)"), bounds: bounds,
      timesSeconds: (0..<count).map { RainField.startSeconds + Double($0) * RainField.stepSeconds }, scale: .rain
    ) { index, scale in field.picture(step: index, side: pixels, scale: scale ?? .rain) }
  }

  /// Great Britain and Ireland with the sea around them.
  public static let rainFieldBounds = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 48, longitude: -12), northEast: LocationCoordinate(latitude: 61, longitude: 5))
}

/// A field of rain over a square of side 1 and over time, made of gradient noise (Perlin, Improving Noise, 2002): where broad
/// bands are wet, showers stand in them, and both drift with the wind while they change. A value; any thread.
struct RainField: Sendable {
  /// 2024-02-09T00:00:00Z: any time will do, as long as it is always the same.
  static let startSeconds = 1_707_436_800.0
  static let stepSeconds = 900.0

  /// The numbers 0 ... 255 in the order of the seed, twice.
  private let permutation: [UInt8]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let order = (0...255).map { UInt8($0) }.shuffled(using: &generator)
    permutation = order + order
  }

  func picture(step: Int, side: Int, scale: ColorScale) -> Image {
    // A weather radar sees a cell as one: neighbouring pixels share the colour of their class and nothing between.
    let classes = scale.stops.map { (value: Float($0.value), color: $0.color.pixel) }
    return Image(width: side, height: side, scale: 1) { column, row in
      let rain = rain(x: (Float(column) + 0.5) / Float(side), y: (Float(row) + 0.5) / Float(side), step: Float(step))
      return classes.last { $0.value <= rain }?.color ?? SIMD4()
    }
  }

  /// Millimetres an hour at a place of the square, y south, after `step` steps.
  func rain(x: Float, y: Float, step: Float) -> Float {
    // The wind comes from the south-west; fronts lie across it.
    let (eastDrift, northDrift) = (0.016 * step, 0.009 * step)
    let (east, south) = (x - eastDrift, y + northDrift)
    let age = step * 0.035
    let bendX = noise(east * 2.2 + 11, south * 2.2, age) * 0.22
    let bendY = noise(east * 2.2, south * 2.2 + 23, age + 5) * 0.22
    let (u, v) = (east + bendX, south + bendY)
    // Stretched along the fronts.
    let along = (u + v) * 1.3
    let across = (u - v) * 3.4
    let band = noise(along, across, age) + 0.45 * noise(along * 2.1 + 7, across * 2.1, age * 1.6)
    guard band > -0.12 else { return 0 }
    var shower: Float = 0
    var (frequency, weight): (Float, Float) = (7, 0.5)
    for octave in 0..<4 {
      shower += weight * noise(u * frequency + Float(octave) * 19, v * frequency, age * 2.4 + Float(octave) * 3)
      frequency *= 2.05
      weight *= 0.55
    }
    // Towards the edges it dries up, so that no shower ends at a ruler's line.
    let rim = min(min(x, 1 - x), min(y, 1 - y))
    let strength = band * 1.1 + shower * 1.5 - 0.08 - max(0.07 - rim, 0) * 9
    // Rates are spread evenly over decades: from drizzle at 0 to a cloudburst at 1.
    return strength > 0 ? 0.1 * exp(min(strength, 1.2) * 6.2) : 0
  }

  /// Gradient noise, about -1 ... 1.
  private func noise(_ x: Float, _ y: Float, _ z: Float) -> Float {
    let (floorX, floorY, floorZ) = (x.rounded(.down), y.rounded(.down), z.rounded(.down))
    let (column, row, layer) = (Self.cell(floorX), Self.cell(floorY), Self.cell(floorZ))
    let (dx, dy, dz) = (x - floorX, y - floorY, z - floorZ)
    let (u, v, w) = (Self.eased(dx), Self.eased(dy), Self.eased(dz))
    let near = plane(column, row, layer, dx, dy, dz, u, v)
    let far = plane(column, row, (layer + 1) & 255, dx, dy, dz - 1, u, v)
    return near + (far - near) * w
  }

  private func plane(
    _ column: Int, _ row: Int, _ layer: Int, _ dx: Float, _ dy: Float, _ dz: Float, _ u: Float, _ v: Float
  ) -> Float {
    let left = Int(permutation[column]) + row
    let right = Int(permutation[column + 1]) + row
    let upperLeft = gradient(Int(permutation[left & 255]) + layer, dx, dy, dz)
    let upperRight = gradient(Int(permutation[right & 255]) + layer, dx - 1, dy, dz)
    let lowerLeft = gradient(Int(permutation[(left + 1) & 255]) + layer, dx, dy - 1, dz)
    let lowerRight = gradient(Int(permutation[(right + 1) & 255]) + layer, dx - 1, dy - 1, dz)
    let upper = upperLeft + (upperRight - upperLeft) * u
    let lower = lowerLeft + (lowerRight - lowerLeft) * u
    return upper + (lower - upper) * v
  }

  /// The offset along one of the twelve directions to the edges of a cube.
  private func gradient(_ index: Int, _ x: Float, _ y: Float, _ z: Float) -> Float {
    let hash = permutation[index & 255] & 15
    let first = hash < 8 ? x : y
    let second = hash < 4 ? y : hash == 12 || hash == 14 ? x : z
    return (hash & 1 == 0 ? first : -first) + (hash & 2 == 0 ? second : -second)
  }

  /// The lattice repeats after 256 cells.
  private static func cell(_ whole: Float) -> Int {
    let wrapped = whole - (whole / 256).rounded(.down) * 256
    return Int(exactly: wrapped).map { $0 & 255 } ?? 0
  }

  private static func eased(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }
}
