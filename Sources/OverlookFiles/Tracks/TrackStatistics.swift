import OverlookGeometry

/// How long and how high a track goes, and how fast.
package struct TrackStatistics: Hashable, Sendable {
  /// A place of the elevation profile.
  package struct ProfilePoint: Hashable, Sendable {
    /// Along the track, without its gaps.
    package var distanceMeters: Double
    /// Nil where the file has no height.
    package var height: Double?
    /// Seconds since 1970.
    package var time: Double?
    /// Of the file's positions.
    package var position: Int
  }

  package private(set) var lengthMeters = 0.0
  /// Nil for a track without heights.
  package private(set) var ascentMeters: Double?
  package private(set) var descentMeters: Double?
  package private(set) var lowest: Double?
  package private(set) var highest: Double?
  /// Seconds since 1970 of the first and the last time; nil without times.
  package private(set) var start: Double?
  package private(set) var end: Double?
  /// Without rests and gaps.
  package private(set) var movingSeconds = 0.0
  /// Metres a second; nil without times. Of single steps those count that lie between places at least three seconds apart.
  package private(set) var maximumSpeed: Double?
  package private(set) var profile: [ProfilePoint] = []

  /// Whoever goes slower rests; what lies further apart in time is a gap.
  private static let (restSpeed, gapSeconds) = (0.3, 300.0)

  /// Metres a second while moving.
  package var averageSpeed: Double? { movingSeconds > 0 ? movingLength / movingSeconds : nil }

  private var movingLength = 0.0

  /// Of the lines of a feature; nil for a feature without lines.
  ///
  /// - Parameter threshold: Metres by which heights must differ before they count as a climb: receivers waver by some metres.
  package init?(_ shapes: FeatureShapes, feature: Int, threshold: Double = 5) {
    let lines = shapes.shapes(of: feature).filter { shapes.shapes[$0].kind == .lines }
    guard !lines.isEmpty else { return nil }
    var climb = TrackClimb(threshold: threshold)
    for part in lines.flatMap({ shapes.parts(of: $0) }) {
      var last: Int?
      for position in shapes.positions(of: part) {
        if let last { step(from: last, to: position, shapes) }
        note(position, shapes, &climb)
        last = position
      }
      climb.endLine()
    }
    if climb.count > 0 { (ascentMeters, descentMeters) = (climb.ascent, climb.descent) }
  }

  private mutating func note(_ position: Int, _ shapes: FeatureShapes, _ climb: inout TrackClimb) {
    let (height, time) = (shapes.height(position), shapes.time(position))
    if let height {
      climb.add(height)
      lowest = min(lowest ?? height, height)
      highest = max(highest ?? height, height)
    }
    if let time {
      start = min(start ?? time, time)
      end = max(end ?? time, time)
    }
    profile.append(ProfilePoint(distanceMeters: lengthMeters, height: height, time: time, position: position))
  }

  private mutating func step(from last: Int, to position: Int, _ shapes: FeatureShapes) {
    let length = GeodesicLength.meters(from: shapes.place(last), to: shapes.place(position))
    lengthMeters += length
    guard let before = shapes.time(last), let after = shapes.time(position), after > before, after - before < Self.gapSeconds
    else {
      return
    }
    let speed = length / (after - before)
    if speed >= Self.restSpeed {
      movingSeconds += after - before
      movingLength += length
    }
    let measured = shapes.measure(PointMeasure.speed, at: position) ?? (after - before >= 3 ? speed : nil)
    if let measured { maximumSpeed = max(maximumSpeed ?? measured, measured) }
  }
}
