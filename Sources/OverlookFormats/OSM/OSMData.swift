package import OverlookGeometry

/// OpenStreetMap data in memory: places, ways through them, relations, and their tags.
package struct OSMData: Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case node, way, relation
  }

  /// A run of `tagPairs`.
  package typealias TagRange = Range<Int>

  /// A node that has tags.
  package struct Node: Sendable {
    package var id: Int64
    package var tags: TagRange
  }

  package struct Way: Sendable {
    package var id: Int64
    /// Into `references`.
    package var references: Range<Int>
    package var tags: TagRange
  }

  package struct Relation: Sendable {
    package var id: Int64
    /// Into `members`.
    package var members: Range<Int>
    package var tags: TagRange
  }

  package struct Member: Sendable {
    package var kind: Kind
    package var id: Int64
    /// Into `strings`.
    package var role: Int32
  }

  /// Degrees.
  package struct Bounds: Hashable, Sendable {
    package var west: Double
    package var south: Double
    package var east: Double
    package var north: Double

    package init(west: Double, south: Double, east: Double, north: Double) {
      self.west = west
      self.south = south
      self.east = east
      self.north = north
    }

    var isUsable: Bool {
      west < east && south < north && abs(west) <= 180 && abs(east) <= 180 && abs(south) <= 90 && abs(north) <= 90
    }
  }

  /// Degrees times ten million, for all nodes.
  struct Place: Sendable {
    var id: Int64
    var latitude: Int32
    var longitude: Int32
  }

  /// Sorted by id once the file is read.
  var places: [Place] = []
  package internal(set) var nodes: [Node] = []
  package internal(set) var ways: [Way] = []
  package internal(set) var relations: [Relation] = []
  /// Ids of nodes.
  package internal(set) var references: [Int64] = []
  package internal(set) var members: [Member] = []
  /// Key and value, into `strings`.
  var tagPairs: [SIMD2<Int32>] = []
  package internal(set) var strings: [String] = []

  /// What the file says it is about; nil when it does not.
  package internal(set) var bounds: Bounds?

  package init() {}

  package var nodeCount: Int { places.count }

  /// The box around all nodes.
  package var extent: Bounds {
    let latitudes = places.map(\.latitude)
    let longitudes = places.map(\.longitude)
    return Bounds(
      west: Double(longitudes.min() ?? 0) / 1e7, south: Double(latitudes.min() ?? 0) / 1e7,
      east: Double(longitudes.max() ?? 0) / 1e7, north: Double(latitudes.max() ?? 0) / 1e7)
  }

  /// Where a node is; nil for one that is not in the data, as happens at the edge of an extract.
  package func location(ofNode id: Int64) -> LocationCoordinate? {
    var low = 0
    var high = places.count
    while low < high {
      let middle = low + (high - low) / 2
      if places[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < places.count, places[low].id == id else { return nil }
    return LocationCoordinate(latitude: Double(places[low].latitude) / 1e7, longitude: Double(places[low].longitude) / 1e7)
  }

  package func tags(_ range: TagRange) -> OSMTags { OSMTags(data: self, range: range) }
}

/// The tags of one element.
package struct OSMTags: Sendable {
  fileprivate let data: OSMData
  fileprivate let range: OSMData.TagRange

  package var isEmpty: Bool { range.isEmpty }

  /// The value of a key; of keys that are there twice the first.
  package subscript(key: String) -> String? {
    for pair in data.tagPairs[range] where data.strings[Int(pair.x)] == key { return data.strings[Int(pair.y)] }
    return nil
  }

  /// All of them, in the order of the data.
  package var all: some Sequence<(key: String, value: String)> {
    data.tagPairs[range].lazy.map { (key: data.strings[Int($0.x)], value: data.strings[Int($0.y)]) }
  }
}
