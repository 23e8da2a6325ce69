import Foundation
import OverlookAstronomy
import OverlookGeometry
import OverlookStreetScene
import OverlookSupport

/// Hours of Sun on a square of the ground, and their picture.
struct SunHoursGround: Sendable {
  let bounds: CoordinateBounds
  /// Cells along a side.
  let side: Int
  /// Row by row from the north-west; NaN on roofs.
  let hours: [Float]
  /// The most that any ground has; 0 where there is no ground or no Sun.
  let mostHours: Double
  let image: Image

  private static let cellMeters = 2.0
  /// Around the square, of houses that throw their shadows into it.
  private static let reachMeters = 200.0
  /// Places of the Sun between two questions whether it is still wanted.
  private static let chunk = 32

  /// Nil when the task was cancelled.
  static func make(
    around center: LocationCoordinate, sideMeters: Double, _ span: SunHoursLayer.Span, _ streets: InstalledStreets
  ) async throws(SunHoursProblem) -> SunHoursGround? {
    let radius = (sideMeters / 2 + reachMeters) * 2.0.squareRoot()
    guard let scene = await streets.panoramas.houses(around: center, radius: radius) else {
      throw SunHoursProblem("no map with houses is here")
    }
    let samples: [SunHours.Sample]
    do throws(AstronomyError) {
      samples = try span.samples(over: center)
    } catch { throw SunHoursProblem("\(error)") }
    return SunHoursGround(scene, sideMeters: sideMeters, samples)
  }

  private init?(_ scene: StreetScene, sideMeters: Double, _ samples: [SunHours.Sample]) {
    func cells(_ meters: Double) -> Int { Int(exactly: (meters / Self.cellMeters).rounded(.up)) ?? 0 }
    let (inner, margin) = (cells(sideMeters), cells(Self.reachMeters))
    let whole = inner + 2 * margin
    guard inner > 0, var grid = HeightGrid(width: whole, height: whole, cellMeters: Self.cellMeters) else { return nil }
    let half = Double(whole) * Self.cellMeters / 2
    for building in scene.buildings { grid.raise(building) { SIMD2($0.x + half, half - $0.y) } }
    var sums = [Float](repeating: 0, count: whole * whole)
    for start in stride(from: 0, to: samples.count, by: Self.chunk) {
      if Task.isCancelled { return nil }
      let part = SunHours.hours(on: grid, Array(samples[start..<min(start + Self.chunk, samples.count)]))
      for index in sums.indices { sums[index] += part[index] }
    }
    var hours: [Float] = []
    var most: Float = 0
    for row in margin..<margin + inner {
      for column in margin..<margin + inner {
        let index = row * whole + column
        let value = grid.heights[index] > 0 ? Float.nan : sums[index]
        hours.append(value)
        if value > most { most = value }
      }
    }
    let reach = Double(inner) * Self.cellMeters / 2
    bounds = CoordinateBounds(
      southWest: scene.frame.coordinate(SIMD2(-reach, -reach)), northEast: scene.frame.coordinate(SIMD2(reach, reach)))
    (side, self.hours, mostHours) = (inner, hours, Double(most))
    image = Self.picture(hours, side: inner, most: max(Double(most), 1e-3))
  }

  /// Roofs are left clear.
  private static func picture(_ hours: [Float], side: Int, most: Double) -> Image {
    Image(width: side, height: side, scale: 1) { column, row in
      let value = Double(hours[row * side + column])
      guard value.isFinite else { return SIMD4() }
      let color = SunHoursColors.color(value / most)
      return SIMD4(UInt8(color.x.rounded()), UInt8(color.y.rounded()), UInt8(color.z.rounded()), 255)
    }
  }

  /// Nil on roofs and outside.
  func hours(at place: LocationCoordinate) -> Double? {
    guard bounds.contains(place) else { return nil }
    let (low, high, point) = (WorldPoint(bounds.southWest), WorldPoint(bounds.northEast), WorldPoint(place))
    let x = (point.x - low.x) / (high.x - low.x) * Double(side)
    let y = (point.y - high.y) / (low.y - high.y) * Double(side)
    guard let column = Int(exactly: x.rounded(.down)), let row = Int(exactly: y.rounded(.down)), (0..<side).contains(column),
      (0..<side).contains(row)
    else { return nil }
    let value = hours[row * side + column]
    return value.isFinite ? Double(value) : nil
  }
}

/// Why there are no hours of Sun, in one line.
struct SunHoursProblem: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

extension SunHoursLayer.Span {
  /// The places of the Sun; those of a year from its beginning in local mean time on.
  fileprivate func samples(over place: LocationCoordinate) throws(AstronomyError) -> [SunHours.Sample] {
    let observer = SkyObserver(place)
    switch self {
    case .day(let start): return try SunHours.day(from: start, minutes: 10, observer)
    case .year(let year):
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      guard let start = calendar.date(from: DateComponents(year: year)) else { throw .timeOutOfRange }
      return try SunHours.year(from: start.addingTimeInterval(-place.normalized.longitude * 240), observer)
    }
  }
}
