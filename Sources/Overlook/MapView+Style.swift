import OverlookCamera
import OverlookStyledMap
public import OverlookSupport

// The style that the map is drawn with.
extension MapView {
  /// The style that the map is drawn with, in the place of that of `mapType`; default nil (MV-23).
  ///
  /// Going from one style to another keeps what both have in common: sources that are the same are not loaded again.
  public var mapStyle: MapStyle? {
    get { chosenStyle }
    set {
      chosenStyle = newValue
      applyMapType()
      applyStyle()
    }
  }

  /// What of the style that is shown could not be drawn as it says, one line each: faults of the document, and tiles, pictures and glyphs that are
  /// missing or damaged. Grows while the map is loaded; empty without a style.
  public var styleMessages: [String] { styledMap?.messages ?? [] }

  /// What is seen where nothing is drawn.
  var shownBackground: Color { isBare ? Color(red: 0, green: 0, blue: 0, alpha: 0) : backgroundColor }

  func applyStyle() {
    if let style = chosenStyle {
      if let styledMap {
        styledMap.setDocument(style.document, base: style.base)
      } else {
        styledMap = StyledMap(
          document: style.document, base: style.base, services: services, isStill: isBare, wake: wakeRelay.callback)
      }
    } else {
      styledMap?.close()
      styledMap = nil
    }
    collectAttributions()
    requestFrame([.tiles, .interface])
  }

  func updateStyle(view: ViewTransform, now: Double) {
    guard let styledMap else { return }
    if styledMap.needsFrame { reasons.insert(.tiles) }
    if styledMap.update(view: view, pixelsPerPoint: pixelsPerPoint, now: now) {
      reasons.insert(.tiles)
      collectAttributions()
    }
  }
}
