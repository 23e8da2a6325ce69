package import OverlookScene

/// Neighbours in the drawing order that one batch draws together.
package struct OverlayRun: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Ground overlays, bulk layers, models or markers.
    case overlays(OverlayKind)
    /// Polygons, circles and polylines, which share one batch and so one draw.
    case shapes
    /// Polygons that stand above the ground.
    case blocks
    /// Items that draw themselves.
    case custom
  }

  package let kind: Kind
  /// Number of the first one among those of its kind in the drawing order: the batch of a kind holds its overlays in that order.
  package let first: Int
  package let count: Int

  /// Whether its overlays stand above the ground, hide each other and leave their depths for what is drawn behind them.
  package var hasDepth: Bool { kind == .overlays(.model) }

  package init(kind: Kind, first: Int, count: Int) {
    self.kind = kind
    self.first = first
    self.count = count
  }
}

extension OverlayRun: CustomStringConvertible {
  package var description: String {
    let name =
      switch kind {
      case .overlays(let kind): "\(kind)"
      case .shapes: "shapes"
      case .blocks: "blocks"
      case .custom: "custom"
      }
    return "\(name) \(first)..<\(first + count)"
  }
}

extension OverlayRun {
  /// Replaces `runs` by the fewest runs that draw `entries` in order, with custom items between them.
  ///
  /// `customZIndices` are those of the custom items, ascending; an item lies above the overlays of its zIndex. Allocates only when
  /// `runs` has to grow.
  package static func merge(
    _ entries: ContiguousArray<DrawOrder.Entry>, customZIndices: [Int] = [], into runs: inout ContiguousArray<OverlayRun>
  ) {
    runs.removeAll(keepingCapacity: true)
    var counts = KindCounts()
    var custom = 0
    for entry in entries {
      let firstCustom = custom
      while custom < customZIndices.count, customZIndices[custom] < entry.zIndex { custom += 1 }
      append(.custom, firstCustom, custom - firstCustom, to: &runs)
      append(Kind(entry), counts.next(entry), 1, to: &runs)
    }
    append(.custom, custom, customZIndices.count - custom, to: &runs)
  }

  private static func append(_ kind: Kind, _ first: Int, _ count: Int, to runs: inout ContiguousArray<OverlayRun>) {
    guard count > 0 else { return }
    if let last = runs.last, last.kind == kind {
      runs[runs.count - 1] = OverlayRun(kind: kind, first: last.first, count: last.count + count)
    } else {
      runs.append(OverlayRun(kind: kind, first: first, count: count))
    }
  }

  /// How many of each kind went by.
  private struct KindCounts {
    private var groundOverlays = 0
    private var shapes = 0
    private var blocks = 0
    private var markers = 0
    private var bulkLayers = 0
    private var models = 0

    mutating func next(_ entry: DrawOrder.Entry) -> Int {
      if entry.isStanding { return Self.next(&blocks) }
      return switch entry.kind {
      case .groundOverlay: Self.next(&groundOverlays)
      case .polygon, .circle, .polyline: Self.next(&shapes)
      case .marker: Self.next(&markers)
      case .bulk: Self.next(&bulkLayers)
      case .model: Self.next(&models)
      }
    }

    private static func next(_ count: inout Int) -> Int {
      defer { count += 1 }
      return count
    }
  }
}

extension OverlayRun.Kind {
  fileprivate init(_ entry: DrawOrder.Entry) {
    switch entry.kind {
    case .polygon, .circle, .polyline: self = entry.isStanding ? .blocks : .shapes
    case .groundOverlay, .marker, .bulk, .model: self = .overlays(entry.kind)
    }
  }
}
