package import OverlookGeometry
import OverlookSupport

/// The geometries of the features of a file, in columns: a million points cost 24 bytes each.
///
/// A feature has shapes, a shape parts, a part positions; each begins where the one before ends. A shape of points has one part with
/// all of them, one of lines a part for each line, one of a polygon its outer ring and then its holes: an area of several polygons is
/// several shapes.
package struct FeatureShapes: Sendable {
  package enum Kind: UInt8, Hashable, Sendable { case points, lines, polygon }

  package struct Shape: Hashable, Sendable {
    /// The kind in the lowest two bits, the part above: a shape of each of many points is four bytes.
    private var bits: UInt32

    package init(kind: Kind, firstPart: Int32) { bits = UInt32(clamping: firstPart) << 2 | UInt32(kind.rawValue) }

    package var kind: Kind { Kind(rawValue: UInt8(bits & 3)) ?? .points }
    /// Below 2^30, above all budgets.
    package var firstPart: Int32 { Int32(clamping: bits >> 2) }
  }

  /// Longitude and latitude in degrees of WGS 84, in turn; longitudes may go on beyond 180.
  package var coordinates: [Double] = []
  /// Metres above the sea, NaN where there is none; empty, or one for each position.
  package var heights: [Float] = []
  /// Seconds since 1970, NaN where there is none; empty, or one for each position.
  package var times: [Double] = []
  /// What else was measured at each position.
  package var measures: [PointMeasure] = []
  /// One more than there are parts.
  package var partStarts: [Int32] = [0]
  package var shapes: [Shape] = []
  package var records = FeatureRecords()

  package init() {}

  package var positionCount: Int { coordinates.count / 2 }
  package var partCount: Int { partStarts.count - 1 }
  package var count: Int { records.count }

  /// The shapes of a feature.
  package func shapes(of feature: Int) -> Range<Int> {
    guard records.indices.contains(feature) else { return 0..<0 }
    let end = feature + 1 < records.count ? records.firstShape(of: feature + 1) : shapes.count
    return records.firstShape(of: feature)..<end
  }

  /// The parts of a shape.
  package func parts(of shape: Int) -> Range<Int> {
    guard shapes.indices.contains(shape) else { return 0..<0 }
    let end = shape + 1 < shapes.count ? Int(shapes[shape + 1].firstPart) : partCount
    return Int(shapes[shape].firstPart)..<end
  }

  /// The positions of a part.
  package func positions(of part: Int) -> Range<Int> {
    guard part >= 0, part < partCount else { return 0..<0 }
    return Int(partStarts[part])..<Int(partStarts[part + 1])
  }

  /// All positions of a feature.
  package func positions(ofFeature feature: Int) -> Range<Int> {
    let shapes = shapes(of: feature)
    guard let first = shapes.first, let last = shapes.last else { return 0..<0 }
    return Int(partStarts[parts(of: first).lowerBound])..<Int(partStarts[parts(of: last).upperBound])
  }

  package func place(_ position: Int) -> LocationCoordinate {
    LocationCoordinate(latitude: coordinates[2 * position + 1], longitude: coordinates[2 * position])
  }

  package func height(_ position: Int) -> Double? {
    guard heights.indices.contains(position), heights[position].isFinite else { return nil }
    return Double(heights[position])
  }

  package func time(_ position: Int) -> Double? {
    guard times.indices.contains(position), times[position].isFinite else { return nil }
    return times[position]
  }

  /// A measure by its name; nil where it was not taken.
  package func measure(_ name: String, at position: Int) -> Double? {
    guard let values = measures.first(where: { $0.name == name })?.values, values.indices.contains(position) else { return nil }
    return values[position].isFinite ? Double(values[position]) : nil
  }

  /// The smallest bounds of `positions`.
  package func bounds(of positions: Range<Int>) -> CoordinateBounds {
    guard !positions.isEmpty else { return .empty }
    var (west, east, south, north) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    for position in positions {
      let (x, y) = (coordinates[2 * position], coordinates[2 * position + 1])
      (west, east, south, north) = (min(west, x), max(east, x), min(south, y), max(north, y))
    }
    // Points on both sides of the antimeridian are near each other; files say so with a jump of nearly a turn.
    if east - west > 180, positions.count <= 100_000 {
      return CoordinateBounds(positions.map { place($0) })
    }
    return CoordinateBounds(
      southWest: LocationCoordinate(latitude: south, longitude: west),
      northEast: LocationCoordinate(latitude: north, longitude: east))
  }

  /// Bytes of memory.
  package var byteCount: Int {
    8 * coordinates.capacity + 4 * heights.capacity + 8 * times.capacity + 4 * partStarts.capacity
      + MemoryLayout<Shape>.stride * shapes.capacity + records.byteCount
      + measures.reduce(0) { $0 + 4 * $1.values.capacity }
  }

  mutating func trim() {
    coordinates = coordinates.trimmed()
    heights = heights.trimmed()
    times = times.trimmed()
    partStarts = partStarts.trimmed()
    shapes = shapes.trimmed()
    records.trim()
  }
}

/// A number that was measured at the positions of a file: speed, course, heart rate.
package struct PointMeasure: Hashable, Sendable {
  /// "speed" (metres a second), "course" (degrees), "heart rate" (beats a minute), "cadence" (turns a minute), "temperature" (degrees
  /// Celsius), "power" (watts), "distance" (metres from the start), "depth" (metres), "accuracy" (metres), or as the file calls it.
  package var name: String
  /// One for each position, NaN where there is none.
  package var values: [Float]

  package static let speed = "speed"
  package static let course = "course"
}
