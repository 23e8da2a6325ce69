/// Boxes that symbols keep free.
enum CollisionShape {
  static func box(_ label: ShapedLabel, scale: Float, padding: SIMD4<Float>, rotation: Double) -> CollisionBox {
    box(SIMD2(label.left, label.top), SIMD2(label.right, label.bottom), scale, padding, .zero, rotation)
  }

  static func box(_ icon: ShapedIcon, scale: Float, padding: SIMD4<Float>, rotation: Double) -> CollisionBox {
    let sides = icon.adjusted
    return box(
      SIMD2(sides.left, sides.top), SIMD2(sides.right, sides.bottom), scale, padding, icon.collisionPadding ?? .zero, rotation)
  }

  /// `padding`: top, right, bottom, left in tile units; `more`: left, top, right, bottom in the units of the shape.
  private static func box(
    _ low: SIMD2<Float>, _ high: SIMD2<Float>, _ scale: Float, _ padding: SIMD4<Float>, _ more: SIMD4<Float>, _ rotation: Double
  ) -> CollisionBox {
    let low = (low - SIMD2(more.x, more.y)) * scale - SIMD2(padding.w, padding.x)
    let high = (high + SIMD2(more.z, more.w)) * scale + SIMD2(padding.y, padding.z)
    guard rotation != 0 else { return CollisionBox(low: low, high: high) }
    let angle = Float(rotation * .pi / 180)
    let corners = [low, SIMD2(high.x, low.y), SIMD2(low.x, high.y), high].map { $0.rotated(by: angle) }
    return CollisionBox(
      low: corners.dropFirst().reduce(corners[0]) { pointwiseMin($0, $1) },
      high: corners.dropFirst().reduce(corners[0]) { pointwiseMax($0, $1) })
  }
}

/// The ways in which texts lie off their anchors when their side is not fixed (style specification, "text-variable-anchor").
enum VariableAnchors {
  /// From the top of an em to where letters seem to begin, and from the baseline to its bottom: fonts say nothing of it here.
  private static let baseline: Float = 7

  /// At a distance in all directions alike.
  static func offset(_ anchor: LabelAnchor, radial: Float) -> SIMD2<Float> {
    let radius = max(radial, 0)
    // On the diagonal.
    let half = radius / 2.0.squareRoot().float
    let x: Float =
      switch anchor {
      case .topRight, .bottomRight: -half
      case .topLeft, .bottomLeft: half
      case .left: radius
      case .right: -radius
      case .center, .top, .bottom: 0
      }
    let y: Float =
      switch anchor {
      case .topLeft, .topRight: half - baseline
      case .bottomLeft, .bottomRight: baseline - half
      case .top: radius - baseline
      case .bottom: baseline - radius
      case .center, .left, .right: 0
      }
    return SIMD2(x, y)
  }

  /// At distances across and along the side.
  static func offset(_ anchor: LabelAnchor, sides: SIMD2<Float>) -> SIMD2<Float> {
    let (across, along) = (abs(sides.x), abs(sides.y))
    let alignment = anchor.alignment
    let x = alignment.x == 0 ? across : alignment.x == 1 ? -across : 0
    let y = alignment.y == 0 ? along - baseline : alignment.y == 1 ? baseline - along : 0
    return SIMD2(x, y)
  }

  /// As the style says for this anchor.
  static func own(_ anchor: LabelAnchor, _ offset: SIMD2<Float>) -> SymbolAnchorOffset {
    let alignment = anchor.alignment
    let shift = alignment.y == 0 ? -baseline : alignment.y == 1 ? baseline : 0
    return SymbolAnchorOffset(anchor: anchor, offset: SIMD2(offset.x, offset.y + shift))
  }
}

extension Double {
  fileprivate var float: Float { Float(self) }
}

/// A hash that is the same in every process, unlike Swift's own: FNV-1a.
enum StableHash {
  static func of(_ text: String) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash)
  }
}
