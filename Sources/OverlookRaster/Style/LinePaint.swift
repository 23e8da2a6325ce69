package import OverlookLayout
import OverlookStyle

/// What a line layer looks like in a frame, where that depends on no feature; what does has a value that changes nothing.
package struct LinePaint {
  package enum Kind: Int {
    case plain, dashes, pattern
  }

  package var kind = Kind.plain
  package var hasGradient: Bool
  package var color: SIMD4<Float>
  package var opacity: Float
  /// Points.
  package var width: Float
  /// At the whole zoom below.
  package var floorWidth: Float
  package var gapWidth: Float
  package var offset: Float
  package var blur: Float
  package var translation: SIMD2<Double>
  package var translationAnchor: String

  package init(_ properties: LayerProperties, zoom: Double) {
    func number(_ name: StylePropertyName, _ zoom: Double, else other: Float) -> Float {
      properties.isDataDriven(name) ? other : Float(properties.number(name, zoom: zoom))
    }
    color = properties.isDataDriven(.lineColor) ? .zero : (properties.color(.lineColor, zoom: zoom) ?? .transparent).premultiplied
    opacity = number(.lineOpacity, zoom, else: 1)
    width = number(.lineWidth, zoom, else: 0)
    floorWidth = number(.lineWidth, zoom.rounded(.down), else: 1)
    gapWidth = number(.lineGapWidth, zoom, else: 0)
    offset = number(.lineOffset, zoom, else: 0)
    blur = number(.lineBlur, zoom, else: 0)
    translation = properties.pair(.lineTranslate, zoom: zoom)
    translationAnchor = properties.choice(.lineTranslateAnchor, zoom: zoom)
    hasGradient = properties.isSet(.lineGradient) && !properties.isSet(.linePattern)
    if properties.isSet(.linePattern) {
      kind = .pattern
    } else if properties.isSet(.lineDasharray) {
      kind = .dashes
    }
    isVisible = opacity > 0 && (width > 0 || properties.isDataDriven(.lineWidth))
  }

  package private(set) var isVisible: Bool

  /// How far from the line something is drawn, as far as that depends on no feature.
  package var reachPoints: Double {
    Double(width + gapWidth + abs(offset) + blur) + abs(translation.x) + abs(translation.y) + 2
  }

  /// From the middle of the line to its outer edge and to that of its gap; `antialias` is half a pixel in points.
  package func edges(antialias: Float) -> SIMD2<Float> { Self.edges(width: width, gapWidth: gapWidth, antialias: antialias) }

  /// The same of any line.
  package static func edges(width: Float, gapWidth: Float, antialias: Float) -> SIMD2<Float> {
    let (half, gap) = (width / 2, gapWidth / 2)
    let outer = gap + half * (gap > 0 ? 2 : 1) + (half == 0 ? 0 : antialias)
    return SIMD2(outer, gap > 0 ? gap + antialias : 0)
  }
}
