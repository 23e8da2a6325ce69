// What a map draws beside its style, as layers among those of the style.
extension StyleDocument {
  /// Where layers belong that a style does not know of.
  package enum InsertionPlace: Hashable, Sendable {
    /// Above roads, below buildings and labels.
    case aboveRoads
    /// Above buildings, below labels.
    case aboveBuildings
  }

  /// This document with the sources and layers of another, whose ids must not be those of its own. Its labels get the fonts of
  /// this document's.
  package func inserting(_ other: StyleDocument, _ place: InsertionPlace) -> StyleDocument {
    var result = self
    result.sources += other.sources
    var inserted = other.layers
    let fonts = layers.last { $0.kind == .symbol && $0.properties[.textFont] != nil }?.properties[.textFont]
    for index in inserted.indices where inserted[index].kind == .symbol { inserted[index].properties[.textFont] = fonts }
    result.layers.insert(contentsOf: inserted, at: index(of: place))
    result.faults += other.faults
    return result
  }

  private func index(of place: InsertionPlace) -> Int {
    let firstBlock = layers.firstIndex { $0.kind == .fillExtrusion }
    // Labels lie on top, but for arrows and shields among the roads.
    let aboveGround = layers.lastIndex { $0.kind != .symbol && $0.kind != .fillExtrusion }.map { $0 + 1 } ?? 0
    switch place {
    case .aboveRoads:
      let aboveLines = layers.lastIndex { $0.kind == .line }.map { $0 + 1 } ?? aboveGround
      return min(aboveLines, firstBlock ?? aboveLines)
    case .aboveBuildings:
      return layers.lastIndex { $0.kind == .fillExtrusion }.map { $0 + 1 } ?? aboveGround
    }
  }

  /// Only what is drawn without features: backgrounds and pictures.
  package var withoutFeatures: StyleDocument {
    var result = self
    result.layers = layers.filter { !$0.kind.drawsFeatures }
    let used = Set(result.layers.compactMap(\.source))
    result.sources = sources.filter { used.contains($0.id) }
    return result
  }
}
