package import OverlookText

/// A glyph or icon as shaders take it, 128 bytes: what it looks like, and where it stands on the ground. Where it is seen then and how large
/// is for `symbol_text.vert`, which reads all of it. How far it has come in lies beside it, as that changes with each placement.
package struct SymbolRecord: BitwiseCopyable, Equatable, Sendable {
  package enum Kind: UInt32, Sendable {
    case glyph, glyphHalo, icon, sharpIcon, sdfIcon, sdfIconHalo, colorGlyph
  }

  /// What a shader does with it; the lowest four bits are its kind.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt32

    /// It lies on the ground, and hovers before the screen otherwise.
    static let onGround = Flags(rawValue: 1 << 4)
    /// Its corners turn: on the ground with the screen's axes, on the screen with the map's.
    static let turns = Flags(rawValue: 1 << 5)
    /// Its shift turns so.
    static let turnsShift = Flags(rawValue: 1 << 6)
    /// It keeps its place on a line: `extra` and `shift` are as in `Path`.
    static let onPath = Flags(rawValue: 1 << 7)
    /// It turns with that line where that is seen.
    static let turnsToPath = Flags(rawValue: 1 << 8)
    /// Its shift is one of the screen, whatever the distance.
    static let fixedShift = Flags(rawValue: 1 << 9)
  }

  /// Where on its line something stood when that was laid out. Seen otherwise it keeps its distance from the anchor: in points, by how far
  /// the anchor is.
  struct Path: Sendable {
    /// From the anchor, on the ground.
    var place: SIMD2<Float>
    /// Along the line there, in the direction of reading, on the ground: 1 point or so.
    var way: SIMD2<Float>
    /// From the anchor along the line, and straight: points of the screen, or of the ground for what lies on it.
    var distance: Float
    var chord: Float
    /// By which points of the screen grew with the perspective.
    var ratio: Float
  }

  /// The anchor: points from the origin of the layer, x east and y south; then metres above the ground.
  var anchor: SIMD3Packed
  /// When all of it has come in.
  var opacity: Float
  /// From the anchor: texts in ems, icons in points, at a size of 1.
  var topLeft: SIMD2<Float>
  var topRight: SIMD2<Float>
  var bottomLeft: SIMD2<Float>
  /// Of the corners, in radians clockwise.
  var angle: Float
  /// Points per unit of the corners, nearer and farther more and less.
  var size: Float
  /// Pixels of the atlas: left, top, right, bottom.
  var texture: SIMD4<Float>
  /// Pixels of the atlas beyond which other things lie.
  var bounds: SIMD4<UInt16>
  /// Premultiplied, 0 ... 65535.
  var color: SIMD4<UInt16>
  /// Points.
  var haloWidth: Float
  var haloBlur: Float
  /// Fills what shaders take at once.
  var unused: Float = 0
  var flags: UInt32
  /// Points that are added at every size: left, top, right, bottom. On a path its place and its way.
  var extra: SIMD4<Float>
  /// The least points per unit in either direction, then a shift in points that grows with the perspective. On a path distance, chord and
  /// ratio.
  var shift: SIMD4<Float>

  /// Three numbers without a gap behind them.
  struct SIMD3Packed: BitwiseCopyable, Equatable, Sendable {
    var x: Float
    var y: Float
    var meters: Float
  }

  mutating func stand(on path: Path) {
    extra = SIMD4(lowHalf: path.place, highHalf: path.way)
    shift = SIMD4(path.distance, path.chord, path.ratio, 0)
  }
}

/// The symbols of layers of a frame that follow one another, in drawing order.
package struct SymbolRecords: Sendable {
  package internal(set) var records: [SymbolRecord] = []
  /// How far each had come in at the time of the placement, 0 ... 1; negative, -0 too, where it goes out.
  package internal(set) var fades: [Float] = []
  /// Of glyphs; nil when there are none.
  package internal(set) var atlas: SDFAtlas?
  /// Whether some stand along lines, where views that differ much would place them otherwise.
  package internal(set) var hasPaths = false
  /// Whether they are right in views of one bearing alone, or in a single view unless that is from above.
  package internal(set) var isBoundToBearing = false
  package internal(set) var isBoundToView = false

  package mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    fades.removeAll(keepingCapacity: true)
    atlas = nil
    (hasPaths, isBoundToBearing, isBoundToView) = (false, false, false)
  }
}
