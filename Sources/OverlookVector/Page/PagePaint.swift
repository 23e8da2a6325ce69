package import OverlookStyle
package import OverlookSupport

/// A colour of a page: sRGB and alpha, 0 ... 1, not premultiplied.
package struct PageColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = Self.unit(red)
    self.green = Self.unit(green)
    self.blue = Self.unit(blue)
    self.alpha = Self.unit(alpha)
  }

  package init(_ color: StyleColor, opacity: Double = 1) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha * opacity)
  }

  package init(_ color: Color, opacity: Double = 1) {
    self.init(
      red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha) * opacity)
  }

  /// Of premultiplied components.
  package init(premultiplied: SIMD4<Float>, opacity: Double = 1) {
    let alpha = Double(premultiplied.w)
    let share = alpha > 0 ? 1 / alpha : 0
    self.init(
      red: Double(premultiplied.x) * share, green: Double(premultiplied.y) * share, blue: Double(premultiplied.z) * share,
      alpha: alpha * opacity)
  }

  /// Of four premultiplied bytes, red in the lowest.
  package init(packed: UInt32, opacity: Double = 1) {
    let bytes = SIMD4(packed, packed >> 8, packed >> 16, packed >> 24) & 255
    self.init(premultiplied: SIMD4<Float>(bytes) / 255, opacity: opacity)
  }

  package static let black = PageColor(red: 0, green: 0, blue: 0)
  package static let white = PageColor(red: 1, green: 1, blue: 1)

  package var isVisible: Bool { alpha > 0.002 }

  private static func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}

/// What a region is filled with.
package enum PagePaint: Hashable, Sendable {
  case color(PageColor)
  /// A picture side by side from the origin of the page's units, each so large.
  case pattern(PageImage, width: Double, height: Double, opacity: Double)

  /// 0 ... 1, of all of it: a colour has its own.
  package var opacity: Double {
    if case .pattern(_, _, _, let opacity) = self { opacity } else { 1 }
  }
}

/// A picture by its identity.
package struct PageImage: Hashable, Sendable {
  package let image: Image

  package init(_ image: Image) {
    self.image = image
  }

  package static func == (a: PageImage, b: PageImage) -> Bool { a.image === b.image }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
}

/// How a line is drawn.
package struct PageStroke: Hashable, Sendable {
  package enum Join: Hashable, Sendable {
    case miter, round, bevel
  }

  package enum Cap: Hashable, Sendable {
    case butt, round, square
  }

  package var color: PageColor
  package var width: Double
  package var join: Join
  package var cap: Cap
  package var miterLimit: Double
  /// Dashes and gaps in turn; empty for an unbroken line.
  package var dashes: [Double]
  package var dashPhase: Double

  package init(
    color: PageColor, width: Double, join: Join = .round, cap: Cap = .butt, miterLimit: Double = 4, dashes: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.color = color
    self.width = width
    self.join = join
    self.cap = cap
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
  }

  /// Whether anything of it is seen.
  package var isVisible: Bool { color.isVisible && width > 0 && width.isFinite }
}
