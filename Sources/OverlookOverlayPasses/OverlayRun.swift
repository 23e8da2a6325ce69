package import OverlookScene

/// Which of the surfaces of what stands on the map are drawn. Opaque ones come first wherever neighbours share their depths: what
/// is translucent then has behind it what is seen through it, whatever the order.
package enum StandingSurfaces: Int, CaseIterable, Sendable {
  /// Also what lies on the ground.
  case opaque
  case translucent
}

/// Neighbours in the drawing order that one batch draws together.
package struct OverlayRun: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Ground overlays, data layers, models or markers.
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
  /// Number of the first one among all overlays of the drawing order.
  package let firstEntry: Int
  /// Whether any of them stands above the ground, and leaves its depth for what is drawn behind it.
  package let hasDepth: Bool
  /// Whether all of them either stand or lie on the ground.
  package let knowsDepths: Bool
  /// Whether all of them lie below the labels of the map, where it has some.
  package let isBelowLabels: Bool

  package init(
    kind: Kind, first: Int, count: Int, firstEntry: Int = 0, hasDepth: Bool = false, knowsDepths: Bool = false,
    isBelowLabels: Bool = false
  ) {
    self.kind = kind
    self.first = first
    self.count = count
    self.firstEntry = firstEntry
    self.hasDepth = hasDepth
    self.knowsDepths = knowsDepths
    self.isBelowLabels = isBelowLabels
  }

  /// `size` neighbours of it from number `offset` on.
  package func part(_ offset: Int, size: Int) -> OverlayRun {
    OverlayRun(
      kind: kind, first: first + offset, count: size, firstEntry: firstEntry + offset, hasDepth: hasDepth,
      knowsDepths: knowsDepths, isBelowLabels: isBelowLabels)
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
  /// `customZIndices` are those of the custom items, ascending; an item lies above the overlays of its zIndex. Allocates only
  /// when `runs` has to grow. What lies below the labels is in runs of its own.
  package static func merge(
    _ entries: ContiguousArray<DrawOrder.Entry>, customZIndices: [Int] = [], into runs: inout ContiguousArray<OverlayRun>
  ) {
    runs.removeAll(keepingCapacity: true)
    var counts = KindCounts()
    var custom = 0
    for (number, entry) in entries.enumerated() {
      let firstCustom = custom
      while custom < customZIndices.count, customZIndices[custom] < entry.zIndex { custom += 1 }
      append(OverlayRun(kind: .custom, first: firstCustom, count: custom - firstCustom), to: &runs)
      append(
        OverlayRun(
          kind: Kind(entry), first: counts.next(entry), count: 1, firstEntry: number, hasDepth: entry.isStanding,
          knowsDepths: entry.isStanding || entry.isOnGround, isBelowLabels: entry.isBelowLabels), to: &runs)
    }
    append(OverlayRun(kind: .custom, first: custom, count: customZIndices.count - custom), to: &runs)
  }

  private static func append(_ run: OverlayRun, to runs: inout ContiguousArray<OverlayRun>) {
    guard run.count > 0 else { return }
    guard let last = runs.last, last.kind == run.kind, last.isBelowLabels == run.isBelowLabels else { return runs.append(run) }
    runs[runs.count - 1] = OverlayRun(
      kind: last.kind, first: last.first, count: last.count + run.count, firstEntry: last.firstEntry,
      hasDepth: last.hasDepth || run.hasDepth, knowsDepths: last.knowsDepths && run.knowsDepths,
      isBelowLabels: last.isBelowLabels)
  }

  /// How many of each kind went by.
  private struct KindCounts {
    private var shapes = 0
    private var blocks = 0
    /// By the raw value of the kind.
    private var others = SIMD16<Int32>()

    mutating func next(_ entry: DrawOrder.Entry) -> Int {
      if entry.isBlock { return Self.next(&blocks) }
      if entry.kind.shape != nil { return Self.next(&shapes) }
      let index = Int(entry.kind.rawValue)
      defer { others[index] += 1 }
      return Int(others[index])
    }

    private static func next(_ count: inout Int) -> Int {
      defer { count += 1 }
      return count
    }
  }
}

extension OverlayRun.Kind {
  fileprivate init(_ entry: DrawOrder.Entry) {
    self = entry.isBlock ? .blocks : entry.kind.shape != nil ? .shapes : .overlays(entry.kind)
  }
}
