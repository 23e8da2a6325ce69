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

  var places = OSMNodePlaces.memory([])
  /// The nodes that have tags. They, the ways and the relations are sorted by id, and no id comes twice.
  package internal(set) var nodes: [Node] = []
  package internal(set) var ways: [Way] = []
  package internal(set) var relations: [Relation] = []
  /// Ids of nodes.
  package internal(set) var references: [Int64] = []
  package internal(set) var members: [Member] = []
  /// Key and value, into `strings`.
  var tagPairs: [SIMD2<Int32>] = []
  var texts = OSMTexts()
  package var strings: [String] { texts.strings }

  /// What the file says it is about; nil when it does not.
  package internal(set) var bounds: Bounds?
  /// The box around all nodes.
  package internal(set) var extent = Bounds(west: 0, south: 0, east: 0, north: 0)
  /// When the data were as they are: what the file says, else when the newest of its elements was made. Seconds since 1970.
  package internal(set) var date: Int64?
  /// Of those that have a place.
  package internal(set) var nodeCount = 0

  package init() {}

  /// Where a node is; nil for one that is not in the data, as happens at the edge of an extract.
  package func location(ofNode id: Int64) -> LocationCoordinate? {
    places[id].map { LocationCoordinate(latitude: Double($0.latitude) / 1e7, longitude: Double($0.longitude) / 1e7) }
  }

  /// The first error of the disk while places were looked up; such nodes are missing from what was made of the data.
  package var fault: FormatError? {
    if case .file(let file) = places { file.fault } else { nil }
  }

  package func way(withID id: Int64) -> Way? { Self.element(id, in: ways) { $0.id } }

  package func relation(withID id: Int64) -> Relation? { Self.element(id, in: relations) { $0.id } }

  /// Nil for nodes without tags too.
  package func node(withID id: Int64) -> Node? { Self.element(id, in: nodes) { $0.id } }

  @inline(__always)
  private static func element<Element>(_ id: Int64, in elements: [Element], _ key: (Element) -> Int64) -> Element? {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if key(elements[middle]) < id { low = middle + 1 } else { high = middle }
    }
    guard low < elements.count, key(elements[low]) == id else { return nil }
    return elements[low]
  }

  /// The number of a key, value or role, into `strings`; nil for one that the data does not have. To compare numbers is much
  /// quicker than to compare texts.
  package func number(of text: String) -> Int32? { texts.known(text) }

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

  /// The number of the value of the key of this number; nil when there is none. `nil` is the key that the data does not have.
  package func number(_ key: Int32?) -> Int32? {
    guard let key else { return nil }
    for pair in data.tagPairs[range] where pair.x == key { return pair.y }
    return nil
  }

  /// The value of the key of this number.
  package subscript(key: Int32?) -> String? { number(key).map { data.strings[Int($0)] } }

  /// Numbers of keys and values, in the order of the data.
  package var numbers: ArraySlice<SIMD2<Int32>> { data.tagPairs[range] }

  /// All of them, in the order of the data.
  package var all: some Sequence<(key: String, value: String)> {
    data.tagPairs[range].lazy.map { (key: data.strings[Int($0.x)], value: data.strings[Int($0.y)]) }
  }
}
