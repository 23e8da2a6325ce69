/// How the layers of one map share the memory for pictures that are kept besides those in view.
@MainActor package enum TileMemory {
  /// Bytes, of all layers of a map together.
  package static let budget = 256 << 20

  /// Sets the budget of each layer: as long as all fit, what is free is everybody's; when they do not, those that hold more than
  /// the others have to give. Allocates nothing.
  package static func share(among layers: [TileLayerRuntime], budget: Int = budget) {
    var sum = 0
    for layer in layers { sum += layer.byteCount }
    if sum <= budget {
      for layer in layers { layer.memoryBudget = layer.byteCount + budget - sum }
      return
    }
    let level = level(among: layers, budget: budget)
    for layer in layers { layer.memoryBudget = level }
  }

  /// The height at which all that is held above it is too much: layers below keep what they have.
  private static func level(among layers: [TileLayerRuntime], budget: Int) -> Int {
    var level = budget / max(layers.count, 1)
    // Each round gives what small layers leave to the large ones; it settles after at most one round a layer.
    for _ in layers.indices {
      var left = budget
      var large = 0
      for layer in layers {
        if layer.byteCount > level { large += 1 } else { left -= layer.byteCount }
      }
      let next = large > 0 ? left / large : level
      if next <= level { break }
      level = next
    }
    return level
  }
}
