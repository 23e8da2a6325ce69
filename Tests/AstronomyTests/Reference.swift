import Foundation
import OverlookAstronomy
import OverlookGeometry
import Testing

/// A row of `Fixtures/positions.csv`, which `Scripts/make-sky-reference` wrote.
struct ReferencePosition {
  var source: String
  var body: CelestialBody
  var observer: SkyObserver
  var date: Date
  var azimuth: Double
  /// Through the air; nil where the source does not tell.
  var altitude: Double?
  var airlessAltitude: Double
  var kilometers: Double

  var year: Double { 1970 + date.timeIntervalSince1970 / 86_400 / 365.2425 }

  static func all() throws -> [Self] {
    try Reference.rows("positions").map { row in
      let location = LocationCoordinate(latitude: try row.number(2), longitude: try row.number(3))
      return Self(
        source: row[0], body: try #require(CelestialBody(rawValue: row[1])),
        observer: SkyObserver(location, heightMeters: try row.number(4)),
        date: Date(timeIntervalSince1970: try row.number(5)), azimuth: try row.number(6), altitude: Double(row[7]),
        airlessAltitude: try row.number(8), kilometers: try row.number(9))
    }
  }
}

enum Reference {
  static func rows(_ name: String) throws -> [[String]] {
    let file = try #require(Bundle.module.url(forResource: name, withExtension: "csv", subdirectory: "Fixtures"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

extension [String] {
  func number(_ column: Int) throws -> Double { try #require(Double(self[column])) }
}

/// Degrees on the sky between two directions.
func separation(_ azimuth: Double, _ altitude: Double, _ otherAzimuth: Double, _ otherAltitude: Double) -> Double {
  let radians = Double.pi / 180
  let half = sin((altitude - otherAltitude) * radians / 2)
  let turn = sin((azimuth - otherAzimuth) * radians / 2)
  let square = half * half + cos(altitude * radians) * cos(otherAltitude * radians) * turn * turn
  return 2 * asin(min(square.squareRoot(), 1)) / radians
}
