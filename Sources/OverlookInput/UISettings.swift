/// What of a map a person may move and which controls it shows. Moves by the program are never restricted.
@MainActor public final class UISettings {
  /// Dragging and the arrow keys move the map. Default: true.
  public var scrollGestures = true { didSet { changed(oldValue, scrollGestures) } }
  /// Wheel, double click, box and the keys for it zoom the map. Default: true.
  public var zoomGestures = true { didSet { changed(oldValue, zoomGestures) } }
  /// Dragging with the right or middle button and Shift with the arrow keys tilt the map. Default: true.
  public var tiltGestures = true { didSet { changed(oldValue, tiltGestures) } }
  /// Dragging with the right or middle button and Shift with the arrow keys rotate the map. Default: true.
  public var rotateGestures = true { didSet { changed(oldValue, rotateGestures) } }
  /// Whether what the map used for a gesture stays with it; otherwise what holds the view sees it, too (`MapView.nextResponder`).
  /// Default: true.
  public var consumesGesturesInView = true { didSet { changed(oldValue, consumesGesturesInView) } }
  /// Shows a compass while the map is rotated; a click on it turns the map to the north. Default: false.
  public var compassButton = false { didSet { changed(oldValue, compassButton) } }
  /// Whether the compass is shown while the map is tilted, too, where a click on it levels the map once north is up. Default: false.
  public var compassTilt = false { didSet { changed(oldValue, compassTilt) } }
  /// Shows two buttons at the lower right that zoom the map. Default: false.
  public var zoomButtons = false { didSet { changed(oldValue, zoomButtons) } }
  /// Shows a button that moves the map to the own location and lets it follow; a click more turns the map with it. Default: false.
  public var myLocationButton = false { didSet { changed(oldValue, myLocationButton) } }
  /// Shows a list of levels while a building with several lies in the middle of the view; a click shows the level. Default: true.
  public var indoorPicker = true { didSet { changed(oldValue, indoorPicker) } }
  /// Opens a card when a person clicks on the icon of an incident of the traffic. Default: true.
  public var trafficIncidentCards = true { didSet { changed(oldValue, trafficIncidentCards) } }
  /// Whether what guides people may show its header on this map; the navigator's own settings say whether it does. Default: true.
  public var navigationHeader = true { didSet { changed(oldValue, navigationHeader) } }
  /// Whether what guides people may show cards of the traffic ahead on this map. Default: true.
  public var trafficPrompts = true { didSet { changed(oldValue, trafficPrompts) } }
  /// Whether what guides people may show time, distance and its buttons on this map. Default: true.
  public var navigationFooter = true { didSet { changed(oldValue, navigationFooter) } }
  /// Told of what people do with the controls of guidance on this map. Held weakly.
  public weak var navigationDelegate: (any NavigationUISettingsDelegate)?
  /// Whether zooming and rotating may be about the pointer, which moves the centre; otherwise they are about the view's centre.
  /// Default: true.
  public var allowScrollGesturesDuringRotateOrZoom = true { didSet { changed(oldValue, allowScrollGesturesDuringRotateOrZoom) } }

  /// Called after a change of any setting, once each.
  package var onChange: (() -> Void)?

  package init() {}

  /// Sets scroll, zoom, tilt and rotate gestures. Buttons and moves by the program are not affected.
  public func setAllGesturesEnabled(_ enabled: Bool) {
    scrollGestures = enabled
    zoomGestures = enabled
    tiltGestures = enabled
    rotateGestures = enabled
  }

  /// The part that the gesture recogniser needs.
  package var gestures: GestureSettings {
    var settings = GestureSettings()
    settings.scroll = scrollGestures
    settings.zoom = zoomGestures
    settings.tilt = tiltGestures
    settings.rotate = rotateGestures
    settings.allowScrollGesturesDuringRotateOrZoom = allowScrollGesturesDuringRotateOrZoom
    settings.consumesGesturesInView = consumesGesturesInView
    return settings
  }

  private func changed(_ old: Bool, _ new: Bool) {
    if old != new { onChange?() }
  }
}
