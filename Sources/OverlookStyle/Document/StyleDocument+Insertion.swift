// What a map draws beside its style, as layers among those of the style.
extension StyleDocument {
  /// Where layers belong that a style does not know of.
  package enum InsertionPlace: Hashable, Sendable {
    /// Above roads, below buildings.
    case aboveRoads
    /// Above what lies on the ground, below what is raised from it.
    case belowBlocks
    /// Above what is raised, below the labels.
    case aboveBlocks
  }

  /// This document with the sources, pictures and layers of another, whose ids must not be those of its own. Labels of the
  /// other come out on top, where those of this one give way to them, and in the fonts of this one.
  package func inserting(_ other: StyleDocument, _ place: InsertionPlace) -> StyleDocument {
    var result = self
    result.sources += other.sources
    result.sprites += other.sprites
    let fonts = layers.last { $0.kind == .symbol && $0.properties[.textFont] != nil }?.properties[.textFont]
    var labels = other.layers.filter { $0.kind == .symbol }
    for index in labels.indices { labels[index].properties[.textFont] = fonts }
    result.layers.insert(contentsOf: other.layers.filter { $0.kind != .symbol }, at: index(of: place))
    result.layers += labels
    result.faults += other.faults
    return result
  }

  private func index(of place: InsertionPlace) -> Int {
    let firstBlock = layers.firstIndex { $0.kind == .fillExtrusion } ?? layers.count
    // Labels lie on top, but for arrows and shields among the roads.
    let endOfGround = layers.lastIndex { $0.kind != .symbol && $0.kind != .fillExtrusion }.map { $0 + 1 } ?? 0
    switch place {
    case .aboveRoads: return min(layers.lastIndex { $0.kind == .line }.map { $0 + 1 } ?? endOfGround, firstBlock)
    case .belowBlocks: return min(endOfGround, firstBlock)
    case .aboveBlocks: return layers.lastIndex { $0.kind == .fillExtrusion }.map { $0 + 1 } ?? index(of: .aboveRoads)
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

extension StyleDocument {
  /// This document with no buildings raised on some ground; unchanged where that has no areas, so that nothing is laid out again.
  package func clearing(_ ground: ClearedGround) -> StyleDocument {
    guard !ground.areas.isEmpty else { return self }
    var result = self
    for index in layers.indices where layers[index].kind == .fillExtrusion { result.layers[index].clearedGround = ground }
    return result
  }
}
