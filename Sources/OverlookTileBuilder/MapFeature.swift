package import OverlookFormats
package import OverlookGeometry

/// Something to put into vector tiles.
package struct MapFeature: Sendable {
  package enum Shape: Sendable {
    case point(WorldPoint)
    case line([WorldPoint])
    /// Outer rings, each followed by its holes; the first point does not come again at the end.
    case area([[WorldPoint]])
  }

  /// Layer of the tile.
  package var layer: String
  package var id: UInt64
  package var shape: Shape
  package var tags: [(String, VectorTileWriter.Value)]
  /// The zooms at which it is in the tiles.
  package var zooms: ClosedRange<Int>
  /// Lower ones come first in the tile and are drawn below.
  package var order = 0.0
  /// Whether its shape is what its zooms show: it is not simplified, and none of it is left out for being small.
  package var isExact = false
  /// Whether it is one feature in a tile with its neighbours in order that have the same attributes, which then has no id.
  package var isJoined = false
  /// Whether each piece of it that a tile's edge cuts off says how the whole lies (`RoofOutline`).
  package var keepsOutline = false

  package init(
    layer: String, id: UInt64, shape: Shape, tags: [(String, VectorTileWriter.Value)], zooms: ClosedRange<Int>, order: Double = 0,
    isExact: Bool = false
  ) {
    self.layer = layer
    self.id = id
    self.shape = shape
    self.tags = tags
    self.zooms = zooms
    self.order = order
    self.isExact = isExact
  }
}

extension [MapFeature] {
  /// In the order in which tiles hold them: what is joined by its attributes, and then along a curve, so that the steps from one to
  /// the next are short.
  func sortedForTiles() -> [MapFeature] {
    func place(_ feature: MapFeature) -> (attributes: String, place: UInt64) {
      guard feature.isJoined else { return ("", feature.id) }
      let attributes = feature.tags.map { "\($0.0)=\($0.1)" }.joined(separator: "\u{0}")
      return (attributes, feature.shape.first.map { $0.interleaved } ?? 0)
    }
    let keyed = map { (feature: $0, key: place($0)) }
    return keyed.sorted {
      ($0.feature.layer, $0.feature.order, $0.key.attributes, $0.key.place)
        < ($1.feature.layer, $1.feature.order, $1.key.attributes, $1.key.place)
    }.map(\.feature)
  }
}

extension [MapFeature] {
  /// With lines that are joined with their neighbours in order end to end: the name of a street has room along all of it, not along each
  /// of its pieces.
  func joiningLines() -> [MapFeature] {
    var result: [MapFeature] = []
    var lines: [[WorldPoint]] = []
    func close() {
      guard lines.count > 1, var feature = result.popLast() else { return }
      // Once to either end of each.
      let chains = LineJoiner.joined(lines).map { [WorldPoint]($0.reversed()) }
      for line in LineJoiner.joined(chains) {
        feature.shape = .line(line.reversed())
        result.append(feature)
      }
    }
    for feature in self {
      guard feature.isJoined, case .line(let line) = feature.shape, line.count > 1 else {
        close()
        lines.removeAll()
        result.append(feature)
        continue
      }
      if let last = result.last, !lines.isEmpty, last.isLike(feature) {
        lines.append(line)
      } else {
        close()
        lines = [line]
        result.append(feature)
      }
    }
    close()
    return result
  }
}

extension MapFeature {
  fileprivate func isLike(_ other: MapFeature) -> Bool {
    layer == other.layer && zooms == other.zooms && order == other.order && isExact == other.isExact
      && tags.count == other.tags.count
      && zip(tags, other.tags).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 }
  }
}

extension MapFeature.Shape {
  fileprivate var first: WorldPoint? {
    switch self {
    case .point(let point): point
    case .line(let line): line.first
    case .area(let rings): rings.first?.first
    }
  }
}

extension WorldPoint {
  /// The bits of both coordinates in turn (the Morton order).
  fileprivate var interleaved: UInt64 {
    func spread(_ value: Double) -> UInt64 {
      var bits = UInt64(min(max(value, 0), 1) * Double(UInt32.max))
      for (shift, mask) in [
        (16, 0x0000_FFFF_0000_FFFF), (8, 0x00FF_00FF_00FF_00FF), (4, 0x0F0F_0F0F_0F0F_0F0F), (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
      ] as [(UInt64, UInt64)] {
        bits = (bits | bits << shift) & mask
      }
      return bits
    }
    return spread(x) | spread(y) << 1
  }
}
