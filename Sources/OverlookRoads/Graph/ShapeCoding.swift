package import OverlookGeometry

/// Points between the ends of a segment: signed differences in variable length, latitude before longitude, in millionths of a degree
/// (eleven centimetres) from the start's place rounded to those.
enum ShapeCoding {
  /// Of ten-millionths; ties away from zero, so that writer and reader agree.
  @inline(__always) static func rounded(_ value: Int32) -> Int {
    let value = Int(value)
    return (value + (value < 0 ? -5 : 5)) / 10
  }

  static func append(
    _ points: some Sequence<(latitude: Int32, longitude: Int32)>, after start: (Int32, Int32), to bytes: inout [UInt8]
  ) {
    var (latitude, longitude) = (rounded(start.0), rounded(start.1))
    for point in points {
      let (nextLatitude, nextLongitude) = (rounded(point.latitude), rounded(point.longitude))
      append(nextLatitude - latitude, to: &bytes)
      append(wrapped(nextLongitude - longitude), to: &bytes)
      (latitude, longitude) = (nextLatitude, nextLongitude)
    }
  }

  /// The short way round.
  @inline(__always) static func wrapped(_ difference: Int) -> Int {
    if difference > 180_000_000 { return difference - 360_000_000 }
    if difference < -180_000_000 { return difference + 360_000_000 }
    return difference
  }

  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Whether bytes are whole pairs of numbers of five bytes at most.
  static func isValid(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var (numbers, length) = (0, 0)
    for place in range {
      length += 1
      if bytes[place] & 0x80 == 0 {
        numbers += 1
        length = 0
      } else if length >= 5 {
        return false
      }
    }
    return length == 0 && numbers % 2 == 0
  }

  /// The next number; the bytes were checked.
  @inline(__always) static func next(_ bytes: [UInt8], _ place: inout Int) -> Int {
    var (value, shift) = (0, 0)
    while place < bytes.count {
      let byte = Int(bytes[place])
      place += 1
      value |= (byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 { break }
    }
    return value >> 1 ^ -(value & 1)
  }
}

extension RoadGraph {
  /// Appends all points of an arc to `points`, from its start to its end.
  package func appendShape(of arc: Int, to points: inout [LocationCoordinate]) {
    let segment = arc >> 1
    let first = points.count
    points.append(coordinate(ofNode: Int(columns.segmentFrom[segment])))
    columns.eachShapePoint(of: segment) { latitude, longitude in
      points.append(LocationCoordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6))
    }
    points.append(coordinate(ofNode: Int(columns.segmentTo[segment])))
    if arc & 1 == 1 { points[first...].reverse() }
  }

  /// All points of an arc, from its start to its end.
  package func shape(of arc: Int) -> [LocationCoordinate] {
    var points: [LocationCoordinate] = []
    appendShape(of: arc, to: &points)
    return points
  }
}

extension RoadColumns {
  /// Points between the ends of a segment in millionths of degrees, forward.
  @inline(__always) func eachShapePoint(of segment: Int, _ body: (Int, Int) -> Void) {
    var place = Int(shapeStart[segment])
    let end = Int(shapeStart[segment + 1])
    guard place < end else { return }
    let from = Int(segmentFrom[segment])
    var (latitude, longitude) = (ShapeCoding.rounded(latitudes[from]), ShapeCoding.rounded(longitudes[from]))
    while place < end {
      // Damaged bytes that are numbers all the same stay on the globe.
      latitude = min(max(latitude + ShapeCoding.next(shapeBytes, &place), -90_000_000), 90_000_000)
      longitude += ShapeCoding.next(shapeBytes, &place)
      if longitude > 180_000_000 || longitude < -180_000_000 { longitude = longitude.wrappedLongitude }
      body(latitude, longitude)
    }
  }
}

extension Int {
  /// A longitude in millionths of degrees, in -180 ... 180 degrees.
  fileprivate var wrappedLongitude: Int {
    let rest = (self + 180_000_000) % 360_000_000
    return (rest < 0 ? rest + 360_000_000 : rest) - 180_000_000
  }
}
