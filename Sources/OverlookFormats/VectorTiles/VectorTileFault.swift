/// What can be wrong with a part of a vector tile, so that the part is left out and the rest kept.
package enum VectorTileFault: Int, CaseIterable, Hashable, Sendable {
  // Layers left out.
  case layerWithoutName
  case layerVersion
  case layerExtent
  // Features left out.
  case featureFraming
  case featureType
  case featureWithoutGeometry
  case geometryCut
  case geometryCommand
  case geometryOrder
  case geometryCount
  // Attributes left out; their feature is kept.
  case tagCount
  case tagIndex
  case valueFraming
  // Kept as they are.
  case coordinateRange
  case layerNameTwice
  case text

  /// What is left out or odd, and why, for a message: "features: ...".
  package var text: String {
    switch self {
    case .layerWithoutName: "layers left out: without a name"
    case .layerVersion: "layers left out: of a version other than 1 and 2"
    case .layerExtent: "layers left out: an extent that is 0 or too large"
    case .featureFraming: "features left out: damaged"
    case .featureType: "features left out: of an unknown geometry type"
    case .featureWithoutGeometry: "features left out: without geometry"
    case .geometryCut: "features left out: geometry cut short"
    case .geometryCommand: "features left out: an unknown geometry command"
    case .geometryOrder: "features left out: geometry commands in an order that their type does not allow"
    case .geometryCount: "features left out: geometry commands with an impossible count"
    case .tagCount: "attributes left out: a key without a value"
    case .tagIndex: "attributes left out: keys or values that do not exist"
    case .valueFraming: "attributes left out: damaged values"
    case .coordinateRange: "features with coordinates far outside their tile"
    case .layerNameTwice: "layers with the name of another"
    case .text: "texts that are not UTF-8"
    }
  }
}

/// How often each fault was met.
package struct VectorTileFaults: Hashable, Sendable {
  private var counts = [Int](repeating: 0, count: VectorTileFault.allCases.count)

  package init() {}

  package subscript(fault: VectorTileFault) -> Int { counts[fault.rawValue] }

  package var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

  /// The faults that were met, in the order of their declaration.
  package var all: [(fault: VectorTileFault, count: Int)] {
    VectorTileFault.allCases.compactMap { self[$0] > 0 ? ($0, self[$0]) : nil }
  }

  mutating func add(_ fault: VectorTileFault, count: Int = 1) {
    counts[fault.rawValue] += count
  }
}
