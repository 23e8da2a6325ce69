/// The features of a GeoJSON document (RFC 7946) in arrays.
package struct GeoJSONDocument: Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case points = 1
    case lines = 2
    case polygons = 3
  }

  /// One geometry. A feature with a collection of geometries is several of these, with the same attributes.
  package struct Feature: Hashable, Sendable {
    package var kind: Kind
    /// A number or a string.
    package var id: JSONValue?
    /// Its number among the features of the document.
    package var index: Int32
    /// Into `partStarts`.
    package var parts: Range<Int32>
    /// Into `tags`.
    package var tags: Range<Int32>
  }

  package internal(set) var features: [Feature] = []
  /// The first position of each part, then the number of positions: one more than there are parts. A part is a line, a ring, or
  /// all points of a feature.
  package internal(set) var partStarts: [Int32] = [0]
  /// Longitude and latitude of each position, in degrees, as the document says. Rings are closed; outer ones turn clockwise on a
  /// map and are followed by their holes, which turn the other way.
  package internal(set) var coordinates: [Double] = []
  package internal(set) var keys: [String] = []
  package internal(set) var values: [JSONValue] = []
  /// Pairs of indices into `keys` and `values`.
  package internal(set) var tags: [Int32] = []
  /// Rings that did not end where they began and were closed.
  package internal(set) var openRingCount = 0
  /// Features, geometries of collections, parts of geometries, or records of a sequence, that were left out because something is
  /// wrong with them.
  package internal(set) var faultCount = 0
  /// What is wrong with the first of them.
  package internal(set) var firstFault: String?

  package init() {}

  /// Without the features that are not to be kept; the others are numbered anew.
  package func filtered(_ isKept: (Feature) -> Bool) -> GeoJSONDocument {
    var result = self
    result.features = features.filter(isKept)
    var next: Int32 = -1
    var last: Int32 = -1
    for index in result.features.indices {
      // Geometries of one feature follow each other.
      if result.features[index].index != last { next += 1 }
      last = result.features[index].index
      result.features[index].index = next
    }
    return result
  }

  package var positionCount: Int { coordinates.count / 2 }
}

/// The budgets of a GeoJSON document.
package enum GeoJSONLimits {
  static let thing = "GeoJSON"
  package static let byteCount = 512 << 20
  package static let positions = 20_000_000
  package static let features = 10_000_000
  /// Degrees, either way: a turn beyond the antimeridian, and a pole with what rounding costs.
  static let longitude = 540.0
  static let latitude = 90 + 1e-6
  /// Geometry collections inside each other.
  static let collectionDepth = 8
}
