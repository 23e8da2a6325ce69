import OverlookGeometry
package import OverlookRouting

/// The traffic of roads, where it lies on a route.
package struct RouteTraffic: Hashable, Sendable {
  /// A part of a route with the same traffic.
  package struct Span: Hashable, Sendable {
    /// Metres from the start of the route, as its track measures them.
    package var range: ClosedRange<Double>
    package var level: TrafficLevel
  }

  /// One behind the other; parts of which nothing is known lie between them.
  package private(set) var spans: [Span] = []
  /// What a traveller wants to know of before: incidents on the route, jams that cost a minute or more, and where nobody passes.
  package private(set) var places: [PlaceAhead] = []
  /// Seconds that the traffic costs in all.
  package private(set) var delay = 0.0

  /// Metres from the route within which a line lies on it: two carriageways of a motorway are farther apart.
  private static let reach = 18.0
  /// Degrees between both directions at most: a road that crosses, or the other direction, is another road.
  private static let turn = 40.0
  /// Metres between the places of a line that are looked up.
  private static let pieceMeters = 30.0
  /// Places that are looked up at most; what is beyond them is not shown.
  private static let pieceLimit = 200_000
  /// Seconds of delay from which on a jam is told.
  private static let toldSeconds = 60.0

  /// No traffic at all.
  package static let none = RouteTraffic()

  private init() {}

  /// Nothing of a route that cannot be followed.
  package init(_ traffic: RoadTraffic, on route: Route) {
    guard let track = try? RouteTrack(route), track.length > 0 else { return }
    var levels = LevelCells(length: track.length)
    let surroundings = Surroundings(of: track.places)
    var pieces = 0
    for line in traffic.lines where pieces < Self.pieceLimit {
      pieces += Self.mark(line, on: track, within: surroundings, in: &levels)
    }
    spans = levels.spans
    for span in spans where span.level > .low { tell(span, on: track) }
    places += traffic.incidents.filter { surroundings.mayHold($0.coordinate, $0.coordinate) }
  }

  /// Marks where a line lies on the route; how many places were looked up.
  private static func mark(
    _ line: RoadTraffic.Line, on track: RouteTrack, within surroundings: Surroundings, in levels: inout LevelCells
  ) -> Int {
    var pieces = 0
    var found: [TrackMatch] = []
    for (from, to) in zip(line.places, line.places.dropFirst()) {
      guard surroundings.mayHold(from, to) else { continue }
      let length = SphericalGeometry.distance(from: from, to: to)
      guard length > 0 else { continue }
      let count = max(Int(exactly: min(length / pieceMeters, Double(pieceLimit)).rounded(.up)) ?? 1, 1)
      let bearing = SphericalGeometry.heading(from: from, to: to)
      for piece in 0..<count where pieces < pieceLimit {
        pieces += 1
        let place = SphericalGeometry.interpolate(from: from, to: to, fraction: (Double(piece) + 0.5) / Double(count))
        found.removeAll(keepingCapacity: true)
        track.matches(near: place, radius: reach, in: 0...track.length, into: &found)
        let half = length / Double(count) / 2
        for match in found where abs(Angle.shortestTurn(fromDegrees: match.bearing, toDegrees: bearing)) <= turn {
          levels.mark((match.meters - half)...(match.meters + half), line.level)
        }
      }
    }
    return pieces
  }

  private mutating func tell(_ span: Span, on track: RouteTrack) {
    let first = track.stepIndex(at: span.range.lowerBound)
    let last = track.stepIndex(at: span.range.upperBound)
    let planned = track.time(at: span.range.upperBound, step: last) - track.time(at: span.range.lowerBound, step: first)
    let cost = max(planned, 0) * (1 / span.level.speedFactor - 1)
    delay += cost
    guard span.level == .closed || cost >= Self.toldSeconds else { return }
    let place = track.place(at: span.range.lowerBound).coordinate
    places.append(
      PlaceAhead(span.level == .closed ? .closure : .congestion, at: place, delay: span.level == .closed ? nil : cost))
  }
}

/// The degrees around a route, which tell most lines of a country apart from it.
private struct Surroundings {
  private let bounds: CoordinateBounds
  /// Two hundred metres and more up to 80 degrees of latitude.
  private static let margin = 0.01

  init(of places: [LocationCoordinate]) { bounds = CoordinateBounds(places) }

  /// Whether a part of the way between two places may lie in them.
  func mayHold(_ a: LocationCoordinate, _ b: LocationCoordinate) -> Bool {
    guard a.isValid, b.isValid else { return false }
    let (south, north) = (bounds.southWest.latitude - Self.margin, bounds.northEast.latitude + Self.margin)
    guard max(a.latitude, b.latitude) >= south, min(a.latitude, b.latitude) <= north else { return false }
    let (west, east) = (bounds.southWest.longitude - Self.margin, bounds.northEast.longitude + Self.margin)
    // Around the antimeridian all longitudes may be theirs.
    guard west <= east, abs(a.longitude - b.longitude) < 180 else { return true }
    return max(a.longitude, b.longitude) >= west && min(a.longitude, b.longitude) <= east
  }
}

/// The worst traffic of each few metres of a route.
private struct LevelCells {
  private var levels: [UInt8]
  private let cellMeters: Double
  private let length: Double

  private static let limit = 100_000.0
  private static let shortest = 10.0
  /// Metres without traffic between two spans of one level that are the gaps between lines.
  private static let gap = 40.0

  init(length: Double) {
    self.length = length
    cellMeters = max(length / Self.limit, Self.shortest)
    levels = Array(repeating: 0, count: (Int(exactly: (length / cellMeters).rounded(.down)) ?? 0) + 1)
  }

  mutating func mark(_ range: ClosedRange<Double>, _ level: TrafficLevel) {
    guard let first = Int(exactly: (max(range.lowerBound, 0) / cellMeters).rounded(.down)),
      let last = Int(exactly: (min(range.upperBound, length) / cellMeters).rounded(.down)), first <= last
    else { return }
    for cell in first...min(last, levels.count - 1) { levels[cell] = max(levels[cell], UInt8(level.rawValue)) }
  }

  var spans: [RouteTraffic.Span] {
    var spans: [RouteTraffic.Span] = []
    var cell = 0
    while cell < levels.count {
      var end = cell + 1
      while end < levels.count, levels[end] == levels[cell] { end += 1 }
      if let level = TrafficLevel(rawValue: Int(levels[cell])) {
        let range = Double(cell) * cellMeters...min(Double(end) * cellMeters, length)
        if let last = spans.last, last.level == level, range.lowerBound - last.range.upperBound <= Self.gap {
          spans[spans.count - 1].range = last.range.lowerBound...range.upperBound
        } else if range.upperBound > range.lowerBound {
          spans.append(RouteTraffic.Span(range: range, level: level))
        }
      }
      cell = end
    }
    return spans
  }
}
