package import OverlookLayout
import OverlookStyle

/// What a fill layer looks like in a frame, where that depends on no feature.
package struct FillPaint {
  package var color: SIMD4<Float>
  package var outlineColor: SIMD4<Float>
  /// 1 where it depends on features.
  package var opacity: Float
  package var hasOutlineColor: Bool
  package var hasEdges: Bool
  package var translation: SIMD2<Double>
  package var translationAnchor: String
  /// Whether everything below is hidden.
  package var isOpaque: Bool
  package var hasPattern: Bool

  package init(_ properties: LayerProperties, zoom: Double) {
    color = properties.isDataDriven(.fillColor) ? .zero : (properties.color(.fillColor, zoom: zoom) ?? .transparent).premultiplied
    hasOutlineColor = properties.isSet(.fillOutlineColor)
    outlineColor =
      properties.isDataDriven(.fillOutlineColor)
      ? .zero : (properties.color(.fillOutlineColor, zoom: zoom) ?? .transparent).premultiplied
    let isOpacityDataDriven = properties.isDataDriven(.fillOpacity)
    opacity = isOpacityDataDriven ? 1 : Float(properties.number(.fillOpacity, zoom: zoom))
    hasEdges = properties.bool(.fillAntialias, zoom: zoom)
    translation = properties.pair(.fillTranslate, zoom: zoom)
    translationAnchor = properties.choice(.fillTranslateAnchor, zoom: zoom)
    hasPattern = properties.isSet(.fillPattern)
    let isFull = !isOpacityDataDriven && !hasPattern
    isOpaque = isFull ? min(opacity, color.w) >= 1 : false
  }

  /// How far the translation moves things.
  package var reachPoints: Double { abs(translation.x) + abs(translation.y) }
}
