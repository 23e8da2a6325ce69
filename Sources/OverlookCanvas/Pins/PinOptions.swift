public import OverlookScene
public import OverlookSupport

/// What a pin looks like: its colours, what is in its head, and its size.
public struct PinOptions: Hashable, Sendable {
  /// What is in the head of a pin.
  public enum Glyph: Sendable {
    /// Nothing.
    case none
    /// A dot, as that of the default pin.
    case dot(Color)
    /// A few letters or digits, made smaller until they fit.
    case text(String, color: Color = .white)
    /// A picture, made smaller until it fits; with a `tint`, its alpha alone in that colour.
    case image(Image, tint: Color? = nil)
  }

  /// The colour of the pin. Default that of the default pin.
  public var backgroundColor = PinOptions.defaultColor
  /// The colour of its border; nil, the default, for a darker shade of the background.
  public var borderColor: Color?
  /// What is in its head. Default a white dot.
  public var glyph = Glyph.dot(.white)
  /// Times the size of the default pin, 27 x 43 points. Default 1; 0.25 to 8, values outside are clamped, NaN counts as 1.
  public var scale = 1.0

  /// The default pin, to be changed.
  public init() {}

  /// The colour of the default pin.
  public static let defaultColor = PinImage.defaultColor
}

extension PinOptions.Glyph: Hashable {
  /// Images are the same when they are one object.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.dot(let a), .dot(let b)): a == b
    case (.text(let a, let aColor), .text(let b, let bColor)): a == b && aColor == bColor
    case (.image(let a, let aTint), .image(let b, let bTint)): a === b && aTint == bTint
    case (.none, _), (.dot, _), (.text, _), (.image, _): false
    }
  }

  /// By the identity of images.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .none: break
    case .dot(let color): hasher.combine(color)
    case .text(let text, let color):
      hasher.combine(text)
      hasher.combine(color)
    case .image(let image, let tint):
      hasher.combine(ObjectIdentifier(image))
      hasher.combine(tint)
    }
  }
}

extension Marker {
  /// A pin for `icon`. Pins of the same options are one image, so that a thousand markers take the memory of one.
  public static func pinImage(_ options: PinOptions) -> Image {
    PinPainter.shared.image(options)
  }
}
