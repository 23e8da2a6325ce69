import OverlookFormats
import OverlookGeometry

/// A line in degrees.
struct Outline {
  enum Kind: UInt8 {
    case open, ring, outer, inner
  }

  let kind: Kind
  /// The thing it belongs to, with its holes and other parts.
  let feature: UInt32
  var longitudes: [Double] = []
  var latitudes: [Double] = []

  init(kind: Kind, feature: UInt32) {
    (self.kind, self.feature) = (kind, feature)
  }

  func with(kind: Kind) -> Outline {
    var outline = Outline(kind: kind, feature: feature)
    (outline.longitudes, outline.latitudes) = (longitudes, latitudes)
    return outline
  }

  /// On the map.
  var points: [WorldPoint] {
    zip(latitudes, longitudes).map { WorldPoint(LocationCoordinate(latitude: $0, longitude: $1)) }
  }

  /// In square degrees; above 0 anticlockwise with north up.
  var signedArea: Double {
    longitudes.indices.reduce(0) { sum, index in
      let next = index + 1 < longitudes.count ? index + 1 : 0
      return sum + (longitudes[index] * latitudes[next] - longitudes[next] * latitudes[index]) / 2
    }
  }

  /// Reads the closed lines, or the open ones, of a file in Marble's PN2 format, version 2.
  ///
  /// Big-endian: version (1 byte), number of features (4), whether colours follow (1); then lines to the end: kind (1: 0 open,
  /// 1 ring, 2 outer and 3 inner boundary), number of the feature (4) and of anchors (4). Kind 4 announces several lines of one
  /// feature by their number (1). An anchor is a latitude, a longitude (2 each, in units of 1/120 degree) and a count (2) of
  /// further points, given as differences from the anchor (1 each).
  static func read(_ bytes: [UInt8], thing: String, isClosed: Bool = true) throws(FormatError) -> [Outline] {
    var reader = ByteReader(bytes, thing: thing)
    let version = try reader.readUInt8()
    guard version == 2 else { throw .unsupported(thing, fault: "version \(version) of PN2") }
    try reader.skip(4)
    let hasColors = try reader.readUInt8() != 0
    guard !hasColors else { throw .unsupported(thing, fault: "colours in PN2") }
    var outlines: [Outline] = []
    while !reader.isAtEnd {
      let kind = try reader.readUInt8()
      let feature = try reader.readUInt32BigEndian()
      if kind == 4 {
        try reader.skip(1)
        continue
      }
      guard let known = Kind(rawValue: kind) else { throw .unsupported(thing, fault: "lines of kind \(kind) in PN2") }
      let outline = try Outline(known, feature: feature, &reader)
      if (known != .open) == isClosed { outlines.append(outline) }
    }
    return outlines
  }

  private init(_ kind: Kind, feature: UInt32, _ reader: inout ByteReader) throws(FormatError) {
    self.kind = kind
    self.feature = feature
    for _ in 0..<(try reader.readUInt32BigEndian()) {
      let latitude = Int(Int16(bitPattern: try reader.readUInt16BigEndian()))
      let longitude = Int(Int16(bitPattern: try reader.readUInt16BigEndian()))
      append(latitude, longitude)
      for _ in 0..<(try reader.readUInt16BigEndian()) {
        let dLatitude = Int(Int8(bitPattern: try reader.readUInt8()))
        let dLongitude = Int(Int8(bitPattern: try reader.readUInt8()))
        append(latitude + dLatitude, longitude + dLongitude)
      }
    }
  }

  private mutating func append(_ latitude: Int, _ longitude: Int) {
    latitudes.append(Double(latitude) / 120)
    longitudes.append(Double(longitude) / 120)
  }
}
