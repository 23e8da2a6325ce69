import Foundation
import Glibc
import OverlookGeometry
import Testing
@testable import OverlookAstronomy

/// Hours of Sun against shadows of a prism that are computed place by place.
@Suite struct SunHoursTests {
  private static let helsinki = SkyObserver(LocationCoordinate(latitude: 60.17, longitude: 24.94))
  private static let midsummer = Date(timeIntervalSince1970: 1_781_989_200)

  @Test func openGroundHasTheWholeDay() throws {
    let samples = try SunHours.day(from: Self.midsummer, minutes: 5, Self.helsinki)
    let grid = try #require(HeightGrid(width: 4, height: 3, cellMeters: 10))
    let hours = SunHours.hours(on: grid, samples)
    // 18 h 56 min from rise to set, and some minutes for the middle of the disc.
    #expect(hours.allSatisfy { abs($0 - 18.9) < 0.2 })
    #expect(Set(hours).count == 1)
  }

  @Test func aYearHasItsHours() throws {
    let start = Date(timeIntervalSince1970: 1_767_225_600)
    let samples = try SunHours.year(from: start, Self.helsinki)
    let sum = samples.reduce(0) { $0 + $1.hours }
    // Half of a year, and more by refraction, which adds the more the flatter the Sun rises.
    #expect((4383.0 * 1.01...4383 * 1.04).contains(sum))
  }

  /// A tower of 12 x 8 metres and 30 metres height: each cell away from its edges and the edges of its shadows has the Sun for
  /// exactly those samples whose ray misses the tower.
  @Test func aTowerTakesTheSunFromWhereItsShadowFalls() throws {
    var grid = try #require(HeightGrid(width: 120, height: 120, cellMeters: 2))
    let (low, high) = (SIMD2(112.0, 116.0), SIMD2(124.0, 124.0))
    grid.raise([[low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]], to: 30)
    let samples = try SunHours.day(from: Self.midsummer, minutes: 60, Self.helsinki)
    for sample in samples {
      let hours = SunHours.hours(on: grid, [sample])
      var wrong = 0
      for row in 0..<120 {
        for column in 0..<120 {
          let place = SIMD2((Double(column) + 0.5) * 2, (Double(row) + 0.5) * 2)
          let shades = [-1.0, 1].flatMap { dx in
            [-1.0, 1].map { dy in Self.isShaded(place + SIMD2(dx, dy) * 1.5, low, high, sample) }
          }
          // A cell and a half beside an edge nothing is told.
          guard Set(shades).count == 1 else { continue }
          let isSunlit = hours[row * 120 + column] > 0
          let isTower = grid[column, row] > 0
          if !isTower, isSunlit == shades[0] { wrong += 1 }
          if isTower, !isSunlit { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(wrong) cells at azimuth \(sample.azimuth), altitude \(sample.altitude)")
    }
  }

  /// Whether the ray from a place on the ground to the Sun meets the box, by the slabs.
  private static func isShaded(_ place: SIMD2<Double>, _ low: SIMD2<Double>, _ high: SIMD2<Double>, _ sun: SunHours.Sample)
    -> Bool
  {
    let azimuth = sun.azimuth * .pi / 180
    let way = SIMD2(sin(azimuth), -cos(azimuth))
    var (near, far) = (0.0, 30 / tan(sun.altitude * .pi / 180))
    for axis in 0..<2 {
      guard abs(way[axis]) > 1e-12 else {
        if place[axis] < low[axis] || place[axis] > high[axis] { return false }
        continue
      }
      let (a, b) = ((low[axis] - place[axis]) / way[axis], (high[axis] - place[axis]) / way[axis])
      near = max(near, min(a, b))
      far = min(far, max(a, b))
    }
    return near < far
  }

  @Test func polygonsRaiseTheCellsWhoseMiddlesTheyHold() throws {
    var grid = try #require(HeightGrid(width: 6, height: 4, cellMeters: 1))
    let outer = [SIMD2(1.0, 0), SIMD2(6, 0), SIMD2(6, 4), SIMD2(1, 4)]
    let hole = [SIMD2(2.0, 1), SIMD2(4, 1), SIMD2(4, 3), SIMD2(2, 3)]
    grid.raise([outer, hole], to: 5)
    #expect(grid.heights.count { $0 == 5 } == 20 - 4)
    #expect(grid[0, 0] == 0 && grid[2, 1] == 0 && grid[1, 0] == 5 && grid[4, 2] == 5)
    // Nothing of what is none, and nothing lower.
    for height in [Double.nan, -.infinity, .infinity, -3, 2] { grid.raise([outer], to: height) }
    grid.raise([[SIMD2(.nan, .nan), SIMD2(.infinity, 1)], []], to: 9)
    #expect(grid.heights.max() == 5)
  }

  @Test func sizesThatAreNoneMakeNoGrid() {
    for (width, height, cell) in [(0, 1, 1.0), (1, -1, 1), (.max, 2, 1), (9000, 9000, 1), (1, 1, 0), (1, 1, .nan)] {
      #expect(HeightGrid(width: width, height: height, cellMeters: cell) == nil)
    }
  }

  @Test func suchSunsAsAreNoneShineNowhere() throws {
    let grid = try #require(HeightGrid(width: 2, height: 2, cellMeters: 1))
    let samples = [
      SunHours.Sample(azimuth: .nan, altitude: 10, hours: 1), SunHours.Sample(azimuth: 10, altitude: -1, hours: 1),
      SunHours.Sample(azimuth: 10, altitude: .nan, hours: 1), SunHours.Sample(azimuth: 10, altitude: 10, hours: .nan),
    ]
    #expect(SunHours.hours(on: grid, samples) == [0, 0, 0, 0])
  }
}
