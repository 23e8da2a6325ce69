import Glibc
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// What `painted.vert` and `painted.frag` know of lines and fills that are more than a colour: rows of texels in a buffer
/// texture.
///
/// A line's row: half width, casing, offset, `StrokePaint.flags` | period, number of dashes, share of the period in dashes, 0 |
/// length and pitch of a picture, height above the ground in world units, `StrokePaint.lead` | starts and ends of the
/// dashes, two to a texel. A fill's row: see `PatternPaint`.
package struct ShapePaints {
  package private(set) var texels = ContiguousArray<SIMD4<Float>>()
  /// Whether the GPU has yet to see it.
  package var isChanged = false
  /// Patterns, which lie still on the ground when the view moves.
  package private(set) var patterns = ContiguousArray<PatternPaint>()
  private var rows: [StrokePaint: Int] = [:]
  private var originsKey = SIMD4<Double>(repeating: .nan)

  /// As many bits as a style has for the number of a row.
  private static let maximumTexels = 1 << 22

  package init() {}

  package mutating func removeAll() {
    texels.removeAll(keepingCapacity: true)
    patterns.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    originsKey = SIMD4(repeating: .nan)
    isChanged = true
  }

  /// The row of a line; lines that look the same share one. Nil when there is no more room.
  mutating func row(_ paint: StrokePaint) -> Int? {
    if let known = rows[paint] { return known }
    let texels = paint.texels
    guard self.texels.count + texels.count <= Self.maximumTexels else { return nil }
    rows[paint] = self.texels.count
    isChanged = true
    defer { self.texels.append(contentsOf: texels) }
    return self.texels.count
  }

  /// The row of a fill. Nil when there is no more room.
  mutating func row(_ paint: PatternPaint) -> Int? {
    let row = texels.count
    guard row + 4 <= Self.maximumTexels else { return nil }
    var paint = paint
    paint.row = row
    texels.append(contentsOf: paint.texels)
    patterns.append(paint)
    originsKey = SIMD4(repeating: .nan)
    isChanged = true
    return row
  }

  /// Moves the patterns along with the ground; `center` is the camera's target in the copy of the world where the shapes are.
  mutating func updateOrigins(center: WorldPoint, pointsPerWorld: Double) {
    guard !patterns.isEmpty else { return }
    let key = SIMD4(center.x, center.y, pointsPerWorld, 0)
    guard key != originsKey else { return }
    originsKey = key
    for paint in patterns {
      let x = (center.x - paint.anchor.x) * pointsPerWorld
      let y = (center.y - paint.anchor.y) * pointsPerWorld
      texels[paint.row + 1] = paint.placement(x: x, y: y)
    }
    isChanged = true
  }
}

/// What a line looks like apart from its colours: lines with equal ones share a row.
struct StrokePaint: Hashable {
  var halfWidth: Double
  var unit: LengthUnit
  var offset: Double
  /// Beyond the edges; only of a casing.
  var casing = 0.0
  /// Whether the inside of a casing is left free, because the line lets it shine through.
  var isHollow = false
  /// Even in number; empty for an unbroken line.
  var dashLengths: [Double] = []
  var dashCap = StrokeCap.butt
  /// Length and pitch of a picture, which is as wide as the line; 0: none.
  var pictureLength = 0.0
  var picturePitch = 0.0
  /// Above the ground, in world units.
  var altitude = 0.0
  /// Of the outline of a roof: how much farther than it reaches the roof is kept from hiding it, so that neither does what is
  /// drawn beneath it of the same line; in `unit`.
  var lead = 0.0

  /// After how much the picture of the line repeats itself; 0 when it does not change along the line.
  var period: Double { picturePitch > 0 ? picturePitch : dashLengths.reduce(0, +) }

  /// 1: on the ground; 2: hollow; 4: picture; 8 and 16: cap of the dashes.
  private var flags: Float {
    var flags = unit == .meters ? 1 : 0
    if isHollow { flags |= 2 }
    if picturePitch > 0 { flags |= 4 }
    return Float(flags | Int(dashCap.rawValue) << 3)
  }

  /// Its row.
  var texels: [SIMD4<Float>] {
    let dashes = DashPattern(dashLengths).dashes
    var inDashes = dashes.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let beyond = casing + (dashCap == .butt ? 0 : halfWidth)
    inDashes += 2 * beyond * Double(dashes.count)
    var texels = [
      SIMD4(Float(halfWidth), Float(casing), Float(offset), flags),
      SIMD4(Float(period), Float(dashes.count), period > 0 ? Float(min(inDashes / period, 1)) : 1, 0),
      SIMD4(Float(pictureLength), Float(picturePitch), Float(altitude), Float(lead)),
    ]
    for i in stride(from: 0, to: dashes.count, by: 2) {
      let second = i + 1 < dashes.count ? dashes[i + 1] : dashes[i]
      texels.append(
        SIMD4(
          Float(dashes[i].lowerBound), Float(dashes[i].upperBound), Float(second.lowerBound), Float(second.upperBound)))
    }
    return texels
  }
}

/// A fill with a pattern. Its row: 0, how many directions, spacing, half width; or 1, width, height, 0 | the pattern's place |
/// colour of the hatch | colour of the fill.
package struct PatternPaint {
  var pattern: FillPattern
  var color: Color?
  /// Where the pattern begins.
  var anchor: WorldPoint
  fileprivate var row = 0

  init(pattern: FillPattern, color: Color?, anchor: WorldPoint) {
    self.pattern = pattern
    self.color = color
    self.anchor = anchor
  }

  fileprivate var texels: [SIMD4<Float>] {
    let below = (color ?? .clear).premultiplied
    switch pattern {
    case .hatch(let style):
      return [
        SIMD4(0, style.isCrossed ? 2 : 1, Float(style.spacing), Float(style.width / 2)), .zero, style.color.premultiplied, below,
      ]
    case .image(let image):
      return [SIMD4(1, Float(image.widthPoints), Float(image.heightPoints), 0), .zero, .zero, below]
    }
  }

  /// For the target of the camera, `x` and `y` points from the anchor. Of a hatch: across its lines, x and y, and how far the
  /// target lies across each direction's. Of a picture: the target in it.
  fileprivate func placement(x: Double, y: Double) -> SIMD4<Float> {
    switch pattern {
    case .hatch(let style):
      let angle = style.angle * Angle.radiansPerDegree
      let (c, s) = (cos(angle), sin(angle))
      func place(_ across: Double) -> Float { Float(across.truncatingRemainder(dividingBy: style.spacing)) }
      return SIMD4(Float(c), Float(s), place(x * c + y * s), place(y * c - x * s))
    case .image(let image):
      return SIMD4(
        Float(x.truncatingRemainder(dividingBy: image.widthPoints)), Float(y.truncatingRemainder(dividingBy: image.heightPoints)),
        0,
        0)
    }
  }
}
