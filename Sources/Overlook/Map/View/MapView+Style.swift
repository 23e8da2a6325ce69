import OverlookCamera
public import OverlookGeometry
import OverlookStyle
package import OverlookStyledMap
import OverlookSupport

// The style that the map is drawn with.
extension MapView {
  /// Whether extruded buildings are drawn where the style has them; default true.
  public var isBuildingsEnabled: Bool {
    get { standard.baseMap.showsBuildings }
    set {
      guard newValue != isBuildingsEnabled else { return }
      standard.baseMap.showsBuildings = newValue
      requestFrame(.tiles)
    }
  }

  /// Language of labels, as a BCP 47 tag such as "fi" or "zh-Hant"; nil, the default, for what the style says.
  public var language: String? {
    get { standard.baseMap.language }
    set {
      guard newValue != language else { return }
      standard.baseMap.language = newValue
      requestFrame(.tiles)
    }
  }

  /// What keeps the base map of `mapType` from being shown, in one line; nil while nothing does.
  public var baseMapError: String? { standard.baseMap.error }

  /// The style that the map is drawn with while `mapType` is `normal`, in the place of the embedded one; default nil.
  ///
  /// Going from one style to another keeps what both have in common: sources that are the same are not loaded again.
  public var mapStyle: MapStyle? {
    get { standard.baseMap.chosenStyle }
    set {
      standard.baseMap.chosenStyle = newValue
      applyMapType()
    }
  }

  /// The style that is drawn: the one that was set, else the embedded one of `mapType`, with what is drawn beside it; nil where
  /// that is imagery alone or nothing.
  var shownStyle: MapStyle? {
    guard let style = baseStyle else { return nil }
    return hasSupplements ? supplemented(style) : style
  }

  private var baseStyle: MapStyle? {
    if let style = overrides.mapStyle { return style }
    switch shownMapType {
    case .normal:
      if standard.sky.isNight, let style = nightStyle { return style }
      return standard.baseMap.chosenStyle ?? MapStyle.embedded("day")
    case .hybrid: return MapStyle.embedded("satellite-hybrid")
    case .terrain: return MapStyle.embedded("terrain")
    case .satellite:
      // A picture alone needs no style, lines above it do.
      guard hasSupplements, let hybrid = MapStyle.embedded("satellite-hybrid") else { return nil }
      return MapStyle(document: hybrid.document.withoutFeatures, base: hybrid.base)
    case .none: return nil
    }
  }

  /// What of the style that is shown could not be drawn as it says, one line each: faults of the document, and tiles, pictures
  /// and glyphs that are missing or damaged. Grows while the map is loaded; empty without a style.
  public var styleMessages: [String] { styledMap?.messages ?? [] }

  /// What is seen where nothing is drawn.
  var shownBackground: Color { isBare ? Color(red: 0, green: 0, blue: 0, alpha: 0) : backgroundColor }

  /// The map of the style that is shown; nil without one.
  package var styledMap: StyledMap? { standard.baseMap.styledMap }

  /// Goes over to the style that is to be drawn.
  func applyStyle(_ style: MapStyle?) {
    standard.baseMap.show(style, in: self)
    collectAttributions()
    requestFrame([.tiles, .interface])
  }
}

// What is drawn of the style, and what it says of itself.
extension MapView {
  /// Features of the base map that are drawn at a point of the view, the topmost first; empty without a style.
  ///
  /// - Parameter layers: Ids of the style's layers to look at; nil for all.
  public func features(at point: ScreenPoint, layers: Set<String>? = nil) -> [RenderedFeature] {
    features(in: ScreenRect(x: point.x, y: point.y, width: 0, height: 0), layers: layers)
  }

  /// Features of the base map that are drawn in a rectangle of the view, from the topmost layer down; each once.
  public func features(in rect: ScreenRect, layers: Set<String>? = nil) -> [RenderedFeature] {
    styledMap?.features(in: rect, layers: layers).compactMap { RenderedFeature($0) } ?? []
  }

  /// What was set on a feature by `setFeatureState`; empty for nothing, and without a style.
  public func featureState(of id: FeatureValue, source: String, sourceLayer: String? = nil) -> [String: FeatureValue] {
    let state = styledMap?.featureState(of: id.styleValue, source: source, sourceLayer: sourceLayer) ?? [:]
    return state.compactMapValues { FeatureValue($0) }
  }

  /// Sets what `["feature-state", ...]` of the style's paint gives for a feature, in place of what was set before; empty takes it
  /// away. Is seen a frame or two later. Kept while the style has the source.
  ///
  /// - Parameters:
  ///   - id: As `RenderedFeature.id` tells it.
  ///   - source: Id of the source in the style.
  ///   - sourceLayer: Layer of a vector source; nil for GeoJSON.
  public func setFeatureState(
    _ state: [String: FeatureValue], of id: FeatureValue, source: String, sourceLayer: String? = nil
  ) {
    styledMap?.setFeatureState(
      state.mapValues(\.styleValue), of: id.styleValue, source: source, sourceLayer: sourceLayer)
    requestFrame(.tiles)
  }

  /// The point of interest whose icon or name is drawn at a point; nil for none.
  package func pointOfInterest(at point: ScreenPoint) -> RenderedFeature? {
    guard styledMap != nil else { return nil }
    return features(at: point).first { feature in
      feature.geometry == .point && feature.name != nil && feature.isPointOfInterest
    }
  }
}

extension RenderedFeature {
  /// Whether the feature is a place that people go to, as the schemas of OpenMapTiles, Protomaps, Shortbread and Mapbox name
  /// them.
  var isPointOfInterest: Bool {
    guard let sourceLayer else { return false }
    return ["poi", "pois", "poi_label", "aerodrome_label", "public_transport", "mountain_peak"].contains(sourceLayer)
  }
}
