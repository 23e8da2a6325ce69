internal import Foundation
internal import OverlookGeometry

/// Which way roundabouts are gone round, which tells on which side of the road traffic drives.
struct RoundaboutTurns {
  private let columns: RoadColumns

  init(_ columns: RoadColumns) {
    self.columns = columns
  }

  /// Whether traffic keeps to the left: roundabouts are gone round clockwise then. False without any.
  var areClockwise: Bool {
    var turn = 0.0
    for segment in 0..<columns.segmentCount {
      guard let arc = arc(of: segment) else { continue }
      turn += bends(arc)
      let head = Int(arc & 1 == 0 ? columns.segmentTo[segment] : columns.segmentFrom[segment])
      for place in Int(columns.firstOut[head])..<Int(columns.firstOut[head + 1]) {
        let next = Int(columns.outArcs[place])
        if next >> 1 != segment, self.arc(of: next >> 1) == next { turn += bend(from: end(arc), to: start(next)) }
      }
    }
    return turn > 0
  }

  /// The direction in which a piece of a roundabout is gone; nil for what is none, or is gone both ways.
  private func arc(of segment: Int) -> Int? {
    let row = Int(columns.segmentRow[segment]) * RoadRow.stride
    guard columns.rows[row] & RoadRow.Flags.roundabout.rawValue != 0 else { return nil }
    // Two bits of access for cars, forward and backward.
    let (forward, backward) = (columns.rows[row + 1] & 3 != 0, columns.rows[row + 1] >> 10 & 3 != 0)
    return forward == backward ? nil : forward ? 2 * segment : 2 * segment + 1
  }

  private func start(_ arc: Int) -> UInt8 {
    let packed = columns.bearings[arc >> 1]
    return arc & 1 == 0 ? UInt8(truncatingIfNeeded: packed) : UInt8(truncatingIfNeeded: packed >> 8) &+ 128
  }

  private func end(_ arc: Int) -> UInt8 {
    let packed = columns.bearings[arc >> 1]
    return arc & 1 == 0 ? UInt8(truncatingIfNeeded: packed >> 8) : UInt8(truncatingIfNeeded: packed) &+ 128
  }

  /// Degrees, to the right positive.
  private func bend(from: UInt8, to: UInt8) -> Double { Double(Int8(bitPattern: to &- from)) * (360 / 256) }

  /// All that a piece bends, which may be more than half a turn.
  private func bends(_ arc: Int) -> Double {
    let (from, to) = (Int(columns.segmentFrom[arc >> 1]), Int(columns.segmentTo[arc >> 1]))
    var headings: [Double] = []
    var last = (latitude: ShapeCoding.rounded(columns.latitudes[from]), longitude: ShapeCoding.rounded(columns.longitudes[from]))
    func add(_ latitude: Int, _ longitude: Int) {
      let narrowing = cos(Double(latitude) / 1e6 * .pi / 180)
      let (east, north) = (Double(longitude - last.longitude) * narrowing, Double(latitude - last.latitude))
      if east != 0 || north != 0 { headings.append(atan2(east, north) * 180 / .pi) }
      last = (latitude, longitude)
    }
    columns.eachShapePoint(of: arc >> 1, add)
    add(ShapeCoding.rounded(columns.latitudes[to]), ShapeCoding.rounded(columns.longitudes[to]))
    let sum = zip(headings, headings.dropFirst()).reduce(0) { $0 + Angle.shortestTurn(fromDegrees: $1.0, toDegrees: $1.1) }
    return arc & 1 == 0 ? sum : -sum
  }
}
