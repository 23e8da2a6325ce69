import OverlookCamera
import OverlookGeometry
import OverlookNavigation
import OverlookRouting
import OverlookScene
import OverlookSupport

/// Routes as overlays of a map: the one that is followed in a casing, what of it is behind faded, others in grey, where it starts, and the
/// stops.
@MainActor final class RouteDrawing {
  /// Colours of the lines, by day and by night.
  struct Colors {
    var route: Color
    var casing: Color
    var travelled: Color
    var travelledCasing: Color
    var other: Color
    var otherCasing: Color

    static let day = Colors(
      route: Color(red: 0.17, green: 0.47, blue: 0.96), casing: Color(red: 0.06, green: 0.24, blue: 0.62),
      travelled: Color(red: 0.72, green: 0.77, blue: 0.84), travelledCasing: Color(red: 0.55, green: 0.61, blue: 0.70),
      other: Color(red: 0.62, green: 0.67, blue: 0.75), otherCasing: Color(red: 0.43, green: 0.48, blue: 0.57))
    static let night = Colors(
      route: Color(red: 0.36, green: 0.62, blue: 1), casing: Color(red: 0.10, green: 0.23, blue: 0.50),
      travelled: Color(red: 0.33, green: 0.38, blue: 0.47), travelledCasing: Color(red: 0.20, green: 0.24, blue: 0.31),
      other: Color(red: 0.42, green: 0.47, blue: 0.56), otherCasing: Color(red: 0.24, green: 0.28, blue: 0.35))
  }

  private(set) var path = TravelPath([])
  private(set) var others: [Polyline] = []
  private let line = Polyline()
  /// Pieces that are behind and change no more, and the last one.
  private var behind: [Polyline] = []
  private let last = Polyline()
  private var traffic: [Polyline] = []
  private var stops: [Marker] = []
  private let start = RouteEnds.startMarker()
  private var places: [LocationCoordinate] = []
  private var colors = Colors.day
  /// The point of the geometry at which the last piece begins.
  private var lastStart = 0
  /// Metres that are shown as travelled.
  private var travelled = -1.0

  private static let width = 8.0
  private static let otherWidth = 6.0
  private static let casing = 2.0
  /// Points of the geometry in a piece, so that little is made anew as one goes on.
  private static let pieceLength = 48

  /// Shows routes, the first as the one that is followed, in place of those before; without any, `reached`, where one has arrived.
  func show(
    _ routes: [Route], stops waypoints: [NavigationWaypoint], reached: NavigationWaypoint?, on map: MapView, isNight: Bool
  ) {
    remove()
    colors = isNight ? .night : .day
    guard let route = routes.first else {
      if let reached { addStop(reached, isLast: true, on: map) }
      return
    }
    places = route.geometry.filter(\.isValid)
    path = TravelPath(places)
    for other in routes.dropFirst() {
      let polyline = Polyline(path: Path(other.geometry))
      look(polyline, Self.otherWidth, colors.other, colors.otherCasing, zIndex: 900)
      polyline.map = map
      others.append(polyline)
    }
    line.path = Path(places)
    look(line, Self.width, colors.route, colors.casing, zIndex: 901)
    line.map = map
    look(last, Self.width, colors.travelled, colors.travelledCasing, zIndex: 903)
    last.path = nil
    last.map = map
    for waypoint in waypoints where waypoint.isStop { addStop(waypoint, isLast: waypoint == waypoints.last, on: map) }
  }

  /// Shows where the route starts, or no longer: who is guided has it behind.
  func showStart(_ isShown: Bool, on map: MapView) {
    guard isShown, let place = places.first else { return start.map = nil }
    start.position = place
    start.map = map
  }

  private func addStop(_ waypoint: NavigationWaypoint, isLast: Bool, on map: MapView) {
    let marker = RouteEnds.stopMarker(isLast: isLast)
    marker.position = waypoint.location
    marker.title = waypoint.title
    marker.map = map
    stops.append(marker)
  }

  private func look(_ polyline: Polyline, _ width: Double, _ color: Color, _ casing: Color, zIndex: Int) {
    var style = LineStyle()
    (style.cap, style.casingColor, style.casingWidth) = (.round, casing, Self.casing)
    polyline.lineStyle = style
    polyline.strokeWidth = width
    polyline.strokeColor = color
    polyline.zIndex = zIndex
    // Names of streets, and what is told of them, are read along the way.
    polyline.isBelowLabels = true
  }

  /// Shows dense traffic along the route that is followed, in place of what was shown of it.
  func show(_ spans: [RouteTraffic.Span], on map: MapView) {
    for polyline in traffic { polyline.map = nil }
    traffic = spans.compactMap { span in
      // Where it flows, the route has its own colour.
      guard span.level > .low, let part = part(span.range) else { return nil }
      let polyline = Polyline(path: Path(part))
      look(polyline, Self.width, span.level.color, colors.casing, zIndex: 902)
      polyline.map = map
      return polyline
    }
  }

  /// The route between so many metres from its start; nil where there is nothing of it.
  private func part(_ range: ClosedRange<Double>) -> [LocationCoordinate]? {
    guard let begin = path.point(at: range.lowerBound), let end = path.point(at: range.upperBound) else { return nil }
    let (first, last) = (path.edge(at: range.lowerBound), path.edge(at: range.upperBound))
    guard first <= last, places.indices.contains(last) else { return nil }
    let between = first < last ? Array(places[(first + 1)...last]) : []
    return [begin.coordinate.normalized] + between + [end.coordinate.normalized]
  }

  /// Metres of our measure from the start to a place that is told by the geometry.
  func meters(_ progress: NavigationProgress) -> Double {
    let index = progress.geometryIndex
    guard path.meters.indices.contains(index), path.meters.indices.contains(index + 1) else { return path.length }
    let part = min(max(progress.geometryFraction, 0), 1)
    return path.meters[index] + (path.meters[index + 1] - path.meters[index]) * part
  }

  /// Fades what lies behind so many metres.
  func travel(to meters: Double, on map: MapView) {
    guard abs(meters - travelled) > 0.01, let end = path.point(at: meters), meters > 0 else { return }
    travelled = meters
    let edge = path.edge(at: meters)
    if edge < lastStart {
      for piece in behind { piece.map = nil }
      (behind, lastStart) = ([], 0)
    }
    while edge - lastStart >= Self.pieceLength {
      let piece = Polyline(path: Path(Array(places[lastStart...(lastStart + Self.pieceLength)])))
      look(piece, Self.width, colors.travelled, colors.travelledCasing, zIndex: 903)
      piece.map = map
      behind.append(piece)
      lastStart += Self.pieceLength
    }
    last.path = Path(Array(places[lastStart...edge]) + [end.coordinate.normalized])
  }

  /// Whether an overlay is the line of the route that is followed, or the traffic on it.
  func isFollowed(_ overlay: Overlay) -> Bool { overlay === line || traffic.contains { $0 === overlay } }

  /// Takes all of it off the map.
  func remove() {
    for polyline in others + behind + traffic + [line, last] { polyline.map = nil }
    for marker in stops + [start] { marker.map = nil }
    (others, behind, traffic, stops, lastStart, places) = ([], [], [], [], 0, [])
    path = TravelPath([])
    travelled = -1
  }
}
