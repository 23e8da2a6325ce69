import Observation
public import OverlookGeometry
import OverlookStyle
package import OverlookStyledMap
import OverlookSupport

// The type of the map, and the style that it is drawn with.
extension MapView {
  /// What the base map shows; default `normal`.
  public var mapType: MapType {
    get {
      observation.access(self, keyPath: \.mapType)
      return standard.baseMap.chosenType
    }
    set {
      guard newValue != standard.baseMap.chosenType else { return }
      observation.withMutation(of: self, keyPath: \.mapType) { standard.baseMap.chosenType = newValue }
      applyMapType()
    }
  }

  /// Whether labels and icons in buildings stand on their roofs, and buildings hide the labels behind them, and what of ground overlays,
  /// polylines, polygons, circles and layers of points, paths, areas and arcs lies behind them; markers and layers of icons stay above
  /// everything. False draws all of these above the buildings, labels where and as the style specification says. Default true.
  public var isBuildingOcclusionEnabled: Bool {
    get { watched(\.isBuildingOcclusionEnabled, standard.baseMap.choosesOcclusion) }
    set {
      guard newValue != standard.baseMap.choosesOcclusion else { return }
      change(\.isBuildingOcclusionEnabled) { standard.baseMap.choosesOcclusion = newValue }
    }
  }

  /// Whether extruded buildings are drawn where the style has them; default true.
  public var isBuildingsEnabled: Bool {
    get { watched(\.isBuildingsEnabled, standard.baseMap.showsBuildings) }
    set {
      guard newValue != isBuildingsEnabled else { return }
      change(\.isBuildingsEnabled) { standard.baseMap.showsBuildings = newValue }
      requestFrame(.tiles)
    }
  }

  /// Language of labels, as a BCP 47 tag such as "fi" or "zh-Hant"; nil, the default, for what the style says.
  public var language: String? {
    get { watched(\.language, standard.baseMap.language) }
    set {
      guard newValue != language else { return }
      change(\.language) { standard.baseMap.language = newValue }
      requestFrame(.tiles)
    }
  }

  /// What keeps the base map of `mapType` from being shown, in one line; nil while nothing does.
  public var baseMapError: String? { watched(\.baseMapError, standard.baseMap.error) }

  /// The style that the map is drawn with while `mapType` is `normal`, in the place of the embedded one; default nil.
  ///
  /// Going from one style to another keeps what both have in common: sources that are the same are not loaded again.
  public var mapStyle: MapStyle? {
    get { watched(\.mapStyle, standard.baseMap.chosenStyle) }
    set {
      change(\.mapStyle) { standard.baseMap.chosenStyle = newValue }
      applyMapType()
    }
  }

  /// The style that is drawn; nil where imagery alone or nothing is shown.
  var shownStyle: MapStyle? { standard.baseMap.shownStyle }

  /// What is shown in the place of what the properties say.
  var overrides: MapOverrides {
    get { standard.baseMap.overrides }
    set { standard.baseMap.overrides = newValue }
  }

  /// The type that is shown.
  var shownMapType: MapType { standard.baseMap.shownType }

  /// What of the style that is shown could not be drawn as it says, one line each: faults of the document, and tiles, pictures
  /// and glyphs that are missing or damaged. Grows while the map is loaded; empty without a style.
  public var styleMessages: [String] {
    let messages = styledMap?.messages ?? []
    standard.baseMap.readMessages.note(messages)
    return watched(\.styleMessages, messages)
  }

  /// The map of the style that is shown; nil without one.
  package var styledMap: StyledMap? { standard.baseMap.styledMap }

  /// Shows what type and style ask for.
  func applyMapType() { standard.baseMap.apply() }

  /// For maps that were made without one.
  package func showBaseMap() { applyMapType() }

  /// The type that a map is made with.
  func showBaseMap(of type: MapType, atOnce: Bool) {
    standard.baseMap.chosenType = type
    if atOnce { applyMapType() }
  }

  /// Takes what came of the base map, and asks for what it leads to; true while there is more to be taken before workers have all that
  /// they need. Of a picture that nobody sees before it is whole: takes what came of all components, true while there is more to come.
  /// For the time before the first frame.
  package func prepareTiles(now: Double) -> Bool {
    guard surface.isVisible else { return false }
    if isStill {
      updateComponents(now: now)
      return componentList.prefersWaiting
    }
    _ = standard.baseMap.update(mapFrame(now: now))
    return styledMap?.awaitsTiles == true
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
