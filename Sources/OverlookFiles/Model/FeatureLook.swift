package import OverlookSupport

/// How a file wants a feature to look; what is nil it leaves open.
package struct FeatureLook: Hashable, Sendable {
  package var strokeColor: Color?
  /// Points of the screen.
  package var strokeWidth: Float?
  package var fillColor: Color?
  /// False where areas are to have no fill.
  package var isFilled = true
  /// False where areas are to have no outline.
  package var isOutlined = true
  /// What points show: a name among `FileDocument.pictures`, or an address, which is never followed unasked.
  package var iconName: String?
  /// Of the icon's own size.
  package var iconScale: Float?
  package var iconColor: Color?
  /// Degrees clockwise from north.
  package var iconHeading: Float?
  /// Which point of the icon lies on the place, as shares of its width and height from the upper left.
  package var iconAnchor: SIMD2<Float>?
  /// A letter, digit or name of a symbol on a pin.
  package var symbol: String?
  package var labelColor: Color?
  package var labelScale: Float?
  /// The text with the names of properties in it that is shown for the feature, as the file writes it.
  package var balloonText: String?

  package init() {}

  /// Whether it says more than how wide lines are, and what is outlined.
  package var hasOwnColors: Bool {
    var plain = FeatureLook()
    (plain.strokeWidth, plain.isOutlined, plain.isFilled) = (strokeWidth, isOutlined, isFilled)
    return self != plain
  }

  /// This look, with what it leaves open taken from `other`.
  package func over(_ other: FeatureLook) -> FeatureLook {
    var look = self
    look.strokeColor = strokeColor ?? other.strokeColor
    look.strokeWidth = strokeWidth ?? other.strokeWidth
    look.fillColor = fillColor ?? other.fillColor
    look.isFilled = isFilled && other.isFilled
    look.isOutlined = isOutlined && other.isOutlined
    look.iconName = iconName ?? other.iconName
    look.iconScale = iconScale ?? other.iconScale
    look.iconColor = iconColor ?? other.iconColor
    look.iconHeading = iconHeading ?? other.iconHeading
    look.iconAnchor = iconAnchor ?? other.iconAnchor
    look.symbol = symbol ?? other.symbol
    look.labelColor = labelColor ?? other.labelColor
    look.labelScale = labelScale ?? other.labelScale
    look.balloonText = balloonText ?? other.balloonText
    return look
  }
}
