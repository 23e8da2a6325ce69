package import OverlookGeometry
package import OverlookStyle
import OverlookSupport

/// A feature of a layer: what it is, and where its parts and its attributes lie in the layer's arrays.
package struct Feature: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case point = 1
    case line = 2
    case polygon = 3
  }

  package var kind: Kind
  /// Into the layer's `partStarts`: the parts are `parts.lowerBound ..< parts.upperBound`.
  package var parts: Range<Int32>
  /// Into the layer's `tags`.
  package var tags: Range<Int32>

  package init(kind: Kind, parts: Range<Int32>, tags: Range<Int32>) {
    self.kind = kind
    self.parts = parts
    self.tags = tags
  }
}

/// The ids of features, by row. Nearly all are numbers or none.
struct FeatureIDs: Sendable {
  /// Not a number where there is none, or another one.
  private var numbers: [Double] = []
  private var others: [Int32: StyleValue] = [:]

  mutating func append(_ id: StyleValue) {
    if case .number(let number) = id { return append(number: number) }
    if id != .null { others[Int32(clamping: numbers.count)] = id }
    append(number: nil)
  }

  mutating func append(number: Double?) { numbers.append(number ?? .nan) }

  subscript(row: Int32) -> StyleValue {
    let number = numbers[Int(row)]
    if !number.isNaN { return .number(number) }
    return others.isEmpty ? .null : others[row] ?? .null
  }
}

/// The features of one source layer of a tile, as arrays. Immutable, so that any thread may read it.
package final class FeatureLayer: Sendable {
  /// Units along a tile's side.
  package static let extent: Int32 = 8192
  /// How far coordinates may lie from the tile's origin, as its neighbours' parts do: as in other readers, one side beyond either
  /// edge.
  package static let coordinateRange: ClosedRange<Int32> = -16384...16383

  package let name: String
  package let features: [Feature]
  private let ids: FeatureIDs
  /// The first point of each part, then the number of points: one more than there are parts. A part is a line, a ring, or all
  /// points of a point feature.
  package let partStarts: [Int32]
  /// x and y of each point, y growing south. The first point of a ring is not said again at its end. Outer rings turn clockwise
  /// on a screen and are followed by their holes, which turn the other way; rings without area are left out.
  package let coordinates: [Int16]
  package let table: PropertyTable

  package var keys: [String] { table.keys }
  package var values: [StyleValue] { table.values }
  /// Key and value index pairs.
  package var tags: [Int32] { table.tags }

  init(_ builder: FeatureLayerBuilder) {
    name = builder.name
    features = builder.features.trimmed()
    ids = builder.ids
    partStarts = builder.partStarts.trimmed()
    coordinates = builder.coordinates.trimmed()
    table = PropertyTable(keys: builder.keys, values: builder.values, tags: builder.tags.trimmed())
  }

  /// The same features, each with its value of an attribute as its id; none where it has no value. True and false count as 1 and
  /// 0.
  package init(_ other: FeatureLayer, promoting key: String) {
    name = other.name
    partStarts = other.partStarts
    coordinates = other.coordinates
    table = other.table
    features = other.features
    let index = other.keyIndex(key)
    var ids = FeatureIDs()
    for feature in features {
      let value = index.flatMap { other.table.value(ofKey: $0, in: feature.tags) } ?? .null
      if case .bool(let isTrue) = value { ids.append(.number(isTrue ? 1 : 0)) } else { ids.append(value) }
    }
    self.ids = ids
  }

  /// The id of a feature, a number or a string; null for none.
  package func id(of row: Int32) -> StyleValue { ids[row] }

  package func keyIndex(_ key: String) -> Int32? { table.keyIndex(key) }

  /// The points of a part, as indices of points.
  package func points(ofPart part: Int32) -> Range<Int> {
    Int(partStarts[Int(part)])..<Int(partStarts[Int(part) + 1])
  }

  /// Of all features.
  package var pointCount: Int { coordinates.count / 2 }

  /// How many points the features of some rows have.
  func pointCount(of rows: [Int32]) -> Int {
    rows.reduce(0) { count, row in
      let parts = features[Int(row)].parts
      return count + Int(partStarts[Int(parts.upperBound)] - partStarts[Int(parts.lowerBound)])
    }
  }

  package func point(_ index: Int) -> SIMD2<Int32> {
    SIMD2(Int32(coordinates[2 * index]), Int32(coordinates[2 * index + 1]))
  }

  /// Twice the area of a ring, positive when it is an outer one.
  package func doubledArea(ofPart part: Int32) -> Int64 {
    RingArea.doubled(coordinates, points(ofPart: part))
  }

  /// Calls `body` with the parts of each polygon of a feature: an outer ring, and its holes.
  package func forEachPolygon(of feature: Feature, _ body: (Range<Int32>) -> Void) {
    var part = feature.parts.lowerBound
    while part < feature.parts.upperBound {
      var end = part + 1
      while end < feature.parts.upperBound, doubledArea(ofPart: end) <= 0 { end += 1 }
      body(part..<end)
      part = end
    }
  }

  /// The feature as expressions see it. Allocates nothing.
  package func expressionFeature(_ row: Int32, in tile: TileID) -> ExpressionFeature {
    let feature = features[Int(row)]
    return ExpressionFeature(
      type: Self.type(of: feature.kind), id: id(of: row), properties: ExpressionProperties(table, tags: feature.tags),
      places: .row(row, self, tile: tile))
  }

  /// The value of an attribute of a feature; nil when it has none of that name.
  package func value(_ key: String, of row: Int32) -> StyleValue? {
    keyIndex(key).flatMap { table.value(ofKey: $0, in: features[Int(row)].tags) }
  }

  package var byteCount: Int {
    2 * coordinates.count + 4 * (partStarts.count + tags.count) + (MemoryLayout<Feature>.stride + 8) * features.count
      + MemoryLayout<StyleValue>.stride * values.count
  }

  private static func type(of kind: Feature.Kind) -> ExpressionFeature.GeometryType {
    switch kind {
    case .point: .point
    case .line: .lineString
    case .polygon: .polygon
    }
  }
}

extension FeatureLayer: ExpressionGeometry {
  package func parts(ofRow row: Int32, in tile: TileID) -> [[LocationCoordinate]] {
    guard features.indices.contains(Int(row)), tile.isValid else { return [] }
    let feature = features[Int(row)]
    let rect = tile.worldRect
    let unit = (rect.maxX - rect.minX) / Double(Self.extent)
    return feature.parts.map { part in
      var places = points(ofPart: part).map { index in
        WorldPoint(
          x: rect.minX + Double(coordinates[2 * index]) * unit, y: rect.minY + Double(coordinates[2 * index + 1]) * unit
        ).coordinate
      }
      if feature.kind == .polygon, let first = places.first { places.append(first) }
      return places
    }
  }
}

/// Areas of rings in a tile.
enum RingArea {
  /// Twice the area by the surveyor's formula, positive for a ring that turns clockwise on a screen. Exact within
  /// `coordinateRange`.
  static func doubled(_ coordinates: [Int16], _ points: Range<Int>) -> Int64 {
    guard points.count > 2 else { return 0 }
    let ring = coordinates.span.extracting((2 * points.lowerBound)..<(2 * points.upperBound))
    var sum: Int64 = 0
    var (beforeX, beforeY) = (Int32(ring[ring.count - 2]), Int32(ring[ring.count - 1]))
    for index in stride(from: 0, to: ring.count - 1, by: 2) {
      let (x, y) = (Int32(ring[index]), Int32(ring[index + 1]))
      // Two products of 30 bits.
      sum += Int64(beforeX &* y &- x &* beforeY)
      (beforeX, beforeY) = (x, y)
    }
    return sum
  }
}
