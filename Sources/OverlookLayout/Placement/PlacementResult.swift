package import OverlookGeometry

/// Which labels and icons are shown, and how far they have faded in.
package struct PlacementResult: Sendable {
  /// How far something has come in, and whether it is on its way in or out.
  struct Opacity: Hashable, Sendable {
    var value: Float
    var isPlaced: Bool

    static let hidden = Opacity(value: 0, isPlaced: false)
    var isHidden: Bool { value == 0 && !isPlaced }

    /// After more time.
    func moved(_ change: Float) -> Opacity {
      Opacity(value: min(max(value + (isPlaced ? change : -change), 0), 1), isPlaced: isPlaced)
    }
  }

  struct Opacities: Hashable, Sendable {
    var text: Opacity
    var icon: Opacity

    var isHidden: Bool { text.isHidden && icon.isHidden }
  }

  /// Where a text with variable anchors stands.
  struct VariableOffset: Hashable, Sendable {
    var anchor: LabelAnchor
    /// 24ths of an em.
    var offset: SIMD2<Float>
    /// Of its box, in tile units.
    var width: Float
    var height: Float
    var textBoxScale: Float
    /// Whether the edge of the view cuts it on the sides that come before.
    var isForced = false
  }

  /// What is drawn of a symbol.
  struct SymbolState: Sendable {
    var opacities: Opacities
    var orientation: WritingMode?
    var offset: VariableOffset?
    /// Above the ground, in metres.
    var height: Float = 0
  }

  /// A bucket in a copy of the world.
  struct TileKey: Hashable, Sendable {
    var bucket: BucketID
    var worldCopy: Int
  }

  /// No other placement has it.
  package let id = BucketID()
  /// Of the placement.
  package internal(set) var timeSeconds = 0.0
  package internal(set) var fadeSeconds = 0.0
  var zoom = 0.0
  /// How much faster fades go because the map was zoomed out.
  var zoomAdjustment = 0.0
  var lastChangeSeconds = -Double.infinity
  var crossTile = CrossTileIndex()
  var opacities: [UInt32: Opacities] = [:]
  var offsets: [UInt32: VariableOffset] = [:]
  var orientations: [UInt32: WritingMode] = [:]
  /// Of the roofs that symbols stand on, in metres; of those on the ground nothing.
  var heights: [UInt32: Float] = [:]
  var tiles: [TileKey: [SymbolState]] = [:]
  var grid: CollisionGrid?
  var ignoredGrid: CollisionGrid?
  /// Markers and labels of overlays that are shown.
  package internal(set) var shownObstacles: Set<UInt64> = []
  /// Whether texts are shown as in a view that moves, and otherwise when it rests: that the edge of the view cuts, of layers that ask for
  /// whole ones, or on a side that it drove them to before.
  package internal(set) var awaitsRest = false
  /// Symbols that are shown at all.
  package internal(set) var shownCount = 0

  package init() {}

  /// Whether fades go on, so that another frame is needed.
  package var isFading: Bool { fadeSeconds > 0 && lastChangeSeconds > timeSeconds - fadeSeconds }

  /// How much opacities have changed since the placement.
  package func fadeChange(now: Double) -> Float {
    fadeSeconds > 0 ? Float(min(max((now - timeSeconds) / fadeSeconds + zoomAdjustment, 0), 1)) : 1
  }

  /// Whether fades are on at a moment.
  package func isFading(now: Double) -> Bool { now - lastChangeSeconds < fadeSeconds }

  /// The symbols whose boxes meet a rectangle of the view (points), of what is shown: bucket, copy of the world and number of the
  /// symbol, in a fixed order.
  package func symbols(in rect: ScreenRect) -> [(bucket: BucketID, worldCopy: Int, symbol: Int)] {
    let margin = Float(CollisionIndex.margin)
    let low = SIMD2(Float(rect.origin.x), Float(rect.origin.y)) + margin
    let high = low + SIMD2(Float(rect.size.width), Float(rect.size.height))
    let owners = (grid?.owners(low: low, high: high) ?? []).union(ignoredGrid?.owners(low: low, high: high) ?? [])
    return owners.sorted {
      ($0.bucket.order, $0.worldCopy, $0.symbol) < ($1.bucket.order, $1.worldCopy, $1.symbol)
    }.map { ($0.bucket, $0.worldCopy, Int($0.symbol)) }
  }
}
