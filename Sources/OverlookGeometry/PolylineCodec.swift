import Glibc

/// How many decimals of a degree an encoded polyline keeps: 5 in Google's services, 6 in Valhalla's and OSRM's `polyline6`.
public enum PolylinePrecision: Int, Sendable, CaseIterable {
  /// About a metre.
  case five = 5
  /// About a decimetre.
  case six = 6

  var unitsPerDegree: Double {
    switch self {
    case .five: 1e5
    case .six: 1e6
    }
  }
}

/// Google's Encoded Polyline Algorithm Format: the differences of latitude, then longitude, in whole units, zigzag coded, in
/// groups of 5 bits from the lowest, each plus 63, with bit 5 set in all but the last.
enum PolylineCodec {
  private static let firstCharacter: UInt8 = 63
  private static let lastCharacter: UInt8 = 63 + 63
  /// Nothing on Earth needs more than 30 bits; what does is garbage.
  private static let maximumShift: UInt64 = 35

  static func encode(_ coordinates: [LocationCoordinate], precision: PolylinePrecision) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(coordinates.count * 8)
    var (lastLatitude, lastLongitude) = (Int64(0), Int64(0))
    for place in coordinates where place.isValid {
      // Paths may run on past the antimeridian; only what has turned more than twice is wrapped.
      let longitude = abs(place.longitude) <= 720 ? place.longitude : Angle.wrappedDegrees(place.longitude)
      guard let y = Int64(exactly: (place.latitude * precision.unitsPerDegree).rounded()),
        let x = Int64(exactly: (longitude * precision.unitsPerDegree).rounded())
      else { continue }
      append(y - lastLatitude, to: &bytes)
      append(x - lastLongitude, to: &bytes)
      (lastLatitude, lastLongitude) = (y, x)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Nil when the text is not a polyline of coordinates on Earth, whatever it is.
  static func decode(_ text: String, precision: PolylinePrecision) -> [LocationCoordinate]? {
    var coordinates: [LocationCoordinate] = []
    var (latitude, longitude) = (Int64(0), Int64(0))
    var bytes = text.utf8.makeIterator()
    while let first = bytes.next() {
      guard let north = number(startingWith: first, &bytes), let next = bytes.next(),
        let east = number(startingWith: next, &bytes)
      else { return nil }
      // A difference has at most 40 bits, so that a sum checked at each step stays far from overflow.
      latitude += north
      longitude += east
      let place = LocationCoordinate(
        latitude: Double(latitude) / precision.unitsPerDegree, longitude: Double(longitude) / precision.unitsPerDegree)
      guard abs(place.latitude) <= 90, abs(place.longitude) <= 720 else { return nil }
      coordinates.append(place)
    }
    return coordinates
  }

  private static func append(_ difference: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: (difference << 1) ^ (difference >> 63))
    while rest >= 32 {
      bytes.append(UInt8(truncatingIfNeeded: (rest & 31) | 32) + firstCharacter)
      rest >>= 5
    }
    bytes.append(UInt8(truncatingIfNeeded: rest) + firstCharacter)
  }

  private static func number(startingWith first: UInt8, _ bytes: inout String.UTF8View.Iterator) -> Int64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var byte = first
    while byte >= firstCharacter, byte <= lastCharacter, shift <= maximumShift {
      let group = UInt64(byte - firstCharacter)
      value |= (group & 31) << shift
      if group < 32 {
        let half = Int64(bitPattern: value >> 1)
        return value & 1 == 0 ? half : ~half
      }
      shift += 5
      guard let next = bytes.next() else { return nil }
      byte = next
    }
    return nil
  }
}
