public import Foundation
public import OverlookAstronomy
public import OverlookGeometry

/// A point of a body's way over the sky.
public struct SkyPathPoint: Hashable, Sendable {
  /// When the body is there.
  public var date: Date
  /// Where it is seen: through the air, above the level of the viewer.
  public var orientation: Orientation

  init(_ mark: SkyChart.Mark) {
    date = mark.date
    orientation = Orientation(heading: mark.azimuth, pitch: mark.altitude)
  }
}

/// A line over the sky of a panorama.
public struct SkyPath: Hashable, Sendable {
  /// What the line is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The way of the day that was asked for.
    case day
    /// The day of the solstice of June.
    case juneSolstice
    /// The day of the equinox of March.
    case equinox
    /// The day of the solstice of December.
    case decemberSolstice
    /// Where the body stands at this time of day over the year: closed.
    case analemma
  }

  /// Whose way.
  public var body: CelestialBody
  /// What the line is.
  public var kind: Kind
  /// In the order of time.
  public var points: [SkyPathPoint]
}

/// The ways of sun and moon over a panorama, relative to the level of the viewer: farther things first, so that what is drawn later lies
/// above.
public struct SkyPaths: Hashable, Sendable {
  /// Where they are seen from.
  public let observer: SkyObserver
  /// Analemmas first, then the arcs of the seasons, then the days of the moon and of the sun.
  public let paths: [SkyPath]
  /// Of the sun, at each full hour of the day.
  public let hours: [SkyPathPoint]
  /// Of the sun on that day: rise, set, twilights.
  public let events: SkyEvents
  /// Where each body is at the time itself.
  public let positions: [CelestialBody: SkyPosition]

  /// The ways on the day of `date` as it is seen from `coordinate`.
  ///
  /// - Parameters:
  ///   - heightMeters: Of the viewer above the ellipsoid.
  ///   - secondsFromGMT: Of the clock that tells day and hours; nil for the full hour that is nearest to local mean time.
  /// - Throws: For dates outside of the years 1600 to 2600, and places that are none.
  public init(
    at coordinate: LocationCoordinate, date: Date, heightMeters: Double = 0, secondsFromGMT: Double? = nil
  ) throws(AstronomyError) {
    observer = SkyObserver(coordinate, heightMeters: heightMeters)
    let sun = try SkyChart(of: .sun, at: date, observer: observer, secondsFromGMT: secondsFromGMT)
    let moon = try SkyChart(of: .moon, at: date, observer: observer, secondsFromGMT: secondsFromGMT)
    var paths = [SkyPath(body: .sun, kind: .analemma, points: sun.analemma.map(SkyPathPoint.init))]
    for (kind, season) in zip([SkyPath.Kind.juneSolstice, .equinox, .decemberSolstice], sun.seasons) {
      paths.append(SkyPath(body: .sun, kind: kind, points: season.map(SkyPathPoint.init)))
    }
    paths.append(SkyPath(body: .moon, kind: .day, points: moon.day.map(SkyPathPoint.init)))
    paths.append(SkyPath(body: .sun, kind: .day, points: sun.day.map(SkyPathPoint.init)))
    self.paths = paths
    hours = sun.hours.map(SkyPathPoint.init)
    events = sun.events
    var positions: [CelestialBody: SkyPosition] = [:]
    for body in CelestialBody.allCases { positions[body] = try Ephemeris.position(of: body, at: date, observer: observer) }
    self.positions = positions
  }
}
