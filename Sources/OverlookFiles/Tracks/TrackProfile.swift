package import OverlookGeometry

/// The way of a track with its heights and times: from a distance or a time to a place, and back.
package struct TrackProfile: Sendable {
  package let points: [TrackStatistics.ProfilePoint]
  /// One for each point.
  package let places: [LocationCoordinate]
  /// Rising times with the numbers of their points; empty for a track without times.
  private let times: [(seconds: Double, point: Int)]

  package init(_ statistics: TrackStatistics, _ shapes: FeatureShapes) {
    points = statistics.profile
    places = points.map { shapes.place($0.position) }
    var times: [(seconds: Double, point: Int)] = []
    for (index, point) in points.enumerated() {
      // Time that runs backwards is none to follow.
      if let time = point.time, time > times.last?.seconds ?? -.infinity { times.append((time, index)) }
    }
    self.times = times
  }

  package var lengthMeters: Double { points.last?.distanceMeters ?? 0 }

  /// Seconds since 1970; nil for a track without two times.
  package var period: ClosedRange<Double>? {
    guard let first = times.first, let last = times.last, first.seconds < last.seconds else { return nil }
    return first.seconds...last.seconds
  }

  package var hasHeights: Bool { points.contains { $0.height != nil } }

  /// A place along the way, between two points where it lies between them.
  package struct Place: Hashable, Sendable {
    package var coordinate: LocationCoordinate
    package var distanceMeters: Double
    /// Metres; nil where the file has none on either side.
    package var height: Double?
    /// Seconds since 1970; nil as for heights.
    package var time: Double?
  }

  /// The place at a distance from the start; at an end for one beyond it. Nil for a track without points.
  package func place(atDistance meters: Double) -> Place? {
    guard !points.isEmpty, !meters.isNaN else { return nil }
    let next = firstIndex { points[$0].distanceMeters >= meters }
    guard next > 0 else { return place(0) }
    guard next < points.count else { return place(points.count - 1) }
    let (start, end) = (points[next - 1].distanceMeters, points[next].distanceMeters)
    return between(next - 1, next, share: end > start ? (meters - start) / (end - start) : 0)
  }

  /// The place at a time; nil outside of the track's times, and for one without.
  package func place(atTime seconds: Double) -> Place? {
    guard let period, period.contains(seconds) else { return nil }
    var (low, high) = (0, times.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if times[middle].seconds <= seconds { low = middle } else { high = middle }
    }
    let (before, after) = (times[low], times[high])
    let share = (seconds - before.seconds) / (after.seconds - before.seconds)
    // Points without times lie between: the way goes through them.
    guard after.point > before.point + 1 else { return between(before.point, after.point, share: share) }
    let (start, end) = (points[before.point].distanceMeters, points[after.point].distanceMeters)
    var place = place(atDistance: start + share * (end - start))
    place?.time = seconds
    return place
  }

  /// The nearest place of the way, and how far it is off; nil for a track without points. Flat about the place: for near ones.
  package func nearest(to coordinate: LocationCoordinate) -> (place: Place, metersAway: Double)? {
    var best: (index: Int, share: Double, square: Double)?
    let scale = LocalScale(coordinate)
    for index in points.indices {
      let to = scale.offset(places[index])
      let from =
        index > 0 && points[index].distanceMeters > points[index - 1].distanceMeters ? scale.offset(places[index - 1]) : to
      let (x, y) = (to.x - from.x, to.y - from.y)
      let square = x * x + y * y
      let share = square > 0 ? min(max(-(from.x * x + from.y * y) / square, 0), 1) : 1
      let (dx, dy) = (from.x + share * x, from.y + share * y)
      let distance = dx * dx + dy * dy
      if distance < best?.square ?? .infinity { best = (index, share, distance) }
    }
    guard let best else { return nil }
    let found = best.index > 0 ? between(best.index - 1, best.index, share: best.share) : place(0)
    return found.map { ($0, best.square.squareRoot()) }
  }

  /// What lies between two distances.
  package struct Section: Hashable, Sendable {
    package var lengthMeters: Double
    /// Nil without heights.
    package var ascentMeters: Double?
    package var descentMeters: Double?
    /// Nil without times.
    package var seconds: Double?
    package var bounds: CoordinateBounds
  }

  package func section(_ range: ClosedRange<Double>) -> Section? {
    guard let first = place(atDistance: range.lowerBound), let last = place(atDistance: range.upperBound) else { return nil }
    let inner = points.indices.filter { range.contains(points[$0].distanceMeters) }
    var climb = TrackClimb(threshold: 5)
    for height in [first.height] + inner.map({ points[$0].height }) + [last.height] { if let height { climb.add(height) } }
    climb.endLine()
    let isKnown = climb.count > 1
    return Section(
      lengthMeters: last.distanceMeters - first.distanceMeters, ascentMeters: isKnown ? climb.ascent : nil,
      descentMeters: isKnown ? climb.descent : nil,
      seconds: first.time.flatMap { start in last.time.map { max($0 - start, 0) } },
      bounds: CoordinateBounds([first.coordinate] + inner.map { places[$0] } + [last.coordinate]))
  }

  /// Distance and height for a drawing of `count` columns over `range`: the lowest and the highest of each column, so that no summit is
  /// lost. Gaps, where there is no height, are left out.
  package func outline(_ range: ClosedRange<Double>, count: Int) -> [(distanceMeters: Double, low: Double, high: Double)] {
    let width = range.upperBound - range.lowerBound
    guard count > 0, width > 0 else { return [] }
    var columns = [(low: Double, high: Double)?](repeating: nil, count: count)
    func add(_ distance: Double, _ height: Double) {
      let column = min(
        max(Int(exactly: ((distance - range.lowerBound) / width * Double(count)).rounded(.down)) ?? 0, 0), count - 1)
      let old = columns[column] ?? (height, height)
      columns[column] = (min(old.low, height), max(old.high, height))
    }
    for point in points where range.contains(point.distanceMeters) {
      if let height = point.height { add(point.distanceMeters, height) }
    }
    return columns.indices.compactMap { column in
      let distance = range.lowerBound + (Double(column) + 0.5) / Double(count) * width
      if let (low, high) = columns[column] { return (distance, low, high) }
      return place(atDistance: distance)?.height.map { (distance, $0, $0) }
    }
  }

  // MARK: Points

  private func firstIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func place(_ index: Int) -> Place? {
    guard points.indices.contains(index) else { return nil }
    return Place(
      coordinate: places[index], distanceMeters: points[index].distanceMeters, height: points[index].height,
      time: points[index].time)
  }

  private func between(_ first: Int, _ second: Int, share: Double) -> Place? {
    guard let a = place(first), let b = place(second) else { return nil }
    func mix(_ a: Double, _ b: Double) -> Double { a + share * (b - a) }
    func mix(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { mix(a, $0) } } ?? (share < 0.5 ? a : b) }
    let turn = (b.coordinate.longitude - a.coordinate.longitude).remainder(dividingBy: 360)
    return Place(
      coordinate: LocationCoordinate(
        latitude: mix(a.coordinate.latitude, b.coordinate.latitude), longitude: a.coordinate.longitude + share * turn),
      distanceMeters: mix(a.distanceMeters, b.distanceMeters), height: mix(a.height, b.height), time: mix(a.time, b.time))
  }
}
