package import Foundation
import Glibc
import OverlookGeometry

/// How long the Sun shines on each cell of a piece of land: the sum of many shadows. Pure; any thread.
package enum SunHours {
  /// A place of the Sun, and how many hours it stands for.
  package struct Sample: Hashable, Sendable {
    /// Clockwise from north, degrees.
    package var azimuth: Double
    /// Degrees above the horizon.
    package var altitude: Double
    package var hours: Double

    package init(azimuth: Double, altitude: Double, hours: Double) {
      (self.azimuth, self.altitude, self.hours) = (azimuth, altitude, hours)
    }
  }

  /// The Sun's places of the 24 hours from `start` on, every `minutes`, while it is up.
  package static func day(from start: Date, minutes: Double = 10, _ observer: SkyObserver) throws(AstronomyError) -> [Sample] {
    let minutes = minutes.isFinite ? min(max(minutes, 1), 120) : 10
    let count = Int((1440 / minutes).rounded())
    let step = 86400 / Double(count)
    let dates = (0..<count).map { start.addingTimeInterval((Double($0) + 0.5) * step) }
    return try Ephemeris.positions(of: .sun, at: dates, observer: observer).compactMap { sun in
      guard sun.altitude > 0 else { return nil }
      return Sample(azimuth: sun.azimuth, altitude: sun.altitude, hours: step / 3600)
    }
  }

  /// Those of the year that begins at `start`: of `days` days, evenly spread, each for as many as lie between.
  package static func year(
    from start: Date, days: Int = 24, minutes: Double = 15, _ observer: SkyObserver
  ) throws(AstronomyError) -> [Sample] {
    let days = min(max(days, 1), 366)
    var samples: [Sample] = []
    for day in 0..<days {
      let middle = start.addingTimeInterval((Double(day) + 0.5) * 365.2425 / Double(days) * 86400)
      for sample in try self.day(from: middle.addingTimeInterval(-43200), minutes: minutes, observer) {
        samples.append(Sample(azimuth: sample.azimuth, altitude: sample.altitude, hours: sample.hours * 365.2425 / Double(days)))
      }
    }
    return samples
  }

  /// Hours of Sun on the surface of each cell, roofs on their top, row by row as the heights of `grid`. What stands outside of it
  /// throws no shadows.
  package static func hours(on grid: HeightGrid, _ samples: [Sample]) -> [Float] {
    var (along, across) = ([Float](repeating: 0, count: grid.heights.count), [Float]())
    let turned = samples.contains { !isAlongRows($0) } ? grid.transposed : nil
    if turned != nil { across = along }
    for sample in samples where sample.altitude > 0 && sample.hours > 0 && sample.azimuth.isFinite {
      // Where light goes, in cells: right and down.
      let azimuth = sample.azimuth * Angle.radiansPerDegree
      let (right, down) = (-sin(azimuth), cos(azimuth))
      let slope = tan(min(sample.altitude, 89.9) * Angle.radiansPerDegree)
      if isAlongRows(sample) {
        add(Float(sample.hours), to: &along, grid, along: right / abs(down), isForward: down > 0, slope)
      } else if let turned {
        add(Float(sample.hours), to: &across, turned, along: down / abs(right), isForward: right > 0, slope)
      }
    }
    guard turned != nil else { return along }
    for row in 0..<grid.height {
      for column in 0..<grid.width { along[row * grid.width + column] += across[column * grid.height + row] }
    }
    return along
  }

  /// Whether its light goes farther down or up than to the side.
  private static func isAlongRows(_ sample: Sample) -> Bool {
    let azimuth = sample.azimuth * Angle.radiansPerDegree
    return abs(cos(azimuth)) >= abs(sin(azimuth))
  }

  /// Goes with the light from row to row: a shadow is as high as what throws it, less what the light has fallen since. `shift`: how
  /// many cells the light goes aside on its way to the next row. In whole cells, so that edges stay sharp however far they fall:
  /// half a cell off at most.
  private static func add(
    _ hours: Float, to sums: inout [Float], _ grid: HeightGrid, along shift: Double, isForward: Bool, _ slope: Double
  ) {
    let width = grid.width
    let drop = Float(grid.cellMeters * (1 + shift * shift).squareRoot() * slope)
    var above = [Float](repeating: 0, count: width)
    var here = above
    for step in 0..<grid.height {
      let row = isForward ? step : grid.height - 1 - step
      let aside = Int((shift * Double(step)).rounded()) - Int((shift * Double(step - 1)).rounded())
      let first = row * width
      for column in 0..<width {
        let from = column &- aside
        let own = grid.heights[first &+ column]
        let shadow = from >= 0 && from < width ? above[from] - drop : 0
        if shadow <= own + 0.01 { sums[first &+ column] += hours }
        here[column] = max(own, shadow)
      }
      swap(&above, &here)
    }
  }
}
